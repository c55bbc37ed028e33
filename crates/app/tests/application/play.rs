//! Playing through the screens: every command is saved, helpers use ordinary commands, nothing is lost.

use crate::stand;

use app::{Input, Start};
use keeper::{Journal, Opened};
use stand::{GAMES, Stand, direct, home, house};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn three_keys_lead_from_the_start_to_the_first_move() {
    let mut stand = Stand::new("three", 80, 24);
    stand.keys("enter enter right");
    assert_eq!(stand.kept("cellar"), ["east"]);
}

#[test]
fn every_command_is_on_disk_before_the_next_frame() {
    let mut stand = direct(&home("journal"), &[]);
    let mut expected = Vec::new();
    for (keys, command) in [
        ("right", "east"),
        ("j", "south"),
        ("w", "north"),
        ("6", "east"),
        ("f right", "throw e"),
        ("f h", "throw w"),
        ("# 1 2 enter", "count 12"),
        ("i q", "sing q"),
        ("r", "read"),
    ] {
        // No frames are drawn in between: the file must not depend on drawing.
        for key in keys.split(' ') {
            stand.app.key(console::Key::read(key).unwrap());
        }
        expected.push(command.to_owned());
        assert_eq!(stand.kept("cellar"), expected);
    }
}

#[test]
fn a_frame_draws_the_game_once() {
    for (cols, rows) in [(80, 24), (40, 12), (120, 36), (200, 60)] {
        let mut stand = direct(&home("frames"), &[("rat", "near")]);
        stand.resize(cols, rows);
        for keys in ["right", "j", "X", "~", "v", "right", "esc", "down", "up"] {
            stand.keys(keys);
            crate::cellar::drawn();
            stand.draw();
            assert_eq!(crate::cellar::drawn(), 1, "after {keys} at {cols}x{rows}");
        }
        // A game that shows more on a larger screen is asked for its size, not drawn to find out.
        stand.resize(cols + 7, rows + 1);
        stand.draw();
        assert_eq!(crate::cellar::drawn(), 1, "at another size than {cols}x{rows}");
    }
}

#[test]
fn what_is_refused_or_misread_is_told_and_not_kept() {
    let mut stand = direct(&home("refused"), &[]);
    stand.keys("up up up");
    assert_eq!(stand.kept("cellar"), ["north"]);
    stand.shows("A wall is in the way.");
    stand.keys("f enter");
    stand.shows("Throw where?");
    stand.keys("x");
    stand.shows("Throw where?");
    stand.shows("Esc back");
    stand.keys("esc");
    stand.hides("Throw where?");
    stand.keys("# x 4 backspace enter");
    stand.shows("Count which number? (1-99)");
    stand.keys("esc");
    stand.hides("Count which number?");
    stand.keys("p");
    stand.shows("p means nothing here; ? shows the keys.");
    stand.keys(": f l y enter");
    stand.shows("'fly' is not a command.");
    stand.keys(": t h r o w space n enter");
    // The names on the help page work, too, with directions as words.
    stand.keys(": T h r o w space e a s t enter");
    assert_eq!(stand.kept("cellar"), ["north", "throw n", "throw e"]);
}

#[test]
fn leaving_keeps_and_continue_goes_on() {
    let mut stand = Stand::new("leave", 80, 24);
    stand.keys("1 enter right right q");
    stand.shows("The Cellar: 2 commands, seed tamariso");
    stand.keys("home enter");
    stand.shows("turn 2");
    stand.keys("down esc q esc");
    assert!(stand.app.is_done());
    assert_eq!(stand.kept("cellar"), ["east", "east", "south"]);
    assert_eq!(stand.runs("cellar").len(), 1);
}

#[test]
fn a_game_begun_from_outside_leads_outside() {
    for key in ["q", "esc q"] {
        let mut stand = direct(&home(&format!("outside-{}", key.len())), &[]);
        stand.keys("right");
        stand.keys(key);
        assert!(stand.app.is_done());
        let path = stand.runs("cellar").pop().unwrap();
        let (run, damage, _) = keeper::read_run(&path).unwrap();
        assert_eq!((damage, run.steps.len(), run.checkpoints.len()), (None, 1, 1));
    }
}

#[test]
fn a_game_that_binds_a_key_of_the_house_gets_it() {
    let mut stand = direct(&home("binds"), &[]);
    stand.keys("right Q");
    stand.shows("Quit the game?");
    assert_eq!(stand.kept("cellar"), ["east"], "it is asked first");
    stand.keys("enter Q y");
    assert!(stand.app.is_done(), "ending the game by its own command leads out");
    assert_eq!(stand.kept("cellar"), ["east", "quit"]);
}

