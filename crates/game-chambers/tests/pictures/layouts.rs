//! Section 11: layout files found in practice.

use crate::common::*;
use game_chambers::Chambers;
use kernel::{Finding, Game, Guide, Options, Severity};

fn findings(text: &str) -> Vec<Finding> {
    Chambers::prepare(&Options::default(), Some(text), &kernel::Policy::DENY).findings
}

fn told(text: &str) -> Vec<String> {
    let told = findings(text);
    told.iter().map(|finding| format!("{}:{}: {}", finding.line, finding.column, finding.what)).collect()
}

fn refusal(text: &str) -> Finding {
    let prepared = Chambers::prepare(&Options::default(), Some(text), &kernel::Policy::DENY);
    assert!(prepared.setup.is_none());
    let mut errors = prepared.findings.into_iter().filter(|finding| finding.severity == Severity::Error);
    let error = errors.next().unwrap();
    assert!(errors.next().is_none(), "one reason is enough");
    error
}

/// A floor without findings.
fn plain() -> String {
    floor_with(&[(4, 10, "@"), (20, 70, "\\")])
}

fn starts(text: &str) -> Played {
    Played::new(&[], Some(text), "layout", "s")
}

#[test]
fn a_perfect_file_is_read_in_silence_and_used_as_given() {
    let level = plain().repeat(5);
    assert_eq!(told(&level), [""; 0]);
    let rows = starts(&level).rows();
    assert_eq!(rows[..25].join("\n") + "\n", plain(), "nothing else is spawned");
}

#[test]
fn all_digits_and_letters_stand_for_what_the_document_says() {
    let level = floor_with(&[(4, 10, "@"), (20, 70, "\\"), (10, 38, "0123456789DH"), (12, 38, "WEOML")]);
    let played = starts(&level);
    compare(&played, "PPPPPPGGGGDH\n............\nWEOML.......");
    let worth: Vec<String> = (44..48).map(|column| played.look(10, column)).collect();
    assert_eq!(
        worth,
        ["Gold, worth 2.", "Gold, worth 1.", "Gold, worth 4.", "Gold, worth 6, guarded by a dragon."]
    );
}

#[test]
fn carriage_returns_missing_newlines_and_empty_lines_are_told_once_and_forgiven() {
    let crlf = plain().repeat(5).replace('\n', "\r\n");
    assert_eq!(told(&crlf), ["1:0: Lines end with carriage return and newline."]);
    assert_eq!(starts(&crlf).rows()[..25], starts(&plain().repeat(5)).rows()[..25]);
    let cut = plain().repeat(5);
    assert_eq!(told(cut.trim_end()), ["125:0: The last line does not end with a newline."]);
    let spaced: Vec<String> = (0..5).map(|_| plain()).collect();
    assert_eq!(
        told(&spaced.join("\n")),
        [26, 52, 78, 104].map(|line| format!("{line}:0: An empty line is ignored."))
    );
}

#[test]
fn rows_of_other_lengths_are_cut_or_padded_and_told_with_their_column() {
    let mut rows: Vec<String> = plain().repeat(5).lines().map(String::from).collect();
    rows[1].truncate(78);
    rows[23].push_str(&" ".repeat(78));
    rows[30].push('x');
    let text = rows.join("\n") + "\n";
    assert_eq!(
        told(&text)[..3],
        [
            "2:79: This row has 78 characters instead of 79.",
            "24:80: This row has 157 characters instead of 79.",
            "31:80: This row has 80 characters instead of 79.",
        ]
    );
    assert_eq!(findings(&text)[1].width, 78);
    starts(&text);
}

#[test]
fn missing_floors_and_empty_floors_are_generated() {
    assert_eq!(told(&plain()), ["0:0: The file has 1 of 5 floors: the others are generated."]);
    let level = floor_with(&[(10, 38, "@\\")]);
    let mut played = starts(&level);
    played.orders("ea");
    assert_eq!(played.said, "PC enters floor 2.");
    let count = |played: &Played, glyphs: &str| {
        played.rows()[..25].join("").chars().filter(|glyph| glyphs.contains(*glyph)).count()
    };
    assert_eq!((count(&played, "P"), count(&played, "G"), count(&played, "HWLEOM")), (10, 10, 20));
    let empty = FLOOR.repeat(5);
    assert_eq!(told(&empty).len(), 5);
    assert_eq!(told(&empty)[1], "26:0: Floor 2 is empty: its contents are generated.");
    assert_eq!(count(&starts(&empty), "P"), 10);
}

