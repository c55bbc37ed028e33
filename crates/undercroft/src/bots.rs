//! How high two bots score in any game: a careful one, which follows the game's own advice, and a random one.

use crate::progress::bar;
use crate::{Done, Stop};
use kernel::{Guide, Options, Policy, Rng, Seed};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game that has not ended by then counts as it stands.
const COMMANDS_MAX: u32 = 20_000;

/// What came of the games of one bot.
#[derive(Clone, Copy, Default)]
struct Sum {
    games: u64,
    won: u64,
    score: i64,
    best: i64,
    commands: u64,
}

impl Sum {
    fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.score += other.score;
        self.best = self.best.max(other.best);
        self.commands += other.commands;
    }
}

/// Lets both bots play the games of these seeds and prints a table.
pub(crate) fn report<G: Guide>(seeds: Range<u64>, set: &[String]) -> Done {
    let mut options = Options::default();
    let mut pairs = Vec::new();
    for pair in set {
        pairs.push(pair.split_once('=').ok_or_else(|| Stop::bad("--set takes NAME=VALUE."))?);
    }
    options.set_all(G::ABOUT.options, &pairs).map_err(Stop::bad)?;
    let prepared = G::prepare(&options, None, &Policy::OWNER);
    let Some(setup) = prepared.setup else {
        return Err(Stop::bad(prepared.findings.into_iter().map(|finding| finding.what).collect::<String>()));
    };
    let bar = bar("playing", 2 * (seeds.end - seeds.start));
    say!(
        "{:<10} {:>7} {:>8} {:>11} {:>11} {:>14}",
        "bot",
        "games",
        "won",
        "mean score",
        "best score",
        "mean commands"
    );
    for (name, careful) in [("careful", true), ("random", false)] {
        let sum = play::<G>(&setup, seeds.clone(), careful, &|| bar.inc(1));
        let mean = |total: f64| total / sum.games.max(1) as f64;
        bar.suspend(|| {
            say!(
                "{name:<10} {:>7} {:>7.1}% {:>11.2} {:>11} {:>14.0}",
                sum.games,
                mean(sum.won as f64) * 100.0,
                mean(sum.score as f64),
                sum.best,
                mean(sum.commands as f64)
            );
        });
    }
    bar.finish_and_clear();
    Ok(())
}

/// Game `n` is the game of seed `n`, whichever core plays it.
fn play<G: Guide>(setup: &G::Setup, seeds: Range<u64>, careful: bool, tick: &(dyn Fn() + Sync)) -> Sum {
    let next = AtomicU64::new(seeds.start);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || {
        let mut sum = Sum::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= seeds.end {
                return sum;
            }
            sum.join(&one::<G>(setup, &Seed::from_text(&game.to_string()), careful));
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

fn one<G: Guide>(setup: &G::Setup, seed: &Seed, careful: bool) -> Sum {
    let actions = G::grammar().actions();
    let mut game = G::start(setup, seed);
    let mut dice = Rng::stream(seed, "bot", &[]);
    let mut events = Vec::new();
    let mut commands = 0;
    while game.outcome().is_none() && commands < COMMANDS_MAX {
        commands += 1;
        let seat = game.to_move();
        let advice = if careful { game.advise(seat, &mut dice) } else { None };
        let command = advice.unwrap_or_else(|| *dice.pick(&actions, "any command"));
        events.clear();
        let _ = game.act(seat, command, &mut events);
    }
    let outcome = game.outcome();
    let score = outcome.as_ref().map_or(0, |outcome| outcome.score);
    let won = outcome.is_some_and(|outcome| matches!(outcome.verdict.word(), "won" | "escaped"));
    Sum { games: 1, won: won.into(), score, best: score, commands: commands.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::boo::Boo;
    use kernel::Game as _;

    /// The Undercroft edition rewards care: the careful bot climbs at least 2.5 times as high as the random one.
    #[test]
    fn in_the_tower_care_pays() {
        let mut options = Options::default();
        options.set(Boo::ABOUT.options, kernel::EDITION, "undercroft").unwrap();
        let setup = Boo::prepare(&options, None, &Policy::DENY).setup.unwrap();
        let [careful, random] =
            [true, false].map(|careful| play::<Boo>(&setup, 0..60, careful, &|| {}).score);
        assert!(careful * 2 >= random * 5, "{careful} against {random}");
    }
}
