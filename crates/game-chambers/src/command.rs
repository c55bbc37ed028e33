//! The commands, and the table of words and keys.

use crate::content::{BAG_SIZE, CLASSES, Class, RACES, Race};
use crate::setup::EditionOptions;
use kernel::{Dir, Form, Grammar, Verb, VerbKind};

/// One complete command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// One step.
    Go(Dir),
    /// Use the potion in this direction.
    Use(Dir),
    /// Attack the enemy in this direction.
    Attack(Dir),
    /// Start a game with this race.
    Race(Race),
    /// Option `classes`: start it with this class.
    Class(Class),
    /// Freeze the enemies, or let them move again.
    Freeze,
    /// Return to the race prompt.
    Restart,
    /// Leave.
    Quit,
    /// Options `inventory` and `gear`: put the thing in this direction into the bag.
    Take(Dir),
    /// Options `inventory` and `gear`: use, wield or wear a thing in the bag, counted from 1.
    Bag(u32),
    /// Options `inventory` and `gear`: put down a thing from the bag, counted from 1.
    Drop(u32),
    /// Option `shop`: buy a ware, counted from 1, from an adjacent merchant.
    Buy(u32),
    /// Option `shop`: sell a thing from the bag, counted from 1.
    Sell(u32),
    /// Option `classes`: cast a wizard's bolt.
    Cast(Dir),
}

/// The phase of play.
pub(crate) const PLAY: u8 = 0;
/// The phase of the race prompt, including the one after a game.
pub(crate) const RACE_PROMPT: u8 = 1;
/// The phase of the class prompt.
pub(crate) const CLASS_PROMPT: u8 = 2;
/// The phase of play with the option `wasd`.
pub(crate) const PLAY_WASD: u8 = 3;

const IN_PLAY: u8 = 1 << PLAY | 1 << PLAY_WASD;
const ALWAYS: u8 = IN_PLAY | 1 << RACE_PROMPT | 1 << CLASS_PROMPT;

const fn plain(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    phases: u8,
    help: &'static str,
    command: Command,
) -> Verb<Command> {
    Verb::new(name, words, keys, help, Form::Plain(command)).in_phases(phases)
}

const fn step(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    phases: u8,
    dir: Dir,
) -> Verb<Command> {
    let help = "One step. Walk onto gold to pick it up, onto the stairs to leave the floor.";
    Verb::new(name, words, keys, help, Form::Plain(Command::Go(dir))).in_phases(phases).moving(dir)
}

