//! Reads a field file leniently, as real files require, and reports line and column of what cannot be read.
//!
//! Line 1 is the size N; then N rows, cell `x` of a row being character `2x`. Short rows are padded with
//! walls; trailing blanks, carriage returns and everything after row N are ignored.

use crate::content::{FINDINGS_MAX, SIZE_MAX};
use crate::field::{Diagonals, Field, Ground, Plan, UNREACHED};
use alloc::{format, string::String, vec, vec::Vec};
use kernel::{Dir, Finding, Pos, Severity};

/// Reads a field. There is one unless some finding is an error.
#[must_use]
pub fn read_field(text: &str, diagonals: Diagonals) -> (Option<Field>, Vec<Finding>) {
    let mut reader = Reader::default();
    let mut lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    reader.size(lines.next());
    if reader.is_good() {
        reader.rows(lines);
        reader.check_players();
    }
    let good = reader.is_good();
    let Reader { plan, mut findings, .. } = reader;
    let field = if good { Field::new(plan, diagonals).ok() } else { None };
    if let Some(field) = &field {
        findings.extend(touching_rooms(field));
        findings.extend(unconnected(field));
    }
    kernel::sort_by_key(&mut findings, |finding| (finding.line, finding.column));
    (field, findings)
}

/// The line and column of a cell in its file.
fn place(at: Pos) -> (u32, u32) {
    (at.y.unsigned_abs() + 2, at.x.unsigned_abs() * 2 + 1)
}

#[derive(Default)]
struct Reader {
    plan: Plan,
    hero: Option<Pos>,
    monster: Option<Pos>,
    findings: Vec<Finding>,
}

impl Reader {
    fn is_good(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity != Severity::Error)
    }

    fn find(&mut self, finding: Finding) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(finding);
        }
    }

    fn size(&mut self, line: Option<&str>) {
        let hint = format!("Write the number of rows and columns, 1 to {SIZE_MAX}, on a line of its own.");
        let line = line.unwrap_or("").trim_end();
        let word = line.trim_start();
        if word.is_empty() {
            return self.find(Finding::error(1, 1, "The size of the field is missing.").hint(hint));
        }
        let column = line.chars().count() - word.chars().count() + 1;
        let width = word.chars().count() as u32;
        let shown: String = word.chars().take(20).flat_map(char::escape_debug).collect();
        let what = match word.parse::<i128>() {
            Ok(size) if (1..=i128::from(SIZE_MAX)).contains(&size) => {
                self.plan.size = size as u16;
                self.plan.ground = vec![Ground::Wall; size as usize * size as usize];
                return;
            }
            Ok(_) => format!("The size of the field is '{shown}', not a number from 1 to {SIZE_MAX}."),
            Err(_) => format!("The size of the field is '{shown}', not a whole number."),
        };
        self.find(Finding::error(1, column as u32, what).wide(width).hint(hint));
    }

    fn rows<'t>(&mut self, mut lines: impl Iterator<Item = &'t str>) {
        let size = self.plan.size;
        for y in 0..size {
            let Some(line) = lines.next() else {
                let what = format!("The field has {y} of its {size} rows; row {} is missing.", y + 1);
                let hint = "Write every row; a row of walls can be an empty line.";
                return self.find(Finding::error(u32::from(y) + 2, 1, what).hint(hint));
            };
            self.row(i32::from(y), line.trim_end_matches([' ', '\r']));
        }
    }

    fn row(&mut self, y: i32, line: &str) {
        let size = usize::from(self.plan.size);
        let number = y as u32 + 2;
        for (index, glyph) in line.chars().enumerate() {
            let column = index as u32 + 1;
            if index > 2 * (size - 1) {
                if glyph != ' ' {
                    let what = format!("'{}' is beyond column {size}.", glyph.escape_debug());
                    return self.find(Finding::error(number, column, what));
                }
            } else if index % 2 == 1 {
                if glyph != ' ' {
                    let what = format!("'{}' is between two cells.", glyph.escape_debug());
                    self.find(Finding::error(number, column, what).hint("Cells are separated by one blank."));
                }
            } else {
                self.cell(Pos::new(index as i32 / 2, y), glyph);
            }
        }
    }

    fn cell(&mut self, at: Pos, glyph: char) {
        let ground = match glyph {
            ' ' => Ground::Wall,
            '+' => Ground::Hallway,
            '.' | '@' | 's' | 'A'..='Z' => Ground::Room,
            _ => {
                let (line, column) = place(at);
                let what = format!("'{}' is not a valid cell.", glyph.escape_debug());
                let hint = "A cell is . + @ s, a letter A to Z, or a blank for a wall.";
                return self.find(Finding::error(line, column, what).hint(hint));
            }
        };
        self.plan.ground[at.y as usize * usize::from(self.plan.size) + at.x as usize] = ground;
        match glyph {
            '@' => self.only(at, "hero"),
            's' => self.plan.potions.push(at),
            'A'..='Z' => {
                if self.monster.is_none() {
                    self.plan.letter = glyph as u8;
                }
                self.only(at, "monster");
            }
            _ => {}
        }
    }

    fn only(&mut self, at: Pos, who: &str) {
        let known = if who == "hero" { &mut self.hero } else { &mut self.monster };
        match *known {
            None => *known = Some(at),
            Some(first) => {
                let ((line, column), (first_line, first_column)) = (place(at), place(first));
                let what =
                    format!("A second {who}; the first is at line {first_line}, column {first_column}.");
                let hint = if who == "hero" {
                    ""
                } else {
                    "A potion is a lowercase s; a capital letter is a monster."
                };
                self.find(Finding::error(line, column, what).hint(hint));
            }
        }
    }

    /// Reports a missing hero or monster. There is no position to report, so the finding points at the first
    /// row.
    fn check_players(&mut self) {
        for (found, what) in [
            (self.hero, "There is no hero, '@', on the field."),
            (self.monster, "There is no monster, 'A' to 'Z', on the field."),
        ] {
            if found.is_none() {
                self.find(Finding::error(2, 1, what));
            }
        }
        self.plan.hero = self.hero.unwrap_or_default();
        self.plan.monster = self.monster.unwrap_or_default();
    }
}

