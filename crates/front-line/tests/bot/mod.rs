//! A bot that plays through line mode: one decision function and two readers that fill its percepts, one from
//! the drawn board, one from the sentences of `--speak` alone.
#![allow(missing_docs, unreachable_pub)]

pub mod boo;
pub mod chambers;
mod eye;
mod speech;

use keeper::Opened;
use kernel::{Dir, Options};
use session::Brief;
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::rc::Rc;

/// A path to something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    pub safe: bool,
    pub steps: Vec<Dir>,
}

/// A thing on the board, relative to the player: x to the east, y to the south.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thing {
    pub name: String,
    pub dx: i32,
    pub dy: i32,
    pub path: Option<u16>,
}

impl Thing {
    /// Distance from the player in king's moves.
    pub fn away(&self) -> i32 {
        self.dx.abs().max(self.dy.abs())
    }

    /// Distance from a cell beside the player in king's moves.
    pub fn away_from(&self, way: Dir) -> i32 {
        let (x, y) = way.delta();
        (self.dx - x).abs().max((self.dy - y).abs())
    }
}

/// What a decision is based on. Both readers fill exactly this.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Percept {
    /// Health, fish or gold, and floor, as the game names them.
    pub hp: i64,
    pub purse: i64,
    pub floor: i64,
    /// The directions in which a step is possible now.
    pub open: Vec<Dir>,
    /// Everything on the board, sorted.
    pub things: Vec<Thing>,
    /// The path to the nearest prize, and to the stairs.
    pub prize: Option<Walk>,
    pub stairs: Option<Walk>,
}

/// The situation after a command, or the score if the game is over.
pub enum Told {
    Goes(Percept),
    Over(i64),
}

/// Turns output into percepts.
pub trait Reader {
    /// Requests that are sent after every command.
    fn requests(&self) -> &'static str;
    fn read(&mut self, text: &str) -> Told;
}

/// The result of a game: the score, and the commands for comparison.
#[derive(Debug, Default)]
pub struct Played {
    pub score: i64,
    pub commands: Vec<String>,
    pub finished: bool,
}

/// Connects a front-end and a bot: the output of one is the input of the other.
struct Wire<F> {
    heard: String,
    said: Vec<u8>,
    brain: F,
}

struct Shared<F>(Rc<RefCell<Wire<F>>>);

impl<F: FnMut(&str) -> Option<String>> Read for Shared<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wire = &mut *self.0.borrow_mut();
        if wire.said.is_empty() {
            let heard = std::mem::take(&mut wire.heard);
            wire.said = (wire.brain)(&heard).unwrap_or_default().into_bytes();
        }
        let count = wire.said.len().min(buffer.len());
        buffer[..count].copy_from_slice(&wire.said[..count]);
        wire.said.drain(..count);
        Ok(count)
    }
}

impl<F> Write for Shared<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().heard.push_str(std::str::from_utf8(bytes).expect("line mode writes text"));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays one game through a front-end; `brain` supplies a line whenever the front-end wants input.
pub fn through(game: &str, seed: &str, by_ear: bool, brain: impl FnMut(&str) -> Option<String>) {
    let entry = catalog::find(game).expect("the game exists");
    let brief = Brief { seed: seed.to_owned(), options: Options::default(), ..Brief::default() };
    let (session, _) = (entry.start)(&brief).expect("the game starts");
    let wire = Rc::new(RefCell::new(Wire { heard: String::new(), said: Vec::new(), brain }));
    let (input, mut output) = (Shared(wire.clone()), Shared(wire));
    let opened = Opened::unkept(session);
    let done = if by_ear {
        front_line::speak(opened, input, &mut output)
    } else {
        front_line::text(opened, input, &mut output)
    };
    done.expect("the game is played to the end of the input");
}

/// Plays one game with a reader and a decision function, through line mode or speech.
pub fn play(
    game: &str,
    seed: &str,
    by_ear: bool,
    first: &str,
    reader: &mut dyn Reader,
    mut mind: impl FnMut(&Percept) -> String,
    most: usize,
) -> Played {
    let mut played = Played::default();
    let mut begun = false;
    through(game, seed, by_ear, |heard| {
        let opening = format!("{first}{}", reader.requests());
        if !std::mem::replace(&mut begun, true) && !opening.is_empty() {
            return Some(opening);
        }
        match reader.read(heard) {
            Told::Over(score) => {
                (played.score, played.finished) = (score, true);
                None
            }
            Told::Goes(percept) => {
                played.score = if game == "boo" { percept.floor } else { percept.purse };
                if played.commands.len() >= most {
                    return None;
                }
                let command = mind(&percept);
                let line = format!("{command}\n{}", reader.requests());
                played.commands.push(command);
                Some(line)
            }
        }
    });
    played
}
