//! Games on a shelf without files.

use super::*;
use crate::Home;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

type Texts = Arc<Mutex<BTreeMap<PathBuf, String>>>;

#[derive(Clone, Debug, Default)]
struct Memory(Texts);

#[derive(Debug)]
struct Text {
    texts: Texts,
    name: PathBuf,
    text: String,
    discard: bool,
}

impl Memory {
    fn page(&self, name: &Path, text: String) -> Box<dyn Volume> {
        self.0.lock().unwrap().insert(name.to_owned(), text.clone());
        Box::new(Text { texts: Arc::clone(&self.0), name: name.to_owned(), text, discard: false })
    }
}

impl Shelf for Memory {
    fn list(&self, below: &Path) -> Vec<PathBuf> {
        let texts = self.0.lock().unwrap();
        let names =
            texts.keys().filter_map(|name| name.ancestors().find(|name| name.parent() == Some(below)));
        names.map(Path::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn open(&self, name: &Path) -> io::Result<Box<dyn Volume>> {
        let text = self.0.lock().unwrap().get(name).cloned().ok_or(io::ErrorKind::NotFound)?;
        Ok(self.page(name, text))
    }

    fn start(&self, name: &Path, text: &str, _: bool) -> io::Result<Box<dyn Volume>> {
        if self.0.lock().unwrap().contains_key(name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(self.page(name, text.to_owned()))
    }

    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        let text = self.0.lock().unwrap().get(name).cloned();
        text.map(String::into_bytes).ok_or(io::ErrorKind::NotFound.into())
    }

    fn write(&self, name: &Path, text: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap().insert(name.to_owned(), String::from_utf8_lossy(text).into_owned());
        Ok(())
    }

    fn written(&self, name: &Path) -> Option<SystemTime> {
        self.0.lock().unwrap().contains_key(name).then_some(SystemTime::UNIX_EPOCH)
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        self.0.lock().unwrap().remove(name).map(drop).ok_or(io::ErrorKind::NotFound.into())
    }
}

impl Volume for Text {
    fn path(&self) -> &Path {
        &self.name
    }

    fn text(&self) -> &[u8] {
        self.text.as_bytes()
    }

    fn cut(&mut self, good: usize) -> io::Result<()> {
        self.text.truncate(good);
        self.close()
    }

    fn append(&mut self, lines: &str) -> io::Result<()> {
        self.text.push_str(lines);
        self.close()
    }

    fn replace(mut self: Box<Self>, text: &str) -> io::Result<()> {
        self.text = text.to_owned();
        self.close()
    }

    fn is_lost(&self) -> bool {
        !self.texts.lock().unwrap().contains_key(&self.name)
    }

    fn copy_to(&self, name: &Path, lines: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        Memory(Arc::clone(&self.texts)).start(name, &format!("{}{lines}", self.text), unique)
    }

    fn set_discard(&mut self, discard: bool) {
        self.discard = discard;
    }

    fn close(&self) -> io::Result<()> {
        self.texts.lock().unwrap().insert(self.name.clone(), self.text.clone());
        Ok(())
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        if self.discard {
            self.texts.lock().unwrap().remove(&self.name);
        }
    }
}

#[test]
fn a_game_is_kept_and_opened_again_on_a_shelf_without_files() {
    let memory = Arc::<Memory>::default();
    let shelf: Arc<dyn Shelf> = memory;
    let name = Path::new("nowhere/boo/1.run");
    let brief = Brief { seed: "7".to_owned(), ..Brief::default() };
    let boo = catalog::find("boo").unwrap();
    let start = || start_on(&shelf, boo, &brief, Some(name), true).unwrap();
    start().close().unwrap();
    assert!(shelf.list(Path::new("nowhere/boo")).is_empty(), "nothing was played");
    let mut opened = start();
    opened.session.play_line("d");
    opened.keep().unwrap();
    opened.close().unwrap();
    assert_eq!(shelf.list(Path::new("nowhere/boo")), [name]);
    let again = open_on(&shelf, catalog::GAMES, name, &Seating::OWNER).unwrap();
    assert_eq!(again.session.commands(), 1);
    drop(again);
    shelf.remove(name).unwrap();
    assert!(open_on(&shelf, catalog::GAMES, name, &Seating::OWNER).is_err());
}

#[test]
fn a_home_keeps_settings_levels_and_runs_on_the_shelf_it_is_given() {
    let shelf = Arc::<Memory>::default();
    let home = Home::at("home", catalog::GAMES).on(shelf.clone());
    assert_eq!(home.note("settings.txt"), "");
    home.set_note("settings.txt", "theme = dark\n").unwrap();
    assert_eq!(home.note("settings.txt"), "theme = dark\n");
    shelf.write(Path::new("yard.txt"), b"3\n@ . .\n. . .\n. . M\n").unwrap();
    let level = home.read_level(Path::new("yard.txt")).unwrap();
    assert_eq!((level.name.as_str(), level.text.lines().count()), ("yard.txt", 4));
    let brief = Brief { level: Some(level), ..Brief::default() };
    let path = home.new_run("pursuit", Some("yard"));
    let pursuit = catalog::find("pursuit").unwrap();
    let mut opened = home.start(pursuit, &brief, &path).unwrap();
    opened.session.play_line("stay");
    opened.close().unwrap();
    let (run, damage, _) = home.read_run(&path).unwrap();
    assert!(damage.is_none() && !run.steps.is_empty());
    assert_eq!(home.open(&path, &Seating::OWNER).unwrap().session.commands(), run.steps.len());
    home.rename(&path, "our yard").unwrap();
    let saves = home.saves();
    assert_eq!((saves.len(), saves[0].name.as_str(), &saves[0].path), (1, "our yard", &path));
    assert_eq!(home.newest_runs(["boo", "pursuit"].into_iter()), std::slice::from_ref(&path));
    home.log(crate::Gravity::Info, "test", "one line");
    assert!(home.note("logs/undercroft.log").ends_with(" test - one line\n"));
    shelf.write(&home.file("pursuit.properties"), b"limit=7\n").unwrap();
    assert_eq!(home.properties(pursuit).0.get(pursuit.options, "limit"), "7");
    // The known lengths are on the shelf, too: a shortened run is noticed.
    let text = home.note("runs/pursuit/yard.run");
    let known = format!("closed {} \"runs/pursuit/yard.run\"\n", run.steps.len());
    assert!(home.note("ledger.txt").contains(&known));
    let cut = text.split_inclusive('\n').take_while(|line| !line.contains("stay")).collect::<String>();
    shelf.write(&path, cut.as_bytes()).unwrap();
    assert!(
        home.open(&path, &Seating::OWNER).unwrap().notes.iter().any(|note| note.contains("cut off the end"))
    );
    // The search for problems reads the shelf as well.
    shelf.write(&home.file("runs/pursuit/torn.run"), b"undercroft run 1 x\n").unwrap();
    let told =
        |problems: Vec<crate::Problem>| problems.into_iter().filter(|problem| problem.line.is_some()).count();
    assert_eq!(told(home.problems(false)), 1);
    shelf.remove(&home.file("runs/pursuit/torn.run")).unwrap();
    assert_eq!(told(home.problems(true)), 0);
    let deleted = home.delete(&path).unwrap();
    assert!(home.saves().is_empty());
    home.bring_back(&deleted).unwrap();
    assert!(home.bring_back(&deleted).is_err() && home.run_files() == [path]);
    assert_eq!(
        shelf.0.lock().unwrap().len(),
        6,
        "settings, options, the level, the run, the known lengths and the log"
    );
    assert!(!Path::new("home").exists(), "no folder was made");
}
