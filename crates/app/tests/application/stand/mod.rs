//! A harness for the application: a data folder of its own, a stopped clock, a terminal in memory.
// Each test file uses only part of it.
#![allow(dead_code)]

use crate::cellar::Cellar;
use app::{App, Context, Environment, Input, Start};
use console::{Depth, GlyphSet, Key};
use keeper::Home;
use kernel::Policy;
use ratatui_core::backend::TestBackend;
use ratatui_core::terminal::Terminal;
use session::{Contest, Entry};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(crate) static GAMES: [Entry; 2] = [
    Entry { contest: CONTEST, ..Entry::of::<Cellar<false>>(Some(|_| false)) },
    Entry { contest: CONTEST, ..Entry::of::<Cellar<true>>(None) },
];

const CONTEST: Contest = Contest { pentathlon: true, ..Contest::open_ended(0, 50, "") };

/// Friday, 13 November 2026, 17:00.
pub(crate) const NOW: u64 = 1_794_589_200;

/// One folder for all tests of a process, which is also the working directory, so that paths on the screen
/// are short and the same everywhere.
fn base() -> &'static Path {
    static BASE: OnceLock<tempfile::TempDir> = OnceLock::new();
    BASE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        std::env::set_current_dir(folder.path()).unwrap();
        folder
    })
    .path()
}

pub(crate) fn home(name: &str) -> Home {
    base();
    Home::at(name, catalog::GAMES)
}

/// A fixed environment.
pub(crate) fn environment() -> Environment {
    Environment {
        depth: Depth::True,
        glyphs: GlyphSet::Unicode,
        theme: console::Theme::Dark,
        still: false,
        clock: || NOW,
        fresh_seed: || "tamariso".to_owned(),
        user_folder: None,
        policy: Policy::OWNER,
        later: |task| task(),
    }
}

/// The same folder with the program's games, including the laboratory of pursuit.
pub(crate) fn with_lab(home: &Home) -> Home {
    home.clone().with_games(catalog::GAMES)
}

/// The context with the real games.
pub(crate) fn real(home: &Home) -> Context {
    Context::new(with_lab(home), environment())
}

/// The context with the test games.
pub(crate) fn house(home: &Home) -> Context {
    house_on(home, environment())
}

pub(crate) fn house_on(home: &Home, environment: Environment) -> Context {
    Context::new(home.clone(), environment).with_games(&GAMES).without_hints()
}

pub(crate) struct Stand {
    pub(crate) app: App,
    pub(crate) home: Home,
    terminal: Terminal<TestBackend>,
}

impl Stand {
    /// The title screen with an empty data folder.
    pub(crate) fn new(name: &str, cols: u16, rows: u16) -> Self {
        let home = home(name);
        Self::with(house(&home), home, Start::Title, cols, rows)
    }

    pub(crate) fn with(house: Context, home: Home, start: Start, cols: u16, rows: u16) -> Self {
        let terminal = Terminal::new(TestBackend::new(cols, rows)).unwrap();
        Self { app: App::new(house, start), home, terminal }
    }

    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        self.terminal.backend_mut().resize(cols, rows);
    }

    pub(crate) fn draw(&mut self) {
        let app = &mut self.app;
        self.terminal.draw(|frame| app.draw(frame.buffer_mut())).unwrap();
    }

    /// Presses keys by name, separated by blanks, and draws a frame after each. `~` lets time pass until
    /// nothing is pending, `tick` only once.
    pub(crate) fn keys(&mut self, keys: &str) -> &mut Self {
        for name in keys.split_whitespace() {
            match name {
                "~" => drop(self.settle()),
                "tick" => drop(self.input(Input::Tick)),
                name => {
                    self.app.key(Key::read(name).unwrap());
                    self.draw();
                }
            }
        }
        self
    }

    pub(crate) fn input(&mut self, input: Input) -> &mut Self {
        self.app.input(&input);
        self.draw();
        self
    }

    /// Lets time pass until nothing is pending.
    pub(crate) fn settle(&mut self) -> &mut Self {
        for _ in 0..10_000 {
            if self.app.pace().is_none() {
                break;
            }
            self.app.input(&Input::Tick);
        }
        self.draw();
        self
    }

    /// The screen as text, without trailing blanks.
    pub(crate) fn text(&mut self) -> String {
        self.draw();
        let buffer = self.terminal.backend().buffer();
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text
    }

    pub(crate) fn buffer(&mut self) -> ratatui_core::buffer::Buffer {
        self.draw();
        self.terminal.backend().buffer().clone()
    }

    /// The position of some text on the screen.
    pub(crate) fn find(&mut self, wanted: &str) -> Option<(u16, u16)> {
        let text = self.text();
        text.lines()
            .enumerate()
            .find_map(|(y, line)| line.find(wanted).map(|at| (line[..at].chars().count() as u16, y as u16)))
    }

    pub(crate) fn shows(&mut self, wanted: &str) {
        let text = self.text();
        assert!(text.contains(wanted), "'{wanted}' is not on the screen:\n{text}");
    }

    pub(crate) fn hides(&mut self, unwanted: &str) {
        let text = self.text();
        assert!(!text.contains(unwanted), "'{unwanted}' is on the screen:\n{text}");
    }

    /// The kept runs, sorted by name.
    pub(crate) fn runs(&self, game: &str) -> Vec<PathBuf> {
        let mut runs: Vec<PathBuf> = fs::read_dir(self.home.runs(game))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "run"))
            .collect();
        runs.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
        runs
    }

    /// The commands of the newest run, read from its file.
    pub(crate) fn kept(&self, game: &str) -> Vec<String> {
        let Some(path) = self.runs(game).pop() else { return Vec::new() };
        let (run, damage, _) = keeper::read_run(&path).unwrap();
        assert_eq!(damage, None);
        run.steps.into_iter().map(|step| step.text).collect()
    }
}

/// Sets the modification time of a run file, so that lists always show the same date.
pub(crate) fn set_time(path: &Path, seconds: u64) {
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

/// A saved game of the cellar with these options, started without the title screen.
pub(crate) fn direct(home: &Home, options: &[(&str, &str)]) -> Stand {
    let mut brief = session::Brief { seed: "7".to_owned(), ..session::Brief::default() };
    for (name, value) in options {
        brief.options.set(GAMES[0].options, name, value).unwrap();
    }
    let path = home.new_run("cellar", Some("direct"));
    let opened = keeper::start_game(&GAMES[0], &brief, Some(&path), true).unwrap();
    let mut stand = Stand::with(house(home), home.clone(), Start::Game(opened), 80, 24);
    stand.draw();
    stand
}
