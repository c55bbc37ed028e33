//! Algorithms over grids and closures that more than one game needs. No world, no monster, no rule lives here.
#![no_std]
extern crate alloc;

mod cost;
mod distance;
mod spanning;

pub use cost::{CostMap, DEAREST, NEVER};
pub use distance::{DistanceMap, FAR};
pub use spanning::{Groups, spanning_tree};
