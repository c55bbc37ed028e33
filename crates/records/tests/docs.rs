//! docs/seeds.md contains the program's tables verbatim. `UNDERCROFT_REFRESH=1` rewrites them.

use std::fmt::Write as _;
use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/seeds.md");

/// The page with the text between two marks replaced.
fn with(page: &str, name: &str, text: &str) -> String {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = page.split_once(&open).expect("the page has the mark");
    let (_, after) = rest.split_once(&close).expect("the page has the end mark");
    format!("{before}{open}{text}{close}{after}")
}

fn points() -> String {
    let mut out = String::from("| game | points |\n|---|---|\n");
    for entry in catalog::GAMES {
        let _ = writeln!(out, "| `{}` | {} |", entry.id, entry.contest.told);
    }
    out
}

fn fields() -> String {
    let mut out = String::new();
    for entry in catalog::GAMES {
        let floors = match entry.surveys.floors {
            1 => String::new(),
            floors => format!(", floors 1 to {floors}"),
        };
        let _ = write!(out, "### {}{floors}\n\n| field | what it is |\n|---|---|\n", entry.id);
        for field in entry.surveys.fields {
            let _ = writeln!(out, "| `{}` | {} |", field.name, field.help);
        }
        out.push('\n');
    }
    out
}

#[test]
fn the_documented_tables_are_current() {
    let page = fs::read_to_string(PAGE).unwrap();
    let wanted = with(&with(&page, "points", &points()), "fields", &fields());
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        fs::write(PAGE, &wanted).unwrap();
    }
    assert_eq!(page, wanted, "UNDERCROFT_REFRESH=1 writes the tables of docs/seeds.md anew");
}

#[test]
fn every_game_has_survey_fields_with_unique_names() {
    for entry in catalog::GAMES {
        let mut names: Vec<String> =
            entry.surveys.fields.iter().map(|field| field.name.to_lowercase()).collect();
        assert!(names.len() >= 5 && names.len() <= kernel::Asked::FIELDS_MAX, "{}", entry.id);
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{}", entry.id);
    }
}
