//! Cave, chambers, pursuit and dungeon through the real program.

use crate::support;
use support::{House, json_lines, text};

const FIELD: &str = "\
5
. . . . .
. @ . . .
. . . . .
. . . . .
. . . . B
";

const SPARSE: &str = include_str!("../../../game-chambers/src/floor.txt");

#[test]
fn every_game_starts_in_play_and_answers_every_line_once() {
    for (game, garbage) in [("cave", 6), ("chambers", 6), ("boo", 6), ("pursuit", 6), ("dungeon", 6)] {
        let house = House::new();
        let run = text(&house.path("garbage.run"));
        let left = house.run(
            &[game, "--seed", "7", "--json", "--record", &run],
            b"\nzzz\n\0\n\xff\nqq qq\n9999999999999999999999\n",
        );
        assert_eq!(left.status, 0, "{game}: {}", left.err);
        let answers = json_lines(&left.out);
        assert_eq!(answers.len(), 1 + garbage, "{game}");
        assert_eq!(answers[0]["reply"], "start", "{game}");
        for answer in &answers[1..] {
            assert_eq!(answer["reply"], "misread", "{game}: {answer}");
            assert_eq!(answer["scene"], answers[0]["scene"], "{game}");
            assert_eq!(answer["vitals"], answers[0]["vitals"], "{game}");
        }
        let verified = house.run(&["verify", &run], b"");
        assert!(verified.out.starts_with(&format!("verified: {game}, ")), "{}", verified.out);
    }
}

#[test]
fn every_game_played_by_its_bot_verifies() {
    for game in ["cave", "chambers", "boo", "dungeon"] {
        let house = House::new();
        let record = text(&house.path("bot.run"));
        let left = house.run(&[game, "--seed", "bot", "--bot", "--record", &record], b"");
        assert_eq!(left.status, 0, "{game}: {}", left.err);
        assert!(left.out.lines().count() > 100, "{game}");
        let verified = house.run(&["verify", &record], b"");
        assert_eq!(verified.status, 0, "{game}: {}", verified.out);
    }
}

#[test]
fn chambers_prints_thirty_rows_a_frame_and_words_flow() {
    let house = House::new();
    let left = house.run(&["chambers", "--seed", "7"], b"s f\nf bla a\nzz no\n");
    assert_eq!(left.status, 0);
    let rows: Vec<&str> = left.out.lines().collect();
    assert_eq!(rows.len() % 30, 0, "{} rows", rows.len());
    assert_eq!(rows.len() / 30, 7, "the prompt and six commands");
    let actions: Vec<&str> = rows.chunks(30).map(|frame| frame[29]).collect();
    assert_eq!(actions[1], "Action: Player character has spawned.");
    assert_eq!(actions[2], "Action: Enemies are frozen.");
    assert_eq!(actions[3], "Action: Enemies move again.");
    assert!(actions[4].starts_with("Action: Invalid command."), "{}", actions[4]);
    assert!(
        actions[5].starts_with("Action: Invalid command."),
        "a and a word that is no direction: {}",
        actions[5]
    );
    for frame in rows.chunks(30) {
        assert!(frame[..25].iter().all(|row| row.len() == 79));
        assert!(frame[25].starts_with("Race: ") && frame[26].starts_with("HP: "), "{}", frame[25]);
    }
}

const PROMPT: &str = "Action: Choose a race: s shade, d drow, v vampire, t troll, g goblin; q quits.";

#[test]
fn chambers_ends_at_q_and_at_end_of_input() {
    let house = House::new();
    // (input, the last row of every frame): the program ends by itself, with status 0 and without a score.
    let cases: [(&[u8], &[&str]); 7] = [
        (b"", &[PROMPT]),
        (b"\n\n", &[PROMPT]),
        (b"q", &[PROMPT, "Action: The player quits."]),
        (b"q\ns\nno\n", &[PROMPT, "Action: The player quits."]),
        // Other words are ignored: no race is chosen for the player.
        (b"x no S shade 7", &[PROMPT, INVALID, PROMPT, INVALID, INVALID, INVALID]),
        (b"x d", &[PROMPT, INVALID, "Action: Player character has spawned."]),
        (b"s q no no", &[PROMPT, "Action: Player character has spawned.", "Action: The player quits."]),
    ];
    for (input, rows) in cases {
        let left = house.run(&["chambers", "--seed", "1"], input);
        assert_eq!(left.status, 0, "{}", left.err);
        let frames: Vec<&str> = left.out.lines().collect();
        let last: Vec<&str> = frames.chunks(30).map(|frame| frame[frame.len() - 1]).collect();
        let same = |(told, row): (&&str, &&str)| told.starts_with(row);
        assert!(last.len() == rows.len() && last.iter().zip(rows).all(same), "{last:?} instead of {rows:?}");
        assert!(!left.out.contains("score"), "{}", left.out);
    }
    assert_eq!(
        house.run(&["chambers", "--seed", "1"], b"d q no no").out.lines().count(),
        90,
        "nothing after q is read"
    );
    let answers = json_lines(&house.run(&["chambers", "--seed", "1", "--json"], b"x\nd\nq\nno\n").out);
    assert_eq!(answers[1]["reply"], "misread");
    assert_eq!(answers[3]["outcome"]["result"], "quit");
    assert_eq!(answers[4]["reply"], "over");
}

