//! The list of saves, including damaged ones.

use crate::home::Home;
use session::{Ending, Header, Run};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of commands that are compared to find the run a branch came from.
const OPENING: usize = 32;

/// The state of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It can be continued.
    Open,
    /// It has ended.
    Ended(Ending),
    /// It is damaged; everything before the line can be recovered.
    Damaged(String),
}

/// A save: a run in the list.
#[derive(Clone, Debug)]
pub struct Save {
    /// Its path.
    pub path: PathBuf,
    /// Id of the game.
    pub game: String,
    /// The name given by the player, or that of the file.
    pub name: String,
    /// Whether the player has given the name.
    pub is_named: bool,
    /// The seed.
    pub seed: String,
    /// Its header, without the text of the level.
    pub header: Header,
    /// The number of commands.
    pub commands: usize,
    /// Its state.
    pub state: State,
    /// Its marks, see [`session::marks`]; empty for a plain game.
    pub marks: Vec<&'static str>,
    /// When it was last written, in seconds since 1970.
    pub written: u64,
    /// The number of commands it shares with the run it was branched from.
    shared: Option<usize>,
    /// Its first commands.
    opening: Vec<String>,
    /// When it was last written, as precisely as the file system says, for sorting.
    modified: Option<SystemTime>,
}

impl Home {
    /// All saves, newest first, without runs in which nothing was played, unless they are worlds.
    #[must_use]
    pub fn saves(&self) -> Vec<Save> {
        self.all_runs().filter(Save::is_listed).collect()
    }

    pub(crate) fn all_runs(&self) -> impl Iterator<Item = Save> {
        let mut saves: Vec<Save> = self.run_files().iter().filter_map(|path| self.save(path)).collect();
        kernel::sort_by(&mut saves, |a, b| b.modified.cmp(&a.modified).then_with(|| b.path.cmp(&a.path)));
        saves.into_iter()
    }

    /// The newest run of a game that can be continued.
    #[must_use]
    pub fn latest_open(&self, game: &str) -> Option<Save> {
        self.saves().into_iter().find(|save| save.game == game && save.state == State::Open)
    }

    /// The run files of some games, last written first.
    #[must_use]
    pub fn newest_runs<'a>(&self, games: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
        let files = games.flat_map(|game| self.shelf().list(&self.runs(game))).filter(|path| is_run(path));
        let mut files: Vec<_> = files.map(|path| (self.shelf().written(&path), path)).collect();
        kernel::sort_by(&mut files, |a, b| b.cmp(a));
        files.into_iter().map(|(_, path)| path).collect()
    }

    /// All run files, in no order.
    #[must_use]
    pub fn run_files(&self) -> Vec<PathBuf> {
        let games = self.shelf().list(&self.root().join("runs"));
        games.iter().flat_map(|folder| self.shelf().list(folder)).filter(|path| is_run(path)).collect()
    }

    /// Reads a save; `None` if it is empty or cannot be read.
    #[must_use]
    pub fn save(&self, path: &Path) -> Option<Save> {
        let bytes = self.shelf().read(path).ok().filter(|bytes| !bytes.is_empty())?;
        Some(Save::of(self.games(), path, &bytes, self.shelf().written(path)))
    }
}

fn is_run(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "run")
}

/// Groups the saves of one game: a run with its branches and undone continuations. Groups and members keep the
/// order of the list. A branch belongs to a run with the same rules, seed and level that begins with the shared
/// commands.
#[must_use]
pub fn families(saves: &[Save]) -> Vec<Vec<usize>> {
    let mut families: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, save) in saves.iter().enumerate() {
        let mut root = index;
        if let Some(shared) = save.shared {
            let like = |other: &Save| other.began_like(save, shared);
            let original = saves.iter().position(|other| other.shared.is_none() && like(other));
            root = original.or_else(|| saves.iter().position(like)).unwrap_or(index);
        }
        match families.iter_mut().find(|(of, _)| *of == root) {
            Some((_, members)) => members.push(index),
            None => families.push((root, vec![index])),
        }
    }
    families.into_iter().map(|(_, members)| members).collect()
}

impl Save {
    /// Whether it has the same rules and first commands as another.
    fn began_like(&self, other: &Self, commands: usize) -> bool {
        let opening = commands.min(OPENING);
        let same = self.opening.iter().take(opening).eq(other.opening.iter().take(opening));
        let (a, b) = (&self.header, &other.header);
        self.commands >= commands
            && same
            && (&a.seed, &a.game, a.rules, &a.options) == (&b.seed, &b.game, b.rules, &b.options)
            && a.level.as_ref().map(|level| &level.name) == b.level.as_ref().map(|level| &level.name)
    }

    /// Whether anything was played, or it is a world.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.commands > 0 || self.is_named || matches!(self.state, State::Damaged(_))
    }

    fn of(games: &[session::Entry], path: &Path, bytes: &[u8], modified: Option<SystemTime>) -> Self {
        let written = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let folder =
            path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let parsed = Run::parse(bytes);
        // An incomplete last line is not damage if there is a game before it.
        let damage = parsed.damage.filter(|damage| !damage.torn || parsed.run.is_none());
        let run = parsed.run.unwrap_or_default();
        let world = session::remark(&run.header.about, session::NAME).map(str::to_owned);
        let state = match (damage, run.endings.last()) {
            (Some(damage), _) => State::Damaged(format!("line {}: {}", damage.line, damage.what)),
            (None, Some(ending)) if ending.after == run.steps.len() => State::Ended(ending.clone()),
            _ => State::Open,
        };
        let mut header = run.header.clone();
        header.level.iter_mut().for_each(|level| level.text.clear());
        Self {
            path: path.to_owned(),
            game: if run.header.game.is_empty() { folder } else { run.header.game.clone() },
            is_named: world.is_some(),
            name: world.unwrap_or(stem),
            seed: run.header.seed.clone(),
            header,
            commands: run.steps.len(),
            state,
            marks: session::marks(games, &run.header, &run.marks),
            written: written.map_or(0, |since| since.as_secs()),
            shared: run
                .marks
                .iter()
                .filter_map(|mark| mark.strip_prefix("branched after ")?.parse().ok())
                .min(),
            opening: run.steps.iter().take(OPENING).map(|step| step.text.clone()).collect(),
            modified,
        }
    }
}
