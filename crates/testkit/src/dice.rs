//! Proves that every random draw of a game is labelled: replaying only the labelled rolls gives the same
//! game.
//!
//! A game is played twice. The first time, a listener records every roll, turn by turn. The second time, a
//! script supplies those numbers while the real dice are different ones: an unlabelled draw would come out
//! differently, and a missing or extra roll would not match its label. After every turn the whole state,
//! except for the dice themselves, must be equal field by field, and so must everything said and drawn.

use crate::{rows, sentences};
use ciborium::Value;
use kernel::{Guide, Options, Rng, Roll, Seed};
use std::cell::RefCell;
use std::collections::VecDeque;

thread_local! {
    static HEARD: RefCell<Vec<Roll>> = const { RefCell::new(Vec::new()) };
    static TO_SAY: RefCell<VecDeque<Roll>> = const { RefCell::new(VecDeque::new()) };
}

fn hear(roll: Roll) {
    HEARD.with_borrow_mut(|heard| heard.push(roll));
}

fn say(label: &'static str, sides: u64) -> u64 {
    let roll = TO_SAY.with_borrow_mut(VecDeque::pop_front);
    let roll = roll.unwrap_or_else(|| panic!("{label}: a roll of {sides} sides nobody was told of"));
    assert_eq!((roll.label, roll.sides), (label, sides), "a roll out of its place");
    roll.value
}

/// The real dice of the second game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    /// Other dice for every stream of the seed; what is derived from the seed itself (the rock of a cave)
    /// stays.
    OtherDice,
    /// The dice of a different seed: nothing may depend on the seed except through labelled rolls.
    OtherSeed,
}

/// Plays a game with the bot, or with random commands if it gives no advice, and proves that its rolls
/// account for everything. Returns the number of rolls.
///
/// # Panics
/// When something happened that no labelled roll accounts for.
pub fn rolls_account_for_all<G: Guide>(
    options: &[(&str, &str)],
    level: Option<&str>,
    seed: &str,
    commands: usize,
    under: Under,
) -> usize {
    let mut set = Options::default();
    for (name, value) in options {
        set.set(G::ABOUT.options, name, value).expect("the option exists and takes the value");
    }
    let prepared = G::prepare(&set, level, &kernel::Policy::OWNER);
    let setup = prepared.setup.unwrap_or_else(|| panic!("the level is refused: {:?}", prepared.findings));
    let own = Seed::from_text(seed);
    let other = if under == Under::OtherDice { own.clone() } else { Seed::from_text(&format!("not {seed}")) };
    HEARD.take();
    let mut heard = G::start(&setup, &own.heard_by(hear));
    let mut rolls = prompt();
    let mut scripted = G::start(&setup, &other.scripted_by(say));
    same(&heard, &scripted, under, "at the start");
    let mut dice = Rng::stream(&Seed::from_text(seed), "player", &[]);
    let actions = G::grammar().actions();
    for turn in 1..=commands {
        let seat = heard.to_move();
        // Occasionally do something no bot would, so that all rules are exercised.
        let whim = dice.chance(1, 16, "whim").then(|| *dice.pick(&actions, "command"));
        let command = whim.or_else(|| heard.advise(seat, &mut dice));
        let command = command.unwrap_or_else(|| *dice.pick(&actions, "command"));
        let (mut told, mut again) = (Vec::new(), Vec::new());
        // A bot that looks at a larger part of the map may cause ground to be generated: that is not part of
        // the turn.
        HEARD.take();
        let answer = heard.act(seat, command, &mut told);
        rolls += prompt();
        let when = format!("{}, seed {seed:?}, turn {turn}, {command:?}", G::ABOUT.id);
        assert_eq!(scripted.act(seat, command, &mut again), answer, "{when}");
        assert!(answer.is_ok() || HEARD.with_borrow(Vec::is_empty), "{when}: a refusal rolled dice");
        assert_eq!(sentences::<G>(&again), sentences::<G>(&told), "{when}");
        assert_eq!(tree(&again, under), tree(&told, under), "{when}");
        same(&heard, &scripted, under, &when);
        if heard.outcome().is_some() {
            break;
        }
    }
    rolls
}

/// Hands the rolls of the turn to the script; returns their number.
fn prompt() -> usize {
    let left = TO_SAY.with_borrow(VecDeque::len);
    assert_eq!(left, 0, "rolls that were told and did not happen");
    let rolls = HEARD.take();
    let count = rolls.len();
    TO_SAY.set(rolls.into());
    count
}

fn same<G: Guide>(heard: &G, scripted: &G, under: Under, when: &str) {
    let left = TO_SAY.with_borrow(VecDeque::len);
    assert_eq!(left, 0, "{when}: rolls that were told and did not happen again");
    assert!(tree(heard, under) == tree(scripted, under), "{when}: the states differ");
    assert_eq!(rows(scripted, ""), rows(heard, ""), "{when}");
    let seat = heard.to_move();
    assert_eq!((scripted.vitals(seat), scripted.to_move()), (heard.vitals(seat), seat), "{when}");
}

/// A state field by field, without the dice; for another seed, without the seed.
fn tree<T: serde::Serialize>(state: &T, under: Under) -> Value {
    let mut value = Value::serialized(state).expect("every state can be written");
    blank(&mut value, under);
    value
}

fn blank(value: &mut Value, under: Under) {
    match value {
        Value::Map(pairs) => {
            let is = |name: &str| matches!(&pairs[..], [(Value::Text(key), _)] if key == name);
            if is("core") || (under == Under::OtherSeed && is("key")) {
                *value = Value::Null;
                return;
            }
            pairs.iter_mut().for_each(|(_, value)| blank(value, under));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| blank(value, under)),
        _ => {}
    }
}
