//! Scores, feats and morgues through the real program.

use crate::support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use support::{House, json_lines, text};

/// Walks the cat in circles until the ghosts have found it; returns the run.
fn boo(house: &House, args: &[&str]) -> Option<PathBuf> {
    let before = house.runs("boo");
    let keys = "w\na\ns\nd\n".repeat(3_000);
    let left = house.run(&[&["boo", "--json"], args].concat(), keys.as_bytes());
    assert_eq!(left.status, 0, "{}", left.err);
    house.runs("boo").into_iter().find(|path| !before.contains(path))
}

/// Plays what the game's bot advises, as a person might.
fn advised(house: &House, game: &str, seed: &str) {
    let home = keeper::Home::at(house.path("home"), catalog::GAMES);
    let brief = session::Brief { seed: seed.to_owned(), ..session::Brief::default() };
    let path = home.new_run(game, Some(seed));
    let mut opened = keeper::start_game(catalog::find(game).unwrap(), &brief, Some(&path), true).unwrap();
    let mut dice = kernel::Rng::stream(&kernel::Seed::from_text(seed), "bot", &[]);
    while opened.session.outcome().is_none() && opened.session.commands() < 5_000 {
        opened.session.play_advice(&mut dice).unwrap();
    }
    opened.close().unwrap();
}

fn scores(house: &House, args: &[&str]) -> Vec<Value> {
    let left = house.run(&[&["scores", "--json"], args].concat(), b"");
    assert_eq!(left.status, 0, "{}", left.err);
    json_lines(&left.out)
}

fn forge(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().find(|line| line.starts_with("end died ")).unwrap();
    let forged = text.replace(line, "end died 500 0000");
    std::fs::write(path, session::with_name(&forged, "forged")).unwrap();
}

#[test]
fn a_finished_game_is_a_record_with_everything_programs_need() {
    let house = House::new();
    let chosen = boo(&house, &["--seed", "one"]).unwrap();
    let fresh = boo(&house, &["--set", "side=8"]).unwrap();
    let lines = scores(&house, &[]);
    assert_eq!(lines.len(), 2);
    let find = |path: &Path| lines.iter().find(|line| line["path"] == text(path)).unwrap();
    let one = find(&chosen);
    for field in ["game", "name", "seed", "state", "score", "commands", "written", "path"] {
        assert!(!one[field].is_null(), "{field} has always been there");
    }
    assert_eq!((&one["game"], &one["seed"], &one["state"]), (&"boo".into(), &"one".into(), &"died".into()));
    assert_eq!(
        (&one["verified"], &one["seed_kind"], &one["rules"]),
        (&true.into(), &"chosen".into(), &catalog::find("boo").unwrap().rules.into())
    );
    assert_eq!((&one["place"], &one["challenge"], &one["level"]), (&1.into(), &Value::Null, &Value::Null));
    assert_eq!(one["facts"]["died"], 1);
    assert!(one["turns"].as_i64().is_some_and(|turns| turns > 3));
    assert_eq!(find(&fresh)["seed_kind"], "fresh");
    assert_eq!(find(&fresh)["options"]["side"], "8");
    assert_eq!(scores(&house, &["--options", "side=8"]).len(), 1);
    assert_eq!(scores(&house, &["--options", "classic", "--seeds", "fresh"]).len(), 0);
    assert_eq!(scores(&house, &["cave"]).len(), 0);
    let verified = house.run(&["verify", &text(&chosen)], b"").out;
    assert!(verified.contains(&format!("{} turns, score {}", one["turns"], one["score"])), "{verified}");
}

#[test]
fn a_forged_run_a_bot_and_a_branch_do_not_count() {
    let house = House::new();
    let honest = boo(&house, &["--seed", "one"]).unwrap();
    let forged = boo(&house, &["--seed", "two"]).unwrap();
    assert_eq!(scores(&house, &[]).len(), 2);
    forge(&forged);
    assert_eq!(house.run(&["boo", "--bot", "--seed", "three"], b"").status, 0);
    assert_eq!(
        house.run(&["open", &text(&honest), "--at", "3", "--json"], &b"w\na\ns\nd\n".repeat(3_000)).status,
        0
    );
    let lines = scores(&house, &[]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["path"], text(&honest));
    let all = scores(&house, &["--all"]);
    let mut why: Vec<&str> = all.iter().filter_map(|line| line["why"].as_str()).collect();
    why.sort_unstable();
    assert_eq!(why, ["marked", "marked", "unverified"]);
    let out = all.iter().find(|line| line["why"] == "unverified").unwrap();
    assert_eq!(
        (&out["score"], &out["verified"], &out["counts"]),
        (&500.into(), &false.into(), &false.into())
    );
    let page = house.run(&["scores"], b"").out;
    assert!(
        page.contains("Does not count") && page.contains("score 500: unverified: it differs at turn"),
        "{page}"
    );
    assert!(page.contains("marked as bot") && page.contains("marked as branched after 3"), "{page}");
}

