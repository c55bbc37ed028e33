//! Whole dungeon files: first screens drawn by hand, bad files rejected at the right line, and every valid
//! dungeon can be played, formatted and solved.

mod common;

use common::told;
use game_dungeon::{check, format, preview, solve};

/// Dungeons and their boards at the start: the picture of the rules page, and files that deviate from the
/// document.
const SCREENS: [(&str, &str, &str); 3] = [
    ("reference", include_str!("files/reference.xml"), include_str!("files/reference.txt")),
    ("liberties", include_str!("files/liberties.xml"), include_str!("files/liberties.txt")),
    ("clipped", include_str!("files/clipped.xml"), include_str!("files/clipped.txt")),
];

#[test]
fn every_dungeon_gives_its_first_screen() {
    for (name, text, expected) in SCREENS {
        // Both kinds of line ends are accepted.
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let rows = preview(&text).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
            assert_eq!(rows.join("\n").trim_end(), expected.trim_end(), "{name}");
            let game: game_dungeon::Dungeon = testkit::start(&[], Some(&text), "7");
            let height = |word: &str| -> usize {
                let lower = text.to_lowercase();
                let from = lower.find(word).expect("a height") + word.len() + 2;
                lower[from..]
                    .split('"')
                    .next()
                    .and_then(|number| number.trim().parse().ok())
                    .expect("a number")
            };
            let rows = ["topheight", "gameheight", "bottomheight"].map(height).iter().sum::<usize>();
            assert_eq!(testkit::rows(&game, "").len(), rows, "{name}");
        }
    }
}

#[test]
fn what_is_odd_is_told_and_played() {
    let warnings = |text: &str| check(text).findings.iter().map(told).collect::<Vec<_>>();
    assert!(warnings(SCREENS[0].1).is_empty());
    let clipped = warnings(SCREENS[2].1);
    assert!(clipped.iter().all(|line| line.contains("Warning")), "{clipped:?}");
    assert!(clipped.iter().any(|line| line.starts_with("3:")), "the room beyond the area: {clipped:?}");
    assert!(clipped.iter().any(|line| line.starts_with("5:")), "the snake in the wall: {clipped:?}");
}

/// A valid dungeon with one thing per line, for tests that break one line.
const GOOD: &str = r#"<Dungeon name="t" width="40" topHeight="1" gameHeight="10" bottomHeight="4">
<Rooms>
<Room room="1"><visible>1</visible>
<posX>0</posX><posY>0</posY><width>9</width><height>6</height>
<Player name="P"><visible>1</visible>
<posX>2</posX><posY>2</posY>
<hp>20</hp>
<maxhit>3</maxhit>
</Player>
</Room>
<Room room="2"><visible>1</visible><posX>20</posX><posY>0</posY><width>9</width><height>6</height></Room>
</Rooms>
<Passages>
<Passage room1="1" room2="2"><visible>1</visible>
<posX>8</posX><posY>3</posY>
<posX>20</posX><posY>3</posY>
</Passage>
</Passages>
</Dungeon>
"#;

#[test]
fn every_bad_dungeon_is_refused_at_its_line() {
    assert!(check(GOOD).findings.is_empty(), "{:?}", check(GOOD).findings);
    for (what, from, to, line, names) in [
        ("wrong root", "Dungeon name", "Player name", 1, "<Player>"),
        ("mismatched tag", "</Room>\n<Room", "</Rooms>\n<Room", 10, "<Room>"),
        ("no player", "Player", "Visitor", 1, "<Player>"),
        ("no number", "<hp>20</hp>", "<hp>many</hp>", 7, "<hp>"),
        ("no hit points", "<hp>20</hp>\n", "\n", 5, "hp"),
        ("outside of its room", "<posX>2</posX>", "<posX>12</posX>", 5, "Player"),
        (
            "slanting passage",
            "<posX>20</posX><posY>3",
            "<posX>20</posX><posY>4",
            16,
            "Passage from room 1 to room 2",
        ),
        (
            "unpaired passage",
            "<posX>20</posX><posY>3</posY>",
            "<posX>20</posX>",
            14,
            "Passage from room 1 to room 2",
        ),
        ("negative size", "width=\"40\"", "width=\"-40\"", 1, "width"),
        ("no size", "width=\"40\" ", "", 1, "width"),
    ] {
        let text = GOOD.replacen(from, to, if what == "no player" { 9 } else { 1 });
        let text = if what == "wrong root" { text.replace("</Dungeon>", "</Player>") } else { text };
        let prepared = check(&text);
        assert!(prepared.setup.is_none(), "{what}");
        let error = prepared.findings.iter().find(|finding| finding.severity == kernel::Severity::Error);
        let error = error.unwrap_or_else(|| panic!("{what}"));
        assert_eq!(error.line, line, "{what}: {}", error.what);
        assert!(error.what.contains(names), "{what}: {}", error.what);
    }
    let cut = &GOOD[..GOOD.find("</posY>").unwrap()];
    let prepared = check(cut);
    assert!(prepared.setup.is_none());
    assert_eq!(prepared.findings[0].line, 4, "{:?}", prepared.findings);
    let overlap = check(&GOOD.replace("<posX>20</posX><posY>0", "<posX>5</posX><posY>0"));
    assert!(overlap.setup.is_some());
    assert_eq!(told(&overlap.findings[0]), "11:1 Warning: Room 2 overlaps Room 1: it is drawn over it.");
}

/// Every dungeon in this repository: the campaign, the starter, those of the scripts and those above.
#[test]
fn every_dungeon_can_be_played_formatted_and_solved() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for folder in ["dungeons", "tests/scripts", "tests/files"] {
        for file in std::fs::read_dir(here.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "xml") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let report = solve(&check(&text).setup.unwrap_or_else(|| panic!("{path:?}")));
            assert!(report.items_reached <= report.items && report.monsters_beaten <= report.monsters);
            let formatted = format(&text).unwrap();
            assert_eq!(preview(&formatted), preview(&text), "{path:?}");
            assert_eq!(format(&formatted).unwrap(), formatted, "{path:?}");
            for seed in 0..common::soak(200) {
                testkit::random_play::<game_dungeon::Dungeon>(
                    &[],
                    Some(&text),
                    &seed.to_string(),
                    300,
                    |_| {},
                );
            }
            seen += 1;
        }
    }
    assert!(seen >= 18, "only {seen} dungeons");
}
