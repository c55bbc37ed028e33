//! What can be achieved in a dungeon with perfect luck: which things can be reached, and the highest score.
//!
//! Hits may be 0 and so may answers, so a player who can hurt a monster at all can beat it. Unreachable is
//! what lies behind rock, behind a monster that cannot be beaten, or behind one whose death ends the game.

use crate::{
    plan::{Act, Aim, Deed, Facts, Kind, Spell, Trigger},
    setup::Setup,
};
use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};
use kernel::{Dir, Pos};

/// A thing that cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The line of the file that describes it.
    pub line: u32,
    /// What it is, and why.
    pub what: String,
}

/// What can be achieved in a dungeon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of items, including those carried from the start.
    pub items: u32,
    /// Number of items that can be obtained.
    pub items_reached: u32,
    /// Number of monsters.
    pub monsters: u32,
    /// Number of monsters that can be beaten.
    pub monsters_beaten: u32,
    /// The highest score; `None` if it is unbounded.
    pub best_score: Option<i64>,
    /// True when some monster whose death ends the game can be beaten.
    pub winnable: bool,
    /// Everything that cannot be reached, in the order of the file.
    pub missed: Vec<Missed>,
}

impl Report {
    /// True when every item can be obtained and every monster beaten.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.missed.is_empty()
    }
}

/// Computes what can be achieved in a dungeon.
#[must_use]
pub fn solve(setup: &Setup) -> Report {
    let facts = &setup.plan.facts;
    let mut walk = Walk::new(facts);
    walk.explore();
    let beaten = |foe: usize| walk.touched[foe] && walk.can_kill(foe);
    let got = |item: usize| facts.items[item].at.is_none_or(|at| walk.has_reached(at));
    let mut missed = Vec::new();
    for (foe, plan) in facts.foes.iter().enumerate().filter(|(foe, _)| !beaten(*foe)) {
        let why = if walk.touched[foe] { "cannot be beaten" } else { "cannot be reached" };
        missed.push(Missed { line: setup.lines.foes[foe], what: format!("Monster {} {why}.", plan.name) });
    }
    for (item, plan) in facts.items.iter().enumerate().filter(|(item, _)| !got(*item)) {
        let what = format!("{} {} cannot be reached.", plan.kind.word(), plan.name);
        missed.push(Missed { line: setup.lines.items[item], what });
    }
    kernel::sort_by_key(&mut missed, |missed| missed.line);
    Report {
        items: facts.items.len() as u32,
        items_reached: (0..facts.items.len()).filter(|&item| got(item)).count() as u32,
        monsters: facts.foes.len() as u32,
        monsters_beaten: (0..facts.foes.len()).filter(|&foe| beaten(foe)).count() as u32,
        best_score: walk.best_score(),
        winnable: (0..facts.foes.len()).any(|foe| beaten(foe) && ends(&facts.foes[foe].acts)),
        missed,
    }
}

/// The sum of the points of all YouWin actions with this trigger.
fn points(acts: &[Act], on: Trigger) -> i64 {
    let wins = acts.iter().filter(|act| act.on == on);
    wins.map(|act| if let Deed::YouWin { points } = act.deed { i64::from(points) } else { 0 }).sum()
}

fn does(acts: &[Act], on: Trigger, deed: Deed) -> bool {
    acts.iter().any(|act| act.on == on && act.deed == deed)
}

fn ends(acts: &[Act]) -> bool {
    does(acts, Trigger::Death, Deed::EndGame)
}

/// Everything the player can reach, found by flooding from the start.
struct Walk<'f> {
    facts: &'f Facts,
    reached: Vec<bool>,
    queue: Vec<Pos>,
    /// The monsters on each cell.
    standing: BTreeMap<Pos, Vec<usize>>,
    /// The items on each cell.
    lying: BTreeMap<Pos, Vec<usize>>,
    touched: Vec<bool>,
    /// True once the monster no longer blocks its cell.
    cleared: Vec<bool>,
    /// The strongest sword found, and the sum of the blessings for it.
    sword: Option<i64>,
    blessings: i64,
    leapt: bool,
}

impl<'f> Walk<'f> {
    fn new(facts: &'f Facts) -> Self {
        let mut standing: BTreeMap<Pos, Vec<usize>> = BTreeMap::new();
        for (foe, plan) in facts.foes.iter().enumerate() {
            standing.entry(plan.at).or_default().push(foe);
        }
        let mut walk = Self {
            facts,
            reached: vec![false; facts.ground.len()],
            queue: Vec::new(),
            standing,
            lying: BTreeMap::new(),
            touched: vec![false; facts.foes.len()],
            cleared: vec![false; facts.foes.len()],
            sword: None,
            blessings: 0,
            leapt: false,
        };
        for (item, plan) in facts.items.iter().enumerate() {
            match plan.at {
                Some(at) => walk.lying.entry(at).or_default().push(item),
                None => walk.gather(item),
            }
        }
        walk.reach(facts.hero.at);
        walk
    }

    fn has_reached(&self, at: Pos) -> bool {
        self.facts.index(at).is_some_and(|index| self.reached[index])
    }

