//! The events and the sentence for each, in the style of the document's figures.

mod player;

pub(crate) use player::refused;

use crate::content::{CLASSES, CLASSIC_RACES, Class, Effect, FoeKind, Gear, Potion, RACES, Race};
use crate::floor::Item;
use alloc::{borrow::Cow, string::String};
use core::fmt::Write;
use kernel::{Cue, Dir, Narrate};
use serde::{Serialize, Serializer};

/// What the player character notices on an adjacent cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A potion of an unknown kind.
    Unknown,
    /// A potion of a known kind.
    Known(Potion),
    /// Option `gear`: a weapon or a piece of armour.
    Gear(Gear),
}

impl Seen {
    pub(crate) fn write(self, out: &mut String) {
        match self {
            Self::Unknown => out.push_str("an unknown potion"),
            Self::Known(potion) => {
                // RH is pronounced letter by letter: "an R-H potion".
                let article = if potion == Potion::RH { "an" } else { "a" };
                let _ = write!(out, "{article} {} potion", potion.row().name);
            }
            Self::Gear(gear) => out.push_str(with_article(gear)),
        }
    }
}

/// The name with its article: `a sword`, `an axe`, `mail`.
pub(crate) const fn with_article(gear: Gear) -> &'static str {
    match gear {
        Gear::Dagger => "a dagger",
        Gear::Sword => "a sword",
        Gear::Axe => "an axe",
        Gear::Leather => "leather armour",
        Gear::Mail => "mail armour",
        Gear::Plate => "plate armour",
    }
}

/// What lies next to the player character, in reading order; an array, so that it needs no allocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight([Option<Seen>; 8]);

impl Sight {
    pub(crate) fn note(&mut self, seen: Seen) {
        if let Some(slot) = self.0.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(seen);
        }
    }

    /// Everything that was seen.
    pub fn iter(&self) -> impl Iterator<Item = Seen> + '_ {
        self.0.iter().flatten().copied()
    }
}

impl Serialize for Sight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|seen| {
            let mut text = String::new();
            seen.write(&mut text);
            text
        }))
    }
}

/// Option `shop`: an item on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ware {
    pub(crate) item: Item,
    pub(crate) price: i32,
    /// The effect of a potion on this buyer.
    pub(crate) effect: Option<Effect>,
}

/// Option `shop`: the goods of merchants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wares(pub(crate) [Option<Ware>; 4]);

impl Wares {
    fn iter(&self) -> impl Iterator<Item = (u32, Ware)> {
        (1..).zip(&self.0).filter_map(|(number, ware)| ware.map(|ware| (number, ware)))
    }

    /// Writes text such as "1 RH +10 HP: 3, 2 sword: 8". Four goods fit into the action row.
    pub(crate) fn write(&self, out: &mut String) {
        for (place, (number, ware)) in self.iter().enumerate() {
            let _ = write!(out, "{}{number} {}", if place > 0 { ", " } else { "" }, item_name(ware.item));
            if let Some(effect) = ware.effect {
                let _ = write!(out, " {effect}");
            }
            let _ = write!(out, ": {}", ware.price);
        }
    }
}

impl Serialize for Wares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let goods = self.iter().map(|(number, ware)| (number, item_name(ware.item), ware.price, ware.effect));
        serializer.collect_seq(goods)
    }
}

/// The short name of an item of a known kind.
pub(crate) const fn item_name(item: Item) -> &'static str {
    match item {
        Item::Gold(_) => "gold",
        Item::Potion(potion) => potion.row().name,
        Item::Gear(gear) => gear.row().name,
    }
}

fn letter<S: Serializer>(foe: &FoeKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(foe.row().letter)
}

fn short<S: Serializer>(dir: &Dir, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(dir.short())
}