#[test]
fn nine_floors_are_five_and_a_torn_floor_is_ignored() {
    assert_eq!(told(&plain().repeat(9)), ["126:0: 100 rows after the fifth floor are ignored."]);
    let torn: String = plain().lines().chain(plain().lines().take(7)).map(|row| format!("{row}\n")).collect();
    assert_eq!(told(&torn)[0], "26:0: 7 rows that do not fill a floor are ignored.");
    starts(&torn);
}

#[test]
fn a_missing_player_or_missing_stairs_are_placed_by_the_spawn_rules() {
    let no_hero = floor_with(&[(20, 70, "\\"), (10, 38, "M")]);
    assert_eq!(told(&no_hero)[0], "1:0: Floor 1 has no @: it is placed by the spawn rules.");
    let no_stairs = floor_with(&[(4, 10, "@")]);
    assert_eq!(told(&no_stairs)[0], "1:0: Floor 1 has no \\: it is placed by the spawn rules.");
    for seed in 0..200u32 {
        // Never in the same chamber as the other.
        let played = Played::new(&[], Some(&no_hero), &seed.to_string(), "s");
        let rows = played.rows();
        let row = rows[..25].iter().position(|row| row.contains('@')).unwrap();
        let column = rows[row].find('@').unwrap();
        assert!(!(row >= 16 && column >= 37), "the lower right chamber has the stairs: {row} {column}");
        let rows = Played::new(&[], Some(&no_stairs), &seed.to_string(), "s").rows();
        let row = rows[..25].iter().position(|row| row.contains('\\')).unwrap();
        assert!(!(row < 7 && rows[row].find('\\').unwrap() < 29), "the upper left chamber has the player");
    }
}

#[test]
fn oddities_are_told_with_line_and_column() {
    let level = floor_with(&[
        (4, 10, "@"),
        (5, 10, "@"),
        (20, 70, "/"),
        (20, 72, "\\"),
        (10, 38, "D"),
        (12, 49, "9"),
        (16, 5, "XPG"),
        (8, 40, "H"),
    ]);
    let told = told(&(level.clone() + &plain().repeat(4)));
    assert_eq!(
        told,
        [
            "6:11: A second @ is read as floor.",
            "9:41: H is outside the chambers and will never move.",
            "17:6: 'X' is unknown and read as floor.",
            "17:7: 'P' is unknown and read as floor.",
            "17:8: 'G' is unknown and read as floor.",
            "21:71: '/' is read as stairs; write '\\' instead.",
            "21:73: Second stairs are read as floor.",
            "13:50: No dragon guards this hoard: it is free.",
            "11:39: This dragon has no hoard: it guards only itself.",
        ]
    );
    let hints: Vec<String> = findings(&level).into_iter().map(|finding| finding.hint).collect();
    assert_eq!(hints[3], "Write potions as the digits 0 to 5.");
    let played = starts(&level);
    assert_eq!(&played.rows()[16][5..8], "...");
    assert_eq!(&played.rows()[20][70..73], "\\..");
}

#[test]
fn walls_of_its_own_make_chambers_of_their_own() {
    // A wall through the stage makes the part to its right another chamber, and an enemy stays on its side.
    let level = floor_with(&[
        (4, 10, "@"),
        (20, 70, "\\"),
        (10, 44, "|"),
        (11, 44, "|"),
        (12, 44, "|"),
        (11, 45, "W"),
    ]);
    assert_eq!(
        told(&level)[0],
        "11:45: Floor 1 has its own walls; they first differ from the usual floor here."
    );
    let mut played = starts(&level);
    for _ in 0..200 {
        played.orders("ea we");
        assert!(!played.picture().lines().any(|row| row[..6].contains('W')), "{}", played.picture());
    }
    // Unreachable stairs are reported.
    let walled = floor_with(&[(10, 38, "@"), (10, 40, "|"), (11, 38, "--|"), (20, 70, "\\")]);
    assert!(told(&walled).contains(&"1:0: On floor 1 there is no path from @ to the stairs.".to_string()));
    // A player in a passage of another map stands on passage.
    let passage = floor_with(&[(8, 40, "@"), (20, 70, "\\"), (10, 44, "|")]);
    let mut played = starts(&passage);
    played.orders("we");
    assert_eq!(&played.rows()[8][39..42], "@##");
}

