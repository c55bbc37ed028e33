//! The commands, and how they are typed.

use crate::content::WAYPOINTS;
use alloc::{format, string::ToString};
use kernel::{Dir, Form, Grammar, Name, Verb, VerbKind};

/// One complete command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// One step along an axis.
    Go(Dir),
    /// Let a turn pass.
    Wait,
    /// List what the hero carries.
    Inventory,
    /// Wear or wield the item with this number of the inventory.
    Equip(u32),
    /// Use up the item with this number of the inventory.
    Use(u32),
    /// Turn the lamp on or off.
    Lamp,
    /// Set the waypoint with this number where the hero stands.
    Mark(u32),
    /// Tell where the waypoints are.
    Marks,
    /// Enter a shared cave under a name; the founder opens the cave to others with it.
    Join(Name),
    /// Leave a shared cave for now.
    Leave,
    /// Give the item with this number of the inventory to an adjacent hero.
    Give(u32, Name),
    /// Send a hero away; only for the founder.
    Dismiss(Name),
}

impl Command {
    /// True for commands that only make sense with several heroes.
    pub(crate) const fn is_social(self) -> bool {
        matches!(self, Self::Join(_) | Self::Leave | Self::Give(..) | Self::Dismiss(_))
    }
}

/// The verbs that only make sense with several heroes.
pub(crate) const SOCIAL: [&str; 4] = ["join", "leave", "give", "dismiss"];

/// Parses a number of the inventory and a name.
fn gift(words: &str) -> Option<Command> {
    let (number, name) = words.split_once(' ')?;
    Some(Command::Give(number.parse().ok()?, Name::new(name).ok()?))
}

const fn step(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    way: Dir,
    help: &'static str,
) -> Verb<Command> {
    Verb::new(name, words, keys, help, Form::Plain(Command::Go(way))).moving(way)
}

const fn plain(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    help: &'static str,
    command: Command,
) -> Verb<Command> {
    Verb::new(name, words, keys, help, Form::Plain(command))
}

static VERBS: [Verb<Command>; 15] = [
    step("up", &["w", "up", "north"], &['w', 'W'], Dir::N, "One step up."),
    step("left", &["a", "left", "west"], &['a', 'A'], Dir::W, "One step to the left."),
    step("down", &["s", "down", "south"], &['s', 'S'], Dir::S, "One step down."),
    step("right", &["d", "right", "east"], &['d', 'D'], Dir::E, "One step to the right."),
    plain("wait", &[".", "wait", "z"], &['.', 'z'], "Stay where you are for a turn.", Command::Wait),
    plain(
        "inventory",
        &["i", "inventory"],
        &['i', 'I'],
        "Show what you carry and what you wear.",
        Command::Inventory,
    )
    .marked(VerbKind::Talk),
    Verb::new(
        "equip",
        &["e", "equip"],
        &['e', 'E'],
        "Wield or wear an item, by its number in the inventory.",
        Form::Number {
            first: 1,
            last: 999_999,
            one_key: false,
            build: Command::Equip,
            parse: |command| if let Command::Equip(number) = command { Some(number) } else { None },
        },
    ),
    Verb::new(
        "mark",
        &["mark"],
        &['r'],
        "Set a waypoint, 1 to 9, where you stand. Travel and the map show its number.",
        Form::Number {
            first: 1,
            last: WAYPOINTS,
            one_key: true,
            build: Command::Mark,
            parse: |command| if let Command::Mark(number) = command { Some(number) } else { None },
        },
    ),
    plain("marks", &["marks"], &['R'], "List your waypoints with their distances from here.", Command::Marks)
        .marked(VerbKind::Talk),
    Verb {
        name: "use",
        kind: VerbKind::Deed,
        words: &["use", "u"],
        keys: &['u'],
        way: None,
        phases: EXTENDED,
        help: "Drink, eat, read or burn an item, by its number in the inventory.",
        form: Form::Number {
            first: 1,
            last: 999_999,
            one_key: false,
            build: Command::Use,
            parse: |command| if let Command::Use(number) = command { Some(number) } else { None },
        },
    },
    Verb {
        name: "lamp",
        kind: VerbKind::Deed,
        words: &["lamp", "f"],
        keys: &['f'],
        way: None,
        phases: EXTENDED,
        help: "Light your lamp or put it out. It takes no time.",
        form: Form::Plain(Command::Lamp),
    },
    Verb::new(
        "join",
        &["join"],
        &[],
        "Enter a shared cave under a name.",
        Form::Words {
            wanted: "NAME",
            build: |words| Name::new(words).ok().map(Command::Join),
            parse: |command| if let Command::Join(name) = command { Some(name.to_string()) } else { None },
        },
    ),
    plain("leave", &["leave"], &[], "Leave a shared cave; you can come back.", Command::Leave)
        .marked(VerbKind::Meta),
    Verb::new(
        "give",
        &["give"],
        &[],
        "Give an item, by its number in the inventory, to a hero beside you.",
        Form::Words {
            wanted: "NUMBER NAME",
            build: gift,
            parse: |command| match command {
                Command::Give(number, name) => Some(format!("{number} {name}")),
                _ => None,
            },
        },
    ),
    Verb::new(
        "dismiss",
        &["dismiss"],
        &[],
        "Send a hero away from the cave you founded.",
        Form::Words {
            wanted: "NAME",
            build: |words| Name::new(words).ok().map(Command::Dismiss),
            parse: |command| if let Command::Dismiss(name) = command { Some(name.to_string()) } else { None },
        },
    ),
];

/// The phase of games with extended options (`setup::ExtendedOptions`), and the verbs that need it.
pub(crate) const EXTENDED_PHASE: u8 = 1;
const EXTENDED: u8 = 1 << EXTENDED_PHASE;

pub(crate) static GRAMMAR: Grammar<Command> =
    Grammar { verbs: &VERBS, ways: &[], fold_case: true, flowing: false };
