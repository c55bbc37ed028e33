//! What a player knows of the ground, for helpers that walk: travel, auto-explore, bots.
//!
//! A chart holds only what the seat has seen, so a helper that plans on a chart cannot use more.

use crate::{Grid, Pos};
use alloc::vec::Vec;

/// What a player knows about one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Never seen.
    #[default]
    Unknown,
    /// Known to be impassable.
    Blocked,
    /// Free to walk on.
    Open,
    /// Free to walk on, with something worth having.
    Prize,
    /// Leads off this board: entered only as the goal.
    Exit,
    /// Entering costs or risks something: never on the way.
    Danger,
}

/// Something hostile that a player knows of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Identifies it for as long as it lives.
    pub id: u64,
    /// Where it is.
    pub at: Pos,
    /// The least number of turns after which it can harm the player, as far as the player can know; `None` if
    /// it cannot reach the player, sleeps or is peaceful.
    pub turns: Option<u16>,
}

/// Something to do at a place: walk there, then play the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// Where to stand.
    pub at: Pos,
    /// The line to play there, spelled as in a run; empty if being there is enough.
    pub line: alloc::string::String,
    /// Its name, without an article ("chest").
    pub name: alloc::string::String,
}

/// The known ground around a player.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The ground, cell by cell, in the board coordinates of the scene.
    pub ground: Grid<Ground>,
    /// Where the player stands.
    pub hero: Pos,
    /// Whether diagonal steps are possible.
    pub diagonal: bool,
    /// Whether something hostile is in view: helpers stop.
    pub threat: bool,
    /// Everything hostile in view or known of.
    pub threats: Vec<Threat>,
    /// Things to do, in no order.
    pub errands: Vec<Errand>,
    /// The player's named places, by their key; they may lie beyond the chart.
    pub places: Vec<(char, Pos)>,
}
