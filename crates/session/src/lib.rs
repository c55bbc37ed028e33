//! A game being played: commands in, sentences and scenes out, every command kept in a run.
//!
//! This crate knows the contract of games but no game by name. It opens no file: it returns the lines of the
//! journal and parses the text of runs; other crates read and write them.

mod about;
mod asked;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "programs")]
mod bench;
mod campaign;
mod chapter;
mod coach;
mod collect;
mod contest;
mod contract;
mod dice;
mod entry;
mod explain;
mod facts;
mod games;
mod ladder;
mod live;
mod lore;
mod marks;
mod moments;
mod plain;
mod practice;
mod proof;
mod replay;
mod run;
mod seal;
mod seats;
mod snapshot;
mod strategy;
mod survey;
#[cfg(test)]
mod toy;
mod work;

pub use about::{CHALLENGE, NAME, PUZZLE, SEED_KIND, brief_of, fresh_seed_kind, program_remark, remark};
#[cfg(feature = "programs")]
pub use bench::{Clock, Figures};
pub use campaign::{Campaign, Place};
pub use chapter::{Chapter, PLAYERS, commands_before, turn_page};
pub use coach::{Advice, CellWorth, Coach, Puzzles, Review};
pub use contest::{Contest, MADE, Maker, POINTS_MAX, Worth};
pub use contract::{
    Brief, Contact, Fact, FactValue, Input, Outlook, PressReply, Reply, ReplyKind, RoomStatus, Seating,
    Sentence, Session, Spelling, Status, VerbInfo, Vocabulary,
};
pub use dice::{has_keyed_dice, keyed_dice};
pub use entry::{Attached, Begun, DocumentSettings, Entry, PlayAgain, Start, Watcher};
pub use explain::{Explained, RollTold, listen, take_rolls};
pub use facts::{state_bytes, verbs_of, vitals_text};
pub use games::{FileKind, HEAD_BYTES, file_kind, find, marks};
pub use ladder::{Ladder, Rung};
pub use live::Live;
pub use lore::{Feat, Lore, Need, Part, Reckoning};
pub use marks::{ASSISTED, BOT, BRANCH, LESSON, PERSON, PRACTICE, PROGRAM, TOGETHER, UNSCORED, mark_words};
pub use moments::{Before, Moment};
pub use plain::{of_plain, to_plain};
pub use practice::{is_practice, practice_remark, practice_words};
pub use proof::{Fault, Proved, Proving, Verified, game_of, prove, prove_chapter, verdict};
pub use replay::{Again, Difference, Due, Referee, Replay, Replayed, Replaying, SitDown};
pub use run::{Checkpoint, Damage, Ending, Header, Level, Lines, Parsed, Point, Run, Step, with_name};
pub use seats::{SeatOption, Vacancy, Who, plain_name, watched_seat};
pub use snapshot::Snapshot;
pub use strategy::Strategy;
pub use survey::{Answers, Surveys};
pub use work::{ToDo, Work};
