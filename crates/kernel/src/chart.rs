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

/// Something hostile that a player knows of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Tells it from the others for as long as it lives.
    pub id: u64,
    /// Where it is.
    pub at: Pos,
    /// In how many turns it can harm the player at the earliest, as far as the player can know; nothing if it cannot get
    /// there, sleeps, or leaves the player alone.
    pub turns: Option<u16>,
}

/// Something worth doing at a place: walk there, then play the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// Where to stand.
    pub at: Pos,
    /// What to play there, spelled as in a run; empty where going there is enough.
    pub line: alloc::string::String,
    /// What it is for, without an article ("chest").
    pub name: alloc::string::String,
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
    /// Everything hostile in view or known of.
    pub threats: Vec<Threat>,
    /// What is worth doing, in no order.
    pub errands: Vec<Errand>,
    /// Places the player gave a name, by the key that names them; they may lie beyond the chart.
    pub places: Vec<(char, Pos)>,
}
