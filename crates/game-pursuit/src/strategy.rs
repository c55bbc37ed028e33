//! The strategies of the document: pure functions from a position to a move.
//!
//! Ties the document leaves open are broken in the order N, NE, E, SE, S, SW, W, NW, with staying last.

use crate::field::{CellId, NOWHERE, UNREACHED};
use crate::{Command, Player, Pursuit, Side};
use alloc::vec::Vec;
use core::cmp::Reverse;
use kernel::{Rng, Seat, Seed};

/// A strategy: the move of a seat in a position. It depends only on position and seed, so that a replay can
/// recompute it. Only `random` uses the seed.
pub type Strategy = fn(&Pursuit, Seat, &Seed) -> Command;

/// The strategy of a player; `None` for persons, programs and the solver, which are implemented elsewhere.
#[must_use]
pub fn of(player: &Player) -> Option<Strategy> {
    match player {
        Player::Rogue => Some(|game, seat, _| rogue(game, seat)),
        Player::Speedy => Some(|game, seat, _| speedy(game, seat)),
        Player::Monster => Some(|game, seat, _| monster(game, seat)),
        Player::Random => Some(random),
        Player::Human | Player::Optimal | Player::Program(_) => None,
    }
}

/// The seat's side, its cell, and the cells its steps lead to.
fn moves_of(game: &Pursuit, seat: Seat) -> (Side, CellId, &[CellId; 8]) {
    let side = if seat == Side::Hero.seat() { Side::Hero } else { Side::Monster };
    let from = game.at(side);
    (side, from, game.field().steps(from))
}

fn steps(ways: &[CellId; 8]) -> impl Iterator<Item = (Command, CellId)> + '_ {
    Command::ALL.into_iter().zip(ways.iter().copied()).filter(|&(_, to)| to != NOWHERE)
}

/// Squared Euclidean distance between two cells; integers compare exactly.
fn straight(game: &Pursuit, a: CellId, b: CellId) -> u32 {
    let (a, b) = (game.field().pos(a), game.field().pos(b));
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    dx * dx + dy * dy
}

/// Follows a shortest path to the other side; ties go to the cell with the least straight distance. Stays if
/// there is no path.
#[must_use]
pub fn monster(game: &Pursuit, seat: Seat) -> Command {
    let (side, from, ways) = moves_of(game, seat);
    let prey = game.at(side.other());
    let mut room = Vec::new();
    let distances = game.field().distances(prey, &mut room);
    let here = distances[usize::from(from)];
    steps(ways)
        .filter(|&(_, to)| distances[usize::from(to)] < here)
        .min_by_key(|&(_, to)| straight(game, to, prey))
        .map_or(Command::Stay, |(command, _)| command)
}

/// Goes to the cell farthest from the other side by path; ties go to the cell with the most exits. Staying is
/// considered last.
#[must_use]
pub fn rogue(game: &Pursuit, seat: Seat) -> Command {
    let (side, from, ways) = moves_of(game, seat);
    let mut room = Vec::new();
    let distances = game.field().distances(game.at(side.other()), &mut room);
    steps(ways)
        .chain([(Command::Stay, from)])
        .min_by_key(|&(_, to)| Reverse((distances[usize::from(to)], game.field().exits(to))))
        .map_or(Command::Stay, |(command, _)| command)
}

/// Goes for the nearest potion it reaches no later than the other side would, counted in turns; else plays
/// [`rogue`].
#[must_use]
pub fn speedy(game: &Pursuit, seat: Seat) -> Command {
    let (side, from, ways) = moves_of(game, seat);
    let Some(potion) = winnable_potion(game, side) else { return rogue(game, seat) };
    let (mut room, mut other_room) = (Vec::new(), Vec::new());
    let to_potion = game.field().distances(potion, &mut room);
    let to_foe = game.field().distances(game.at(side.other()), &mut other_room);
    let here = to_potion[usize::from(from)];
    steps(ways)
        .filter(|&(_, to)| to_potion[usize::from(to)] < here)
        .min_by_key(|&(_, to)| Reverse(to_foe[usize::from(to)]))
        .map_or(Command::Stay, |(command, _)| command)
}

/// Rule 5.3: the nearest potion with ceil(own steps / own speed) <= ceil(their steps / their speed).
fn winnable_potion(game: &Pursuit, side: Side) -> Option<CellId> {
    if game.potions().is_empty() {
        return None;
    }
    let (mut room, mut other_room) = (Vec::new(), Vec::new());
    let mine = game.field().distances(game.at(side), &mut room);
    let theirs = game.field().distances(game.at(side.other()), &mut other_room);
    let turns = |steps: u16, side: Side| match steps {
        UNREACHED => u32::MAX,
        steps => u32::from(steps).div_ceil(u32::from(game.drunk(side)) + 1),
    };
    let wins = |potion: &CellId| {
        let (own, their) = (mine[usize::from(*potion)], theirs[usize::from(*potion)]);
        own != UNREACHED && turns(own, side) <= turns(their, side.other())
    };
    game.potions().iter().copied().filter(wins).min_by_key(|&potion| mine[usize::from(potion)])
}

/// A random legal move. Every single move of a side has its own dice, addressed by the round and the moves
/// left in the turn, so that a saved game continues as it would have.
#[must_use]
pub fn random(game: &Pursuit, seat: Seat, seed: &Seed) -> Command {
    let (side, from, ways) = moves_of(game, seat);
    let address = [side as i64, i64::from(game.turn()), i64::from(game.remaining())];
    let mut dice = Rng::stream(seed, "strategy", &address);
    let count = u32::from(game.field().exits(from)) + 1;
    let drawn = dice.below(count, "random strategy");
    steps(ways).nth(drawn as usize).map_or(Command::Stay, |(command, _)| command)
}