const fn race(keys: &'static [char], words: &'static [&'static str], place: usize) -> Verb<Command> {
    let row = &RACES[place];
    plain(row.name, words, keys, 1 << RACE_PROMPT, row.gift, Command::Race(row.race))
}

const fn class(keys: &'static [char], words: &'static [&'static str], place: usize) -> Verb<Command> {
    let row = &CLASSES[place];
    plain(row.name, words, keys, 1 << CLASS_PROMPT, row.gift, Command::Class(row.class))
}

macro_rules! toward {
    ($make:ident) => {
        Form::Toward {
            build: Command::$make,
            parse: |command| if let Command::$make(dir) = command { Some(dir) } else { None },
        }
    };
}

macro_rules! number {
    ($make:ident, $last:expr) => {
        Form::Number {
            first: 1,
            last: $last,
            one_key: true,
            build: Command::$make,
            parse: |command| if let Command::$make(number) = command { Some(number) } else { None },
        }
    };
}

const fn verb(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    phases: u8,
    help: &'static str,
    form: Form<Command>,
) -> Verb<Command> {
    Verb::new(name, words, keys, help, form).in_phases(phases)
}

const ATTACK_HELP: &str = "Strike the enemy beside you in that direction.";

static VERBS: [Verb<Command>; 36] = [
    step("move north", &["no"], &['8'], IN_PLAY, Dir::N),
    step("move south", &["so"], &['2'], IN_PLAY, Dir::S),
    step("move east", &["ea"], &['6'], IN_PLAY, Dir::E),
    step("move west", &["we"], &['4'], IN_PLAY, Dir::W),
    step("move northeast", &["ne"], &['9'], IN_PLAY, Dir::NE),
    step("move northwest", &["nw"], &['7'], IN_PLAY, Dir::NW),
    step("move southeast", &["se"], &['3'], IN_PLAY, Dir::SE),
    step("move southwest", &["sw"], &['1'], IN_PLAY, Dir::SW),
    // Option `wasd`: the same steps on other keys and letters, in a separate phase. There `a` attacks only
    // before a direction, as in `a no`; runs spell attacks that way.
    step("move north", &["up", "w"], &['w'], 1 << PLAY_WASD, Dir::N),
    step("move west", &["left", "a"], &['a'], 1 << PLAY_WASD, Dir::W),
    step("move south", &["down", "s"], &['s'], 1 << PLAY_WASD, Dir::S),
    step("move east", &["right", "d"], &['d'], 1 << PLAY_WASD, Dir::E),
    verb(
        "use a potion",
        &["u"],
        &['u'],
        IN_PLAY,
        "Drink the potion beside you in that direction.",
        toward!(Use),
    ),
    verb("attack", &["a"], &['a'], 1 << PLAY, ATTACK_HELP, toward!(Attack)),
    verb("attack", &["a", "A"], &['A'], 1 << PLAY_WASD, ATTACK_HELP, toward!(Attack)),
    race(&['s'], &["s"], 0),
    race(&['d'], &["d"], 1),
    race(&['v'], &["v"], 2),
    race(&['t'], &["t"], 3),
    race(&['g'], &["g"], 4),
    race(&['k'], &["k"], 5),
    race(&['w'], &["w"], 6),
    race(&['z'], &["z"], 7),
    class(&['k'], &["kn"], 0),
    class(&['m'], &["mo"], 1),
    class(&['t'], &["th"], 2),
    class(&['w'], &["wi"], 3),
    plain(
        "freeze",
        &["f"],
        &['f'],
        IN_PLAY,
        "Stop enemies from moving, or let them move again.",
        Command::Freeze,
    ),
    plain("restart", &["r"], &['r'], ALWAYS, "Start again and choose a race.", Command::Restart)
        .marked(VerbKind::Meta),
    plain("quit", &["q"], &['q'], ALWAYS, "Give up; the game ends without a score.", Command::Quit)
        .marked(VerbKind::Meta),
    verb(
        "take",
        &["take"],
        &['t'],
        IN_PLAY,
        "Put the item beside you in that direction into the bag.",
        toward!(Take),
    ),
    verb(
        "use from the bag",
        &["bag"],
        &['i'],
        IN_PLAY,
        "Use, wield or wear an item from the bag.",
        number!(Bag, BAG_SIZE as u32),
    ),
    verb(
        "lay down",
        &["drop"],
        &['x'],
        IN_PLAY,
        "Put an item from the bag on the floor.",
        number!(Drop, BAG_SIZE as u32),
    ),
    verb(
        "buy",
        &["buy"],
        &['p'],
        IN_PLAY,
        "Buy an item, by its number, from the merchant beside you.",
        number!(Buy, 4),
    ),
    verb(
        "sell",
        &["sell"],
        &['o'],
        IN_PLAY,
        "Sell an item from the bag to the merchant beside you.",
        number!(Sell, BAG_SIZE as u32),
    ),
    verb(
        "cast a bolt",
        &["cast"],
        &['c'],
        IN_PLAY,
        "Strike the first enemy in that direction with a bolt; for wizards.",
        toward!(Cast),
    ),
];

/// False for a verb whose option is off; its keys stay free.
pub(crate) fn is_offered(verb: &str, options: EditionOptions) -> bool {
    match verb {
        "take" | "use from the bag" | "lay down" => options.has_bag(),
        "buy" | "sell" => options.has(EditionOptions::SHOP),
        "cast a bolt" => options.has(EditionOptions::CLASSES),
        _ => true,
    }
}

/// The words of the document, separated by white space.
pub(crate) static GRAMMAR: Grammar<Command> = Grammar {
    verbs: &VERBS,
    ways: &[
        ("no", Dir::N),
        ("so", Dir::S),
        ("ea", Dir::E),
        ("we", Dir::W),
        ("ne", Dir::NE),
        ("nw", Dir::NW),
        ("se", Dir::SE),
        ("sw", Dir::SW),
    ],
    fold_case: false,
    flowing: true,
};
