//! Pictures: the board before, commands, the board after.

mod common;

use common::{check, game, picture, world};
use game_cave::{Cave, Command, Event, Points};
use kernel::{Cue, Dir, Game, Ground, Guide, Narrate, Pos, Scene, View, Vital};
use testkit::{SOLO, order, rows, start};

#[test]
fn the_hero_walks_on_floor_and_rock_stops_him() {
    check(&["###", "#P#", "#.#", "#..", "###"], "s", &["###", "#.#", "#P#", "#..", "###"], "");
    check(&["###", "#P#", "#.#", "#..", "###"], "s s d", &["###", "#.#", "#.#", "#.P", "###"], "");
    check(
        &["###", "#P#", "#.#", "#..", "###"],
        "S DOWN right W",
        &["###", "#.#", "#.#", "#.P", "###"],
        "There is rock in the way.",
    );
    let mut cave = game(&[], &["##", "#P"], &["Wooden Sword", "Leather Armour"], &[]);
    let before = testkit::bytes(&cave);
    for way in ["w", "a", "s"] {
        assert_eq!(order(&mut cave, way), "There is rock in the way.");
    }
    assert_eq!(testkit::bytes(&cave), before, "nothing happened, and no move was counted");
}

#[test]
fn a_chest_gives_all_it_holds_once() {
    check(&["P.C.#"], "d d", &["..P.#"], "The chest holds Gold (7 G).");
    check(&["P.C.#"], "d d d a", &["..P.#"], "");
    let mut cave = game(&[], &["PCC"], &["Iron Sword", "Iron Armour"], &["3 Gold", "Steel Sword"]);
    assert_eq!(order(&mut cave, "d"), "The chest holds Gold (3 G) and Steel Sword (8 Dmg).");
    order(&mut cave, "d");
    assert_eq!(cave.vitals(SOLO).number("gold"), Some(6));
    assert_eq!(
        order(&mut cave, "i"),
        "Your Inventory 1: Iron Sword (5 Dmg) (Equipped) 2: Iron Armour (10 Prot) (Equipped) 3: Gold (6 G) \
         4: Steel Sword (8 Dmg) 5: Steel Sword (8 Dmg) e<num> to equip"
    );
}

#[test]
fn stepping_into_sight_starts_a_fight() {
    check(&["P.....M"], "d d", &["..P...M"], "");
    let mut cave = game(&[], &["P.....M"], &["Infused Sword", "Infused Armour"], &[]);
    let told = ["d", "d", "d"].map(|way| order(&mut cave, way));
    assert_eq!([&told[0], &told[1]], ["", ""]);
    assert!(
        told[2].contains(" goes first. ") && told[2].contains("You have killed the monster! It leaves you ")
    );
    assert_eq!(picture(&cave, 7, 1), ["...P..."], "dead for good");
    assert_eq!(cave.vitals(SOLO).number("kills"), Some(1));
    for way in ["d", "d", "d"] {
        assert_eq!(order(&mut cave, way), "", "its cell can be walked on and nobody watches any more");
    }
}

#[test]
fn a_fight_is_told_in_beats_and_its_end_stays_until_it_was_read() {
    for sword in ["Wooden Sword", "Infused Sword"] {
        let mut cave = game(&[("fArmourProtection", "0")], &["P...M"], &[sword, "Leather Armour"], &[]);
        let mut events = Vec::new();
        cave.act(SOLO, Command::Go(Dir::E), &mut events).unwrap();
        let cues: Vec<Cue> = events.iter().map(Narrate::cue).collect();
        let (last, fight) = cues[1..].split_last().unwrap();
        assert!(events[0] == Event::Moved { x: 41, y: 15 } && fight.len() >= 3);
        assert!(fight.iter().all(|cue| *cue == Cue::Beat) && *last == Cue::Pause, "{cues:?}");
    }
}

#[test]
fn the_corner_of_the_square_is_not_in_sight() {
    check(&["P....", ".....", ".....", "....M"], "d", &[".P...", ".....", ".....", "....M"], "");
    let mut cave = game(&[], &["....", ".P..", "....", "...M"], &["Infused Sword", "Infused Armour"], &[]);
    assert!(order(&mut cave, "a").contains("killed"), "three across and two along is in sight");
}

#[test]
fn rock_hides_and_so_does_a_diagonal_gap() {
    check(&["P.#M", "..##"], "s w", &["P.#M", "..##"], "");
    check(&["#####", "#P#M#", "#..##", "#####"], "s d", &["#####", "#.#M#", "#.P##", "#####"], "");
    let mut open =
        game(&[], &["#####", "#P#M#", "#...#", "#####"], &["Infused Sword", "Infused Armour"], &[]);
    assert!(order(&mut open, "s").contains("killed"), "one open side is enough to see");
}

