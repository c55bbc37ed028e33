//! Strategies and programs that play seats of a session.

use crate::live::Live;
use kernel::{Game, Guide, Seat};

/// Plays a seat: a built-in strategy, a solver or a program. An error is its reason for giving up the seat.
pub type Strategy<G> = Box<dyn FnMut(&G) -> Result<<G as Game>::Command, String> + Send>;

/// The maximum number of moves of strategies in a row: strategies could play each other for ever.
const MOVES_IN_A_ROW_MAX: usize = 100_000;

impl<G: Guide> Live<G> {
    /// Puts a strategy on a seat. It moves whenever it is the seat's turn, within the same reply.
    pub fn set_strategy(&mut self, seat: Seat, strategy: Strategy<G>) {
        self.strategies.retain(|(other, _)| *other != seat);
        self.strategies.push((seat, strategy));
    }

    /// Lets strategies play until it is a person's turn or the game is over.
    pub(crate) fn play_strategies(&mut self) {
        for _ in 0..MOVES_IN_A_ROW_MAX {
            let seat = self.game.to_move();
            if self.game.outcome().is_some() {
                return;
            }
            let Some((_, strategy)) = self.strategies.iter_mut().find(|(other, _)| *other == seat) else {
                return;
            };
            if let Err(reason) = strategy(&self.game).and_then(|command| self.act(seat, command)) {
                self.strategies.retain(|(other, _)| *other != seat);
                self.given_up =
                    Some(format!("Seat {} is given up and waits for a person: {reason}.", seat.0 + 1));
                return;
            }
        }
    }

    /// Whether a strategy is to move.
    pub(crate) fn is_strategy_to_move(&self) -> bool {
        let strategies = || self.strategies.iter().any(|(seat, _)| *seat == self.game.to_move());
        self.game.outcome().is_none() && strategies()
    }
}
