//! The reference tables, made from the numbers the rules read.

use crate::content::{
    ARCHER_REACH, BAG_SIZE, BOLT_BONUS, BOLT_REACH, BOLTS_PER_FLOOR, CLASSES, CLASSIC_FOES, CLASSIC_RACES,
    ClassRow, DIFFICULTIES, FLOORS, FOE_HITS, FOES, FoeRow, GEAR, GEAR_PER_FLOOR, GOLD, HALFLING_DODGES,
    PLAIN_TUNING, POTION_RESALE, POTIONS, POTIONS_ON_OFFER, POTIONS_PER_FLOOR, RACES, ROBBER_TAKES, RaceRow,
    SCENT_STEPS, TEMPERED_TUNING, damage,
};
use alloc::{format, string::String, vec, vec::Vec};
use kernel::Table;

pub(crate) fn tables() -> Vec<Table> {
    let (races, more_races) = RACES.split_at(CLASSIC_RACES);
    let (foes, more_foes) = FOES.split_at(CLASSIC_FOES);
    vec![
        races_table("races", "Races", races),
        foes_table("enemies", "Enemies", foes, foes),
        duels(),
        potions(),
        gold(),
        races_table("more-races", "Races of the option races", more_races),
        foes_table("more-enemies", "Enemies of the option foes", more_foes, &FOES),
        classes("classes", "Classes", &CLASSES),
        gear(),
        difficulties(),
        edition(),
        races_table("edition-races", "Races of the Undercroft edition", &TEMPERED_TUNING.races),
        classes("edition-classes", "Classes of the Undercroft edition", &TEMPERED_TUNING.classes),
        numbers(),
    ]
}

fn races_table(name: &'static str, title: &'static str, rows: &[RaceRow]) -> Table {
    Table::new(name, title, &["letter", "race", "HP", "Atk", "Def", "gift"]).rows(rows, |row| {
        [
            format!("`{}`", row.letter),
            row.name.into(),
            format!("{}", row.hp),
            format!("{}", row.atk),
            format!("{}", row.def),
            row.gift.into(),
        ]
    })
}

fn foes_table(name: &'static str, title: &'static str, rows: &[FoeRow], all: &[FoeRow]) -> Table {
    let weights: u32 = all.iter().map(|row| row.weight).sum();
    Table::new(name, title, &["letter", "enemy", "HP", "Atk", "Def", "how many", "special"]).rows(
        rows,
        |row| {
            [
                format!("`{}`", row.letter),
                row.name.into(),
                format!("{}", row.hp),
                format!("{}", row.atk),
                format!("{}", row.def),
                if row.weight == 0 { "one per hoard".into() } else { format!("{} in {weights}", row.weight) },
                row.gift.into(),
            ]
        },
    )
}

/// The number of blows that must land on either side, by the rules' own formula.
fn duels() -> Table {
    let mut head = vec!["blows to slay it / you"];
    head.extend(RACES[..CLASSIC_RACES].iter().map(|race| race.name));
    let mut table = Table::new("duels", "Blows that decide a fight", &head);
    for foe in &FOES[..CLASSIC_FOES] {
        let mut cells = vec![foe.name.into()];
        cells.extend(RACES[..CLASSIC_RACES].iter().map(|race| {
            let yours = u32::from(foe.hp).div_ceil(damage(race.atk as u32, foe.def));
            let its = (race.hp as u32).div_ceil(damage(foe.atk, race.def as u32));
            format!("{yours} / {its}")
        }));
        table.rows.push(cells);
    }
    table
}

fn potions() -> Table {
    Table::new("potions", "Potions", &["digit", "potion", "effect", "", "price"]).rows(&POTIONS, |row| {
        let effect = format!("{}", row.effect);
        let price = if row.price == 0 { "not sold".into() } else { format!("{}", row.price) };
        [format!("`{}`", row.digit), row.name.into(), row.help.into(), effect, price]
    })
}

fn gold() -> Table {
    let weights: u32 = GOLD.iter().map(|row| row.2).sum();
    Table::new("gold", "Gold", &["digit", "pile", "worth", "how many"]).rows(
        GOLD,
        |(name, worth, weight, digit)| {
            let often =
                if weight == 0 { "left by merchants".into() } else { format!("{weight} in {weights}") };
            [format!("`{digit}`"), name.into(), format!("{worth}"), often]
        },
    )
}

fn classes(name: &'static str, title: &'static str, rows: &[ClassRow]) -> Table {
    Table::new(name, title, &["word", "class", "gift"])
        .rows(rows, |row| [format!("`{}`", row.word), row.name.into(), row.gift.into()])
}

