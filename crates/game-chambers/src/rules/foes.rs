//! The enemies' phase: each acts once, row by row from the top, ordered by the positions at its start.

use super::World;
use crate::content::{ARCHER_REACH, FoeKind, ORC_GRUDGE, ROBBER_TAKES, Race, SCENT_STEPS, damage};
use crate::event::Event;
use crate::floor::Foe;
use crate::mask::{bit_around, count_around, nth_around};
use crate::plan::{COLS, ROWS, Spot};
use crate::setup::EditionOptions;
use alloc::vec::Vec;
use kernel::Dir;
use kernel::grid::DistanceMap;

impl World {
    pub(crate) fn is_neutral(&self, kind: FoeKind) -> bool {
        kind == FoeKind::Merchant && !self.angry
    }

    /// True when an enemy would attack a character at `at`.
    pub(crate) fn threatens(&self, foe: &Foe, at: Spot) -> bool {
        match foe.kind {
            FoeKind::Merchant => self.angry && foe.at.near(at),
            FoeKind::Dragon => foe.at.near(at) || foe.hoard().is_some_and(|hoard| hoard.near(at)),
            kind => self.reaches(kind, foe.at, at),
        }
    }

    /// True when an enemy of this kind can strike from one cell at another.
    #[inline]
    pub(crate) fn reaches(&self, kind: FoeKind, from: Spot, to: Spot) -> bool {
        from.near(to) || kind == FoeKind::Archer && self.has_clear_shot(from, to)
    }

    /// Option `foes`: two cells away along a row, a column or a diagonal, with nothing solid in between.
    fn has_clear_shot(&self, from: Spot, to: Spot) -> bool {
        let (dx, dy) = (i32::from(to.x()) - i32::from(from.x()), i32::from(to.y()) - i32::from(from.y()));
        let reach = ARCHER_REACH as i32;
        let straight = [0, reach].contains(&dx.abs()) && [0, reach].contains(&dy.abs()) && (dx, dy) != (0, 0);
        straight
            && Dir::from_delta(dx.signum(), dy.signum())
                .and_then(|dir| from.step(dir))
                .is_some_and(|between| self.floor.plan.walkable.has(between))
    }

    /// Damage of one blow of an enemy to the player character.
    pub(crate) fn blow_of(&self, kind: FoeKind) -> u32 {
        let blow = damage(kind.row().atk, self.hero.def() as u32);
        if kind == FoeKind::Orc && self.hero.race == Race::Goblin {
            blow * ORC_GRUDGE.0 / ORC_GRUDGE.1
        } else {
            blow
        }
    }

    /// Number of attacks of an enemy per turn.
    pub(crate) fn blows_of(&self, kind: FoeKind) -> u32 {
        if kind == FoeKind::Elf && self.hero.race != Race::Drow { 2 } else { 1 }
    }

    pub(super) fn foes_act(&mut self, events: &mut Vec<Event>) {
        sort(&mut self.floor.foes);
        let hunt = self.lay_trail();
        let hero = self.floor.hero;
        let mut index = 0;
        while index < self.floor.foes.len() {
            if !hunt && !self.frozen {
                index = self.roam_far_from(hero, index);
            }
            let Some(&foe) = self.floor.foes.get(index) else { return };
            if self.threatens(&foe, hero) {
                self.strike(foe.kind, events);
                if self.hero.hp == 0 {
                    return;
                }
            } else if !self.frozen {
                let to = if hunt { self.hunt_or_roam(&foe) } else { self.roam(&foe) };
                if let Some(to) = to {
                    self.floor.foes[index].at = to;
                    self.cache.step(foe.at, to);
                }
            }
            index += 1;
        }
    }

    /// Moves the enemies from `index` on until one needs individual treatment: near the player character, an
    /// archer, or one that never moves. Such enemies are rare, so this is the inner loop of the game. Returns
    /// the index of that enemy.
    fn roam_far_from(&mut self, hero: Spot, index: usize) -> usize {
        let Self { floor, cache, fate, .. } = self;
        let mut dice = fate.clone();
        let foes = &mut floor.foes[index..];
        let mut reached = foes.len();
        let mut free = foes.first().map_or(0, |foe| cache.free.around(foe.at));
        for place in 0..foes.len() {
            let foe = foes[place];
            if foe.at.may_be_near(hero) | foe.is_rooted() | (foe.kind == FoeKind::Archer) {
                reached = place;
                break;
            }
            // Update and read everything that does not depend on the die before rolling it, so that the next
            // enemy need not wait for the result.
            cache.free.set(foe.at);
            let next = foes.get(place + 1).map_or(Spot::default(), |next| next.at);
            let next_free = cache.free.around(next);
            let to = match free {
                0 => foe.at,
                _ => nth_around(foe.at, free, dice.below(count_around(free), "enemy step")),
            };
            foes[place].at = to;
            cache.free.clear(to);
            free = next_free & !bit_around(next, to);
        }
        *fate = dice;
        index + reached
    }

