//! The figures of single games, which `undercroft bench GAME` prints after the common ones.

use crate::bench::Stopwatch;
use catalog::boo::Boo;
use catalog::cave::{Cave, Command};
use catalog::chambers::Chambers;
use keeper::Opened;
use kernel::{Dir, Game, Options, Rng, Scene, Seat, Seed, View};
use session::{Brief, Entry, Level};
use std::hint::black_box;
use std::io::{self, Write};

/// Prints the figures of one game.
pub(crate) fn of(entry: &'static Entry) {
    (crate::tools::of(entry.id).figures)(entry);
    if let Some(frames) = crate::bench::frame_figures(entry) {
        figure("full screen at 200x60, key to frame", format!("{:.0} us", frames.key_micros));
        figure("  99th percentile", format!("{:.0} us", frames.slow_micros));
        figure("  the first frame", format!("{:.0} us", frames.first_micros));
        figure("  bytes written per frame", format!("{:.0}", frames.bytes));
    }
}

fn figure(name: &str, value: impl std::fmt::Display) {
    say!("{name:<44} {value}");
}

/// Nanoseconds per round, the best of 20 runs, because the machine may be busy.
fn best(rounds: u32, mut work: impl FnMut(u32)) -> f64 {
    let mut least = f64::MAX;
    for run in 0..20 {
        let clock = Stopwatch::start();
        for round in 0..rounds {
            work(run * rounds + round);
        }
        least = least.min(clock.seconds() * 1e9 / f64::from(rounds));
    }
    least
}

fn start<G: Game>(seed: &str) -> G {
    let setup = G::prepare(&Options::default(), None, &kernel::Policy::OWNER)
        .setup
        .expect("every game can be played without options");
    G::start(&setup, &Seed::from_text(seed))
}

pub(crate) fn cave(entry: &'static Entry) {
    let game: Cave = start("bench");
    let grown = best(300, |n| {
        black_box(game.grow_caves(i64::from(n % 141), i64::from(n / 141)));
    });
    let region = best(60, |n| {
        black_box(game.survey_region(i64::from(n % 101), i64::from(n / 101)));
    });
    figure("noise and automaton of a region", format!("{:.2} us", grown / 1e3));
    figure("a complete region", format!("{:.2} us", region / 1e3));
    walk(game);
    let brief = Brief { seed: "bench".to_owned(), ..Brief::default() };
    if let Ok((mut session, _)) = (entry.start)(&brief) {
        let mut dice = Rng::stream(&Seed::from_text("walk"), "walk", &[]);
        while session.commands() < 20_000 {
            session.play_line(["w", "a", "s", "d"][dice.below(4, "way") as usize]);
        }
        let mut journal = String::new();
        session.journal(&mut journal);
        figure(
            "bytes of the run per command",
            format!("{:.2}", journal.len() as f64 / session.commands() as f64),
        );
    }
}

fn walk(mut game: Cave) {
    let mut dice = Rng::stream(&Seed::from_text("walk"), "walk", &[]);
    let (mut scene, mut events) = (Scene::default(), Vec::new());
    let view = View { bare: true, ..View::default() };
    let mut step = |drawn: bool| {
        events.clear();
        let way = Dir::ORTHOGONAL[(dice.bits("way") >> 62) as usize];
        let _ = game.act(Seat(0), Command::Go(way), &mut events);
        if drawn {
            scene.clear();
            game.draw(Seat(0), &view, &mut scene);
            black_box(&scene);
        }
    };
    let nanos = best(20_000, |_| step(true));
    figure("random walking, window drawn", format!("{:.0} steps/s", 1e9 / nanos));
    (0..10_000_000).for_each(|_| step(false));
    if let Some(kilobytes) = crate::bench::peak_memory("self") {
        figure("memory after 10,000,000 more steps", format!("{:.1} MB", kilobytes as f64 / 1024.0));
    }
}

/// The floor on which other programs of this course were measured (rules, section 14): the player alone in
/// the middle chamber, twenty neutral merchants moving in the others, ten potions, ten piles of gold.
fn quiet_floor() -> String {
    let mut rows: Vec<Vec<u8>> = FLOOR.lines().map(|row| row.as_bytes().to_vec()).collect();
    rows[11][43] = b'@';
    rows[21][75] = b'\\';
    for i in 0..10 {
        rows[16][5 + 2 * i] = b'M';
        rows[20][40 + 3 * i] = b'M';
        rows[3][4 + 2 * i] = b'0';
        rows[3][40 + 2 * i] = b'6';
    }
    rows.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}

const FLOOR: &str = include_str!("../../game-chambers/src/floor.txt");

