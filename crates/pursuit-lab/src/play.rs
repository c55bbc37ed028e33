//! Plays games between two players without user input.

use crate::{Entrant, Limits, Program, Solution, solve};
use game_pursuit::{Command, End, Field, NOWHERE, Player, Pursuit, Setup, Side, strategy};
use kernel::{Game, Narrate, Scene, Seed, View};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Default time limit of a program for one move.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The source of one side's moves.
pub enum Mover {
    /// A strategy of the document, or `random`, with the seed of its dice.
    Rule(strategy::Strategy, Seed),
    /// The exact solution.
    Optimal(Arc<Solution>),
    /// A program.
    Program(Box<Program>),
}

impl Mover {
    /// The mover of an entrant. `solution` is called if the exact solution is needed.
    ///
    /// # Errors
    /// Why there is no such mover: it is a person, or a program that fails to start.
    pub fn new(
        entrant: &Entrant,
        side: Side,
        seed: &Seed,
        patience: Duration,
        solution: impl FnOnce() -> Result<Arc<Solution>, String>,
    ) -> Result<Self, String> {
        match entrant {
            Entrant::Built(Player::Optimal) => solution().map(Self::Optimal),
            Entrant::Program(command) => {
                Program::start(command, side, patience).map(|program| Self::Program(Box::new(program)))
            }
            Entrant::Built(player) => match strategy::of(player) {
                Some(rule) => Ok(Self::Rule(rule, seed.clone())),
                None => Err(format!("{} needs a person", player.name())),
            },
        }
    }

    /// The move in a position in which this mover's side is to move. It need not be legal.
    ///
    /// # Errors
    /// The fault of a program, in a few words.
    pub fn choose(&mut self, game: &Pursuit) -> Result<Command, String> {
        match self {
            Self::Rule(rule, seed) => Ok(rule(game, game.to_move(), seed)),
            Self::Optimal(solution) => Ok(solution.choose(game)),
            Self::Program(program) => program.ask(game),
        }
    }
}

/// The solution of a field, for players who use it.
///
/// # Errors
/// A few words if the field is too large.
pub fn solution_for_play(field: &Arc<Field>, limits: &Limits) -> Result<Arc<Solution>, String> {
    solve(field, limits, &|_| true).map(Arc::new).map_err(|unsolved| {
        format!("the field is not solved: {} positions need {} bytes", unsolved.positions, unsolved.bytes)
    })
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Played(End),
    /// By a fault.
    Fault(Side, String),
}

impl Ending {
    /// `caught`, `escape`, `limit` or `fault`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Played(End::Caught(_)) => "caught",
            Self::Played(End::Escape(_)) => "escape",
            Self::Played(End::Limit(_)) => "limit",
            Self::Fault(..) => "fault",
        }
    }

    /// True unless there was a fault.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        matches!(self, Self::Played(_))
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Played(End::Caught(number) | End::Escape(number) | End::Limit(number)) => {
                write!(out, "{} {number}", self.word())
            }
            Self::Fault(side, reason) => write!(out, "fault {}: {reason}", side.word()),
        }
    }
}

/// A finished match.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// All single moves.
    pub log: Vec<(Side, Command)>,
    /// The round it ended in.
    pub turns: u32,
    /// Total thinking time, by seat.
    pub time: [Duration; 2],
}

impl Played {
    /// Number of single moves of a side.
    #[must_use]
    pub fn moves(&self, side: Side) -> u32 {
        self.log.iter().filter(|(who, _)| *who == side).count() as u32
    }

    /// Writes the two lines of `--quiet`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn quiet(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.ending)?;
        write!(out, "moves:")?;
        for (side, command) in &self.log {
            write!(out, " {}:{}", if *side == Side::Hero { 'H' } else { 'M' }, command.word())?;
        }
        writeln!(out)
    }
}

/// The settings of a match, besides the setup.
#[derive(Clone, Debug)]
pub struct Match {
    /// The seed of random players.
    pub seed: Seed,
    /// The time limit of a program for one move.
    pub patience: Duration,
    /// The limits of a solve for perfect play.
    pub limits: Limits,
    /// The commands of programs, given by the user, by seat.
    pub programs: [Option<String>; 2],
}

impl Default for Match {
    fn default() -> Self {
        Self {
            seed: Seed::from_text(""),
            patience: PATIENCE,
            limits: Limits::default(),
            programs: [None, None],
        }
    }
}