#[test]
fn a_steep_line_passes_the_cell_above_its_lower_end() {
    // The player steps in from the side. Rock above the lower end of the line blocks it; rock below the upper
    // end does not.
    let gear = ["Infused Sword", "Infused Armour"];
    for (way, hidden, seen) in [
        ("d", ["..M.", ".#..", "P..."], ["..M.", "..#.", "P..."]),
        ("a", ["M...", ".#..", "..P."], ["M...", "#...", "..P."]),
        ("d", ["P...", "..#.", "..M."], ["P...", ".#..", "..M."]),
        ("a", ["..P.", "#...", "M..."], ["..P.", ".#..", "M..."]),
    ] {
        assert_eq!(order(&mut game(&[], &hidden, &gear, &[]), way), "", "{hidden:?}");
        assert!(order(&mut game(&[], &seen, &gear, &[]), way).contains("killed"), "{seen:?}");
    }
}

#[test]
fn waiting_takes_a_turn() {
    let mut cave = game(&[], &["P...."], &["Wooden Sword", "Leather Armour"], &[]);
    for (turn, word) in (1..).zip([".", "wait", "z"]) {
        let mut events = Vec::new();
        let commands = Cave::grammar().read(word, 0).unwrap();
        cave.act(SOLO, commands[0], &mut events).unwrap();
        assert_eq!((cave.vitals(SOLO).number("turn"), events), (Some(turn), vec![Event::Waited]), "{word}");
    }
    assert_eq!(picture(&cave, 5, 1), ["P...."]);
    // Time passes for monsters, too: a hunter comes closer every second turn, and a hero who waits in sight
    // gets into a fight.
    let hunt = [("monsters", "roaming")];
    let mut hunted = game(&hunt, &["P.......M"], &["Infused Sword", "Infused Armour"], &[]);
    let told: Vec<String> = (0..12).map(|_| order(&mut hunted, "wait")).collect();
    assert!(told.iter().any(|said| said.contains("killed")), "{told:?}");
    assert_eq!(hunted.vitals(SOLO).number("turn"), Some(12));
    let mut watched = game(&[], &["P..M"], &["Infused Sword", "Infused Armour"], &[]);
    assert!(order(&mut watched, "wait").contains("killed"));
}

#[test]
fn the_document_fights_by_its_table() {
    // Damage according to section 2.4.5: a row per armour worn; columns Wooden, Iron, Steel, Infused and the
    // monster.
    const TABLE: [(&str, &str); 4] = [
        ("Leather", "5.50 damage, using 5 armour (0 remaining). Health: 44.50"),
        ("Chainmail", "4.90 damage, using 7 armour (1 remaining). Health: 45.10"),
        ("Iron", "4.90 damage, using 7 armour (3 remaining). Health: 45.10"),
        ("Infused", "4.90 damage, using 7 armour (5 remaining). Health: 45.10"),
    ];
    let document = [("rules", "document"), ("loss", "on")];
    for ((armour, blow), (sword, damage)) in TABLE.into_iter().zip([
        ("Wooden", "3.00"),
        ("Iron", "7.00"),
        ("Steel", "10.00"),
        ("Infused", "14.00"),
    ]) {
        let mut world = world(&["P...M"], &[&format!("{sword} Sword"), &format!("{armour} Armour")], &[]);
        world.regions[0].entities[0].health = Points::read("30").unwrap();
        let mut cave: Cave = start(&document, Some(&world.to_text()), "table");
        let told = order(&mut cave, "d");
        assert!(told.contains(&format!("Enemy attacks Player for {blow}")), "{told}");
        assert!(told.contains(&format!("Player attacks Enemy for {damage} damage")), "{told}");
    }
    let cave = game(&document, &["P......M"], &["Wooden Sword", "Infused Armour"], &[]);
    let mut shown = String::new();
    cave.look(SOLO, &View::default(), Pos::new(24 + 7, 15), &mut shown);
    assert_eq!(shown, "Monster: health 25, attack 7.", "a file keeps its monster's health");
    let vitals = cave.vitals(SOLO);
    let vital = |name: &str| vitals.0.iter().find(|(key, _)| *key == name).unwrap().1.clone();
    assert_eq!(vital("weapon"), Vital::Text("Wooden Sword (3 Dmg)".into()));
    assert_eq!(vital("armour"), Vital::Text("Infused Armour (12 Prot)".into()));
}

