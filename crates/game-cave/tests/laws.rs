//! Laws by random play and by bots: on every world, with every option, near the origin and far out.

mod common;

use common::{soak, world};
use game_cave::{Cave, Command};
use kernel::{Dir, Game, Guide, Rng, Scene, Seed, Verdict, View};
use testkit::{SOLO, bytes, random_play, start};

const VARIANTS: [&[(&str, &str)]; 9] = [
    &[],
    &[("monsters", "roaming")],
    &[("kinds", "on"), ("monsters", "roaming"), ("fights", "short")],
    &[("iRegionSize", "10"), ("iRegionCacheSize", "1"), ("monsters", "roaming")],
    &[("iRegionSize", "100"), ("fRandomBoundary", "0.4"), ("bShowDebugInfo", "on")],
    &[("fChestSpawnBoundary", "0.5"), ("iChestMaxItems", "9"), ("kinds", "on")],
    &[("edition", "undercroft")],
    &[("fights", "turns"), ("goods", "on"), ("iChestMaxItems", "9"), ("fChestSpawnBoundary", "0.9")],
    &[("fRandomBoundary", "0"), ("fCombatStunProbability", "1"), ("iChestMaxItems", "1")],
];

fn holds(cave: &Cave) {
    let vitals = cave.vitals(SOLO);
    let number = |name| vitals.number(name).unwrap();
    let home = cave.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Won);
    assert_eq!(number("score"), number("gold") + 10 * number("kills") + if home { 500 } else { 0 });
    if cave.phase() == 0 {
        assert_eq!(number("hp"), 5000, "health never carries over from one fight to the next");
        assert_eq!(cave.outcome(), None);
    }
    let dead = cave.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Died);
    assert_eq!(number("hp") == 0, dead);
}

#[test]
fn random_play_keeps_the_laws() {
    for (number, options) in VARIANTS.iter().enumerate() {
        for game in 0..soak(3, 40) {
            random_play::<Cave>(options, None, &format!("law {number} {game}"), 1_500, holds);
        }
    }
}

/// A game of the bot with a number of commands; `check` runs after each.
fn bot_play(
    options: &[(&str, &str)],
    seed: &str,
    commands: u32,
    mut check: impl FnMut(u32, &mut Cave),
) -> Cave {
    let mut cave: Cave = start(options, None, seed);
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[]);
    let mut events = Vec::new();
    for number in 0..commands {
        if cave.outcome().is_some() {
            break;
        }
        let command = cave.advise(SOLO, &mut dice).expect("the bot always has an idea");
        events.clear();
        let _ = cave.act(SOLO, command, &mut events);
        check(number, &mut cave);
    }
    cave
}

#[test]
fn a_saved_game_goes_on_as_if_nothing_had_happened() {
    for game in 0..soak(21, 1_000) {
        let options = VARIANTS[game as usize % VARIANTS.len()];
        let seed = format!("kill {game}");
        let mut dice = Rng::stream(&Seed::from_text(&seed), "kill", &[]);
        let live = bot_play(options, &seed, 150, |_, _| {});
        let killed = bot_play(options, &seed, 150, |_, cave| {
            if dice.chance(1, 8, "kill") {
                *cave = postcard::from_bytes(&bytes(cave)).expect("a kept state can be read");
            }
        });
        assert!(bytes(&live) == bytes(&killed), "{seed}");
        assert_eq!(testkit::rows(&live, ""), testkit::rows(&killed, ""), "{seed}");
    }
}

#[test]
fn a_loaded_game_is_drawn_at_once() {
    let cave = bot_play(&[("monsters", "roaming")], "drawn", 300, |_, _| {});
    let loaded: Cave = postcard::from_bytes(&bytes(&cave)).unwrap();
    assert_eq!(testkit::rows(&cave, ""), testkit::rows(&loaded, ""));
    for (cols, rows) in [(80, 24), (200, 60), (300, 100)] {
        let picture = |cave: &Cave| {
            let mut scene = Scene::default();
            cave.draw(SOLO, &View { cols, rows, ..View::default() }, &mut scene);
            scene.rows()
        };
        assert_eq!(picture(&cave), picture(&loaded));
    }
}

