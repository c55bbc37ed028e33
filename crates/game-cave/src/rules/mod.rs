//! The state of a game and the only code that changes it.

pub(crate) mod combat;
mod delve;
pub(crate) mod land;
mod missed;
mod pack;
pub(crate) mod party;
mod practice;
mod roam;
mod seen;
mod skirmish;
mod spawn;
mod supplies;
mod walk;
mod waypoints;

use crate::content::{Item, ItemKind, KILL_SCORE, RELIC_SCORE, Slot, WAYPOINTS};
use crate::event::Event;
use crate::generate::Region;
use crate::import::Import;
use crate::setup::Settings;
use crate::{Command, Setup};
use alloc::{
    boxed::Box,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    vec::Vec,
};
pub(crate) use delve::{Delve, Fate};
use kernel::{Refused, Rng, Seed};
use land::{Land, ROCK, Source};
use missed::Change;
use party::Party;
pub(crate) use seen::{TILES, Tiles, has_tile, tile_cells};
use serde::{Deserialize, Serialize};
pub(crate) use skirmish::Blows;

/// A position in the world, or of a region among regions. `x` grows to the right, `y` upwards.
pub(crate) type Spot = (i64, i64);

/// The hero and what he carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hero {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) pack: Vec<Held>,
    /// The items in use, by their names in the pack, which never change.
    pub(crate) weapon: u32,
    pub(crate) armour: u32,
    /// The name of the next item.
    pub(crate) next: u32,
}

/// An item in the pack, with a name that stays the same while other items come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) name: u32,
    pub(crate) item: Item,
}

/// Everything that play has changed in the world, which is otherwise a function of its seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marks {
    /// Emptied chests, by position.
    pub(crate) claimed: BTreeSet<Spot>,
    /// Regions whose monster is dead.
    pub(crate) dead: BTreeSet<Spot>,
    /// Positions of monsters that have left their birthplace, by home region.
    pub(crate) roamed: BTreeMap<Spot, Spot>,
    /// Health of monsters that differs from that of their kind, in hundredths, by home region.
    pub(crate) health: BTreeMap<Spot, u32>,
}

/// What one hero has seen and noted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// For every region on screen so far, the tiles that were completely in view.
    pub(crate) seen: BTreeMap<Spot, Tiles>,
    /// The player's waypoints, by number.
    pub(crate) waypoints: BTreeMap<u32, Spot>,
}

/// A game of the endless cave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cave {
    settings: Settings,
    seed: Seed,
    fate: Rng,
    hero: Hero,
    turn: u64,
    kills: u32,
    deaths: u32,
    marks: Arc<Marks>,
    memory: Arc<Memory>,
    kept: Arc<Kept>,
    /// Present with extended options.
    #[serde(with = "kernel::trailing")]
    delve: Option<Box<Delve>>,
    /// The other heroes, once the cave is shared.
    #[serde(with = "kernel::trailing")]
    party: Option<Arc<Party>>,
    #[serde(skip)]
    land: Arc<Land>,
    /// The coins in the pack, counted once, since every command needs them.
    #[serde(skip)]
    coins: Option<u32>,
    /// Changes by the current command that other heroes may miss.
    #[serde(skip)]
    changes: Vec<Change>,
}

impl Cave {
    /// A new game, or one that continues an exported world.
    pub(crate) fn begin(setup: &Setup, seed: &Seed) -> Self {
        let import = setup.import.as_deref();
        let mut cave = Self {
            settings: setup.settings,
            seed: import.map_or(seed, |import| &import.seed).clone(),
            fate: Rng::stream(seed, "fate", &[]),
            hero: Hero { x: 0, y: 0, pack: Vec::new(), weapon: 0, armour: 0, next: 1 },
            turn: 0,
            kills: 0,
            deaths: 0,
            marks: Arc::default(),
            memory: Arc::default(),
            kept: import.map_or_else(Arc::default, |import| import.kept.clone()),
            delve: Delve::of(setup.extended).map(Box::new),
            party: None,
            land: Arc::default(),
            coins: None,
            changes: Vec::new(),
        };
        if let Some(import) = import {
            cave.marks = Arc::new(import.marks.clone());
            cave.memory = Arc::new(import.memory.clone());
            cave.kills = import.marks.dead.len() as u32;
        }
        cave.equip_anew(import);
        match import.and_then(|import| import.place) {
            Some((x, y)) => {
                (cave.hero.x, cave.hero.y) = (x, y);
                cave.survey();
            }
            None => cave.spawn((0, 0)),
        }
        cave.set_out();
        cave.mark_seen();
        cave
    }

