//! The screens around the game: saves, replay, branches, settings, keys, and all kinds of sizes.

use crate::shots;
use crate::stand;

use app::{Input, Start};
use console::{Depth, GlyphSet};
use shots::SHOTS;
use stand::{Stand, home, house, real};
use std::fs;

/// The title screen after a finished game of six commands.
fn with_a_finished_game(name: &str) -> Stand {
    let mut stand = Stand::new(name, 80, 24);
    stand.keys("1 enter right right r down i c D").settle();
    stand.keys("t");
    stand.shows("Saved games");
    stand
}

fn open_saves(stand: &mut Stand) {
    stand.keys("end up up up up enter");
}

#[test]
fn a_replay_steps_seeks_and_plays() {
    let mut stand = with_a_finished_game("replay");
    open_saves(&mut stand);
    stand.keys("enter");
    stand.shows("Watching The Cellar");
    stand.shows("0/6");
    stand.keys("right");
    stand.shows("1/6");
    let early = stand.text();
    stand.keys("right right");
    stand.shows("The writing says");
    stand.keys("left left");
    assert_eq!(stand.text(), early, "back is where it was");
    stand.keys("end");
    stand.shows("6/6");
    stand.keys("4 enter");
    stand.shows("4/6");
    stand.keys("home n");
    stand.shows("3/6");
    stand.keys("n");
    stand.shows("5/6");
    stand.keys("home space");
    assert!(stand.app.pace().is_some());
    stand.settle();
    stand.shows("6/6");
    let (x, y) = stand.find("━").unwrap();
    stand.input(Input::Click(x, y));
    stand.shows("0/6");
    stand.keys("esc");
    stand.shows("Saved games");
}

#[test]
fn play_on_from_here_is_a_marked_branch_and_the_run_stays() {
    let mut stand = with_a_finished_game("branch");
    let before = fs::read(&stand.runs("cellar")[0]).unwrap();
    open_saves(&mut stand);
    stand.keys("enter space 2 enter b");
    stand.shows("Play on from here?");
    stand.keys("down enter");
    stand.shows("turn 2");
    stand.keys("up");
    assert_eq!(stand.kept("cellar"), ["east", "east", "north"]);
    let runs = stand.runs("cellar");
    assert_eq!(runs.len(), 2);
    assert_eq!(fs::read(&runs[0]).unwrap(), before);
    let (branch, _, _) = keeper::read_run(&runs[1]).unwrap();
    assert!(!branch.marks.is_empty());
    stand.keys("esc q");
    stand.shows("branch");
}

#[test]
fn deleting_needs_more_than_a_movement_key() {
    let mut stand = with_a_finished_game("delete");
    open_saves(&mut stand);
    for keys in ["delete esc", "x enter", "delete space y d l right esc", "delete q"] {
        stand.keys(keys);
        assert_eq!(stand.runs("cellar").len(), 1, "{keys}");
    }
    let before = fs::read(&stand.runs("cellar")[0]).unwrap();
    stand.keys("delete down enter");
    assert!(stand.runs("cellar").is_empty());
    stand.shows("No game has been kept yet.");
    stand.shows("u brings it back");
    stand.keys("u");
    assert_eq!(fs::read(&stand.runs("cellar")[0]).unwrap(), before, "it is back as it was");
    stand.hides("No game has been kept yet.");
}

#[test]
fn a_game_is_one_row_with_its_branches_and_undone_lines_under_it() {
    let mut stand = with_a_finished_game("family");
    // A branch of the finished game with a command taken back in it, and another game.
    open_saves(&mut stand);
    stand.keys("enter space 2 enter b down enter up up U up esc q");
    stand.shows("Saved games");
    stand.keys("esc 1 enter right esc q");
    let runs = stand.runs("cellar").len();
    assert!(runs >= 3, "{runs}");
    open_saves(&mut stand);
    stand.shows("▸ ");
    let folded = stand.text().matches("The Cellar").count();
    stand.keys("down right");
    stand.shows("└ ");
    assert_eq!(stand.text().matches("The Cellar").count(), folded, "its other runs are under it");
    stand.keys("left");
    stand.hides("└ ");
    stand.keys("/ d i e d enter");
    stand.shows("▸ ");
    stand.keys("/ z z z enter");
    stand.shows("No game holds");
    stand.keys("esc delete down enter");
    stand.shows("u brings it back");
    stand.keys("u");
    assert_eq!(stand.runs("cellar").len(), runs);
}

#[test]
fn a_kept_game_can_be_renamed() {
    let mut stand = with_a_finished_game("rename");
    open_saves(&mut stand);
    stand.keys("n");
    for _ in 0..20 {
        stand.keys("backspace");
    }
    stand.keys("M y space b e s t enter");
    stand.shows("My best");
    let (run, damage, _) = keeper::read_run(&stand.runs("cellar")[0]).unwrap();
    assert_eq!((damage, run.steps.len()), (None, 6));
    stand.keys("n x esc");
    stand.shows("My best");
}

