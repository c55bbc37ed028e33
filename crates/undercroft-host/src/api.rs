//! The HTTP API for programs: JSON and runs.

use crate::rooms::is_for_several;
use crate::serve::Host;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use ledger::Ledger as _;
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of rooms in a list.
pub(crate) const LISTED_MAX: usize = 100;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/api/v1/games.json", get(games))
        .route("/status.json", get(status))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
}

/// The games that can be played, and the rooms that can be watched.
async fn games(State(host): State<Arc<Host>>) -> Json<Value> {
    let games = catalog::GAMES.iter().map(|entry| {
        let shared = is_for_several(entry);
        json!({
            "id": entry.id, "title": entry.title, "pitch": entry.pitch, "rules": entry.rules, "shared": shared,
            "verbs": (entry.verbs)().iter().map(verb).collect::<Value>(),
        })
    });
    let rooms = host.rooms.list(LISTED_MAX).into_iter().map(|room| {
        json!({
            "id": room.facts.id.as_str(), "game": room.facts.game, "shared": room.facts.shared, "n": room.commands,
            "players": room.players, "connected": room.connected, "over": room.over, "class": room.facts.class.word(),
        })
    });
    Json(json!({ "games": games.collect::<Value>(), "rooms": rooms.collect::<Value>() }))
}

/// What a client needs to know about a verb for keys and buttons.
fn verb(verb: &session::VerbInfo) -> Value {
    let way = |dir: kernel::Dir| format!("{dir:?}");
    let ways: Vec<(&str, String)> = verb.ways.iter().map(|(word, dir)| (*word, way(*dir))).collect();
    json!({
        "name": verb.name, "word": verb.words.first(), "keys": verb.keys.iter().collect::<String>(),
        "way": verb.way.map(way), "phases": verb.phases, "help": verb.help,
        "follows": verb.follows.to_string(), "ways": ways,
    })
}

async fn status(State(host): State<Arc<Host>>) -> Json<Value> {
    let metrics = host.metrics;
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "uptime_seconds": host.began.elapsed().as_secs(),
        "draining": host.rooms.is_draining(),
        "rooms": metrics.rooms.get(),
        "players": metrics.players.get(),
        "watchers": metrics.watchers.get(),
        "commands": metrics.commands.get(),
    }))
}

async fn ready(State(host): State<Arc<Host>>) -> Response {
    if host.rooms.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    match host.ledger.ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response(),
    }
}
