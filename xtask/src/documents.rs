//! Documents name files that exist: paths in backquotes and targets of links.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders whose paths are checked where a document names one in backquotes.
const FOLDERS: [&str; 4] = ["crates/", "docs/", "xtask/", "fuzz/"];

/// Every path in the documents; the message lists those that do not exist.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    for folder in [root.to_owned(), root.join("docs")] {
        for page in pages(&folder) {
            let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
            let name = page.strip_prefix(root).unwrap_or(&page).display();
            // A row of the requirements that is not there yet may name what will be.
            for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.contains("(not yet)")) {
                let lost = paths(line).filter(|path| !root.join(path).exists());
                let dead = links(line).filter(|link| !folder.join(link).exists());
                wrong.extend(lost.chain(dead).map(|path| format!("{name}:{number}: there is no {path}")));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("\n  {}", wrong.join("\n  "))) }
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Paths in backquotes; `NAME` in one stands for any name.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted.filter(|text| {
        FOLDERS.iter().any(|folder| text.starts_with(folder))
            && !text.contains(['*', ' '])
            && !text.contains("NAME")
    })
}

/// Targets of links to files of ours, without the part after `#`.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_links_are_found() {
        let line = "See `crates/kernel/src/game.rs`, `docs/NAME.md` and [a page](docs/a.md#part), [web](https://a.b/c), [here](#x).";
        assert_eq!(paths(line).collect::<Vec<_>>(), ["crates/kernel/src/game.rs"]);
        assert_eq!(links(line).collect::<Vec<_>>(), ["docs/a.md"]);
    }
}
