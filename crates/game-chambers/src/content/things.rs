//! Potions, gold and gear.

use core::fmt;
use serde::{Deserialize, Serialize, Serializer};

/// The kind of a potion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Potion {
    RH,
    BA,
    BD,
    PH,
    WA,
    WD,
}

/// What a potion changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Hit points.
    pub hp: i32,
    /// Attack.
    pub atk: i32,
    /// Defence.
    pub def: i32,
}

impl Effect {
    /// The effect times a number of halves, rounded towards zero: 7 for the drow's 7.5.
    #[must_use]
    pub const fn halves(self, halves: i32) -> Self {
        Self { hp: self.hp * halves / 2, atk: self.atk * halves / 2, def: self.def * halves / 2 }
    }
}

/// Formats as `+10 HP`.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [(self.hp, "HP"), (self.atk, "Atk"), (self.def, "Def")];
        let mut blank = "";
        for (number, what) in parts.into_iter().filter(|(number, _)| *number != 0) {
            write!(f, "{blank}{number:+} {what}")?;
            blank = " ";
        }
        Ok(())
    }
}

/// Serialized in its display form.
impl Serialize for Effect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The numbers of a potion.
#[derive(Clone, Copy, Debug)]
pub struct PotionRow {
    /// The kind.
    pub potion: Potion,
    /// Its short name.
    pub name: &'static str,
    /// Its effect.
    pub effect: Effect,
    /// Its digit in layout files.
    pub digit: char,
    /// Option `shop`: its price; 0 is never on offer.
    pub price: i32,
    /// Its full name.
    pub help: &'static str,
}

const fn potion(
    potion: Potion,
    name: &'static str,
    effect: (i32, i32, i32),
    digit: char,
    price: i32,
    help: &'static str,
) -> PotionRow {
    let (hp, atk, def) = effect;
    PotionRow { potion, name, effect: Effect { hp, atk, def }, digit, price, help }
}

/// The potions, all equally likely.
pub const POTIONS: [PotionRow; 6] = [
    potion(Potion::RH, "RH", (10, 0, 0), '0', 3, "restore health"),
    potion(Potion::BA, "BA", (0, 5, 0), '1', 4, "boost Atk"),
    potion(Potion::BD, "BD", (0, 0, 5), '2', 4, "boost Def"),
    potion(Potion::PH, "PH", (-10, 0, 0), '3', 0, "poison health"),
    potion(Potion::WA, "WA", (0, -5, 0), '4', 0, "wound Atk"),
    potion(Potion::WD, "WD", (0, 0, -5), '5', 0, "wound Def"),
];

impl Potion {
    /// Its numbers.
    #[must_use]
    pub const fn row(self) -> &'static PotionRow {
        &POTIONS[self as usize]
    }

    /// True when it helps the drinker.
    #[must_use]
    pub const fn is_good(self) -> bool {
        (self as usize) < 3
    }
}

/// The kinds of gold: name, value, weight among spawned piles (out of 8), digit in layout files.
pub const GOLD: [(&str, u8, u32, char); 4] =
    [("normal", 2, 5, '6'), ("small", 1, 2, '7'), ("merchant hoard", 4, 0, '8'), ("dragon hoard", 6, 1, '9')];
/// Value of a normal pile.
pub const NORMAL: u8 = GOLD[0].1;
/// Value of a small pile.
pub const SMALL: u8 = GOLD[1].1;
/// Value of a merchant hoard.
pub const MERCHANT_HOARD: u8 = GOLD[2].1;
/// Value of a dragon hoard.
pub const DRAGON_HOARD: u8 = GOLD[3].1;

/// Option `gear`: a weapon or a piece of armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Gear {
    Dagger,
    Sword,
    Axe,
    Leather,
    Mail,
    Plate,
}

/// The numbers of a piece of gear.
#[derive(Clone, Copy, Debug)]
pub struct GearRow {
    /// The piece.
    pub gear: Gear,
    /// Its name.
    pub name: &'static str,
    /// True for weapons, false for armour.
    pub weapon: bool,
    /// Bonus to attack while in use.
    pub atk: i32,
    /// Bonus to defence while in use.
    pub def: i32,
    /// Its share of spawned gear, out of 12.
    pub weight: u32,
    /// Option `shop`: its price; merchants pay half.
    pub price: i32,
}

const fn gear(
    gear: Gear,
    name: &'static str,
    weapon: bool,
    bonus: (i32, i32),
    weight: u32,
    price: i32,
) -> GearRow {
    GearRow { gear, name, weapon, atk: bonus.0, def: bonus.1, weight, price }
}

/// Weapons, then armour.
pub const GEAR: [GearRow; 6] = [
    gear(Gear::Dagger, "dagger", true, (2, 0), 3, 4),
    gear(Gear::Sword, "sword", true, (4, 0), 2, 8),
    gear(Gear::Axe, "axe", true, (7, -2), 1, 12),
    gear(Gear::Leather, "leather", false, (0, 2), 3, 4),
    gear(Gear::Mail, "mail", false, (0, 4), 2, 8),
    gear(Gear::Plate, "plate", false, (-2, 7), 1, 12),
];

impl Gear {
    /// Its numbers.
    #[must_use]
    pub const fn row(self) -> &'static GearRow {
        &GEAR[self as usize]
    }
}
