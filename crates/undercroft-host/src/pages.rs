//! Pages for people. They are readable without scripts; only playing and live watching need one.

use crate::api::LISTED_MAX;
use crate::budget::Payer;
use crate::limits::Net;
use crate::page::{Page, SITE, Text};
use crate::rooms::Listed;
use crate::serve::Host;
use crate::{clock, seeds};
use axum::Router;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use ledger::{Challenges as _, GameId, Games as _, Privacy, RunHash};
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new().route("/", get(lobby)).route("/play", get(play)).route("/g/{id}", get(watch))
}

/// 404 page.
pub(crate) async fn nothing() -> Response {
    Page::failure(StatusCode::NOT_FOUND, "There is no such page.")
}

async fn lobby(State(host): State<Arc<Host>>, headers: HeaderMap) -> Response {
    let mut page = Page::new(SITE);
    page.script("seats.js");
    match host.ssh_command(&headers) {
        Some(command) => page.markup(format_args!(
            "<p>Five classic dungeon games. Play here, watch others, or come by SSH: <code>{}</code></p>",
            Text(&command)
        )),
        None => page.text("p", "Five classic dungeon games. Play here, watch others, or come by SSH."),
    }
    page.markup(format_args!(
        "<section id=\"mine\" hidden><h2>Go on</h2><ul class=\"rooms\" id=\"seats\"></ul></section>"
    ));
    page.text("h2", "Play");
    let today = clock::date();
    page.markup(format_args!("<ul class=\"cards\">"));
    for entry in catalog::GAMES {
        page.markup(format_args!(
            "<li><h3>{}</h3><p>{}</p><p class=\"links\"><a class=\"button main\" href=\"/play?game={}\">Play</a> \
             <a href=\"/daily/{today}/{}\">Today's game</a> <a href=\"/board/{}\">Board</a></p></li>",
            Text(entry.title),
            Text(entry.pitch),
            entry.id,
            entry.id,
            entry.id
        ));
    }
    page.markup(format_args!("</ul>"));
    if host.web.is_some() {
        page.markup(format_args!(
            "<p><a href=\"/browser/\">The browser edition</a> has all of the application, plays without a connection, and \
             keeps its games in your browser.</p>"
        ));
    }
    page.text("h2", "Watch");
    let rooms = host.rooms.list(LISTED_MAX);
    if rooms.is_empty() {
        page.text("p", "Nobody plays at the moment.");
        return page.into_response();
    }
    page.markup(format_args!("<ul class=\"rooms\">"));
    for room in &rooms {
        listed(&mut page, room);
    }
    page.markup(format_args!("</ul>"));
    page.into_response()
}

/// A room of the list.
fn listed(page: &mut Page, room: &Listed) {
    let id = room.facts.id.as_str();
    let title = catalog::find(room.facts.game).map_or(room.facts.game, |entry| entry.title);
    let join = match room.facts.shared && !room.over {
        true => format!(" <a href=\"/play?join={}\">Join</a>", Text(id)),
        false => String::new(),
    };
    page.markup(format_args!(
        "<li><a href=\"/g/{}\">{}</a> <span>{}</span> <span class=\"dim\">{}, {} here{}</span>{join}</li>",
        Text(id),
        Text(title),
        Text(&room.players.join(", ")),
        counted(room.commands, "command"),
        room.connected,
        if room.over { ", over" } else { "" }
    ));
}

/// A number of things.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The page for playing. Without scripts it describes the other ways to play.
async fn play() -> Response {
    let mut page = Page::new("Play");
    page.script("seats.js");
    page.script("play.js");
    page.markup(format_args!("{}", include_str!("../assets/play.html")));
    page.into_response()
}

