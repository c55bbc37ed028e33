//! Files loaded by pages: this host's style and scripts, and the browser edition if its folder is given.

use crate::serve::Host;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use std::sync::Arc;

const STYLE: &str = include_str!("../assets/host.css");
const PLAY: &str = include_str!("../assets/play.js");
const SEATS: &str = include_str!("../assets/seats.js");
const ICON: &str = include_str!("../../front-web/page/icon.svg");
/// Pages of games are drawn when they are asked for; crawlers have no use for each turn of each run.
const ROBOTS: &str = "User-agent: *\nDisallow: /g/\nDisallow: /r/\nDisallow: /play\nDisallow: /api/\n";

/// The browser edition compiles WebAssembly and uses a worker thread.
pub(crate) const BROWSER_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                                         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                                         connect-src 'self' data: blob:; base-uri 'none'; frame-ancestors 'none'";

/// Maximum length of a file name of the browser edition.
const NAME_MAX: usize = 64;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/assets/host.css", get(|| async { text("text/css; charset=utf-8", STYLE) }))
        .route("/assets/play.js", get(|| async { text("text/javascript; charset=utf-8", PLAY) }))
        .route("/assets/seats.js", get(|| async { text("text/javascript; charset=utf-8", SEATS) }))
        .route("/assets/icon.svg", get(|| async { text("image/svg+xml", ICON) }))
        .route("/favicon.ico", get(|| async { Redirect::permanent("/assets/icon.svg") }))
        .route("/robots.txt", get(|| async { text("text/plain; charset=utf-8", ROBOTS) }))
        .route("/browser", get(|| async { Redirect::permanent("/browser/") }))
        .route("/browser/", get(|state| browser(state, Path("index.html".to_owned()))))
        .route("/browser/{name}", get(browser))
}

fn text(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

/// A file of the browser edition. Its folder is flat: a name never contains a path.
async fn browser(State(host): State<Arc<Host>>, Path(name): Path<String>) -> Response {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let plain = name.len() <= NAME_MAX && !name.starts_with('.') && name.bytes().all(fits);
    let Some(folder) = host.web.as_ref().filter(|_| plain) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let path = folder.join(&name);
    let read = tokio::task::spawn_blocking(move || std::fs::read(path));
    match read.await {
        Ok(Ok(bytes)) => {
            let kind = kind(&name);
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], bytes).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
