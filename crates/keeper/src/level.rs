//! Reads level files; all files are decoded here.

use crate::OpenError;
use kernel::{Finding, level_text};
use session::Level;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// The maximum size of a level file.
const LEVEL_BYTES_MAX: u64 = 64 << 20;

/// Reads a level file of any game.
///
/// # Errors
/// If the file cannot be read, is too large or is not UTF-8; then line and column are given.
pub fn read_level(path: &Path) -> Result<Level, OpenError> {
    let wrong = |error| OpenError::File(path.to_owned(), error);
    let mut bytes = Vec::new();
    // The limit counts what is read, since devices report no length.
    File::open(path).map_err(wrong)?.take(LEVEL_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(wrong)?;
    of_bytes(path, &bytes)
}

/// The level in these bytes.
pub(crate) fn of_bytes(path: &Path, bytes: &[u8]) -> Result<Level, OpenError> {
    if bytes.len() as u64 > LEVEL_BYTES_MAX {
        let what = format!("The file is too large for a level: more than {} MiB.", LEVEL_BYTES_MAX >> 20);
        return Err(OpenError::Level(vec![Finding::error(1, 1, what)]));
    }
    let text = level_text(bytes).map_err(|finding| OpenError::Level(vec![finding]))?.to_owned();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Level { name, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &Path) -> (u32, u32, String) {
        match read_level(path) {
            Err(OpenError::Level(findings)) => {
                (findings[0].line, findings[0].column, findings[0].what.clone())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_level_file_is_read_whole_or_refused_at_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.xml");
        std::fs::write(&path, "<a>ü</a>\n").unwrap();
        assert_eq!(
            read_level(&path).unwrap(),
            Level { name: "level.xml".to_owned(), text: "<a>ü</a>\n".to_owned() }
        );
        std::fs::write(&path, b"<a>\n  caf\xE9</a>\n").unwrap();
        assert_eq!(told(&path), (2, 6, "The byte 0xE9 is not valid UTF-8.".to_owned()));
        std::fs::File::create(&path).unwrap().set_len(LEVEL_BYTES_MAX + 1).unwrap();
        assert_eq!(told(&path).2, "The file is too large for a level: more than 64 MiB.");
        assert!(matches!(read_level(&folder.path().join("none")), Err(OpenError::File(..))));
    }
}
