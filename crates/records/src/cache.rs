//! Cache of verified reports, so that runs are not replayed each time.
//!
//! ```text
//! undercroft verified 1 BUILD CHECK
//! BLAKE3-OF-THE-RUN REPORT CHECK
//! ```
//!
//! A report is written as hexadecimal bytes; only the build that wrote it reads it.
//!
//! A cache is never trusted blindly: a line whose check does not match is ignored, a file of another build is
//! ignored, and what is missing is verified again. A run that changes by a single byte has another hash and
//! is replayed.

use crate::report::RunReport;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

const FIRST: &str = "undercroft verified 1";

/// Reports of earlier audits, by the hash of the run.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    reports: BTreeMap<String, RunReport>,
    /// The first line whose check does not match, if the file is damaged.
    pub(crate) damaged: Option<usize>,
}

impl Cache {
    /// Parses the cache file; empty if another build wrote it.
    pub(crate) fn read(text: &[u8], build: &str) -> Self {
        let mut cache = Self::default();
        if text.is_empty() {
            return cache;
        }
        let text = String::from_utf8_lossy(text);
        let mut lines = text.lines().enumerate();
        match lines.next().map(|(_, line)| opened(line)) {
            Some(Some(first)) if first.strip_prefix(FIRST).map(str::trim_start) == Some(build) => {}
            // Another build made these results, so they are not trusted.
            Some(Some(first)) if first.starts_with(FIRST) => return cache,
            _ => {
                cache.damaged = Some(1);
                return cache;
            }
        }
        for (index, line) in lines {
            let read = opened(line).and_then(|line| line.split_once(' '));
            match read.and_then(|(hash, report)| Some((hash, unpacked(report)?))) {
                Some((hash, report)) => {
                    cache.reports.insert(hash.to_owned(), report);
                }
                None => cache.damaged = cache.damaged.or(Some(index + 1)),
            }
        }
        cache
    }

    pub(crate) fn get(&self, hash: &str) -> Option<&RunReport> {
        self.reports.get(hash)
    }
}

/// The cache file for these reports. Runs that no longer exist are dropped.
pub(crate) fn text<'a>(build: &str, reports: impl Iterator<Item = (&'a str, &'a RunReport)>) -> Vec<u8> {
    let mut text = closed(&format!("{FIRST} {build}"));
    for (hash, report) in reports {
        if let Some(report) = packed(report) {
            let _ = write!(text, "{}", closed(&format!("{hash} {report}")));
        }
    }
    text.into_bytes()
}

fn packed(report: &RunReport) -> Option<String> {
    let bytes = postcard::to_allocvec(report).ok()?;
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
    }
    Some(text)
}

fn unpacked(text: &str) -> Option<RunReport> {
    let digit = |digit: &u8| char::from(*digit).to_digit(16);
    let byte = |pair: &[u8]| Some((digit(&pair[0])? * 16 + digit(pair.get(1)?)?) as u8);
    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
    postcard::from_bytes(&bytes?).ok()
}

fn check(line: &str) -> String {
    blake3::hash(line.as_bytes()).to_hex()[..8].to_owned()
}

fn closed(line: &str) -> String {
    format!("{line} {}\n", check(line))
}

/// The line without its check, if the check matches.
fn opened(line: &str) -> Option<&str> {
    let (line, found) = line.rsplit_once(' ')?;
    (check(line) == found).then_some(line)
}

/// Identifies this build; a new build verifies everything again.
pub(crate) fn this_build() -> String {
    let file = std::env::current_exe().and_then(fs::metadata);
    let built = file.as_ref().ok().and_then(|file| file.modified().ok());
    let since = built.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let (bytes, time) = (file.map_or(0, |file| file.len()), since.map_or(0, |since| since.as_nanos()));
    format!("{}-{bytes:x}-{time:x}", env!("CARGO_PKG_VERSION"))
}
