//! The player character: its numbers, steps, blows and potions.

use super::World;
use crate::content::{
    BAG_SIZE, Class, ClassRow, DWARF_ALLERGY, Effect, FoeKind, Gear, HALFLING_DODGES, MERCHANT_HOARD, NORMAL,
    PLAIN_TUNING, Potion, Purse, Race, RaceRow, SMALL, Tuning, damage,
};
use crate::event::{Event, Seen, Sight};
use crate::floor::Item;
use crate::mask::{count_around, nth_around};
use crate::plan::Spot;
use crate::setup::EditionOptions;
use alloc::{borrow::Cow, vec::Vec};
use kernel::{Dir, Refused};
use serde::{Deserialize, Serialize};

/// The numbers of the player character.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hero {
    pub(super) race: Race,
    pub(super) class: Option<Class>,
    pub(super) hp: i32,
    /// Attack of race, class and potions, without gear.
    body_atk: i32,
    body_def: i32,
    pub(super) gold: i32,
    /// One bit for each kind of potion ever used or bought.
    pub(super) known: u8,
    pub(super) bag: Vec<Item>,
    pub(super) weapon: Option<Gear>,
    pub(super) armour: Option<Gear>,
    /// Option `classes`: bolts left on this floor.
    pub(super) bolts: u8,
    /// The tuning in use; part of the options, not of the state.
    #[serde(skip)]
    pub(super) balance: Balance,
}

/// The tuning in use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance(pub(super) &'static Tuning);

impl Default for Balance {
    fn default() -> Self {
        Self(&PLAIN_TUNING)
    }
}

impl Hero {
    pub(super) fn new(race: Race, class: Option<Class>, tuning: &'static Tuning) -> Self {
        let mut hero = Self {
            race,
            class,
            hp: tuning.race(race).hp,
            body_atk: 0,
            body_def: 0,
            gold: 0,
            known: 0,
            bag: Vec::new(),
            weapon: None,
            armour: None,
            bolts: 0,
            balance: Balance(tuning),
        };
        hero.refresh();
        hero
    }

    /// Resets attack, defence and bolts at the start of a floor.
    pub(super) fn refresh(&mut self) {
        (self.body_atk, self.body_def) = self.body();
        self.bolts = self.trained().map_or(0, |class| class.bolts);
    }

    /// Base attack and defence of race and class.
    fn body(&self) -> (i32, i32) {
        let (race, class) = (self.row(), self.trained());
        let atk = race.atk + class.map_or(0, |class| class.atk);
        let def = race.def + class.map_or(0, |class| class.def);
        (atk.max(0), def.max(0))
    }

    pub(crate) const fn class(&self) -> Option<Class> {
        self.class
    }

