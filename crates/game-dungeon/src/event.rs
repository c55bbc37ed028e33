//! The events and their sentences.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt::Write as _;
use kernel::{Cue, Narrate, Pos};
use serde::Serialize;

/// One item of the pack, as the inventory lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// Its number, counted from 1.
    pub number: u32,
    /// Its name.
    pub name: Arc<str>,
    /// The strength of a sword or armor.
    pub value: Option<i32>,
    /// `w` for the sword wielded, `a` for the armor worn.
    pub used: Option<char>,
}

/// Something that happened. If an action of the file has a message, that is its sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// The player moved.
    Stepped { at: Pos },
    /// The top item of the cell the player stepped on; `more` lie below it.
    Sees { name: Arc<str>, more: u32 },
    /// The player hit a monster; `taken` is the damage of its answer, if it survived.
    Blow { foe: Arc<str>, dealt: i32, taken: Option<i32> },
    /// The player regained a hit point by walking.
    Regained { hp: i32 },
    /// The player was killed.
    Died { by: Arc<str> },
    /// The action Remove.
    Removed { who: Arc<str>, message: Option<Arc<str>> },
    /// The action YouWin.
    Scored { who: Arc<str>, points: i32, message: Option<Arc<str>> },
    /// The action ChangeDisplayedType.
    Reshaped { who: Arc<str>, glyph: char, message: Option<Arc<str>> },
    /// The action UpdateDisplay.
    Refreshed { who: Arc<str>, message: Option<Arc<str>> },
    /// The action Teleport.
    Teleported { who: Arc<str>, from: Pos, to: Pos, message: Option<Arc<str>> },
    /// The action Teleport, but no cell was free.
    Stranded { who: Arc<str> },
    /// The action Print: for the console or a log, never for the display.
    Printed { who: Arc<str>, message: Arc<str> },
    /// DropPack or EmptyPack: an item fell out of the pack.
    Lost { item: Arc<str>, at: Pos },
    /// The message of DropPack or EmptyPack.
    PackSpilled { message: Arc<str> },
    /// DropPack or EmptyPack with an empty pack.
    NothingLost,
    /// EndGame in a descent: the stairs down are open.
    Opened { at: Pos, message: Option<Arc<str>> },
    /// The player went down the stairs and rested.
    Descended { depth: u32, hp: i32 },
    /// The action EndGame.
    Ended { who: Arc<str>, won: bool, message: Option<Arc<str>> },
    /// The pack was shown.
    Listed { items: Vec<Held> },
    /// An item was picked up.
    PickedUp { item: Arc<str> },
    /// An item was dropped by command.
    Dropped { item: Arc<str>, at: Pos },
    /// A sword was wielded.
    Wielded { item: Arc<str>, value: i32 },
    /// Armor was put on.
    Worn { item: Arc<str>, value: i32 },
    /// Armor was taken off.
    TakenOff { item: Arc<str> },
    /// A scroll was read and used up; its actions follow as events of their own.
    Read { item: Arc<str> },
    /// The scroll had no effect.
    Blank,
    /// The message of an action of a scroll.
    Voiced { message: Arc<str> },
    /// The item in use changed its strength; negative for a curse.
    Blessed { item: Arc<str>, by: i32, value: i32 },
    /// A blessing or curse without an item in use.
    Unblessed { target: &'static str, by: i32 },
    /// Everything looks like something else for some moves.
    Hallucinating { moves: u32 },
    /// The list of commands, or the help line for one of them.
    Helped { text: &'static str },
    /// The player ended the game.
    Left,
}

/// Writes the pack in the form used by the inventory and the bottom of the display.
pub(crate) fn list(items: impl Iterator<Item = Held>, out: &mut String) {
    for held in items {
        let gap = if held.number == 1 { "" } else { "  " };
        let _ = write!(out, "{gap}{}: {}", held.number, held.name);
        if let Some(value) = held.value {
            let _ = write!(out, " {value}");
        }
        if let Some(used) = held.used {
            let _ = write!(out, " ({used})");
        }
    }
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = self.sentence(out);
    }

    fn tell_player(&self, out: &mut String) -> bool {
        self.words(out).is_ok_and(|told| told)
    }

    /// What a Print action writes to the console, which is no part of the display.
    fn aside(&self) -> Option<&str> {
        if let Self::Printed { message, .. } = self { Some(message) } else { None }
    }

    fn cue(&self) -> Cue {
        match self {
            Self::Blow { .. } => Cue::Beat,
            Self::Scored { .. } | Self::Regained { .. } | Self::PickedUp { .. } => Cue::Good,
            Self::Ended { won: true, .. } => Cue::Good,
            Self::Blessed { by, .. } if *by >= 0 => Cue::Good,
            Self::Blessed { .. } | Self::Lost { .. } | Self::Hallucinating { .. } => Cue::Bad,
            Self::Opened { .. } | Self::Descended { .. } => Cue::Good,
            Self::Died { .. } => Cue::Pause,
            _ => Cue::Plain,
        }
    }
}

