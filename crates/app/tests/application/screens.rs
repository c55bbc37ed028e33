//! Whole screens, compared with pictures under `tests/application/pictures`: every screen at three sizes and
//! in three themes. UNDERCROFT_REFRESH=1 rewrites the pictures; UNDERCROFT_PICTURES=FOLDER also saves them as
//! SVG for viewing.

use crate::pictures;
use crate::shots;
use crate::stand;

use app::{App, Start};
use console::{Depth, GlyphSet};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::Color;
use shots::SHOTS;
use stand::Stand;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folder of the pictures.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/application/pictures")
}

#[test]
fn every_screen_looks_as_its_pictures() {
    let refresh = std::env::var_os("UNDERCROFT_REFRESH").is_some();
    let next = AtomicUsize::new(0);
    let check = || {
        let mut wrong = Vec::new();
        while let Some(shot) = SHOTS.get(next.fetch_add(1, Ordering::Relaxed)) {
            let path = folder().join(format!("{}.txt", shot.name));
            let now = pictures::of(shot);
            if refresh {
                fs::write(&path, &now).unwrap();
            } else if fs::read_to_string(&path).unwrap_or_default() != now {
                wrong.push(format!("{}\n{now}", path.display()));
            }
        }
        wrong
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let working: Vec<_> = (0..threads).map(|_| scope.spawn(check)).collect();
        working.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(
        wrong.is_empty(),
        "with UNDERCROFT_REFRESH=1 pictures are made anew; they differ now:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn no_picture_is_left_without_its_screen() {
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(SHOTS.iter().any(|shot| name == format!("{}.txt", shot.name)), "{name}");
    }
}

#[test]
fn ascii_screens_hold_nothing_but_ascii_and_colourless_ones_no_colour() {
    for shot in SHOTS {
        let mut stand = shot.take("ascii", (100, 30), Depth::None, GlyphSet::Ascii);
        let text = stand.text();
        assert!(text.is_ascii(), "{text}");
        let buffer = stand.buffer();
        assert!(buffer.content().iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
    }
}

#[test]
fn true_colours_reach_every_cell() {
    for shot in SHOTS {
        let buffer = shot.take("colours", (90, 30), Depth::True, GlyphSet::Unicode).buffer();
        let is_coloured = |cell: &Cell| matches!((cell.fg, cell.bg), (Color::Rgb(..), Color::Rgb(..)));
        assert!(buffer.content().iter().all(is_coloured), "{}", shot.name);
    }
}

#[test]
fn a_terminal_too_small_says_so_in_one_line() {
    let mut stand = Stand::new("tiny", 20, 6);
    assert_eq!(stand.text().trim_end(), "20x6: too small");
    stand.resize(10, 2);
    assert_eq!(stand.text().trim_end(), "10x2: too~".replace('~', "…"));
    let _: &App = &stand.app;
}

/// Extreme sizes of a terminal, from nothing to the largest that is painted.
const EXTREMES: [(u16, u16); 7] =
    [(0, 0), (1, 1), (21, 7), (2_000, 1), (2_000, 7), (21, 2_000), (2_000, 2_000)];

#[test]
fn every_screen_is_drawn_at_every_size() {
    let mut buffer = Buffer::empty(Rect::default());
    let mut draw_all = |app: &mut App| {
        for (cols, rows) in EXTREMES {
            buffer.resize(Rect::new(0, 0, cols, rows));
            app.draw(&mut buffer);
        }
    };
    for shot in SHOTS {
        draw_all(&mut shot.take("extremes", (100, 30), Depth::True, GlyphSet::Unicode).app);
    }
    for entry in catalog::GAMES {
        let brief = session::Brief { seed: "7".to_owned(), ..session::Brief::default() };
        let (session, _) = (entry.start)(&brief).unwrap();
        let start = Start::Game(keeper::Opened::unkept(session));
        draw_all(&mut App::new(stand::real(&stand::home("extremes")), start));
    }
}

#[test]
fn no_cell_holds_a_character_that_steers_a_terminal() {
    const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{9b}\u{202e}\u{2066}\u{200f}\u{7f}";
    let home = stand::home("hostile");
    let brief = session::Brief {
        seed: HOSTILE.to_owned(),
        about: vec![(session::NAME.to_owned(), HOSTILE.to_owned())],
        ..session::Brief::default()
    };
    let path = home.new_run("cellar", Some("hostile"));
    let opened = keeper::start_game(&stand::GAMES[0], &brief, Some(&path), true).unwrap();
    let mut stand = Stand::with(stand::house(&home), home.clone(), Start::Game(opened), 120, 40);
    let mut seen = String::new();
    for keys in ["", "w", "x", "esc", "m", "esc", "q", "l", "r", "esc", "x", "esc", "esc", "?"] {
        stand.keys(keys);
        if stand.app.is_done() {
            break;
        }
        seen += &stand.text();
        for cell in stand.buffer().content() {
            assert!(
                !cell.symbol().chars().any(kernel::is_unprintable),
                "after {keys:?}: {:?}",
                cell.symbol()
            );
        }
    }
    assert!(seen.contains("]0;owned"), "the name is shown, made harmless:\n{seen}");
}
