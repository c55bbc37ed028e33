//! Strategy programs through the real program: who may start one, and that none outlives us. The programs are
//! shell scripts that leave a file where they were started.

use crate::support;

use catalog::pursuit_lab::rules::Pursuit;
use kernel::{Game as _, Options};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use records::challenge::Code;
use session::{Brief, Live};
use std::io::Read as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::{House, json_lines, text};

/// The program in a pseudo-terminal.
struct Pty {
    screen: Arc<Mutex<vt100::Parser>>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    pair: (Box<dyn portable_pty::MasterPty + Send>, Box<dyn std::io::Write + Send>),
}

impl Pty {
    fn open(house: &House, args: &[&str], env: &[(&str, &str)]) -> Self {
        let size = PtySize { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_undercroft"));
        command.args(args);
        command.env("UNDERCROFT_HOME", house.path("home"));
        command.env("TERM", "xterm-256color");
        env.iter().for_each(|(name, value)| command.env(name, value));
        command.cwd(house.path(""));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(30, 100, 0)));
        let (shared, mut reader) = (Arc::clone(&screen), pair.master.try_clone_reader().expect("a reader"));
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                shared.lock().unwrap().process(&buffer[..count]);
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Self { screen, child, pair: (pair.master, writer) }
    }

    #[track_caller]
    fn shows(&self, what: &str) {
        let began = Instant::now();
        loop {
            let text = self.screen.lock().unwrap().screen().contents();
            if text.contains(what) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "{what:?} does not come:\n{text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn keys(&mut self, keys: &str) {
        self.pair.1.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    fn ends(&mut self) -> i32 {
        let mut status = None;
        wait_for("the end", || {
            status = self.child.try_wait().expect("a child");
            status.is_some()
        });
        status.map_or(-1, |status| i32::try_from(status.exit_code()).unwrap_or(-1))
    }
}

#[track_caller]
fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what:?} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Gives a program that must not have been started the time to leave its file.
fn a_moment() {
    std::thread::sleep(Duration::from_millis(400));
}

fn monster(player: &str) -> Options {
    let mut options = Options::default();
    options.set(Pursuit::ABOUT.options, "monster", player).unwrap();
    options
}

const PERSON: &str = "A program was named for the monster; it is not started, a person plays the monster.";

#[test]
fn a_code_with_a_command_starts_nothing() {
    let house = House::new();
    let made = Code::new(catalog::find("pursuit").unwrap(), Options::default(), false, "7".to_owned());
    let code = Code { options: monster(&format!("cmd:touch {}", text(&house.path("marker")))), ..made };
    let code = code.to_string();
    for how in ["--json", "--line", "--speak"] {
        let left = house.run(&["play", &code, how], b"stay\n");
        assert_eq!(left.status, 0, "{}", left.err);
        assert!(left.err.contains(PERSON), "{how}: {}", left.err);
    }
    let mut screen = Pty::open(&house, &["play", &code], &[]);
    screen.shows("not started");
    screen.keys("sQ");
    assert_eq!(screen.ends(), 0);
    a_moment();
    assert!(!house.path("marker").exists());
    for run in house.runs("pursuit") {
        assert!(!std::fs::read_to_string(run).unwrap().contains("cmd:"));
    }
}

/// A run as older versions wrote it, with a command in its header and malicious remarks.
fn hostile_run(house: &House, header: &str) -> String {
    let marker = text(&house.path("marker"));
    let command = format!("cmd:touch {marker}");
    let remark = |name: &str| (name.to_owned(), format!("{command}\u{1b}[2J"));
    let options = monster(if header == "old" { &command } else { "program" });
    let about = ["monster-program", "hero-program", "program", "monster", "name"].map(remark).to_vec();
    let brief = Brief { seed: "7".to_owned(), options, about, ..Brief::default() };
    let (live, _) = Live::<Pursuit>::start(&brief).unwrap();
    let mut live: Box<dyn session::Session> = Box::new(live);
    live.mark(&command);
    for line in ["W", "stay"] {
        assert_eq!(live.play_line(line).kind.word(), "played");
    }
    live.checkpoint();
    let mut run = String::new();
    live.journal(&mut run);
    assert_eq!(run.contains("set monster \"cmd:"), header == "old");
    text(&house.write(&format!("{header}.run"), &run))
}