#[test]
fn a_damaged_run_is_shown_as_such_and_watched_as_far_as_it_goes() {
    let mut stand = with_a_finished_game("damaged");
    let path = stand.runs("cellar").pop().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("south", "north", 1)).unwrap();
    open_saves(&mut stand);
    stand.shows("damaged");
    stand.keys("r");
    stand.shows("0/3");
    stand.shows("is damaged");
}

#[test]
fn settings_are_seen_at_once_and_kept_at_once() {
    let mut stand = Stand::new("settings", 80, 24);
    let dark = stand.buffer();
    stand.keys("end up up enter right right");
    stand.shows("light");
    stand.keys("down right right");
    stand.shows("ascii");
    stand.hides("▸");
    stand.keys("esc");
    let light = stand.buffer();
    assert_ne!(dark[(5, 20)].bg, light[(5, 20)].bg);
    let kept = fs::read_to_string(stand.home.file("settings.txt")).unwrap();
    assert_eq!(kept, "theme = light\nglyphs = ascii\n");
}

#[test]
fn every_setting_and_every_guard_is_on_the_settings_screen_with_its_values_and_its_meaning() {
    let home = home("all-settings");
    let mut stand = Stand::with(stand::real(&home), home, Start::Title, 120, 100);
    stand.keys("end up up enter");
    for spec in console::Settings::specs() {
        stand.shows(spec.title);
        // The selected setting is explained.
        for _ in 0..100 {
            if stand.find(&spec.help[..30]).is_some() {
                break;
            }
            stand.keys("down");
        }
        stand.shows(&spec.help[..30]);
        stand.keys("enter");
        if spec.values.len() > 2 {
            for value in spec.values {
                stand.shows(value);
            }
            stand.keys("down enter");
        }
    }
    for entry in catalog::GAMES {
        for guard in entry.guards {
            stand.shows(&guard.help[..guard.help.len().min(60)]);
        }
    }
    let (x, y) = stand.find("attacking a merchant at peace").unwrap();
    stand.input(Input::Click(x, y));
    stand.shows("ChamberCrawler3000 asks before attacking a merchant at peace.");
    let kept = fs::read_to_string(stand.home.file("settings.txt")).unwrap();
    assert!(kept.contains("effects = still") && kept.contains("fight-stop = 25%"), "{kept}");
    assert!(kept.contains("guard.chambers.merchant = off"), "{kept}");
}

#[test]
fn a_key_changed_in_the_application_works_at_once_and_can_be_given_back() {
    let mut stand = Stand::new("rebind", 80, 24);
    stand.keys("1 enter = end up enter");
    stand.shows("Keys of The Cellar");
    stand.keys("home enter z");
    stand.shows("z is the key of 'rest'. Take it for 'north'?");
    stand.keys("esc");
    stand.hides("(changed)");
    stand.keys("enter z enter");
    stand.shows("north                  z");
    stand.keys("esc esc z");
    assert_eq!(stand.kept("cellar"), ["north"]);
    let kept = fs::read_to_string(stand.home.file("settings.txt")).unwrap();
    assert_eq!(kept, "keys.cellar.north = z\n");
    stand.keys("= end up enter home delete");
    assert_eq!(fs::read_to_string(stand.home.file("settings.txt")).unwrap(), "");
    stand.keys("down down down down enter r");
    stand.shows("r is the key of 'read'. Take it for 'throw'?");
    stand.keys("r");
    stand.shows("'read' has lost its key r to 'throw'");
}

#[test]
fn messages_can_be_searched() {
    let mut stand = Stand::new("search", 80, 24);
    stand.keys("1 enter i a i b r m");
    stand.shows("You sing a.");
    stand.keys("/ S I N G");
    stand.shows("You sing b.");
    stand.hides("The writing says");
    stand.keys("x");
    stand.shows("Nothing like that was said.");
    stand.keys("esc");
    stand.shows("The writing says");
}

