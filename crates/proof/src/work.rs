//! Workloads whose instructions are counted: deterministic, repeated as often as asked.

use keeper::Opened;
use kernel::{EDITION, Options, Rng, Scene, Seed};
use session::batch::{Frame, Plan};
use session::{Brief, Entry, Run, Seating, Session};
use std::hint::black_box;
use std::time::Duration;

/// Number of commands in the run that is verified.
const VERIFIED: usize = 1_000;
/// Size of the screen for the key workload.
const SCREEN: (u16, u16) = (200, 60);

/// Fields to solve: an open one, one with corridors, one with potions.
const FIELDS: [(&str, &str); 3] = [
    ("open", include_str!("../fields/open.txt")),
    ("corridors", include_str!("../fields/corridors.txt")),
    ("potions", include_str!("../fields/potions.txt")),
];

/// The names of all workloads.
pub(crate) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for entry in catalog::GAMES {
        for what in ["play", "draw", "paint", "floor", "verify", "key"] {
            names.push(format!("{what}-{}", entry.id));
        }
    }
    names.extend(FIELDS.iter().map(|(name, _)| format!("solve-{name}")));
    names.push("xml".to_owned());
    names
}

/// Runs a workload this many times.
pub(crate) fn work(name: &str, times: usize) -> Result<(), String> {
    let unknown = || format!("There is no work '{name}'; `proof works` names them.");
    if name == "xml" {
        return xml(times);
    }
    let (what, of) = name.split_once('-').ok_or_else(unknown)?;
    if what == "solve" {
        let (_, text) = FIELDS.iter().find(|(name, _)| *name == of).ok_or_else(unknown)?;
        return solve(text, times);
    }
    let entry = catalog::find(of).ok_or_else(unknown)?;
    match what {
        "play" => play(entry, times)?,
        "draw" => draw(entry, times)?,
        "paint" => paint(entry, times)?,
        "floor" => floors(entry, times)?,
        "verify" => verify(entry, times)?,
        "key" => keys(entry, times)?,
        _ => return Err(unknown()),
    }
    Ok(())
}

/// Rounds of a thousand random commands, drawing the board after each.
fn play(entry: &Entry, times: usize) -> Result<(), String> {
    let mut dice = Rng::stream(&Seed::from_text("play"), "play", &[]);
    let mut scene = Scene::default();
    for round in 0..times {
        let mut session = start(entry, round, None)?;
        for _ in 0..1_000 {
            if session.outcome().is_some() {
                session = start(entry, round, None)?;
            }
            session.play_index(dice.below(session.vocabulary().actions as u32, "command") as usize);
            scene.clear();
            session.draw(session.to_move(), SCREEN.0, SCREEN.1, None, &mut scene);
            black_box(&scene);
        }
    }
    Ok(())
}

/// Commands of a batch game, painting what changed after each.
fn paint(entry: &Entry, times: usize) -> Result<(), String> {
    let mut batch = (entry.batch)(&Plan::of(Brief::default())).map_err(|found| format!("{found:?}"))?;
    let shape = batch.shape().clone();
    let cells = usize::from(shape.rows) * usize::from(shape.cols);
    let (mut glyphs, mut status) = (vec![0; cells], vec![0; shape.gauges.len()]);
    let mut mask = vec![0; shape.words.len()];
    let (mut rewards, mut flags) = ([0.0], [[false]; 3]);
    let mut dice = Rng::stream(&Seed::from_text("paint"), "paint", &[]);
    let mut over = true;
    for game in 0..times {
        let [terminated, truncated, refused] = &mut flags;
        let mut frame = Frame {
            glyphs: &mut glyphs,
            inks: None,
            status: &mut status,
            mask: &mut mask,
            rewards: &mut rewards,
            terminated,
            truncated,
            refused,
        };
        if over {
            batch.reset(0, Some(&game.to_string()), &mut frame)?;
        }
        let action = possible(frame.mask, &mut dice);
        batch.step(&[action], &mut frame)?;
        over = frame.terminated[0] || frame.truncated[0];
    }
    Ok(())
}

/// A random allowed action.
fn possible(mask: &[i8], dice: &mut Rng) -> i64 {
    let count = mask.iter().filter(|can| **can == 1).count() as u32;
    let chosen = dice.below(count.max(1), "action") as usize;
    let action = (0..).zip(mask).filter(|(_, can)| **can == 1).map(|(action, _)| action).nth(chosen);
    action.unwrap_or(0)
}