/// Something that happened in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// The race prompt is shown; `more_races` with the option `races`.
    Prompted { more_races: bool },
    /// Option `classes`: the class prompt is shown.
    ClassAsked { race: Race },
    /// The game has begun.
    Spawned { race: Race, class: Option<Class> },
    /// The player character took a step.
    Moved {
        #[serde(serialize_with = "short")]
        dir: Dir,
        sees: Sight,
    },
    /// Gold was picked up.
    Gold { amount: i32 },
    /// A goblin stole from a slain enemy.
    Stole { amount: i32 },
    /// The player character stands on a guarded hoard.
    Guarded,
    /// The player character hit an enemy, which has `hp` left.
    Dealt {
        #[serde(serialize_with = "letter")]
        foe: FoeKind,
        damage: u32,
        hp: u32,
    },
    /// The player character's blow missed.
    Missed {
        #[serde(serialize_with = "letter")]
        foe: FoeKind,
    },
    /// An enemy was slain.
    Slain {
        #[serde(serialize_with = "letter")]
        foe: FoeKind,
    },
    /// A slain enemy left gold on the floor.
    Dropped {
        #[serde(serialize_with = "letter")]
        foe: FoeKind,
        amount: u32,
    },
    /// The player's own blow gained or cost hit points.
    Drained { hp: i32 },
    /// Hit points regained at the end of the turn.
    Regained { hp: i32 },
    /// Merchants became hostile.
    Angered,
    /// An enemy hit the player character.
    Struck {
        #[serde(serialize_with = "letter")]
        foe: FoeKind,
        damage: u32,
    },
    /// An enemy's blow missed.
    Dodged {
        #[serde(serialize_with = "letter")]
        foe: FoeKind,
    },
    /// A potion was used.
    Used { potion: Potion },
    /// Enemies were frozen or released.
    Frozen { on: bool },
    /// The next floor was entered.
    Entered { floor: u8 },
    /// The last stairs were reached.
    Won { score: i64, more_races: bool },
    /// The player character has no hit points left.
    Died { score: i64, more_races: bool },
    /// The player quit.
    Quit,
    /// Option `foes`: a robber took gold.
    Robbed {
        #[serde(serialize_with = "letter")]
        foe: FoeKind,
        amount: i32,
    },
    /// Options `inventory` and `gear`: a thing was put into the bag.
    Taken { what: Seen },
    /// Options `inventory` and `gear`: a thing was put on the floor.
    Laid { what: Seen },
    /// Option `gear`: a weapon was wielded or armour put on.
    Equipped { gear: Gear },
    /// Option `shop`: the player character came next to a merchant.
    Offered { wares: Wares },
    /// Option `shop`: an item was bought.
    Bought {
        what: &'static str,
        price: i32,
        /// The effect of a potion on the buyer.
        effect: Option<Effect>,
    },
    /// Option `shop`: a thing was sold.
    Sold { what: Seen, price: i32 },
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        self.write(&mut text);
        serializer.serialize_str(&text)
    }
}

/// Writes "s shade, d drow, …"; with the option `races` the document's races by letter only, so that the
/// question fits into the action row.
pub(crate) fn write_races(more: bool, out: &mut String) {
    let count = if more { RACES.len() } else { CLASSIC_RACES };
    for (place, row) in RACES[..count].iter().enumerate() {
        let _ = write!(out, "{}{}", if place > 0 { ", " } else { "" }, row.letter);
        if !more || row.race.needs_option() {
            let _ = write!(out, " {}", row.name.to_ascii_lowercase());
        }
    }
}

/// The race prompt.
pub(crate) fn race_prompt(more: bool) -> String {
    let mut out = String::from("Choose a race: ");
    write_races(more, &mut out);
    out.push_str("; q quits.");
    out
}

/// The class prompt.
pub(crate) fn class_prompt() -> String {
    let mut out = String::from("Choose a class: ");
    for (place, row) in CLASSES.iter().enumerate() {
        let name = row.name.to_ascii_lowercase();
        let _ = write!(out, "{}{} {name}", if place > 0 { ", " } else { "" }, row.word);
    }
    out.push_str("; q quits.");
    out
}

/// How the sentences about the end of a game start.
const WON: &str = "PC leaves floor 5 and wins";
const SLAIN: &str = "PC is slain";

/// The essential part of sentences that are too long for `cols` columns: the end of the game if there is one,
/// else everything but a plain step, which the board shows.
pub(crate) fn essential(said: &str, cols: usize) -> Cow<'_, str> {
    if let Some(end) = [WON, SLAIN].iter().find_map(|end| said.rfind(end)) {
        let told = said[end..].find('.').map_or(said.len(), |dot| end + dot);
        let is_shown = said[..told].chars().count() < cols;
        return if is_shown { Cow::Borrowed(said) } else { Cow::Owned(["... ", &said[end..]].concat()) };
    }
    let step = said.strip_prefix("PC moves ").and_then(|rest| rest.split_once(". "));
    match step {
        Some((way, rest)) if Dir::ALL.iter().any(|dir| dir.long() == way) => Cow::Borrowed(rest),
        _ => Cow::Borrowed(said),
    }
}

fn write_end(what: &str, score: i64, more: bool, out: &mut String) {
    let _ = write!(out, "{what}, score {score}. Play again: ");
    write_races(more, out);
    out.push_str("; q quits.");
}

