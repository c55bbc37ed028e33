//! Only verified games count, whatever happened to the files.

mod house;

use house::{House, NOW, set_time, told};
use kernel::{Rng, Seed};
use records::{Audit, Book, Exclusion, Wanted};
use std::fs;

/// Enough commands for the bot to finish a game of boo.
const END: usize = 20_000;

#[test]
fn a_forged_score_is_shown_as_unverified_and_does_not_count() {
    let house = House::new();
    house.play("boo", "honest", &[], END);
    let path = house.play("boo", "forger", &[], END);
    let honest = house.book();
    assert_eq!((honest.records.len(), honest.left_out.len()), (2, 0));
    let score = honest.records.iter().find(|record| record.seed == "forger").unwrap().played.score;
    house.forge(&path, |text| text.replace(&format!("end died {score}"), "end died 99"));
    let book = house.book();
    assert_eq!(book.records.len(), 1);
    assert_eq!(book.records[0].seed, "honest");
    let out = &book.left_out[0];
    assert!(matches!(out.why, Exclusion::Unverified(_)), "{:?}", out.why);
    assert_eq!(out.report.claim, Some(("died".to_owned(), 99)));
    let page = book.scores_page(catalog::GAMES, &Wanted { places: 10, ..Wanted::default() });
    let text: Vec<&str> = page.iter().map(|line| line.text.as_str()).collect();
    assert!(
        text.iter().any(|line| line.contains("forged: died, score 99: unverified")),
        "it is shown, with its claim: {text:#?}"
    );
    assert_eq!(out.to_json()["verified"], false);
}

#[test]
fn no_other_forgery_gets_a_score() {
    type Way = fn(&str) -> String;
    let ways: [(&str, Way); 5] = [
        ("an end without a game", |text| {
            let begin = text.lines().take_while(|line| !line.starts_with("begin")).count() + 1;
            let head: Vec<&str> = text.lines().take(begin).collect();
            format!("{}\nend won 1000000 0000\n", head.join("\n"))
        }),
        ("an end in the middle", |text| {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.insert(20, "end won 1000000 0000");
            lines.join("\n") + "\n"
        }),
        ("another end after the true one", |text| format!("{text}end won 1000000 0000\n")),
        ("another seed", |text| text.replacen("seed \"forger\"", "seed \"forgery\"", 1)),
        ("a command left out", |text| {
            let lines: Vec<&str> = text.lines().collect();
            lines
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != 30)
                .map(|(_, line)| format!("{line}\n"))
                .collect()
        }),
    ];
    for (name, change) in ways {
        let house = House::new();
        let path = house.play("boo", "forger", &[], END);
        house.forge(&path, change);
        let book = house.book();
        assert!(book.records.is_empty(), "{name}: {:?}", told(&book));
        assert_eq!(book.left_out.len(), 1, "{name}");
    }
}

#[test]
fn marked_runs_and_other_rules_are_listed_separately() {
    let house = House::new();
    let marked = house.play("boo", "helped", &[], END);
    let mut text = fs::read_to_string(&marked).unwrap();
    text += "mark assisted 0000\n";
    fs::write(&marked, session::with_name(&text, "helped")).unwrap();
    let old = house.play("boo", "old", &[], END);
    let rules = catalog::find("boo").unwrap().rules;
    let boo = format!("game boo {rules}");
    house.forge(&old, |text| text.replacen(&boo, "game boo 0", 1));
    let strange = house.play("boo", "strange", &[], END);
    house.forge(&strange, |text| text.replacen(&boo, "game ludo 1", 1));
    let damaged = house.play("boo", "damaged", &[], END);
    let mut bytes = fs::read(&damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&damaged, bytes).unwrap();
    let book = house.book();
    assert!(book.records.is_empty());
    let mut why: Vec<String> = book.left_out.iter().map(|out| out.why.told()).collect();
    why.sort();
    assert_eq!(why.len(), 4);
    let told = format!("cannot be verified: played by rules 0, this program has rules {rules}");
    assert_eq!(why[0], told);
    assert!(why[1].starts_with("damaged at line "), "{}", why[1]);
    assert_eq!(why[2], "marked as assisted");
    assert_eq!(why[3], "unverified: there is no game 'ludo' here");
}

