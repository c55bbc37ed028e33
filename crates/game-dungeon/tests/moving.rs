//! Moving: h l k j, walls and void, blows instead of steps, and walking over things (rules page 3.1, 3.9, 4.1
//! to 4.3, 2.5).

mod common;

use common::{gear, one_room, play, player, start, troll};
use game_dungeon::Dungeon;
use kernel::{Guide, Seat};

fn board(game: &Dungeon) -> Vec<String> {
    testkit::rows(game, "")[1..9].to_vec()
}

fn vital(game: &Dungeon, name: &str) -> i64 {
    game.vitals(Seat(0)).number(name).unwrap()
}

#[test]
fn h_l_k_j_move_one_cell_left_right_up_and_down() {
    let empty = [
        "XXXXXXXXXXXX",
        "X..........X",
        "X..........X",
        "X..........X",
        "X..........X",
        "XXXXXXXXXXXX",
        "",
        "",
    ];
    for (key, x, y) in [("h", 1, 2), ("l", 3, 2), ("k", 2, 1), ("j", 2, 3)] {
        let mut game = start(&one_room(&player("")));
        assert_eq!(play(&mut game, &[key]), "", "{key}");
        let mut rows = empty.map(str::to_owned);
        rows[y].replace_range(x..=x, "@");
        assert_eq!(board(&game), rows, "{key}");
        assert_eq!(vital(&game, "turn"), 1, "{key}");
    }
    // There and back again.
    let mut game = start(&one_room(&player("")));
    let before = board(&game);
    play(&mut game, &["l", "l", "j", "h", "k", "h"]);
    assert_eq!((board(&game), vital(&game, "turn")), (before, 6));
}

#[test]
fn no_other_key_moves_the_player() {
    for line in
        ["L", "K", "J", "y", "u", "b", "n", "i", "c", "p", "?", "H h", "d 1", "r 1", "T 1", "w 1", "E n", "5"]
    {
        let mut game = start(&one_room(&player("")));
        let before = board(&game);
        play(&mut game, &[line]);
        assert_eq!((board(&game), vital(&game, "turn")), (before, 0), "{line}");
    }
}

#[test]
fn walls_void_and_the_edge_stop_the_player_and_passages_carry_him() {
    // A room at the left edge, a gap in its right wall, and a passage with a dead end.
    let passage = "</Rooms><Passages><Passage room1='1' room2='2'><visible>1</visible>\
        <posX>11</posX><posY>2</posY><posX>13</posX><posY>2</posY></Passage></Passages>";
    let text = one_room(&player("")).replace("</Rooms>", passage);
    let mut game = start(&text);
    assert_eq!(board(&game)[2], "X.@........+##");
    play(&mut game, &["h"]);
    for _ in 0..2 {
        assert_eq!(play(&mut game, &["h"]), "A wall is in the way.");
    }
    assert_eq!((board(&game)[2].as_str(), vital(&game, "turn")), ("X@.........+##", 1));
    play(&mut game, &["l"; 10]);
    assert_eq!(board(&game)[2], "X..........@##", "on the junction");
    assert_eq!(play(&mut game, &["k"]), "A wall is in the way.");
    play(&mut game, &["l", "l"]);
    assert_eq!(board(&game)[2], "X..........+#@", "at the end of the passage");
    for way in ["l", "k", "j"] {
        assert_eq!(play(&mut game, &[way]), "You cannot go in that direction.", "{way}");
    }
    assert_eq!(vital(&game, "turn"), 13, "what is refused is no move");
}

#[test]
fn stepping_at_a_creature_hits_it_and_the_player_stays() {
    let sword = gear("Sword", "Sword", 4);
    for (way, x, y) in [("h", 1, 2), ("l", 3, 2), ("k", 2, 1), ("j", 2, 3)] {
        let foe = troll(9, "")
            .replace("<posX>3</posX><posY>2</posY>", &format!("<posX>{x}</posX><posY>{y}</posY>"));
        let mut game = start(&one_room(&(player(&sword) + &foe)));
        let before = board(&game);
        play(&mut game, &["T 1"]);
        // Bare hands hit for 0 here, the sword adds 4: 9 hit points survive two blows.
        for _ in 0..2 {
            assert_eq!(play(&mut game, &[way]), "You hit Troll for 4, Troll hits you for 0.", "{way}");
            assert_eq!(board(&game), before, "{way}");
        }
        assert_eq!(play(&mut game, &[way]), "You hit Troll for 4 and kill it.", "{way}");
        assert_eq!(vital(&game, "turn"), 3, "a blow is a move");
        // Now the cell is free.
        play(&mut game, &[way]);
        assert_eq!(board(&game)[y].as_bytes()[x], b'@', "{way}");
    }
}

#[test]
fn items_are_walked_over_and_stay_where_they_are() {
    let thing = |kind: &str, x: u32| {
        let value = if kind == "Scroll" { "" } else { "<ItemIntValue>1</ItemIntValue>" };
        format!("<{kind} name='{kind}'><visible>1</visible><posX>{x}</posX><posY>2</posY>{value}</{kind}>")
    };
    let mut game =
        start(&one_room(&(player("") + &thing("Sword", 3) + &thing("Armor", 4) + &thing("Scroll", 5))));
    assert_eq!(board(&game)[2], "X.@)]?.....X");
    assert_eq!(play(&mut game, &["l"]), "You see Sword here.");
    assert_eq!(board(&game)[2], "X..@]?.....X");
    assert_eq!(play(&mut game, &["l"]), "You see Armor here.");
    assert_eq!(play(&mut game, &["l"]), "You see Scroll here.");
    play(&mut game, &["l"]);
    assert_eq!(board(&game)[2], "X..)]?@....X");
    assert_eq!((vital(&game, "pack"), vital(&game, "turn")), (0, 4));
    assert_eq!(play(&mut game, &["i"]), "The pack is empty.");
}
