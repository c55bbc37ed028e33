//! Whole screens, compared with pictures under `tests/screens`. UNDERCROFT_REFRESH=1 makes the pictures anew.

mod cellar;
mod stand;

use console::{Depth, GlyphSet};
use front_tui::{App, Start};
use stand::{NOW, Stand, house, set_time};
use std::fs;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn at_each_size(name: &str, mut scene: impl FnMut(&mut Stand)) {
    for (cols, rows) in SIZES {
        let mut stand = Stand::new(&format!("{name}-{cols}"), cols, rows);
        scene(&mut stand);
        stand.check(name);
    }
}

/// Some kept games: one open, one ended, one damaged, one branched.
fn fill_shelf(stand: &mut Stand) {
    stand.keys("1 enter right right esc");
    stand.keys("1 enter right down D esc esc");
    let path = stand.home.runs("cellar").join("2026-11-13-170000.run");
    let text = fs::read_to_string(&path).unwrap();
    let folder = stand.home.runs("parlour");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("attic.run"), text.replacen("east", "west", 1)).unwrap();
    for (age, game) in ["cellar", "parlour"].into_iter().enumerate() {
        for (index, path) in stand.runs(game).iter().enumerate() {
            set_time(path, NOW - 86_400 * age as u64 - 60 * index as u64);
        }
    }
}

#[test]
fn title() {
    at_each_size("title", |_| {});
}

#[test]
fn title_with_something_to_continue() {
    at_each_size("title-continue", |stand| {
        stand.keys("1 enter right right esc");
        stand.shows("Continue");
    });
}

#[test]
fn new_game() {
    at_each_size("new-game", |stand| {
        stand.keys("1 down down down down down right down right down right right right");
        stand.shows("(changed)");
    });
}

#[test]
fn play() {
    at_each_size("play", |stand| {
        stand.keys("1 enter right right right up up left r");
    });
}

#[test]
fn play_where_the_scene_speaks() {
    at_each_size("play-speaks", |stand| {
        stand.keys("2 enter l right r up up up");
    });
}

#[test]
fn play_before_the_first_choice() {
    at_each_size("play-choice", |stand| {
        stand.keys("2 enter");
    });
}

#[test]
fn look() {
    at_each_size("look", |stand| {
        stand.keys("1 enter x tab");
        stand.shows("You see: 5 gold");
    });
}

#[test]
fn prompt() {
    at_each_size("prompt", |stand| {
        stand.keys("1 enter f");
        stand.shows("throw needs a direction");
    });
}

#[test]
fn typed_command() {
    at_each_size("typed", |stand| {
        stand.keys("1 enter : c o u n t");
    });
}

#[test]
fn fight() {
    at_each_size("fight", |stand| {
        stand.keys("1 enter F").settle();
        stand.shows("Any key goes on.");
    });
}

#[test]
fn game_over() {
    at_each_size("over", |stand| {
        stand.keys("1 enter right right D").settle();
    });
}

#[test]
fn messages() {
    at_each_size("messages", |stand| {
        stand.keys("1 enter r i a i b right up up up F").settle();
        stand.keys("enter m");
    });
}

#[test]
fn messages_searched() {
    at_each_size("messages-search", |stand| {
        stand.keys("1 enter r i a i b F").settle();
        stand.keys("enter m / s i n g");
    });
}

#[test]
fn help_of_a_game() {
    at_each_size("help-game", |stand| {
        stand.keys("1 enter ?");
    });
}

#[test]
fn help_of_the_house() {
    at_each_size("help-house", |stand| {
        stand.keys("?");
    });
}

#[test]
fn saved_games() {
    at_each_size("saves", |stand| {
        fill_shelf(stand);
        stand.keys("end up up up up enter");
        stand.shows("Saved games");
    });
}

#[test]
fn no_saved_games() {
    at_each_size("saves-none", |stand| {
        stand.keys("end up up up up enter");
    });
}

#[test]
fn deleting_asks() {
    at_each_size("delete", |stand| {
        fill_shelf(stand);
        stand.keys("end up up up up enter delete");
        stand.shows("Delete this game?");
    });
}

#[test]
fn scores() {
    at_each_size("scores", |stand| {
        fill_shelf(stand);
        stand.keys("end up up up enter");
        stand.shows("died");
    });
}

#[test]
fn settings() {
    at_each_size("settings", |stand| {
        stand.keys("end up up enter");
    });
}

#[test]
fn settings_with_bad_lines() {
    for (cols, rows) in SIZES {
        let home = stand::home(&format!("settings-bad-{cols}"));
        fs::create_dir_all(home.root()).unwrap();
        fs::write(home.file("settings.txt"), "theme = pink\nvi = off\n").unwrap();
        let mut stand = Stand::with(house(&home), home, Start::Title, cols, rows);
        stand.keys("end up up enter");
        stand.check("settings-bad");
    }
}

#[test]
fn keys_of_a_game() {
    at_each_size("keys", |stand| {
        stand.keys("end up up enter end up enter");
        stand.keys("down down down down enter z");
        stand.shows("(changed)");
    });
}

#[test]
fn replay() {
    at_each_size("replay", |stand| {
        stand.keys("1 enter right right r down i c D").settle();
        stand.keys("down down enter space right right right right");
        stand.shows("Watching");
    });
}

#[test]
fn branch_asks() {
    at_each_size("branch", |stand| {
        stand.keys("1 enter right right r down D").settle();
        stand.keys("down down enter right right b");
    });
}

#[test]
fn ascii_screens_hold_nothing_but_ascii() {
    let home = stand::home("ascii");
    let house = house(&home).with_terminal(Depth::None, GlyphSet::Ascii);
    let mut stand = Stand::with(house, home, Start::Title, 100, 30);
    for keys in [
        "1",
        "enter",
        "right r",
        "x",
        "esc ?",
        "esc m",
        "esc =",
        "esc D",
        "down down enter",
        "b",
        "esc esc esc",
    ] {
        stand.keys(keys).settle();
        let text = stand.text();
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn without_colours_no_cell_has_one() {
    use ratatui::style::Color;
    let home = stand::home("colourless");
    let house = house(&home).with_terminal(Depth::None, GlyphSet::Unicode);
    let mut stand = Stand::with(house, home, Start::Title, 100, 30);
    for keys in ["1", "enter", "right r", "x", "esc ?", "esc =", "esc D"] {
        stand.keys(keys).settle();
        let buffer = stand.buffer();
        assert!(buffer.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }
}

#[test]
fn true_colours_reach_every_cell() {
    use ratatui::style::Color;
    let mut stand = Stand::new("colours", 90, 30);
    stand.keys("1 enter right r");
    let buffer = stand.buffer();
    assert!(
        buffer.content().iter().all(|cell| matches!((cell.fg, cell.bg), (Color::Rgb(..), Color::Rgb(..))))
    );
}

#[test]
fn a_terminal_too_small_says_so_in_one_line() {
    let mut stand = Stand::new("tiny", 20, 6);
    assert_eq!(stand.text().trim_end(), "20x6: too small");
    stand.resize(10, 2);
    assert_eq!(stand.text().trim_end(), "10x2: too~".replace('~', "…"));
    let _: &App = &stand.app;
}
