//! The collected dungeons: every first screen as expected, every bad file refused at its line. They are not part of
//! the project; without them there is nothing to show.

mod common;

use std::{fs, path::PathBuf};

fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/xml/dungeons"));
    folder.is_dir().then_some(folder)
}

#[test]
fn every_collected_dungeon_gives_its_first_screen() {
    let Some(folder) = folder() else { return };
    let mut seen = 0;
    for screen in fs::read_dir(folder.join("screens")).unwrap() {
        let screen = screen.unwrap().path();
        let name = screen.file_stem().unwrap().to_str().unwrap().to_owned() + ".xml";
        let file =
            [folder.join(&name), folder.join("derived").join(&name)].into_iter().find(|path| path.is_file());
        let text = fs::read_to_string(file.unwrap()).unwrap();
        let rows = game_dungeon::preview(&text).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        let expected = fs::read_to_string(&screen).unwrap();
        assert_eq!(rows.join("\n").trim_end(), expected.trim_end(), "{name}");
        let game: game_dungeon::Dungeon = testkit::start(&[], Some(&text), "7");
        let height = if name.starts_with("dungeon") { 47 } else { 40 };
        assert_eq!(testkit::rows(&game, "").len(), height, "{name}");
        seen += 1;
    }
    assert!(seen >= 24, "only {seen} screens");
}

#[test]
fn every_bad_dungeon_is_refused_at_its_line() {
    let Some(folder) = folder() else { return };
    for (name, line, names) in [
        ("wrongroot-player.xml", 1, "<Player>"),
        ("derived/bad-mismatched-tag.xml", 9, "<Rooms>"),
        ("derived/bad-truncated.xml", 6, "<posY>"),
        ("derived/bad-noplayer.xml", 2, "<Player>"),
        ("derived/bad-nonint.xml", 6, "<hp>"),
        ("derived/bad-outofroom.xml", 6, "Player"),
        ("derived/bad-diagonal-passage.xml", 14, "Passage from room 1 to room 2"),
        ("derived/bad-unpaired-passage.xml", 14, "Passage from room 1 to room 2"),
    ] {
        let prepared = game_dungeon::check(&fs::read_to_string(folder.join(name)).unwrap());
        assert!(prepared.setup.is_none(), "{name}");
        let [error] = &prepared.findings[..] else { panic!("{name}: {:?}", prepared.findings) };
        assert_eq!(error.line, line, "{name}");
        assert!(error.what.contains(names), "{name}: {}", error.what);
    }
    let overlap = game_dungeon::check(&fs::read_to_string(folder.join("derived/bad-overlap.xml")).unwrap());
    assert!(overlap.setup.is_some());
    assert_eq!(
        common::told(&overlap.findings[0]),
        "9:5 Warning: Room 2 overlaps Room 1: it is drawn over it."
    );
}

#[test]
fn every_collected_dungeon_can_be_played_formatted_and_solved() {
    let Some(folder) = folder() else { return };
    for file in fs::read_dir(&folder).unwrap().chain(fs::read_dir(folder.join("derived")).unwrap()) {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "xml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let prepared = game_dungeon::check(&text);
        let Some(setup) = prepared.setup else { continue };
        let report = game_dungeon::solve(&setup);
        assert!(report.items_reached <= report.items && report.monsters_beaten <= report.monsters);
        let formatted = game_dungeon::format(&text).unwrap();
        assert_eq!(game_dungeon::preview(&formatted), game_dungeon::preview(&text));
        assert_eq!(game_dungeon::format(&formatted).unwrap(), formatted, "{path:?}");
        for seed in 0..common::soak(200) {
            testkit::random_play::<game_dungeon::Dungeon>(&[], Some(&text), &seed.to_string(), 300, |_| {});
        }
    }
}
