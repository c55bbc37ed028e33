//! The state of a game and the only code that changes it.
//!
//! `fight` moves and strikes, `deeds` runs the actions of creatures, `pack` those of items, `descend` leads
//! to the next dungeon.

mod deeds;
mod descend;
mod fight;
mod pack;
mod practice;

use crate::{
    command::Command,
    content::{self, refusal as say},
    event::Event,
    plan::Plan,
    setup::Setup,
};
use alloc::{sync::Arc, vec::Vec};
use kernel::{Pos, Refused, Rng, Seed, Verdict, pulse_of};
use serde::{Deserialize, Serialize};

pub(crate) use descend::Descent;

/// The player's current state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hero {
    pub(crate) at: Pos,
    pub(crate) glyph: char,
    pub(crate) hp: i32,
    pub(crate) score: i64,
    /// Number of steps and blows so far: the game's time.
    pub(crate) moves: u32,
    /// False once a Remove action has taken the dead player off the board.
    pub(crate) on_board: bool,
    /// The items carried, by their indices in the plan, in the order of the inventory.
    pub(crate) pack: Vec<u32>,
    /// The sword wielded, by its index in the plan.
    pub(crate) wielded: Option<u32>,
    /// The armor worn, by its index in the plan.
    pub(crate) worn: Option<u32>,
    /// The last move of the hallucination; 0 for none.
    pub(crate) hallucinating_until: u32,
}

/// A monster's current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Foe {
    pub(crate) at: Pos,
    pub(crate) glyph: char,
    pub(crate) hp: i32,
    pub(crate) on_board: bool,
}

/// An item on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lying {
    pub(crate) at: Pos,
    /// Its index in the plan.
    pub(crate) item: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum End {
    /// A monster whose death ends the game was killed.
    Won,
    /// The player was killed.
    Died,
    /// An EndGame action ran for a living player.
    Ended,
    /// The player ended the game by command.
    Left,
}

impl End {
    /// The verdict of the outcome.
    pub(crate) const fn verdict(self) -> Verdict {
        match self {
            Self::Won => Verdict::Won,
            Self::Died => Verdict::Died,
            Self::Ended | Self::Left => Verdict::Ended,
        }
    }
}

/// A dungeon in play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dungeon {
    plan: Arc<Plan>,
    /// The dice of fights and teleports.
    fate: Rng,
    /// Seed of the hallucinations; not a stream, so that they use no dice.
    hallucination_seed: u64,
    hero: Hero,
    /// The monsters, in the order of the plan.
    foes: Vec<Foe>,
    /// The items on the floor, in the order they were put there: the last one in a cell is on top.
    floor: Vec<Lying>,
    /// The strength of every item, in the order of the plan, including blessings and curses.
    values: Vec<i32>,
    end: Option<End>,
    /// Buffer for the occupied cells while a teleport looks for a free one.
    #[serde(skip)]
    scratch: Vec<u32>,
    /// Present in a descent. Added later: see `kernel::trailing`.
    #[serde(with = "kernel::trailing")]
    descent: Option<Descent>,
}

impl Dungeon {
    pub(crate) fn begin(setup: &Setup, seed: &Seed) -> Self {
        let descent = (setup.depths > 0).then(|| Descent::new(seed, setup.depths));
        let plan = match &descent {
            Some(descent) => Arc::new(Plan::from(descent.facts())),
            None => Arc::clone(&setup.plan),
        };
        let facts = &plan.facts;
        let hero = Hero {
            at: facts.hero.at,
            glyph: facts.hero.glyph,
            hp: facts.hero.hp,
            score: 0,
            moves: 0,
            on_board: true,
            pack: Vec::with_capacity(facts.items.len()),
            wielded: None,
            worn: None,
            hallucinating_until: 0,
        };
        let mut game = Self {
            plan: Arc::clone(&plan),
            fate: Rng::stream(seed, "fate", &[]),
            hallucination_seed: seed.words()[0],
            hero,
            foes: facts
                .foes
                .iter()
                .map(|foe| Foe { at: foe.at, glyph: foe.glyph, hp: foe.hp, on_board: true })
                .collect(),
            floor: Vec::with_capacity(facts.items.len()),
            values: facts.items.iter().map(|item| item.value).collect(),
            end: None,
            scratch: Vec::new(),
            descent,
        };
        for (number, item) in facts.items.iter().enumerate() {
            match item.at {
                Some(at) => game.floor.push(Lying { at, item: number as u32 }),
                None => game.hero.pack.push(number as u32),
            }
        }
        game
    }

