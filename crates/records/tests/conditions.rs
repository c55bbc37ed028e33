//! Conditions are evaluated correctly, and errors are reported with their column.

use kernel::{Options, Rng, Seed};
use records::challenge::{Condition, ConditionError, Search};
use std::sync::atomic::AtomicBool;

fn boo(text: &str) -> Result<Condition, ConditionError> {
    let surveys = catalog::find("boo").unwrap().surveys;
    Condition::read(text, surveys.fields, surveys.floors)
}

fn told(text: &str) -> String {
    boo(text).unwrap_err().to_string()
}

/// Whether seed 7 of boo satisfies the condition.
fn holds(text: &str) -> bool {
    let search = Search {
        entry: catalog::find("boo").unwrap(),
        options: Options::default(),
        condition: boo(text).unwrap(),
        prefix: String::new(),
        from: 7,
        until: 8,
        count: 1,
        threads: 1,
    };
    search.run(&AtomicBool::new(false), &mut |_| true, &mut |_| {}).unwrap().found == 1
}

#[test]
fn and_binds_tighter_than_or() {
    // Seed 7 has 2 fish and 1 ghost on its first floor.
    for text in [
        "fish == 2 && ghosts == 1",
        "FISH==2 and floor1.Ghosts == 1",
        "fish == 9 && fish == 9 || fish == 2",
        "fish == 2 || fish == 2 && fish == 9",
        "fish != 1 && fish < 3 && fish <= 2 && fish > 1 && fish >= 2 && fish > -1",
        "fish > ghosts && ghosts < floor50.ghosts",
        "fish > 9 OR floor50.ghosts == 4",
    ] {
        assert!(holds(text), "{text}");
    }
    for text in ["fish == 9 || ghosts == 9", "fish == 2 && ghosts == 9", "fish == 9 && fish == 2 || fish < 0"]
    {
        assert!(!holds(text), "{text}");
    }
}

#[test]
fn random_conditions_agree_with_a_plain_evaluation() {
    let mut dice = Rng::stream(&Seed::from_text("conditions"), "random", &[]);
    for _ in 0..2000 {
        let mut text = String::new();
        let mut truth = false;
        for group in 0..=dice.below(3, "groups") {
            let mut all = true;
            text.push_str(if group > 0 { " || " } else { "" });
            for part in 0..=dice.below(3, "parts") {
                let (name, value) = *dice.pick(&[("fish", 2), ("ghosts", 1)], "field");
                let number = i64::from(dice.below(5, "number")) - 1;
                let (sign, holds) = match dice.below(6, "sign") {
                    0 => ("<", value < number),
                    1 => ("<=", value <= number),
                    2 => (">", value > number),
                    3 => (">=", value >= number),
                    4 => ("==", value == number),
                    _ => ("!=", value != number),
                };
                text.push_str(if part > 0 { " && " } else { "" });
                text.push_str(&format!("{name}{sign}{number}"));
                all &= holds;
            }
            truth |= all;
        }
        assert_eq!(holds(&text), truth, "{text}");
    }
}

#[test]
fn bad_conditions_are_reported_with_their_column() {
    assert_eq!(told(""), "column 1: expected a field, found the end of the condition.");
    assert_eq!(
        told("fish"),
        "column 5: expected one of < <= > >= == != after 'fish', found the end of the condition."
    );
    assert_eq!(told("fish = 2"), "column 6: expected one of < <= > >= == != after 'fish', found '='.");
    assert_eq!(told("fsh > 2"), "column 1: there is no field 'fsh' (did you mean fish?).");
    assert_eq!(
        told("fish > 1 && stairs.distanc < 20"),
        "column 13: there is no field 'stairs.distanc' (did you mean stairs.distance?)."
    );
    assert_eq!(told("fish > 1 fish > 1"), "column 10: expected && or ||, found 'fish'.");
    assert_eq!(told("(fish > 1"), "column 1: expected a field, found '('.");
    assert_eq!(told("fish > 1)"), "column 9: expected && or ||, found ')'.");
    assert_eq!(told("fish > 1 &&"), "column 12: expected a field, found the end of the condition.");
    assert_eq!(told("fish > ghost"), "column 8: there is no field 'ghost' (did you mean ghosts?).");
    assert_eq!(told("fish > (1)"), "column 8: expected a number or a field, found '('.");
    assert_eq!(told("fish > 1.5"), "column 8: '1.5' is not a whole number.");
    assert_eq!(
        told("fish > 99999999999999999999"),
        "column 8: '99999999999999999999' is not a whole number."
    );
    assert_eq!(told("floor51.fish > 1"), "column 1: there is no floor 51; the last is 50.");
    assert_eq!(told("floor0.fish > 1"), "column 1: there is no floor 0; the last is 50.");
    let cave = catalog::find("cave").unwrap().surveys;
    assert_eq!(
        Condition::read("floor2.chests > 1", cave.fields, cave.floors).unwrap_err().to_string(),
        "column 1: this game has only one floor; do not name a floor."
    );
}

#[test]
fn hostile_conditions_are_refused() {
    assert!(told(&"x".repeat(5000)).contains("too long"));
    let mut dice = Rng::stream(&Seed::from_text("conditions"), "noise", &[]);
    let parts = ["fish", "(", "&&", "||", "!", "<", "==", "1", "-", "floor2.", " ", "é", ".", "\u{0}"];
    for _ in 0..20_000 {
        let text: String = (0..dice.below(12, "length")).map(|_| *dice.pick(&parts, "part")).collect();
        if let Err(error) = boo(&text) {
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}");
        }
    }
}
