//! Forecasts against the rules: many fights are simulated and counted.

use super::*;
use crate::content::{CLASSES, Class, FOES, RACES, Race};
use crate::{Chambers, Command};
use kernel::{Dir, Game, Policy, Seat, Seed};

extern crate std;

const FIGHTS: u32 = 400;

/// A game with one enemy to the east of the player character.
fn facing(letter: char, race: Race, class: Option<Class>, seed: u32) -> Chambers {
    let mut options = kernel::Options::default();
    for name in ["foes", "races", if class.is_some() { "classes" } else { "races" }] {
        options.set(Chambers::ABOUT.options, name, "on").unwrap();
    }
    let mut rows: Vec<Vec<char>> = crate::plan::FIGURE_1.lines().map(|row| row.chars().collect()).collect();
    (rows[11][42], rows[11][43], rows[20][70]) = ('@', letter, '\\');
    let level: String = rows.iter().flat_map(|row| row.iter().copied().chain(['\n'])).collect();
    let setup = Chambers::prepare(&options, Some(&level), &Policy::DENY).setup.expect("a layout");
    let mut game = Chambers::start(&setup, &Seed::from_text(&format!("fight {seed}")));
    game.act(Seat(0), Command::Race(race), &mut Vec::new()).unwrap();
    if let Some(class) = class {
        game.act(Seat(0), Command::Class(class), &mut Vec::new()).unwrap();
    }
    game
}

/// The share of fights won, the mean loss and mean turns of those, and the standard deviation of the loss.
fn fought(letter: char, race: Race, class: Option<Class>) -> (f64, f64, f64, f64) {
    let (mut losses, mut turns) = (Vec::new(), 0);
    for seed in 0..FIGHTS {
        let mut game = facing(letter, race, class, seed);
        let before = game.world.hero().hp();
        while game.outcome().is_none() && !game.world.floor().foes.is_empty() {
            game.act(Seat(0), Command::Attack(Dir::E), &mut Vec::new()).expect("the enemy stays");
        }
        if game.outcome().is_none() {
            losses.push(f64::from(before - game.world.hero().hp()));
            turns += game.world.turn();
        }
    }
    let count = losses.len().max(1) as f64;
    let mean = losses.iter().sum::<f64>() / count;
    let spread = (losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / count).sqrt();
    (losses.len() as f64 / f64::from(FIGHTS), mean, f64::from(turns) / count, spread)
}

/// Within five standard deviations of the simulation.
#[test]
fn forecasts_agree_with_fights() {
    for race in &RACES {
        for (number, foe) in FOES.iter().enumerate() {
            let class = [None, Some(CLASSES[number % CLASSES.len()].class)][number % 2];
            let game = facing(foe.letter, race.race, class, 0);
            let told = forecast(&game.world, &game.world.floor().foes[0]);
            let (won, loss, turns, spread) = fought(foe.letter, race.race, class);
            let who = format!("{} {class:?} against {}", race.name, foe.name);
            let (share, fights) = (told.win as f64 / SURE as f64, f64::from(FIGHTS));
            let off = 5.0 * (share * (1.0 - share) / fights).sqrt() + 0.003;
            assert!((share - won).abs() <= off, "{who}: {share} foretold, {won} fought");
            let wins = won * fights;
            if wins >= 30.0 {
                let off = 5.0 * spread / wins.sqrt() + 0.2;
                let foretold = told.loss_tenths as f64 / 10.0;
                assert!((foretold - loss).abs() <= off, "{who}: {foretold} foretold, {loss} lost");
                let foretold = f64::from(told.turns_tenths) / 10.0;
                assert!((foretold - turns).abs() <= 1.0, "{who}: {foretold} turns foretold, {turns} fought");
            }
        }
    }
}

#[test]
fn sentences_say_how_a_fight_ends() {
    let told = |letter, race| {
        let game = facing(letter, race, None, 0);
        forecast(&game.world, &game.world.floor().foes[0]).sentence()
    };
    let all: Vec<String> = [('H', Race::Drow), ('O', Race::Goblin), ('W', Race::Vampire), ('L', Race::Troll)]
        .into_iter()
        .map(|(letter, race)| told(letter, race))
        .collect();
    assert_eq!(
        all,
        [
            "you win in 7, losing about 54",
            "it would kill you: 1% to win",
            "it would kill you: 31% to win",
            "you win in 10, losing about 20"
        ]
    );
}
