//! What the page asks and what it is answered, as JSON.

use serde::Serialize;
use serde_json::Value;
use std::vec::IntoIter;

/// A request of the page: a word, or an object with one key and what belongs to it.
#[derive(Clone, Debug)]
pub enum Request {
    /// A key, by its name.
    Key(String),
    /// The pointer stands on a column and row.
    Hover(u16, u16),
    /// The pointer was pressed there.
    Click(u16, u16),
    /// The wheel was turned by so many rows.
    Wheel(i32),
    /// Text from the clipboard.
    Paste(String),
    /// The time the application asked for has passed.
    Tick,
    /// A fragment of the address, without its `#`.
    Link(String),
    /// The text of a run, to be verified.
    Verify(String),
    /// A link to the run on the screen.
    Share,
    /// A level, to be checked: the id of a game and the text.
    Check(String, String),
    /// A level, to be shown and tried: the game begins, and nothing of it is kept.
    Try(String, String),
    /// A level, to be solved. The answer has no text until it is.
    Solve(String, String),
    /// The next part of that work.
    SolveOn,
    /// A link to a level.
    Level(String, String),
    /// Levels of a game to begin an own one from, as a JSON list of names and texts.
    Examples(String),
    /// What the browser asks for: `dark`, `light` or `high-contrast`, and whether nothing should move.
    Prefer(String, bool),
    /// Whether boards are drawn as tiles.
    Tiles(bool),
    /// How many commands of a game, by its id, are played in a second here.
    #[cfg(feature = "bench")]
    Speed(String),
    /// What the last frame says in words, and what was said since this was asked last.
    Read,
    /// Leave: everything is closed and kept.
    Close,
}

impl Request {
    /// Reads a request; nothing if it is none. (Derived code for this would be larger than everything else here.)
    pub(crate) fn read(request: &[u8]) -> Option<Self> {
        let (word, given) = match serde_json::from_str(std::str::from_utf8(request).ok()?).ok()? {
            Value::String(word) => (word, Value::Null),
            Value::Object(members) => members.into_iter().next()?,
            _ => return None,
        };
        let list = match given {
            Value::Array(list) => list,
            other => vec![other],
        };
        let given = &mut list.into_iter();
        Some(match word.as_str() {
            "key" => Self::Key(text(given)?),
            "hover" => Self::Hover(number(given)?, number(given)?),
            "click" => Self::Click(number(given)?, number(given)?),
            "wheel" => Self::Wheel(number(given)?),
            "paste" => Self::Paste(text(given)?),
            "tick" => Self::Tick,
            "link" => Self::Link(text(given)?),
            "verify" => Self::Verify(text(given)?),
            "share" => Self::Share,
            "check" => Self::Check(text(given)?, text(given)?),
            "try" => Self::Try(text(given)?, text(given)?),
            "solve" => Self::Solve(text(given)?, text(given)?),
            "solve_on" => Self::SolveOn,
            "level" => Self::Level(text(given)?, text(given)?),
            "examples" => Self::Examples(text(given)?),
            "prefer" => Self::Prefer(text(given)?, is_true(given)?),
            "tiles" => Self::Tiles(is_true(given)?),
            #[cfg(feature = "bench")]
            "speed" => Self::Speed(text(given)?),
            "read" => Self::Read,
            "close" => Self::Close,
            _ => return None,
        })
    }
}

fn text(given: &mut IntoIter<Value>) -> Option<String> {
    match given.next()? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn number<T: TryFrom<i64>>(given: &mut IntoIter<Value>) -> Option<T> {
    T::try_from(given.next()?.as_i64()?).ok()
}

fn is_true(given: &mut IntoIter<Value>) -> Option<bool> {
    given.next()?.as_bool()
}

/// What the page is told after every request.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// After how many milliseconds the application wants a tick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<u32>,
    /// True when the application has been left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// What was asked for: a sentence or a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why it could not be done, one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What a frame says in words.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Words {
    /// What the screen is called.
    pub title: String,
    /// What a box says.
    pub lines: Vec<String>,
    /// The entries of a list.
    pub entries: Vec<Entry>,
    /// What stands beside them.
    pub about: Vec<String>,
    /// For a list: whether there are more entries before and after those.
    pub list: Option<(bool, bool)>,
    /// Keys by name, and what they do.
    pub keys: Vec<(String, String)>,
    /// True when letters that are typed go into a text field.
    pub typing: bool,
    /// What may be heard: `step`, `hit`, `hurt`, `gain`, `win` or `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<&'static str>,
    /// The board, if it is to be drawn as tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Tiles>,
    /// Sentences that are new.
    pub said: Vec<String>,
}

/// A board of tiles.
#[derive(Clone, Debug, Serialize)]
pub struct Tiles {
    /// Column and row of its first cell.
    pub at: (u16, u16),
    /// How many columns and rows of the screen a cell takes.
    pub scale: (u16, u16),
    /// How many cells stand in a row.
    pub across: u16,
    /// What stands in each cell, row by row: a letter for each of the inks of a scene, `a` for the first.
    pub inks: String,
}

/// An entry of a list.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entry {
    /// What stands in its row.
    pub text: String,
    /// True for the one that Enter picks.
    pub chosen: bool,
    /// Column and row: a click there picks it.
    pub at: (u16, u16),
}