#[test]
fn a_run_with_a_command_starts_nothing() {
    let house = House::new();
    for header in ["old", "new"] {
        let run = hostile_run(&house, header);
        let told = "The monster was played by a program (";
        for how in ["--json", "--line", "--speak"] {
            let left = house.run(&["open", &run, how], b"");
            assert_eq!(left.status, 0, "{}", left.err);
            assert!(left.err.contains(told) && !left.err.contains('\u{1b}'), "{header} {how}: {}", left.err);
        }
        // A person has the seat and plays the program's move.
        let left = house.run(&["open", &run, "--json"], b"stay\n");
        let frames = json_lines(&left.out);
        assert_eq!(frames[0]["vitals"]["to_move"], "monster");
        assert_eq!(
            (frames[1]["reply"].as_str(), frames[1]["vitals"]["to_move"].as_str()),
            (Some("played"), Some("hero"))
        );
        let mut screen = Pty::open(&house, &["open", &run], &[]);
        screen.shows("which is not");
        screen.shows("started: a person plays the monster now");
        screen.keys("Q");
        assert_eq!(screen.ends(), 0);
        let verified = house.run(&["verify", &run], b"");
        assert!(verified.status == 0 && verified.out.starts_with("verified: pursuit"), "{}", verified.out);
        for args in [
            &["check", &run][..],
            &["replay", &run, "--text"],
            &["explain", &run, "--at", "1"],
            &["diff", &run],
            &["code", &run],
            &["morgue", &run],
            &["open", &run, "--at", "1", "--json"],
        ] {
            house.run(args, b"stay\nstay\n");
        }
        let shelf = house.path("home").join("runs").join("pursuit");
        std::fs::create_dir_all(&shelf).unwrap();
        std::fs::copy(&run, shelf.join(format!("{header}.run"))).unwrap();
        for args in [&["saves"][..], &["scores"], &["feats"], &["doctor", "--verify"]] {
            house.run(args, b"");
        }
        // In the application, the newest game opens after a question about the seat.
        let mut screen = Pty::open(&house, &[], &[]);
        screen.shows("Continue");
        screen.keys("\r");
        screen.shows("An empty seat");
        screen.keys("\r");
        screen.shows("hero to move");
        screen.pair.1.flush().unwrap();
        screen.child.kill().unwrap();
        screen.ends();
    }
    a_moment();
    assert!(!house.path("marker").exists());
}

#[test]
fn a_settings_file_starts_nothing() {
    let house = House::new();
    std::fs::create_dir_all(house.path("home")).unwrap();
    let file = house.path("home").join("pursuit.properties");
    for named in [format!("cmd:touch {}", text(&house.path("marker"))), "program".to_owned()] {
        std::fs::write(&file, format!("hero=rogue\nmonster={named}\n")).unwrap();
        for how in ["--json", "--line", "--quiet"] {
            let left = house.run(&["pursuit", "--seed", "7", how], b"");
            assert_eq!(left.status, 0, "{}", left.err);
            assert!(left.err.contains(PERSON), "{how}: {}", left.err);
        }
    }
    a_moment();
    assert!(!house.path("marker").exists());
}

#[test]
fn a_code_is_made_without_the_program() {
    let house = House::new();
    let left = house.run(&["code", "pursuit", "--seed", "7", "--set", "monster=cmd:./x"], b"");
    assert_eq!((left.status, left.err.trim()), (0, PERSON));
    let code = Code::read(catalog::GAMES, &left.out).unwrap();
    assert_eq!((code.options, code.notes), (monster("human"), Vec::new()));
    let run = hostile_run(&house, "old");
    let same = house.run(&["code", &run], b"");
    assert_eq!((same.out, same.err.trim()), (left.out, PERSON));
}

const STAYS: &str = "cmd:while read -r line; do echo stay; done";

