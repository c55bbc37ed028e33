//! Plays a game by the accessibility tree alone.

use crate::Visit;
use crate::devtools::Tab;
use serde_json::{Value, json};

/// The names and nodes of everything in the tree with one of these roles.
fn heard(visit: &mut Visit, tab: &Tab, roles: &[&str]) -> Vec<(String, Value)> {
    let tree = visit.browser.call(Some(tab), "Accessibility.getFullAXTree", json!({})).expect("a tree");
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    let is_wanted =
        |node: &Value| node["ignored"] != true && roles.iter().any(|role| node["role"]["value"] == *role);
    let text = |node: &Value| node["name"]["value"].as_str().unwrap_or_default().to_owned();
    nodes
        .iter()
        .filter(|node| is_wanted(node))
        .map(|node| (text(node), node["backendDOMNodeId"].clone()))
        .collect()
}

/// Presses the first button whose name contains a text.
fn press(visit: &mut Visit, tab: &Tab, text: &str) {
    let buttons = heard(visit, tab, &["button"]);
    let found = buttons.iter().find(|(name, _)| name.contains(text));
    let (_, node) = found.unwrap_or_else(|| panic!("no button {text}: {buttons:?}"));
    let node = json!({ "backendNodeId": node });
    let object = visit.browser.call(Some(tab), "DOM.resolveNode", node).expect("a node");
    let click = json!({
        "objectId": object["object"]["objectId"],
        "functionDeclaration": "function () { this.click(); }",
    });
    visit.browser.call(Some(tab), "Runtime.callFunctionOn", click).expect("it is pressed");
}

/// Presses a key on the keyboard.
fn strike(visit: &mut Visit, tab: &Tab, key: &str) {
    for kind in ["keyDown", "keyUp"] {
        let event = json!({ "type": kind, "key": key, "code": key });
        visit.browser.call(Some(tab), "Input.dispatchKeyEvent", event).expect("it is pressed");
    }
}

/// The distance to the stairs, or that they were climbed, or neither.
enum Way {
    Steps(u32),
    Climbed,
    Lost,
}

fn way(visit: &mut Visit, tab: &Tab) -> Way {
    let told = heard(visit, tab, &["StaticText", "button"]);
    if told.iter().any(|(text, _)| text.contains("You climb to floor 2.")) {
        return Way::Climbed;
    }
    let steps = told.iter().rev().find_map(|(text, _)| {
        let far = text.split_once("tairs to floor 2")?.1.trim().strip_suffix(" steps")?;
        far.parse().ok()
    });
    steps.map_or(Way::Lost, Way::Steps)
}

#[test]
fn boo_is_played_to_the_second_floor_by_ear() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    visit.browser.call(Some(&tab), "Accessibility.enable", json!({})).expect("a tree");
    // The cat may die on the way: then another tower is tried.
    for _ in 0..40 {
        press(&mut visit, &tab, "Meow and Boo A cat");
        press(&mut visit, &tab, "Classic");
        let mut ways = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
        let Way::Steps(mut left) = way(&mut visit, &tab) else { panic!("the stairs are not named") };
        // A direction that shortened the distance is tried first next time.
        let mut failed = 0;
        while failed < ways.len() {
            strike(&mut visit, &tab, ways[0]);
            let mut now = way(&mut visit, &tab);
            if matches!(now, Way::Lost) {
                // The game asks before a dangerous step; the same key confirms.
                strike(&mut visit, &tab, ways[0]);
                now = way(&mut visit, &tab);
            }
            match now {
                Way::Climbed => return,
                Way::Lost => break,
                Way::Steps(now) if now < left => (left, failed) = (now, 0),
                Way::Steps(now) => {
                    left = now;
                    failed += 1;
                    ways.rotate_left(1);
                }
            }
        }
        visit.reload(&tab);
    }
    panic!("the second floor was not reached: {:?}", heard(&mut visit, &tab, &["StaticText"]));
}
