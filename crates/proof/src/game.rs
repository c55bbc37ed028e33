//! Plays a random game in three ways: live, saved at a random command and continued, and replayed from its
//! text. All three must reach the same state.

use kernel::{EDITION, Options, Rng, Seed};
use session::batch::Plan;
use session::{Brief, Entry, Run, Seating, Session};

/// Range for the number of commands in a game.
const COMMANDS: std::ops::Range<u32> = 20..220;

/// The result of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Played {
    /// Number of commands carried out.
    pub(crate) commands: u64,
    /// Size of its run in bytes.
    pub(crate) bytes: u64,
    /// Digest of its final state.
    pub(crate) digest: u64,
    /// Whether it ended.
    pub(crate) ended: bool,
}

/// The commands to choose from in each game, as text: those that change the game, none that leave it.
pub(crate) struct Player {
    words: Vec<Vec<String>>,
}

impl Player {
    pub(crate) fn new() -> Result<Self, String> {
        let words = |entry: &Entry| {
            let batch = (entry.batch)(&Plan::of(Brief::default())).map_err(|found| format!("{found:?}"))?;
            Ok(batch.shape().words.clone())
        };
        Ok(Self { words: catalog::GAMES.iter().map(words).collect::<Result<_, String>>()? })
    }

    /// Plays a numbered game: games and editions take turns, and every number has its own seed.
    ///
    /// # Errors
    /// What differs, with everything needed to reproduce it.
    pub(crate) fn play(&self, number: u64) -> Result<Played, String> {
        let games = catalog::GAMES.len() as u64;
        let which = (number % games) as usize;
        let entry = &catalog::GAMES[which];
        let edition = ["classic", "undercroft"][(number / games % 2) as usize];
        let told = |what: String| format!("game {number} ({}, {edition}): {what}", entry.id);
        three_ways(entry, &self.words[which], edition, number).map_err(told)
    }
}

fn three_ways(entry: &Entry, words: &[String], edition: &str, number: u64) -> Result<Played, String> {
    let mut options = Options::default();
    options.set(entry.options, EDITION, edition)?;
    let brief = Brief { seed: format!("soak {number}"), options, ..Brief::default() };
    let (mut live, _) = (entry.start)(&brief).map_err(|found| format!("{found:?}"))?;
    let mut dice = Rng::stream(&Seed::from_text(&brief.seed), "soak", &[]);
    let lines = COMMANDS.start + dice.below(COMMANDS.end - COMMANDS.start, "lines");
    let saved_after = dice.below(lines, "saved after");
    let mut text = String::new();
    let mut saved = None;
    let mut later: Vec<&str> = Vec::new();
    for line in 0..lines {
        if line == saved_after {
            live.journal(&mut text);
            saved = Some(text.clone());
        }
        if live.outcome().is_some() {
            break;
        }
        let word = words[dice.below(words.len() as u32, "command") as usize].as_str();
        live.play_line(word);
        if saved.is_some() {
            later.push(word);
        }
    }
    live.checkpoint();
    live.journal(&mut text);
    let digest = live.digest();
    if let Some(saved) = saved {
        let mut again = replayed(&saved)?;
        for word in later {
            again.play_line(word);
        }
        compare("saved and gone on with", &*live, &*again)?;
    }
    compare("replayed", &*live, &*replayed(&text)?)?;
    Ok(Played {
        commands: live.commands() as u64,
        bytes: text.len() as u64,
        digest,
        ended: live.outcome().is_some(),
    })
}

/// The game a run's text leads to, fully verified.
fn replayed(text: &str) -> Result<Box<dyn Session>, String> {
    let parsed = Run::parse(text.as_bytes());
    let (Some(run), None) = (parsed.run, parsed.damage) else {
        return Err("the run cannot be read".to_owned());
    };
    let proved =
        session::prove(catalog::GAMES, &run, &Seating::default()).map_err(|fault| fault.to_string())?;
    let mut session = proved.session;
    session.settle();
    Ok(session)
}

fn compare(how: &str, live: &dyn Session, other: &dyn Session) -> Result<(), String> {
    let same = live.commands() == other.commands() && live.state() == other.state();
    let told =
        |session: &dyn Session| format!("{} commands, digest {:016x}", session.commands(), session.digest());
    if same { Ok(()) } else { Err(format!("live {}, {how} {}", told(live), told(other))) }
}
