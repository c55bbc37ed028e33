//! The full-screen application in a real pseudo-terminal.

use crate::support;
use crate::support::pty;
use pty::{PATIENCE, Terminal};
use std::time::{Duration, Instant};
use support::{House, text};

#[test]
fn from_the_title_to_the_first_move_in_three_keys_in_every_game() {
    for (digit, title, ready, first, game) in [
        // A wall may be north of the start, but waiting is always possible; a run without commands would not
        // be kept.
        ("1", "CaveGame", "? help", "\x1b[A.", "cave"),
        // The first move is the choice of a race.
        ("2", "ChamberCrawler3000", "Who will you be?", "s", "chambers"),
        ("3", "Meow and Boo", "? help", "d", "boo"),
        ("4", "Pursuit", "? help", "\x1b[A", "pursuit"),
        ("5", "Dungeons in XML", "? help", "\x1b[C", "dungeon"),
    ] {
        let house = House::new();
        let mut terminal = Terminal::open(&house, &[], 80, 24);
        terminal.shows("5 Dungeons in XML");
        terminal.type_keys(digit);
        terminal.shows("Enter begin");
        terminal.type_keys("\r");
        terminal.shows(ready);
        terminal.shows(title);
        terminal.type_keys(first);
        let began = Instant::now();
        while house.runs(game).is_empty() && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(house.runs(game).len(), 1, "{game}");
        terminal.type_keys("\x1b");
        terminal.shows("Save and leave");
        terminal.type_keys("q");
        terminal.shows("5 Dungeons in XML");
        terminal.type_keys("\x1b");
        assert_eq!(terminal.ends(), (0, true), "{game}");
        assert_eq!(house.run(&["verify", &text(&house.runs(game)[0])], b"").status, 0);
    }
}

#[test]
fn a_new_game_asks_for_a_seed() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &[], 80, 40);
    terminal.shows("5 Dungeons in XML");
    terminal.type_keys("1");
    terminal.shows("Seed");
    terminal.shows("a fresh one");
    // Four rows above the last one: More options. Any characters may be typed.
    terminal.type_keys("\x1b[F\x1b[A\x1b[A\x1b[A\x1b[A");
    terminal.shows("The same seed gives the same game");
    terminal.type_keys("m\u{ef}ne w/ 7\r\r");
    terminal.shows("P");
    terminal.shows("turn ");
    let run = std::fs::read_to_string(&house.runs("cave")[0]).expect("a run");
    assert!(run.contains("seed \"m\u{ef}ne w/ 7\""), "{}", &run[..60]);
    terminal.type_keys("\x1bq");
    terminal.shows("5 Dungeons in XML");
    terminal.type_keys("\x1b");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn the_keys_of_the_cave_work_without_enter_and_x_or_q_closes_it() {
    let house = House::new();
    let keys = ["w", "a", "s", "d", "D", "S", "A", "W"];
    let input: String = keys.iter().map(|key| format!("{key}\n")).collect();
    let args = ["cave", "--seed", "7", "--set", "bShowDebugInfo=on"];
    let mut json = args.to_vec();
    json.extend(["--json", "--unsaved"]);
    let answers = support::json_lines(&house.run(&json, input.as_bytes()).out);
    let mut terminal = Terminal::open(&house, &args, 100, 40);
    for (key, answer) in std::iter::once("").chain(keys).zip(&answers) {
        terminal.type_keys(key);
        terminal.shows(&format!("W:({},{})", answer["vitals"]["x"], answer["vitals"]["y"]));
        terminal.shows(if answer["reply"] == "refused" { "Rock is in the way." } else { "P" });
    }
    let moved = answers.iter().filter(|answer| answer["reply"] == "played").count();
    assert!(moved >= 4, "{moved} of these steps are free");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
    let run = std::fs::read_to_string(&house.runs("cave")[0]).expect("a run");
    let played = run.lines().skip_while(|line| !line.starts_with("begin")).skip(1);
    assert_eq!(played.filter(|line| line.starts_with(['w', 'a', 's', 'd'])).count(), moved);
}

/// Turns off the warnings before foolish steps.
fn unguarded(house: &House) {
    std::fs::create_dir_all(house.path("home")).unwrap();
    let guards = ["deadly", "two-ghosts", "ghost"].map(|guard| format!("guard.boo.{guard} = off\n"));
    std::fs::write(house.path("home/settings.txt"), guards.concat()).unwrap();
}

