//! Creates a game from a client's request or from a stored run. Both take processor time, so they run on
//! blocking threads.

use crate::wire::{LEVEL_BYTES_MAX, NewGame, SEED_BYTES_MAX};
use kernel::Options;
use serde_json::Value;
use session::{Brief, Entry, Header, Level, Run, Seating, Session, prove};

/// Maximum number of options in a request.
const OPTIONS_MAX: usize = 200;

/// The remark that names the game of this host in which a run was played.
pub(crate) const ROOM: &str = "room";
/// The remark of a game that others could join.
pub(crate) const SHARED: &str = "shared";
/// The remark with the founder's name.
pub(crate) const PLAYER: &str = "player";

/// A playable game, with the text of its run so far.
pub(crate) struct Ready {
    pub(crate) session: Box<dyn Session>,
    pub(crate) run: String,
}

/// A new game to be started.
pub(crate) struct Plan {
    pub(crate) entry: &'static Entry,
    brief: Brief,
}

impl Plan {
    /// Checks a request.
    pub(crate) fn new(new: &NewGame) -> Result<Self, String> {
        let entry = catalog::find(&new.game)
            .ok_or_else(|| format!("There is no game '{}' here.", kernel::printable(&new.game)))?;
        if new.set.len() > OPTIONS_MAX {
            return Err("Those are too many options.".to_owned());
        }
        let mut pairs = Vec::new();
        for (name, value) in &new.set {
            let value = plain(value).ok_or("An option is a text, a number, true or false.")?;
            pairs.push((name.as_str(), value));
        }
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let mut options = Options::default();
        if new.shared {
            // People play the sides for which nobody else was named.
            for seat in entry.attached.seats {
                options.set(entry.options, seat.name, (seat.players)()[0])?;
            }
        }
        options.set_all(entry.options, &pairs)?;
        if new.level.as_ref().is_some_and(|level| level.len() > LEVEL_BYTES_MAX) {
            return Err(format!("A level may have {LEVEL_BYTES_MAX} bytes here."));
        }
        if new.seed.as_ref().is_some_and(|seed| seed.len() > SEED_BYTES_MAX) {
            return Err(format!("A seed may have {SEED_BYTES_MAX} bytes here."));
        }
        if new.daily.is_some() && (!new.set.is_empty() || new.level.is_some() || new.shared) {
            return Err("A daily game is the same for everybody.".to_owned());
        }
        let level = new.level.clone().map(|text| Level { name: "level".to_owned(), text });
        let seed = new.seed.clone().unwrap_or_default();
        Ok(Self { entry, brief: Brief { seed, options, level, ..Brief::default() } })
    }

    /// Sets a generated seed.
    pub(crate) fn set_seed(&mut self, seed: String) {
        self.brief.seed = seed;
    }

    /// Adds a remark to the run.
    pub(crate) fn remark(&mut self, name: &str, value: &str) {
        self.brief.about.push((name.to_owned(), value.to_owned()));
    }

    /// Starts the game.
    pub(crate) fn start(self) -> Result<Ready, String> {
        let Self { entry, mut brief } = self;
        let begun = (entry.start)(&brief).or_else(|findings| {
            // A game that needs a level uses its first example if the request has none.
            let first = (entry.attached.examples)().first().copied();
            match first.filter(|_| brief.level.is_none()) {
                Some((name, text)) => {
                    brief.level = Some(Level { name: name.to_owned(), text: text.to_owned() });
                    (entry.start)(&brief)
                }
                None => Err(findings),
            }
        });
        let (mut session, _) = begun.map_err(|findings| {
            findings
                .first()
                .map_or_else(|| "That game cannot begin.".to_owned(), |finding| finding.what.clone())
        })?;
        let mut run = String::new();
        session.journal(&mut run);
        Ok(Ready { session, run })
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

/// A remark of a header.
pub(crate) fn about<'a>(header: &'a Header, name: &str) -> Option<&'a str> {
    header.about.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

/// Replays a stored run to its end.
pub(crate) fn reopen(mut text: String) -> Result<(Ready, Header), String> {
    let parsed = Run::parse(text.as_bytes());
    text.truncate(parsed.good_bytes);
    let run = parsed.run.ok_or("The run of this game is damaged.")?;
    let proved = prove(catalog::GAMES, &run, &Seating::default()).map_err(|fault| fault.to_string())?;
    Ok((Ready { session: proved.session, run: text }, run.header))
}
