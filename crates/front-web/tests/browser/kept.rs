//! Nothing that was played is lost: reloads, crashes, two tabs, full storage, import and export, no network.

use crate::{KEYS, Visit, commands};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[test]
fn the_first_frame_is_marked_and_the_interface_is_complete() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    let names = visit.browser.value(&tab, "Object.keys(undercroft).join(' ')");
    let names: Vec<&str> = names.as_str().unwrap().split(' ').collect();
    let wanted =
        ["ready", "rows", "cells", "size", "key", "runs", "verify", "share", "exportAll", "importAll"];
    assert!(wanted.iter().all(|name| names.contains(name)), "{names:?}");
    let size = visit.browser.value(&tab, "undercroft.size()");
    let rows = visit.browser.value(&tab, "undercroft.ready.then(() => undercroft.rows())");
    let cells = visit.browser.value(&tab, "undercroft.cells().map((row) => row.length)");
    assert_eq!(json!(rows.as_array().unwrap().len()), size["rows"]);
    assert!(cells.as_array().unwrap().iter().all(|count| *count == size["cols"]));
    assert!(rows.to_string().contains("Meow and Boo"), "{rows}");
    let policy = "document.querySelector('meta[http-equiv=Content-Security-Policy]').content";
    let policy = visit.browser.value(&tab, policy);
    assert!(
        policy.as_str().unwrap().starts_with("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"),
        "{policy}"
    );
    assert_eq!(visit.browser.value(&tab, "undercroft.share()"), Value::Null, "nothing is open");
    assert_eq!(visit.browser.value(&tab, "document.querySelectorAll('[role=log]').length"), 1);
    let unnamed = "[...document.querySelectorAll('button')].filter((one) => !one.hidden && !(one.ariaLabel || one.textContent)).length";
    assert_eq!(visit.browser.value(&tab, unnamed), 0);
}

#[test]
fn every_game_is_played_and_a_reload_keeps_its_run() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    for game in 1..=5 {
        visit.begin(&tab, game);
        for key in KEYS.iter().chain(&["s", "h", "n"]).chain(&KEYS) {
            visit.browser.keys(&tab, key);
        }
        let before = visit.browser.runs(&tab);
        assert_eq!(before.len(), game, "{before:?}");
        visit.settle(&tab);
        visit.reload(&tab);
        assert_eq!(visit.browser.runs(&tab), before);
    }
    for (name, text) in visit.browser.runs(&tab) {
        let here = visit.browser.value(&tab, &format!("undercroft.verify({})", json!(text)));
        let (holds, told) = crate::runs::verdict(&text);
        assert!(holds && here == told.as_str(), "{name}: {here}, {told}");
    }
    let foreign: Vec<String> = visit
        .browser
        .events
        .iter()
        .filter(|event| event["method"] == "Network.requestWillBeSent")
        .filter_map(|event| event["params"]["request"]["url"].as_str())
        .filter(|url| !url.starts_with(&visit.server.address) && !url.starts_with("data:"))
        .map(str::to_owned)
        .collect();
    assert_eq!(foreign, Vec::<String>::new(), "no request to another origin");
}

#[test]
fn a_tab_that_dies_at_any_key_loses_at_most_the_last_command() {
    let Some(mut visit) = Visit::new() else { return };
    let mut tab = visit.tab();
    let mut began = 0;
    for pressed in [1, 2, 5, 9, 16] {
        visit.begin(&tab, 3);
        began += 1;
        for key in ["right", "left", "down", "up"].iter().cycle().take(2 * pressed) {
            // As fast as key repeat.
            std::thread::sleep(Duration::from_millis(30));
            visit.browser.keys(&tab, key);
        }
        let before = visit.browser.runs(&tab);
        visit.browser.crash(&tab);
        let old = tab;
        tab = visit.tab();
        visit.browser.call(None, "Target.closeTarget", json!({ "targetId": old.target })).expect("it closes");
        let after = visit.browser.runs(&tab);
        assert_eq!(after.len(), began);
        for ((name, kept), (_, played)) in after.iter().zip(&before) {
            assert!(commands(kept) + 1 >= commands(played), "{name} after {pressed}:\n{kept}\nof\n{played}");
            assert!(crate::runs::verdict(kept).0, "{kept}");
        }
    }
}

