//! Pursuit needs somebody on both seats: the players its options name sit down as pilots, and a replay recomputes what those
//! of them that are built in must have played.

use crate::entry::{Entry, LevelUse, Replay, Start, Watcher};
use crate::pursuit_coach::{COACH, PUZZLES};
use crate::{pursuit_made, sniff};
use game_pursuit::{Player, Pursuit, Setup, Side, strategy};
use kernel::{Finding, Game as _, Listener, Seed};
use pursuit_lab::{Limits, Mind, PATIENCE, Solution, solution_for_play};
use session::{
    BOT, Brief, Difference, Due, Header, Live, PERSON, PROGRAM, Pilot, Referee, Replayed, Run, Session as _,
    Snapshot,
};
use std::sync::{Arc, OnceLock};

/// The entry: as for any game, but with players on the seats, a coach and puzzles.
pub(crate) const ENTRY: Entry = Entry {
    start,
    replay,
    watch,
    seated,
    coach: Some(COACH),
    puzzles: Some(PUZZLES),
    surveys: pursuit_made::SURVEYS,
    contest: pursuit_made::CONTEST,
    ..Entry::of::<Pursuit>(LevelUse::Optional, sniff::pursuit)
};

fn start(brief: &Brief) -> Start {
    let (mut live, findings) = Live::<Pursuit>::start(brief)?;
    if let Some(players) = Players::of(live.header()) {
        players.check()?;
        players.sit_down(&mut live);
    }
    live.settle();
    Ok((Box::new(live), findings))
}

fn replay(run: &Run, upto: usize, snapshot: Option<&Snapshot>, listener: Option<Listener>) -> Replay {
    let players = Players::of(&run.header);
    let referee = players.as_ref().map(Players::referee);
    let mut replayed = session::replay::<Pursuit>(run, upto, snapshot, listener, referee)?;
    if let Some(players) = players {
        players.sit_down(&mut replayed.session);
    }
    Ok(Replayed { session: Box::new(replayed.session), difference: replayed.difference })
}

fn watch(run: &Run, told: bool, see: Watcher<'_>) -> Result<(), Difference> {
    let referee = Players::of(&run.header).map(|players| players.referee());
    session::watch::<Pursuit>(run, told, referee, see)
}

/// What the seats say about a run: whether a person played alone against a built-in strategy.
fn seated(header: &Header) -> Vec<&'static str> {
    let player = |side: Side| {
        let set = header.options.iter().find(|(name, _)| name == side.word());
        let usual =
            || Pursuit::options().iter().find(|spec| spec.name == side.word()).map(|spec| spec.default);
        let name = set.map(|(_, value)| value.as_str()).or_else(usual).unwrap_or_default();
        Player::parse(name, side).ok().map(|(player, _)| player)
    };
    let players = Side::ALL.map(player);
    let persons = players.iter().filter(|player| **player == Some(Player::Human)).count();
    let mut marks = Vec::new();
    marks.extend((persons == 0).then_some(BOT));
    marks.extend((persons == 2).then_some(PERSON));
    marks.extend(players.iter().any(|player| matches!(player, Some(Player::Program(_)))).then_some(PROGRAM));
    marks
}

/// Who plays a game, and the exact solution if one of them plays by it.
#[derive(Clone)]
struct Players {
    setup: Setup,
    seed: Seed,
    solution: Arc<OnceLock<Result<Arc<Solution>, String>>>,
}

impl Players {
    fn of(header: &Header) -> Option<Self> {
        let setup = setup(header)?;
        Some(Self { setup, seed: Seed::from_text(&header.seed), solution: Arc::default() })
    }

    const fn on(&self, side: Side) -> &Player {
        match side {
            Side::Hero => &self.setup.hero,
            Side::Monster => &self.setup.monster,
        }
    }

    /// The exact solution of the field, found when it is first wanted.
    fn solution(&self) -> Result<Arc<Solution>, String> {
        let solve = || solution_for_play(&self.setup.field, &Limits::default());
        self.solution.get_or_init(solve).clone()
    }

    /// Refuses a game in which `optimal` could not play: a person would have to take its seat.
    fn check(&self) -> Result<(), Vec<Finding>> {
        if Side::ALL.iter().any(|side| *self.on(*side) == Player::Optimal)
            && let Err(why) = self.solution()
        {
            return Err(vec![Finding::error(0, 0, format!("The strategy optimal cannot play here: {why}."))]);
        }
        Ok(())
    }

    /// Puts a pilot on every seat that no person holds.
    fn sit_down(&self, live: &mut Live<Pursuit>) {
        for side in Side::ALL {
            if *self.on(side) != Player::Human {
                live.set_pilot(side.seat(), self.pilot(side));
            }
        }
    }

    /// A pilot that makes up its mind when it is first asked: a solution or a program is not wanted for a replay.
    fn pilot(&self, side: Side) -> Pilot<Pursuit> {
        let players = self.clone();
        let mut mind = None;
        Box::new(move |game| {
            if mind.is_none() {
                let solution = || players.solution();
                mind = Some(Mind::new(players.on(side), side, &players.seed, PATIENCE, solution)?);
            }
            mind.as_mut().ok_or_else(String::new)?.choose(game)
        })
    }

    /// Built-in strategies are functions of the position and the seed: what they must have played can be told.
    fn referee(&self) -> Referee<Pursuit> {
        let players = self.clone();
        Box::new(move |game| {
            let side = game.side();
            let player = players.on(side);
            let command = match player {
                Player::Human | Player::Program(_) => return None,
                Player::Optimal => players.solution().map(|solution| solution.choose(game)),
                player => Ok(strategy::of(player)?(game, side.seat(), &players.seed)),
            };
            Some(Due { who: format!("the {}'s strategy {}", side.word(), player.name()), command })
        })
    }
}

pub(crate) fn setup(header: &Header) -> Option<Setup> {
    let options = header.to_options(Pursuit::options()).ok()?;
    Pursuit::prepare(&options, header.level.as_ref().map(|level| level.text.as_str())).setup
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Seat;

    #[test]
    fn the_monster_moves_first_and_answers_in_the_same_reply() {
        let (mut session, _) = start(&Brief::default()).unwrap();
        assert_eq!(session.to_move(), Seat(0), "the monster has moved, it is the hero's turn");
        assert_eq!(session.commands(), 1);
        session.play_line("stay");
        assert!(session.commands() >= 2);
    }
}
