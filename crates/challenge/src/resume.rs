//! How far a long search came, in a text file, so that it can be stopped and continued.
//!
//! ```text
//! undercroft seeds 1
//! game boo 1                  id and rules version
//! set rooms "plus"            only options that differ from their defaults
//! prefix ""
//! where "fish.nearest < 5"
//! first 0                     the first number that was asked
//! next 180224                 the first that was not
//! found 31                    one line a seed
//! ```

use crate::history::told;
use crate::search::Search;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

const FIRST: &str = "undercroft seeds 1";

/// How far a search came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The first number that was asked.
    pub first: u64,
    /// The first number that was not asked.
    pub next: u64,
    /// The numbers of the seeds that were found.
    pub found: Vec<u64>,
}

impl Progress {
    /// Reads how far this very search came; nothing if there is no such file yet.
    ///
    /// # Errors
    /// A sentence with file and line, when the file is damaged or belongs to another search. It stays as it is.
    pub fn read(path: &Path, search: &Search) -> Result<Option<Self>, String> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(told(path, &error)),
        };
        let text = String::from_utf8_lossy(&bytes);
        let at = |line: usize, what: &str| format!("{}:{line}: {what}", path.display());
        let mut lines = (1..).zip(text.lines());
        for (wanted, (line, found)) in about(search).into_iter().zip(lines.by_ref()) {
            if found != wanted {
                let what = format!(
                    "this file belongs to another search: it says '{found}', and now it is '{wanted}'"
                );
                let damaged = "this is no file of a search";
                return Err(at(line, if line == 1 { damaged } else { &what }));
            }
        }
        let mut progress = Self::default();
        let mut named = (false, false);
        for (line, text) in lines {
            let damaged = || at(line, "this line is damaged; the file is left as it is");
            let (word, number) = text.split_once(' ').ok_or_else(damaged)?;
            let number: u64 = number.parse().map_err(|_| damaged())?;
            match word {
                "first" => (progress.first, named.0) = (number, true),
                "next" => (progress.next, named.1) = (number, true),
                "found" if (progress.first..progress.next).contains(&number) => progress.found.push(number),
                _ => return Err(damaged()),
            }
        }
        if named == (true, true) && text.ends_with('\n') && progress.first <= progress.next {
            return Ok(Some(progress));
        }
        Err(at(text.lines().count().max(1), "the file ends too early; it is left as it is"))
    }

    /// Writes it, so that at any instant either the old or the new file is there.
    ///
    /// # Errors
    /// A sentence, when it cannot be written.
    pub fn write(&self, path: &Path, search: &Search) -> Result<(), String> {
        let mut out = String::new();
        about(search).iter().for_each(|line| {
            let _ = writeln!(out, "{line}");
        });
        let _ = write!(out, "first {}\nnext {}\n", self.first, self.next);
        self.found.iter().for_each(|number| {
            let _ = writeln!(out, "found {number}");
        });
        store::write_atomically(path, out.as_bytes()).map_err(|error| told(path, &error))
    }
}

/// The lines that tell one search from another.
fn about(search: &Search) -> Vec<String> {
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let mut lines = vec![FIRST.to_owned(), format!("game {} {}", search.entry.id, search.entry.rules)];
    lines.extend(search.options.iter().map(|(name, value)| format!("set {name} {}", quoted(value))));
    lines.push(format!("prefix {}", quoted(&search.prefix)));
    lines.push(format!("where {}", quoted(search.condition.text())));
    lines
}
