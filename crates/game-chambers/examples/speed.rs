//! How fast the rules are: commands a second with the board drawn and new games included, the time of a new
//! floor, the time of a clone and the size of a state.

use game_chambers::content::RACES;
use game_chambers::{Chambers, Command, bot_game};
use kernel::{Dir, Game, Options, Rng, Scene, Seat, Seed, View};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let setup = Chambers::prepare(&Options::default(), None).setup.expect("a plain game is never refused");
    play(&setup, "wandering and fighting", |dice| {
        let dir = Dir::ALL[dice.below(8, "way") as usize];
        if dice.chance(1, 8, "attack") { Command::Attack(dir) } else { Command::Go(dir) }
    });
    play(&setup, "walking east and west", |dice| {
        Command::Go(if dice.chance(1, 2, "way") { Dir::E } else { Dir::W })
    });

    let mut game = Chambers::start(&setup, &Seed::from_text("floors"));
    let mut events = Vec::new();
    let rounds = 20_000;
    let clock = Clock::start();
    for _ in 0..rounds {
        events.clear();
        game.act(Seat(0), Command::Race(RACES[0].race), &mut events).expect("a race at the prompt");
        game.act(Seat(0), Command::Restart, &mut events).expect("a restart in play");
    }
    println!("new game and floor   {:>10.2} us", clock.seconds() * 1e6 / f64::from(rounds));

    game.act(Seat(0), Command::Race(RACES[0].race), &mut events).expect("a race at the prompt");
    let rounds = 200_000;
    let clock = Clock::start();
    for _ in 0..rounds {
        black_box(black_box(&game).clone());
    }
    println!("clone                {:>10.3} us", clock.seconds() * 1e6 / f64::from(rounds));
    println!("state, inline        {:>10} bytes", size_of::<Chambers>());
    println!("state, as kept       {:>10} bytes", testkit::bytes(&game).len());

    let clock = Clock::start();
    let games = 200;
    let turns: u32 =
        (0..games).map(|n| bot_game(RACES[n % 5].race, &Options::default(), &n.to_string()).turns).sum();
    println!("bot                  {:>10.0} turns/s", f64::from(turns) / clock.seconds());
}

fn play(setup: &game_chambers::Setup, what: &str, mut choose: impl FnMut(&mut Rng) -> Command) {
    let mut dice = Rng::stream(&Seed::from_text("speed"), "player", &[]);
    let mut game = Chambers::start(setup, &Seed::from_text("speed"));
    let mut events = Vec::new();
    let mut scene = Scene::default();
    let view = View { bare: true, ..View::default() };
    let (mut best, mut games) = (0.0f64, 0);
    for _ in 0..5 {
        let commands = 400_000;
        let clock = Clock::start();
        for turn in 0..commands {
            let command = if game.phase() == 1 {
                games += 1;
                Command::Race(RACES[turn % 5].race)
            } else {
                choose(&mut dice)
            };
            events.clear();
            let _ = game.act(Seat(0), command, &mut events);
            scene.clear();
            game.draw(Seat(0), &view, &mut scene);
            black_box(&scene);
        }
        best = best.max(commands as f64 / clock.seconds());
    }
    println!("{what:<22} {best:>10.0} commands/s with the board drawn, {games} games");
}

/// Time this thread spent on a processor where the system tells it, else the time that passed: other programs
/// on the machine should not count.
struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Self { processor: on_processor(), wall: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        match (self.processor, on_processor()) {
            (Some(before), Some(after)) => (after - before).as_secs_f64(),
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