/// A game's current state. With scripts the page is updated live.
async fn watch(
    State(host): State<Arc<Host>>,
    Extension(net): Extension<Net>,
    Path(id): Path<String>,
) -> Response {
    let Some(_place) = host.limits.openings.take(net) else {
        return Page::failure(StatusCode::TOO_MANY_REQUESTS, "You open too many games at once.");
    };
    let room = match host.rooms.find(&id, Some(&Payer::Net(net))).await {
        Ok(room) => room,
        Err(_) => return over(&host, &id).await,
    };
    if room.facts.privacy == Privacy::Private {
        return Page::failure(StatusCode::FORBIDDEN, "This game is private.");
    }
    let title = catalog::find(room.facts.game).map_or(room.facts.game, |entry| entry.title);
    let mut page = Page::new(&match room.players().join(", ") {
        names if names.is_empty() => title.to_owned(),
        names => format!("{title}: {names}"),
    });
    page.script("seats.js");
    page.script("play.js");
    let draw = |session: &dyn session::Session| {
        let mut scene = kernel::Scene::default();
        session.draw(kernel::Seat(0), 0, 0, None, &mut scene);
        (scene.rows(), session.commands())
    };
    let shown = (room.facts.privacy == Privacy::Live).then(|| room.look(draw)).flatten();
    match &shown {
        Some((_, commands)) => page.markup(format_args!(
            "<p id=\"status\" role=\"status\">After {}. <a href=\"/g/{}\">Look again</a></p>",
            counted(*commands, "command"),
            Text(&id)
        )),
        None => page.markup(format_args!(
            "<p id=\"status\" role=\"status\">This game is shown later than it is played.</p>"
        )),
    }
    if room.facts.shared {
        page.markup(format_args!("<p><a href=\"/play?join={}\">Join this game</a></p>", Text(&id)));
    }
    page.markup(format_args!(
        "<div id=\"table\"><div id=\"view\"><pre id=\"scene\" data-watch=\"{}\" tabindex=\"0\" aria-label=\"Board\">{}</pre></div>",
        Text(&id),
        Text(&shown.map(|(rows, _)| rows.join("\n")).unwrap_or_default())
    ));
    page.markup(format_args!(
        "<div id=\"side\"><p id=\"vitals\" hidden></p>\n\
         <div id=\"log\" role=\"log\" aria-live=\"polite\" aria-label=\"Messages\"></div></div></div>"
    ));
    page.into_response()
}

/// A finished game: a link to its run, and its seed.
async fn over(host: &Host, id: &str) -> Response {
    let nothing = || Page::failure(StatusCode::NOT_FOUND, "There is no such game.");
    let Ok(id) = GameId::new(id) else { return nothing() };
    let Ok(Some(row)) = host.ledger.game(&id).await else { return nothing() };
    if row.privacy == Privacy::Private {
        return Page::failure(StatusCode::FORBIDDEN, "This game is private.");
    }
    let mut page = Page::new(catalog::find(&row.game).map_or(row.game.as_str(), |entry| entry.title));
    let state = if row.closed.is_some() { "It is over" } else { "It cannot be opened at this moment" };
    let commands = counted(usize::try_from(row.commands).unwrap_or(0), "command");
    page.markup(format_args!("<p>{state}, after {commands}, class {}.</p>", row.class.word()));
    let seal = match &row.seal {
        Some(seal) => host.ledger.sealed(seal).await.ok().flatten(),
        None => None,
    };
    if let Some(seal) = &seal {
        page.markup(format_args!("<p>The hash of its seed: <code>{}</code></p>", Text(&seal.commitment)));
        match seal.published {
            Some((_, secret)) => {
                page.markup(format_args!(
                    "<p>Its seed: <code>{}</code></p>",
                    Text(&seeds::seed_text(secret))
                ));
            }
            None => page.text("p", "Its seed is published when the challenge is over."),
        }
    }
    if seal.is_none_or(|seal| seal.published.is_some())
        && let Ok(text) = host.ledger.game_text(&id, 0).await
    {
        let hash = RunHash::of(text.as_bytes());
        page.markup(format_args!(
            "<p><a class=\"button main\" href=\"/r/{hash}/0\">Look at its run, turn by turn</a></p>"
        ));
    }
    page.into_response()
}