#[test]
fn by_the_document_death_costs_nothing() {
    let lost = |options: &[(&str, &str)]| {
        let mut set =
            vec![("fArmourProtection", "0"), ("fCombatStunProbability", "0"), ("values", "program")];
        set.extend(options);
        let mut cave = game(&set, &["P...M."], &["Wooden Sword", "Leather Armour", "4 Gold"], &[]);
        let told = order(&mut cave, "d");
        assert!(told.contains("You have been killed!"), "{told}");
        cave.vitals(SOLO).number("gold").unwrap()
    };
    assert_eq!((lost(&[]), lost(&[("rules", "document")]), lost(&[("loss", "off")])), (0, 4, 4));
}

#[test]
fn kinds_of_monsters_have_glyphs_of_their_own() {
    for (kind, glyph) in [("Monster", 'M'), ("Bat", 'B'), ("Ogre", 'O'), ("Wraith", 'W')] {
        let mut world = world(&["P.......M"], &["Wooden Sword", "Leather Armour"], &[]);
        world.regions[0].entities[0].kind = Some(kind.into());
        let on: Cave = start(&[("kinds", "on")], Some(&world.to_text()), "glyphs");
        assert_eq!(picture(&on, 9, 1), [format!("P.......{glyph}")], "{kind}");
        let off: Cave = start(&[], Some(&world.to_text()), "glyphs");
        assert_eq!(picture(&off, 9, 1), ["P.......M"], "without the option there is one kind");
    }
    let mut seen = String::new();
    for number in 0..40 {
        let cave: Cave = start(&[("kinds", "on")], None, &format!("kinds {number}"));
        seen.push_str(&rows(&cave, "").concat());
    }
    assert!("MBOW".chars().all(|glyph| seen.contains(glyph)), "all kinds come into view");
    assert!(seen.chars().all(|glyph| "P#C MBOW".contains(glyph)));
}

#[test]
fn the_nearest_of_two_watchers_fights_first() {
    // The edge between the regions lies after the tenth column; each side has its own monster.
    let mut cave =
        game(&[], &["......M......M", "P#############"], &["Infused Sword", "Infused Armour"], &[]);
    order(&mut cave, "w");
    for _ in 0..3 {
        order(&mut cave, "d");
    }
    assert_eq!(picture(&cave, 14, 2)[0], "...P.........M");
    let mut between = game(&[], &["........M.P.M."], &["Infused Sword", "Infused Armour"], &[]);
    order(&mut between, "d");
    assert_eq!(picture(&between, 14, 1)[0], "........M..P..", "the nearer one, right of him, was met");
}

#[test]
fn a_chest_in_sight_is_opened_after_the_fight() {
    let mut cave = game(&[], &["PC.M"], &["Infused Sword", "Infused Armour"], &["2 Gold"]);
    let told = order(&mut cave, "d");
    assert!(told.ends_with("The chest holds Gold (2 G)."), "{told}");
}

#[test]
fn death_costs_one_loose_thing_and_leads_back_to_the_middle() {
    // Without any protection a wooden sword always loses: 25 blows against 17.
    let options = [("fArmourProtection", "0"), ("fCombatStunProbability", "0")];
    let pack = ["Wooden Sword", "Leather Armour", "4 Gold"];
    let field = ["P.........", ".####.####", ".#M....###", "....######"];
    let mut cave = game(&options, &field, &pack, &["5 Gold"]);
    assert_eq!(["s", "s"].map(|way| order(&mut cave, way)), ["", ""]);
    let told = order(&mut cave, "s");
    assert!(
        told.contains("Health: 0.00 You have been killed! You wake near the middle of the region."),
        "{told}"
    );
    assert!(told.ends_with("You have lost Gold (4 G)."), "{told}");
    let vitals = cave.vitals(SOLO);
    assert_eq!(
        (vitals.number("deaths"), vitals.number("gold"), vitals.number("hp")),
        (Some(1), Some(0), Some(5000))
    );
    // The middle of the region is (25, 25). This is the first unwatched cell on the spiral around it.
    assert_eq!(picture(&cave, 10, 4)[2], ".#M...P###");
    assert!(
        order(&mut cave, "i")
            .contains("1: Wooden Sword (1 Dmg) (Equipped) 2: Leather Armour (5 Prot) (Equipped)")
    );
    // When everything left is in use, nothing is lost.
    assert!(order(&mut cave, "a").ends_with("You have lost nothing."));
}

