//! Auto-explore finishes floors of the tower and of the chambers on what was shown and nothing else.
//!
//! The setting: boo in fog of war, chambers as they are. A floor is finished when nothing within reach is left to explore
//! and the hero has then left it by its exit. While something hostile is in view, where the helper steps back and lets the
//! player decide, and where danger bars the way, the game's own bot plays one command in the player's place. A floor that
//! the bot leaves on its flight does not count, and after a death the next game begins.

mod walker;

use helpers::travel;
use kernel::{Chart, Dir, Rng, Seed, Verdict};
use session::{ReplyKind, Session};
use walker::{Witness, soak, start, step};

/// More commands than any floor needs.
const PATIENCE: usize = 6_000;

/// What came of one game.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    finished: usize,
    /// Steps of the explorer, and commands of the bot in his place.
    explored: usize,
    helped: usize,
}

/// The next step of the helper: to something new, and when there is nothing, to the way out.
fn next_step(chart: &Chart) -> Option<(Dir, bool)> {
    if chart.threat {
        return None;
    }
    if let Some(way) = travel::exploration(chart).and_then(|walk| walk.first().copied()) {
        return Some((way, false));
    }
    let exit = travel::nearest_exit(chart)?;
    travel::path(chart, exit)?.first().map(|&way| (way, true))
}

fn play(session: &mut dyn Session, dice: &mut Rng, tally: &mut Tally) {
    let mut witness = Witness::new();
    let mut on_floor = 0;
    loop {
        let floor = session.vitals(session.to_move()).number("floor");
        let next = witness.look(session).and_then(|chart| next_step(&chart));
        let leaves = match next {
            Some((way, leaves)) => {
                tally.explored += 1;
                let reply = step(session, way).expect("somebody walks");
                assert_eq!(reply.kind, ReplyKind::Played, "{}: {:?}", session.id(), reply.said);
                leaves
            }
            None => {
                tally.helped += 1;
                if session.play_advice(dice).is_none() {
                    return;
                }
                false
            }
        };
        let outcome = session.outcome();
        let left = session.vitals(session.to_move()).number("floor") != floor
            || outcome.as_ref().is_some_and(|outcome| outcome.verdict == Verdict::Won);
        if left {
            tally.finished += usize::from(leaves);
            witness.forget();
            on_floor = 0;
        }
        if outcome.is_some() {
            return;
        }
        on_floor += 1;
        assert!(on_floor < PATIENCE, "{} seed {} never ends", session.id(), session.header().seed);
    }
}

fn finish(game: &str, options: &[(&str, &str)], floors: usize) {
    let mut tally = Tally::default();
    while tally.finished < floors {
        let seed = format!("explore {}", tally.games);
        let mut session = start(game, &seed, options);
        let mut dice = Rng::stream(&Seed::from_text(&seed), "bot", &[]);
        play(session.as_mut(), &mut dice, &mut tally);
        tally.games += 1;
        assert!(tally.games < 40 * floors + 40, "{game}: {tally:?}");
    }
    println!("{game}: {tally:?}");
}

#[test]
fn auto_explore_finishes_floors_of_the_tower() {
    finish("boo", &[("fog", "on")], soak(16, 1_000));
}

#[test]
fn auto_explore_finishes_floors_of_the_chambers() {
    finish("chambers", &[], soak(16, 1_000));
}
