//! The reference tables of a game: the common ones (commands, application keys, options) and its own. Help
//! screens show them, and the pages in docs/ include them between marks, so that no number there is written
//! by hand.

use crate::bindings::KeyTable;
use crate::bindings::Meaning;
use crate::front::Front;
use crate::help::{HelpRow, PAUSE};
use crate::key::Key;
use crate::settings::Settings;
use kernel::{Follows, OptionSpec, Table};
use session::{Brief, Entry, VerbInfo};

/// Opens a table on a page; the table's name and the end of the comment follow.
const MARK: &str = "<!-- table: ";
/// Maximum length of a name that gets a column of its own on a help page.
const NAME_COLS: usize = 18;
/// Closes a table on a page.
const END: &str = "<!-- end -->";

/// All tables of a game.
#[must_use]
pub fn tables_of(entry: &Entry) -> Vec<Table> {
    let verbs = (entry.verbs)();
    let mut tables = vec![
        commands("commands", "Commands", &verbs, |verb| verb.phases & 1 != 0),
        commands("prompts", "Commands in other situations", &verbs, |verb| verb.phases & 1 == 0),
        around(entry),
        options(entry.options),
    ];
    tables.extend((entry.teaching.reference)());
    tables
}

fn commands(
    name: &'static str,
    title: &'static str,
    verbs: &[VerbInfo],
    wanted: fn(&VerbInfo) -> bool,
) -> Table {
    Table::new(name, title, &["key", "typed", "what it does"]).rows(
        verbs.iter().filter(|verb| wanted(verb)),
        |verb| {
            let follows = match verb.follows {
                Follows::Nothing => String::new(),
                Follows::Direction => " direction".to_owned(),
                Follows::Character => " character".to_owned(),
                // A range without a practical end is shown as just a number.
                Follows::Number(_, last) if last > 999 => " number".to_owned(),
                numbers => format!(" {numbers}"),
            };
            let keys: Vec<String> = verb.keys.iter().map(|key| format!("`{key}`")).collect();
            let words: Vec<String> = verb.words.iter().map(|word| format!("`{word}`")).collect();
            [
                format!("{}{follows}", keys.join(" ")),
                format!("{}{follows}", words.join(" ")),
                format!("{}: {}", verb.name, verb.help),
            ]
        },
    )
}

/// The application's default keys in this game.
fn around(entry: &Entry) -> Table {
    // A started game offers only the verbs of its default options; the application uses the keys of the
    // others.
    let begun = (entry.start)(&Brief::default());
    let verbs = begun.map_or_else(|_| (entry.verbs)(), |(session, _)| session.verbs());
    let table = KeyTable::build(entry.id, &verbs, &Settings::default());
    let fronts = Front::ALL.into_iter().map(Some).chain([None]);
    Table::new("around", "General", &["key", "what it does"]).rows(fronts, |front| {
        let Some(front) = front else {
            return [format!("`{}`", Key::Esc.shown(false)), PAUSE.replacen('P', "p", 1)];
        };
        let keys = table.keys_of(Meaning::Front(front), 0);
        let keys: Vec<String> = keys.map(|key| format!("`{}`", key.shown(false))).collect();
        [keys.join(" "), format!("{}: {}", front.word(), front.help())]
    })
}

fn options(specs: &[OptionSpec]) -> Table {
    Table::new("options", "Options", &["option", "values", "default", "what it does"]).rows(specs, |spec| {
        let words: Vec<String> = spec.kind.words().iter().map(|word| format!("`{word}`")).collect();
        let values = if words.is_empty() { spec.kind.told() } else { words.join(" ") };
        let usual = spec.canonical(spec.default).unwrap_or_else(|_| spec.default.to_owned());
        [format!("`{}`", spec.name), values, format!("`{usual}`"), spec.help.to_owned()]
    })
}

/// Replaces the tables between the marks of a page.
///
/// # Errors
/// A sentence with the line, when a mark names no table or is not closed.
pub fn fill_page(page: &str, tables: &[Table]) -> Result<String, String> {
    let mut out = String::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(name) = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        let table = tables.iter().find(|table| table.name == name);
        let table = table.ok_or_else(|| format!("line {}: there is no table '{name}'", number + 1))?;
        if !lines.any(|(_, line)| line == END) {
            return Err(format!("line {}: the table '{name}' has no {END}", number + 1));
        }
        out.push_str(&markdown(table));
        out.push_str(END);
        out.push('\n');
    }
    Ok(out)
}

fn markdown(table: &Table) -> String {
    let row = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut out = row(&mut table.head.iter().map(|&cell| cell.to_owned()));
    out.push_str(&format!("|{}\n", "---|".repeat(table.head.len())));
    for cells in &table.rows {
        out.push_str(&row(&mut cells.iter().cloned()));
    }
    out
}

/// A game's own tables as rows of a help page.
#[must_use]
pub fn help_of_tables(tables: &[Table]) -> Vec<HelpRow> {
    let mut rows = Vec::new();
    for table in tables {
        rows.extend([HelpRow::Gap, HelpRow::Heading(table.title.to_owned())]);
        let short = table.rows.iter().all(|cells| cells[0].chars().count() <= NAME_COLS);
        for cells in &table.rows {
            let plain = |text: &str| text.replace('`', "");
            let named = |(cell, head): (&String, &&str)| match (cell.is_empty(), *head) {
                (true, _) => None,
                (false, "" | "what" | "what it does" | "how much" | "at most" | "name" | "how") => {
                    Some(plain(cell))
                }
                (false, head) => Some(format!("{} {}", plain(head), plain(cell))),
            };
            let rest: Vec<String> = cells.iter().zip(&table.head).skip(1).filter_map(named).collect();
            let (first, rest) = (plain(&cells[0]), rest.join(", "));
            // Long names would push the keys at the top of the page far to the right.
            rows.push(if short {
                HelpRow::Entry(first, rest)
            } else {
                HelpRow::Text(format!("{first}: {rest}"))
            });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_filled_between_their_marks_and_nowhere_else() {
        let table = Table::new("beasts", "Beasts", &["a", "b"]).row(["`|`".to_owned(), "two".to_owned()]);
        let page = "# Page\n<!-- table: beasts -->\nold\n<!-- end -->\nrest\n";
        let filled = fill_page(page, std::slice::from_ref(&table)).unwrap();
        assert_eq!(
            filled,
            "# Page\n<!-- table: beasts -->\n| a | b |\n|---|---|\n| `\\|` | two |\n<!-- end -->\nrest\n"
        );
        assert_eq!(fill_page(&filled, std::slice::from_ref(&table)).unwrap(), filled, "once is enough");
        assert_eq!(
            fill_page("\n<!-- table: birds -->\n<!-- end -->\n", std::slice::from_ref(&table)).unwrap_err(),
            "line 2: there is no table 'birds'"
        );
        assert!(fill_page("<!-- table: beasts -->\n", &[table]).unwrap_err().contains("has no <!-- end -->"));
    }

    #[test]
    fn every_game_has_tables_that_can_be_shown() {
        for entry in catalog::GAMES {
            let tables = tables_of(entry);
            for (index, table) in tables.iter().enumerate() {
                assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.name);
                assert!(
                    !tables[..index].iter().any(|other| other.name == table.name),
                    "{} twice",
                    table.name
                );
            }
            assert!(!(entry.teaching.reference)().is_empty(), "{} has tables of its own", entry.id);
            assert!(help_of_tables(&(entry.teaching.reference)()).len() > 5);
        }
    }
}