    fn carry(&mut self, command: Command, events: &mut Vec<Event>) -> Found<()> {
        match command {
            Command::Go(way) => self.go(way, events),
            Command::Inventory => events.push(Event::Listed { items: self.held().collect() }),
            Command::TakeOff => self.take_off(events),
            Command::Drop(number) => self.drop(self.numbered(number)?, events),
            Command::PickUp => self.pick_up(self.top_item()?, events),
            Command::Read(number) => self.read(self.scroll(number)?, events),
            Command::Wield(number) => self.wield(self.sword(number)?, events),
            Command::Wear(number) => self.wear(self.armor(number)?, events),
            Command::Help => events.push(Event::Helped { text: content::HELP }),
            Command::HelpOn(letter) => events.push(Event::Helped { text: help_on(letter)? }),
            Command::End(_) => {
                self.end = Some(End::Left);
                events.push(Event::Left);
            }
        }
        Ok(())
    }

    /// True while the player hallucinates.
    pub(crate) const fn is_hallucinating(&self) -> bool {
        self.hero.hallucinating_until != 0 && self.hero.moves <= self.hero.hallucinating_until
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Seed of the hallucinations.
    pub(crate) const fn hallucination_seed(&self) -> u64 {
        self.hallucination_seed
    }

    pub(crate) const fn hero(&self) -> &Hero {
        &self.hero
    }

    /// The monsters, in the order of the plan.
    pub(crate) fn foes(&self) -> &[Foe] {
        &self.foes
    }

    /// The items on the floor: the last one in a cell is on top.
    pub(crate) fn floor(&self) -> &[Lying] {
        &self.floor
    }

    pub(crate) const fn end(&self) -> Option<End> {
        self.end
    }

    /// A cheap fingerprint of everything a command can change.
    pub(crate) fn fingerprint(&self) -> u64 {
        let hero = &self.hero;
        let place = |at: Pos| u64::from(at.x.cast_unsigned()) << 32 | u64::from(at.y.cast_unsigned());
        let used = |item: Option<u32>| item.map_or(0, |item| u64::from(item) + 1);
        pulse_of(&[
            place(hero.at),
            u64::from(hero.hp.cast_unsigned()) << 32 | u64::from(hero.moves),
            hero.score.cast_unsigned(),
            used(hero.wielded) << 32 | used(hero.worn),
            (hero.pack.len() as u64) << 32 | used(hero.pack.last().copied()),
            u64::from(self.descent.as_ref().map_or(0, |descent| descent.depth)) << 48
                | u64::from(hero.hallucinating_until) << 8
                | self.end.map_or(0, |end| end as u64 + 1),
            self.fate.fingerprint(),
        ])
    }

    /// The monster at a cell; where there are several, the one drawn on top.
    pub(crate) fn foe_at(&self, at: Pos) -> Option<usize> {
        self.foes.iter().rposition(|foe| foe.on_board && foe.at == at)
    }
}

/// A value, or the reason for a refusal.
type Found<T> = Result<T, &'static str>;

/// Why a command cannot be carried out now; `None` if it can.
pub(crate) fn refusal(game: &Dungeon, command: Command) -> Option<Refused> {
    let found = match command {
        _ if game.end.is_some() => Err(say::OVER),
        Command::Go(way) => game.way_is_free(way),
        Command::TakeOff => game.hero.worn.map(drop).ok_or(say::NOTHING_WORN),
        Command::Drop(number) => game.numbered(number).map(drop),
        Command::PickUp => game.top_item().map(drop),
        Command::Read(number) => game.scroll(number).map(drop),
        Command::Wield(number) => game.sword(number).map(drop),
        Command::Wear(number) => game.armor(number).map(drop),
        Command::HelpOn(letter) => help_on(letter).map(drop),
        Command::End('Y' | 'y') | Command::Inventory | Command::Help => Ok(()),
        Command::End(_) => Err(say::GOES_ON),
    };
    found.err().map(Refused::because)
}

/// True when a command would be carried out now. Numbers beyond the pack are rejected first, since bots ask
/// about every command after every turn.
pub(crate) fn may(game: &Dungeon, command: Command) -> bool {
    match command {
        Command::Drop(number) | Command::Read(number) | Command::Wield(number) | Command::Wear(number)
            if number as usize > game.hero.pack.len() =>
        {
            false
        }
        _ => refusal(game, command).is_none(),
    }
}

/// Replaces the dice that are rolled in turn.
pub(crate) fn set_dice(game: &mut Dungeon, dice: Rng) {
    game.fate = dice;
}

/// Carries out one command.
pub(crate) fn act(game: &mut Dungeon, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
    match refusal(game, command) {
        Some(refused) => Err(refused),
        None => game.carry(command, events).map_err(Refused::because),
    }
}

fn help_on(letter: char) -> Found<&'static str> {
    let row = content::HELP_ON.iter().find(|(letters, _)| letters.contains(&letter));
    row.map(|(_, text)| *text).ok_or(say::NO_HELP)
}
