//! What a game offers beside its rules: teaching, words, maps, advice. All of it may be absent.

use crate::speech::heard_by_ink;
use crate::{
    Adjustment, Cell, Chart, Choice, Dir, Game, Heard, Mood, Panel, Pos, Rng, Scene, Seat, Survey, Teaching,
    View, Vitals, Warning, Ways,
};
use alloc::{string::String, vec::Vec};

/// What helps people and bots with a game. A new game writes `impl Guide for MyGame {}` and is complete.
pub trait Guide: Game {
    /// What a search of seeds can ask about its first floors.
    const SURVEY: Survey<Self::Setup> = Survey::NONE;

    /// What teaches this game.
    const TEACHING: Teaching = Teaching::NONE;

    /// The gauges for people and text: in order, with words among them where the game has some.
    fn vitals(&self, seat: Seat) -> Vitals {
        Vitals::of(self, seat)
    }

    /// False for a verb, by its name, that the options of this game leave without any use: its keys stay free.
    fn offers(&self, verb: &str) -> bool {
        let _ = verb;
        true
    }

    /// True when [`Guide::chart`] has something to show now.
    fn has_chart(&self) -> bool {
        false
    }

    /// What a seat knows of the ground; `None` where walking helpers make no sense.
    fn chart(&self, seat: Seat, view: &View<'_>) -> Option<Chart> {
        let _ = (seat, view);
        None
    }

    /// What a cell of the board without a terminal shows, in words. `cell` is what is drawn there, and no more may be told.
    fn hear(&self, seat: Seat, view: &View<'_>, at: Pos, cell: Cell) -> Heard {
        let slanting = Self::grammar().verbs.iter().any(|verb| verb.way.is_some_and(Dir::is_diagonal));
        let mut told = String::new();
        self.look(seat, view, at, &mut told);
        heard_by_ink(cell, &told, if slanting { Ways::ALL } else { Ways::STRAIGHT })
    }

    /// Where a cell of the board lies in the world, counted to the east and to the north.
    fn place(&self, seat: Seat, at: Pos) -> (i64, i64) {
        let _ = seat;
        (i64::from(at.x), -i64::from(at.y))
    }

    /// What the player should know at a glance. Places are those of the board that the view shows.
    fn panel(&self, seat: Seat, view: &View<'_>) -> Panel {
        let _ = view;
        Panel::of(self, seat)
    }

    /// The question the game asks before it goes on, with its answers, if it asks one.
    fn choice(&self, seat: Seat) -> Option<Choice> {
        let _ = seat;
        None
    }

    /// The colours of the place where a seat is.
    fn mood(&self, seat: Seat) -> Option<Mood> {
        let _ = seat;
        None
    }

    /// Why a command that would be carried out should be given only on purpose. It tells no more than the player knows.
    fn warning(&self, seat: Seat, command: Self::Command) -> Option<Warning> {
        let _ = (seat, command);
        None
    }

    /// True when there is a map of where a seat has been, from further away than the board.
    fn has_map(&self) -> bool {
        false
    }

    /// Shows that map.
    fn map(&self, seat: Seat, cols: u16, rows: u16, scene: &mut Scene) {
        let _ = (seat, cols, rows, scene);
    }

    /// What a sensible player would do, for demonstrations and soak tests. Its dice are not the game's.
    fn advise(&self, seat: Seat, dice: &mut Rng) -> Option<Self::Command> {
        let _ = (seat, dice);
        None
    }

    /// What somebody can set now where this is a practice game; nothing once it is over, or while nothing can be set.
    fn adjustments(&self, seat: Seat) -> Vec<Adjustment> {
        let _ = seat;
        Vec::new()
    }

    /// Sets one of them to a value within its bounds. Like a command it depends on nothing but the state.
    fn adjust(&mut self, seat: Seat, name: &str, value: u32) {
        let _ = (seat, name, value);
    }
}