#[test]
fn boo_ends_on_a_screen_with_turns_and_floor() {
    let house = House::new();
    let input = "w\na\ns\nd\n".repeat(3000);
    let answers = support::json_lines(&house.run(&["boo", "--seed", "1", "--json"], input.as_bytes()).out);
    let last = answers.iter().position(|answer| !answer["outcome"].is_null()).expect("the cat dies");
    unguarded(&house);
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "1"], 100, 50);
    terminal.shows("floor 1");
    terminal.type_keys(&"wasd".repeat(3000)[..last]);
    let vitals = &answers[last]["vitals"];
    terminal.shows("You have died");
    terminal.shows(&format!("You die on floor {}.", vitals["floor"]));
    terminal.shows(&format!("turn {} ", vitals["turn"]));
    terminal.signal("-TERM");
    assert!(terminal.ends().1);
}

#[test]
fn n_l_and_q_work_on_the_title_screen() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &[], 80, 24);
    terminal.shows("Meow and Boo");
    terminal.type_keys("L");
    terminal.shows("There is no saved game");
    terminal.type_keys("\x1b");
    terminal.shows("new game");
    terminal.type_keys("3\x1b");
    terminal.shows("l load");
    terminal.type_keys("n");
    terminal.shows("▸ Classic");
    terminal.shows("Enter begin");
    terminal.type_keys("\r");
    terminal.shows("Fish 0");
    terminal.type_keys("wasd");
    terminal.shows("turn 4");
    terminal.type_keys("q");
    terminal.shows("Continue");
    terminal.type_keys("l");
    terminal.shows("turn 4");
    terminal.type_keys("q");
    terminal.shows("Continue");
    terminal.type_keys("Q");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn the_terminal_is_restored_however_the_program_ends() {
    for (how, statuses) in [("ctrl-c", [0, 130]), ("-TERM", [0, 143]), ("-HUP", [0, 129])] {
        let house = House::new();
        let mut terminal = Terminal::open(&house, &["boo", "--seed", "7"], 80, 24);
        terminal.shows("turn 0");
        terminal.type_keys("dd");
        terminal.shows("turn 2");
        if how == "ctrl-c" {
            terminal.type_keys("\x03");
        } else {
            terminal.signal(how);
        }
        let (status, restored) = terminal.ends();
        assert!(restored, "{how}");
        assert!(statuses.contains(&status), "{how}: {status}");
        let verified = house.run(&["verify", &text(&house.runs("boo")[0])], b"");
        assert!(verified.out.starts_with("verified: boo, 2 turns"), "{how}: {}", verified.out);
    }
}

#[test]
fn a_game_can_be_left_with_its_own_commands() {
    for (game, shown, keys) in [
        ("dungeon", "Dungeons in XML", "EY"),
        ("chambers", "Who will you be?", "q"),
        ("boo", "turn 0", "q"),
        ("cave", "CaveGame", "\x1bq"),
    ] {
        let house = House::new();
        let mut terminal = Terminal::open(&house, &[game, "--seed", "7"], 80, 24);
        terminal.shows(shown);
        terminal.type_keys(keys);
        assert_eq!(terminal.ends(), (0, true), "{game}");
    }
}

#[test]
fn leaving_shows_where_the_game_is_and_continue_resumes_it() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "7"], 80, 24);
    terminal.shows("turn 0");
    terminal.type_keys("dd");
    terminal.shows("turn 2");
    terminal.type_keys("q");
    terminal.shows("undercroft continue");
    assert_eq!(terminal.ends(), (0, true));
    let mut terminal = Terminal::open(&house, &["continue"], 80, 24);
    terminal.shows("turn 2");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn a_resize_at_any_moment_does_no_harm() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &["cave", "--seed", "7"], 80, 24);
    terminal.shows("CaveGame");
    for (cols, rows) in [(200, 60), (40, 12), (20, 5), (1, 1), (300, 100), (10, 40), (147, 31), (80, 24)] {
        terminal.resize(cols, rows);
        terminal.type_keys("wd");
        std::thread::sleep(Duration::from_millis(15));
    }
    terminal.shows("CaveGame");
    terminal.type_keys("\x1bq");
    assert_eq!(terminal.ends(), (0, true));
}

