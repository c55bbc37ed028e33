//! What a game offers beside its rules: teaching, texts, maps, advice. All of it is optional.

use crate::speech::heard_by_ink;
use crate::{
    Adjustment, Cell, Chart, Choice, Dir, Game, Heard, Mood, Panel, Pos, Rng, Scene, Seat, Survey, Teaching,
    View, Vitals, Warning, Ways,
};
use alloc::{string::String, vec::Vec};

/// Everything about a game that is not rules, for people and bots. A new game writes `impl Guide for MyGame
/// {}`.
pub trait Guide: Game {
    /// What a search for seeds can ask about its floors.
    const SURVEY: Survey<Self::Setup> = Survey::NONE;

    /// What teaches this game.
    const TEACHING: Teaching = Teaching::NONE;

    /// The gauges and texts about a player, in order of display.
    fn vitals(&self, seat: Seat) -> Vitals {
        Vitals::of(self, seat)
    }

    /// Whether a verb, by its name, has any effect with the options of this game. If not, its keys stay free.
    fn offers(&self, verb: &str) -> bool {
        let _ = verb;
        true
    }

    /// Whether [`Guide::chart`] returns something now.
    fn has_chart(&self) -> bool {
        false
    }

    /// What a seat knows of the ground; `None` if walking helpers make no sense.
    fn chart(&self, seat: Seat, view: &View<'_>) -> Option<Chart> {
        let _ = (seat, view);
        None
    }

    /// Describes a cell of the board without a terminal. `cell` is what is drawn there; the description must
    /// not reveal more.
    fn hear(&self, seat: Seat, view: &View<'_>, at: Pos, cell: Cell) -> Heard {
        let diagonal = Self::grammar().verbs.iter().any(|verb| verb.way.is_some_and(Dir::is_diagonal));
        let mut told = String::new();
        self.look(seat, view, at, &mut told);
        heard_by_ink(cell, &told, if diagonal { Ways::ALL } else { Ways::STRAIGHT })
    }

    /// The world coordinates of a cell of the board, counted to the east and to the north.
    fn place(&self, seat: Seat, at: Pos) -> (i64, i64) {
        let _ = seat;
        (i64::from(at.x), -i64::from(at.y))
    }

    /// The facts a player needs at a glance. Positions are those of the board that the view shows.
    fn panel(&self, seat: Seat, view: &View<'_>) -> Panel {
        let _ = view;
        Panel::of(self, seat)
    }

    /// The question the game asks now, with its answers, if it asks one.
    fn choice(&self, seat: Seat) -> Option<Choice> {
        let _ = seat;
        None
    }

    /// What the application says instead of a refusal whose words the game's document fixes.
    #[must_use]
    fn refused_player(reason: &str) -> Option<String> {
        let _ = reason;
        None
    }

    /// The colours of the place where a seat is.
    fn mood(&self, seat: Seat) -> Option<Mood> {
        let _ = seat;
        None
    }

    /// Why the player should confirm a command that would be carried out. It reveals no more than the player
    /// knows.
    fn warning(&self, seat: Seat, command: Self::Command) -> Option<Warning> {
        let _ = (seat, command);
        None
    }

    /// Whether there is an overview map of where a seat has been.
    fn has_map(&self) -> bool {
        false
    }

    /// Draws the overview map.
    fn map(&self, seat: Seat, cols: u16, rows: u16, scene: &mut Scene) {
        let _ = (seat, cols, rows, scene);
    }

    /// A sensible move, for demonstrations and soak tests. `dice` is not the game's own generator.
    fn advise(&self, seat: Seat, dice: &mut Rng) -> Option<Self::Command> {
        let _ = (seat, dice);
        None
    }

    /// What can be set now in a practice game; empty when it is over or nothing can be set.
    fn adjustments(&self, seat: Seat) -> Vec<Adjustment> {
        let _ = seat;
        Vec::new()
    }

    /// Sets one of them to a value within its bounds. Like a command, the result depends only on the state.
    fn adjust(&mut self, seat: Seat, name: &str, value: u32) {
        let _ = (seat, name, value);
    }
}
