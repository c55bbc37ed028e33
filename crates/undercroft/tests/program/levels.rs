//! Level files through the real program: what one command writes, every other reads; what is not text is
//! refused with its position; strategies are read the same way everywhere; a long pack is shown in pages.

use crate::support;
use catalog::dungeon::Wishes;
use catalog::pursuit_lab::{Limits, Wish};
use kernel::{Rng, Seed, Severity};
use session::{Brief, Level, Run};
use support::{House, json_lines, text};

const FIELD: &str = "3\n@ . .\n. . .\n. . M\n";

/// Checks, starts, plays, saves and opens a level; every step must accept it unchanged.
fn every_step_reads(game: &str, name: &str, level: &str) {
    let entry = catalog::find(game).expect("a game");
    let findings = (entry.check)(level);
    assert!(
        findings.iter().all(|finding| finding.severity != Severity::Error),
        "{name}: {findings:?}\n{level}"
    );
    let brief = Brief {
        seed: name.to_owned(),
        level: Some(Level { name: name.to_owned(), text: level.to_owned() }),
        ..Brief::default()
    };
    let (mut session, _) = (entry.start)(&brief).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
    let mut dice = Rng::stream(&Seed::from_text(name), "bot", &[]);
    for _ in 0..5 {
        let _ = session.play_advice(&mut dice);
    }
    session.checkpoint();
    let digest = session.digest();
    let parsed = Run::parse(support::journal(session).as_bytes());
    let run = parsed
        .run
        .filter(|_| parsed.damage.is_none())
        .unwrap_or_else(|| panic!("{name}: {:?}", parsed.damage));
    assert_eq!(run.header.level.as_ref().map(|kept| kept.text.as_str()), Some(level), "{name}");
    let opened = entry
        .replay(&run, usize::MAX, None, None, &session::Seating::OWNER)
        .unwrap_or_else(|why| panic!("{name}: {}", why.what));
    assert!(opened.difference.is_none(), "{name}");
    assert_eq!(opened.session.digest(), digest, "{name}");
}

#[test]
fn a_thousand_new_fields_are_accepted_by_every_command() {
    let limits = Limits { threads: 1, ..Limits::default() };
    let mut made = 0;
    for seed in 0..1000u16 {
        let wish = Wish { size: 5 + seed % 5, potions: seed % 2, result: None, turns: None };
        let name = seed.to_string();
        let Ok(field) =
            catalog::pursuit_lab::new_field(&wish, &Seed::from_text(&name), &limits, &|_, _| true)
        else {
            continue;
        };
        every_step_reads("pursuit", &name, &field.text);
        made += 1;
    }
    assert!(made > 950, "{made} of 1000 wishes came true");
}

#[test]
fn a_thousand_generated_dungeons_are_accepted_by_every_command() {
    every_step_reads("dungeon", "starter", catalog::dungeon::starter());
    for seed in 0..1000u32 {
        let name = seed.to_string();
        let wishes = Wishes { rooms: seed % 9, monsters: seed % 7, items: seed % 11 };
        let written = catalog::dungeon::generate(&Seed::from_text(&name), &wishes);
        every_step_reads("dungeon", &name, &written);
        let formatted = catalog::dungeon::format(&written).expect("a dungeon can be formatted");
        assert_eq!(catalog::dungeon::format(&formatted).as_ref(), Ok(&formatted), "{name}");
        if seed % 10 == 0 {
            every_step_reads("dungeon", &name, &formatted);
        }
    }
}

