//! Field files: what the reader accepts, and the errors it reports.

mod fields;

use fields::FIELDS;
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
fn deviations_in_real_files_are_accepted() {
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
    assert_eq!(errors("2\n@ #\nA .\n"), ["2:3: '#' is not a valid cell."]);
    assert_eq!(errors("2\n@ \t\nA .\n"), ["2:3: '\\t' is not a valid cell."]);
    assert_eq!(errors("2\n@ a\nA .\n"), ["2:3: 'a' is not a valid cell."]);
    assert_eq!(errors("2\n@ .\nA é\n"), ["3:3: 'é' is not a valid cell."]);
    assert_eq!(errors("2\n@ \0\nA .\n"), ["2:3: '\\0' is not a valid cell."]);
    assert_eq!(errors("2\n@..\nA .\n"), ["2:2: '.' is between two cells."]);
    assert_eq!(errors("2\n@ .\nA . .\n"), ["3:5: '.' is beyond column 2."]);
    assert_eq!(errors("2\n@ ..\nA .\n"), ["2:4: '.' is beyond column 2."]);
    // A row with one blank too many pushes its last cell off the field.
    assert_eq!(errors("2\n@ é é\nA .\n")[0], "2:3: 'é' is not a valid cell.");
}

#[test]
fn exactly_one_hero_and_one_monster() {
    assert_eq!(errors("2\n. .\nA .\n"), ["2:1: There is no hero, '@', on the field."]);
    assert_eq!(errors("2\n@ .\n. .\n"), ["2:1: There is no monster, 'A' to 'Z', on the field."]);
    assert_eq!(errors("2\n. .\n. .\n").len(), 2);
    assert_eq!(errors("2\n@ .\nA @\n"), ["3:3: A second hero; the first is at line 2, column 1."]);
    assert_eq!(errors("2\n@ S\nA .\n"), ["3:1: A second monster; the first is at line 2, column 3."]);
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
        ["3:3: Two rooms touch at a corner here: a diagonal step leads from one to the other."]
    );
    assert_eq!(
        warnings("3\n@   A\n     \n     \n"),
        ["2:5: There is no path from the monster to the hero: the hero cannot be caught."]
    );
    assert_eq!(
        warnings("3\n@ A  \n     \n    .\n"),
        ["4:5: There is no path from the hero or the monster to this cell."]
    );
    assert!(warnings("3\n@ . .\n. + .\n. . A\n").is_empty());
}

/// The value an option of pursuit gets, or the error.
fn option(name: &str, value: &str) -> Result<String, String> {
    let mut options = Options::default();
    options.set(Pursuit::ABOUT.options, name, value)?;
    let setup =
        Pursuit::prepare(&options, None, &kernel::Policy::DENY).setup.expect("a checked option is playable");
    let (value, player) =
        (options.get(Pursuit::ABOUT.options, name), if name == "hero" { setup.hero } else { setup.monster });
    assert!(Player::command(&value).is_some() || value == player.name(), "{value}");
    Ok(value)
}

#[test]
fn names_of_strategies_are_checked() {
    let reading = |value: &str| Pursuit::ABOUT.options[0].reading(value);
    for (typed, meant) in
        [("Rogue", "rogue"), (" ROGUE ", "rogue"), ("SpeedyRogue", "speedy"), ("Person", "human")]
    {
        assert_eq!(option("hero", typed).as_deref(), Ok(meant));
        assert_eq!(reading(typed), None);
    }
    // The typing errors of the document are accepted, with a hint.
    assert_eq!(option("hero", "SpeedyRouge").as_deref(), Ok("speedy"));
    assert_eq!(reading("SpeedyRouge").as_deref(), Some("'SpeedyRouge' is read as speedy."));
    assert_eq!(option("hero", "Rouge").as_deref(), Ok("rogue"));
    assert_eq!(reading("Rouge").as_deref(), Some("'Rouge' is read as rogue."));
    assert_eq!(option("monster", "Monster").as_deref(), Ok("monster"));
    // The name of every program; older runs have a command there, which stays part of their state.
    assert_eq!(option("monster", "Program").as_deref(), Ok("program"));
    assert_eq!(option("monster", "cmd:./m.py 7").as_deref(), Ok("cmd:./m.py 7"));
    let old = Player::parse("cmd:./m.py 7", game_pursuit::Side::Monster).unwrap().0;
    assert_eq!((old.name().as_str(), old), ("program", Player::Program("./m.py 7".into())));
    assert!(option("monster", "rogue").is_err());
    assert!(option("monster", "cmd:").is_err());
}

