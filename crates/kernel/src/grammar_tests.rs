//! A small grammar of every form, read, pressed, numbered and spelled.

use super::*;
use alloc::{string::ToString, vec};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Go(Dir),
    Hit(Dir),
    Wear(u32),
    Drop(u32),
    Ask(char),
    Shade,
}

const fn plain(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    way: Option<Dir>,
    phases: u8,
    order: Order,
) -> Verb<Order> {
    Verb { name, kind: VerbKind::Deed, words, keys, way, phases, help: "", form: Form::Plain(order) }
}

static VERBS: [Verb<Order>; 7] = [
    plain("north", &["no", "north"], &['k'], Some(Dir::N), 0b01, Order::Go(Dir::N)),
    plain("south", &["so"], &['s'], Some(Dir::S), 0b01, Order::Go(Dir::S)),
    plain("shade", &["s"], &['s'], None, 0b10, Order::Shade),
    Verb {
        name: "attack",
        kind: VerbKind::Deed,
        words: &["a"],
        keys: &['a'],
        way: None,
        phases: ALL_PHASES,
        help: "",
        form: Form::Toward {
            build: Order::Hit,
            parse: |order| if let Order::Hit(dir) = order { Some(dir) } else { None },
        },
    },
    Verb {
        name: "wear",
        kind: VerbKind::Deed,
        words: &["e"],
        keys: &['e'],
        way: None,
        phases: ALL_PHASES,
        help: "",
        form: Form::Number {
            first: 1,
            last: 20,
            one_key: false,
            build: Order::Wear,
            parse: |order| if let Order::Wear(n) = order { Some(n) } else { None },
        },
    },
    Verb {
        name: "drop",
        kind: VerbKind::Deed,
        words: &["d"],
        keys: &['d'],
        way: None,
        phases: ALL_PHASES,
        help: "",
        form: Form::Number {
            first: 1,
            last: 10,
            one_key: true,
            build: Order::Drop,
            parse: |order| if let Order::Drop(n) = order { Some(n) } else { None },
        },
    },
    Verb {
        name: "help on",
        kind: VerbKind::Deed,
        words: &["H"],
        keys: &['H'],
        way: None,
        phases: ALL_PHASES,
        help: "",
        form: Form::Letter {
            sample: "de",
            build: Order::Ask,
            parse: |order| if let Order::Ask(c) = order { Some(c) } else { None },
        },
    },
];

const WAYS: &[(&str, Dir)] = &[("no", Dir::N), ("so", Dir::S)];
static LINES: Grammar<Order> = Grammar { verbs: &VERBS, ways: WAYS, fold_case: false, flowing: false };
static FLOW: Grammar<Order> = Grammar { verbs: &VERBS, ways: WAYS, fold_case: false, flowing: true };
static FOLD: Grammar<Order> = Grammar { verbs: &VERBS, ways: WAYS, fold_case: true, flowing: false };

fn misread(grammar: &Grammar<Order>, line: &str) -> String {
    grammar.read(line, 0).unwrap_err().0
}

#[test]
fn a_line_is_one_command() {
    let one = |line: &str| LINES.read(line, 0).map(|all| all[0]);
    assert_eq!(one(" no "), Ok(Order::Go(Dir::N)));
    assert_eq!(one("a\tso"), Ok(Order::Hit(Dir::S)));
    assert_eq!(one("e 12"), Ok(Order::Wear(12)));
    assert_eq!(one("e12"), Ok(Order::Wear(12)));
    assert_eq!(one("H d"), Ok(Order::Ask('d')));
    assert_eq!(FOLD.read("NORTH", 0), Ok(vec![Order::Go(Dir::N)]));
}

#[test]
fn what_is_not_understood_gets_one_sentence() {
    assert_eq!(misread(&LINES, ""), "Nothing was typed.");
    assert_eq!(misread(&LINES, "NO"), "'NO' is not a command.");
    assert_eq!(misread(&LINES, "no so"), "'so' is too much after 'no'.");
    assert_eq!(misread(&LINES, "a"), "a needs a direction: no so.");
    assert_eq!(misread(&LINES, "a x"), "a needs a direction: no so.");
    assert_eq!(misread(&LINES, "e21"), "e needs a number from 1 to 20.");
    assert_eq!(misread(&LINES, "e-1"), "e needs a number from 1 to 20.");
    assert_eq!(misread(&LINES, "e99999999999999"), "e needs a number from 1 to 20.");
    assert_eq!(misread(&LINES, "H de"), "H needs one character, such as de.");
    assert_eq!(misread(&LINES, "\u{1b}[31m"), "'\\u{1b}[31m' is not a command.");
    assert_eq!(misread(&LINES, &"x".repeat(90_000)).chars().count(), 45);
}

