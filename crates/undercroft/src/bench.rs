//! `undercroft bench`: how fast the games are here.

use crate::{Done, Stop};
use clap::ArgMatches;
use session::{Brief, Run, Session};
use std::time::{Duration, Instant};

/// Commands of the run whose verification is timed.
const VERIFIED_COMMANDS: usize = 1000;

/// `undercroft bench [GAME]`.
pub(crate) fn bench(args: &ArgMatches) -> Done {
    let wanted = args.get_one::<String>("GAME");
    if let Some(id) = wanted.filter(|id| catalog::find(id).is_none()) {
        return Err(Stop::bad(format!("There is no game '{id}'.")));
    }
    let seconds = args.get_one::<u64>("seconds").copied().unwrap_or(1).clamp(1, 60);
    println!("One core; the board is drawn after every command, new games are included.");
    println!(
        "{:<10} {:>12} {:>12} {:>11} {:>12} {:>16}",
        "game", "commands/s", "new game us", "clone us", "state bytes", "verify 1000 ms"
    );
    for entry in catalog::GAMES.iter().filter(|entry| wanted.is_none_or(|id| id == entry.id)) {
        let figures = (entry.bench)(Duration::from_secs(seconds));
        println!(
            "{:<10} {:>12.0} {:>12.1} {:>11.2} {:>12} {:>16.2}",
            entry.id,
            figures.steps_per_second,
            figures.start_micros,
            figures.clone_micros,
            figures.state_bytes,
            verify_millis(entry)
        );
    }
    Ok(())
}

/// Milliseconds to read and verify a run of a thousand random commands.
fn verify_millis(entry: &catalog::Entry) -> f64 {
    let mut games = 0;
    let mut text = String::new();
    let mut run = Run::default();
    // Some games end early: several are tried until one is long enough, the longest counts.
    while run.steps.len() < VERIFIED_COMMANDS && games < 50 {
        games += 1;
        let brief = Brief { seed: games.to_string(), ..Brief::default() };
        let Ok((mut session, _)) = (entry.start)(&brief) else { break };
        let played = random_run(session.as_mut());
        if let Some(longer) =
            Run::parse(played.as_bytes()).run.filter(|longer| longer.steps.len() > run.steps.len())
        {
            (run, text) = (longer, played);
        }
    }
    let began = Instant::now();
    let read = Run::parse(text.as_bytes()).run.unwrap_or_default();
    let replayed = (entry.replay)(&read, usize::MAX, None, None);
    assert!(
        replayed.is_ok_and(|replayed| replayed.difference.is_none()),
        "a run verifies on the machine that made it"
    );
    began.elapsed().as_secs_f64() * 1e3 * VERIFIED_COMMANDS as f64 / run.steps.len().max(1) as f64
}

fn random_run(session: &mut dyn Session) -> String {
    let seed = kernel::Seed::from_text(&session.header().seed);
    let mut dice = kernel::Rng::stream(&seed, "bench", &[]);
    let actions = session.actions() as u32;
    for _ in 0..VERIFIED_COMMANDS * 4 {
        if session.commands() >= VERIFIED_COMMANDS || session.outcome().is_some() {
            break;
        }
        session.play_index(dice.below(actions, "command") as usize);
    }
    let mut text = String::new();
    session.journal(&mut text);
    text
}
