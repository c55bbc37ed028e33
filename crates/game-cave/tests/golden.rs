//! Golden games. A digest that changes here is a change of the rules: old runs would end differently.
//! Increase `ABOUT.rules`, say so in the commit, and record the new digest.

use game_cave::{Cave, Command};
use kernel::{Dir, Game, Guide, Rng, Seed};
use testkit::{SOLO, bytes, start};

/// The digest and final state of a random walk, which keeps its direction until it hits rock or by chance
/// changes it, and now and then equips something. The bot is not used, because its advice may change without
/// the rules.
fn played(options: &[(&str, &str)], seed: &str) -> String {
    let mut cave: Cave = start(options, None, seed);
    let mut dice = Rng::stream(&Seed::from_text(seed), "wanderer", &[]);
    let mut way = Dir::E;
    for number in 0..6_000 {
        let command =
            if number % 50 == 0 { Command::Equip(1 + dice.below(9, "item")) } else { Command::Go(way) };
        if cave.act(SOLO, command, &mut Vec::new()).is_err() || dice.chance(1, 20, "turn") {
            way = *dice.pick(&Dir::ORTHOGONAL, "way");
        }
    }
    let vitals = cave.vitals(SOLO);
    let number = |name| vitals.number(name).unwrap();
    let digest = blake3::hash(&bytes(&cave)).to_hex();
    format!(
        "{} turn {} kills {} gold {} pulse {:016x}",
        &digest[..16],
        number("turn"),
        number("kills"),
        number("gold"),
        cave.pulse()
    )
}

#[test]
fn golden_games_end_as_they_did() {
    let games = [
        played(&[], "undercroft"),
        played(&[], ""),
        played(&[], "ünïcödé"),
        played(&[("monsters", "roaming"), ("kinds", "on"), ("fights", "short")], "undercroft"),
        played(&[("iRegionSize", "80"), ("fRandomBoundary", "0.42")], "undercroft"),
        played(&[("rules", "document")], "undercroft"),
    ];
    assert_eq!(
        games,
        [
            "d6089c37dff9e44b turn 4933 kills 4 gold 20 pulse 29af8799fc015fc0",
            "9da03b8c056fa515 turn 4935 kills 1 gold 22 pulse 0dfde92a58b1e55a",
            "ea6395f371b562fa turn 4883 kills 2 gold 0 pulse d02d8eef0c89f6ea",
            "7118786c8d5d1f2f turn 4919 kills 1 gold 6 pulse d9710711115ec55d",
            "576ac2cd8aa22e7c turn 4073 kills 0 gold 5 pulse f51b79fd80f4fe1a",
            "028da32f89067ca6 turn 4743 kills 1 gold 32 pulse 012a96d6f179afbf"
        ]
    );
}

#[test]
fn a_seed_is_a_place_to_start_from() {
    let spawn = |seed: &str| {
        let vitals = start::<Cave>(&[], None, seed).vitals(SOLO);
        (vitals.number("x").unwrap(), vitals.number("y").unwrap())
    };
    // Most worlds have floor at (0, 0); otherwise the spiral leads to the nearest cell.
    let spawns = ["undercroft", "", "7", "abc123", "Aa", "BB", "rock"].map(spawn);
    assert!(spawns.iter().all(|(x, y)| x.abs() <= 8 && y.abs() <= 8), "{spawns:?}");
    let far = (0..400).map(|n| spawn(&n.to_string())).filter(|(x, y)| x.abs().max(y.abs()) > 3).count();
    assert!(far < 20, "{far} of 400 worlds start further than three cells from the origin");
}