    fn reach(&mut self, at: Pos) {
        if let Some(index) = self.facts.index(at)
            && !self.reached[index]
        {
            self.reached[index] = true;
            self.queue.push(at);
        }
    }

    /// Floods until neither new ground, nor a first blow that hurts, nor a teleport opens anything more.
    fn explore(&mut self) {
        loop {
            while let Some(at) = self.queue.pop() {
                self.visit(at);
            }
            for foe in 0..self.facts.foes.len() {
                self.clear(foe);
            }
            if !self.leapt && self.can_leap() {
                self.leapt = true;
                for y in 0..i32::from(self.facts.rows) {
                    for x in 0..i32::from(self.facts.cols) {
                        let at = Pos::new(x, y);
                        if self.facts.is_open(at) && !self.is_blocked(at) {
                            self.reach(at);
                        }
                    }
                }
            }
            if self.queue.is_empty() {
                return;
            }
        }
    }

    fn visit(&mut self, at: Pos) {
        for item in self.lying.remove(&at).unwrap_or_default() {
            self.gather(item);
        }
        for way in Dir::ORTHOGONAL {
            let next = at.step(way);
            if let Some(foes) = self.standing.get(&next) {
                for foe in foes.clone() {
                    self.touched[foe] = true;
                    self.clear(foe);
                }
            }
            if self.facts.is_open(next) && !self.is_blocked(next) {
                self.reach(next);
            }
        }
    }

    fn gather(&mut self, item: usize) {
        let plan = &self.facts.items[item];
        if plan.kind == Kind::Sword {
            self.sword = self.sword.max(Some(i64::from(plan.value)));
        }
        for script in &plan.scripts {
            if let Spell::Bless { aim: Aim::Sword, by } = script.spell {
                self.blessings += i64::from(by.max(0));
            }
        }
    }

    fn is_blocked(&self, at: Pos) -> bool {
        self.standing.get(&at).is_some_and(|foes| foes.iter().any(|&foe| !self.cleared[foe]))
    }

    /// True when a blow can hurt the monster, or it dies of any blow.
    fn can_kill(&self, foe: usize) -> bool {
        let armed = self.sword.map_or(0, |sword| sword + self.blessings).max(0);
        self.facts.foes[foe].hp <= 0 || i64::from(self.facts.hero.hit_max) + armed > 0
    }

    /// Clears a monster's cell if possible: by killing it, unless that ends the game, or by a blow that makes
    /// it flee.
    fn clear(&mut self, foe: usize) {
        if self.cleared[foe] || !self.touched[foe] {
            return;
        }
        let plan = &self.facts.foes[foe];
        let flees =
            does(&plan.acts, Trigger::Hit, Deed::Teleport) || does(&plan.acts, Trigger::Hit, Deed::Remove);
        if (self.can_kill(foe) && !ends(&plan.acts)) || (flees && plan.hp > 0) {
            self.cleared[foe] = true;
            let near = Dir::ORTHOGONAL.into_iter().any(|way| self.has_reached(plan.at.step(way)));
            if near && self.facts.is_open(plan.at) && !self.is_blocked(plan.at) {
                self.reach(plan.at);
            }
        }
    }

    /// True when an action of the player can teleport the player.
    fn can_leap(&self) -> bool {
        let acts = &self.facts.hero.acts;
        let hit = (0..self.touched.len()).any(|foe| self.touched[foe] && self.facts.foes[foe].hp > 0);
        (hit && does(acts, Trigger::Hit, Deed::Teleport))
            || (self.can_move() && does(acts, Trigger::Move, Deed::Teleport))
    }

    fn can_move(&self) -> bool {
        self.reached.iter().filter(|&&reached| reached).count() > 1 || self.touched.contains(&true)
    }

    fn best_score(&self) -> Option<i64> {
        let facts = self.facts;
        let hero = &facts.hero.acts;
        let met = || (0..facts.foes.len()).filter(|&foe| self.touched[foe]);
        let hit_back = |foe: usize| facts.foes[foe].hp > 0;
        if (points(hero, Trigger::Move) > 0 && self.can_move())
            || (points(hero, Trigger::Hit) > 0 && met().any(hit_back))
        {
            return None;
        }
        let (mut sum, mut best_last, mut spared) = (0, 0, None);
        for foe in met() {
            let acts = &facts.foes[foe].acts;
            let once = does(acts, Trigger::Hit, Deed::Remove);
            let by_hit = if hit_back(foe) { points(acts, Trigger::Hit) } else { 0 };
            if by_hit > 0 && !once {
                return None;
            }
            let by_death = if self.can_kill(foe) { points(acts, Trigger::Death) } else { 0 };
            let gain = by_death.max(if once { by_hit } else { 0 }).max(0);
            let last = ends(acts);
            if last {
                best_last = gain.max(best_last);
            } else {
                sum += gain;
            }
            // A monster that is to kill the player must be left alive, without the points for it.
            if hit_back(foe) && facts.foes[foe].hit_max > 0 {
                let price = if last { 0 } else { gain };
                spared = Some(spared.map_or(price, |least: i64| least.min(price)));
            }
        }
        let dying = spared.map_or(0, |price| points(hero, Trigger::Death) - price);
        Some(sum + best_last.max(dying))
    }
}
