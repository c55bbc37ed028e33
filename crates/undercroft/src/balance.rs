//! The balance of chambers: many games played by its bot, race by race, on all cores.

use crate::progress::bar;
use crate::{Done, Stop};
use game_chambers::content::{RACES, Race};
use game_chambers::{Chambers, Summary, bot_game};
use kernel::{Game as _, Options};
use std::sync::atomic::{AtomicU64, Ordering};

/// Races of the classic game; the others belong to an extra.
const CLASSIC: usize = 5;

/// What came of the games of one race.
#[derive(Clone, Copy, Default)]
struct Sum {
    games: u64,
    won: u64,
    gold: i64,
    floor: u64,
    turns: u64,
}

impl Sum {
    fn add(&mut self, summary: &Summary) {
        self.games += 1;
        self.won += u64::from(summary.won);
        self.gold += i64::from(summary.gold);
        self.floor += u64::from(summary.floor);
        self.turns += u64::from(summary.turns);
    }

    fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.gold += other.gold;
        self.floor += other.floor;
        self.turns += other.turns;
    }
}

/// Plays `games` games a race under the options and prints a table.
pub(crate) fn report(games: u64, set: &[String]) -> Done {
    let mut options = Options::default();
    for pair in set {
        let (name, value) = pair.split_once('=').ok_or_else(|| Stop::bad("--set takes NAME=VALUE."))?;
        options.set(Chambers::options(), name, value).map_err(Stop::bad)?;
    }
    let races: Vec<_> = if options.is_on(Chambers::options(), "races") {
        RACES.iter().collect()
    } else {
        RACES[..CLASSIC].iter().collect()
    };
    let bar = bar("playing", games * races.len() as u64);
    say!(
        "{:<10} {:>7} {:>8} {:>10} {:>10} {:>10}",
        "race",
        "games",
        "won",
        "mean gold",
        "mean floor",
        "mean turns"
    );
    for row in races {
        let sum = play(row.race, games, &options, &|| bar.inc(1));
        let mean = |total: f64| total / sum.games.max(1) as f64;
        bar.suspend(|| {
            say!(
                "{:<10} {:>7} {:>7.1}% {:>10.1} {:>10.2} {:>10.0}",
                row.name,
                sum.games,
                mean(sum.won as f64) * 100.0,
                mean(sum.gold as f64),
                mean(sum.floor as f64),
                mean(sum.turns as f64)
            );
        });
    }
    bar.finish_and_clear();
    Ok(())
}

/// Game `n` is the game of seed `n`, whichever core plays it.
fn play(race: Race, games: u64, options: &Options, tick: &(dyn Fn() + Sync)) -> Sum {
    let next = AtomicU64::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || {
        let mut sum = Sum::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return sum;
            }
            sum.add(&bot_game(race, options, &game.to_string()));
            tick();
        }
    };
    let mut total = Sum::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        for thread in threads {
            total.join(&thread.join().expect("a bot game does not panic"));
        }
    });
    total
}
