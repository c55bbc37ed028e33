//! A careful player of a descent: takes what is free, pays for what is worth its price in hit points, then the keeper of the
//! stairs, then the stairs. Bots that play many games measure the balance with it.

use crate::{
    advise::is_last,
    command::{Command, GRAMMAR},
    plan::Kind,
    rules::Dungeon,
};
use alloc::vec;
use kernel::{Dir, Game as _, Guide as _, Options, Policy, Pos, Rng, Seat, Seed, Verdict};
use toolkit::{DistanceMap, FAR};

/// Hit points that a point of strength in a sword, and in armor, is worth.
const SWORD_WORTH: i64 = 2;
const ARMOR_WORTH: i64 = 5;
/// Hit points that a scroll is worth.
const SCROLL_WORTH: i64 = 4;
/// A fight that is not won so often, of a thousand, is taken only when nothing else is left.
const SAFE: u32 = 980;

impl Dungeon {
    /// What to do next in a descent, when there is nothing to do with the pack.
    pub(crate) fn advice_below(&self) -> Option<Command> {
        let facts = &self.plan().facts;
        let here = self.hero().at;
        let mut steps = DistanceMap::new(facts.cols.into(), facts.rows.into());
        steps.measure([here], &Dir::ORTHOGONAL, |at| facts.is_open(at) && self.foe_at(at).is_none());
        let wanted = |at: Pos| {
            self.floor().iter().filter(|lying| lying.at == at).map(|lying| self.worth(lying.item)).max()
        };
        if wanted(here).is_some_and(|worth| worth > 0) {
            return Some(Command::PickUp);
        }
        let prize = self
            .floor()
            .iter()
            .map(|lying| lying.at)
            .filter(|&at| steps.at(at) != FAR && wanted(at) > Some(0));
        if let Some(prize) = prize.min_by_key(|&at| (steps.at(at), at)) {
            return self.toward(prize);
        }
        let beside = |at: Pos| Dir::ORTHOGONAL.iter().any(|&way| steps.at(at.step(way)) != FAR);
        let near =
            || (0..self.foes().len()).filter(|&foe| self.foes()[foe].on_board && beside(self.foes()[foe].at));
        let price = |foe: usize| self.forecast(foe).map_or((i64::MAX, 0), |told| (told.loss, told.chance));
        let paying = near().filter(|&foe| {
            let (loss, chance) = price(foe);
            !is_last(&facts.foes[foe]) && chance >= SAFE && wanted(self.foes()[foe].at).unwrap_or(0) > loss
        });
        if let Some(foe) = paying.min_by_key(|&foe| (price(foe).0, foe)) {
            return self.toward(self.foes()[foe].at);
        }
        if let Some(stairs) = self.descent().and_then(|descent| descent.stairs)
            && steps.at(stairs) != FAR
        {
            return self.toward(stairs);
        }
        let keeper = near().find(|&foe| is_last(&facts.foes[foe]));
        let foe = keeper.or_else(|| near().min_by_key(|&foe| (price(foe).0, foe)))?;
        self.toward(self.foes()[foe].at)
    }

    /// The hit points an item on the floor is worth to a player with this pack.
    fn worth(&self, item: u32) -> i64 {
        let value = self.strength(Some(item));
        match self.plan().facts.items[item as usize].kind {
            Kind::Sword => (value - self.strength(self.hero().wielded)) * SWORD_WORTH,
            Kind::Armor => (value - self.strength(self.hero().worn)) * ARMOR_WORTH,
            Kind::Scroll => SCROLL_WORTH,
        }
    }
}

/// How a game of a bot ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// True when it was won.
    pub won: bool,
    /// How deep it came, counted from 1.
    pub depth: u32,
    /// Its score.
    pub score: i64,
    /// Moves made.
    pub moves: u32,
}

/// A whole game with these options, played carefully or by chance; nothing if the options do not fit.
#[must_use]
pub fn bot_game(options: &Options, seed: &str, careful: bool, commands: u32) -> Option<Summary> {
    let setup = Dungeon::prepare(options, None, &Policy::DENY).setup?;
    let seed = Seed::from_text(seed);
    let mut game = Dungeon::start(&setup, &seed);
    let mut dice = Rng::stream(&seed, "bot", &[]);
    let deeds = GRAMMAR.deeds();
    let mut events = vec![];
    for _ in 0..commands {
        let advised = if careful { game.advise(Seat(0), &mut dice) } else { None };
        let command = match advised {
            Some(command) => command,
            None if careful || game.outcome().is_some() => break,
            None => *dice.pick(&deeds, "deed"),
        };
        events.clear();
        let _ = game.act(Seat(0), command, &mut events);
    }
    Some(Summary {
        won: game.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Won),
        depth: game.descent().map_or(1, |descent| descent.depth),
        score: game.hero().score,
        moves: game.hero().moves,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, vec::Vec};

    fn games(count: u32, careful: bool) -> Vec<Summary> {
        let mut options = Options::default();
        options.set(Dungeon::options(), kernel::EDITION, "undercroft").unwrap();
        (0..count).map(|game| bot_game(&options, &format!("{game}"), careful, 5000).unwrap()).collect()
    }

    #[test]
    fn a_careful_player_sometimes_wins_and_chance_never_does() {
        let careful = games(120, true);
        let won = careful.iter().filter(|summary| summary.won).count();
        let came = |depth| careful.iter().filter(|summary| summary.depth == depth).count();
        let depths: Vec<usize> = (1..=5).map(came).collect();
        assert!((24..=54).contains(&won), "{won} of 120 won; they came so deep: {depths:?}");
        assert!(games(40, false).iter().all(|summary| !summary.won && summary.depth <= 3));
    }
}
