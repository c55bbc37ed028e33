//! The application behind the page: requests in, answers and cells out.

use crate::editor::Editor;
use crate::messages::{Answer, Entry, Request, Tiles, Words};
use crate::routes::start_of;
use app::{App, Context, Depth, Environment, GlyphSet, Input, Key, Policy, Start, Theme};
use keeper::Home;
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};
use session::Seating;

/// The path of the page's data folder.
const HOME: &str = "/data";

/// Maximum number of columns and rows; larger screens are drawn at this size.
const SIDE_MAX: u16 = 500;

/// Number of words per cell: its character, its foreground and style, its background.
const WORDS: usize = 3;

/// The flag for a colour chosen by the page.
const OWN: u32 = 1 << 24;

/// Styles and their bits in the foreground.
const STYLES: [(Modifier, u32); 5] = [
    (Modifier::BOLD, 1 << 25),
    (Modifier::DIM, 1 << 26),
    (Modifier::ITALIC, 1 << 27),
    (Modifier::UNDERLINED, 1 << 28),
    (Modifier::REVERSED, 1 << 29),
];

/// The application and its last frame.
pub struct Door {
    app: App,
    home: Home,
    buffer: Buffer,
    cells: Vec<u32>,
    editor: Editor,
    environment: Environment,
    tiles: bool,
}

impl Door {
    /// Creates the page's application, with its files below `/data`.
    #[must_use]
    pub fn of_page() -> Self {
        Self::new(Home::at(HOME, catalog::GAMES))
    }

    /// Creates the application with this data folder.
    #[must_use]
    pub fn new(home: Home) -> Self {
        Self::with_seeds(home, keeper::fresh_seed)
    }

    /// The same with another source of seeds.
    #[must_use]
    pub fn with_seeds(home: Home, fresh_seed: fn() -> String) -> Self {
        let environment = environment(fresh_seed);
        let app = App::new(Context::new(home.clone(), environment.clone()), Start::Title);
        let (buffer, editor) = (Buffer::empty(Rect::ZERO), Editor::default());
        Self { app, home, buffer, cells: Vec::new(), editor, environment, tiles: false }
    }

    /// Restarts the application at another screen.
    fn begin(&mut self, start: Start, hints: bool) {
        let context = Context::new(self.home.clone(), self.environment.clone());
        self.app = App::new(if hints { context } else { context.without_hints() }, start);
        self.app.set_tiles(self.tiles);
    }

    /// Handles a JSON request and returns a JSON answer.
    pub fn ask(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = match Request::read(request) {
            Some(Request::Read) => return self.words().to_json().into_bytes(),
            Some(request) => self.take(request),
            None => Answer { error: Some("This request is not understood.".to_owned()), ..Answer::default() },
        };
        answer.to_json().into_bytes()
    }

    /// Handles a request.
    pub fn take(&mut self, request: Request) -> Answer {
        let told = match request {
            Request::Key(name) => match Key::read(&name) {
                Ok(key) => self.input(Input::Key(key)),
                Err(what) => Err(format!("{what}.")),
            },
            Request::Hover(x, y) => self.input(Input::Hover(x, y)),
            Request::Click(x, y) => self.input(Input::Click(x, y)),
            Request::Wheel(rows) => self.input(Input::Wheel(rows)),
            Request::Paste(text) => self.input(Input::Paste(text)),
            Request::Tick => self.input(Input::Tick),
            Request::Close => {
                self.app.close();
                Ok(None)
            }
            Request::Link(fragment) => self.follow(&fragment),
            Request::Verify(text) => {
                Ok(Some(session::verdict(self.home.games(), "", text.as_bytes(), &Seating::default()).1))
            }
            Request::Share => self.share(),
            Request::Check(game, text) => Editor::check(self.home.games(), &game, &text).map(Some),
            Request::Try(game, text) => self.try_out(&game, text),
            Request::Solve(game, text) => self.editor.solve(self.home.games(), &game, text).map(|()| None),
            Request::SolveOn => self.editor.solve_on(),
            Request::Level(game, text) => Editor::link(self.home.games(), &game, &text).map(Some),
            Request::Examples(game) => Editor::examples(self.home.games(), &game).map(Some),
            Request::Prefer(theme, still) => {
                self.prefer(&theme, still);
                Ok(None)
            }
            Request::Tiles(tiles) => {
                self.tiles = tiles;
                self.app.set_tiles(tiles);
                Ok(None)
            }
            #[cfg(feature = "bench")]
            Request::Speed(game) => speed(self.home.games(), &game),
            Request::Read => Ok(None),
        };
        let (text, error) = match told {
            Ok(text) => (text, None),
            Err(what) => (None, Some(what)),
        };
        let pace = self.app.pace().map(|pace| pace.as_millis().min(u128::from(u32::MAX)) as u32);
        Answer { pace, done: self.app.is_done(), text, error }
    }

