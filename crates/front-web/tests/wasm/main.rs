//! The program as built for the page, run in an interpreter and compared with the native application.

#[path = "../hostile/mod.rs"]
mod hostile;
mod program;
mod wasi;

use front_web::{Door, Request};
use keeper::Home;
use program::Program;
use serde_json::json;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use tempfile::TempDir;

const COLS: u16 = 110;
const ROWS: u16 = 30;

thread_local! {
    /// Seeds drawn by the program in the interpreter, for the native application.
    static SEEDS: RefCell<VecDeque<String>> = RefCell::default();
}

fn next_seed() -> String {
    SEEDS.with_borrow_mut(VecDeque::pop_front).expect("the other program began a game first")
}

/// Both programs, given the same keys.
struct Pair {
    program: Program,
    door: Door,
    folder: TempDir,
    seen: BTreeSet<Vec<u32>>,
    known: BTreeSet<String>,
}

impl Pair {
    fn new(path: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path(), catalog::GAMES);
        let door = Door::with_seeds(home, next_seed);
        Self { program: Program::load(path), door, folder, seen: BTreeSet::new(), known: BTreeSet::new() }
    }

    /// Presses a key in both and compares every cell.
    fn press(&mut self, key: &str) {
        self.program.ask(&json!({ "key": key }));
        self.learn_seeds();
        self.door.take(Request::Key(key.to_owned()));
        self.compare(key);
    }

    /// Passes the seeds of the interpreted program on to the native one.
    fn learn_seeds(&mut self) {
        for (name, text) in self.program.files() {
            if name.ends_with(".run") && self.known.insert(name) {
                let text = String::from_utf8_lossy(&text);
                let seed = text.lines().find_map(|line| line.strip_prefix("seed \"")?.split('"').next());
                SEEDS.with_borrow_mut(|seeds| seeds.extend(seed.map(str::to_owned)));
            }
        }
    }

    fn compare(&mut self, after: &str) {
        let cells = self.program.draw(COLS, ROWS);
        let own = self.door.draw(COLS, ROWS);
        // A screen that shows the data folder differs, because the two have different ones.
        if picture(&cells).contains("/data/") {
            return;
        }
        if cells != own {
            panic!("after {after}:\n{}\nis not\n{}", picture(&cells), picture(own));
        }
        self.seen.insert(cells);
    }

    /// Compares the runs of both, byte for byte. Their names contain the starting time, which may differ by a
    /// second.
    fn compare_runs(&mut self) -> usize {
        self.program.ask(&json!("close"));
        self.door.take(Request::Close);
        let runs: Vec<Vec<u8>> = self
            .program
            .files()
            .into_iter()
            .filter(|(name, _)| name.ends_with(".run"))
            .map(|(_, run)| run)
            .collect();
        let own: Vec<Vec<u8>> = files_of(self.folder.path()).into_values().collect();
        assert_eq!(texts(&runs), texts(&own));
        runs.len()
    }
}

fn texts(runs: &[Vec<u8>]) -> BTreeSet<String> {
    runs.iter().map(|run| String::from_utf8_lossy(run).into_owned()).collect()
}

/// Every run below a folder.
fn files_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(files_of(&path));
        } else if path.extension().is_some_and(|kind| kind == "run") {
            files.insert(path.display().to_string(), std::fs::read(&path).expect("it can be read"));
        }
    }
    files
}

fn picture(cells: &[u32]) -> String {
    let glyphs: Vec<char> = cells.chunks(3).map(|cell| char::from_u32(cell[0]).unwrap_or('?')).collect();
    let rows = glyphs.chunks(COLS.into()).map(|row| row.iter().collect::<String>().trim_end().to_owned());
    rows.collect::<Vec<_>>().join("\n")
}

/// The program; `None` and a reported skip if it is not built.
fn built() -> Option<std::path::PathBuf> {
    let built = program::built();
    if built.is_none() {
        testkit::skip("the page is not built (cargo xtask web)");
    }
    built
}

#[test]
fn every_cell_of_the_menus_is_that_of_the_application() {
    let Some(path) = built() else { return };
    let mut pair = Pair::new(&path);
    pair.compare("the start");
    let script = "1 down down right left esc 2 down esc 3 down down right esc 4 down down right esc 5 down right esc \
        down enter down esc down enter down enter esc esc down enter esc down enter right esc down enter down down down \
        right right left down down esc";
    for key in script.split_whitespace() {
        pair.press(key);
    }
    assert!(pair.seen.len() >= 25, "{} screens", pair.seen.len());
}

#[test]
fn hostile_fragments_do_not_break_the_program_off() {
    let Some(path) = built() else { return };
    let mut program = Program::load(&path);
    let before = program.draw(COLS, ROWS);
    for (round, fragment) in hostile::fragments(10_000).enumerate() {
        let answer = program.ask(&json!({ "link": fragment }));
        if let Some(error) = answer["error"].as_str() {
            assert!(!error.contains('\n') && error.ends_with(['.', ')']), "{round}: {error:?}");
        }
    }
    assert_eq!(program.draw(COLS, ROWS), before);
    assert!(program.files().keys().all(|name| !name.ends_with(".run")), "nothing was started");
    for request in ["", "{", "null", "{\"key\":5}", "{\"click\":[1]}", "\u{7}"] {
        assert!(program.ask_bytes(request.as_bytes())["error"].is_string(), "{request}");
    }
}

#[test]
fn every_cell_of_the_games_is_that_of_the_application_and_runs_are_the_same_bytes() {
    let Some(path) = built() else { return };
    let mut screens = 0;
    for game in 1..=5 {
        let mut pair = Pair::new(&path);
        pair.press(&game.to_string());
        pair.press("enter");
        let script = "right down left up up right ? esc i esc d s x right esc 1 enter h l j k";
        for key in script.split_whitespace() {
            pair.press(key);
        }
        assert_eq!(pair.compare_runs(), 1, "game {game}");
        screens += pair.seen.len();
    }
    assert!(screens >= 50, "{screens} screens");
}

#[test]
fn the_corpus_keeps_its_verdicts_in_the_program_of_the_page() {
    let Some(path) = built() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let verdicts = std::fs::read_to_string(folder.join("verdicts.txt")).expect("the list of the corpus");
    let mut program = Program::load(&path);
    let mut compared = 0;
    for (name, kept) in verdicts.lines().filter_map(|line| line.split_once('\t')) {
        let bytes = std::fs::read(folder.join(name)).expect("a run of the corpus");
        // The page accepts text; a file that is not UTF-8 never gets this far.
        let Ok(text) = String::from_utf8(bytes) else { continue };
        // The page reads no later chapters of shared caves.
        if text.contains("\nchapter ") {
            continue;
        }
        let told = program.ask(&json!({ "verify": text }));
        assert_eq!(told["text"], kept.replace(&format!("{name}: "), ""), "{name}");
        compared += 1;
    }
    assert!(compared >= 300, "{compared} runs");
}
