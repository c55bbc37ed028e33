//! Straight lines of cells, and lines of sight.

use crate::Pos;

/// The cells of a straight line between two cells, both included: Bresenham's line.
///
/// The line is always drawn from the end further left (on steep lines: further up), so it has the same cells in
/// both directions and sight is mutual.
#[derive(Clone, Debug)]
pub struct Line {
    steep: bool,
    along: i32,
    last: i32,
    across: i32,
    side: i32,
    error: i32,
    length: i32,
    rise: i32,
}

impl Line {
    /// The line between two cells.
    #[must_use]
    pub const fn new(a: Pos, b: Pos) -> Self {
        let steep = (b.y - a.y).abs() > (b.x - a.x).abs();
        let ((mut from, mut from_across), (mut to, mut to_across)) =
            if steep { ((a.y, a.x), (b.y, b.x)) } else { ((a.x, a.y), (b.x, b.y)) };
        if from > to {
            (from, from_across, to, to_across) = (to, to_across, from, from_across);
        }
        let length = to - from;
        Self {
            steep,
            along: from,
            last: to,
            across: from_across,
            side: if from_across > to_across { -1 } else { 1 },
            error: length >> 1,
            length,
            rise: (to_across - from_across).abs(),
        }
    }
}

impl Iterator for Line {
    type Item = Pos;

    fn next(&mut self) -> Option<Pos> {
        if self.along > self.last {
            return None;
        }
        let at =
            if self.steep { Pos::new(self.across, self.along) } else { Pos::new(self.along, self.across) };
        self.along += 1;
        self.error -= self.rise;
        if self.error < 0 {
            self.across += self.side;
            self.error += self.length;
        }
        Some(at)
    }
}

/// Whether the line between two cells is free, the ends included. A diagonal step between two blocking cells is
/// not free:
///
/// ```text
/// . . . . P       E does not see P: both cells beside a diagonal
/// . . # . .       step of the line block
/// . E . # .
/// ```
pub fn sees(a: Pos, b: Pos, mut blocks: impl FnMut(Pos) -> bool) -> bool {
    let mut before: Option<Pos> = None;
    for at in Line::new(a, b) {
        if blocks(at) {
            return false;
        }
        if let Some(before) = before
            && before.x != at.x
            && before.y != at.y
            && blocks(Pos::new(before.x, at.y))
            && blocks(Pos::new(at.x, before.y))
        {
            return false;
        }
        before = Some(at);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn seen(picture: &[&str]) -> bool {
        let find = |wanted: u8| {
            let at = picture.iter().enumerate().find_map(|(y, row)| {
                row.bytes().position(|glyph| glyph == wanted).map(|x| Pos::new(x as i32, y as i32))
            });
            at.expect("the picture shows both")
        };
        let blocks = |at: Pos| picture[at.y as usize].as_bytes()[at.x as usize] == b'#';
        let there = sees(find(b'E'), find(b'P'), blocks);
        assert_eq!(there, sees(find(b'P'), find(b'E'), blocks), "sight is mutual");
        there
    }

    #[test]
    fn a_line_joins_its_ends_without_holes() {
        for (x, y) in [(0, 0), (5, 0), (0, -4), (3, 3), (-7, 2), (2, 7), (-3, -8), (1, -6)] {
            let cells: Vec<Pos> = Line::new(Pos::new(0, 0), Pos::new(x, y)).collect();
            let back: Vec<Pos> = Line::new(Pos::new(x, y), Pos::new(0, 0)).collect();
            assert_eq!(cells, back);
            assert_eq!(cells.len() as i32, 1 + x.abs().max(y.abs()));
            assert!(cells.contains(&Pos::new(0, 0)) && cells.contains(&Pos::new(x, y)));
            assert!(cells.windows(2).all(|pair| pair[0].king_distance(pair[1]) == 1));
        }
    }

    #[test]
    fn rock_on_the_line_hides_and_rock_beside_it_does_not() {
        assert!(seen(&["E..P"]));
        assert!(!seen(&["E.#P"]));
        assert!(seen(&["E#.", "...", ".#P"]));
        assert!(!seen(&["E..", ".#.", "..P"]));
        assert!(seen(&["E", ".", "P"]));
        assert!(!seen(&["E", "#", "P"]));
    }

    #[test]
    fn a_diagonal_gap_is_closed_only_by_two_rocks() {
        assert!(!seen(&["E#", "#P"]));
        assert!(seen(&["E#", ".P"]));
        assert!(!seen(&["#.P", ".#.", "E.#"]));
        assert!(!seen(&[".#P", ".E#"]));
    }
}
