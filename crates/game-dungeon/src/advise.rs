//! The built-in bot for single dungeons: gathers items, uses the best of them, fights monsters it can
//! probably beat, and walks to recover where walking heals.

use crate::{
    command::Command,
    plan::{Creature, Deed, Kind, Trigger},
    rules::Dungeon,
};
use alloc::vec::Vec;
use kernel::grid::{DistanceMap, FAR};
use kernel::{Dir, Pos, Rng};

/// Maximum number of items the bot carries: as many as a single key can name.
const PACK_MAX: usize = 10;

impl Dungeon {
    /// The next command; ends the game when there is nothing left to gain.
    pub(crate) fn advice(&self, dice: &mut Rng) -> Option<Command> {
        if self.end().is_some() {
            return None;
        }
        if self.descent().is_some() {
            return self.advice_below();
        }
        if let Some(command) = self.use_the_pack() {
            return Some(command);
        }
        let here = self.hero().at;
        let wanted = |at: Pos| self.hero().pack.len() < PACK_MAX && self.prize_at(at);
        if wanted(here) {
            return Some(Command::PickUp);
        }
        let steps = self.steps_from(here);
        let prize = self.floor().iter().map(|lying| lying.at).filter(|&at| wanted(at) && steps.at(at) != FAR);
        if let Some(prize) = prize.min_by_key(|&at| (steps.at(at), at)) {
            return self.toward(prize);
        }
        self.fight_or_rest(&steps, dice)
    }

    /// Wields the best sword, wears the best armor, and reads scrolls.
    pub(crate) fn use_the_pack(&self) -> Option<Command> {
        let items = &self.plan().facts.items;
        let numbered = || (1..).zip(&self.hero().pack).take(PACK_MAX).map(|(number, &item)| (number, item));
        let best = |kind: Kind| {
            let of_kind = numbered().filter(|&(_, item)| items[item as usize].kind == kind);
            of_kind.max_by_key(|&(number, item)| (self.strength(Some(item)), u32::MAX - number))
        };
        let better = |in_use, item| self.strength(in_use) < self.strength(Some(item));
        if let Some((number, item)) = best(Kind::Sword)
            && better(self.hero().wielded, item)
        {
            return Some(Command::Wield(number));
        }
        if let Some((number, item)) = best(Kind::Armor)
            && better(self.hero().worn, item)
        {
            return Some(Command::Wear(number));
        }
        let scroll = numbered().find(|&(_, item)| items[item as usize].kind == Kind::Scroll);
        scroll.map(|(number, _)| Command::Read(number))
    }

    /// True where a visible item lies.
    fn prize_at(&self, at: Pos) -> bool {
        let items = &self.plan().facts.items;
        self.floor().iter().any(|lying| lying.at == at && items[lying.item as usize].visible)
    }

    /// Attacks the nearest monster that will probably lose; else walks, if walking heals; else attacks the
    /// weakest monster; else ends the game. Monsters whose death ends the game come last, so that everything
    /// else is gained first.
    fn fight_or_rest(&self, steps: &DistanceMap, dice: &mut Rng) -> Option<Command> {
        let facts = &self.plan().facts;
        let reach = |at: Pos| Dir::ORTHOGONAL.iter().map(|&way| steps.at(at.step(way))).min().unwrap_or(FAR);
        let near = || {
            let alive =
                (0..self.foes().len()).filter(|&foe| self.foes()[foe].on_board && facts.foes[foe].visible);
            alive.filter(|&foe| reach(self.foes()[foe].at) != FAR)
        };
        let easy = near()
            .filter(|&foe| self.cost(foe).saturating_mul(3) < i64::from(self.hero().hp).saturating_mul(2));
        if let Some(foe) =
            easy.min_by_key(|&foe| (is_last(&facts.foes[foe]), reach(self.foes()[foe].at), foe))
        {
            return self.toward(self.foes()[foe].at);
        }
        let Some(weakest) = near().min_by_key(|&foe| (self.cost(foe), foe)) else {
            return Some(Command::End('Y'));
        };
        let worth_waiting = self.cost(weakest) < 200 && (1..=20).contains(&facts.hp_moves);
        if worth_waiting && let Some(way) = self.somewhere(dice) {
            return Some(Command::Go(way));
        }
        self.toward(self.foes()[weakest].at)
    }

    /// The first step of a shortest path to a cell, or a blow at the monster on it.
    pub(crate) fn toward(&self, goal: Pos) -> Option<Command> {
        let back = self.steps_from(goal);
        if back.at(self.hero().at) == FAR {
            // The player may stand in a wall; then any step out will do.
            let ways = Dir::ORTHOGONAL.into_iter();
            return ways.min_by_key(|&way| back.at(self.hero().at.step(way))).map(Command::Go);
        }
        back.nearer(self.hero().at, &Dir::ORTHOGONAL).map(Command::Go)
    }

    /// Steps to every cell that can be reached without a fight.
    pub(crate) fn steps_from(&self, source: Pos) -> DistanceMap {
        let facts = &self.plan().facts;
        let mut open: Vec<bool> = facts.ground.iter().map(|ground| ground.real().is_open()).collect();
        for foe in self.foes().iter().filter(|foe| foe.on_board) {
            if let Some(index) = facts.index(foe.at) {
                open[index] = false;
            }
        }
        let mut steps = DistanceMap::new(facts.cols.into(), facts.rows.into());
        steps.measure([source], &Dir::ORTHOGONAL, |at| facts.index(at).is_some_and(|index| open[index]));
        steps
    }

    /// A random step that hits no monster.
    fn somewhere(&self, dice: &mut Rng) -> Option<Dir> {
        let mut ways = Dir::ORTHOGONAL;
        dice.shuffle(&mut ways, "rest");
        ways.into_iter().find(|&way| {
            let to = self.hero().at.step(way);
            self.plan().facts.is_open(to) && self.foe_at(to).is_none()
        })
    }

    /// The hit points a fight will probably cost: the blows needed minus the last, times the mean answer.
    fn cost(&self, foe: usize) -> i64 {
        let facts = &self.plan().facts;
        // Means in halves, to stay in integers.
        let dealt = i64::from(facts.hero.hit_max) + 2 * self.strength(self.hero().wielded);
        if dealt <= 0 {
            return if self.foes()[foe].hp <= 0 { 0 } else { i64::MAX / 4 };
        }
        let blows = (2 * i64::from(self.foes()[foe].hp)).max(1).div_euclid(dealt) + 1;
        // The mean damage that gets through armor, over hits from 0 to the maximum.
        let through = (i64::from(facts.foes[foe].hit_max) - self.strength(self.hero().worn)).max(0);
        let mean_halves =
            through.saturating_mul(through + 1) / (i64::from(facts.foes[foe].hit_max) + 1).max(1);
        (blows - 1).saturating_mul(mean_halves) / 2
    }
}

/// True for a monster whose death ends the game.
pub(crate) fn is_last(foe: &Creature) -> bool {
    foe.acts.iter().any(|act| act.on == Trigger::Death && act.deed == Deed::EndGame)
}
