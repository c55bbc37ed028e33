//! Any text at all: the reader may refuse it; what it lets through can be drawn, played, formatted and solved.
//!
//! ```sh
//! mkdir -p /tmp/corpus && cp crates/game-dungeon/dungeons/*.xml crates/game-dungeon/tests/scripts/*.xml /tmp/corpus
//! cargo +nightly fuzz run dungeon /tmp/corpus -- -max_total_time=600 -malloc_limit_mb=64 -dict=fuzz/dungeon.dict
//! ```
//!
//! Short seeds that such a run arrived at are kept in crates/game-dungeon/tests/fuzzed.jsonl and tried by every test run.
#![no_main]

use game_dungeon::{Dungeon, check, format, solve};
use kernel::{Game, Scene, Seat, Seed, View};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(formatted) = format(text) {
        assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatting twice changes nothing");
    }
    let prepared = check(text);
    let Some(setup) = prepared.setup else {
        assert!(!prepared.findings.is_empty(), "a refusal says why");
        return;
    };
    let _ = solve(&setup);
    let mut game = Dungeon::start(&setup, &Seed::from_text("fuzz"));
    let (mut events, mut scene) = (Vec::new(), Scene::default());
    for command in Dungeon::grammar().actions().into_iter().take(60) {
        let _ = game.act(Seat(0), command, &mut events);
    }
    game.draw(Seat(0), &View { said: "What was said.", ..View::default() }, &mut scene);
});