const INVALID: &str = "Action: Invalid command.";

#[test]
fn chambers_is_the_same_game_with_the_same_seed_and_commands() {
    let house = House::new();
    let orders = b"v no so ea we ne nw se sw f a no u ea r t ea ea so so we no q";
    let play = |args: &[&str]| {
        let left = house.run(&[&["chambers"], args].concat(), orders);
        assert_eq!(left.status, 0, "{}", left.err);
        left.out
    };
    for seed in ["7", "", "-5", "ünïcödé", "a b"] {
        assert_eq!(play(&["--seed", seed]), play(&["--seed", seed]), "{seed}");
        assert_ne!(play(&["--seed", seed]), play(&["--seed", "8"]), "{seed}");
    }
    // Without a seed, each game gets a fresh one, which is kept with the run.
    assert_ne!(play(&[]), play(&[]));
}

#[test]
fn chambers_keeps_its_frame_size_with_many_messages() {
    let house = House::new();
    let mut rows: Vec<String> = SPARSE.lines().map(String::from).collect();
    for (row, text) in [(10, "WEO"), (11, "H@E"), (12, "LOE")] {
        rows[row].replace_range(38..41, text);
    }
    rows[20].replace_range(70..71, "\\");
    let layout = text(&house.write("crowd.txt", &(rows.join("\n") + "\n")));
    let orders = "d\na no\na no\na no\na no\n";
    let shown = house.run(&["chambers", &layout, "--seed", "3"], orders.as_bytes()).out;
    assert!(
        shown.lines().count().is_multiple_of(30) && shown.lines().all(|row| row.chars().count() <= 79),
        "{shown}"
    );
    let answers =
        json_lines(&house.run(&["chambers", &layout, "--seed", "3", "--json"], orders.as_bytes()).out);
    // Eight enemies answer a blow, three of them elves: each has its sentence, even if the frame has no room
    // for it.
    assert_eq!(answers[2]["said"].as_array().unwrap().len(), 9, "{}", answers[2]["said"]);
    let dead = answers.iter().find(|answer| answer["outcome"].is_object()).expect("nobody survives this");
    let last = dead["scene"][29].as_str().unwrap();
    assert!(last.contains("PC is slain, score 0."), "{last}");
}

#[test]
fn chambers_with_wasd_takes_the_letters_in_line_mode_and_the_run_verifies() {
    let house = House::new();
    let mut rows: Vec<String> = SPARSE.lines().map(String::from).collect();
    rows[11].replace_range(38..42, "..@M");
    rows[20].replace_range(70..71, "\\");
    let layout = text(&house.write("wasd.txt", &(rows.join("\n") + "\n")));
    let record = text(&house.path("wasd.run"));
    let input = b"s f\nw\na\ns\nd\nA ea\na ea\nq\n";
    let left =
        house.run(&["chambers", &layout, "--seed", "3", "--set", "wasd=on", "--record", &record], input);
    let frames: Vec<&str> = left.out.lines().collect();
    let said: Vec<&str> = frames.chunks(30).skip(3).map(|frame| frame[29]).collect();
    let steps = ["North", "West", "South", "East"].map(|way| format!("Action: PC moves {way}."));
    assert_eq!(said[..4], steps);
    assert!(said[4].starts_with("Action: PC deals 24 damage to M (6 HP)."), "{}", said[4]);
    assert!(said[5].starts_with("Action: PC deals 24 damage to M (0 HP)."), "{}", said[5]);
    let verified = house.run(&["verify", &record], b"");
    assert_eq!(verified.status, 0, "{}", verified.out);
}

