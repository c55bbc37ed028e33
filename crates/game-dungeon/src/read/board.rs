//! Paints rooms and passages, and checks the positions of things.

use super::{Reader, Room, Sizes, notes::Span};
use crate::{
    content::PAINT_MAX,
    plan::{Ground, Tile},
};
use alloc::{format, string::String, vec, vec::Vec};
use kernel::Pos;

/// The owner of a cell that no room has painted yet.
const NOBODY: u32 = u32::MAX;

impl Reader {
    /// Paints the game area: rooms in the order of the file, later ones over earlier ones, then all passages.
    /// `None` when it would take unreasonably long.
    pub(super) fn paint(&mut self, sizes: Sizes) -> Option<Vec<Ground>> {
        let cells = (sizes.cols * sizes.rows) as usize;
        let mut ground = vec![Ground::VOID; cells];
        let mut owners = vec![NOBODY; cells];
        let mut painted = 0;
        for number in 0..self.rooms.len() {
            let room = self.rooms[number];
            let (xs, ys) = clip(&room, sizes);
            painted += (xs.end - xs.start).max(0) * (ys.end - ys.start).max(0);
            if painted > PAINT_MAX {
                self.too_much(room.span, "rooms");
                return None;
            }
            self.check_room(&room, sizes);
            let over = paint_room(&room, number as u32, (xs, ys), sizes, &mut ground, &mut owners);
            if over != NOBODY {
                let other = self.rooms[over as usize];
                self.notes.warn(room.span, || {
                    let what = format!("{} overlaps {}: it is drawn over it.", titled(&room), titled(&other));
                    (what, String::new())
                });
            }
        }
        let mut walked = 0;
        for number in 0..self.passages.len() {
            let passage = &self.passages[number];
            let span = passage.span;
            let mut clipped = false;
            let mut last = None;
            for &to in &passage.points {
                let from = last.replace(to).unwrap_or(to);
                let (steps, inside) = paint_passage(from, to, passage.visible, sizes, &mut ground);
                clipped |= !inside;
                walked += steps + 1;
            }
            if clipped {
                self.notes.warn(span, || {
                    ("A passage leaves the game area: only the part inside is drawn.".into(), String::new())
                });
            }
            if walked > PAINT_MAX {
                self.too_much(span, "passages");
                return None;
            }
        }
        Some(ground)
    }

    fn too_much(&mut self, span: Span, what: &str) {
        let hint = "Make the rooms and passages smaller.";
        self.notes.error(span, format!("The {what} together cover more than {PAINT_MAX} cells."), hint);
    }

    fn check_room(&mut self, room: &Room, sizes: Sizes) {
        if room.x < 0 || room.y < 0 || room.x + room.cols > sizes.cols || room.y + room.rows > sizes.rows {
            self.notes.warn(room.span, || {
                let area = format!("The area is {} by {} cells.", sizes.cols, sizes.rows);
                (
                    format!("{} extends beyond the game area: only the part inside is drawn.", titled(room)),
                    area,
                )
            });
        }
        if room.cols < 3 || room.rows < 3 {
            self.notes.warn(room.span, || {
                let hint = "Width and height include the walls.";
                (format!("{} has no floor.", titled(room)), hint.into())
            });
        }
    }

    /// Reports things at bad positions. Nothing is moved: the file decides.
    pub(super) fn check_places(&mut self, sizes: Sizes, ground: &[Ground]) {
        let tile = |at: Pos| {
            let inside =
                at.x >= 0 && at.y >= 0 && i64::from(at.x) < sizes.cols && i64::from(at.y) < sizes.rows;
            inside.then(|| ground[at.y as usize * sizes.cols as usize + at.x as usize].real())
        };
        let odd = |at: Pos, room: &Room| match tile(at) {
            None => "is outside of the game area",
            _ if !room.holds(at) => "is outside of its room",
            Some(Tile::Wall) => "is on a wall",
            Some(Tile::Void) => "is on an empty cell",
            Some(_) => "",
        };
        let hero = self.hero.iter().map(|(hero, _, origin)| (hero, origin));
        let foes = self.foes.iter().map(|(foe, origin)| (foe, origin));
        for (creature, origin) in hero.chain(foes) {
            let odd = odd(creature.at, &self.rooms[origin.room]);
            if !odd.is_empty() {
                self.notes.warn(origin.span, || {
                    (format!("{} {odd}.", super::xml::shown(&creature.name)), String::new())
                });
            }
        }
        for (item, origin) in &self.items {
            let Some(at) = item.at else { continue };
            let odd = odd(at, &self.rooms[origin.room]);
            if !odd.is_empty() {
                self.notes.warn(origin.span, || {
                    (format!("{} {odd}.", super::xml::shown(&item.name)), String::new())
                });
            }
        }
        self.check_stacks();
    }

