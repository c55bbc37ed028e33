//! Programs as players: the requests they get, and how every kind of misbehaviour is contained.
#![cfg(unix)]

mod common;

use common::drawn;
use game_pursuit::{Field, Player, Setup, Side};
use pursuit_lab::{Match, Played};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn room() -> Arc<Field> {
    drawn(&["@...", "....", "s...", "...M"])
}

/// Generous, for programs that only have to get their turn on a busy machine.
fn settings() -> Match {
    Match { patience: Duration::from_secs(20), ..Match::default() }
}

fn impatient() -> Match {
    Match { patience: Duration::from_millis(700), ..Match::default() }
}

/// The same settings with a program on a seat.
fn with(settings: Match, side: Side, program: &str) -> Match {
    let mut programs = [None, None];
    programs[side as usize] = Some(program.to_owned());
    Match { programs, ..settings }
}

/// Plays a hero program against the document's monster.
fn play_hero(settings: Match, field: Arc<Field>, program: &str) -> Played {
    let setup = Setup::new(field, Player::PROGRAM, Player::Monster);
    with(settings, Side::Hero, program).play(&setup, |_, _| {})
}

fn hero(program: &str) -> Played {
    play_hero(settings(), room(), program)
}

#[track_caller]
fn faults(program: &str, reason: &str) {
    let begin = Instant::now();
    let settings = if reason.starts_with("hung") { impatient() } else { settings() };
    let told = play_hero(settings, room(), program).ending.to_string();
    assert!(told.starts_with(&format!("fault hero: {reason}")), "{program}: {told}");
    assert!(!told.contains('\n') && told.len() < 500, "{told}");
    assert!(begin.elapsed() < Duration::from_secs(4), "{program} took {:?}", begin.elapsed());
}

#[test]
fn a_program_plays_in_plain_words_or_json() {
    for program in [
        "while read -r line; do echo stay; done",
        r#"while read -r line; do echo '{"move":"stay"}'; done"#,
        r#"while read -r line; do echo ' {"why":"tired", "move": "STAY"} '; done"#,
        r"while read -r line; do printf 'Stay\r\n'; done",
        "while read -r line; do echo stay; echo 'a complaint' >&2; done",
    ] {
        assert_eq!(hero(program).ending.to_string(), "caught 3", "{program}");
    }
}

#[test]
fn a_program_can_be_a_file_with_a_strange_name() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my hero; rm -rf '$x'.sh");
    std::fs::write(&file, "#!/bin/sh\nwhile read -r line; do echo stay; done\n").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(hero(file.to_str().unwrap()).ending.to_string(), "caught 3");
}

#[test]
fn requests_are_to_the_letter() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("requests");
    let program =
        format!("while read -r line; do printf '%s\\n' \"$line\" >> {}; echo S; done", file.display());
    hero(&program);
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        r#"{"you":"hero","turn":1,"remaining":0,"hero":[0,0],"monster":[2,2],"potions":[[0,2]],"legal":["E","SE","S","stay"],"field":["@ . . .",". . . .","s . . .",". . . M"]}"#
    );
    assert_eq!(
        lines[1],
        r#"{"you":"hero","turn":2,"remaining":0,"hero":[0,1],"monster":[1,1],"potions":[[0,2]],"legal":["N","NE","E","SE","S","stay"]}"#
    );
    // The hero drinks the potion; the monster's next step ends the game.
    assert_eq!(lines.len(), 2);
    let program =
        format!("while read -r line; do printf '%s\\n' \"$line\" >> {}; echo stay; done", file.display());
    std::fs::remove_file(&file).unwrap();
    let mut short = Setup::new(room(), Player::Rogue, Player::PROGRAM);
    short.limit = 1;
    with(settings(), Side::Monster, &program).play(&short, |_, _| {});
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with(r#"{"you":"monster","turn":1,"remaining":0,"hero":[0,0],"monster":[3,3],"#),
        "{text}"
    );
}

#[test]
fn moves_to_come_are_counted_down() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("remaining");
    // The monster walks over two potions and then stays.
    let program = format!(
        "n=0; while read -r line; do printf '%s\\n' \"$line\" | sed 's/.*\"remaining\":\\([0-9]*\\).*/\\1/' >> {}; \
         n=$((n+1)); if [ $n -le 2 ]; then echo E; else echo stay; fi; done",
        file.display()
    );
    let mut setup = Setup::new(drawn(&["Mss.", "    ", "    ", "@..."]), Player::Rogue, Player::PROGRAM);
    setup.limit = 3;
    let played = with(settings(), Side::Monster, &program).play(&setup, |_, _| {});
    assert_eq!(played.ending.to_string(), "limit 3");
    let seen: Vec<String> = std::fs::read_to_string(&file).unwrap().lines().map(String::from).collect();
    assert_eq!(seen, ["0", "1", "0", "2", "1", "0"]);
}