    /// The numbers of its race.
    pub(crate) const fn row(&self) -> &'static RaceRow {
        self.balance.0.race(self.race)
    }

    /// The numbers of its class.
    pub(crate) fn trained(&self) -> Option<&'static ClassRow> {
        self.class.map(|class| self.balance.0.class(class))
    }

    pub(crate) const fn hp(&self) -> i32 {
        self.hp
    }

    pub(crate) const fn gold(&self) -> i32 {
        self.gold
    }

    pub(crate) fn bag(&self) -> &[Item] {
        &self.bag
    }

    pub(crate) const fn weapon(&self) -> Option<Gear> {
        self.weapon
    }

    pub(crate) const fn armour(&self) -> Option<Gear> {
        self.armour
    }

    /// Option `classes`: bolts left on this floor.
    pub(crate) const fn bolts(&self) -> u8 {
        self.bolts
    }

    fn gear(&self) -> impl Iterator<Item = Gear> {
        self.weapon.into_iter().chain(self.armour)
    }

    pub(crate) fn atk(&self) -> i32 {
        (self.body_atk + self.gear().map(|gear| gear.row().atk).sum::<i32>()).max(0)
    }

    pub(crate) fn def(&self) -> i32 {
        (self.body_def + self.gear().map(|gear| gear.row().def).sum::<i32>()).max(0)
    }

    /// The sum of the potions' changes to attack and defence on this floor.
    pub(crate) fn boosts(&self) -> (i32, i32) {
        let (atk, def) = self.body();
        (self.body_atk - atk, self.body_def - def)
    }

    /// Hit points regained each turn.
    pub(crate) fn regain(&self) -> i32 {
        self.row().regain + self.trained().map_or(0, |class| class.regain)
    }

    /// Maximum hit points.
    pub(crate) fn hp_max(&self) -> i32 {
        let row = self.row();
        if row.capped { row.hp } else { i32::MAX }
    }

    /// True when no potion could heal it.
    pub(crate) fn is_whole(&self) -> bool {
        self.hp == self.hp_max()
    }

    pub(crate) const fn knows(&self, potion: Potion) -> bool {
        self.known & (1 << potion as u8) != 0
    }

    pub(super) fn learn(&mut self, potion: Potion) {
        self.known |= 1 << potion as u8;
    }

    /// Changes hit points within their bounds; returns the actual change.
    pub(super) fn heal(&mut self, hp: i32) -> i32 {
        let before = self.hp;
        self.hp = self.hp.saturating_add(hp).clamp(0, self.hp_max());
        self.hp - before
    }

    /// The effect of a potion on this race, before bounds apply.
    pub(crate) fn effect_of(&self, potion: Potion) -> Effect {
        let effect = potion.row().effect;
        let hp = if effect.hp > 0 { effect.hp * self.balance.0.healing } else { effect.hp };
        Effect { hp, ..effect }.halves(self.row().potion_halves)
    }

    fn swallow(&mut self, potion: Potion) {
        self.learn(potion);
        if self.row().immune && !potion.is_good() {
            return;
        }
        let effect = self.effect_of(potion);
        self.heal(effect.hp);
        self.body_atk = (self.body_atk + effect.atk).max(0);
        self.body_def = (self.body_def + effect.def).max(0);
    }

    /// What the hero recognises in an item: the name of a potion only if its kind is known.
    pub(crate) fn sees(&self, item: Item) -> Option<Seen> {
        match item {
            Item::Gold(_) => None,
            Item::Potion(potion) if self.knows(potion) => Some(Seen::Known(potion)),
            Item::Potion(_) => Some(Seen::Unknown),
            Item::Gear(gear) => Some(Seen::Gear(gear)),
        }
    }
}

/// One sentence for each direction, in the order of [`Dir::ALL`].
macro_rules! toward {
    ($before:literal, $after:literal) => {
        [
            concat!($before, "North", $after),
            concat!($before, "Northeast", $after),
            concat!($before, "East", $after),
            concat!($before, "Southeast", $after),
            concat!($before, "South", $after),
            concat!($before, "Southwest", $after),
            concat!($before, "West", $after),
            concat!($before, "Northwest", $after),
        ]
    };
}

const BLOCKED: [&str; 8] = toward!("PC cannot move ", ".");
const NO_ENEMY: [&str; 8] = toward!("No enemy to the ", ".");
const NO_POTION: [&str; 8] = toward!("No potion to the ", ".");