#[test]
fn a_program_named_on_the_command_line_plays() {
    let house = House::new();
    let set = format!("monster={STAYS}");
    for named in [["--monster", STAYS], ["--set", &set]] {
        let run = text(&house.path("named.run"));
        let _ = std::fs::remove_file(&run);
        let args = ["pursuit", "--seed", "7", "--record", &run, "--json"];
        let left = house.run(&[&args[..], &named].concat(), b"stay\nstay\n");
        assert_eq!(left.status, 0, "{}", left.err);
        let frames = json_lines(&left.out);
        assert!(frames.iter().all(|frame| frame["vitals"]["to_move"] == "hero"), "{}", left.out);
        let kept = std::fs::read_to_string(&run).unwrap();
        assert!(!kept.contains("cmd:") && kept.contains("set monster \"program\""), "{kept}");
        assert!(
            kept.contains("about monster-program \"while\"") && kept.contains("\nmark program "),
            "{kept}"
        );
        // If it is named again, the game goes on; a strategy or a person can take its seat instead.
        for (number, (player, to_move)) in
            [(STAYS, "hero"), ("optimal", "hero"), ("human", "monster")].into_iter().enumerate()
        {
            // A separate file: fewer commands than before under one name would be a shortened run.
            let copy = house.path(&format!("copy-{}-{number}.run", named[0]));
            std::fs::copy(&run, &copy).unwrap();
            let left = house.run(&["open", &text(&copy), "--monster", player, "--json"], b"stay\n");
            assert_eq!((left.status, left.err.as_str()), (0, ""), "{player}");
            assert_eq!(json_lines(&left.out)[1]["vitals"]["to_move"], to_move, "{player}");
            assert_eq!(house.run(&["verify", &text(&copy)], b"").status, 0, "{player}");
        }
        let left = house.run(&["open", &run, "--hero", "rogue", "--json"], b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""));
        assert!(left.err.contains("only the seat of a program"), "{}", left.err);
    }
    let field = text(&house.write("field.txt", "4\n@ . . .\n. . . .\n. . . .\n. . . M\n"));
    let quiet = house.run(&["pursuit", &field, "--hero", STAYS, "--monster", "monster", "--quiet"], b"");
    assert!(quiet.out.starts_with("caught 3\n"), "{}", quiet.out);
    let arena = house.run(&["arena", "--hero", STAYS, "--fields", &field, "--json"], b"");
    assert!(arena.out.contains("\"result\":\"caught\""), "{} {}", arena.out, arena.err);
    // The supervisor reports faults exactly.
    for (program, fault) in [
        ("cmd:exit 3", "fault hero: died: exit status: 3\n"),
        ("cmd:kill -SEGV $$", "fault hero: died: signal: 11"),
        ("cmd:exec >&-; sleep 60", "fault hero: died: it closed its output\n"),
        ("cmd:field.txt", "fault hero: cannot be started: "),
    ] {
        let left = house.run(&["pursuit", &field, "--hero", program, "--monster", "monster", "--quiet"], b"");
        assert!(left.status == 1 && left.out.starts_with(fault), "{program}: {}", left.out);
    }
}

/// A program with a background child and a child in its own session without an environment. Their process ids
/// are in the file `ids`.
fn script(house: &House, then: &str) -> String {
    let ids = text(&house.path("ids"));
    let away = format!("env -i setsid sh -c 'echo $$ >> {ids}; sleep 300' >/dev/null 2>&1 &");
    format!("cmd:echo $$ >> {ids}; sleep 300 & echo $! >> {ids}; {away} {then}")
}

fn ids(house: &House) -> Vec<String> {
    let ids = std::fs::read_to_string(house.path("ids")).unwrap_or_default();
    ids.lines().map(str::to_owned).collect()
}

fn is_running(id: &str) -> bool {
    let stat = std::process::Command::new("ps").args(["-o", "stat=", "-p", id]).output().expect("ps");
    let stat = String::from_utf8_lossy(&stat.stdout).trim().to_owned();
    !stat.is_empty() && !stat.starts_with('Z')
}