impl Match {
    /// Plays a game to its end. `watch` gets every position after the start, and the side that moved last.
    pub fn play(&self, setup: &Setup, mut watch: impl FnMut(&Pursuit, Side)) -> Played {
        let mut solution = None;
        let mut shared = || match &solution {
            Some(known) => Ok(Arc::clone(known)),
            None => Ok(Arc::clone(solution.insert(solution_for_play(&setup.field, &self.limits)?))),
        };
        let mut movers = Vec::new();
        for (player, side) in [(&setup.hero, Side::Hero), (&setup.monster, Side::Monster)] {
            match Mover::new(&self.entrant(player, side), side, &self.seed, self.patience, &mut shared) {
                Ok(mover) => movers.push(mover),
                Err(reason) => {
                    let ending = Ending::Fault(side, reason);
                    return Played { ending, log: Vec::new(), turns: 1, time: [Duration::ZERO; 2] };
                }
            }
        }
        play_out(setup.begin(), &mut movers, &mut watch)
    }

    fn entrant(&self, player: &Player, side: Side) -> Entrant {
        match (player, &self.programs[side as usize]) {
            (Player::Program(_), Some(command)) => Entrant::Program(command.clone()),
            (player, _) => Entrant::Built(player.clone()),
        }
    }
}

/// Plays a game to its end with the movers of hero and monster.
///
/// # Panics
/// If `movers` does not have two elements.
pub fn play_out(mut game: Pursuit, movers: &mut [Mover], watch: &mut dyn FnMut(&Pursuit, Side)) -> Played {
    let mut played = Played {
        ending: Ending::Fault(Side::Hero, String::new()),
        log: Vec::with_capacity(32),
        turns: 1,
        time: [Duration::ZERO; 2],
    };
    let mut events = Vec::new();
    let mut clock = Instant::now();
    loop {
        if let Some(end) = game.end() {
            played.ending = Ending::Played(end);
            break;
        }
        let side = game.side();
        let chosen = movers[side as usize].choose(&game);
        // Read the clock once per move; the time between two moves is negligible.
        let now = Instant::now();
        played.time[side as usize] += now - clock;
        clock = now;
        let legal = chosen.and_then(|command| match game.target(command) {
            NOWHERE => Err(format!("illegal move {}", command.word())),
            _ => Ok(command),
        });
        match legal {
            Ok(command) => {
                game.act(side.seat(), command, &mut events).expect("a legal move of the side to move");
                events.clear();
                played.log.push((side, command));
                watch(&game, side);
            }
            Err(reason) => {
                played.ending = Ending::Fault(side, reason);
                break;
            }
        }
    }
    played.turns = game.turn();
    played
}

/// Plays a match and writes the two lines of `--quiet`: the result and the move log.
///
/// # Errors
/// If writing fails.
pub fn quiet(setup: &Setup, settings: &Match, out: &mut dyn Write) -> io::Result<Played> {
    let played = settings.play(setup, |_, _| {});
    played.quiet(out)?;
    Ok(played)
}

/// Plays a match and writes what the courses' engine prints: the board; per round `Move k`, and the board
/// after every single move; finally one line with the result. An empty line follows every `Move` and every
/// board.
///
/// # Errors
/// If writing fails; the game is played to its end nevertheless.
pub fn transcript(setup: &Setup, settings: &Match, out: &mut dyn Write) -> io::Result<Played> {
    let mut scene = Scene::default();
    let mut text = Vec::new();
    let mut board = |game: &Pursuit, out: &mut dyn Write| {
        scene.clear();
        text.clear();
        game.draw(Side::Hero.seat(), &View::default(), &mut scene);
        scene.write_text(&mut text);
        text.push(b'\n');
        out.write_all(&text)
    };
    let mut result = board(&setup.begin(), out);
    let mut announced = 0;
    let mut begun = setup.begin().turn();
    let played = settings.play(setup, |game, side| {
        // When the hero's last move is shown, the game already counts the next round.
        if side == Side::Monster {
            begun = game.turn();
        }
        if result.is_ok() && announced != begun {
            announced = begun;
            result = writeln!(out, "Move {begun}\n");
        }
        if result.is_ok() {
            result = board(game, out);
        }
    });
    result?;
    writeln!(out, "{}", last_line(&played.ending))?;
    Ok(played)
}

/// The line that tells how a match ended.
#[must_use]
pub fn last_line(ending: &Ending) -> String {
    let event = match ending {
        Ending::Fault(Side::Hero, reason) => return format!("Hero at fault: {reason}"),
        Ending::Fault(Side::Monster, reason) => return format!("Monster at fault: {reason}"),
        Ending::Played(End::Caught(turn)) => game_pursuit::Event::Caught { turn: *turn },
        Ending::Played(End::Escape(cycle)) => game_pursuit::Event::Escaped { cycle: *cycle },
        Ending::Played(End::Limit(turns)) => game_pursuit::Event::Limit { turns: *turns },
    };
    let mut line = String::new();
    event.tell(&mut line);
    line
}
