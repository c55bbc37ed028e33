//! The rules in pictures: small fields, a few moves, and the result.

mod common;

use common::{check, field, game};
use game_pursuit::{Command, End, Pursuit, Side};
use kernel::{Dir, Game, Pos, Seat, Verdict};

#[test]
fn the_monster_moves_first_and_then_the_hero() {
    let game = check(&["...", "@..", "..M"], "N", &["...", "@.M", "..."], "");
    assert_eq!((game.to_move(), game.turn()), (Seat(0), 1));
    let game = check(&["...", "@..", "..M"], "N N", &["@..", "..M", "..."], "");
    assert_eq!((game.to_move(), game.turn()), (Seat(1), 2));
}

#[test]
fn both_may_stay() {
    check(&["...", "@..", "..M"], "stay stay", &["...", "@..", "..M"], "");
}

#[test]
fn room_cells_have_eight_neighbours() {
    let rows = ["...", ".M.", "...", "...", "..@"].map(|row| format!("{row}  "));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    for (way, x, y) in [
        ("N", 1, 0),
        ("NE", 2, 0),
        ("E", 2, 1),
        ("SE", 2, 2),
        ("S", 1, 2),
        ("SW", 0, 2),
        ("W", 0, 1),
        ("NW", 0, 0),
    ] {
        let mut game = game(&[("monster", "human")], &rows);
        assert_eq!(testkit::order(&mut game, way), "", "{way}");
        assert_eq!(game.field().pos(game.at(Side::Monster)), Pos::new(x, y), "{way}");
    }
}

#[test]
fn hallway_cells_have_four_neighbours() {
    let rows = ["M++.", " ++ ", " @. ", "    "];
    check(&rows, "E", &[".M+.", " ++ ", " @. ", "    "], "");
    let refusal = "Southeast is a diagonal step: both cells must be room cells.";
    // There are no diagonal steps from a room onto a hallway cell, or between hallway cells.
    check(&rows, "SE", &rows, refusal);
    check(&rows, "E stay SE", &[".M+.", " ++ ", " @. ", "    "], refusal);
}

#[test]
fn a_diagonal_between_rooms_needs_no_room_beside_it() {
    let rows = ["M   ", " .  ", "    ", "   @"];
    check(&rows, "SE", &[".   ", " M  ", "    ", "   @"], "");
    let mut joined = game(&[("monster", "human"), ("diagonals", "joined")], &rows);
    assert_eq!(
        testkit::order(&mut joined, "SE"),
        "Southeast is a diagonal step: both cells must be room cells."
    );
    let mut joined =
        game(&[("monster", "human"), ("diagonals", "joined")], &["M.  ", " .  ", "    ", "   @"]);
    assert_eq!(testkit::order(&mut joined, "SE"), "");
}

#[test]
fn walls_and_the_edge_stop_everybody() {
    let rows = ["M @", " . ", "..."];
    check(&rows, "E", &rows, "There is a wall to the East.");
    check(&rows, "N", &rows, "There is a wall to the North.");
    check(&rows, "NW", &rows, "There is a wall to the Northwest.");
}

#[test]
fn the_monster_catches() {
    let game = check(&["@M.", "...", "..."], "W", &["*..", "...", "..."], "Caught by monster");
    assert_eq!(game.end(), Some(End::Caught(1)));
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.verdict, outcome.score), (Verdict::Caught, 1));
}

#[test]
fn the_hero_who_steps_onto_the_monster_is_caught_in_that_round() {
    let game = check(&["@.M", "...", "..."], "W E", &[".*.", "...", "..."], "Caught by monster");
    assert_eq!(game.end(), Some(End::Caught(1)));
}

#[test]
fn diagonal_steps_may_cross() {
    check(&["@..", "M..", "..."], "NE SE", &[".M.", ".@.", "..."], "");
}

#[test]
fn a_finished_game_takes_no_move() {
    check(&["@M.", "...", "..."], "W stay", &["*..", "...", "..."], "The game is over.");
}

#[test]
fn only_the_seat_to_move_may_move() {
    let mut game = game(&[("monster", "human")], &["@..", "...", "..M"]);
    let mut events = Vec::new();
    let refused = game.act(Seat(0), Command::Stay, &mut events).unwrap_err();
    assert_eq!(refused.0, "It is the monster's move.");
    game.act(Seat(1), Command::Stay, &mut events).unwrap();
    let refused = game.act(Seat(1), Command::Stay, &mut events).unwrap_err();
    assert_eq!(refused.0, "It is the hero's move.");
    assert!(game.act(Seat(2), Command::Stay, &mut events).is_err());
}

#[test]
fn a_potion_counts_from_the_next_turn_on() {
    let drinks = "The hero drinks a potion of speed: 2 moves a turn from the next turn on.";
    let speeds = "moves per turn: hero 2, monster 1";
    let rows = ["@s...", ".....", ".....", ".....", "....M"];
    // The turn in which the hero drinks is not extended: the monster moves next.
    let game = check(&rows, "stay E", &[".@...", ".....", ".....", ".....", "....M", speeds], drinks);
    assert_eq!((game.side(), game.remaining()), (Side::Monster, 0));
    let game = check(&rows, "stay E stay", &[".@...", ".....", ".....", ".....", "....M", speeds], "");
    assert_eq!((game.side(), game.remaining()), (Side::Hero, 1));
    let game = check(&rows, "stay E stay E stay", &["..@..", ".....", ".....", ".....", "....M", speeds], "");
    assert_eq!((game.side(), game.turn()), (Side::Monster, 3));
}

