//! Chapters: a long game in several runs, so that opening and verifying it never plays all of it again.
//!
//! A chapter's header holds the state it begins from and the hash of the run before it. By itself it proves that its commands
//! lead from that state to its end. That the state is the right one follows from the chapter before, which ends in it: see
//! [`Chapter::follows`].

use crate::contract::Session;
use crate::facts::digest_of;
use crate::run::{Header, Run};

/// The remark about who plays, which the commands of a chapter do not tell.
pub const PLAYERS: &str = "players";
/// Hexadecimal letters on a line of a state.
const LETTERS: usize = 96;

/// Where in a longer game a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its number, from 2 on: the first chapter is a run as any other.
    pub number: u32,
    /// How many commands were played in the chapters before.
    pub before: usize,
    /// The BLAKE3 hash of the text of the chapter before, in hexadecimal.
    pub previous: String,
    /// The state it begins from.
    pub state: Vec<u8>,
}

impl Chapter {
    /// The chapter that follows a run, which stands at this state now.
    pub(crate) fn after(header: &Header, text: &str, commands: usize, state: Vec<u8>) -> Self {
        let (number, before) =
            header.chapter.as_ref().map_or((1, 0), |chapter| (chapter.number, chapter.before));
        let previous = blake3::hash(text.as_bytes()).to_hex().to_string();
        Self { number: number + 1, before: before + commands, previous, state }
    }

    /// True when this chapter begins where that run ends: it names the run by its hash, and begins from the state of the
    /// run's last checkpoint. Of a run that was verified the checkpoint is the state its commands lead to.
    #[must_use]
    pub fn follows(&self, text: &[u8]) -> bool {
        let checkpoint = Run::parse(text).run.and_then(|run| {
            let last = run.checkpoints.last()?;
            (last.after == run.steps.len()).then_some(last.digest)
        });
        blake3::hash(text).to_hex().as_str() == self.previous && checkpoint == Some(digest_of(&self.state))
    }

    /// The lines of a header.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let first = format!("chapter {} {} {}", self.number, self.before, self.previous);
        let part = |bytes: &[u8]| {
            let mut line = "state ".to_owned();
            bytes.iter().for_each(|byte| line += &format!("{byte:02x}"));
            line
        };
        std::iter::once(first).chain(self.state.chunks(LETTERS / 2).map(part))
    }

    /// Reads the first of them.
    pub(crate) fn read(rest: &str) -> Option<Self> {
        let mut words = rest.split(' ');
        let (number, before) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let previous = words.next().filter(|hash| hash.len() == 64)?.to_owned();
        Some(Self { number, before, previous, state: Vec::new() })
    }

    /// Reads one of the others.
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

/// How many commands were played before a run began.
#[must_use]
pub fn commands_before(header: &Header) -> usize {
    header.chapter.as_ref().map_or(0, |chapter| chapter.before)
}

/// Ends the run of a session, whose text is given, and begins the next chapter with these remarks: the lines that come are
/// those of a new run. The marks of the old one stay.
pub fn turn_page(session: &mut dyn Session, text: &str, players: String) {
    let marks = Run::parse(text.as_bytes()).run.map_or_else(Vec::new, |run| run.marks);
    session.next_chapter(text, players);
    marks.iter().for_each(|mark| session.mark(mark));
}