#[test]
fn hanging_is_a_fault() {
    faults("sleep 60", "hung: no answer within 700ms");
    faults("while :; do :; done", "hung");
    faults("read -r line; printf 'NE'; sleep 60", "hung");
    faults("trap '' TERM INT HUP; read -r line; sleep 60", "hung");
}

#[test]
fn flooding_is_a_fault() {
    faults("yes stay", "flooded");
    faults("cat /dev/zero", "flooded");
    faults("yes | tr -d '\\n'", "flooded");
    faults(
        "while read -r line; do printf 'stay\\nstay\\n'; done",
        "flooded: more than one line for one move",
    );
    // A flood on the error output is harmless: it is read and discarded.
    faults("yes complaint >&2", "hung");
}

/// Writes one line too many each time, so that sooner or later one is there before the request.
#[test]
fn speaking_unasked_is_a_fault() {
    let apart = drawn(&["@ M", "   ", "   "]);
    let played = play_hero(settings(), apart, "while read -r line; do echo stay; echo stay; done");
    let told = played.ending.to_string();
    assert!(told.starts_with("fault hero: flooded"), "{told}");
}

#[test]
fn dying_is_a_fault() {
    faults("exit 3", "died: exit status: 3");
    faults("read -r line; echo 'no such luck' >&2; exit 1", "died: exit status: 1 (no such luck)");
    faults("read -r line; echo stay; exit 0", "died: exit status: 0");
    faults("kill -SEGV $$", "died: signal: 11");
    faults("/no/such/program", "died: exit status: 127");
    faults("exec >&-; sleep 60", "died: it closed its output");
}

#[test]
fn nonsense_is_a_fault() {
    faults("read -r line; echo banana", "nonsense: it answered 'banana'");
    faults("read -r line; echo", "nonsense: it answered ''");
    faults("read -r line; echo '{\"move\":7}'", "nonsense");
    faults("read -r line; echo '{\"move\":\"up\"}'", "nonsense");
    faults("read -r line; echo NE NE", "nonsense");
    faults("read -r line; printf '\\000\\377\\033[2J\\n'", "nonsense");
    faults("read -r line; head -c 900 /dev/zero | tr '\\0' x; echo", "nonsense");
}

#[test]
fn an_illegal_move_is_a_fault() {
    faults("read -r line; echo N", "illegal move N");
    let setup = Setup::new(room(), Player::Rogue, Player::PROGRAM);
    let settings = with(settings(), Side::Monster, "read -r line; echo SE; sleep 9");
    assert_eq!(settings.play(&setup, |_, _| {}).ending.to_string(), "fault monster: illegal move SE");
}

#[test]
fn a_file_that_cannot_be_run_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain.txt");
    std::fs::write(&file, "not a program").unwrap();
    faults(file.to_str().unwrap(), "cannot be started: ");
}

#[test]
fn a_program_that_does_not_read_does_not_hold_up_a_large_field() {
    let mut rows = vec![".".repeat(200); 200];
    rows[0].replace_range(0..1, "@");
    rows[199].replace_range(199..200, "M");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let begin = Instant::now();
    let played = play_hero(impatient(), drawn(&rows), "sleep 60");
    assert!(played.ending.to_string().starts_with("fault hero: hung"));
    assert!(begin.elapsed() < Duration::from_secs(4));
}

/// True while a process runs; a zombie does not count.
#[cfg(target_os = "linux")]
fn is_running(id: &str) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{}/stat", id.trim())) else { return false };
    !stat.rsplit(')').next().unwrap_or("").trim_start().starts_with(['Z', 'X'])
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let ids = ids.display();
    // A background child, while the program itself plays, hangs or dies. Children in sessions of their own
    // are found only with a supervisor: the tests of the binary cover that.
    for end in ["while read -r line; do echo stay; done", "sleep 300", "exit 1"] {
        let program = format!("echo $$ >> {ids}; sleep 300 & echo $! >> {ids}; sleep 0.2; {end}");
        let played = play_hero(impatient(), room(), &program);
        let seen = std::fs::read_to_string(ids.to_string()).unwrap();
        assert!(seen.lines().count() >= 2, "{seen}");
        for id in seen.lines() {
            let begin = Instant::now();
            while is_running(id) {
                assert!(begin.elapsed() < Duration::from_secs(2), "{id} still runs after {}", played.ending);
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        std::fs::remove_file(ids.to_string()).unwrap();
    }
}

/// A setup that only records that a program plays starts nothing, nor does a command in the header of an old
/// run.
#[test]
fn only_a_named_command_is_started() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("marker");
    for player in [Player::PROGRAM, Player::Program(format!("touch {}", marker.display()))] {
        let setup = Setup::new(room(), player, Player::Monster);
        let told = settings().play(&setup, |_, _| {}).ending.to_string();
        assert_eq!(told, "fault hero: program needs a person");
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(!marker.exists());
}
