//! The result of a try, found by replaying its run.

use super::date::Date;
use super::history::{Entered, History, LockedHistory};
use super::trial::{Challenge, Kind};
use keeper::Home;
use kernel::Verdict;
use session::{Header, Run, Session};
use std::fmt;

/// The state or result of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TryState {
    /// Not begun.
    Waiting,
    /// Unfinished; its worth so far.
    Open {
        /// The score by the game's own rules.
        score: i64,
        /// The points.
        points: u32,
    },
    /// Finished.
    Ended {
        /// `won`, `died`, …
        result: String,
        /// The score by the game's own rules.
        score: i64,
        /// The points.
        points: u32,
    },
    /// Counts nothing; the reason as a clause.
    Void(String),
}

impl TryState {
    /// Its contribution to a total.
    #[must_use]
    pub const fn points(&self) -> u32 {
        match self {
            Self::Open { points, .. } | Self::Ended { points, .. } => *points,
            Self::Waiting | Self::Void(_) => 0,
        }
    }

    /// Whether nothing more can be gained from it.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self, Self::Ended { .. } | Self::Void(_))
    }
}

/// Completes a sentence that begins with "the try".
impl fmt::Display for TryState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waiting => write!(out, "was not begun"),
            Self::Open { score, points } => write!(out, "is open (score {score}, {points} points so far)"),
            Self::Ended { result, score, points } => {
                write!(out, "is over ({result}, score {score}, {points} points)")
            }
            Self::Void(why) => write!(out, "does not count ({why})"),
        }
    }
}

/// The state of a scored try: from the history if its end is recorded, else by replaying its run.
#[must_use]
pub fn judge(home: &Home, entered: &Entered) -> TryState {
    if let Some((result, score, points)) = &entered.ended {
        return TryState::Ended { result: result.clone(), score: *score, points: *points };
    }
    let Some(entry) = session::find(home.games(), &entered.game) else {
        return TryState::Void(format!("there is no game '{}' here", entered.game.escape_debug()));
    };
    let path = home.file(&entered.run);
    let Ok((run, damage, _)) = home.read_run(&path) else {
        return TryState::Void(format!("its run {} cannot be read", path.display()));
    };
    if let Some(damage) = damage.filter(|damage| !damage.torn) {
        return TryState::Void(format!("its run is damaged at line {}", damage.line));
    }
    let challenge = Challenge { kind: entered.kind, entry, date: entered.date, games: home.games() };
    of_run(&challenge, &run).unwrap_or_else(TryState::Void)
}

/// Checks that a run began as the challenge prescribes: seed, options and level.
fn check_start(challenge: &Challenge, header: &Header) -> Result<(), String> {
    let brief = challenge.code().to_brief()?;
    let options: Vec<_> =
        brief.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let same = (&header.seed, &header.options, &header.level) == (&brief.seed, &options, &brief.level);
    if same { Ok(()) } else { Err(format!("its run does not belong to the {}", challenge.name())) }
}

/// Replays the part of a run that counts: up to its first end, its last command that counts, or the first
/// restart.
fn of_run(challenge: &Challenge, run: &Run) -> Result<TryState, String> {
    let entry = challenge.entry;
    let marks = session::marks(std::slice::from_ref(entry), &run.header, &run.marks);
    if !marks.is_empty() {
        return Err(format!("its run is marked as {}", marks.join(", ")));
    }
    check_start(challenge, &run.header)?;
    if let Some(chapter) = &run.header.chapter {
        return Err(format!("its run is chapter {} of a longer game", chapter.number));
    }
    let counted = entry.contest.commands.unwrap_or(usize::MAX);
    let (mut first, mut under_way, mut played) = (None, false, 0);
    let (mut score, mut turn, mut ended) = (0, 0, None);
    // The whole run is checked, also what comes after the part that counts.
    let mut see = |session: &dyn Session| {
        if ended.is_none() {
            let (phase, before) = (session.phase(), score);
            (score, turn) = (number(session, "score"), number(session, "turn"));
            let first = *first.get_or_insert(phase);
            under_way |= phase != first;
            let result = match session.outcome() {
                // A player who leaves keeps the score so far.
                Some(outcome) if outcome.verdict == Verdict::Quit => Some(("quit", before)),
                Some(outcome) => Some((outcome.verdict.word(), outcome.score)),
                None if under_way && phase == first => Some(("quit", before)),
                None => (played >= counted).then_some(("counted", score)),
            };
            ended = result.map(|(result, score)| (result, score, turn));
            played += 1;
        }
        true
    };
    let replayed = entry.watch(run, false, &session::Seating::OWNER.policy, &mut see);
    replayed.map_err(|difference| format!("its run does not replay: {}", difference.what))?;
    let points = |result, score, turn| entry.contest.points(&run.header, result, score, turn);
    Ok(match ended {
        Some((result, score, turn)) => {
            TryState::Ended { result: result.to_owned(), score, points: points(result, score, turn) }
        }
        None => TryState::Open { score, points: points("open", score, turn) },
    })
}

fn number(session: &dyn Session, name: &str) -> i64 {
    session.vitals(session.to_move()).number(name).unwrap_or(0)
}

/// One challenge of one day: the state of each game.
pub struct Standings {
    /// The kind of challenge.
    pub kind: Kind,
    /// The day.
    pub date: Date,
    /// Every game with its state.
    pub rows: Vec<(Challenge, TryState)>,
    /// Notes for the player, one sentence each.
    pub notes: Vec<String>,
}

impl Standings {
    /// Evaluates every try; records the ends that are not in the history yet.
    ///
    /// # Errors
    /// A sentence, when the history cannot be read.
    pub fn of(home: &Home, kind: Kind, date: Date) -> Result<Self, String> {
        let history = History::read(home)?;
        let mut rows = Vec::new();
        for entry in kind.games(home.games()) {
            let state = history
                .find(kind, entry.id, date)
                .map_or(TryState::Waiting, |entered| settled(home, entered));
            rows.push((Challenge { kind, entry, date, games: home.games() }, state));
        }
        Ok(Self { kind, date, rows, notes: history.notes })
    }

    /// Sum of all points.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.rows.iter().map(|(_, state)| state.points()).sum()
    }

    /// The first game that is not over.
    #[must_use]
    pub fn next(&self) -> Option<Challenge> {
        self.rows.iter().find(|(_, state)| !state.is_over()).map(|(challenge, _)| *challenge)
    }
}

/// The state of a try; records its end if the history does not have it yet.
pub(crate) fn settled(home: &Home, entered: &Entered) -> TryState {
    let state = judge(home, entered);
    if let (None, TryState::Ended { result, score, points }) = (&entered.ended, &state) {
        // Another program may have recorded it meanwhile. If writing fails, the end is recorded next time.
        if let Ok(mut locked) = LockedHistory::open(home)
            && locked
                .history
                .find(entered.kind, &entered.game, entered.date)
                .is_some_and(|now| now.ended.is_none())
        {
            let _ = locked.ended(entered, result, *score, *points);
        }
    }
    state
}

impl History {
    /// Every try with its state, newest day first.
    #[must_use]
    pub fn standings(&self, home: &Home) -> Vec<(Entered, TryState)> {
        let mut all: Vec<(Entered, TryState)> =
            self.tries.iter().map(|entered| (entered.clone(), settled(home, entered))).collect();
        kernel::sort_by(&mut all, |(a, _), (b, _)| b.date.cmp(&a.date).then(a.line.cmp(&b.line)));
        all
    }
}
