//! The numbers of the game, what stands for whom, and the field that is played when no file is named.

use kernel::{Cell, Hue, Ink};

/// The hero.
pub(crate) const HERO: Cell = Cell::new('@', Ink::Hero).hued(Hue::Teal);
/// A potion of speed.
pub(crate) const POTION: Cell = Cell::new('s', Ink::Potion).hued(Hue::Violet);

/// The monster, by its letter.
pub(crate) const fn monster_cell(letter: char) -> Cell {
    Cell::new(letter, Ink::Foe).hued(Hue::Red)
}

/// The largest field that is read: 40,000 cells still fit their 16-bit numbers and a kept state of 16 KiB.
pub const SIZE_MAX: u16 = 200;

/// Up to so many walkable cells all distances are measured once; on larger fields a strategy measures as it goes.
pub(crate) const MEASURED_CELLS: u32 = 1024;

/// How many findings about one file are listed.
pub(crate) const FINDINGS_MAX: usize = 20;

/// Rounds until a game that never repeats is called off.
pub(crate) const LIMIT: &str = "1000";
/// The largest round limit that can be set.
pub(crate) const LIMIT_MAX: i64 = 1_000_000;

/// So many rounds are remembered to recognise an endless game; longer cycles run into the round limit.
pub(crate) const PAST_MAX: u32 = 3000;

/// Four rooms, three loops, a potion out of the way: the hero can stay free for ever, yet neither of the document's
/// heroes does.
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