#[test]
fn files_written_by_the_program_can_be_read_back() {
    let house = House::new();
    // The seeds of the bug report: eight of them lost their last rows of walls.
    for seed in 1..=20 {
        let made = house.run(&["pursuit", "new", "--seed", &seed.to_string()], b"");
        let field = text(&house.write("field.txt", &made.out));
        let checked = house.run(&["check", &field], b"");
        assert_eq!((made.status, checked.status), (0, 0), "seed {seed}: {}\n{}", checked.out, made.out);
        assert_eq!(made.out.lines().count(), 11, "seed {seed}");
    }
    let written = house.run(&["dungeon", "generate", "--seed", "7"], b"").out;
    let dungeon = text(&house.write("made.xml", &written));
    let starter = text(&house.write("starter.xml", &house.run(&["dungeon", "new"], b"").out));
    for (game, file) in [("pursuit", "field.txt"), ("dungeon", &dungeon), ("dungeon", &starter)] {
        assert_eq!(house.run(&["check", file], b"").status, 0, "{file}");
        let record = text(&house.path("kept.run"));
        let _ = std::fs::remove_file(&record);
        let played = house.run(&[game, file, "--seed", "1", "--record", &record, "--json"], b"stay\nj\n");
        assert_eq!(played.status, 0, "{file}: {}", played.err);
        let opened = house.run(&["open", &record, "--json"], b"");
        let (last, first) = (json_lines(&played.out).pop(), json_lines(&opened.out).into_iter().next());
        assert_eq!(last.expect("a frame")["scene"], first.expect("a frame")["scene"], "{file}");
    }
    assert_eq!(house.run(&["dungeon", "fmt", &dungeon, &starter], b"").status, 0);
    assert_eq!(house.run(&["check", &dungeon, &starter], b"").status, 0);
}

#[test]
fn invalid_utf8_is_refused_with_line_and_column_by_every_command() {
    let house = House::new();
    let files: [(&str, &str, Vec<u8>, &str); 3] = [
        ("dungeon", "bad.xml", b"<?xml version=\"1.0\"?>\n<Dungeon name=\"caf\xE9\">\n".to_vec(), "2:19"),
        ("pursuit", "bad.txt", b"3\n@ . .\n. \xFF .\n. . M\n".to_vec(), "3:3"),
        ("chambers", "bad.floor", b"|-----|\n|  .\xC3|\n".to_vec(), "2:5"),
    ];
    for (game, name, bytes, place) in files {
        let path = house.path(name);
        std::fs::write(&path, &bytes).unwrap();
        let file = text(&path);
        let told = format!("{name}:{place}: error: The byte 0x");
        let mut commands = vec![vec![game, &file, "--json"], vec!["open", &file, "--json"]];
        match game {
            "dungeon" => {
                commands.extend([vec!["dungeon", "fmt", &file], vec!["dungeon", "preview", &file]]);
            }
            "pursuit" => commands.extend([vec!["solve", &file], vec!["arena", "--fields", &file]]),
            _ => {}
        }
        for command in commands {
            let left = house.run(&command, b"");
            assert_eq!((left.status, left.out.as_str()), (2, ""), "{command:?}: {}", left.err);
            assert!(left.err.contains(&told), "{command:?}: {}", left.err);
        }
        let checked = house.run(&["check", &file], b"");
        assert_eq!(checked.status, 1);
        assert!(checked.out.contains(&told), "{}", checked.out);
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "a refused file stays as it is");
        assert!(house.runs(game).is_empty());
    }
}

