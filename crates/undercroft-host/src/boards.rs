//! Boards as pages and JSON. A row is a run that this host has replayed; the three classes are ranked
//! separately.

use crate::page::{Page, Text};
use crate::serve::Host;
use crate::{clock, seeds, verify};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use ledger::{BoardQuery, BoardRow, Boards as _, Class};
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of rows of a board.
const ROWS: u32 = 100;
const CLASSES: [Class; 3] = [Class::Live, Class::Open, Class::Bot];

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/board", get(index))
        .route("/board/{game}", get(|state, Path(game)| board(state, game, Class::Live, None)))
        .route("/board/{game}/{class}", get(classed))
        .route("/board/{game}/{class}/{edition}", get(edition))
        .route("/daily/{date}/{game}", get(daily))
        .route("/api/v1/boards/{file}", get(rows))
}

async fn index() -> Response {
    let mut page = Page::new("Boards");
    page.text("p", "Every row is a run that this host has played again to its end. What each class proves:");
    page.markup(format_args!("<ul>"));
    for class in CLASSES {
        page.markup(format_args!("<li><b>{}</b>: {}</li>", class.word(), meaning(class)));
    }
    page.markup(format_args!("</ul>\n<ul class=\"cards\">"));
    for entry in catalog::GAMES {
        page.markup(format_args!("<li><h3>{}</h3><p class=\"pills\">", Text(entry.title)));
        for class in CLASSES {
            page.markup(format_args!(
                "<a href=\"/board/{}/{}\">{}</a>",
                entry.id,
                class.word(),
                class.word()
            ));
        }
        page.markup(format_args!("</p></li>"));
    }
    page.markup(format_args!("</ul>"));
    page.into_response()
}

/// What a row of a class proves.
const fn meaning(class: Class) -> &'static str {
    match class {
        Class::Live => "Played on this host, on a seed that nobody knew before the game was over.",
        Class::Open => "The seed was known; anything goes.",
        Class::Bot => "Played by a program.",
    }
}

async fn classed(state: State<Arc<Host>>, Path((game, class)): Path<(String, String)>) -> Response {
    match Class::of(&class) {
        Some(class) => board(state, game, class, None).await,
        None => Page::failure(StatusCode::NOT_FOUND, "The classes are live, open and bot."),
    }
}

async fn edition(
    state: State<Arc<Host>>,
    Path((game, class, edition)): Path<(String, String, String)>,
) -> Response {
    match Class::of(&class) {
        Some(class) => board(state, game, class, Some(edition)).await,
        None => Page::failure(StatusCode::NOT_FOUND, "The classes are live, open and bot."),
    }
}

async fn board(
    State(host): State<Arc<Host>>,
    game: String,
    class: Class,
    edition: Option<String>,
) -> Response {
    let Some(entry) = catalog::find(&game) else {
        return Page::failure(StatusCode::NOT_FOUND, "There is no such game.");
    };
    let wanted = edition.as_deref().unwrap_or(verify::CLASSIC);
    let Some(edition) = verify::EDITIONS.into_iter().find(|edition| *edition == wanted) else {
        return Page::failure(StatusCode::NOT_FOUND, "The boards are classic, undercroft and daily.");
    };
    let query = query(&game, class, edition);
    let Ok(rows) = host.ledger.board(&query).await else {
        return Page::failure(StatusCode::SERVICE_UNAVAILABLE, "The host cannot read its database now.");
    };
    let mut page = Page::new(&format!("{}, {}, {edition}", entry.title, class.word()));
    page.markup(format_args!("<p class=\"pills\">"));
    for (other, its) in CLASSES.into_iter().flat_map(|class| verify::EDITIONS.map(|edition| (class, edition)))
    {
        // The seed of a daily game is sealed while it counts.
        if its == verify::DAILY && other != Class::Live {
            continue;
        }
        let current = if (other, its) == (class, edition) { " aria-current=\"page\"" } else { "" };
        page.markup(format_args!(
            "<a href=\"/board/{}/{}/{its}\"{current}>{} {its}</a>",
            entry.id,
            other.word(),
            other.word()
        ));
    }
    page.markup(format_args!("</p>"));
    page.text("p", meaning(class));
    table(&mut page, &rows, false);
    page.into_response()
}

