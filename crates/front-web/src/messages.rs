//! Requests of the page and their answers, as JSON.

use app::{Json, JsonValue, json_text};
use std::fmt::{Display, Write as _};

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
    /// Parses a request; `None` if it is invalid.
    pub(crate) fn read(request: &[u8]) -> Option<Self> {
        let json = Json::read(std::str::from_utf8(request).ok()?).ok()?;
        let (word, given) = match &json.value {
            JsonValue::Text(word) => (word, &[][..]),
            JsonValue::Object(members) => {
                let (word, given) = members.first()?;
                (word, given.list().unwrap_or(std::slice::from_ref(given)))
            }
            _ => return None,
        };
        let text = |place: usize| given.get(place)?.text().map(str::to_owned);
        let truth = |place: usize| given.get(place)?.truth();
        Some(match word.as_str() {
            "key" => Self::Key(text(0)?),
            "hover" => Self::Hover(number(given, 0)?, number(given, 1)?),
            "click" => Self::Click(number(given, 0)?, number(given, 1)?),
            "wheel" => Self::Wheel(number(given, 0)?),
            "paste" => Self::Paste(text(0)?),
            "tick" => Self::Tick,
            "link" => Self::Link(text(0)?),
            "verify" => Self::Verify(text(0)?),
            "share" => Self::Share,
            "check" => Self::Check(text(0)?, text(1)?),
            "try" => Self::Try(text(0)?, text(1)?),
            "solve" => Self::Solve(text(0)?, text(1)?),
            "solve_on" => Self::SolveOn,
            "level" => Self::Level(text(0)?, text(1)?),
            "examples" => Self::Examples(text(0)?),
            "prefer" => Self::Prefer(text(0)?, truth(1)?),
            "tiles" => Self::Tiles(truth(0)?),
            #[cfg(feature = "bench")]
            "speed" => Self::Speed(text(0)?),
            "read" => Self::Read,
            "close" => Self::Close,
            _ => return None,
        })
    }
}

fn number<T: TryFrom<i64>>(given: &[Json], place: usize) -> Option<T> {
    T::try_from(given.get(place)?.integer()?).ok()
}

/// The answer to a request.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// When the application wants a tick, in milliseconds.
    pub pace: Option<u32>,
    /// Whether the player has left the application.
    pub done: bool,
    /// The result: a sentence or a link.
    pub text: Option<String>,
    /// Why the request failed, one sentence.
    pub error: Option<String>,
}

/// A frame in words.
#[derive(Clone, Debug, Default)]
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
    pub sound: Option<&'static str>,
    /// The board, if it is drawn with tiles.
    pub board: Option<Tiles>,
    /// New sentences.
    pub said: Vec<String>,
}

/// A board of tiles.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The texts of its row, a tab between columns.
    pub text: String,
    /// Whether it is a heading, which cannot be picked.
    pub heading: bool,
    /// Whether Enter picks this one.
    pub chosen: bool,
    /// Column and row; a click there picks it.
    pub at: (u16, u16),
}

impl Answer {
    /// The answer as the page reads it; what is empty is left out.
    pub(crate) fn to_json(&self) -> String {
        let mut out = Object::new();
        self.pace.iter().for_each(|pace| out.member("pace", pace));
        if self.done {
            out.member("done", true);
        }
        self.text.iter().for_each(|text| out.member("text", json_text(text)));
        self.error.iter().for_each(|error| out.member("error", json_text(error)));
        out.end()
    }
}

impl Words {
    /// The words as the page reads them.
    pub(crate) fn to_json(&self) -> String {
        let texts = |texts: &[String]| list(texts.iter().map(|text| json_text(text)));
        let mut out = Object::new();
        out.member("title", json_text(&self.title));
        out.member("lines", texts(&self.lines));
        out.member("entries", list(self.entries.iter().map(Entry::to_json)));
        out.member("about", texts(&self.about));
        self.list.iter().for_each(|(before, after)| out.member("list", format!("[{before},{after}]")));
        let keys = self.keys.iter().map(|(key, what)| format!("[{},{}]", json_text(key), json_text(what)));
        out.member("keys", list(keys));
        out.member("typing", self.typing);
        self.sound.iter().for_each(|sound| out.member("sound", json_text(sound)));
        self.board.iter().for_each(|board| out.member("board", board.to_json()));
        out.member("said", texts(&self.said));
        out.end()
    }
}

impl Tiles {
    fn to_json(&self) -> String {
        let mut out = Object::new();
        out.member("at", format!("[{},{}]", self.at.0, self.at.1));
        out.member("scale", format!("[{},{}]", self.scale.0, self.scale.1));
        out.member("across", self.across);
        out.member("inks", json_text(&self.inks));
        out.end()
    }
}

impl Entry {
    fn to_json(&self) -> String {
        let mut out = Object::new();
        out.member("text", json_text(&self.text));
        if self.heading {
            out.member("heading", true);
        }
        out.member("chosen", self.chosen);
        out.member("at", format!("[{},{}]", self.at.0, self.at.1));
        out.end()
    }
}

/// An object being written.
struct Object(String);

impl Object {
    fn new() -> Self {
        Self("{".to_owned())
    }

    fn member(&mut self, name: &str, value: impl Display) {
        let comma = if self.0.len() > 1 { "," } else { "" };
        // Writing to a string never fails.
        let _ = write!(self.0, "{comma}\"{name}\":{value}");
    }

    fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A list of values that are written already.
pub(crate) fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}