#[test]
fn information_rows_and_byte_order_marks_are_ignored() {
    let with_info =
        format!("\u{feff}{}Race: Shade Gold: 0\nHP: 125\nAtk: 25\nDef: 25\nAction:\n", plain()).repeat(1);
    let told = told(&with_info);
    assert_eq!(told[0], "1:1: The byte order mark is ignored.");
    assert_eq!(told[1], "26:1: An information row is ignored.");
    assert_eq!(starts(&with_info).rows()[..25].join("\n") + "\n", plain());
}

#[test]
fn what_is_no_layout_is_refused_with_one_clear_reason() {
    assert_eq!(refusal("").what, "The file has only 0 rows.");
    let short: String = FLOOR.lines().take(24).map(|row| format!("{row}\n")).collect();
    let error = refusal(&short);
    assert_eq!((error.line, error.what.as_str()), (24, "The file has only 24 rows."));
    assert_eq!(error.hint, "A floor has 25 rows of 79 characters; a layout has up to five floors.");
    let prose =
        "The quick brown fox jumps over the lazy dog and then goes home to sleep all day.\n".repeat(30);
    assert_eq!(refusal(&prose).what, "Floor 1 does not look like a floor.");
    let walls =
        "|-----------------------------------------------------------------------------|\n".repeat(25);
    assert_eq!(refusal(&walls).what, "Floor 1 has no room for the player and the stairs.");
    assert_eq!(refusal("abc\0def").what, "This is not a text file.");
}

#[test]
fn ten_megabytes_of_garbage_are_refused_at_once() {
    let clock = std::time::Instant::now();
    let mut state = 1u32;
    let garbage: String = (0..10_000_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from((state >> 25) as u8 & 0x7f).to_owned()
        })
        .collect();
    let made = clock.elapsed();
    assert!(refusal(&garbage).what.contains("10000000 bytes"));
    assert!((clock.elapsed() - made).as_millis() < 100);
    // Just below the limit it is read, and rejected or played, without a crash.
    for lines in [1usize, 7, 79, 100] {
        let piece: String = garbage.chars().filter(|c| !c.is_control()).take(200_000).enumerate().fold(
            String::new(),
            |mut all, (n, c)| {
                all.push(c);
                if n % lines == lines - 1 {
                    all.push('\n');
                }
                all
            },
        );
        let prepared = Chambers::prepare(&Options::default(), Some(&piece), &kernel::Policy::DENY);
        assert_eq!(prepared.setup.is_none(), prepared.findings.iter().any(|f| f.severity == Severity::Error));
        assert!(prepared.findings.len() < 300);
    }
}

#[test]
fn a_floor_of_tiles_alone_and_a_full_floor_are_played() {
    let tiles = format!("{}\n", ".".repeat(79)).repeat(25);
    let mut played = starts(&tiles);
    played.orders("no so ea we ne nw se sw");
    // Every tile is taken: nothing can move, nothing can be placed, nothing hangs.
    let mut full = FLOOR.replace('.', "M");
    full.replace_range(full.find('M').unwrap()..=full.find('M').unwrap(), "@");
    full.replace_range(full.rfind('M').unwrap()..=full.rfind('M').unwrap(), "\\");
    let mut played = starts(&full);
    for _ in 0..20 {
        played.orders("a ea a so f f no u no");
    }
    // Two free tiles in a generated floor: only the player and the stairs fit.
    let tiny = floor_with(&[]).replace('.', " ");
    let tiny = tiny.replacen("     ", " ..  ", 1);
    let played = starts(&tiny);
    assert_eq!(played.said, "Player character has spawned.");
}

