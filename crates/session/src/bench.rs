//! Measures the speed of a game with random play, the board drawn after each command, new games included.

use kernel::{Game, Options, Rng, Scene, Seed, View};
use std::time::Duration;

/// A clock: the time since some moment, preferably the processor time of this thread.
pub type Clock = fn() -> Duration;

/// The measurements.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Commands per second, including refused ones, drawing and new games.
    pub steps_per_second: f64,
    /// Microseconds to start a new game.
    pub start_micros: f64,
    /// Microseconds to clone a game.
    pub clone_micros: f64,
    /// Bytes of a serialised state.
    pub state_bytes: usize,
}

/// Plays random commands for about `time` and measures.
pub(crate) fn measure<G: Game>(time: Duration, clock: Clock) -> Figures {
    let prepared = G::prepare(&Options::default(), None, &kernel::Policy::DENY);
    let setup = prepared.setup.expect("every game can be played without options and without a level");
    let habits = Habits::of::<G>();
    let mut dice = Rng::stream(&Seed::from_text("bench"), "random play", &[]);
    let mut scene = Scene::default();
    let mut events = Vec::new();
    let view = View { bare: true, ..View::default() };
    let mut games = 0u32;
    let mut fresh = || {
        games += 1;
        G::start(&setup, &Seed::from_text(&games.to_string()))
    };
    let mut game = fresh();
    let (mut steps, mut life) = (0u64, 0u32);
    let began = clock();
    while clock() - began < time {
        for _ in 0..1000 {
            let command = habits.next(game.phase(), &mut dice);
            events.clear();
            let _ = game.act(game.to_move(), command, &mut events);
            scene.clear();
            game.draw(game.to_move(), &view, &mut scene);
            life += 1;
            if life >= 2000 || game.outcome().is_some() {
                game = fresh();
                life = 0;
            }
        }
        steps += 1000;
    }
    let steps_per_second = steps as f64 / (clock() - began).as_secs_f64();
    let start_micros = each_micros(clock, 200, || drop(std::hint::black_box(fresh())));
    let clone_micros = each_micros(clock, 2000, || drop(std::hint::black_box(game.clone())));
    Figures { steps_per_second, start_micros, clone_micros, state_bytes: crate::state_bytes(&game) }
}

/// A random player: mostly walks, sometimes gives another command of the current phase.
struct Habits<C> {
    steps: [Vec<C>; 8],
    rest: [Vec<C>; 8],
}

impl<C: Copy + PartialEq + 'static> Habits<C> {
    fn of<G: Game<Command = C>>() -> Self {
        let mut habits = Self { steps: Default::default(), rest: Default::default() };
        for command in G::grammar().actions() {
            let Some((verb, _)) = G::grammar().verb_and_argument(command) else { continue };
            let verb = &G::grammar().verbs[verb];
            for phase in (0..8).filter(|phase| verb.phases & (1 << phase) != 0) {
                let kind = if verb.way.is_some() { &mut habits.steps } else { &mut habits.rest };
                kind[phase].push(command);
            }
        }
        habits
    }

    fn next(&self, phase: u8, dice: &mut Rng) -> C {
        let (steps, rest) = (&self.steps[usize::from(phase)], &self.rest[usize::from(phase)]);
        let walk = rest.is_empty() || (!steps.is_empty() && dice.chance(7, 8, "walk"));
        *dice.pick(if walk { steps } else { rest }, "command")
    }
}

/// The best of ten rounds, since the machine may be busy.
fn each_micros(clock: Clock, count: u32, mut work: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..10 {
        let began = clock();
        for _ in 0..count {
            work();
        }
        best = best.min((clock() - began).as_secs_f64() * 1e6 / f64::from(count));
    }
    best
}
