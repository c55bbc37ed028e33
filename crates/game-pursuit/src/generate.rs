//! Random fields: rooms that do not touch, hallways that join them, and hero, monster and potions in the
//! rooms. Whether a sketch makes a good puzzle is for the solver to decide.

use crate::field::{Diagonals, Field, Ground, Plan, UNREACHED};
use crate::ladder::Rung;
use crate::{End, Player, Setup, Side, strategy};
use alloc::{collections::BinaryHeap, sync::Arc, vec, vec::Vec};
use core::cmp::Reverse;
use kernel::grid::spanning_tree;
use kernel::{Dir, Game as _, Pos, Rng, Seed};

/// Parameters of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of columns, and of rows; at least [`Shape::SIZE_MIN`].
    pub size: u16,
    /// Number of potions.
    pub potions: u16,
    /// Number of hallways beyond those that connect all rooms; each closes a loop.
    pub loops: u16,
}

impl Shape {
    /// The smallest field that holds a room for two and something beside it.
    pub const SIZE_MIN: u16 = 4;
}

/// Number of attempts to place one more room.
const ROOM_TRIES: u32 = 12;

#[derive(Clone, Copy)]
struct Room {
    low: Pos,
    high: Pos,
}

impl Room {
    /// True when a cell lies in the room or at most `margin` cells away from it, diagonally too.
    const fn is_near(&self, at: Pos, margin: i32) -> bool {
        at.x >= self.low.x - margin
            && at.x <= self.high.x + margin
            && at.y >= self.low.y - margin
            && at.y <= self.high.y + margin
    }

    const fn touches(&self, other: &Self) -> bool {
        self.low.x <= other.high.x + 1
            && other.low.x <= self.high.x + 1
            && self.low.y <= other.high.y + 1
            && other.low.y <= self.high.y + 1
    }

    const fn middle(&self) -> Pos {
        Pos::new((self.low.x + self.high.x) / 2, (self.low.y + self.high.y) / 2)
    }
}

/// Ranges for a fresh field: size, potions, and hallways that close a loop.
const FRESH_SIZES: (i32, i32) = (10, 14);
const FRESH_POTIONS: (i32, i32) = (0, 2);
const FRESH_LOOPS: (i32, i32) = (2, 4);
/// Maximum number of fields drawn before [`fresh_field`] gives up.
const FRESH_DRAWS: i64 = 64;
/// Minimum number of rounds the document's monster needs to catch the document's Rogue on a fresh field.
const FRESH_ROUNDS: u32 = 6;
/// A hero not caught after this many rounds is taken to run in circles for ever.
const CHASE_ROUNDS: u32 = 100;

/// The field of a seed. A seed such as `rung:7` has the field of that rung of the ladder. On all other fields
/// hero and monster start at least half the field's size apart, and a hero who merely runs away is caught,
/// but not at once.
#[must_use]
pub fn fresh_field(seed: &Seed, diagonals: Diagonals) -> Option<Field> {
    if let Some(rung) = Rung::of(seed) {
        return rung.field(diagonals);
    }
    (0..FRESH_DRAWS).find_map(|number| {
        let dice = &mut Rng::stream(seed, "fresh field", &[number]);
        let mut draw = |(low, high), what| dice.between(low, high, what) as u16;
        let size = draw(FRESH_SIZES, "size");
        let (potions, loops) = (draw(FRESH_POTIONS, "potions"), draw(FRESH_LOOPS, "loops"));
        let field = Field::new(sketch(Shape { size, potions, loops }, dice)?, diagonals).ok()?;
        let apart = field.distances(field.hero(), &mut Vec::new())[usize::from(field.monster())];
        let far = apart != UNREACHED && apart >= size / 2;
        (far && plain_chase(&field).is_some_and(|rounds| rounds >= FRESH_ROUNDS)).then_some(field)
    })
}

/// The round in which the document's monster catches the document's Rogue, if it does.
fn plain_chase(field: &Field) -> Option<u32> {
    let setup = Setup::new(Arc::new(field.clone()), Player::Human, Player::Human);
    let mut game = setup.begin();
    while game.end().is_none() && game.turn() <= CHASE_ROUNDS {
        let command = match game.side() {
            Side::Hero => strategy::rogue(&game, Side::Hero.seat()),
            Side::Monster => strategy::monster(&game, Side::Monster.seat()),
        };
        game.act(game.to_move(), command, &mut Vec::new()).ok()?;
    }
    match game.end() {
        Some(End::Caught(round)) => Some(round),
        _ => None,
    }
}

/// Draws a field; `None` if the dice left no room for everything.
#[must_use]
pub fn sketch(shape: Shape, dice: &mut Rng) -> Option<Plan> {
    let size = shape.size.max(Shape::SIZE_MIN);
    let cells = usize::from(size) * usize::from(size);
    let mut plan = Plan { size, ground: vec![Ground::Wall; cells], letter: b'M', ..Plan::default() };
    let rooms = place_rooms(&mut plan, dice);
    let tree = spanning_tree(rooms.len() as u32, |a, b| {
        u64::from(rooms[a as usize].middle().block_distance(rooms[b as usize].middle()))
    });
    for (a, b) in tree {
        dig(&mut plan, &rooms, rooms[a as usize], rooms[b as usize], dice)?;
    }
    for _ in 0..shape.loops {
        let a = *dice.pick(&rooms, "room of a loop");
        let b = *dice.pick(&rooms, "room of a loop");
        dig(&mut plan, &rooms, a, b, dice)?;
    }
    place_things(plan, shape.potions, dice)
}

