//! Makes the linked program of the page smaller without changing its behaviour, except for the messages of panics.
//!
//! The page cannot show why its program has trapped, so everything that only prepares such a message is removed:
//! instructions that lead straight to a trap, and the source locations they refer to. Then equal functions are merged,
//! unused ones removed, local variables renumbered, hints about alignment dropped, and similar functions placed next to
//! each other, which compresses better.

mod code;
mod data;
mod order;

use code::{CALL, Function, REF_FUNC};
use std::collections::{BTreeMap, BTreeSet};

/// Ids of sections.
const CUSTOM: u8 = 0;
const TYPE: u8 = 1;
const IMPORT: u8 = 2;
const FUNCTION: u8 = 3;
const EXPORT: u8 = 7;
const ELEMENT: u8 = 9;
const CODE: u8 = 10;
const DATA: u8 = 11;
/// Maximum number of rounds of comparing functions: functions that call merged ones may become equal.
const ROUNDS: usize = 4;

/// Bytes being read.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A number of up to 32 bits; of a negative one the bits.
    fn number(&mut self) -> Option<u32> {
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift.min(63);
            shift += 7;
            if byte < 128 {
                return Some(value as u32);
            }
        }
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The bytes read since `before`.
    fn since(self, before: Self) -> &'b [u8] {
        &before.0[..before.0.len() - self.0.len()]
    }
}

/// Appends a number in WebAssembly's encoding.
pub(crate) fn put(out: &mut Vec<u8>, mut value: u32) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn counted(count: usize) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, count as u32);
    out
}

/// The functions visible outside, and the sections that refer to them.
struct Named<'m> {
    /// The bytes before each number, and the number.
    parts: Vec<(&'m [u8], u32)>,
    rest: &'m [u8],
}

impl<'m> Named<'m> {
    fn exports(section: &'m [u8]) -> Option<Self> {
        let mut bytes = Bytes(section);
        let (mut start, mut parts) = (bytes, Vec::new());
        for _ in 0..bytes.number()? {
            let length = bytes.number()? as usize;
            bytes.take(length)?;
            let kind = bytes.byte()?;
            let before = bytes.since(start);
            let number = bytes.number()?;
            if kind == 0 {
                parts.push((before, number));
                start = bytes;
            }
        }
        Some(Self { parts, rest: start.0 })
    }

    fn elements(section: &'m [u8]) -> Option<Self> {
        let mut bytes = Bytes(section);
        let (mut start, mut parts) = (bytes, Vec::new());
        for _ in 0..bytes.number()? {
            // A table filled from a constant offset, as the linker writes it.
            (bytes.byte()? == 0 && bytes.byte()? == code::I32_CONST).then_some(())?;
            bytes.number()?;
            bytes.byte()?;
            for _ in 0..bytes.number()? {
                let before = bytes.since(start);
                parts.push((before, bytes.number()?));
                start = bytes;
            }
        }
        Some(Self { parts, rest: start.0 })
    }

    fn text(&self, now: impl Fn(u32) -> u32) -> Vec<u8> {
        let mut out = Vec::new();
        for (before, number) in &self.parts {
            out.extend_from_slice(before);
            put(&mut out, now(*number));
        }
        out.extend_from_slice(self.rest);
        out
    }
}

/// How many parameters each type of function has.
fn parameters(section: &[u8]) -> Option<Vec<u32>> {
    let mut bytes = Bytes(section);
    let count = bytes.number()?;
    let kind = |_| {
        (bytes.byte()? == 0x60).then_some(())?;
        let parameters = bytes.number()?;
        bytes.take(parameters as usize)?;
        let results = bytes.number()?;
        bytes.take(results as usize)?;
        Some(parameters)
    };
    (0..count).map(kind).collect()
}

