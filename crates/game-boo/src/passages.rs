//! What the Undercroft options add to a floor: hallways that close loops, and doors.

use crate::command::Way;
use crate::content::{LOOP_GAIN, LOOP_TILES};
use crate::generate::{Room, dig, middle};
use crate::ground::{Flood, Rows, Spot};
use crate::layout::Layout;
use alloc::vec::Vec;
use kernel::Rng;

/// Digs second hallways, shortest first, between rooms that are close but a long walk apart. Uses no dice.
pub(crate) fn dig_loops(rooms: &[Room], ground: &mut Rows) {
    let mut pairs: Vec<(u32, Spot, Spot)> = Vec::new();
    for (index, room) in rooms.iter().enumerate() {
        for other in &rooms[index + 1..] {
            let (a, b) = (middle(room), middle(other));
            let tiles = u32::from(a.x.abs_diff(b.x)) + u32::from(a.y.abs_diff(b.y));
            if tiles <= LOOP_TILES {
                pairs.push((tiles, a, b));
            }
        }
    }
    kernel::sort_by_key(&mut pairs, |&(tiles, ..)| tiles);
    for (tiles, a, b) in pairs {
        let walk = Flood::new(ground.clone(), a).steps_to(b);
        if walk.is_none_or(|walk| walk >= LOOP_GAIN * tiles) {
            dig(ground, a, b);
        }
    }
}

/// Doors where hallways meet rooms: about half of the tiles with open ground on exactly two opposite sides.
pub(crate) fn doors(in_rooms: &Rows, layout: &Layout, dice: &mut Rng) -> Rows {
    let mut doors = Rows::EMPTY;
    for spot in layout.haunt.spots().filter(|&spot| !in_rooms.has(spot)) {
        let [up, down, left, right] =
            Way::ALL.map(|way| spot.step(way).filter(|&side| layout.floor.has(side)));
        let straight = match (up, down, left, right) {
            (Some(a), Some(b), None, None) | (None, None, Some(a), Some(b)) => [a, b],
            _ => continue,
        };
        let at_room = straight.iter().any(|&side| in_rooms.has(side));
        let beside_door = straight.iter().any(|&side| doors.has(side));
        if at_room && !beside_door && dice.chance(1, 2, "door") {
            doors.add(spot);
        }
    }
    doors
}
