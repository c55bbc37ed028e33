//! Figures of the rules: moves a second with the board drawn and new games included, whole games between the
//! document's strategies, the time of a new field, of a clone, and the size of a kept state.

use game_pursuit::{Command, Diagonals, FIELD, Player, Pursuit, Setup, Side, read_field, strategy};
use kernel::{Game, Rng, Scene, Seed, View};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SPAN: Duration = Duration::from_millis(600);

/// Calls for a while and returns calls a second.
fn rate(mut call: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut calls = 0u64;
    while begin.elapsed() < SPAN {
        for _ in 0..100 {
            call();
        }
        calls += 100;
    }
    calls as f64 / begin.elapsed().as_secs_f64()
}

/// An open room of ten by ten, the courses' first field in shape.
fn room() -> String {
    let mut rows = vec![vec!["."; 10]; 10];
    rows[2][7] = "M";
    rows[6][3] = "@";
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    format!("10\n{}\n", rows.join("\n"))
}

fn setup(text: &str) -> Setup {
    let field = read_field(text, Diagonals::Free).0.expect("a good field");
    Setup::new(Arc::new(field), Player::Rogue, Player::Monster)
}

fn main() {
    let room = setup(&room());
    let mut dice = Rng::stream(&Seed::from_text("speed"), "dice", &[]);
    let mut game = room.begin();
    let mut events = Vec::new();
    let mut scene = Scene::default();
    let view = View { bare: true, ..View::default() };
    let steps = rate(|| {
        if game.end().is_some() {
            game = room.begin();
        }
        let command = strategy::random(&game, game.to_move(), &mut dice);
        events.clear();
        game.act(game.to_move(), command, &mut events).expect("legal");
        scene.clear();
        game.draw(game.to_move(), &view, &mut scene);
        black_box(&scene);
    });
    println!("random moves, board drawn, new games included: {:.2} million a second", steps / 1e6);
    let mut moves = 0u64;
    let games = rate(|| moves += u64::from(play(&room, &mut dice, &mut events)));
    println!("rogue against monster in a room of 100 cells: {games:.0} games a second");
    let hunt = setup(FIELD);
    let games = rate(|| moves += u64::from(play(&hunt, &mut dice, &mut events)));
    println!("rogue against monster on the built-in field: {games:.0} games a second");
    let clones = rate(|| drop(black_box(game.clone())));
    println!("clone: {:.0} ns", 1e9 / clones);
    let reads = rate(|| drop(black_box(read_field(FIELD, Diagonals::Free))));
    println!("a field read and measured: {:.1} us", 1e6 / reads);
    let starts = rate(|| drop(black_box(room.begin())));
    println!("a new game on it: {:.0} ns", 1e9 / starts);
    println!(
        "state: {} bytes kept, {} in memory beside the field",
        testkit::bytes(&game).len(),
        size_of::<Pursuit>()
    );
}

/// One game to its end; how many moves it took.
fn play(setup: &Setup, dice: &mut Rng, events: &mut Vec<game_pursuit::Event>) -> u32 {
    let mut game = setup.begin();
    let mut moves = 0;
    while game.end().is_none() {
        let command: Command = match game.side() {
            Side::Hero => strategy::rogue(&game, Side::Hero.seat(), dice),
            Side::Monster => strategy::monster(&game, Side::Monster.seat(), dice),
        };
        events.clear();
        game.act(game.to_move(), command, events).expect("legal");
        moves += 1;
    }
    moves
}