fn gear() -> Table {
    let weights: u32 = GEAR.iter().map(|row| row.weight).sum();
    Table::new("gear", "Gear", &["gear", "kind", "Atk", "Def", "how many", "price"]).rows(&GEAR, |row| {
        [
            row.name.into(),
            if row.weapon { "weapon" } else { "armour" }.into(),
            format!("{:+}", row.atk),
            format!("{:+}", row.def),
            format!("{} in {weights}", row.weight),
            format!("{}", row.price),
        ]
    })
}

fn difficulties() -> Table {
    let head = ["difficulty", "enemies on a floor, dragons not counted", "piles of gold on a floor"];
    Table::new("difficulties", "Difficulty", &head)
        .rows(&DIFFICULTIES, |row| [row.name.into(), format!("{}", row.foes), format!("{}", row.piles)])
}

/// The changes of the balance of the edition, floor by floor.
fn edition() -> Table {
    let head =
        ["floor", "enemies", "pieces of gear", "potions heal", "regained on arrival", "always a merchant"];
    let normal = DIFFICULTIES[1].foes;
    let rows = [("any, plain", &PLAIN_TUNING, 0..1), ("", &TEMPERED_TUNING, 0..usize::from(FLOORS))];
    let mut table = Table::new("edition", "The balance of the Undercroft edition", &head);
    for (name, tuning, floors) in rows {
        for floor in floors {
            table = table.row([
                if name.is_empty() { format!("{}", floor + 1) } else { name.into() },
                format!("{}", normal * tuning.foes_percent[floor] / 100),
                format!("{}", tuning.gear[floor]),
                format!("{} times", tuning.healing),
                format!("{}% of full HP", tuning.breather_percent),
                if tuning.merchant { "yes" } else { "no" }.into(),
            ]);
        }
    }
    table
}

fn numbers() -> Table {
    let row = |what: &str, number: String| [what.into(), number];
    let in_all = |(part, whole): (u32, u32)| format!("{part} in {whole}");
    Table::new("numbers", "The numbers", &["what", "how much"])
        .row(row("floors", format!("{FLOORS}")))
        .row(row("potions on a floor, all kinds equally likely", format!("{POTIONS_PER_FLOOR}")))
        .row(row("blows of an enemy that land", in_all(FOE_HITS)))
        .row(row("your blows that a halfling dodges", in_all(HALFLING_DODGES)))
        .row(row("items that fit into the bag (`inventory`, `gear`)", format!("{BAG_SIZE}")))
        .row(row("gear on a floor (`gear`)", format!("{GEAR_PER_FLOOR}")))
        .row(row("distance at which an enemy hunts you (`pursue`)", format!("{SCENT_STEPS} steps")))
        .row(row("potions on offer on a floor (`shop`)", format!("{POTIONS_ON_OFFER}")))
        .row(row("price a merchant pays for a potion (`shop`)", format!("{POTION_RESALE}")))
        .row(row("a wizard's bolts on a floor (`classes`)", format!("{BOLTS_PER_FLOOR}")))
        .row(row("range of a bolt, and its bonus to Atk", format!("{BOLT_REACH} cells, +{BOLT_BONUS}")))
        .row(row("range of an archer (`foes`)", format!("{ARCHER_REACH} cells")))
        .row(row("gold a robber takes with each hit (`foes`)", format!("{ROBBER_TAKES}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::DWARF_ALLERGY;

    /// Checks that every number in a description is one the rules use.
    fn check(gift: &str, numbers: &[i64]) {
        let digits = |c: char| !c.is_ascii_digit();
        for told in gift.split(digits).filter_map(|number| number.parse::<i64>().ok()) {
            assert!(numbers.contains(&told), "{gift:?} says {told}, the rules know {numbers:?}");
        }
    }

    #[test]
    fn gifts_are_told_with_the_numbers_of_the_rules() {
        for row in RACES.iter().chain(&TEMPERED_TUNING.races) {
            check(row.gift, &[row.drain, row.regain, row.steal, row.finds, DWARF_ALLERGY].map(i64::from));
        }
        for row in CLASSES.iter().chain(&TEMPERED_TUNING.classes) {
            let own =
                [row.atk.abs(), row.def.abs(), row.regain, row.finds, i32::from(row.bolts)].map(i64::from);
            check(row.gift, &[&own[..], &[BOLT_REACH.into(), BOLT_BONUS.into()]].concat());
        }
        for row in &FOES {
            check(row.gift, &[ARCHER_REACH.into(), ROBBER_TAKES.into()]);
        }
    }
}
