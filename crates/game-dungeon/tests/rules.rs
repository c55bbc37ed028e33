//! The rules one by one, on the smallest dungeons that show them.

mod common;

use common::{deed, gear, one_room, play, played, player, scroll, spell, start, troll};
use game_dungeon::{Command, Dungeon};
use kernel::{Chart, Dir, Game, Ground, Guide, Pos, Seat, Verdict, View};

fn vital(game: &Dungeon, name: &str) -> i64 {
    game.vitals(Seat(0)).number(name).unwrap()
}

fn board(game: &Dungeon) -> Vec<String> {
    testkit::rows(game, "")[1..9].to_vec()
}

fn message(text: &str) -> String {
    format!("<actionMessage>{text}</actionMessage>")
}

fn int(value: i32) -> String {
    format!("<actionIntValue>{value}</actionIntValue>")
}

fn glyph(value: char) -> String {
    format!("<actionCharValue>{value}</actionCharValue>")
}

#[test]
fn the_display_has_the_rows_of_the_file() {
    for (top, rows, bottom) in [(2, 8, 4), (1, 20, 6), (0, 8, 0), (3, 8, 1), (1, 8, 3)] {
        let text = one_room(&player(&gear("Sword", "Sword", 1)))
            .replace("topHeight=\"1\"", &format!("topHeight=\"{top}\""))
            .replace("gameHeight=\"8\"", &format!("gameHeight=\"{rows}\""))
            .replace("bottomHeight=\"4\"", &format!("bottomHeight=\"{bottom}\""));
        let said = testkit::rows(&start(&text), "What was said.");
        assert_eq!(said.len(), top + rows + bottom);
        assert_eq!(said.iter().any(|row| row == "HP: 20  Score: 0"), top > 0);
        assert_eq!(said[top], "XXXXXXXXXXXX");
        assert_eq!(said.iter().any(|row| row == "Pack: 1: Sword 1"), bottom > 1);
        assert_eq!(said.iter().any(|row| row == "Info: What was said."), bottom > 0);
    }
}

#[test]
fn a_bare_view_is_the_board_alone() {
    let game = start(&one_room(&player("")));
    let mut scene = kernel::Scene::default();
    game.draw(Seat(0), &View { bare: true, ..View::default() }, &mut scene);
    assert_eq!(scene.rows(), board(&game));
}

#[test]
fn the_last_thing_put_down_lies_on_top_and_creatures_stand_on_things() {
    let scroll = "<Scroll name='Leaf'><visible>1</visible><posX>5</posX><posY>2</posY></Scroll>";
    let text = one_room(
        &(player(&gear("Sword", "Sword", 1)) + scroll + &troll(9, "").replace("<posX>3", "<posX>5")),
    );
    let mut game = start(&text);
    assert_eq!(board(&game)[2], "X.@..T.....X");
    play(&mut game, &["d 1", "l"]);
    assert_eq!(board(&game)[2], "X.)@.T.....X");
    assert_eq!(play(&mut game, &["h"]), "You see Sword here.");
    assert_eq!(board(&game)[2], "X.@..T.....X");
}

#[test]
fn a_creature_in_a_wall_can_be_hit_there() {
    let text = one_room(
        &(player(&gear("Sword", "Sword", 9))
            + &troll(5, "").replace("<posX>3</posX><posY>2", "<posX>2</posX><posY>0")),
    );
    let (game, said) = played(&text, &["T 1", "k", "k"]);
    assert_eq!(said, "You hit Troll for 9 and kill it.");
    assert_eq!(board(&game)[0], "XXXXXXXXXXXX");
}

#[test]
fn of_stacked_monsters_the_top_one_is_hit_first() {
    let text = one_room(
        &(player(&gear("Sword", "Sword", 9))
            + &troll(5, "")
            + &troll(5, "").replace("Troll", "Snake").replace("<type>T", "<type>S")),
    );
    let mut game = start(&text);
    assert_eq!(board(&game)[2], "X.@S.......X");
    assert_eq!(play(&mut game, &["T 1", "l"]), "You hit Snake for 9 and kill it.");
    assert_eq!(board(&game)[2], "X.@T.......X");
}

