//! A real Chromium, driven over the DevTools protocol through two pipes.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Common names of the Chromium binary.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Time limit for any answer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// The browser to use: the one named by `UNDERCROFT_BROWSER`, or one of the usual names.
fn found() -> Option<PathBuf> {
    let named = std::env::var_os("UNDERCROFT_BROWSER").filter(|name| name != "required" && !name.is_empty());
    if let Some(path) = named {
        return Some(path.into());
    }
    let folders: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let paths = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.into_iter().find(|path| path.is_file())
}

/// Starts the browser; `None` and a reported skip if there is none.
///
/// # Panics
/// If a browser is required and there is none.
pub(crate) fn browser() -> Option<Browser> {
    let Some(path) = found() else {
        let required = std::env::var_os("UNDERCROFT_BROWSER").is_some_and(|value| value == "required");
        assert!(!required, "browser: required, and there is no Chromium");
        testkit::skip("browser: skipped, no Chromium (set UNDERCROFT_BROWSER)");
        return None;
    };
    Some(Browser::start(&path))
}

pub(crate) struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    /// Events that were not read yet.
    pub(crate) events: VecDeque<Value>,
    last: u64,
    _folder: TempDir,
}

/// A tab and the session of its target.
#[derive(Clone, Debug)]
pub(crate) struct Tab {
    pub(crate) target: String,
    session: String,
}

impl Browser {
    fn start(path: &std::path::Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // The protocol uses file descriptors 3 and 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1"])
            .arg(path)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            // A test follows more links per second than a page may.
            .arg("--disable-ipc-flooding-protection")
            .args(["--disable-dev-shm-usage", "--mute-audio", "--window-size=1400,900"])
            .args(["--remote-debugging-pipe", &format!("--user-data-dir={}", folder.path().display())])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let (to, out) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let (send, from) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(out).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        Self { child, to, from, events: VecDeque::new(), last: 0, _folder: folder }
    }

    /// Calls a method of the browser or of a tab.
    pub(crate) fn call(&mut self, tab: Option<&Tab>, method: &str, params: Value) -> Result<Value, String> {
        let id = self.send(tab, method, params);
        let until = Instant::now() + PATIENCE;
        loop {
            let message = self.next(until).ok_or_else(|| format!("{method} is not answered"))?;
            if message["id"] == id {
                let error = &message["error"];
                return if error.is_null() { Ok(message["result"].clone()) } else { Err(error.to_string()) };
            }
            self.events.push_back(message);
        }
    }

    fn send(&mut self, tab: Option<&Tab>, method: &str, params: Value) -> u64 {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if let Some(tab) = tab {
            message["sessionId"] = json!(tab.session);
        }
        let written = self.to.write_all(format!("{message}\0").as_bytes()).and_then(|()| self.to.flush());
        written.expect("the browser listens");
        self.last
    }

    fn next(&mut self, until: Instant) -> Option<Value> {
        match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the browser ended"),
        }
    }

    /// Opens an empty tab, with scripts that run before those of any page.
    pub(crate) fn tab(&mut self, before: &str) -> Tab {
        let made = self.call(None, "Target.createTarget", json!({ "url": "about:blank" })).expect("a tab");
        let target = made["targetId"].as_str().expect("its name").to_owned();
        let params = json!({ "targetId": target, "flatten": true });
        let session = self.call(None, "Target.attachToTarget", params).expect("a session");
        let tab = Tab { target, session: session["sessionId"].as_str().expect("its name").to_owned() };
        for domain in ["Page.enable", "Runtime.enable", "Network.enable"] {
            self.call(Some(&tab), domain, json!({})).expect("it is known");
        }
        if !before.is_empty() {
            let params = json!({ "source": before });
            self.call(Some(&tab), "Page.addScriptToEvaluateOnNewDocument", params).expect("a script");
        }
        tab
    }

    /// Opens an address and waits for the first frame of the application.
    pub(crate) fn open(&mut self, tab: &Tab, address: &str) {
        self.call(Some(tab), "Page.navigate", json!({ "url": address })).expect("it is opened");
        self.wait(
            tab,
            "window.undercroft && performance.getEntriesByName('undercroft:first-frame').length > 0",
        );
    }

    /// The value of an expression, or of the promise it returns.
    pub(crate) fn value(&mut self, tab: &Tab, expression: &str) -> Value {
        self.evaluate(tab, expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    fn evaluate(&mut self, tab: &Tab, expression: &str) -> Result<Value, String> {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let done = self.call(Some(tab), "Runtime.evaluate", params)?;
        match done.get("exceptionDetails") {
            Some(error) => Err(error["exception"]["description"].as_str().unwrap_or("?").to_owned()),
            None => Ok(done["result"]["value"].clone()),
        }
    }

    /// Waits until an expression is true. It has no value while a page is being replaced.
    pub(crate) fn wait(&mut self, tab: &Tab, expression: &str) {
        let until = Instant::now() + PATIENCE;
        while self.evaluate(tab, &format!("!!({expression})")) != Ok(json!(true)) {
            if Instant::now() > until {
                let shown = self.evaluate(tab, "document.body.innerText + undercroft.rows().join('\\n')");
                panic!("{expression} does not come true: {shown:?}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Makes a tab emulate a phone of this size, with touch instead of a mouse.
    pub(crate) fn become_phone(&mut self, tab: &Tab, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.call(Some(tab), "Emulation.setDeviceMetricsOverride", size).expect("a size");
        let touch = json!({ "enabled": true, "maxTouchPoints": 1 });
        self.call(Some(tab), "Emulation.setTouchEmulationEnabled", touch).expect("a finger");
    }

    /// Touches a point for a moment.
    pub(crate) fn tap(&mut self, tab: &Tab, x: f64, y: f64) {
        for (kind, points) in [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))] {
            let touch = json!({ "type": kind, "touchPoints": points });
            self.call(Some(tab), "Input.dispatchTouchEvent", touch).expect("it is touched");
        }
    }

    /// Presses a key by its name in the application.
    pub(crate) fn keys(&mut self, tab: &Tab, keys: &str) {
        for key in keys.split_whitespace() {
            self.value(tab, &format!("undercroft.key({})", json!(key)));
        }
    }

    /// The page's runs, by name.
    pub(crate) fn runs(&mut self, tab: &Tab) -> Vec<(String, String)> {
        let runs = self.value(tab, "undercroft.runs()");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let runs = runs.as_array().into_iter().flatten();
        let mut runs: Vec<_> = runs.map(|run| (text(&run["name"]), text(&run["text"]))).collect();
        runs.sort();
        runs
    }

    /// Kills the process of a tab, like a crash.
    pub(crate) fn crash(&mut self, tab: &Tab) {
        self.call(None, "Target.setDiscoverTargets", json!({ "discover": true })).expect("it is known");
        self.send(Some(tab), "Page.crash", json!({}));
        let until = Instant::now() + PATIENCE;
        while let Some(message) = self.next(until) {
            if message["method"] == "Target.targetCrashed" {
                return;
            }
            self.events.push_back(message);
        }
        panic!("the tab does not crash");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.send(None, "Browser.close", json!({}));
        let until = Instant::now() + Duration::from_secs(5);
        while Instant::now() < until && !matches!(self.child.try_wait(), Ok(Some(_))) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
