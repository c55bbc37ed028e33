//! The square spiral: every cell of the plane, nearest rings first.
//!
//! ```text
//! 17 16 15 14 13
//! 18  5  4  3 12
//! 19  6  1  2 11      y grows upwards here: right, up, left, down
//! 20  7  8  9 10
//! 21 22 23 24 25
//! ```

/// The `n`th cell of the spiral as steps (right, up) from its middle, which is number 1.
///
/// # Panics
/// If `n` is 0.
#[must_use]
pub(crate) const fn spiral(n: u32) -> (i64, i64) {
    assert!(n > 0, "the spiral begins with cell 1");
    let n = n as i64;
    // The ring of a cell is ceil((sqrt(n) - 1) / 2); the whole root of n - 1 gives it without fractions.
    let ring = ((n - 1).isqrt() + 1) / 2;
    let side = 2 * ring;
    let last = (side + 1) * (side + 1);
    let back = last - n;
    if back <= side {
        (ring - back, -ring)
    } else if back <= 2 * side {
        (-ring, back - side - ring)
    } else if back <= 3 * side {
        (back - 2 * side - ring, ring)
    } else {
        (ring, ring - (back - 3 * side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_followed() {
        let picture = [
            [17, 16, 15, 14, 13],
            [18, 5, 4, 3, 12],
            [19, 6, 1, 2, 11],
            [20, 7, 8, 9, 10],
            [21, 22, 23, 24, 25],
        ];
        for (row, cells) in picture.iter().enumerate() {
            for (col, &n) in cells.iter().enumerate() {
                assert_eq!(spiral(n), (col as i64 - 2, 2 - row as i64), "cell {n}");
            }
        }
    }

    /// An independent implementation: one step right, one up, two left, two down, three right, and so on.
    #[test]
    fn a_walker_who_turns_left_visits_the_same_cells() {
        let (mut at, mut n) = ((0i64, 0i64), 1u32);
        assert_eq!(spiral(1), at);
        for (leg, &(dx, dy)) in [(1i64, 0i64), (0, 1), (-1, 0), (0, -1)].iter().cycle().take(400).enumerate()
        {
            for _ in 0..=leg / 2 {
                at = (at.0 + dx, at.1 + dy);
                n += 1;
                assert_eq!(spiral(n), at, "cell {n}");
            }
        }
    }
}
