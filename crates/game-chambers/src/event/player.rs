//! What happened, in the words of the application: to the player, in the present tense, enemies by their names. What the
//! board shows is not told.

use super::{Event, Seen, Ware, Wares, with_article};
use crate::content::FLOORS;
use crate::floor::Item;
use alloc::string::String;
use core::fmt::{Result, Write};
use kernel::Dir;

impl Event {
    /// Appends the sentence, or nothing.
    pub(super) fn say_to_player(&self, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = self.words(out);
    }

    fn words(&self, out: &mut String) -> Result {
        match *self {
            // The screen of choices asks.
            Self::Prompted { .. } | Self::ClassAsked { .. } | Self::Regained { .. } => Ok(()),
            Self::Spawned { race, .. } => {
                let name = race.row().name.to_ascii_lowercase();
                write!(out, "You are a {name}.")
            }
            Self::Moved { sees, .. } => {
                for (place, seen) in sees.iter().enumerate() {
                    out.push_str(if place == 0 { "You see " } else { " and " });
                    seen.name(out);
                }
                out.push_str(if sees.iter().next().is_some() { "." } else { "" });
                Ok(())
            }
            Self::Gold { amount } => write!(out, "You pick up {amount} gold."),
            Self::Stole { amount } => write!(out, "You steal {amount} gold."),
            Self::Guarded => write!(out, "A dragon guards this hoard: slay it to take the gold."),
            Self::Drained { hp } if hp < 0 => write!(out, "You lose {} HP.", -hp),
            Self::Drained { hp } => write!(out, "You gain {hp} HP."),
            Self::Angered => write!(out, "From now on all merchants are your enemies."),
            Self::Frozen { on: true } => write!(out, "Your enemies stand still."),
            Self::Frozen { on: false } => write!(out, "Your enemies move again."),
            Self::Entered { floor } => write!(out, "You enter floor {floor} of {FLOORS}."),
            Self::Won { .. } => write!(out, "You leave floor {FLOORS} by its stairs."),
            Self::Died { .. } => write!(out, "You are slain."),
            Self::Quit => write!(out, "You give up."),
            _ if self.foe_words(out)? => Ok(()),
            _ => self.thing_words(out),
        }
    }

    /// The sentences about an enemy; false for any other.
    fn foe_words(&self, out: &mut String) -> core::result::Result<bool, core::fmt::Error> {
        match *self {
            Self::Dealt { foe, damage, hp: 0 } => write!(out, "You hit the {} for {damage}.", foe.row().name),
            Self::Dealt { foe, damage, hp } => {
                write!(out, "You hit the {} for {damage}; it has {hp} HP left.", foe.row().name)
            }
            Self::Missed { foe } => write!(out, "You miss the {}.", foe.row().name),
            Self::Slain { foe } => write!(out, "You slay the {}.", foe.row().name),
            Self::Dropped { foe, amount } => write!(out, "The {} drops {amount} gold.", foe.row().name),
            Self::Struck { foe, damage } => write!(out, "The {} hits you for {damage}.", foe.row().name),
            Self::Dodged { foe } => write!(out, "The {} misses you.", foe.row().name),
            Self::Robbed { foe, amount } => {
                write!(out, "The {} takes {amount} gold from you.", foe.row().name)
            }
            _ => return Ok(false),
        }
        .map(|()| true)
    }

    fn thing_words(&self, out: &mut String) -> Result {
        match *self {
            Self::Used { potion } => {
                write!(out, "You drink a potion of {}: {}.", potion.row().name, potion.row().help)
            }
            Self::Taken { what } => seen("You take ", what, ".", out),
            Self::Laid { what } => seen("You lay down ", what, ".", out),
            Self::Equipped { gear } if gear.row().weapon => write!(out, "You wield {}.", with_article(gear)),
            Self::Equipped { gear } => write!(out, "You put on {}.", with_article(gear)),
            Self::Offered { wares } => wares.offer(out),
            Self::Bought { what, price, effect: Some(effect) } => {
                write!(out, "You buy a potion of {what} ({effect}) for {price} gold.")
            }
            Self::Bought { what, price, .. } => write!(out, "You buy {what} for {price} gold."),
            Self::Sold { what, price } => {
                seen("You sell ", what, "", out)?;
                write!(out, " for {price} gold.")
            }
            _ => Ok(()),
        }
    }
}

fn seen(before: &str, what: Seen, after: &str, out: &mut String) -> Result {
    out.push_str(before);
    what.name(out);
    out.push_str(after);
    Ok(())
}