#[test]
fn seeds_names_options_and_levels_reach_the_run() {
    let mut stand = Stand::new("header", 80, 24);
    fs::create_dir_all("levels").unwrap();
    fs::write("levels/small.txt", "#####\n#@..#\n#####\n").unwrap();
    stand.keys("1 down down 7 space ü down M y space c e l l a r down");
    stand.input(Input::Paste("levels/small.txt\n".to_owned()));
    stand.keys(
        "down down enter down right down right right down 4 backspace 2 down backspace 2 5 down h i enter enter",
    );
    stand.shows("there is no gold in it.");
    stand.keys("right");
    let path = stand.runs("cellar").pop().unwrap();
    let (run, _, _) = keeper::read_run(&path).unwrap();
    let header = run.header;
    assert_eq!(header.seed, "7 ü");
    assert_eq!(header.about, [("name".to_owned(), "My cellar".to_owned())]);
    assert_eq!(header.level.unwrap().name, "small.txt");
    let options: Vec<String> = header.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(options, ["fog=on", "gold=2", "luck=0.25", "motto=hi", "rat=near"]);
}

#[test]
fn a_bad_level_and_a_bad_value_are_told_with_their_place() {
    let mut stand = Stand::new("bad-level", 80, 24);
    fs::create_dir_all("levels").unwrap();
    fs::write("levels/bad.txt", "#####\n#@.x#\n#####\n").unwrap();
    stand.keys("1 down down down down");
    stand.input(Input::Paste("levels/bad.txt".to_owned())).keys("enter enter");
    stand.shows("bad.txt:2:4: nothing in a cellar looks like this.");
    stand.keys("enter down down down down");
    for _ in 0..3 {
        stand.keys("backspace");
    }
    stand.keys("enter enter");
    stand.shows("levels/bad.: ");
    stand.keys("down down down down");
    for _ in 0..20 {
        stand.keys("backspace");
    }
    assert!(stand.runs("cellar").is_empty());
    stand.keys("down down enter down down down down x enter enter");
    stand.shows("luck takes a number from 0 to 1, not '0.5x'.");
}

#[test]
fn fights_are_shown_beat_by_beat_and_any_key_skips() {
    let mut stand = direct(&home("beats"), &[]);
    stand.keys("X");
    stand.shows("Blow 1 lands.");
    stand.hides("Blow 2 lands.");
    stand.shows("Any key stops.");
    stand.input(Input::Tick);
    stand.shows("Blow 2 lands.");
    stand.hides("Blow 3 lands.");
    stand.keys("right");
    stand.shows("The rat is gone.");
    stand.shows("Any key goes on.");
    assert_eq!(stand.app.pace(), None, "a pause waits for the player, not for time");
    stand.keys("right");
    assert_eq!(stand.kept("cellar"), ["fight"], "keys that skip are not commands");
    stand.keys("right");
    assert_eq!(stand.kept("cellar"), ["fight", "east"]);
}

#[test]
fn without_animation_only_the_pause_is_left() {
    let home = home("no-beats");
    fs::create_dir_all(home.root()).unwrap();
    fs::write(home.file("settings.txt"), "animation = off\n").unwrap();
    let mut stand = direct(&home, &[]);
    stand.keys("X");
    stand.shows("Blow 4 lands.");
    stand.shows("Any key goes on.");
}

#[test]
fn travel_walks_by_ordinary_commands_and_stops_at_any_sentence() {
    let mut stand = direct(&home("travel"), &[]);
    // The way out stands first in the list, then things by distance.
    stand.keys("t down enter").settle();
    stand.shows("You pick up 5 gold.");
    let walked = stand.kept("cellar");
    assert!(
        walked.iter().all(|step| ["north", "east", "south", "west"].contains(&step.as_str())),
        "{walked:?}"
    );
    assert_eq!(walked.len(), 10, "the shortest way: {walked:?}");
    // The exit is announced by a sentence; the path to it avoids the thorn.
    stand.keys("t >").settle();
    stand.shows("The way down is");
    stand.hides("A thorn pricks you.");
}

#[test]
fn a_key_stops_a_walk_and_is_no_command() {
    let mut stand = direct(&home("stop"), &[]);
    stand.keys("t >");
    stand.input(Input::Tick);
    stand.keys("up");
    assert_eq!(stand.app.pace(), None);
    let walked = stand.kept("cellar").len();
    assert!((1..=3).contains(&walked), "{walked}");
}