/// Plays as fast as the page can and reports each command once it is shown.
const RESTLESS: &str = "(async () => {
  const keys = ['right', 'left', 'down', 'up'];
  for (let i = 0; ; i++) {
    undercroft.key(keys[i % 4]);
    const run = (await undercroft.runs()).sort((a, b) => (a.name < b.name ? 1 : -1))[0];
    report(JSON.stringify([run.name, run.text]));
    if (i % 5 === 4) await new Promise((yes) => setTimeout(yes, 0));
  }
})()";

#[test]
fn a_tab_that_dies_on_a_busy_machine_has_kept_what_it_has_shown() {
    let Some(mut visit) = Visit::new() else { return };
    let over = Arc::new(AtomicBool::new(false));
    let busy: Vec<_> = (0..2 * std::thread::available_parallelism().map_or(1, usize::from))
        .map(|_| {
            let over = Arc::clone(&over);
            std::thread::spawn(move || while !over.load(Ordering::Relaxed) {})
        })
        .collect();
    let mut tab = visit.tab();
    for wait in [90, 410, 170, 640] {
        visit.browser.call(Some(&tab), "Runtime.addBinding", json!({ "name": "report" })).expect("a binding");
        visit.begin(&tab, 3);
        let play = json!({ "expression": RESTLESS });
        visit.browser.call(Some(&tab), "Runtime.evaluate", play).expect("it plays");
        std::thread::sleep(Duration::from_millis(wait));
        visit.browser.crash(&tab);
        let shown =
            visit.browser.events.iter().rev().find(|event| event["method"] == "Runtime.bindingCalled");
        let shown = shown.expect("something was shown")["params"]["payload"].as_str().expect("a text");
        let (name, shown): (String, String) = serde_json::from_str(shown).expect("a name and a text");
        let old = std::mem::replace(&mut tab, visit.tab());
        visit.browser.call(None, "Target.closeTarget", json!({ "targetId": old.target })).expect("it closes");
        let after = visit.browser.runs(&tab);
        let kept = &after.iter().find(|(other, _)| *other == name).expect("the run is there").1;
        assert!(kept.starts_with(&shown), "{wait}: {kept}\nis not\n{shown}");
        assert!(crate::runs::verdict(kept).0, "{kept}");
    }
    over.store(true, Ordering::Relaxed);
    busy.into_iter().for_each(|thread| thread.join().expect("it ends"));
}

#[test]
fn a_second_tab_asks_and_takes_the_game_over() {
    let Some(mut visit) = Visit::new() else { return };
    let first = visit.tab();
    visit.begin(&first, 3);
    visit.browser.keys(&first, "left right up down left right up down");
    let runs = visit.browser.runs(&first);
    let second = visit.browser.tab("");
    let address = visit.server.address.clone();
    visit.browser.call(Some(&second), "Page.navigate", json!({ "url": address })).expect("it opens");
    assert!(visit.notice(&second).contains("open in another tab"));
    visit.press_notice(&second);
    visit.browser.wait(&second, "performance.getEntriesByName('undercroft:first-frame').length");
    assert!(visit.notice(&first).contains("goes on there"));
    let kept = visit.browser.runs(&second);
    assert_eq!(commands(&kept[0].1), commands(&runs[0].1), "closed with everything");
    visit.browser.keys(&first, "left right up down");
    visit.browser.keys(&second, "enter left right");
    let now = visit.browser.runs(&second);
    assert_eq!(now.len(), 1, "the second tab goes on with the same run");
    assert!(crate::runs::verdict(&now[0].1).0);
}

#[test]
fn full_storage_is_told_and_the_game_goes_on() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.browser.tab("");
    let origin = visit.server.address.trim_end_matches('/').to_owned();
    let quota = json!({ "origin": origin, "quotaSize": 1 });
    visit.browser.call(Some(&tab), "Storage.overrideQuotaForOrigin", quota).expect("a quota");
    visit.open(&tab, "");
    visit.begin(&tab, 3);
    visit.browser.keys(&tab, "left right up down");
    assert!(visit.notice(&tab).contains("storage is full"));
    let runs = visit.browser.runs(&tab);
    assert!(crate::runs::verdict(&runs[0].1).0, "it is played on in memory and can be exported");
}

/// Exports bytes, or imports bytes and returns the message.
const TOOLS: &str = "window.exported = async () => [...new Uint8Array(await (await undercroft.exportAll()).arrayBuffer())];
window.imported = (bytes) => undercroft.importAll(new Blob([new Uint8Array(bytes)])).then(() => 'done', (error) => error.message);";

