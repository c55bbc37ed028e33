//! Grid algorithms that more than one game needs. They know no rules.

mod bits;
mod cost;
mod distance;
mod line;
mod spanning;
mod spelling;

pub use bits::paint_bits;
pub use cost::{CostMap, DEAREST, NEVER};
pub use distance::{DistanceMap, FAR};
pub use line::{Line, sees};
pub use spanning::{Groups, spanning_tree};
pub use spelling::nearest;
