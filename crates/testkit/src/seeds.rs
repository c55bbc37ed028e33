//! The seeds of the fuzz targets, which the ordinary tests try too.

use std::fs;
use std::path::{Path, PathBuf};

/// Fewer seeds than this hardly show what a parser reads.
const SEEDS_MIN: usize = 3;
/// How many places of each seed are cut and changed.
const PLACES: usize = 12;

/// Tries the seeds of a fuzz target, from `fuzz/seeds/NAME` and the other folders: whole, cut off, and with one bit changed.
///
/// # Panics
/// If there are hardly any seeds, or if the target panics.
pub fn try_seeds(name: &str, others: &[&Path], target: impl Fn(&[u8])) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(name);
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in [own.as_path()].iter().chain(others) {
        let listed = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        paths.extend(listed.map(|entry| entry.expect("an entry of the folder").path()));
    }
    paths.sort();
    assert!(paths.len() >= SEEDS_MIN, "{name} has only {} seeds", paths.len());
    for path in paths {
        // Shown only when the target panics.
        println!("{}", path.display());
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        target(&bytes);
        for at in (0..bytes.len()).step_by((bytes.len() / PLACES).max(1)) {
            target(&bytes[..at]);
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 7);
            target(&changed);
        }
    }
}
