//! The commands, and how they are typed and pressed: the letters of the document.

use kernel::{Dir, Form, Grammar, Verb, VerbKind};

/// One complete command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Move one cell west, east, north or south, or hit the creature there.
    Go(Dir),
    /// Show the pack.
    Inventory,
    /// Take off the armor.
    TakeOff,
    /// Drop an item of the pack, counted from 1.
    Drop(u32),
    /// Pick up the top item.
    PickUp,
    /// Read a scroll of the pack.
    Read(u32),
    /// Wield a sword of the pack.
    Wield(u32),
    /// Wear armor of the pack.
    Wear(u32),
    /// List the commands.
    Help,
    /// Explain one command.
    HelpOn(char),
    /// End the game if the answer is yes.
    End(char),
}

const fn plain(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    way: Option<Dir>,
    help: &'static str,
    command: Command,
) -> Verb<Command> {
    Verb { way, ..Verb::new(name, words, keys, help, Form::Plain(command)) }
}

/// The largest item number a command takes. Items further back move up when others are dropped.
pub(crate) const NUMBER_MAX: u32 = 999;

/// A verb that takes the number of an item. The first ten take a single key, with 0 for 10; larger numbers
/// are typed as words.
macro_rules! numbered {
    ($name:literal, $words:expr, $keys:expr, $help:literal, $command:ident) => {
        Verb::new(
            $name,
            $words,
            $keys,
            $help,
            Form::Number {
                first: 0,
                last: NUMBER_MAX,
                one_key: true,
                build: |number| Command::$command(if number == 0 { 10 } else { number }),
                parse: |command| if let Command::$command(number) = command { Some(number) } else { None },
            },
        )
    };
}

macro_rules! lettered {
    ($name:literal, $word:literal, $key:literal, $sample:literal, $help:literal, $command:ident) => {
        Verb::new(
            $name,
            &[$word],
            &[$key],
            $help,
            Form::Letter {
                sample: $sample,
                build: Command::$command,
                parse: |command| if let Command::$command(letter) = command { Some(letter) } else { None },
            },
        )
    };
}

static VERBS: [Verb<Command>; 14] = [
    plain("left", &["h"], &['h'], Some(Dir::W), "Move left, or hit the creature there.", Command::Go(Dir::W)),
    plain(
        "right",
        &["l"],
        &['l'],
        Some(Dir::E),
        "Move right, or hit the creature there.",
        Command::Go(Dir::E),
    ),
    plain("up", &["k"], &['k'], Some(Dir::N), "Move up, or hit the creature there.", Command::Go(Dir::N)),
    plain("down", &["j"], &['j'], Some(Dir::S), "Move down, or hit the creature there.", Command::Go(Dir::S)),
    plain("inventory", &["i", "I"], &['i', 'I'], None, "Show the pack.", Command::Inventory)
        .marked(VerbKind::Talk),
    plain("take off armor", &["c"], &['c'], None, "Take off the armor being worn.", Command::TakeOff),
    numbered!("drop", &["d"], &['d'], "Drop an item where you stand.", Drop),
    plain("pick up", &["p"], &['p'], None, "Pick up the top item here.", Command::PickUp),
    numbered!("read", &["r", "R"], &['r', 'R'], "Read a scroll, which uses it up.", Read),
    numbered!(
        "wield",
        &["T", "t"],
        &['T', 't'],
        "Take out a sword and wield it: it adds to your hits.",
        Wield
    ),
    numbered!("wear", &["w"], &['w'], "Wear armor: it reduces the damage you take.", Wear),
    plain("help", &["?"], &['?'], None, "List the commands.", Command::Help).marked(VerbKind::Talk),
    lettered!("help on", "H", 'H', "hlkji?HcdprTwE0", "Explain one command.", HelpOn).marked(VerbKind::Talk),
    lettered!("end", "E", 'E', "Yn", "End the game; Y or y confirms.", End).marked(VerbKind::Meta),
];

/// The grammar. Case matters, as `h` is a step and `H` is help.
pub(crate) static GRAMMAR: Grammar<Command> =
    Grammar { verbs: &VERBS, ways: &[], fold_case: false, flowing: false };
