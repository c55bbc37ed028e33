//! Everything the records keep about one run file: what it says of itself, and what playing it again proved.

use crate::facts::{Played, count};
use serde::{Deserialize, Serialize};
use session::{Entry, Run, remark};

/// What playing a run again proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It is what it says.
    Verified,
    /// Its commands lead elsewhere than it says.
    Differs(String),
    /// It was played by rules this program no longer has.
    OtherRules(String),
    /// It is damaged.
    Damaged(String),
    /// Its game is none of ours.
    NoGame(String),
}

/// The level a run was played on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LevelMark {
    /// The name of its file.
    pub name: String,
    /// The first letters of its hash: two levels of one name are still two.
    pub mark: String,
}

/// Everything the records keep about one run file.
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
    /// How many commands it holds.
    pub commands: usize,
    /// The result and the score it claims in its last line about an end.
    pub claim: Option<(String, i64)>,
    /// What playing it again proved.
    pub standing: Standing,
    /// Its games; empty unless it is verified.
    pub games: Vec<Played>,
}

impl RunReport {
    /// Reads a run file and plays it again.
    #[must_use]
    pub fn of(bytes: &[u8], games: &[Entry]) -> Self {
        let parsed = Run::parse(bytes);
        // A line cut off in writing is no damage, as long as there is a game before it.
        let damage = parsed.damage.filter(|damage| !damage.torn || parsed.run.is_none());
        let run = parsed.run.unwrap_or_default();
        let (standing, games) = match damage {
            Some(damage) => (Standing::Damaged(format!("line {}: {}", damage.line, damage.what)), Vec::new()),
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
            standing,
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

fn judge(run: &Run, games: &[Entry]) -> (Standing, Vec<Played>) {
    let header = &run.header;
    let entry = match session::game_of(games, run) {
        Ok(entry) => entry,
        Err(fault) => return (Standing::NoGame(fault.what), Vec::new()),
    };
    if !(entry.plays_rules)(header) {
        let what = format!("played by rules {}, this program has rules {}", header.rules, entry.rules);
        return (Standing::OtherRules(what), Vec::new());
    }
    match count(entry, run) {
        Ok(games) => (Standing::Verified, games),
        Err(difference) => {
            (Standing::Differs(format!("turn {}: {}", difference.turn, difference.what)), Vec::new())
        }
    }
}