#[test]
fn every_potion_adds_a_move_and_drinking_midway_does_not_lengthen_the_turn() {
    let rows = ["Mss..", ".....", ".....", ".....", "....@"];
    let drinks =
        |moves| format!("The monster drinks a potion of speed: {moves} moves a turn from the next turn on.");
    let speeds = |moves| format!("moves per turn: hero 1, monster {moves}");
    let after = [".Ms..", ".....", ".....", ".....", "....@", &speeds(2)];
    check(&rows, "E", &after, &drinks(2));
    // In the second turn the first of two moves drinks the second potion; one more move follows, not two.
    let after = ["..M..", ".....", ".....", ".....", "....@", &speeds(3)];
    let game = check(&rows, "E stay E", &after, &drinks(3));
    assert_eq!((game.side(), game.remaining()), (Side::Monster, 0));
    let game = check(&rows, "E stay E stay stay", &after, "");
    assert_eq!((game.side(), game.remaining()), (Side::Monster, 2));
    assert_eq!((game.drunk(Side::Monster), game.drunk(Side::Hero)), (2, 0));
}

#[test]
fn capture_is_tested_after_every_single_move() {
    // A monster with two moves per turn catches the hero with the first of them.
    let game = check(
        &["@..s", "...M", "....", "...."],
        "N stay W W stay W",
        &["*...", "....", "....", "....", "moves per turn: hero 1, monster 2"],
        "Caught by monster",
    );
    assert_eq!(game.end(), Some(End::Caught(3)));
    assert_eq!(game.remaining(), 1);
}

#[test]
fn a_repeated_position_ends_the_game_of_two_steady_strategies() {
    let rows = ["@++", "+ +", "++M"];
    let mut game: Pursuit = game(&[("hero", "rogue")], &rows);
    // Once around the ring, with the monster behind the hero.
    let mut said = String::new();
    for order in "W E W E N S N S E W E W S N S N".split(' ') {
        assert_eq!(game.end(), None);
        said = testkit::order(&mut game, order);
    }
    assert_eq!(game.end(), Some(End::Escape(8)));
    assert_eq!(said, "The hero escapes: the position repeats every 8 rounds.");
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.verdict, outcome.score), (Verdict::Escaped, 8));
}

#[test]
fn persons_may_repeat_themselves_until_the_limit() {
    let mut game = game(&[("monster", "human"), ("limit", "3")], &["@..", "...", "..M"]);
    for _ in 0..5 {
        assert_eq!(testkit::order(&mut game, "stay"), "");
    }
    assert_eq!(testkit::order(&mut game, "stay"), "The hero is still free after 3 rounds.");
    assert_eq!(game.end(), Some(End::Limit(3)));
    assert_eq!(game.outcome().unwrap().verdict, Verdict::Escaped);
}

#[test]
fn repetition_can_be_asked_for_and_waived() {
    let rows = ["@..", "...", "..M"];
    let mut ended = game(&[("monster", "human"), ("repeat", "end")], &rows);
    testkit::order(&mut ended, "stay");
    testkit::order(&mut ended, "stay");
    assert_eq!(ended.end(), Some(End::Escape(1)));
    let mut goes = game(&[("hero", "rogue"), ("repeat", "go")], &rows);
    testkit::order(&mut goes, "stay");
    testkit::order(&mut goes, "stay");
    assert_eq!(goes.end(), None);
}

#[test]
fn a_potion_makes_earlier_positions_impossible() {
    let mut game = game(&[("monster", "human"), ("repeat", "end")], &["@s.", "...", "..M"]);
    for order in ["stay", "E", "stay", "W", "stay"] {
        testkit::order(&mut game, order);
    }
    // The same cells as at the start, but the potion is gone, so it is a different position.
    assert_eq!(game.end(), None);
    assert_eq!((game.turn(), game.potions().len()), (3, 0));
}

#[test]
fn the_board_is_printed_as_the_courses_engine_does() {
    let rows = testkit::rows(&game(&[], &["@s.", " + ", "..M"]), "");
    assert_eq!(rows, ["@ s . ", "  +   ", ". . M "]);
}

#[test]
fn every_cell_can_be_looked_at() {
    let game = game(&[], &["@s.", " + ", "..M"]);
    let look = |x, y| {
        let mut out = String::new();
        game.look(Seat(0), &kernel::View::default(), Pos::new(x, y), &mut out);
        out
    };
    let seen: Vec<String> =
        [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 2), (3, 0)].map(|(x, y)| look(x, y)).into();
    assert_eq!(seen, ["the hero", "a potion of speed", "a room", "a wall", "a hallway", "the monster M", ""]);
}

#[test]
fn keys_are_the_block_around_s() {
    let grammar = Pursuit::grammar();
    let key =
        |key: char| grammar.verbs.iter().find(|verb| verb.keys.contains(&key)).map(|verb| verb.words[0]);
    let words: Vec<&str> = "qweasdzxc".chars().filter_map(key).collect();
    assert_eq!(words, ["NW", "N", "NE", "W", "stay", "E", "SW", "S", "SE"]);
    for dir in Dir::ALL {
        assert!(grammar.verbs.iter().any(|verb| verb.way == Some(dir) && verb.words[0] == dir.short()));
    }
}

#[test]
fn the_field_is_written_as_it_was_read() {
    let text = field(&["@s.", " + ", "..M"]);
    let game: Pursuit = testkit::start(&[], Some(&text), "");
    let field = game.field();
    assert_eq!(field.text(field.hero(), field.monster()), text);
}

#[test]
fn facts_are_objects_with_a_kind() {
    let mut game = game(&[], &["@..", "...", ".sM"]);
    let mut events = Vec::new();
    game.act(Seat(1), Command::Step(Dir::W), &mut events).unwrap();
    let told: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    assert_eq!(
        told,
        [
            r#"{"kind":"moved","who":"monster","move":"W","x":1,"y":2}"#,
            r#"{"kind":"drank","who":"monster","moves":2}"#
        ]
    );
}
