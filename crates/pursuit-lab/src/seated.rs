//! The players on the seats: persons, built-in strategies and programs. A replay recomputes the moves of
//! built-in strategies.

use crate::ladder::LADDER;
use crate::teach::{COACH, PUZZLES, Study, known};
use crate::{Entrant, Limits, Mover, PATIENCE, Solution, made, program_name, solution_for_play};
use game_pursuit::{Command, FIELD, Player, Pursuit, Setup, Side, strategy};
use kernel::{Finding, Game as _, Listener, Policy, Seed};
use session::{
    Again, Attached, Begun, Brief, Due, Entry, Header, Live, PROGRAM, Referee, Run, SeatOption, Seating,
    Session as _, Snapshot, Start, Strategy, Vacancy, Who, Work, program_remark,
};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Pursuit with players, a coach, puzzles and a ladder.
pub const ENTRY: Entry = Entry {
    start,
    again,
    #[cfg(feature = "batch")]
    batch,
    contest: made::CONTEST,
    attached: Attached {
        seats: &SEATS,
        study: Some(study),
        coach: Some(COACH),
        puzzles: Some(PUZZLES),
        examples: || vec![("Four rooms", FIELD), ("Round the pillar", PILLAR), ("Open field", OPEN)],
        ladder: Some(LADDER),
        ..Attached::NONE
    },
    ..Entry::of::<Pursuit>(Some(is_field))
}
.with_surveys(made::SURVEYS);

/// A loop around a pillar: the hero escapes for ever.
const PILLAR: &str = "6
. . . . . .
. @ . . . .
. .     . .
. .     . .
. . . . M .
. . . . . .
";

/// A room without obstacles: the monster needs as many turns as the distance.
const OPEN: &str = "6
@ . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . M
";

const SEATS: [SeatOption; 2] = [seat(Side::Hero), seat(Side::Monster)];

const fn seat(side: Side) -> SeatOption {
    match side {
        Side::Hero => SeatOption {
            name: "hero",
            seat: Side::Hero.seat(),
            players: || Player::names(Side::Hero),
            how: Player::how,
            who: |name| who(name, Side::Hero),
        },
        Side::Monster => SeatOption {
            name: "monster",
            seat: Side::Monster.seat(),
            players: || Player::names(Side::Monster),
            how: Player::how,
            who: |name| who(name, Side::Monster),
        },
    }
}

fn who(name: &str, side: Side) -> Option<Who<'_>> {
    if let Some(command) = Player::command(name) {
        return Some(Who::Command(command));
    }
    match Player::parse(name, side).ok()?.0 {
        Player::Human => Some(Who::Person),
        Player::Program(_) => Some(Who::Program),
        _ => Some(Who::Strategy),
    }
}

/// Recognises a field: a line with its size, then rows.
fn is_field(head: &str) -> bool {
    let mut lines = head.lines();
    let size = lines.next().unwrap_or_default().trim();
    !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit()) && lines.next().is_some()
}

const NOT_HERE: &str = "Programs cannot be started here.";

fn refused(what: String) -> Vec<Finding> {
    vec![Finding::error(0, 0, what)]
}

fn start(brief: &Brief) -> Start {
    let (brief, notes) = with_players(brief).map_err(refused)?;
    let (mut live, mut findings) = Live::<Pursuit>::start(&brief)?;
    findings.extend(notes.into_iter().map(|note| Finding::warning(0, 0, note)));
    if !ENTRY.vacancies(live.header()).is_empty() {
        live.lines().mark(PROGRAM);
    }
    if let Some(players) = Players::of(live.header(), &brief.seating.policy) {
        players.check().map_err(refused)?;
        players.sit_down(&mut live, &brief.seating).map_err(refused)?;
    }
    live.settle();
    Ok((Box::new(live), findings))
}

fn study(brief: &Brief) -> Option<Box<dyn Work<()>>> {
    let (brief, _) = with_players(brief).ok()?;
    Players::of(&brief.to_header(&Pursuit::ABOUT), &brief.seating.policy)?.study()
}

/// The brief with the players the user named put into its options. Of a program only its name is recorded.
fn with_players(brief: &Brief) -> Result<(Brief, Vec<String>), String> {
    let mut brief = brief.clone();
    let table = Pursuit::ABOUT.options;
    let mut named = Vec::new();
    for (option, side) in ENTRY.attached.seats.iter().zip(Side::ALL) {
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

fn again<'a>(
    run: Cow<'a, Run>,
    upto: usize,
    snapshot: Option<&Snapshot>,
    listener: Option<Listener>,
    seating: &Seating,
) -> Begun<'a> {
    let players = Players::of(&run.header, &seating.policy);
    let again = Again::<Pursuit>::new(run, upto, snapshot, listener, &seating.policy)?;
    Ok(Box::new(match players {
        Some(players) => {
            let (referee, seating) = (players.referee(), seating.clone());
            let study = players.study();
            again.with_seats(referee, Box::new(move |live| players.sit_down(live, &seating)), study)
        }
        None => again,
    }))
}