    fn input(&mut self, input: Input) -> Result<Option<String>, String> {
        if self.app.is_done() {
            self.begin(Start::Title, true);
        }
        self.app.input(&input);
        Ok(None)
    }

    /// Opens what a link refers to; whatever was open is closed and saved first.
    fn follow(&mut self, fragment: &str) -> Result<Option<String>, String> {
        if let Some(start) = start_of(&self.home, fragment)? {
            self.app.close();
            self.begin(start, true);
        }
        Ok(None)
    }

    /// Shows a level at the start of its game; whatever was open is closed first.
    fn try_out(&mut self, game: &str, text: String) -> Result<Option<String>, String> {
        let opened = Editor::open(self.home.games(), game, text)?;
        self.app.close();
        self.begin(Start::Game(opened), false);
        Ok(None)
    }

    /// Applies the browser's preferences: the theme for players who chose none, and reduced motion.
    fn prefer(&mut self, theme: &str, still: bool) {
        let theme = match theme {
            "light" => Theme::Light,
            "high-contrast" => Theme::HighContrast,
            _ => Theme::Dark,
        };
        (self.environment.theme, self.environment.still) = (theme, still);
        self.app.prefer(theme, still);
    }

    /// The fragment of a link to the run on the screen.
    fn share(&self) -> Result<Option<String>, String> {
        let Some((run, at)) = self.app.run_on_screen() else {
            return Err("Open a game or a replay first, then share it.".to_owned());
        };
        let link = records::challenge::link_of(self.home.games(), &run)?;
        Ok(Some(if at < run.steps.len() { format!("run={link}&at={at}") } else { format!("run={link}") }))
    }

    /// The last frame in words.
    fn words(&mut self) -> Words {
        let (said, sound) = (self.app.heard(), self.app.sound());
        let reading = self.app.reading();
        let entry = |entry: &app::Entry| Entry {
            text: entry.columns.join("\t"),
            heading: entry.heading,
            chosen: entry.chosen,
            at: entry.at,
        };
        Words {
            title: reading.title.clone(),
            lines: reading.lines.clone(),
            entries: reading.entries.iter().map(entry).collect(),
            about: reading.about.clone(),
            list: reading.list,
            keys: reading.keys.iter().map(|(key, what)| (key.to_string(), what.clone())).collect(),
            typing: reading.typing,
            sound: sound.map(app::Sound::word),
            board: reading.board.as_ref().map(tiles_of),
            said,
        }
    }

    /// Draws the application; three words per cell, row by row.
    pub fn draw(&mut self, cols: u16, rows: u16) -> &[u32] {
        let area = Rect::new(0, 0, cols.min(SIDE_MAX), rows.min(SIDE_MAX));
        if self.buffer.area == area {
            self.buffer.reset();
        } else {
            self.buffer = Buffer::empty(area);
        }
        self.app.draw(&mut self.buffer);
        self.cells.clear();
        self.cells.reserve(self.buffer.content.len() * WORDS);
        for cell in &self.buffer.content {
            self.cells.extend(words_of(cell));
        }
        &self.cells
    }
}

/// Encodes a cell.
fn words_of(cell: &Cell) -> [u32; WORDS] {
    let style: u32 =
        STYLES.iter().filter(|(modifier, _)| cell.modifier.contains(*modifier)).map(|(_, bit)| bit).sum();
    let glyph = cell.symbol().chars().next().unwrap_or(' ');
    [glyph.into(), colour(cell.fg) | style, colour(cell.bg)]
}

fn tiles_of(board: &app::Board) -> Tiles {
    let inks = board.inks.iter().map(|ink| char::from(b'a' + *ink as u8)).collect();
    Tiles { at: board.at, scale: board.scale, across: board.across, inks }
}

/// `0xRRGGBB`, or the flag for a colour chosen by the page.
const fn colour(colour: Color) -> u32 {
    match colour {
        Color::Rgb(r, g, b) => u32::from_be_bytes([0, r, g, b]),
        _ => OWN,
    }
}

/// Measures the commands per second of a game, as `undercroft bench` does.
#[cfg(feature = "bench")]
fn speed(games: &'static [session::Entry], game: &str) -> Result<Option<String>, String> {
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};
    static FIRST: OnceLock<Instant> = OnceLock::new();
    const TIME: Duration = Duration::from_millis(500);
    let entry = session::find(games, game).ok_or("There is no such game here.")?;
    let figures = (entry.bench)(TIME, || FIRST.get_or_init(Instant::now).elapsed());
    Ok(Some((figures.steps_per_second as u64).to_string()))
}

/// The environment of a page: all colours, no threads, no access to the machine.
fn environment(fresh_seed: fn() -> String) -> Environment {
    Environment {
        depth: Depth::True,
        glyphs: GlyphSet::Unicode,
        theme: Theme::Dark,
        still: false,
        clock: keeper::now_seconds,
        fresh_seed,
        user_folder: None,
        policy: Policy::default(),
        later: |task| task(),
    }
}
