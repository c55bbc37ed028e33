//! Field files: the liberties that are taken, the mistakes that are named.

mod common;

use common::shared;
use game_pursuit::{Player, Pursuit};
use kernel::{Finding, Game, Options, Prepared, Severity};

fn prepare(text: &str) -> Prepared<game_pursuit::Setup> {
    Pursuit::prepare(&Options::default(), Some(text), &kernel::Policy::DENY)
}

/// `line:column: what` of every error.
fn errors(text: &str) -> Vec<String> {
    let prepared = prepare(text);
    assert!(prepared.setup.is_none(), "{text:?} is read without error");
    told(&prepared.findings, Severity::Error)
}

fn told(findings: &[Finding], severity: Severity) -> Vec<String> {
    let tell = |finding: &Finding| format!("{}:{}: {}", finding.line, finding.column, finding.what);
    findings.iter().filter(|finding| finding.severity == severity).map(tell).collect()
}

#[track_caller]
fn reads_as(text: &str, picture: &[&str]) {
    let prepared = prepare(text);
    let setup = prepared.setup.unwrap_or_else(|| panic!("{:?}", prepared.findings));
    let rows = setup.field.rows(setup.field.hero(), setup.field.monster());
    let squeezed: Vec<String> = rows.iter().map(|row| row.chars().step_by(2).collect()).collect();
    assert_eq!(squeezed, picture);
}

const PICTURE: [&str; 3] = ["@. ", " + ", " .Z"];

#[test]
fn liberties_of_real_files_are_taken() {
    reads_as("3\n@ .  \n  +  \n  . Z\n", &PICTURE);
    reads_as("3\n@ .\n  +\n  . Z", &PICTURE);
    reads_as("3\r\n@ .  \r\n  +  \r\n  . Z\r\n", &PICTURE);
    reads_as("3\n@ .       \n  +      \n  . Z     \n", &PICTURE);
    reads_as("3\n@ .\n  +\n  . Z\nx", &PICTURE);
    reads_as("3\n@ .\n  +\n  . Z\n\nThe monster @ wins by A.\n", &PICTURE);
    reads_as(" 3 \n@ .\n  +\n  . Z\n", &PICTURE);
    reads_as("\u{feff}3\n@ .\n  +\n  . Z\n", &PICTURE);
    reads_as("4\n@ .\n  +\n  . Z\n\n", &["@.  ", " +  ", " .Z ", "    "]);
}

#[test]
fn the_size_must_be_a_sensible_number() {
    assert_eq!(errors(""), ["1:1: The size of the field is missing."]);
    assert_eq!(errors("\n@ A\n. .\n"), ["1:1: The size of the field is missing."]);
    assert_eq!(errors("ten\n. @\n"), ["1:1: The size of the field is 'ten', not a whole number."]);
    assert_eq!(errors("  2x\n"), ["1:3: The size of the field is '2x', not a whole number."]);
    assert_eq!(errors("3.0\n"), ["1:1: The size of the field is '3.0', not a whole number."]);
    for size in ["0", "-4", "201", "1111111111", "99999999999999999999999999"] {
        let what = format!(
            "1:1: The size of the field is '{}', not a number from 1 to 200.",
            &size[..size.len().min(20)]
        );
        assert_eq!(errors(&format!("{size}\n@ A\n")), [what]);
    }
}

#[test]
fn missing_rows_are_named() {
    assert_eq!(errors("3\n@ . A\n. . .\n"), ["4:1: The field has 2 of its 3 rows; row 3 is missing."]);
    assert!(errors("3").contains(&"2:1: The field has 0 of its 3 rows; row 1 is missing.".into()));
}

#[test]
fn strange_characters_are_named_with_their_place() {
    assert_eq!(errors("2\n@ #\nA .\n"), ["2:3: '#' is no cell of a field."]);
    assert_eq!(errors("2\n@ \t\nA .\n"), ["2:3: '\\t' is no cell of a field."]);
    assert_eq!(errors("2\n@ a\nA .\n"), ["2:3: 'a' is no cell of a field."]);
    assert_eq!(errors("2\n@ .\nA é\n"), ["3:3: 'é' is no cell of a field."]);
    assert_eq!(errors("2\n@ \0\nA .\n"), ["2:3: '\\0' is no cell of a field."]);
    assert_eq!(errors("2\n@..\nA .\n"), ["2:2: '.' stands between two cells."]);
    assert_eq!(errors("2\n@ .\nA . .\n"), ["3:5: '.' stands beyond column 2."]);
    assert_eq!(errors("2\n@ ..\nA .\n"), ["2:4: '.' stands beyond column 2."]);
    // The walls of a row given as one blank too many push the last cell off the field.
    assert_eq!(errors("2\n@ é é\nA .\n")[0], "2:3: 'é' is no cell of a field.");
}

