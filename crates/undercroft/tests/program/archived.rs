//! Runs of older rules, replayed by their archived modules, and malicious modules.

use crate::support::{House, Left, text};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The path of a golden run of rules 1.
fn old(game: &str, name: &str) -> String {
    text(&root().join(format!("crates/game-{game}/tests/golden/rules-1/{name}.run")))
}

/// Runs the program with the archive of the repository.
fn run(house: &House, args: &[&str]) -> Left {
    let archive = text(&root().join("archive"));
    house.run(&[args, &["--archive", &archive]].concat(), b"")
}

#[test]
fn every_golden_run_of_rules_1_still_verifies() {
    let (house, mut count) = (House::new(), 0);
    for game in ["boo", "cave"] {
        let folder = root().join(format!("crates/game-{game}/tests/golden/rules-1"));
        let digests = std::fs::read_to_string(folder.join("digests.txt")).expect("digests");
        for file in std::fs::read_dir(&folder).expect("a folder").flatten().map(|file| file.path()) {
            if file.extension().is_none_or(|end| end != "run") {
                continue;
            }
            let left = run(&house, &["verify", &text(&file)]);
            assert_eq!(left.status, 0, "{}: {}{}", file.display(), left.out, left.err);
            let said = format!("verified: {game}, ");
            assert!(left.out.starts_with(&said) && left.out.contains("(rules 1, archived"), "{}", left.out);
            let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(digests.contains(&stem), "{stem} has no digest");
            count += 1;
        }
    }
    assert_eq!(count, 12);
}

#[test]
fn modules_are_found_in_the_data_folder() {
    let (house, root) = (House::new(), root().join("archive"));
    let (folder, name) = (house.path("home/archive"), module_of(&root, "boo-rules-1-"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(root.join(&name), folder.join(&name)).unwrap();
    let left = house.run(&["verify", &old("boo", "chance-7")], b"");
    assert_eq!(
        (left.status, left.out.as_str()),
        (0, "verified: boo, 152 turns, score 1 (rules 1, archived)\n")
    );
}

fn module_of(folder: &Path, begin: &str) -> String {
    let names = std::fs::read_dir(folder).expect("an archive").flatten();
    let mut names = names.map(|file| file.file_name().to_string_lossy().into_owned());
    names.find(|name| name.starts_with(begin)).expect("a module")
}

#[test]
fn a_changed_run_of_older_rules_differs_at_its_turn() {
    let house = House::new();
    let bytes = std::fs::read(old("boo", "to-floor-ten")).unwrap();
    let mut parsed = session::Run::parse(&bytes).run.expect("a run");
    let dropped = parsed.steps.remove(100);
    assert!(!dropped.text.is_empty());
    parsed.checkpoints.clear();
    parsed.endings.clear();
    let changed = house.write("changed.run", &parsed.to_text());
    let left = run(&house, &["verify", &text(&changed)]);
    assert_eq!(left.status, 1);
    assert!(left.out.starts_with("differs at turn 10"), "{}", left.out);
    let left = run(&house, &["diff", &old("boo", "to-floor-ten"), &text(&changed)]);
    assert_eq!(left.status, 1);
    assert!(left.out.starts_with("The runs differ at turn 10"), "{}", left.out);
}

#[test]
fn a_run_of_older_rules_is_shown_frame_by_frame() {
    let house = House::new();
    let left = run(&house, &["replay", "--text", &old("boo", "chance-7")]);
    assert_eq!(left.status, 0, "{}", left.err);
    let commands = left.out.lines().filter(|line| line.starts_with("> ")).count();
    assert_eq!(commands, 152);
    let one = run(&house, &["replay", "--text", "--at", "3", &old("boo", "chance-7")]);
    assert!(one.status == 0 && !one.out.contains("> "), "{}{}", one.out, one.err);
    assert!(
        left.out.contains(one.out.trim_end()),
        "the frame after turn 3 is one of all frames:\n{}",
        one.out
    );
    // A frame of the cave can be shown, too, but no picture.
    let cave = run(&house, &["replay", "--text", "--at", "5000", &old("cave", "undercroft")]);
    assert_eq!(cave.status, 0, "{}", cave.err);
    assert!(cave.out.lines().count() > 20, "{}", cave.out);
    let picture = run(&house, &["replay", "--svg", "-", &old("boo", "chance-7")]);
    assert_eq!(picture.status, 2);
    assert_eq!(
        picture.err.trim(),
        "Runs of archived rules (rules 1 of boo) can be shown only as text: use --text."
    );
}

/// A run of older rules against this program: the differing vitals are known at the very turn.
#[test]
fn diff_shows_what_older_rules_did_at_the_turn() {
    let house = House::new();
    let left = run(&house, &["diff", &old("cave", "undercroft")]);
    assert_eq!(left.status, 1);
    assert!(
        left.out.starts_with("The run was played by rules 1, this program plays rules 2.\n"),
        "{}",
        left.out
    );
    assert!(left.out.contains(" differ at turn "), "{}", left.out);
    let same = run(&house, &["diff", &old("boo", "in-fog"), &old("boo", "in-fog")]);
    assert_eq!((same.status, same.out.as_str()), (0, "The runs are the same: 330 turns.\n"));
}

#[test]
fn without_a_module_one_sentence_says_so() {
    let house = House::new();
    let told =
        "the run needs rules 1 of boo, but this program has rules 2 and no archive folder contains them";
    let left = house.run(&["verify", &old("boo", "chance-7")], b"");
    assert_eq!((left.status, left.out.trim()), (1, format!("differs at turn 0: {told}").as_str()));
    let left = house.run(&["replay", "--text", &old("boo", "chance-7")], b"");
    assert_eq!((left.status, left.err.trim()), (2, told));
    let left = house.run(&["diff", &old("boo", "chance-7"), &old("boo", "chance-7")], b"");
    assert_eq!(left.status, 0);
    assert_eq!(left.err.lines().count(), 2, "{}", left.err);
    // A module of these rules does not speak for rules that never existed.
    let bytes = std::fs::read_to_string(old("boo", "chance-7")).unwrap();
    let mut never = session::Run::parse(bytes.as_bytes()).run.unwrap();
    never.header.rules = 0;
    let never = house.write("never.run", &never.to_text());
    let left = run(&house, &["verify", &text(&never)]);
    assert!(left.status == 1 && left.out.contains("rules 0 of boo"), "{}", left.out);
}

/// A number in LEB128, the encoding of WebAssembly.
fn leb(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 127) as u8;
        number >>= 7;
        bytes.push(if number == 0 { low } else { low | 128 });
        if number == 0 {
            return bytes;
        }
    }
}

