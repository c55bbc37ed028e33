//! What all screens share: where files live, which games there are, the settings and the look they make.

use crate::look::Look;
use catalog::Entry;
use console::{Depth, GlyphSet, Settings};
use keeper::{Files, Home, OpenError, Opened, Save, Shelf as _, State};
use kernel::{Finding, Policy, Seat};
use session::{Brief, Run, Seating};
use std::path::{Path, PathBuf};

/// Players that were named for the seats of programs.
pub(crate) type Seats = Vec<(Seat, String)>;

/// The settings file within the data folder.
const SETTINGS_FILE: &str = "settings.txt";

pub(crate) use session::{ASSISTED, PUZZLE};

/// How many of the newest runs are looked at for one to continue: the title screen must not wait for a large shelf.
const NEWEST_RUNS: usize = 24;

/// What all screens share.
pub struct Context {
    pub(crate) home: Home,
    pub(crate) games: &'static [Entry],
    pub(crate) settings: Settings,
    /// What is wrong with the settings file.
    pub(crate) notes: Vec<String>,
    pub(crate) look: Look,
    /// What games may use of this machine.
    pub(crate) policy: Policy,
    /// Whether advice is given at all, whatever the settings say.
    advised: bool,
    depth: Depth,
    glyphs: GlyphSet,
    clock: fn() -> u64,
    fresh: fn() -> String,
}

