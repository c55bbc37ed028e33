//! Chapters: a long game in several runs, so that opening and verifying it need not replay all of it.
//!
//! A chapter's header contains the state it begins with and the hash of the run before it. Alone, it proves
//! that its commands lead from that state to its end. The chapter before proves that the state is right: see
//! [`Chapter::follows`].

use crate::contract::Session;
use crate::facts::digest_of;
use crate::run::{Header, Run};

/// The remark about the players, who are not named by the commands of a chapter.
pub const PLAYERS: &str = "players";
/// Hexadecimal digits per line of a state.
const LETTERS: usize = 96;

/// The position of a run in a longer game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its number, from 2: the first chapter is an ordinary run.
    pub number: u32,
    /// The number of commands in the chapters before.
    pub before: usize,
    /// The BLAKE3 hash of the text of the chapter before, in hexadecimal.
    pub previous: String,
    /// The state it begins with.
    pub state: Vec<u8>,
}

impl Chapter {
    /// The chapter after a run, which ends in this state.
    pub(crate) fn after(header: &Header, text: &str, commands: usize, state: Vec<u8>) -> Self {
        let (number, before) =
            header.chapter.as_ref().map_or((1, 0), |chapter| (chapter.number, chapter.before));
        let previous = blake3::hash(text.as_bytes()).to_hex().to_string();
        Self { number: number + 1, before: before + commands, previous, state }
    }

    /// Whether this chapter follows that run: it names the run's hash and begins with the state of the run's
    /// last checkpoint. In a verified run that is the state its commands lead to.
    #[must_use]
    pub fn follows(&self, text: &[u8]) -> bool {
        let checkpoint = Run::parse(text).run.and_then(|run| {
            let last = run.checkpoints.last()?;
            (last.after == run.steps.len()).then_some(last.digest)
        });
        blake3::hash(text).to_hex().as_str() == self.previous && checkpoint == Some(digest_of(&self.state))
    }

    /// Its header lines.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let first = format!("chapter {} {} {}", self.number, self.before, self.previous);
        let part = |bytes: &[u8]| {
            let mut line = "state ".to_owned();
            bytes.iter().for_each(|byte| line += &format!("{byte:02x}"));
            line
        };
        std::iter::once(first).chain(self.state.chunks(LETTERS / 2).map(part))
    }

    /// Reads the first line.
    pub(crate) fn read(rest: &str) -> Option<Self> {
        let mut words = rest.split(' ');
        let (number, before) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let previous = words.next().filter(|hash| hash.len() == 64)?.to_owned();
        Some(Self { number, before, previous, state: Vec::new() })
    }

    /// Reads one of the other lines.
    pub(crate) fn read_state(&mut self, rest: &str) -> Option<()> {
        let digits: Vec<u8> =
            rest.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
        if digits.len() % 2 == 1 || digits.len() > LETTERS {
            return None;
        }
        self.state.extend(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]));
        Some(())
    }
}

/// The number of commands before a run.
#[must_use]
pub fn commands_before(header: &Header) -> usize {
    header.chapter.as_ref().map_or(0, |chapter| chapter.before)
}

/// Ends the run of a session, whose text is given, and begins the next chapter with these remarks and the same
/// marks. Later lines belong to the new run.
pub fn turn_page(session: &mut dyn Session, text: &str, players: String) {
    let marks = Run::parse(text.as_bytes()).run.map_or_else(Vec::new, |run| run.marks);
    session.next_chapter(text, players);
    marks.iter().for_each(|mark| session.mark(mark));
}
