//! Our own dungeons with bytes changed, cut, doubled and spliced: the reader may reject them, and whatever it
//! accepts can be drawn, played, formatted and solved. A cheap, repeatable complement to `fuzz/`.

mod common;

use kernel::{Game, Rng, Seed};

const SEEDS: [&str; 8] = [
    include_str!("../dungeons/starter.xml"),
    include_str!("../dungeons/1-cellar.xml"),
    include_str!("../dungeons/7-throne.xml"),
    include_str!("scripts/bad_scroll.xml"),
    include_str!("scripts/death.xml"),
    include_str!("scripts/drop_pack.xml"),
    include_str!("scripts/invisible.xml"),
    include_str!("scripts/teleport.xml"),
];

/// Snippets that trigger the corner cases of the reader.
const PIECES: [&str; 28] = [
    "<",
    ">",
    "/",
    "\"",
    "'",
    "=",
    "&",
    "&amp;",
    "&#0;",
    "&#x10FFFF;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE a [",
    "-1",
    "0",
    "2147483648",
    "-99999999999999999999",
    "\u{0}",
    "ü",
    "🐈",
    "\r",
    "posX",
    "</Room>",
    "xmlns:a='b'",
];

fn mutate(dice: &mut Rng) -> String {
    let mut bytes = dice.pick(&SEEDS, "seed").as_bytes().to_vec();
    for _ in 0..=dice.below(4, "changes") {
        let at = dice.below(bytes.len() as u32, "at") as usize;
        let end = (at + dice.below(60, "length") as usize).min(bytes.len());
        match dice.below(6, "change") {
            0 => bytes[at] ^= 1 << dice.below(7, "bit"),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() as u32, "to") as usize;
                bytes.splice(to..to, copy);
            }
            3 => drop(bytes.splice(at..at, dice.pick(&PIECES, "piece").bytes())),
            4 => bytes.truncate(at.max(1)),
            _ => change_a_number(&mut bytes, at, dice),
        }
        if bytes.is_empty() {
            bytes.push(b'<');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Replaces the next number with an unusual one, for mutants that are still valid XML.
fn change_a_number(bytes: &mut Vec<u8>, from: usize, dice: &mut Rng) {
    let Some(at) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = *dice.pick(
        &["0", "1", "2", "-3", "17", "79", "80", "255", "4000", "999999", "-1000000", "1000000000"],
        "number",
    );
    bytes.splice(at..end, number.bytes());
}

fn survive(text: &str) -> bool {
    if let Ok(formatted) = game_dungeon::format(text) {
        assert_eq!(game_dungeon::format(&formatted).as_ref(), Ok(&formatted));
    }
    let prepared = game_dungeon::check(text);
    for finding in &prepared.findings {
        assert!(finding.line > 0 && (finding.column == 0 || finding.width > 0) && !finding.what.is_empty());
    }
    let Some(setup) = prepared.setup else {
        assert!(!prepared.findings.is_empty(), "a refusal says why");
        return false;
    };
    let _ = game_dungeon::solve(&setup);
    let mut game = game_dungeon::Dungeon::start(&setup, &Seed::from_text("m"));
    for order in ["l", "j", "p", "T 1", "w 1", "r 1", "h", "k", "l", "l", "d 1", "j", "i"] {
        let said = testkit::order(&mut game, order);
        let _ = testkit::rows(&game, &said);
    }
    true
}

#[test]
fn mutants_are_refused_or_played_and_never_break_anything() {
    let full = std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full");
    let mut dice = Rng::stream(&Seed::from_text("mutants"), "m", &[]);
    let mut playable = 0;
    let count = if full { 400_000 } else { 20_000 };
    for _ in 0..count {
        let text = mutate(&mut dice);
        playable += u32::from(survive(&text));
    }
    assert!((count / 10..count * 9 / 10).contains(&playable), "{playable} of {count} could be played");
}

/// The short seeds found by hours of fuzzing, one JSON string per line. Each reaches code in the reader that
/// no other does.
#[test]
fn the_seeds_of_fuzzing_are_survived() {
    let mut playable = 0;
    for line in include_str!("fuzzed.jsonl").lines() {
        let text: String = serde_json::from_str(line).expect("a JSON string a line");
        playable += u32::from(survive(&text));
    }
    assert!(playable >= 20, "only {playable} of the seeds lead past the reader");
}

/// Regression inputs from fuzzing, including near misses.
#[test]
fn curious_texts_are_survived() {
    let one_room = common::one_room(&common::player(""));
    for text in [
        "<",
        "<a",
        "<a/>",
        "&",
        "\u{feff}",
        "\u{feff}<Dungeon/>",
        "<?xml",
        "<?xml ?>",
        "<?xml version=\"1.0\"?>",
        "<!---->",
        "<!DOCTYPE",
        "<Dungeon",
        "<Dungeon/",
        "<Dungeon></Dungeon",
        "<Dungeon/>x",
        "<Dungeon/>\u{fffd}é",
        "<a:b/>",
        "<:a/>",
        "<xmlns:a/>",
        "<Dungeon xmlns=\"http://www.w3.org/2000/xmlns/\"/>",
        "<Dungeon\u{85}/>",
        "]]>",
        "<Dungeon>]]></Dungeon>",
    ] {
        survive(text);
        for (at, _) in text.char_indices() {
            survive(&format!("{}é🐈{}", &text[..at], &text[at..]));
        }
    }
    for (at, _) in one_room.char_indices() {
        survive(&one_room[..at]);
        survive(&format!("{}é{}", &one_room[..at], &one_room[at..]));
    }
}
