//! Tutorials through the real program: typed line by line, and in a pseudo-terminal.

use crate::support;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use support::{House, text};

const GAMES: [&str; 5] = ["cave", "chambers", "boo", "pursuit", "dungeon"];

/// The quoted words, in order, each as often as the sentence says.
fn words_in(sentence: &str) -> Vec<String> {
    let mut words = Vec::new();
    let parts: Vec<&str> = sentence.split('\'').collect();
    for pair in parts.chunks(2).collect::<Vec<_>>().windows(2) {
        let [_, word] = pair[0] else { continue };
        let mut after = pair[1][0].split_whitespace();
        let times = match (after.next(), after.next()) {
            (Some(number), Some(word)) if word.starts_with("times") => number.parse().unwrap_or(1),
            _ => 1,
        };
        words.extend(std::iter::repeat_n((*word).to_owned(), times));
    }
    words
}

#[test]
fn following_the_instructions_finishes_every_tutorial_unranked() {
    let house = House::new();
    for game in GAMES {
        let mut command = house.command(&[game, "--tutorial", "--line"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut hear = || lines.by_ref().map(Result::unwrap).find(|line| line.starts_with("Tutorial "));
        let mut told = hear().expect("a first sentence");
        for _ in 0..200 {
            if told.starts_with("Tutorial finished") {
                break;
            }
            let heading = told.split(':').next().unwrap_or_default().to_owned();
            for word in words_in(&told) {
                writeln!(stdin, "{word}").unwrap();
                told = hear().unwrap_or_else(|| panic!("{game}: nothing more after {word:?}"));
                if !told.starts_with(&heading) {
                    break;
                }
            }
        }
        assert!(told.starts_with("Tutorial finished"), "{game}: {told}");
        drop(stdin);
        assert!(child.wait().unwrap().success());
        let runs = house.runs(game);
        assert_eq!(runs.len(), 1, "{game}");
        let run = std::fs::read_to_string(&runs[0]).unwrap();
        assert!(run.contains("about lesson"), "{game}: the header tells what it is");
        assert_eq!(house.run(&["verify", &text(&runs[0])], b"").status, 0, "{game}");
    }
    let scores = house.run(&["scores", "--json"], b"");
    assert_eq!((scores.status, scores.out.as_str()), (0, ""), "lessons are not ranked");
}

#[test]
fn a_tutorial_takes_no_seed_and_no_options() {
    let house = House::new();
    for more in [&["--json"][..], &["--seed", "x"], &["--set", "fog=on"]] {
        let left = house.run(&[&["boo", "--tutorial"], more].concat(), b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{more:?}");
        assert!(left.err.contains("--tutorial"), "{}", left.err);
    }
}

#[cfg(unix)]
mod in_a_terminal {
    use super::support::House;
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::{Read as _, Write as _};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    /// Generous, because the machine may be busy.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Ends a synchronized update.
    const FRAME_END: &[u8] = b"\x1b[?2026l";

    /// Waits until the screen satisfies `is`, and returns its text.
    fn wait(screen: &Mutex<vt100::Parser>, what: &str, is: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let text = screen.lock().unwrap().screen().contents();
            if is(&text) {
                return text;
            }
            assert!(began.elapsed() < PATIENCE, "{what} does not come:\n{text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// From the title screen through the whole tutorial of the tower, with one key rebound; only keys named
    /// on the screen are pressed.
    #[test]
    fn the_tutorial_screen_leads_up_the_first_stairs() {
        let house = House::new();
        std::fs::create_dir_all(house.path("home")).unwrap();
        std::fs::write(
            house.path("home").join("settings.txt"),
            "keys.boo.eat = f\nkeys.boo.move-right = l\n",
        )
        .unwrap();
        let pair = native_pty_system()
            .openpty(PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 })
            .unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_undercroft"));
        command.env("UNDERCROFT_HOME", house.path("home"));
        command.env("TERM", "xterm-256color");
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let (mut buffer, mut unseen) = ([0; 8192], Vec::new());
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                unseen.extend_from_slice(&buffer[..count]);
                // A player sees only complete frames.
                if let Some(at) = unseen.windows(FRAME_END.len()).rposition(|part| part == FRAME_END) {
                    let frames: Vec<u8> = unseen.drain(..at + FRAME_END.len()).collect();
                    shared.lock().unwrap().process(&frames);
                }
            }
        });
        let mut writer = pair.master.take_writer().unwrap();
        let mut press = |keys: &str| writer.write_all(keys.as_bytes()).unwrap();
        wait(&screen, "the offer", |text| text.contains("Tutorials"));
        press("3");
        let mut form = wait(&screen, "the form", |text| text.contains("Enter begin"));
        while !form.contains("▸ Tutorial") {
            press("\x1b[B");
            form = wait(&screen, "the next row", |now| now != form);
        }
        press("\r");
        let mut text = wait(&screen, "the strip", |text| text.contains("Tutorial 1/"));
        assert!(text.contains("Take a step: [l]"), "{text}");
        for _ in 0..120 {
            if text.contains("Tutorial finished") {
                break;
            }
            let (_, strip) = text.split_once("pauses").unwrap_or_else(|| panic!("no strip:\n{text}"));
            let name = strip.split_once('[').and_then(|(_, rest)| rest.split_once(']')).expect("a key").0;
            let looking = name == "x";
            // A travel is named key by key; everything else is read again after each key.
            let count = if name == "t" { usize::MAX } else { 1 };
            let named = strip.split('[').skip(1).filter_map(|part| part.split_once(']')).map(|(key, _)| key);
            for key in named.take(count).take_while(|key| *key != "Tab") {
                press(match key {
                    "↑" => "\x1b[A",
                    "↓" => "\x1b[B",
                    "→" => "\x1b[C",
                    "←" => "\x1b[D",
                    "Enter" => "\r",
                    letter => letter,
                });
            }
            if looking {
                wait(&screen, "the cursor", |now| now.contains("You see"));
                press("\t\x1b");
            }
            let before = text.clone();
            text = wait(&screen, "another frame", |now| {
                now != before && !now.contains("You see") && now.contains("Tutorial")
            });
        }
        assert!(text.contains("You have climbed your first floor"), "{text}");
        press("\x1b");
        wait(&screen, "the tower", |text| !text.contains("Tutorial finished"));
        press("q");
        wait(&screen, "the title", |text| text.contains("Continue"));
        press("q");
        assert!(child.wait().unwrap().success());
    }
}
