//! Tests in pictures: the middle chamber of the document's floor is the stage, three rows of twelve tiles.

use game_chambers::Chambers;
use kernel::{Game, Guide, Reader, Scene, Seat, View};
use std::collections::BTreeMap;

/// The empty floor of the document.
pub(crate) const FLOOR: &str = include_str!("../../src/floor.txt");
/// Position and size of the stage: row, column, rows, columns.
pub(crate) const STAGE: (usize, usize, usize, usize) = (10, 38, 3, 12);

/// The empty floor with texts written over it, each at a row and column.
pub(crate) fn floor_with(patches: &[(usize, usize, &str)]) -> String {
    let mut rows: Vec<Vec<char>> = FLOOR.lines().map(|row| row.chars().collect()).collect();
    for (row, column, text) in patches {
        for (place, glyph) in text.chars().enumerate() {
            rows[*row][column + place] = glyph;
        }
    }
    rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// A floor with a picture on the stage. Without `@` the player is alone in the upper left chamber, without
/// `\` the stairs are in the lower right one.
pub(crate) fn stage(picture: &str) -> String {
    let mut patches: Vec<(usize, usize, &str)> =
        picture.lines().enumerate().map(|(row, text)| (STAGE.0 + row, STAGE.1, text)).collect();
    if !picture.contains('@') {
        patches.push((4, 10, "@"));
    }
    if !picture.contains('\\') {
        patches.push((20, 70, "\\"));
    }
    floor_with(&patches)
}

/// A game and the reply to its last command.
pub(crate) struct Played {
    pub(crate) game: Chambers,
    pub(crate) said: String,
}

impl Played {
    /// Starts a game and gives it commands, word by word, as a program would.
    pub(crate) fn new(options: &[(&str, &str)], level: Option<&str>, seed: &str, orders: &str) -> Self {
        let mut played = Self { game: testkit::start(options, level, seed), said: String::new() };
        played.orders(orders);
        played
    }

    pub(crate) fn orders(&mut self, orders: &str) -> &mut Self {
        let mut reader = Reader::default();
        let mut words = orders.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let next = words.peek().copied();
            match reader.word(Chambers::grammar(), word, next, self.game.phase()) {
                None => {}
                Some(Err(misread)) => self.said = misread.0,
                Some(Ok(command)) => {
                    let mut events = Vec::new();
                    self.said = match self.game.act(Seat(0), command, &mut events) {
                        Ok(()) => testkit::sentences::<Chambers>(&events),
                        Err(refused) => refused.0.into_owned(),
                    };
                }
            }
        }
        self
    }

    pub(crate) fn rows(&self) -> Vec<String> {
        testkit::rows(&self.game, &self.said)
    }

    /// The stage as drawn.
    pub(crate) fn picture(&self) -> String {
        let (top, left, rows, cols) = STAGE;
        let board = self.rows();
        let cut: Vec<String> =
            board[top..top + rows].iter().map(|row| row[left..left + cols].to_string()).collect();
        cut.join("\n")
    }

    pub(crate) fn vital(&self, name: &str) -> i64 {
        self.game.vitals(Seat(0)).number(name).expect("the number is told")
    }

    /// The description of a cell.
    pub(crate) fn look(&self, row: usize, column: usize) -> String {
        let mut out = String::new();
        let at = kernel::Pos::new(column as i32, row as i32);
        self.game.look(Seat(0), &View::default(), at, &mut out);
        out
    }

    pub(crate) fn scene(&self, view: &View<'_>) -> Scene {
        let mut scene = Scene::default();
        self.game.draw(Seat(0), view, &mut scene);
        scene
    }
}

/// A game on a stage.
pub(crate) fn on_stage(picture: &str, orders: &str) -> Played {
    Played::new(&[], Some(&stage(picture)), "stage", orders)
}

/// Board before, commands, board and rows after. `after` holds rows of the stage, then any of the five
/// information rows; an information row that is not given is not compared.
#[track_caller]
pub(crate) fn check(before: &str, orders: &str, after: &str) {
    check_with(&[], before, orders, after);
}

#[track_caller]
pub(crate) fn check_with(options: &[(&str, &str)], before: &str, orders: &str, after: &str) {
    let played = Played::new(options, Some(&stage(before)), "stage", orders);
    compare(&played, after);
}

#[track_caller]
pub(crate) fn compare(played: &Played, after: &str) {
    let rows = played.rows();
    let words = ["Race:", "HP:", "Atk:", "Def:", "Action:"];
    let (info, picture): (Vec<&str>, Vec<&str>) =
        after.lines().partition(|row| words.iter().any(|word| row.starts_with(word)));
    if !picture.is_empty() {
        let drawn = played.picture();
        let drawn: Vec<&str> = drawn.lines().take(picture.len()).collect();
        assert_eq!(drawn, picture, "\n{}", rows.join("\n"));
    }
    for row in info {
        let word = words.iter().position(|word| row.starts_with(word)).unwrap();
        assert_eq!(rows[25 + word], row, "\n{}", rows.join("\n"));
    }
}

/// How often each reply occurred over many seeds.
pub(crate) fn outcomes(
    options: &[(&str, &str)],
    before: &str,
    orders: &str,
    seeds: u32,
) -> BTreeMap<String, u32> {
    let level = stage(before);
    let mut all = BTreeMap::new();
    for seed in 0..seeds {
        let played = Played::new(options, Some(&level), &seed.to_string(), orders);
        *all.entry(played.said).or_insert(0) += 1;
    }
    all
}

/// A game with the first seed for which the last reply is this one.
#[track_caller]
pub(crate) fn saying(options: &[(&str, &str)], before: &str, orders: &str, said: &str) -> Played {
    let level = stage(before);
    for seed in 0..4000u32 {
        let played = Played::new(options, Some(&level), &seed.to_string(), orders);
        if played.said == said {
            return played;
        }
    }
    panic!("no seed makes {orders:?} say {said:?}: {:?}", outcomes(options, before, orders, 50));
}

/// Asserts that the count is within five standard deviations of the share.
#[track_caller]
pub(crate) fn assert_share(seen: u32, of: u32, num: u32, den: u32) {
    let (n, p) = (f64::from(of), f64::from(num) / f64::from(den));
    let off = (f64::from(seen) - n * p).abs();
    assert!(off <= 5.0 * (n * p * (1.0 - p)).sqrt() + 1e-9, "{seen} of {of} is not {num}/{den}");
}
