//! What a player knows of the ground, for helpers that walk: travel, auto-explore, bots.
//!
//! A chart holds only what the seat has seen. A helper that plans on a chart can therefore never use more.

use crate::{Grid, Pos};
use alloc::vec::Vec;

/// What a player knows about one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Never seen.
    #[default]
    Unknown,
    /// Known to stop a walker.
    Blocked,
    /// Free to walk on.
    Open,
    /// Free to walk on, and something worth having lies there.
    Prize,
    /// Leads off this board: never entered except as the goal itself.
    Exit,
    /// Walking there costs or risks something: never entered on the way.
    Danger,
}

/// The known ground around a player.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// What is known, cell by cell, in the board coordinates of the scene.
    pub ground: Grid<Ground>,
    /// Where the player stands.
    pub hero: Pos,
    /// True when diagonal steps are possible.
    pub diagonal: bool,
    /// True when something hostile is in view: helpers stop.
    pub threat: bool,
    /// Places the player gave a name, by the key that names them; they may lie beyond the chart.
    pub places: Vec<(char, Pos)>,
}
