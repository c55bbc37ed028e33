//! Golden runs: the same seed and the same orders give the same game for ever.
//!
//! Each file in `golden/` holds a digest and the orders of a run of the bot, with whims in between. A digest that
//! moves is a change of the rules: old runs would end differently. If that is meant, bump `Chambers::RULES`,
//! refresh the files with `UNDERCROFT_BLESS=1` and say so in the commit.

use game_chambers::{Chambers, Command};
use kernel::{Dir, Game, Rng, Seat, Seed};

const COMMANDS: usize = 700;
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

fn start(extras: &[&str]) -> Chambers {
    let options: Vec<(&str, &str)> = extras.iter().map(|name| (*name, "on")).collect();
    testkit::start(&options, None, "golden")
}

/// Chooses orders by advice and by whim.
fn compose(extras: &[&str]) -> String {
    let mut game = start(extras);
    let mut dice = Rng::stream(&Seed::from_text("golden"), "player", &[]);
    let mut orders = String::new();
    for turn in 0..COMMANDS {
        let way = Dir::ALL[dice.below(8, "way") as usize];
        let command = match dice.below(32, "whim") {
            _ if game.outcome().is_some() => Command::Restart,
            0 => Command::Attack(way),
            1 => Command::Use(way),
            2 => Command::Take(way),
            3 => Command::Freeze,
            _ => game.advise(Seat(0), &mut dice).unwrap_or(Command::Restart),
        };
        let _ = game.act(Seat(0), command, &mut Vec::new());
        Chambers::grammar().spell(command, &mut orders);
        orders.push(if turn % 20 == 19 { '\n' } else { ' ' });
    }
    orders
}

/// Mixes state and sentences of every command into one digest.
fn digest(extras: &[&str], orders: &str) -> String {
    let mut game = start(extras);
    let mut hasher = blake3::Hasher::new();
    let mut events = Vec::new();
    for (turn, command) in
        Chambers::grammar().read(orders, 1).expect("orders can be read").into_iter().enumerate()
    {
        events.clear();
        let said = match game.act(Seat(0), command, &mut events) {
            Ok(()) => testkit::sentences::<Chambers>(&events),
            Err(refused) => refused.0.into_owned(),
        };
        hasher.update(said.as_bytes());
        hasher.update(&game.pulse().to_le_bytes());
        if turn % 20 == 0 {
            hasher.update(&testkit::bytes(&game));
            hasher.update(testkit::rows(&game, &said).join("\n").as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_string()
}

fn check(name: &str, extras: &[&str]) {
    let path = format!("{FOLDER}/{name}.txt");
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        let orders = compose(extras);
        std::fs::write(&path, format!("{}\n{orders}", digest(extras, &orders)))
            .expect("the file can be written");
    }
    let text = std::fs::read_to_string(&path).expect("every golden run is kept");
    let (kept, orders) = text.split_once('\n').expect("a digest and orders");
    assert_eq!(digest(extras, orders), kept, "the golden run {name} ends differently");
}

#[test]
fn the_classic_game_ends_as_it_always_did() {
    check("classic", &[]);
}

#[test]
fn every_extra_ends_as_it_always_did() {
    for option in Chambers::options() {
        check(option.name, &[option.name]);
    }
}

#[test]
fn all_extras_together_end_as_they_always_did() {
    let all: Vec<&str> = Chambers::options().iter().map(|option| option.name).collect();
    check("all", &all);
}
