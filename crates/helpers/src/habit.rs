//! Running and resting: repeats a simple command until something deserves attention.
//!
//! It decides only by what the player can see, a [`Sight`]. The caller submits each command as an ordinary one,
//! so a run contains only primitive commands.

use kernel::{Chart, Cue, Dir, Ground, Pos, Vitals};
use session::Sentence;

/// The words of verbs that only let time pass.
const WAITING: [&str; 3] = ["wait", "rest", "search"];

/// The maximum number of turns to rest.
pub const LONGEST_REST: usize = 50;

/// What a player sees at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The known ground.
    pub chart: &'a Chart,
    /// The sentences of the last command.
    pub said: &'a [Sentence],
    /// The vitals.
    pub vitals: &'a Vitals,
}

/// What is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Habit {
    /// Steps in one direction, and around the bends of a corridor.
    Run(Dir),
    /// Waiting.
    Rest,
}

/// Why it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// Something hostile is in view.
    Threat,
    /// Something was said.
    Said,
    /// The player was hurt.
    Hurt,
    /// Something worth having, or an exit, has come into view or reach.
    Find,
    /// Another way branches off.
    Junction,
    /// There is no safe step ahead.
    Wall,
    /// Health is full.
    Healthy,
    /// The maximum time is over.
    Enough,
}

impl Stop {
    /// The message for the player; `None` if the screen shows the reason.
    #[must_use]
    pub const fn told(self) -> Option<&'static str> {
        match self {
            Self::Threat => Some("You stop: something hostile is in view."),
            Self::Hurt => Some("You stop: that hurt."),
            Self::Healthy => Some("You are in full health."),
            Self::Enough => Some("You have rested long enough."),
            Self::Said | Self::Find | Self::Junction | Self::Wall => None,
        }
    }
}

/// The verb that lets time pass, by its words.
#[must_use]
pub fn waiting_verb(verbs: &[session::VerbInfo], phase: u8) -> Option<usize> {
    verbs.iter().position(|verb| {
        verb.follows == kernel::Follows::Nothing
            && verb.phases & (1 << phase) != 0
            && verb.words.iter().any(|word| WAITING.contains(word))
    })
}

/// Checks whether it may begin.
///
/// # Errors
/// Why not.
pub fn begin(habit: Habit, now: Sight<'_>) -> Result<Habit, Stop> {
    if now.chart.threat {
        return Err(Stop::Threat);
    }
    match habit {
        Habit::Run(way) if !is_safe(now.chart, now.chart.hero.step(way)) => Err(Stop::Wall),
        Habit::Rest if is_healthy(now.vitals) => Err(Stop::Healthy),
        other => Ok(other),
    }
}

/// Checks whether it continues after a command, from what was seen `before` and `now`; returns what to do next.
/// `done` is the number of commands so far.
///
/// # Errors
/// Why it stops.
pub fn go_on(habit: Habit, before: Sight<'_>, now: Sight<'_>, done: usize) -> Result<Habit, Stop> {
    if now.said.iter().any(|sentence| sentence.cue != Cue::Routine) {
        return Err(Stop::Said);
    }
    if now.vitals.number("hp") < before.vitals.number("hp") {
        return Err(Stop::Hurt);
    }
    if now.chart.threat {
        return Err(Stop::Threat);
    }
    match habit {
        Habit::Rest if is_healthy(now.vitals) => Err(Stop::Healthy),
        Habit::Rest if done >= LONGEST_REST => Err(Stop::Enough),
        Habit::Rest => Ok(Habit::Rest),
        Habit::Run(way) => run_on(way, before.chart, now.chart).map(Habit::Run),
    }
}

fn run_on(way: Dir, before: &Chart, now: &Chart) -> Result<Dir, Stop> {
    let beside = |at: Pos| Dir::ALL.iter().any(|&near| is_find(now, at.step(near)));
    let finds = |chart: &Chart| chart.ground.cells().iter().filter(|ground| is_find_ground(**ground)).count();
    let came_near = beside(now.hero) && !Dir::ALL.iter().any(|&near| is_find(before, before.hero.step(near)));
    if came_near || finds(now) > finds(before) || is_find(before, before.hero.step(way)) {
        return Err(Stop::Find);
    }
    let sides = |chart: &Chart| turns(way).map(|side| is_safe(chart, chart.hero.step(side)));
    let (were, are) = (sides(before), sides(now));
    let ahead = is_safe(now, now.hero.step(way));
    let (dx, dy) = way.delta();
    if dx != 0 && dy != 0 {
        // Diagonal runs are not in corridors: the cells beside belong to the room.
        return if ahead { Ok(way) } else { Err(Stop::Wall) };
    }
    let in_corridor = were == [false, false];
    if !ahead && in_corridor && are[0] != are[1] {
        // A bend: there is exactly one way to continue.
        return Ok(turns(way)[usize::from(are[1])]);
    }
    if are.iter().zip(were).any(|(is, was)| *is && !was) {
        return Err(Stop::Junction);
    }
    if ahead { Ok(way) } else { Err(Stop::Wall) }
}

/// A turn of 90 degrees to each side.
fn turns(way: Dir) -> [Dir; 2] {
    let (dx, dy) = way.delta();
    [(dy, -dx), (-dy, dx)].map(|(x, y)| Dir::from_delta(x, y).unwrap_or(way))
}

fn is_safe(chart: &Chart, at: Pos) -> bool {
    matches!(chart.ground.get(at), Some(Ground::Open | Ground::Prize))
}

fn is_find(chart: &Chart, at: Pos) -> bool {
    chart.ground.get(at).is_some_and(|ground| is_find_ground(*ground))
}

const fn is_find_ground(ground: Ground) -> bool {
    matches!(ground, Ground::Prize | Ground::Exit)
}

/// Whether the health is known and at its maximum.
fn is_healthy(vitals: &Vitals) -> bool {
    vitals.number("hp_max").is_some_and(|most| vitals.number("hp").is_some_and(|hp| hp >= most))
}

#[cfg(test)]
#[path = "habit_tests.rs"]
mod tests;