    /// Gives the hero his initial items: those of the imported player, or leather armour and a wooden sword.
    fn equip_anew(&mut self, import: Option<&Import>) {
        if let Some(player) = import.and_then(|import| import.player.as_ref()) {
            self.hero = Hero { x: self.hero.x, y: self.hero.y, ..player.clone() };
            return;
        }
        self.hero.armour = self.hero.take(Item::one(ItemKind::LeatherArmour));
        self.hero.weapon = self.hero.take(Item::one(ItemKind::WoodenSword));
        if self.extended().goods {
            for kind in [ItemKind::Torch, ItemKind::Bread, ItemKind::Bread, ItemKind::EscapeScroll] {
                self.hero.take(Item::one(kind));
            }
        }
    }

    /// Everything the world is generated from.
    pub(crate) fn source(&self) -> Source<'_> {
        let extended = self.extended();
        Source { seed: &self.seed, settings: &self.settings, marks: &self.marks, kept: &self.kept, extended }
    }

    /// The same, and the loaded land to change.
    fn source_and_land(&mut self) -> (Source<'_>, &mut Land) {
        let extended = self.extended();
        let Self { seed, settings, marks, kept, land, .. } = self;
        (Source { seed, settings, marks, kept, extended }, Arc::make_mut(land))
    }

    /// Runs `f` on land that extends at least this far around the hero: the loaded land, or one built for it.
    pub(crate) fn with_land<R>(&self, half: Spot, f: impl FnOnce(&Land) -> R) -> R {
        let (x, y) = (self.hero.x, self.hero.y);
        if self.land.reaches(x, y, half) {
            return f(&self.land);
        }
        let mut land = Land::with_regions_of(&self.land);
        land.survey(&self.source(), (x, y), half);
        f(&land)
    }

    /// The same, limited to what the hero remembers, which saves generating unseen regions. Monsters the hero
    /// may see are included: a region is left out only if nothing in it was seen and no monster roams from
    /// there.
    pub(crate) fn with_known_land<R>(&self, half: Spot, f: impl FnOnce(&Land) -> R) -> R {
        let (x, y) = (self.hero.x, self.hero.y);
        if self.land.reaches(x, y, half) {
            return f(&self.land);
        }
        let mut land = Land::with_regions_of(&self.land);
        let beside =
            |at: i64, region: i64| (at - 1..=at + 1).any(|at| at.div_euclid(self.settings.size()) == region);
        let known = |region: Spot| {
            self.memory.seen.contains_key(&region)
                || self.marks.roamed.contains_key(&region)
                || beside(x, region.0) && beside(y, region.1)
        };
        land.survey_only(&self.source(), (x, y), half, known);
        f(&land)
    }

    /// True when the hero's game has ended, or that of all.
    #[inline]
    fn is_over(&self) -> bool {
        (self.delve.is_some() || self.party.is_some()) && self.fate_of_hero().or(self.fate_of_all()).is_some()
    }

    /// True when there is rock at a position beside the hero.
    fn is_rock(&self, (x, y): Spot) -> bool {
        self.with_land((1, 1), |land| land.at(x, y) == ROCK)
    }

    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) const fn hero(&self) -> &Hero {
        &self.hero
    }

    pub(crate) const fn turn(&self) -> u64 {
        self.turn
    }

    pub(crate) const fn kills(&self) -> u32 {
        self.kills
    }

    pub(crate) const fn deaths(&self) -> u32 {
        self.deaths
    }

    /// The hero's distance from the middle of the world: the larger of both offsets, in cells.
    pub(crate) fn distance_out(&self) -> i64 {
        self.hero.x.abs().max(self.hero.y.abs())
    }

    pub(crate) fn marks(&self) -> &Marks {
        &self.marks
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The loaded land around the hero.
    pub(crate) fn land(&self) -> &Land {
        &self.land
    }

    /// A cheap fingerprint of everything a command can change.
    pub(crate) fn fingerprint(&self) -> u64 {
        let pulse = kernel::pulse_of(&[
            self.hero.x as u64,
            self.hero.y as u64,
            self.turn,
            self.fate.fingerprint(),
            u64::from(self.hero.weapon) << 32 | u64::from(self.hero.armour),
            u64::from(self.hero.next) << 32 | u64::from(self.gold()),
            u64::from(self.kills) << 32 | u64::from(self.deaths),
        ]);
        let pulse =
            self.delve.as_ref().map_or(pulse, |delve| kernel::pulse_of(&[pulse, delve.fingerprint()]));
        self.party_fingerprint().map_or(pulse, |party| kernel::pulse_of(&[pulse, party]))
    }

    pub(crate) fn score(&self) -> i64 {
        let relic = if self.fate_of_hero() == Some(Fate::Home) { RELIC_SCORE } else { 0 };
        i64::from(self.gold()) + KILL_SCORE * i64::from(self.kills) + relic
    }

    /// The region of a position, and the cell within it.
    pub(crate) const fn locate(settings: &Settings, (x, y): Spot) -> (Spot, (u32, u32)) {
        let size = settings.size();
        ((x.div_euclid(size), y.div_euclid(size)), (x.rem_euclid(size) as u32, y.rem_euclid(size) as u32))
    }
}

