//! Laws by random play and by the bot: no panic, no hang, one character per cell, no enemy outside its
//! chamber, every number in range, replay = live.

use super::*;
use crate::content::{RACES, Race};
use crate::setup::{EditionOptions, OPTIONS};
use alloc::{format, vec, vec::Vec};
use kernel::{Dir, Verdict};

extern crate std;

fn soak(full: u32) -> u32 {
    let all = std::env::var("UNDERCROFT_SOAK").is_ok_and(|soak| soak == "full");
    if all { full } else { (full / 100).max(2) }
}

const ALL: [&str; 9] =
    ["wasd", "inventory", "gear", "pursue", "shop", "classes", "races", "foes", "chambers"];

fn start(switches: &[&str], seed: &str) -> Chambers {
    let mut options = Options::default();
    switches.iter().for_each(|name| options.set(&OPTIONS, name, "on").unwrap());
    let setup = Chambers::prepare(&options, None, &kernel::Policy::DENY).setup.unwrap();
    Chambers::start(&setup, &Seed::from_text(seed))
}

/// Number of enemies that can move in each chamber.
fn census(game: &Chambers) -> Vec<u32> {
    let floor = &game.world.floor();
    let mut count = vec![0; floor.plan.chambers.len()];
    for foe in floor.foes.iter().filter(|foe| !foe.is_rooted()) {
        if let Some(chamber) = floor.plan.chamber_of(foe.at) {
            count[chamber] += 1;
        }
    }
    count
}

/// Plays one game with random commands, mostly possible ones, and checks the laws.
fn random_game(switches: &[&str], seed: &str, commands: u32, thorough: bool) {
    let mut game = start(switches, seed);
    let mut twin = game.clone();
    let mut dice = Rng::stream(&Seed::from_text(seed), "soak", &[]);
    let actions = Chambers::grammar().actions();
    let mut events = Vec::new();
    for turn in 0..commands {
        let command = match dice.below(8, "sort") {
            0 => *dice.pick(&actions, "any"),
            1 | 2 => Command::Attack(*dice.pick(&Dir::ALL, "way")),
            3 => Command::Use(*dice.pick(&Dir::ALL, "way")),
            _ if game.phase() == 1 => Command::Race(RACES[dice.below(8, "race") as usize].race),
            _ => Command::Go(*dice.pick(&Dir::ALL, "way")),
        };
        if command == Command::Quit {
            continue;
        }
        let before = (census(&game), game.world.level(), game.pulse());
        events.clear();
        match game.act(Seat(0), command, &mut events) {
            Ok(()) => twin.act(Seat(0), command, &mut Vec::new()).expect("the twin plays the same game"),
            Err(_) => {
                assert!(events.is_empty() && game.pulse() == before.2, "{seed}: a refusal changed something")
            }
        }
        if thorough || turn % 16 == 0 {
            game.world.assert_sound();
        }
        let begun = events.iter().any(|event| matches!(event, Event::Spawned { .. }));
        let stays = before.1 == game.world.level() && !begun && !game.world.is_bare();
        if stays && !game.world.has(EditionOptions::PURSUE) && before.0.len() == census(&game).len() {
            let grown = census(&game).iter().zip(&before.0).any(|(now, then)| now > then);
            assert!(!grown, "{seed}: an enemy changed its chamber");
        }
        assert_eq!(game.pulse(), twin.pulse(), "{seed}: replay and live play part at command {turn}");
    }
    assert_eq!(testkit::bytes(&game), testkit::bytes(&twin), "{seed}: replay and live play differ");
}

#[test]
fn a_hundred_thousand_random_games_keep_the_laws() {
    for number in 0..soak(100_000) {
        random_game(&[], &format!("random {number}"), 150, number % 50 == 0);
    }
}

#[test]
fn random_games_with_every_extra_keep_the_laws() {
    for number in 0..soak(20_000) {
        let name = format!("extras {number}");
        // All subsets of the switches come up, all of them together most often.
        let chosen: Vec<&str> = match number % 4 {
            0 => ALL.to_vec(),
            _ => (0..9).filter(|bit| ((number / 4) >> bit) & 1 == 1).map(|bit| ALL[bit as usize]).collect(),
        };
        random_game(&chosen, &name, 150, number % 50 == 0);
    }
}

#[test]
fn the_common_laws_hold() {
    for number in 0..soak(2_000) {
        let seed = format!("laws {number}");
        testkit::random_play::<Chambers>(&[], None, &seed, 300, |game| game.world.assert_sound());
        let all: Vec<(&str, &str)> = ALL.iter().map(|name| (*name, "on")).collect();
        testkit::random_play::<Chambers>(&all, None, &seed, 300, |game| game.world.assert_sound());
        let edition = [(kernel::EDITION, "undercroft")];
        testkit::random_play::<Chambers>(&edition, None, &seed, 300, |game| game.world.assert_sound());
    }
}

