//! One random game, played three ways: live, saved at a random command and gone on with, and replayed from its text. All
//! must come to the same state.

use kernel::{EDITION, Options, Rng, Seed};
use session::batch::Plan;
use session::{Brief, Entry, Run, Seating, Session};

/// Commands of the shortest and of the longest game.
const COMMANDS: std::ops::Range<u32> = 20..220;

/// What a game came to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Played {
    /// Commands that were carried out.
    pub(crate) commands: u64,
    /// Bytes of its run.
    pub(crate) bytes: u64,
    /// Digest of its last state.
    pub(crate) digest: u64,
    /// True when it came to an end.
    pub(crate) ended: bool,
}

/// What a bot may choose from in each game, spelled: commands that change the game, and none that leave it.
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

    /// Plays the game of a number: the games in turn, their editions in turn, every number with a seed of its own.
    ///
    /// # Errors
    /// What differs, with all that is needed to play it again.
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

/// The game a text leads to, everything in it checked.
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
