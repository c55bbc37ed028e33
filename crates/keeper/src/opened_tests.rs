//! Runs that are started, left, shortened, deleted and opened again.

use super::*;
use crate::home::Home;
use std::fs;
use std::path::PathBuf;

fn boo() -> &'static Entry {
    catalog::find("boo").unwrap()
}

fn brief(name: Option<&str>) -> Brief {
    let about = name.map(|name| (session::NAME.to_owned(), name.to_owned()));
    Brief { seed: "7".to_owned(), about: about.into_iter().collect(), ..Brief::default() }
}

fn home() -> (tempfile::TempDir, Home) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path().join("home"), catalog::GAMES);
    (folder, home)
}

fn play(opened: &mut Opened, commands: usize) {
    for turn in 0..commands {
        opened.session.play_line(["d", "a"][turn % 2]);
        opened.keep().unwrap();
    }
}

/// Writes a closed run of this many commands; returns its path.
fn closed(home: &Home, commands: usize) -> PathBuf {
    let mut opened = start_game(boo(), &brief(None), Some(&home.new_run("boo", None)), true).unwrap();
    play(&mut opened, commands);
    let path = opened.path().unwrap().to_owned();
    opened.close().unwrap();
    path
}

fn marks(path: &Path) -> Vec<String> {
    read_run(path).unwrap().0.marks
}

fn steps(path: &Path) -> usize {
    read_run(path).unwrap().0.steps.len()
}

/// Removes lines from the end of a file.
fn cut(path: &Path, lines: usize) {
    let text = fs::read_to_string(path).unwrap();
    let left: Vec<&str> = text.lines().collect();
    fs::write(path, left[..left.len() - lines].join("\n") + "\n").unwrap();
}

#[test]
fn a_torn_tail_is_cut_off_on_opening() {
    let (_folder, home) = home();
    let path = closed(&home, 4);
    let whole = fs::read(&path).unwrap();
    for tail in ["d", "d k0T2f", "= 4 00"] {
        fs::write(&path, [&whole, tail.as_bytes()].concat()).unwrap();
        let opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "{tail}");
        assert!(opened.notes[0].contains("was cut off in writing"), "{:?}", opened.notes);
        assert!(marks(&path).is_empty(), "what was never finished was never played");
    }
    let mut opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
    play(&mut opened, 2);
    opened.close().unwrap();
    let (run, damage, _) = read_run(&path).unwrap();
    assert_eq!((run.steps.len(), damage, run.marks.len()), (6, None, 0));
}

#[test]
fn a_damaged_run_is_neither_renamed_nor_changed() {
    let (_folder, home) = home();
    let path = closed(&home, 6);
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() - 60;
    bytes[at] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(home.rename(&path, "cellar"), Err(OpenError::Damaged(..))));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes, "the game goes on in a copy");
    let copy = opened.path().unwrap().to_owned();
    assert_ne!(copy, path);
    drop(opened);
    assert_eq!(marks(&copy), [format!("branched after {}", steps(&copy))]);
}

#[test]
fn a_run_that_is_being_left_loses_nothing_to_a_second_opener() {
    for _ in 0..30 {
        let (_folder, home) = home();
        let path = closed(&home, 10);
        let mut first = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                for _ in 0..200 {
                    match open_run(catalog::GAMES, &path, &Seating::OWNER) {
                        Ok(opened) => assert!([10, 110].contains(&opened.session.commands())),
                        Err(OpenError::File(_, error)) => {
                            assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
                        }
                        Err(other) => panic!("{other}"),
                    }
                    if let Err(OpenError::Damaged(..)) = home.rename(&path, "same") {
                        panic!("it was never damaged");
                    }
                }
            });
            play(&mut first, 100);
            first.close().unwrap();
            second.join().unwrap();
        });
        assert_eq!(steps(&path), 110);
        assert!(marks(&path).is_empty());
        home.delete(&path).unwrap();
        assert!(!path.exists());
    }
}

#[test]
fn a_run_that_is_played_is_neither_opened_renamed_nor_deleted_by_others() {
    let (_folder, home) = home();
    let path = closed(&home, 2);
    let mut opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
    for refused in [
        open_run(catalog::GAMES, &path, &Seating::OWNER).map(drop),
        home.rename(&path, "x"),
        home.delete(&path).map(drop),
    ] {
        let Err(OpenError::File(_, error)) = refused else { panic!("it is open") };
        assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
    }
    play(&mut opened, 2);
    assert_eq!(steps(&path), 4);
}

