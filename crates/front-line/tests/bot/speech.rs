//! Reads the sentences of `--speak`, and nothing else.

use super::{Thing, Walk};
use kernel::Dir;

/// Parses `5 east, 2 north` into columns and rows; returns the remaining words.
pub fn offset<'t>(parts: &mut impl Iterator<Item = &'t str>) -> (i32, i32, Vec<&'t str>) {
    let (mut dx, mut dy) = (0, 0);
    let mut rest = Vec::new();
    for part in parts {
        match part.split_once(' ').and_then(|(count, way)| Some((count.parse::<i32>().ok()?, way))) {
            Some((count, "east")) => dx = count,
            Some((count, "west")) => dx = -count,
            Some((count, "north")) => dy = -count,
            Some((count, "south")) => dy = count,
            _ => rest.push(part),
        }
    }
    (dx, dy, rest)
}

/// Parses `human H: 3 east, 2 north, path 5, safe path 9`.
pub fn thing(line: &str) -> Thing {
    let (name, told) = line.rsplit_once(": ").unwrap_or_else(|| panic!("no thing: {line:?}"));
    let (dx, dy, rest) = offset(&mut told.split(", "));
    let path = rest.iter().find_map(|part| part.strip_prefix("path ")?.parse().ok());
    Thing { name: name.to_owned(), dx, dy, path }
}

/// Parses `stairs: 4 east, then 2 north`, `stairs, not safe: 1 west`, `no stairs in sight`.
pub fn walk(line: &str) -> Option<Walk> {
    let (name, told) = line.rsplit_once(": ")?;
    let mut steps = Vec::new();
    for leg in told.split(", then ") {
        let (count, way) = leg.split_once(' ').unwrap_or_else(|| panic!("no leg: {leg:?}"));
        let way = Dir::ALL.into_iter().find(|dir| dir.long().eq_ignore_ascii_case(way)).expect("a direction");
        steps.extend(std::iter::repeat_n(way, count.parse().expect("a number of steps")));
    }
    Some(Walk { safe: !name.ends_with(", not safe"), steps })
}

/// Parses `North: floor 3, then wall`: the direction, if its first cell is ground or one of these things.
pub fn open(line: &str, walked_on: &[&str]) -> Option<Dir> {
    let (way, told) = line.split_once(": ").expect("a direction and what lies there");
    let way = Dir::ALL.into_iter().find(|dir| dir.long() == way).expect("a direction");
    let first = told.split(", then ").next().unwrap_or(told);
    let ground = first.rsplit_once(' ').is_some_and(|(_, count)| count.parse::<u32>().is_ok());
    (ground || walked_on.contains(&first)).then_some(way)
}

/// A number from `Health 100, fish 0, turn 0.`
pub fn number(line: &str, name: &str) -> i64 {
    let part = line.trim_end_matches('.').split(", ").find_map(|part| {
        let (word, value) = part.rsplit_once(' ')?;
        word.eq_ignore_ascii_case(name).then_some(value)
    });
    part.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {line:?}"))
}

/// The answers to `me`, `around`, `things` and two `way` requests, at the end of the output.
pub struct Answers<'t> {
    pub me: &'t str,
    pub around: Vec<&'t str>,
    pub things: Vec<&'t str>,
    pub ways: [&'t str; 2],
}

pub fn answers(text: &str, directions: usize) -> Answers<'_> {
    let lines: Vec<&str> = text.lines().collect();
    let is_me = |line: &&str| line.starts_with("Health ") && line.contains(", turn ");
    let me = lines.iter().rposition(is_me).unwrap_or_else(|| panic!("no numbers in {text:?}"));
    let end = lines.len() - 2;
    let around = me + 1..me + 1 + directions;
    let things = lines[around.end..end].iter().filter(|line| **line != "nothing in sight");
    Answers {
        me: lines[me],
        things: things.copied().collect(),
        ways: [lines[end], lines[end + 1]],
        around: lines[around].to_vec(),
    }
}