#[test]
fn ten_thousand_bot_games_end_well_or_badly_but_end() {
    let mut won = [0u32; 5];
    let games = if soak(100) == 100 { 10_000 } else { 50 };
    for number in 0..games {
        let race = RACES[number as usize % 5].race;
        let mut game = start(&[], &format!("bot {number}"));
        let mut dice = Rng::stream(&Seed::from_text("bot"), "dice", &[i64::from(number)]);
        game.act(Seat(0), Command::Race(race), &mut Vec::new()).unwrap();
        let mut commands = 0;
        while let Some(command) = game.advise(Seat(0), &mut dice) {
            let _ = game.act(Seat(0), command, &mut Vec::new());
            if commands % 64 == 0 {
                game.world.assert_sound();
            }
            commands += 1;
            assert!(commands < 20_000, "bot {number} does not come to an end");
        }
        let outcome = game.outcome().expect("the bot stops only when the game is over");
        assert_eq!(
            outcome.score,
            i64::from(game.world.hero().gold()) * if race == Race::Shade { 3 } else { 2 } / 2
        );
        won[race as usize] += u32::from(outcome.verdict == Verdict::Won);
    }
    assert!(
        won.iter().sum::<u32>() * 2 > games,
        "a sensible player wins more often than not: {won:?} of {games}"
    );
}

#[test]
fn bots_play_every_extra_to_the_end() {
    for number in 0..soak(2_000) {
        let race = RACES[number as usize % 8].race;
        let mut options = Options::default();
        match number % 10 {
            9 => ALL.iter().for_each(|name| options.set(&OPTIONS, name, "on").unwrap()),
            extra => options.set(&OPTIONS, ALL[extra as usize], "on").unwrap(),
        }
        let race = if race.needs_option() { Race::Shade } else { race };
        let seed = format!("extra bot {number}");
        let summary = bot_game(Entrant::careful(race), &options, &seed);
        assert!(summary.turns > 0 && (1..=5).contains(&summary.floor));
        assert!(!summary.won || summary.floor == 5);
        assert_eq!(summary, bot_game(Entrant::careful(race), &options, &seed));
    }
}

#[test]
fn a_state_kept_and_read_goes_on_as_before_and_nonsense_is_refused() {
    let mut game = start(&ALL, "kept");
    let mut dice = Rng::stream(&Seed::from_text("kept"), "dice", &[]);
    let mut events = Vec::new();
    for _ in 0..300 {
        let Some(command) = game.advise(Seat(0), &mut dice) else { break };
        let kept = testkit::bytes(&game);
        let mut read: Chambers = postcard::from_bytes(&kept).expect("a kept state can be read");
        let _ = read.act(Seat(0), command, &mut Vec::new());
        let _ = game.act(Seat(0), command, &mut events);
        read.world.assert_sound();
        assert_eq!(testkit::bytes(&read), testkit::bytes(&game));
    }
    let kept = testkit::bytes(&game);
    for cut in 0..kept.len() {
        assert!(postcard::from_bytes::<Chambers>(&kept[..cut]).is_err(), "cut at {cut}");
    }
    // A flipped byte may be read as another state or rejected, but must not panic.
    for at in 0..kept.len() {
        let mut bent = kept.clone();
        bent[at] ^= 0xff;
        let _ = postcard::from_bytes::<Chambers>(&bent);
    }
}

/// The player's page has the full measurement; this plays fewer games with fixed seeds.
#[test]
fn the_edition_can_be_won_with_care_and_never_by_chance() {
    let mut options = Options::default();
    options.set(&OPTIONS, kernel::EDITION, "undercroft").unwrap();
    assert_eq!(options.get(&OPTIONS, kernel::EDITION), "undercroft");
    assert_eq!(options.iter().count(), ALL.len() + 1, "a run records every option by itself");
    let games = soak(16_000).min(1_200);
    let rows = entrants(&options);
    let classes = rows.iter().filter(|(_, entrants)| entrants.len() > 1);
    let share = |entrants: &[Entrant]| {
        let games = if entrants[0].random { games / 4 } else { games };
        let one = |number: u32| {
            let entrant = entrants[number as usize % entrants.len()];
            u32::from(bot_game(entrant, &options, &format!("edition {number}")).won)
        };
        (0..games).map(one).sum::<u32>() * 100 / games
    };
    let share = &share;
    let mut won: Vec<(&str, u32)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            classes.map(|(name, entrants)| (*name, scope.spawn(move || share(entrants)))).collect();
        threads.into_iter().map(|(name, thread)| (name, thread.join().unwrap())).collect()
    });
    let random = won.pop().expect("somebody who gives any command comes last");
    assert_eq!(random, ("random walker", 0));
    // The best class should win 25 to 40 of 100 games. The measured share may be off by two standard
    // deviations, which is at most one divided by the square root of the number of games.
    let slack = 100 / games.isqrt();
    let best = won.iter().map(|(_, percent)| *percent).max().unwrap_or(0);
    assert!((25 - slack.min(25)..=40 + slack).contains(&best), "{won:?} of 100 games won");
    assert!(won.iter().all(|(_, percent)| *percent * 5 > best), "every class can be played: {won:?}");
}
