//! Games kept on a shelf that is no folder.

use super::*;
use crate::Home;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

type Texts = Arc<Mutex<BTreeMap<PathBuf, String>>>;

#[derive(Clone, Debug, Default)]
struct Memory(Texts);

#[derive(Debug)]
struct Page {
    texts: Texts,
    name: PathBuf,
    text: String,
    discard: bool,
}

impl Memory {
    fn page(&self, name: &Path, text: String) -> Box<dyn Volume> {
        self.0.lock().unwrap().insert(name.to_owned(), text.clone());
        Box::new(Page { texts: Arc::clone(&self.0), name: name.to_owned(), text, discard: false })
    }
}

impl Shelf for Memory {
    fn list(&self, below: &Path) -> Vec<PathBuf> {
        self.0.lock().unwrap().keys().filter(|name| name.parent() == Some(below)).cloned().collect()
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

    fn remove(&self, name: &Path) -> io::Result<()> {
        self.0.lock().unwrap().remove(name).map(drop).ok_or(io::ErrorKind::NotFound.into())
    }
}

impl Volume for Page {
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

impl Drop for Page {
    fn drop(&mut self) {
        if self.discard {
            self.texts.lock().unwrap().remove(&self.name);
        }
    }
}

#[test]
fn a_game_is_kept_and_opened_again_on_a_shelf_without_files() {
    let shelf: &'static Memory = Box::leak(Box::default());
    let name = Path::new("nowhere/boo/1.run");
    let brief = Brief { seed: "7".to_owned(), ..Brief::default() };
    let boo = catalog::find("boo").unwrap();
    let start = || start_on(shelf, boo, &brief, Some(name), true).unwrap();
    start().close().unwrap();
    assert!(shelf.list(Path::new("nowhere/boo")).is_empty(), "nothing was played");
    let mut opened = start();
    opened.session.play_line("d");
    opened.keep().unwrap();
    opened.close().unwrap();
    assert_eq!(shelf.list(Path::new("nowhere/boo")), [name]);
    let again = open_on(shelf, catalog::GAMES, name, &Seating::OWNER).unwrap();
    assert_eq!(again.session.commands(), 1);
    drop(again);
    shelf.remove(name).unwrap();
    assert!(open_on(shelf, catalog::GAMES, name, &Seating::OWNER).is_err());
}

#[test]
fn a_home_keeps_settings_levels_and_runs_on_the_shelf_it_is_given() {
    let shelf: &'static Memory = Box::leak(Box::default());
    let home = Home::at("home", catalog::GAMES).on(shelf);
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
    assert_eq!(shelf.0.lock().unwrap().len(), 3, "the settings, the level and the run");
    assert!(!Path::new("home").exists(), "no folder was made");
}