#[test]
fn a_shortened_run_goes_on_as_a_branch_and_an_interrupted_one_does_not() {
    let (_folder, home) = home();
    // Closed properly.
    let path = closed(&home, 5);
    assert!(open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap().notes.is_empty());
    // Closed, then shortened to a command, or to an older checkpoint.
    for lines in [1, 3] {
        let path = closed(&home, 5);
        cut(&path, lines);
        let opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
        assert!(opened.notes[0].contains("it goes on as a branch"), "{:?}", opened.notes);
        drop(opened);
        assert_eq!(marks(&path), [format!("branched after {}", 6 - lines)]);
        assert_eq!(
            open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap().notes.len(),
            0,
            "it is told once"
        );
        assert_eq!(marks(&path).len(), 1);
    }
    let path = closed(&home, 5);
    let mut opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
    play(&mut opened, 5);
    opened.close().unwrap();
    cut(&path, 6);
    drop(open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap());
    assert_eq!(marks(&path), ["branched after 5"], "it ends in a checkpoint, but more is known");
    // Interrupted while it was played; nothing was removed.
    let path = closed(&home, 5);
    let mut opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
    play(&mut opened, 3);
    drop(opened);
    assert!(open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap().notes.is_empty());
    assert!(marks(&path).is_empty());
    // Interrupted, then shortened below what was known.
    cut(&path, 5);
    drop(open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap());
    assert_eq!(marks(&path), ["branched after 4"]);
}

#[test]
fn a_lost_or_damaged_ledger_costs_only_marks() {
    let (_folder, home) = home();
    for kept in [None, Some("open 0 \"runs/boo"), Some("\0\u{1b}[2J\nclosed x y\n\n"), Some("")] {
        let path = closed(&home, 5);
        match kept {
            None => fs::remove_file(home.file("ledger.txt")).unwrap(),
            Some(text) => fs::write(home.file("ledger.txt"), text).unwrap(),
        }
        assert!(
            open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap().notes.is_empty(),
            "it ends in a checkpoint"
        );
        let mut opened = open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap();
        play(&mut opened, 1);
        drop(opened);
        assert!(
            open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap().notes.is_empty(),
            "its length is known again"
        );
    }
    let path = closed(&home, 5);
    fs::remove_file(home.file("ledger.txt")).unwrap();
    cut(&path, 1);
    assert_eq!(
        open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap().notes.len(),
        1,
        "a run nobody knows must end in a checkpoint"
    );
}

#[test]
fn the_ledger_stays_small_and_remembers() {
    let (_folder, home) = home();
    let path = closed(&home, 5);
    let lengths = Lengths::of(&(Arc::new(Files) as _), &path).unwrap();
    let others: Vec<PathBuf> =
        (0..40).map(|number| home.new_run("boo", Some(&format!("w{number}")))).collect();
    for path in &others {
        fs::write(path, "").unwrap();
    }
    for round in 0..6_000 {
        lengths.note(&others[round % others.len()], round, false);
    }
    assert!(fs::metadata(home.file("ledger.txt")).unwrap().len() < 300 * 1024);
    cut(&path, 3);
    assert!(is_shortened(&lengths, &path, &read_run(&path).unwrap().0));
}

#[test]
fn a_deleted_file_is_written_again_as_a_whole() {
    let (_folder, home) = home();
    let mut opened = start_game(boo(), &brief(None), Some(&home.new_run("boo", None)), true).unwrap();
    play(&mut opened, 3);
    let path = opened.path().unwrap().to_owned();
    fs::remove_dir_all(home.root()).unwrap();
    play(&mut opened, 1);
    let news = opened.news().expect("it is told");
    assert!(news.to_string().contains("it was deleted"), "{news}");
    assert_eq!(opened.path(), Some(path.as_path()));
    play(&mut opened, 1);
    assert_eq!(opened.news(), None, "it is told once");
    opened.close().unwrap();
    assert_eq!(steps(&path), 5);
    assert!(open_run(catalog::GAMES, &path, &Seating::OWNER).unwrap().notes.is_empty());
}

