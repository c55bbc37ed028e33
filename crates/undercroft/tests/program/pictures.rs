//! The pictures of the README are real games of the bots: made again here, and compared.
//!
//! `cargo xtask pictures` writes them anew.

use crate::support;
use std::path::Path;
use support::{House, bot_game, journal, text};

/// Pictures are part of the repository and of pages that load quickly. A lit board has some 40 shades, and a run of
/// characters is no longer than its shade.
const BYTES_MAX: usize = 48_000;
/// The one that moves has every row once for each way it looks.
const MOVING_BYTES_MAX: usize = 120_000;

/// A game, its seed, its options, after how many commands, and how large.
type Shot = (&'static str, &'static str, &'static [(&'static str, &'static str)], usize, &'static str);

const SHOTS: [Shot; 5] = [
    ("cave", "ember", &[("monsters", "roaming"), ("kinds", "on")], 48, "90x30"),
    ("chambers", "hoard", &[], 258, "80x33"),
    ("boo", "moonlight", &[], 60, "64x32"),
    ("pursuit", "fox", &[], 24, "72x16"),
    ("dungeon", "cellar", &[], 152, "78x27"),
];

/// The one that moves: its name, its game, and how it moves.
const MOVING: (&str, Shot, &[&str]) =
    ("chase", ("pursuit", "fox", &[], 24, "72x16"), &["--turns", "24", "--speed", "4"]);

#[test]
fn the_pictures_in_docs_are_what_this_program_draws() {
    let house = House::new();
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures"));
    let refresh = std::env::var_os("UNDERCROFT_REFRESH").is_some();
    let shots = SHOTS.into_iter().map(|shot| (shot.0, shot, &[][..]));
    for (name, (game, seed, options, commands, size), more) in shots.chain([MOVING]) {
        let run = text(&house.write("shot.run", &journal(bot_game(game, seed, options, commands))));
        let args = ["replay", &run, "--svg", "--theme", "dark", "--glyphs", "unicode", "--size", size];
        let drawn = house.run(&[&args[..], more].concat(), b"");
        assert_eq!((drawn.status, drawn.err.as_str()), (0, ""), "{name}");
        let most = if more.is_empty() { BYTES_MAX } else { MOVING_BYTES_MAX };
        assert!(drawn.out.len() < most, "{name}: {} bytes are too many", drawn.out.len());
        let path = folder.join(format!("{name}.svg"));
        if refresh {
            std::fs::create_dir_all(folder).expect("a folder");
            std::fs::write(&path, &drawn.out).expect("a picture");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == drawn.out, "docs/pictures/{name}.svg is out of date: run cargo xtask pictures");
    }
}