#[test]
fn tables_are_separated_by_options_level_and_kind_of_seed() {
    let house = House::new();
    house.play("boo", "a", &[], END);
    house.play("boo", "b", &[], END);
    house.play("boo", "c", &[("side", "8")], END);
    house.play_about("boo", "d", &[], END, &[("seed-kind", "fresh")]);
    house.play_about("boo", "e", &[], END, &[("challenge", "daily boo 2026-11-12"), ("seed-kind", "fresh")]);
    house.play("dungeon", "f", &[("campaign", "crossing")], END);
    // A game played inside a lesson is no record.
    house.play_about("boo", "g", &[], END, &[("lesson", "1")]);
    let book = house.book();
    let keys: Vec<(String, String, usize)> = book
        .tables("boo")
        .iter()
        .map(|table| (table.key.options_text().to_owned(), table.key.seed_kind.clone(), table.ranked.len()))
        .collect();
    let key = |options: &str, kind: &str, games| (options.to_owned(), kind.to_owned(), games);
    assert_eq!(
        keys,
        [
            key("classic", "chosen", 2),
            key("classic", "daily", 1),
            key("classic", "fresh", 1),
            key("side=8", "chosen", 1)
        ]
    );
    let tables = book.tables("boo");
    let totals = tables[0].totals();
    assert_eq!((totals.games, totals.wins), (2, None), "a tower is never won");
    assert_eq!(totals.best, tables[0].course().into_iter().max().unwrap());
    let wanted = |options: &str| Wanted { options: Some(options.to_owned()), ..Wanted::default() };
    assert_eq!(wanted("classic").tables(&book, "boo").len(), 3);
    assert_eq!(wanted("side=8").tables(&book, "boo").len(), 1);
    assert_eq!(wanted("side=4").tables(&book, "boo").len(), 0);
    assert_eq!(book.tables("dungeon")[0].key.options_text(), "campaign=crossing");
}

#[test]
fn an_open_cave_counts_and_an_open_tower_does_not() {
    let house = House::new();
    house.play("cave", "deep", &[], 400);
    house.play("boo", "half", &[], 12);
    let book = house.book();
    assert_eq!(book.records.len(), 1);
    let record = &book.records[0];
    assert_eq!((record.game, record.played.result.as_str()), ("cave", "open"));
    assert!(record.played.score > 0 && record.played.turns > 100);
    assert!(book.left_out.is_empty());
}

#[test]
fn editions_are_ranked_separately_in_every_game() {
    let house = House::new();
    for (seed, set) in [("classic", &[][..]), ("edition", &[("edition", "undercroft")])] {
        for game in ["boo", "chambers", "dungeon"] {
            house.play(game, seed, set, END);
        }
        house.play("cave", seed, set, 150);
        house.type_lines("pursuit", seed, set, &["stay"; 40]);
    }
    let book = house.book();
    let all = Wanted { places: 10, ..Wanted::default() };
    let edition = Wanted { options: Some("undercroft".to_owned()), ..Wanted::default() };
    for entry in catalog::GAMES {
        let tables = book.tables(entry.id);
        let mut told: Vec<_> =
            tables.iter().map(|table| (table.key.options_text(), table.ranked.len())).collect();
        told.sort();
        assert_eq!(told, [("Undercroft edition", 1), ("classic", 1)], "{}", entry.id);
        assert_eq!(edition.tables(&book, entry.id).len(), 1, "{}", entry.id);
    }
    let page = book.scores_page(catalog::GAMES, &all);
    let headed = |text: &str| page.iter().filter(|line| line.text.trim() == text).count();
    assert_eq!((headed("classic, chosen seeds"), headed("Undercroft edition, chosen seeds")), (5, 5));
}

#[test]
fn each_game_of_a_run_counts_separately() {
    let house = House::new();
    let path = house.play("chambers", "twice", &[], END);
    let mut opened = keeper::open_run(catalog::GAMES, &path, &session::Seating::OWNER).unwrap();
    // A second game of another race is begun and abandoned by a restart; the third is played to its end.
    opened.session.play_line("d");
    for _ in 0..5 {
        opened.session.play_line("no");
        opened.session.play_line("so");
    }
    opened.session.play_line("r");
    opened.session.play_line("v");
    let mut dice = Rng::stream(&Seed::from_text("again"), "bot", &[]);
    while opened.session.outcome().is_none() {
        opened.session.play_advice(&mut dice).unwrap();
    }
    opened.close().unwrap();
    let book = house.book();
    let numbers: Vec<u32> = book.records.iter().map(|record| record.played.number).collect();
    assert_eq!(numbers, [1, 2]);
    let second = &book.records[1].played;
    assert_eq!(second.facts.get("spawned race=vampire"), Some(&1));
    assert_eq!(second.facts.get("spawned race=drow"), None, "what was thrown away leaves no facts");
    assert!(second.from >= book.records[0].played.after);
}