impl Seen {
    /// "a potion of RH".
    fn name(self, out: &mut String) {
        match self {
            Self::Known(potion) => {
                let _ = write!(out, "a potion of {}", potion.row().name);
            }
            Self::Unknown | Self::Gear(_) => self.write(out),
        }
    }
}

impl Wares {
    /// "The merchant offers 2 potions of RH (+10 HP) for 3 gold each, a sword for 8."
    fn offer(&self, out: &mut String) -> Result {
        out.push_str("The merchant offers ");
        let mut gold = " gold";
        for (number, ware) in self.iter() {
            let alike = || self.iter().filter(|(_, other)| other.item == ware.item);
            if alike().next().is_some_and(|(first, _)| first != number) {
                continue;
            }
            out.push_str(if gold.is_empty() { ", " } else { "" });
            let (Ware { item, price, effect }, count) = (ware, alike().count());
            match item {
                Item::Potion(potion) if count > 1 => write!(out, "{count} potions of {}", potion.row().name)?,
                Item::Potion(potion) => write!(out, "a potion of {}", potion.row().name)?,
                Item::Gear(gear) => out.push_str(with_article(gear)),
                Item::Gold(_) => out.push_str("gold"),
            }
            if let Some(effect) = effect {
                write!(out, " ({effect})")?;
            }
            write!(out, " for {price}{gold}{}", if count > 1 { " each" } else { "" })?;
            gold = "";
        }
        out.push('.');
        Ok(())
    }
}

/// What the application says to a refusal in the document's words.
pub(crate) fn refused(reason: &str) -> Option<String> {
    let ways = Dir::ALL.iter().map(|way| way.long());
    let way = ways.filter(|way| reason.ends_with(&alloc::format!(" {way}."))).max_by_key(|way| way.len());
    let reason = match way {
        Some(way) => {
            let known = reason.len() - way.len() - 1;
            alloc::format!("{}{}.", &reason[..known], way.to_ascii_lowercase())
        }
        None => reason.into(),
    };
    match reason.strip_prefix("PC cannot move ") {
        Some(way) => Some(alloc::format!("You cannot move {way}")),
        None => way.map(|_| reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Effect, FoeKind, Gear, Potion, Race};
    use crate::event::Sight;
    use kernel::Narrate;

    fn told(event: Event) -> String {
        let mut out = String::new();
        assert!(event.tell_player(&mut out));
        out
    }

    #[test]
    fn the_application_speaks_to_the_player_and_names_enemies() {
        let foe = FoeKind::Dwarf;
        assert_eq!(told(Event::Spawned { race: Race::Troll, class: None }), "You are a troll.");
        assert_eq!(
            told(Event::Dealt { foe, damage: 20, hp: 80 }),
            "You hit the dwarf for 20; it has 80 HP left."
        );
        assert_eq!(told(Event::Struck { foe, damage: 12 }), "The dwarf hits you for 12.");
        assert_eq!(told(Event::Used { potion: Potion::BA }), "You drink a potion of BA: boost Atk.");
        assert_eq!(told(Event::Died { score: 3, more_races: false }), "You are slain.");
        assert_eq!(told(Event::Prompted { more_races: true }), "", "the screen of choices asks");
    }

    #[test]
    fn a_plain_step_is_not_told_and_things_beside_it_are() {
        let mut sees = Sight::default();
        assert_eq!(told(Event::Moved { dir: Dir::N, sees }), "");
        sees.note(Seen::Unknown);
        sees.note(Seen::Known(Potion::RH));
        assert_eq!(told(Event::Moved { dir: Dir::N, sees }), "You see an unknown potion and a potion of RH.");
    }

    #[test]
    fn a_merchant_names_goods_with_prices() {
        let effect = Some(Effect { hp: 10, atk: 0, def: 0 });
        let potion = Ware { item: Item::Potion(Potion::RH), price: 3, effect };
        let sword = Ware { item: Item::Gear(Gear::Sword), price: 8, effect: None };
        let wares = Wares([Some(potion), None, Some(sword), None]);
        assert_eq!(
            told(Event::Offered { wares }),
            "The merchant offers a potion of RH (+10 HP) for 3 gold, a sword for 8."
        );
        let wares = Wares([Some(potion), Some(potion), Some(sword), None]);
        assert_eq!(
            told(Event::Offered { wares }),
            "The merchant offers 2 potions of RH (+10 HP) for 3 gold each, a sword for 8."
        );
    }

    #[test]
    fn refusals_speak_to_the_player() {
        assert_eq!(refused("PC cannot move Northeast.").unwrap(), "You cannot move northeast.");
        assert_eq!(refused("No enemy to the North.").unwrap(), "No enemy to the north.");
        assert_eq!(refused("The bag is full."), None);
    }
}
