//! Key tables: the game's keys, the movement sets, the application's commands, the player's choices.

use super::*;
use crate::settings::Settings;

fn verb(name: &'static str, keys: &'static [char], way: Option<Dir>, phases: u8) -> VerbInfo {
    VerbInfo {
        name,
        kind: kernel::VerbKind::Deed,
        words: &[],
        keys,
        way,
        phases,
        help: "",
        follows: kernel::Follows::Nothing,
        ways: &[],
    }
}

/// A cat that walks with WASD, as in boo.
fn tower() -> Vec<VerbInfo> {
    vec![
        verb("move up", &['w'], Some(Dir::N), ALL_PHASES),
        verb("move left", &['a'], Some(Dir::W), ALL_PHASES),
        verb("move down", &['s'], Some(Dir::S), ALL_PHASES),
        verb("move right", &['d'], Some(Dir::E), ALL_PHASES),
        verb("eat", &['e'], None, ALL_PHASES),
    ]
}

/// Letters for a pack, a question in phase 1, significant capitals.
fn cellar() -> Vec<VerbInfo> {
    vec![
        verb("left", &['h'], Some(Dir::W), 1),
        verb("up", &['k'], Some(Dir::N), 1),
        verb("north-east", &[], Some(Dir::NE), 1),
        verb("wear", &['w'], None, 1),
        verb("help on", &['H'], None, 1),
        verb("human", &['h'], None, 2),
        verb("elf", &['e'], None, 2),
        verb("quit", &['q'], None, ALL_PHASES),
    ]
}

fn read(text: &str) -> Settings {
    let (settings, notes) = Settings::read(text);
    assert!(notes.is_empty(), "{notes:?}");
    settings
}

#[test]
fn the_game_comes_first_then_the_sets_then_the_application() {
    let table = KeyTable::build("tower", &tower(), &read("key-set = document"));
    let find = |name: &str| table.find(Key::read(name).unwrap(), 0);
    for (names, index) in
        [("w W up k 8", 0), ("a left h 4", 1), ("s down j 2", 2), ("d right l 6", 3), ("e E", 4)]
    {
        for name in names.split(' ') {
            assert_eq!(find(name), Some(Meaning::Verb(index)), "{name}");
        }
    }
    for (name, front) in [
        ("?", Front::Help),
        ("f1", Front::Help),
        ("x", Front::Look),
        ("m", Front::Messages),
        ("t", Front::Travel),
        ("o", Front::Explore),
        (":", Front::Type),
        ("=", Front::Settings),
        ("q", Front::Leave),
        ("Q", Front::Leave),
    ] {
        assert_eq!(find(name), Some(Meaning::Front(front)), "{name}");
    }
    // The tower has no step to the north-east, so its keys stay free.
    for name in ["9", "u", "y", "page-up", "z", "c"] {
        assert_eq!(find(name), None, "{name}");
    }
    assert!(table.notes().is_empty());
    assert_eq!(table.keys_of(Meaning::Verb(0), 0).next(), Some(Key::Char('w')), "its own key first");
}

#[test]
fn a_key_may_mean_one_thing_in_each_phase() {
    let table = KeyTable::build("cellar", &cellar(), &Settings::default());
    let find = |letter: char, phase| table.find(Key::Char(letter), phase);
    assert_eq!(find('h', 0), Some(Meaning::Verb(0)));
    assert_eq!(find('h', 1), Some(Meaning::Verb(5)));
    assert_eq!(find('e', 1), Some(Meaning::Verb(6)));
    assert_eq!(find('e', 0), Some(Meaning::Verb(6)), "q quits: without it e is no step north-east");
    assert_eq!(find('w', 0), Some(Meaning::Verb(3)), "the pack's key is not a step");
    assert_eq!(table.find(Key::Up, 1), Some(Meaning::Verb(1)), "the game itself says that nobody walks here");
    assert_eq!(find('K', 0), None, "capitals matter in this game");
    assert_eq!(find('q', 0), Some(Meaning::Verb(7)), "the game binds q itself");
    assert_eq!(table.front_key(Front::Leave, 0), Some(Key::Char('Q')));
    // Where a direction is asked for, all sets work, whatever their keys mean elsewhere.
    assert_eq!(table.way(Key::Char('w')), Some(Dir::N));
    assert_eq!(table.way(Key::Char('h')), Some(Dir::W));
    assert_eq!(table.way(Key::Char('x')), None);
}

#[test]
fn the_players_keys_win_and_commands_without_a_key_are_reported() {
    let table =
        KeyTable::build("tower", &tower(), &read("keys.tower.eat = f x\nkeys.messages = w\nkeys.look = up"));
    assert_eq!(table.find(Key::Char('f'), 0), Some(Meaning::Verb(4)));
    assert_eq!(table.find(Key::Char('x'), 0), Some(Meaning::Verb(4)));
    assert_eq!(table.find(Key::Char('e'), 0), None);
    assert_eq!(table.find(Key::Char('w'), 0), Some(Meaning::Front(Front::Messages)));
    assert_eq!(table.find(Key::Up, 0), Some(Meaning::Front(Front::Look)));
    assert_eq!(table.find(Key::Char('k'), 0), Some(Meaning::Verb(0)), "the sets still move");
    assert_eq!(table.notes(), ["'move up' has lost its key w to 'messages'; choose another key for it."]);
}

