//! A condition as a short list of steps over a stack of numbers. Truth is 1 or 0.

use catalog::Answers;
use kernel::Asked;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Number(i64),
    /// The value of a slot; its floor is surveyed when it is first wanted.
    Load(usize),
    Add,
    Subtract,
    Multiply,
    Negate,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Differs,
    Not,
    /// Keeps a truth that decides and leaves out so many steps; else drops it.
    SkipIfFalse(usize),
    SkipIfTrue(usize),
}

/// A field of one of the floors that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Place in [`Program::floors`].
    pub(crate) floor: usize,
    /// Place in the table of the game.
    pub(crate) field: usize,
}

/// A condition, ready to be asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) ops: Vec<Op>,
    pub(crate) slots: Vec<Slot>,
    /// The floors that are asked about, and which fields of each.
    pub(crate) floors: Vec<(u32, Asked)>,
}

/// What is known about the seed in question; used again and again, so that asking takes no memory.
#[derive(Clone, Debug)]
pub(crate) struct Notes {
    stack: Vec<i64>,
    known: Vec<bool>,
    values: Vec<Vec<i64>>,
}

impl Notes {
    pub(crate) fn new(program: &Program, fields: usize) -> Self {
        Self {
            stack: Vec::with_capacity(16),
            known: vec![false; program.floors.len()],
            values: vec![vec![0; fields]; program.floors.len()],
        }
    }
}

impl Program {
    /// True when the seed is as wished.
    pub(crate) fn holds(&self, seed: &str, answers: &Answers, notes: &mut Notes) -> bool {
        notes.known.fill(false);
        notes.stack.clear();
        let mut at = 0;
        while let Some(&op) = self.ops.get(at) {
            at += 1;
            self.step(op, &mut at, seed, answers, notes);
        }
        notes.stack.pop() == Some(1)
    }

    /// The values of all slots of a seed, for telling them.
    pub(crate) fn values(&self, seed: &str, answers: &Answers, notes: &mut Notes) -> Vec<i64> {
        notes.known.fill(false);
        self.slots.iter().map(|&slot| self.value(slot, seed, answers, notes)).collect()
    }

    fn value(&self, slot: Slot, seed: &str, answers: &Answers, notes: &mut Notes) -> i64 {
        if !notes.known[slot.floor] {
            notes.known[slot.floor] = true;
            let (floor, asked) = self.floors[slot.floor];
            notes.values[slot.floor].fill(0);
            answers(seed, floor, asked, &mut notes.values[slot.floor]);
        }
        notes.values[slot.floor][slot.field]
    }

    fn step(&self, op: Op, at: &mut usize, seed: &str, answers: &Answers, notes: &mut Notes) {
        let truth = |holds: bool| i64::from(holds);
        let result = match op {
            Op::Number(number) => number,
            Op::Load(slot) => self.value(self.slots[slot], seed, answers, notes),
            Op::SkipIfFalse(steps) | Op::SkipIfTrue(steps) => {
                if notes.stack.last() == Some(&truth(matches!(op, Op::SkipIfTrue(_)))) {
                    *at += steps;
                } else {
                    notes.stack.pop();
                }
                return;
            }
            Op::Negate => notes.pop().saturating_neg(),
            Op::Not => 1 - notes.pop(),
            both => {
                let (right, left) = (notes.pop(), notes.pop());
                match both {
                    Op::Add => left.saturating_add(right),
                    Op::Subtract => left.saturating_sub(right),
                    Op::Multiply => left.saturating_mul(right),
                    Op::Less => truth(left < right),
                    Op::LessOrEqual => truth(left <= right),
                    Op::Greater => truth(left > right),
                    Op::GreaterOrEqual => truth(left >= right),
                    Op::Equal => truth(left == right),
                    _ => truth(left != right),
                }
            }
        };
        notes.stack.push(result);
    }
}

impl Notes {
    fn pop(&mut self) -> i64 {
        self.stack.pop().expect("a condition that was read leaves no step without its numbers")
    }
}
