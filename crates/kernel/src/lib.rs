//! The contract between games and everything else: the trait [`Game`], what a game may use and what it returns.
//!
//! Only plain data and pure functions. The kernel knows no game, terminal or file and builds without the
//! standard library, so that a clock, a hash map or a print does not compile here or in the rules crates.
#![no_std]
extern crate alloc;

mod canvas;
mod chart;
mod digits;
mod game;
mod geometry;
mod grammar;
pub mod grid;
mod guide;
mod json;
mod level;
mod name;
mod options;
mod order;
mod panel;
mod poisson;
mod policy;
mod practice;
mod printable;
mod random;
mod reference;
mod scene;
mod speech;
mod survey;
pub mod trailing;
mod tutorial;
mod words;

pub use canvas::{Canvas, Painted, glyph_byte};
pub use chart::{Chart, Errand, Ground, Threat};
pub use digits::{of_digits, to_digits};
pub use game::{
    About, Cue, Game, Gauge, Narrate, Outcome, Refused, Seat, Verdict, Vital, Vitals, Wound, fill, pulse_of,
};
pub use geometry::{Dir, Grid, Pos};
pub use grammar::{
    ALL_PHASES, Follows, Form, Grammar, Misread, Pending, Pressed, Reader, Stroke, Verb, VerbKind,
};
pub use guide::Guide;
pub use json::{Json, JsonError, JsonValue, json_text};
pub use level::{Finding, Prepared, Severity, level_text};
pub use name::Name;
pub use options::{EDITION, Kind, NameReader, OptionSpec, Options, UNUSED};
pub use order::{sort, sort_by, sort_by_key};
pub use panel::{Answer, Bar, Carried, Choice, Deed, Guard, Mood, Panel, Sight, Tone, Warning};
pub use policy::Policy;
pub use practice::Adjustment;
pub use printable::{is_unprintable, printable, printable_char, printable_json, printable_lines, shortened};
pub use random::{Listener, Rng, Roll, Script, Seed, Throw};
pub use reference::Table;
pub use scene::{Area, AreaId, Cell, Extent, Hue, Ink, Role, Scene, View};
pub use speech::{Footing, Heard, Sort, Surroundings, Thing, Ways};
pub use survey::{Asked, Survey, SurveyField, Surveyor};
pub use tutorial::{Hint, Piece, Teaching, Tutorial, TutorialStep, Until, When, pieces};
pub use words::{article, capital};
