//! Several people in one game, each in a terminal of their own, through the whole application.

use crate::support::House;
use crate::support::pty::{PATIENCE, Terminal};
use std::time::Instant;

/// A host in the full screen, and the address its screen shows.
fn host(house: &House, args: &[&str]) -> (Terminal, String) {
    let terminal = Terminal::open(house, args, 120, 36);
    terminal.shows("undercroft join 127.0.0.1:");
    let text = terminal.text();
    let rest = text.split_once("undercroft join ").map(|(_, rest)| rest).unwrap_or_default();
    let address = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.' || *c == ':').collect();
    (terminal, address)
}

fn guest(house: &House, address: &str, name: &str) -> Terminal {
    let terminal = Terminal::open(house, &["join", address, "--name", name], 80, 24);
    terminal.shows("together");
    terminal
}

/// Presses keys until this screen, or another, shows something: which ways are free differs.
fn press_until(
    terminal: &mut Terminal,
    keys: &[&str],
    other: Option<&Terminal>,
    what: impl Fn(&str) -> bool,
) {
    let began = Instant::now();
    for key in keys.iter().cycle() {
        let text = other.map_or_else(|| terminal.text(), Terminal::text);
        if what(&text) {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "it does not come:\n{text}");
        terminal.type_keys(key);
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn guests_and_host_play_in_the_full_screen_and_see_each_other_at_once() {
    let (one, two) = (House::new(), House::new());
    let (mut ann, address) = host(&one, &["cave", "--host", "127.0.0.1:0", "--seed", "7", "--player", "ann"]);
    let mut bob = guest(&two, &address, "bob");
    // No key was pressed at the host.
    ann.shows("bob joins.");
    bob.shows("turn 0");
    // Bob walks: Ann's screen shows him without a key press of hers.
    let seen_beside = |text: &str| text.lines().any(|line| line.contains("P Bob") && !line.contains(" here"));
    press_until(&mut bob, &["d", "s", "a", "w"], Some(&ann), seen_beside);
    press_until(&mut ann, &["d", "s", "a", "w"], None, |text| !text.contains("turn 0 "));
    // What would change the game for everybody is not offered.
    bob.type_keys("U");
    bob.shows("nothing is taken back");
    bob.type_keys("\x1b");
    bob.shows("Leave the game; you can come back");
    bob.type_keys("q");
    assert_eq!(bob.ends(), (0, true));
    bob.shows("The game is saved in");
    ann.shows("bob leaves.");
    let mut cid = guest(&two, &address, "cid");
    ann.shows("cid joins.");
    ann.type_keys("\x1b");
    ann.shows("Leave the game");
    ann.type_keys("q");
    assert_eq!(ann.ends(), (0, true));
    cid.shows("The host has left the game");
    cid.type_keys("q");
    assert_eq!(cid.ends(), (0, true));
    for house in [&one, &two] {
        for run in house.runs("cave") {
            let left = house.run(&["verify", &crate::support::text(&run)], b"");
            assert_eq!(left.status, 0, "{}{}", left.out, left.err);
        }
    }
    assert_eq!((one.runs("cave").len(), two.runs("cave").len()), (1, 2));
}

#[test]
fn a_killed_host_can_return_and_everybody_plays_on() {
    let (one, two) = (House::new(), House::new());
    let begin = ["cave", "--host", "127.0.0.1:0", "--world", "Deep", "--player", "ann"];
    let (mut ann, address) = host(&one, &begin);
    let mut bob = guest(&two, &address, "bob");
    press_until(&mut bob, &["d", "s", "a", "w"], None, |text| !text.contains("turn 0 "));
    ann.signal("-KILL");
    let _ = ann.child.wait();
    bob.shows("your seat is kept for a");
    bob.type_keys("d");
    let again = ["cave", "--host", &address, "--world", "Deep", "--player", "ann"];
    let (mut ann, same) = host(&one, &again);
    assert_eq!(same, address);
    bob.shows("The connection is back.");
    press_until(&mut bob, &["d", "s", "a", "w"], None, |text| text.contains("turn 3"));
    ann.type_keys("\x1b");
    ann.shows("Leave the game");
    ann.type_keys("q");
    assert_eq!(ann.ends(), (0, true));
    bob.shows("The host has left the game");
    bob.type_keys("q");
    assert_eq!(bob.ends(), (0, true));
    let run = |house: &House| std::fs::read(&house.runs("cave")[0]).unwrap();
    assert!(run(&one) == run(&two), "the guest's copy is the host's run");
}

#[test]
fn two_people_play_pursuit_each_on_their_own_screen() {
    let (one, two) = (House::new(), House::new());
    let field = one.write("field.txt", include_str!("../../../game-pursuit/tests/fields/hallway.txt"));
    let field = crate::support::text(&field);
    let (mut hero, address) =
        host(&one, &["pursuit", &field, "--host", "127.0.0.1:0", "--seed", "7", "--player", "ann"]);
    let mut monster = guest(&two, &address, "bob");
    monster.shows("monster to move");
    hero.shows("monster to move");
    press_until(&mut monster, &["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "."], Some(&hero), |text| {
        text.contains("hero to move")
    });
    press_until(&mut hero, &["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "."], Some(&monster), |text| {
        text.contains("monster to move")
    });
    hero.signal("-TERM");
    assert!(hero.ends().1);
    monster.shows("The host has left the game");
    monster.signal("-TERM");
    assert!(monster.ends().1);
}
