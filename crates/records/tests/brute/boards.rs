//! Boards as they are drawn: finding glyphs and walking between them.

use kernel::Scene;
use session::Session;
use std::collections::VecDeque;

pub(crate) type Place = (usize, usize);

/// The drawn rows of a game.
pub(crate) struct Board {
    rows: Vec<Vec<char>>,
}

impl Board {
    pub(crate) fn drawn(session: &dyn Session) -> Self {
        let mut scene = Scene::default();
        session.draw(session.to_move(), 0, 0, None, &mut scene);
        Self::of_rows(&scene.rows())
    }

    pub(crate) fn of_rows(rows: &[String]) -> Self {
        Self { rows: rows.iter().map(|row| row.chars().collect()).collect() }
    }

    /// Keeps only these rows.
    pub(crate) fn part(mut self, from: usize, rows: usize) -> Self {
        self.rows = self.rows.into_iter().skip(from).take(rows).collect();
        self
    }

    /// Keeps only every n-th column.
    pub(crate) fn every(mut self, columns: usize) -> Self {
        self.rows.iter_mut().for_each(|row| *row = row.iter().copied().step_by(columns).collect());
        self
    }

    pub(crate) fn at(&self, (x, y): Place) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(' ')
    }

    pub(crate) fn places(&self, wanted: impl Fn(char) -> bool) -> Vec<Place> {
        let all = self.rows.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
        all.filter(|&at| wanted(self.at(at))).collect()
    }

    pub(crate) fn find(&self, glyph: char) -> Place {
        self.places(|other| other == glyph)[0]
    }

    pub(crate) fn count(&self, glyph: char) -> i64 {
        self.places(|other| other == glyph).len() as i64
    }

    /// Distances from a place to the nearest and the farthest goal; `None` unless all goals are reachable.
    pub(crate) fn ways(
        &self,
        from: Place,
        goals: &[Place],
        step: impl Fn(Place, Place) -> bool,
    ) -> Option<(i64, i64)> {
        let steps = steps_from(from, step);
        let all: Vec<i64> = goals.iter().filter_map(|&goal| steps(goal)).collect();
        Some((*all.iter().min()?, *all.iter().max()?)).filter(|_| all.len() == goals.len())
    }

    /// Distance from a place to the nearest glyph of a kind; `None` if none is reachable.
    pub(crate) fn nearest(
        &self,
        from: Place,
        glyph: char,
        step: impl Fn(Place, Place) -> bool,
    ) -> Option<i64> {
        let steps = steps_from(from, step);
        self.places(|other| other == glyph).into_iter().filter_map(steps).min()
    }

    /// The places connected to this one, diagonals included.
    pub(crate) fn piece(&self, from: Place, open: impl Fn(char) -> bool) -> Vec<Place> {
        let mut piece = vec![from];
        let mut at = 0;
        while at < piece.len() {
            let (x, y) = piece[at];
            for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
                let to = ((x + dx).wrapping_sub(1), (y + dy).wrapping_sub(1));
                if open(self.at(to)) && !piece.contains(&to) {
                    piece.push(to);
                }
            }
            at += 1;
        }
        piece
    }
}

/// Upper bound for the width and the height of a board.
const MOST: usize = 160;

/// Distances from one place to every other.
fn steps_from(from: Place, step: impl Fn(Place, Place) -> bool) -> impl Fn(Place) -> Option<i64> {
    let mut steps = vec![-1; MOST * MOST];
    let mut queue = VecDeque::from([from]);
    steps[from.1 * MOST + from.0] = 0;
    while let Some((x, y)) = queue.pop_front() {
        for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
            let to = ((x + dx).wrapping_sub(1), (y + dy).wrapping_sub(1));
            if to.0 < MOST && to.1 < MOST && steps[to.1 * MOST + to.0] < 0 && step((x, y), to) {
                steps[to.1 * MOST + to.0] = steps[y * MOST + x] + 1;
                queue.push_back(to);
            }
        }
    }
    move |(x, y)| Some(steps[y * MOST + x]).filter(|&steps| steps >= 0)
}

/// Whether two places share a row or a column.
pub(crate) fn is_straight(from: Place, to: Place) -> bool {
    from.0 == to.0 || from.1 == to.1
}