/// The smaller program; `None` if it is not as the linker writes it.
pub(crate) fn lean(program: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Bytes(program);
    let head = bytes.take(8)?;
    let mut sections = BTreeMap::new();
    let mut sequence = Vec::new();
    while let Some(id) = bytes.byte() {
        let size = bytes.number()? as usize;
        let body = bytes.take(size)?;
        if id != CUSTOM {
            sections.insert(id, body);
            sequence.push(id);
        }
    }
    let imports = Bytes(sections.get(&IMPORT)?).number()?;
    let mut types = Bytes(sections.get(&FUNCTION)?);
    let types = (0..types.number()?).map(|_| types.number()).collect::<Option<Vec<u32>>>()?;
    let parameters = parameters(sections.get(&TYPE)?)?;
    let mut functions = code::functions(sections.get(&CODE)?, &types, &parameters)?;
    let exports = Named::exports(sections.get(&EXPORT)?)?;
    let elements = Named::elements(sections.get(&ELEMENT)?)?;

    let forgotten: BTreeSet<u32> =
        functions.iter_mut().flat_map(|function| function.forget_messages(imports)).collect();
    let seen: BTreeSet<u32> =
        exports.parts.iter().chain(&elements.parts).map(|(_, number)| *number).collect();
    let same = merged(&functions, imports, &seen);
    let root = |number: u32| {
        let mut number = number;
        while let Some(other) = same.get(&number) {
            number = *other;
        }
        number
    };
    let living = living(&functions, imports, &seen, &root);
    let kept = order::alike(&functions, living.into_iter().collect());
    let places: BTreeMap<u32, u32> = kept
        .iter()
        .enumerate()
        .map(|(place, index)| (*index as u32 + imports, place as u32 + imports))
        .collect();
    let now = |number: u32| if number < imports { number } else { places[&root(number)] };

    let mut out = head.to_vec();
    for id in sequence {
        let body = match id {
            FUNCTION => kept.iter().fold(counted(kept.len()), |mut all, index| {
                put(&mut all, functions[*index].kind);
                all
            }),
            CODE => kept.iter().fold(counted(kept.len()), |mut all, index| {
                let text = functions[*index].text(now);
                put(&mut all, text.len() as u32);
                all.extend(text);
                all
            }),
            EXPORT => exports.text(now),
            ELEMENT => elements.text(now),
            DATA => {
                let left = kept.iter().flat_map(|index| functions[*index].constants()).collect();
                data::without_places(sections[&id], &forgotten, &left)?
            }
            _ => sections[&id].to_vec(),
        };
        out.push(id);
        put(&mut out, body.len() as u32);
        out.extend(body);
    }
    Some(out)
}

/// Maps functions to equal ones that replace them. Functions whose address is taken are kept.
fn merged(functions: &[Function<'_>], imports: u32, seen: &BTreeSet<u32>) -> BTreeMap<u32, u32> {
    let mut same: BTreeMap<u32, u32> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let mut first: BTreeMap<(u32, Vec<u8>), u32> = BTreeMap::new();
        let mut found = Vec::new();
        for (number, function) in (imports..).zip(functions) {
            if same.contains_key(&number) {
                continue;
            }
            let text = function.text(|callee| *same.get(&callee).unwrap_or(&callee));
            let other = *first.entry((function.kind, text)).or_insert(number);
            if other != number && !seen.contains(&number) {
                found.push((number, other));
            }
        }
        if found.is_empty() {
            break;
        }
        same.extend(found);
    }
    same
}

