//! How fast the cave is: `cargo run --release -p game-cave --example speed`.

use game_cave::{Cave, Command};
use kernel::{Dir, Game, Rng, Scene, Seed, View};
use std::hint::black_box;
use std::time::Instant;
use toolkit::{BitBoard, Scratch};

/// The best of 40 short runs, in nanoseconds a round: the machine may be busy with other things.
fn best(rounds: u32, mut work: impl FnMut(u32)) -> f64 {
    let mut least = f64::MAX;
    for run in 0..40 {
        let start = Instant::now();
        for round in 0..rounds {
            work(run * rounds + round);
        }
        least = least.min(start.elapsed().as_nanos() as f64 / f64::from(rounds));
    }
    least
}

fn main() {
    let cave: Cave = testkit::start(&[], None, "speed");
    let caves = best(500, |n| {
        black_box(cave.grow_caves(i64::from(n % 141), i64::from(n / 141)));
    });
    let region = best(100, |n| {
        black_box(cave.survey_region(i64::from(n % 101), i64::from(n / 101)));
    });
    println!("noise and automaton of a region   {:>9.2} us", caves / 1e3);
    println!("a region complete                 {:>9.2} us", region / 1e3);
    let start = best(10, |n| {
        black_box(testkit::start::<Cave>(&[], None, &n.to_string()));
    });
    println!("a new game                        {:>9.2} us", start / 1e3);
    walk(&cave);
    let clone = best(2_000, |_| {
        black_box(cave.clone());
    });
    println!("clone                             {:>9.3} us", clone / 1e3);
    println!("state of a new game               {:>9} bytes", testkit::bytes(&cave).len());
    advice(&cave);
    automaton();
}

fn walk(cave: &Cave) {
    let mut game = cave.clone();
    let mut dice = Rng::stream(&Seed::from_text("walk"), "walk", &[]);
    let (mut scene, mut events) = (Scene::default(), Vec::new());
    let view = View { bare: true, ..View::default() };
    let mut steps = |drawn: bool| {
        best(5_000, |_| {
            events.clear();
            let way = Dir::ORTHOGONAL[(dice.bits("way") >> 62) as usize];
            let _ = game.act(testkit::SOLO, Command::Go(way), &mut events);
            if drawn {
                scene.clear();
                game.draw(testkit::SOLO, &view, &mut scene);
                black_box(&scene);
            }
        })
    };
    let (with, without) = (steps(true), steps(false));
    println!("random walking, window drawn      {:>9.0} steps/s ({with:.0} ns)", 1e9 / with);
    println!("random walking, nothing drawn     {:>9.0} steps/s ({without:.0} ns)", 1e9 / without);
    let mut blank = Scene::default();
    let opened = best(2_000, |_| {
        blank.clear();
        black_box(blank.board(49, 31));
    });
    println!("of which opening an empty board   {opened:>9.0} ns");
    println!("state after walking               {:>9} bytes", testkit::bytes(&game).len());
}

fn advice(cave: &Cave) {
    let mut game = cave.clone();
    let mut dice = Rng::stream(&Seed::from_text("bot"), "bot", &[]);
    let mut events = Vec::new();
    let spent = best(500, |_| {
        events.clear();
        if let Some(command) = game.advise(testkit::SOLO, &mut dice) {
            let _ = game.act(testkit::SOLO, command, &mut events);
        }
    });
    let vitals = game.vitals(testkit::SOLO);
    println!("a step of the bot, advice and all {:>9.2} us", spent / 1e3);
    println!("after 20,000 steps of the bot     {vitals:?}");
}

/// One generation on 4096 by 4096 cells: word by word against cell by cell, in one run.
fn automaton() {
    const SIDE: u32 = 4096;
    let mut dice = Rng::stream(&Seed::from_text("automaton"), "noise", &[]);
    let mut board = BitBoard::new(SIDE, SIDE);
    board.fill_with(|| dice.bits("noise"));
    let mut cells: Vec<u8> = (0..SIDE)
        .flat_map(|y| (0..SIDE).map(move |x| (x, y)))
        .map(|(x, y)| u8::from(board.get(x, y)))
        .collect();
    let mut scratch = Scratch::default();
    let fast = best(1, |_| board.smooth(5, &mut scratch));
    let mut next = cells.clone();
    let start = Instant::now();
    plain(&cells, &mut next, SIDE as i32);
    let slow = start.elapsed().as_nanos() as f64;
    std::mem::swap(&mut cells, &mut next);
    println!("automaton 4096x4096, on bits      {:>9.0} us", fast / 1e3);
    println!("automaton 4096x4096, cell by cell {:>9.0} us, {:.0} times as long", slow / 1e3, slow / fast);
}

/// The rule as one would write it down first.
fn plain(cells: &[u8], next: &mut [u8], side: i32) {
    for y in 0..side {
        for x in 0..side {
            let mut rock = 0;
            for dy in -1..=1 {
                for dx in -1..=1 {
                    let (nx, ny) = (x + dx, y + dy);
                    if (dx, dy) != (0, 0) && nx >= 0 && ny >= 0 && nx < side && ny < side {
                        rock += cells[(ny * side + nx) as usize];
                    }
                }
            }
            next[(y * side + x) as usize] = u8::from(rock >= 5);
        }
    }
}
