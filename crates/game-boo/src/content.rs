//! The numbers of the game and the table of its things. Rules, help, tests and docs all read them here.

use crate::setup::RoomCount;
use kernel::{Cell, Hue, Ink};

/// Columns of every floor.
pub const COLS: u8 = 60;
/// Rows of every floor.
pub const ROWS: u8 = 40;
/// The cat's health at the start, and its maximum.
pub const HP_MAX: u32 = 100;
/// Minimum distance between rooms: no tile of a room lies within this many tiles of another room, in x and in
/// y.
pub const ROOM_GAP: u8 = 4;
/// The bottom left tile of the first room, which is placed without dice.
pub const FIRST_ROOM: (u8, u8) = (6, 6);
/// Maximum number of rooms that fit on a floor: ten columns and six rows of one-tile rooms.
pub const ROOMS_LIMIT: usize = 60;
/// Maximum number of ghosts on a floor.
pub const GHOSTS_MAX: u32 = 4;
/// Maximum number of fish on a floor.
pub const FISH_MAX: u32 = 4;
/// Ghosts start at least this many steps away from the cat, where the floor is large enough.
pub const GHOST_START_STEPS: u32 = 8;
/// Mean of what a fish heals, in tenths.
pub const HEAL_MEAN_TENTHS: u32 = 45;
/// Maximum number of steps a ghost takes when it moves.
pub const GHOST_STEPS_MAX: u32 = 2;
/// Sight radius with the option `fog`, in tiles; enough for the largest room.
pub const SIGHT_TILES: i32 = 10;
/// Helpers that walk avoid tiles that a ghost can reach within this many turns.
pub const DANGER_TURNS: u32 = 5;
/// Helpers that walk stop when a ghost in view is at most this many steps away.
pub const THREAT_STEPS: u32 = 6;

/// How far a fish is thrown, in tiles.
pub const THROW_TILES: u32 = 6;
/// Ghosts at most this many steps away from a bait go for it.
pub const BAIT_STEPS: u32 = 12;
/// Number of the cat's steps for which a bait attracts ghosts.
pub const BAIT_TURNS: u32 = 12;
/// Two rooms get a second hallway if the walk between them is at least this many times its length.
pub const LOOP_GAIN: u32 = 3;
/// Maximum length of a hallway that closes a loop, in tiles.
pub const LOOP_TILES: u32 = 24;
/// A ghost farther away than this cannot meet the cat within its next two steps.
pub const REACH_STEPS: u32 = 4;

/// A rectangle of tiles, both corners included; y grows upwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) x0: u8,
    pub(crate) y0: u8,
    pub(crate) x1: u8,
    pub(crate) y1: u8,
}

/// Where the bottom left tile of a room may lie: from 3 to size - 9.
pub(crate) const ROOM_STARTS: Frame = Frame { x0: 3, y0: 3, x1: COLS - 9, y1: ROWS - 9 };
/// Where stairs, cat, ghosts and fish may be placed.
pub(crate) const THINGS: Frame = Frame { x0: 5, y0: 5, x1: COLS - 6, y1: ROWS - 6 };

/// Number of rooms a floor aims for; it has fewer if no legal place is left.
#[must_use]
pub const fn rooms(count: RoomCount, floor: u32) -> u32 {
    match count {
        RoomCount::Times => floor.saturating_mul(10),
        RoomCount::Plus => floor.saturating_add(10),
    }
}

/// Number of ghosts on a floor.
#[must_use]
pub const fn ghosts(floor: u32) -> u32 {
    let grown = floor / 2 + 1;
    if grown < GHOSTS_MAX { grown } else { GHOSTS_MAX }
}

/// Number of fish on a floor that aims for this many rooms.
#[must_use]
pub const fn fish(rooms: u32) -> u32 {
    let grown = rooms / 5;
    if grown < FISH_MAX { grown } else { FISH_MAX }
}

/// Mean damage of a ghost's attack, in tenths: 10 + 2 per floor.
#[must_use]
pub const fn damage_mean_tenths(floor: u32) -> u32 {
    floor.saturating_mul(20).saturating_add(100)
}

/// What a tile can show: how it is drawn and named.
#[derive(Debug)]
pub(crate) struct Thing {
    pub(crate) cell: Cell,
    pub(crate) name: &'static str,
}

const fn thing(glyph: char, ink: Ink, name: &'static str) -> Thing {
    Thing { cell: Cell::new(glyph, ink), name }
}

const fn hued(glyph: char, ink: Ink, hue: Hue, name: &'static str) -> Thing {
    Thing { cell: Cell::new(glyph, ink).hued(hue), name }
}

pub(crate) const CAT: Thing = thing('@', Ink::Hero, "you");
/// The cat while a ghost shares its tile: the same glyph in another colour.
pub(crate) const HAUNTED: Thing = thing('@', Ink::Bad, "you, with a ghost on your tile");
pub(crate) const GHOST: Thing = hued('G', Ink::Foe, Hue::Ghost, "ghost");
pub(crate) const FISH: Thing = hued('f', Ink::Item, Hue::Orange, "fish");
pub(crate) const STAIRS: Thing = hued('>', Ink::Stairs, Hue::Gold, "stairs");
pub(crate) const WALL: Thing = thing('#', Ink::Wall, "wall");
pub(crate) const FLOOR: Thing = thing('.', Ink::Floor, "floor");
pub(crate) const VOID: Thing = thing(' ', Ink::Void, "nothing");
/// A door that stands open.
pub(crate) const OPEN_DOOR: Thing = thing('\'', Ink::Door, "open door");
/// A door that closed behind the cat.
pub(crate) const SHUT_DOOR: Thing = thing('+', Ink::Door, "shut door");
/// A fish that was thrown.
pub(crate) const BAIT: Thing = hued('%', Ink::Item, Hue::Pink, "bait");
/// A tile on a ghost's planned path, with the option `paths`.
pub(crate) const PATH: Thing = thing('*', Ink::Mark, "floor");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_rules_page_comes_out() {
        let row = |f: fn(u32) -> u32| [1, 2, 3, 4, 5, 6, 200].map(f);
        assert_eq!(row(|f| rooms(RoomCount::Times, f)), [10, 20, 30, 40, 50, 60, 2000]);
        assert_eq!(row(|f| rooms(RoomCount::Plus, f)), [11, 12, 13, 14, 15, 16, 210]);
        assert_eq!(row(ghosts), [1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(row(|f| fish(rooms(RoomCount::Times, f))), [2, 4, 4, 4, 4, 4, 4]);
        assert_eq!(row(|f| fish(rooms(RoomCount::Plus, f))), [2, 2, 2, 2, 3, 3, 4]);
        assert_eq!(fish(rooms(RoomCount::Plus, 9)), 3);
        assert_eq!(fish(rooms(RoomCount::Plus, 10)), 4);
        assert_eq!(row(damage_mean_tenths), [120, 140, 160, 180, 200, 220, 4100]);
        assert_eq!(rooms(RoomCount::Times, u32::MAX), u32::MAX);
    }

    #[test]
    fn every_thing_has_its_own_glyph() {
        let mut glyphs =
            [&CAT, &GHOST, &FISH, &STAIRS, &WALL, &FLOOR, &VOID, &PATH, &OPEN_DOOR, &SHUT_DOOR, &BAIT]
                .map(|t| t.cell.glyph())
                .to_vec();
        glyphs.sort_unstable();
        glyphs.dedup();
        assert_eq!(glyphs.len(), 11);
    }
}
