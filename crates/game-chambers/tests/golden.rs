//! Golden runs: the same seed and the same commands give the same game for ever.
//!
//! Each file in `golden/` holds two digests and the commands of a run of the bot, with random ones in
//! between. If the first digest changes, the rules have changed: old runs would end differently. If that is
//! intended, bump `ABOUT.rules`, refresh the files with `UNDERCROFT_REFRESH=1` and say so in the commit. The
//! second digest covers sentences and frames; it may change without the rules.

use game_chambers::{Chambers, Command};
use kernel::{Dir, Game, Guide, Kind, OptionSpec, Rng, Seat, Seed};

const COMMANDS: usize = 700;
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

fn start(options: &[(&str, &str)]) -> Chambers {
    testkit::start(options, None, "golden")
}

/// Chooses commands, some by the bot and some at random.
fn compose(options: &[(&str, &str)]) -> String {
    let mut game = start(options);
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

/// The digest of the rules (every state) and the digest of the display (every sentence and some frames).
fn digests(options: &[(&str, &str)], orders: &str) -> (String, String) {
    let mut game = start(options);
    let (mut rules, mut shown) = (blake3::Hasher::new(), blake3::Hasher::new());
    let mut events = Vec::new();
    for (turn, command) in
        Chambers::grammar().read(orders, 1).expect("orders can be read").into_iter().enumerate()
    {
        events.clear();
        let said = match game.act(Seat(0), command, &mut events) {
            Ok(()) => testkit::sentences::<Chambers>(&events),
            Err(refused) => refused.0.into_owned(),
        };
        shown.update(said.as_bytes());
        rules.update(&game.pulse().to_le_bytes());
        if turn % 20 == 0 {
            rules.update(&testkit::bytes(&game));
            shown.update(testkit::rows(&game, &said).join("\n").as_bytes());
        }
    }
    rules.update(&testkit::bytes(&game));
    let short = |hasher: blake3::Hasher| hasher.finalize().to_hex()[..16].to_string();
    (short(rules), short(shown))
}

fn check(name: &str, options: &[(&str, &str)]) {
    let path = format!("{FOLDER}/{name}.txt");
    let kept = std::fs::read_to_string(&path);
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        let orders = match &kept {
            Ok(text) => text.split_once('\n').expect("digests and orders").1.to_string(),
            Err(_) => compose(options),
        };
        let (rules, shown) = digests(options, &orders);
        std::fs::write(&path, format!("{rules} {shown}\n{orders}")).expect("the file can be written");
    }
    let text = std::fs::read_to_string(&path).expect("every golden run is kept");
    let (kept, orders) = text.split_once('\n').expect("digests and orders");
    let (kept_rules, kept_shown) = kept.split_once(' ').expect("two digests");
    let (rules, shown) = digests(options, orders);
    assert_eq!(rules, kept_rules, "the golden run {name} ends differently");
    assert_eq!(shown, kept_shown, "the golden run {name} is shown differently");
}

/// All switches, on.
fn extras() -> Vec<(&'static str, &'static str)> {
    let switch = |option: &&OptionSpec| matches!(option.kind, Kind::Switch);
    Chambers::ABOUT.options.iter().filter(switch).map(|option| (option.name, "on")).collect()
}

#[test]
fn the_classic_game_ends_as_it_always_did() {
    check("classic", &[]);
}

#[test]
fn every_extra_ends_as_it_always_did() {
    for extra in extras() {
        check(extra.0, &[extra]);
    }
}

#[test]
fn every_difficulty_ends_as_it_always_did() {
    for difficulty in ["easy", "hard"] {
        check(difficulty, &[("difficulty", difficulty)]);
    }
}

#[test]
fn all_extras_together_end_as_they_always_did() {
    check("all", &extras());
}

#[test]
fn the_edition_ends_as_it_always_did() {
    check("undercroft", &[("edition", "undercroft")]);
}
