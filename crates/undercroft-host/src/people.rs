//! Authentication: an account by its web session cookie, or a guest; signing in with a one-time code; and
//! players' pages.

use crate::limits::Net;
use crate::page::{Page, Text};
use crate::pages::counted;
use crate::serve::Host;
use crate::{boards, clock, random};
use axum::Router;
use axum::extract::{Extension, Form, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use kernel::Name;
use ledger::{Account, Accounts as _, Boards as _, Games as _, Privacy};
use serde::Deserialize;
use std::sync::Arc;

/// The name of the session cookie.
const COOKIE: &str = "undercroft";
/// How long a web session lasts.
const SESSION_DAYS: i64 = 30;
/// Maximum number of games on a player's page.
const GAMES_MAX: u32 = 50;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/signin", get(ask).post(sign_in))
        .route("/signout", axum::routing::post(sign_out))
        .route("/{name}", get(player))
}

/// The account of a request's web session.
pub(crate) async fn signed_in(host: &Host, headers: &HeaderMap) -> Option<Account> {
    host.ledger.web_session(&cookie(headers)?, clock::now()).await.ok().flatten()
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned())
}

/// The name to play under: the account's own, or one chosen by a guest that belongs to nobody.
pub(crate) async fn name_for(
    host: &Host,
    account: Option<&Account>,
    chosen: Option<&str>,
) -> Result<Name, String> {
    let read = |name: &str| Name::new(name).map_err(|refused| refused.0.into_owned());
    if let Some(account) = account {
        return read(&account.name);
    }
    let Some(chosen) = chosen.filter(|name| !name.is_empty()) else {
        return read(&format!("guest-{}", &random::id()[..6]));
    };
    let name = read(chosen)?;
    match host.ledger.account_by_name(&name).await {
        Ok(None) => Ok(name),
        Ok(Some(_)) => Err("That name belongs to somebody. Sign in, or choose another.".to_owned()),
        Err(why) => Err(crate::rooms::told(why)),
    }
}

async fn ask(State(host): State<Arc<Host>>, headers: HeaderMap) -> Response {
    let mut page = Page::new("Sign in");
    if let Some(account) = signed_in(&host, &headers).await {
        page.markup(format_args!(
            "<p>You are {}. <a href=\"/@{}\">Your page</a></p>",
            Text(&account.name),
            Text(&account.name)
        ));
        page.markup(format_args!(
            "<form method=\"post\" action=\"/signout\"><button>Sign out</button></form>"
        ));
        return page.into_response();
    }
    let how =
        host.ssh_command(&headers).map_or_else(String::new, |ssh| format!(" (<code>{}</code>)", Text(&ssh)));
    page.markup(format_args!(
        "<p>Connect by SSH{how}, choose \"Sign in on the web\" there, and type the code here. It works once, for ten \
         minutes. Your SSH key is your account; there is nothing else to register.</p>"
    ));
    page.markup(format_args!(
        "<form class=\"fields\" method=\"post\" action=\"/signin\"><label>Code <input name=\"code\" autocomplete=\"one-time-code\" \
         autocapitalize=\"none\" spellcheck=\"false\" maxlength=\"64\" required></label><button class=\"main\">Sign in</button></form>"
    ));
    page.into_response()
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

async fn sign_in(
    State(host): State<Arc<Host>>,
    Extension(net): Extension<Net>,
    Form(Code { code }): Form<Code>,
) -> Response {
    if !host.limits.code(net) {
        host.metrics.limited.add(1);
        return Page::failure(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many codes from your address; come back in an hour.",
        );
    }
    let letters = code.chars().filter(|letter| !letter.is_whitespace()).take(64);
    let code: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    let Ok(Some(id)) = host.ledger.use_code(&code, clock::now()).await else {
        return Page::failure(StatusCode::FORBIDDEN, "That code is not valid, or not any more.");
    };
    let token = random::token();
    let expires = clock::now() + SESSION_DAYS * clock::DAY;
    if host.ledger.create_web_session(&id, &token, expires).await.is_err() {
        return Page::failure(StatusCode::SERVICE_UNAVAILABLE, "The host cannot sign you in now.");
    }
    let age = SESSION_DAYS * 24 * 60 * 60;
    let secure = if host.trust_proxy { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    ([(header::SET_COOKIE, cookie)], Redirect::to("/signin")).into_response()
}

async fn sign_out(State(host): State<Arc<Host>>, headers: HeaderMap) -> Response {
    if let Some(token) = cookie(&headers) {
        let _ = host.ledger.end_web_session(&token).await;
    }
    let cookie = format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
}

/// `/@name`: a player's page.
async fn player(State(host): State<Arc<Host>>, Path(name): Path<String>) -> Response {
    let nobody = || Page::failure(StatusCode::NOT_FOUND, "There is no such page.");
    let Some(Ok(name)) = name.strip_prefix('@').map(Name::new) else { return nobody() };
    let Ok(Some(account)) = host.ledger.account_by_name(&name).await else { return nobody() };
    let mut page = Page::new(&account.name);
    page.text("h2", "Best runs");
    let bests = host.ledger.bests(&account.id).await.unwrap_or_default();
    boards::table(&mut page, &bests, true);
    page.text("h2", "Games");
    let games = host.ledger.games_of(&account.id, GAMES_MAX).await.unwrap_or_default();
    if games.iter().all(|game| game.privacy == Privacy::Private) {
        page.text("p", "Nothing yet.");
        return page.into_response();
    }
    page.markup(format_args!("<ul class=\"rooms\">"));
    for game in games.iter().filter(|game| game.privacy != Privacy::Private) {
        let state = if game.closed.is_some() { "over" } else { "open" };
        page.markup(format_args!(
            "<li><a href=\"/g/{}\">{}</a> <span class=\"dim\">{}, {state}</span></li>",
            Text(game.id.as_str()),
            Text(catalog::find(&game.game).map_or(game.game.as_str(), |entry| entry.title)),
            counted(usize::try_from(game.commands).unwrap_or(0), "command")
        ));
    }
    page.markup(format_args!("</ul>"));
    page.into_response()
}
