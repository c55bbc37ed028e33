//! Pilots: strategies and programs that play seats of a session in place of persons.

use crate::live::Live;
use kernel::{Game, Guide, Seat};

/// Plays a seat in place of a person: a strategy, a solver, another program. An error is its reason to give up the seat.
pub type Pilot<G> = Box<dyn FnMut(&G) -> Result<<G as Game>::Command, String> + Send>;

/// The most commands pilots may play in a row: a guard against two pilots playing each other for ever.
const PILOT_LIMIT: usize = 100_000;

impl<G: Guide> Live<G> {
    /// Puts a pilot on a seat. It moves whenever it is that seat's turn, in the same reply as the player's command.
    pub fn set_pilot(&mut self, seat: Seat, pilot: Pilot<G>) {
        self.pilots.retain(|(other, _)| *other != seat);
        self.pilots.push((seat, pilot));
    }

    /// Lets pilots play until it is a person's turn or the game is over.
    pub(crate) fn fly(&mut self) {
        for _ in 0..PILOT_LIMIT {
            let seat = self.game.to_move();
            if self.game.outcome().is_some() {
                return;
            }
            let Some((_, pilot)) = self.pilots.iter_mut().find(|(other, _)| *other == seat) else { return };
            if let Err(reason) = pilot(&self.game).and_then(|command| self.act(seat, command)) {
                self.pilots.retain(|(other, _)| *other != seat);
                self.given_up =
                    Some(format!("Seat {} is given up and waits for a person: {reason}.", seat.0 + 1));
                return;
            }
        }
    }

    /// True when the next command is a pilot's.
    pub(crate) fn is_pilots_turn(&self) -> bool {
        let pilots = || self.pilots.iter().any(|(seat, _)| *seat == self.game.to_move());
        self.game.outcome().is_none() && pilots()
    }
}