fn seen(before: &str, what: Seen, after: &str, out: &mut String) {
    out.push_str(before);
    what.write(out);
    out.push_str(after);
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        match *self {
            Self::Moved { dir, sees } => {
                let _ = write!(out, "PC moves {}", dir.long());
                for (place, seen) in sees.iter().enumerate() {
                    out.push_str(if place == 0 { " and sees " } else { " and " });
                    seen.write(out);
                }
                out.push('.');
            }
            Self::Dealt { .. }
            | Self::Missed { .. }
            | Self::Slain { .. }
            | Self::Dropped { .. }
            | Self::Struck { .. }
            | Self::Dodged { .. }
            | Self::Robbed { .. } => tell_of_foe(self, out),
            Self::Regained { .. } => {}
            Self::Prompted { more_races } => out.push_str(&race_prompt(more_races)),
            Self::ClassAsked { .. } => out.push_str(&class_prompt()),
            Self::Won { score, more_races } => write_end(WON, score, more_races, out),
            Self::Died { score, more_races } => write_end(SLAIN, score, more_races, out),
            Self::Taken { what } => seen("PC takes ", what, ".", out),
            Self::Laid { what } => seen("PC lays down ", what, ".", out),
            Self::Sold { what, price } => {
                seen("PC sells ", what, "", out);
                let _ = write!(out, " for {price} gold.");
            }
            Self::Offered { wares } => {
                out.push_str("M offers ");
                wares.write(out);
                out.push('.');
            }
            _ => tell_plainly(self, out),
        }
    }

    fn tell_player(&self, out: &mut String) -> bool {
        self.say_to_player(out);
        true
    }

    fn cue(&self) -> Cue {
        match self {
            Self::Dealt { .. } | Self::Missed { .. } | Self::Dodged { .. } => Cue::Beat,
            Self::Struck { .. } | Self::Robbed { .. } | Self::Angered | Self::Died { .. } => Cue::Bad,
            Self::Gold { .. } | Self::Stole { .. } | Self::Slain { .. } | Self::Won { .. } => Cue::Good,
            Self::Drained { hp } if *hp < 0 => Cue::Bad,
            Self::Used { potion } if !potion.is_good() => Cue::Bad,
            Self::Drained { .. } | Self::Used { .. } => Cue::Good,
            Self::Entered { .. } => Cue::Good,
            Self::Moved { sees, .. } if sees.iter().next().is_none() => Cue::Routine,
            _ => Cue::Plain,
        }
    }
}

/// The sentences about an enemy, which is called by its letter.
fn tell_of_foe(event: &Event, out: &mut String) {
    let _ = match *event {
        Event::Dealt { foe, damage, hp } => {
            write!(out, "PC deals {damage} damage to {} ({hp} HP).", foe.row().letter)
        }
        Event::Missed { foe } => write!(out, "PC attacks {} and misses.", foe.row().letter),
        Event::Slain { foe } => write!(out, "PC slays {}.", foe.row().letter),
        Event::Dropped { foe, amount } => write!(out, "{} drops {amount} gold.", foe.row().letter),
        Event::Struck { foe, damage } => write!(out, "{} deals {damage} damage to PC.", foe.row().letter),
        Event::Dodged { foe } => write!(out, "{} attacks PC and misses.", foe.row().letter),
        Event::Robbed { foe, amount } => write!(out, "{} takes {amount} gold from PC.", foe.row().letter),
        _ => Ok(()),
    };
}

/// The sentences that need no lists or enemies.
fn tell_plainly(event: &Event, out: &mut String) {
    let _ = match *event {
        Event::Spawned { .. } => write!(out, "Player character has spawned."),
        Event::Gold { amount } => write!(out, "PC picks up {amount} gold."),
        Event::Stole { amount } => write!(out, "PC steals {amount} gold."),
        Event::Guarded => write!(out, "A dragon guards this hoard."),
        Event::Drained { hp } if hp < 0 => write!(out, "PC loses {} HP.", -hp),
        Event::Drained { hp } => write!(out, "PC gains {hp} HP."),
        Event::Angered => write!(out, "Merchants are hostile now."),
        Event::Used { potion } => write!(out, "PC uses {}.", potion.row().name),
        Event::Frozen { on: true } => write!(out, "Enemies are frozen."),
        Event::Frozen { on: false } => write!(out, "Enemies move again."),
        Event::Entered { floor } => write!(out, "PC enters floor {floor}."),
        Event::Quit => write!(out, "The player quits."),
        Event::Equipped { gear } if gear.row().weapon => write!(out, "PC wields {}.", with_article(gear)),
        Event::Equipped { gear } => write!(out, "PC wears {}.", with_article(gear)),
        Event::Bought { what, price, effect: Some(effect) } => {
            write!(out, "PC buys {what} ({effect}) for {price} gold.")
        }
        Event::Bought { what, price, .. } => write!(out, "PC buys {what} for {price} gold."),
        _ => Ok(()),
    };
}
