//! The reference tables, made from the numbers the rules read; the chances of fights are simulated.

use crate::content::{
    BANE_FACTOR, DOCUMENT_FOES, DOCUMENT_ITEMS, FOE_WEIGHTS, FOES, FoeRow, GOLD_MOST, GOODS_WEIGHTS,
    HERO_HEALTH, HUNT_CELLS, ITEMS, ItemRow, KILL_SCORE, LEVEL_CELLS, LEVELS, Nature, SHORT_FIGHT_FACTOR,
    Slot, TABLE_ATTACK, Values, WAYPOINTS, WEIGHTS, WINDOW_HALF,
};
use crate::rules::combat::{End, Fighter, Odds, fight};
use crate::setup::Settings;
use alloc::{format, string::String, vec, vec::Vec};
use kernel::{Options, Rng, Seed, Table};

/// Number of fights simulated for each chance: enough for whole percents, and fast.
const FIGHTS: u32 = 1_000;

pub(crate) fn tables() -> Vec<Table> {
    vec![items(), odds(), foes(), numbers(), goods(), dwellers()]
}

fn items() -> Table {
    let all: u32 = WEIGHTS.iter().sum();
    let head = ["item", "worth", "with `values=table`", "chance"];
    Table::new("items", "What chests and monsters hold", &head).rows(&ITEMS[..DOCUMENT_ITEMS], |row| {
        let worth = |values: Values| match row.slot {
            Slot::Weapon => format!("{} damage", row.kind.value(values)),
            Slot::Armour => format!("{} protection", row.kind.value(values)),
            Slot::Purse => format!("1 to {GOLD_MOST} coins"),
            Slot::Charm | Slot::Supply => row.told.into(),
        };
        [row.name.into(), worth(Values::Program), worth(Values::Table), percent(row.weight, all)]
    })
}

/// How often each weapon wins with each armour against the document's monster.
fn odds() -> Table {
    let of_slot = |slot: Slot| ITEMS[..DOCUMENT_ITEMS].iter().filter(move |row| row.slot == slot);
    let mut head = vec!["against a Monster, in"];
    head.extend(of_slot(Slot::Armour).map(|armour| armour.name));
    let mut table = Table::new("odds", "How often you win", &head);
    for weapon in of_slot(Slot::Weapon) {
        let mut cells = vec![weapon.name.into()];
        cells.extend(of_slot(Slot::Armour).map(|armour| percent(wins(weapon, armour, &FOES[0]), FIGHTS)));
        table.rows.push(cells);
    }
    table
}

fn wins(weapon: &ItemRow, armour: &ItemRow, foe: &FoeRow) -> u32 {
    let odds = Odds::of(&Settings::of(&Options::default()));
    let mut dice = Rng::stream(&Seed::from_text(weapon.name), armour.name, &[]);
    let mut won = 0;
    for _ in 0..FIGHTS {
        let hero =
            Fighter::new(HERO_HEALTH, weapon.kind.value(Values::Program), armour.kind.value(Values::Program));
        let foe = Fighter::new(foe.health, foe.attack, foe.armour);
        won += u32::from(fight(hero, foe, &odds, &mut dice, |_| ()) == End::Won);
    }
    won
}

fn foes() -> Table {
    let all: u32 = FOE_WEIGHTS.iter().sum();
    let head =
        ["glyph", "monster", "health", "attack", "armour", "sees", "chance with `kinds`", "weak against"];
    Table::new("monsters", "Monsters", &head).rows(&FOES[..DOCUMENT_FOES], |foe| {
        [
            format!("`{}`", foe.glyph),
            foe.name.into(),
            format!("{}", foe.health / 100),
            format!("{}", foe.attack),
            format!("{}", foe.armour),
            format!("{} cells", foe.sight),
            percent(foe.weight, all),
            foe.bane.map_or("nothing".into(), |bane| bane.row().name.into()),
        ]
    })
}

/// What the option `goods` adds.
fn goods() -> Table {
    let total = |level: usize| GOODS_WEIGHTS[level].iter().sum::<u32>();
    let head = ["item", "worth", "what it does", "chance near the start", "far out"];
    Table::new("goods", "What the option goods adds", &head).rows(&ITEMS[DOCUMENT_ITEMS..], |row| {
        let value = row.kind.value(Values::Program);
        let worth = match row.slot {
            Slot::Weapon => format!("{value} damage"),
            Slot::Armour => format!("{value} protection"),
            Slot::Charm => "worn".into(),
            Slot::Purse | Slot::Supply => "used up".into(),
        };
        let chance = |level: usize| percent(GOODS_WEIGHTS[level][row.kind as usize], total(level));
        [row.name.into(), worth, row.told.into(), chance(0), chance(LEVELS - 1)]
    })
}

/// Where each monster lives with the option `growth`.
fn dwellers() -> Table {
    let head = ["glyph", "monster", "health", "attack", "armour", "moves while hunting", "nature", "lives"];
    Table::new("dwellers", "Where monsters live with the option growth", &head).rows(&FOES, |foe| {
        let lives = |level: &usize| foe.levels[*level] > 0;
        let reach = |level: usize| level as i64 * LEVEL_CELLS;
        let first = (0..LEVELS).find(lives);
        let last = (0..LEVELS).rev().find(lives);
        let where_to = match (first, last) {
            (Some(first), Some(last)) if last + 1 == LEVELS => format!("from {} cells out", reach(first)),
            (Some(first), Some(last)) => format!("{} to {} cells out", reach(first), reach(last + 1)),
            _ => "beside the relic".into(),
        };
        let pace = if foe.pace == 1 { "every turn" } else { "every second turn" };
        let nature = match foe.nature {
            Nature::Beast => "beast",
            Nature::Undead => "undead",
            Nature::Giant => "giant",
        };
        [
            format!("`{}`", foe.glyph),
            foe.name.into(),
            format!("{}", foe.health / 100),
            format!("{}", foe.attack),
            format!("{}", foe.armour),
            pace.into(),
            nature.into(),
            where_to,
        ]
    })
}

fn numbers() -> Table {
    let row = |what: &str, number: String| [what.into(), number];
    let (cols, rows) = (2 * WINDOW_HALF.0 + 1, 2 * WINDOW_HALF.1 + 1);
    Table::new("numbers", "The numbers", &["what", "how much"])
        .row(row("your health at the start of every fight", format!("{}", HERO_HEALTH / 100)))
        .row(row("score for a kill; a coin counts 1", format!("{KILL_SCORE}")))
        .row(row("damage of a weapon against the kind it is good against", format!("{BANE_FACTOR} times")))
        .row(row("attack of the Monster with `values=table`", format!("{TABLE_ATTACK}")))
        .row(row("damage of a blow with `fights=short`", format!("{SHORT_FIGHT_FACTOR} times")))
        .row(row("distance from which a roaming monster hunts you", format!("{HUNT_CELLS} cells")))
        .row(row("view without a terminal, and the ground you remember", format!("{cols} by {rows} cells")))
        .row(row("waypoints", format!("{WAYPOINTS}")))
}

/// A share in percent, with one decimal if it is not whole.
fn percent(part: u32, whole: u32) -> String {
    let tenths = (part * 1000 + whole / 2) / whole;
    if tenths.is_multiple_of(10) {
        format!("{} %", tenths / 10)
    } else {
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}
