//! From seed to floor: rooms, staircase, hallways, cat, ghosts, fish, in this order.
//!
//! A floor depends only on seed, floor number and options, not on how the cat got there.

use crate::content::{
    self, FIRST_ROOM, Frame, GHOST_START_STEPS, ROOM_GAP, ROOM_STARTS, ROOMS_LIMIT, THINGS,
};
use crate::ground::{Flood, Rows, Spot, SpotList, span};
use crate::layout::{Layout, is_connected_without};
use crate::passages;
use crate::setup::Setup;
use kernel::{Rng, Seed};

/// A new floor and the position of everything on it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) layout: Layout,
    pub(crate) cat: Spot,
    pub(crate) ghosts: SpotList,
    pub(crate) fish: SpotList,
    /// Tiles with a door.
    pub(crate) doors: Rows,
}

/// The floor tiles of a room, both corners included.
pub(crate) type Room = Frame;

/// The rooms of a floor, in order of creation.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    rooms: [Room; ROOMS_LIMIT],
    len: usize,
}

impl Rooms {
    pub(crate) fn all(&self) -> &[Room] {
        &self.rooms[..self.len]
    }

    /// The floor tiles of all rooms.
    pub(crate) fn tiles(&self) -> Rows {
        let mut tiles = Rows::EMPTY;
        for room in self.all() {
            for row in &mut tiles.0[usize::from(room.y0)..=usize::from(room.y1)] {
                *row |= span(room.x0, room.x1);
            }
        }
        tiles
    }
}

/// The middle of a room: the mean of its corners, rounded down.
pub(crate) const fn middle(room: &Room) -> Spot {
    Spot::new((room.x0 + room.x1) / 2, (room.y0 + room.y1) / 2)
}

/// Generates floor number `floor`.
pub(crate) fn plan(seed: &Seed, setup: &Setup, floor: u32) -> Plan {
    let dice = &mut Rng::stream(seed, "floor", &[i64::from(floor)]);
    let wanted = content::rooms(setup.rooms, floor);
    let rooms = place_rooms(wanted, setup.side, dice);
    let in_rooms = rooms.tiles();
    let mut ground = in_rooms.clone();
    // Hallways use no dice, so digging them before the stairs are placed does not change the order of the
    // dice.
    dig_hallways(&rooms, &mut ground);
    if setup.additions.loops {
        passages::dig_loops(rooms.all(), &mut ground);
    }
    let stairs = place_stairs(&in_rooms, &ground, dice);
    let layout = Layout::new(ground, stairs);

    let mut free = layout.haunt.clone();
    let place = |free: &Rows, dice: &mut Rng, label| {
        free.pick(THINGS, dice, label)
            .or_else(|| free.spots().next())
            .expect("a floor has room for its few things")
    };
    let cat = place(&free, dice, "cat");
    free.remove(cat);
    let mut ghosts = SpotList::default();
    let mut far = beyond(&layout.floor, cat, GHOST_START_STEPS);
    far.remove(stairs);
    for _ in 0..content::ghosts(floor) {
        let ghost = far.pick(THINGS, dice, "ghost").unwrap_or_else(|| place(&free, dice, "ghost"));
        ghosts.push(ghost);
        far.remove(ghost);
        free.remove(ghost);
    }
    let mut fish = SpotList::default();
    for _ in 0..content::fish(wanted) {
        let spot = place(&free, dice, "fish");
        fish.push(spot);
        free.remove(spot);
    }
    let mut doors = Rows::EMPTY;
    if setup.additions.doors {
        doors = passages::doors(&in_rooms, &layout, &mut Rng::stream(seed, "doors", &[i64::from(floor)]));
        doors.remove(cat);
    }
    Plan { layout, cat, ghosts, fish, doors }
}

/// Places up to `wanted` rooms; stops when no legal start tile is left.
pub(crate) fn place_rooms(wanted: u32, side: u8, dice: &mut Rng) -> Rooms {
    let mut rooms = Rooms { rooms: [Room { x0: 0, y0: 0, x1: 0, y1: 0 }; ROOMS_LIMIT], len: 0 };
    // The tiles that belong to no room and lie outside every room's gap.
    let mut legal = Rows::FULL;
    for number in 0..wanted {
        let start = if number == 0 {
            Spot::new(FIRST_ROOM.0, FIRST_ROOM.1)
        } else if let Some(start) = legal.pick(ROOM_STARTS, dice, "room") {
            start
        } else {
            break;
        };
        let room = room_from(start, side, &legal, dice);
        let claimed = span(room.x0.saturating_sub(ROOM_GAP), (room.x1 + ROOM_GAP).min(content::COLS - 1));
        let (low, high) = (room.y0.saturating_sub(ROOM_GAP), (room.y1 + ROOM_GAP).min(content::ROWS - 1));
        for row in &mut legal.0[usize::from(low)..=usize::from(high)] {
            *row &= !claimed;
        }
        rooms.rooms[rooms.len] = room;
        rooms.len += 1;
    }
    rooms
}

