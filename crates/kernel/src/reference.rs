//! What is known about the things of a game, as tables of text: pages for players and help screens are made of them.

use alloc::{string::String, vec::Vec};

/// One table of a game's reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name pages call it by.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// The headings of its columns.
    pub head: Vec<&'static str>,
    /// Its rows, each as long as the heading.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(name: &'static str, title: &'static str, head: &[&'static str]) -> Self {
        Self { name, title, head: head.to_vec(), rows: Vec::new() }
    }

    /// The same with one more row.
    ///
    /// # Panics
    /// If the row is not as long as the heading.
    #[must_use]
    pub fn row<const N: usize>(mut self, cells: [String; N]) -> Self {
        assert_eq!(
            N,
            self.head.len(),
            "a row of the table {} has another length than its heading",
            self.name
        );
        self.rows.push(cells.into());
        self
    }

    /// The same with a row for each of some things.
    #[must_use]
    pub fn rows<T, const N: usize>(
        self,
        things: impl IntoIterator<Item = T>,
        cells: impl Fn(T) -> [String; N],
    ) -> Self {
        things.into_iter().fold(self, |table, thing| table.row(cells(thing)))
    }
}
