//! Recordings and pictures of runs, made by the real program and read back by independent parsers.

use crate::support;
use app::Film;
use console::{Colour, GlyphSet, Page, Rgb, Style, Theme};
use session::Run;
use std::path::PathBuf;
use support::{House, bot_game, journal, json_lines, text};

const GAMES: [&str; 5] = ["cave", "chambers", "boo", "pursuit", "dungeon"];

/// A game played by its bot, saved as a file.
fn bot_run(house: &House, game: &str, seed: &str, commands: usize) -> PathBuf {
    house.write(&format!("{game}.run"), &journal(bot_game(game, seed, &[], commands)))
}

fn read(path: &PathBuf) -> Run {
    Run::parse(&std::fs::read(path).expect("a run")).run.expect("a whole run")
}

/// The pages of a run, one per turn.
fn pages(path: &PathBuf, theme: Theme, glyphs: GlyphSet, (cols, rows): (u16, u16)) -> Vec<Page> {
    let mut film = Film::new(catalog::GAMES, read(path), theme, glyphs).expect("a run of this program");
    let mut pages = vec![film.page(cols, rows)];
    while film.forward().expect("the run is what it says") {
        pages.push(film.page(cols, rows));
    }
    pages
}

/// Asserts that a terminal shows the page, cell by cell.
fn assert_shown(screen: &vt100::Screen, page: &Page, when: &str) {
    let colour = |colour: Option<Colour>| match colour {
        None => vt100::Color::Default,
        Some(Colour::Rgb(Rgb(r, g, b))) => vt100::Color::Rgb(r, g, b),
        Some(Colour::Number(number)) => vt100::Color::Idx(number),
    };
    for y in 0..page.rows() {
        for (spot, x) in page.row(y).iter().zip(0..) {
            let cell = screen.cell(y, x).expect("a place of the screen");
            let style = Style { fg: None, bg: None, ..spot.style };
            let shown = Style {
                bold: cell.bold(),
                dim: cell.dim(),
                underline: cell.underline(),
                reverse: cell.inverse(),
                ..Style::default()
            };
            if spot.text.is_empty() {
                assert!(cell.is_wide_continuation(), "{when}: {x},{y}");
                continue;
            }
            let text = if cell.contents().is_empty() { " " } else { cell.contents() };
            assert_eq!((text, shown), (spot.text.as_str(), style), "{when}: {x},{y}");
            assert_eq!(
                (cell.fgcolor(), cell.bgcolor()),
                (colour(spot.style.fg), colour(spot.style.bg)),
                "{when}: {x},{y}"
            );
        }
    }
}

#[test]
fn a_recording_shows_every_frame_of_every_game_exactly() {
    let house = House::new();
    for game in GAMES {
        let run = bot_run(&house, game, "日本 <&> e\u{301}", 60);
        let left = house.run(&["replay", &text(&run), "--cast", "--size", "90x30", "--theme", "light"], b"");
        assert_eq!((left.status, left.err.as_str()), (0, ""), "{game}");
        let lines = json_lines(&left.out);
        assert_eq!(
            (&lines[0]["version"], &lines[0]["width"], &lines[0]["height"]),
            (&2.into(), &90.into(), &30.into())
        );
        assert!(lines[0].get("timestamp").is_none(), "the same run is the same recording");
        let pages = pages(&run, Theme::Light, GlyphSet::Unicode, (90, 30));
        let mut terminal = vt100::Parser::new(30, 90, 0);
        let (mut shown, mut largest) = (0, 0);
        for event in &lines[1..lines.len() - 1] {
            let seconds = event[0].as_f64().expect("a time");
            let turn = (seconds * 5.0).round() as usize;
            assert!(turn >= shown && event[1] == "o", "{game}: {event}");
            // Turns without an event look like the one before.
            for page in &pages[shown..turn] {
                assert_shown(terminal.screen(), page, &format!("{game}, before turn {turn}"));
            }
            let written = event[2].as_str().expect("what is written");
            largest = if turn == 0 { 0 } else { largest.max(written.len()) };
            terminal.process(written.as_bytes());
            assert_shown(terminal.screen(), &pages[turn], &format!("{game}, turn {turn}"));
            shown = turn;
        }
        for page in &pages[shown..] {
            assert_shown(terminal.screen(), page, &format!("{game}, at the end"));
        }
        assert!(terminal.screen().hide_cursor(), "{game}");
        assert!(largest < 30_000, "{game}: only what changed is written, not {largest} bytes");
    }
}