#[test]
fn nobody_walks_far_while_something_hostile_is_in_view() {
    let mut stand = direct(&home("threat"), &[("rat", "near")]);
    for keys in ["t >", "o"] {
        stand.keys(keys).settle();
        stand.shows("Not while something hostile is in view.");
    }
    assert!(stand.kept("cellar").is_empty());
    let mut stand = direct(&home("threat-far"), &[("rat", "far")]);
    stand.keys("t >").settle();
    stand.shows("You stop: something hostile is in view.");
}

#[test]
fn exploring_learns_everything_takes_every_prize_and_then_finds_the_way_out() {
    let mut stand = direct(&home("explore"), &[("fog", "on")]);
    for _ in 0..10 {
        stand.keys("o").settle();
    }
    stand.shows("gold 5");
    stand.shows("The way down is");
    let walked = stand.kept("cellar");
    assert!(walked.len() > 40 && walked.len() < 400, "{}", walked.len());
}

#[test]
fn the_mouse_names_places_and_walks() {
    let mut stand = direct(&home("mouse"), &[]);
    let (x, y) = stand.find("$").unwrap();
    stand.input(Input::Hover(x, y));
    stand.shows("You see: 5 gold");
    stand.input(Input::Hover(0, 0));
    stand.hides("You see:");
    stand.input(Input::Click(x, y)).settle();
    stand.shows("You pick up 5 gold.");
    let (x, y) = stand.find("@").unwrap();
    stand.input(Input::Click(x + 1, y));
    assert_eq!(stand.kept("cellar").last().map(String::as_str), Some("east"));
}

#[test]
fn looking_follows_the_cursor_and_changes_nothing() {
    let mut stand = direct(&home("look"), &[("fog", "on")]);
    stand.keys("x");
    stand.shows("You see: you");
    stand.keys("up");
    stand.shows("You see: floor");
    stand.keys("up");
    stand.shows("You see: nothing you can see");
    for _ in 0..60 {
        stand.keys("left");
    }
    stand.keys("esc");
    assert!(stand.kept("cellar").is_empty());
}

#[test]
fn after_the_end_everything_can_be_done() {
    let mut stand = Stand::new("over", 80, 24);
    stand.keys("1 enter right D").settle();
    stand.shows("You have died");
    stand.keys("enter");
    stand.shows("turn 0");
    assert_eq!(stand.runs("cellar").len(), 2, "play again is a new run");
    stand.keys("D").settle();
    stand.keys("down enter");
    stand.shows("seed tamariso");
    stand.keys("V").settle();
    stand.shows("You have won");
    stand.keys("esc");
    stand.shows("again");
    stand.keys("n");
    stand.hides("You have won");
    stand.keys("right D").settle();
    stand.shows("You have died");
    stand.keys("t");
    stand.shows("Saved games");
}

#[test]
fn a_key_that_is_held_down_at_the_end_chooses_nothing() {
    let home = home("over-held");
    fs::create_dir_all(home.root()).unwrap();
    fs::write(home.file("settings.txt"), "keys.cellar.die = n\n").unwrap();
    let mut stand = Stand::with(house(&home), home, Start::Title, 80, 24);
    stand.keys("1 enter right n n n n");
    stand.shows("You have died");
    // Released for a moment, or after another key, it means what the menu says.
    stand.input(Input::Tick).keys("n");
    stand.shows("turn 0");
    stand.keys("right n n down up n");
    stand.shows("turn 0");
    stand.hides("You have died");
}

#[test]
fn a_full_disk_is_told_and_nothing_played_is_lost() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: /dev/full is a device of Linux");
        return;
    }
    let home = home("full");
    let (session, _) = (GAMES[0].start)(&session::Brief::default()).unwrap();
    let mut opened = Opened::unkept(session);
    opened.journal = Some(Box::new(Journal::create(std::path::Path::new("/dev/full"), "", false).unwrap()));
    let mut stand = Stand::with(house(&home), home, Start::Game(opened), 80, 24);
    stand.keys("right");
    stand.shows("Save elsewhere?");
    stand.shows("The game is not being saved: /dev/full: no space");
    stand.keys("enter right");
    stand.shows("Not kept: /dev/full: no space left on device. Trying again.");
    assert!(stand.app.pace().is_some(), "it is tried again by itself");
    stand.shows("turn 2");
    stand.keys("q");
    stand.shows("Not kept yet");
    stand.keys("enter");
    assert!(!stand.app.is_done());
    stand.keys("q down enter");
    assert!(stand.app.is_done());
}

#[test]
fn without_a_place_for_files_one_can_still_play() {
    let home = home("no-place");
    fs::write(home.root(), "a file where the folder should be").unwrap();
    let mut stand = Stand::with(house(&home), home, Start::Title, 80, 24);
    stand.keys("1 enter");
    stand.shows("No file for this game");
    stand.keys("down enter");
    stand.shows("not kept");
    stand.keys("right");
    stand.shows("turn 1");
}

