//! `explain` lists the rolls of one turn; `diff` finds where two runs part.

use crate::{Done, Stop};
use clap::ArgMatches;
use kernel::{Roll, Vital, Vitals};
use session::{Run, Session};
use std::cell::RefCell;
use std::path::PathBuf;

thread_local! {
    /// The rolls heard since the last look. A listener is a plain function, so it needs a place of its own.
    static HEARD: RefCell<Vec<Roll>> = const { RefCell::new(Vec::new()) };
}

fn hear(roll: Roll) {
    HEARD.with_borrow_mut(|heard| heard.push(roll));
}

fn read(args: &ArgMatches, name: &str) -> Result<Run, Stop> {
    let path = args.get_one::<PathBuf>(name).ok_or_else(|| Stop::bad("Which run?"))?;
    let (run, _, _) = store::read_run(path).map_err(|trouble| Stop::bad(trouble.to_string()))?;
    Ok(run)
}

fn begin(run: &Run) -> Result<Box<dyn Session>, Stop> {
    let entry = catalog::find(&run.header.game)
        .ok_or_else(|| Stop::bad(format!("There is no game '{}' here.", run.header.game)))?;
    let replayed =
        (entry.replay)(run, 0, None, Some(hear)).map_err(|difference| Stop::bad(difference.what))?;
    Ok(replayed.session)
}

/// `undercroft explain RUN --at TURN`.
pub(crate) fn explain(args: &ArgMatches) -> Done {
    let run = read(args, "RUN")?;
    let at = args.get_one::<u64>("at").map_or(0, |&turn| usize::try_from(turn).unwrap_or(usize::MAX));
    if at > run.steps.len() {
        return Err(Stop::bad(format!("The run has only {} turns.", run.steps.len())));
    }
    let mut session = begin(&run)?;
    for step in run.steps.iter().take(at) {
        HEARD.take();
        session.replay_step(step.seat, &step.text).map_err(Stop::bad)?;
    }
    match at.checked_sub(1).map(|index| &run.steps[index].text) {
        Some(text) => say!("turn {at}: {text}"),
        None => say!("turn 0: the start of the game"),
    }
    for sentence in session.said() {
        say!("  {sentence}");
    }
    let rolls = HEARD.take();
    say!("{} rolls", rolls.len());
    for roll in &rolls {
        say!("  {}", roll_text(roll));
    }
    Ok(())
}

fn roll_text(roll: &Roll) -> String {
    match roll.sides {
        0 => format!("{}: {}", roll.label, roll.value),
        sides => format!("{}: {} of 0 to {} (1 in {sides})", roll.label, roll.value, sides - 1),
    }
}

/// `undercroft diff RUN_A RUN_B`: status 1 when they part.
pub(crate) fn diff(args: &ArgMatches) -> Done {
    let (a, b) = (read(args, "RUN_A")?, read(args, "RUN_B")?);
    let mut header = Vec::new();
    let mut compare = |name: &str, a: &str, b: &str| {
        if a != b {
            header.push(format!("{name}: {a} and {b}"));
        }
    };
    compare("game", &a.header.game, &b.header.game);
    compare("rules", &a.header.rules.to_string(), &b.header.rules.to_string());
    compare("seed", &format!("{:?}", a.header.seed), &format!("{:?}", b.header.seed));
    compare("options", &format!("{:?}", a.header.options), &format!("{:?}", b.header.options));
    if a.header.level != b.header.level {
        header.push("level: the texts differ".to_owned());
    }
    if !header.is_empty() {
        say!("The runs start apart: {}.", header.join("; "));
        return Err(Stop::quiet(1));
    }
    let (mut one, mut two) = (begin(&a)?, begin(&b)?);
    for turn in 0..a.steps.len().max(b.steps.len()) {
        let (Some(left), Some(right)) = (a.steps.get(turn), b.steps.get(turn)) else {
            say!("The runs are the same for {turn} turns; then one of them ends.");
            return Err(Stop::quiet(1));
        };
        one.replay_step(left.seat, &left.text).map_err(Stop::bad)?;
        two.replay_step(right.seat, &right.text).map_err(Stop::bad)?;
        let mut parted = Vec::new();
        if (left.seat, &left.text) != (right.seat, &right.text) {
            parted.push(format!("the commands are '{}' and '{}'", left.text, right.text));
        } else if left.pulse != right.pulse {
            parted.push("the same command led to different states when the runs were played".to_owned());
        }
        if parted.is_empty() {
            continue;
        }
        parted.extend(fields(&one.vitals(), &two.vitals()));
        say!("The runs part at turn {}: {}.", turn + 1, parted.join("; "));
        return Err(Stop::quiet(1));
    }
    say!("The runs are the same: {} turns.", a.steps.len());
    Ok(())
}

/// The vitals that differ.
fn fields(a: &Vitals, b: &Vitals) -> Vec<String> {
    let text = |value: &Vital| match value {
        Vital::Number(number) => number.to_string(),
        Vital::Text(words) => words.clone(),
    };
    let pairs = a.0.iter().zip(&b.0).filter(|(left, right)| left != right);
    pairs.map(|((name, left), (_, right))| format!("{name} is {} and {}", text(left), text(right))).collect()
}
