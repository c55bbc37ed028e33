//! Checks that axe-core finds no problem on the page. It is fetched with npm once; without that, the test is
//! skipped.

use crate::Visit;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The release used; other releases have other rules.
const PACKAGE: &str = "axe-core@4.10.3";
/// A desktop, and a phone.
const LAYOUTS: [Option<(u32, u32)>; 2] = [None, Some((390, 844))];
/// Screens, by the keys that lead there.
const SCREENS: [(&str, &str); 12] = [
    ("title", ""),
    ("new game", "2"),
    ("races", "2 enter"),
    ("cave", "1 enter"),
    ("chambers", "2 enter enter"),
    ("boo", "3 enter"),
    ("pursuit", "4 enter"),
    ("dungeon", "5 enter"),
    ("help", "3 enter ?"),
    ("menu", "3 enter esc"),
    ("inventory", "2 enter enter i"),
    ("saves", "l"),
];

/// The script: the one named by `UNDERCROFT_AXE`, or the one fetched by npm.
fn script() -> Option<String> {
    if let Some(path) = std::env::var_os("UNDERCROFT_AXE") {
        return std::fs::read_to_string(path).ok();
    }
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe");
    let path = folder.join("package/axe.min.js");
    if !path.exists() {
        std::fs::create_dir_all(&folder).ok()?;
        let run = |program: &str, args: &[&str]| {
            let mut command = Command::new(program);
            command.args(args).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let archive = PACKAGE.replace('@', "-") + ".tgz";
        (run("npm", &["pack", PACKAGE]) && run("tar", &["-xzf", &archive])).then_some(())?;
    }
    std::fs::read_to_string(path).ok()
}

#[test]
fn axe_finds_nothing_on_twelve_screens_and_two_layouts() {
    let Some(script) = script() else {
        testkit::skip("axe: skipped, npm cannot fetch axe-core (set UNDERCROFT_AXE)");
        return;
    };
    let mut found = Vec::new();
    for layout in LAYOUTS {
        let Some(mut visit) = Visit::new() else { return };
        let tab = visit.browser.tab("");
        if let Some(size) = layout {
            visit.browser.become_phone(&tab, size);
        }
        visit.open(&tab, "");
        for (name, keys) in SCREENS {
            visit.browser.keys(&tab, keys);
            visit.browser.value(&tab, &format!("void (() => {{ {script} }})()"));
            let told = visit.browser.value(
                &tab,
                "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
            );
            found.extend(
                told.as_array().into_iter().flatten().map(|what| format!("{layout:?}, {name}: {what}")),
            );
            visit.reload(&tab);
        }
        visit.browser.value(&tab, "void (location.hash = 'edit')");
        visit.browser.wait(&tab, "!document.getElementById('editor').hidden");
        visit.browser.value(&tab, &format!("void (() => {{ {script} }})()"));
        let told: Value =
            visit.browser.value(&tab, "axe.run().then(({ violations }) => violations.map(({ id }) => id))");
        if told != json!([]) {
            found.push(format!("{layout:?}, editor: {told}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