/// Five handmade floors: crowded, with other walls, bare, without stairs, and with everything side by side.
fn five_floors() -> Vec<String> {
    vec![
        floor_with(&[
            (4, 10, "@"),
            (20, 70, "\\"),
            (10, 38, "0123456789DH"),
            (12, 38, "WEOML"),
            (16, 5, "9D9D9"),
        ]),
        floor_with(&[(4, 10, "@1"), (11, 40, "|"), (12, 40, "|"), (10, 40, "|"), (11, 45, "\\W")]),
        floor_with(&[]),
        floor_with(&[(10, 43, "@"), (8, 40, "H"), (20, 30, "3"), (3, 40, "MMMM")]),
        FLOOR.replacen("....", "E6@\\", 1),
    ]
}

/// Breaks the format in one of the ways real files do.
fn spoil(text: &str, way: u32, at: usize) -> String {
    let mut rows: Vec<String> = text.lines().map(String::from).collect();
    let place = at % rows.len();
    match way {
        0 => return text.replace('\n', "\r\n"),
        1 => return text.trim_end().to_string(),
        2 => rows.insert(place, String::new()),
        3 => rows[place].truncate(at % 79),
        4 => rows[place].push_str(&"x".repeat(at % 90)),
        5 => rows.truncate(at % 126),
        6 => return text.replace('@', "."),
        7 => return text.replace('\\', "/"),
        8 => return text.replace('D', "."),
        9 => return text.replace('9', "."),
        10 => rows[place] = rows[place].replace('.', "NTVXB|-".split_at(at % 7).1),
        11 => rows[place] = rows[place].replace('.', "@"),
        12 => drop(rows.remove(place)),
        _ => rows[place] = rows[place].chars().map(|c| if c == '|' { '\u{e9}' } else { c }).collect(),
    }
    rows.iter().map(|row| format!("{row}\n")).collect()
}

#[test]
fn spoilt_layouts_are_played_or_refused_with_a_reason() {
    let seed = kernel::Seed::from_text("layouts");
    let mut dice = kernel::Rng::stream(&seed, "spoil", &[]);
    let (mut played, mut refused) = (0, 0);
    for number in 0..300 {
        let mut text: String = five_floors().concat();
        for _ in 0..number % 4 {
            text = spoil(&text, dice.below(14, "way"), dice.below(10_000, "at") as usize);
        }
        let prepared = Chambers::prepare(&Options::default(), Some(&text), &kernel::Policy::DENY);
        let errors = prepared.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        let Some(setup) = prepared.setup else {
            assert_eq!(errors, 1, "{number}: {:?}", prepared.findings);
            refused += 1;
            continue;
        };
        assert_eq!(errors, 0, "{number}: {:?}", prepared.findings);
        played += 1;
        let mut game = Chambers::start(&setup, &seed);
        for _ in 0..200 {
            let Some(command) = game.advise(kernel::Seat(0), &mut dice) else { break };
            let _ = game.act(kernel::Seat(0), command, &mut Vec::new());
            assert_eq!(testkit::rows(&game, "").len(), 30);
        }
    }
    assert!(played >= 200 && refused >= 5, "{played} played, {refused} refused");
}

#[test]
fn what_line_mode_prints_can_be_read_as_a_layout() {
    // P and G do not say what they are, so they are read as floor; everything else stays where it was.
    let all: &[(&str, &str)] = &[("gear", "on"), ("foes", "on"), ("chambers", "on"), ("difficulty", "hard")];
    for number in 0..1000u32 {
        let options = if number % 2 == 0 { &[][..] } else { all };
        let game = Played::new(options, None, &format!("frame {number}"), "s");
        let frame = game.rows().join("\n") + "\n";
        let mut set = Options::default();
        options.iter().for_each(|(name, value)| set.set(Chambers::ABOUT.options, name, value).unwrap());
        let prepared = Chambers::prepare(&set, Some(&frame), &kernel::Policy::DENY);
        let errors = prepared.findings.iter().filter(|finding| finding.severity == Severity::Error);
        assert_eq!(errors.count(), 0, "{number}: {:?}\n{frame}", prepared.findings);
        let again = Played::new(options, Some(&frame), "x", "s");
        let bare = |rows: Vec<String>| rows[..25].join("\n").replace(['P', 'G'], ".");
        assert_eq!(bare(again.rows()), bare(game.rows()), "{number}");
    }
}
