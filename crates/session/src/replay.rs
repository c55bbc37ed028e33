//! Playing a run again, up to any command, and finding the turn at which it parts from what was kept.

use crate::contract::{Brief, Seating, Session};
use crate::facts::{pulse_letters, vitals_text};
use crate::live::Live;
use crate::plain::UNKNOWN_PULSE;
use crate::run::Run;
use crate::snapshot::Snapshot;
use kernel::{Guide, Listener, Options, Policy, Seat, Seed};

/// The move that must stand in a run where a built-in strategy plays the seat to move.
pub struct Due<C> {
    /// Who plays the seat, as the subject of a sentence.
    pub who: String,
    /// The move, or why it cannot be computed here.
    pub command: Result<C, String>,
}

/// Recomputes the moves of built-in strategies; nothing where a person or a program plays the seat to move.
pub type Referee<G> = Box<dyn FnMut(&G) -> Option<Due<<G as kernel::Game>::Command>>>;

/// Where a replay parts from its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The turn, counted in commands from 1; 0 when the game could not even start.
    pub turn: usize,
    /// What differed.
    pub what: String,
}

/// A run played again.
pub struct Replayed<S> {
    /// The game as it stands after the last command asked for.
    pub session: S,
    /// The first difference, if any. The session then stands just before it (or as near as it could be brought).
    pub difference: Option<Difference>,
    /// What the person should know about who plays now, one sentence each.
    pub notes: Vec<String>,
}

fn differs(turn: usize, what: impl Into<String>) -> Difference {
    Difference { turn, what: what.into() }
}

/// Plays a run again up to `upto` commands, checking every pulse and checkpoint, and with a referee every move of a built-in
/// strategy. A listener hears the dice. With a snapshot, a state kept in memory by a replay that was checked, it starts there
/// and leaves the referee out.
///
/// # Errors
/// When the game cannot be started from the header: other rules, unknown options, a level that is refused.
pub fn replay<G: Guide>(
    run: &Run,
    upto: usize,
    snapshot: Option<&Snapshot>,
    listener: Option<Listener>,
    policy: &Policy,
    mut referee: Option<Referee<G>>,
) -> Result<Replayed<Live<G>>, Difference> {
    let mut live = begin::<G>(run, listener, policy)?;
    let mut from = 0;
    if let Some(snapshot) = snapshot.filter(|snapshot| snapshot.after <= upto.min(run.steps.len()))
        && let Ok(game) = postcard::from_bytes::<G>(&snapshot.state)
    {
        from = snapshot.after;
        let skipped = run.steps[..from].iter().map(|step| (step.seat, step.text.clone())).collect();
        live = Live::around(game, live.header);
        live.skipped = skipped;
        live.replaying = true;
        live.set_said(&snapshot.said);
        referee = None;
    }
    let difference = advance(&mut live, run, from, upto.min(run.steps.len()), referee, |_| true);
    live.continue_from(run.chain);
    Ok(Replayed { session: live, difference, notes: Vec::new() })
}

fn begin<G: Guide>(run: &Run, listener: Option<Listener>, policy: &Policy) -> Result<Live<G>, Difference> {
    let header = &run.header;
    let options = header.to_options(G::options());
    if !G::plays_rules(header.rules, options.as_ref().unwrap_or(&Options::default())) {
        return Err(differs(
            0,
            format!(
                "the run was played by rules {} of {}, this program plays rules {}",
                header.rules,
                G::ABOUT.id,
                G::RULES
            ),
        ));
    }
    let options = options.map_err(|what| differs(0, what))?;
    let brief = Brief {
        seed: header.seed.clone(),
        options,
        level: header.level.clone(),
        about: header.about.clone(),
        seating: Seating { policy: *policy, seats: Vec::new() },
    };
    let mut seed = Seed::from_text(&brief.seed);
    if let Some(listener) = listener {
        seed = seed.heard_by(listener);
    }
    let (mut live, _) = Live::<G>::start_with(&brief, &seed).map_err(|findings| {
        let what = findings.first().map_or("the level is refused", |finding| finding.what.as_str());
        differs(0, format!("the level inside is refused: {what}"))
    })?;
    live.header.rules = header.rules;
    live.replaying = true;
    Ok(live)
}

/// Plays a whole run again, checking it as [`replay`] does, and shows the game to `see`: at its start and after every
/// command. Where `see` answers false it stops there. With `told` there are sentences to see, too; they cost time.
///
/// # Errors
/// The first difference.
pub fn watch<G: Guide>(
    run: &Run,
    told: bool,
    policy: &Policy,
    referee: Option<Referee<G>>,
    see: &mut dyn FnMut(&dyn Session) -> bool,
) -> Result<(), Difference> {
    let mut live = begin::<G>(run, None, policy)?;
    if !see(&live) {
        return Ok(());
    }
    let difference = advance(&mut live, run, 0, run.steps.len(), referee, |live| {
        if told {
            live.narrate(None);
        }
        see(live)
    });
    difference.map_or(Ok(()), Err)
}

