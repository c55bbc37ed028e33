//! Functions as lists of instructions. Only the lengths of instructions matter, and which of them end a
//! straight line.

use super::{Bytes, put};
use std::cmp::Reverse;

pub(super) const CALL: u8 = 0x10;
pub(super) const I32_CONST: u8 = 0x41;
pub(super) const REF_FUNC: u8 = 0xd2;
const UNREACHABLE: u8 = 0x00;
const LOCAL_GET: u8 = 0x20;
const LOCAL_TEE: u8 = 0x22;
const LOAD_FIRST: u8 = 0x28;
const STORE_LAST: u8 = 0x3e;

/// More local variables than any function of the compiler has.
const LOCALS_MAX: usize = 50_000;

/// The beginnings and ends of straight lines: blocks, branches, returns and calls.
const TURNS: [u8; 12] = [UNREACHABLE, 0x02, 0x03, 0x04, 0x05, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, CALL, 0x11];

/// A function.
pub(super) struct Function<'c> {
    /// The index of its type.
    pub(super) kind: u32,
    /// How many parameters it has.
    parameters: u32,
    /// The types of its other local variables.
    types: Vec<u8>,
    /// Its instructions.
    pub(super) steps: Vec<&'c [u8]>,
}

/// All functions of a section.
pub(super) fn functions<'c>(
    section: &'c [u8],
    kinds: &[u32],
    parameters: &[u32],
) -> Option<Vec<Function<'c>>> {
    let mut bytes = Bytes(section);
    let count = bytes.number()? as usize;
    (count == kinds.len()).then_some(())?;
    let function = |kind: &u32| {
        let size = bytes.number()? as usize;
        let mut body = Bytes(bytes.take(size)?);
        let mut types = Vec::new();
        for _ in 0..body.number()? {
            let count = body.number()? as usize;
            types.resize(types.len().checked_add(count).filter(|all| *all <= LOCALS_MAX)?, body.byte()?);
        }
        let mut steps = Vec::new();
        while !body.0.is_empty() {
            let before = body;
            step(&mut body)?;
            steps.push(body.since(before));
        }
        Some(Function { kind: *kind, parameters: *parameters.get(*kind as usize)?, types, steps })
    };
    kinds.iter().map(function).collect()
}

/// The local variables of a function, renumbered: the most used of each type come first, so that all functions use the same
/// few numbers, which compresses better.
struct Locals {
    /// Parameters keep their numbers.
    parameters: u32,
    /// The new numbers of the others.
    numbers: Vec<u32>,
    /// The declaration: how many there are of each type.
    declared: Vec<u8>,
}

impl Locals {
    fn by_use(function: &Function<'_>) -> Self {
        let Function { parameters, types, steps, .. } = function;
        let mut uses = vec![0_usize; types.len()];
        for step in steps.iter().filter(|step| (LOCAL_GET..=LOCAL_TEE).contains(&step[0])) {
            let local = Bytes(&step[1..]).number().and_then(|local| local.checked_sub(*parameters));
            if let Some(count) = local.and_then(|local| uses.get_mut(local as usize)) {
                *count += 1;
            }
        }
        let mut order: Vec<usize> = (0..types.len()).filter(|local| uses[*local] > 0).collect();
        order.sort_by_key(|local| (Reverse(types[*local]), Reverse(uses[*local])));
        let mut numbers = vec![0; types.len()];
        for (number, local) in (*parameters..).zip(&order) {
            numbers[*local] = number;
        }
        let groups: Vec<&[usize]> = order.chunk_by(|a, b| types[*a] == types[*b]).collect();
        let declared = groups.iter().fold(super::counted(groups.len()), |mut all, group| {
            put(&mut all, group.len() as u32);
            all.push(types[group[0]]);
            all
        });
        Self { parameters: *parameters, numbers, declared }
    }

    fn now(&self, local: u32) -> u32 {
        local.checked_sub(self.parameters).map_or(local, |local| self.numbers[local as usize])
    }
}

/// Reads one instruction; `None` for one that the compiler does not write.
fn step(bytes: &mut Bytes<'_>) -> Option<()> {
    let numbers = match bytes.byte()? {
        0x02..=0x04 | 0x0c | 0x0d | CALL | 0x20..=0x26 | I32_CONST | 0x42 | 0xd0 | REF_FUNC => 1,
        0x0e => bytes.number()? + 1,
        0x11 | 0x28..=0x3e => 2,
        0x1c => bytes.number()?,
        0x3f | 0x40 => 1,
        0x43 => return bytes.take(4).map(drop),
        0x44 => return bytes.take(8).map(drop),
        0xfc => match bytes.number()? {
            0..=7 => 0,
            9 | 11 | 13 | 15..=17 => 1,
            8 | 10 | 12 | 14 => 2,
            _ => return None,
        },
        0x00 | 0x01 | 0x05 | 0x0b | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => 0,
        _ => return None,
    };
    (0..numbers).try_for_each(|_| bytes.number().map(drop))
}

impl<'c> Function<'c> {
    /// Removes what only leads to a trap: the call that does not return, and the straight line before it, whose
    /// effects are not visible. Returns the removed constants. Calls of the host are kept: they may have
    /// effects.
    pub(super) fn forget_messages(&mut self, imports: u32) -> Vec<u32> {
        let mut kept: Vec<&[u8]> = Vec::with_capacity(self.steps.len());
        let mut gone = Vec::new();
        for step in self.steps.drain(..) {
            if step[0] == UNREACHABLE {
                let is_own =
                    |last: &&[u8]| Bytes(&last[1..]).number().is_some_and(|callee| callee >= imports);
                if kept.last().filter(|last| last[0] == CALL).is_some_and(is_own) {
                    kept.pop();
                }
                while kept.last().is_some_and(|last| !TURNS.contains(&last[0])) {
                    gone.extend(kept.pop().and_then(constant));
                }
                if kept.last().is_some_and(|last| last[0] == UNREACHABLE) {
                    continue;
                }
            }
            kept.push(step);
        }
        self.steps = kept;
        gone
    }

    /// Constants that may be addresses.
    pub(super) fn constants(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().filter_map(|step| constant(step))
    }

    /// The encoded function with other indices for the functions it calls.
    pub(super) fn text(&self, now: impl Fn(u32) -> u32) -> Vec<u8> {
        let locals = Locals::by_use(self);
        let mut text = locals.declared.clone();
        for step in &self.steps {
            match (step[0], Bytes(&step[1..]).number()) {
                (LOCAL_GET..=LOCAL_TEE, Some(local)) => {
                    text.push(step[0]);
                    put(&mut text, locals.now(local));
                }
                (CALL | REF_FUNC, Some(callee)) => {
                    text.push(step[0]);
                    put(&mut text, now(callee));
                }
                // The alignment is only a hint; without it, equal accesses are equal bytes.
                (LOAD_FIRST..=STORE_LAST, Some(_)) => {
                    text.extend([step[0], 0]);
                    text.extend_from_slice(&step[2..]);
                }
                _ => text.extend_from_slice(step),
            }
        }
        text
    }
}

fn constant(step: &[u8]) -> Option<u32> {
    (step[0] == I32_CONST).then(|| Bytes(&step[1..]).number()).flatten()
}
