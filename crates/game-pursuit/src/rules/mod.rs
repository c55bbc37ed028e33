//! The state of a game and the only code that changes it.

mod past;
mod practice;

use crate::field::{CellId, Field, NOWHERE};
use crate::{Command, Event, Player, Setup};
use alloc::{format, sync::Arc, vec::Vec};
use kernel::{Dir, Refused, Seat};
use past::Past;
use serde::{Deserialize, Serialize};

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Seat 0: flees from the monster.
    Hero,
    /// Seat 1: hunts the hero, and moves first in every round.
    Monster,
}

impl Side {
    /// Both, in the order of their seats.
    pub const ALL: [Self; 2] = [Self::Hero, Self::Monster];

    /// `hero` or `monster`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hero => "hero",
            Self::Monster => "monster",
        }
    }

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Hero => Self::Monster,
            Self::Monster => Self::Hero,
        }
    }

    /// The seat of this side.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Caught on this turn of the monster, or by the hero's own step in that round.
    Caught(u32),
    /// The position repeats with this period, in rounds.
    Escape(u32),
    /// The round limit, this many rounds, was reached.
    Limit(u32),
}

/// A game of pursuit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    field: Arc<Field>,
    /// Positions of hero and monster, by seat.
    at: [CellId; 2],
    /// Potions drunk, by seat.
    drunk: [u16; 2],
    /// Remaining potions, in reading order.
    potions: Vec<CellId>,
    to_move: Side,
    /// Moves left in this turn after the next one.
    remaining: u16,
    turn: u32,
    limit: u32,
    /// Round starts since the last potion, present only if a repetition ends the game.
    past: Option<Past>,
    players: [Player; 2],
    end: Option<End>,
}

impl Pursuit {
    pub(crate) fn new(setup: &Setup) -> Self {
        let field = Arc::clone(&setup.field);
        let mut game = Self {
            at: [field.hero(), field.monster()],
            drunk: [0; 2],
            potions: field.potions().to_vec(),
            to_move: Side::Monster,
            remaining: 0,
            turn: 1,
            limit: setup.limit,
            past: setup.repeat_ends.then(Past::default),
            players: [setup.hero.clone(), setup.monster.clone()],
            end: None,
            field,
        };
        game.remember();
        game
    }

    /// The same setup with hero and monster on other cells; `None` unless these are different room cells
    /// without potion.
    #[must_use]
    pub fn placed(setup: &Setup, hero: CellId, monster: CellId) -> Option<Self> {
        let mut game = Self::new(setup);
        let fits = |cell: CellId| u32::from(cell) < game.field.count() && game.field.is_start(cell);
        if hero == monster || !fits(hero) || !fits(monster) {
            return None;
        }
        game.at = [hero, monster];
        if let Some(past) = &mut game.past {
            past.forget();
        }
        game.remember();
        Some(game)
    }

    /// The field.
    #[must_use]
    pub const fn field(&self) -> &Arc<Field> {
        &self.field
    }

    /// The position of a side.
    #[must_use]
    pub const fn at(&self, side: Side) -> CellId {
        self.at[side as usize]
    }

    /// Number of potions a side has drunk.
    #[must_use]
    pub const fn drunk(&self, side: Side) -> u16 {
        self.drunk[side as usize]
    }

    /// Remaining potions, in reading order.
    #[must_use]
    pub fn potions(&self) -> &[CellId] {
        &self.potions
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.to_move
    }

    /// Moves left in this turn after the next one; 0 without potions.
    #[must_use]
    pub const fn remaining(&self) -> u16 {
        self.remaining
    }

    /// The round, counted from 1.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// True where a position that comes back ends the game.
    #[must_use]
    pub const fn repeat_ends(&self) -> bool {
        self.past.is_some()
    }

    /// Rounds until the game is called off and the hero is free.
    #[must_use]
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Who plays a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> &Player {
        &self.players[side as usize]
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// A cheap fingerprint of everything a move can change.
    pub(crate) fn fingerprint(&self) -> u64 {
        let both = |[a, b]: [u16; 2]| u64::from(a) << 16 | u64::from(b);
        kernel::pulse_of(&[
            both(self.at),
            both(self.drunk),
            u64::from(self.turn) << 32 | both([self.remaining, self.to_move as u16]),
            u64::from(self.end.is_some()),
        ])
    }

    /// The cell a move of the side to move leads to; [`NOWHERE`] if it is illegal.
    #[must_use]
    #[inline]
    pub fn target(&self, command: Command) -> CellId {
        let from = self.at[self.to_move as usize];
        match command {
            Command::Stay => from,
            Command::Step(dir) => self.field.steps(from)[dir as usize],
        }
    }

    /// The legal moves of the side to move, in the order of [`Command::ALL`].
    pub fn legal(&self) -> impl Iterator<Item = Command> + '_ {
        Command::ALL.into_iter().filter(|&command| self.target(command) != NOWHERE)
    }

