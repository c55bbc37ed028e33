//! Audits the kept runs: known results come from the cache, every other run is replayed.

use crate::book::Book;
use crate::cache::{self, Cache};
use crate::report::RunReport;
use keeper::Home;
use session::Entry;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, UNIX_EPOCH};

/// The cache file, beside the folders of runs.
const CACHE_FILE: &str = "verified.txt";

/// A run file and its report.
#[derive(Clone, Debug)]
pub(crate) struct AuditedRun {
    pub(crate) path: PathBuf,
    /// Modification time, in seconds since 1970.
    pub(crate) written: u64,
    pub(crate) hash: String,
    pub(crate) report: RunReport,
}

/// An audit that can be made in steps, so that a screen stays responsive.
#[derive(Debug)]
pub struct Audit {
    home: Home,
    cache_path: PathBuf,
    build: String,
    cache: Cache,
    todo: VecDeque<PathBuf>,
    audited: Vec<AuditedRun>,
    notes: Vec<String>,
    changed: bool,
}

impl Audit {
    /// Lists the files without reading them. With `anew`, earlier results are ignored.
    #[must_use]
    pub fn begin(home: &Home, games: &'static [Entry], anew: bool) -> Self {
        let cache_path = home.root().join("runs").join(CACHE_FILE);
        let build = cache::this_build();
        let cache = if anew {
            Cache::default()
        } else {
            Cache::read(&home.shelf().read(&cache_path).unwrap_or_default(), &build)
        };
        let mut notes = Vec::new();
        if let Some(line) = cache.damaged {
            notes.push(format!(
                "{}:{line}: the saved results are damaged from here on; their runs are verified again.",
                cache_path.display()
            ));
        }
        let mut todo: Vec<PathBuf> = home.run_files();
        kernel::sort(&mut todo);
        Self {
            home: home.clone().with_games(games),
            cache_path,
            build,
            changed: anew || cache.damaged.is_some(),
            cache,
            todo: todo.into(),
            audited: Vec::new(),
            notes,
        }
    }

    /// Number of files still to audit, and of all files.
    #[must_use]
    pub fn left(&self) -> (usize, usize) {
        (self.todo.len(), self.todo.len() + self.audited.len())
    }

    /// Audits files for about this long; true when none are left.
    pub fn step(&mut self, budget: Duration) -> bool {
        let began = Instant::now();
        while let Some(path) = self.todo.pop_front() {
            if let Some((run, known)) = look(&self.home, path, &self.cache) {
                self.changed |= !known;
                self.audited.push(run);
            }
            if began.elapsed() >= budget {
                break;
            }
        }
        self.todo.is_empty()
    }

    /// Audits all remaining files, on every core.
    pub fn hurry(&mut self) {
        if cfg!(target_family = "wasm") {
            while !self.step(Duration::MAX) {}
            return;
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(self.todo.len());
        let todo = Mutex::new(std::mem::take(&mut self.todo));
        let seen = Mutex::new(Vec::new());
        let (home, cache) = (&self.home, &self.cache);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(path) = todo.lock().ok().and_then(|mut todo| todo.pop_front()) {
                        let found = look(home, path, cache);
                        if let Ok(mut seen) = seen.lock() {
                            seen.extend(found);
                        }
                    }
                });
            }
        });
        for (run, known) in seen.into_inner().unwrap_or_default() {
            self.changed |= !known;
            self.audited.push(run);
        }
    }

    /// Audits the remaining files, saves the cache and makes the book. `now` is the current time, in seconds
    /// since 1970.
    #[must_use]
    pub fn finish(mut self, now: u64) -> Book {
        self.hurry();
        kernel::sort_by(&mut self.audited, |a, b| a.path.cmp(&b.path));
        if self.changed {
            let reports = self.audited.iter().map(|run| (run.hash.as_str(), &run.report));
            if let Err(error) = self.home.shelf().write(&self.cache_path, &cache::text(&self.build, reports))
            {
                self.notes
                    .push(format!("{}: the results cannot be saved: {error}.", self.cache_path.display()));
            }
        }
        Book::of(self.audited, self.home.games(), self.notes, now)
    }
}

/// Reads a file and returns its report, and whether that came from the cache; `None` if the file cannot be
/// read.
fn look(home: &Home, path: PathBuf, cache: &Cache) -> Option<(AuditedRun, bool)> {
    let bytes = home.shelf().read(&path).ok()?;
    let hash = blake3::hash(&bytes).to_hex().to_string();
    let known = cache.get(&hash).cloned();
    let is_known = known.is_some();
    let mut report = known.unwrap_or_else(|| RunReport::of(&bytes, home.games()));
    if report.game.is_empty() {
        report.game = folder_of(&path);
    }
    let written = home.shelf().written(&path).and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let written = written.map_or(0, |since| since.as_secs());
    Some((AuditedRun { written, path, hash, report }, is_known))
}

fn folder_of(path: &Path) -> String {
    path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}
