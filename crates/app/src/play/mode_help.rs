//! Help about the keys of each mode during a game.

use super::{Mode, Play};
use crate::canvas::{KeyHint, hint};
use crate::help::of_mode;
use crate::screen::Go;
use console::{Front, Key, Meaning};

const DIRECTION: (&str, &str) = ("Arrows", "A direction. The keys that walk answer, too.");
const BACK: (&str, &str) = ("Esc", "Back to the game.");

impl Play {
    /// The help page of the current mode, if this key asks for it. While text is typed, only F1 does.
    pub(super) fn mode_help(&self, key: Key, meaning: Option<Meaning>) -> Option<Go> {
        let typing = matches!(
            self.mode,
            Mode::Argument { .. } | Mode::Line(_) | Mode::SaveTo(_) | Mode::Point(_) | Mode::Places(_)
        );
        let asks = key == Key::F(1)
            || (key == Key::Char('?') && matches!(self.mode, Mode::Places(_)))
            || (meaning == Some(Meaning::Front(Front::Help)) && !typing);
        let (title, keys) = self.keys_of_mode().filter(|_| asks)?;
        Some(of_mode(title, keys))
    }

    /// The keys of the current mode as buttons, with a word or two each. Directions have buttons anyway.
    pub(super) fn mode_hints(&self) -> Option<Vec<KeyHint>> {
        let keys: &[(&str, &str)] = match &self.mode {
            Mode::Cursor(_) => &[("Enter", "walk there"), ("Tab", "next"), (">", "way out")],
            Mode::Places(_) => &[("Enter", "walk there"), (">", "way out"), ("Tab", "on the board")],
            Mode::Which(_) => &DIGITS,
            Mode::Confirm(_) => &[("Enter", "do it")],
            Mode::Line(_) | Mode::SaveTo(_) | Mode::Point(_) => &[("Enter", "done")],
            Mode::Run | Mode::Where(_) | Mode::Argument { .. } => &[],
            Mode::Beats(beats) if beats.waits => return Some(vec![hint("Enter", "go on")]),
            Mode::Beats(_) | Mode::Walk(_) => return Some(vec![hint("Enter", "stop")]),
            Mode::Game | Mode::Map | Mode::Explored(_) => return None,
        };
        let back = std::iter::once(hint("Esc", "back"));
        Some(keys.iter().map(|(key, what)| hint(*key, *what)).chain(back).collect())
    }

    fn keys_of_mode(&self) -> Option<(&'static str, &'static [(&'static str, &'static str)])> {
        Some(match &self.mode {
            Mode::Cursor(cursor) if cursor.travel => ("Choosing a place to walk to", TRAVEL_CURSOR),
            Mode::Cursor(_) => ("Looking around", LOOK),
            Mode::Places(_) => ("Choosing where to walk", PLACES),
            Mode::Run => ("Running", RUN),
            Mode::Where(_) => ("Choosing a direction", WHERE),
            Mode::Which(_) => ("Choosing a number", WHICH),
            Mode::Argument { .. } => ("Choosing a character", CHARACTER),
            Mode::Confirm(_) => ("A warning", CONFIRM),
            Mode::Line(_) => ("Typing a command", LINE),
            Mode::SaveTo(_) | Mode::Point(_) => ("Typing a name", TEXT),
            Mode::Game | Mode::Map | Mode::Explored(_) | Mode::Walk(_) | Mode::Beats(_) => return None,
        })
    }
}

const DIGITS: [(&str, &str); 11] = [
    ("1", "1"),
    ("2", "2"),
    ("3", "3"),
    ("4", "4"),
    ("5", "5"),
    ("6", "6"),
    ("7", "7"),
    ("8", "8"),
    ("9", "9"),
    ("0", "0"),
    ("Enter", "done"),
];
const LOOK: &[(&str, &str)] = &[
    (
        "Arrows",
        "Move the cursor; what lies under it is named. With Shift or a capital letter it moves further.",
    ),
    ("Tab", "To the next thing worth a look; Shift-Tab to the one before."),
    (">", "To the next way out."),
    ("Enter .", "Walk there, where the game knows ways."),
    BACK,
];
const TRAVEL_CURSOR: &[(&str, &str)] = &[
    ("Arrows", "Move the cursor. With Shift or a capital letter it moves further."),
    ("Tab", "To the next thing worth a look; Shift-Tab to the one before."),
    (">", "To the next way out."),
    ("1-9", "Walk to the waypoint with this number, where a game has them."),
    ("Enter .", "Walk there; any key stops the walk."),
    BACK,
];
const PLACES: &[(&str, &str)] = &[
    ("letters", "Show only the places and things whose names hold them."),
    ("Up Down", "Choose one of them."),
    ("Enter", "Walk there; any key stops the walk."),
    (">", "Walk to the way out."),
    ("Tab", "Choose a place on the board instead."),
    BACK,
];
const RUN: &[(&str, &str)] = &[DIRECTION, ("any key", "Stops the run."), BACK];
const WHERE: &[(&str, &str)] =
    &[DIRECTION, ("Enter", "The only possible direction, where there is but one."), BACK];
const WHICH: &[(&str, &str)] = &[
    ("0-9", "The number; the possible ones stand in the question."),
    ("Backspace", "Take back a digit."),
    ("Enter", "Done."),
    BACK,
];
const CHARACTER: &[(&str, &str)] = &[("any character", "The answer."), BACK];
const CONFIRM: &[(&str, &str)] = &[
    ("Enter", "Do it all the same. So does the same key again."),
    ("any other key", "Do that instead."),
    BACK,
];
const LINE: &[(&str, &str)] = &[
    ("letters", "A command in the words of the game, or by the name that the help page shows."),
    ("Backspace", "Take back a letter; Ctrl-U takes back all of them."),
    ("Enter", "Give the command."),
    BACK,
];
const TEXT: &[(&str, &str)] = &[
    ("letters", "The name."),
    ("Backspace", "Take back a letter; Ctrl-U takes back all of them."),
    ("Enter", "Done."),
    BACK,
];
