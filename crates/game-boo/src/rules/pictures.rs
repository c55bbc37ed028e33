//! Games from small text pictures, for tests.

use super::*;
use crate::content::{COLS, ROWS};
use crate::setup::{Additions, RoomCount};
use alloc::string::{String, ToString};
use kernel::{Game, Scene, Seat, View};

/// Position of a picture's bottom left corner on the floor.
pub(crate) const CORNER: Spot = Spot::new(10, 10);

/// Dice whose first rolls for ghosts' steps are the given ones.
fn fate_of(steps: &[u32]) -> Rng {
    let seed = Seed::from_text("picture");
    (0..100_000)
        .map(|number| Rng::stream(&seed, "fate", &[number]))
        .find(|fate| {
            let mut dice = fate.clone();
            steps.iter().all(|&wanted| 1 + dice.below(2, "ghost steps") == wanted)
        })
        .expect("some fate begins so")
}

/// A game from a picture. `@` cat, `G` ghost, `f` fish, `>` stairs, `.` floor; `g` a ghost
/// over a fish. Ghosts move in reading order.
pub(crate) fn game_of(picture: &[&str], steps: &[u32]) -> Boo {
    let mut floor = Rows::EMPTY;
    let (mut cat, mut stairs) = (None, Spot::new(COLS - 1, ROWS - 1));
    let (mut ghosts, mut fish) = (SpotList::default(), SpotList::default());
    for (down, row) in picture.iter().enumerate() {
        for (right, glyph) in row.bytes().enumerate() {
            let spot = Spot::new(CORNER.x + right as u8, CORNER.y + (picture.len() - 1 - down) as u8);
            match glyph {
                b'#' | b' ' => continue,
                b'@' => cat = Some(spot),
                b'G' => ghosts.push(spot),
                b'f' => fish.push(spot),
                b'g' => {
                    ghosts.push(spot);
                    fish.push(spot);
                }
                b'>' => stairs = spot,
                b'.' => {}
                other => panic!("a picture has no {:?}", char::from(other)),
            }
            floor.add(spot);
        }
    }
    let setup =
        Setup { rooms: RoomCount::Times, side: 4, fog: false, paths: false, additions: Additions::NONE };
    let plan = Plan {
        layout: Layout::new(floor, stairs),
        cat: cat.expect("a cat"),
        ghosts,
        fish,
        doors: Rows::EMPTY,
    };
    Boo::of(plan, setup, Seed::from_text("picture"), fate_of(steps))
}

/// The part of the board a picture covers.
pub(crate) fn picture_of(game: &Boo, cols: usize, rows: usize) -> Vec<String> {
    let mut scene = Scene::default();
    game.draw(Seat(0), &View { bare: true, ..View::default() }, &mut scene);
    let top = usize::from(ROWS) - usize::from(CORNER.y) - rows;
    let left = usize::from(CORNER.x);
    scene.rows()[top..top + rows].iter().map(|row| row[left..left + cols].to_string()).collect()
}
