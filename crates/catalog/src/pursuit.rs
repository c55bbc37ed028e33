//! Pursuit needs somebody on both seats: the players its options name sit down as pilots.

use crate::entry::{Entry, LevelUse, Replay, Start};
use crate::pursuit_coach::{COACH, PUZZLES};
use crate::{pursuit_made, sniff};
use game_pursuit::{Player, Pursuit, Setup, Side};
use kernel::{Game as _, Listener, Seed};
use pursuit_lab::{Limits, Mind, PATIENCE, solution_for_play};
use session::{Brief, Header, Live, Pilot, Replayed, Run, Session as _, Snapshot};

/// The entry: as for any game, but with players on the seats, a coach and puzzles.
pub(crate) const ENTRY: Entry = Entry {
    start,
    replay,
    coach: Some(COACH),
    puzzles: Some(PUZZLES),
    surveys: pursuit_made::SURVEYS,
    contest: pursuit_made::CONTEST,
    ..Entry::of::<Pursuit>(LevelUse::Optional, sniff::pursuit)
};

fn start(brief: &Brief) -> Start {
    let (mut live, findings) = Live::<Pursuit>::start(brief)?;
    sit_down(&mut live);
    live.settle();
    Ok((Box::new(live), findings))
}

fn replay(run: &Run, upto: usize, snapshot: Option<&Snapshot>, listener: Option<Listener>) -> Replay {
    let mut replayed = session::replay::<Pursuit>(run, upto, snapshot, listener)?;
    sit_down(&mut replayed.session);
    Ok(Replayed { session: Box::new(replayed.session), difference: replayed.difference })
}

/// Puts a pilot on every seat that no person holds.
fn sit_down(live: &mut Live<Pursuit>) {
    let Some(setup) = setup(live.header()) else { return };
    let seed = Seed::from_text(&live.header().seed);
    for (side, player) in [(Side::Hero, &setup.hero), (Side::Monster, &setup.monster)] {
        if *player != Player::Human {
            live.set_pilot(side.seat(), pilot(player.clone(), side, seed.clone(), setup.clone()));
        }
    }
}

pub(crate) fn setup(header: &Header) -> Option<Setup> {
    let options = header.to_options(Pursuit::options()).ok()?;
    Pursuit::prepare(&options, header.level.as_ref().map(|level| level.text.as_str())).setup
}

/// A pilot that makes up its mind when it is first asked: a solution or a program is not wanted for a replay.
fn pilot(player: Player, side: Side, seed: Seed, setup: Setup) -> Pilot<Pursuit> {
    let mut mind = None;
    Box::new(move |game| {
        if mind.is_none() {
            let solution = || solution_for_play(&setup.field, &Limits::default());
            mind = Some(Mind::new(&player, side, &seed, PATIENCE, solution)?);
        }
        mind.as_mut().ok_or_else(String::new)?.choose(game)
    })
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
