//! Runs the ordinary tests on the seeds of the fuzz targets.

use std::fs;
use std::path::{Path, PathBuf};

/// Minimum number of seeds; fewer hardly cover a parser.
const SEEDS_MIN: usize = 3;
/// Approximate number of positions at which each seed is cut and changed.
const PLACES: usize = 12;

/// Runs a target on its seeds in `fuzz/seeds/NAME` and on those in other folders: whole, truncated, and with
/// one bit flipped.
///
/// # Panics
/// If there are too few seeds, or if the target panics.
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
