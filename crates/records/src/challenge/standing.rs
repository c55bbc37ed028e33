//! How a try stands: played again from its run, never taken on trust.

use super::date::Date;
use super::history::{Entered, History, Ledger};
use super::trial::{Challenge, Kind};
use keeper::Home;
use kernel::Verdict;
use session::{Header, Run, Session, Step};
use std::fmt;

/// How a try stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was not begun.
    Waiting,
    /// It can be played on; so much it is worth as it stands.
    Open {
        /// The score by the game's own rules.
        score: i64,
        /// The points.
        points: u32,
    },
    /// It is over.
    Ended {
        /// `won`, `died`, …
        result: String,
        /// The score by the game's own rules.
        score: i64,
        /// The points.
        points: u32,
    },
    /// It counts nothing; one clause that says why.
    Void(String),
}

impl Standing {
    /// What it adds to a total.
    #[must_use]
    pub const fn points(&self) -> u32 {
        match self {
            Self::Open { points, .. } | Self::Ended { points, .. } => *points,
            Self::Waiting | Self::Void(_) => 0,
        }
    }

    /// True when nothing more can be gained from it.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self, Self::Ended { .. } | Self::Void(_))
    }
}

/// As the end of a sentence that begins with "the try".
impl fmt::Display for Standing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waiting => write!(out, "was not begun"),
            Self::Open { score, points } => write!(out, "is open (score {score}, {points} points so far)"),
            Self::Ended { result, score, points } => {
                write!(out, "is over ({result}, score {score}, {points} points)")
            }
            Self::Void(why) => write!(out, "counts nothing ({why})"),
        }
    }
}

/// How a scored try stands: as written down, else found out from its run.
#[must_use]
pub fn judge(home: &Home, entered: &Entered) -> Standing {
    if let Some((result, score, points)) = &entered.ended {
        return Standing::Ended { result: result.clone(), score: *score, points: *points };
    }
    let Some(entry) = session::find(home.games(), &entered.game) else {
        return Standing::Void(format!("there is no game '{}' here", entered.game.escape_debug()));
    };
    let path = home.file(&entered.run);
    let Ok((run, damage, _)) = home.read_run(&path) else {
        return Standing::Void(format!("its run {} cannot be read", path.display()));
    };
    if let Some(damage) = damage.filter(|damage| !damage.torn) {
        return Standing::Void(format!("its run is damaged at line {}", damage.line));
    }
    let challenge = Challenge { kind: entered.kind, entry, date: entered.date, games: home.games() };
    of_run(&challenge, &run).unwrap_or_else(Standing::Void)
}

/// What a run must begin with to be a try at a challenge: its seed, its options and its level.
fn check_start(challenge: &Challenge, header: &Header) -> Result<(), String> {
    let brief = challenge.code().to_brief()?;
    let options: Vec<_> =
        brief.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let same = (&header.seed, &header.options, &header.level) == (&brief.seed, &options, &brief.level);
    if same { Ok(()) } else { Err(format!("its run is not of the {}", challenge.name())) }
}

/// Plays a run again as far as it counts: to its first end, to the last command that counts, or to the moment the player
/// begins anew.
fn of_run(challenge: &Challenge, run: &Run) -> Result<Standing, String> {
    let entry = challenge.entry;
    let marks = session::marks(std::slice::from_ref(entry), &run.header, &run.marks);
    if !marks.is_empty() {
        return Err(format!("its run is marked as {}", marks.join(", ")));
    }
    check_start(challenge, &run.header)?;
    let differs = |what: &str| format!("its run does not replay: {what}");
    session::prove(std::slice::from_ref(entry), run, &session::Seating::OWNER)
        .map_err(|fault| differs(&fault.what))?;
    let begun = entry
        .replay(run, 0, None, None, &session::Seating::OWNER)
        .map_err(|difference| differs(&difference.what))?;
    let mut session = begun.session;
    let first = session.phase();
    let ended = |result: &str, score: i64, session: &dyn Session| {
        let points = entry.contest.points(&run.header, result, score, number(session, "turn"));
        Ok(Standing::Ended { result: result.to_owned(), score, points })
    };
    let mut under_way = false;
    let counted = entry.contest.commands.unwrap_or(usize::MAX);
    for Step { seat, text, .. } in run.steps.iter().take(counted) {
        let before = number(session.as_ref(), "score");
        session.replay_step(*seat, text)?;
        under_way |= session.phase() != first;
        match session.outcome() {
            // Whoever leaves keeps what he had.
            Some(outcome) if outcome.verdict == Verdict::Quit => {
                return ended("quit", before, session.as_ref());
            }
            Some(outcome) => return ended(outcome.verdict.word(), outcome.score, session.as_ref()),
            None if under_way && session.phase() == first => return ended("quit", before, session.as_ref()),
            None => {}
        }
    }
    let score = number(session.as_ref(), "score");
    if run.steps.len() >= counted {
        return ended("counted", score, session.as_ref());
    }
    let points = entry.contest.points(&run.header, "open", score, number(session.as_ref(), "turn"));
    Ok(Standing::Open { score, points })
}

fn number(session: &dyn Session, name: &str) -> i64 {
    session.vitals(session.to_move()).number(name).unwrap_or(0)
}

/// One challenge of one day, game by game.
pub struct Standings {
    /// Which challenge.
    pub kind: Kind,
    /// Of which day.
    pub date: Date,
    /// Every game and how its try stands.
    pub rows: Vec<(Challenge, Standing)>,
    /// What the player should know, one sentence each.
    pub notes: Vec<String>,
}

impl Standings {
    /// Finds out how everything stands; what has ended meanwhile is written down.
    ///
    /// # Errors
    /// A sentence, when the history cannot be read.
    pub fn of(home: &Home, kind: Kind, date: Date) -> Result<Self, String> {
        let history = History::read(home)?;
        let mut rows = Vec::new();
        for entry in home.games() {
            let standing = history
                .find(kind, entry.id, date)
                .map_or(Standing::Waiting, |entered| settled(home, entered));
            rows.push((Challenge { kind, entry, date, games: home.games() }, standing));
        }
        Ok(Self { kind, date, rows, notes: history.notes })
    }

    /// All points together.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.rows.iter().map(|(_, standing)| standing.points()).sum()
    }

    /// The first game that still has something to gain.
    #[must_use]
    pub fn next(&self) -> Option<Challenge> {
        self.rows.iter().find(|(_, standing)| !standing.is_over()).map(|(challenge, _)| *challenge)
    }
}

/// How a try stands; an end that is not in the history yet is added to it.
pub(crate) fn settled(home: &Home, entered: &Entered) -> Standing {
    let standing = judge(home, entered);
    if let (None, Standing::Ended { result, score, points }) = (&entered.ended, &standing) {
        // Another program may have done so meanwhile; and what cannot be written is found out again next time.
        if let Ok(mut ledger) = Ledger::open(home)
            && ledger
                .history
                .find(entered.kind, &entered.game, entered.date)
                .is_some_and(|now| now.ended.is_none())
        {
            let _ = ledger.ended(entered, result, *score, *points);
        }
    }
    standing
}

impl History {
    /// Every try with how it stands, the newest day first.
    #[must_use]
    pub fn standings(&self, home: &Home) -> Vec<(Entered, Standing)> {
        let mut all: Vec<(Entered, Standing)> =
            self.tries.iter().map(|entered| (entered.clone(), settled(home, entered))).collect();
        kernel::sort_by(&mut all, |(a, _), (b, _)| b.date.cmp(&a.date).then(a.line.cmp(&b.line)));
        all
    }
}
