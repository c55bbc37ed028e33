//! The log: one line an event, `[LEVEL] time [thread] origin - message`, old files renamed by date.

use crate::folder::Folder;
use crate::time::{date_and_time, now_seconds};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

/// A log file that has grown beyond this is put aside.
const ROTATE_BYTES: u64 = 256 * 1024;
/// So many old files are kept.
const OLD_FILES: usize = 5;

/// How grave an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Gravity {
    Info,
    Warn,
    Error,
}

impl Folder {
    /// Adds a line to the log. A log that cannot be written is no reason to stop a game.
    pub fn log(&self, gravity: Gravity, origin: &str, message: &str) {
        let _ = self.try_log(gravity, origin, message);
    }

    fn try_log(&self, gravity: Gravity, origin: &str, message: &str) -> std::io::Result<()> {
        let folder = self.file("logs");
        fs::create_dir_all(&folder)?;
        let path = folder.join("undercroft.log");
        match fs::metadata(&path) {
            // A pipe would hold us up until somebody reads it.
            Ok(meta) if !meta.is_file() => return Err(std::io::ErrorKind::InvalidInput.into()),
            Ok(meta) if meta.len() > ROTATE_BYTES => self.rotate(&path)?,
            _ => {}
        }
        let level = ["INFO", "WARN", "ERROR"][gravity as usize];
        let thread = std::thread::current().name().unwrap_or("?").to_owned();
        let time = date_and_time(now_seconds());
        let message = message.replace(['\n', '\r'], " ");
        let line = format!("[{level}] {time} [{thread}] {origin} - {message}\n");
        OpenOptions::new().create(true).append(true).open(&path)?.write_all(line.as_bytes())
    }

    fn rotate(&self, path: &PathBuf) -> std::io::Result<()> {
        let stamp = date_and_time(now_seconds()).replace(' ', "-").replace(':', "");
        fs::rename(path, path.with_file_name(format!("undercroft-{stamp}.log")))?;
        let mut old: Vec<PathBuf> = fs::read_dir(self.file("logs"))?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("undercroft-"))
            })
            .collect();
        old.sort();
        for path in old.iter().take(old.len().saturating_sub(OLD_FILES)) {
            let _ = fs::remove_file(path);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_level_time_origin_and_message_and_the_file_is_put_aside_when_it_is_large() {
        let folder = tempfile::tempdir().unwrap();
        let home = Folder::at(folder.path());
        home.log(Gravity::Warn, "store", "two\nlines");
        let path = home.file("logs/undercroft.log");
        let text = fs::read_to_string(&path).unwrap();
        let thread = std::thread::current().name().unwrap().to_owned();
        assert!(
            text.starts_with("[WARN] 2") && text.ends_with(&format!(" [{thread}] store - two lines\n")),
            "{text}"
        );
        fs::write(&path, "x".repeat(ROTATE_BYTES as usize + 1)).unwrap();
        home.log(Gravity::Info, "store", "fresh");
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
        assert_eq!(fs::read_dir(home.file("logs")).unwrap().count(), 2);
    }
}