/// Fights: a sword adds and armor absorbs, never below 0, and only when in use.
#[test]
fn swords_add_and_armor_absorbs() {
    let text = |sword: i32, armor: i32| {
        one_room(
            &(player(&(gear("Sword", "Sword", sword) + &gear("Armor", "Armor", armor))) + &troll(100, "")),
        )
    };
    assert_eq!(played(&text(4, 3), &["l"]).1, "You hit Troll for 0, Troll hits you for 0.");
    assert_eq!(played(&text(4, 3), &["T 1", "w 2", "l"]).1, "You hit Troll for 4, Troll hits you for 0.");
    assert_eq!(played(&text(-4, -3), &["T 1", "w 2", "l"]).1, "You hit Troll for 0, Troll hits you for 3.");
    assert_eq!(
        played(&text(4, -3), &["T 1", "w 2", "c", "l"]).1,
        "You hit Troll for 4, Troll hits you for 0."
    );
    let (game, _) = played(&text(4, -3), &["w 2", "l", "l"]);
    assert_eq!(vital(&game, "hp"), 14);
    let huge = one_room(
        &(player(&(gear("Sword", "S", 1_000_000_000) + &gear("Armor", "A", -1_000_000_000)))
            + &troll(1_000_000_000, "")),
    );
    assert_eq!(played(&huge, &["T 1", "l"]).1, "You hit Troll for 1000000000 and kill it.");
    assert_eq!(vital(&played(&huge, &["w 2", "l"]).0, "hp"), -999_999_980);
}

/// Both kinds of hits are uniform over 0 to maxhit, both ends included.
#[test]
fn hits_are_fair_from_zero_to_maxhit() {
    let text = one_room(
        &(player("").replace("<hp>20", "<hp>1000000").replace("<maxhit>0", "<maxhit>6")
            + &troll(1_000_000, "").replace("<maxhit>0", "<maxhit>4")),
    );
    let mut game = start(&text);
    let (mut dealt, mut taken) = ([0u32; 7], [0u32; 5]);
    for _ in 0..7_000 {
        let mut events = Vec::new();
        game.act(Seat(0), Command::Go(Dir::E), &mut events).unwrap();
        if let game_dungeon::Event::Blow { dealt: hit, taken: Some(answer), .. } = &events[0] {
            dealt[*hit as usize] += 1;
            taken[*answer as usize] += 1;
        }
    }
    assert!(dealt.iter().all(|&count| (880..1120).contains(&count)), "{dealt:?}");
    assert!(taken.iter().all(|&count| (1260..1540).contains(&count)), "{taken:?}");
}

#[test]
fn hit_points_come_back_with_steps_and_blows_and_not_with_bumps() {
    let text = one_room(&(player("<hpMoves>2</hpMoves>") + &troll(9, "")));
    let mut game = start(&text);
    play(&mut game, &["l", "i", "?", "H d", "k", "k", "k"]);
    assert_eq!((vital(&game, "turn"), vital(&game, "hp")), (2, 21), "one blow, one step, two bumps");
    play(&mut game, &["j", "j"]);
    assert_eq!((vital(&game, "turn"), vital(&game, "hp")), (4, 22));
    let (game, _) = played(&one_room(&player("<hpMoves>0</hpMoves>")), &["l"; 4]);
    assert_eq!((vital(&game, "turn"), vital(&game, "hp")), (4, 20), "never");
}

#[test]
fn a_killed_monster_gives_its_points_and_no_answer() {
    let acts = deed("YouWin", "death", &(message("Well done.") + &int(5))) + &deed("YouWin", "hit", &int(2));
    let text =
        one_room(&(player(&(gear("Sword", "Sword", 4) + &gear("Armor", "Armor", -3))) + &troll(7, &acts)));
    let mut game = start(&text);
    play(&mut game, &["T 1", "w 2"]);
    assert_eq!(play(&mut game, &["l"]), "You hit Troll for 4, Troll hits you for 3. You gain 2 points.");
    assert_eq!(play(&mut game, &["l"]), "You hit Troll for 4 and kill it. Well done.");
    assert_eq!((vital(&game, "score"), vital(&game, "hp")), (7, 17));
    assert_eq!(
        board(&game)[2],
        "X.@........X",
        "a dead monster stands in nobody's way, with or without Remove"
    );
}

