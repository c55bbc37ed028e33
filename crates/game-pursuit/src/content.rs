//! The numbers of the game, its glyphs, and the default field.

use kernel::{Cell, Hue, Ink};

/// The hero.
pub(crate) const HERO: Cell = Cell::new('@', Ink::Hero).hued(Hue::Teal);
/// A potion of speed.
pub(crate) const POTION: Cell = Cell::new('s', Ink::Potion).hued(Hue::Violet);

/// The monster, shown by its letter.
pub(crate) const fn monster_cell(letter: char) -> Cell {
    Cell::new(letter, Ink::Foe).hued(Hue::Red)
}

/// Maximum size of a field: the ids of 40,000 cells fit 16 bits, and a saved state 16 KiB.
pub const SIZE_MAX: u16 = 200;

/// Maximum number of walkable cells for which all distances are computed up front; on larger fields
/// strategies compute them as needed.
pub(crate) const MEASURED_CELLS: u32 = 1024;

/// Maximum number of findings listed for a file.
pub(crate) const FINDINGS_MAX: usize = 20;

/// Default round limit, for games in which no position repeats.
pub(crate) const LIMIT: &str = "1000";
/// The largest round limit that can be set.
pub(crate) const LIMIT_MAX: i64 = 1_000_000;

/// Number of rounds remembered to detect repetition; longer cycles run into the round limit.
pub(crate) const PAST_MAX: u32 = 3000;

/// The default field: four rooms, three loops and a potion off the main paths. A hero who plays well is never
/// caught here, but both heroes of the document are.
pub const FIELD: &str = "10
        . . + +
    + + . s   +
    +   . . + + . .
    +           . .
    +           . .
    + + + + +   . .
. @ .   +   + + +
. . .   . . M . +
        . . . . +
        . . . . +
";
