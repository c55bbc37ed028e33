//! The balance of chambers: its bot plays many games, by race and class.

use crate::Done;
use crate::bots::{Aggregate, Columns, Played, options, table};
use catalog::chambers::{Chambers, Entrant, bot_game, entrants};
use kernel::{Game as _, Options};
use std::ops::Range;

/// Plays games of these seeds under the options and prints a table with a row for each entrant.
pub(crate) fn report(seeds: Range<u64>, set: &[String]) -> Done {
    let options = options(Chambers::ABOUT.options, set)?;
    let rows = entrants(&options);
    let columns: Columns<'_> = &[
        ("mean gold", 10, Aggregate::Mean(1)),
        ("mean floor", 10, Aggregate::Mean(2)),
        ("mean turns", 10, Aggregate::Mean(0)),
        ("mean score", 10, Aggregate::Mean(1)),
    ];
    let players: Vec<(&str, Played<'_>)> =
        rows.iter().map(|(name, entrants)| (&**name, played(entrants, &options))).collect();
    table(("player", 14), columns, &players, &seeds)
}

/// Entrants take turns: game `n` is played by entrant `n` modulo their number.
fn played<'a>(entrants: &'a [Entrant], options: &'a Options) -> Played<'a> {
    Box::new(move |game| {
        let entrant = entrants[game as usize % entrants.len()];
        let summary = bot_game(entrant, options, &game.to_string());
        let numbers = vec![summary.gold.into(), summary.floor.into(), summary.turns.into(), summary.score];
        Some((summary.won, numbers))
    })
}