    /// Makes one single move.
    fn play(&mut self, command: Command, events: &mut Vec<Event>) {
        let who = self.to_move;
        let target = self.target(command);
        self.at[who as usize] = target;
        let at = self.field.pos(target);
        events.push(Event::Moved { who, made: command, x: at.x, y: at.y });
        self.drink(who, events);
        if self.at[0] == self.at[1] {
            self.end = Some(End::Caught(self.turn));
            events.push(Event::Caught { turn: self.turn });
        } else if self.remaining > 0 {
            self.remaining -= 1;
        } else {
            self.pass(events);
        }
    }

    /// Rule 4.1: entering a potion's cell drinks it at once. The extra move comes with the next turn, because
    /// the moves of a turn are counted when it begins.
    fn drink(&mut self, who: Side, events: &mut Vec<Event>) {
        if self.potions.is_empty() {
            return;
        }
        let Ok(index) = self.potions.binary_search(&self.at[who as usize]) else { return };
        self.potions.remove(index);
        self.drunk[who as usize] += 1;
        events.push(Event::Drank { who, moves: u32::from(self.drunk[who as usize]) + 1 });
        // Earlier positions cannot recur, since the potion is gone.
        if let Some(past) = &mut self.past {
            past.forget();
        }
    }

    /// Passes the turn to the other side; after the hero's turn a round is over.
    fn pass(&mut self, events: &mut Vec<Event>) {
        let next = self.to_move.other();
        if next == Side::Monster {
            if let Some(cycle) = self.remember() {
                self.end = Some(End::Escape(cycle));
                events.push(Event::Escaped { cycle });
                return;
            }
            if self.turn >= self.limit {
                self.end = Some(End::Limit(self.turn));
                events.push(Event::Limit { turns: self.turn });
                return;
            }
            self.turn += 1;
        }
        self.to_move = next;
        self.remaining = self.drunk[next as usize];
    }

    /// Records the position at the start of a round; returns its period if it occurred before.
    fn remember(&mut self) -> Option<u32> {
        let key = u32::from(self.at[0]) << 16 | u32::from(self.at[1]);
        self.past.as_mut()?.meet(key)
    }

    fn why_not(&self, command: Command) -> Refused {
        let from = self.at[self.to_move as usize];
        let Command::Step(dir) = command else { return Refused::because("Staying is always possible.") };
        let to = self.field.pos(from).step(dir);
        if self.field.cell_at(to) == NOWHERE {
            return Refused::because(format!("There is a wall to the {}.", dir.long()));
        }
        Refused::because(diagonal(dir))
    }
}

/// Why a move is not possible now; `None` if it is.
pub(crate) fn refusal(game: &Pursuit, seat: Seat, command: Command) -> Option<Refused> {
    let who = game.to_move;
    if game.end.is_some() {
        Some(Refused::because("The game is over."))
    } else if seat != who.seat() {
        Some(Refused::because(match who {
            Side::Hero => "It is the hero's move.",
            Side::Monster => "It is the monster's move.",
        }))
    } else if game.target(command) == NOWHERE {
        Some(game.why_not(command))
    } else {
        None
    }
}

/// True when a move is possible now.
pub(crate) fn may(game: &Pursuit, seat: Seat, command: Command) -> bool {
    game.end.is_none() && seat == game.to_move.seat() && game.target(command) != NOWHERE
}

/// Carries out one move.
pub(crate) fn act(
    game: &mut Pursuit,
    seat: Seat,
    command: Command,
    events: &mut Vec<Event>,
) -> Result<(), Refused> {
    match refusal(game, seat, command) {
        Some(refused) => Err(refused),
        None => {
            game.play(command, events);
            Ok(())
        }
    }
}

fn diagonal(dir: Dir) -> alloc::string::String {
    format!("{} is a diagonal step: both cells must be room cells.", dir.long())
}
