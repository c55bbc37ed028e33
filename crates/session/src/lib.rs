//! A game being played: commands in, sentences and scenes out, every command kept in a run.
//!
//! This crate knows the contract of a game and no game by name. It opens no file: it hands out the lines of the
//! journal and takes in the text of a run; front-ends bring both to a disk.

mod about;
mod contract;
mod facts;
mod live;
mod marks;
mod moments;
mod pilot;
mod replay;
mod run;
mod seal;
mod snapshot;
#[cfg(test)]
mod toy;

pub use about::{CHALLENGE, NAME, PUZZLE, SEED_KIND, brief_of, fresh_seed_kind, program_remark};
pub use contract::{
    Brief, Fact, Input, Outlook, PressReply, Reply, ReplyKind, Seating, Sentence, Session, Value, VerbInfo,
};
pub use facts::{state_bytes, verbs_of, vitals_text};
pub use live::Live;
pub use marks::{ASSISTED, BOT, BRANCH, LESSON, PERSON, PROGRAM, UNSCORED, mark_words};
pub use moments::{Mark, Moment};
pub use pilot::Pilot;
pub use replay::{Difference, Due, Referee, Replayed, replay, verify, watch};
pub use run::{Checkpoint, Damage, Ending, Header, Level, Parsed, Point, Run, Step, with_name};
pub use snapshot::Snapshot;
