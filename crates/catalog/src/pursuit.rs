//! Pursuit needs somebody on both seats: strategies and programs sit down as pilots.

use crate::entry::{Entry, LevelUse, Replay, Start};
use crate::pursuit_coach::{COACH, PUZZLES};
use crate::seats::{SeatOption, Vacancy};
use crate::{pursuit_made, sniff};
use game_pursuit::{Player, Pursuit, Setup, Side};
use kernel::{Finding, Game as _, Listener, Policy, Seed};
use pursuit_lab::{Entrant, Limits, Mind, PATIENCE, program_name, solution_for_play};
use session::{
    Brief, Difference, Header, Live, PROGRAM, Pilot, Replayed, Run, Seating, Session as _, Snapshot,
    program_remark,
};

/// The entry: as for any game, but with players on the seats, a coach and puzzles.
pub(crate) const ENTRY: Entry = Entry {
    start,
    replay,
    seats: &SEATS,
    coach: Some(COACH),
    puzzles: Some(PUZZLES),
    surveys: pursuit_made::SURVEYS,
    contest: pursuit_made::CONTEST,
    ..Entry::of::<Pursuit>(LevelUse::Optional, sniff::pursuit)
};

const SEATS: [SeatOption; 2] = [
    SeatOption { name: "hero", seat: Side::Hero.seat(), players: || Player::names(Side::Hero) },
    SeatOption { name: "monster", seat: Side::Monster.seat(), players: || Player::names(Side::Monster) },
];

const NOT_HERE: &str = "Programs are not started here.";

fn start(brief: &Brief) -> Start {
    let (brief, notes) = with_players(brief).map_err(|what| vec![Finding::error(0, 0, what)])?;
    let (mut live, mut findings) = Live::<Pursuit>::start(&brief)?;
    findings.extend(notes.into_iter().map(|note| Finding::warning(0, 0, note)));
    if !ENTRY.vacancies(live.header()).is_empty() {
        live.mark(PROGRAM);
    }
    sit_down(&mut live, &brief.seating).map_err(|what| vec![Finding::error(0, 0, what)])?;
    live.settle();
    Ok((Box::new(live), findings))
}

/// The brief with the players that the person has named in its options. What is recorded of a program is its name.
fn with_players(brief: &Brief) -> Result<(Brief, Vec<String>), String> {
    let mut brief = brief.clone();
    let table = Pursuit::options();
    let mut named = Vec::new();
    for (option, side) in SEATS.iter().zip(Side::ALL) {
        if let Some(name) = brief.seating.named(option.seat) {
            named.push((option, Entrant::parse(name, side)?.0));
            brief.options.set(table, option.name, &Player::Human.name())?;
        }
    }
    let (options, notes) = ENTRY.without_programs(brief.options);
    brief.options = options;
    for (option, entrant) in named {
        brief.options.set(table, option.name, &entrant.player().name())?;
        if let Entrant::Program(command) = &entrant {
            brief.about.push((program_remark(option.name), program_name(command)));
        }
    }
    Ok((brief, notes))
}

fn replay(
    run: &Run,
    upto: usize,
    snapshot: Option<&Snapshot>,
    listener: Option<Listener>,
    seating: &Seating,
) -> Replay {
    let mut replayed = session::replay::<Pursuit>(run, upto, snapshot, listener, &seating.policy)?;
    let notes = sit_down(&mut replayed.session, seating).map_err(|what| Difference { turn: 0, what })?;
    Ok(Replayed { session: Box::new(replayed.session), difference: replayed.difference, notes })
}

/// Puts a pilot on every seat that no person plays. The seat of a program goes to whomever the person has named for it now;
/// to a person if nobody was named, with a sentence about it.
fn sit_down(live: &mut Live<Pursuit>, seating: &Seating) -> Result<Vec<String>, String> {
    let Some(setup) = setup(live.header()) else { return Ok(Vec::new()) };
    let seed = Seed::from_text(&live.header().seed);
    let vacancies = ENTRY.vacancies(live.header());
    let mut notes = Vec::new();
    for (option, side) in SEATS.iter().zip(Side::ALL) {
        let player = if side == Side::Hero { &setup.hero } else { &setup.monster };
        let named = match seating.named(option.seat) {
            Some(name) => Some(Entrant::parse(name, side)?.0),
            None => None,
        };
        let vacancy = vacancies.iter().find(|vacancy| vacancy.seat == option.seat);
        let entrant = match (vacancy, named) {
            (Some(_), Some(entrant)) => entrant,
            (Some(vacancy), None) => {
                notes.push(vacant(vacancy));
                Player::Human.into()
            }
            (None, Some(entrant)) if entrant != Entrant::Built(player.clone()) => {
                return Err(format!(
                    "The {} of this run is played by {}; only the seat of a program can be given to somebody else.",
                    option.name,
                    player.name()
                ));
            }
            (None, _) => player.clone().into(),
        };
        if matches!(entrant, Entrant::Program(_)) && !seating.policy.programs {
            return Err(NOT_HERE.to_owned());
        }
        if entrant != Entrant::Built(Player::Human) {
            let pilot = pilot(entrant, side, seed.clone(), setup.clone(), seating.policy);
            live.set_pilot(side.seat(), pilot);
        }
    }
    Ok(notes)
}

fn vacant(vacancy: &Vacancy) -> String {
    format!(
        "The {0} was played by a program ('{1}'), which is not started: a person plays the {0} now. \
         Name another player with --{0} STRATEGY or --{0} cmd:PROGRAM.",
        vacancy.name, vacancy.program
    )
}

/// The setup of a game that was started or replayed: its level has been let in already.
pub(crate) fn setup(header: &Header) -> Option<Setup> {
    let options = header.to_options(Pursuit::options()).ok()?;
    let level = header.level.as_ref().map(|level| level.text.as_str());
    Pursuit::prepare(&options, level, &Policy::OWNER).setup
}

/// A pilot that makes up its mind when it is first asked: a solution or a program is not wanted for a replay.
fn pilot(entrant: Entrant, side: Side, seed: Seed, setup: Setup, policy: Policy) -> Pilot<Pursuit> {
    let mut mind = None;
    Box::new(move |game| {
        if mind.is_none() {
            let limits = Limits { bytes: policy.solver_bytes, ..Limits::default() };
            let solution = || solution_for_play(&setup.field, &limits);
            mind = Some(Mind::new(&entrant, side, &seed, PATIENCE, solution)?);
        }
        mind.as_mut().ok_or_else(String::new)?.choose(game)
    })
}

#[cfg(test)]
#[path = "pursuit_tests.rs"]
mod tests;
