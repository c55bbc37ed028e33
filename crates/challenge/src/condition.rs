//! Conditions about seeds, such as `potions.BA >= 3 && stairs.distance < 20`: read once, asked many times.
//!
//! ```text
//! or          and ("||" and)*                     also: or
//! and         not ("&&" not)*                     also: and
//! not         "!" not | comparison                also: not
//! comparison  sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)?
//! sum         product (("+" | "-") product)*
//! product     sign ("*" sign)*
//! sign        "-" sign | number | field | "floor" N "." field | "(" or ")"
//! ```

use crate::lexer::{Token, Word, words};
use crate::program::{Op, Program};
use kernel::{Asked, SurveyField};
use std::fmt;

/// Brackets and signs may be nested so deep.
const DEPTH_MAX: u32 = 60;
/// A condition nobody typed.
const LETTERS_MAX: usize = 4000;

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Counted from 1.
    pub column: usize,
    /// What is wrong, one clause.
    pub what: String,
}

impl Misfit {
    pub(crate) fn at(column: usize, what: impl Into<String>) -> Self {
        Self { column, what: what.into() }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "column {}: {}.", self.column, self.what)
    }
}

/// A condition that was understood.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    pub(crate) program: Program,
}

impl Condition {
    /// Reads a condition about these fields of floors 1 to `floors`.
    ///
    /// # Errors
    /// [`Misfit`], with the column.
    pub fn read(text: &str, fields: &'static [SurveyField], floors: u32) -> Result<Self, Misfit> {
        if text.chars().count() > LETTERS_MAX {
            return Err(Misfit::at(LETTERS_MAX, "the condition is too long"));
        }
        let words = words(text)?;
        let mut parser =
            Parser { words: &words, at: 0, depth: 0, fields, floors, program: Program::default() };
        let (sort, column) = parser.or()?;
        match parser.next() {
            Word { token: Token::End, .. } => {}
            word => {
                return Err(Misfit::at(word.column, format!("{} is not expected here", told(&word.token))));
            }
        }
        wants(sort, Sort::Truth, column)?;
        Ok(Self { text: text.trim().to_owned(), program: parser.program })
    }

    /// As it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The fields it asks about, with their floors, in the order of the condition.
    pub fn asks(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.program.slots.iter().map(|slot| (self.program.floors[slot.floor].0, slot.field))
    }
}

/// What a part of a condition is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Truth,
}

/// A part and the column it begins at.
type Part = (Sort, usize);

fn wants(found: Sort, wanted: Sort, column: usize) -> Result<(), Misfit> {
    match (found, wanted) {
        (Sort::Number, Sort::Truth) => {
            Err(Misfit::at(column, "this is a number; compare it with something, as in x >= 3"))
        }
        (Sort::Truth, Sort::Number) => {
            Err(Misfit::at(column, "this is true or false; a number is wanted (join comparisons with &&)"))
        }
        _ => Ok(()),
    }
}

fn told(token: &Token) -> String {
    match token {
        Token::Number(number) => number.to_string(),
        Token::Name(name) => format!("'{name}'"),
        Token::Sign(sign) => format!("'{sign}'"),
        Token::End => "the end".to_owned(),
    }
}

struct Parser<'a> {
    words: &'a [Word],
    at: usize,
    depth: u32,
    fields: &'static [SurveyField],
    floors: u32,
    program: Program,
}