#[test]
fn actions_run_in_the_order_of_the_file_each_with_its_words() {
    let acts = deed("ChangeDisplayType", "hit", &(message("It changes.") + &glyph('S')))
        + &deed("UpdateDisplay", "hit", "")
        + &deed("Remove", "hit", "")
        + &deed("ChangedDisplayType", "hit", &glyph('H'));
    let (game, said) = played(&one_room(&(player("") + &troll(7, &acts))), &["l"]);
    assert_eq!(
        said,
        "You hit Troll for 0, Troll hits you for 0. It changes. The display is refreshed. Troll is gone. Troll now looks like H."
    );
    assert_eq!(board(&game)[2], "X.@........X");
}

#[test]
fn a_changed_glyph_is_drawn() {
    let acts = deed("ChangeDisplayedType", "hit", &glyph('S'));
    let (game, _) = played(&one_room(&(player("") + &troll(7, &acts))), &["l"]);
    assert_eq!(board(&game)[2], "X.@S.......X");
}

#[test]
fn print_goes_to_the_console_and_not_to_the_display() {
    let text = one_room(
        &(player(&deed("Print", "move", &message("step")))
            + &troll(7, &deed("Print", "hit", &message("ouch")))),
    );
    let mut game = start(&text);
    let mut events = Vec::new();
    game.act(Seat(0), Command::Go(Dir::E), &mut events).unwrap();
    assert_eq!(events.iter().filter_map(kernel::Narrate::aside).collect::<Vec<_>>(), ["ouch", "step"]);
    assert_eq!(testkit::sentences::<Dungeon>(&events), "You hit Troll for 0, Troll hits you for 0.");
}

/// Teleports are uniform over all free cells where creatures can stand.
#[test]
fn teleports_lead_evenly_to_free_open_cells() {
    // A room with 2 by 3 floor cells: one is the player's, one the troll's, one another monster's.
    let text = one_room(
        &(player("").replace("<posX>2", "<posX>1")
            + &troll(7, &deed("Teleport", "hit", &message("Gone!"))).replace("<posX>3", "<posX>2")
            + &troll(7, "").replace("<posY>2", "<posY>3")),
    )
    .replace("<width>12", "<width>5")
    .replace("<height>6", "<height>5");
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..1_800 {
        let mut game: Dungeon = testkit::start(&[], Some(&text), &seed.to_string());
        assert!(play(&mut game, &["l"]).ends_with("Gone!"));
        let rows = board(&game);
        let place = (1..4)
            .flat_map(|y| (1..4).map(move |x| (x, y)))
            .find(|&(x, y)| rows[y].as_bytes()[x] == b'T' && (x, y) != (3, 3));
        *counts.entry(place.unwrap()).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), 6, "nine floor cells less three: {counts:?}");
    assert!(counts.values().all(|&count| (240..360).contains(&count)), "{counts:?}");
    assert!(!counts.contains_key(&(2, 2)), "somewhere else");
}

#[test]
fn a_teleport_without_a_free_cell_says_so() {
    let text = one_room(
        &(player("").replace("<posX>2</posX><posY>2", "<posX>1</posX><posY>1")
            + &troll(7, &deed("Teleport", "hit", ""))
                .replace("<posX>3</posX><posY>2", "<posX>2</posX><posY>1")),
    )
    .replace("<width>12", "<width>4")
    .replace("<height>6", "<height>3");
    assert_eq!(
        played(&text, &["l"]).1,
        "You hit Troll for 0, Troll hits you for 0. Troll has nowhere to go."
    );
}

#[test]
fn a_teleporting_player_is_somewhere_else() {
    let (game, said) = played(&one_room(&player(&deed("Teleport", "move", ""))), &["l"]);
    assert_eq!(said, "Player is suddenly somewhere else.");
    assert_ne!(board(&game)[2], "X..@.......X");
    assert_eq!(board(&game).concat().matches('@').count(), 1);
}

