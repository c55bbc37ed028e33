//! Checks that documents name existing files (paths in backquotes and targets of links), and that the changelog
//! begins with this version.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose paths are checked.
const FOLDERS: [&str; 4] = ["crates/", "docs/", "xtask/", "fuzz/"];

/// Checks all documents; the message lists the paths that do not exist.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    for folder in [root.to_owned(), root.join("docs")] {
        for page in pages(&folder) {
            let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
            let name = page.strip_prefix(root).unwrap_or(&page).display();
            // A row of the requirements that is not implemented yet may name a future file.
            for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.contains("(not yet)")) {
                let lost = paths(line).filter(|path| !root.join(path).exists());
                let dead = links(line).filter(|link| !folder.join(link).exists());
                wrong.extend(lost.chain(dead).map(|path| format!("{name}:{number}: there is no {path}")));
            }
        }
    }
    let changes = fs::read_to_string(root.join("CHANGELOG.md")).unwrap_or_default();
    if !begins_with(&changes, env!("CARGO_PKG_VERSION")) {
        wrong.push(format!("CHANGELOG.md does not begin with version {}", env!("CARGO_PKG_VERSION")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("\n  {}", wrong.join("\n  "))) }
}

/// The newest section of the changelog is that of this version, with a date: `## 0.2.0, 2026-11-19`.
fn begins_with(changes: &str, version: &str) -> bool {
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    let dated =
        |date: &str| date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    newest.split_once(", ").is_some_and(|(number, date)| number == version && dated(date))
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Paths in backquotes; `NAME` stands for any name.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted.filter(|text| {
        FOLDERS.iter().any(|folder| text.starts_with(folder))
            && !text.contains(['*', ' '])
            && !text.contains("NAME")
    })
}

/// Targets of links to local files, without the part after `#`.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_begin_with_this_version_and_a_date() {
        assert!(begins_with("# Changelog\n\n## 0.2.0, 2026-11-19\n\n## 0.1.0, 2026-11-16\n", "0.2.0"));
        for wrong in ["", "## 0.1.0, 2026-11-16\n\n## 0.2.0, 2026-11-19\n", "## 0.2.0, unreleased\n"] {
            assert!(!begins_with(wrong, "0.2.0"), "{wrong}");
        }
    }

    #[test]
    fn paths_and_links_are_found() {
        let line = "See `crates/kernel/src/game.rs`, `docs/NAME.md` and [a page](docs/a.md#part), [web](https://a.b/c), [here](#x).";
        assert_eq!(paths(line).collect::<Vec<_>>(), ["crates/kernel/src/game.rs"]);
        assert_eq!(links(line).collect::<Vec<_>>(), ["docs/a.md"]);
    }
}
