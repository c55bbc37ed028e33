//! Runs the application with the games of its tests, for trying it out.

#[path = "../tests/cellar/mod.rs"]
mod cellar;

use catalog::{Entry, LevelUse};
use std::io::Write as _;

static CELLAR: Entry = Entry::of::<cellar::Cellar<false>>(LevelUse::Optional, |_| false);

fn main() {
    let home = store::Home::find().unwrap();
    let start = match std::env::args().nth(1).as_deref() {
        Some("cellar") => {
            let path = home.new_run("cellar", None);
            front_tui::Start::Game(
                store::start_game(&CELLAR, &session::Brief::default(), Some(&path), true).unwrap(),
            )
        }
        _ => front_tui::Start::Title,
    };
    match front_tui::run(home, start) {
        Ok(exit) => {
            let _ = writeln!(std::io::stderr(), "{exit:?}");
            std::process::exit(exit.status().into())
        }
        Err(what) => eprintln!("{what}"),
    }
}