#[test]
fn drop_pack_drops_the_first_item_and_empty_pack_all_of_them() {
    let pack = gear("Sword", "Sword", 0) + &gear("Armor", "Armor", 0) + &scroll("");
    let text = |name: &str| {
        one_room(&(player(&(pack.clone() + &deed(name, "hit", &message("Oh!")))) + &troll(99, "")))
    };
    let mut game = start(&text("DropPack"));
    assert_eq!(
        play(&mut game, &["T 1", "l"]),
        "You hit Troll for 0, Troll hits you for 0. Sword falls out of your pack. Oh!"
    );
    assert_eq!(play(&mut game, &["i"]), "1: Armor 0  2: Scroll", "and is no longer wielded");
    play(&mut game, &["l", "l"]);
    assert_eq!(
        play(&mut game, &["l"]),
        "You hit Troll for 0, Troll hits you for 0. Your pack is empty: nothing falls out."
    );
    let mut game = start(&text("EmptyPack"));
    assert_eq!(
        play(&mut game, &["w 2", "l"]),
        "You hit Troll for 0, Troll hits you for 0. Sword falls out of your pack. Armor falls out of your pack. Scroll falls out of your pack. Oh!"
    );
    assert_eq!(
        play(&mut game, &["p", "p", "p", "i"]),
        "1: Scroll  2: Armor 0  3: Sword 0",
        "the last to fall lies on top"
    );
    assert_eq!(play(&mut game, &["c"]), "No armor is being worn.");
}

#[test]
fn death_ends_the_game_with_or_without_an_action_for_it() {
    let pack = gear("Armor", "Nails", -20);
    let text = |acts: &str| one_room(&(player(&(pack.clone() + acts)) + &troll(9, "")));
    let mut game = start(&text(""));
    assert_eq!(
        play(&mut game, &["w 1", "l"]),
        "You hit Troll for 0, Troll hits you for 20. You are killed by Troll."
    );
    assert_eq!(game.outcome().unwrap().verdict, Verdict::Died);
    let last = testkit::rows(&game, "");
    for order in ["h", "l", "i", "p", "d 1", "?", "H d", "E Y", "c", "r 1"] {
        assert_eq!(play(&mut game, &[order]), "The game is over.");
        assert_eq!(testkit::rows(&game, ""), last);
    }
    let acts = deed("Remove", "death", "")
        + &deed("YouWin", "death", &(message("You have killed me!") + &int(5)))
        + &deed("DropPack", "hit", "");
    let (game, said) = played(&text(&acts), &["w 1", "l"]);
    assert!(said.ends_with("You are killed by Troll. Player is gone. You have killed me!"), "{said}");
    assert_eq!((game.outcome().unwrap().score, board(&game)[2].as_str()), (5, "X..T.......X"));
}

#[test]
fn an_ending_action_ends_the_game_at_once() {
    let sword = gear("Sword", "Sword", 9);
    let acts = deed("EndGame", "death", &message("Victory!")) + &deed("YouWin", "death", &int(3));
    let (game, said) = played(&one_room(&(player(&sword) + &troll(5, &acts))), &["T 1", "l"]);
    assert!(said.ends_with("Victory! You gain 3 points."), "{said}");
    assert_eq!(game.outcome().map(|outcome| (outcome.verdict, outcome.score)), Some((Verdict::Won, 3)));
    let (game, _) = played(&one_room(&player(&deed("EndGame", "move", ""))), &["l"]);
    assert_eq!(game.outcome().unwrap().verdict, Verdict::Ended);
}

#[test]
fn only_yes_ends_the_game() {
    let text = one_room(&player(""));
    for no in ["E n", "E N", "E x", "E ?"] {
        let (game, said) = played(&text, &[no]);
        assert_eq!((said.as_str(), game.outcome()), ("The game goes on.", None));
    }
    for yes in ["E Y", "E y"] {
        let (game, said) = played(&text, &[yes]);
        assert_eq!((said.as_str(), game.outcome().unwrap().verdict), ("You end the game.", Verdict::Ended));
    }
}