/// A run of six commands, its bytes, and a terminal that watches it and asks to play on after the third.
fn branching_after_three(house: &House) -> (String, Vec<u8>, Terminal) {
    let record = text(&house.path("home/runs/boo/first.run"));
    house.run(&["boo", "--seed", "7", "--json", "--record", &record], b"d\nd\ns\ns\na\na\n");
    let before = std::fs::read(&record).unwrap();
    let mut terminal = Terminal::open(house, &["replay", &record, "--at", "3"], 80, 24);
    terminal.shows("turn 3");
    terminal.type_keys("b");
    (record, before, terminal)
}

#[test]
fn a_replay_can_be_watched_and_played_on_from_the_middle() {
    let house = House::new();
    let (record, before, mut terminal) = branching_after_three(&house);
    terminal.shows("branch");
    terminal.type_keys("\x1b\x1b\x1b\x1b");
    let (_, restored) = terminal.ends();
    assert!(restored);
    assert_eq!(std::fs::read(&record).unwrap(), before);
}

#[test]
fn a_branch_from_a_replay_is_played_on_and_the_run_stays() {
    let house = House::new();
    let (record, before, mut terminal) = branching_after_three(&house);
    terminal.shows("Play on from here?");
    terminal.type_keys("\x1b[B\r");
    terminal.shows("turn 3");
    terminal.type_keys("d");
    terminal.shows("turn 4");
    terminal.type_keys("\x1bq");
    assert_eq!(terminal.ends(), (0, true));
    assert_eq!(std::fs::read(&record).unwrap(), before);
    let runs = house.runs("boo");
    assert_eq!(runs.len(), 2);
    let branch = runs.iter().find(|path| text(path) != record).unwrap();
    assert!(std::fs::read_to_string(branch).unwrap().contains("branched after 3"));
    let verified = house.run(&["verify", &text(branch)], b"");
    assert!(verified.out.starts_with("verified: boo, 4 turns"), "{}", verified.out);
}

#[test]
fn a_key_is_changed_and_used() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "7"], 80, 24);
    terminal.shows("turn 0");
    terminal.type_keys("c");
    terminal.shows("c means nothing here");
    terminal.type_keys("=");
    terminal.shows("Theme");
    // Two rows up from the end of the list: the third game.
    terminal.type_keys("\x1b[F");
    terminal.shows("Keys of Meow and Boo");
    terminal.type_keys("\x1b[A\x1b[A\r");
    terminal.shows("back to default");
    terminal.type_keys("\r");
    terminal.shows("Press the key for 'move-up'.");
    terminal.type_keys("x");
    terminal.shows("x is the key of 'look'. Take it for 'move-up'?");
    terminal.type_keys("\x1b\r");
    terminal.shows("Press the key for 'move-up'.");
    terminal.type_keys("c");
    terminal.shows("(changed)");
    terminal.type_keys("\x1b");
    terminal.shows("Kept in");
    terminal.type_keys("\x1b");
    terminal.shows("turn 0");
    terminal.type_keys("cc");
    terminal.shows("turn 2");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
    let settings = std::fs::read_to_string(house.path("home/settings.txt")).unwrap();
    assert_eq!(settings, "keys.boo.move-up = c\n");
    let run = std::fs::read_to_string(&house.runs("boo")[0]).unwrap();
    assert_eq!(run.lines().filter(|line| line.starts_with("w ")).count(), 2, "{run}");
}

