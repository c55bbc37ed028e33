//! Conditions on seeds, such as `potions.BA >= 3 && stairs.distance < 20`: parsed once, evaluated for many
//! seeds.
//!
//! ```text
//! condition    all ("||" all)*                     also: or
//! all          comparison ("&&" comparison)*       also: and
//! comparison   field ("<" | "<=" | ">" | ">=" | "==" | "!=") (number | field)
//! field        name | "floor" N "." name
//! ```

use kernel::{Asked, SurveyField};
use session::Answers;
use std::fmt;

/// Maximum length of a condition, in characters.
const CHARS_MAX: usize = 4000;

/// A syntax error in a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    /// Column, counted from 1.
    pub column: usize,
    /// The error as a clause.
    pub what: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "column {}: {}.", self.column, self.what)
    }
}

fn error<T>(column: usize, what: impl Into<String>) -> Result<T, ConditionError> {
    Err(ConditionError { column, what: what.into() })
}

type Compare = fn(&i64, &i64) -> bool;

/// Comparison operators, longest first.
const COMPARISONS: [(&str, Compare); 6] =
    [("<=", i64::le), (">=", i64::ge), ("==", i64::eq), ("!=", i64::ne), ("<", i64::lt), (">", i64::gt)];

/// One side of a comparison.
#[derive(Clone, Copy, Debug)]
enum Side {
    Number(i64),
    /// An index into [`Condition::floors`] and one into the game's table of fields.
    Field(usize, usize),
}

/// Two sides and an operator.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    left: Side,
    holds: Compare,
    right: Side,
}

/// A parsed condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Holds when all comparisons of at least one of these hold.
    any: Vec<Vec<Comparison>>,
    /// The floors it asks about, with the fields asked for on each.
    floors: Vec<(u32, Asked)>,
}

/// Field values of the current seed. Reused for every seed, so that evaluating allocates nothing.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    floors: Vec<bool>,
    values: Vec<Vec<i64>>,
}

impl Condition {
    /// Parses a condition on these fields of floors 1 to `floors`.
    ///
    /// # Errors
    /// [`ConditionError`], with the column.
    pub fn read(text: &str, fields: &'static [SurveyField], floors: u32) -> Result<Self, ConditionError> {
        let mut parser = Parser { chars: text.chars().collect(), at: 0, fields, floors };
        if parser.chars.len() > CHARS_MAX {
            return error(CHARS_MAX, "the condition is too long");
        }
        let mut condition = Self { any: vec![Vec::new()], floors: Vec::new() };
        loop {
            let comparison = parser.comparison(&mut condition)?;
            condition.any.last_mut().expect("there is always one").push(comparison);
            match parser.joint()? {
                Joint::And => {}
                Joint::Or => condition.any.push(Vec::new()),
                Joint::End => return Ok(condition),
            }
        }
    }

    /// The fields it asks about with their floors, in order of appearance, without duplicates.
    #[must_use]
    pub fn asks(&self) -> Vec<(u32, usize)> {
        let mut asks = Vec::new();
        for side in self.any.iter().flatten().flat_map(|comparison| [comparison.left, comparison.right]) {
            let Side::Field(floor, field) = side else { continue };
            let ask = (self.floors[floor].0, field);
            if !asks.contains(&ask) {
                asks.push(ask);
            }
        }
        asks
    }

    /// Allocates the values for a game with this many fields.
    pub(crate) fn known(&self, fields: usize) -> Known {
        Known { floors: vec![false; self.floors.len()], values: vec![vec![0; fields]; self.floors.len()] }
    }

    /// Whether a seed satisfies it. Floors are generated only while the outcome is undecided.
    pub(crate) fn holds(&self, seed: &str, answers: &Answers, known: &mut Known) -> bool {
        known.floors.fill(false);
        self.any.iter().any(|all| {
            all.iter().all(|comparison| {
                let mut value = |side| self.value(side, seed, answers, known);
                (comparison.holds)(&value(comparison.left), &value(comparison.right))
            })
        })
    }

    /// The values of all fields it asks about.
    pub(crate) fn values(&self, seed: &str, answers: &Answers, known: &mut Known) -> Vec<i64> {
        known.floors.fill(false);
        let place = |floor| self.floors.iter().position(|(number, _)| *number == floor).unwrap_or(0);
        let asks = self.asks().into_iter();
        asks.map(|(floor, field)| self.value(Side::Field(place(floor), field), seed, answers, known))
            .collect()
    }

