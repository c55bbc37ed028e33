//! `undercroft GAME --tutorial`: a game's tutorial, on the full screen or in line mode.

use crate::play::{home, screen, told};
use crate::{Done, signals};
use session::Entry;

/// Starts the tutorial of a game.
pub(crate) fn tutorial(entry: &'static Entry, line: bool) -> Done {
    let home = home()?;
    let path = home.new_run(entry.id, Some("Tutorial"));
    let opened = home.start_lesson(entry, Some(&path))?;
    match entry.teaching.tutorial {
        Some(lesson) if line => {
            told(front_line::lesson(opened, lesson, signals::Input::new(), &mut crate::output::Out))
        }
        _ => screen(app::Start::Game(opened)),
    }
}
