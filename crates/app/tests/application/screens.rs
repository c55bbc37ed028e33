//! Whole screens, compared with pictures under `tests/application/pictures`: every screen at two sizes, its letters, its styles in true
//! colour and its styles without any. UNDERCROFT_REFRESH=1 makes the pictures anew.

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

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Colours and weight of a cell in words.
fn style_of(cell: &Cell) -> String {
    let colour = |colour: Color| match colour {
        Color::Reset => "none".to_owned(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        other => panic!("neither true colour nor none: {other:?}"),
    };
    let mut told = format!("{} on {}", colour(cell.fg), colour(cell.bg));
    if !cell.modifier.is_empty() {
        told.push_str(&format!(" {:?}", cell.modifier).to_lowercase());
    }
    told
}

/// The styles of a screen: a letter for each, and rows as `3a 77b`; equal rows that follow each other stand together. A board
/// with light on it has more styles than letters: then the most frequent are listed with the number of their cells.
pub(crate) fn styles(buffer: &Buffer) -> String {
    type Runs = Vec<(usize, usize)>;
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut known: Vec<String> = Vec::new();
    let mut counts: Vec<usize> = Vec::new();
    let mut rows: Vec<(u16, u16, Runs)> = Vec::new();
    for y in 0..buffer.area.height {
        let mut runs = Runs::new();
        for x in 0..buffer.area.width {
            let style = style_of(&buffer[(x, y)]);
            let index = known.iter().position(|other| *other == style).unwrap_or_else(|| {
                known.push(style);
                counts.push(0);
                known.len() - 1
            });
            counts[index] += 1;
            match runs.last_mut() {
                Some((count, last)) if *last == index => *count += 1,
                _ => runs.push((1, index)),
            }
        }
        match rows.last_mut() {
            Some((_, last, same)) if *same == runs => *last = y,
            _ => rows.push((y, y, runs)),
        }
    }
    if known.len() > LETTERS.len() {
        let mut frequent: Vec<(usize, String)> = counts.into_iter().zip(known).collect();
        frequent.sort_by(|a, b| b.cmp(a));
        let head = format!("{} styles, the most frequent:\n", frequent.len());
        return frequent
            .iter()
            .take(20)
            .fold(head, |told, (count, style)| told + &format!("{count:>6} {style}\n"));
    }
    let mut told = String::new();
    for (style, letter) in known.iter().zip(LETTERS) {
        told.push_str(&format!("{} = {style}\n", char::from(*letter)));
    }
    for (first, last, runs) in rows {
        let row: Vec<String> =
            runs.iter().map(|(count, index)| format!("{count}{}", char::from(LETTERS[*index]))).collect();
        told.push_str(&format!(
            "{:>5} {}\n",
            if first == last { format!("{first}") } else { format!("{first}-{last}") },
            row.join(" ")
        ));
    }
    told
}

#[test]
fn every_screen_looks_as_its_pictures() {
    let refresh = std::env::var_os("UNDERCROFT_REFRESH").is_some();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/application/pictures");
    let mut wrong = Vec::new();
    for shot in SHOTS {
        for (cols, rows) in SIZES {
            let picture = |depth| {
                let mut stand = shot.take("picture", (cols, rows), depth, GlyphSet::Unicode);
                (stand.text(), styles(&stand.buffer()))
            };
            let (text, coloured) = picture(Depth::True);
            let (plain_text, plain) = picture(Depth::None);
            assert_eq!(plain_text, text, "{}: nothing is told by colour alone", shot.name);
            let now = format!("{text}\n--- true colour\n{coloured}\n--- no colours\n{plain}");
            let path = folder.join(format!("{}-{cols}x{rows}.txt", shot.name));
            if refresh {
                fs::write(&path, &now).unwrap();
            } else if fs::read_to_string(&path).unwrap_or_default() != now {
                wrong.push(format!("{}\n{now}", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "with UNDERCROFT_REFRESH=1 pictures are made anew; they differ now:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn no_picture_is_left_without_its_screen() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/application/pictures");
    for file in fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let known = SHOTS
            .iter()
            .any(|shot| SIZES.iter().any(|(cols, rows)| name == format!("{}-{cols}x{rows}.txt", shot.name)));
        assert!(known, "{name}");
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

/// The sizes a terminal can be, from none to the largest that is painted.
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
