//! Figures of this game on one core: commands a second with the board drawn, new games, clones, and reading 1 MB.
//!
//! `cargo run --release -p game-dungeon --example speed`

use game_dungeon::{Command, Dungeon, check};
use kernel::{Game, Options, Rng, Scene, Seat, Seed, View};
use std::{hint::black_box, time::Instant};

const COMMANDS: u32 = 2_000_000;

fn main() {
    let setup = Dungeon::prepare(&Options::default(), None).setup.expect("the first dungeon can be read");
    let seed = Seed::from_text("speed");
    let all = Dungeon::grammar().actions();
    let steps: Vec<Command> =
        all.iter().copied().filter(|command| matches!(command, Command::Go(_))).collect();
    for (name, actions) in [("any command", all), ("steps only", steps)] {
        let per_second = best_of(5, || play(&setup, &seed, &actions));
        println!("{name:14} {per_second:>12.0} commands/s, board drawn, resets included");
    }
    let starts = 200_000;
    let started = Instant::now();
    for _ in 0..starts {
        black_box(Dungeon::start(&setup, &seed));
    }
    println!("new game       {:>12.3} µs", started.elapsed().as_secs_f64() * 1e6 / f64::from(starts));
    let game = Dungeon::start(&setup, &seed);
    let started = Instant::now();
    for _ in 0..starts {
        black_box(black_box(&game).clone());
    }
    println!("clone          {:>12.3} µs", started.elapsed().as_secs_f64() * 1e6 / f64::from(starts));
    println!("kept state     {:>12} bytes, the dungeon itself included", testkit::bytes(&game).len());
    read_a_megabyte();
}

fn play(setup: &<Dungeon as Game>::Setup, seed: &Seed, actions: &[Command]) -> f64 {
    let mut dice = Rng::stream(seed, "speed", &[]);
    let mut game = Dungeon::start(setup, seed);
    let mut scene = Scene::default();
    let mut events = Vec::new();
    let view = View { bare: true, ..View::default() };
    let started = Instant::now();
    for _ in 0..COMMANDS {
        events.clear();
        let _ = game.act(Seat(0), *dice.pick(actions, "action"), &mut events);
        scene.clear();
        game.draw(Seat(0), &view, &mut scene);
        black_box(&scene);
        if game.outcome().is_some() {
            game = Dungeon::start(setup, seed);
        }
    }
    f64::from(COMMANDS) / started.elapsed().as_secs_f64()
}

/// The last room of a campaign dungeon again and again, side by side, until the text is large.
fn read_a_megabyte() {
    let text = large(1 << 20);
    let best = best_of(10, || {
        let started = Instant::now();
        let prepared = black_box(check(&text));
        assert!(prepared.setup.is_some(), "{:?}", prepared.findings.first());
        1.0 / started.elapsed().as_secs_f64()
    });
    println!("read {} KB   {:>12.2} ms", text.len() >> 10, 1e3 / best);
}

fn large(bytes: usize) -> String {
    let mut rooms = String::new();
    let mut number = 0u32;
    while rooms.len() < bytes {
        let (x, y) = (number % 20 * 12, number / 20 * 8);
        number += 1;
        rooms.push_str(&format!(
            "        <Room room=\"{number}\">\n            <visible>1</visible>\n            <posX>{x}</posX>\n            \
             <posY>{y}</posY>\n            <width>10</width>\n            <height>6</height>\n"
        ));
        for thing in 0..4 {
            rooms.push_str(&format!(
                "            <Monster name=\"Troll\" room=\"{number}\" serial=\"{thing}\">\n                \
                 <visible>1</visible>\n                <posX>{}</posX>\n                <posY>1</posY>\n                \
                 <type>T</type>\n                <hp>7</hp>\n                <maxhit>5</maxhit>\n                \
                 <CreatureAction name=\"YouWin\" type=\"death\">\n                    \
                 <actionMessage>You have defeated the Troll!</actionMessage>\n                    \
                 <actionIntValue>5</actionIntValue>\n                </CreatureAction>\n            </Monster>\n",
                thing + 1
            ));
        }
        if number == 1 {
            rooms.push_str("<Player name=\"Player\"><visible>1</visible><posX>1</posX><posY>3</posY><hp>20</hp><maxhit>6</maxhit></Player>\n");
        }
        rooms.push_str("        </Room>\n");
    }
    let height = number.div_ceil(20) * 8;
    format!(
        "<Dungeon name=\"large\" width=\"240\" topHeight=\"2\" gameHeight=\"{height}\" bottomHeight=\"4\">\n    <Rooms>\n{rooms}    </Rooms>\n</Dungeon>\n"
    )
}

fn best_of(times: u32, mut measure: impl FnMut() -> f64) -> f64 {
    (0..times).map(|_| measure()).fold(0.0, f64::max)
}
