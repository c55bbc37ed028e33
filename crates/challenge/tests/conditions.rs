//! Conditions mean what they say, and bad ones are told with their column.

use challenge::{Condition, Search};
use kernel::{Options, Rng, Seed};
use std::sync::atomic::AtomicBool;

fn boo(text: &str) -> Result<Condition, challenge::Misfit> {
    let surveys = catalog::find("boo").unwrap().surveys;
    Condition::read(text, surveys.fields, surveys.floors)
}

fn told(text: &str) -> String {
    boo(text).unwrap_err().to_string()
}

/// True when seed 7 of boo is as wished.
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
fn signs_bind_as_in_arithmetic() {
    // Seed 7 has 2 fish and 1 ghost on its first floor.
    for text in [
        "1 + 2 * 3 == 7",
        "(1 + 2) * 3 == 9",
        "2 - 1 - 1 == 0",
        "-2 * -3 == 6",
        "--3 == 3",
        "fish == 2 && ghosts == 1",
        "FISH == 2 and floor1.Ghosts == 1",
        "1 == 2 && 1 == 2 || 1 == 1",
        "1 == 1 || 1 == 1 && 1 == 2",
        "!(1 == 2) && not 1 == 2",
        "! 1 == 2",
        "1 != 2 && 1 < 2 && 1 <= 1 && 2 > 1 && 2 >= 2",
        "9223372036854775807 + fish == 9223372036854775807",
        "floor50.ghosts == 4",
        "((((fish > 1))))",
    ] {
        assert!(holds(text), "{text}");
        assert!(!holds(&format!("!({text})")), "not {text}");
    }
}

/// The same by another road: a tree that is written as text and worked out at once.
fn random(depth: u32, dice: &mut Rng) -> (String, bool) {
    fn sum(depth: u32, dice: &mut Rng) -> (String, i64) {
        if depth == 0 || dice.chance(1, 3, "leaf") {
            return match dice.below(3, "leaf") {
                0 => ("fish".to_owned(), 2),
                1 => ("ghosts".to_owned(), 1),
                _ => {
                    let number = i64::from(dice.below(5, "number"));
                    (number.to_string(), number)
                }
            };
        }
        let (left, right) = (sum(depth - 1, dice), sum(depth - 1, dice));
        match dice.below(4, "sign") {
            0 => (format!("({}+{})", left.0, right.0), left.1 + right.1),
            1 => (format!("({} - {})", left.0, right.0), left.1 - right.1),
            2 => (format!("{} * {}", left.0, right.0), left.1 * right.1),
            _ => (format!("(-{})", left.0), -left.1),
        }
    }
    if depth == 0 || dice.chance(1, 3, "comparison") {
        let (left, right) = (sum(2, dice), sum(2, dice));
        let (sign, truth) = match dice.below(6, "sign") {
            0 => ("<", left.1 < right.1),
            1 => ("<=", left.1 <= right.1),
            2 => (">", left.1 > right.1),
            3 => (">=", left.1 >= right.1),
            4 => ("==", left.1 == right.1),
            _ => ("!=", left.1 != right.1),
        };
        return (format!("{}{sign}{}", left.0, right.0), truth);
    }
    let (left, right) = (random(depth - 1, dice), random(depth - 1, dice));
    match dice.below(3, "sign") {
        0 => (format!("({}) && ({})", left.0, right.0), left.1 && right.1),
        1 => (format!("({}) || ({})", left.0, right.0), left.1 || right.1),
        _ => (format!("!({})", left.0), !left.1),
    }
}

#[test]
fn random_conditions_are_worked_out_alike_by_two_roads() {
    let mut dice = Rng::stream(&Seed::from_text("conditions"), "random", &[]);
    for _ in 0..2000 {
        let (text, truth) = random(4, &mut dice);
        assert_eq!(holds(&text), truth, "{text}");
    }
}

#[test]
fn bad_conditions_are_told_with_their_column() {
    assert_eq!(told(""), "column 1: a number or a field is wanted, not the end.");
    assert_eq!(told("fish"), "column 1: this is a number; compare it with something, as in x >= 3.");
    assert_eq!(told("fish = 2"), "column 6: write == to compare.");
    assert_eq!(told("fsh > 2"), "column 1: there is no field 'fsh' here; perhaps fish is meant.");
    assert_eq!(
        told("fish > 1 && stairs.distanc < 20"),
        "column 13: there is no field 'stairs.distanc' here; perhaps stairs.distance is meant."
    );
    assert_eq!(told("1 < fish < 3"), "column 10: comparisons do not chain; write a < b && b < c.");
    assert_eq!(told("(fish > 1"), "column 10: the bracket of column 1 is not closed.");
    assert_eq!(told("fish > 1)"), "column 9: ')' is not expected here.");
    assert_eq!(
        told("fish && 1 == 1"),
        "column 1: this is a number; compare it with something, as in x >= 3."
    );
    assert_eq!(
        told("(fish > 1) + 1 == 2"),
        "column 1: this is true or false; a number is wanted (join comparisons with &&)."
    );
    assert_eq!(told("fish / 2 > 1"), "column 6: there is no division; multiply the other side instead.");
    assert_eq!(told("fish > 1.5"), "column 8: '1.5' is no whole number.");
    assert_eq!(told("fish > 99999999999999999999"), "column 8: '99999999999999999999' is no whole number.");
    assert_eq!(told("floor51.fish > 1"), "column 1: there is no floor 51 to ask about; the last is 50.");
    assert_eq!(told("floor0.fish > 1"), "column 1: there is no floor 0 to ask about; the last is 50.");
    assert_eq!(told("fish > 1 $"), "column 10: '$' means nothing in a condition.");
    let cave = catalog::find("cave").unwrap().surveys;
    assert_eq!(
        Condition::read("floor2.chests > 1", cave.fields, cave.floors).unwrap_err().to_string(),
        "column 1: this game has only one floor to ask about; leave the floor out."
    );
}

#[test]
fn hostile_conditions_are_refused_and_nothing_breaks() {
    let deep = format!("{}fish > 1{}", "(".repeat(3000), ")".repeat(900));
    assert!(told(&deep).contains("nested too deep"), "{}", told(&deep));
    assert!(told(&"!".repeat(3000)).contains("nested too deep"));
    assert!(told(&"x".repeat(5000)).contains("too long"));
    let mut dice = Rng::stream(&Seed::from_text("conditions"), "noise", &[]);
    let parts =
        ["fish", "(", ")", "&&", "||", "!", "<", "==", "1", "-", "*", "floor2.", " ", "é", ".", "\u{0}"];
    for _ in 0..20_000 {
        let text: String = (0..dice.below(12, "length")).map(|_| *dice.pick(&parts, "part")).collect();
        if let Err(misfit) = boo(&text) {
            assert!(misfit.column <= text.chars().count() + 1, "{text}: {misfit}");
        }
    }
}
