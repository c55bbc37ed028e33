//! The screen: 30 rows, exactly as in figures 1 to 5.

use crate::common::*;
use kernel::{Guide, View};

const PROMPT: &str = "Choose a race: s shade, d drow, v vampire, t troll, g goblin; q quits.";

#[test]
fn the_race_prompt_is_figure_1_and_a_question() {
    let played = Played::new(&[], None, "x", "");
    let rows = played.rows();
    assert_eq!(rows.len(), 30);
    assert!(rows[..25].iter().map(String::as_str).eq(FLOOR.lines()));
    assert_eq!(
        rows[25..],
        [
            "Race: Shade Gold: 0                                                  Floor 1",
            "HP: 125",
            "Atk: 25",
            "Def: 25",
            &format!("Action: {PROMPT}"),
        ]
    );
}

#[test]
fn a_full_floor_is_drawn_to_the_byte() {
    // Every kind of thing and enemy: the layout text on the left, the display on the right.
    let things = [
        (3, 9, "@", "@"),
        (3, 20, "W", "W"),
        (4, 5, "H.......E", "H.......E"),
        (5, 12, "L", "L"),
        (6, 6, "O......M", "O......M"),
        (3, 41, "L........6", "L........G"),
        (5, 50, "O.....W", "O.....W"),
        (8, 64, "9", "G"),
        (9, 65, "D", "D"),
        (10, 40, "01.2", "PP.P"),
        (11, 44, "\\", "\\"),
        (12, 40, "3.45", "P.PP"),
        (16, 6, "7..E", "G..E"),
        (19, 10, "8", "G"),
        (20, 70, "H", "H"),
    ];
    let write = |pick: fn(&(usize, usize, &'static str, &'static str)) -> &'static str| {
        let patches: Vec<(usize, usize, &str)> =
            things.iter().map(|thing| (thing.0, thing.1, pick(thing))).collect();
        floor_with(&patches)
    };
    let (layout, shown) = (write(|thing| thing.2), write(|thing| thing.3));
    let info = "\
Race: Shade Gold: 0                                                  Floor 1
HP: 125
Atk: 25
Def: 25
Action: Player character has spawned.";
    let played = Played::new(&[], Some(&layout), "x", "s");
    assert_eq!(played.rows().join("\n"), shown + info);
}

#[test]
fn the_sentences_of_figures_3_to_5() {
    // Figure 3 with the correct damage; the document says its numbers are fictitious.
    let said = "PC deals 21 damage to H (119 HP). H deals 16 damage to PC.";
    let played = saying(&[], "@...........\nH...........\n............", "s a so", said);
    compare(
        &played,
        "HP: 109\nAtk: 25\nDef: 25\nAction: PC deals 21 damage to H (119 HP). H deals 16 damage to PC.",
    );
    // Figure 4.
    check(
        "@.1.........",
        "s ea",
        ".@P.........\nRace: Shade Gold: 0                                                  Floor 1\nHP: 125\nAtk: 25\nDef: 25\nAction: PC moves East and sees an unknown potion.",
    );
    // Figure 5: the potion is used and gone; the player character stays where it is.
    check("@.1.........", "s ea u ea", ".@..........\nHP: 125\nAtk: 30\nDef: 25\nAction: PC uses BA.");
}

#[test]
fn floor_stands_in_column_69_whatever_the_gold() {
    for (orders, gold) in [("s", "0"), ("s ea", "6")] {
        let rows = on_stage("@9..........", orders).rows();
        assert_eq!(rows[25].find("Floor 1"), Some(69), "{}", rows[25]);
        assert!(rows[25].starts_with(&format!("Race: Shade Gold: {gold} ")));
    }
    for letter in ["d", "v", "t", "g"] {
        let rows = on_stage("@...........", letter).rows();
        assert_eq!(rows[25].find("Floor 1"), Some(69), "{}", rows[25]);
    }
}

