//! The reader: what it accepts, what it rejects, and the positions it reports.

mod common;

use common::{findings, one_room, player, troll};
use game_dungeon::{check, preview};
use kernel::Severity;

/// All deviations of the collected files from the document, in one file.
#[test]
fn deviations_in_real_files_are_accepted() {
    let text = "\u{feff}<?xml version='1.0' encoding=\"ISO-8859-1\"?>\r\n<!-- a comment first -->\r\n<dungeon bottomHeight=\" 4 \" GAMEHEIGHT='6' name=\"t\" topHeight=\"1\" width=\"30\">\r
<Passages><Passage room1=\"1\" room2=\"2\"><posX>6</posX><posY>2</posY><!-- in between --><posX>10</posX><posy>2</posy></Passage></Passages>
<Rooms><Room room=\"1\"><Player name=\"Player\" room=\"3\" serial=\" 1\"><hpMoves>5</hpMoves><maxHit> 6</maxHit><posY>\n2 </posY><posX>1</posX><hp>1<!-- not 1 but --><![CDATA[5]]></hp></Player>
<height> 5 </height><width>7</width><posY>+0</posY><posX>0</posX></Room></Rooms>
<Rooms><Room room=\"2\"><visible>1</visible><posX>10</posX><posY>0</posY><width>6</width><height>5</height><Sword name=\"A &lt; B\" serial=\"1\"><ItemIntValue> 3</ItemIntValue><posX>2</posX><posY>3</posY></Sword></Room></Rooms>
</dungeon>";
    let prepared = check(text);
    assert!(prepared.findings.iter().all(|finding| finding.severity == Severity::Warning));
    let rows = preview(text).unwrap();
    assert_eq!(
        rows,
        [
            "XXXXXXX   XXXXXX",
            "X.....X   X....X",
            "X@....+###+....X",
            "X.....X   X.)..X",
            "XXXXXXX   XXXXXX",
            ""
        ]
    );
    let game: game_dungeon::Dungeon = testkit::start(&[], Some(text), "7");
    assert_eq!(testkit::rows(&game, "")[0], "HP: 15  Score: 0");
}

#[test]
fn a_clean_file_gives_no_findings() {
    assert!(findings(&one_room(&(player("") + &troll(7, "")))).is_empty());
}

/// Cells of a passage: a wall becomes `+`, nothing becomes `#`, floor stays, and a passage may start on a
/// floor.
#[test]
fn passages_pierce_walls_and_leave_floors() {
    let text = r#"<Dungeon name="t" width="20" topHeight="0" gameHeight="6" bottomHeight="0"><Rooms>
<Room room="1"><visible>1</visible><posX>0</posX><posY>0</posY><width>6</width><height>5</height><Player><visible>1</visible><posX>1</posX><posY>1</posY><hp>1</hp><maxhit>1</maxhit></Player></Room>
<Room room="2"><visible>1</visible><posX>12</posX><posY>1</posY><width>3</width><height>3</height></Room></Rooms>
<Passages><Passage room1="1" room2="2"><visible>1</visible><posX>3</posX><posY>2</posY><posX>13</posX><posY>2</posY></Passage>
<Passage room1="1" room2="1"><visible>1</visible><posX>2</posX><posY>4</posY><posX>2</posX><posY>5</posY><posX>8</posX><posY>5</posY><posX>8</posX><posY>2</posY></Passage></Passages></Dungeon>"#;
    assert_eq!(
        preview(text).unwrap(),
        ["XXXXXX", "X@...X      XXX", "X....+######+.X", "X....X  #   XXX", "XX+XXX  #", "  #######"]
    );
    assert!(findings(text).is_empty());
}

fn refused(text: &str, line: u32, what: &str) {
    let prepared = check(text);
    assert!(prepared.setup.is_none(), "not refused: {text}");
    let error = prepared.findings.iter().find(|finding| finding.severity == Severity::Error).unwrap();
    assert_eq!(error.what, what, "{text}");
    assert_eq!(error.line, line, "{text}");
    assert!(error.width > 0);
}