fn start(entry: &Entry, seed: usize, edition: Option<&str>) -> Result<Box<dyn Session>, String> {
    let mut options = Options::default();
    if let Some(edition) = edition {
        options.set(entry.options, EDITION, edition)?;
    }
    let brief = Brief { seed: seed.to_string(), options, ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).map_err(|found| format!("{found:?}"))?;
    // A first floor may wait for an answer, such as a race.
    while let Some(choice) = session.choice(session.to_move()) {
        let answer = choice.answers.first().ok_or("a question without answers")?;
        session.play_line(&answer.line);
    }
    Ok(session)
}

/// New games of the Undercroft edition: in every game its floor or field is generated from the seed.
fn floors(entry: &Entry, times: usize) -> Result<(), String> {
    (0..times).try_for_each(|seed| start(entry, seed, Some("undercroft")).map(|game| drop(black_box(game))))
}

/// The board of a game in the middle, drawn again and again.
fn draw(entry: &Entry, times: usize) -> Result<(), String> {
    let mut session = start(entry, 7, None)?;
    let mut dice = Rng::stream(&Seed::from_text("draw"), "draw", &[]);
    while session.commands() < 50 && session.outcome().is_none() {
        session.play_index(dice.below(session.vocabulary().actions as u32, "command") as usize);
    }
    let mut scene = Scene::default();
    for _ in 0..times {
        scene.clear();
        session.draw(session.to_move(), SCREEN.0, SCREEN.1, None, &mut scene);
        black_box(&scene);
    }
    Ok(())
}

/// Verifies a run of the bot again and again.
fn verify(entry: &Entry, times: usize) -> Result<(), String> {
    let mut dice = Rng::stream(&Seed::from_text("verify"), "verify", &[]);
    let mut longest = String::new();
    let mut commands = 0;
    for seed in 0..20 {
        let mut session = start(entry, seed, None)?;
        while session.commands() < VERIFIED && session.outcome().is_none() {
            if session.play_advice(&mut dice).is_none() {
                session.play_index(dice.below(session.vocabulary().actions as u32, "command") as usize);
            }
        }
        if session.commands() > commands {
            commands = session.commands();
            longest.clear();
            session.journal(&mut longest);
        }
        if commands >= VERIFIED {
            break;
        }
    }
    for _ in 0..times {
        let run = Run::parse(longest.as_bytes()).run.ok_or("the run cannot be read")?;
        black_box(
            session::prove(catalog::GAMES, &run, &Seating::default()).map_err(|fault| fault.to_string())?,
        );
    }
    Ok(())
}

/// Plays keys in the full screen, painting a frame after each.
fn keys(entry: &Entry, times: usize) -> Result<(), String> {
    let session = start(entry, 7, None)?;
    black_box(terminal::measure(app::Start::Game(Opened::unkept(session)), SCREEN, times, || Duration::ZERO));
    Ok(())
}

fn solve(text: &str, times: usize) -> Result<(), String> {
    use pursuit_lab::rules::{Diagonals, read_field};
    let (field, findings) = read_field(text, Diagonals::Free);
    let field = std::sync::Arc::new(field.ok_or_else(|| format!("{findings:?}"))?);
    let limits = pursuit_lab::Limits { threads: 1, ..pursuit_lab::Limits::default() };
    for _ in 0..times {
        let solution = pursuit_lab::solve(&field, &limits, &|_| true);
        black_box(solution.map_err(|_| "the field is too large")?);
    }
    Ok(())
}

/// Parses the XML of a dungeon.
fn xml(times: usize) -> Result<(), String> {
    let dungeon = catalog::find("dungeon").ok_or("there is no dungeon")?;
    let (_, text) = (dungeon.attached.examples)().into_iter().next().ok_or("there is no example")?;
    let wrong = (0..times).map(|_| black_box((dungeon.check)(text)).len()).sum::<usize>();
    if wrong == 0 { Ok(()) } else { Err("the example has findings".to_owned()) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_piece_of_work_can_be_done() {
        for name in super::names() {
            super::work(&name, 1).unwrap_or_else(|what| panic!("{name}: {what}"));
        }
    }
}