#[track_caller]
fn nothing_is_left(house: &House, case: &str) {
    let began = Instant::now();
    for id in ids(house) {
        while is_running(&id) {
            assert!(began.elapsed() < Duration::from_secs(3), "{case}: {id} still runs");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    std::fs::remove_file(house.path("ids")).unwrap();
}

fn signal(name: &str, id: u32) {
    assert!(std::process::Command::new("kill").args([name, &id.to_string()]).status().unwrap().success());
}

fn is_supported() -> bool {
    let linux = cfg!(target_os = "linux");
    if !linux {
        eprintln!("skipped: children in sessions of their own are found on Linux only");
    }
    linux
}

/// Sends a signal to one front-end; returns its exit status after checking that nothing is left.
fn door(house: &House, how: &str, name: &str, then: &str) -> i32 {
    let case = format!("{how} {name}");
    let program = script(house, then);
    let args = ["pursuit", "--seed", "7", "--monster", &program];
    let began = |house: &House| wait_for(&case, || ids(house).len() == 3);
    let status = if how.is_empty() {
        let mut screen = Pty::open(house, &args, &[]);
        began(house);
        if then.starts_with("while") {
            screen.shows("hero to move");
        }
        signal(name, screen.child.process_id().unwrap());
        screen.ends()
    } else {
        let mut child = house
            .command(&[&args[..], &[how]].concat())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        began(house);
        if then.starts_with("while") {
            // After the first frame the game has begun and signals are handled.
            child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        }
        let sent = Instant::now();
        signal(name, child.id());
        let status = child.wait().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(3), "{case} took {:?}", sent.elapsed());
        status.code().unwrap_or(-1)
    };
    nothing_is_left(house, &case);
    status
}

const PLAYS: &str = "while read -r line; do echo stay; done";

#[test]
fn no_program_outlives_a_signal_at_any_door() {
    if !is_supported() {
        return;
    }
    for how in ["--json", "--line", "--speak", ""] {
        let house = House::new();
        for (name, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            assert_eq!(door(&house, how, name, PLAYS), status, "{how} {name}");
        }
        // The runs were closed: the last line of each is a checkpoint.
        let runs = house.runs("pursuit");
        assert_eq!(runs.len(), 3);
        for run in runs {
            let kept = std::fs::read_to_string(&run).unwrap();
            assert!(kept.lines().last().unwrap().starts_with("= 1 "), "{how}: {kept}");
        }
    }
}

/// The signal arrives while a move is awaited.
#[test]
fn a_program_that_hangs_outlives_no_signal() {
    if !is_supported() {
        return;
    }
    for how in ["--json", ""] {
        door(&House::new(), how, "-TERM", "sleep 300");
    }
}

#[test]
fn no_program_outlives_a_kill() {
    if !is_supported() {
        return;
    }
    for how in ["--json", "--line", "--speak", ""] {
        let house = House::new();
        door(&house, how, "-KILL", PLAYS);
        door(&house, how, "-KILL", "sleep 300");
    }
}

#[test]
fn no_program_outlives_the_end_of_a_game() {
    if !is_supported() {
        return;
    }
    let house = House::new();
    let program = script(&house, &format!("sleep 0.2; {PLAYS}"));
    let args = ["pursuit", "--seed", "7", "--monster", &program];
    for how in ["--json", "--line", "--speak"] {
        assert_eq!(house.run(&[&args[..], &[how]].concat(), b"stay\n").status, 0);
        nothing_is_left(&house, how);
    }
    let mut screen = Pty::open(&house, &args, &[]);
    wait_for("programs", || ids(&house).len() == 3);
    screen.shows("hero to move");
    screen.keys("Q");
    assert_eq!(screen.ends(), 0);
    nothing_is_left(&house, "leaving");
    // A panic ends them, too. Test builds panic at a chosen key.
    let mut screen = Pty::open(&house, &args, &[("UNDERCROFT_BREAK_AT_KEY", "F9")]);
    wait_for("programs", || ids(&house).len() == 3);
    screen.shows("hero to move");
    screen.keys("\x1b[20~");
    assert_eq!(screen.ends(), 101);
    nothing_is_left(&house, "a panic");
    // A program that stops its supervisor is ended without it, within about a second.
    let stuck = format!("cmd:echo $$ >> {}; kill -STOP $PPID; {PLAYS}", text(&house.path("ids")));
    let began = Instant::now();
    let left = house.run(&["pursuit", "--seed", "7", "--monster", &stuck, "--json"], b"stay\n");
    assert_eq!(left.status, 0);
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    nothing_is_left(&house, "a stopped keeper");
}

#[test]
fn an_arena_leaves_no_process_behind() {
    if !is_supported() {
        return;
    }
    let house = House::new();
    let field = house.write("field.txt", "4\n@ . . .\n. . . .\n. . . .\n. . . M\n");
    let program = script(&house, &format!("sleep 0.2; {PLAYS}"));
    let left = house.run(&["arena", "--hero", &program, "--fields", &text(&field), "--json"], b"");
    assert!(left.out.contains("caught"), "{}", left.err);
    nothing_is_left(&house, "the end");
    let hangs = script(&house, "sleep 300");
    let mut child = house.command(&["arena", "--hero", &hangs, "--fields", &text(&field)]).spawn().unwrap();
    wait_for("programs", || ids(&house).len() == 3);
    signal("-TERM", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(143));
    nothing_is_left(&house, "a signal");
}