#[test]
fn blessings_and_curses_work_on_what_is_in_use() {
    let read = |spells: &str, orders: &[&str]| {
        let pack = gear("Sword", "+10 Sword", 10) + &gear("Armor", "+5 Armor", 5) + &scroll(spells);
        let mut game = start(&one_room(&player(&pack)));
        play(&mut game, orders);
        let said = play(&mut game, &["r 3"]);
        (said, play(&mut game, &["i"]))
    };
    let both = ["T 1", "w 2"];
    let (said, pack) = read(&spell("BlessArmor", -5, &(glyph('a') + &message("It bites."))), &both);
    assert_eq!(said, "You read Scroll. It bites. +5 Armor cursed! -5 taken from its effectiveness");
    assert_eq!(pack, "1: +10 Sword 10 (w)  2: +5 Armor 0 (a)");
    let (said, pack) = read(&spell("BlessArmor", 4, &glyph('w')), &both);
    assert_eq!(said, "You read Scroll. +10 Sword blessed! 4 added to its effectiveness");
    assert_eq!(pack, "1: +10 Sword 14 (w)  2: +5 Armor 5 (a)");
    let (said, pack) = read(&spell("BlessArmor", -5, &glyph('a')), &["T 1"]);
    assert_eq!(said, "You read Scroll. scroll of cursing does nothing because armor not being used");
    assert_eq!(pack, "1: +10 Sword 10 (w)  2: +5 Armor 5");
    let (said, _) = read(&spell("BlessSword", 5, ""), &[]);
    assert_eq!(said, "You read Scroll. scroll of blessing does nothing because sword not being used");
    // The name decides if the file names no target; only the sign decides between blessing and curse.
    assert!(read(&spell("BlessArmor", -7, ""), &both).1.ends_with("+5 Armor -2 (a)"));
    assert!(read(&spell("CurseSword", -7, ""), &both).1.starts_with("1: +10 Sword 3 (w)"));
    assert!(read(&spell("CurseArmor", 7, ""), &both).1.ends_with("+5 Armor 12 (a)"));
    assert!(read(&spell("BlessCurseOwner", 1, &glyph('w')), &both).1.starts_with("1: +10 Sword 11 (w)"));
    assert_eq!(read("", &[]).0, "You read Scroll. Nothing happens.");
}

#[test]
fn a_scroll_is_read_once() {
    let mut game = start(&one_room(&player(&scroll(""))));
    assert_eq!(play(&mut game, &["R 1"]), "You read Scroll. Nothing happens.");
    assert_eq!(play(&mut game, &["r 1"]), "There is no item with that number in the pack.");
    assert_eq!(play(&mut game, &["p"]), "There is nothing here to pick up.");
}

#[test]
fn hallucinations_change_everything_shown_and_nothing_else() {
    let text = one_room(
        &(player(&(scroll(&spell("Hallucinate", 3, "")) + &scroll(&spell("Hallucinate", 3, ""))))
            + &troll(9, "")),
    );
    let mut game = start(&text);
    let clear = board(&game);
    assert_eq!(play(&mut game, &["r 1"]), "You read Scroll. Hallucinations will continue for 3 moves");
    let mut seen = vec![board(&game)];
    for left in [2, 1, 0] {
        play(&mut game, &["l"]);
        assert_eq!(vital(&game, "hallucinating"), left);
        seen.push(board(&game));
        play(&mut game, &["i", "?"]);
        assert_eq!(Some(&board(&game)), seen.last(), "looking twice shows the same");
    }
    for (n, rows) in seen.iter().enumerate() {
        assert!(seen[..n].iter().all(|other| other != rows), "new at each move");
        for (shown, real) in rows.iter().zip(&clear) {
            assert_eq!(shown.len(), real.len(), "nothing stays nothing");
            assert!(shown.bytes().zip(real.bytes()).all(|(shown, real)| shown != real || real == b' '));
            assert!(shown.chars().all(|glyph| "X.#+)]?@TSH ".contains(glyph)));
        }
    }
    let mut game = start(&text);
    play(&mut game, &["r 1", "l", "l", "l", "l"]);
    assert_eq!(board(&game), clear, "three strange moves, the fourth is normal");
    let mut game = start(&text);
    play(&mut game, &["r 1", "l", "l", "r 1"]);
    assert_eq!(vital(&game, "hallucinating"), 3, "a second scroll begins the count anew");
}