/// A room that starts at a legal tile. All sizes that fit are equally likely, as if sizes were drawn until
/// one fits.
fn room_from(start: Spot, side: u8, legal: &Rows, dice: &mut Rng) -> Room {
    let mut widths = [0u8; 8];
    let mut fits = u64::MAX;
    let mut sizes = 0;
    for (height, width) in (0..side).zip(&mut widths) {
        fits &= legal.0[usize::from(start.y + height)] >> start.x;
        *width = fits.trailing_ones().min(u32::from(side)) as u8;
        sizes += u32::from(*width);
    }
    let mut rest = dice.below(sizes, "room size");
    let mut height = 0;
    while rest >= u32::from(widths[usize::from(height)]) {
        rest -= u32::from(widths[usize::from(height)]);
        height += 1;
    }
    Room { x0: start.x, y0: start.y, x1: start.x + rest as u8, y1: start.y + height }
}

/// The edges of Kruskal's minimum spanning tree over the centres of the rooms, with the weight dx² + |dy|;
/// ties go by the order of the rooms.
///
/// The order makes all weights distinct, so the tree is unique, and growing it from the first room (Prim)
/// gives the same edges as Kruskal's queue without sorting all pairs.
pub(crate) fn tree(rooms: &[Room], mut edge: impl FnMut(usize, usize)) {
    // Rooms not yet in the tree, each with its cheapest edge to a room that is.
    let mut waiting = [Waiting { middle: Spot::default(), room: 0, cheapest: u32::MAX }; ROOMS_LIMIT];
    for (number, (slot, room)) in waiting.iter_mut().zip(rooms).enumerate() {
        (slot.middle, slot.room) = (middle(room), number as u32);
    }
    let Some((mut joined, mut waiting)) = waiting[..rooms.len()].split_first_mut().map(|(a, b)| (*a, b))
    else {
        return;
    };
    while !waiting.is_empty() {
        let (mut best, mut cheapest) = (0, u32::MAX);
        for (index, slot) in waiting.iter_mut().enumerate() {
            slot.cheapest = slot.cheapest.min(slot.key(&joined));
            if slot.cheapest < cheapest {
                (best, cheapest) = (index, slot.cheapest);
            }
        }
        edge((cheapest >> 8 & 0xFF) as usize, (cheapest & 0xFF) as usize);
        let last = waiting.len() - 1;
        joined = waiting[best];
        waiting[best] = waiting[last];
        waiting = &mut waiting[..last];
    }
}

/// A room that is not yet part of the tree.
#[derive(Clone, Copy)]
struct Waiting {
    middle: Spot,
    room: u32,
    cheapest: u32,
}

impl Waiting {
    /// The weight of the edge to another room, then both room numbers in order.
    const fn key(&self, other: &Self) -> u32 {
        let dx = self.middle.x.abs_diff(other.middle.x) as u32;
        let dy = self.middle.y.abs_diff(other.middle.y) as u32;
        let (a, b) = if self.room < other.room { (self.room, other.room) } else { (other.room, self.room) };
        (dx * dx + dy) << 16 | a << 8 | b
    }
}

/// Digs a hallway along every edge of the tree.
fn dig_hallways(rooms: &Rooms, ground: &mut Rows) {
    let all = rooms.all();
    tree(all, |a, b| dig(ground, middle(&all[a]), middle(&all[b])));
}

/// Digs one hallway: a straight line, or an L whose horizontal piece lies on the smaller y. Its vertical
/// piece lies on the larger x if the lower end is also the left one (first and third quadrant), else on the
/// smaller x.
///
/// ```text
///      high    high
///       |        |
/// low---+        +---low
/// ```
pub(crate) fn dig(ground: &mut Rows, p: Spot, q: Spot) {
    let (low, high) = if p.y <= q.y { (p, q) } else { (q, p) };
    let (left, right) = (p.x.min(q.x), p.x.max(q.x));
    ground.0[usize::from(low.y)] |= span(left, right);
    let column = if low.x <= high.x { right } else { left };
    for row in &mut ground.0[usize::from(low.y)..=usize::from(high.y)] {
        *row |= 1 << column;
    }
}

/// A tile whose removal leaves the floor connected. If every tile of the usual frame is needed, all room
/// tiles are tried, then the hallways; there is always such a tile.
pub(crate) fn place_stairs(in_rooms: &Rows, ground: &Rows, dice: &mut Rng) -> Spot {
    let everywhere = Frame { x0: 0, y0: 0, x1: content::COLS - 1, y1: content::ROWS - 1 };
    for (tiles, frame) in [(in_rooms, THINGS), (in_rooms, everywhere), (ground, everywhere)] {
        let mut left = tiles.clone();
        while let Some(spot) = left.pick(frame, dice, "stairs") {
            if is_connected_without(ground, spot) {
                return spot;
            }
            left.remove(spot);
        }
    }
    unreachable!("a connected floor has a tile that can be missed")
}

/// The tiles of the floor that are at least this many steps away.
fn beyond(floor: &Rows, from: Spot, steps: u32) -> Rows {
    let mut flood = Flood::new(floor.clone(), from);
    for _ in 1..steps {
        flood.spread();
    }
    flood.dry().clone()
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
