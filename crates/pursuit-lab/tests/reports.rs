//! The output of `solve`, exact where programs read it.

mod common;
#[path = "../../game-pursuit/tests/fields/mod.rs"]
mod fields;

use common::{drawn, field, solved};
use fields::FIELDS;
use game_pursuit::NOWHERE;
use kernel::{Dir, Pos};
use pursuit_lab::{Limits, Value, map_text, solve_json, solve_text, start_map};
use std::sync::Arc;

fn json(field: &Arc<game_pursuit::Field>, limits: &Limits) -> String {
    let mut out = Vec::new();
    solve_json(field, limits, &|_| true, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_capture_is_one_line_of_json() {
    let field = drawn(&["@.M", "...", "..."]);
    assert_eq!(
        json(&field, &Limits::default()),
        concat!(
            r#"{"result":"caught","turns":2,"first_moves":["SW","W"],"replies":{"S":["S","stay"],"#,
            r#""SW":["E","S","stay"],"W":["SE","S","stay"],"stay":["S","stay"]},"positions":144,"cycle":null}"#,
            "\n"
        )
    );
}

#[test]
fn an_escape_names_the_walk() {
    let field = drawn(&["@++", "+ +", "++M"]);
    let line = json(&field, &Limits::default());
    let told: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert!(
        line.starts_with(r#"{"result":"escape","turns":null,"first_moves":[],"replies":{"N":"#),
        "{line}"
    );
    assert_eq!(told["positions"], 8 * 7 * 2);
    assert_eq!(told["cycle"].as_array().unwrap().len(), 9, "eight cells and the first again");
    assert!(line.ends_with("]]}\n") && line.contains(r#"},"positions":112,"cycle":[["#), "{line}");
}

#[test]
fn an_unsolved_field_says_what_it_needs() {
    let field = drawn(&["@.M", "...", "..."]);
    let tight = Limits { bytes: 100, threads: 1 };
    assert_eq!(json(&field, &tight), "{\"result\":\"unsolved\",\"positions\":144,\"bytes\":450}\n");
    let mut out = Vec::new();
    assert!(!solve_text(&field, &tight, &|_| true, &mut out).unwrap());
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "Not solved: 144 positions would need 450 bytes of memory, the limit is 100 bytes.\n"
    );
}

#[test]
fn people_read_sentences() {
    let mut out = Vec::new();
    assert!(solve_text(&drawn(&["@M.", "   ", "..."]), &Limits::default(), &|_| true, &mut out).unwrap());
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "The hero is caught on turn 1.\n\
         Best first moves of the monster: W\n\
         The hero's best replies:\n\
         \x20 after E     stay\n\
         \x20 after W     caught at once\n\
         \x20 after stay  stay\n\
         60 positions\n"
    );
}

#[test]
fn a_map_tells_every_start_square() {
    let field = drawn(&["M..@", "    ", "++  ", "++. "]);
    let mut out = Vec::new();
    assert!(map_text(&field, &Limits::default(), &|_| true, false, &mut out).unwrap());
    let text = String::from_utf8(out).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[..4], [" M 1 3 3", "", " ~ ~", " ~ ~ ~"]);
    assert!(rows[4].starts_with("Numbers: "));
    let mut out = Vec::new();
    map_text(&field, &Limits::default(), &|_| true, true, &mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("\x1b[32m ~\x1b[0m"));
    let map = start_map(&solved(&field));
    assert_eq!((map[0], map[1], map[8]), (None, Some(Value::Caught(1)), Some(Value::Escape)));
}

/// Every escape comes with a closed walk of legal single moves.
#[test]
fn the_walks_of_escapes_are_legal_and_closed() {
    let escapes: Vec<_> = FIELDS.iter().filter(|known| known.turns == 0).collect();
    assert!(escapes.len() > 4);
    for fields::Known { name, text, .. } in escapes {
        let field = field(text);
        let cycle = solved(&field).verdict().cycle.unwrap_or_else(|| panic!("{name} is an escape"));
        assert_eq!(cycle.first(), cycle.last(), "{name}");
        assert!(cycle.len() > 1, "{name}");
        for pair in cycle.windows(2) {
            let cell = field.cell_at(pair[0]);
            let step = |to: Pos| Dir::from_delta(to.x - pair[0].x, to.y - pair[0].y);
            let legal = pair[0] == pair[1]
                || step(pair[1]).is_some_and(|dir| field.steps(cell)[dir as usize] != NOWHERE);
            assert!(legal, "{name}: {pair:?}");
        }
    }
}

#[test]
fn a_hero_out_of_reach_may_stay_where_he_is() {
    let field = drawn(&["@ M", "   ", "   "]);
    let cycle = solved(&field).verdict().cycle.unwrap();
    assert_eq!(cycle, [Pos::new(0, 0), Pos::new(0, 0)]);
}

#[test]
fn replies_list_every_legal_first_move() {
    let verdict = solved(&field(fields::text("hallway.txt"))).verdict();
    let replies: Vec<String> = verdict
        .replies
        .iter()
        .map(|(first, replies)| {
            let words: Vec<&str> = replies.iter().map(|reply| reply.word()).collect();
            format!("{} {}", first.word(), words.join("/"))
        })
        .collect();
    // The monster is at the top wall of the room.
    assert_eq!(replies, ["E N/E/SE/S/stay", "SE N/E/SE/S/stay", "S N/stay", "SW N", "W N", "stay N/stay"]);
    // 64 cells: the two positions, and the side to move.
    assert_eq!(solved(&field(fields::text("corner.txt"))).verdict().positions, 64 * 63 * 2);
}