#[test]
fn equipment_is_chosen_by_number() {
    let pack = ["Wooden Sword", "Leather Armour", "5 Gold", "Steel Sword", "Chainmail Armour"];
    let mut cave = game(&[], &["P."], &pack, &[]);
    assert!(order(&mut cave, "e4").starts_with("Equipped! Your Inventory 1: Wooden Sword (1 Dmg) 2: "));
    assert!(order(&mut cave, "E 5").contains("5: Chainmail Armour (8 Prot) (Equipped)"));
    let vital =
        |cave: &Cave, name: &str| cave.vitals(SOLO).0.iter().find(|(key, _)| *key == name).unwrap().1.clone();
    assert_eq!(vital(&cave, "weapon"), Vital::Text("Steel Sword (8 Dmg)".into()));
    assert_eq!(vital(&cave, "armour"), Vital::Text("Chainmail Armour (8 Prot)".into()));
    assert_eq!(vital(&cave, "hp_text"), Vital::Text("50.00".into()));
    let before = testkit::bytes(&cave);
    assert_eq!(order(&mut cave, "e3"), "! Cannot be equipped !");
    assert_eq!(order(&mut cave, "e6"), "! Invalid number !");
    assert_eq!(order(&mut cave, "e99"), "! Invalid number !");
    for (typed, told) in [
        ("e", "e needs a number from 1 to 999999."),
        ("e0", "e needs a number from 1 to 999999."),
        ("e-1", "e needs a number from 1 to 999999."),
        ("e99999999999", "e needs a number from 1 to 999999."),
        ("ex", "'ex' is not a command."),
        ("", "Nothing was typed."),
        ("   ", "Nothing was typed."),
        ("q", "'q' is not a command."),
    ] {
        assert_eq!(order(&mut cave, typed), told, "{typed:?}");
    }
    assert_eq!(testkit::bytes(&cave), before);
}

#[test]
fn without_a_terminal_49_by_31_cells_are_shown() {
    let cave: Cave = start(&[], None, "window");
    let rows = rows(&cave, "");
    assert_eq!(rows.len(), 31);
    assert!(rows.iter().all(|row| row.chars().count() == 147));
    assert_eq!(rows[15].chars().nth(72), Some('P'));
    assert!(rows.iter().all(|row| row.chars().all(|glyph| "P#CM ".contains(glyph))));
    let text: String = rows.concat();
    assert!(text.contains('#') && text.matches('P').count() == 1);
}

#[test]
fn the_screen_decides_how_much_is_seen() {
    let cave: Cave = start(&[], None, "window");
    let full = rows(&cave, "");
    for (cols, lines, cells, high, wide) in [
        (80, 24, 25, 19, 3),
        (148, 36, 47, 31, 3),
        (78, 24, 49, 19, 1),
        (40, 12, 37, 7, 1),
        (20, 5, 17, 3, 1),
        (1, 1, 3, 3, 1),
        (300, 100, 97, 95, 3),
        (u16::MAX, u16::MAX, 401, 301, 3),
    ] {
        let mut scene = Scene::default();
        cave.draw(SOLO, &View { cols, rows: lines, ..View::default() }, &mut scene);
        let area = &scene.areas()[0];
        assert_eq!((area.cols, area.rows, area.cell_cols), (cells, high, wide), "{cols} by {lines}");
        let middle = Pos::new(i32::from(cells / 2), i32::from(high / 2));
        assert_eq!(area.focus, Some(middle));
        let id = scene.ids().next().unwrap();
        assert_eq!(scene.cell(id, middle).unwrap().glyph(), 'P');
        // All windows show the same ground.
        for (dx, dy) in [(-1i32, -1i32), (1, 0), (1, 1), (0, -1)] {
            let small = scene.cell(id, Pos::new(middle.x + dx, middle.y + dy)).unwrap().glyph();
            assert_eq!(Some(small), full[(15 + dy) as usize].chars().nth((72 + 3 * dx) as usize));
        }
    }
}

#[test]
fn the_right_weapon_hurts_twice_as_much() {
    let fight = |sword: &str, options: &[(&str, &str)]| {
        let mut world = world(&["P....M"], &[sword, "Infused Armour"], &[]);
        world.regions[0].entities[0].kind = Some("Ogre".into());
        let mut cave: Cave = start(options, Some(&world.to_text()), "bane");
        ["d", "d", "d"].map(|way| order(&mut cave, way)).concat()
    };
    let on = [("kinds", "on")];
    // An Ogre has three points of armour and sees two cells far.
    let told = fight("Iron Sword", &on);
    assert!(told.starts_with("You meet an Ogre. "), "{told}");
    assert!(told.contains("Player attacks Enemy for 8.92 damage, using 3 armour (0 remaining)."), "{told}");
    assert!(fight("Steel Sword", &on).contains("Player attacks Enemy for 6.92 damage"));
}