#[test]
fn broken_xml_is_refused_where_it_breaks() {
    refused("", 1, "The file is empty.");
    refused(" \n\u{feff} ", 1, "The file is empty.");
    refused("hello", 1, "There is text outside the root element.");
    refused("<!-- only a comment -->", 1, "The file has no element.");
    refused("<Dungeon>\n<Rooms>\n</Room></Dungeon>", 3, "</Room> closes <Rooms>.");
    refused("<Dungeon>\n<Rooms>\n<Room>", 3, "The file ends, and <Room> is never closed.");
    refused(
        "<Dungeon>\n<Rooms>\n<!-- <a> --><Room><posX>1</po",
        3,
        "The file ends in the middle of a tag inside <posX>.",
    );
    refused("<Dungeon>\n&nbsp;</Dungeon>", 2, "The entity &nbsp; is unknown.");
    refused("<Dungeon>\n a & b</Dungeon>", 2, "An & does not start an entity.");
    refused("<Dungeon a='1'\n a='2'/>", 2, "The attribute a is given twice.");
    refused("<Dungeon>\n<x:y/></Dungeon>", 2, "The prefix x: is not declared.");
    refused("<Dungeon>\n\u{1}</Dungeon>", 2, "The character \\u{1} is not allowed in XML.");
    refused("<Dungeon>\n<!-- a -- b --></Dungeon>", 2, "A comment contains --.");
    refused("<Dungeon/>\n<Dungeon/>", 2, "There is text outside the root element.");
    refused("\n<Player/>", 2, "The file holds a <Player>, not a <Dungeon>.");
    refused("<Rooms id=\"1\"/>", 1, "The file holds a <Rooms>, not a <Dungeon>.");
}

#[test]
fn a_column_counts_characters_and_a_width_covers_the_word() {
    let text =
        one_room(&(player("") + &troll(7, ""))).replace("<hp>20</hp>", "<!-- ünïcödé --><hp>twenty</hp>");
    let finding = &check(&text).findings[0];
    let line = text.lines().nth(finding.line as usize - 1).unwrap();
    let pointed: String =
        line.chars().skip(finding.column as usize - 1).take(finding.width as usize).collect();
    assert_eq!(
        (pointed.as_str(), finding.what.as_str()),
        ("twenty", "<hp> is 'twenty', which is not a whole number.")
    );
}

#[test]
fn document_types_and_their_tricks_are_refused() {
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;&lol;\">]>\n<Dungeon>&lol2;</Dungeon>";
    refused(bomb, 2, "A document type (DTD) is not allowed.");
    let file = "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><Dungeon/>";
    refused(file, 1, "A document type (DTD) is not allowed.");
}

/// Each of these once made a parser slow or memory-hungry; all are rejected before any memory is allocated
/// for them.
#[test]
fn hostile_sizes_are_refused_before_they_cost_anything() {
    let deep = "<a>".repeat(50_000) + &"</a>".repeat(50_000);
    refused(&deep, 1, "Elements are nested more than 16 deep.");
    let wide: String = (0..20_000).map(|n| format!(" a{n}=''")).collect();
    refused(&format!("<Dungeon{wide}/>"), 1, "An element has more than 64 attributes.");
    refused(
        &format!("<Dungeon>{}</Dungeon>", "<a/>".repeat(200_000)),
        1,
        "The file has more than 160000 tags.",
    );
    refused(
        &format!("<Dungeon>{}</Dungeon>", "=".repeat(200_000)),
        1,
        "The file has more than 160000 '=' signs.",
    );
    refused(
        &format!("<Dungeon>{}", "<a xmlns:b='c'>".repeat(20_000)),
        1,
        "The file names XML namespaces more than 16 times.",
    );
    let text = " ".repeat(5 << 20);
    refused(&text, 1, "The file has 5242880 bytes; at most 4194304 are read.");
    let mixed = format!("<Dungeon>{}</Dungeon>", "<a/>x".repeat(130_000));
    refused(&mixed, 1, "The file has more than 240000 elements and texts.");
}