fn section(kind: u8, items: &[Vec<u8>]) -> Vec<u8> {
    let body = [leb(items.len()), items.concat()].concat();
    [vec![kind], leb(body.len()), body].concat()
}

/// The functions of a module, in order, and whether they take a number.
const FUNCTIONS: [(&str, bool); 5] = [
    ("archive_room", true),
    ("archive_open", false),
    ("archive_step", false),
    ("archive_tell", true),
    ("archive_answer", false),
];

const ZERO: &[u8] = &[0x41, 0];
const ONE: &[u8] = &[0x41, 1];
/// Body of an endless loop: loop br 0 end unreachable.
const FOR_EVER: &[u8] = &[0x03, 0x40, 0x0c, 0, 0x0b, 0];
/// Body of memory.grow by 60,000 pages.
const GROW: &[u8] = &[0x41, 0xe0, 0xd4, 3, 0x40, 0];
/// Body that returns two thousand million bytes as a length.
const HUGE: &[u8] = &[0x41, 0x80, 0xa8, 0xd6, 0xb9, 7];
/// Body that calls itself.
const DEEPER: &[u8] = &[0x10, 2];

/// A module with this much memory whose functions have these bodies.
fn module(pages: usize, bodies: [&[u8]; 5]) -> Vec<u8> {
    let types = section(1, &[vec![0x60, 0, 1, 0x7f], vec![0x60, 1, 0x7f, 1, 0x7f]]);
    let functions = section(3, &FUNCTIONS.map(|(_, takes)| vec![u8::from(takes)]));
    let memory = section(5, &[[vec![0], leb(pages)].concat()]);
    let named = |name: &str, kind: u8, index: usize| {
        [leb(name.len()), name.as_bytes().to_vec(), vec![kind], leb(index)].concat()
    };
    let mut exports = vec![named("memory", 2, 0)];
    exports.extend(FUNCTIONS.iter().enumerate().map(|(index, (name, _))| named(name, 0, index)));
    let code = bodies.map(|body| {
        let body = [&[0], body, &[0x0b]].concat();
        [leb(body.len()), body].concat()
    });
    [b"\0asm\x01\0\0\0".to_vec(), types, functions, memory, section(7, &exports), section(10, &code)].concat()
}

