//! The best finished games, game by game. Branches and assisted runs are not ranked.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::house::House;
use crate::input::Input;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::Paint;
use ratatui::layout::Rect;
use std::path::PathBuf;
use store::{State, date_and_time};

/// Places shown for each game.
const PLACES: usize = 10;

enum Line {
    Heading(String),
    Gap,
    Score {
        place: usize,
        score: i64,
        result: String,
        name: String,
        commands: usize,
        date: String,
        path: PathBuf,
    },
}

/// The best finished games.
pub(crate) struct Scores {
    lines: Vec<Line>,
    menu: Menu,
}

impl Scores {
    pub(crate) fn new(house: &House) -> Self {
        let saves = house.home.saves();
        let mut lines = Vec::new();
        for entry in house.games {
            let mut ended: Vec<_> = saves
                .iter()
                .filter(|save| save.game == entry.id && !save.marked)
                .filter_map(|save| match &save.state {
                    State::Ended(ending) => Some((ending, save)),
                    _ => None,
                })
                .collect();
            if ended.is_empty() {
                continue;
            }
            ended.sort_by(|(a, one), (b, other)| {
                b.score.cmp(&a.score).then(one.commands.cmp(&other.commands))
            });
            if !lines.is_empty() {
                lines.push(Line::Gap);
            }
            lines.push(Line::Heading(entry.title.to_owned()));
            lines.extend(ended.into_iter().take(PLACES).enumerate().map(|(index, (ending, save))| {
                Line::Score {
                    place: index + 1,
                    score: ending.score,
                    result: ending.result.clone(),
                    name: if save.seed.is_empty() {
                        save.name.clone()
                    } else {
                        format!("seed {}", save.seed)
                    },
                    commands: save.commands,
                    date: date_and_time(save.written).chars().take(10).collect(),
                    path: save.path.clone(),
                }
            }));
        }
        let first = lines.iter().position(|line| matches!(line, Line::Score { .. })).unwrap_or(0);
        Self { lines, menu: Menu::at(first) }
    }
}

impl Screen for Scores {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &House) {
        let mut hints = vec![hint("Esc", "back")];
        if !self.lines.is_empty() {
            hints.insert(0, hint("Enter", "watch"));
        }
        let rect = column(canvas.frame("Scores", "", &hints), 78);
        if self.lines.is_empty() {
            canvas.centre(rect, rect.y + rect.height / 3, "No game has been finished yet.", DIM);
            return;
        }
        let lines = &self.lines;
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        self.menu.draw(canvas, rect, lines.len(), |canvas, row, index, chosen| {
            let paint = |other| if chosen { Paint::Chosen } else { other };
            match &lines[index] {
                Line::Gap => {}
                Line::Heading(title) => {
                    canvas.text(row.x + 1, row.y, row.width.saturating_sub(2), title, TITLE);
                }
                Line::Score { place, score, result, name, commands, date, .. } => {
                    let numbers = format!("{place:>4}  {score:>8}  {result:<8}");
                    let x = canvas.text(row.x, row.y, row.width, &numbers, paint(TEXT)) + 1;
                    let right = format!("{commands} commands  {date}");
                    let free = row.right().saturating_sub(x + 1);
                    let right_cols = right.len() as u16;
                    let name_cols = if free > right_cols + 12 { free - right_cols - 1 } else { free };
                    canvas.text(x, row.y, name_cols, name, paint(TEXT));
                    if name_cols < free {
                        canvas.text(row.right() - right_cols - 1, row.y, right_cols, &right, paint(DIM));
                    }
                }
            }
        });
    }

    fn input(&mut self, input: &Input, house: &mut House) -> Go {
        let open: Vec<bool> = self.lines.iter().map(|line| matches!(line, Line::Score { .. })).collect();
        match self.menu.input(input, &open, false) {
            Act::Picked => match self.lines.get(self.menu.chosen) {
                Some(Line::Score { path, .. }) => crate::replay::open_file(path, house),
                _ => Go::Stay,
            },
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }
}
