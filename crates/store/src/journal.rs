//! The journal of a run: an open, locked file that only ever grows by whole lines.
//!
//! Lines are handed to the system before the next frame is shown, so a killed program loses nothing it answered; a
//! thread brings them to the disk within two seconds, so a power cut loses no more than that.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

const SYNC_EVERY: Duration = Duration::from_millis(1500);

/// An open run file.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// How much of the file is known to be whole lines.
    good: u64,
    syncer: Option<Syncer>,
}

#[derive(Debug)]
struct Syncer {
    dirty: Arc<AtomicBool>,
    stop: mpsc::Sender<()>,
    thread: JoinHandle<()>,
}

impl Journal {
    /// Makes a new file and writes its first lines. With `unique`, a name that is taken gets a number.
    ///
    /// # Errors
    /// When the file exists already or cannot be written.
    pub fn create(path: &Path, header: &str, unique: bool) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut path = path.to_owned();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut file = open_new(&path);
        for number in 2..10_000 {
            match &file {
                Err(error) if unique && error.kind() == io::ErrorKind::AlreadyExists => {}
                _ => break,
            }
            path.set_file_name(format!("{stem}-{number}.run"));
            file = open_new(&path);
        }
        let mut journal = Self::around(file?, path, 0)?;
        journal.append(header)?;
        Ok(journal)
    }

    /// Opens a file to go on after its first `good` bytes. Whatever stands behind them is a line that was cut off
    /// in writing and was never answered; it gives way.
    ///
    /// # Errors
    /// When another process holds the file or it cannot be written.
    pub fn resume(path: &Path, good: u64) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut journal = Self::around(file, path.to_owned(), good)?;
        if journal.file.metadata()?.len() != good {
            journal.file.set_len(good)?;
        }
        journal.file.seek(SeekFrom::Start(good))?;
        Ok(journal)
    }

    fn around(file: File, path: PathBuf, good: u64) -> io::Result<Self> {
        match file.try_lock() {
            Ok(()) => Ok(Self { file, path, good, syncer: None }),
            Err(TryLockError::WouldBlock) => {
                Err(io::Error::new(io::ErrorKind::WouldBlock, "it is open in another process"))
            }
            // A file system without locks is still good enough to play on.
            Err(TryLockError::Error(_)) => Ok(Self { file, path, good, syncer: None }),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds whole lines. If that fails, nothing of them stays in the file.
    ///
    /// # Errors
    /// When the disk is full or gone; the same lines can be tried again later.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(lines.as_bytes()) {
            let _ = self.file.set_len(self.good);
            let _ = self.file.seek(SeekFrom::Start(self.good));
            return Err(error);
        }
        self.good += lines.len() as u64;
        if let Some(syncer) = &self.syncer {
            syncer.dirty.store(true, Ordering::Release);
        } else if let Ok(file) = self.file.try_clone() {
            self.syncer = Syncer::start(file);
        }
        Ok(())
    }

    /// Brings everything to the disk now.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// A file that was not there, or was empty: nothing is ever written over.
fn open_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && fs::metadata(path)?.len() == 0 => {
            options.open(path)
        }
        opened => opened,
    }
}

impl Syncer {
    fn start(file: File) -> Option<Self> {
        let dirty = Arc::new(AtomicBool::new(true));
        let (stop, stopped) = mpsc::channel();
        let seen = Arc::clone(&dirty);
        let thread = std::thread::Builder::new()
            .name("journal".to_owned())
            .stack_size(64 * 1024)
            .spawn(move || {
                loop {
                    let last =
                        !matches!(stopped.recv_timeout(SYNC_EVERY), Err(mpsc::RecvTimeoutError::Timeout));
                    if seen.swap(false, Ordering::Acquire) && !last {
                        let _ = file.sync_data();
                    }
                    if last {
                        return;
                    }
                }
            })
            .ok()?;
        Some(Self { dirty, stop, thread })
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if let Some(syncer) = self.syncer.take() {
            let _ = syncer.stop.send(());
            let _ = syncer.thread.join();
            let _ = self.file.sync_data();
        }
    }
}