#[test]
fn any_size_at_any_moment_is_drawn_without_fail() {
    let mut state = 7u32;
    let mut dice = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for shot in SHOTS {
        let mut stand = shot.take("storm", (80, 24), Depth::True, GlyphSet::Unicode);
        for cols in (1..=48).step_by(5) {
            for rows in 1..=16 {
                stand.resize(cols, rows);
                stand.draw();
            }
        }
        for _ in 0..40 {
            stand.resize(1 + dice(300) as u16, 1 + dice(100) as u16);
            stand.draw();
            // Inputs arrive at every size, too.
            let input = match dice(5) {
                0 => Input::Tick,
                1 => Input::Hover(dice(300) as u16, dice(100) as u16),
                2 => Input::Wheel(dice(7) as i32 - 3),
                _ => Input::Key([console::Key::Up, console::Key::Down, console::Key::Tab][dice(3) as usize]),
            };
            stand.app.input(&input);
        }
        for size in [(300, 100), (40, 12), (21, 7), (1, 1), (300, 1), (1, 100)] {
            stand.resize(size.0, size.1);
            stand.draw();
        }
    }
}

#[test]
fn any_keys_at_all_never_break_a_screen() {
    use console::Key;
    let mut keys: Vec<Key> = (32u8..127).map(|byte| Key::Char(byte.into())).collect();
    keys.retain(|key| *key != Key::Char('!'));
    keys.extend((1..=12).map(Key::F));
    for name in "up down left right home end page-up page-down insert delete enter enter esc tab shift-tab backspace middle"
        .split(' ')
    {
        keys.extend([Key::read(name).unwrap(); 4]);
    }
    let mut state = 99u32;
    let mut dice = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let home = home("monkey");
    'rounds: for round in 0..20 {
        let mut stand = Stand::with(house(&home), home.clone(), Start::Title, 80, 24);
        for _ in 0..400 {
            if stand.app.is_done() {
                break;
            }
            let input = match dice(20) {
                0 => Input::Click(dice(80) as u16, dice(24) as u16),
                1 => Input::Tick,
                2 => Input::Paste("x\u{1b}[2J\n\t7".to_owned()),
                _ => Input::Key(keys[dice(keys.len())]),
            };
            // Random input that reaches the key settings may bind the cellar's deliberate panic to another
            // key.
            let taken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| stand.app.input(&input)));
            if let Err(broken) = taken {
                match broken.downcast_ref::<&str>() {
                    Some(&"a hole in the rules") => continue 'rounds,
                    _ => std::panic::resume_unwind(broken),
                }
            }
            if dice(4) == 0 {
                stand.draw();
            }
        }
        stand.app.close();
        for path in stand.runs("cellar") {
            let (_, damage, _) = keeper::read_run(&path).unwrap();
            assert_eq!(damage, None, "round {round}: {}", path.display());
        }
    }
}

#[test]
fn a_board_larger_than_the_screen_scrolls_with_the_hero_in_view() {
    let mut stand = Stand::new("large", 60, 16);
    fs::create_dir_all("levels").unwrap();
    let wide = 200;
    let mut map = vec!["#".repeat(wide)];
    map.extend((0..80).map(|row| {
        if row == 40 { format!("#@{}#", ".".repeat(wide - 3)) } else { format!("#{}#", ".".repeat(wide - 2)) }
    }));
    map.push("#".repeat(wide));
    fs::write("levels/large.txt", map.join("\n")).unwrap();
    stand.keys("1 down down down down");
    stand.input(Input::Paste("levels/large.txt".to_owned())).keys("enter enter");
    for (key, times) in [("right", 150), ("down", 39), ("left", 100), ("up", 79)] {
        for _ in 0..times {
            stand.keys(key);
            stand.shows("@");
            stand.shows("gold 0");
        }
    }
}

/// A direction has several words; the question names it once. Where the edition hides its fish does not
/// matter here.
#[test]
fn a_question_about_a_direction_names_each_once() {
    let home = home("throw-where");
    let mut stand = Stand::with(real(&home), home, Start::Title, 100, 30);
    stand.keys("3 down enter");
    for _ in 0..20 {
        stand.keys("o").settle();
        if !stand.text().contains("Fish 0") {
            break;
        }
    }
    stand.keys("f");
    let text = stand.text();
    let asked = text.lines().find(|line| line.contains("Throw where?")).unwrap_or_else(|| panic!("{text}"));
    let ways = ["north", "east", "south", "west"];
    assert!(ways.iter().any(|way| asked.contains(way)), "{asked}");
    assert!(ways.iter().all(|way| asked.matches(way).count() <= 1), "{asked}");
}

/// Looking shows the panel's forecast, in every game.
#[test]
fn looking_at_an_enemy_tells_how_a_fight_would_go() {
    for (digit, told) in [("1", "you win"), ("3", "can reach you"), ("5", "you win")] {
        let home = home(&format!("look-{digit}"));
        let mut stand = Stand::with(real(&home), home, Start::Title, 100, 30);
        stand.keys(digit).keys("down enter x");
        let is_told = (0..40).any(|_| {
            stand.keys("tab");
            stand.text().lines().any(|line| line.contains("You see") && line.contains(told))
        });
        assert!(is_told, "{told}:\n{}", stand.text());
    }
}