#[test]
fn absurd_displays_are_refused() {
    let sized = |width: &str, height: &str| {
        one_room(&player(""))
            .replace("width=\"40\"", &format!("width=\"{width}\""))
            .replace("gameHeight=\"8\"", &format!("gameHeight=\"{height}\""))
    };
    refused(&sized("-1", "8"), 1, "width is -1; it must be from 1 to 4000.");
    refused(
        &sized("99999999999999999999", "8"),
        1,
        "width is 99999999999999999999; it must be from 1 to 4000.",
    );
    refused(&sized("4000", "4000"), 1, "The display has 16020000 cells; the maximum is 1000000.");
    refused(&sized("", "8"), 1, "width is empty.");
    refused(&sized("8.5", "8"), 1, "width is '8.5', which is not a whole number.");
    refused(&one_room(&player("")).replace(" gameHeight=\"8\"", ""), 1, "Dungeon has no gameHeight.");
}

#[test]
fn painting_the_board_over_and_over_is_refused() {
    let room = "<Room room=\"2\"><visible>1</visible><posX>0</posX><posY>0</posY><width>1000</width><height>900</height></Room>";
    let text = one_room(&player("")).replace("</Rooms>", &(room.repeat(9) + "</Rooms>"));
    let text =
        text.replace("width=\"40\"", "width=\"1000\"").replace("gameHeight=\"8\"", "gameHeight=\"900\"");
    refused(&text, 4, "The rooms together cover more than 4000000 cells.");
    let points = "<posX>0</posX><posY>0</posY><posX>900</posX><posY>0</posY>".repeat(3000);
    let passages = format!("</Rooms><Passages><Passage>{points}</Passage></Passages>");
    let text = one_room(&player("")).replace("width=\"40\"", "width=\"1000\"").replace("</Rooms>", &passages);
    refused(&text, 4, "The passages together cover more than 4000000 cells.");
}

#[test]
fn what_a_dungeon_cannot_do_without_is_asked_for_by_name() {
    let hero = player("");
    refused(&one_room(""), 1, "There is no <Player> in any room.");
    refused(&one_room(&format!("{hero}\n{hero}")), 4, "There is a second <Player>.");
    refused(&one_room(&hero.replace("<hp>20</hp>", "")), 3, "Player has no <hp>.");
    refused(&one_room(&hero.replace("<maxhit>0</maxhit>", "")), 3, "Player has no <maxhit>.");
    refused(&one_room(&hero.replace("<posX>2</posX>", "")), 3, "Player has no <posX>.");
    refused(
        &one_room(&hero.replace("<posX>2</posX>", "<posX>12</posX>")),
        3,
        "Player is at (12, 2), outside of its room of 12 by 6.",
    );
    refused(
        &one_room(&hero).replace("<posY>0</posY>", "<posY>7</posY>"),
        3,
        "Player is outside of the game area.",
    );
    refused(&one_room(&hero).replace("<width>12</width>", ""), 1, "Room 1 has no <width>.");
    refused(
        &one_room(&hero).replace("<height>6</height>", "<height>-6</height>"),
        2,
        "<height> is -6; it must be from 1 to 1000000.",
    );
    refused(
        &one_room(&(hero.clone() + "\n" + &troll(7, "").replace("<hp>7</hp>", ""))),
        4,
        "Monster Troll has no <hp>.",
    );
    refused(
        &one_room(&(hero.clone() + "\n<Scroll name=\"Leaf\"><visible>1</visible></Scroll>")),
        4,
        "Scroll Leaf has no <posX>.",
    );
    let passage = |points: &str| {
        one_room(&hero).replace("</Rooms>", &format!("</Rooms>\n<Passages><Passage room1=\"1\" room2=\"1\"><visible>1</visible>{points}</Passage></Passages>"))
    };
    refused(
        &passage("<posX>1</posX><posY>1</posY><posX>5</posX>"),
        5,
        "Passage from room 1 to room 1 has 2 posX but 1 posY.",
    );
    refused(
        &passage("<posX>1</posX><posY>1</posY><posX>5</posX><posY>9</posY>"),
        5,
        "Passage from room 1 to room 1 runs diagonally from (1, 1) to (5, 9).",
    );
}