#[test]
fn numbers_name_the_items_of_the_pack_and_0_is_the_tenth() {
    let things: String = (1..13).map(|n| gear("Sword", &format!("S{n}"), n)).collect();
    let mut game = start(&one_room(&player(&things)));
    assert_eq!(play(&mut game, &["d 0"]), "You drop S10.");
    assert_eq!(play(&mut game, &["d 10"]), "You drop S11.");
    assert_eq!(play(&mut game, &["d1"]), "You drop S1.");
    assert_eq!(play(&mut game, &["t 1"]), "You wield S2.");
    assert_eq!(play(&mut game, &["T 1"]), "That sword is already in your hand.");
    assert_eq!(vital(&game, "pack"), 9);
    assert_eq!(play(&mut game, &["d 0"]), "There is no item with that number in the pack.");
    assert_eq!(play(&mut game, &["I"]), play(&mut game, &["i"]));
}

#[test]
fn every_command_has_its_line_of_help() {
    let mut game = start(&one_room(&player("")));
    for key in "hlkjiI?HcdprRTtwE0123456789Yy".chars() {
        let said = play(&mut game, &[&format!("H {key}")]);
        assert!(
            said.to_ascii_lowercase().starts_with(key.to_ascii_lowercase()) || key.is_ascii_digit(),
            "{key}: {said}"
        );
    }
    assert_eq!(play(&mut game, &["H z"]), "There is no such command; ? lists them all.");
    assert_eq!(play(&mut game, &["?"]), "h,l,k,j,i,?,H,c,d,p,R,T,w,E,0-9. H <cmd> for more info");
    assert_eq!(vital(&game, "turn"), 0);
}

#[test]
fn looking_tells_what_is_shown_and_no_more() {
    let hidden = "<Armor name='Cloak'><visible>0</visible><posX>6</posX><posY>2</posY><ItemIntValue>1</ItemIntValue></Armor>";
    let text = one_room(&(player(&gear("Sword", "Sword", 3)) + &troll(9, "") + hidden));
    let (game, _) = played(&text, &["T 1", "l", "d 1"]);
    let look = |x, y| {
        let mut out = String::new();
        game.look(Seat(0), &View::default(), Pos::new(x, y), &mut out);
        out
    };
    assert_eq!(look(2, 2), "Player, Sword");
    assert_eq!(look(3, 2), "Troll, wounded");
    assert_eq!(
        (look(0, 0).as_str(), look(6, 2).as_str(), look(20, 2).as_str(), look(90, 2).as_str()),
        ("wall", "floor", "", "")
    );
    let Chart { ground, hero, diagonal, threat, .. } = game.chart(Seat(0), &View::default()).unwrap();
    assert_eq!((hero, diagonal, threat), (Pos::new(2, 2), false, true), "the troll is near");
    let (away, _) = played(&text, &["j", "l", "l", "l", "l"]);
    assert!(!away.chart(Seat(0), &View::default()).unwrap().threat, "nothing is near any more");
    assert_eq!(ground.get(Pos::new(3, 2)), Some(&Ground::Danger));
    assert_eq!(ground.get(Pos::new(6, 2)), Some(&Ground::Open));
    assert_eq!(ground.get(Pos::new(0, 0)), Some(&Ground::Blocked));
    let lying = gear("Sword", "Sword", 3).replace("<visible>", "<posX>5</posX><posY>3</posY><visible>");
    let (game, _) = played(&one_room(&(player(&gear("Sword", "Old", 1)) + &lying)), &["d 1", "k"]);
    let chart = game.chart(Seat(0), &View::default()).unwrap();
    assert_eq!(chart.ground.get(Pos::new(5, 3)), Some(&Ground::Prize));
    let errands: Vec<_> =
        chart.errands.iter().map(|errand| (errand.at, &*errand.line, &*errand.name)).collect();
    assert_eq!(errands, [(Pos::new(5, 3), "p", "Sword")]);
    assert_eq!(chart.ground.get(Pos::new(2, 2)), Some(&Ground::Open), "what was put down is left alone");
}

/// The state is small, and clones share the dungeon.
#[test]
fn the_state_stays_small() {
    let game: Dungeon = testkit::start(&[], None, "7");
    assert!(testkit::bytes(&game).len() < 16 << 10);
    assert!(size_of::<Dungeon>() <= 512, "{}", size_of::<Dungeon>());
}