    fn check_stacks(&mut self) {
        let hero = self.hero.iter().map(|(hero, _, origin)| (hero.at, origin.span.start, origin.span));
        let foes = self.foes.iter().map(|(foe, origin)| (foe.at, origin.span.start, origin.span));
        let mut places: Vec<(Pos, usize, Span)> = hero.chain(foes).collect();
        kernel::sort_by_key(&mut places, |&(at, start, _)| (at, start));
        for pair in places.windows(2) {
            if pair[0].0 == pair[1].0 {
                self.notes.warn(pair[1].2, || {
                    (
                        "It is on the same cell as another creature.".into(),
                        "Only the last one can be seen and hit.".into(),
                    )
                });
            }
        }
    }
}

fn titled(room: &Room) -> String {
    match room.number {
        Some(number) => format!("Room {number}"),
        None => "A room".into(),
    }
}

type Ranges = (core::ops::Range<i64>, core::ops::Range<i64>);

/// The part of a room that lies on the board.
fn clip(room: &Room, sizes: Sizes) -> Ranges {
    let xs = room.x.clamp(0, sizes.cols)..(room.x + room.cols).clamp(0, sizes.cols);
    let ys = room.y.clamp(0, sizes.rows)..(room.y + room.rows).clamp(0, sizes.rows);
    (xs, ys)
}

/// Paints one room; returns another room it covers, if any. Shared walls do not count.
fn paint_room(
    room: &Room,
    number: u32,
    (xs, ys): Ranges,
    sizes: Sizes,
    ground: &mut [Ground],
    owners: &mut [u32],
) -> u32 {
    let mut over = NOBODY;
    for y in ys {
        for x in xs.clone() {
            let index = (y * sizes.cols + x) as usize;
            let edge =
                x == room.x || y == room.y || x == room.x + room.cols - 1 || y == room.y + room.rows - 1;
            let tile = if edge { Tile::Wall } else { Tile::Floor };
            let before = ground[index];
            if owners[index] != NOBODY && (tile == Tile::Floor || before.real() == Tile::Floor) {
                over = owners[index];
            }
            owners[index] = number;
            ground[index] = Ground::new(tile, if room.visible { tile } else { before.shown() });
        }
    }
    over
}

/// Paints one straight piece of a passage; returns the number of cells and whether all of it lies on the
/// board.
fn paint_passage(
    (x0, y0): (i64, i64),
    (x1, y1): (i64, i64),
    visible: bool,
    sizes: Sizes,
    ground: &mut [Ground],
) -> (i64, bool) {
    let (left, right) = (x0.min(x1), x0.max(x1));
    let (top, bottom) = (y0.min(y1), y0.max(y1));
    let inside = left >= 0 && top >= 0 && right < sizes.cols && bottom < sizes.rows;
    let mut steps = 0;
    for y in top.max(0)..=bottom.min(sizes.rows - 1) {
        for x in left.max(0)..=right.min(sizes.cols - 1) {
            let cell = &mut ground[(y * sizes.cols + x) as usize];
            let (real, shown) = (cell.real(), cell.shown());
            let real = match real {
                Tile::Void => Tile::Passage,
                Tile::Wall => Tile::Junction,
                open => open,
            };
            // A passage across an invisible floor is visible itself.
            let seen = if real == Tile::Floor && shown == Tile::Void { Tile::Passage } else { real };
            *cell = Ground::new(real, if visible { seen } else { shown });
            steps += 1;
        }
    }
    (steps, inside)
}
