//! Plays many games on all cores and prints the results as a table. Every game has two bots: a careful one,
//! which follows the game's advice, and a random one.

use crate::progress::bar;
use crate::{Done, Stop};
use kernel::{Guide, OptionSpec, Options, Policy, Rng, Seed};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game that takes longer is cut off here and counts as it stands.
pub(crate) const COMMANDS_MAX: u32 = 20_000;

/// How a column aggregates its number over all games.
#[derive(Clone, Copy)]
pub(crate) enum Aggregate {
    /// The mean with this many decimals.
    Mean(usize),
    /// The maximum.
    Best,
}

/// The columns after the common ones: title, width, aggregation.
pub(crate) type Columns<'a> = &'a [(&'static str, usize, Aggregate)];

/// Plays the game of a seed: whether it was won, and a number for each column; `None` if there is no such
/// game.
pub(crate) type Played<'a> = Box<dyn Fn(u64) -> Option<(bool, Vec<i64>)> + Sync + 'a>;

/// The results of one player: games, wins, and for each column the sum and the maximum.
#[derive(Clone, Default)]
struct Sum {
    games: u64,
    won: u64,
    numbers: Vec<(i64, i64)>,
}

impl Sum {
    fn add(&mut self, won: u64, games: u64, numbers: impl Iterator<Item = (i64, i64)>) {
        self.games += games;
        self.won += won;
        for (index, (sum, most)) in numbers.enumerate() {
            match self.numbers.get_mut(index) {
                Some(number) => *number = (number.0 + sum, number.1.max(most)),
                None => self.numbers.push((sum, most)),
            }
        }
    }
}

/// Parses `NAME=VALUE` options.
pub(crate) fn options(table: &[OptionSpec], set: &[String]) -> Result<Options, Stop> {
    let mut options = Options::default();
    let mut pairs = Vec::new();
    for pair in set {
        pairs.push(pair.split_once('=').ok_or_else(|| Stop::bad("--set takes NAME=VALUE."))?);
    }
    options.set_all(table, &pairs)?;
    Ok(options)
}

/// Lets every player play the games of these seeds and prints a row for each player.
pub(crate) fn table(
    (first, name_cols): (&str, usize),
    columns: Columns<'_>,
    players: &[(&str, Played<'_>)],
    seeds: &Range<u64>,
) -> Done {
    let bar = bar("playing", players.len() as u64 * (seeds.end - seeds.start));
    let titles: String = columns.iter().map(|(title, cols, _)| format!(" {title:>cols$}")).collect();
    say!("{first:<name_cols$} {:>7} {:>8}{titles}", "games", "won");
    for (name, played) in players {
        let sum = play(played, seeds, &|| bar.inc());
        let mean = |total: f64| total / sum.games.max(1) as f64;
        let cell = |(&(_, cols, aggregate), &(total, most)): (&(_, usize, Aggregate), &(i64, i64))| {
            match aggregate {
                Aggregate::Mean(decimals) => format!(" {:>cols$.decimals$}", mean(total as f64)),
                Aggregate::Best => format!(" {most:>cols$}"),
            }
        };
        let cells: String = columns.iter().zip(&sum.numbers).map(cell).collect();
        let won = mean(sum.won as f64) * 100.0;
        bar.suspend(|| say!("{name:<name_cols$} {:>7} {won:>7.1}%{cells}", sum.games));
    }
    bar.clear();
    Ok(())
}

/// Plays the games on all cores. Game `n` has seed `n`, whichever core plays it.
fn play(played: &Played<'_>, seeds: &Range<u64>, tick: &(dyn Fn() + Sync)) -> Sum {
    let next = AtomicU64::new(seeds.start);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || {
        let mut sum = Sum::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= seeds.end {
                return sum;
            }
            if let Some((won, numbers)) = played(game) {
                sum.add(won.into(), 1, numbers.into_iter().map(|number| (number, number)));
            }
            tick();
        }
    };
    let mut total = Sum::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        for thread in threads {
            let sum = thread.join().expect("a bot game does not panic");
            total.add(sum.won, sum.games, sum.numbers.into_iter());
        }
    });
    total
}

/// Lets both bots play the games of these seeds and prints a table.
pub(crate) fn report<G: Guide>(seeds: Range<u64>, set: &[String]) -> Done {
    let prepared = G::prepare(&options(G::ABOUT.options, set)?, None, &Policy::OWNER);
    let Some(setup) = prepared.setup else {
        return Err(Stop::bad(prepared.findings.into_iter().map(|finding| finding.what).collect::<String>()));
    };
    let columns: Columns<'_> = &[
        ("mean score", 11, Aggregate::Mean(2)),
        ("best score", 11, Aggregate::Best),
        ("mean commands", 14, Aggregate::Mean(0)),
    ];
    let players = [("careful", both::<G>(&setup, true)), ("random", both::<G>(&setup, false))];
    table(("bot", 10), columns, &players, &seeds)
}

fn both<G: Guide>(setup: &G::Setup, careful: bool) -> Played<'_> {
    Box::new(move |game| {
        let (won, score, commands) = one::<G>(setup, &Seed::from_text(&game.to_string()), careful);
        Some((won, vec![score, score, commands.into()]))
    })
}

/// Plays one game: whether it was won, the score, the number of commands.
fn one<G: Guide>(setup: &G::Setup, seed: &Seed, careful: bool) -> (bool, i64, u32) {
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
    (won, score, commands)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::boo::Boo;
    use kernel::Game as _;

    /// The Undercroft edition rewards care: the careful bot climbs at least 2.5 times as high as the random one.
    #[test]
    fn careful_play_beats_random_play_in_the_tower() {
        let options = options(Boo::ABOUT.options, &["edition=undercroft".to_owned()]).ok().unwrap();
        let setup = Boo::prepare(&options, None, &Policy::DENY).setup.unwrap();
        let [careful, random] =
            [true, false].map(|careful| play(&both::<Boo>(&setup, careful), &(0..60), &|| {}).numbers[0].0);
        assert!(careful * 2 >= random * 5, "{careful} against {random}");
    }
}