#[test]
fn several_errors_are_told_at_once_in_the_order_of_the_file() {
    let text = one_room(
        &(player("").replace("20", "twenty") + "\n" + &troll(7, "").replace("<maxhit>0", "<maxhit>")),
    );
    let text = text.replace("gameHeight=\"8\"", "gameHeight=\"eight\"");
    assert_eq!(
        findings(&text),
        [
            "1:56 Error: gameHeight is 'eight', which is not a whole number.",
            "3:95 Error: <hp> is 'twenty', which is not a whole number.",
            "4:115 Error: <maxhit> is empty."
        ]
    );
}

/// Warnings about files that can be played all the same.
#[test]
fn oddities_are_warned_of_and_played() {
    let odd = |inside: &str, told: &[&str]| {
        let text = one_room(&format!("{}\n{inside}", player("")));
        let prepared = check(&text);
        let what: Vec<&str> = prepared.findings.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(what, told);
        assert!(prepared.setup.is_some());
        assert!(prepared.findings.iter().all(|finding| finding.line == 4));
    };
    let snake = |inside: &str| troll(3, inside).replace("<posX>3", "<posX>5");
    odd("<Torch/>", &["<Torch> is not allowed in Room: it is ignored."]);
    odd("loose", &["Unexpected text inside Room: it is ignored."]);
    odd("<Rooms/>", &["<Rooms> is not allowed in Room: it is ignored."]);
    odd(
        &snake("").replace("<visible>1</visible>", ""),
        &["Monster Troll has no <visible>: taken as visible."],
    );
    odd(&snake("").replace("<visible>1", "<visible>7"), &["<visible> is 7: taken as 1."]);
    odd(&snake("").replace("<type>T</type>", ""), &["Monster Troll has no <type>: drawn as T."]);
    odd(&snake("").replace("<type>T", "<type>Z"), &["Z is not the letter of a known monster."]);
    odd(&snake("").replace("<type>T", "<type>Troll"), &["<type> must be one character: taken as T."]);
    odd(&snake("<hp>4</hp>"), &["hp is given twice: the last one counts."]);
    odd(&snake("<hpMoves>4</hpMoves>"), &["<hpMoves> is not allowed in Monster: it is ignored."]);
    odd(
        &snake("").replace("serial=\"2\"", "serial=\"1\""),
        &["Monster Troll has the serial 1, as does another thing in its room."],
    );
    odd(
        &snake("").replace("serial=\"2\"", "colour=\"green\""),
        &["Monster has no attribute colour: it is ignored."],
    );
    odd(&snake("<Armor name='x'/>"), &["<Armor> is not allowed in Monster: it is ignored."]);
    odd(&snake("").replace("<posX>5", "<posX>0"), &["Troll is on a wall."]);
    odd(&snake("").replace("<posX>5", "<posX>20"), &["Troll is outside of its room."]);
    odd(&snake("").replace("<posX>5", "<posX>70"), &["Troll is outside of the game area."]);
    odd(&snake("").replace("<posX>5", "<posX>2"), &["It is on the same cell as another creature."]);
    odd(
        "<Sword name='S'><visible>1</visible><posX>1</posX><posY>1</posY></Sword>",
        &["Sword S has no <ItemIntValue>: its strength is 0."],
    );
}

