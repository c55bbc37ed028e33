//! The page in a real browser. Skipped without Chromium, unless `UNDERCROFT_BROWSER=required`, which makes
//! that a failure.

mod axe;
mod devtools;
mod hands;
mod heard;
mod kept;
mod links;
mod phones;
mod runs;
mod server;
mod speed;

use devtools::{Browser, Tab};
use server::Server;
use std::sync::{Mutex, MutexGuard};

/// One browser at a time, so that measurements are not disturbed.
static TURN: Mutex<()> = Mutex::new(());

/// The page in a browser.
struct Visit {
    browser: Browser,
    server: Server,
    _turn: MutexGuard<'static, ()>,
}

impl Visit {
    /// Starts a browser with a fresh profile; `None` and a reported skip if that is impossible.
    fn new() -> Option<Self> {
        let turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(page) = server::page() else {
            testkit::skip("the page is not built (cargo xtask web)");
            return None;
        };
        Some(Self { browser: devtools::browser()?, server: Server::start(page), _turn: turn })
    }

    /// Opens a tab with the page.
    fn tab(&mut self) -> Tab {
        let tab = self.browser.tab("");
        self.open(&tab, "");
        tab
    }

    fn open(&mut self, tab: &Tab, fragment: &str) {
        self.browser.open(tab, &format!("{}{fragment}", self.server.address));
    }

    /// Reloads the page, like Ctrl-R.
    fn reload(&mut self, tab: &Tab) {
        self.browser.value(tab, "void (window.undercroft = null)");
        self.browser.call(Some(tab), "Page.reload", serde_json::json!({})).expect("it reloads");
        self.browser
            .wait(tab, "window.undercroft && performance.getEntriesByName('undercroft:first-frame').length");
    }

    /// Waits until everything is in the storage; an export waits for that.
    fn settle(&mut self, tab: &Tab) {
        self.browser.value(tab, "undercroft.exportAll().then(() => true)");
    }

    /// Begins a game by its number on the title screen.
    fn begin(&mut self, tab: &Tab, game: usize) {
        self.browser.keys(tab, &format!("{game} enter"));
    }

    /// The text of the page's notice.
    fn notice(&mut self, tab: &Tab) -> String {
        self.browser.wait(tab, "!document.getElementById('notice').hidden");
        let text = self.browser.value(tab, "document.querySelector('#notice p').textContent");
        text.as_str().unwrap_or_default().to_owned()
    }

    fn press_notice(&mut self, tab: &Tab) {
        self.browser.value(tab, "document.querySelector('#notice button').click()");
    }
}

/// Number of commands in a run: the lines between its header and its end.
fn commands(run: &str) -> usize {
    run.lines()
        .skip_while(|line| !line.starts_with("begin"))
        .skip(1)
        .filter(|line| !line.starts_with('='))
        .count()
}

/// Keys that are commands or refused in every game; none of them leaves it.
const KEYS: [&str; 8] = ["up", "down", "left", "right", "home", "end", "page-up", "page-down"];
