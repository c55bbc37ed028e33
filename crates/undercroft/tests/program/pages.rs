//! The pages for players agree with the rules: every table on them is generated from the games.
//! UNDERCROFT_REFRESH=1 (or `cargo xtask docs`) rewrites them.

use std::fs;
use std::path::PathBuf;

#[test]
fn the_tables_of_every_page_are_current() {
    for entry in catalog::GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{}.md", entry.id));
        let page = fs::read_to_string(&path).expect("every game has a page");
        let filled = console::fill_page(&page, &console::tables_of(entry))
            .unwrap_or_else(|what| panic!("docs/{}.md: {what}", entry.id));
        if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
            // Replaced atomically, because the other test reads the same page.
            let beside = path.with_extension("new");
            fs::write(&beside, filled).expect("the page can be written");
            fs::rename(&beside, &path).expect("the page can be put in its place");
            continue;
        }
        let stale = page.lines().zip(filled.lines()).find(|(old, new)| old != new);
        assert!(page == filled, "docs/{}.md is stale; `cargo xtask docs` makes it anew: {stale:?}", entry.id);
    }
}

#[test]
fn every_page_has_all_sections() {
    for entry in catalog::GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{}.md", entry.id));
        let page = fs::read_to_string(&path).expect("every game has a page");
        for heading in ["## Goal", "## First minutes", "## Commands", "## Options", "## Hints"] {
            assert!(page.lines().any(|line| line == heading), "docs/{}.md has no '{heading}'", entry.id);
        }
        for table in console::tables_of(entry).iter().filter(|table| !table.rows.is_empty()) {
            let mark = format!("<!-- table: {} -->", table.name);
            assert!(page.contains(&mark), "docs/{}.md does not show the table {}", entry.id, table.name);
        }
    }
}
