//! Requests of the page and their answers, as JSON.

use serde::Serialize;
use serde_json::Value;
use std::vec::IntoIter;

/// A request of the page: a word, or an object with one key and its argument.
#[derive(Clone, Debug)]
pub enum Request {
    /// A key, by its name.
    Key(String),
    /// The pointer moved to this column and row.
    Hover(u16, u16),
    /// The pointer was pressed at this column and row.
    Click(u16, u16),
    /// The wheel was turned by this many rows.
    Wheel(i32),
    /// Pasted text.
    Paste(String),
    /// The time the application asked for has passed.
    Tick,
    /// The fragment of the address, without its `#`.
    Link(String),
    /// Verify a run, given as text.
    Verify(String),
    /// Get a link to the run on the screen.
    Share,
    /// Check a level: the id of its game and its text.
    Check(String, String),
    /// Try a level: its game begins, but is not saved.
    Try(String, String),
    /// Begin to solve a level. The answer has no text until it is solved.
    Solve(String, String),
    /// Do the next slice of solving.
    SolveOn,
    /// Get a link to a level.
    Level(String, String),
    /// Get example levels of a game, as a JSON list of names and texts.
    Examples(String),
    /// Set the browser's preferences: `dark`, `light` or `high-contrast`, and whether to reduce motion.
    Prefer(String, bool),
    /// Set whether boards are drawn as tiles.
    Tiles(bool),
    /// Measure how many commands per second of a game, given by its id, are played here.
    #[cfg(feature = "bench")]
    Speed(String),
    /// Get the last frame in words, and the sentences said since the last such request.
    Read,
    /// Leave: everything is closed and saved.
    Close,
}

impl Request {
    /// Parses a request; `None` if it is invalid. (Derived code would be larger than everything else here.)
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

/// The answer to a request.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// When the application wants a tick, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<u32>,
    /// Whether the player has left the application.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// The result: a sentence or a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why the request failed, one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A frame in words.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Words {
    /// The title of the screen.
    pub title: String,
    /// The lines of a box.
    pub lines: Vec<String>,
    /// The entries of a list.
    pub entries: Vec<Entry>,
    /// The text beside them.
    pub about: Vec<String>,
    /// For a list: whether there are more entries before and after these.
    pub list: Option<(bool, bool)>,
    /// Keys by name, and what they do.
    pub keys: Vec<(String, String)>,
    /// Whether typed letters go into a text field.
    pub typing: bool,
    /// The sound to play: `step`, `hit`, `hurt`, `gain`, `win` or `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<&'static str>,
    /// The board, if it is drawn with tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Tiles>,
    /// New sentences.
    pub said: Vec<String>,
}

/// A board of tiles.
#[derive(Clone, Debug, Serialize)]
pub struct Tiles {
    /// Column and row of its first cell.
    pub at: (u16, u16),
    /// Width and height of a cell on the screen.
    pub scale: (u16, u16),
    /// Number of cells in a row.
    pub across: u16,
    /// The ink of each cell, row by row, as a letter: `a` for the first ink of a scene.
    pub inks: String,
}

/// An entry of a list.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entry {
    /// The text of its row.
    pub text: String,
    /// Whether Enter picks this one.
    pub chosen: bool,
    /// Column and row; a click there picks it.
    pub at: (u16, u16),
}
