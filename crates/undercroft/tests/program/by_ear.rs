//! Speech through the real program; docs/by-ear.md must be true.

use crate::support;
use support::{House, text};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/by-ear.md");

/// What the program says to each line of a script, after its greeting.
fn heard(house: &House, args: &[&str], lines: &[&str]) -> Vec<String> {
    let all = |count: usize| {
        let input: String = lines[..count].iter().map(|line| format!("{line}\n")).collect();
        let left = house.run(&[args, &["--speak", "--unsaved"]].concat(), input.as_bytes());
        assert_eq!(left.status, 0, "{}", left.err);
        left.out
    };
    let outputs: Vec<String> = (0..=lines.len()).map(all).collect();
    let mut told = vec![outputs[0].clone()];
    for pair in outputs.windows(2) {
        told.push(pair[1].strip_prefix(&pair[0]).expect("what was said stays said").to_owned());
    }
    told
}

/// The page with every transcript replaced by what the program says now.
fn transcripts_made_new(page: &str) -> String {
    let house = House::new();
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(args) = line.strip_prefix("```speak ") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let orders: Vec<&str> = block.iter().filter_map(|line| line.strip_prefix("> ")).collect();
        let args: Vec<&str> = args.split(' ').collect();
        let told = heard(&house, &args, &orders);
        out += &told[0];
        for (order, answer) in orders.iter().zip(&told[1..]) {
            out += &format!("> {order}\n{answer}");
        }
        out += "```\n";
    }
    out
}

/// `UNDERCROFT_REFRESH=1` rewrites the transcripts.
#[test]
fn the_transcripts_on_the_page_are_current() {
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let new = transcripts_made_new(&page);
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        std::fs::write(PAGE, &new).expect("the page can be written");
    }
    assert_eq!(page, new, "docs/by-ear.md is not what the program says");
    for game in catalog::GAMES {
        assert!(page.contains(&format!("```speak {}", game.id)), "{} has a transcript", game.id);
        let own = PAGE.replace("by-ear.md", &format!("{}.md", game.id));
        let own = std::fs::read_to_string(own).expect("the page of the game");
        assert!(own.contains("(by-ear.md)"), "the page of {} leads here", game.id);
    }
    for request in &front_line::REQUESTS {
        for word in request.words {
            assert!(page.contains(&format!("`{word}`")) || page.contains(&format!("`{word} ")), "{word}");
        }
        assert!(page.contains(&format!("| {} |", request.help)), "{}", request.help);
    }
}

/// Requests cost nothing: a game with a hundred of them has the same run as one without.
#[test]
fn requests_are_not_recorded() {
    let games: [(&[&str], &[&str]); 5] = [
        (&["boo"], &["s", "s", "a", "w", "d"]),
        (&["chambers"], &["t", "no", "ea", "a no", "so", "f", "we"]),
        (&["cave"], &["w", "a", "i", "d", "s"]),
        (&["pursuit"], &["SE", "stay", "E"]),
        (&["dungeon"], &["l", "l", "i", "j"]),
    ];
    for (game, orders) in games {
        let house = House::new();
        let asked: Vec<String> = front_line::REQUESTS
            .iter()
            .flat_map(|request| request.words)
            .flat_map(|word| [(*word).to_owned(), format!("{word} stairs"), format!("?{word} north")])
            .collect();
        let mut runs = Vec::new();
        for (name, with) in [("plain.run", false), ("asked.run", true)] {
            let record = house.path(name);
            let mut input = String::new();
            for order in orders {
                input += &format!("{order}\n");
                if with {
                    input += &(asked.join("\n") + "\n");
                }
            }
            let file = text(&record);
            let args = [game, &["--seed", "quiet", "--speak", "--record", &file]].concat();
            let left = house.run(&args, input.as_bytes());
            assert_eq!(left.status, 0, "{}", left.err);
            runs.push(std::fs::read_to_string(&record).expect("a run"));
            assert_eq!(house.run(&["verify", &file], b"").status, 0);
        }
        assert_eq!(runs[0], runs[1], "{game:?}");
        assert!(runs[0].lines().count() > orders.len(), "{game:?}: the orders are in the run");
    }
}

#[test]
fn nothing_is_drawn_and_every_line_is_a_sentence() {
    let house = House::new();
    for game in catalog::GAMES {
        let left = house.run(
            &[game.id, "--seed", "9", "--speak"],
            b"help\naround\nthings\nme\nwhere\nread\n\n\0\xff\nno such word\n",
        );
        assert_eq!(left.status, 0, "{}", left.err);
        for line in left.out.lines() {
            let letters = line.chars().filter(|c| c.is_alphanumeric()).count();
            assert!(letters * 2 >= line.chars().count(), "{}: {line:?} is no sentence", game.id);
            assert!(!line.contains('\u{1b}') && !line.contains("  "), "{}: {line:?}", game.id);
        }
        assert!(left.out.starts_with(&format!("{}.\n", game.title)), "{}", left.out);
    }
}

