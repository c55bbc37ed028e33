//! The file operations of journals and atomic writes, behind a trait so that tests can make each of them fail.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use tempfile::TempPath;

/// The maximum size of a file: runs, lists and settings are never larger.
pub(crate) const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// File operations; the defaults are those of the system.
pub(crate) trait Disk: std::fmt::Debug + Send + Sync {
    /// Creates a file under a temporary name. It is removed unless it is published or renamed.
    fn create(&self, folder: &Path) -> io::Result<(File, TempPath)> {
        #[cfg_attr(not(unix), expect(unused_mut, reason = "only unix sets permissions"))]
        let mut builder = tempfile::Builder::new();
        // As for any new file, the umask decides who may read it.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(folder).map(tempfile::NamedTempFile::into_parts)
    }

    /// Opens an existing file for reading and writing.
    fn open(&self, path: &Path) -> io::Result<File> {
        nonblocking().write(true).open(path)
    }

    /// Locks a file, without waiting.
    fn lock(&self, file: &File) -> Result<(), TryLockError> {
        file.try_lock()
    }

    /// Reads a whole file.
    fn read(&self, file: &mut File) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > FILE_BYTES_MAX { Err(too_large()) } else { Ok(bytes) }
    }

    /// Writes at the file's position; may write less than all bytes.
    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    /// Truncates a file.
    fn set_len(&self, file: &File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    /// Syncs the content of a file to the disk.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_data()
    }

    /// Gives a temporary file its name; an existing file is never replaced. The temporary name may remain.
    fn publish(&self, temp: &Path, path: &Path) -> io::Result<()> {
        match fs::hard_link(temp, path) {
            // Without hard links the name is reserved first, then the reservation is replaced.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                OpenOptions::new().write(true).create_new(true).open(path)?;
                fs::rename(temp, path).inspect_err(|_| drop(fs::remove_file(path)))
            }
            linked => linked,
        }
    }

    /// Renames a temporary file over an existing one.
    fn rename(&self, temp: &Path, path: &Path) -> io::Result<()> {
        fs::rename(temp, path)
    }
}

/// The file operations of the system.
#[derive(Debug)]
pub(crate) struct System;

impl Disk for System {}

/// Writes all bytes at the file's position.
pub(crate) fn write_all(disk: &dyn Disk, file: &File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match disk.write(file, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads a regular file of at most 64 MiB. Pipes, devices, sockets and folders are refused without waiting.
///
/// # Errors
/// If it is not such a file or cannot be read.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    System.read(&mut regular(path)?)
}

/// Opens a regular file for reading.
pub(crate) fn regular(path: &Path) -> io::Result<File> {
    let file = nonblocking().open(path)?;
    must_be_regular(&file)?;
    Ok(file)
}

/// Refuses everything but a regular file of an allowed size.
pub(crate) fn must_be_regular(file: &File) -> io::Result<()> {
    let meta = file.metadata()?;
    if meta.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    if !meta.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    if meta.len() > FILE_BYTES_MAX { Err(too_large()) } else { Ok(()) }
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 64 MiB")
}

/// Opens for reading; does not block on a pipe without a writer.
fn nonblocking() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options
}

/// Whether a path still refers to an open file, which may have been deleted or replaced.
pub(crate) fn names(path: &Path, file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let id = |meta: fs::Metadata| (meta.dev(), meta.ino());
        matches!((fs::metadata(path).map(id), file.metadata().map(id)), (Ok(there), Ok(here)) if there == here)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// The system's message without its error number.
#[must_use]
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The folder a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
#[path = "disk_tests.rs"]
pub(crate) mod tests;
