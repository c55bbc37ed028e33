//! The page in a real browser. Without Chromium these tests are skipped; `UNDERCROFT_BROWSER=required` makes that a failure.

mod axe;
mod devtools;
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

/// One browser at a time: what is measured must not wait for the others.
static TURN: Mutex<()> = Mutex::new(());

/// The page in a browser.
struct Visit {
    browser: Browser,
    server: Server,
    _turn: MutexGuard<'static, ()>,
}

impl Visit {
    /// A browser without a past, or nothing and a loud skip.
    fn new() -> Option<Self> {
        let turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(page) = server::page() else {
            testkit::skip("the page is not built (cargo xtask web)");
            return None;
        };
        Some(Self { browser: devtools::browser()?, server: Server::start(page), _turn: turn })
    }

    /// A tab with the page.
    fn tab(&mut self) -> Tab {
        let tab = self.browser.tab("");
        self.open(&tab, "");
        tab
    }

    fn open(&mut self, tab: &Tab, fragment: &str) {
        self.browser.open(tab, &format!("{}{fragment}", self.server.address));
    }

    /// The page again, as after Ctrl-R.
    fn reload(&mut self, tab: &Tab) {
        self.browser.value(tab, "void (window.undercroft = null)");
        self.browser.call(Some(tab), "Page.reload", serde_json::json!({})).expect("it reloads");
        self.browser
            .wait(tab, "window.undercroft && performance.getEntriesByName('undercroft:first-frame').length");
    }

    /// Waits until the storage has everything: an export waits for it.
    fn settle(&mut self, tab: &Tab) {
        self.browser.value(tab, "undercroft.exportAll().then(() => true)");
    }

    /// Begins a game by its number on the title screen.
    fn begin(&mut self, tab: &Tab, game: usize) {
        self.browser.keys(tab, &format!("{game} enter"));
    }

    /// The page's notice: its text.
    fn notice(&mut self, tab: &Tab) -> String {
        self.browser.wait(tab, "!document.getElementById('notice').hidden");
        let text = self.browser.value(tab, "document.querySelector('#notice p').textContent");
        text.as_str().unwrap_or_default().to_owned()
    }

    fn press_notice(&mut self, tab: &Tab) {
        self.browser.value(tab, "document.querySelector('#notice button').click()");
    }
}

/// The commands of a run: what stands between its header and its end.
fn commands(run: &str) -> usize {
    run.lines()
        .skip_while(|line| !line.starts_with("begin"))
        .skip(1)
        .filter(|line| !line.starts_with('='))
        .count()
}

/// Keys that are commands in every game, or are refused; none of them leads out.
const KEYS: [&str; 8] = ["up", "down", "left", "right", "home", "end", "page-up", "page-down"];
