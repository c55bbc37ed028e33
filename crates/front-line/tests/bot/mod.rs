//! A bot that plays through line mode: one mind, and two readers that fill what it knows. The one reads the drawn board,
//! the other nothing but the sentences of `--speak`.
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

/// A way to something: whether it is safe, and its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    pub safe: bool,
    pub steps: Vec<Dir>,
}

/// Something on the board, seen from the player: x to the east, y to the south.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thing {
    pub name: String,
    pub dx: i32,
    pub dy: i32,
    pub path: Option<u16>,
}

impl Thing {
    /// King's moves from the player.
    pub fn away(&self) -> i32 {
        self.dx.abs().max(self.dy.abs())
    }

    /// King's moves from a cell beside the player.
    pub fn away_from(&self, way: Dir) -> i32 {
        let (x, y) = way.delta();
        (self.dx - x).abs().max((self.dy - y).abs())
    }
}

/// What the mind knows when it decides. Both readers fill exactly this.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Percept {
    /// By the words of the game: health, fish or gold, floor.
    pub hp: i64,
    pub purse: i64,
    pub floor: i64,
    /// The directions in which a step is possible now.
    pub open: Vec<Dir>,
    /// Everything on the board, sorted.
    pub things: Vec<Thing>,
    /// The way to the nearest prize, and to the stairs.
    pub prize: Option<Walk>,
    pub stairs: Option<Walk>,
}

/// What line mode told since the last command: how things stand now, or the score if the game is over.
pub enum Told {
    Goes(Percept),
    Over(i64),
}

/// How the readers turn output into percepts.
pub trait Reader {
    /// What is sent after every command to be answered with it.
    fn requests(&self) -> &'static str;
    fn read(&mut self, text: &str) -> Told;
}

/// How a game went: the score, and the commands for those who compare them.
#[derive(Debug, Default)]
pub struct Played {
    pub score: i64,
    pub commands: Vec<String>,
    pub finished: bool,
}

/// Where a game and its bot meet: what is written is heard, and what the bot says is read.
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

/// Plays one game through a front-end, with a brain that is asked for lines whenever the front-end wants input.
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

/// Plays one game: a reader and a mind through line mode or by ear.
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