    /// A random free tile around an enemy; if there is none, it stays and no die is rolled.
    fn roam(&mut self, foe: &Foe) -> Option<Spot> {
        let free = self.cache.free.around(foe.at);
        self.pick_step(foe, free)
    }

    fn pick_step(&mut self, foe: &Foe, free: u32) -> Option<Spot> {
        if foe.is_rooted() || free == 0 {
            return None;
        }
        Some(nth_around(foe.at, free, self.fate.below(count_around(free), "enemy step")))
    }

    /// Option `pursue`: measures the distances to the player character; false when no enemy can be hunting.
    fn lay_trail(&mut self) -> bool {
        if !self.has(EditionOptions::PURSUE) || self.frozen {
            return false;
        }
        let hero = self.floor.hero.pos();
        let close = |foe: &Foe| foe.at.pos().king_distance(hero) <= u32::from(SCENT_STEPS);
        if !self.floor.foes.iter().any(close) {
            return true;
        }
        let mut trail = core::mem::take(&mut self.cache.trail);
        if trail.reached() == 0 {
            trail = DistanceMap::new(COLS as u32, ROWS as u32);
        }
        let floor = &self.floor;
        trail.measure([hero], &Dir::ALL, |at| {
            Spot::from_pos(at).is_some_and(|at| floor.plan.walkable.has(at) && at != floor.stairs)
        });
        self.cache.trail = trail;
        true
    }

    /// Option `pursue`: a hostile enemy within range takes the free step that brings it nearest to the player
    /// character, with ties in the order of the compass; it waits if every step leads away.
    fn hunt_or_roam(&mut self, foe: &Foe) -> Option<Spot> {
        let hero = self.floor.hero;
        let close = foe.at.pos().king_distance(hero.pos()) <= u32::from(SCENT_STEPS);
        let here = if close { self.cache.trail.at(foe.at.pos()) } else { u16::MAX };
        if foe.kind == FoeKind::Dragon || self.is_neutral(foe.kind) || here > SCENT_STEPS {
            // Enemies leave a chamber only to hunt; one that lost the trail outside wanders there.
            let plan = &self.floor.plan;
            let bound = if plan.tiles.has(foe.at) { &plan.tiles } else { &plan.walkable };
            let free = self.cache.free.around(foe.at) & bound.around(foe.at);
            return self.pick_step(foe, free);
        }
        Dir::ALL
            .iter()
            .filter_map(|&dir| foe.at.step(dir))
            .filter(|&to| self.cache.free.has(to))
            .map(|to| (self.cache.trail.at(to.pos()), to))
            .filter(|&(steps, _)| steps <= here)
            .min_by_key(|&(steps, _)| steps)
            .map(|(_, to)| to)
    }

    fn strike(&mut self, kind: FoeKind, events: &mut Vec<Event>) {
        let (num, den) = self.hero.row().struck;
        for _ in 0..self.blows_of(kind) {
            if !self.fate.chance(num, den, "enemy hits") {
                events.push(Event::Dodged { foe: kind });
                continue;
            }
            let blow = self.blow_of(kind);
            self.hero.heal(-(blow as i32));
            events.push(Event::Struck { foe: kind, damage: blow });
            if kind == FoeKind::Robber && self.hero.gold > 0 {
                let amount = self.hero.gold.min(ROBBER_TAKES);
                self.hero.gold -= amount;
                events.push(Event::Robbed { foe: kind, amount });
            }
            if self.hero.hp == 0 {
                return;
            }
        }
    }
}

/// At least the maximum number of enemies on a floor of the document, dragons included.
const USUAL: usize = 32;

/// Sorts enemies into reading order.
fn sort(foes: &mut [Foe]) {
    let count = foes.len();
    if count > USUAL {
        kernel::sort_by_key(foes, |foe| foe.at);
        return;
    }
    // Positions are distinct, so the rank of each enemy is the number of those before it. Counting takes more
    // operations than an insertion sort but is faster, because it has no branches to mispredict.
    let Some(&first) = foes.first() else { return };
    let (mut keys, mut before) = ([i16::MAX; USUAL], [first; USUAL]);
    before[..count].copy_from_slice(foes);
    for (key, foe) in keys.iter_mut().zip(&*foes) {
        *key = foe.at.key() as i16;
    }
    for (foe, place) in before[..count].iter().zip(places(&keys)) {
        foes[usize::from(place as u16)] = *foe;
    }
}

/// For each key, how many are less. Eight at a time, which is what the baseline processor compares at once, and
/// always all of them: with a trip count known only at run time the compiler generates code four times as long.
fn places(keys: &[i16; USUAL]) -> [i16; USUAL] {
    let mut places = [0; USUAL];
    for (places, own) in places.as_chunks_mut::<8>().0.iter_mut().zip(keys.as_chunks::<8>().0) {
        for key in keys {
            for (place, own) in places.iter_mut().zip(own) {
                *place += i16::from(key < own);
            }
        }
    }
    places
}