#[test]
fn chambers_takes_a_layout_and_a_seed_as_plain_arguments() {
    let house = House::new();
    let layout = house.write("layout.txt", SPARSE);
    let named = house.run(&["chambers", &text(&layout), "--seed", "9", "--json"], b"v\nno\nso\n");
    let plain = house.run(&["chambers", &text(&layout), "9", "--json"], b"v\nno\nso\n");
    assert_eq!(named.status, 0, "{}", named.err);
    assert_eq!(named.out, plain.out);
    let short = house.write("short.txt", "|---|\n|...|\n");
    let left = house.run(&["chambers", &text(&short), "--json"], b"s\n");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert!(left.err.contains("short.txt:") && left.err.contains(": error: "), "{}", left.err);
    assert_eq!(house.run(&["check", &text(&short)], b"").status, 1);
}

#[test]
fn chambers_extras_are_off_by_default() {
    let house = House::new();
    let classic = house.run(&["chambers", "--seed", "4", "--json"], b"s\nno\nea\n").out;
    let off = house.run(&["chambers", "--seed", "4", "--set", "gear=off", "--json"], b"s\nno\nea\n").out;
    assert_eq!(classic, off);
    let all = house.run(&["chambers", "--seed", "4", "--dlc", "--json"], b"s\n");
    assert_eq!(all.status, 0, "{}", all.err);
    let kept = std::fs::read_to_string(
        house.runs("chambers").iter().max_by_key(|path| path.metadata().unwrap().len()).unwrap(),
    )
    .unwrap();
    for extra in ["inventory", "gear", "pursue", "shop", "classes", "races", "foes", "chambers", "wasd"] {
        assert!(kept.contains(&format!("set {extra} \"on\"")), "{extra}: {kept}");
    }
}

#[test]
fn the_balance_table_has_a_row_per_race_or_bot() {
    let house = House::new();
    let left = house.run(&["bench", "chambers", "--games", "2"], b"");
    assert_eq!(left.status, 0, "{}", left.err);
    for race in ["Shade", "Drow", "Vampire", "Troll", "Goblin"] {
        assert!(left.out.contains(race), "{}", left.out);
    }
    for game in ["boo", "cave", "pursuit", "dungeon"] {
        // The cave ends only in an edition.
        let left = house.run(&["bench", game, "--games", "1", "--set", "edition=undercroft"], b"");
        assert_eq!(left.status, 0, "{game}: {}", left.err);
        assert!(left.out.contains("careful") && left.out.contains("random"), "{game}: {}", left.out);
    }
    let left = house.run(&["bench", "--games", "2"], b"");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert!(left.err.contains("--games needs a game that has bots"), "{}", left.err);
}

#[test]
fn figures_are_available_as_json() {
    let house = House::new();
    let left = house.run(&["bench", "boo", "--json"], b"");
    assert_eq!((left.status, left.err.as_str()), (0, ""));
    let row: serde_json::Value = serde_json::from_str(&left.out).expect("one JSON object");
    assert_eq!((row["what"].as_str(), row["game"].as_str()), (Some("game"), Some("boo")));
    for figure in
        ["commands_per_s", "start_us", "clone_us", "state_bytes", "verify_ms", "key_us", "key_slow_us"]
    {
        assert!(row[figure].as_f64().is_some_and(|figure| figure > 0.0), "{figure}: {row}");
    }
    assert!(row["verify_commands"].as_u64().is_some_and(|commands| commands > 0), "{row}");
    assert_eq!(house.run(&["bench", "boo", "--games", "1", "--json"], b"").status, 2);
}

#[test]
fn cave_prints_its_sentences_and_keeps_worlds_by_name() {
    let house = House::new();
    let first = house.run(
        &["cave", "--seed", "", "--world", "mine", "--set", "bShowDebugInfo=true", "--json"],
        b"w\na\ns\nd\ni\n",
    );
    assert_eq!(first.status, 0, "{}", first.err);
    let answers = json_lines(&first.out);
    let rows = answers[0]["scene"].as_array().unwrap();
    assert_eq!(rows.len(), 32, "31 rows of cells and the debug line");
    assert_eq!(rows[0].as_str().unwrap().chars().count(), 147);
    assert!(rows[31].as_str().unwrap().starts_with("W:("));
    let middle: Vec<char> = rows[15].as_str().unwrap().chars().collect();
    assert_eq!(middle[24 * 3], 'P');
    assert!(answers[0]["vitals"]["hp_text"].is_string());
    assert!(answers[5]["said"].to_string().contains("Leather Armour (5 Prot)"), "{}", answers[5]["said"]);
    let again = house.run(&["cave", "--world", "mine", "--set", "bShowDebugInfo=true", "--json"], b"");
    assert_eq!(json_lines(&again.out)[0]["scene"], answers[5]["scene"]);
    assert!(house.run(&["saves"], b"").out.contains("cave"));
}