/// Every misread or impossible line is answered with one sentence.
#[test]
fn every_misreading_and_refusal_gets_one_sentence() {
    let house = House::new();
    let long = "x".repeat(5000);
    let games = [("boo", "e"), ("chambers", "u"), ("cave", "e 99"), ("pursuit", "N"), ("dungeon", "w 3")];
    for (game, refused) in games {
        let lines = [
            "",
            "xyzzy",
            "\u{7}\u{1b}[2J",
            &long,
            refused,
            "look",
            "look 9 9",
            "way dragonfly",
            "nearest \u{1b}",
        ];
        for (line, told) in lines.iter().zip(&heard(&house, &[game, "--seed", "one"], &lines)[1..]) {
            assert_eq!(told.lines().count(), 1, "{game}: {line:?} is answered with {told:?}");
            assert!(told.len() < 200 && !told.contains('\u{1b}'), "{game}: {told:?}");
        }
    }
}

#[test]
fn the_race_the_end_and_the_score_are_announced() {
    let house = House::new();
    let left = house.run(&["chambers", "--seed", "3", "--speak"], b"things\nx\nv\na\nno\nq\n");
    assert_eq!(left.status, 0);
    let lines: Vec<&str> = left.out.lines().collect();
    let prompt = "Choose a race: s shade, d drow, v vampire, t troll, g goblin; q quits.";
    assert_eq!(lines[3..5], [prompt, prompt], "asked, and asked again for what cannot be told yet");
    assert!(lines[5].starts_with("Invalid command. 'x' is not a command"), "{}", lines[5]);
    assert_eq!(lines[6], "Player character has spawned.");
    assert!(lines[7].starts_with("Health 50, attack 25, defence 25, gold 0, floor 1,"), "{}", lines[7]);
    assert!(lines[8].starts_with("In sight: "), "{}", lines[8]);
    assert!(left.out.contains("That command is incomplete.\nNo enemy to the North.\n"), "{}", left.out);
    assert!(left.out.ends_with("The player quits.\nYou leave the game; it is saved.\n"));

    // A cat that runs back and forth past its ghost dies in the end.
    let waits = "s\nw\n".repeat(2000);
    let left = house.run(&["boo", "--seed", "7", "--speak"], waits.as_bytes());
    assert!(left.out.contains("\nThe game is over: you died. Score 1.\n"));
    assert!(left.out.ends_with("The game is over.\n"));
}

#[test]
fn a_saved_game_can_be_continued_in_speech() {
    let house = House::new();
    let record = text(&house.path("cat.run"));
    house.run(&["boo", "--seed", "7", "--line", "--record", &record], b"s\ns\nsave here\n");
    let left = house.run(&["open", &record, "--speak"], b"s\nq\n");
    assert_eq!(left.status, 0, "{}", left.err);
    assert!(left.out.contains("\n2 commands have been played.\n"), "{}", left.out);
    assert!(left.out.ends_with("1 south.\nYou leave the game; it is saved.\n"), "{}", left.out);
    assert!(house.run(&["verify", &record], b"").out.starts_with("verified: boo, 3 turns"));
    for other in ["--json", "--line", "--bot"] {
        let left = house.run(&["boo", "--speak", other], b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{other}: {}", left.err);
    }
}

/// The words of requests are not commands of any game, nor its words for leaving.
#[test]
fn no_request_shadows_a_command() {
    for game in catalog::GAMES {
        let (session, _) = (game.start)(&session::Brief::default()).expect("the game starts");
        let verbs = session.verbs();
        let own = verbs.iter().flat_map(|verb| verb.words).chain(session.about().leave);
        for word in own {
            let taken = front_line::REQUESTS
                .iter()
                .flat_map(|request| request.words)
                .find(|mine| mine.eq_ignore_ascii_case(word));
            assert_eq!(taken, None, "{} has the word {word}", game.id);
        }
    }
}

#[test]
fn two_who_share_a_keyboard_each_hear_their_own_side() {
    let house = House::new();
    let told = heard(&house, &["pursuit", "--hero", "human", "--monster", "human"], &["N", "E", "things"]);
    assert!(told[0].ends_with("Near, hero: 5 west, 1 north, path 8\n"), "{}", told[0]);
    let now = "Done. It is the other side's turn.\nIn sight: ";
    assert_eq!(told[1], format!("{now}monster, potion of speed.\nNear, monster: 5 east, path 7\n"));
    assert_eq!(told[2], format!("{now}hero, potion of speed.\nNear, hero: 4 west, path 6\n"));
    assert!(told[3].starts_with("hero: 4 west, path 6\npotion of speed: "), "{}", told[3]);
}

/// The fog hides from listeners what it hides from the board, and the edge of the known area can be asked for
/// until the stairs are found.
#[test]
fn the_fog_hides_the_same_in_speech_as_on_the_board() {
    let house = House::new();
    let mut orders: Vec<&str> = vec!["nearest stairs"];
    let told = heard(&house, &["boo", "--seed", "7", "--set", "fog=on"], &orders);
    assert!(told[0].contains("\nNothing in sight.\n"), "{}", told[0]);
    assert_eq!(told[1], "no stairs in sight\n");
    orders = ["a", "way unexplored"].into_iter().chain(std::iter::repeat_n("w", 16)).collect();
    orders.push("nearest unexplored");
    let told = heard(&house, &["boo", "--seed", "7", "--set", "fog=on"], &orders);
    assert!(told[2].starts_with("unexplored ground: "), "{}", told[2]);
    assert!(told.iter().all(|told| !told.contains("stairs: ")));
    assert_ne!(told[2], told[told.len() - 1], "the edge has moved");
}