/// The program's message about a run when this module has its rules.
fn said(house: &House, bytes: &[u8], named: &str) -> String {
    let folder = house.path("hostile");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let hash = blake3::hash(bytes).to_hex();
    let name = if named.is_empty() { format!("boo-rules-1-{}.wasm", &hash[..16]) } else { named.to_owned() };
    std::fs::write(folder.join(&name), bytes).unwrap();
    let began = Instant::now();
    let left = house.run(&["verify", &old("boo", "chance-7"), "--archive", &text(&folder)], b"");
    assert!(began.elapsed() < Duration::from_secs(120), "it took {:?}", began.elapsed());
    assert_eq!((left.status, left.err.as_str()), (1, ""), "{}", left.out);
    assert_eq!(left.out.lines().count(), 1, "{}", left.out);
    let told = left.out.trim_end().replace(&name, "MODULE");
    let told = told.strip_prefix("differs at turn 0: the archived rules 1 of boo cannot be used (MODULE): ");
    told.map_or(left.out.clone(), str::to_owned)
}

#[test]
fn a_hostile_module_is_stopped_with_one_sentence() {
    let house = House::new();
    let said = |bytes: &[u8]| said(&house, bytes, "");
    let long = "it was stopped: it uses too much time";
    assert_eq!(said(&module(64, [FOR_EVER, ZERO, ZERO, ZERO, ZERO])), long);
    assert_eq!(said(&module(64, [ZERO, ZERO, FOR_EVER, ZERO, ZERO])), long);
    assert_eq!(said(&module(64, [ZERO, ZERO, ONE, ZERO, ZERO])), "it plays more commands than the run has");
    let large = "it was stopped: it asks for more than 512 MB of memory";
    assert_eq!(said(&module(64, [GROW, ZERO, ZERO, ZERO, ZERO])), large);
    assert_eq!(said(&module(60_000, [ZERO; 5])), "it asks for more memory or tables than a module may have");
    assert_eq!(said(&module(64, [HUGE, ZERO, ZERO, ZERO, ZERO])), "it has no room for the run");
    assert_eq!(said(&module(64, [ZERO, ONE, ZERO, HUGE, ZERO])), "its answer is longer than 1 MB");
    assert_eq!(said(&module(64, [ZERO, ONE, ZERO, ONE, HUGE])), "its answer lies outside its memory");
    let deep = said(&module(64, [ZERO, ZERO, DEEPER, ZERO, ZERO]));
    assert!(deep.starts_with("it crashed: "), "{deep}");
    assert_eq!(said(&module(64, [ZERO; 5])), "its answer is invalid");
}

#[test]
fn an_invalid_module_is_refused_with_one_sentence() {
    let house = House::new();
    assert_eq!(said(&house, b"\0asm\x01\0\0\0", ""), "it has no memory");
    assert_eq!(said(&house, b"not a module", ""), "it is not a WebAssembly module");
    assert_eq!(said(&house, b"", ""), "it is not a WebAssembly module");
    let damaged = "it is damaged: its hash does not match its name";
    assert_eq!(said(&house, &module(1, [ZERO; 5]), "boo-rules-1-0123456789abcdef.wasm"), damaged);
    let mut other = module(64, [ZERO; 5]);
    let at = other.windows(12).position(|bytes| bytes == b"archive_room").unwrap();
    other[at] = b'x';
    assert_eq!(said(&house, &other, ""), "it has no function archive_room");
    // An import: (import "a" "b" (func (type 0))).
    let mut import = b"\0asm\x01\0\0\0".to_vec();
    import.extend(section(1, &[vec![0x60, 0, 1, 0x7f]]));
    import.extend(section(2, &[vec![1, b'a', 1, b'b', 0, 0]]));
    assert_eq!(said(&house, &import, ""), "it imports functions, which is not allowed");
}