#[test]
fn a_misspelt_strategy_is_refused_with_the_name_that_was_meant() {
    let heroes = "Strategies: human, rogue, speedy, optimal, random, cmd:PROGRAM.";
    for (typed, near) in [
        ("vampire", ""),
        ("rogu", " Did you mean rogue?"),
        ("Optmal", " Did you mean optimal?"),
        ("SpedyRogue", " Did you mean speedy?"),
        ("randon", " Did you mean random?"),
        ("monster", ""),
        ("", ""),
    ] {
        let told = format!("There is no strategy '{typed}' for the hero.{near} {heroes}");
        assert_eq!(option("hero", typed), Err(told.clone()));
        assert_eq!(game_pursuit::Player::parse(typed, game_pursuit::Side::Hero), Err(told));
    }
    assert_eq!(
        option("monster", "Munster").unwrap_err(),
        "There is no strategy 'Munster' for the monster. Did you mean monster? \
         Strategies: human, monster, optimal, random, cmd:PROGRAM."
    );
}

#[test]
fn the_built_in_field_has_nothing_odd() {
    let prepared = Pursuit::prepare(&Options::default(), None, &kernel::Policy::DENY);
    assert!(prepared.findings.is_empty(), "{:?}", prepared.findings);
    assert_eq!(prepared.setup.unwrap().field.potions().len(), 1);
}

#[test]
fn every_field_of_the_folder_is_read_and_its_variants_are_the_same_field() {
    let picture = |text: &str| {
        let prepared = prepare(text);
        let field = prepared.setup.unwrap_or_else(|| panic!("{:?}", prepared.findings)).field;
        field.rows(field.hero(), field.monster())
    };
    for known in &FIELDS {
        // For example, `northeast-ragged.txt` is `northeast.txt` in another spelling.
        let stem = known.name.trim_end_matches(".txt");
        let base = FIELDS.iter().find(|base| stem.split('-').next() == base.name.strip_suffix(".txt"));
        if let Some(base) = base {
            assert_eq!(picture(known.text), picture(base.text), "{}", known.name);
        } else {
            picture(known.text);
        }
    }
}

#[test]
fn bad_files_are_refused_at_their_place() {
    for (name, text, start) in [
        ("header.txt", include_str!("fields/bad/header.txt"), "1:1: "),
        ("no-hero.txt", include_str!("fields/bad/no-hero.txt"), "2:1: There is no hero"),
        ("short.txt", include_str!("fields/bad/short.txt"), "10:1: The field has 8 of its 10 rows"),
        ("two-monsters.txt", include_str!("fields/bad/two-monsters.txt"), "10:7: A second monster"),
        ("unknown.txt", include_str!("fields/bad/unknown.txt"), "4:7: '#'"),
        ("other-format.txt", include_str!("fields/bad/other-format.txt"), "1:1: The size"),
    ] {
        let errors = errors(text);
        assert!(errors[0].starts_with(start), "{name}: {errors:?}");
    }
}

#[test]
fn a_kept_field_that_was_tampered_with_is_refused() {
    let game: Pursuit = testkit::start(&[], None, "");
    let kept = testkit::bytes(&game);
    // The first number is the size, the bytes after it the drawing: no corruption may make the reader panic.
    for index in 0..kept.len().min(60) {
        for change in [0xFF, 0x80, 0x03] {
            let mut bad = kept.clone();
            bad[index] ^= change;
            std::panic::catch_unwind(|| drop(postcard::from_bytes::<Pursuit>(&bad)))
                .expect("a refusal, not a panic");
        }
    }
}
