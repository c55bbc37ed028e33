//! How fast the tower is: `cargo run --release -p game-boo --example speed`.

use game_boo::Boo;
use kernel::{Game, Options, Rng, Scene, Seat, Seed, View};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: u32 = 5;

/// The best of a few rounds, per piece of work.
fn best(pieces: u32, mut work: impl FnMut()) -> Duration {
    let round = |_| {
        let begin = Instant::now();
        (0..pieces).for_each(|_| work());
        begin.elapsed()
    };
    (0..ROUNDS).map(round).min().unwrap_or_default() / pieces
}

fn main() {
    let setup = Boo::prepare(&Options::default(), None).setup.expect("the defaults are a setup");
    let seeds: Vec<Seed> = (0..64).map(|number| Seed::from_text(&number.to_string())).collect();
    let actions = Boo::grammar().actions();
    let view = View { bare: true, ..View::default() };

    let mut dice = Rng::stream(&Seed::from_text("speed"), "commands", &[]);
    let (mut scene, mut events) = (Scene::default(), Vec::new());
    let mut game = Boo::start(&setup, &seeds[0]);
    let (mut games, mut turns) = (1usize, 0i64);
    let step = best(200_000, || {
        let command = *dice.pick(&actions, "command");
        events.clear();
        let _ = game.act(Seat(0), command, &mut events);
        scene.clear();
        game.draw(Seat(0), &view, &mut scene);
        black_box(&scene);
        if game.outcome().is_some() {
            turns += game.vitals(Seat(0)).number("turn").unwrap_or(0);
            game = Boo::start(&setup, &seeds[games % seeds.len()]);
            games += 1;
        }
    });
    println!(
        "random steps, board drawn, resets included: {:.0} steps/s ({} turns a game)",
        1.0 / step.as_secs_f64(),
        turns / games.max(1) as i64
    );
    let draw = best(100_000, || {
        scene.clear();
        game.draw(Seat(0), &view, &mut scene);
        black_box(&scene);
    });
    println!("draw: {draw:?}");
    for floor in [1, 2, 3, 10, 200] {
        let mut number = 0;
        let time = best(2_000, || {
            number = (number + 1) % seeds.len();
            black_box(Boo::on_floor(&setup, &seeds[number], floor));
        });
        println!("new game on floor {floor}: {time:?}");
    }
    let time = best(100_000, || {
        black_box(game.clone());
    });
    println!("clone: {time:?}; state: {} bytes, board shared", size_of::<Boo>());

    let (mut sum, mut top, mut commands) = (0, 0, 0u32);
    let begin = Instant::now();
    for seed in &seeds {
        let mut game = Boo::start(&setup, seed);
        while let Some(command) = game.advise(Seat(0), &mut dice).filter(|_| commands < 1_000_000) {
            commands += 1;
            let _ = game.act(Seat(0), command, &mut events);
        }
        let floor = game.vitals(Seat(0)).number("floor").unwrap_or(0);
        sum += floor;
        top = top.max(floor);
    }
    println!(
        "the adviser reaches floor {:.1} on average, {top} at best, {} commands a game, {:?} each",
        sum as f64 / seeds.len() as f64,
        commands / 64,
        begin.elapsed() / commands.max(1)
    );
}