#[test]
fn conflicts_and_unknown_names_are_reported() {
    let settings = read(
        "keys.tower.eat = z\nkeys.tower.move-up = z i\nkeys.tower.fly = g\nkeys.other.fly = g\nkeys.dance = g",
    );
    let table = KeyTable::build("tower", &tower(), &settings);
    assert_eq!(
        table.notes(),
        ["The key z is set for both 'eat' and 'move-up'; 'eat' keeps it.", "tower has no command 'fly'.",]
    );
    assert_eq!(table.find(Key::Char('i'), 0), Some(Meaning::Verb(0)));
    assert_eq!(table.find(Key::Char('w'), 0), Some(Meaning::Verb(0)), "wasd is free again and steps in");
}

#[test]
fn a_choice_for_one_game_comes_before_one_for_all() {
    let settings = read("keys.look = l\nkeys.tower.look = v");
    let table = KeyTable::build("tower", &tower(), &settings);
    assert_eq!(table.find(Key::Char('v'), 0), Some(Meaning::Front(Front::Look)));
    assert_eq!(table.find(Key::Char('l'), 0), Some(Meaning::Verb(3)));
    let table = KeyTable::build("cellar", &cellar(), &settings);
    assert_eq!(table.find(Key::Char('l'), 0), Some(Meaning::Front(Front::Look)));
}

#[test]
fn sets_can_be_switched_off() {
    let table = KeyTable::build("tower", &tower(), &read("vi = off\nnumpad = off\nwasd = off"));
    for key in ['h', 'j', 'k', 'l', '8', '2'] {
        assert_eq!(table.find(Key::Char(key), 0), None, "{key}");
    }
    assert_eq!(table.find(Key::Char('w'), 0), Some(Meaning::Verb(0)), "the game's own keys stay");
    assert_eq!(table.find(Key::Up, 0), Some(Meaning::Verb(0)), "arrows always move");
}

#[test]
fn every_command_of_the_application_has_a_key_in_every_game() {
    let all: &'static [char] = Vec::leak((33u8..127).map(char::from).collect());
    let greedy = vec![verb("everything", all, None, ALL_PHASES)];
    for verbs in [tower(), cellar(), greedy] {
        let table = KeyTable::build("x", &verbs, &Settings::default());
        for front in Front::ALL {
            for phase in 0..8 {
                assert!(table.front_key(front, phase).is_some(), "{front:?}");
            }
        }
    }
}

#[test]
fn arrows_with_shift_run_where_the_arrow_steps_unless_the_player_chose_otherwise() {
    let table = KeyTable::build("tower", &tower(), &read("keys.look = shift-up\nkeys.tower.eat = 5 Z"));
    let find = |name: &str| table.find(Key::read(name).unwrap(), 0);
    assert_eq!(find("shift-down"), Some(Meaning::Run(Dir::S)));
    assert_eq!(find("shift-up"), Some(Meaning::Front(Front::Look)));
    assert_eq!(find("G"), Some(Meaning::Front(Front::Run)));
    assert_eq!(find("5"), Some(Meaning::Verb(4)));
    assert_eq!(find("middle"), Some(Meaning::Front(Front::Rest)));
    let cellar = KeyTable::build("cellar", &cellar(), &Settings::default());
    assert_eq!(cellar.find(Key::ShiftUp, 0), Some(Meaning::Run(Dir::N)));
    assert_eq!(cellar.find(Key::ShiftDown, 0), None, "nobody steps down there");
}

#[test]
fn verbs_without_a_phase_leave_their_keys_free() {
    let mut verbs = cellar();
    verbs.push(verb("sell", &['o'], None, 0));
    verbs.push(verb("haggle", &['`'], None, 0));
    let table = KeyTable::build("cellar", &verbs, &Settings::default());
    assert_eq!(table.find(Key::Char('o'), 0), Some(Meaning::Front(Front::Explore)));
    assert_eq!(table.find(Key::Char('`'), 0), Some(Meaning::Verb(9)), "the game itself says why not");
    assert!(table.notes().is_empty());
}

/// Letters of the common set used for other things, some of them only with an option.
fn market(options: bool) -> Vec<VerbInfo> {
    let optional = if options { 1 } else { 0 };
    vec![
        verb("north", &['8'], Some(Dir::N), 1),
        verb("north-east", &['9'], Some(Dir::NE), 1),
        verb("south", &['x'], Some(Dir::S), 1),
        verb("use", &['u'], None, 1),
        verb("take", &['t'], None, optional),
        verb("sell", &['o'], None, optional),
        verb("tell", &['t', 'T'], None, 2),
        verb("stay", &['s', 'z'], None, 1),
    ]
}

