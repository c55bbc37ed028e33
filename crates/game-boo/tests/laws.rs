//! Laws checked by random play from outside: only through the grammar, the scene and the serialized state.

mod board;

use board::Board;
use game_boo::{Boo, content};
use kernel::{Game, Guide, Options, Seed};
use testkit::{SOLO, order, random_play, rows, sentences, start};

const OPTION_SETS: [&[(&str, &str)]; 9] = [
    &[],
    &[("side", "8")],
    &[("rooms", "plus")],
    &[("rooms", "plus"), ("side", "8"), ("paths", "on")],
    &[("fog", "on")],
    &[("fog", "on"), ("paths", "on"), ("side", "8")],
    &[("edition", "undercroft")],
    &[("edition", "undercroft"), ("fog", "on")],
    &[("loops", "on"), ("bait", "on"), ("paths", "on")],
];

fn vital(game: &Boo, name: &str) -> i64 {
    game.vitals(SOLO).number(name).unwrap_or_else(|| panic!("no {name}"))
}

/// What a player can check at every moment.
fn sound(game: &Boo) {
    let (hp, floor) = (vital(game, "hp"), vital(game, "floor"));
    assert!((0..=100).contains(&hp) && floor >= 1 && vital(game, "fish") >= 0);
    assert_eq!(vital(game, "score"), floor);
    assert_eq!(game.outcome().is_some(), hp == 0);
}

#[test]
fn random_play_keeps_the_laws_with_all_options() {
    for (number, options) in OPTION_SETS.iter().enumerate() {
        for game in 0..60 {
            random_play::<Boo>(options, None, &format!("laws {number} {game}"), 1_500, sound);
        }
    }
}

#[test]
fn every_board_of_a_random_game_is_whole() {
    for game in 0..60 {
        let mut turn = 0;
        random_play::<Boo>(&[], None, &format!("boards {game}"), 600, |game| {
            turn += 1;
            if turn % 9 == 0 {
                let board = Board::of(game);
                board.check_ground();
                assert!(board.count('G') <= content::ghosts(vital(game, "floor") as u32) as usize);
                assert_eq!((board.count('@'), board.count('>')), (1, 1));
            }
        });
    }
}

#[test]
fn same_seed_and_keys_same_game_and_other_seeds_other_games() {
    let play = |seed: &str| {
        let mut game: Boo = start(&[], None, seed);
        let mut frames = vec![rows(&game, "")];
        for key in "wwaassddwasdwasddddwwwwaaaa".chars() {
            order(&mut game, &key.to_string());
            frames.push(rows(&game, ""));
        }
        frames
    };
    assert_eq!(play("7"), play("7"));
    let seeds = ["7", "07", "", " ", "-5", "ünïcödé", "99999999999999999999999", "12abc", "1e5"];
    let firsts: Vec<_> = seeds.iter().map(|seed| play(seed).swap_remove(0)).collect();
    for (index, first) in firsts.iter().enumerate() {
        assert!(firsts[..index].iter().all(|other| other != first), "seed {:?}", seeds[index]);
    }
    assert_eq!(play(&"x".repeat(4_000)), play(&"x".repeat(4_000)));
}

#[test]
fn a_new_game_begins_anew() {
    let game: Boo = start(&[], None, "7");
    let numbers = ["hp", "fish", "turn", "floor", "score"].map(|name| vital(&game, name));
    assert_eq!(numbers, [100, 0, 0, 1, 1]);
    assert_eq!(rows(&game, "")[0], format!("{:<41}{}", "HP: 100 / Fish: 0", "Turns: 0 / Floor: 1"));
    let board = Board::of(&game);
    assert_eq!((board.count('G'), board.count('f')), (1, 2));
}

