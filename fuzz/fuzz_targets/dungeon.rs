//! See `targets.rs` of the tests of the program for what must hold; a dungeon can also be formatted and solved.
#![no_main]

#[path = "../../crates/undercroft/tests/parsers/targets.rs"]
mod targets;

use game_dungeon::{check, format, solve};

libfuzzer_sys::fuzz_target!(|text: &str| {
    targets::run_target("dungeon", text.as_bytes());
    if let Ok(formatted) = format(text) {
        assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatting twice changes nothing");
    }
    if let Some(setup) = check(text).setup {
        let _ = solve(&setup);
    }
});
