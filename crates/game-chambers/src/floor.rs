//! The contents of a floor.

use crate::content::{FoeKind, Gear, Potion};
use crate::plan::{Plan, Spot};
use alloc::{sync::Arc, vec::Vec};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An item that can be picked up, used, wielded or worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Item {
    Gold(u8),
    Potion(Potion),
    Gear(Gear),
}

impl Item {
    /// Its glyph on the map: all potions look alike, and all gold.
    pub(crate) const fn glyph(self) -> char {
        match self {
            Self::Gold(_) => 'G',
            Self::Potion(_) => 'P',
            Self::Gear(gear) if gear.row().weapon => ')',
            Self::Gear(_) => '[',
        }
    }
}

/// An item on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Thing {
    pub(crate) at: Spot,
    pub(crate) what: Item,
}

/// An enemy on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Foe {
    pub(crate) at: Spot,
    pub(crate) hp: u16,
    pub(crate) kind: FoeKind,
    tag: Tag,
    /// The hoard a dragon guards, or [`NOWHERE`].
    hoard: Spot,
}

/// Whether an enemy never moves, which is saved, and a number that distinguishes it from the others on its
/// floor, which is not. It takes one byte, since enemies are copied a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tag(u8);

const ROOTED: u8 = 1 << 7;

impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0 & ROOTED != 0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bool::deserialize(deserializer).map(|rooted| Self(if rooted { ROOTED } else { 0 }))
    }
}

/// No hoard. An `Option` would make enemies larger, and they are copied a lot.
const NOWHERE: Spot = Spot::from_key(u16::MAX);

impl Foe {
    pub(crate) fn new(plan: &Plan, kind: FoeKind, at: Spot) -> Self {
        let rooted = kind == FoeKind::Dragon || !plan.tiles.has(at);
        Self { at, hp: kind.row().hp, kind, tag: Tag(if rooted { ROOTED } else { 0 }), hoard: NOWHERE }
    }

    pub(crate) fn dragon(plan: &Plan, at: Spot, hoard: Spot) -> Self {
        Self { hoard, ..Self::new(plan, FoeKind::Dragon, at) }
    }

    /// True for enemies that never move: dragons, and those a layout file put outside the chambers.
    #[inline]
    pub(crate) const fn is_rooted(&self) -> bool {
        self.tag.0 & ROOTED != 0
    }

    /// Distinguishes it from the others on its floor for as long as it lives.
    pub(crate) const fn id(&self) -> u64 {
        (self.kind as u64) << 8 | (self.tag.0 & !ROOTED) as u64
    }

    /// The hoard it guards, if any.
    pub(crate) fn hoard(&self) -> Option<Spot> {
        (self.hoard != NOWHERE).then_some(self.hoard)
    }

    pub(crate) fn guard(&mut self, hoard: Spot) {
        self.hoard = hoard;
    }
}

/// One floor with everything on it, including the position of the player character.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Floor {
    pub(crate) plan: Arc<Plan>,
    pub(crate) hero: Spot,
    pub(crate) stairs: Spot,
    /// In reading order.
    pub(crate) things: Vec<Thing>,
    /// In the order in which they acted last, which was reading order.
    pub(crate) foes: Vec<Foe>,
}

impl Floor {
    pub(crate) fn thing_at(&self, at: Spot) -> Option<Item> {
        self.things.iter().find(|thing| thing.at == at).map(|thing| thing.what)
    }

    pub(crate) fn foe_at(&self, at: Spot) -> Option<usize> {
        self.foes.iter().position(|foe| foe.at == at)
    }

    /// True while the dragon that guards this hoard lives.
    pub(crate) fn is_guarded(&self, hoard: Spot) -> bool {
        self.foes.iter().any(|foe| foe.hoard == hoard)
    }

    /// Numbers the enemies when a floor is entered or loaded.
    pub(crate) fn number_foes(&mut self) {
        for (number, foe) in self.foes.iter_mut().enumerate() {
            foe.tag = Tag(foe.tag.0 & ROOTED | number as u8 & !ROOTED);
        }
    }

    pub(crate) fn put(&mut self, at: Spot, what: Item) {
        let place = self.things.partition_point(|thing| thing.at < at);
        self.things.insert(place, Thing { at, what });
    }

    pub(crate) fn take(&mut self, at: Spot) {
        self.things.retain(|thing| thing.at != at);
    }

    /// True when every position lies on the board; checked for loaded floors.
    pub(crate) fn is_sound(&self) -> bool {
        let foes = self
            .foes
            .iter()
            .all(|foe| foe.at.is_valid() && foe.hp > 0 && foe.hoard().is_none_or(Spot::is_valid));
        foes && self.hero.is_valid()
            && self.stairs.is_valid()
            && self.things.iter().all(|thing| thing.at.is_valid())
    }
}
