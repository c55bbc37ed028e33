//! The state of a game and the only code that writes it.

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
pub struct Boo(State);

/// All there is to know about a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) setup: Setup,
    seed: Seed,
    /// The dice of play: damage, healing, ghosts' steps.
    fate: Rng,
    /// Shared by copies of a game, since nothing ever changes it.
    pub(crate) layout: Arc<Layout>,
    pub(crate) floor: u32,
    pub(crate) turns: u32,
    pub(crate) hp: u32,
    /// Fish in the bag.
    pub(crate) bag: u32,
    pub(crate) cat: Spot,
    /// In the order in which they move.
    pub(crate) ghosts: Few,
    /// Fish on the floor.
    pub(crate) fish: Few,
    /// True when the ghosts rest at the cat's next step.
    pub(crate) resting: bool,
    /// Every tile the cat has seen on this floor; kept only with the option `fog`.
    pub(crate) seen: Rows,
}

/// Everybody may read the state; only this module and those below it can write it.
impl core::ops::Deref for Boo {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Boo {
    /// A game that begins on a given floor, with a cat in full health: for tests and figures. Players begin on floor 1.
    #[must_use]
    pub fn on_floor(setup: &Setup, seed: &Seed, floor: u32) -> Self {
        let fate = Rng::stream(seed, "fate", &[]);
        let mut game = Self::of(plan(seed, setup, floor), *setup, seed.clone(), fate);
        game.0.floor = floor;
        game.look_around();
        game
    }

    fn of(plan: Plan, setup: Setup, seed: Seed, fate: Rng) -> Self {
        Self(State {
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
        })
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.0.hp == 0
    }

    /// One step of the cat, and what the floor makes of it: cat, ghosts, death, stairs, fish. A wall stops the cat,
    /// not the time.
    fn step(&mut self, way: Way, events: &mut Vec<Event>) {
        self.0.turns += 1;
        if let Some(to) = self.0.cat.step(way).filter(|&to| self.0.layout.floor.has(to)) {
            self.0.cat = to;
            if self.0.ghosts.has(to) {
                self.suffer(events);
            }
        }
        if !self.0.resting {
            self.haunt(events);
        }
        self.0.resting = !self.0.resting;
        if self.is_over() {
            events.push(Event::Died { turns: self.0.turns, floor: self.0.floor });
        } else if self.0.cat == self.0.layout.stairs {
            self.climb(events);
        } else if self.0.fish.take(self.0.cat) {
            self.0.bag += 1;
            events.push(Event::PickedUp { fish: self.0.bag });
        }
        self.look_around();
    }

    fn eat(&mut self, events: &mut Vec<Event>) {
        self.0.turns += 1;
        self.0.bag -= 1;
        let healed = self.0.fate.poisson(HEAL_MEAN_TENTHS, "heal").min(HP_MAX - self.0.hp);
        self.0.hp += healed;
        events.push(Event::Ate { healed, hp: self.0.hp, fish: self.0.bag });
    }

    /// A ghost and the cat have come to one tile.
    fn suffer(&mut self, events: &mut Vec<Event>) {
        let damage = self.0.fate.poisson(damage_mean_tenths(self.0.floor), "damage");
        self.0.hp = self.0.hp.saturating_sub(damage);
        events.push(Event::Attacked { damage, hp: self.0.hp });
    }

    /// Health and bag go along; everything else is new.
    fn climb(&mut self, events: &mut Vec<Event>) {
        self.0.floor += 1;
        let next = plan(&self.0.seed, &self.0.setup, self.0.floor);
        self.0.layout = Arc::new(next.layout);
        (self.0.cat, self.0.ghosts, self.0.fish) = (next.cat, next.ghosts, next.fish);
        self.0.resting = true;
        self.0.seen = Rows::EMPTY;
        events.push(Event::Climbed { floor: self.0.floor });
    }

    /// The game as the player knows it: in fog, only ground that was seen and ghosts that are.
    pub(crate) fn as_known(&self) -> Self {
        let mut known = self.clone();
        if self.0.setup.fog {
            let mut floor = self.0.layout.floor.clone();
            floor.keep(&self.0.seen);
            known.0.layout = Arc::new(Layout::new(floor, self.0.layout.stairs));
            known.0.ghosts = self.ghosts_in_view();
            known.0.fish = Few::default();
            self.0
                .fish
                .all()
                .iter()
                .filter(|&&fish| self.0.seen.has(fish))
                .for_each(|&fish| known.0.fish.push(fish));
            known.0.setup.fog = false;
        }
        known
    }

    /// Remembers what is in sight, as far as there is anything to remember.
    pub(crate) fn look_around(&mut self) {
        if self.0.setup.fog {
            self.0.seen.add_all(&visible(&self.0.layout.floor, self.0.cat));
        }
    }
}

/// A cheap number that changes with all that a command can change.
pub(crate) fn fingerprint(game: &Boo) -> u64 {
    let place = |spot: Spot| u64::from(spot.x) << 8 | u64::from(spot.y);
    let list = |few: &Few| few.all().iter().fold(1, |hash, &spot| hash << 16 | place(spot));
    pulse_of(&[
        u64::from(game.0.floor) << 32 | u64::from(game.0.turns),
        u64::from(game.0.hp) << 32 | u64::from(game.0.bag),
        place(game.0.cat) << 1 | u64::from(game.0.resting),
        list(&game.0.ghosts),
        list(&game.0.fish),
        game.0.fate.fingerprint(),
    ])
}

/// Why a command cannot be carried out now, if it cannot.
pub(crate) fn refusal(game: &Boo, command: Command) -> Option<Refused> {
    Some(Refused::because(match command {
        _ if game.is_over() => "The game is over.",
        Command::Eat if game.0.bag == 0 => "You have no fish to eat.",
        Command::Eat if game.0.hp >= HP_MAX => "You are in full health: the fish would be wasted.",
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
#[path = "../rules_tests.rs"]
mod tests;