#[test]
fn worlds_are_exported_and_imported() {
    let house = House::new();
    let played = house.run(&["cave", "--seed", "x", "--world", "mine", "--json"], b"w\nw\nd\nd\ns\na\n");
    let folder = text(&house.path("out"));
    assert_eq!(house.run(&["cave", "export", "mine", &folder], b"").status, 0);
    for file in ["world.json", "player.json"] {
        let json: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(house.path("out").join(file)).unwrap()).unwrap();
        assert!(json.is_object());
    }
    assert_eq!(
        house.run(&["cave", "export", "mine", &folder], b"").status,
        2,
        "a full folder is not written over"
    );
    assert_eq!(house.run(&["cave", "import", &folder], b"").status, 2, "the name is taken");
    assert_eq!(house.run(&["cave", "import", &folder, "--world", "copy"], b"").status, 0);
    let copy = json_lines(&house.run(&["cave", "--world", "copy", "--json"], b"").out);
    let last = json_lines(&played.out);
    assert_eq!(copy[0]["scene"], last[last.len() - 1]["scene"]);
    std::fs::write(house.path("out").join("world.json"), "{\"worldName\": 7").unwrap();
    let bad = house.run(&["cave", "import", &folder, "--world", "bad"], b"");
    assert_eq!(bad.status, 2);
    assert!(bad.err.contains("world.json:1:"), "{}", bad.err);
}

#[test]
fn pursuit_is_solved_and_played_by_strategies() {
    let house = House::new();
    let field = text(&house.write("field.txt", FIELD));
    let solved = house.run(&["solve", &field, "--json"], b"");
    let answer: serde_json::Value = serde_json::from_str(solved.out.trim()).unwrap();
    assert_eq!((solved.status, &answer["result"]), (0, &"caught".into()), "{}", solved.err);
    let turns = answer["turns"].as_u64().unwrap();
    for (hero, monster) in
        [("optimal", "optimal"), ("rogue", "monster"), ("speedy", "optimal"), ("random", "monster")]
    {
        let left = house
            .run(&["pursuit", &field, "--hero", hero, "--monster", monster, "--seed", "1", "--quiet"], b"");
        let lines: Vec<&str> = left.out.lines().collect();
        assert_eq!((left.status, lines.len()), (0, 2), "{}", left.err);
        let caught: u64 = lines[0].strip_prefix("caught ").unwrap().parse().unwrap();
        assert!(caught <= turns || monster == "monster", "{hero} {monster}: {caught} of {turns}");
        assert!(caught == turns || hero != "optimal");
        assert!(lines[1].starts_with("moves: M:"), "{}", lines[1]);
    }
    let unsolved = house.run(&["solve", &field, "--json", "--memory", "0"], b"");
    assert!(unsolved.out.starts_with("{\"result\":\"unsolved\",\"positions\":"), "{}", unsolved.out);
    let table = house.run(
        &["arena", "--hero", "rogue,optimal", "--monster", "monster", "--fields", &field, "--json"],
        b"",
    );
    let lines = json_lines(&table.out);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["result"], "caught");
    assert_eq!(lines[2]["summary"][0]["games"], 1);
}

#[test]
fn a_person_plays_the_hero_and_the_run_records_both_sides() {
    let house = House::new();
    let field = text(&house.write("field.txt", FIELD));
    let left = house.run(
        &["pursuit", &field, "--seed", "1", "--json"],
        b"NW\nstay\nN\nn\nstay\nstay\nstay\nstay\nstay\n",
    );
    assert_eq!(left.status, 0, "{}", left.err);
    let answers = json_lines(&left.out);
    assert_eq!(answers[1]["reply"], "played");
    let last = &answers[answers.len() - 1];
    assert_eq!((&last["outcome"]["result"], &last["reply"]), (&"caught".into(), &"over".into()));
    let kept = std::fs::read_to_string(&house.runs("pursuit")[0]).unwrap();
    assert!(kept.contains("\n1:") && kept.contains("\nNW "), "{kept}");
    let fault =
        house.run(&["pursuit", &field, "--hero", "cmd:echo UP", "--monster", "monster", "--quiet"], b"");
    assert_eq!(fault.status, 1);
    assert!(fault.out.starts_with("fault hero: "), "{}", fault.out);
    assert_eq!(house.run(&["pursuit", &field, "--hero", "nobody"], b"").status, 2);
}

