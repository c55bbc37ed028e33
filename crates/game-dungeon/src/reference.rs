//! The reference tables, made from the numbers the rules and the reader use and from the campaign itself.

use crate::content::{
    CAMPAIGN, CELLS_MAX, CampaignLevel, DEPTH_MAX, FLOOR, FOE_LETTERS, HERO_GLYPH, JUNCTION, PASSAGE,
    TEXT_BYTES_MAX, WALL,
};
use crate::deep::{self, BEASTS, BLADES, Beast, KEEPERS, MAILS, SCROLL_KINDS, ScrollKind};
use crate::plan::Kind;
use crate::{check, solve};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use kernel::Table;

pub(crate) fn tables() -> Vec<Table> {
    vec![things(), campaign(), beasts(), keepers(), treasure(), limits()]
}

fn things() -> Table {
    let row = |glyph: char, what: &str| [format!("`{glyph}`"), what.into()];
    let foes: Vec<String> = FOE_LETTERS.iter().map(|letter| format!("`{letter}`")).collect();
    Table::new("things", "What you see", &["glyph", "what"])
        .row(row(HERO_GLYPH, "you"))
        .row(row(WALL.glyph(), "wall"))
        .row(row(FLOOR.glyph(), "floor"))
        .row(row(PASSAGE.glyph(), "passage"))
        .row(row(JUNCTION.glyph(), "junction: a passage goes through a wall"))
        .row(row(Kind::Sword.cell().glyph(), "sword: when wielded, its strength adds to your hits"))
        .row(row(Kind::Armor.cell().glyph(), "armor: when worn, its strength reduces the damage you take"))
        .row(row(
            Kind::Scroll.cell().glyph(),
            "scroll: can be read once; blesses, curses or makes you hallucinate",
        ))
        .row([foes.join(" "), "Troll, Snake, Hobgoblin; a file may use other letters".into()])
}

fn campaign() -> Table {
    let head = [
        "name",
        "dungeon",
        "your HP",
        "your maxhit",
        "moves for 1 HP",
        "monsters",
        "strongest: HP, maxhit",
        "items",
        "best score",
    ];
    let cells = |level: &CampaignLevel| {
        let Some(setup) = check(level.text).setup else { return core::array::from_fn(|_| String::new()) };
        let facts = &setup.plan.facts;
        let most = |of: fn(&crate::plan::Creature) -> i64| facts.foes.iter().map(of).max().unwrap_or(0);
        [
            format!("`{}`", level.name),
            facts.name.to_string(),
            format!("{}", facts.hero.hp),
            format!("{}", facts.hero.hit_max),
            if facts.hp_moves == 0 { "never".into() } else { format!("{}", facts.hp_moves) },
            format!("{}", facts.foes.len()),
            format!("{}, {}", most(|foe| foe.hp.into()), most(|foe| foe.hit_max.into())),
            format!("{}", facts.items.len()),
            solve(&setup).best_score.map_or("without limit".into(), |score| format!("{score}")),
        ]
    };
    Table::new("campaign", "The campaign, easiest first", &head).rows(&CAMPAIGN, cells)
}

/// `3`, or `3 to 5`.
fn span<T: PartialEq + core::fmt::Display>((low, high): (T, T)) -> String {
    if low == high { format!("{low}") } else { format!("{low} to {high}") }
}

fn beasts() -> Table {
    let head = ["creature", "glyph", "depths", "HP", "maxhit", "points", "when hit"];
    Table::new("deep", "Creatures of the Undercroft edition", &head).rows(&BEASTS, |beast: &Beast| {
        [
            beast.name.into(),
            format!("`{}`", beast.letter),
            span(beast.depths),
            span(beast.hp),
            span(beast.hit),
            format!("{}", beast.points),
            if beast.blinks { "vanishes and appears elsewhere".into() } else { String::new() },
        ]
    })
}

fn keepers() -> Table {
    let head = ["depth", "keeper of the stairs", "glyph", "HP", "maxhit", "points"];
    Table::new("keepers", "Keepers of the stairs", &head).rows(&KEEPERS, |beast: &Beast| {
        [
            span(beast.depths),
            beast.name.into(),
            format!("`{}`", beast.letter),
            span(beast.hp),
            span(beast.hit),
            format!("{}", beast.points),
        ]
    })
}

fn treasure() -> Table {
    let gear = |name: &str, glyph: char, value: u32, what: &str| {
        [name.into(), format!("`{glyph}`"), span(deep::depths_of(value)), format!("+{value} {what}")]
    };
    let scroll = |scroll: &ScrollKind| {
        let effect = |&(action, number, target, _): &(&str, i32, &str, &str)| match (action, target) {
            ("Hallucinate", _) => format!("you hallucinate for {number} moves"),
            (_, "w") => format!("{number:+} to the sword in hand"),
            _ => format!("{number:+} to the armor being worn"),
        };
        let effects: Vec<String> = scroll.acts.iter().map(effect).collect();
        let glyph = Kind::Scroll.cell().glyph();
        [scroll.name.into(), format!("`{glyph}`"), span((1, deep::DEPTHS_MAX as u32)), effects.join(", ")]
    };
    let mut table = Table::new(
        "treasure",
        "Treasure of the Undercroft edition",
        &["item", "glyph", "depths", "what it does"],
    );
    for (value, name) in (1..).zip(BLADES) {
        table = table.row(gear(name, Kind::Sword.cell().glyph(), value, "to your hits"));
    }
    for (value, name) in (1..).zip(MAILS) {
        table = table.row(gear(name, Kind::Armor.cell().glyph(), value, "armor"));
    }
    table.rows(&SCROLL_KINDS, scroll)
}

fn limits() -> Table {
    let row = |what: &str, number: String| [what.into(), number];
    Table::new("limits", "Limits of a file", &["what", "at most"])
        .row(row("size of a file", format!("{} MB", TEXT_BYTES_MAX >> 20)))
        .row(row("cells of the display", format!("{CELLS_MAX}")))
        .row(row("nesting depth of elements", format!("{DEPTH_MAX}")))
}