#[test]
fn every_finished_game_leaves_its_page_unless_it_is_saved_elsewhere() {
    let house = House::new();
    let run = boo(&house, &["--seed", "one"]).unwrap();
    let stem = run.file_stem().unwrap().to_string_lossy().into_owned();
    let page = house.path("home").join("morgue/boo").join(format!("{stem}.txt"));
    let told = std::fs::read_to_string(&page).unwrap();
    let json: Value = serde_json::from_slice(&std::fs::read(page.with_extension("json")).unwrap()).unwrap();
    assert_eq!(json["games"][0]["result"], "died");
    assert!(told.contains(&format!("undercroft replay {}", run.display())), "{told}");
    let printed = house.run(&["morgue", &text(&run), "--json"], b"");
    assert_eq!(serde_json::from_str::<Value>(&printed.out).unwrap(), json);
    // The command on the page works.
    let replay = json["replay"].as_str().unwrap().strip_prefix("undercroft ").unwrap();
    let words: Vec<&str> = replay.split(' ').collect();
    assert_eq!(house.run(&[&words[..], &["--text"]].concat(), b"").status, 0);
    let own = house.path("mine.run");
    boo(&house, &["--seed", "one", "--record", &text(&own)]);
    boo(&house, &["--seed", "one", "--unsaved"]);
    assert_eq!(std::fs::read_dir(page.parent().unwrap()).unwrap().count(), 2);
    assert!(!house.path("mine.txt").exists());
    let printed = house.run(&["morgue", &text(&own)], b"");
    assert!(printed.out.starts_with("Meow and Boo\n"), "{}", printed.out);
    assert!(printed.out.contains("undercroft verify"), "{}", printed.out);
}

#[test]
fn charts_follow_the_locale() {
    let house = House::new();
    for seed in ["a", "b", "c", "d"] {
        advised(&house, "boo", seed);
    }
    let out = |locale: &str| {
        let output = house.command(&["scores"]).env("LC_ALL", locale).env("TERM", "xterm").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(out("C").is_ascii(), "{}", out("C"));
    assert_eq!(out("C").lines().count(), out("en_GB.UTF-8").lines().count());
    assert!(out("C").contains(" |") && out("C").contains('#'), "{}", out("C"));
    assert!(out("en_GB.UTF-8").contains('│') && out("en_GB.UTF-8").contains('█'));
    // Settings have precedence over the locale.
    std::fs::write(house.path("home").join("settings.txt"), "glyphs = ascii\n").unwrap();
    assert!(out("en_GB.UTF-8").is_ascii());
}

#[test]
fn concurrent_programs_and_a_damaged_cache_agree() {
    let house = House::new();
    for seed in ["one", "two", "three"] {
        boo(&house, &["--seed", seed]);
    }
    let both: Vec<_> = (0..2)
        .map(|_| {
            let mut command = house.command(&["scores", "--json"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let outputs: Vec<_> = both.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    assert!(outputs.iter().all(|output| output.status.success() && output.stderr.is_empty()));
    assert_eq!(outputs[0].stdout, outputs[1].stdout);
    let cache = house.path("home").join("runs/verified.txt");
    let mut bytes = std::fs::read(&cache).unwrap();
    let at = bytes.len() - 40;
    bytes[at] ^= 1;
    std::fs::write(&cache, &bytes).unwrap();
    let left = house.run(&["scores", "--json"], b"");
    assert_eq!(left.out.as_bytes(), outputs[0].stdout, "nothing is lost");
    assert_eq!(left.err.lines().count(), 1, "one clear message: {}", left.err);
    assert!(left.err.contains("verified.txt:4:"), "{}", left.err);
    let left = house.run(&["scores", "--json"], b"");
    assert_eq!((left.out.as_bytes(), left.err.as_str()), (&outputs[0].stdout[..], ""));
}

#[test]
fn a_clock_set_back_is_reported_in_one_line() {
    let house = House::new();
    let run = boo(&house, &["--seed", "one"]).unwrap();
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(400 * 86_400);
    std::fs::File::options().write(true).open(&run).unwrap().set_modified(later).unwrap();
    let left = house.run(&["scores", "--json"], b"");
    assert_eq!(json_lines(&left.out).len(), 1);
    assert!(left.err.starts_with("1 run is dated in the future"), "{}", left.err);
    assert_eq!(left.err.lines().count(), 1);
}

#[test]
fn feats_say_what_is_missing() {
    let house = House::new();
    boo(&house, &["--seed", "one"]);
    let feats = json_lines(&house.run(&["feats", "--json"], b"").out);
    assert!(feats.len() >= 20, "{}", feats.len());
    let tour = feats.iter().find(|feat| feat["name"] == "House tour").unwrap();
    assert_eq!(tour["missing"], serde_json::json!(["cave", "chambers", "pursuit", "dungeon"]));
    let page = house.run(&["feats"], b"").out;
    assert!(page.contains("missing: cave, chambers, pursuit, dungeon"), "{page}");
}

#[test]
fn failures_are_one_sentence() {
    let house = House::new();
    let junk = house.write("junk.run", "hello\n");
    for (args, said) in [
        (&["scores", "ludo"][..], "There is no game 'ludo'."),
        (&["morgue", "nowhere.run"], "nowhere.run"),
        (&["morgue", &text(&junk)], "junk.run:1: this is not a run of Undercroft"),
        (&["scores", "--places", "many"], "many"),
    ] {
        let left = house.run(args, b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{args:?}");
        assert!(left.err.contains(said), "{args:?}: {}", left.err);
    }
    for command in ["scores", "feats", "morgue"] {
        assert_eq!(house.run(&[command, "--help"], b"").status, 0);
    }
    // A damaged run is shown up to the damage, and kept.
    let run = boo(&house, &["--seed", "one"]).unwrap();
    let mut bytes = std::fs::read(&run).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&run, &bytes).unwrap();
    let left = house.run(&["morgue", &text(&run)], b"");
    assert_eq!(left.status, 0);
    assert!(left.err.contains("shown up to that line") && left.out.contains("not ended"), "{}", left.err);
    assert_eq!(std::fs::read(&run).unwrap(), bytes);
}
