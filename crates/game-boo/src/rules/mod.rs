//! The state of a game and the only code that writes it.

mod foresight;
mod ghosts;
#[cfg(test)]
pub(crate) mod pictures;

use crate::content::{HEAL_MEAN_TENTHS, HP_MAX, damage_mean_tenths};
use crate::event::Event;
use crate::generate::{Plan, plan};
use crate::ground::{Few, Rows, Spot};
use crate::layout::Layout;
use crate::setup::Setup;
use crate::sight::visible;
use crate::{Command, Way};
use alloc::{sync::Arc, vec::Vec};
use kernel::{Refused, Rng, Seed, pulse_of};
use serde::{Deserialize, Serialize};

/// A game of Meow and Boo.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Boo {
    setup: Setup,
    seed: Seed,
    /// The dice of play: damage, healing, ghosts' steps.
    fate: Rng,
    /// Shared by copies of a game, since nothing ever changes it.
    layout: Arc<Layout>,
    floor: u32,
    turns: u32,
    hp: u32,
    /// Fish in the bag.
    bag: u32,
    cat: Spot,
    /// In the order in which they move.
    ghosts: Few,
    /// Fish on the floor.
    fish: Few,
    /// True when the ghosts rest at the cat's next step.
    resting: bool,
    /// Every tile the cat has seen on this floor; kept only with the option `fog`.
    seen: Rows,
}

impl Boo {
    /// A game that begins on a given floor, with a cat in full health: for tests and figures. Players begin on floor 1.
    #[must_use]
    pub fn on_floor(setup: &Setup, seed: &Seed, floor: u32) -> Self {
        let fate = Rng::stream(seed, "fate", &[]);
        let mut game = Self::of(plan(seed, setup, floor), *setup, seed.clone(), fate);
        game.floor = floor;
        game.look_around();
        game
    }

    fn of(plan: Plan, setup: Setup, seed: Seed, fate: Rng) -> Self {
        Self {
            setup,
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

    pub(crate) fn layout(&self) -> &Layout {
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
    pub(crate) const fn ghosts(&self) -> &Few {
        &self.ghosts
    }

    /// Fish on the floor.
    pub(crate) const fn fish(&self) -> &Few {
        &self.fish
    }

    /// True when the ghosts rest at the cat's next step.
    pub(crate) const fn is_resting(&self) -> bool {
        self.resting
    }

    /// Every tile the cat has seen on this floor; kept only with the option `fog`.
    pub(crate) const fn seen(&self) -> &Rows {
        &self.seen
    }

    /// A cheap fingerprint of all that a command can change.
    pub(crate) fn fingerprint(&self) -> u64 {
        let place = |spot: Spot| u64::from(spot.x) << 8 | u64::from(spot.y);
        let list = |few: &Few| few.all().iter().fold(1, |hash, &spot| hash << 16 | place(spot));
        pulse_of(&[
            u64::from(self.floor) << 32 | u64::from(self.turns),
            u64::from(self.hp) << 32 | u64::from(self.bag),
            place(self.cat) << 1 | u64::from(self.resting),
            list(&self.ghosts),
            list(&self.fish),
            self.fate.fingerprint(),
        ])
    }

    /// One step of the cat, and what the floor makes of it: cat, ghosts, death, stairs, fish. A wall stops the cat,
    /// not the time.
    fn step(&mut self, way: Way, events: &mut Vec<Event>) {
        self.turns += 1;
        if let Some(to) = self.cat.step(way).filter(|&to| self.layout.floor.has(to)) {
            self.cat = to;
            if self.ghosts.has(to) {
                self.suffer(events);
            }
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
        self.look_around();
    }

    fn eat(&mut self, events: &mut Vec<Event>) {
        self.turns += 1;
        self.bag -= 1;
        let healed = self.fate.poisson(HEAL_MEAN_TENTHS, "heal").min(HP_MAX - self.hp);
        self.hp += healed;
        events.push(Event::Ate { healed, hp: self.hp, fish: self.bag });
    }

    /// A ghost and the cat have come to one tile.
    fn suffer(&mut self, events: &mut Vec<Event>) {
        let damage = self.fate.poisson(damage_mean_tenths(self.floor), "damage");
        self.hp = self.hp.saturating_sub(damage);
        events.push(Event::Attacked { damage, hp: self.hp });
    }

    /// Health and bag go along; everything else is new.
    fn climb(&mut self, events: &mut Vec<Event>) {
        self.floor += 1;
        let next = plan(&self.seed, &self.setup, self.floor);
        self.layout = Arc::new(next.layout);
        (self.cat, self.ghosts, self.fish) = (next.cat, next.ghosts, next.fish);
        self.resting = true;
        self.seen = Rows::EMPTY;
        events.push(Event::Climbed { floor: self.floor });
    }

    /// The game as the player knows it: in fog, only ground that was seen and ghosts that are.
    pub(crate) fn as_known(&self) -> Self {
        let mut known = self.clone();
        if self.setup.fog {
            let mut floor = self.layout.floor.clone();
            floor.keep(&self.seen);
            known.layout = Arc::new(Layout::new(floor, self.layout.stairs));
            known.ghosts = self.ghosts_in_view();
            known.fish = Few::default();
            self.fish
                .all()
                .iter()
                .filter(|&&fish| self.seen.has(fish))
                .for_each(|&fish| known.fish.push(fish));
            known.setup.fog = false;
        }
        known
    }

    /// Remembers what is in sight, as far as there is anything to remember.
    fn look_around(&mut self) {
        if self.setup.fog {
            self.seen.add_all(&visible(&self.layout.floor, self.cat));
        }
    }
}

/// Why a command cannot be carried out now, if it cannot.
pub(crate) fn refusal(game: &Boo, command: Command) -> Option<Refused> {
    Some(Refused::because(match command {
        _ if game.is_over() => "The game is over.",
        Command::Eat if game.bag == 0 => "You have no fish to eat.",
        Command::Eat if game.hp >= HP_MAX => "You are in full health: the fish would be wasted.",
        _ => return None,
    }))
}

/// Carries out one command.
pub(crate) fn act(game: &mut Boo, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
    if let Some(refused) = refusal(game, command) {
        return Err(refused);
    }
    match command {
        Command::Step(way) => game.step(way, events),
        Command::Eat => game.eat(events),
    }
    Ok(())
}

#[cfg(test)]
#[path = "../draw_tests.rs"]
mod draw_tests;
#[cfg(test)]
#[path = "../guide_tests.rs"]
mod guide_tests;
#[cfg(test)]
#[path = "../panel_tests.rs"]
mod panel_tests;
#[cfg(test)]
#[path = "../rules_tests.rs"]
mod tests;
