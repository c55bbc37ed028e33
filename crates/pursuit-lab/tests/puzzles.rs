//! Fields generated to order.

mod common;

use common::{field, open_ended, soak, solved};
use kernel::Seed;
use pursuit_lab::{Limits, NoField, Value, Wanted, Wish, ladder, new_field, turns_range};

fn wish(size: u16, potions: u16, result: Option<Wanted>, turns: Option<&str>) -> Wish {
    Wish { size, potions, result, turns: turns.map(|text| turns_range(text).unwrap()) }
}

fn order(wish: &Wish, seed: &str) -> Result<pursuit_lab::NewField, NoField> {
    new_field(wish, &Seed::from_text(seed), &Limits::default(), &|_, _| true)
}

#[test]
fn fields_are_as_wished_and_within_the_documents_rules() {
    for number in 0..soak(200) {
        let (size, potions) = (7 + (number % 8) as u16, (number % 3) as u16);
        let result = if number % 2 == 0 { Wanted::Caught } else { Wanted::Escape };
        let made = match order(&wish(size, potions, Some(result), None), &number.to_string()) {
            Ok(made) => made,
            Err(none) => panic!("size {size}, {potions} potions, {result:?}: {none}"),
        };
        let (read, findings) = game_pursuit::read_field(&made.text, game_pursuit::Diagonals::Free);
        assert!(findings.is_empty(), "{findings:?}\n{}", made.text);
        assert_eq!(read.unwrap().potions().len(), usize::from(potions));
        let again = field(&made.text);
        let value = solved(&again).value(&open_ended(&again));
        assert_eq!(value, made.value);
        assert_eq!(value == Value::Escape, result == Wanted::Escape);
    }
}

#[test]
fn the_turns_are_kept() {
    let made = order(&wish(12, 0, None, Some("12..16")), "turns").ok().unwrap();
    assert!(matches!(made.value, Value::Caught(12..=16)));
    let made = order(&wish(9, 1, Some(Wanted::Caught), Some("5")), "turns").ok().unwrap();
    assert_eq!(made.value, Value::Caught(5));
}

#[test]
fn the_same_seed_draws_the_same_field() {
    let wish = wish(10, 1, Some(Wanted::Escape), None);
    let text = |seed: &str| order(&wish, seed).ok().unwrap().text;
    assert_eq!(text("a"), text("a"));
    assert_ne!(text("a"), text("b"));
}

#[test]
fn what_cannot_be_is_said() {
    let told = |wish: &Wish| order(wish, "x").err().unwrap();
    assert!(matches!(told(&wish(3, 0, None, None)), NoField::Impossible(_)));
    assert!(matches!(told(&wish(500, 0, None, None)), NoField::Impossible(_)));
    assert!(matches!(told(&wish(9, 99, None, None)), NoField::Impossible(_)));
    assert!(matches!(told(&wish(9, 0, Some(Wanted::Escape), Some("3..5"))), NoField::Impossible(_)));
    let none = told(&wish(5, 0, None, Some("500..600")));
    assert!(
        matches!(&none, NoField::NotFound(why) if why.contains("the closest was a capture on turn ")),
        "{none}"
    );
    let stopped = new_field(&wish(9, 0, None, None), &Seed::from_text(""), &Limits::default(), &|_, _| false);
    assert_eq!(stopped.err(), Some(NoField::Stopped));
}

#[test]
fn ranges_are_read() {
    assert_eq!(turns_range("8..20"), Ok(8..=20));
    assert_eq!(turns_range(" 8 .. 20 "), Ok(8..=20));
    assert_eq!(turns_range("8.."), Ok(8..=u32::MAX));
    assert_eq!(turns_range("..9"), Ok(1..=9));
    assert_eq!(turns_range("7"), Ok(7..=7));
    for bad in ["", "x", "9..8", "0", "-3..4", "1..2..3"] {
        assert!(turns_range(bad).is_err(), "{bad}");
    }
}

#[test]
fn the_ladder_rises_and_every_step_exists() {
    let mut size = 0;
    for level in [1, 2, 5, 9] {
        let wish = ladder(level);
        assert!(wish.size > size);
        size = wish.size;
        assert_eq!(order(&wish, "ladder").ok().unwrap().value, Value::Escape);
    }
    assert_eq!(ladder(1000).size, 24);
}
