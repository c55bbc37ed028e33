//! The results of a tournament as JSON lines, as CSV, and as a table for people.

use crate::{Arena, ArenaGame, Entrant, Pairing};
use game_pursuit::{Field, Side};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// Called with the number of games done and the total; returning false stops the tournament.
type OnGames<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

#[derive(Serialize)]
struct Line<'a> {
    field: &'a str,
    hero: &'a str,
    monster: &'a str,
    result: &'static str,
    turns: u32,
    /// The start cells of hero and monster, only if games start from all squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<[[i32; 2]; 2]>,
}

#[derive(Serialize)]
struct Sum<'a> {
    hero: &'a str,
    monster: &'a str,
    games: u64,
    caught: u64,
    escape: u64,
    limit: u64,
    fault: u64,
}

#[derive(Serialize)]
struct Summary<'a> {
    summary: Vec<Sum<'a>>,
}

fn names(entrants: &[Entrant]) -> Vec<String> {
    entrants.iter().map(Entrant::name).collect()
}

fn start_of(field: &Field, game: &ArenaGame) -> Option<[[i32; 2]; 2]> {
    let at = |cell| {
        let pos = field.pos(cell);
        [pos.x, pos.y]
    };
    game.start.map(|(hero, monster)| [at(hero), at(monster)])
}

/// Plays a tournament and writes one JSON line per game and a last one with the totals. Returns the totals.
///
/// # Errors
/// If writing fails.
pub fn arena_json(arena: &Arena, progress: OnGames<'_>, out: &mut dyn Write) -> io::Result<Vec<Pairing>> {
    let (heroes, monsters) = (names(&arena.heroes), names(&arena.monsters));
    let sums = arena.run(progress, &mut |game| {
        let (name, field) = &arena.fields[game.field];
        let line = Line {
            field: name,
            hero: &heroes[game.hero],
            monster: &monsters[game.monster],
            result: game.ending.word(),
            turns: game.turns,
            start: start_of(field, game),
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)
    })?;
    let sum = |pair: &Pairing| Sum {
        hero: &heroes[pair.hero],
        monster: &monsters[pair.monster],
        games: pair.games,
        caught: pair.caught,
        escape: pair.escape,
        limit: pair.limit,
        fault: pair.fault,
    };
    let summary = Summary { summary: sums.iter().map(sum).collect() };
    writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    Ok(sums)
}

/// Plays a tournament and writes one CSV row per game. Returns the totals.
///
/// # Errors
/// If writing fails.
pub fn arena_csv(arena: &Arena, progress: OnGames<'_>, out: &mut dyn Write) -> io::Result<Vec<Pairing>> {
    let (heroes, monsters) = (names(&arena.heroes), names(&arena.monsters));
    writeln!(
        out,
        "field,hero,monster,hero_x,hero_y,monster_x,monster_y,result,turns,hero_us_per_move,monster_us_per_move,reason"
    )?;
    arena.run(progress, &mut |game| {
        let (name, field) = &arena.fields[game.field];
        let start = game.start.unwrap_or((field.hero(), field.monster()));
        let (hero, monster) = (field.pos(start.0), field.pos(start.1));
        let per_move = |side: Side| micros(game.time[side as usize], u64::from(game.moves[side as usize]));
        let reason = if game.ending.is_clean() { String::new() } else { game.ending.to_string() };
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{:.2},{:.2},{}",
            quoted(name),
            quoted(&heroes[game.hero]),
            quoted(&monsters[game.monster]),
            hero.x,
            hero.y,
            monster.x,
            monster.y,
            game.ending.word(),
            game.turns,
            per_move(Side::Hero),
            per_move(Side::Monster),
            quoted(&reason)
        )
    })
}

/// A CSV value, quoted if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

fn micros(time: Duration, moves: u64) -> f64 {
    if moves == 0 { 0.0 } else { time.as_secs_f64() * 1e6 / moves as f64 }
}

/// The 95 % confidence interval (Wilson) of a rate measured over a number of games, in percent.
fn interval(hits: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 100.0);
    }
    let (n, z) = (games as f64, 1.96f64);
    let p = hits as f64 / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0) * 100.0, (middle + half).min(1.0) * 100.0)
}

/// Plays a tournament and writes a table for people: results, the rate of escapes with its 95 % interval, the
/// mean turn of captures, and the time per move. Faults do not count towards the rate. Returns the totals.
///
/// # Errors
/// If writing fails.
pub fn arena_table(arena: &Arena, progress: OnGames<'_>, out: &mut dyn Write) -> io::Result<Vec<Pairing>> {
    let (heroes, monsters) = (names(&arena.heroes), names(&arena.monsters));
    let mut faults: Vec<String> = Vec::new();
    let sums = arena.run(progress, &mut |game| {
        if !game.ending.is_clean() && faults.len() < 20 {
            faults.push(format!(
                "{}: {} against {}: {}",
                arena.fields[game.field].0, heroes[game.hero], monsters[game.monster], game.ending
            ));
        }
        Ok(())
    })?;
    let mut rows = vec![
        [
            "hero",
            "monster",
            "games",
            "caught",
            "escape",
            "limit",
            "fault",
            "hero free",
            "95 %",
            "mean turns",
            "hero us/move",
            "monster us/move",
        ]
        .map(String::from),
    ];
    for pair in &sums {
        let free = pair.escape + pair.limit;
        let clean = free + pair.caught;
        let (low, high) = interval(free, clean);
        let rate =
            if clean == 0 { "-".into() } else { format!("{:.1} %", free as f64 * 100.0 / clean as f64) };
        let mean = if pair.caught == 0 {
            "-".into()
        } else {
            format!("{:.1}", pair.caught_turns as f64 / pair.caught as f64)
        };
        rows.push([
            heroes[pair.hero].clone(),
            monsters[pair.monster].clone(),
            pair.games.to_string(),
            pair.caught.to_string(),
            pair.escape.to_string(),
            pair.limit.to_string(),
            pair.fault.to_string(),
            rate,
            format!("{low:.1} to {high:.1}"),
            mean,
            format!("{:.2}", micros(pair.time[0], pair.moves[0])),
            format!("{:.2}", micros(pair.time[1], pair.moves[1])),
        ]);
    }
    write_columns(&rows, out)?;
    for fault in &faults {
        writeln!(out, "{fault}")?;
    }
    Ok(sums)
}

/// Writes columns: names to the left, numbers to the right, separated by two blanks.
fn write_columns<const N: usize>(rows: &[[String; N]], out: &mut dyn Write) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (column, (text, &width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => line.push_str(&format!("{text:<width$}")),
                1 => line.push_str(&format!("  {text:<width$}")),
                _ => line.push_str(&format!("  {text:>width$}")),
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
