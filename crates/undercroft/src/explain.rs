//! `explain` lists the rolls of one turn with their reasons and odds.

use crate::{Done, Stop};
use clap::ArgMatches;
use kernel::{Roll, Throw};
use session::{Entry, Run, Session};
use std::cell::RefCell;
use std::path::PathBuf;

thread_local! {
    /// The rolls heard since the last look. A listener is a plain function, so it needs a place of its own.
    static HEARD: RefCell<Vec<Roll>> = const { RefCell::new(Vec::new()) };
}

fn hear(roll: Roll) {
    HEARD.with_borrow_mut(|heard| heard.push(roll));
}

/// `undercroft explain RUN --at TURN`.
pub(crate) fn explain(args: &ArgMatches) -> Done {
    let path = args.get_one::<PathBuf>("RUN").ok_or_else(|| Stop::bad("Which run?"))?;
    let (run, _, _) = keeper::read_run(path).map_err(|trouble| Stop::bad(trouble.to_string()))?;
    let at = args.get_one::<u64>("at").map_or(0, |&turn| usize::try_from(turn).unwrap_or(usize::MAX));
    if at > run.steps.len() {
        return Err(Stop::bad(format!("The run has only {} turns.", run.steps.len())));
    }
    let entry = crate::play::game_of(&run)?;
    let (session, rolls) = turn_of(entry, &run, at)?;
    let command = at.checked_sub(1).map(|index| run.steps[index].text.as_str());
    if args.get_flag("json") {
        say!("{}", json(entry, session.as_ref(), at, command, &rolls));
        return Ok(());
    }
    match command {
        Some(text) => say!("turn {at}: {text}"),
        None => say!("turn 0: the start of the game"),
    }
    for sentence in session.said() {
        say!("  {}", sentence.text);
    }
    say!("{} roll{}", rolls.len(), if rolls.len() == 1 { "" } else { "s" });
    for roll in &rolls {
        say!("  {}: {} ({})", roll.label, came_to(entry, roll), odds(roll));
    }
    Ok(())
}

/// The game after a turn, and the rolls of that turn.
fn turn_of(entry: &Entry, run: &Run, at: usize) -> Result<(Box<dyn Session>, Vec<Roll>), Stop> {
    let replayed = entry
        .replay(run, 0, None, Some(hear), &session::Seating::OWNER)
        .map_err(|difference| Stop::bad(difference.what))?;
    let mut session = replayed.session;
    for (step, turn) in run.steps.iter().take(at).zip(1..) {
        HEARD.take();
        let differs = |what: &str| Stop { status: 1, message: format!("differs at turn {turn}: {what}") };
        session.replay_step(step.seat, &step.text).map_err(|what| differs(&what))?;
        if !step.fits(session.status().pulse) {
            return Err(differs("the state differs from the recorded one, so these are not its rolls"));
        }
    }
    Ok((session, HEARD.take()))
}

/// What fell, in words where there are any.
fn came_to(entry: &Entry, roll: &Roll) -> String {
    if let Some(word) = (entry.teaching.roll_word)(roll) {
        return word.to_owned();
    }
    match roll.throw {
        Throw::Number(low) => (i128::from(low) + i128::from(roll.value)).to_string(),
        Throw::Chance(num) => if roll.value < u64::from(num) { "yes" } else { "no" }.to_owned(),
        Throw::Row(index, _) => format!("row {}", index + 1),
        Throw::Poisson(_) => roll.value.to_string(),
        Throw::Bits => format!("{:016x}", roll.value),
    }
}

/// How many of how many outcomes are what fell; nothing where there is no bound.
fn share(roll: &Roll) -> Option<(u64, u64)> {
    let outcomes = match roll.throw {
        Throw::Number(_) => 1,
        Throw::Chance(num) if roll.value < u64::from(num) => u64::from(num).min(roll.sides),
        Throw::Chance(num) => roll.sides.saturating_sub(num.into()),
        Throw::Row(_, weight) => weight.into(),
        Throw::Poisson(_) | Throw::Bits => return None,
    };
    Some((outcomes, roll.sides))
}

/// How likely that was: "1 in 2", "5 of 18", "certain".
fn odds(roll: &Roll) -> String {
    match (share(roll), roll.throw) {
        (Some((outcomes, sides)), _) => {
            let common = gcd(outcomes, sides);
            match (outcomes / common, sides / common) {
                (1, 1) => "certain".to_owned(),
                (1, sides) => format!("1 in {sides}"),
                (outcomes, sides) => format!("{outcomes} of {sides}"),
            }
        }
        (None, Throw::Poisson(mean)) if mean % 10 == 0 => format!("{} on average", mean / 10),
        (None, Throw::Poisson(mean)) => format!("{}.{} on average", mean / 10, mean % 10),
        (None, _) => "any number".to_owned(),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// Everything as one JSON object.
fn json(entry: &Entry, session: &dyn Session, at: usize, command: Option<&str>, rolls: &[Roll]) -> String {
    let told = |roll: &Roll| {
        serde_json::json!({
            "label": roll.label, "came_to": came_to(entry, roll), "value": roll.value, "sides": roll.sides,
            "odds": share(roll), "odds_text": odds(roll),
        })
    };
    serde_json::json!({
        "turn": at, "command": command, "said": session.said().iter().map(|said| &said.text).collect::<Vec<_>>(), "rolls": rolls.iter().map(told).collect::<Vec<_>>(),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(label: &'static str, sides: u64, value: u64, throw: Throw) -> String {
        let entry = catalog::find("chambers").expect("a game");
        let roll = Roll { label, sides, value, throw };
        format!("{} ({})", came_to(entry, &roll), odds(&roll))
    }

    #[test]
    fn rolls_are_told_in_words_with_their_odds() {
        assert_eq!(told("enemy hits", 2, 0, Throw::Chance(1)), "yes (1 in 2)");
        assert_eq!(told("enemy hits", 3, 1, Throw::Chance(1)), "no (2 of 3)");
        assert_eq!(told("stun", 1_000_000, 200_001, Throw::Chance(200_000)), "no (4 of 5)");
        assert_eq!(told("sure", 1, 0, Throw::Chance(1)), "yes (certain)");
        assert_eq!(told("enemy", 18, 7, Throw::Row(2, 5)), "halfling (5 of 18)");
        assert_eq!(told("other table", 18, 7, Throw::Row(2, 6)), "row 3 (1 in 3)");
        assert_eq!(told("steps", 6, 2, Throw::Number(-1)), "1 (1 in 6)");
        assert_eq!(told("heal", 0, 7, Throw::Poisson(45)), "7 (4.5 on average)");
        assert_eq!(told("damage", 0, 7, Throw::Poisson(120)), "7 (12 on average)");
    }
}