#[test]
fn an_export_comes_back_byte_for_byte_and_damage_is_refused() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    for game in [2, 3] {
        visit.begin(&tab, game);
        visit.browser.keys(&tab, "left right up down s h");
        visit.reload(&tab);
    }
    visit.browser.value(&tab, TOOLS);
    let packed = visit.browser.value(&tab, "exported()");
    let runs = visit.browser.runs(&tab);
    let bytes: Vec<u8> = packed.as_array().unwrap().iter().map(|byte| byte.as_u64().unwrap() as u8).collect();
    // Damaged files: a changed byte in the first header, a truncated file, an empty file.
    for damaged in [[&[bytes[0] ^ 1], &bytes[1..]].concat(), bytes[..700].to_vec(), Vec::new()] {
        let told = visit.browser.value(&tab, &format!("imported({})", json!(damaged)));
        assert!(told.as_str().unwrap().ends_with('.'), "{told}");
        assert_eq!(visit.browser.runs(&tab), runs, "nothing was changed");
    }
    // Import into a fresh browser.
    drop(visit);
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    visit.browser.value(&tab, TOOLS);
    assert_eq!(visit.browser.value(&tab, &format!("imported({packed})")), "done");
    assert_eq!(visit.browser.runs(&tab), runs);
    visit.reload(&tab);
    visit.browser.value(&tab, TOOLS);
    assert_eq!(visit.browser.value(&tab, "exported()"), packed, "byte for byte");
}

#[test]
fn a_second_visit_needs_no_network() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    visit.browser.value(&tab, "navigator.serviceWorker.ready.then(() => true)");
    visit.browser.wait(&tab, "navigator.serviceWorker.controller");
    visit.begin(&tab, 3);
    visit.browser.keys(&tab, "left right up down");
    let runs = visit.browser.runs(&tab);
    visit.settle(&tab);
    visit.server.stop();
    visit.reload(&tab);
    assert_eq!(visit.browser.runs(&tab), runs);
}

/// Makes the next request trap, as a panic of the program would.
const TRAP: &str = "const Plain = WebAssembly.Instance;
WebAssembly.Instance = function (...given) {
  const { exports } = new Plain(...given);
  const undercroft_ask = () => {
    if (!window.trap) return exports.undercroft_ask();
    window.trap = false;
    throw new WebAssembly.RuntimeError('unreachable');
  };
  return { exports: { ...exports, undercroft_ask } };
};";

#[test]
fn an_editor_that_breaks_off_says_so_and_goes_on() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.browser.tab(TRAP);
    visit.open(&tab, "#edit");
    let found = "document.getElementById('found').textContent";
    visit.browser.wait(&tab, &format!("{found}.includes('Nothing is wrong')"));
    let choose = |trap: bool| {
        format!(
            "void (() => {{ const list = document.getElementById('edit-example'); list.value = 1; \
             window.trap = {trap}; list.dispatchEvent(new Event('change')); }})()"
        )
    };
    visit.browser.value(&tab, &choose(true));
    visit.browser.wait(&tab, &format!("{found}.includes('has started again')"));
    visit.browser.value(&tab, &choose(false));
    visit.browser.wait(&tab, &format!("{found}.includes('Nothing is wrong')"));
}

#[test]
fn a_program_that_breaks_off_goes_on_within_a_second() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.browser.tab(TRAP);
    visit.open(&tab, "");
    visit.begin(&tab, 3);
    visit.browser.keys(&tab, "left right up down left right up down");
    let before = visit.browser.runs(&tab);
    let began = Instant::now();
    visit.browser.value(&tab, "void (window.trap = true, undercroft.key('left'))");
    assert!(visit.notice(&tab).starts_with("The game broke off."));
    visit.press_notice(&tab);
    visit.browser.wait(&tab, "undercroft.rows().join('').includes('Continue')");
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    visit.browser.keys(&tab, "enter");
    let after = visit.browser.runs(&tab);
    assert_eq!(after.len(), 1);
    assert!(commands(&after[0].1) >= commands(&before[0].1), "{}\nof\n{}", after[0].1, before[0].1);
    visit.browser.wait(&tab, "undercroft.rows()[0].includes('Meow and Boo')");
}