#[test]
fn a_damaged_cache_never_changes_the_records() {
    let house = House::new();
    for seed in ["a", "b", "c", "d"] {
        house.play("boo", seed, &[], END);
    }
    let truth = told(&house.book());
    let good = fs::read(house.cache()).unwrap();
    assert_eq!(told(&house.book()), truth, "from the cache");
    assert_eq!(fs::read(house.cache()).unwrap(), good, "nothing new, nothing written");
    let mut dice = Rng::stream(&Seed::from_text("bits"), "flip", &[]);
    for round in 0..60 {
        let mut bad = good.clone();
        match round {
            0 => bad.clear(),
            1 => bad = b"\0\xff\xfe nonsense".to_vec(),
            2 => bad.truncate(good.len() / 2),
            3 => bad.truncate(good.len() - 1),
            _ => bad[dice.below(good.len() as u32, "byte") as usize] ^= 1 << dice.below(8, "bit"),
        }
        fs::write(house.cache(), &bad).unwrap();
        let book = house.book();
        assert_eq!(told(&book), truth, "round {round}");
        // A flipped bit in the build's name makes it another build, and a cut newline is no loss. Everything
        // else is reported.
        let notes: Vec<&String> = book.notes.iter().collect();
        assert!(notes.len() <= 1, "{notes:?}");
        if let Some(note) = notes.first() {
            assert!(note.contains("verified.txt:") && note.contains("verified again"), "{note}");
        }
        assert!(house.book().notes.is_empty(), "it was made anew");
    }
}

#[test]
fn a_forged_cache_entry_is_ignored() {
    let house = House::new();
    house.play("boo", "a", &[], END);
    let truth = told(&house.book());
    let text = fs::read_to_string(house.cache()).unwrap();
    let (head, report) = text.trim_end().rsplit_once('\n').unwrap();
    let (report, check) = report.rsplit_once(' ').unwrap();
    let last = if report.ends_with('0') { "1" } else { "0" };
    fs::write(house.cache(), format!("{head}\n{}{last} {check}\n", &report[..report.len() - 1])).unwrap();
    let book = house.book();
    assert_eq!(told(&book), truth);
    assert!(book.notes[0].contains("verified.txt:2:"), "{:?}", book.notes);
    // A forger who also corrects the check is caught by an audit that ignores the cache.
    assert_eq!(told(&Audit::begin(&house.home, catalog::GAMES, true).finish(NOW)), truth);
}

#[test]
fn concurrent_audits_agree() {
    let house = House::new();
    for seed in 0..12 {
        house.play("boo", &seed.to_string(), &[], END);
    }
    let books: Vec<Book> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..4).map(|_| scope.spawn(|| house.book())).collect();
        hands.into_iter().map(|hand| hand.join().unwrap()).collect()
    });
    assert!(books.iter().all(|book| told(book) == told(&books[0]) && book.notes.is_empty()));
    assert_eq!(books[0].records.len(), 12);
    assert!(house.book().notes.is_empty(), "the cache is whole");
}

#[test]
fn a_clock_set_back_is_reported_once_and_nothing_is_lost() {
    let house = House::new();
    let first = house.play("boo", "a", &[], END);
    let second = house.play("boo", "b", &[], END);
    house.play("boo", "c", &[], END);
    set_time(&first, NOW + 40 * 86_400);
    set_time(&second, NOW + 400 * 86_400);
    let book = house.book();
    assert_eq!(book.records.len(), 3);
    assert_eq!(book.notes.len(), 1);
    assert_eq!(
        book.notes[0],
        "2 runs are dated in the future (the latest 2027-12-18): the clock was set back, or files were copied from \
         another computer. All games still count."
    );
    assert_eq!(book.tables("boo")[0].course().len(), 3);
    // A clock at the epoch: every file lies in the future, and every game counts.
    let book = Audit::begin(&house.home, catalog::GAMES, false).finish(0);
    assert_eq!((book.records.len(), book.notes.len()), (3, 1));
}

#[test]
fn records_are_read_even_if_the_cache_cannot_be_written() {
    let house = House::new();
    house.play("boo", "a", &[], END);
    // A folder blocks the path of the cache.
    fs::create_dir_all(house.cache()).unwrap();
    let book = house.book();
    assert_eq!(book.records.len(), 1);
    assert!(book.notes[0].contains("the results cannot be saved"), "{:?}", book.notes);
    let empty = House::new();
    let book = empty.book();
    assert!(book.records.is_empty() && book.notes.is_empty());
    assert!(!empty.home.root().exists(), "looking makes no folder");
}

