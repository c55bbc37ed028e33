//! `diff` finds the first turn at which two runs differ, or at which a run differs from what this program
//! computes.
//!
//! Recorded values are compared as they stand: commands, pulses, checkpoints, endings. So runs of rules that
//! this program cannot play can be compared, too. Differing vitals are named from recorded checkpoints, or by
//! replaying with this program or the archived module, as far as that agrees with the run.

use crate::archive::{self, Archived};
use crate::files::run_named;
use crate::{Done, Stop};
use clap::ArgMatches;
use session::{Entry, Header, Run, Session};
use std::path::PathBuf;

/// What a note says is done with a damaged run.
const COMPARED: &str = "compared up to that line";

/// The first difference between two runs.
struct FirstDifference {
    /// The turn, counted from 1.
    turn: usize,
    what: String,
    /// Whether the commands are the same up to and including this turn.
    same_commands: bool,
}

/// `undercroft diff RUN_A [RUN_B]`: status 1 if they differ.
pub(crate) fn diff(args: &ArgMatches) -> Done {
    let a = run_named(args, "RUN_A", COMPARED)?.0;
    let older = Older::of(&a, args);
    if args.get_one::<PathBuf>("RUN_B").is_none() {
        return against_this(&a, &older);
    }
    let b = run_named(args, "RUN_B", COMPARED)?.0;
    let older = [older, Older::of(&b, args)];
    let apart = headers_apart(&a.header, &b.header);
    if !apart.is_empty() {
        say!("The runs start differently: {}.", apart.join("; "));
        return Err(Stop::quiet(1));
    }
    if a.header.rules != b.header.rules {
        say!("The runs were played by rules {} and {}.", a.header.rules, b.header.rules);
    }
    let Some(first) = first_difference(&a, &b) else {
        say!("The runs are the same: {} turns.", a.steps.len());
        return if a.header.rules == b.header.rules { Ok(()) } else { Err(Stop::quiet(1)) };
    };
    if first.turn > a.steps.len().min(b.steps.len()) {
        say!("The runs are the same for {} turns; then one of them ends.", first.turn - 1);
        return Err(Stop::quiet(1));
    }
    let mut told = vec![first.what.clone()];
    if first.same_commands {
        told.extend(who_agrees([&a, &b], &older, first.turn));
    }
    told.extend(fields([&a, &b], [&older[0], &older[1]], &first));
    say!("The runs differ at turn {}: {}.", first.turn, told.join("; "));
    Err(Stop::quiet(1))
}

/// Differences between headers that make two games different from the beginning.
fn headers_apart(a: &Header, b: &Header) -> Vec<String> {
    let mut apart = Vec::new();
    let mut compare = |name: &str, a: &str, b: &str| {
        if a != b {
            apart.push(format!("{name}: {a} and {b}"));
        }
    };
    let options = |header: &Header| {
        let pairs: Vec<String> =
            header.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if pairs.is_empty() { "none".to_owned() } else { pairs.join(" ") }
    };
    compare("game", &a.game, &b.game);
    compare("seed", &format!("{:?}", a.seed), &format!("{:?}", b.seed));
    compare("options", &options(a), &options(b));
    if a.level != b.level {
        apart.push("level: the texts differ".to_owned());
    }
    apart
}

/// The first turn at which two runs differ.
fn first_difference(a: &Run, b: &Run) -> Option<FirstDifference> {
    let first = |turn, what: String, same_commands| Some(FirstDifference { turn, what, same_commands });
    for index in 0..a.steps.len().max(b.steps.len()) {
        let turn = index + 1;
        let (Some(left), Some(right)) = (a.steps.get(index), b.steps.get(index)) else {
            return first(turn, String::new(), false);
        };
        if (left.seat, &left.text) != (right.seat, &right.text) {
            return first(turn, format!("the commands are '{}' and '{}'", left.text, right.text), false);
        }
        if left.pulse != right.pulse {
            return first(turn, format!("'{}' led to different states", left.text), true);
        }
        let digest =
            |run: &Run| run.checkpoints.iter().find(|kept| kept.after == turn).map(|kept| kept.digest);
        if let (Some(one), Some(two)) = (digest(a), digest(b))
            && one != two
        {
            return first(turn, "the states recorded at this turn differ".to_owned(), true);
        }
    }
    None
}

/// The archived rules of a run that this program no longer plays, if they were found.
struct Older(Option<Archived>);

impl Older {
    fn of(run: &Run, args: &ArgMatches) -> Self {
        match archive::of(&run.header, args) {
            Some(Err(what)) => {
                note!("Only what is recorded can be compared: {what}.");
                Self(None)
            }
            found => Self(found.and_then(Result::ok)),
        }
    }

    /// The vitals after a turn, if the run agrees with its rules that far.
    fn vitals(&self, run: &Run, turn: usize) -> Option<String> {
        match &self.0 {
            Some(archived) => archived.vitals(run.to_text().as_bytes(), turn),
            None => played(run, turn).map(|session| session::vitals_text(&session.vitals(session.to_move()))),
        }
    }

    fn who(&self) -> String {
        match &self.0 {
            Some(archived) => format!("the archived module of {}", archived.name),
            None => "this program".to_owned(),
        }
    }
}

/// Which of two runs this program, or their archived rules, agrees with at the turn where they differ.
fn who_agrees(runs: [&Run; 2], older: &[Older; 2], turn: usize) -> Option<String> {
    // With different rules, each run agrees with its own.
    if runs[0].header.rules != runs[1].header.rules && older.iter().any(|older| older.0.is_some()) {
        return None;
    }
    let who = older[0].who();
    let agrees = |at: usize| older[at].vitals(runs[at], turn).is_some();
    Some(match (agrees(0), agrees(1)) {
        (true, false) => format!("{who} agrees with the first run"),
        (false, true) => format!("{who} agrees with the second run"),
        (false, false) => format!("{who} agrees with neither"),
        (true, true) => return None,
    })
}