impl Event {
    fn sentence(&self, out: &mut String) -> core::fmt::Result {
        match self {
            Self::Stepped { .. } | Self::Regained { .. } | Self::Printed { .. } => Ok(()),
            Self::Sees { name, more: 0 } => write!(out, "You see {name} here."),
            Self::Sees { name, more } => write!(out, "You see {name} here, on top of {more} more."),
            Self::Blow { foe, dealt, taken: Some(taken) } => {
                write!(out, "You hit {foe} for {dealt}, {foe} hits you for {taken}.")
            }
            Self::Blow { foe, dealt, taken: None } => write!(out, "You hit {foe} for {dealt} and kill it."),
            Self::Died { by } => write!(out, "You are killed by {by}."),
            Self::Removed { who, message } => told(out, message, || alloc::format!("{who} is gone.")),
            Self::Scored { points, message, .. } => {
                told(out, message, || alloc::format!("You gain {points} points."))
            }
            Self::Reshaped { who, glyph, message } => {
                told(out, message, || alloc::format!("{who} now looks like {glyph}."))
            }
            Self::Refreshed { message, .. } => told(out, message, || "The display is refreshed.".into()),
            Self::Teleported { who, message, .. } => {
                told(out, message, || alloc::format!("{who} is suddenly somewhere else."))
            }
            Self::Stranded { who } => write!(out, "{who} has nowhere to go."),
            Self::Lost { item, .. } => write!(out, "{item} falls out of your pack."),
            Self::NothingLost => out.write_str("Your pack is empty: nothing falls out."),
            Self::Ended { message, .. } => told(out, message, || "The game ends here.".into()),
            Self::Opened { message, .. } => told(out, message, || "The way down is open.".into()),
            Self::Descended { depth, hp } => {
                write!(out, "You rest on the stairs and go down to depth {depth}. You have {hp} HP.")
            }
            Self::PackSpilled { message } | Self::Voiced { message } => out.write_str(message),
            Self::Left => out.write_str("You end the game."),
            Self::Helped { text } => out.write_str(text),
            _ => self.sentence_of_the_pack(out),
        }
    }

    fn sentence_of_the_pack(&self, out: &mut String) -> core::fmt::Result {
        match self {
            Self::Listed { items } if items.is_empty() => out.write_str("The pack is empty."),
            Self::Listed { items } => {
                list(items.iter().cloned(), out);
                Ok(())
            }
            Self::PickedUp { item } => write!(out, "You pick up {item}."),
            Self::Dropped { item, .. } => write!(out, "You drop {item}."),
            Self::Wielded { item, .. } => write!(out, "You wield {item}."),
            Self::Worn { item, .. } => write!(out, "You wear {item}."),
            Self::TakenOff { item } => write!(out, "You take off {item}."),
            Self::Read { item } => write!(out, "You read {item}."),
            Self::Blank => out.write_str("Nothing happens."),
            Self::Blessed { item, by, .. } if *by < 0 => {
                write!(out, "{item} cursed! {by} taken from its effectiveness")
            }
            Self::Blessed { item, by, .. } => write!(out, "{item} blessed! {by} added to its effectiveness"),
            Self::Unblessed { target, by } => {
                let deed = if *by < 0 { "cursing" } else { "blessing" };
                write!(out, "scroll of {deed} does nothing because {target} not being used")
            }
            Self::Hallucinating { moves } => write!(out, "Hallucinations will continue for {moves} moves"),
            _ => Ok(()),
        }
    }
}

impl Event {
    /// The words of the application where they differ from those of the document; false where they do not. Messages of a file
    /// are told as its author wrote them.
    fn words(&self, out: &mut String) -> Result<bool, core::fmt::Error> {
        match self {
            Self::Blow { foe, dealt, taken: Some(taken) } => {
                write!(out, "You hit {} for {dealt}; it hits you for {taken}.", the(foe))
            }
            Self::Blow { foe, dealt, taken: None } => {
                write!(out, "You hit {} for {dealt} and kill it.", the(foe))
            }
            Self::Died { by } => write!(out, "You are killed by {}.", the(by)),
            Self::Scored { points: 1, message: None, .. } => out.write_str("You gain 1 point."),
            Self::Blessed { item, by, .. } if *by < 0 => {
                write!(out, "A curse: your {item} gets worse by {}.", by.unsigned_abs())
            }
            Self::Blessed { item, by, .. } => write!(out, "A blessing: your {item} gets better by {by}."),
            Self::Unblessed { target, by } => {
                let deed = if *by < 0 { "curse" } else { "blessing" };
                write!(out, "A {deed} for your {target}, but you are using none.")
            }
            Self::Hallucinating { moves } => {
                write!(out, "You see things that are not there, for {moves} moves.")
            }
            // The screen shows what is refreshed, gone or changed.
            Self::Refreshed { message: None, .. }
            | Self::Removed { message: None, .. }
            | Self::Reshaped { message: None, .. } => Ok(()),
            _ => return Ok(false),
        }?;
        Ok(true)
    }
}

/// A creature by its name with an article, unless it has one: "the Cave rat".
fn the(name: &str) -> String {
    let has_article = ["the ", "a ", "an "].iter().any(|article| name.to_lowercase().starts_with(article));
    if has_article { name.into() } else { alloc::format!("the {name}") }
}

/// The message of the file, or the default where the file has none.
fn told(out: &mut String, message: &Option<Arc<str>>, default: impl Fn() -> String) -> core::fmt::Result {
    match message {
        Some(message) => out.write_str(message),
        None => out.write_str(&default()),
    }
}
