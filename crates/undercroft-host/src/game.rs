//! A game from what somebody wants, or from a run that was kept. Both take processor time: they run beside the connections.

use crate::random;
use crate::wire::{LEVEL_BYTES_MAX, NewGame, SEED_BYTES_MAX};
use kernel::Options;
use serde_json::Value;
use session::{Brief, Entry, Level, Run, Seating, Session, prove};

/// The most options somebody may set.
const OPTIONS_MAX: usize = 200;

/// A game that can be played, and the text of its run that is kept already.
pub(crate) struct Ready {
    pub(crate) session: Box<dyn Session>,
    pub(crate) run: String,
}

/// What a new game is made from.
pub(crate) struct Plan {
    pub(crate) entry: &'static Entry,
    brief: Brief,
    /// True when its seed was drawn here and nobody knows it.
    pub(crate) sealed: bool,
}

impl Plan {
    /// Reads a wish.
    pub(crate) fn new(new: &NewGame) -> Result<Self, String> {
        let entry = catalog::find(&new.game)
            .ok_or_else(|| format!("There is no game '{}' here.", kernel::printable(&new.game)))?;
        let mut pairs = Vec::new();
        for (name, value) in &new.set {
            pairs.push((name.as_str(), plain(value).ok_or("An option is a text, a number, true or false.")?));
        }
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        if pairs.len() > OPTIONS_MAX {
            return Err("Those are too many options.".to_owned());
        }
        let mut options = Options::default();
        options.set_all(entry.options, &pairs)?;
        if new.level.as_ref().is_some_and(|level| level.len() > LEVEL_BYTES_MAX) {
            return Err(format!("A level may have {LEVEL_BYTES_MAX} bytes here."));
        }
        if new.seed.as_ref().is_some_and(|seed| seed.len() > SEED_BYTES_MAX) {
            return Err(format!("A seed may have {SEED_BYTES_MAX} bytes here."));
        }
        let level = new.level.clone();
        let sealed = new.seed.is_none();
        let about = if sealed { vec![session::fresh_seed_kind()] } else { Vec::new() };
        let brief = Brief {
            seed: new.seed.clone().unwrap_or_else(random::seed),
            options,
            level: level.map(|text| Level { name: "level".to_owned(), text }),
            about,
            seating: Seating::default(),
        };
        Ok(Self { entry, brief, sealed })
    }

    /// What a sealed seed is known by until it is published.
    pub(crate) fn commitment(&self) -> Option<String> {
        self.sealed.then(|| commitment(&self.brief.seed))
    }

    /// Starts the game.
    pub(crate) fn start(self) -> Result<Ready, String> {
        let Self { entry, mut brief, .. } = self;
        let begun = (entry.start)(&brief).or_else(|findings| {
            // A game that needs a level begins on the first of its own when nobody brings another.
            let (name, text) =
                (entry.attached.examples)().first().copied().ok_or_else(|| findings.clone())?;
            if brief.level.is_some() {
                return Err(findings);
            }
            brief.level = Some(Level { name: name.to_owned(), text: text.to_owned() });
            (entry.start)(&brief)
        });
        let (session, _) = begun.map_err(|findings| {
            findings
                .first()
                .map_or_else(|| "That game cannot begin.".to_owned(), |finding| finding.what.clone())
        })?;
        Ok(Ready { session, run: String::new() })
    }
}

/// The hash that commits to a seed: published at the start, so that the seed can be checked at the end.
pub(crate) fn commitment(seed: &str) -> String {
    blake3::hash(format!("undercroft sealed seed 1\n{seed}").as_bytes()).to_hex().to_string()
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Plays a kept run again to its end.
pub(crate) fn reopen(mut text: String) -> Result<Ready, String> {
    let parsed = Run::parse(text.as_bytes());
    text.truncate(parsed.good_bytes);
    let run = parsed.run.ok_or("The run of this game is damaged.")?;
    let proved = prove(catalog::GAMES, &run, &Seating::default()).map_err(|fault| fault.to_string())?;
    Ok(Ready { session: proved.session, run: text })
}