    fn value(&self, side: Side, seed: &str, answers: &Answers, known: &mut Known) -> i64 {
        let (floor, field) = match side {
            Side::Number(number) => return number,
            Side::Field(floor, field) => (floor, field),
        };
        if !std::mem::replace(&mut known.floors[floor], true) {
            let (number, asked) = self.floors[floor];
            known.values[floor].fill(0);
            answers(seed, number, asked, &mut known.values[floor]);
        }
        known.values[floor][field]
    }
}

/// What connects one comparison to the next.
enum Joint {
    And,
    Or,
    End,
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    fields: &'static [SurveyField],
    floors: u32,
}

impl Parser {
    fn skip_blanks(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// The longest run of matching characters from here, and the column it starts at.
    fn word(&mut self, fits: fn(char) -> bool) -> (String, usize) {
        self.skip_blanks();
        let column = self.at + 1;
        let word: String = self.chars[self.at..].iter().take_while(|&&c| fits(c)).collect();
        self.at += word.chars().count();
        (word, column)
    }

    /// Describes what is at the current position, for an error.
    fn found(&self) -> String {
        match self.chars.get(self.at) {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end of the condition".to_owned(),
        }
    }

    fn comparison(&mut self, condition: &mut Condition) -> Result<Comparison, ConditionError> {
        let (name, column) = self.word(is_word);
        if name.is_empty() {
            return error(column, format!("expected a field, found {}", self.found()));
        }
        let left = self.field(&name, column, condition)?;
        let (sign, column) = self.word(|c| "<>=!".contains(c));
        let Some((_, holds)) = COMPARISONS.iter().find(|(known, _)| *known == sign) else {
            let found = if sign.is_empty() { self.found() } else { format!("'{sign}'") };
            return error(column, format!("expected one of < <= > >= == != after '{name}', found {found}"));
        };
        let (word, column) = self.word(|c| c == '-' || is_word(c));
        let right = match word.chars().next() {
            None => return error(column, format!("expected a number or a field, found {}", self.found())),
            Some('-' | '0'..='9') => match word.parse() {
                Ok(number) => Side::Number(number),
                Err(_) => return error(column, format!("'{word}' is not a whole number")),
            },
            Some(_) => self.field(&word, column, condition)?,
        };
        Ok(Comparison { left, holds: *holds, right })
    }

    fn joint(&mut self) -> Result<Joint, ConditionError> {
        let (word, column) = self.word(|c| c.is_alphabetic() || matches!(c, '&' | '|'));
        match word.to_ascii_lowercase().as_str() {
            "&&" | "and" => Ok(Joint::And),
            "||" | "or" => Ok(Joint::Or),
            "" if self.at == self.chars.len() => Ok(Joint::End),
            "" => error(column, format!("expected && or ||, found {}", self.found())),
            other => error(column, format!("expected && or ||, found '{other}'")),
        }
    }

    fn field(&self, name: &str, column: usize, condition: &mut Condition) -> Result<Side, ConditionError> {
        let (floor, bare) = floor_prefix(name).unwrap_or((1, name));
        if !(1..=self.floors).contains(&floor) {
            return error(
                column,
                match self.floors {
                    1 => "this game has only one floor; do not name a floor".to_owned(),
                    floors => format!("there is no floor {floor}; the last is {floors}"),
                },
            );
        }
        if let Some(field) = self.fields.iter().position(|field| field.name.eq_ignore_ascii_case(bare)) {
            let place =
                condition.floors.iter().position(|(number, _)| *number == floor).unwrap_or_else(|| {
                    condition.floors.push((floor, Asked::default()));
                    condition.floors.len() - 1
                });
            condition.floors[place].1.add(field);
            return Ok(Side::Field(place, field));
        }
        let likeness =
            |field: &&SurveyField| strsim::jaro_winkler(&bare.to_lowercase(), &field.name.to_lowercase());
        let near = self.fields.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let near = near.map_or(String::new(), |field| format!(" (did you mean {}?)", field.name));
        error(column, format!("there is no field '{bare}'{near}"))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// Splits `floor2.potions` into 2 and `potions`; `None` for other names.
fn floor_prefix(name: &str) -> Option<(u32, &str)> {
    let (first, bare) = name.split_once('.')?;
    let digits = first.get(..5).filter(|word| word.eq_ignore_ascii_case("floor")).map(|_| &first[5..])?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), bare))
}
