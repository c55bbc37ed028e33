//! The values of all pairs of cells, in one byte each, or two for very long hunts.

/// The value of a hero who is never caught.
pub(super) const NEVER: u16 = 0;

/// Maximum length of a hunt that can be stored, in turns.
pub(super) const LONGEST: u32 = u16::MAX as u32;

/// The turn on which the hero is caught for each pair (monster's cell, hero's cell); 0 for never.
pub(super) enum Store {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// The rows of some monster cells, for one thread.
pub(super) enum Rows<'a> {
    Narrow(&'a mut [u8]),
    Wide(&'a mut [u16]),
}

impl Store {
    pub(super) fn new(pairs: usize) -> Self {
        Self::Narrow(vec![0; pairs])
    }

    pub(super) fn get(&self, index: usize) -> u16 {
        match self {
            Self::Narrow(values) => u16::from(values[index]),
            Self::Wide(values) => values[index],
        }
    }

    pub(super) fn set(&mut self, index: usize, value: u32) {
        match self {
            Self::Narrow(values) => values[index] = value as u8,
            Self::Wide(values) => values[index] = value as u16,
        }
    }

    pub(super) const fn is_narrow(&self) -> bool {
        matches!(self, Self::Narrow(_))
    }

    pub(super) fn widen(&mut self) {
        if let Self::Narrow(values) = self {
            *self = Self::Wide(values.iter().map(|&value| u16::from(value)).collect());
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Narrow(values) => values.len(),
            Self::Wide(values) => 2 * values.len(),
        }
    }

    /// Splits the table into pieces of `len` values.
    pub(super) fn pieces(&mut self, len: usize) -> Vec<Rows<'_>> {
        match self {
            Self::Narrow(values) => values.chunks_mut(len).map(Rows::Narrow).collect(),
            Self::Wide(values) => values.chunks_mut(len).map(Rows::Wide).collect(),
        }
    }
}

impl Rows<'_> {
    /// Writes one value for each bit of a set of hero cells, in the row that starts at `start`.
    pub(super) fn write(&mut self, start: usize, set: &[u64], cells: &[u16], value: u32) {
        match self {
            Self::Narrow(rows) => write(&mut rows[start..], set, cells, value as u8),
            Self::Wide(rows) => write(&mut rows[start..], set, cells, value as u16),
        }
    }
}

fn write<T: Copy>(row: &mut [T], set: &[u64], cells: &[u16], value: T) {
    for (&word, cells) in set.iter().zip(cells.chunks_exact(64)) {
        let mut rest = word;
        while rest != 0 {
            row[usize::from(cells[rest.trailing_zeros() as usize])] = value;
            rest &= rest - 1;
        }
    }
}