#[test]
fn every_frame_has_30_rows_of_79_columns() {
    let mut played = Played::new(&[], None, "frames", "");
    for order in ["x", "s", "no", "so", "ea", "we", "f", "a no", "u no", "blah", "r", "t", "q"] {
        played.orders(order);
        let rows = played.rows();
        assert_eq!(rows.len(), 30, "after {order}");
        assert!(rows[..25].iter().all(|row| row.len() == 79), "after {order}");
        assert!(rows[25..].iter().all(|row| row.len() <= 79), "after {order}");
        assert!(rows[25..].iter().all(|row| row.trim_end() == row), "after {order}");
        assert_eq!(rows[29], format!("Action: {}", played.said).trim_end());
    }
}

#[test]
fn a_long_action_row_keeps_the_frame_at_30_rows_of_79_columns() {
    let played = on_stage("@...........", "s");
    let said = "word ".repeat(60);
    let said = said.trim_end();
    for view in [View { said, ..View::default() }, View { cols: 79, rows: 24, said, ..View::default() }] {
        let rows = played.scene(&view).rows();
        assert_eq!((rows.len(), rows[29].len()), (30, 76), "whole words and a mark: {}", rows[29]);
        assert!(
            rows[29].starts_with("Action: word word ") && rows[29].ends_with(" word word ..."),
            "{}",
            rows[29]
        );
    }
    // A text as long as the row is not cut; one character more is.
    for (columns, ends) in [(71, "x."), (72, " ...")] {
        let said = format!("{} {}x.", "y".repeat(30), "x".repeat(columns - 33));
        let rows = testkit::rows(&played.game, &said);
        assert!(rows[29].chars().count() <= 79 && rows[29].ends_with(ends), "{}", rows[29]);
    }
    // A word longer than the row is cut too, in other scripts by characters.
    for word in ["x", "ü", "龍"] {
        let rows = testkit::rows(&played.game, &word.repeat(3000));
        assert_eq!((rows.len(), rows[29].chars().count()), (30, 79));
    }
}

#[test]
fn a_tall_screen_shows_a_long_action_row_whole() {
    let played = on_stage("@...........", "s");
    let said = "word ".repeat(60);
    let tall = played.scene(&View { cols: 100, rows: 40, said: said.trim_end(), ..View::default() }).rows();
    assert!(tall.len() > 30 && tall.iter().all(|row| row.len() <= 100), "{tall:?}");
    assert_eq!(tall[29..].join(" "), format!("Action: {}", said.trim_end()));
    // With one row to spare there are two rows, the second one cut.
    let low = played.scene(&View { cols: 80, rows: 31, said: &said, ..View::default() }).rows();
    assert_eq!(low.len(), 31);
    assert!(low[30].ends_with(" ...") && low.iter().all(|row| row.len() <= 80), "{low:?}");
}

#[test]
fn a_cut_action_row_still_tells_the_end_and_leaves_out_the_step_first() {
    let played = on_stage("@...........", "s");
    let row = |said: &str| testkit::rows(&played.game, said)[29].clone();
    let again = "Play again: s shade, d drow, v vampire, t troll, g goblin; q quits.";
    let died =
        format!("PC deals 20 damage to W (0 HP). PC slays W. PC loses 4 HP. PC is slain, score 1. {again}");
    assert_eq!(row(&died), "Action: ... PC is slain, score 1. Play again: s shade, d drow, v vampire, t ...");
    let short = format!("PC uses PH. PC is slain, score 0. {again}");
    assert_eq!(row(&short), "Action: PC uses PH. PC is slain, score 0. Play again: s shade, d drow, v ...");
    let won = format!("PC leaves floor 5 and wins, score 20. {again}");
    assert_eq!(row(&won), "Action: PC leaves floor 5 and wins, score 20. Play again: s shade, d drow, ...");
    let blows = "H deals 16 damage to PC. W deals 16 damage to PC. O attacks PC.";
    assert_eq!(row(&format!("PC moves Northeast. {blows}")), format!("Action: {blows}"));
    let sees = "PC moves East and sees an unknown potion and an unknown potion and an unknown potion.";
    assert_eq!(row(sees), "Action: PC moves East and sees an unknown potion and an unknown potion and ...");
}

