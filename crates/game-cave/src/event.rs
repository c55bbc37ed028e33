//! The events and the sentence for each. The sentences of a fight are those of the document's transcript.

mod others;
mod player;

pub(crate) use others::Witnessed;
pub(crate) use player::refused;

use crate::content::{Item, Slot};
use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt::{self, Write};
use kernel::{Cue, Name, Narrate, Seat, Wound, article};
use serde::{Serialize, Serializer};

/// A side of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The hero.
    Player,
    /// The monster.
    Enemy,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Player => Self::Enemy,
            Self::Enemy => Self::Player,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Player => "Player",
            Self::Enemy => "Enemy",
        }
    }
}

/// An item as the inventory shows it, with its damage or protection in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    pub(crate) item: Item,
    pub(crate) value: u32,
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.item.kind.row();
        match row.slot {
            Slot::Weapon => write!(f, "{} ({} Dmg)", row.name, self.value),
            Slot::Armour => write!(f, "{} ({} Prot)", row.name, self.value),
            Slot::Purse => write!(f, "{} ({} G)", row.name, self.item.amount),
            Slot::Charm | Slot::Supply => f.write_str(row.name),
        }
    }
}

impl Serialize for Thing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Something that happened in the game. Health and damage are hundredths of a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// The hero made a step to this position.
    Moved { x: i64, y: i64 },
    /// A turn passed without a step.
    Waited,
    /// With several kinds of monsters: the kind that was met.
    Met { foe: &'static str },
    /// A fight started.
    FightBegan { first: Side },
    /// Armour used two defences ago was restored.
    Restored { side: Side, points: u32 },
    /// One blow. `health` is what the side that was hit has left.
    Blow { attacker: Side, damage: u32, used: u32, remaining: u32, health: u32 },
    /// A side is stunned, so the other strikes again.
    Stunned { side: Side },
    /// The monster died.
    Slain,
    /// What the monster left.
    Spoils { items: Vec<Thing> },
    /// The same with `fights=turns`.
    Dropped { items: Vec<Thing> },
    /// The hero died.
    Killed,
    /// The hero came back to life at this position and lost this item.
    Returned { x: i64, y: i64, lost: Option<Thing> },
    /// The fight ended without a winner.
    Parted,
    /// A chest with these items was opened.
    Opened { items: Vec<Thing> },
    /// The start of the inventory.
    Pack,
    /// One line of the inventory.
    PackLine { number: u32, item: Thing, equipped: bool },
    /// The end of the inventory, with a hint on how to equip.
    PackEnd,
    /// An item was wielded or put on.
    Equipped { item: Thing },
    /// The hero struck a monster, which has `left` health.
    Struck { foe: &'static str, damage: u32, left: u32 },
    /// A monster struck the hero, who has `left` health.
    Hurt { foe: &'static str, damage: u32, left: u32 },
    /// A monster was stunned and misses its next turn.
    Dazed { foe: &'static str },
    /// A monster died, with `fights=turns`.
    Felled { foe: &'static str },
    /// An item was used up.
    Used { item: Thing },
    /// The hero regained health.
    Healed { health: u32 },
    /// The lamp was turned on or off.
    Lamp { lit: bool, turns: u32 },
    /// The lamp has few turns of light left.
    LampLow { turns: u32 },
    /// The lamp went out.
    LampOut,
    /// The hero froze to death without light.
    Frozen,
    /// The relic was taken.
    RelicTaken,
    /// The relic was brought home: the game is won.
    RelicHome,
    /// A waypoint was set at this position.
    Marked { number: u32, x: i64, y: i64 },
    /// The position of a waypoint relative to the hero.
    Waypoint { number: u32, east: i64, north: i64 },
    /// The hero entered a shared cave.
    Entered,
    /// The founder sent the hero away.
    Dismissed,
    /// The hero gave an item to another hero.
    Gave { item: Thing, to: Name },
    /// The hero received an item from another hero.
    Received { item: Thing, from: Name },
    /// Something another hero did, or that happened to him.
    Other {
        who: Name,
        #[serde(flatten)]
        what: others::Witnessed,
    },
    /// An event of a shared cave, visible to some seats only.
    #[serde(untagged)]
    To(Box<others::Aimed>),
}

/// Writes hundredths with two decimals, as in the transcript.
pub(crate) fn decimal(hundredths: u32, out: &mut String) {
    let _ = write!(out, "{}.{:02}", hundredths / 100, hundredths % 100);
}

/// Writes hundredths as points, with decimals only if needed.
pub(crate) fn points(hundredths: u32, out: &mut String) {
    let _ = write!(out, "{}", hundredths / 100);
    if !hundredths.is_multiple_of(100) {
        let _ = write!(out, ".{:02}", hundredths % 100);
    }
}

/// Writes a distance and direction such as `12 east, 3 north`.
fn offset(east: i64, north: i64, out: &mut String) {
    let across = (east, if east > 0 { "east" } else { "west" });
    let along = (north, if north > 0 { "north" } else { "south" });
    let ways = [across, along];
    let mut first = true;
    for (cells, way) in ways.into_iter().filter(|(cells, _)| *cells != 0) {
        let _ = write!(out, "{}{} {way}", if first { "" } else { ", " }, cells.unsigned_abs());
        first = false;
    }
    if first {
        out.push_str("here");
    }
}

fn list(items: &[Thing], out: &mut String) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(if index + 1 == items.len() { " and " } else { ", " });
        }
        let _ = write!(out, "{item}");
    }
    out.push('.');
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        let _ = match self {
            Self::Moved { .. } | Self::Waited => Ok(()),
            Self::Met { foe } => write!(out, "You meet {} {foe}.", article(foe)),
            Self::FightBegan { first } => write!(out, "{} goes first.", first.word()),
            Self::Restored { points, .. } => write!(out, "{points} Armour Restored"),
            Self::Blow { attacker, damage, used, remaining, health } => {
                let defender = attacker.other();
                let _ = write!(out, "{} attacks {} for ", attacker.word(), defender.word());
                decimal(*damage, out);
                out.push_str(" damage");
                if *used > 0 {
                    let _ = write!(out, ", using {used} armour ({remaining} remaining).");
                }
                if defender == Side::Player {
                    out.push_str(" Health: ");
                    decimal(*health, out);
                }
                Ok(())
            }
            Self::Stunned { side: Side::Player } => {
                write!(out, "You were stunned! The enemy may attack again")
            }
            Self::Stunned { side: Side::Enemy } => write!(out, "The enemy was stunned! You may attack again"),
            Self::Slain => write!(out, "You have killed the monster!"),
            Self::Spoils { items } | Self::Dropped { items } => {
                out.push_str("It leaves you ");
                list(items, out);
                Ok(())
            }
            Self::Killed => write!(out, "You have been killed!"),
            Self::Returned { lost: Some(item), .. } => {
                write!(out, "You wake near the middle of the region. You have lost {item}.")
            }
            Self::Returned { lost: None, .. } => {
                write!(out, "You wake near the middle of the region. You have lost nothing.")
            }
            Self::Parted => write!(out, "Neither side can win. The fight is over."),
            Self::Opened { items } => {
                out.push_str("The chest holds ");
                list(items, out);
                Ok(())
            }
            Self::Pack => write!(out, "Your Inventory"),
            Self::PackLine { number, item, equipped } => {
                write!(out, "{number}: {item}{}", if *equipped { " (Equipped)" } else { "" })
            }
            Self::PackEnd => write!(out, "e<num> to equip"),
            Self::Equipped { .. } => write!(out, "Equipped!"),
            Self::Struck { foe, damage, left } => {
                let _ = write!(out, "You hit the {foe} for ");
                decimal(*damage, out);
                match left {
                    0 => write!(out, "."),
                    left => {
                        out.push_str("; it has ");
                        decimal(*left, out);
                        write!(out, " left.")
                    }
                }
            }
            Self::Hurt { foe, damage, left } => {
                let _ = write!(out, "The {foe} hits you for ");
                decimal(*damage, out);
                out.push_str(". Health: ");
                decimal(*left, out);
                Ok(())
            }
            Self::Dazed { foe } => write!(out, "The {foe} is stunned."),
            Self::Felled { foe } => write!(out, "You have killed the {foe}!"),
            Self::Used { item } => {
                let told = item.item.kind.row().told;
                write!(out, "You use the {item}: {told}.")
            }
            Self::Healed { health } => {
                out.push_str("Health: ");
                decimal(*health, out);
                Ok(())
            }
            Self::Lamp { lit: true, turns } => write!(out, "Your lamp burns: {turns} turns of light."),
            Self::Lamp { lit: false, turns } => {
                write!(
                    out,
                    "You put out the lamp, {turns} turns of light left. It is dark, and you are harder to notice."
                )
            }
            Self::LampLow { turns } => write!(out, "Your lamp burns low: {turns} turns of light left."),
            Self::LampOut => {
                write!(out, "Your lamp goes out. You see two cells far, and the cold takes your health.")
            }
            Self::Frozen => write!(out, "Without light the cold has killed you."),
            Self::RelicTaken => {
                write!(
                    out,
                    "You lift the relic. The cave stirs: monsters notice you from further away. The compass turns to your camp."
                )
            }
            Self::RelicHome => write!(out, "You are home, and the relic is safe. You have won!"),
            Self::Marked { number, .. } => write!(out, "Waypoint {number} is here."),
            Self::Waypoint { number, east, north } => {
                let _ = write!(out, "{number}: ");
                offset(*east, *north, out);
                Ok(())
            }
            Self::Entered => write!(out, "You are in the cave."),
            Self::Dismissed => write!(out, "You were sent away from this cave."),
            Self::Gave { item, to } => write!(out, "You give {to} {item}."),
            Self::Received { item, from } => write!(out, "{from} gives you {item}."),
            Self::Other { who, what } => {
                what.tell(*who, out);
                Ok(())
            }
            Self::To(aimed) => {
                aimed.event.tell(out);
                Ok(())
            }
        };
    }

    fn tell_player(&self, out: &mut String) -> bool {
        self.say_to_player(out)
    }

    fn perceived_by(&self, seat: Seat) -> bool {
        match self {
            Self::To(aimed) => aimed.seats >> (seat.0 % 32) & 1 == 1,
            _ => true,
        }
    }

    fn wound(&self) -> Option<Wound> {
        match *self {
            Self::Blow { attacker, damage, health, .. } => Some(Wound {
                own: attacker == Side::Enemy,
                name: if attacker == Side::Enemy { "You" } else { "Enemy" },
                damage,
                left: health,
            }),
            _ => None,
        }
    }

    fn cue(&self) -> Cue {
        match self {
            Self::To(aimed) => aimed.event.cue(),
            Self::Other { what, .. } => what.cue(),
            Self::Received { .. } => Cue::Good,
            Self::Met { .. }
            | Self::FightBegan { .. }
            | Self::Restored { .. }
            | Self::Blow { .. }
            | Self::Stunned { .. }
            | Self::Slain
            | Self::Frozen
            | Self::Killed => Cue::Beat,
            // The last sentence of a fight stays until a key is pressed, however the fight ends.
            Self::Spoils { .. } | Self::Returned { .. } | Self::Parted => Cue::Pause,
            Self::Opened { .. }
            | Self::Dropped { .. }
            | Self::Felled { .. }
            | Self::Healed { .. }
            | Self::RelicHome => Cue::Good,
            Self::Hurt { .. } | Self::LampLow { .. } | Self::LampOut => Cue::Bad,
            Self::RelicTaken => Cue::Pause,
            _ => Cue::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::ItemKind;
    use alloc::string::ToString;

    fn told(event: &Event) -> String {
        let mut out = String::new();
        event.tell(&mut out);
        out
    }

    #[test]
    fn sentences_are_those_of_the_transcript() {
        let blow = |attacker, damage, used, remaining, health| {
            told(&Event::Blow { attacker, damage, used, remaining, health })
        };
        assert_eq!(told(&Event::FightBegan { first: Side::Enemy }), "Enemy goes first.");
        assert_eq!(
            blow(Side::Enemy, 192, 3, 2, 4808),
            "Enemy attacks Player for 1.92 damage, using 3 armour (2 remaining). Health: 48.08"
        );
        assert_eq!(blow(Side::Enemy, 300, 0, 0, 3260), "Enemy attacks Player for 3.00 damage Health: 32.60");
        assert_eq!(blow(Side::Player, 500, 0, 0, 2000), "Player attacks Enemy for 5.00 damage");
        assert_eq!(told(&Event::Restored { side: Side::Player, points: 3 }), "3 Armour Restored");
        assert_eq!(
            told(&Event::Stunned { side: Side::Player }),
            "You were stunned! The enemy may attack again"
        );
        assert_eq!(told(&Event::Slain), "You have killed the monster!");
    }

    #[test]
    fn rewards_are_told_in_one_sentence() {
        let thing = |kind, value| Thing { item: Item::one(kind), value };
        let gold = Thing { item: Item { kind: ItemKind::Gold, amount: 4 }, value: 0 };
        assert_eq!(thing(ItemKind::SteelSword, 8).to_string(), "Steel Sword (8 Dmg)");
        assert_eq!(thing(ItemKind::LeatherArmour, 5).to_string(), "Leather Armour (5 Prot)");
        assert_eq!(told(&Event::Opened { items: [gold].into() }), "The chest holds Gold (4 G).");
        assert_eq!(
            told(&Event::Spoils { items: [thing(ItemKind::IronSword, 5), gold, gold].into() }),
            "It leaves you Iron Sword (5 Dmg), Gold (4 G) and Gold (4 G)."
        );
    }
}