/// The indices of functions that are called or visible outside.
fn living(
    functions: &[Function<'_>],
    imports: u32,
    seen: &BTreeSet<u32>,
    root: &impl Fn(u32) -> u32,
) -> BTreeSet<usize> {
    let mut living = BTreeSet::new();
    let mut todo: Vec<u32> = seen.iter().map(|number| root(*number)).collect();
    while let Some(number) = todo.pop() {
        let Some(index) = number.checked_sub(imports).map(|index| index as usize) else { continue };
        if living.insert(index) {
            let called = functions[index].steps.iter().filter(|step| [CALL, REF_FUNC].contains(&step[0]));
            todo.extend(called.filter_map(|step| Bytes(&step[1..]).number()).map(root));
        }
    }
    living
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with two equal functions and one that fails with a source location.
    fn program(bodies: &[&[u8]]) -> Vec<u8> {
        let mut out = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |id: u8, body: &[u8]| {
            out.push(id);
            out.extend(counted(body.len()));
            out.extend_from_slice(body);
        };
        section(1, &[1, 0x60, 0, 0]);
        section(IMPORT, &[0]);
        section(FUNCTION, &[&counted(bodies.len())[..], &vec![0; bodies.len()]].concat());
        section(5, &[1, 0, 1]);
        section(EXPORT, &[1, 1, b'f', 0, 0]);
        section(ELEMENT, &[1, 0, 0x41, 0, 0x0b, 1, 0]);
        let code = bodies.iter().fold(counted(bodies.len()), |mut all, body| {
            put(&mut all, body.len() as u32);
            all.extend_from_slice(body);
            all
        });
        section(CODE, &code);
        let place = [24, 0, 0, 0, 4, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0];
        let data = [&[1, 0, 0x41, 8, 0x0b, 24][..], &place, b"a.rs", b"text"].concat();
        section(DATA, &data);
        out
    }

    #[test]
    fn what_leads_to_a_trap_goes_and_what_happens_before_stays() {
        // f calls g and h, which are equal, then fails at the location at 8 by calling i, which traps.
        let bodies: [&[u8]; 4] = [
            &[0, 0x10, 1, 0x10, 2, 0x41, 8, 0x1a, 0x10, 3, 0x00, 0x0b],
            &[0, 0x01, 0x0b],
            &[0, 0x01, 0x0b],
            &[0, 0x41, 5, 0x1a, 0x00, 0x0b],
        ];
        let before = program(&bodies);
        let after = lean(&before).expect("it is as the linker writes it");
        let code: &[u8] = &[2, 7, 0, 0x10, 1, 0x10, 1, 0x00, 0x0b, 3, 0, 0x01, 0x0b];
        assert!(after.windows(code.len()).any(|window| window == code), "{after:x?}");
        let (end, data) = (after.len(), [[0; 20].as_slice(), b"text"].concat());
        assert_eq!(after[end - 24..], data, "the place and its file are forgotten, the text is not");
        assert_eq!(lean(&before[..30]), None);
    }

    #[test]
    fn accesses_lose_their_alignment_and_keep_their_offset() {
        let body: &[u8] = &[0, 0x41, 4, 0x41, 4, 0x28, 2, 0x90, 1, 0x36, 2, 8, 0x0b];
        let after = lean(&program(&[body])).expect("it is as the linker writes it");
        let wanted: &[u8] = &[1, 13, 0, 0x41, 4, 0x41, 4, 0x28, 0, 0x90, 1, 0x36, 0, 8, 0x0b];
        assert!(after.windows(wanted.len()).any(|window| window == wanted), "{after:x?}");
    }

    #[test]
    fn locals_are_numbered_by_use_within_their_type_and_unused_ones_go() {
        // Two i32, one i64, one i32: local 0 is never used, 1 once, 2 (the i64) once, 3 three times.
        let body: &[u8] =
            &[3, 2, 0x7f, 1, 0x7e, 1, 0x7f, 0x20, 1, 0x21, 3, 0x20, 3, 0x22, 3, 0x1a, 0x20, 2, 0x1a, 0x0b];
        let after = lean(&program(&[body])).expect("it is as the linker writes it");
        let wanted: &[u8] =
            &[1, 18, 2, 2, 0x7f, 1, 0x7e, 0x20, 1, 0x21, 0, 0x20, 0, 0x22, 0, 0x1a, 0x20, 2, 0x1a, 0x0b];
        assert!(after.windows(wanted.len()).any(|window| window == wanted), "{after:x?}");
    }
}