#[test]
fn letters_words_and_case_mean_the_same_and_the_rest_is_misread() {
    for (letter, words) in
        [("w", ["W", "up"]), ("a", ["A", "LEFT"]), ("s", ["S", "down"]), ("d", ["D", "Right"])]
    {
        for word in words {
            let (mut one, mut other): (Boo, Boo) = (start(&[], None, "words"), start(&[], None, "words"));
            order(&mut one, letter);
            order(&mut other, word);
            assert_eq!(one.pulse(), other.pulse(), "{word}");
        }
    }
    let grammar = Boo::grammar();
    for garbage in ["q", "n", "l", ":", ":q", "", " ", "x", "ww", "w w", "w 1", "e fish", "\0", "é", "🐈"]
    {
        assert!(grammar.read(garbage, 0).is_err(), "{garbage:?} is no command of the tower");
    }
    assert_eq!(grammar.verbs.iter().map(|verb| verb.keys[0]).collect::<String>(), "wasdefp");
}

#[test]
fn facts_are_objects_with_a_kind() {
    use game_boo::Event;
    let told = |event: Event| (serde_json::to_string(&event).unwrap(), sentences::<Boo>(&[event]));
    assert_eq!(
        told(Event::Attacked { damage: 14, hp: 86 }),
        (
            r#"{"kind":"attacked","damage":14,"hp":86}"#.into(),
            "Boo!! A ghost attacked you! You lost 14 HP. It shares your tile.".into()
        )
    );
    assert_eq!(told(Event::PickedUp { fish: 2 }).0, r#"{"kind":"picked_up","fish":2}"#);
    assert_eq!(
        told(Event::Ate { healed: 4, hp: 90, fish: 0 }).0,
        r#"{"kind":"ate","healed":4,"hp":90,"fish":0}"#
    );
    assert_eq!(told(Event::Climbed { floor: 2 }).1, "You climbed the stairs to floor 2.");
    assert_eq!(
        told(Event::Died { turns: 459, floor: 11 }),
        (
            r#"{"kind":"died","turns":459,"floor":11}"#.into(),
            "Game Over ! You played total of 459 turns. You reached the floor 11.".into()
        )
    );
}

#[test]
fn bad_options_and_level_files_are_told() {
    let mut options = Options::default();
    let table = Boo::ABOUT.options;
    assert!(options.set(table, "side", "5").unwrap_err().contains("4, 8"));
    assert!(options.set(table, "ghosts", "9").unwrap_err().contains("rooms, side, fog, paths"));
    assert!(options.set(table, "rooms", "many").is_err());
    let prepared = Boo::prepare(&options, Some("#####"), &kernel::Policy::DENY);
    assert!(prepared.setup.is_none());
    assert_eq!(
        prepared.findings[0].what,
        "Meow and Boo makes its floors from the seed and does not take a level file."
    );
}

#[test]
fn views_differ_and_the_game_does_not() {
    for game in 0..6 {
        let seed = format!("views {game}");
        let plain = random_play::<Boo>(&[], None, &seed, 400, |_| {});
        let fogged = random_play::<Boo>(&[("fog", "on"), ("paths", "on")], None, &seed, 400, |_| {});
        assert_eq!(plain.vitals(SOLO), fogged.vitals(SOLO));
        assert_eq!(plain.pulse(), fogged.pulse());
    }
}

#[test]
fn high_floors_are_made_at_once() {
    let setup = Boo::prepare(&Options::default(), None, &kernel::Policy::DENY).setup.expect("a setup");
    for floor in [1, 2, 3, 4, 12, 199, 200, 1_000_000, u32::MAX] {
        let game = Boo::on_floor(&setup, &Seed::from_text("high"), floor);
        let board = Board::of(&game);
        board.check_ground();
        assert_eq!(board.count('G') as u32, content::ghosts(floor));
    }
}

#[test]
fn a_state_is_small() {
    let game = random_play::<Boo>(&[("fog", "on")], None, "small", 60, |_| {});
    assert!(size_of::<Boo>() <= 1024);
    assert!(testkit::bytes(&game).len() <= 1024, "{}", testkit::bytes(&game).len());
}
