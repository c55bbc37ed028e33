//! `explain` lists the rolls of one turn with their reasons and odds.

use crate::{Done, Stop};
use clap::ArgMatches;
use session::{Difference, Explained, RollTold};

/// `undercroft explain RUN --at TURN`.
pub(crate) fn explain(args: &ArgMatches) -> Done {
    let (run, _, _) = keeper::read_run(crate::cli::path(args, "RUN"))?;
    let at = args.get_one::<u64>("at").map_or(0, |&turn| usize::try_from(turn).unwrap_or(usize::MAX));
    if at > run.steps.len() {
        return Err(Stop::bad(format!("The run has only {} turns.", run.steps.len())));
    }
    let entry = crate::play::game_of(&run)?;
    let explained = entry.explain(&run, at, &session::Seating::OWNER).map_err(differs)?;
    let command = at.checked_sub(1).map(|index| run.steps[index].text.as_str());
    if args.get_flag("json") {
        say!("{}", json(at, command, &explained));
        return Ok(());
    }
    match command {
        Some(text) => say!("turn {at}: {text}"),
        None => say!("turn 0: the start of the game"),
    }
    for sentence in &explained.said {
        say!("  {sentence}");
    }
    let count = explained.rolls.len();
    say!("{count} roll{}", if count == 1 { "" } else { "s" });
    for told in &explained.rolls {
        say!("  {}: {} ({})", told.roll.label, told.came_to, told.odds);
    }
    Ok(())
}

/// The error for a run that differs before the turn, whose rolls would then be others.
fn differs(difference: Difference) -> Stop {
    let Difference { turn, what } = difference;
    match turn {
        0 => Stop::bad(what),
        turn => Stop { status: 1, message: format!("differs at turn {turn}: {what}") },
    }
}

/// Everything as one JSON object.
fn json(at: usize, command: Option<&str>, explained: &Explained) -> String {
    let told = |told: &RollTold| {
        serde_json::json!({
            "label": told.roll.label, "came_to": told.came_to, "value": told.roll.value, "sides": told.roll.sides,
            "odds": told.share, "odds_text": told.odds,
        })
    };
    serde_json::json!({
        "turn": at, "command": command, "said": explained.said,
        "rolls": explained.rolls.iter().map(told).collect::<Vec<_>>(),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use kernel::{Roll, Throw};

    fn told(label: &'static str, sides: u64, value: u64, throw: Throw) -> String {
        let entry = catalog::find("chambers").expect("a game");
        let told = entry.tell_roll(Roll { label, sides, value, throw });
        format!("{} ({})", told.came_to, told.odds)
    }

    #[test]
    fn rolls_are_described_with_their_odds() {
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
