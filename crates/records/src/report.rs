//! What the records keep about one run file: what it claims, and what replaying it proved.

use crate::facts::{Played, count};
use serde::{Deserialize, Serialize};
use session::{Entry, Run, remark};

/// What replaying a run proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verification {
    /// It leads to what the run says.
    Verified,
    /// It leads elsewhere.
    Differs(String),
    /// It was played by rules this program no longer has.
    OtherRules(String),
    /// It is damaged.
    Damaged(String),
    /// This program has no such game.
    NoGame(String),
}

/// The level a run was played on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LevelMark {
    /// The name of its file.
    pub name: String,
    /// The beginning of its hash, which tells levels of the same name apart.
    pub mark: String,
}

/// What the records keep about one run file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunReport {
    /// Id of the game.
    pub game: String,
    /// Version of its rules.
    pub rules: u32,
    /// The seed.
    pub seed: String,
    /// Options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// The level, if there is one.
    pub level: Option<LevelMark>,
    /// Remarks of the header.
    pub about: Vec<(String, String)>,
    /// Marks such as `assisted`.
    pub marks: Vec<String>,
    /// Number of commands.
    pub commands: usize,
    /// The last result and score it claims.
    pub claim: Option<(String, i64)>,
    /// What replaying it proved.
    pub verification: Verification,
    /// Its games; empty unless it is verified.
    pub games: Vec<Played>,
}

impl RunReport {
    /// Reads a run file and replays it.
    #[must_use]
    pub fn of(bytes: &[u8], games: &[Entry]) -> Self {
        let parsed = Run::parse(bytes);
        // A torn last line is no damage, as long as there is a game before it.
        let damage = parsed.damage.filter(|damage| !damage.torn || parsed.run.is_none());
        let run = parsed.run.unwrap_or_default();
        let (verification, games) = match damage {
            Some(damage) => {
                (Verification::Damaged(format!("line {}: {}", damage.line, damage.what)), Vec::new())
            }
            None => judge(&run, games),
        };
        let header = run.header;
        Self {
            rules: header.rules,
            commands: run.steps.len(),
            claim: run.endings.last().map(|ending| (ending.result.clone(), ending.score)),
            level: header.level.map(|level| LevelMark {
                mark: blake3::hash(level.text.as_bytes()).to_hex()[..6].to_owned(),
                name: level.name,
            }),
            game: header.game,
            seed: header.seed,
            options: header.options,
            about: header.about,
            marks: run.marks,
            verification,
            games,
        }
    }

    /// A remark of the header.
    #[must_use]
    pub fn about(&self, key: &str) -> Option<&str> {
        remark(&self.about, key)
    }
}

/// How the seed of a run was chosen: `chosen`, `fresh`, or the first word of its challenge.
pub(crate) fn seed_kind(remarks: &[(String, String)]) -> &str {
    match (remark(remarks, session::CHALLENGE), remark(remarks, session::SEED_KIND)) {
        (Some(challenge), _) => challenge.split_whitespace().next().unwrap_or("challenge"),
        (None, Some("fresh")) => "fresh",
        _ => "chosen",
    }
}

fn judge(run: &Run, games: &[Entry]) -> (Verification, Vec<Played>) {
    let header = &run.header;
    let entry = match session::game_of(games, run) {
        Ok(entry) => entry,
        Err(fault) => return (Verification::NoGame(fault.what), Vec::new()),
    };
    if !(entry.plays_rules)(header) {
        let what = format!("played by rules {}, this program has rules {}", header.rules, entry.rules);
        return (Verification::OtherRules(what), Vec::new());
    }
    match count(entry, run) {
        Ok(games) => (Verification::Verified, games),
        Err(difference) => {
            (Verification::Differs(format!("turn {}: {}", difference.turn, difference.what)), Vec::new())
        }
    }
}
