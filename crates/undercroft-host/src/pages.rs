//! Pages for people. They are readable without scripts; only playing and live watching need one.

use crate::api::LISTED_MAX;
use crate::budget::Payer;
use crate::limits::Net;
use crate::page::{Page, Text};
use crate::serve::Host;
use crate::{clock, seeds};
use axum::Router;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
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

async fn lobby(State(host): State<Arc<Host>>) -> Response {
    let mut page = Page::new("Undercroft");
    page.text("p", "Five classic dungeon games. Play here, watch others, or come by SSH.");
    page.text("h2", "Play");
    let today = clock::date().map(|date| date.to_string()).unwrap_or_default();
    page.markup(format_args!("<ul>"));
    for entry in catalog::GAMES {
        page.markup(format_args!(
            "<li><a href=\"/play?game={}\">{}</a>: {} <a href=\"/daily/{today}/{}\">Today's game</a></li>",
            Text(entry.id),
            Text(entry.title),
            Text(entry.pitch),
            Text(entry.id)
        ));
    }
    page.markup(format_args!("</ul>"));
    if host.web.is_some() {
        page.markup(format_args!(
            "<p><a href=\"/browser/\">The browser edition</a> keeps its games in your browser.</p>"
        ));
    }
    page.text("h2", "Watch");
    let rooms = host.rooms.list(LISTED_MAX);
    if rooms.is_empty() {
        page.text("p", "Nobody plays at the moment.");
        return page.into_response();
    }
    page.markup(format_args!("<ul>"));
    for room in rooms {
        page.markup(format_args!(
            "<li><a href=\"/g/{}\">{}</a>, {} commands, {} here{}</li>",
            Text(room.facts.id.as_str()),
            Text(room.facts.game),
            room.commands,
            room.connected,
            if room.over { ", over" } else { "" }
        ));
    }
    page.markup(format_args!("</ul>"));
    page.into_response()
}

/// The page for playing. Without scripts it describes the other ways to play.
async fn play() -> Response {
    let mut page = Page::new("Play");
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
    let mut page = Page::new(room.facts.game);
    page.script("play.js");
    let draw = |session: &dyn session::Session| {
        let mut scene = kernel::Scene::default();
        session.draw(kernel::Seat(0), 0, 0, None, &mut scene);
        (scene.rows(), session.commands())
    };
    let shown = (room.facts.privacy == Privacy::Live).then(|| room.look(draw)).flatten();
    match &shown {
        Some((_, commands)) => page.markup(format_args!(
            "<p id=\"status\" role=\"status\">After {commands} commands. <a href=\"/g/{}\">Look again</a></p>",
            Text(&id)
        )),
        None => page.markup(format_args!("<p id=\"status\" role=\"status\">This game is shown later than it is played.</p>")),
    }
    if room.facts.shared {
        page.markup(format_args!("<p><a href=\"/play?join={}\">Join this game</a></p>", Text(&id)));
    }
    page.markup(format_args!(
        "<pre id=\"scene\" data-watch=\"{}\" tabindex=\"0\" aria-label=\"Board\">{}</pre>",
        Text(&id),
        Text(&shown.map(|(rows, _)| rows.join("\n")).unwrap_or_default())
    ));
    page.markup(format_args!(
        "<div id=\"log\" role=\"log\" aria-live=\"polite\" aria-label=\"Messages\"></div>"
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
    let mut page = Page::new(&row.game);
    let state = if row.closed.is_some() { "It is over" } else { "It cannot be opened at this moment" };
    page.markup(format_args!("<p>{state}, after {} commands, class {}.</p>", row.commands, row.class.word()));
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
        page.markup(format_args!("<p><a href=\"/r/{hash}/0\">Its run</a></p>"));
    }
    page.into_response()
}
