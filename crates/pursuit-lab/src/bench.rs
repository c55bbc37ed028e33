//! The measurements of `bench pursuit`: the speed of solving fields and playing games on this machine.

use crate::{Arena, Limits, Match, Solution, Starts, solve};
use game_pursuit::{Diagonals, Field, Player, read_field};
use std::io::{self, Write};
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

/// The halls with potions spread over the rooms.
fn halls(potions: usize) -> Arc<Field> {
    let mut text: Vec<char> = HALLS.chars().collect();
    let rooms: Vec<usize> =
        (0..text.len()).filter(|&index| text[index] == '.').step_by(31).take(potions).collect();
    rooms.into_iter().for_each(|index| text[index] = 's');
    read(&text.into_iter().collect::<String>())
}

/// A room without obstacles, with hero and monster in opposite corners.
fn open(size: usize) -> Arc<Field> {
    let mut rows = vec![vec!["."; size]; size];
    rows[0][0] = "@";
    rows[size - 1][size - 1] = "M";
    let rows: Vec<String> = rows.into_iter().map(|row| row.join(" ")).collect();
    read(&format!("{size}\n{}\n", rows.join("\n")))
}

fn best_of(times: u32, field: &Arc<Field>) -> (Duration, Solution) {
    let once = || {
        let begin = Instant::now();
        let solution = solve(field, &Limits::default(), &|_| true).expect("it fits");
        (begin.elapsed(), solution)
    };
    let mut best = once();
    for _ in 1..times {
        let next = once();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

/// Measures for a second or two and writes one line per figure, with its target.
///
/// # Errors
/// If writing fails.
pub fn bench(out: &mut dyn Write) -> io::Result<()> {
    let mut solving = |name: &str, field: &Arc<Field>, times: u32, target: &str| {
        let (taken, solution) = best_of(times, field);
        writeln!(
            out,
            "solve {name}: {:.2} ms, {} positions, {:.1} MB of tables (asked: {target})",
            taken.as_secs_f64() * 1e3,
            solution.positions(),
            solution.bytes() as f64 / 1e6
        )
    };
    for (potions, target) in ["3 ms", "20 ms", "80 ms", "400 ms, 64 MB"].into_iter().enumerate() {
        let field = halls(potions);
        solving(&format!("19 x 19, {} cells, {potions} potions", field.count()), &field, 5, target)?;
    }
    solving("64 x 64, open", &open(64), 2, "4 s, 256 MB on two cores")?;
    for (hero, target) in [(Player::Rogue, " (asked: 200000)"), (Player::Optimal, "")] {
        let name = hero.name();
        let arena = Arena {
            fields: vec![("room".into(), open(10))],
            heroes: vec![hero.into()],
            monsters: vec![Player::Monster.into()],
            starts: Starts::All,
            games: 20,
            limit: None,
            seed: String::new(),
            settings: Match::default(),
            threads: 0,
        };
        let begin = Instant::now();
        let sums = arena.run(&|_, _| true, &mut |_| Ok(()))?;
        let rate = sums[0].games as f64 / begin.elapsed().as_secs_f64();
        writeln!(out, "games in a 10 x 10 room, {name} against monster: {rate:.0} a second{target}")?;
    }
    Ok(())
}