#[test]
fn a_panic_restores_the_terminal_and_keeps_the_run() {
    let house = House::new();
    let env = [("UNDERCROFT_BREAK_AT_KEY", "f12"), ("RUST_BACKTRACE", "0")];
    let mut terminal = Terminal::open_with(&house, &["boo", "--seed", "7"], 80, 24, &env);
    terminal.shows("turn 0");
    terminal.type_keys("dds");
    terminal.shows("turn 3");
    terminal.type_keys("\x1b[24~");
    let (status, restored) = terminal.ends();
    assert!(restored);
    assert_eq!(status, 101);
    terminal.shows("panic at f12");
    terminal.shows("All earlier commands are saved in");
    let run = text(&house.runs("boo")[0]);
    let verified = house.run(&["verify", &run], b"");
    assert!(verified.out.starts_with("verified: boo, 3 turns"), "{}", verified.out);
    let mut terminal = Terminal::open(&house, &[], 80, 24);
    terminal.shows("Continue");
    terminal.type_keys("\r");
    terminal.shows("turn 3");
    terminal.type_keys("\x1bqq");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn the_demonstration_follows_the_animation_setting_and_an_idle_program_writes_nothing() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &[], 120, 40);
    terminal.shows("CaveGame plays itself");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
    assert!(house.runs("cave").is_empty(), "it is never kept");
    std::fs::create_dir_all(house.path("home")).unwrap();
    std::fs::write(house.path("home/settings.txt"), "animation = off\n").unwrap();
    let mut terminal = Terminal::open(&house, &[], 120, 40);
    terminal.shows("5 Dungeons in XML");
    std::thread::sleep(Duration::from_millis(100));
    let written = terminal.screen.lock().unwrap().1.len();
    std::thread::sleep(Duration::from_millis(600));
    assert_eq!(terminal.screen.lock().unwrap().1.len(), written);
    assert!(!terminal.text().contains("plays itself"));
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn shift_arrows_run_and_the_timeline_steps_back() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &["cave", "--seed", "7"], 80, 24);
    terminal.shows("turn 0");
    terminal.type_keys("\x1b[1;2C");
    terminal.shows("turn ");
    terminal.type_keys("5");
    terminal.shows("You have rested long enough.");
    terminal.type_keys("<");
    terminal.shows("Time line of CaveGame");
    terminal.type_keys("\x1b[H");
    terminal.shows(" 0/");
    terminal.type_keys("\x1b");
    terminal.shows("explore");
    terminal.type_keys("\x1bq");
    assert_eq!(terminal.ends(), (0, true));
    let verified = house.run(&["verify", &text(&house.runs("cave")[0])], b"");
    assert_eq!(verified.status, 0, "{}", verified.out);
}

#[test]
fn without_a_terminal_or_on_a_dumb_one_line_mode_is_chosen() {
    let house = House::new();
    let left = house.run(&[], b"");
    assert_eq!(left.status, 2);
    assert!(left.err.contains("undercroft boo --line"), "{}", left.err);
    assert!(house.run(&["boo", "--seed", "7"], b"d\n").out.starts_with("HP: 100"));
}

#[test]
fn a_finished_game_is_shown_on_the_screen_and_leaves_its_page() {
    let house = House::new();
    unguarded(&house);
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "end"], 80, 24);
    terminal.shows("100/100");
    let began = Instant::now();
    while !terminal.text().contains("You have died") {
        assert!(began.elapsed() < PATIENCE, "ghosts find a cat that turns in circles:\n{}", terminal.text());
        // Arrow keys that arrive too late only move the selection at the end.
        terminal.type_keys("\x1b[A\x1b[D\x1b[B\x1b[C");
        std::thread::sleep(Duration::from_millis(10));
    }
    terminal.type_keys("h");
    terminal.shows("Turning points");
    terminal.shows("Seed       \"end\" (chosen)");
    terminal.type_keys("\x1b");
    terminal.shows("floor 1");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
    let run = house.runs("boo").remove(0);
    let stem = run.file_stem().unwrap().to_string_lossy().into_owned();
    let page = house.path("home").join("morgue/boo").join(format!("{stem}.txt"));
    let told = std::fs::read_to_string(page).expect("the page is there when the program has ended");
    assert!(told.contains("Result     died, score 1"), "{told}");
    let scores = house.run(&["scores", "--json"], b"").out;
    assert!(scores.contains("\"verified\":true") && scores.lines().count() == 1, "{scores}");
}

#[test]
fn the_application_names_the_strategy_that_was_meant() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &[], 100, 30);
    terminal.shows("5 Dungeons in XML");
    terminal.type_keys("4");
    terminal.shows("Enter begin");
    // The last row opens the options, where the hero comes first.
    terminal.type_keys("\x1b[F\r\x1b[B");
    terminal.shows("Who plays the hero");
    terminal.type_keys(&("\x7f".repeat(5) + "Rogu\r\r"));
    terminal.shows("There is no strategy 'Rogu' for the hero. Did you mean rogue?");
    assert!(house.runs("pursuit").is_empty());
    terminal.type_keys("\x1b");
    terminal.shows("5 Dungeons in XML");
    terminal.type_keys("\x1b");
    assert_eq!(terminal.ends(), (0, true));
}