impl Parser<'_> {
    fn peek(&self) -> &Word {
        &self.words[self.at.min(self.words.len() - 1)]
    }

    fn next(&mut self) -> Word {
        let word = self.peek().clone();
        self.at += 1;
        word
    }

    /// Takes one of these signs, if it comes next.
    fn sign(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let Token::Sign(found) = self.peek().token else { return None };
        signs.contains(&found).then(|| {
            self.at += 1;
            found
        })
    }

    fn or(&mut self) -> Result<Part, Misfit> {
        self.joined("||", Op::SkipIfTrue, Self::and)
    }

    fn and(&mut self) -> Result<Part, Misfit> {
        self.joined("&&", Op::SkipIfFalse, Self::not)
    }

    /// Truths joined by a sign; the second is only asked where the first does not decide.
    fn joined(
        &mut self,
        sign: &'static str,
        skip: fn(usize) -> Op,
        inner: fn(&mut Self) -> Result<Part, Misfit>,
    ) -> Result<Part, Misfit> {
        let (mut sort, start) = inner(self)?;
        while self.sign(&[sign]).is_some() {
            wants(sort, Sort::Truth, start)?;
            let place = self.program.ops.len();
            self.program.ops.push(skip(0));
            let (right, column) = inner(self)?;
            wants(right, Sort::Truth, column)?;
            self.program.ops[place] = skip(self.program.ops.len() - place - 1);
            sort = Sort::Truth;
        }
        Ok((sort, start))
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Misfit>) -> Result<T, Misfit> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(Misfit::at(self.peek().column, "the condition is nested too deep"));
        }
        let done = inner(self);
        self.depth -= 1;
        done
    }

    fn not(&mut self) -> Result<Part, Misfit> {
        let start = self.peek().column;
        if self.sign(&["!"]).is_none() {
            return self.comparison();
        }
        let (sort, column) = self.deeper(Self::not)?;
        wants(sort, Sort::Truth, column)?;
        self.program.ops.push(Op::Not);
        Ok((Sort::Truth, start))
    }

    fn comparison(&mut self) -> Result<Part, Misfit> {
        let (left, start) = self.sum()?;
        let Some(sign) = self.sign(&COMPARISONS) else { return Ok((left, start)) };
        wants(left, Sort::Number, start)?;
        let (right, column) = self.sum()?;
        wants(right, Sort::Number, column)?;
        let column = self.peek().column;
        if self.sign(&COMPARISONS).is_some() {
            return Err(Misfit::at(column, "comparisons do not chain; write a < b && b < c"));
        }
        self.program.ops.push(match sign {
            "<" => Op::Less,
            "<=" => Op::LessOrEqual,
            ">" => Op::Greater,
            ">=" => Op::GreaterOrEqual,
            "==" => Op::Equal,
            _ => Op::Differs,
        });
        Ok((Sort::Truth, start))
    }

    fn sum(&mut self) -> Result<Part, Misfit> {
        self.chain(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Result<Part, Misfit> {
        self.chain(&["*"], Self::signed)
    }

    fn chain(
        &mut self,
        signs: &[&'static str],
        inner: fn(&mut Self) -> Result<Part, Misfit>,
    ) -> Result<Part, Misfit> {
        let (sort, start) = inner(self)?;
        while let Some(sign) = self.sign(signs) {
            wants(sort, Sort::Number, start)?;
            let (right, column) = inner(self)?;
            wants(right, Sort::Number, column)?;
            self.program.ops.push(match sign {
                "+" => Op::Add,
                "-" => Op::Subtract,
                _ => Op::Multiply,
            });
        }
        Ok((sort, start))
    }

    fn signed(&mut self) -> Result<Part, Misfit> {
        let word = self.next();
        match word.token {
            Token::Number(number) => {
                self.program.ops.push(Op::Number(number));
                Ok((Sort::Number, word.column))
            }
            Token::Name(name) => {
                let (floor, field) = self.field(&name, word.column)?;
                self.program.load(floor, field);
                Ok((Sort::Number, word.column))
            }
            Token::Sign("-") => {
                let (sort, column) = self.deeper(Self::signed)?;
                wants(sort, Sort::Number, column)?;
                self.program.ops.push(Op::Negate);
                Ok((Sort::Number, word.column))
            }
            Token::Sign("(") => {
                let (sort, _) = self.deeper(Self::or)?;
                if self.sign(&[")"]).is_none() {
                    let column = self.peek().column;
                    return Err(Misfit::at(
                        column,
                        format!("the bracket of column {} is not closed", word.column),
                    ));
                }
                Ok((sort, word.column))
            }
            other => {
                Err(Misfit::at(word.column, format!("a number or a field is wanted, not {}", told(&other))))
            }
        }
    }

    /// The floor and the place of a field in the table.
    fn field(&self, name: &str, column: usize) -> Result<(u32, usize), Misfit> {
        let (floor, bare) = match floor_prefix(name) {
            Some((floor, bare)) => (floor, bare),
            None => (1, name),
        };
        if !(1..=self.floors).contains(&floor) {
            let what = match self.floors {
                1 => "this game has only one floor to ask about; leave the floor out".to_owned(),
                floors => format!("there is no floor {floor} to ask about; the last is {floors}"),
            };
            return Err(Misfit::at(column, what));
        }
        let place = self.fields.iter().position(|field| field.name.eq_ignore_ascii_case(bare));
        place.map(|place| (floor, place)).ok_or_else(|| {
            let lower = bare.to_lowercase();
            let near = self
                .fields
                .iter()
                .max_by(|a, b| {
                    let likeness = |name: &str| strsim::jaro_winkler(&lower, &name.to_lowercase());
                    likeness(a.name).total_cmp(&likeness(b.name))
                })
                .map_or(String::new(), |field| format!("; perhaps {} is meant", field.name));
            Misfit::at(column, format!("there is no field '{bare}' here{near}"))
        })
    }
}

/// Splits `floor2.potions` into 2 and `potions`; nothing for names that begin otherwise.
fn floor_prefix(name: &str) -> Option<(u32, &str)> {
    let (first, bare) = name.split_once('.')?;
    let digits = first.get(..5).filter(|word| word.eq_ignore_ascii_case("floor")).map(|_| &first[5..])?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), bare))
}

impl Program {
    /// Reads a field; every field of a floor has one place.
    fn load(&mut self, floor: u32, field: usize) {
        let place = self.floors.iter().position(|(number, _)| *number == floor).unwrap_or_else(|| {
            self.floors.push((floor, Asked::default()));
            self.floors.len() - 1
        });
        self.floors[place].1.add(field);
        let slot = crate::program::Slot { floor: place, field };
        let known = self.slots.iter().position(|other| *other == slot).unwrap_or_else(|| {
            self.slots.push(slot);
            self.slots.len() - 1
        });
        self.ops.push(Op::Load(known));
    }
}