#[test]
fn a_panic_in_the_rules_leaves_the_run_intact() {
    let mut stand = direct(&home("panic"), &[]);
    stand.keys("right right down");
    let broken = catch_unwind(AssertUnwindSafe(|| stand.app.key(console::Key::Char('!'))));
    assert!(broken.is_err());
    let path = stand.runs("cellar").pop().unwrap();
    drop(stand);
    let mut opened = keeper::open_run(&GAMES, &path, &session::Seating::OWNER).unwrap();
    assert_eq!(opened.session.commands(), 3);
    opened.session.play_line("east");
    opened.keep().unwrap();
}

#[test]
fn a_flood_of_keys_is_handled_in_order() {
    let mut stand = direct(&home("flood"), &[]);
    let mut expected = Vec::new();
    for round in 0..500 {
        let (key, command) = if round % 2 == 0 { ('d', "east") } else { ('a', "west") };
        stand.app.key(console::Key::Char(key));
        expected.push(command.to_owned());
    }
    assert_eq!(stand.kept("cellar"), expected);
}

#[test]
fn the_map_is_shown_until_any_key_and_only_where_there_is_one() {
    let mut stand = Stand::new("map", 80, 24);
    stand.keys("1 enter M");
    stand.shows("Map of The Cellar");
    stand.keys("right");
    stand.hides("Map of");
    assert!(stand.kept("cellar").is_empty(), "the key that leaves the map is no command");
    stand.keys("esc q 2 enter l M");
    stand.shows("The board shows all there is to see.");
}

#[test]
fn the_words_that_leave_a_game_leave_it() {
    let mut stand = direct(&home("words"), &[]);
    stand.keys("right : q enter");
    assert!(stand.app.is_done());
    assert_eq!(stand.kept("cellar"), ["east"]);
}

#[test]
fn beats_without_a_pause_are_cut_short_by_the_next_command() {
    let mut stand = direct(&home("cut-short"), &[]);
    stand.keys("B");
    stand.shows("Any key stops.");
    stand.keys("right");
    stand.shows("Beat 3.");
    assert_eq!(stand.kept("cellar"), ["drum", "east"]);
}

#[test]
fn a_card_begins_its_edition_and_keeps_what_was_changed() {
    let options = |stand: &Stand| {
        let path = stand.runs("parlour").pop().unwrap();
        keeper::read_run(&path).unwrap().0.header.options
    };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let mut stand = Stand::new("editions", 80, 24);
    stand.keys("2 enter l");
    assert_eq!(options(&stand), pairs(&[]), "the first card is the classic game");
    stand.keys("esc q 2 down enter l");
    assert_eq!(options(&stand), pairs(&[("fog", "on"), ("gold", "7")]));
    stand.keys("esc q 2");
    while stand.find("▸ More options").is_none() {
        stand.keys("down");
    }
    stand.keys("enter");
    stand.hides("Luck");
    while stand.find("▸ Gold at the start").is_none() {
        stand.keys("down");
    }
    stand.keys("right right");
    stand.shows("2 (changed)");
    stand.keys("home down enter l");
    assert_eq!(options(&stand), pairs(&[("fog", "on"), ("gold", "2")]), "what was changed stays");
}

#[test]
fn lasting_house_rules_are_where_the_form_begins() {
    let home = home("lasting");
    fs::create_dir_all(home.root()).unwrap();
    fs::write(home.file("cellar.properties"), "gold=7\nfog=maybe\n").unwrap();
    let mut stand = Stand::with(house(&home), home, Start::Title, 80, 24);
    stand.keys("1");
    stand.shows("7 (changed)");
    stand.shows("fog takes on or off, not 'maybe'.");
    stand.keys("enter");
    stand.shows("gold 7");
}

#[test]
fn exploring_does_not_come_back_to_what_was_left_lying() {
    let home = home("lying");
    let level =
        session::Level { name: "stones".to_owned(), text: "#########\n#@..*..*#\n#########\n".to_owned() };
    let brief = session::Brief { level: Some(level), ..session::Brief::default() };
    let path = home.new_run("cellar", Some("stones"));
    let opened = keeper::start_game(&GAMES[0], &brief, Some(&path), true).unwrap();
    let mut stand = Stand::with(house(&home), home, Start::Game(opened), 80, 24);
    stand.draw();
    stand.keys("o").settle();
    assert_eq!(stand.kept("cellar").len(), 6, "on to the next stone, not back to the first");
    stand.keys("o").settle();
    stand.shows("Nothing within reach is left to explore.");
    assert_eq!(stand.kept("cellar").len(), 6);
}
