//! `explain` accounts for every draw: in all five games the labelled rolls, replayed, give the same turns.

use kernel::{Guide, Kind, Roll, Throw};
use testkit::{Under, rolls_account_for_all};

/// Number of games of each kind; the full number takes a while.
fn games() -> u64 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|soak| soak == "full") { 200 } else { 3 }
}

fn prove<G: Guide>(options: &[(&str, &str)], level: Option<&str>, commands: usize, under: Under) {
    let play = |game| rolls_account_for_all::<G>(options, level, &format!("dice {game}"), commands, under);
    let rolls: usize = (0..games()).map(play).sum();
    assert!(rolls as u64 >= games(), "{}: {rolls} rolls prove little", G::ABOUT.id);
}

/// Every switch of a game, turned on.
fn all_on<G: Guide>() -> Vec<(&'static str, &'static str)> {
    let switches = G::ABOUT.options.iter().filter(|spec| matches!(spec.kind, Kind::Switch));
    switches.map(|spec| (spec.name, "on")).collect()
}

#[test]
fn every_draw_of_boo_is_labelled() {
    prove::<game_boo::Boo>(&[], None, 150, Under::OtherSeed);
    prove::<game_boo::Boo>(&[("rooms", "plus"), ("side", "8")], None, 60, Under::OtherSeed);
}

#[test]
fn every_draw_of_chambers_is_labelled() {
    prove::<game_chambers::Chambers>(&[], None, 400, Under::OtherSeed);
    prove::<game_chambers::Chambers>(&all_on::<game_chambers::Chambers>(), None, 400, Under::OtherSeed);
}

/// The rock of a cave and its chests are derived from the seed by position, not rolled, so they stay.
#[test]
fn every_draw_of_the_cave_is_labelled() {
    prove::<game_cave::Cave>(&[], None, 300, Under::OtherDice);
    let roaming = [("monsters", "roaming"), ("kinds", "on"), ("fights", "short")];
    prove::<game_cave::Cave>(&roaming, None, 300, Under::OtherDice);
}

/// What a hallucinating hero sees is derived from the seed and affects nothing, so it stays.
#[test]
fn every_draw_of_dungeons_is_labelled() {
    prove::<game_dungeon::Dungeon>(&[], None, 200, Under::OtherDice);
    let mut rolls = 0;
    for number in 0..games() {
        let seed = kernel::Seed::from_text(&format!("dungeon {number}"));
        let text = game_dungeon::generate(&seed, &game_dungeon::Wishes::default());
        rolls +=
            rolls_account_for_all::<game_dungeon::Dungeon>(&[], Some(&text), "dice", 200, Under::OtherDice);
    }
    assert!(rolls > 0);
}

/// The rules of pursuit roll nothing. The strategy `random` has its own dice, which are not part of a run.
#[test]
fn pursuit_rolls_nothing() {
    for game in 0..games() {
        let seed = format!("dice {game}");
        assert_eq!(rolls_account_for_all::<game_pursuit::Pursuit>(&[], None, &seed, 80, Under::OtherSeed), 0);
    }
}

#[test]
fn rolls_of_a_table_have_the_names_of_its_rows() {
    let word = |game: &str, label, throw| {
        let entry = catalog::find(game).expect("a game");
        (entry.teaching.roll_word)(&Roll { label, sides: 100, value: 0, throw })
    };
    assert_eq!(word("cave", "reward item", Throw::Row(8, 100)), Some("Gold"));
    assert_eq!(word("cave", "monster kind", Throw::Row(1, 1)), Some("Bat"));
    assert_eq!(word("chambers", "enemy", Throw::Row(0, 4)), Some("human"));
    assert_eq!(word("chambers", "potion", Throw::Number(0)), Some("RH"));
    assert_eq!(word("chambers", "enemy", Throw::Row(99, 1)), None, "a row that is not there has no name");
    assert_eq!(word("boo", "damage", Throw::Poisson(120)), None);
}