/// Plays the commands `from..upto` of a run; the first difference stops it, or `see` when it has seen enough.
fn advance<G: Guide>(
    live: &mut Live<G>,
    run: &Run,
    from: usize,
    upto: usize,
    mut referee: Option<Referee<G>>,
    mut see: impl FnMut(&mut Live<G>) -> bool,
) -> Option<Difference> {
    // No journal holds such lines: they were written by hand to get a score without a game.
    if run.endings.iter().any(|ending| ending.after == 0) || run.checkpoints.iter().any(|c| c.after == 0) {
        return Some(differs(0, "the run has an end before its first command"));
    }
    let mut checkpoints = run.checkpoints.iter().filter(|c| c.after > from).peekable();
    let mut endings = run.endings.iter().filter(|e| e.after > from).peekable();
    for (index, step) in run.steps.iter().enumerate().take(upto).skip(from) {
        let turn = index + 1;
        let commands = match G::grammar().read(&step.text, live.game.phase()) {
            Ok(commands) if commands.len() == 1 => commands,
            _ => return Some(differs(turn, format!("'{}' is not a command of {}", step.text, G::ABOUT.id))),
        };
        if let Some(referee) = &mut referee
            && live.game.to_move() == Seat(step.seat)
            && let Some(what) = objection(referee, &live.game, commands[0])
        {
            return Some(differs(turn, what));
        }
        live.clear_events();
        if let Err(reason) = live.act(Seat(step.seat), commands[0]) {
            return Some(differs(turn, format!("'{}' is refused here: {reason}", step.text)));
        }
        if step.pulse != UNKNOWN_PULSE && pulse_letters(live.game.pulse()) != step.pulse {
            return Some(differs(
                turn,
                format!("after '{}' the state differs from the recorded one", step.text),
            ));
        }
        while let Some(checkpoint) = checkpoints.next_if(|checkpoint| checkpoint.after == turn) {
            if live.digest() != checkpoint.digest {
                let now = vitals_text(&live.vitals(live.to_move()));
                return Some(differs(turn, what_differs(&checkpoint.vitals, now.trim_start())));
            }
        }
        while let Some(ending) = endings.next_if(|ending| ending.after == turn) {
            let now = live.outcome().map(|outcome| (outcome.verdict.word().to_owned(), outcome.score));
            if now != Some((ending.result.clone(), ending.score)) {
                return Some(differs(
                    turn,
                    format!("the run says it ended as {} {}", ending.result, ending.score),
                ));
            }
        }
        if !see(live) {
            return None;
        }
    }
    if upto > from {
        live.narrate(None);
    }
    None
}

/// What a referee has against a move; nothing if it is the one that must stand there.
fn objection<G: Guide>(referee: &mut Referee<G>, game: &G, made: G::Command) -> Option<String> {
    let Due { who, command } = referee(game)?;
    let word = |command| {
        let mut spelled = String::new();
        G::grammar().spell(command, &mut spelled);
        spelled
    };
    match command {
        Ok(due) if due == made => None,
        Ok(due) => Some(format!("{who} plays '{}' here, the run has '{}'", word(due), word(made))),
        Err(why) => Some(format!("what {who} plays cannot be computed here: {why}")),
    }
}

/// "hp was 88 and is 80": the vitals that differ, or the digest if none does.
fn what_differs(kept: &str, now: &str) -> String {
    let pairs = |text: &str| -> Vec<(String, String)> {
        text.split(' ')
            .filter_map(|pair| pair.split_once('='))
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .collect()
    };
    let now = pairs(now);
    let parts: Vec<String> = pairs(kept)
        .into_iter()
        .filter_map(|(name, was)| {
            let is = now.iter().find(|(other, _)| *other == name).map(|(_, value)| value)?;
            (*is != was).then(|| format!("{name} was {was} and is {is}"))
        })
        .collect();
    if parts.is_empty() { "the digest of the state differs".to_owned() } else { parts.join(", ") }
}

/// Plays the whole run again and says what `undercroft verify` prints about it, and whether it holds.
///
/// # Errors
/// The difference, if there is one.
pub fn verify<G: Guide>(run: &Run) -> Result<Live<G>, Difference> {
    let replayed = replay::<G>(run, usize::MAX, None, None, &Policy::default(), None)?;
    match replayed.difference {
        Some(difference) => Err(difference),
        None => Ok(replayed.session),
    }
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
