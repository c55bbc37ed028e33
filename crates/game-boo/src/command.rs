//! The commands and the verb table that spells them.
//!
//! `q`, `n`, `l` and `:` are not commands of the game; the application around it handles them.

use kernel::{Dir, Form, Grammar, Verb, VerbKind};

/// The four directions, in the order in which ghosts try them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Way {
    Up,
    Down,
    Left,
    Right,
}

impl Way {
    /// All four, in the order that breaks ties between equally short paths.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    const fn dir(self) -> Dir {
        match self {
            Self::Up => Dir::N,
            Self::Down => Dir::S,
            Self::Left => Dir::W,
            Self::Right => Dir::E,
        }
    }
}

/// One command to the cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Walk one tile; walking into a wall only passes a step.
    Step(Way),
    /// Eat a fish.
    Eat,
    /// Throw a fish as bait, with the option `bait`.
    Throw(Way),
    /// Show the paths of the ghosts, or hide them again.
    Paths,
}

const fn step(
    name: &'static str,
    words: &'static [&'static str],
    key: &'static [char],
    dir: Dir,
    way: Way,
) -> Verb<Command> {
    let help = "One tile; walking into a wall still takes a step.";
    Verb::new(name, words, key, help, Form::Plain(Command::Step(way))).moving(dir)
}

pub(crate) static GRAMMAR: Grammar<Command> = Grammar {
    verbs: &[
        step("move up", &["w", "up", "north"], &['w'], Dir::N, Way::Up),
        step("move left", &["a", "left", "west"], &['a'], Dir::W, Way::Left),
        step("move down", &["s", "down", "south"], &['s'], Dir::S, Way::Down),
        step("move right", &["d", "right", "east"], &['d'], Dir::E, Way::Right),
        Verb::new(
            "eat",
            &["e", "eat"],
            &['e'],
            "Eat a fish from the bag to regain some health; ghosts do not move.",
            Form::Plain(Command::Eat),
        ),
        Verb::new(
            "throw",
            &["throw", "f"],
            &['f'],
            "Throw a fish as bait: ghosts near it go for it. Ghosts do not move.",
            Form::Toward {
                build: |dir| {
                    Command::Throw(Way::ALL.into_iter().find(|way| way.dir() == dir).unwrap_or(Way::Up))
                },
                parse: |command| if let Command::Throw(way) = command { Some(way.dir()) } else { None },
            },
        ),
        Verb::new(
            "paths",
            &["paths", "p"],
            &['p'],
            "Show or hide the paths the ghosts plan to take.",
            Form::Plain(Command::Paths),
        )
        .marked(VerbKind::Talk),
    ],
    ways: &[
        ("north", Dir::N),
        ("south", Dir::S),
        ("west", Dir::W),
        ("east", Dir::E),
        ("up", Dir::N),
        ("down", Dir::S),
        ("left", Dir::W),
        ("right", Dir::E),
        ("w", Dir::N),
        ("s", Dir::S),
        ("a", Dir::W),
        ("d", Dir::E),
    ],
    fold_case: true,
    flowing: false,
};
