//! The log: one line per event, `[LEVEL] time [thread] origin - message`. Old files are renamed by date.

use crate::home::Home;
use crate::lengths::open_shared;
use std::io;
use std::path::PathBuf;
use store::{date_and_time, now_seconds};

/// A larger log file is rotated.
const ROTATE_BYTES: usize = 256 * 1024;
/// The number of old files that are kept.
const OLD_FILES: usize = 5;

/// The level of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Gravity {
    Info,
    Warn,
    Error,
}

impl Home {
    /// Appends a line to the log. Errors are ignored: they must not stop a game.
    pub fn log(&self, gravity: Gravity, origin: &str, message: &str) {
        let level = ["INFO", "WARN", "ERROR"][gravity as usize];
        let thread = std::thread::current().name().unwrap_or("?").to_owned();
        let time = date_and_time(now_seconds());
        let message = message.replace(['\n', '\r'], " ");
        let _ = self.add_to_log(&format!("[{level}] {time} [{thread}] {origin} - {message}\n"));
    }

    fn add_to_log(&self, line: &str) -> io::Result<()> {
        let mut log = open_shared(&**self.shelf(), &self.file("logs/undercroft.log"))?;
        if log.text().len() <= ROTATE_BYTES {
            let added = log.append(line);
            log.release();
            return added;
        }
        let stamp = date_and_time(now_seconds()).replace(' ', "-").replace(':', "");
        self.shelf().write(&self.file(&format!("logs/undercroft-{stamp}.log")), log.text())?;
        log.replace(line)?;
        let is_old = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("undercroft-"))
        };
        let mut old: Vec<PathBuf> =
            self.shelf().list(&self.file("logs")).into_iter().filter(is_old).collect();
        kernel::sort(&mut old);
        for path in old.iter().take(old.len().saturating_sub(OLD_FILES)) {
            let _ = self.shelf().remove(path);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_have_level_time_origin_and_message_and_the_file_is_put_aside_when_it_is_large() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path(), &[]);
        home.log(Gravity::Warn, "store", "two\nlines");
        let path = home.file("logs/undercroft.log");
        let text = fs::read_to_string(&path).unwrap();
        let thread = std::thread::current().name().unwrap().to_owned();
        assert!(
            text.starts_with("[WARN] 2") && text.ends_with(&format!(" [{thread}] store - two lines\n")),
            "{text}"
        );
        fs::write(&path, "x".repeat(ROTATE_BYTES + 1)).unwrap();
        home.log(Gravity::Info, "store", "fresh");
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
        assert_eq!(fs::read_dir(home.file("logs")).unwrap().count(), 2);
    }
}
