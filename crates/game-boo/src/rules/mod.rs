//! The state of a game and the only code that writes it.

mod foresight;
mod ghosts;
#[cfg(test)]
pub(crate) mod pictures;
mod practice;

use crate::content::{BAIT_TURNS, HEAL_MEAN_TENTHS, HP_MAX, THROW_TILES, damage_mean_tenths};
use crate::event::Event;
use crate::generate::{Plan, plan};
use crate::ground::{Rows, Spot, SpotList};
use crate::layout::Layout;
use crate::setup::{Additions, Setup};
use crate::sight::visible;
use crate::{Command, Way};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use kernel::{Refused, Rng, Seed, pulse_of};
use serde::{Deserialize, Serialize};

/// A game of Meow and Boo.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Boo {
    setup: Setup,
    seed: Seed,
    /// The dice of play: damage, healing, steps of ghosts.
    fate: Rng,
    /// Immutable, so copies of a game share it.
    layout: Arc<Layout>,
    floor: u32,
    turns: u32,
    hp: u32,
    /// Fish in the bag.
    bag: u32,
    cat: Spot,
    /// In the order in which they move.
    ghosts: SpotList,
    /// Fish on the floor.
    fish: SpotList,
    /// True when the ghosts rest at the cat's next step.
    resting: bool,
    /// Every tile the cat has seen on this floor; empty without the option `fog`.
    seen: Rows,
    /// Present only with an option of the Undercroft edition.
    #[serde(with = "kernel::trailing")]
    edition: Option<Box<EditionState>>,
}

/// State that only the options of the Undercroft edition need.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct EditionState {
    additions: Additions,
    /// Every door of the floor.
    doors: Rows,
    /// The doors that are shut.
    shut: Rows,
    bait: Option<Bait>,
}

/// A fish that was thrown.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Bait {
    at: Spot,
    /// Number of the cat's steps for which it still attracts ghosts.
    left: u32,
}

impl Boo {
    /// A game that starts on a given floor with full health, for tests and measurements. Players start on
    /// floor 1.
    #[must_use]
    pub fn on_floor(setup: &Setup, seed: &Seed, floor: u32) -> Self {
        let fate = Rng::stream(seed, "fate", &[]);
        let mut game = Self::of(plan(seed, setup, floor), *setup, seed.clone(), fate);
        game.floor = floor;
        game.look_around();
        game
    }

    fn of(plan: Plan, setup: Setup, seed: Seed, fate: Rng) -> Self {
        let additions = setup.additions;
        let edition = EditionState { additions, doors: plan.doors, shut: Rows::EMPTY, bait: None };
        Self {
            edition: (additions != Additions::NONE).then(|| Box::new(edition)),
            setup: Setup { additions: Additions::NONE, ..setup },
            seed,
            fate,
            layout: Arc::new(plan.layout),
            floor: 1,
            turns: 0,
            hp: HP_MAX,
            bag: 0,
            cat: plan.cat,
            ghosts: plan.ghosts,
            fish: plan.fish,
            resting: true,
            seen: Rows::EMPTY,
        }
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.hp == 0
    }

    pub(crate) const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The options in use beyond the document's rules.
    pub(crate) fn additions(&self) -> Additions {
        self.edition.as_ref().map_or(Additions::NONE, |edition| edition.additions)
    }

    /// All doors of the floor, and those that are shut.
    pub(crate) fn doors(&self) -> Option<(&Rows, &Rows)> {
        self.edition.as_ref().map(|edition| (&edition.doors, &edition.shut))
    }

