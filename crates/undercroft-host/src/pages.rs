//! The pages for people. They read without a script; only playing and watching live need one.

use crate::api::LISTED_MAX;
use crate::page::{Page, Text};
use crate::serve::Host;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new().route("/", get(lobby)).route("/play", get(play)).route("/g/{id}", get(watch))
}

/// What nobody has.
pub(crate) async fn nothing() -> Response {
    Page::failure(StatusCode::NOT_FOUND, "There is no such page.")
}

async fn lobby(State(host): State<Arc<Host>>) -> Response {
    let mut page = Page::new("Undercroft");
    page.text("p", "Five classic dungeon games. Play here, watch others, or come by SSH.");
    page.text("h2", "Play");
    page.markup(format_args!("<ul>"));
    for entry in catalog::GAMES {
        page.markup(format_args!(
            "<li><a href=\"/play?game={}\">{}</a>: {}</li>",
            Text(entry.id),
            Text(entry.title),
            Text(entry.pitch)
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
            Text(&room.facts.id),
            Text(room.facts.game),
            room.commands,
            room.connected,
            if room.over { ", over" } else { "" }
        ));
    }
    page.markup(format_args!("</ul>"));
    page.into_response()
}

/// The page one plays in. Without a script it says how else to come.
async fn play() -> Response {
    let mut page = Page::new("Play");
    page.script("play.js");
    page.markup(format_args!("{}", include_str!("../assets/play.html")));
    page.into_response()
}

/// A game as it stands. With a script the page follows it.
async fn watch(State(host): State<Arc<Host>>, Path(id): Path<String>) -> Response {
    let room = match host.rooms.find(&id).await {
        Ok(room) => room,
        Err(why) => return Page::failure(StatusCode::NOT_FOUND, &why),
    };
    let mut page = Page::new(room.facts.game);
    page.script("play.js");
    let rows = room.look(|session| {
        let mut scene = kernel::Scene::default();
        session.draw(kernel::Seat(0), 0, 0, None, &mut scene);
        (scene.rows(), session.commands())
    });
    let (rows, commands) = rows.unwrap_or_default();
    page.markup(format_args!(
        "<p id=\"status\" role=\"status\">After {commands} commands. <a href=\"/g/{}\">Look again</a></p>",
        Text(&id)
    ));
    page.markup(format_args!(
        "<pre id=\"scene\" data-watch=\"{}\" tabindex=\"0\" aria-label=\"Board\">{}</pre>",
        Text(&id),
        Text(&rows.join("\n"))
    ));
    page.markup(format_args!(
        "<div id=\"log\" role=\"log\" aria-live=\"polite\" aria-label=\"Messages\"></div>"
    ));
    page.into_response()
}
