//! Keys, fingers and gamepads; what the browser prefers; the level editor; the page as one file.

use crate::devtools::Tab;
use crate::{Visit, commands, server};
use kernel::Options;
use records::challenge::Code;
use serde_json::{Value, json};
use std::time::Duration;

/// A gamepad whose buttons a test presses: `pad(15)`.
const GAMEPAD: &str = "const buttons = Array.from({ length: 16 }, () => ({ pressed: false }));
navigator.getGamepads = () => [{ buttons }];
const frames = async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); };
window.pad = async (button) => {
  dispatchEvent(new Event('gamepadconnected'));
  buttons[button].pressed = true;
  await frames();
  buttons[button].pressed = false;
  await frames();
};";

/// Opens the same tower in a tab.
fn tower(visit: &mut Visit, tab: &Tab) {
    let code = Code::new(catalog::find("boo").unwrap(), Options::default(), false, "seven".to_owned());
    visit.open(tab, &format!("#play={code}"));
    // A phone has no room for the seed.
    visit.browser.wait(tab, "/seed seven|floor 1/.test(undercroft.rows()[0])");
}

/// The commands of the newest run, as they are spelled.
fn spelled(visit: &mut Visit, tab: &Tab) -> Vec<String> {
    let run = visit.browser.runs(tab).pop().expect("a game was begun").1;
    let lines = run.lines().skip_while(|line| !line.starts_with("begin")).skip(1);
    let spelled = lines.filter(|line| !line.starts_with('=')).filter_map(|line| line.rsplit_once(' '));
    spelled.map(|(command, _)| command.to_owned()).collect()
}

/// What the four arrow keys play in the tower.
fn by_keys(visit: &mut Visit) -> Vec<String> {
    let tab = visit.browser.tab("");
    tower(visit, &tab);
    visit.browser.keys(&tab, "right left up down");
    let played = spelled(visit, &tab);
    visit.browser.call(None, "Target.closeTarget", json!({ "targetId": tab.target })).expect("it closes");
    played
}

#[test]
fn a_gamepad_plays_like_the_keys() {
    let Some(mut visit) = Visit::new() else { return };
    let wanted = by_keys(&mut visit);
    assert!(wanted.len() >= 2, "{wanted:?}");
    let tab = visit.browser.tab(GAMEPAD);
    tower(&mut visit, &tab);
    for button in [15, 14, 12, 13] {
        visit.browser.value(&tab, &format!("pad({button})"));
    }
    assert_eq!(spelled(&mut visit, &tab), wanted);
}

#[test]
fn a_finger_swipes_steps_and_looks_when_it_stays() {
    let Some(mut visit) = Visit::new() else { return };
    let wanted = by_keys(&mut visit);
    let tab = visit.browser.tab("");
    visit.browser.become_phone(&tab, (390, 844));
    tower(&mut visit, &tab);
    let finger = |visit: &mut Visit, kind: &str, points: Value| {
        let touch = json!({ "type": kind, "touchPoints": points });
        visit.browser.call(Some(&tab), "Input.dispatchTouchEvent", touch).expect("it is touched");
    };
    for (dx, dy) in [(60, 0), (-60, 0), (0, -60), (0, 60)] {
        finger(&mut visit, "touchStart", json!([{ "x": 190, "y": 300 }]));
        finger(&mut visit, "touchMove", json!([{ "x": 190 + dx, "y": 300 + dy }]));
        finger(&mut visit, "touchEnd", json!([]));
    }
    assert_eq!(spelled(&mut visit, &tab), wanted);
    let before = visit.browser.value(&tab, "undercroft.rows()");
    finger(&mut visit, "touchStart", json!([{ "x": 190, "y": 300 }]));
    std::thread::sleep(Duration::from_millis(700));
    finger(&mut visit, "touchEnd", json!([]));
    assert_ne!(visit.browser.value(&tab, "undercroft.rows()"), before, "it says what is there");
    assert_eq!(spelled(&mut visit, &tab), wanted, "looking is no command");
}