/// The document promises rooms that do not touch. Where two meet at a corner, a diagonal step leads across: a
/// warning.
fn touching_rooms(field: &Field) -> Option<Finding> {
    if field.diagonals() == Diagonals::Joined {
        return None;
    }
    let plan = field.plan();
    let rooms = room_numbers(plan);
    let number = |at: Pos| rooms[at.y as usize * usize::from(plan.size) + at.x as usize];
    let at = (0..field.count()).map(|cell| field.pos(cell as u16)).find(|&at| {
        [Dir::SE, Dir::SW].into_iter().any(|dir| {
            let to = at.step(dir);
            plan.at(at) == Ground::Room && plan.at(to) == Ground::Room && number(at) != number(to)
        })
    })?;
    let (line, column) = place(at);
    let what = "Two rooms touch at a corner here: a diagonal step leads from one to the other.";
    Some(Finding::warning(line, column, what).hint("--set diagonals=joined forbids that step."))
}

/// The room number of each cell: groups of room cells connected along the axes.
fn room_numbers(plan: &Plan) -> Vec<u16> {
    let size = usize::from(plan.size);
    let mut rooms = vec![0u16; plan.ground.len()];
    let mut stack = Vec::new();
    let mut last = 0u16;
    for start in 0..plan.ground.len() {
        if plan.ground[start] != Ground::Room || rooms[start] != 0 {
            continue;
        }
        last += 1;
        rooms[start] = last;
        stack.push(start);
        while let Some(index) = stack.pop() {
            let at = Pos::new((index % size) as i32, (index / size) as i32);
            for dir in Dir::ORTHOGONAL {
                let to = at.step(dir);
                let next = (to.y * size as i32 + to.x) as usize;
                if plan.at(to) == Ground::Room && rooms[next] == 0 {
                    rooms[next] = last;
                    stack.push(next);
                }
            }
        }
    }
    rooms
}

fn unconnected(field: &Field) -> Option<Finding> {
    let mut room = Vec::new();
    let distances = field.distances(field.hero(), &mut room);
    let cut = |cell: u16| distances[usize::from(cell)] == UNREACHED;
    let (at, what) = if cut(field.monster()) {
        (field.monster(), "There is no path from the monster to the hero: the hero cannot be caught.")
    } else {
        let lost = (0..field.count()).map(|cell| cell as u16).find(|&cell| cut(cell))?;
        (lost, "There is no path from the hero or the monster to this cell.")
    };
    let (line, column) = place(field.pos(at));
    Some(Finding::warning(line, column, what))
}
