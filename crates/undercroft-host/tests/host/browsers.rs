//! Two real browsers and an OpenSSH client in one room. Without Chromium or ssh this is skipped; `UNDERCROFT_BROWSER=required`
//! and `UNDERCROFT_SSH=required` make that a failure.

use crate::devtools::{Browser, Tab, browser};
use crate::keeping::run_of;
use crate::over_ssh::{Terminal, has_ssh};
use crate::server::Server;
use serde_json::{Value, json};
use session::{Seating, prove};

/// Opens a page of the host and fills in its form.
fn begin(browser: &mut Browser, address: &str, name: &str, fill: &str) -> Tab {
    let tab = browser.tab("");
    browser.call(Some(&tab), "Page.navigate", json!({ "url": address })).expect("it is opened");
    browser.wait(&tab, "window.undercroftHost && document.querySelector('#begin:not([hidden])')");
    let form = format!(
        "document.getElementById('name').value = '{name}'; {fill}; document.getElementById('begin').requestSubmit()"
    );
    browser.value(&tab, &form);
    browser.wait(&tab, "undercroftHost.seat() && undercroftHost.rows().length");
    tab
}

fn press(browser: &mut Browser, tab: &Tab, key: &str) {
    let event = format!("new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }})");
    browser.value(tab, &format!("void document.body.dispatchEvent({event})"));
}

#[test]
fn two_browsers_and_an_openssh_client_play_in_one_room() {
    if !has_ssh() {
        return;
    }
    let Some(mut ann) = browser() else { return };
    let Some(mut bob) = browser() else { return };
    let (folder, keys) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(folder.path(), &[]);
    let host = format!("http://{}", server.http);
    let fill =
        "document.getElementById('seed').value = '7'; document.getElementById('shared').checked = true";
    let first = begin(&mut ann, &format!("{host}/play?game=cave"), "ann", fill);
    let game = ann.value(&first, "undercroftHost.game()").as_str().expect("an id").to_owned();
    let second = begin(&mut bob, &format!("{host}/play?join={game}"), "bob", "");
    let mut zoe = Terminal::open(&server, keys.path(), "zoe");
    zoe.shows("first visit");
    zoe.press("\r");
    zoe.pick("Lobby");
    zoe.pick("CaveGame");
    zoe.play(&[("j", "together"), ("a", "turn 1"), ("w", "turn 2")]);
    for key in ["a", "w", "ArrowLeft", "ArrowUp"] {
        press(&mut ann, &first, key);
        press(&mut bob, &second, key);
    }
    for (seat, browser, tab) in [(0, &mut ann, &first), (1, &mut bob, &second)] {
        browser.wait(
            tab,
            "document.querySelectorAll('#verbs button').length && !document.querySelector('#hands[hidden]')",
        );
        // Both pages show what their seats see according to the run, and the page shows what its script has.
        let until = std::time::Instant::now() + crate::server::PATIENCE;
        loop {
            let proved = prove(catalog::GAMES, &run_of(&server, &game), &Seating::default()).unwrap();
            let mut scene = kernel::Scene::default();
            proved.session.draw(kernel::Seat(seat), 0, 0, None, &mut scene);
            let rows = browser.value(tab, "document.getElementById('scene').textContent");
            if rows == Value::String(scene.rows().join("\n")) && proved.session.commands() > 3 {
                break;
            }
            assert!(std::time::Instant::now() < until, "seat {seat} sees {rows}");
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }
    let run = run_of(&server, &game);
    for seat in 0..3 {
        assert!(run.steps.iter().any(|step| step.seat == seat), "seat {seat} has played");
    }
    // A reloaded page reclaims its seat.
    bob.call(Some(&second), "Page.navigate", json!({ "url": format!("{host}/play?join={game}") })).unwrap();
    bob.wait(&second, "window.undercroftHost && undercroftHost.seat() && undercroftHost.rows().length");
    assert_eq!(bob.value(&second, "document.querySelectorAll('script:not([src])').length"), json!(0));
    // The board is in colours, and after the page was closed the lobby leads back to the seat.
    bob.wait(&second, "document.querySelectorAll('#scene .l').length > 0");
    bob.call(Some(&second), "Page.navigate", json!({ "url": format!("{host}/") })).unwrap();
    bob.wait(&second, "document.querySelectorAll('#seats a').length === 1");
    bob.value(&second, "void document.querySelector('#seats a').click()");
    bob.wait(&second, "window.undercroftHost && undercroftHost.seat() && undercroftHost.rows().length");
    assert_eq!(bob.value(&second, "undercroftHost.seat().game"), json!(game));
}

#[test]
fn every_page_fits_a_phone() {
    let Some(mut phone) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let tab = phone.tab("");
    for width in [390, 320] {
        let screen = json!({ "width": width, "height": 640, "deviceScaleFactor": 2, "mobile": true });
        phone.call(Some(&tab), "Emulation.setDeviceMetricsOverride", screen).expect("a phone");
        let pages = [
            ("/", "document.querySelector('.cards')"),
            ("/play?game=cave", "document.querySelector('#begin:not([hidden])')"),
            ("/board/boo/live", "document.querySelector('.pills')"),
            ("/signin", "document.querySelector('form.fields')"),
        ];
        for (path, shown) in pages {
            let address = format!("http://{}{path}", server.http);
            phone.call(Some(&tab), "Page.navigate", json!({ "url": address })).expect("it is opened");
            phone.wait(&tab, &format!("document.readyState == 'complete' && {shown}"));
            let wide = phone.value(&tab, "document.documentElement.scrollWidth").as_i64();
            assert!(wide.is_some_and(|wide| wide <= width), "{path} is {wide:?} wide on a phone of {width}");
        }
    }
}