#[test]
fn keys_of_the_browser_stay_its_own() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    let taken = "(given) => !document.getElementById('screen').dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given }))";
    for given in [
        json!({ "key": "Tab" }),
        json!({ "key": "F5" }),
        json!({ "key": "F12" }),
        json!({ "key": "l", "ctrlKey": true }),
        json!({ "key": "ArrowLeft", "altKey": true }),
        json!({ "key": "r", "metaKey": true }),
    ] {
        assert_eq!(visit.browser.value(&tab, &format!("({taken})({given})")), false, "{given}");
    }
    // Without the number lock the keys of the number pad have names of their own.
    for given in
        [json!({ "key": "ArrowDown", "code": "Numpad2" }), json!({ "key": "Clear", "code": "Numpad5" })]
    {
        assert_eq!(visit.browser.value(&tab, &format!("({taken})({given})")), true, "{given}");
    }
    for kind in ["keyDown", "keyUp"] {
        let key = json!({ "type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9 });
        visit.browser.call(Some(&tab), "Input.dispatchKeyEvent", key).expect("it is pressed");
    }
    assert_eq!(
        visit.browser.value(&tab, "document.activeElement.id === 'screen'"),
        false,
        "no keyboard trap"
    );
}

#[test]
fn light_and_dark_follow_the_browser() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    let mut grounds = Vec::new();
    for scheme in ["dark", "light"] {
        let wanted = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        visit.browser.call(Some(&tab), "Emulation.setEmulatedMedia", wanted).expect("it is known");
        let is_light = scheme == "light";
        visit
            .browser
            .wait(&tab, &format!("matchMedia('(prefers-color-scheme: light)').matches === {is_light}"));
        let told = visit.browser.value(
            &tab,
            "(async () => {
              for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
              const [red] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g);
              return [Number(red), undercroft.cells()[10][0].back];
            })()",
        );
        grounds.push((told[0].as_u64().expect("a colour"), told[1].as_u64().expect("a colour")));
    }
    assert!(grounds[0].0 < 64 && grounds[1].0 > 192, "the page: {grounds:?}");
    assert_ne!(grounds[0].1, grounds[1].1, "the board");
}

#[test]
fn a_level_is_written_checked_solved_and_passed_on() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.browser.tab("");
    visit.open(&tab, "#edit");
    let found = "document.getElementById('found').textContent";
    let solved = "document.getElementById('edit-solved').textContent";
    visit.browser.wait(&tab, &format!("{found}.includes('Nothing is wrong')"));
    visit.browser.wait(&tab, &format!("{solved}.includes('When both play perfectly')"));
    let write = |text: &str| {
        format!(
            "void (() => {{ const text = document.getElementById('edit-text'); text.value = {text}; text.dispatchEvent(new Event('input')); }})()"
        )
    };
    visit.browser.value(&tab, "void (window.good = document.getElementById('edit-text').value)");
    visit.browser.value(&tab, &write("'nonsense'"));
    visit.browser.wait(&tab, &format!("!{found}.includes('Nothing is wrong')"));
    visit.browser.value(&tab, &write("window.good"));
    visit.browser.wait(&tab, &format!("{found}.includes('Nothing is wrong')"));
    visit.browser.value(&tab, "document.querySelector('[data-act=link]').click()");
    let told = visit.notice(&tab);
    let link = told.split_once('#').unwrap_or_else(|| panic!("{told}")).1.to_owned();
    assert!(link.starts_with("play=pursuit."), "{told}");
    visit.open(&tab, "?student");
    visit.browser.value(&tab, &format!("void (location.hash = {})", json!(link)));
    visit.browser.wait(&tab, "undercroft.rows()[0].includes('Pursuit')");
    assert_eq!(visit.browser.runs(&tab).len(), 1, "the student plays a game of their own");
}

#[test]
fn the_page_as_one_file_works_from_the_disk_and_keeps_its_games() {
    let Some(mut visit) = Visit::new() else { return };
    let Some(file) =
        server::page().map(|folder| folder.with_file_name("undercroft.html")).filter(|file| file.exists())
    else {
        testkit::skip("the page as one file is not built (cargo xtask web --single)");
        return;
    };
    let tab = visit.browser.tab("");
    visit.browser.open(&tab, &format!("file://{}", file.canonicalize().expect("it is there").display()));
    visit.begin(&tab, 3);
    visit.browser.keys(&tab, "left right up down");
    let runs = visit.browser.runs(&tab);
    assert!(commands(&runs[0].1) > 0 && crate::runs::verdict(&runs[0].1).0);
    visit.settle(&tab);
    visit.reload(&tab);
    assert_eq!(visit.browser.runs(&tab), runs);
    let foreign = visit.browser.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
    let foreign: Vec<_> = foreign.filter_map(|event| event["params"]["request"]["url"].as_str()).collect();
    assert!(foreign.iter().all(|url| !url.starts_with("http")), "{foreign:?}");
}
