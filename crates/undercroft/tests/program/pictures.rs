//! The pictures in the README are real games of the bots: generated again here, and compared.
//!
//! `cargo xtask pictures` rewrites them.

use crate::support;
use std::path::Path;
use support::{House, bot_game, journal, text};

/// Pictures are part of the repository and of pages that should load quickly. A lit board has some 40 shades,
/// and each change of shade begins a new run of characters.
const BYTES_MAX: usize = 48_000;
/// A moving picture holds each row once for every way it looks.
const MOVING_BYTES_MAX: usize = 120_000;

/// Game, seed, options, number of commands, and size.
type Shot = (&'static str, &'static str, &'static [(&'static str, &'static str)], usize, &'static str);

const SHOTS: [Shot; 5] = [
    ("cave", "ember", &[("monsters", "roaming"), ("kinds", "on")], 48, "90x30"),
    ("chambers", "hoard", &[], 258, "80x33"),
    ("boo", "moonlight", &[], 60, "64x32"),
    ("pursuit", "fox", &[], 24, "72x16"),
    ("dungeon", "cellar", &[], 152, "78x27"),
];

/// The moving picture: its name, its game, and the arguments for its motion.
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
