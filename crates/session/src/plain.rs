//! Runs without seals and pulses, short enough for a link. Both are computed again when such a run is read.

use crate::replay::Difference;
use crate::run::{Checkpoint, Lines, Run, UNKNOWN_PULSE};
use crate::{Entry, Fault, Seating, prove, seal};
use kernel::Policy;

/// A placeholder pulse while [`of_plain`] reads.
const PULSE: u64 = 0;

/// The run as text without seals and pulses, with the digest of its last state.
///
/// # Errors
/// The first difference: a run that does not replay is not passed on.
pub fn to_plain(games: &[Entry], run: &Run) -> Result<String, Fault> {
    let digest = prove(games, run, &Seating::default())?.session.digest();
    let text = Run { steps: Vec::new(), ..run.clone() }.to_text();
    let mut out: String =
        text.lines().map(|line| format!("{}\n", &line[..line.len().saturating_sub(5)])).collect();
    for step in &run.steps {
        match step.seat {
            0 => out.extend([step.text.as_str(), "\n"]),
            seat => out.push_str(&format!("{seat}:{}\n", step.text)),
        }
    }
    out.push_str(&format!("= {digest:016x}\n"));
    Ok(out)
}

/// Reads such a text, replays its commands and returns the complete run.
///
/// # Errors
/// A sentence, if it is not a run, cannot be replayed here, or does not lead to the state it names.
pub fn of_plain(games: &[Entry], text: &str) -> Result<Run, String> {
    let no_run = || "This is not a run.".to_owned();
    let (body, digest) = text.trim_end().rsplit_once("\n= ").ok_or_else(no_run)?;
    let digest = u64::from_str_radix(digest, 16).map_err(|_| no_run())?;
    let (mut lines, mut begun) = (Lines::new(seal::START), false);
    for line in body.lines() {
        if begun && !line.starts_with("mark ") {
            lines.step(0, line, PULSE);
        } else {
            lines.line(line);
        }
        begun |= line == "begin";
    }
    let mut sealed = String::new();
    lines.take(&mut sealed);
    let parsed = Run::parse(sealed.as_bytes());
    let mut run = parsed.run.filter(|_| parsed.damage.is_none()).ok_or_else(no_run)?;
    run.steps.iter_mut().for_each(|step| step.pulse = UNKNOWN_PULSE);
    let after = run.steps.len();
    run.checkpoints = vec![Checkpoint { after, digest, vitals: String::new(), line: 0 }];
    let entry = crate::game_of(games, &run).map_err(|fault| format!("{}.", fault.what))?;
    let mut pulses = Vec::with_capacity(after);
    let watched = entry.watch(&run, false, &Policy::default(), &mut |session| {
        pulses.extend((session.commands() > 0).then(|| session.status().pulse));
        true
    });
    watched.map_err(|Difference { turn, what }| format!("The run differs at turn {turn}: {what}."))?;
    run.steps.iter_mut().zip(pulses).for_each(|(step, pulse)| step.pulse = pulse);
    run.checkpoints.clear();
    let whole = Run::parse(run.to_text().as_bytes());
    whole.run.filter(|_| whole.damage.is_none()).ok_or_else(no_run)
}
