//! Daily games and the pentathlon: what is played on a day, and how a try begins.

use super::code::Code;
use super::date::Date;
use super::history::{History, LockedHistory};
use super::standings::{TryState, judge};
use keeper::{Home, Opened};
use kernel::{Options, Seed};
use session::{Brief, Entry};

/// The header remark that names a run's challenge.
const ABOUT: &str = "challenge";

/// A kind of challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One game a day, each on its own.
    Daily,
    /// Five games on one day, with one total.
    Pentathlon,
}

impl Kind {
    /// Its name in files and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Pentathlon => "pentathlon",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        [Self::Daily, Self::Pentathlon].into_iter().find(|kind| kind.word() == word)
    }

    /// The games of such a challenge, in order.
    pub(crate) fn games(self, all: &'static [Entry]) -> impl Iterator<Item = &'static Entry> {
        all.iter().filter(move |entry| self == Self::Daily || entry.contest.pentathlon)
    }

    /// The most points that all its games together are worth.
    #[must_use]
    pub fn points_max(self, all: &'static [Entry]) -> u32 {
        session::POINTS_MAX * self.games(all).count() as u32
    }
}

/// One game of one day's challenge.
#[derive(Clone, Copy, Debug)]
pub struct Challenge {
    /// The kind of challenge.
    pub kind: Kind,
    /// The game.
    pub entry: &'static Entry,
    /// The day.
    pub date: Date,
    /// All games of the program.
    pub games: &'static [Entry],
}

impl Challenge {
    /// Its seed: a short number derived from day and game.
    #[must_use]
    pub fn seed(&self) -> String {
        let text = format!("undercroft {} {} {}", self.kind.word(), self.entry.id, self.date);
        (Seed::from_text(&text).words()[0] >> 24).to_string()
    }

    /// The code of the same game, for playing it outside the challenge.
    #[must_use]
    pub fn code(&self) -> Code {
        let mut options = Options::default();
        for (name, value) in self.entry.contest.rules {
            // An unknown option is skipped; a test checks that there is none.
            let _ = options.set(self.entry.options, name, value);
        }
        Code::new(self.entry, options, self.entry.contest.make.is_some(), self.seed())
    }

    /// `daily boo 2026-11-15`, or `pentathlon 2026-11-15 3/5`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.kind {
            Kind::Daily => format!("daily {} {}", self.entry.id, self.date),
            Kind::Pentathlon => {
                let games = || self.kind.games(self.games);
                let place = games().position(|entry| entry.id == self.entry.id);
                format!("pentathlon {} {}/{}", self.date, place.map_or(0, |n| n + 1), games().count())
            }
        }
    }

    fn brief(&self) -> Result<Brief, String> {
        let mut brief = self.code().to_brief()?;
        brief.about.push((ABOUT.to_owned(), self.name()));
        Ok(brief)
    }
}

/// A try that was just begun or resumed.
pub struct Begun {
    /// The game.
    pub opened: Opened,
    /// Whether it counts.
    pub scored: bool,
    /// Notes for the player, one sentence each.
    pub notes: Vec<String>,
}

/// Begins a try, or resumes the scored one while it is open. `again` always begins a new one. The first try
/// begun on its day counts; every other is marked, so that it enters no list of scores.
///
/// # Errors
/// A sentence, when the history or the run cannot be read or written, or the game is not one of the challenge.
pub fn begin(home: &Home, challenge: &Challenge, today: Date, again: bool) -> Result<Begun, String> {
    if !challenge.kind.games(challenge.games).any(|entry| entry.id == challenge.entry.id) {
        return Err(format!("{} is not part of the {}.", challenge.entry.title, challenge.kind.word()));
    }
    let mut locked = LockedHistory::open(home)?;
    let mut notes = locked.history.notes.clone();
    let entered = locked.history.find(challenge.kind, challenge.entry.id, challenge.date).cloned();
    let state = entered.as_ref().map(|entered| judge(home, entered));
    if let (Some(entered), Some(TryState::Open { .. }), false) = (&entered, &state, again) {
        let opened = home
            .open(&home.file(&entered.run), &session::Seating::OWNER)
            .map_err(|problem| problem.to_string())?;
        notes.push(format!("This continues the scored try of the {}.", challenge.name()));
        notes.extend(opened.notes.iter().cloned());
        return Ok(Begun { opened, scored: true, notes });
    }
    let mark = unscored(challenge, today, &locked.history, state.as_ref());
    let brief = challenge.brief()?;
    let path = home.new_run(challenge.entry.id, None);
    let mut opened = keeper::start_on(home.shelf(), challenge.entry, &brief, Some(&path), true)
        .map_err(|problem| problem.to_string())?;
    match mark {
        Some((mark, why)) => {
            opened.session.mark(mark);
            if let Err(problem) = opened.keep() {
                opened.discard();
                return Err(problem.to_string());
            }
            notes.push(why);
            Ok(Begun { opened, scored: false, notes })
        }
        None => {
            let path = opened.path().unwrap_or(&path);
            let within = path.strip_prefix(home.root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
            if let Err(what) = locked.begun(challenge.kind, challenge.entry.id, challenge.date, &within) {
                opened.discard();
                return Err(what);
            }
            notes.push(format!(
                "This is the scored try of the {}. Points: {}.",
                challenge.name(),
                challenge.entry.contest.told
            ));
            Ok(Begun { opened, scored: true, notes })
        }
    }
}

/// Why a new try would not count, in one sentence; `None` if it would.
///
/// # Errors
/// A sentence, when the history cannot be read.
pub fn objection(home: &Home, challenge: &Challenge, today: Date) -> Result<Option<String>, String> {
    let history = History::read(home)?;
    let entered = history.find(challenge.kind, challenge.entry.id, challenge.date);
    let state = entered.map(|entered| judge(home, entered));
    Ok(unscored(challenge, today, &history, state.as_ref()).map(|(_, why)| why))
}

/// Why a new try would not count: the mark for its run, and a sentence for the player.
fn unscored(
    challenge: &Challenge,
    today: Date,
    history: &History,
    state: Option<&TryState>,
) -> Option<(&'static str, String)> {
    if challenge.date != today {
        let why = format!("This is the {}, but today is {today}: this try is not scored.", challenge.name());
        return Some(("another day", why));
    }
    if let Some(state) = state {
        let why = format!("The scored try of the {} {state}: this one is not scored.", challenge.name());
        return Some(("second try", why));
    }
    let later = history.later_than(today)?;
    let why = format!(
        "The clock says {today}, but line {} of {} has a try of {}. No try is scored until the clock has passed that day.",
        later.line,
        history.path().display(),
        later.date
    );
    Some(("clock set back", why))
}
