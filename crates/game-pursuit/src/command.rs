//! The nine moves and the verb table that spells them.

use kernel::{Dir, Form, Grammar, Verb};

/// One single move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A step to an adjacent cell.
    Step(Dir),
    /// Staying in place; always legal.
    Stay,
}

impl Command {
    /// All nine in the order used by every listing and tie-break: the compass clockwise from north, then
    /// staying.
    pub const ALL: [Self; 9] = [
        Self::Step(Dir::N),
        Self::Step(Dir::NE),
        Self::Step(Dir::E),
        Self::Step(Dir::SE),
        Self::Step(Dir::S),
        Self::Step(Dir::SW),
        Self::Step(Dir::W),
        Self::Step(Dir::NW),
        Self::Stay,
    ];

    /// `N`, `NE`, … or `stay`, as used in protocols and runs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Step(dir) => dir.short(),
            Self::Stay => "stay",
        }
    }

    /// Parses a word of [`Command::word`], ignoring case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.word().eq_ignore_ascii_case(word))
    }
}

const fn step(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    dir: Dir,
    help: &'static str,
) -> Verb<Command> {
    Verb::new(name, words, keys, help, Form::Plain(Command::Step(dir))).moving(dir)
}

const ORTHOGONAL: &str = "Move one cell.";
const DIAGONAL: &str = "Move one cell diagonally; both cells must be room cells.";

// The keys are the block Q W E / A S D / Z X C of the later courses, with S in the middle for staying.
static VERBS: [Verb<Command>; 9] = [
    step("north", &["N", "north"], &['w'], Dir::N, ORTHOGONAL),
    step("northeast", &["NE", "northeast"], &['e'], Dir::NE, DIAGONAL),
    step("east", &["E", "east"], &['d'], Dir::E, ORTHOGONAL),
    step("southeast", &["SE", "southeast"], &['c'], Dir::SE, DIAGONAL),
    step("south", &["S", "south"], &['x'], Dir::S, ORTHOGONAL),
    step("southwest", &["SW", "southwest"], &['z'], Dir::SW, DIAGONAL),
    step("west", &["W", "west"], &['a'], Dir::W, ORTHOGONAL),
    step("northwest", &["NW", "northwest"], &['q'], Dir::NW, DIAGONAL),
    Verb::new("stay", &["stay"], &['s'], "Stay where you are; always possible.", Form::Plain(Command::Stay)),
];

pub(crate) static GRAMMAR: Grammar<Command> =
    Grammar { verbs: &VERBS, ways: &[], fold_case: true, flowing: false };
