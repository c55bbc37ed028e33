//! The context shared by all screens: data folder, games, settings and the resulting look.

use crate::host::{Host, Visit};
use crate::look::Look;
use console::{Animation, Depth, GlyphSet, Settings, Theme};
use keeper::{Home, OpenError, Opened, Rejoining, Save, State};
use kernel::{Finding, Policy, Seat};
use session::{Brief, Entry, Run, Seating, Work};
use std::path::PathBuf;
use std::sync::Arc;

/// Players named for the seats of programs.
pub(crate) type Seats = Vec<(Seat, String)>;

/// A branch being opened, or why it cannot be.
pub(crate) type Branching = Result<Box<dyn Work<Opened>>, String>;

/// The settings file in the data folder.
const SETTINGS_FILE: &str = "settings.txt";

pub(crate) use session::{ASSISTED, PUZZLE};

/// Number of newest runs searched for one to continue, so that the title screen does not wait for a large
/// data folder.
const NEWEST_RUNS: usize = 24;

/// A background task.
pub type Task = Box<dyn FnOnce() + Send>;

/// What the application gets from the machine. It reads no environment variables and no clock by itself.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The colour depth of the screen.
    pub depth: Depth,
    /// The glyph set of the screen.
    pub glyphs: GlyphSet,
    /// The theme for a player who has chosen none.
    pub theme: Theme,
    /// Whether to reduce motion for a player who has chosen no speed.
    pub still: bool,
    /// Returns seconds since 1970.
    pub clock: fn() -> u64,
    /// Returns a seed that was not used before.
    pub fresh_seed: fn() -> String,
    /// The folder that `~` means in a path.
    pub user_folder: Option<PathBuf>,
    /// What games may use of this machine.
    pub policy: Policy,
    /// Runs a task in the background, or at once where that is impossible. The program waits for it before it
    /// ends.
    pub later: fn(Task),
}

/// The context shared by all screens.
pub struct Context {
    pub(crate) home: Home,
    pub(crate) games: &'static [Entry],
    pub(crate) settings: Settings,
    /// Problems in the settings file.
    pub(crate) notes: Vec<String>,
    pub(crate) look: Look,
    pub(crate) environment: Environment,
    /// The host being visited; `None` at home.
    pub(crate) visit: Option<Visit>,
    /// Whether hints are given at all; overrides the settings.
    advised: bool,
}

impl Context {
    /// Creates the context of a user: the games of the home, the settings of its data folder, and this
    /// environment.
    #[must_use]
    pub fn new(home: Home, environment: Environment) -> Self {
        let (settings, notes) = Settings::read(&home.note(SETTINGS_FILE));
        let mut context = Self {
            games: home.games(),
            home,
            look: Look::new(environment.theme, environment.depth, environment.glyphs),
            settings,
            notes,
            environment,
            visit: None,
            advised: true,
        };
        context.relook();
        context
    }

    /// Replaces the games, for tests and tools.
    #[must_use]
    pub fn with_games(mut self, games: &'static [Entry]) -> Self {
        self.games = games;
        self.home = self.home.with_games(games);
        self
    }

    /// Makes this the context of a visitor on a host. `login` is the user name sent by the client.
    #[must_use]
    pub fn visiting(mut self, host: Arc<dyn Host>, login: &str) -> Self {
        let name = host.name();
        self.visit = Some(Visit { host, name, login: login.to_owned() });
        self
    }

    /// Turns hints off, for tests and tools.
    #[must_use]
    pub fn without_hints(mut self) -> Self {
        self.advised = false;
        self
    }

    /// Whether a beginner gets hints.
    pub(crate) fn gives_hints(&self) -> bool {
        self.advised && self.settings.hints
    }

    /// Applies the settings.
    pub(crate) fn relook(&mut self) {
        let depth = self.settings.colours.unwrap_or(self.environment.depth);
        let glyphs = self.settings.glyphs.unwrap_or(self.environment.glyphs);
        let theme = self.settings.theme.unwrap_or(self.environment.theme);
        let tiles = self.look.tiles;
        self.look = Look::new(theme, depth, glyphs);
        self.look.tiles = tiles;
    }

    /// Whether effects are animated.
    pub(crate) fn has_motion(&self) -> bool {
        self.settings.effects && self.animation().step().is_some()
    }

    /// The pace of animations.
    pub(crate) fn animation(&self) -> Animation {
        match self.settings.animation {
            Animation::Normal if self.environment.still => Animation::Off,
            chosen => chosen,
        }
    }

    /// Saves the settings; comments in the file are preserved.
    pub(crate) fn keep_settings(&self) -> Result<(), String> {
        let text = self.settings.amend(&self.home.note(SETTINGS_FILE));
        self.home.set_note(SETTINGS_FILE, &text).map_err(|problem| problem.to_string())
    }