#[test]
fn words_flow_over_lines_where_the_game_says_so() {
    assert_eq!(FLOW.read("no a so", 0), Ok(vec![Order::Go(Dir::N), Order::Hit(Dir::S)]));
    assert_eq!(misread(&FLOW, "no a"), "a needs a direction: no so.");
    let mut reader = Reader::default();
    assert_eq!(reader.word(&FLOW, "a", None, 0), None);
    assert!(reader.pending.is_some());
    assert_eq!(reader.word(&FLOW, "no", None, 0), Some(Ok(Order::Hit(Dir::N))));
    assert!(reader.pending.is_none());
}

#[test]
fn a_phase_decides_between_verbs_that_share_a_key() {
    assert_eq!(FLOW.read("s", 1), Ok(vec![Order::Shade]));
    assert_eq!(
        FLOW.read("s", 0),
        Ok(vec![Order::Shade]),
        "typed in the wrong phase: the rules will refuse it"
    );
}

#[test]
fn a_direction_on_the_same_line_decides_between_a_step_and_a_blow() {
    static SHARED: [Verb<Order>; 3] = [
        plain("west", &["left", "a"], &['a'], Some(Dir::W), 0b01, Order::Go(Dir::W)),
        plain("north", &["up", "w"], &['w'], Some(Dir::N), 0b01, Order::Go(Dir::N)),
        Verb {
            name: "attack",
            kind: VerbKind::Deed,
            words: &["a", "A"],
            keys: &['A'],
            way: None,
            phases: 0b01,
            help: "",
            form: Form::Toward {
                build: Order::Hit,
                parse: |order| if let Order::Hit(dir) = order { Some(dir) } else { None },
            },
        },
    ];
    let grammar = Grammar { verbs: &SHARED, ways: WAYS, fold_case: false, flowing: true };
    let (west, north) = (Order::Go(Dir::W), Order::Go(Dir::N));
    assert_eq!(grammar.read("a", 0), Ok(vec![west]));
    assert_eq!(grammar.read("a a w", 0), Ok(vec![west, west, north]));
    assert_eq!(grammar.read("a no a so", 0), Ok(vec![Order::Hit(Dir::N), Order::Hit(Dir::S)]));
    // The word of a step is a direction where nothing else can be meant.
    assert_eq!(grammar.read("A w A left", 0), Ok(vec![Order::Hit(Dir::N), Order::Hit(Dir::W)]));
    // In another phase only the first word of a verb is known.
    assert_eq!(grammar.read("up", 1), Ok(vec![north]));
    assert!(grammar.read("w", 1).is_err());
    assert_eq!(grammar.read("a no", 1), Ok(vec![Order::Hit(Dir::N)]));
}

#[test]
fn typed_pressed_numbered_and_spelled_orders_are_the_same() {
    for command in LINES.actions() {
        let mut spelled = String::new();
        LINES.spell(command, &mut spelled);
        assert_eq!(LINES.read(&spelled, 0), Ok(vec![command]), "{spelled}");
        let (verb, argument) = LINES.verb_and_argument(command).unwrap();
        let mut pending = None;
        let mut last = LINES.press(&mut pending, Stroke::Verb(verb));
        match (command, argument) {
            (Order::Hit(dir), _) => last = LINES.press(&mut pending, Stroke::Way(dir)),
            (Order::Drop(10), _) => last = LINES.press(&mut pending, Stroke::Char('0')),
            (_, Some(argument)) => {
                for key in argument.chars() {
                    last = LINES.press(&mut pending, Stroke::Char(key));
                }
                if matches!(command, Order::Wear(_)) {
                    last = LINES.press(&mut pending, Stroke::Enter);
                }
            }
            _ => {}
        }
        assert_eq!(last, Pressed::Done(command));
        assert_eq!(pending, None);
    }
}

#[test]
fn a_wrong_key_drops_what_was_pending() {
    let mut pending = None;
    assert_eq!(
        LINES.press(&mut pending, Stroke::Verb(3)),
        Pressed::More("a needs a direction: no so.".to_string())
    );
    assert!(matches!(LINES.press(&mut pending, Stroke::Char('%')), Pressed::Misread(_)));
    assert_eq!(pending, None);
    assert!(matches!(LINES.press(&mut pending, Stroke::Char('%')), Pressed::Misread(_)));
}