#[test]
fn recordings_respect_speed_and_start() {
    let house = House::new();
    let run = bot_run(&house, "boo", "pace", 40);
    let whole = json_lines(&house.run(&["replay", &text(&run), "--cast", "--speed", "10"], b"").out);
    let last = whole.len() - 1;
    assert_eq!(
        whole[last],
        serde_json::json!([6.0, "o", ""]),
        "forty commands in four seconds, then two of rest"
    );
    assert_eq!(whole[1][0], 0.0);
    let fast = json_lines(&house.run(&["replay", &text(&run), "--cast", "--speed", "500"], b"").out);
    assert!(fast.len() < 8, "no more than fifty frames a second: {}", fast.len());
    let end = json_lines(&house.run(&["replay", &text(&run), "--cast", "--at", "39"], b"").out);
    assert_eq!(end.len(), 4, "two frames and the rest");
    let file = house.path("a.cast");
    let left = house.run(&["replay", &text(&run), "--cast", &text(&file), "--speed", "10"], b"");
    assert_eq!((left.status, left.out.as_str()), (0, ""));
    let again = house.run(&["replay", &text(&run), "--cast", "--speed", "10"], b"");
    assert_eq!(std::fs::read_to_string(&file).expect("a recording"), again.out, "the same, byte for byte");
}

/// The rows of text in a picture, assembled from the positions of its text elements.
fn rows_of(picture: &str) -> Vec<String> {
    use unicode_width::UnicodeWidthStr as _;
    let document = roxmltree::Document::parse(picture).unwrap_or_else(|error| panic!("{error}\n{picture}"));
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> usize {
        node.attribute(name).and_then(|value| value.parse().ok()).expect("a whole number")
    };
    let mut rows = vec![String::new(); (number(&document.root_element(), "height") - 18) / 17];
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let row = &mut rows[(number(&node, "y") - 9) / 17];
        while row.width() < (number(&node, "x") - 9) / 9 {
            row.push(' ');
        }
        row.push_str(node.text().expect("text"));
    }
    rows
}

#[test]
fn the_text_of_a_picture_matches_the_page() {
    let house = House::new();
    for game in GAMES {
        let run = bot_run(&house, game, "<7> & 日本", 45);
        for theme in ["dark", "monochrome"] {
            let args =
                ["replay", &text(&run), "--svg", "--theme", theme, "--glyphs", "ascii", "--size", "250x80"];
            let left = house.run(&args, b"");
            assert_eq!((left.status, left.err.as_str()), (0, ""), "{game}");
            let rows = rows_of(&left.out);
            let page = pages(&run, Theme::Dark, GlyphSet::Ascii, (250, 80)).pop().expect("a page");
            assert_eq!(rows, page.text(), "{game}");
            let entry = catalog::find(game).expect("a game");
            let session = entry
                .replay(&read(&run), usize::MAX, None, None, &session::Seating::OWNER)
                .expect("a run")
                .session;
            shows_the_game(session.as_ref(), &rows);
        }
    }
}

/// Every row of the board, and what the panel says about the player, appears in a row of the picture,
/// whatever the size of its cells. For the cave, whose board is a window as large as the screen, only the
/// panel is compared.
fn shows_the_game(session: &dyn session::Session, rows: &[String]) {
    // Large cells have blanks between them, and an ASCII picture has a dash for a dot.
    let close = |text: &str| text.replace('·', "-").replace(' ', "").to_lowercase();
    let pictured: Vec<String> = rows.iter().map(|row| close(row)).collect();
    let shows = |wanted: &str| {
        let wanted = close(wanted);
        assert!(pictured.iter().any(|row| row.contains(&wanted)), "{wanted:?} in {rows:#?}");
    };
    let seat = session.to_move();
    let panel = session.panel(seat, 0, 0);
    shows(&panel.title);
    shows(&panel.place);
    panel.bars.iter().for_each(|bar| shows(&bar.text));
    panel.numbers.iter().for_each(|(name, text)| shows(&format!("{name}{text}")));
    let mut scene = kernel::Scene::default();
    session.draw(seat, 0, 0, None, &mut scene);
    let board = scene.ids().find(|id| scene.area(*id).role == kernel::Role::Board).expect("a board");
    let cols = usize::from(scene.area(board).cols);
    for row in scene.cells(board).chunks(cols).filter(|_| session.id() != "cave") {
        shows(&row.iter().map(|cell| cell.glyph()).collect::<String>());
    }
}

