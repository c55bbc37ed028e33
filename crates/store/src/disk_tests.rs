//! A disk that fails on demand.

use super::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Half of the bytes are written, then the disk is full.
    Full,
    /// Every operation fails with an error of the device.
    Device,
}

/// A disk whose operations fail from a chosen one on, until it is repaired.
#[derive(Debug)]
pub(crate) struct Faulty {
    fault: Fault,
    /// The number of the first operation that fails.
    first: AtomicUsize,
    steps: AtomicUsize,
    half: AtomicBool,
    lockless: AtomicBool,
    /// The operations in order, for messages.
    log: Mutex<Vec<&'static str>>,
}

impl Faulty {
    /// Leaked, because journals keep a reference to their disk.
    pub(crate) fn new(fault: Fault) -> &'static Self {
        Box::leak(Box::new(Self {
            fault,
            first: AtomicUsize::new(usize::MAX),
            steps: AtomicUsize::new(0),
            half: AtomicBool::new(false),
            lockless: AtomicBool::new(false),
            log: Mutex::default(),
        }))
    }

    /// A disk without locks.
    pub(crate) fn lockless() -> &'static Self {
        let disk = Self::new(Fault::Device);
        disk.lockless.store(true, Ordering::Relaxed);
        disk
    }

    /// Counts from here and fails from operation number `first` on, beginning with 0.
    pub(crate) fn fail_from(&self, first: usize) {
        self.steps.store(0, Ordering::Relaxed);
        self.half.store(false, Ordering::Relaxed);
        self.first.store(first, Ordering::Relaxed);
        self.log.lock().unwrap().clear();
    }

    pub(crate) fn repair(&self) {
        self.first.store(usize::MAX, Ordering::Relaxed);
    }

    pub(crate) fn log(&self) -> Vec<&'static str> {
        self.log.lock().unwrap().clone()
    }

    fn step(&self, name: &'static str) -> io::Result<()> {
        self.log.lock().unwrap().push(name);
        let step = self.steps.fetch_add(1, Ordering::Relaxed);
        if step < self.first.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(io::Error::from_raw_os_error(match self.fault {
            Fault::Full => 28,
            Fault::Device => 5,
        }))
    }
}

impl Disk for Faulty {
    fn create(&self, folder: &Path) -> io::Result<(File, TempPath)> {
        self.step("create")?;
        System.create(folder)
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        self.step("open")?;
        System.open(path)
    }

    fn lock(&self, file: &File) -> Result<(), TryLockError> {
        if self.lockless.load(Ordering::Relaxed) {
            return Err(TryLockError::Error(io::Error::from_raw_os_error(37)));
        }
        System.lock(file)
    }

    fn read(&self, file: &mut File) -> io::Result<Vec<u8>> {
        self.step("read")?;
        System.read(file)
    }

    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<usize> {
        match self.step("write") {
            // A full disk writes what it has room for and refuses the rest.
            Err(_)
                if self.fault == Fault::Full
                    && bytes.len() > 1
                    && !self.half.swap(true, Ordering::Relaxed) =>
            {
                System.write(file, &bytes[..bytes.len() / 2])
            }
            Err(error) => {
                self.half.store(false, Ordering::Relaxed);
                Err(error)
            }
            Ok(()) => System.write(file, bytes),
        }
    }

    fn set_len(&self, file: &File, length: u64) -> io::Result<()> {
        // A full disk can still truncate files.
        if let (Err(error), Fault::Device) = (self.step("set_len"), self.fault) {
            return Err(error);
        }
        System.set_len(file, length)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.step("sync")?;
        System.sync(file)
    }

    fn publish(&self, temp: &Path, path: &Path) -> io::Result<()> {
        self.step("publish")?;
        System.publish(temp, path)
    }

    fn rename(&self, temp: &Path, path: &Path) -> io::Result<()> {
        self.step("rename")?;
        System.rename(temp, path)
    }
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_read_and_nothing_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("good"), "text").unwrap();
    fs::create_dir(path("folder")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, path("fifo"), rustix::fs::Mode::from_raw_mode(0o600)).unwrap();
    std::os::unix::fs::symlink("/dev/zero", path("zero")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
    File::create(path("large")).unwrap().set_len(FILE_BYTES_MAX + 1).unwrap();
    assert_eq!(read_file(&path("good")).unwrap(), b"text");
    for name in ["folder", "fifo", "zero", "socket", "large", "absent"] {
        assert!(read_file(&path(name)).is_err(), "{name}");
    }
}
