//! The reference tables, made from the values the rules read.

use crate::content::{LIMIT, PAST_MAX, SIZE_MAX};
use crate::player::ROSTER;
use alloc::{format, string::String, vec, vec::Vec};
use kernel::Table;

pub(crate) fn tables() -> Vec<Table> {
    vec![players(), numbers()]
}

fn players() -> Table {
    let yes = |plays: bool| String::from(if plays { "yes" } else { "" });
    Table::new("players", "Players", &["name", "hero", "monster", "how"])
        .rows(&ROSTER, |row| [format!("`{}`", row.name), yes(row.hero), yes(row.monster), row.how.into()])
        .row([
            "`cmd:PROGRAM`".into(),
            yes(true),
            yes(true),
            "a strategy of your own: see [strategies.md](strategies.md)".into(),
        ])
}

fn numbers() -> Table {
    let row = |what: &str, number: String| [what.into(), number];
    Table::new("numbers", "The numbers", &["what", "how much"])
        .row(row("cells along each side of a field", format!("1 to {SIZE_MAX}")))
        .row(row("round limit", format!("{LIMIT} by default")))
        .row(row("rounds remembered to detect a repeated position", format!("{PAST_MAX}")))
}