#[test]
fn exactly_one_hero_and_one_monster() {
    assert_eq!(errors("2\n. .\nA .\n"), ["2:1: There is no hero, '@', on the field."]);
    assert_eq!(errors("2\n@ .\n. .\n"), ["2:1: There is no monster, 'A' to 'Z', on the field."]);
    assert_eq!(errors("2\n. .\n. .\n").len(), 2);
    assert_eq!(errors("2\n@ .\nA @\n"), ["3:3: A second hero; the first stands at line 2, column 1."]);
    assert_eq!(errors("2\n@ S\nA .\n"), ["3:1: A second monster; the first stands at line 2, column 3."]);
}

#[test]
fn a_hopeless_file_is_told_briefly() {
    let mut text = String::from("150\n");
    for _ in 0..150 {
        text.push_str(&"#".repeat(299));
        text.push('\n');
    }
    assert_eq!(errors(&text).len(), 20);
}

#[test]
fn odd_fields_are_played_with_a_warning() {
    let warnings = |text: &str| {
        let prepared = prepare(text);
        assert!(prepared.setup.is_some());
        told(&prepared.findings, Severity::Warning)
    };
    assert_eq!(
        warnings("3\n@ .  \n. .  \n    A\n"),
        ["3:3: Two rooms touch at a corner here; one can step from room to room without a hallway."]
    );
    assert_eq!(
        warnings("3\n@   A\n     \n     \n"),
        ["2:5: No way leads from the monster to the hero: the hero cannot be caught."]
    );
    assert_eq!(warnings("3\n@ A  \n     \n    .\n"), ["4:5: No way leads here from hero and monster."]);
    assert!(warnings("3\n@ . .\n. + .\n. . A\n").is_empty());
}

#[test]
fn names_of_strategies_are_checked() {
    let with = |name: &str, value: &str| {
        let mut options = Options::default();
        options.set(Pursuit::options(), name, value).unwrap();
        Pursuit::prepare(&options, None, &kernel::Policy::DENY)
    };
    let setup = with("hero", "SpeedyRouge");
    assert_eq!(told(&setup.findings, Severity::Warning), ["0:0: 'SpeedyRouge' is read as speedy."]);
    assert_eq!(setup.setup.unwrap().hero.name(), "speedy");
    let setup = with("hero", "Rouge");
    assert_eq!(told(&setup.findings, Severity::Warning), ["0:0: 'Rouge' is read as rogue."]);
    let setup = with("hero", "SpeedyRogue");
    assert!(setup.findings.is_empty());
    assert_eq!(with("monster", "Monster").setup.unwrap().monster.name(), "monster");
    // The word for any program; older runs hold a command, which stays part of their state.
    assert_eq!(with("monster", "program").setup.unwrap().monster, Player::PROGRAM);
    let old = with("monster", "cmd:./m.py 7").setup.unwrap().monster;
    assert_eq!((old.name().as_str(), old), ("program", Player::Program("./m.py 7".into())));
    let refused = with("hero", "vampire");
    assert!(refused.setup.is_none());
    assert_eq!(
        refused.findings[0].what,
        "There is no strategy 'vampire' for the hero. Strategies: human, rogue, speedy, optimal, random, \
         cmd:PROGRAM."
    );
    assert!(with("monster", "rogue").setup.is_none());
    assert!(with("monster", "cmd:").setup.is_none());
}

#[test]
fn the_built_in_field_has_nothing_odd() {
    let prepared = Pursuit::prepare(&Options::default(), None, &kernel::Policy::DENY);
    assert!(prepared.findings.is_empty(), "{:?}", prepared.findings);
    assert_eq!(prepared.setup.unwrap().field.potions().len(), 1);
}

#[test]
fn bad_files_kept_beside_the_project_are_refused_at_their_place() {
    for (name, start) in [
        ("derived/bad-header.txt", "1:1: "),
        ("derived/bad-nohero.txt", "2:1: There is no hero"),
        ("derived/bad-shortfile.txt", "10:1: The field has 8 of its 10 rows"),
        ("derived/bad-twomonsters.txt", "11:11: A second monster"),
        ("derived/bad-unknownchar.txt", "2:5: '#'"),
        ("otherformat-A.txt", "1:1: The size"),
    ] {
        let Some(text) = shared(name) else { return };
        let errors = errors(&text);
        assert!(errors.len() == 1 && errors[0].starts_with(start), "{name}: {errors:?}");
    }
}

#[test]
fn a_kept_field_that_was_tampered_with_is_refused() {
    let game: Pursuit = testkit::start(&[], None, "");
    let kept = testkit::bytes(&game);
    // The first number is the size, the bytes further on are the drawing: no change may bring the reader down.
    for index in 0..kept.len().min(60) {
        for change in [0xFF, 0x80, 0x03] {
            let mut bad = kept.clone();
            bad[index] ^= change;
            std::panic::catch_unwind(|| drop(postcard::from_bytes::<Pursuit>(&bad)))
                .expect("a refusal, not a panic");
        }
    }
}