    /// Where the bait lies.
    pub(crate) fn bait(&self) -> Option<Spot> {
        self.edition.as_ref()?.bait.map(|bait| bait.at)
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The layout as an `Arc`, so that a canvas can keep it.
    pub(crate) const fn layout_kept(&self) -> &Arc<Layout> {
        &self.layout
    }

    pub(crate) const fn floor(&self) -> u32 {
        self.floor
    }

    pub(crate) const fn turns(&self) -> u32 {
        self.turns
    }

    pub(crate) const fn hp(&self) -> u32 {
        self.hp
    }

    /// Fish in the bag.
    pub(crate) const fn bag(&self) -> u32 {
        self.bag
    }

    pub(crate) const fn cat(&self) -> Spot {
        self.cat
    }

    /// In the order in which they move.
    pub(crate) const fn ghosts(&self) -> &SpotList {
        &self.ghosts
    }

    /// Fish on the floor.
    pub(crate) const fn fish(&self) -> &SpotList {
        &self.fish
    }

    /// True when the ghosts rest at the cat's next step.
    pub(crate) const fn is_resting(&self) -> bool {
        self.resting
    }

    /// Every tile the cat has seen on this floor; empty without the option `fog`.
    pub(crate) const fn seen(&self) -> &Rows {
        &self.seen
    }

    /// A cheap fingerprint of everything a command can change.
    pub(crate) fn fingerprint(&self) -> u64 {
        let place = |spot: Spot| u64::from(spot.x) << 8 | u64::from(spot.y);
        let list = |list: &SpotList| list.all().iter().fold(1, |hash, &spot| hash << 16 | place(spot));
        let base = pulse_of(&[
            u64::from(self.floor) << 32 | u64::from(self.turns),
            u64::from(self.hp) << 32 | u64::from(self.bag),
            place(self.cat) << 1 | u64::from(self.resting),
            list(&self.ghosts),
            list(&self.fish),
            self.fate.fingerprint(),
        ]);
        let Some(edition) = &self.edition else { return base };
        let bait = edition.bait.map_or(0, |bait| place(bait.at) << 32 | u64::from(bait.left));
        let shut = edition.shut.spots().fold(1, |hash: u64, spot| hash.rotate_left(5) ^ place(spot));
        pulse_of(&[base, bait, shut, u64::from(self.setup.paths)])
    }

    /// Moves the cat if there is floor. A door closes behind it unless a ghost stands in it.
    fn enter(&mut self, way: Option<Way>) -> bool {
        let Some(to) = way.and_then(|way| self.cat.step(way)).filter(|&to| self.layout.floor.has(to)) else {
            return false;
        };
        let from = core::mem::replace(&mut self.cat, to);
        if let Some(edition) = &mut self.edition
            && edition.doors.has(from)
            && !self.ghosts.has(from)
        {
            edition.shut.add(from);
        }
        true
    }

    /// One step of the cat and its consequences, in this order: cat, ghosts, death, stairs, fish. Walking
    /// into a wall still takes a step.
    fn step(&mut self, way: Way, events: &mut Vec<Event>) {
        self.turns += 1;
        if self.enter(Some(way)) && self.ghosts.has(self.cat) {
            self.suffer(events);
        }
        if !self.resting {
            self.haunt(events);
        }
        self.resting = !self.resting;
        if self.is_over() {
            events.push(Event::Died { turns: self.turns, floor: self.floor });
        } else if self.cat == self.layout.stairs {
            self.climb(events);
        } else if self.fish.take(self.cat) {
            self.bag += 1;
            events.push(Event::PickedUp { fish: self.bag });
        }
        self.age_bait(events);
        self.look_around();
    }

    /// Puts a bait under the cat back into the bag; ages any other by one step.
    fn age_bait(&mut self, events: &mut Vec<Event>) {
        let Some(edition) = self.edition.as_mut().filter(|_| self.hp > 0) else { return };
        let Some(bait) = &mut edition.bait else { return };
        bait.left -= 1;
        if bait.at == self.cat {
            edition.bait = None;
            self.bag += 1;
            events.push(Event::PickedUp { fish: self.bag });
        } else if bait.left == 0 {
            edition.bait = None;
            events.push(Event::BaitGone);
        }
    }

    /// Where a fish thrown this way lands: as far as it flies over floor, stopping before shut doors and
    /// stairs.
    pub(crate) fn landing(&self, way: Way) -> Option<Spot> {
        let shut = |to: Spot| self.edition.as_ref().is_some_and(|edition| edition.shut.has(to));
        let flies = |at: &Spot| at.step(way).filter(|&to| self.layout.haunt.has(to) && !shut(to));
        core::iter::successors(flies(&self.cat), flies).take(THROW_TILES as usize).last()
    }

    fn throw(&mut self, way: Way, events: &mut Vec<Event>) {
        self.turns += 1;
        self.bag -= 1;
        let at = self.landing(way);
        if let (Some(edition), Some(at)) = (&mut self.edition, at) {
            edition.bait = Some(Bait { at, left: BAIT_TURNS });
        }
        let drawn = (0..self.ghosts.all().len()).filter(|&ghost| self.is_drawn(ghost)).count() as u32;
        events.push(Event::Threw { fish: self.bag, drawn });
    }

    /// The game after a throw, for code that plans ahead.
    pub(crate) fn after_throw(&self, way: Way) -> Option<Self> {
        let mut after = self.clone();
        act(&mut after, Command::Throw(way), &mut Vec::new()).ok().map(|()| after)
    }

    fn eat(&mut self, events: &mut Vec<Event>) {
        self.turns += 1;
        self.bag -= 1;
        let healed = self.fate.poisson(HEAL_MEAN_TENTHS, "heal").min(HP_MAX - self.hp);
        self.hp += healed;
        events.push(Event::Ate { healed, hp: self.hp, fish: self.bag });
    }

    /// A ghost and the cat are on the same tile.
    fn suffer(&mut self, events: &mut Vec<Event>) {
        let damage = self.fate.poisson(damage_mean_tenths(self.floor), "damage");
        self.hp = self.hp.saturating_sub(damage);
        events.push(Event::Attacked { damage, hp: self.hp });
    }

    /// Only health and bag are kept.
    fn climb(&mut self, events: &mut Vec<Event>) {
        self.floor += 1;
        self.enter_floor();
        events.push(Event::Climbed { floor: self.floor });
    }

    /// Places the cat on the current floor.
    fn enter_floor(&mut self) {
        let setup = Setup { additions: self.additions(), ..self.setup };
        let next = plan(&self.seed, &setup, self.floor);
        self.layout = Arc::new(next.layout);
        if let Some(edition) = &mut self.edition {
            (edition.doors, edition.shut, edition.bait) = (next.doors, Rows::EMPTY, None);
        }
        (self.cat, self.ghosts, self.fish) = (next.cat, next.ghosts, next.fish);
        self.resting = true;
        self.seen = Rows::EMPTY;
    }

    /// The game as the player knows it: in fog, only seen ground and visible ghosts.
    pub(crate) fn as_known(&self) -> Self {
        let mut known = self.clone();
        if self.setup.fog {
            let mut floor = self.layout.floor.clone();
            floor.keep(&self.seen);
            known.layout = Arc::new(Layout::new(floor, self.layout.stairs));
            known.ghosts = self.ghosts_in_view();
            known.fish = SpotList::default();
            self.fish
                .all()
                .iter()
                .filter(|&&fish| self.seen.has(fish))
                .for_each(|&fish| known.fish.push(fish));
            known.setup.fog = false;
        }
        known
    }

    /// Adds what is in sight to the seen tiles; does nothing without fog.
    fn look_around(&mut self) {
        if self.setup.fog {
            self.seen.add_all(&visible(&self.layout.floor, self.cat));
        }
    }
}

/// Why a command cannot be carried out now; `None` if it can.
pub(crate) fn refusal(game: &Boo, command: Command) -> Option<Refused> {
    Some(Refused::because(match command {
        _ if game.is_over() => "The game is over.",
        Command::Eat if game.bag == 0 => "You have no fish to eat.",
        Command::Eat if game.hp >= HP_MAX => "You are at full health: the fish would be wasted.",
        Command::Throw(_) if !game.additions().bait => "You can throw fish only with the option bait.",
        Command::Throw(_) if game.bag == 0 => "You have no fish to throw.",
        Command::Throw(_) if game.bait().is_some() => "There is still a bait on this floor.",
        Command::Throw(way) if game.landing(way).is_none() => "You cannot throw in that direction.",
        Command::Paths if game.edition.is_none() => "Paths are shown only with the option paths.",
        _ => return None,
    }))
}

/// Replaces the dice that are rolled in turn.
pub(crate) fn set_dice(game: &mut Boo, dice: Rng) {
    game.fate = dice;
}

/// Carries out one command.
pub(crate) fn act(game: &mut Boo, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
    if let Some(refused) = refusal(game, command) {
        return Err(refused);
    }
    match command {
        Command::Step(way) => game.step(way, events),
        Command::Eat => game.eat(events),
        Command::Throw(way) => game.throw(way, events),
        Command::Paths => {
            game.setup.paths = !game.setup.paths;
            events.push(Event::Paths { shown: game.setup.paths });
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "../draw_tests.rs"]
mod draw_tests;
#[cfg(test)]
#[path = "../edition_tests.rs"]
mod edition_tests;
#[cfg(test)]
#[path = "../guide_tests.rs"]
mod guide_tests;
#[cfg(test)]
#[path = "../panel_tests.rs"]
mod panel_tests;
#[cfg(test)]
#[path = "../rules_tests.rs"]
mod tests;
