//! Command logs of four bytes per command: a batch keeps those of thousands of games.

use kernel::Seat;

/// Commands in order. Most are indices into the table of deeds; the others are stored separately.
#[derive(Clone, Debug)]
pub(super) struct Log<C> {
    steps: Vec<(Seat, u16)>,
    others: Vec<C>,
}

impl<C: Copy + PartialEq> Log<C> {
    pub(super) fn with_room(commands: usize) -> Self {
        Self { steps: Vec::with_capacity(commands), others: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.others.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Copies another log, reusing the memory.
    pub(super) fn copy(&mut self, other: &Self) {
        self.steps.clone_from(&other.steps);
        self.others.clone_from(&other.others);
    }

    /// Adds a deed by its index.
    pub(super) fn push_deed(&mut self, seat: Seat, deed: usize) {
        self.steps.push((seat, deed as u16));
    }

    /// Adds any command.
    pub(super) fn push(&mut self, deeds: &[C], seat: Seat, command: C) {
        let number = deeds.iter().position(|deed| *deed == command).unwrap_or_else(|| {
            let known = self.others.iter().position(|other| *other == command);
            deeds.len()
                + known.unwrap_or_else(|| {
                    self.others.push(command);
                    self.others.len() - 1
                })
        });
        self.push_deed(seat, number);
    }

    pub(super) fn iter<'a>(&'a self, deeds: &'a [C]) -> impl Iterator<Item = (Seat, C)> + 'a {
        self.steps.iter().map(|&(seat, number)| {
            let number = usize::from(number);
            (seat, deeds.get(number).copied().unwrap_or_else(|| self.others[number - deeds.len()]))
        })
    }
}