#[test]
fn an_escape_ranks_above_any_number_of_rounds() {
    let house = House::new();
    let stay = ["stay"; 40];
    house.type_lines("pursuit", "caught", &[], &stay);
    house.type_lines("pursuit", "free", &[("limit", "2")], &["stay", "stay", "stay"]);
    let book = house.book();
    let results: Vec<(&str, bool, bool)> = book
        .records
        .iter()
        .map(|record| (record.played.result.as_str(), record.won, record.reckoning.wins_first))
        .collect();
    assert!(results.contains(&("caught", false, true)), "{results:?}");
    assert!(results.contains(&("escaped", true, true)), "{results:?}");
    let header = session::Header {
        options: vec![("hero".into(), "rogue".into()), ("monster".into(), "human".into())],
        ..session::Header::default()
    };
    let monster = (catalog::find("pursuit").unwrap().lore.reckon)(&header);
    assert_eq!((monster.wins, monster.fewest), (&["caught"][..], true));
}

#[test]
fn games_that_were_quit_do_not_count() {
    let house = House::new();
    house.type_lines("chambers", "left", &[], &["s", "no", "q"]);
    house.type_lines("dungeon", "left", &[], &["h", "E Y"]);
    let quits =
        |report: &records::RunReport| report.games.iter().filter(|game| game.result == "quit").count();
    for file in house.home.run_files() {
        let report = records::RunReport::of(&fs::read(file).unwrap(), catalog::GAMES);
        assert_eq!((quits(&report), report.games.len()), (1, 1), "{}", report.game);
    }
    let book = house.book();
    assert!(book.records.is_empty(), "{:?}", told(&book));
    assert!(book.apart.is_empty() && book.left_out.is_empty());
    let done = book.feats(catalog::GAMES).iter().filter(|feat| feat.is_done()).count();
    assert_eq!(done, 0);
}

/// Which seats were played by whom, and where such games are ranked.
#[test]
fn only_games_against_a_built_in_strategy_are_the_players_own() {
    let house = House::new();
    type Set = &'static [(&'static str, &'static str)];
    let cases: [(Set, &[&str]); 6] = [
        (&[], &[]),
        (&[("monster", "optimal")], &[]),
        (&[("hero", "optimal")], &["bot"]),
        (&[("hero", "rogue"), ("monster", "random")], &["bot"]),
        (&[("monster", "human")], &["person"]),
        (&[("hero", "rogue"), ("monster", "human")], &[]),
    ];
    for (number, (set, _)) in cases.iter().enumerate() {
        house.play("pursuit", &number.to_string(), &[&[("limit", "30")], *set].concat(), 500);
    }
    let book = house.book();
    assert!(book.left_out.is_empty(), "{:?}", book.left_out);
    for (number, (_, marks)) in cases.iter().enumerate() {
        let seed = number.to_string();
        let find = |records: &[records::Record]| records.iter().find(|record| record.seed == seed).cloned();
        let (own, apart) = (find(&book.records), find(&book.apart));
        assert_eq!((own.is_some(), apart.is_some()), (marks.is_empty(), !marks.is_empty()), "{seed}");
        let record = own.or(apart).unwrap();
        let json = record.to_json(1);
        assert_eq!(json["marks"], serde_json::json!(marks));
        assert_eq!(json["counts"], marks.is_empty());
    }
    // Escaping from a monster one moves oneself is no feat, nor is anything a strategy does.
    let mut feats = House::new();
    feats.type_lines("pursuit", "both", &[("monster", "human"), ("limit", "3")], &["stay"; 6]);
    feats.play("pursuit", "none", &[("hero", "optimal"), ("limit", "3")], 0);
    let book = feats.book();
    assert_eq!((book.records.len(), book.apart.len()), (0, 2));
    assert!(book.apart.iter().all(|record| record.played.result == "escaped"), "{:?}", book.apart);
    assert!(book.feats(catalog::GAMES).iter().all(|feat| !feat.is_done()));
    feats = House::new();
    feats.type_lines("pursuit", "own", &[("limit", "1")], &["stay"]);
    assert_eq!(feats.book().records.len(), 1);
}

#[test]
fn forged_strategy_moves_are_unverified() {
    let house = House::new();
    let path = house.type_lines("pursuit", "still", &[("monster", "human"), ("limit", "50")], &["stay"; 100]);
    assert_eq!(house.book().apart.len(), 1);
    // The same moves, claimed to be a perfect monster's. The digest covers who plays, so its line is removed.
    house.forge(&path, |text| {
        let kept = |line: &&str| !line.starts_with("= ");
        let text: String = text.lines().filter(kept).map(|line| format!("{line}\n")).collect();
        text.replace("set monster \"human\"", "set monster \"optimal\"")
    });
    let book = house.book();
    assert!(book.records.is_empty() && book.apart.is_empty());
    let why = book.left_out[0].why.told();
    assert!(
        why.starts_with("unverified: it differs at turn 1: the monster's strategy optimal plays '"),
        "{why}"
    );
    assert!(why.ends_with("' here, the run has 'stay'"), "{why}");
}
