//! Queries to a solution: the value of a position and of each move, and the best move.

use super::{Layer, Solution, store::NEVER};
use game_pursuit::{CellId, Command, Field, NOWHERE, Pursuit, Side};
use std::cmp::Reverse;
use std::sync::Arc;

/// The value of a position under perfect play; the hero prefers the greater one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Caught on this turn of the monster, counted from now with a turn in progress as the first; 0 in the
    /// hero's own turn.
    Caught(u32),
    /// Never caught.
    Escape,
}

impl Value {
    const fn of(stored: u16) -> Self {
        match stored {
            NEVER => Self::Escape,
            turns => Self::Caught(turns as u32),
        }
    }

    const fn one_turn_later(self) -> Self {
        match self {
            Self::Caught(turns) => Self::Caught(turns + 1),
            Self::Escape => Self::Escape,
        }
    }
}

/// A position, as a place in the tables.
#[derive(Clone, Copy)]
struct Place<'a> {
    layer: &'a Layer,
    hero: CellId,
    monster: CellId,
    side: Side,
    remaining: usize,
}

impl Solution {
    /// The field that was solved.
    #[must_use]
    pub const fn field(&self) -> &Arc<Field> {
        &self.field
    }

    /// Number of positions solved, without captures.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.shape.positions()
    }

    /// Memory of the tables, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The value of a start with hero and monster on these cells and all potions remaining.
    #[must_use]
    pub fn start(&self, hero: CellId, monster: CellId) -> Value {
        if hero == monster {
            return Value::Caught(0);
        }
        let all = (1u32 << self.shape.potions) - 1;
        let layer = self.layers[self.shape.index(all, 0)].as_ref().expect("every layer is solved");
        let place = Place { layer, hero, monster, side: Side::Monster, remaining: 0 };
        self.read(place)
    }

    /// The value of a position for the side to move.
    ///
    /// # Panics
    /// If the game is played on another field.
    #[must_use]
    pub fn value(&self, game: &Pursuit) -> Value {
        match self.place(game) {
            Some(place) => self.read(place),
            None => Value::Caught(0),
        }
    }

    /// The values of all legal moves of the side to move, in the order of `Command::ALL`.
    ///
    /// # Panics
    /// If the game is played on another field.
    #[must_use]
    pub fn moves(&self, game: &Pursuit) -> Vec<(Command, Value)> {
        let Some(place) = self.place(game) else { return Vec::new() };
        let value = |command| (command, self.after(place, game.target(command)));
        game.legal().map(value).collect()
    }

    /// The best moves of the side to move: all that keep the value of the position.
    #[must_use]
    pub fn best(&self, game: &Pursuit) -> Vec<Command> {
        let moves = self.moves(game);
        let worth = moves.iter().map(|(_, value)| *value);
        let best = match game.side() {
            Side::Hero => worth.max(),
            Side::Monster => worth.min(),
        };
        moves.into_iter().filter(|(_, value)| Some(*value) == best).map(|(command, _)| command).collect()
    }

    /// A best move. Among several it picks the one that is hardest to answer for an imperfect opponent: the
    /// monster comes as near as it can, the hero keeps away and in the open.
    #[must_use]
    pub fn choose(&self, game: &Pursuit) -> Command {
        let Some(place) = self.place(game) else { return Command::Stay };
        let field = game.field();
        let side = game.side();
        let foe = game.at(side.other());
        let mut room = Vec::new();
        let distances = field.distances(foe, &mut room);
        let foe_at = field.pos(foe);
        let straight = |cell: CellId| {
            let at = field.pos(cell);
            let (dx, dy) = (at.x.abs_diff(foe_at.x), at.y.abs_diff(foe_at.y));
            dx * dx + dy * dy
        };
        let worth = |command: Command| {
            let to = game.target(command);
            (command, self.after(place, to), to)
        };
        let moves = game.legal().map(worth);
        let chosen = match side {
            Side::Monster => {
                moves.min_by_key(|&(_, value, to)| (value, distances[usize::from(to)], straight(to)))
            }
            Side::Hero => moves
                .min_by_key(|&(_, value, to)| Reverse((value, distances[usize::from(to)], field.exits(to)))),
        };
        chosen.map_or(Command::Stay, |(command, _, _)| command)
    }

    fn place(&self, game: &Pursuit) -> Option<Place<'_>> {
        let (own, other) = (&self.field, game.field());
        let ours =
            Arc::ptr_eq(own, other) || (own.plan() == other.plan() && own.diagonals() == other.diagonals());
        assert!(ours, "the game is played on the field that was solved");
        let (hero, monster) = (game.at(Side::Hero), game.at(Side::Monster));
        if hero == monster {
            return None;
        }
        let mut left = 0u32;
        for (number, potion) in self.field.potions().iter().enumerate() {
            if game.potions().binary_search(potion).is_ok() {
                left |= 1 << number;
            }
        }
        let index = self.shape.index(left, u32::from(game.drunk(Side::Monster)));
        let layer = self.layers[index].as_ref().expect("every layer is solved");
        Some(Place { layer, hero, monster, side: game.side(), remaining: usize::from(game.remaining()) })
    }

    fn read(&self, place: Place<'_>) -> Value {
        let table = place.layer.table(place.side == Side::Monster, place.remaining);
        let index = usize::from(place.monster) * self.shape.cells as usize + usize::from(place.hero);
        Value::of(place.layer.stores[table].get(index))
    }

    /// The value after a move of the side to move. A step onto a potion needs no other layer, as its value
    /// was fed into this one.
    fn after(&self, place: Place<'_>, to: CellId) -> Value {
        debug_assert_ne!(to, NOWHERE);
        let mut next = place;
        match place.side {
            Side::Monster if to == place.hero => return Value::Caught(1),
            Side::Hero if to == place.monster => return Value::Caught(0),
            Side::Monster => next.monster = to,
            Side::Hero => next.hero = to,
        }
        if place.remaining > 0 {
            next.remaining -= 1;
            return self.read(next);
        }
        next.side = place.side.other();
        let layer = place.layer;
        match next.side {
            Side::Monster => {
                next.remaining = layer.monster_moves - 1;
                self.read(next)
            }
            Side::Hero => {
                next.remaining = layer.stores.len() - layer.monster_moves - 1;
                self.read(next).one_turn_later()
            }
        }
    }
}