#[test]
fn bots_prosper_and_their_games_replay() {
    for seed in ["alice", "bob"] {
        let cave = bot_play(&[], seed, 3_000, |_, _| {});
        let vitals = cave.vitals(SOLO);
        assert!(
            vitals.number("kills").unwrap() >= 3 && vitals.number("gold").unwrap() > 0,
            "{seed}: {vitals:?}"
        );
        assert!(bytes(&cave) == bytes(&bot_play(&[], seed, 3_000, |_, _| {})));
    }
}

#[test]
fn far_out_the_game_is_the_same() {
    const FAR: i64 = 1 << 40;
    for (x, y) in [(FAR, FAR), (-FAR, FAR), (FAR, -FAR), (-FAR, -FAR)] {
        let mut far = world(&["P"], &["Iron Sword", "Iron Armour"], &[]);
        far.regions.clear();
        // Some cell near the corner is floor; use the first one that is.
        let mut started = None;
        for step in 0..40 {
            let player = far.player.as_mut().unwrap();
            (player.location.wx, player.location.wy) = (x + step, y);
            let text = far.to_text();
            let prepared = Cave::prepare(&kernel::Options::default(), Some(&text), &kernel::Policy::DENY);
            if prepared.findings.is_empty() {
                started = Some(text);
                break;
            }
        }
        let text = started.expect("there is floor near every place");
        let cave = random_play::<Cave>(&[], Some(&text), "far", 1_500, holds);
        let vitals = cave.vitals(SOLO);
        assert!(
            vitals.number("x").unwrap().abs_diff(x) < 2_000
                && vitals.number("y").unwrap().abs_diff(y) < 2_000
        );
        let rows = testkit::rows(&cave, "");
        assert_eq!(rows[15].chars().nth(72), Some('P'));
        let rock = rows.concat().matches('#').count();
        assert!((150..700).contains(&rock), "caves are as dense as at the origin: {rock} of 1519 cells");
    }
}

#[test]
fn memory_is_bounded_however_far_one_walks() {
    let mut cave: Cave = start(&[], None, "memory");
    let mut dice = Rng::stream(&Seed::from_text("memory"), "walk", &[]);
    let mut events = Vec::new();
    for step in 0..soak(300_000, 10_000_000) {
        events.clear();
        let way = Dir::ORTHOGONAL[(dice.bits("way") >> 62) as usize];
        let _ = cave.act(SOLO, Command::Go(way), &mut events);
        if step % 4_096 == 0 {
            assert!(cave.regions_in_memory() <= 8);
        }
    }
    let size = bytes(&cave).len();
    assert!(size < 1 << 20, "{size} bytes after a long walk");
}

#[test]
fn a_new_game_is_small() {
    let cave: Cave = start(&[], None, "small");
    assert!(bytes(&cave).len() < 512, "{}", bytes(&cave).len());
    let played = bot_play(&[], "small", 1_000, |_, _| {});
    assert!(bytes(&played).len() < 16 << 10, "{}", bytes(&played).len());
}

#[test]
fn roaming_monsters_move_hunt_and_stay_on_floor() {
    let (mut moved, mut fights) = (0, 0);
    for game in 0..24 {
        let mut cave: Cave = start(&[("monsters", "roaming")], None, &format!("roam {game}"));
        let count = |cave: &Cave| testkit::rows(cave, "").concat().matches('M').count();
        for _ in 0..120 {
            let before = testkit::rows(&cave, "");
            let told = testkit::order(&mut cave, "wait");
            fights += u32::from(told.contains("goes first"));
            moved += u32::from(count(&cave) > 0 && testkit::rows(&cave, "") != before);
        }
    }
    assert!(moved > 50, "monsters stroll: {moved}");
    assert!(fights > 0, "and some find the hero who only waits");
    let mut still: Cave = start(&[], None, "roam 7");
    let before = testkit::rows(&still, "");
    for _ in 0..100 {
        testkit::order(&mut still, "wait");
    }
    assert_eq!(testkit::rows(&still, ""), before, "by default nothing moves but the hero");
}