#[test]
fn the_debug_line_tells_all_three_coordinates() {
    let options = [("bShowDebugInfo", "true")];
    let cave: Cave = game(&options, &["P."], &["Wooden Sword", "Leather Armour"], &[]);
    assert_eq!(rows(&cave, "")[31], "W:(40,15), R: (0, 0), C: (40, 15)");
    let mut scene = Scene::default();
    cave.draw(SOLO, &View { bare: true, ..View::default() }, &mut scene);
    assert_eq!(scene.areas().len(), 1, "a bare view has boards only");
    let mut west: Cave = start(&options, None, "debug");
    for way in ["a", "s", "a", "s", "w", "a", "a"].iter().cycle().take(500) {
        order(&mut west, way);
    }
    let vitals = west.vitals(SOLO);
    let (x, y) = (vitals.number("x").unwrap(), vitals.number("y").unwrap());
    let line = format!(
        "W:({x},{y}), R: ({}, {}), C: ({}, {})",
        x.div_euclid(50),
        y.div_euclid(50),
        x.rem_euclid(50),
        y.rem_euclid(50)
    );
    assert!(x < 0 || y < 0, "{line}");
    assert_eq!(rows(&west, "")[31], line);
}

#[test]
fn looking_tells_what_stands_there() {
    let cave = game(&[("kinds", "on")], &["P.C#...", ".....M."], &["Wooden Sword", "Leather Armour"], &[]);
    let look = |dx: i32, dy: i32| {
        let mut out = String::new();
        cave.look(SOLO, &View::default(), Pos::new(24 + dx, 15 + dy), &mut out);
        out
    };
    assert_eq!(look(0, 0), "You, at (40, 16).");
    assert_eq!(look(1, 0), "Floor.");
    assert_eq!(look(2, 0), "A chest.");
    assert_eq!(look(3, 0), "Rock.");
    assert_eq!(look(4, 0), "Floor. A monster watches it.");
    assert_eq!(look(5, 1), "Monster: health 25, attack 3.");
    assert_eq!(look(99, 0), "");
}

#[test]
fn the_chart_knows_what_was_seen_and_marks_danger() {
    let cave = game(&[], &["P.C#...", ".....M."], &["Wooden Sword", "Leather Armour"], &[]);
    let chart = cave.chart(SOLO, &View::default()).unwrap();
    let at = |dx: i32, dy: i32| *chart.ground.get(Pos::new(24 + dx, 15 + dy)).unwrap();
    assert_eq!(chart.hero, Pos::new(24, 15));
    assert_eq!(
        [at(0, 0), at(1, 0), at(2, 0), at(3, 0)],
        [Ground::Open, Ground::Open, Ground::Prize, Ground::Blocked]
    );
    assert_eq!([at(3, 1), at(4, 0), at(1, 1)], [Ground::Danger, Ground::Danger, Ground::Open]);
    assert!(!chart.diagonal && !chart.threat);
    // A larger screen shows more than the window of 49 by 31 cells; the chart does not know that part.
    let fresh: Cave = start(&[], None, "chart");
    let wide = fresh.chart(SOLO, &View { cols: 300, rows: 100, ..View::default() }).unwrap();
    assert_eq!((wide.ground.cols(), wide.ground.rows()), (97, 95));
    let known =
        wide.ground.positions().filter(|at| *wide.ground.get(*at).unwrap() != Ground::Unknown).count();
    assert!((900..=49 * 31).contains(&known), "{known}");
    assert_eq!(wide.ground.get(Pos::new(48 - 25, 47)), Some(&Ground::Unknown));
}

#[test]
fn the_map_shows_where_one_has_been() {
    let mut cave: Cave = start(&[], None, "map");
    let mut dice = kernel::Rng::stream(&kernel::Seed::from_text("map"), "bot", &[]);
    let dots = |cave: &Cave| {
        let mut scene = Scene::default();
        cave.map(80, 40, &mut scene);
        let text: String = scene.rows().concat();
        assert_eq!(text.matches('P').count(), 1);
        text.matches(|glyph| ".CMP".contains(glyph)).count()
    };
    let before = dots(&cave);
    assert!((60..=12 * 8).contains(&before), "the first window has about 12 by 7 tiles: {before}");
    for _ in 0..400 {
        let command = cave.advise(SOLO, &mut dice).unwrap();
        let _ = cave.act(SOLO, command, &mut Vec::new());
    }
    assert!(dots(&cave) > before);
    assert!(cave.visited().len() > 3);
}