/// The vitals that differ, at the turn itself or at the first later turn where both are known.
fn fields(runs: [&Run; 2], older: [&Older; 2], first: &FirstDifference) -> Option<String> {
    let [a, b] = runs;
    // After different commands, later turns say nothing about this one.
    let last = if first.same_commands { common(a, b) } else { first.turn };
    let kept = a.checkpoints.iter().chain(&b.checkpoints).map(|kept| kept.after);
    let mut turns: Vec<usize> = kept.filter(|turn| (first.turn..=last).contains(turn)).collect();
    turns.push(first.turn);
    turns.sort_unstable();
    turns.dedup();
    for turn in turns {
        let (Some(one), Some(two)) = (vitals_at(a, older[0], turn), vitals_at(b, older[1], turn)) else {
            continue;
        };
        let differing = differing(&one, &two);
        if !differing.is_empty() {
            let when = if turn == first.turn { String::new() } else { format!("at turn {turn} ") };
            return Some(format!("{when}{}", differing.join(", ")));
        }
    }
    None
}

/// Number of initial commands that two runs share.
fn common(a: &Run, b: &Run) -> usize {
    a.steps.iter().zip(&b.steps).take_while(|(a, b)| (a.seat, &a.text) == (b.seat, &b.text)).count()
}

/// The vitals recorded at a turn, or computed if the rules agree with the run that far.
fn vitals_at(run: &Run, older: &Older, turn: usize) -> Option<String> {
    let kept = run.checkpoints.iter().find(|kept| kept.after == turn).map(|kept| kept.vitals.clone());
    kept.or_else(|| older.vitals(run, turn))
}

/// Replays a run up to a turn with this program; `None` if a state differs from the recorded one. The version
/// of the rules does not matter: the pulses decide.
fn played(run: &Run, upto: usize) -> Option<Box<dyn Session>> {
    let entry = catalog::find(&run.header.game)?;
    let mut session = begin(entry, run).ok()?;
    for step in run.steps.get(..upto)? {
        session.follow(step).ok()?;
    }
    Some(session)
}

/// Starts the run's game with the rules of this program.
fn begin(entry: &Entry, run: &Run) -> Result<Box<dyn Session>, String> {
    let mut start = run.branch(0);
    start.header.rules = entry.rules;
    entry
        .replay(&start, 0, None, None, &session::Seating::OWNER)
        .map(|replayed| replayed.session)
        .map_err(|difference| difference.what)
}

/// "hp is 88 and 80" for every vital that differs.
fn differing(a: &str, b: &str) -> Vec<String> {
    let pairs = |text: &str| -> Vec<(String, String)> {
        let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    let (a, b) = (pairs(a), pairs(b));
    let value = |side: &[(String, String)], name: &str| {
        side.iter().find(|(other, _)| other == name).map_or("missing".to_owned(), |(_, value)| value.clone())
    };
    let only_b = b.iter().filter(|(name, _)| !a.iter().any(|(other, _)| other == name));
    let names = a.iter().chain(only_b).map(|(name, _)| name);
    let differ = names.filter(|name| value(&a, name) != value(&b, name));
    differ.map(|name| format!("{name} is {} and {}", value(&a, name), value(&b, name))).collect()
}

/// Compares a run with what this program computes.
fn against_this(run: &Run, older: &Older) -> Done {
    let entry = crate::play::game_of(run)?;
    let (now, refused) = record(entry, run)?;
    if run.header.rules != entry.rules {
        say!("The run was played by rules {}, this program plays rules {}.", run.header.rules, entry.rules);
    }
    match (first_difference(run, &now), refused) {
        (Some(first), refused) if refused.is_none() || first.turn <= now.steps.len() => {
            let mut told = vec![first.what.clone()];
            told.extend(fields([run, &now], [older, &Older(None)], &first));
            say!("The run and this program differ at turn {}: {}.", first.turn, told.join("; "));
            Err(Stop::quiet(1))
        }
        (_, Some(reason)) => {
            let turn = now.steps.len() + 1;
            let command = &run.steps[turn - 1].text;
            say!("The run and this program differ at turn {turn}: '{command}' is refused here: {reason}");
            Err(Stop::quiet(1))
        }
        _ => {
            say!("This program replays the run without a difference: {} turns.", run.steps.len());
            if run.header.rules == entry.rules { Ok(()) } else { Err(Stop::quiet(1)) }
        }
    }
}

/// Records the same commands with this program, with checkpoints at the same turns, as far as they can be
/// played.
fn record(entry: &Entry, run: &Run) -> Result<(Run, Option<String>), Stop> {
    let mut session = begin(entry, run)?;
    let mut checkpoints = run.checkpoints.iter().peekable();
    let mut refused = None;
    let mut now = run.branch(0);
    for (step, turn) in run.steps.iter().zip(1..) {
        if let Err(reason) = session.replay_step(step.seat, &step.text) {
            refused = Some(reason);
            break;
        }
        let pulse = session.status().pulse;
        now.steps.push(session::Step { pulse, ..step.clone() });
        while let Some(kept) = checkpoints.next_if(|kept| kept.after <= turn) {
            let vitals = session::vitals_text(&session.vitals(session.to_move()));
            now.checkpoints.push(session::Checkpoint { digest: session.digest(), vitals, ..kept.clone() });
        }
    }
    Ok((now, refused))
}