pub(super) const fn no(sentences: &[&'static str; 8], dir: Dir) -> Refused {
    Refused(Cow::Borrowed(sentences[dir as usize]))
}

/// The result of a step. With the option `wasd`, walking into something attacks, drinks or takes it.
pub(super) enum Step {
    Onto(Spot),
    Down,
    Attack(usize),
    Use((Spot, Potion)),
    Take((Spot, Item, Seen)),
}

impl World {
    /// The result of a step in a direction.
    pub(super) fn step_toward(&self, dir: Dir) -> Result<Step, Refused> {
        let target = self.floor.hero.step(dir).filter(|&to| self.floor.plan.walkable.has(to));
        let Some(to) = target else { return Err(no(&BLOCKED, dir)) };
        if self.cache.free.has(to) {
            return Ok(Step::Onto(to));
        }
        if to == self.floor.stairs {
            return Ok(Step::Down);
        }
        let bumps = self.has(EditionOptions::WASD);
        if let Some(foe) = self.floor.foe_at(to) {
            // A neutral merchant merely blocks the way.
            let peaceful = self.is_neutral(self.floor.foes[foe].kind);
            return if bumps && !peaceful { Ok(Step::Attack(foe)) } else { Err(no(&BLOCKED, dir)) };
        }
        match self.floor.thing_at(to) {
            Some(Item::Potion(_)) if bumps && self.bags_potions() => self.item_to_take(dir).map(Step::Take),
            Some(Item::Potion(_)) if bumps => self.potion_at(dir).map(Step::Use),
            Some(Item::Gear(_)) if bumps => self.item_to_take(dir).map(Step::Take),
            Some(Item::Potion(_) | Item::Gear(_)) => Err(no(&BLOCKED, dir)),
            _ => Ok(Step::Onto(to)),
        }
    }

    /// Balance `tempered`: walking into a potion takes it while the bag has room.
    pub(crate) fn bags_potions(&self) -> bool {
        let keeps = self.has(EditionOptions::TEMPERED) && self.has(EditionOptions::INVENTORY);
        keeps && self.hero.bag.len() < BAG_SIZE
    }

    pub(super) fn go(&mut self, step: Step, dir: Dir, events: &mut Vec<Event>) {
        let to = match step {
            Step::Onto(to) => to,
            Step::Down => return self.descend(events),
            Step::Attack(foe) => return self.attack(foe, events),
            Step::Use(found) => return self.use_potion(found, events),
            Step::Take(found) => return self.take(found, events),
        };
        let from = core::mem::replace(&mut self.floor.hero, to);
        self.vacate(from);
        self.cache.free.clear(to);
        events.push(Event::Moved { dir, sees: self.look_around() });
        self.pick_up(events);
        self.hear_offers(events);
        self.end_turn(events);
    }

    /// Potions and gear next to the player character, in reading order.
    fn look_around(&self) -> Sight {
        let mut sight = Sight::default();
        let hero = self.floor.hero;
        if self.cache.occupied.around(hero) == 0 {
            return sight;
        }
        for thing in self.floor.things.iter().filter(|thing| thing.at.near(hero)) {
            if let Some(seen) = self.hero.sees(thing.what) {
                sight.note(seen);
            }
        }
        sight
    }

    /// Picks up the gold under the player character, unless a living dragon guards it.
    fn pick_up(&mut self, events: &mut Vec<Event>) {
        let at = self.floor.hero;
        if !self.cache.occupied.has(at) {
            return;
        }
        let Some(Item::Gold(worth)) = self.floor.thing_at(at) else { return };
        if self.floor.is_guarded(at) {
            events.push(Event::Guarded);
            return;
        }
        self.lift(at);
        let finds = self.hero.row().finds + self.hero.trained().map_or(0, |class| class.finds);
        self.gain_gold(i32::from(worth) + finds, events);
    }

    fn gain_gold(&mut self, amount: i32, events: &mut Vec<Event>) {
        self.hero.gold = self.hero.gold.saturating_add(amount);
        events.push(Event::Gold { amount });
    }

    pub(super) fn potion_at(&self, dir: Dir) -> Result<(Spot, Potion), Refused> {
        let found = self.floor.hero.step(dir).and_then(|at| match self.floor.thing_at(at) {
            Some(Item::Potion(potion)) => Some((at, potion)),
            _ => None,
        });
        found.ok_or(no(&NO_POTION, dir))
    }

    pub(super) fn use_potion(&mut self, (at, potion): (Spot, Potion), events: &mut Vec<Event>) {
        self.lift(at);
        self.drink(potion, events);
        self.end_turn(events);
    }

    pub(super) fn drink(&mut self, potion: Potion, events: &mut Vec<Event>) {
        self.hero.swallow(potion);
        events.push(Event::Used { potion });
    }

    /// The enemy next to the hero in a direction.
    pub(super) fn target(&self, dir: Dir) -> Result<usize, Refused> {
        self.floor.hero.step(dir).and_then(|at| self.floor.foe_at(at)).ok_or(no(&NO_ENEMY, dir))
    }

    pub(super) fn attack(&mut self, foe: usize, events: &mut Vec<Event>) {
        let kind = self.floor.foes[foe].kind;
        let (num, den) = HALFLING_DODGES;
        if kind == FoeKind::Halfling && self.fate.chance(num, den, "halfling dodges") {
            events.push(Event::Missed { foe: kind });
        } else {
            let blow = damage(self.hero.atk() as u32, kind.row().def);
            self.hurt(foe, blow, events);
            let drain = self.hero.row().drain;
            if drain > 0 {
                let hp = self.hero.heal(if kind == FoeKind::Dwarf { -DWARF_ALLERGY } else { drain });
                events.push(Event::Drained { hp });
            }
        }
        self.end_turn(events);
    }

    /// Applies the damage of a blow or bolt to an enemy, with all its consequences.
    pub(super) fn hurt(&mut self, foe: usize, blow: u32, events: &mut Vec<Event>) {
        let kind = self.floor.foes[foe].kind;
        let left = u32::from(self.floor.foes[foe].hp).saturating_sub(blow);
        self.floor.foes[foe].hp = left as u16;
        events.push(Event::Dealt { foe: kind, damage: blow, hp: left });
        if kind == FoeKind::Merchant && !self.angry {
            self.angry = true;
            events.push(Event::Angered);
        }
        if left == 0 {
            self.slay(foe, events);
        }
    }

    fn slay(&mut self, foe: usize, events: &mut Vec<Event>) {
        let foe = self.floor.foes.remove(foe);
        self.vacate(foe.at);
        events.push(Event::Slain { foe: foe.kind });
        match foe.kind.row().purse {
            Purse::AtOnce => {
                let normal = self.fate.chance(1, 2, "purse");
                self.gain_gold(i32::from(if normal { NORMAL } else { SMALL }), events);
            }
            Purse::TwoPiles => self.leave_two_piles(foe.at, events),
            Purse::Hoard => {
                self.leave(foe.at, MERCHANT_HOARD);
                events.push(Event::Dropped { foe: foe.kind, amount: MERCHANT_HOARD.into() });
            }
            Purse::Nothing => {}
        }
        let steal = self.hero.row().steal;
        if steal > 0 {
            self.hero.gold = self.hero.gold.saturating_add(steal);
            events.push(Event::Stole { amount: steal });
        }
    }

    /// Leaves one normal pile where the human fell and one on an adjacent free tile; without such a tile, one
    /// pile of both.
    fn leave_two_piles(&mut self, at: Spot, events: &mut Vec<Event>) {
        let beside = self.cache.free.around(at) & self.floor.plan.tiles.around(at) & !0b000_010_000;
        if beside == 0 {
            self.leave(at, 2 * NORMAL);
        } else {
            let nth = self.fate.below(count_around(beside), "second pile");
            self.leave(at, NORMAL);
            self.leave(nth_around(at, beside, nth), NORMAL);
        }
        events.push(Event::Dropped { foe: FoeKind::Human, amount: 2 * u32::from(NORMAL) });
    }

    fn leave(&mut self, at: Spot, worth: u8) {
        self.put(at, Item::Gold(worth));
    }

    /// Trolls and monks heal at the end of every turn.
    pub(super) fn regain(&mut self, events: &mut Vec<Event>) {
        let regain = self.hero.regain();
        if regain > 0 {
            let hp = self.hero.heal(regain);
            if hp > 0 {
                events.push(Event::Regained { hp });
            }
        }
    }
}
