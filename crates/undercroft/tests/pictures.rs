//! The pictures of the README are real games of the bots: made again here, and compared.
//!
//! `cargo xtask pictures` writes them anew.

mod support;
use kernel::{Options, Rng, Seed};
use session::Brief;
use std::path::Path;
use support::{House, text};

/// Pictures are part of the repository and of pages that load quickly.
const BYTES_MAX: usize = 40_000;

/// A game, its seed, its options, after how many commands, and how large.
type Shot = (&'static str, &'static str, &'static [(&'static str, &'static str)], usize, &'static str);

const SHOTS: [Shot; 5] = [
    ("cave", "ember", &[("monsters", "roaming"), ("kinds", "on")], 48, "90x30"),
    ("chambers", "hoard", &[], 258, "80x33"),
    ("boo", "moonlight", &[], 60, "64x32"),
    ("pursuit", "fox", &[], 24, "72x16"),
    ("dungeon", "cellar", &[], 152, "78x27"),
];

/// A game of the game's own bot.
fn bot_run(seed: &str, game: &str, options: &[(&str, &str)], commands: usize) -> String {
    let entry = catalog::find(game).expect("a game");
    let mut set = Options::default();
    for (name, value) in options {
        set.set((entry.options)(), name, value).expect("an option of the game");
    }
    let brief = Brief { seed: seed.to_owned(), options: set, ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).expect("a game starts");
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[]);
    while session.commands() < commands && session.outcome().is_none() {
        session.play_advice(&mut dice).expect("a bot");
    }
    let mut journal = String::new();
    session.journal(&mut journal);
    journal
}

#[test]
fn the_pictures_in_docs_are_what_this_program_draws() {
    let house = House::new();
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures"));
    let refresh = std::env::var_os("UNDERCROFT_REFRESH").is_some();
    for (game, seed, options, commands, size) in SHOTS {
        let run = text(&house.write("shot.run", &bot_run(seed, game, options, commands)));
        let args = ["replay", &run, "--svg", "--theme", "dark", "--glyphs", "unicode", "--size", size];
        let drawn = house.run(&args, b"");
        assert_eq!((drawn.status, drawn.err.as_str()), (0, ""), "{game}");
        assert!(drawn.out.len() < BYTES_MAX, "{game}: {} bytes are too many", drawn.out.len());
        let path = folder.join(format!("{game}.svg"));
        if refresh {
            std::fs::create_dir_all(folder).expect("a folder");
            std::fs::write(&path, &drawn.out).expect("a picture");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == drawn.out, "docs/pictures/{game}.svg is out of date: run cargo xtask pictures");
    }
}
