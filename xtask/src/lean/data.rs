//! Removes unused source locations (path, length, line, column) from the data.

use super::{Bytes, code::I32_CONST};
use std::collections::BTreeSet;
use std::ops::Range;

/// The size of a location, and the maximum length of a path.
const PLACE: usize = 16;
const PATH_MAX: usize = 300;

/// A data segment: its address, and its range in the section.
struct Part {
    address: usize,
    bytes: Range<usize>,
}

/// The section with zeroes for locations that only `forgotten` constants referred to, and for paths without
/// other locations. `None` if the section is not as the linker writes it.
pub(super) fn without_places(
    section: &[u8],
    forgotten: &BTreeSet<u32>,
    left: &BTreeSet<u32>,
) -> Option<Vec<u8>> {
    let parts = parts(section)?;
    let mut data = section.to_vec();
    let named = words(&data, &parts);
    let mut paths = BTreeSet::new();
    for address in forgotten.iter().filter(|address| !left.contains(address) && !named.contains(address)) {
        let Some(at) = find(&parts, *address, PLACE) else { continue };
        let word = |index: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| data[at + 4 * index + byte]));
        let (path, length) = (word(0), word(1) as usize);
        let text = find(&parts, path, length).filter(|_| length <= PATH_MAX);
        if text.is_some_and(|start| data[start..start + length].ends_with(b".rs")) {
            data[at..at + PLACE].fill(0);
            paths.insert((path, length));
        }
    }
    let named = words(&data, &parts);
    for (path, length) in paths.into_iter().filter(|(path, _)| !named.contains(path) && !left.contains(path))
    {
        let start = find(&parts, path, length)?;
        data[start..start + length].fill(0);
    }
    Some(data)
}

fn parts(section: &[u8]) -> Option<Vec<Part>> {
    let mut bytes = Bytes(section);
    let count = bytes.number()?;
    let part = |_| {
        (bytes.number()? == 0 && bytes.byte()? == I32_CONST).then_some(())?;
        let address = bytes.number()? as usize;
        bytes.byte()?;
        let size = bytes.number()? as usize;
        let start = section.len() - bytes.0.len();
        bytes.take(size)?;
        Some(Part { address, bytes: start..start + size })
    };
    (0..count).map(part).collect()
}

/// The position of an address in the section, if this many bytes follow.
fn find(parts: &[Part], address: u32, size: usize) -> Option<usize> {
    let address = address as usize;
    let part = parts
        .iter()
        .find(|part| part.address <= address && address + size <= part.address + part.bytes.len())?;
    Some(part.bytes.start + address - part.address)
}

/// All words of the data that may be addresses.
fn words(data: &[u8], parts: &[Part]) -> BTreeSet<u32> {
    let words = parts.iter().flat_map(|part| {
        let skipped = part.address.next_multiple_of(4) - part.address;
        let bytes = data[part.bytes.clone()].get(skipped..).unwrap_or_default();
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    });
    words.collect()
}
