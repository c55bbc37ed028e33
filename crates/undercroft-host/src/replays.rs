//! `/r/HASH/TURN`: the state of a run after one of its commands, drawn without scripts.

use crate::budget::{Payer, SPENT, cpu_time};
use crate::limits::Net;
use crate::page::{Board, Page, Text};
use crate::serve::Host;
use crate::{people, seeds};
use axum::Router;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Redirect, Response};
use axum::routing::get;
use kernel::{Scene, Seat};
use ledger::{RunHash, Runs as _, Verdict};
use session::{Run, Seating};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::spawn_blocking;

/// Time limit for one replay.
const PATIENCE: Duration = Duration::from_secs(5);
/// Number of commands between two checks of the time.
const SLICE: usize = 256;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route(
            "/r/{hash}",
            get(|Path(hash): Path<String>| async move { Redirect::to(&format!("/r/{hash}/0")) }),
        )
        .route("/r/{hash}/{turn}", get(show))
}

/// The state of a run after a command.
struct Look {
    title: &'static str,
    rows: Vec<String>,
    inks: Vec<String>,
    said: Vec<String>,
    at: usize,
    commands: usize,
}

async fn show(
    State(host): State<Arc<Host>>,
    Extension(net): Extension<Net>,
    headers: HeaderMap,
    Path((hash, turn)): Path<(String, u64)>,
) -> Response {
    let nothing = || Page::failure(StatusCode::NOT_FOUND, "There is no such run here.");
    let Ok(hash) = RunHash::new(&hash) else { return nothing() };
    let Ok(Some(text)) = host.ledger.run_text(&hash).await else { return nothing() };
    if seeds::sealed(&host.ledger, &text).await.is_some() {
        return Page::failure(StatusCode::FORBIDDEN, seeds::SEALED);
    }
    let verdict = host.ledger.verdict(&hash).await.ok().flatten();
    let account = people::signed_in(&host, &headers).await;
    let payer = Payer::of(account.as_ref().map(|account| &account.id), net);
    let place = host.limits.openings.take(net);
    if place.is_none() || !host.budget.allows(&payer) {
        host.metrics.limited.add(1);
        return Page::failure(StatusCode::TOO_MANY_REQUESTS, SPENT);
    }
    let Ok(_turn) = host.looks.acquire().await else { return nothing() };
    let at = usize::try_from(turn).unwrap_or(usize::MAX);
    let looked = spawn_blocking(move || {
        let began = cpu_time();
        let look = look(&text, at);
        (look, cpu_time().saturating_sub(began))
    });
    match looked.await {
        Ok((look, took)) => {
            host.budget.charge(payer, took);
            match look {
                Ok(look) => page(&hash, &look, verdict.as_ref()),
                Err(why) => Page::failure(StatusCode::UNPROCESSABLE_ENTITY, &why),
            }
        }
        Err(_) => Page::failure(StatusCode::UNPROCESSABLE_ENTITY, "This run cannot be shown."),
    }
}

/// Replays a run up to a command.
fn look(text: &[u8], at: usize) -> Result<Look, String> {
    let began = Instant::now();
    let run = Run::parse(text).run.ok_or("This is no run.")?;
    let entry = session::game_of(catalog::GAMES, &run).map_err(|fault| fault.to_string())?;
    let commands = run.steps.len();
    let at = at.min(commands);
    let seating = Seating::default();
    let mut again =
        (entry.again)(Cow::Owned(run), at, None, None, &seating).map_err(|difference| difference.what)?;
    let mut left = at;
    while left > 0 {
        // The last command is played with its sentences.
        let slice = if left == 1 { 1 } else { SLICE.min(left - 1) };
        if !again.play(slice, left == 1) {
            break;
        }
        left -= slice;
        if began.elapsed() > PATIENCE {
            return Err("It takes too long to play this run again up to here.".to_owned());
        }
    }
    if let Some(difference) = again.difference() {
        return Err(format!("This run is not what it says: turn {}: {}.", difference.turn, difference.what));
    }
    let session = again.session();
    let mut scene = Scene::default();
    session.draw(Seat(0), 0, 0, None, &mut scene);
    let said = session.said().iter().map(|sentence| sentence.text.clone()).collect();
    Ok(Look { title: entry.title, rows: scene.rows(), inks: hall::inks_of(&scene), said, at, commands })
}

fn page(hash: &RunHash, look: &Look, verdict: Option<&Verdict>) -> Response {
    let mut page = Page::new(&format!("{}, command {} of {}", look.title, look.at, look.commands));
    match verdict {
        Some(verdict) => page.markup(format_args!(
            "<p>{} ({}, {})</p>",
            Text(&verdict.sentence),
            verdict.class.word(),
            Text(&verdict.edition)
        )),
        None => page.text("p", "This run was not verified yet."),
    }
    let link = |name: &str, at: usize| format!("<a href=\"/r/{hash}/{at}\">{name}</a> ");
    page.markup(format_args!(
        "<p class=\"pills\">{}{}{}{}{}{}</p>",
        link("first", 0),
        link("-100", look.at.saturating_sub(100)),
        link("-1", look.at.saturating_sub(1)),
        link("+1", (look.at + 1).min(look.commands)),
        link("+100", (look.at + 100).min(look.commands)),
        link("last", look.commands)
    ));
    page.markup(format_args!(
        "<pre aria-label=\"Board\" tabindex=\"0\">{}</pre>",
        Board { rows: &look.rows, inks: &look.inks }
    ));
    for said in &look.said {
        page.text("p", said);
    }
    page.markup(format_args!("<p><a href=\"/api/v1/runs/{hash}\">The run as text</a></p>"));
    page.into_response()
}