#[test]
fn senseless_actions_are_warned_of_and_ignored() {
    let odd = |name: &str, on: &str, told: &str| {
        let text = one_room(&(player("") + "\n" + &troll(3, &common::deed(name, on, ""))));
        assert_eq!(
            findings(&text).iter().map(|all| all.split_once("Warning: ").unwrap().1).collect::<Vec<_>>(),
            [told]
        );
    };
    odd("Dance", "hit", "There is no action 'Dance': it is ignored.");
    odd("YouWin", "sleep", "An action of type 'sleep' never happens: it is ignored.");
    odd("DropPack", "hit", "A monster has no pack: the action is ignored.");
    odd("EmptyPack", "death", "A monster has no pack: the action is ignored.");
    odd("EndGame", "hit", "Only the death of a monster can end the game: the action is ignored.");
    odd("Teleport", "move", "A monster never moves: the action is ignored.");
    odd("ChangeDisplayedType", "hit", "The action has no <actionCharValue>: it is ignored.");
    let hero = one_room(&player(&common::deed("Remove", "hit", "")));
    assert_eq!(
        findings(&hero)[0].split_once("Warning: ").unwrap().1,
        "A living player stays on the board: the action is ignored."
    );
    let hint = &check(&one_room(&player(&common::deed("YuWin", "hit", "")))).findings[0].hint;
    assert_eq!(hint, "Did you mean YouWin?");
}

#[test]
fn rooms_and_passages_outside_the_area_are_clipped_and_told() {
    let text = one_room(&player("")).replace("</Rooms>", r#"<Room room="2"><visible>1</visible><posX>36</posX><posY>5</posY><width>8</width><height>6</height></Room><Room room="2"><visible>1</visible><posX>20</posX><posY>0</posY><width>2</width><height>2</height></Room></Rooms><Passages><Passage room1="1" room2="9"><visible>1</visible><posX>11</posX><posY>3</posY><posX>44</posX><posY>3</posY></Passage><Passage room1="1" room2="1"><visible>1</visible></Passage></Passages>"#);
    let mut told = findings(&text);
    told.iter_mut().for_each(|all| *all = all.split_once("Warning: ").unwrap().1.into());
    assert_eq!(
        told,
        [
            "Room 2 extends beyond the game area: only the part inside is drawn.",
            "There is another room with the number 2.",
            "Room 2 has no floor.",
            "A passage leaves the game area: only the part inside is drawn.",
            "There is no room 9.",
            "Passage from room 1 to room 1 has 0 corners."
        ]
    );
    let rows = preview(&text).unwrap();
    assert_eq!(rows[3], "X..........+############################");
    assert_eq!(
        (rows[5].as_str(), rows[7].as_str()),
        ("XXXXXXXXXXXX                        XXXX", "                                    X...")
    );
}

#[test]
fn overlapping_rooms_name_each_other_and_shared_walls_do_not() {
    let with = |x: u32| {
        one_room(&player("")).replace("</Rooms>", &format!("<Room room=\"2\"><visible>1</visible><posX>{x}</posX><posY>0</posY><width>6</width><height>6</height></Room></Rooms>"))
    };
    assert_eq!(findings(&with(10)), ["4:8 Warning: Room 2 overlaps Room 1: it is drawn over it."]);
    assert!(findings(&with(11)).is_empty());
}

#[test]
fn many_findings_are_counted_not_all_told() {
    let prepared = check(&one_room(&(player("") + &"<Torch/>".repeat(250))));
    assert_eq!(prepared.findings.len(), 101);
    assert_eq!(prepared.findings[100].what, "There are 150 more warnings.");
    assert!(prepared.setup.is_some());
}

/// Positions are computed once: even thousands of findings on one line of a megabyte are cheap.
#[test]
fn a_megabyte_is_read_quickly() {
    let text = one_room(&(player("") + &troll(7, "").repeat(8_000)));
    assert!(text.len() > 1 << 20, "{}", text.len());
    let started = std::time::Instant::now();
    assert!(check(&text).setup.is_some());
    // Generous: tests are built with little optimisation and share the machine. `undercroft bench dungeon`
    // has the figure.
    assert!(started.elapsed().as_millis() < 2_000, "{:?}", started.elapsed());
}