#[test]
fn new_fields_match_the_request() {
    let house = House::new();
    let args = ["pursuit", "new", "--size", "8", "--seed", "3", "--result", "caught", "--turns", "4..9"];
    let made = house.run(&args, b"");
    assert_eq!(made.status, 0, "{}", made.err);
    assert_eq!(made.out, house.run(&args, b"").out);
    let field = text(&house.write("new.txt", &made.out));
    let solved: serde_json::Value =
        serde_json::from_str(house.run(&["solve", &field, "--json"], b"").out.trim()).unwrap();
    assert!((4..=9).contains(&solved["turns"].as_u64().unwrap()), "{solved}");
    assert!(house.run(&["solve", &field, "--map"], b"").out.lines().count() >= 8);
}

#[test]
fn dungeons_are_written_formatted_previewed_generated_and_solved() {
    let house = House::new();
    let path = text(&house.path("mine.xml"));
    assert_eq!(house.run(&["dungeon", "new", &path], b"").status, 0);
    assert_eq!(house.run(&["dungeon", "new", &path], b"").status, 2, "nothing is written over");
    assert_eq!(house.run(&["check", &path], b"").status, 0);
    let board = house.run(&["dungeon", "preview", &path], b"").out;
    assert!(board.contains('@'));
    assert_eq!(house.run(&["dungeon", "fmt", &path], b"").status, 0);
    assert_eq!(house.run(&["dungeon", "preview", &path], b"").out, board);
    let made = house.run(&["dungeon", "generate", "--seed", "4"], b"").out;
    assert_eq!(made, house.run(&["dungeon", "generate", "--seed", "4"], b"").out);
    let made = text(&house.write("made.xml", &made));
    let solved = house.run(&["check", "--solve", &made], b"");
    assert_eq!(solved.status, 0, "{}", solved.out);
    assert!(solved.out.contains("the game can be won"), "{}", solved.out);
    let bad = text(&house.write(
        "bad.xml",
        "<Dungeon name='x' width='80' topHeight='2' gameHeight='9' bottomHeight='4'>\n<Rooms>\n</Room>\n",
    ));
    let left = house.run(&["dungeon", &bad, "--json"], b"l\n");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert!(left.err.contains("bad.xml:3:"), "{}", left.err);
    assert!(house.run(&["check", "--show", &bad], b"").out.contains("^"));
}

#[test]
fn a_dungeon_is_played_with_its_commands() {
    let house = House::new();
    let path = text(&house.path("mine.xml"));
    house.run(&["dungeon", "new", &path], b"");
    let answers = json_lines(&house.run(&["open", &path, "--json"], b"i\nH d\nE n\nd 9\nE Y\nl\n").out);
    let rows = answers[0]["scene"].as_array().unwrap();
    assert!(rows[0].as_str().unwrap().starts_with("HP: "));
    assert_eq!((&answers[1]["reply"], &answers[2]["reply"]), (&"played".into(), &"played".into()));
    assert_eq!(answers[3]["reply"], "refused");
    assert_eq!(answers[4]["reply"], "refused");
    assert_eq!(answers[5]["outcome"]["result"], "ended");
    assert_eq!(answers[6]["reply"], "over");
}

#[test]
fn print_actions_go_to_standard_error_and_every_game_is_logged() {
    let house = House::new();
    let file = "<Dungeon name='p' width='20' topHeight='2' gameHeight='6' bottomHeight='4'><Rooms><Room room='1'><posX>0</posX><posY>0</posY>\
        <width>6</width><height>5</height><Player name='P' room='1' serial='1'><posX>1</posX><posY>1</posY><hp>9</hp><maxhit>1</maxhit>\
        <CreatureAction name='Print' type='move'><actionMessage>step by step</actionMessage></CreatureAction></Player></Room></Rooms></Dungeon>";
    let path = text(&house.write("print.xml", file));
    for mode in ["--line", "--json"] {
        let left = house.run(&["dungeon", &path, "--seed", "1", mode], b"l\n");
        assert_eq!(left.status, 0, "{}", left.err);
        assert!(left.err.contains("step by step"), "{mode}: {}", left.err);
        assert!(
            mode == "--json" || !left.out.contains("step by step"),
            "the display stays clean: {}",
            left.out
        );
    }
    let log = std::fs::read_to_string(house.path("home").join("logs/undercroft.log")).unwrap();
    assert!(
        log.starts_with("[INFO] ") && log.contains(" play - dungeon after 0 commands, seed \"1\""),
        "{log}"
    );
}