#[test]
fn the_command_line_of_the_document_works() {
    let house = House::new();
    let field = text(&house.write("dungeonA.txt", FIELD));
    let quiet = |args: &[&str]| {
        let mut all = vec!["pursuit", &field, "--quiet"];
        all.extend(args);
        let left = house.run(&all, b"");
        assert_eq!(left.status, 0, "{args:?}: {}", left.err);
        (
            left.out,
            left.err.lines().filter(|line| line.contains("read as")).map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    let (plain, hints) = quiet(&["--hero", "rogue", "--monster", "monster"]);
    assert_eq!(plain, "caught 2\nmoves: M:NW H:E M:N\n");
    assert!(hints.is_empty());
    assert_eq!(quiet(&["Rogue", "Monster"]), (plain.clone(), vec![]));
    assert_eq!(quiet(&["SpeedyRogue", "Monster"]).1, [""; 0]);
    // The document misspells its own names.
    assert_eq!(quiet(&["Rouge", "Monster"]), (plain.clone(), vec!["'Rouge' is read as rogue.".to_owned()]));
    assert_eq!(quiet(&["--set", "hero=Rouge", "--set", "monster=Monster"]).0, plain);
    let whole = house.run(&["pursuit", &field, "Rogue", "Monster"], b"");
    assert!(whole.out.ends_with("Caught by monster\n"), "{}", whole.out);
    // A person plays the seat that is not named; the run has the strategy's canonical spelling.
    let played = house.run(&["pursuit", &field, "human", "Optimal", "--seed", "1", "--json"], b"stay\n");
    assert_eq!(played.status, 0, "{}", played.err);
    let kept = std::fs::read_to_string(&house.runs("pursuit")[0]).unwrap();
    assert!(kept.contains("set monster \"optimal\"") && !kept.contains("set hero"), "{kept}");
    assert_eq!(house.run(&["pursuit", &field, "Rogue", "--hero", "speedy"], b"").status, 2);
}

#[test]
fn a_misspelt_strategy_gets_the_same_answer_everywhere() {
    let house = House::new();
    let field = text(&house.write("field.txt", FIELD));
    let wanted =
        "There is no strategy 'Rogu' for the hero. Did you mean rogue? Strategies: human, rogue, speedy, ";
    for command in [
        vec!["pursuit", &field, "Rogu", "Monster"],
        vec!["pursuit", &field, "--hero", "Rogu"],
        vec!["pursuit", &field, "--set", "hero=Rogu", "--json"],
        vec!["arena", "--fields", &field, "--hero", "Rogu"],
    ] {
        let left = house.run(&command, b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{command:?}");
        assert!(left.err.starts_with(wanted), "{command:?}: {}", left.err);
    }
    assert!(house.runs("pursuit").is_empty());
}

#[test]
fn the_pages_of_a_long_inventory_follow_one_another() {
    let house = House::new();
    let swords: String = (1..=30)
        .map(|n| format!("<Sword name=\"Sword of number {n}\"><ItemIntValue>{n}</ItemIntValue></Sword>"))
        .collect();
    let dungeon = text(&house.write(
        "long.xml",
        &format!(
            "<Dungeon name=\"t\" width=\"80\" topHeight=\"1\" gameHeight=\"8\" bottomHeight=\"4\"><Rooms>\
             <Room room=\"1\"><posX>0</posX><posY>0</posY><width>12</width><height>6</height>\
             <Player name=\"P\"><posX>2</posX><posY>2</posY><hp>20</hp><maxhit>0</maxhit>{swords}</Player>\
             </Room></Rooms></Dungeon>"
        ),
    ));
    let record = text(&house.path("long.run"));
    let input = "i\n".repeat(8) + "l\ni\n";
    let left =
        house.run(&["dungeon", &dungeon, "--seed", "1", "--record", &record, "--json"], input.as_bytes());
    let answers = json_lines(&left.out);
    let rows = |frame: &serde_json::Value| -> Vec<String> {
        let scene = frame["scene"].as_array().expect("rows");
        scene[9..11]
            .iter()
            .map(|row| row.as_str().expect("a row").get(6..).unwrap_or_default().to_owned())
            .collect()
    };
    let said = answers[1]["said"][0].as_str().expect("the list");
    assert!((1..=30).all(|n| said.contains(&format!("{n}: Sword of number {n} {n}"))), "{said}");
    let told = answers[1]["scene"][12].as_str().expect("a row");
    let pages: usize = told["Info: Page 1 of ".len()..].split(' ').next().unwrap().parse().expect("a number");
    assert!((2..8).contains(&pages), "{told}");
    let shown: String = answers[1..=pages].iter().flat_map(rows).map(|row| row + " ").collect();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&shown), words(said), "all pages together are the list");
    assert_eq!(rows(&answers[pages + 1]), rows(&answers[1]), "the first page follows the last");
    assert_eq!(rows(&answers[10]), rows(&answers[1]), "after another command the first page is shown");
    // Opened again, the run continues with the page it was left at.
    let opened = house.run(&["open", &record, "--json"], b"i\n");
    assert_eq!(rows(&json_lines(&opened.out)[1]), rows(&answers[2]), "{}", opened.err);
}
