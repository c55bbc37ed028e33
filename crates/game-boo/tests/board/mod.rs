//! The board as a player sees it, and what must hold for every board.

use game_boo::Boo;
use kernel::{Game, Scene, View};
use testkit::SOLO;

pub(crate) struct Board(Vec<Vec<char>>);

impl Board {
    pub(crate) fn of(game: &Boo) -> Self {
        let mut scene = Scene::default();
        game.draw(SOLO, &View { bare: true, ..View::default() }, &mut scene);
        Self(scene.rows().iter().map(|row| row.chars().collect()).collect())
    }

    pub(crate) fn count(&self, glyph: char) -> usize {
        self.0.iter().flatten().filter(|&&cell| cell == glyph).count()
    }

    /// Everything is reachable without crossing the stairs, and no floor lies at the edge or next to the
    /// void.
    pub(crate) fn check_ground(&self) {
        let (cols, rows) = (self.0[0].len(), self.0.len());
        assert_eq!((cols, rows), (60, 40));
        let open = |x: usize, y: usize| !matches!(self.0[y][x], '#' | ' ');
        let mut reached = vec![false; cols * rows];
        let (mut todo, mut tiles) = (Vec::new(), 0);
        for (x, y) in (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y))).filter(|&(x, y)| open(x, y)) {
            assert!((1..cols - 1).contains(&x) && (1..rows - 1).contains(&y), "floor at the edge");
            for (nx, ny) in (x - 1..=x + 1).flat_map(|nx| (y - 1..=y + 1).map(move |ny| (nx, ny))) {
                assert_ne!(self.0[ny][nx], ' ', "floor beside the void at {x},{y}");
            }
            tiles += 1;
            if self.0[y][x] == '@' {
                todo.push((x, y));
                reached[y * cols + x] = true;
            }
        }
        let mut found = 0;
        while let Some((x, y)) = todo.pop() {
            found += 1;
            if self.0[y][x] == '>' {
                continue;
            }
            for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                if open(nx, ny) && !reached[ny * cols + nx] {
                    reached[ny * cols + nx] = true;
                    todo.push((nx, ny));
                }
            }
        }
        assert_eq!(found, tiles, "something is out of reach:\n{}", self.text());
    }

    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }
}