/// A shade paces east and west on that floor; no command is refused.
fn pacing() {
    let prepared = Chambers::prepare(&Options::default(), Some(&quiet_floor()), &kernel::Policy::OWNER);
    let mut game = Chambers::start(&prepared.setup.expect("the floor is good"), &Seed::from_text("7"));
    let (mut scene, mut events) = (Scene::default(), Vec::new());
    let read = |words: &str, phase: u8| Chambers::grammar().read(words, phase).unwrap_or_default();
    for command in read("s", 1) {
        game.act(Seat(0), command, &mut events).expect("a shade can be chosen");
    }
    let both = read("ea we", 0);
    let view = View { bare: true, ..View::default() };
    let nanos = best(20_000, |n| {
        events.clear();
        game.act(Seat(0), both[n as usize % 2], &mut events).expect("the way is free");
        scene.clear();
        game.draw(Seat(0), &view, &mut scene);
        black_box(&scene);
    });
    figure("pacing east and west, board drawn", format!("{:.0} commands/s", 1e9 / nanos));
}

pub(crate) fn chambers(entry: &'static Entry) {
    pacing();
    line_mode(entry, "s\n", "ea we\n");
}

pub(crate) fn pursuit(_: &'static Entry) {
    let _ = catalog::pursuit_lab::bench(&mut crate::output::Out);
}

pub(crate) fn boo(_: &'static Entry) {
    let setup =
        Boo::prepare(&Options::default(), None, &kernel::Policy::OWNER).setup.expect("boo takes no level");
    for floor in [1, 10, 200] {
        let nanos = best(200, |n| {
            black_box(Boo::on_floor(&setup, &Seed::from_text(&n.to_string()), floor));
        });
        figure(&format!("floor {floor} made"), format!("{:.1} us", nanos / 1e3));
    }
}

/// A sink that discards its input.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(black_box(bytes).len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Times line mode with every frame drawn in full, from memory to nowhere.
fn line_mode(entry: &Entry, first: &str, again: &str) {
    const ROUNDS: usize = 50_000;
    let input = first.to_owned() + &again.repeat(ROUNDS);
    let commands = again.split_whitespace().count() * ROUNDS;
    let mut least = f64::MAX;
    for _ in 0..5 {
        let level = Some(Level { name: "quiet floor".to_owned(), text: quiet_floor() });
        let brief =
            Brief { seed: "7".to_owned(), level, seating: session::Seating::OWNER, ..Brief::default() };
        let Ok((session, _)) = (entry.start)(&brief) else { return };
        let clock = Stopwatch::start();
        let _ = front_line::text(Opened::unkept(session), input.as_bytes(), &mut Nowhere);
        least = least.min(clock.seconds());
    }
    figure("line mode with full redraw", format!("{:.0} commands/s", commands as f64 / least));
}

pub(crate) fn dungeon(_: &'static Entry) {
    // One element per line, as authors write.
    let text = catalog::dungeon::format(&large_dungeon(640 << 10)).unwrap_or_default();
    let nanos = best(1, |_| {
        black_box(catalog::dungeon::check(&text));
    });
    figure(&format!("{} KB of XML read and checked", text.len() >> 10), format!("{:.1} ms", nanos / 1e6));
}

/// Adds rooms until the text has this size.
fn large_dungeon(bytes: usize) -> String {
    let mut rooms = String::new();
    let mut number = 0u32;
    while rooms.len() < bytes {
        let (x, y) = (number % 20 * 12, number / 20 * 8);
        number += 1;
        rooms.push_str(&format!(
            "<Room room=\"{number}\"><visible>1</visible><posX>{x}</posX><posY>{y}</posY><width>10</width><height>6</height>\n"
        ));
        for thing in 1..5 {
            rooms.push_str(&format!(
                "<Monster name=\"Snake\" room=\"{number}\" serial=\"{thing}\"><visible>1</visible><posX>{thing}</posX>\
                 <posY>2</posY><type>S</type><hp>5</hp><maxhit>2</maxhit>\
                 <CreatureAction name=\"Remove\" type=\"death\"></CreatureAction></Monster>\n"
            ));
        }
        if number == 1 {
            rooms.push_str("<Player name=\"Player\" room=\"1\" serial=\"0\"><visible>1</visible><posX>1</posX><posY>3</posY><hp>9</hp><hpMoves>9</hpMoves><maxhit>9</maxhit></Player>\n");
        }
        rooms.push_str("</Room>\n");
    }
    let height = number.div_ceil(20) * 8;
    format!(
        "<Dungeon name=\"large\" width=\"240\" topHeight=\"2\" gameHeight=\"{height}\" bottomHeight=\"4\">\n<Rooms>\n{rooms}</Rooms>\n</Dungeon>\n"
    )
}