/// Games of a program against built-in strategies; in a batch the program also plays the seats recorded for
/// programs.
#[cfg(feature = "batch")]
fn batch(plan: &session::batch::Plan) -> Result<Box<dyn session::batch::Batch>, Vec<Finding>> {
    use session::batch::{Crew, Games, Mate};
    let (brief, _) = with_players(&plan.brief).map_err(refused)?;
    let level = brief.level.as_ref().map(|level| level.text.as_str());
    let prepared = Pursuit::prepare(&brief.options, level, &brief.seating.policy);
    let Some(setup) = prepared.setup else { return Err(prepared.findings) };
    let policy = brief.seating.policy;
    let mate_on = move |setup: &Setup| -> Result<Mate<Pursuit>, String> {
        let seed = Seed::from_text("");
        let players = Players { setup: setup.clone(), seed, policy, solution: Arc::default() };
        players.check()?;
        Ok(Arc::new(move |game, seed| players.due(game, seed)?.ok()))
    };
    // If all games have the same field, they share the players.
    let crew = if setup.fresh {
        Crew::Each(Arc::new(move |seed| mate_on(&setup.on(seed))))
    } else {
        Crew::Same(mate_on(&setup).map_err(refused)?)
    };
    let plan = session::batch::Plan { brief, ..plan.clone() };
    Ok(Box::new(Games::start(&plan, Some(crew))?))
}

/// The players of a game, with the exact solution if one of them needs it.
#[derive(Clone)]
struct Players {
    setup: Setup,
    seed: Seed,
    policy: Policy,
    solution: Arc<OnceLock<Result<Arc<Solution>, String>>>,
}

impl Players {
    fn of(header: &Header, policy: &Policy) -> Option<Self> {
        let setup = setup(header)?;
        let seed = Seed::from_text(&header.seed);
        Some(Self { setup, seed, policy: *policy, solution: Arc::default() })
    }

    const fn on(&self, side: Side) -> &Player {
        match side {
            Side::Hero => &self.setup.hero,
            Side::Monster => &self.setup.monster,
        }
    }

    const fn limits(&self) -> Limits {
        Limits { bytes: self.policy.solver_bytes, threads: 0 }
    }

    /// The exact solution of the field, computed on first use.
    fn solution(&self) -> Result<Arc<Solution>, String> {
        let (field, limits) = (&self.setup.field, self.limits());
        let solve = || match known(field, limits.bytes) {
            Some(Ok(solution)) => Ok(solution),
            _ => solution_for_play(field, &limits),
        };
        self.solution.get_or_init(solve).clone()
    }

    /// The work after which `optimal` can move at once; `None` if it does not play.
    fn study(&self) -> Option<Box<dyn Work<()>>> {
        let plays = Side::ALL.iter().any(|side| *self.on(*side) == Player::Optimal);
        plays.then(|| Box::new(Study::new(&self.setup.field, self.limits())) as _)
    }

    /// Rejects a game in which `optimal` cannot play; otherwise a person would have to take its seat.
    fn check(&self) -> Result<(), String> {
        if Side::ALL.iter().any(|side| *self.on(*side) == Player::Optimal)
            && let Err(why) = self.solution()
        {
            return Err(format!("The strategy optimal cannot play here: {why}."));
        }
        Ok(())
    }

    /// Puts a strategy on every seat without a person. The seat of a program goes to the player the user
    /// names for it now; if none is named, to a person, with a note about it.
    fn sit_down(&self, live: &mut Live<Pursuit>, seating: &Seating) -> Result<Vec<String>, String> {
        let vacancies = ENTRY.vacancies(live.header());
        let mut notes = Vec::new();
        for (option, side) in ENTRY.attached.seats.iter().zip(Side::ALL) {
            let player = self.on(side);
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
                        "The {} of this run is played by {}; only the seat of a program can be given to another player.",
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
                live.set_strategy(side.seat(), self.strategy(entrant, side));
            }
        }
        Ok(notes)
    }

    /// A strategy that is set up on its first move: a replay needs neither a solution nor a program.
    fn strategy(&self, entrant: Entrant, side: Side) -> Strategy<Pursuit> {
        let players = self.clone();
        let mut mover = None;
        Box::new(move |game| {
            if mover.is_none() {
                mover = Some(Mover::new(&entrant, side, &players.seed, PATIENCE, || players.solution())?);
            }
            mover.as_mut().ok_or_else(String::new)?.choose(game)
        })
    }

    /// Checks replays: built-in strategies are functions of position and seed, so their moves can be
    /// recomputed.
    fn referee(&self) -> Referee<Pursuit> {
        let players = self.clone();
        Box::new(move |game| {
            let command = players.due(game, &players.seed)?;
            let (side, player) = (game.side(), players.on(game.side()));
            Some(Due { who: format!("the {}'s strategy {}", side.word(), player.name()), command })
        })
    }

    /// The move of the strategy whose turn it is; `None` if a person or a program plays.
    fn due(&self, game: &Pursuit, seed: &Seed) -> Option<Result<Command, String>> {
        let side = game.side();
        match self.on(side) {
            Player::Human | Player::Program(_) => None,
            Player::Optimal => Some(self.solution().map(|solution| solution.choose(game))),
            player => Some(Ok(strategy::of(player)?(game, side.seat(), seed))),
        }
    }
}

fn vacant(vacancy: &Vacancy) -> String {
    format!(
        "The {0} was played by a program ('{1}'), which is not started: a person plays the {0} now. \
         Name another player with --{0} STRATEGY or --{0} cmd:PROGRAM.",
        vacancy.name, vacancy.program
    )
}

/// The setup of a game that was started or replayed; its level has already been admitted.
pub(crate) fn setup(header: &Header) -> Option<Setup> {
    let options = header.to_options(Pursuit::ABOUT.options).ok()?;
    let level = header.level.as_ref().map(|level| level.text.as_str());
    let setup = Pursuit::prepare(&options, level, &Policy::OWNER).setup?;
    Some(setup.on(&Seed::from_text(&header.seed)))
}

#[cfg(test)]
#[path = "seated_tests.rs"]
mod tests;