    pub(crate) fn settings_path(&self) -> PathBuf {
        self.home.file(SETTINGS_FILE)
    }

    pub(crate) fn entry(&self, id: &str) -> Option<&'static Entry> {
        self.games.iter().find(|entry| entry.id == id)
    }

    /// These players, with the environment's policy.
    pub(crate) const fn seating(&self, seats: Seats) -> Seating {
        Seating { policy: self.environment.policy, seats }
    }

    pub(crate) fn now(&self) -> u64 {
        (self.environment.clock)()
    }

    pub(crate) fn fresh_seed(&self) -> String {
        (self.environment.fresh_seed)()
    }

    /// Starts a game, with a journal if `kept`. An existing world is opened instead.
    pub(crate) fn start(&self, entry: &Entry, brief: &Brief, kept: bool) -> Result<Opened, OpenError> {
        let mut brief = brief.clone();
        brief.seating.policy = self.environment.policy;
        if !kept {
            return keeper::start_game(entry, &brief, None, false);
        }
        let path = self.new_path(entry.id, session::remark(&brief.about, session::NAME));
        self.home.start(entry, &brief, &path)
    }

    /// Starts the tutorial of a game.
    pub(crate) fn start_lesson(&self, entry: &Entry, kept: bool) -> Result<Opened, OpenError> {
        let path = self.home.new_run(entry.id, Some("Tutorial"));
        self.home.start_lesson(entry, kept.then_some(path.as_path()))
    }

    fn new_path(&self, game: &str, name: Option<&str>) -> PathBuf {
        let date = keeper::date_and_time(self.now()).replace(' ', "-").replace(':', "");
        self.home.new_run(game, Some(name.unwrap_or(&date)))
    }

    /// Creates a run with the first commands of another, marked as a branch, and opens it.
    pub(crate) fn branch(&self, run: &Run, commands: usize, seats: Seats) -> Branching {
        let mut branch = run.branch(commands);
        let name = branch.header.about.iter_mut().find(|(key, _)| key == "name").map(|(_, name)| {
            name.push_str(" (branch)");
            name.clone()
        });
        self.play_on(&branch, name.as_deref(), seats)
    }

    /// Creates the same run without its last commands, under the same name, marked as a branch and as
    /// assisted.
    pub(crate) fn take_back(&self, run: &Run, commands: usize, seats: Seats) -> Branching {
        let mut branch = run.branch(commands);
        if !branch.marks.iter().any(|mark| mark == ASSISTED) {
            branch.marks.push(ASSISTED.to_owned());
        }
        let name = session::remark(&branch.header.about, session::NAME).map(str::to_owned);
        self.play_on(&branch, name.as_deref(), seats)
    }

    /// The first commands of a run, to be played on without a file.
    pub(crate) fn branch_unkept(&self, run: &Run, commands: usize, seats: Seats) -> Branching {
        let id = &run.header.game;
        let entry = self.entry(id).ok_or_else(|| format!("There is no game '{id}' here."))?;
        Ok(Box::new(Rejoining::new(entry, run.clone(), commands, self.seating(seats))?))
    }

    fn play_on(&self, run: &Run, name: Option<&str>, seats: Seats) -> Branching {
        let path = self.new_path(&run.header.game, name);
        let journal = self
            .home
            .shelf()
            .start(&path, &run.to_text(), true)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let path = journal.path().to_owned();
        drop(journal);
        let opening =
            self.home.opening(&path, &self.seating(seats)).map_err(|problem| problem.to_string())?;
        Ok(Box::new(opening.of_branch()))
    }

    /// A typed path; `~/` is the player's home folder, as in a shell.
    pub(crate) fn typed_path(&self, text: &str) -> PathBuf {
        let text = text.trim();
        match (text.strip_prefix("~/"), &self.environment.user_folder) {
            (Some(rest), Some(folder)) => folder.join(rest),
            _ => PathBuf::from(text),
        }
    }

    /// The newest run that can be continued, of one game or of any.
    pub(crate) fn newest_open(&self, game: Option<&str>) -> Option<Save> {
        let games = self.games.iter().map(|entry| entry.id).filter(|id| game.is_none_or(|game| game == *id));
        let files = self.home.newest_runs(games);
        (files.iter().take(NEWEST_RUNS).filter_map(|path| self.home.save(path)))
            .find(|save| save.state == State::Open && save.is_listed() && self.entry(&save.game).is_some())
    }
}

/// A finding in a level file as one line.
pub(crate) fn told(name: &str, finding: &Finding) -> String {
    let place = match (finding.line, finding.column) {
        (0, _) => name.to_owned(),
        (line, 0) => format!("{name}:{line}"),
        (line, column) => format!("{name}:{line}:{column}"),
    };
    if finding.hint.is_empty() {
        format!("{place}: {}", finding.what)
    } else {
        format!("{place}: {} {}", finding.what, finding.hint)
    }
}
