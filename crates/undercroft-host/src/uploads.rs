//! Runs by hash or game: uploading, fetching, verdicts.

use crate::budget::Payer;
use crate::limits::Net;
use crate::serve::Host;
use crate::{people, seeds};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, FromRequest as _, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ledger::{Challenges as _, GameId, Games as _, Privacy, RUN_BYTES_MAX, RunHash, Runs as _};
use serde_json::json;
use session::Run;
use std::sync::Arc;

/// Runs that may wait to be verified.
const WAITING_MAX: i64 = 2000;
/// Runs of one account or address among them.
const WAITING_EACH_MAX: usize = 20;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/api/v1/runs", post(upload).layer(DefaultBodyLimit::max(RUN_BYTES_MAX)))
        .route("/api/v1/runs/{id}", get(fetch))
        .route("/api/v1/runs/{hash}/verdict", get(verdict))
}

fn failure(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}

/// Takes a run and queues it to be verified. A known run costs nothing.
async fn upload(State(host): State<Arc<Host>>, Extension(net): Extension<Net>, request: Request) -> Response {
    // Only so many bodies of one address are in memory at a time.
    let Some(_place) = host.limits.reading.take(net) else {
        host.metrics.limited.add(1);
        return failure(StatusCode::TOO_MANY_REQUESTS, "Send fewer runs at a time.");
    };
    let account = people::signed_in(&host, request.headers()).await;
    if account.as_ref().is_some_and(|account| account.blocked) {
        return failure(StatusCode::FORBIDDEN, "Your account is blocked.");
    }
    let body = match Bytes::from_request(request, &()).await {
        Ok(body) => body,
        Err(rejected) => return failure(rejected.status(), "A run may have 2 MiB."),
    };
    if !Run::looks_like(&body) {
        return failure(StatusCode::BAD_REQUEST, "This is not a run of Undercroft.");
    }
    let hash = RunHash::of(&body);
    let accepted = |new: bool| {
        (StatusCode::ACCEPTED, Json(json!({ "hash": hash.as_str(), "new": new }))).into_response()
    };
    if let Ok(Some(_)) = host.ledger.run_text(&hash).await {
        return accepted(false);
    }
    let account = account.map(|account| account.id);
    let payer = Payer::of(account.as_ref(), net);
    if !host.limits.upload(net)
        || !host.budget.allows(&payer)
        || host.payers.waiting(&payer) >= WAITING_EACH_MAX
    {
        host.metrics.limited.add(1);
        return failure(StatusCode::TOO_MANY_REQUESTS, "As many runs as you may send are being verified.");
    }
    if host.ledger.waiting(None).await.unwrap_or(i64::MAX) >= WAITING_MAX {
        return failure(
            StatusCode::SERVICE_UNAVAILABLE,
            "Too many runs wait to be verified; come back later.",
        );
    }
    host.payers.add(hash.clone(), payer);
    match host.ledger.upload(body.to_vec(), account.as_ref(), crate::clock::now()).await {
        Ok((_, new)) => {
            host.queued.notify_one();
            accepted(new)
        }
        Err(why) => {
            host.payers.take(&hash);
            failure(StatusCode::SERVICE_UNAVAILABLE, &crate::rooms::told(why))
        }
    }
}

/// The text of a run, by its hash or its game.
async fn fetch(State(host): State<Arc<Host>>, Path(id): Path<String>) -> Response {
    if let Ok(hash) = RunHash::new(&id) {
        return match host.ledger.run_text(&hash).await {
            Ok(Some(text)) => match seeds::sealed(&host.ledger, &text).await {
                None => run(text),
                Some(commitment) => sealed(&commitment),
            },
            _ => failure(StatusCode::NOT_FOUND, "There is no such run here."),
        };
    }
    let nobody = || failure(StatusCode::NOT_FOUND, "There is no such game.");
    let Ok(id) = GameId::new(&id) else { return nobody() };
    let Ok(Some(row)) = host.ledger.game(&id).await else { return nobody() };
    if row.privacy != Privacy::Live && row.closed.is_none() || row.privacy == Privacy::Private {
        return failure(StatusCode::FORBIDDEN, "The player of this game does not show it.");
    }
    if let Some(seal) = &row.seal {
        match host.ledger.sealed(seal).await {
            Ok(Some(seal)) if seal.published.is_some() => {}
            Ok(Some(seal)) => return sealed(&seal.commitment),
            _ => return nobody(),
        }
    }
    match host.ledger.game_text(&id, 0).await {
        Ok(text) => run(text.into_bytes()),
        Err(why) => failure(StatusCode::SERVICE_UNAVAILABLE, &crate::rooms::told(why)),
    }
}

fn sealed(commitment: &str) -> Response {
    let told = json!({ "error": seeds::SEALED, "commitment": commitment });
    (StatusCode::FORBIDDEN, Json(told)).into_response()
}

fn run(text: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// The verdict on a run, once it was replayed.
async fn verdict(State(host): State<Arc<Host>>, Path(hash): Path<String>) -> Response {
    let Ok(hash) = RunHash::new(&hash) else {
        return failure(StatusCode::NOT_FOUND, "There is no such run here.");
    };
    match host.ledger.verdict(&hash).await {
        Ok(Some(verdict)) => Json(json!({
            "run": verdict.run.as_str(), "good": verdict.good, "sentence": verdict.sentence, "game": verdict.game,
            "rules": verdict.rules, "class": verdict.class.word(), "edition": verdict.edition, "score": verdict.score,
            "turns": verdict.turns, "marks": verdict.marks, "build": verdict.build,
        }))
        .into_response(),
        Ok(None) => failure(StatusCode::NOT_FOUND, "It was not verified yet."),
        Err(why) => failure(StatusCode::SERVICE_UNAVAILABLE, &crate::rooms::told(why)),
    }
}