#[test]
fn while_nothing_can_be_saved_the_game_goes_on_and_can_be_saved_elsewhere() {
    let (folder, home) = home();
    let mut opened = start_game(boo(), &brief(None), Some(&home.new_run("boo", None)), true).unwrap();
    play(&mut opened, 3);
    let path = opened.path().unwrap().to_owned();
    fs::remove_dir_all(home.root()).unwrap();
    fs::write(home.root(), "a file in the way").unwrap();
    for turn in 0..3 {
        opened.session.play_line(["d", "a"][turn % 2]);
        assert!(opened.keep().is_err());
        assert_eq!(opened.news().is_some(), turn == 0, "it is told once");
    }
    let precious = folder.path().join("precious.txt");
    fs::write(&precious, "mine").unwrap();
    assert!(opened.save_elsewhere(&precious).is_err());
    assert_eq!(fs::read(&precious).unwrap(), b"mine");
    let elsewhere = folder.path().join("runs/boo/elsewhere.run");
    opened.save_elsewhere(&elsewhere).unwrap();
    play(&mut opened, 1);
    assert_eq!(steps(&elsewhere), 7);
    // Without another place, the next command succeeds once the obstacle is gone.
    fs::remove_file(&elsewhere).unwrap();
    fs::remove_dir_all(folder.path().join("runs")).unwrap();
    fs::write(folder.path().join("runs"), "in the way again").unwrap();
    opened.session.play_line("d");
    assert!(opened.keep().is_err());
    assert!(matches!(opened.news(), Some(News::Failed(_))));
    fs::remove_file(folder.path().join("runs")).unwrap();
    opened.session.play_line("a");
    opened.keep().unwrap();
    assert!(opened.news().is_some());
    opened.close().unwrap();
    assert_eq!(steps(&elsewhere), 9);
    assert!(!path.exists());
}

#[test]
fn a_run_without_commands_goes_again_unless_it_is_a_world_or_was_asked_for() {
    let (folder, home) = home();
    let start = |brief: &Brief, name: Option<&str>| {
        start_game(boo(), brief, Some(&home.new_run("boo", name)), true).unwrap()
    };
    drop(start(&brief(None), None));
    start(&brief(None), None).close().unwrap();
    let mut lesson = start(&brief(None), None);
    lesson.session.mark("lesson");
    lesson.close().unwrap();
    assert_eq!(home.run_files().len(), 0);
    start(&brief(Some("cellar")), Some("cellar")).close().unwrap();
    let mut daily = brief(None);
    daily.about.push((session::CHALLENGE.to_owned(), "daily boo".to_owned()));
    start(&daily, None).close().unwrap();
    assert_eq!(home.run_files().len(), 2);
    let named: Vec<String> = home.saves().into_iter().map(|save| save.name).collect();
    assert_eq!(named, ["cellar"], "a world without commands is listed, others are not");
    let record = folder.path().join("asked.run");
    start_game(boo(), &brief(None), Some(&record), false).unwrap().close().unwrap();
    assert!(record.exists());
}

#[test]
fn the_name_of_a_world_that_exists_opens_it_and_names_never_share_a_file() {
    let (_folder, home) = home();
    let names =
        ["家", "家/", "家:", "家\\", "Zoë", "zoë", "ZOË", "наш дом", "a/b", "a:b", "a\u{0}b", "", " "];
    let start = |name: &str| home.start(boo(), &brief(Some(name)), &home.new_run("boo", Some(name)));
    for (count, name) in names.iter().enumerate() {
        let mut opened = start(name).unwrap();
        assert!(opened.notes.is_empty(), "{name} is new: {:?}", opened.notes);
        play(&mut opened, count + 1);
        opened.close().unwrap();
    }
    for (count, name) in names.iter().enumerate() {
        let opened = start(name).unwrap();
        assert_eq!(opened.session.commands(), count + 1, "{name}");
        assert!(opened.notes[0].contains("exists already and is continued"));
    }
    assert_eq!(home.saves().len(), names.len());
    // The file of a renamed world does not block a new world.
    home.rename(&home.world("boo", "Zoë").unwrap().path, "attic").unwrap();
    assert_eq!(start("Zoë").unwrap().session.commands(), 0);
    assert_eq!(start("attic").unwrap().session.commands(), 5);
}

#[test]
fn a_world_that_sixty_start_at_once_is_one_world() {
    let (_folder, home) = home();
    let path = home.new_run("boo", Some("cellar"));
    let started: Vec<_> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..60)
            .map(|_| {
                scope.spawn(|| home.start(boo(), &brief(Some("cellar")), &path).map_err(|t| t.to_string()))
            })
            .collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    assert_eq!(started.iter().filter(|started| started.is_ok()).count(), 1);
    for refused in started.iter().filter_map(|started| started.as_ref().err()) {
        assert!(refused.contains("it is open in another process"), "{refused}");
    }
    assert_eq!(home.run_files().len(), 1);
}
