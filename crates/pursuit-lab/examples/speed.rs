//! Figures of the laboratory: solving a field of 191 cells with up to three potions and an open 64 x 64 field, and
//! games of a tournament.

use game_pursuit::{Diagonals, Field, Side, read_field};
use pursuit_lab::{Arena, Limits, Match, Solution, Starts, players as players_of, solve};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Four halls of 25 cells at the corners and 91 hallway cells between them.
const HALLS: &str = "19
. . . . . + + + + + + + + + . . . . .
. M . . .                   . . . . .
. . . . . + + + + + + + + + . . . . .
. . . . .         +         . . . . .
. . . . .         +         . . . . .
+   +             +             +   +
+   +             +             +   +
+   +             +             +   +
+   +             +             +
+   + + + + + + + + + + + + + + +
+   +             +             +
+   +             +             +
+   +             +             +
+   +             +             +
. . . . .         +         . . . . .
. . . . .         +         . . . . .
. . . . . + + + + + + + + + . . . . .
. . . . .                   . . . @ .
. . . . . + + + + + + + + + . . . . .
";

fn read(text: &str) -> Arc<Field> {
    Arc::new(read_field(text, Diagonals::Free).0.expect("a good field"))
}

/// The halls with potions in the first rooms.
fn halls(potions: usize) -> Arc<Field> {
    let mut text = HALLS.as_bytes().to_vec();
    let rooms: Vec<usize> =
        (0..text.len()).filter(|&index| text[index] == b'.').step_by(31).take(potions).collect();
    rooms.into_iter().for_each(|index| text[index] = b's');
    read(std::str::from_utf8(&text).expect("plain text"))
}

fn open(size: usize) -> Arc<Field> {
    let mut rows = vec![vec!["."; size]; size];
    rows[0][0] = "@";
    rows[size - 1][size - 1] = "M";
    let rows: Vec<String> = rows.into_iter().map(|row| row.join(" ")).collect();
    read(&format!("{size}\n{}\n", rows.join("\n")))
}

fn best_of(times: u32, field: &Arc<Field>, threads: usize) -> (Duration, Solution) {
    let mut best: Option<(Duration, Solution)> = None;
    for _ in 0..times {
        let start = Instant::now();
        let solution = solve(field, &Limits { threads, ..Limits::default() }, &|_| true).expect("it fits");
        let taken = start.elapsed();
        if best.as_ref().is_none_or(|(least, _)| taken < *least) {
            best = Some((taken, solution));
        }
    }
    best.expect("at least once")
}

fn main() {
    for potions in 0..=3 {
        let field = halls(potions);
        for threads in [1, 2] {
            let (taken, solution) = best_of(5, &field, threads);
            println!(
                "halls, {} cells, {potions} potions, {threads} threads: {taken:9.2?}, {} positions, {} table bytes, {:?}",
                field.count(),
                solution.positions(),
                solution.bytes(),
                solution.start(field.hero(), field.monster()),
            );
        }
    }
    let field = open(64);
    for threads in [1, 2] {
        let (taken, solution) = best_of(2, &field, threads);
        println!(
            "open 64 x 64, {threads} threads: {taken:9.2?}, {} positions, {} table bytes, {:?}",
            solution.positions(),
            solution.bytes(),
            solution.start(field.hero(), field.monster()),
        );
    }
    for players in ["rogue", "optimal"] {
        let arena = Arena {
            fields: vec![("room".into(), open(10))],
            heroes: players_of(players, Side::Hero).expect("a name").0,
            monsters: players_of("monster", Side::Monster).expect("a name").0,
            starts: Starts::All,
            games: 20,
            limit: None,
            seed: String::new(),
            settings: Match::default(),
            threads: 0,
        };
        let begin = Instant::now();
        let sums = arena.run(&|_, _| true, &mut |_| Ok(())).expect("nothing is written");
        let rate = sums[0].games as f64 / begin.elapsed().as_secs_f64();
        println!("arena, {players} against monster, 10 x 10 room, all starts: {rate:.0} games a second");
    }
}
