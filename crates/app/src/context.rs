//! What all screens share: where files live, which games there are, the settings and the look they make.

use crate::host::{Host, Visit};
use crate::look::Look;
use console::{Animation, Depth, GlyphSet, Settings, Theme};
use keeper::{Home, OpenError, Opened, Rejoining, Save, State};
use kernel::{Finding, Policy, Seat};
use session::{Brief, Entry, Run, Seating, Work};
use std::path::PathBuf;
use std::sync::Arc;

/// Players that were named for the seats of programs.
pub(crate) type Seats = Vec<(Seat, String)>;

/// A run that goes on another way, being opened, or why it cannot be.
pub(crate) type Branching = Result<Box<dyn Work<Opened>>, String>;

/// The settings file within the data folder.
const SETTINGS_FILE: &str = "settings.txt";

pub(crate) use session::{ASSISTED, PUZZLE};

/// How many of the newest runs are looked at for one to continue: the title screen must not wait for a large shelf.
const NEWEST_RUNS: usize = 24;

/// Work that nobody waits for.
pub type Task = Box<dyn FnOnce() + Send>;

/// What the application is given of the machine it runs on. It reads no environment and no clock by itself.
#[derive(Clone, Debug)]
pub struct Environment {
    /// How many colours the screen shows.
    pub depth: Depth,
    /// The glyphs it shows.
    pub glyphs: GlyphSet,
    /// The theme of a player who has chosen none.
    pub theme: Theme,
    /// True when nothing should move for a player who has chosen no speed.
    pub still: bool,
    /// Seconds since 1970.
    pub clock: fn() -> u64,
    /// A seed that was not used before.
    pub fresh_seed: fn() -> String,
    /// The folder that `~` means in a path.
    pub user_folder: Option<PathBuf>,
    /// What games may use of this machine.
    pub policy: Policy,
    /// Runs work beside the application, or at once where there is nothing beside it. The program does not end before it.
    pub later: fn(Task),
}

/// What all screens share.
pub struct Context {
    pub(crate) home: Home,
    pub(crate) games: &'static [Entry],
    pub(crate) settings: Settings,
    /// What is wrong with the settings file.
    pub(crate) notes: Vec<String>,
    pub(crate) look: Look,
    pub(crate) environment: Environment,
    /// The host that is visited; nothing at home.
    pub(crate) visit: Option<Visit>,
    /// Whether advice is given at all, whatever the settings say.
    advised: bool,
}

impl Context {
    /// The context of this user: games of the home, settings of the data folder, the rest as given.
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

    /// The same context with other games, for tests and tools.
    #[must_use]
    pub fn with_games(mut self, games: &'static [Entry]) -> Self {
        self.games = games;
        self.home = self.home.with_games(games);
        self
    }

    /// The same context as the guest of a host. `login` is what the client called its user.
    #[must_use]
    pub fn visiting(mut self, host: Arc<dyn Host>, login: &str) -> Self {
        let name = host.name();
        self.visit = Some(Visit { host, name, login: login.to_owned() });
        self
    }

    /// The same context without advice for those who are new, for tests and tools.
    #[must_use]
    pub fn without_hints(mut self) -> Self {
        self.advised = false;
        self
    }

    /// True when somebody who is new gets advice.
    pub(crate) fn gives_hints(&self) -> bool {
        self.advised && self.settings.hints
    }

    /// Follows the settings.
    pub(crate) fn relook(&mut self) {
        let depth = self.settings.colours.unwrap_or(self.environment.depth);
        let glyphs = self.settings.glyphs.unwrap_or(self.environment.glyphs);
        let theme = self.settings.theme.unwrap_or(self.environment.theme);
        let tiles = self.look.tiles;
        self.look = Look::new(theme, depth, glyphs);
        self.look.tiles = tiles;
    }

    /// True when effects may move.
    pub(crate) fn has_motion(&self) -> bool {
        self.settings.effects && self.animation().step().is_some()
    }

    /// How quickly things follow each other.
    pub(crate) fn animation(&self) -> Animation {
        match self.settings.animation {
            Animation::Normal if self.environment.still => Animation::Off,
            chosen => chosen,
        }
    }

    /// Writes the settings to their file; what a person wrote there beside them stays.
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

    /// These players, with what games may use here.
    pub(crate) const fn seating(&self, seats: Seats) -> Seating {
        Seating { policy: self.environment.policy, seats }
    }

    pub(crate) fn now(&self) -> u64 {
        (self.environment.clock)()
    }

    pub(crate) fn fresh_seed(&self) -> String {
        (self.environment.fresh_seed)()
    }

    /// Starts a game and its journal, or without one if the player wants it so. A world that exists already is opened.
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

    /// A new run with the first commands of another, marked as a branch, opened to be played on.
    pub(crate) fn branch(&self, run: &Run, commands: usize, seats: Seats) -> Branching {
        let mut branch = run.branch(commands);
        let name = branch.header.about.iter_mut().find(|(key, _)| key == "name").map(|(_, name)| {
            name.push_str(" (branch)");
            name.clone()
        });
        self.play_on(&branch, name.as_deref(), seats)
    }

    /// The same run without its last commands, under the same name, marked as a branch and as assisted.
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

    /// A path as a person types it: `~/` is the player's own folder, as in a shell.
    pub(crate) fn typed_path(&self, text: &str) -> PathBuf {
        let text = text.trim();
        match (text.strip_prefix("~/"), &self.environment.user_folder) {
            (Some(rest), Some(folder)) => folder.join(rest),
            _ => PathBuf::from(text),
        }
    }

    /// The newest run that can be played on, of one game or of any.
    pub(crate) fn newest_open(&self, game: Option<&str>) -> Option<Save> {
        let games = self.games.iter().map(|entry| entry.id).filter(|id| game.is_none_or(|game| game == *id));
        let files = self.home.newest_runs(games);
        (files.iter().take(NEWEST_RUNS).filter_map(|path| self.home.save(path)))
            .find(|save| save.state == State::Open && save.is_listed() && self.entry(&save.game).is_some())
    }
}

/// One line about a finding in a level file.
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
