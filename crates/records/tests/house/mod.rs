//! A data folder for each test, with games played by bots.
// Each test file uses only part of it.
#![allow(dead_code, unreachable_pub, missing_docs)]

use keeper::Home;
use kernel::{Options, Rng, Seed};
use records::{Audit, Book};
use session::Brief;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// Friday, 13 November 2026, 17:00.
pub const NOW: u64 = 1_794_589_200;

pub struct House {
    folder: tempfile::TempDir,
    pub home: Home,
}

impl House {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("home"), catalog::GAMES);
        Self { folder, home }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Lets the bot play at most this many commands of a kept game and returns its run file, dated one day
    /// before the previous one.
    pub fn play(&self, game: &str, seed: &str, set: &[(&str, &str)], commands: usize) -> PathBuf {
        self.play_about(game, seed, set, commands, &[])
    }

    pub fn play_about(
        &self,
        game: &str,
        seed: &str,
        set: &[(&str, &str)],
        commands: usize,
        about: &[(&str, &str)],
    ) -> PathBuf {
        let entry = catalog::find(game).unwrap();
        let mut options = Options::default();
        for (name, value) in set {
            options.set(entry.options, name, value).unwrap();
        }
        let about = about.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let brief = Brief { seed: seed.to_owned(), options, about, ..Brief::default() };
        let path = self.home.new_run(game, Some(&format!("{game}-{seed}")));
        // A run with a chosen file name is kept even if nothing is played.
        let mut opened = keeper::start_game(entry, &brief, Some(&path), commands > 0).unwrap();
        let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[]);
        for _ in 0..commands {
            if opened.session.outcome().is_some() || opened.session.play_advice(&mut dice).is_none() {
                break;
            }
        }
        let path = opened.path().unwrap().to_owned();
        opened.close().unwrap();
        let age = self.home.run_files().len() as u64;
        set_time(&path, NOW - 86_400 * age);
        path
    }

    /// Plays lines instead of the bot's advice.
    pub fn type_lines(&self, game: &str, seed: &str, set: &[(&str, &str)], lines: &[&str]) -> PathBuf {
        let path = self.play(game, seed, set, 0);
        let mut opened = keeper::open_run(catalog::GAMES, &path, &session::Seating::OWNER).unwrap();
        for line in lines {
            opened.session.play_line(line);
        }
        opened.close().unwrap();
        set_time(&path, NOW - 3_600);
        path
    }

    pub fn book(&self) -> Book {
        Audit::begin(&self.home, catalog::GAMES, false).finish(NOW)
    }

    pub fn cache(&self) -> PathBuf {
        self.home.root().join("runs").join("verified.txt")
    }

    /// Rewrites a run with a changed text and valid seals, as a careful forger would.
    pub fn forge(&self, path: &Path, change: impl Fn(&str) -> String) {
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, session::with_name(&change(&text), "forged")).unwrap();
        set_time(path, NOW - 86_400);
    }
}

pub fn set_time(path: &Path, seconds: u64) {
    let time = UNIX_EPOCH + Duration::from_secs(seconds);
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

/// The scores of a book, in comparable form.
pub fn told(book: &Book) -> Vec<(String, String, i64, usize)> {
    let record = |record: &records::Record| {
        let played = &record.played;
        (record.game.to_owned(), record.seed.clone(), played.score, played.facts.len())
    };
    book.records.iter().map(record).collect()
}