#[test]
fn a_picture_respects_turn_and_theme() {
    let house = House::new();
    let run = bot_run(&house, "boo", "7", 45);
    let film = pages(&run, Theme::Dark, GlyphSet::Unicode, (64, 30));
    let picture = |args: &[&str]| {
        let mut all = vec!["replay", run.to_str().expect("a path"), "--svg", "--size", "64x30"];
        all.extend(args);
        let left = house.run(&all, b"");
        assert_eq!(left.status, 0, "{}", left.err);
        left.out
    };
    for turn in [0, 1, 20, 45] {
        assert_eq!(rows_of(&picture(&["--at", &turn.to_string()])), film[turn].text(), "turn {turn}");
    }
    assert_eq!(picture(&[]), picture(&["--at", "45"]), "the last turn if none is named");
    assert!(
        picture(&[]).contains("fill=\"#12121a\"")
            && picture(&["--theme", "light"]).contains("fill=\"#faf8f2\"")
    );
    std::fs::create_dir_all(house.path("home")).expect("a folder");
    std::fs::write(house.path("home").join("settings.txt"), "theme = high-contrast\n").expect("settings");
    assert_eq!(
        picture(&[]),
        picture(&["--theme", "high-contrast"]),
        "the player's own theme if none is named"
    );
    let file = house.path("turn.svg");
    assert_eq!(house.run(&["replay", &text(&run), "--svg", &text(&file), "--size", "64x30"], b"").status, 0);
    assert_eq!(std::fs::read_to_string(&file).expect("a picture"), picture(&[]));
}

#[test]
fn export_errors_are_one_line_and_nothing_is_overwritten() {
    let house = House::new();
    let run = text(&bot_run(&house, "boo", "7", 12));
    let precious = text(&house.write("precious.svg", "mine"));
    for (args, told) in [
        (vec!["--svg", precious.as_str()], "precious.svg: file exists"),
        (vec!["--cast", precious.as_str()], "precious.svg: file exists"),
        (vec!["--svg", "--at", "13"], "The run has only 12 turns."),
        (vec!["--cast", "--at", "13"], "The run has only 12 turns."),
        (vec!["--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg: no such file or directory"),
    ] {
        let mut all = vec!["replay", run.as_str()];
        all.extend(&args);
        let left = house.run(&all, b"");
        assert_eq!((left.status, left.out.as_str(), left.err.lines().count()), (2, "", 1), "{args:?}");
        assert!(left.err.trim_end().ends_with(told), "{args:?}: {}", left.err);
    }
    assert_eq!(std::fs::read_to_string(&precious).expect("still there"), "mine");
    for args in [
        ["--svg", "--size", "80"],
        ["--svg", "--size", "80x3"],
        ["--cast", "--speed", "0"],
        ["--svg", "--theme", "pink"],
    ] {
        let left = house.run(&[&["replay", run.as_str()][..], &args].concat(), b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{args:?}");
    }
    for args in [
        &["--size", "80x24"][..],
        &["--theme", "dark"],
        &["--svg", "--speed", "2"],
        &["--svg", "--cast"],
        &["--svg", "--text"],
    ] {
        let left = house.run(&[&["replay", run.as_str()][..], args].concat(), b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{args:?} means nothing");
    }
}

#[test]
fn a_run_that_differs_is_recorded_up_to_there_with_a_message() {
    let house = House::new();
    let path = bot_run(&house, "boo", "7", 30);
    let mut run = read(&path);
    run.steps[19].pulse ^= 1;
    let forged = text(&house.write("forged.run", &run.to_text()));
    let left = house.run(&["replay", &forged, "--cast"], b"");
    assert_eq!(left.status, 1);
    assert_eq!(
        left.err.trim_end(),
        "differs at turn 20: the state differs from the recorded one; recorded up to that turn"
    );
    assert_eq!(json_lines(&left.out).last().expect("an end")[0], 5.8, "nineteen turns and the rest");
    let left = house.run(&["replay", &forged, "--svg"], b"");
    assert_eq!((left.status, left.out.as_str()), (1, ""), "{}", left.err);
    assert_eq!(house.run(&["replay", &forged, "--svg", "--at", "19"], b"").status, 0);
}
