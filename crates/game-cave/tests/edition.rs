//! The Undercroft edition: results of its bot over many seeds, golden games, and its rules as pictures.

mod common;

use common::soak;
use game_cave::Cave;
use kernel::{EDITION, Game, Guide, Rng, Seed, Verdict, View};
use std::sync::atomic::{AtomicU32, Ordering};
use testkit::{SOLO, bytes, random_play, start};

const EDITION_ON: [(&str, &str); 1] = [(EDITION, "undercroft")];
/// Maximum number of commands of a bot's game.
const LONG: u32 = 4_000;

fn bot_game(seed: &str) -> Cave {
    let mut cave: Cave = start(&EDITION_ON, None, seed);
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[]);
    for _ in 0..LONG {
        if cave.outcome().is_some() {
            break;
        }
        let command = cave.advise(SOLO, &mut dice).unwrap();
        let _ = cave.act(SOLO, command, &mut Vec::new());
    }
    cave
}

fn verdict(cave: &Cave) -> Option<Verdict> {
    cave.outcome().map(|outcome| outcome.verdict)
}

/// How the games of some seeds end, played on all cores.
fn ends(seeds: std::ops::Range<u32>, play: impl Fn(&str) -> Cave + Sync) -> Vec<Option<Verdict>> {
    let next = AtomicU32::new(seeds.start);
    let worker = || {
        let mut ends = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return ends;
            }
            ends.push(verdict(&play(&seed.to_string())));
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// The bot should win 25 to 50 of 100 games; the player's page has the full measurement. With few games the
/// share may be off by two standard deviations, which is at most one divided by the square root of their
/// number.
#[test]
fn a_careful_bot_wins_sometimes_and_a_random_walker_never() {
    let games = soak(12, 400);
    let ends_of = |wanted: Verdict, ends: &[Option<Verdict>]| {
        ends.iter().filter(|end| **end == Some(wanted)).count() as u32
    };
    let careful = ends(500_000..500_000 + games, bot_game);
    let (won, died) = (ends_of(Verdict::Won, &careful), ends_of(Verdict::Died, &careful));
    println!("{games} games: {won} won, {died} died, {} unfinished", games - won - died);
    let slack = 100 / games.isqrt();
    let (least, most) = (25u32.saturating_sub(slack), 50 + slack);
    assert!((least..=most).contains(&(won * 100 / games)), "{won} of {games} games won, {died} lost");
    assert!(won > 0, "the few games of an ordinary run are within two deviations of none");
    let random = ends(0..games, |seed| random_play::<Cave>(&EDITION_ON, None, seed, 3_000, |_| ()));
    assert_eq!(ends_of(Verdict::Won, &random), 0);
}

/// A monster that hunts the bot and cannot come, such as one behind a chest, must not keep it in the dark.
#[test]
fn a_bot_does_not_freeze_with_fuel_in_its_pack() {
    for seed in 110_003..110_003 + soak(3, 100) {
        let cave = bot_game(&seed.to_string());
        let panel = cave.panel(SOLO, &View::default());
        let frozen = verdict(&cave) == Some(Verdict::Died) && cave.vitals(SOLO).number("light") == Some(0);
        let fuel = panel.carried.iter().find(|thing| ["Torch", "Oil Flask"].contains(&thing.name.as_str()));
        assert!(!frozen || fuel.is_none(), "{seed} after {:?}: {fuel:?}", cave.vitals(SOLO).number("turn"));
    }
}

/// The digest of a random game. That of a bot's game would change with the bot; this one changes only with
/// the rules.
fn wandered(seed: &str) -> String {
    let mut cave: Cave = start(&EDITION_ON, None, seed);
    let mut dice = Rng::stream(&Seed::from_text(seed), "wanderer", &[]);
    let actions = Cave::grammar().deeds();
    for _ in 0..3_000 {
        let command = *dice.pick(&actions, "deed");
        let _ = cave.act(SOLO, command, &mut Vec::new());
    }
    let vitals = cave.vitals(SOLO);
    let number = |name| vitals.number(name).unwrap();
    let digest = blake3::hash(&bytes(&cave)).to_hex();
    format!(
        "{} turn {} hp {} kills {} light {}",
        &digest[..16],
        number("turn"),
        number("hp"),
        number("kills"),
        number("light")
    )
}

#[test]
fn golden_games_of_the_edition_end_as_they_did() {
    assert_eq!(
        ["undercroft", "", "lamp"].map(wandered),
        [
            "f59a43473913e2ee turn 405 hp 5000 kills 0 light 300",
            "d0a4b12bce2f92f4 turn 463 hp 5000 kills 1 light 275",
            "b06552cb9db01e05 turn 484 hp 4396 kills 3 light 527"
        ]
    );
}

#[test]
fn the_edition_is_recorded_as_its_options() {
    let mut options = kernel::Options::default();
    options.set(Cave::ABOUT.options, EDITION, "undercroft").unwrap();
    assert_eq!(options.get(Cave::ABOUT.options, EDITION), "undercroft");
    assert!(
        options.iter().any(|pair| pair == ("quest", "relic"))
            && options.iter().all(|(name, _)| name != EDITION)
    );
    assert_eq!(start::<Cave>(&[], None, "x").phase(), 0);
}

#[test]
fn a_new_game_shows_lamp_compass_and_camp() {
    let cave: Cave = start(&EDITION_ON, None, "lamp");
    let panel = cave.panel(SOLO, &kernel::View::default());
    assert_eq!(
        panel.bars.iter().map(|bar| format!("{} {}", bar.name, bar.text)).collect::<Vec<_>>(),
        ["HP 50/50", "Light 400 turns"]
    );
    assert!(panel.effects[0].0.starts_with("Compass: relic "), "{:?}", panel.effects);
    let rows = testkit::rows(&cave, "");
    assert_eq!(rows.concat().matches('P').count(), 1);
    assert!(rows[0].trim().is_empty(), "beyond the light it is dark");
    assert!(panel.carried.iter().any(|row| row.name == "Scroll of Escape" && row.deeds[0].label == "Use"));
    let classic: Cave = start(&[], None, "lamp");
    assert!(!classic.offers("use") && !classic.offers("lamp") && cave.offers("use") && cave.offers("lamp"));
}
