//! The balance of chambers: many games played by its bot, by race and by class, on all cores.

use crate::progress::bar;
use crate::{Done, Stop};
use catalog::chambers::{Chambers, Entrant, Summary, bot_game, entrants};
use kernel::{Game as _, Options};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// What came of the games of one row.
#[derive(Clone, Copy, Default)]
struct Sum {
    games: u64,
    won: u64,
    gold: i64,
    floor: u64,
    turns: u64,
    score: i64,
}

impl Sum {
    fn add(&mut self, summary: &Summary) {
        self.games += 1;
        self.won += u64::from(summary.won);
        self.gold += i64::from(summary.gold);
        self.floor += u64::from(summary.floor);
        self.turns += u64::from(summary.turns);
        self.score += summary.score;
    }

    fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.gold += other.gold;
        self.floor += other.floor;
        self.turns += other.turns;
        self.score += other.score;
    }
}

/// Plays a game of each of these seeds a row under the options and prints a table.
pub(crate) fn report(seeds: Range<u64>, set: &[String]) -> Done {
    let mut options = Options::default();
    for pair in set {
        let (name, value) = pair.split_once('=').ok_or_else(|| Stop::bad("--set takes NAME=VALUE."))?;
        options.set(Chambers::ABOUT.options, name, value).map_err(Stop::bad)?;
    }
    let rows = entrants(&options);
    let bar = bar("playing", (seeds.end - seeds.start) * rows.len() as u64);
    say!(
        "{:<14} {:>7} {:>8} {:>10} {:>10} {:>10} {:>10}",
        "player",
        "games",
        "won",
        "mean gold",
        "mean floor",
        "mean turns",
        "mean score"
    );
    for (name, entrants) in rows {
        let sum = play(&entrants, &seeds, &options, &|| bar.inc(1));
        let mean = |total: f64| total / sum.games.max(1) as f64;
        bar.suspend(|| {
            say!(
                "{:<14} {:>7} {:>7.1}% {:>10.1} {:>10.2} {:>10.0} {:>10.1}",
                name,
                sum.games,
                mean(sum.won as f64) * 100.0,
                mean(sum.gold as f64),
                mean(sum.floor as f64),
                mean(sum.turns as f64),
                mean(sum.score as f64)
            );
        });
    }
    bar.finish_and_clear();
    Ok(())
}

/// Game `n` is the game of seed `n` with the entrant whose turn it is, whichever core plays it.
fn play(entrants: &[Entrant], seeds: &Range<u64>, options: &Options, tick: &(dyn Fn() + Sync)) -> Sum {
    let next = AtomicU64::new(seeds.start);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || {
        let mut sum = Sum::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= seeds.end {
                return sum;
            }
            let entrant = entrants[game as usize % entrants.len()];
            sum.add(&bot_game(entrant, options, &game.to_string()));
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
