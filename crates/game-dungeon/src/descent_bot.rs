//! The built-in bot for descents: takes what is unguarded, fights where the treasure is worth the hit points,
//! then fights the keeper of the stairs and goes down. The balance is measured by many games of this bot.

use crate::{
    advise::is_last,
    command::{Command, GRAMMAR},
    event::Event,
    plan::Kind,
    rules::Dungeon,
};
use alloc::{vec, vec::Vec};
use kernel::grid::FAR;
use kernel::{Dir, Game as _, Guide as _, Options, Policy, Pos, Rng, Seat, Seed, Verdict};

/// Value of a point of strength in a sword, and in armor, in hit points.
const SWORD_WORTH: i64 = 2;
const ARMOR_WORTH: i64 = 5;
/// Value of a scroll, in hit points.
const SCROLL_WORTH: i64 = 5;
/// Fights won less often than this, per thousand, are taken only when nothing else is left.
const SAFE: u32 = 980;

/// A fight within reach.
struct Fight {
    at: Pos,
    /// True for the keeper of the stairs.
    keeper: bool,
    /// Expected loss of hit points, and number of such fights won per thousand.
    told: (i64, u32),
}

/// The bot's next goal.
enum Errand {
    /// A single command.
    Do(Command),
    /// A walk to a cell, or up to the creature on it and then a blow.
    Reach(Pos),
}

impl Dungeon {
    /// The next command in a descent.
    pub(crate) fn advice_below(&self) -> Option<Command> {
        match self.errand()? {
            Errand::Do(command) => Some(command),
            Errand::Reach(goal) => self.toward(goal),
        }
    }

    fn errand(&self) -> Option<Errand> {
        if self.end().is_some() {
            return None;
        }
        if let Some(command) = self.use_the_pack() {
            return Some(Errand::Do(command));
        }
        let facts = &self.plan().facts;
        let here = self.hero().at;
        let steps = self.steps_from(here);
        let wanted = |at: Pos| {
            self.floor().iter().filter(|lying| lying.at == at).map(|lying| self.worth(lying.item)).max()
        };
        if wanted(here).is_some_and(|worth| worth > 0) {
            return Some(Errand::Do(Command::PickUp));
        }
        let prize = self
            .floor()
            .iter()
            .map(|lying| lying.at)
            .filter(|&at| steps.at(at) != FAR && wanted(at) > Some(0));
        if let Some(prize) = prize.min_by_key(|&at| (steps.at(at), at)) {
            return Some(Errand::Reach(prize));
        }
        let beside = |at: Pos| Dir::ORTHOGONAL.iter().any(|&way| steps.at(at.step(way)) != FAR);
        let foes = self.foes().iter().zip(&facts.foes).enumerate();
        let near: Vec<Fight> = foes
            .filter(|(_, (foe, _))| foe.on_board && beside(foe.at))
            .map(|(number, (foe, plan))| Fight {
                at: foe.at,
                keeper: is_last(plan),
                told: self.forecast(number).map_or((i64::MAX, 0), |told| (told.loss, told.chance)),
            })
            .collect();
        let paying = near.iter().filter(|fight| {
            let (loss, chance) = fight.told;
            !fight.keeper && chance >= SAFE && wanted(fight.at).unwrap_or(0) > loss
        });
        if let Some(fight) = paying.min_by_key(|fight| fight.told.0) {
            return Some(Errand::Reach(fight.at));
        }
        if let Some(stairs) = self.descent().and_then(|descent| descent.stairs)
            && steps.at(stairs) != FAR
        {
            return Some(Errand::Reach(stairs));
        }
        let keeper = near.iter().find(|fight| fight.keeper);
        keeper.or_else(|| near.iter().min_by_key(|fight| fight.told.0)).map(|fight| Errand::Reach(fight.at))
    }

    /// Carries out the next errand; false when there is none.
    fn play_on(&mut self, events: &mut Vec<Event>) -> bool {
        let goal = match self.errand() {
            Some(Errand::Reach(goal)) => goal,
            Some(Errand::Do(command)) => return self.act(Seat(0), command, events).is_ok(),
            None => return false,
        };
        // Only the player moves, so the path stays valid to its end.
        let steps = self.steps_from(goal);
        while let Some(way) = steps.nearer(self.hero().at, &Dir::ORTHOGONAL) {
            let to = self.hero().at.step(way);
            if self.act(Seat(0), Command::Go(way), events).is_err() {
                return false;
            }
            if to == goal {
                return true;
            }
        }
        false
    }

    /// The value of an item on the floor to a player with this pack, in hit points.
    fn worth(&self, item: u32) -> i64 {
        let value = self.strength(Some(item));
        match self.plan().facts.items[item as usize].kind {
            Kind::Sword => (value - self.strength(self.hero().wielded)) * SWORD_WORTH,
            Kind::Armor => (value - self.strength(self.hero().worn)) * ARMOR_WORTH,
            Kind::Scroll => SCROLL_WORTH,
        }
    }
}

/// Result of a bot's game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// True when the game was won.
    pub won: bool,
    /// The depth it reached, counted from 1.
    pub depth: u32,
    /// The score.
    pub score: i64,
    /// Number of moves.
    pub moves: u32,
}

/// Plays a whole game with these options, by the bot or with random commands; `None` if the options are
/// invalid.
#[must_use]
pub fn bot_game(options: &Options, seed: &str, careful: bool, commands: u32) -> Option<Summary> {
    let setup = Dungeon::prepare(options, None, &Policy::DENY).setup?;
    let seed = Seed::from_text(seed);
    let mut game = Dungeon::start(&setup, &seed);
    let mut dice = Rng::stream(&seed, "bot", &[]);
    let deeds = GRAMMAR.deeds();
    let mut events = vec![];
    for _ in 0..commands {
        events.clear();
        if careful && game.descent().is_some() {
            if !game.play_on(&mut events) {
                break;
            }
            continue;
        }
        let advised = if careful { game.advise(Seat(0), &mut dice) } else { None };
        let command = match advised {
            Some(command) => command,
            None if careful || game.outcome().is_some() => break,
            None => *dice.pick(&deeds, "deed"),
        };
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
    use alloc::format;

    fn games(seeds: core::ops::Range<u32>, careful: bool) -> Vec<Summary> {
        let mut options = Options::default();
        options.set(Dungeon::ABOUT.options, kernel::EDITION, "undercroft").unwrap();
        seeds.map(|seed| bot_game(&options, &format!("{seed}"), careful, 5000).unwrap()).collect()
    }

    /// The bot should win 25 to 40 of 100 games. Out of 200 games that means 38 to 94, allowing two standard
    /// deviations (6.1 of 200 at 25 %, 6.9 at 40 %).
    #[test]
    fn a_careful_player_sometimes_wins_and_chance_never_does() {
        let careful = games(1000..1200, true);
        let won = careful.iter().filter(|summary| summary.won).count();
        let came = |depth| careful.iter().filter(|summary| summary.depth == depth).count();
        let depths: Vec<usize> = (1..=5).map(came).collect();
        assert!((38..=94).contains(&won), "{won} of 200 won; they came so deep: {depths:?}");
        assert!(games(1000..1200, false).iter().all(|summary| !summary.won));
    }
}