fn place_rooms(plan: &mut Plan, dice: &mut Rng) -> Vec<Room> {
    let size = i32::from(plan.size);
    let wanted = dice.between(1, 2 + size / 5, "number of rooms");
    let longest = (size / 2).clamp(2, 8);
    let mut rooms: Vec<Room> = Vec::new();
    for _ in 0..ROOM_TRIES * wanted.unsigned_abs() {
        if rooms.len() as i32 >= wanted {
            break;
        }
        let (cols, rows) = (dice.between(2, longest, "room columns"), dice.between(2, longest, "room rows"));
        let low =
            Pos::new(dice.between(0, size - cols, "room column"), dice.between(0, size - rows, "room row"));
        let room = Room { low, high: Pos::new(low.x + cols - 1, low.y + rows - 1) };
        if !rooms.iter().any(|other| other.touches(&room)) {
            rooms.push(room);
        }
    }
    for room in &rooms {
        for y in room.low.y..=room.high.y {
            for x in room.low.x..=room.high.x {
                plan.ground[(y * size + x) as usize] = Ground::Room;
            }
        }
    }
    rooms
}

/// Digs the cheapest hallway from room to room. Every cell has a price with a random part, so that hallways
/// wind; cells along the wall of a room cost more, so that hallways keep away from it.
fn dig(plan: &mut Plan, rooms: &[Room], from: Room, to: Room, dice: &mut Rng) -> Option<()> {
    let size = i32::from(plan.size);
    let prices: Vec<u32> = plan
        .ground
        .iter()
        .enumerate()
        .map(|(index, ground)| {
            let at = Pos::new(index as i32 % size, index as i32 / size);
            let beside = rooms.iter().any(|room| room.is_near(at, 1));
            match ground {
                Ground::Room => 0,
                Ground::Hallway => 1,
                Ground::Wall => 2 + dice.below(4, "price of digging") + if beside { 6 } else { 0 },
            }
        })
        .collect();
    let (sources, goals) = (doors(plan, from), doors(plan, to));
    if sources.is_empty() || goals.is_empty() {
        return None;
    }
    let start = *dice.pick(&sources, "door");
    let goal = *dice.pick(&goals, "door");
    let path = cheapest(plan, &prices, start, goal)?;
    for at in path {
        plan.ground[(at.y * size + at.x) as usize] = Ground::Hallway;
    }
    Some(())
}

/// The cells along a room's four walls where a hallway can start.
fn doors(plan: &Plan, room: Room) -> Vec<Pos> {
    let size = i32::from(plan.size);
    let inside = |at: Pos| at.x >= 0 && at.y >= 0 && at.x < size && at.y < size;
    let columns =
        (room.low.x..=room.high.x).flat_map(|x| [Pos::new(x, room.low.y - 1), Pos::new(x, room.high.y + 1)]);
    let rows =
        (room.low.y..=room.high.y).flat_map(|y| [Pos::new(room.low.x - 1, y), Pos::new(room.high.x + 1, y)]);
    columns.chain(rows).filter(|&at| inside(at)).collect()
}

fn cheapest(plan: &Plan, prices: &[u32], start: Pos, goal: Pos) -> Option<Vec<Pos>> {
    let size = i32::from(plan.size);
    let index = |at: Pos| (at.y * size + at.x) as usize;
    let mut cost = vec![u32::MAX; prices.len()];
    let mut back = vec![None; prices.len()];
    let mut heap = BinaryHeap::from([Reverse((0u32, start))]);
    cost[index(start)] = 0;
    while let Some(Reverse((paid, at))) = heap.pop() {
        if at == goal {
            let mut path = vec![goal];
            let mut here = goal;
            while let Some(before) = back[index(here)] {
                path.push(before);
                here = before;
            }
            return Some(path);
        }
        for dir in Dir::ORTHOGONAL {
            let to = at.step(dir);
            if to.x < 0 || to.y < 0 || to.x >= size || to.y >= size || plan.at(to) == Ground::Room {
                continue;
            }
            let sum = paid + prices[index(to)];
            if sum < cost[index(to)] {
                cost[index(to)] = sum;
                back[index(to)] = Some(at);
                heap.push(Reverse((sum, to)));
            }
        }
    }
    None
}

/// Places hero, monster and potions on different room cells.
fn place_things(mut plan: Plan, potions: u16, dice: &mut Rng) -> Option<Plan> {
    let size = i32::from(plan.size);
    let mut free: Vec<Pos> = (0..plan.ground.len() as i32)
        .map(|index| Pos::new(index % size, index / size))
        .filter(|&at| plan.at(at) == Ground::Room)
        .collect();
    if free.len() < usize::from(potions) + 2 {
        return None;
    }
    dice.shuffle(&mut free, "who stands where");
    plan.hero = free[0];
    plan.monster = free[1];
    plan.potions = free[2..2 + usize::from(potions)].to_vec();
    Some(plan)
}