fn query(game: &str, class: Class, edition: &str) -> BoardQuery {
    BoardQuery {
        game: game.to_owned(),
        class,
        edition: edition.to_owned(),
        days: None,
        one_each: true,
        limit: ROWS,
    }
}

/// Adds rows as a table.
pub(crate) fn table(page: &mut Page, rows: &[BoardRow], with_game: bool) {
    if rows.is_empty() {
        page.text("p", "Nothing yet.");
        return;
    }
    let game = if with_game { "<th scope=\"col\">Game</th>" } else { "" };
    page.markup(format_args!(
        "<table><thead><tr><th scope=\"col\" class=\"number\">Place</th>{game}<th scope=\"col\">Player</th><th scope=\"col\" class=\"number\">Score</th>\
         <th scope=\"col\" class=\"number\">Turns</th><th scope=\"col\">Run</th></tr></thead><tbody>"
    ));
    for (place, row) in (1..).zip(rows) {
        let game = if with_game {
            format!("<td>{}, {}, {}</td>", Text(&row.game), row.class.word(), Text(&row.edition))
        } else {
            String::new()
        };
        let name = match (&row.account, row.name.as_str()) {
            (_, "") => "a guest".to_owned(),
            (Some(_), name) => format!("<a href=\"/@{}\">{}</a>", Text(name), Text(name)),
            (None, name) => Text(name).to_string(),
        };
        page.markup(format_args!(
            "<tr><td class=\"number\">{place}</td>{game}<td>{name}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td><a href=\"/r/{}/{}\">look</a></td></tr>",
            row.score,
            row.turns,
            row.run,
            u32::MAX
        ));
    }
    page.markup(format_args!("</tbody></table>"));
}

/// The page of a day's challenge.
async fn daily(State(host): State<Arc<Host>>, Path((date, game)): Path<(String, String)>) -> Response {
    let found = match catalog::find(&game) {
        Some(entry) => {
            seeds::daily(&host.ledger, entry.id, &date).await.ok().flatten().map(|found| (entry, found))
        }
        None => None,
    };
    let Some((entry, challenge)) = found else {
        return Page::failure(StatusCode::NOT_FOUND, "There is no daily game of that day here.");
    };
    let mut page = Page::new(&format!("{} of {date}", entry.title));
    page.markup(format_args!(
        "<p>The hash of its seed: <code>{}</code></p>",
        Text(&challenge.seal.commitment)
    ));
    match challenge.seal.published {
        Some((_, secret)) => page.markup(format_args!(
            "<p>Its seed, now that it is over: <code>{}</code></p>",
            Text(&seeds::seed_text(secret))
        )),
        None if clock::day_of(clock::now()) == challenge.day => page.markup(format_args!(
            "<p>The seed is the same for everybody and is published when the day is over. \
             The first game of an account counts.</p>\n\
             <p><a class=\"button main\" href=\"/play?game={}&amp;daily={}\">Play it</a></p>",
            entry.id,
            Text(&date)
        )),
        None => page.text("p", "Its last games are being finished; then the seed is published."),
    }
    let query = BoardQuery {
        days: Some((challenge.day, challenge.day)),
        ..query(entry.id, Class::Live, verify::DAILY)
    };
    table(&mut page, &host.ledger.board(&query).await.unwrap_or_default(), false);
    page.into_response()
}

/// `/api/v1/boards/GAME.json`: all classes and editions of a game.
async fn rows(State(host): State<Arc<Host>>, Path(file): Path<String>) -> Response {
    let entry = file.strip_suffix(".json").and_then(catalog::find);
    let Some(entry) = entry else { return StatusCode::NOT_FOUND.into_response() };
    let mut all = Vec::new();
    for class in CLASSES {
        for edition in verify::EDITIONS {
            let Ok(rows) = host.ledger.board(&query(entry.id, class, edition)).await else {
                return StatusCode::SERVICE_UNAVAILABLE.into_response();
            };
            all.extend((1..).zip(rows).map(|(place, row): (u64, BoardRow)| {
                json!({
                    "place": place, "run": row.run.as_str(), "score": row.score, "turns": row.turns,
                    "class": row.class.word(), "edition": row.edition, "name": row.name, "day": row.day,
                })
            }));
        }
    }
    Json(json!({ "game": entry.id, "rows": Value::Array(all) })).into_response()
}