#[test]
fn a_bare_view_is_the_board_alone_with_the_hero_in_focus() {
    let played = on_stage("@...........", "s");
    let scene = played.scene(&View { bare: true, ..View::default() });
    assert_eq!(scene.areas().len(), 1);
    assert_eq!(scene.areas()[0].focus, Some(kernel::Pos::new(38, 10)));
    assert_eq!(scene.rows(), played.rows()[..25]);
}

#[test]
fn doorways_and_passages_are_drawn_again_behind_the_player() {
    // The doorway (9,43) north of the stage, and the passage beyond it.
    let mut played = on_stage(".....@......", "s no");
    assert_eq!(&played.rows()[9][37..50], "|-----@------");
    played.orders("nw");
    assert_eq!(&played.rows()[9][37..50], "|-----+------");
    assert_eq!(&played.rows()[8][41..45], "#@# ");
    played.orders("we");
    assert_eq!(&played.rows()[8][40..45], "#@## ");
    assert_eq!(played.said, "PC moves West.");
}

#[test]
fn potions_and_gold_look_alike_whatever_they_are() {
    check("@0.1.2.3.4.5\n............\n.6.7.8......", "s", "@P.P.P.P.P.P\n............\n.G.G.G......");
}

#[test]
fn vitals_tell_the_same_numbers() {
    let played = on_stage("@6..........", "s ea");
    for (name, value) in
        [("hp", 125), ("atk", 25), ("def", 25), ("gold", 2), ("floor", 1), ("turn", 1), ("score", 3)]
    {
        assert_eq!(played.vital(name), value, "{name}");
    }
    let race = played
        .game
        .vitals(kernel::Seat(0))
        .0
        .iter()
        .any(|(name, value)| *name == "race" && *value == kernel::Vital::Text("Shade".into()));
    assert!(race);
}

#[test]
fn looking_names_things_and_tells_the_odds_by_the_formula() {
    let played = on_stage("@.H.L.0.6.M.\n\\...........", "s");
    assert_eq!(played.look(10, 38), "You, a shade: 125 HP, 25 Atk, 25 Def.");
    assert_eq!(
        played.look(10, 40),
        "H: human, 140 of 140 HP, 20 Atk, 20 Def; leaves two normal piles. You slay it with 7 hits of 21 damage; \
         it slays you with 8 hits of 16 (1 in 2 land)."
    );
    assert!(played.look(10, 42).contains("5 hits of 21 damage (1 in 2 miss)"), "{}", played.look(10, 42));
    assert_eq!(played.look(10, 44), "An unknown potion.");
    assert_eq!(played.look(10, 46), "Gold, worth 2.");
    assert_eq!(played.look(11, 38), "The stairs down.");
    assert_eq!(played.look(11, 40), "Floor.");
    assert_eq!(played.look(9, 40), "A wall.");
    assert_eq!(played.look(9, 43), "A doorway.");
    assert_eq!(played.look(8, 43), "A passage.");
    assert_eq!(played.look(1, 1), "");
    assert_eq!(played.look(99, 99), "");
}

#[test]
fn the_chart_shows_the_floor_as_a_walker_needs_it() {
    use kernel::Ground;
    let played = on_stage("@6.0....H...\n............\n\\...........", "s");
    let chart = played.game.chart(kernel::Seat(0), &View::default()).unwrap();
    let at = |x, y| *chart.ground.get(kernel::Pos::new(x, y)).unwrap();
    assert_eq!(chart.hero, kernel::Pos::new(38, 10));
    assert!(chart.diagonal && !chart.threat);
    assert_eq!(at(39, 10), Ground::Prize);
    assert_eq!(at(40, 10), Ground::Open);
    assert_eq!(at(41, 10), Ground::Blocked);
    assert_eq!(at(46, 10), Ground::Blocked);
    assert_eq!(at(45, 11), Ground::Danger);
    assert_eq!(at(38, 12), Ground::Exit);
    assert_eq!(at(37, 10), Ground::Blocked);
    assert!(Played::new(&[], None, "x", "").game.chart(kernel::Seat(0), &View::default()).is_none());
}