impl Context {
    /// The context of this user: games of the catalog, settings of the data folder, colours of the environment.
    #[must_use]
    pub fn new(home: Home) -> Self {
        let env = |name: &str| std::env::var(name).ok();
        let text = keeper::read_file(&home.file(SETTINGS_FILE)).unwrap_or_default();
        let (settings, notes) = Settings::read(&String::from_utf8_lossy(&text));
        let (depth, glyphs) = (Depth::detect(env), GlyphSet::detect(env));
        let mut context = Self {
            games: home.games(),
            home,
            look: Look::new(settings.theme, depth, glyphs),
            settings,
            notes,
            policy: Policy::OWNER,
            advised: true,
            depth,
            glyphs,
            clock: keeper::now_seconds,
            fresh: fresh_seed,
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

    /// The same context on a terminal that can show so much.
    #[must_use]
    pub fn with_terminal(mut self, depth: Depth, glyphs: GlyphSet) -> Self {
        (self.depth, self.glyphs) = (depth, glyphs);
        self.relook();
        self
    }

    /// The same context for somebody who is not the owner of this machine.
    #[must_use]
    pub const fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The same context at a time and with seeds of somebody's choice, for tests.
    #[must_use]
    pub fn with_clock(mut self, clock: fn() -> u64, fresh: fn() -> String) -> Self {
        (self.clock, self.fresh) = (clock, fresh);
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
        let depth = self.settings.colours.unwrap_or(self.depth);
        let glyphs = self.settings.glyphs.unwrap_or(self.glyphs);
        self.look = Look::new(self.settings.theme, depth, glyphs);
    }

    /// Writes the settings to their file; what a person wrote there beside them stays.
    pub(crate) fn keep_settings(&self) -> Result<(), String> {
        let path = self.settings_path();
        let old = keeper::read_file(&path).unwrap_or_default();
        let text = self.settings.amend(&String::from_utf8_lossy(&old));
        keeper::write_atomically(&path, text.as_bytes())
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    pub(crate) fn settings_path(&self) -> PathBuf {
        self.home.file(SETTINGS_FILE)
    }

    pub(crate) fn entry(&self, id: &str) -> Option<&'static Entry> {
        self.games.iter().find(|entry| entry.id == id)
    }

    /// These players, with what games may use here.
    pub(crate) const fn seating(&self, seats: Seats) -> Seating {
        Seating { policy: self.policy, seats }
    }

    /// Opens a run to play on, with the players named for the seats that programs had.
    pub(crate) fn open(&self, path: &Path, seats: Seats) -> Result<Opened, String> {
        let seating = self.seating(seats);
        self.home.open(path, &seating).map_err(|trouble| trouble.to_string())
    }

    pub(crate) fn now(&self) -> u64 {
        (self.clock)()
    }

    pub(crate) fn fresh_seed(&self) -> String {
        (self.fresh)()
    }

    /// Starts a game and its journal, or without one if the player wants it so. A world that exists already is opened.
    pub(crate) fn start(&self, entry: &Entry, brief: &Brief, kept: bool) -> Result<Opened, OpenError> {
        let mut brief = brief.clone();
        brief.seating.policy = self.policy;
        if !kept {
            return keeper::start_game(entry, &brief, None, false);
        }
        let path = self.new_path(entry.id, keeper::name_of(&brief.about));
        self.home.start(entry, &brief, &path)
    }

    /// Starts the tutorial of a game.
    pub(crate) fn start_lesson(&self, entry: &Entry, kept: bool) -> Result<Opened, OpenError> {
        let path = self.home.new_run(entry.id, Some("Tutorial"));
        keeper::start_lesson(entry, kept.then_some(path.as_path()))
    }

    fn new_path(&self, game: &str, name: Option<&str>) -> PathBuf {
        let date = keeper::date_and_time(self.now()).replace(' ', "-").replace(':', "");
        self.home.new_run(game, Some(name.unwrap_or(&date)))
    }

    /// A new run with the first commands of another, marked as a branch, opened to be played on.
    pub(crate) fn branch(&self, run: &Run, commands: usize, seats: Seats) -> Result<Opened, String> {
        let mut branch = run.branch(commands);
        let name = branch.header.about.iter_mut().find(|(key, _)| key == "name").map(|(_, name)| {
            name.push_str(" (branch)");
            name.clone()
        });
        self.play_on(&branch, name.as_deref(), seats)
    }

    /// The same run without its last commands, under the same name, marked as a branch and as assisted.
    pub(crate) fn take_back(&self, run: &Run, commands: usize, seats: Seats) -> Result<Opened, String> {
        let mut branch = run.branch(commands);
        if !branch.marks.iter().any(|mark| mark == ASSISTED) {
            branch.marks.push(ASSISTED.to_owned());
        }
        let name = branch.header.about.iter().find(|(key, _)| key == "name").map(|(_, name)| name.clone());
        self.play_on(&branch, name.as_deref(), seats)
    }

    /// The first commands of a run, to be played on without a file.
    pub(crate) fn branch_unkept(&self, run: &Run, commands: usize, seats: Seats) -> Result<Opened, String> {
        let id = &run.header.game;
        let entry = self.entry(id).ok_or_else(|| format!("There is no game '{id}' here."))?;
        let seating = self.seating(seats);
        let replayed =
            (entry.replay)(run, commands, None, None, &seating).map_err(|difference| difference.what)?;
        let mut opened = Opened::unkept(replayed.session);
        (opened.notes, opened.seating) = (replayed.notes, seating);
        Ok(opened)
    }

    fn play_on(&self, run: &Run, name: Option<&str>, seats: Seats) -> Result<Opened, String> {
        let path = self.new_path(&run.header.game, name);
        let journal = Files
            .start(&path, &run.to_text(), true)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let path = journal.path().to_owned();
        drop(journal);
        self.open(&path, seats)
    }

    /// The newest run that can be played on, of one game or of any.
    pub(crate) fn newest_open(&self, game: Option<&str>) -> Option<Save> {
        let mut files: Vec<_> = self
            .games
            .iter()
            .filter(|entry| game.is_none_or(|id| entry.id == id))
            .flat_map(|entry| std::fs::read_dir(self.home.runs(entry.id)).into_iter().flatten().flatten())
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "run"))
            .map(|path| (std::fs::metadata(&path).and_then(|meta| meta.modified()).ok(), path))
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        let newest = files.iter().take(NEWEST_RUNS).filter_map(|(_, path)| Save::read(path));
        newest
            .into_iter()
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

/// A path as a person types it: `~/` is the player's own folder, as in a shell.
pub(crate) fn typed_path(text: &str) -> PathBuf {
    let text = text.trim();
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// A seed that can be read aloud and typed: syllables drawn from the system's own randomness.
#[must_use]
pub fn fresh_seed() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let mut bits = RandomState::new().hash_one(std::process::id());
    let mut seed = String::new();
    for _ in 0..5 {
        for letters in ["bdfgklmnprstvz", "aeiou"] {
            let count = letters.len() as u64;
            seed.push(char::from(letters.as_bytes()[(bits % count) as usize]));
            bits /= count;
        }
    }
    seed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_differ_and_can_be_typed() {
        let mut seeds: Vec<String> = (0..50).map(|_| fresh_seed()).collect();
        assert!(seeds.iter().all(|seed| seed.len() == 10 && seed.bytes().all(|b| b.is_ascii_lowercase())));
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), 50);
    }
}
