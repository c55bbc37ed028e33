//! Morgues, compared with those in `tests/pages`. UNDERCROFT_REFRESH=1 rewrites them.

mod house;

use house::{House, set_time};
use records::{Morgue, keep_morgue, morgue_paths};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [(&str, usize); 5] =
    [("cave", 600), ("chambers", 20_000), ("boo", 20_000), ("pursuit", 20_000), ("dungeon", 20_000)];

fn morgue(path: &Path, shown_as: &str) -> Morgue {
    let (run, _, _) = keeper::read_run(path).unwrap();
    let entry = catalog::find(&run.header.game).unwrap();
    Morgue::of(&run, entry, Path::new(shown_as), None).unwrap().unwrap()
}

fn check(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(name);
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        fs::write(&path, text).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "{} differs; with UNDERCROFT_REFRESH=1 it is made anew.\nnow:\n{text}",
        path.display()
    );
}

#[test]
fn every_game_has_a_morgue_page() {
    let house = House::new();
    for (game, commands) in GAMES {
        let path = house.play(game, "page", &[], commands);
        check(&format!("{game}.txt"), &morgue(&path, &format!("{game}.run")).to_text(true));
    }
}

#[test]
fn a_game_against_a_strategy_that_thinks_first_has_one_page() {
    let house = House::new();
    let path = house.play("pursuit", "page", &[("monster", "optimal")], 20_000);
    let games = morgue(&path, "one.run").games;
    assert_eq!(games.len(), 1, "{:?}", games.iter().map(|page| &page.result).collect::<Vec<_>>());
    assert_ne!(games[0].result, "open");
}

#[test]
fn json_and_text_agree() {
    let house = House::new();
    for (game, commands) in GAMES {
        let path = house.play(game, "same", &[], commands);
        let morgue = morgue(&path, "my games/it's.run");
        let json: Value = serde_json::from_str(&morgue.to_json()).unwrap();
        let text = morgue.to_text(false);
        assert_eq!(json["game"], game);
        assert_eq!(json["verified"], true);
        assert_eq!(json["replay"], r"undercroft replay 'my games/it'\''s.run'");
        assert!(
            text.contains(json["replay"].as_str().unwrap())
                && text.contains(json["verify"].as_str().unwrap())
        );
        let page = &json["games"][0];
        let score = format!("score {}, {} turn", page["score"], page["turns"]);
        assert!(text.contains(&score), "{score}\n{text}");
        for moment in page["turning_points"].as_array().unwrap() {
            let line = format!(
                "  turn {:>5}  {}\n",
                moment["turn"].as_i64().unwrap(),
                moment["what"].as_str().unwrap()
            );
            assert!(text.contains(&line), "{line}\n{text}");
        }
        for (kind, count) in page["counts"].as_object().unwrap() {
            let line = format!("  {:<14} {:>5}", kind.replace('_', " "), count["times"].as_i64().unwrap());
            assert!(text.contains(&line), "{line}\n{text}");
        }
        for row in page["screen"].as_array().unwrap() {
            assert!(text.contains(row.as_str().unwrap()));
        }
        let ascii = text.lines().filter(|line| line.contains("How it went")).count();
        assert_eq!(ascii, usize::from(!page["course"].is_null()));
        // The page and the records use the same counts.
        let (run, _, _) = keeper::read_run(&path).unwrap();
        let facts = &records::count(catalog::find(game).unwrap(), &run).unwrap()[0].facts;
        for (kind, count) in page["counts"].as_object().unwrap() {
            assert_eq!(facts.get(kind).copied(), count["times"].as_i64(), "{game} {kind}");
        }
    }
}

#[test]
fn only_finished_games_in_the_data_folder_get_a_page() {
    let house = House::new();
    let keep = |path: &Path| keep_morgue(&house.home, catalog::GAMES, path).unwrap();
    let path = house.play("boo", "over", &[], 20_000);
    let page = keep(&path).unwrap();
    assert_eq!(page, house.home.file("morgue").join("boo").join("boo-over.txt"));
    let json: Value = serde_json::from_slice(&fs::read(page.with_extension("json")).unwrap()).unwrap();
    assert_eq!(json["games"][0]["result"], "died");
    // A second time gives the same result and writes nothing.
    set_time(&page, 1_000_000);
    assert_eq!(keep(&path), Some(page.clone()));
    let modified = fs::metadata(&page).unwrap().modified().unwrap();
    assert_eq!(modified.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs(), 1_000_000);
    // An open game has no page, unless the game never ends.
    assert_eq!(keep(&house.play("boo", "open", &[], 10)), None);
    assert!(keep(&house.play("cave", "open", &[], 10)).is_some());
    // Runs kept elsewhere get no extra files.
    let own = house.path("mine.run");
    fs::copy(&path, &own).unwrap();
    assert_eq!(keep(&own), None);
    assert_eq!(morgue_paths(&house.home, &own), None);
    assert!(!house.path("mine.txt").exists());
}

#[test]
fn a_run_that_differs_is_shown_up_to_there() {
    let house = House::new();
    let path = house.play("boo", "page", &[], 20_000);
    let whole = morgue(&path, "boo.run");
    let (run, _, _) = keeper::read_run(&path).unwrap();
    let mut changed = run.clone();
    changed.steps[39].pulse ^= 1;
    let entry = catalog::find("boo").unwrap();
    let cut = Morgue::of(&changed, entry, Path::new("boo.run"), None).unwrap().unwrap();
    assert!(!cut.verified && cut.differs.as_deref().is_some_and(|what| what.starts_with("turn 40: ")));
    assert_eq!((cut.games.len(), cut.games[0].commands), (1, 39));
    assert_eq!(cut.games[0].result, "open");
    let same = |morgue: &Morgue| -> Vec<String> {
        let points = morgue.games[0].floors_and_so_on();
        points.into_iter().filter(|(command, _)| *command < 40).map(|(_, said)| said).collect()
    };
    assert!(same(&cut).iter().all(|said| whole.to_text(true).contains(said.as_str())));
    assert!(cut.to_text(true).contains("not verified: differs at turn 40: "));
}

trait Told {
    fn floors_and_so_on(&self) -> Vec<(usize, String)>;
}

impl Told for records::GamePage {
    fn floors_and_so_on(&self) -> Vec<(usize, String)> {
        self.turning_points.iter().map(|moment| (moment.command, moment.said.clone())).collect()
    }
}

#[test]
fn several_games_in_one_run_have_a_page_each() {
    let house = House::new();
    let path = house.play("chambers", "two", &[], 20_000);
    let mut opened = keeper::open_run(catalog::GAMES, &path, &session::Seating::OWNER).unwrap();
    opened.session.play_line("t");
    opened.session.play_line("no");
    opened.close().unwrap();
    let morgue = morgue(&path, "two.run");
    let results: Vec<&str> = morgue.games.iter().map(|page| page.result.as_str()).collect();
    assert_eq!(results.len(), 2);
    assert_eq!(results[1], "open");
    let race = ("race".to_owned(), kernel::Vital::Text("Troll".to_owned()));
    assert!(morgue.games[1].vitals.contains(&race), "{:?}", morgue.games[1].vitals);
    let text = morgue.to_text(true);
    assert!(
        text.contains("==== Game 1 of 2 in this run ====") && text.contains("==== Game 2 of 2"),
        "{text}"
    );
}