/// Why a command cannot be carried out now; `None` if it can.
pub(crate) fn refusal(cave: &Cave, command: Command) -> Option<Refused> {
    reason_against(cave, command).map(Refused::because)
}

/// The same in the words of the game. Bots ask about every command after every turn, so what they ask is decided here and
/// the rest by calls.
#[inline(always)]
pub(crate) fn reason_against(cave: &Cave, command: Command) -> Option<&'static str> {
    if cave.is_over() {
        return Some("The game is over.");
    }
    match command {
        Command::Go(way) => cave.is_rock(cave.beside(way)).then_some("There is rock in the way."),
        Command::Equip(number) => match cave.numbered(number) {
            None => Some("! Invalid number !"),
            Some(held) if matches!(held.item.kind.row().slot, Slot::Purse | Slot::Supply) => {
                Some("! Cannot be equipped !")
            }
            Some(_) => None,
        },
        Command::Mark(number) => (!(1..=WAYPOINTS).contains(&number)).then_some("! Invalid number !"),
        Command::Marks => cave.memory.waypoints.is_empty().then_some("You have not set a waypoint."),
        Command::Use(number) => cave.use_refusal(number),
        Command::Lamp => cave.lamp_refusal(),
        Command::Wait | Command::Inventory => None,
        // Commands about other heroes are checked in `party`.
        Command::Join(_) | Command::Leave | Command::Dismiss(_) | Command::Give(..) => None,
    }
}

/// Replaces the dice that are rolled in turn.
pub(crate) fn set_dice(game: &mut Cave, dice: Rng) {
    game.fate = dice;
}

/// Carries out one command.
pub(crate) fn act(cave: &mut Cave, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
    cave.arrive();
    cave.coins.get_or_insert_with(|| cave.hero.coins());
    if let Some(refused) = refusal(cave, command) {
        return Err(refused);
    }
    match command {
        Command::Go(way) => cave.step(way, events),
        Command::Wait => {
            cave.turn += 1;
            events.push(Event::Waited);
            cave.pass_turn(events);
        }
        Command::Inventory => cave.read_out(events),
        Command::Equip(number) => cave.equip(number, events),
        Command::Use(number) => cave.use_up(number, events),
        Command::Lamp => cave.turn_lamp(events),
        Command::Mark(number) => cave.set_waypoint(number, events),
        Command::Marks => cave.list_waypoints(events),
        Command::Join(_) | Command::Leave | Command::Dismiss(_) | Command::Give(..) => {}
    }
    Ok(())
}

/// Regions of an imported world that differ from those of its seed; they stay as in their files.
pub(crate) type Kept = BTreeMap<Spot, Region>;
