//! What happened, in the words of the application: to the player, in the present tense, monsters by their names. The
//! transcript's sentences stay with line mode.

use super::{Event, Side, Thing, points};
use crate::content::Slot;
use alloc::{format, string::String};
use core::fmt::{Result, Write};
use kernel::article;

impl Event {
    /// Appends the sentence or nothing; false where the usual one will do.
    pub(super) fn say_to_player(&self, out: &mut String) -> bool {
        match self {
            Self::To(aimed) => aimed.event.say_to_player(out),
            // Writing to a String cannot fail.
            _ => self.fight_words(out).or_else(|| self.thing_words(out)).is_some_and(|told| told.is_ok()),
        }
    }

    fn fight_words(&self, out: &mut String) -> Option<Result> {
        Some(match self {
            Self::Met { foe } => {
                let foe = foe.to_lowercase();
                write!(out, "You meet {} {foe}.", article(&foe))
            }
            Self::FightBegan { first: Side::Player } => write!(out, "You strike first."),
            Self::FightBegan { first: Side::Enemy } => write!(out, "The enemy strikes first."),
            // What armour has left is in the sentence of each blow.
            Self::Restored { .. } => Ok(()),
            Self::Blow { attacker, damage, used, remaining, health } => {
                let (hits, whose, who) = match attacker {
                    Side::Player => ("You hit the enemy", "its", "it has"),
                    Side::Enemy => ("The enemy hits you", "your", "you have"),
                };
                let _ = write!(out, "{hits} for {}", told(*damage));
                if *used > 0 {
                    let _ = write!(out, " ({used} of {whose} armour used, {remaining} left)");
                }
                write!(out, "; {who} {} HP left.", told(*health))
            }
            Self::Stunned { side: Side::Player } => {
                write!(out, "You are stunned: the enemy strikes again.")
            }
            Self::Stunned { side: Side::Enemy } => write!(out, "The enemy is stunned: you strike again."),
            Self::Slain => write!(out, "You kill it!"),
            Self::Killed => write!(out, "You are killed."),
            Self::Struck { foe, damage, left } => {
                let hit = write!(out, "You hit the {} for {}", foe.to_lowercase(), told(*damage));
                hit.and(match left {
                    0 => write!(out, "."),
                    left => write!(out, "; it has {} HP left.", told(*left)),
                })
            }
            Self::Hurt { foe, damage, left } => {
                let (foe, damage, left) = (foe.to_lowercase(), told(*damage), told(*left));
                write!(out, "The {foe} hits you for {damage}; you have {left} HP left.")
            }
            Self::Dazed { foe } => write!(out, "The {} is stunned.", foe.to_lowercase()),
            Self::Felled { foe } => write!(out, "You kill the {}!", foe.to_lowercase()),
            Self::Healed { health } => write!(out, "You have {} HP now.", told(*health)),
            Self::Frozen => write!(out, "Without light the cold kills you."),
            _ => return None,
        })
    }

    fn thing_words(&self, out: &mut String) -> Option<Result> {
        let list = |items: &[Thing], before: &str, out: &mut String| {
            out.push_str(before);
            for (index, item) in items.iter().enumerate() {
                let between = if index + 1 == items.len() { " and " } else { ", " };
                out.push_str(if index > 0 { between } else { "" });
                out.push_str(&named(item));
            }
            out.push('.');
            Ok(())
        };
        Some(match self {
            Self::Opened { items } => list(items, "You open the chest: ", out),
            Self::Spoils { items } | Self::Dropped { items } => list(items, "It leaves you ", out),
            Self::Returned { lost, .. } => {
                let _ = write!(out, "You wake near the middle of the region");
                match lost {
                    Some(item) => write!(out, " without your {}.", named(item)),
                    None => write!(out, ". You have lost nothing."),
                }
            }
            Self::Equipped { item } => {
                let verb = if item.item.kind.row().slot == Slot::Weapon { "wield" } else { "put on" };
                write!(out, "You {verb} {}.", named(item))
            }
            // The application shows what is carried in a list of its own.
            Self::Pack | Self::PackLine { .. } | Self::PackEnd => Ok(()),
            _ => return None,
        })
    }
}

/// "Iron Sword (5 damage)", "7 gold".
fn named(thing: &Thing) -> String {
    let row = thing.item.kind.row();
    match row.slot {
        Slot::Weapon => format!("{} ({} damage)", row.name, thing.value),
        Slot::Armour => format!("{} ({} protection)", row.name, thing.value),
        Slot::Purse => format!("{} gold", thing.item.amount),
        Slot::Charm | Slot::Supply => row.name.into(),
    }
}

/// Damage in points.
fn told(hundredths: u32) -> String {
    let mut text = String::new();
    points(hundredths, &mut text);
    text
}

/// What the application says to a refusal in the document's words.
pub(crate) fn refused(reason: &str) -> Option<String> {
    let told = match reason {
        "! Invalid number !" => "There is nothing under that number.",
        "! Cannot be equipped !" => "That can be neither wielded nor worn.",
        "There is rock in the way." => "Rock is in the way.",
        _ => return None,
    };
    Some(told.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Item, ItemKind};
    use kernel::Narrate;

    fn words(event: &Event) -> String {
        let mut out = String::new();
        assert!(event.tell_player(&mut out));
        out
    }

    #[test]
    fn a_fight_is_told_to_the_player() {
        let blow = |attacker, damage, used, remaining, health| {
            words(&Event::Blow { attacker, damage, used, remaining, health })
        };
        assert_eq!(
            blow(Side::Enemy, 192, 3, 2, 4808),
            "The enemy hits you for 1.92 (3 of your armour used, 2 left); you have 48.08 HP left."
        );
        assert_eq!(blow(Side::Player, 500, 0, 0, 2000), "You hit the enemy for 5; it has 20 HP left.");
        assert_eq!(words(&Event::Met { foe: "Ogre" }), "You meet an ogre.");
        assert_eq!(words(&Event::Felled { foe: "Rat" }), "You kill the rat!");
        assert_eq!(words(&Event::Restored { side: Side::Player, points: 3 }), "");
    }

    #[test]
    fn things_are_named_with_what_they_are_worth() {
        let thing = |kind, amount, value| Thing { item: Item { kind, amount }, value };
        let items = [thing(ItemKind::IronSword, 1, 5), thing(ItemKind::Gold, 4, 0)].into();
        assert_eq!(words(&Event::Opened { items }), "You open the chest: Iron Sword (5 damage) and 4 gold.");
        let item = thing(ItemKind::LeatherArmour, 1, 5);
        assert_eq!(words(&Event::Equipped { item }), "You put on Leather Armour (5 protection).");
        assert!(!Event::LampOut.tell_player(&mut String::new()), "the usual sentence will do");
        assert_eq!(refused("! Invalid number !").unwrap(), "There is nothing under that number.");
    }
}