#[test]
fn the_common_set_is_the_same_in_every_game_whatever_the_options() {
    for verbs in [tower(), cellar(), market(false), market(true)] {
        let table = KeyTable::build("x", &verbs, &Settings::default());
        for (keys, front) in [
            ("?", Front::Help),
            ("x", Front::Look),
            ("m", Front::Messages),
            ("t _", Front::Travel),
            ("o", Front::Explore),
            ("i", Front::Inventory),
            ("z", Front::Rest),
            ("<", Front::Rewind),
            ("U", Front::Undo),
        ] {
            for key in keys.split(' ') {
                let found = table.find(Key::read(key).unwrap(), 0);
                assert_eq!(found, Some(Meaning::Front(front)), "{key}");
            }
        }
        for key in ["up", "k", "8"] {
            assert_eq!(table.find(Key::read(key).unwrap(), 0), table.find(Key::Up, 0), "{key}");
        }
    }
}

/// Steps on WASD in phase 1 only, with an option; the document uses `a` for attacks.
fn arena() -> Vec<VerbInfo> {
    vec![
        verb("north", &['8'], Some(Dir::N), 3),
        verb("west", &['4'], Some(Dir::W), 3),
        verb("south", &['2'], Some(Dir::S), 3),
        verb("east", &['6'], Some(Dir::E), 3),
        verb("north", &['w'], Some(Dir::N), 2),
        verb("west", &['a'], Some(Dir::W), 2),
        verb("south", &['s'], Some(Dir::S), 2),
        verb("east", &['d'], Some(Dir::E), 2),
        verb("attack", &['a'], None, 1),
        verb("attack", &['A'], None, 2),
    ]
}

#[test]
fn wasd_steps_with_all_four_keys_or_with_none() {
    let table = KeyTable::build("arena", &arena(), &Settings::default());
    for phase in [0, 1] {
        for (letter, way) in [('w', Dir::N), ('a', Dir::W), ('s', Dir::S), ('d', Dir::E)] {
            let Some(Meaning::Verb(verb)) = table.find(Key::Char(letter), phase) else { panic!("{letter}") };
            assert_eq!(arena()[verb].way, Some(way), "{letter} in phase {phase}");
        }
        let Some(Meaning::Verb(verb)) = table.find(Key::Char('A'), phase) else { panic!("A") };
        assert_eq!(arena()[verb].name, "attack", "phase {phase}");
        let keys: Vec<Key> = table.keys_of(Meaning::Verb(8 + usize::from(phase)), phase).collect();
        assert_eq!(keys, [Key::Char('A')], "phase {phase}");
    }
    let own = KeyTable::build("arena", &arena(), &read("key-set = document"));
    assert_eq!(own.find(Key::Char('a'), 0), Some(Meaning::Verb(8)));
    assert!(own.find(Key::Char('d'), 0) != Some(Meaning::Verb(3)), "half of them would be a trap");
    // A pack that uses `w` disables the whole set, not half of it.
    let pack = KeyTable::build("market", &market(true), &Settings::default());
    assert_eq!(pack.find(Key::Char('w'), 0), None, "s stays");
}

#[test]
fn a_verb_that_loses_its_key_to_the_common_set_gets_a_fixed_replacement() {
    let plain = KeyTable::build("market", &market(false), &Settings::default());
    let full = KeyTable::build("market", &market(true), &Settings::default());
    let key = |table: &KeyTable, verb| table.keys_of(Meaning::Verb(verb), 0).next();
    assert_eq!(key(&full, 0), Some(Key::Up), "arrows come first");
    assert_eq!(key(&full, 2), Some(Key::Down), "x looks");
    assert_eq!(full.find(Key::Char('u'), 0), Some(Meaning::Verb(1)), "u steps north-east");
    assert_eq!(
        key(&full, 3),
        Some(Key::Char('e')),
        "U takes back and s stays, so a letter of its name is left"
    );
    assert_eq!(key(&plain, 3), key(&full, 3));
    assert_eq!(key(&full, 4), Some(Key::Char('a')), "T is a key of the game at another moment");
    assert_eq!(key(&full, 5), Some(Key::Char('O')));
    assert_eq!(
        full.find(Key::Char('t'), 1),
        Some(Meaning::Verb(6)),
        "questions keep the letters of the game"
    );
    assert_eq!(key(&full, 7), Some(Key::Char('s')), "one of its own is enough");
    assert!(full.notes().is_empty());
    let own = KeyTable::build("market", &market(true), &read("key-set = document"));
    assert_eq!(own.find(Key::Char('t'), 0), Some(Meaning::Verb(4)));
    assert_eq!(own.find(Key::Char('x'), 0), Some(Meaning::Verb(2)));
}
