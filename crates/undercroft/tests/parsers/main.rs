//! Runs every parser on the seeds that fuzzing found: see docs/proof.md.

mod targets;

use std::fs;
use std::path::PathBuf;

fn seeds(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![crates.join("../fuzz/seeds").join(target)];
    if target == "dungeon" {
        folders.push(crates.join("game-dungeon/tests/scripts"));
    }
    let mut paths = Vec::new();
    for folder in folders {
        let listed = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        paths.extend(listed.map(|entry| entry.unwrap().path()));
    }
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn every_target_survives_its_seeds() {
    for (name, _) in targets::TARGETS {
        let seeds = seeds(name);
        assert!(seeds.len() >= 3, "{name} has only {} seeds", seeds.len());
        for (path, bytes) in seeds {
            println!("{}", path.display());
            targets::run_target(name, &bytes);
        }
    }
}

#[test]
fn every_target_survives_its_seeds_cut_and_changed() {
    for (name, _) in targets::TARGETS {
        for (path, bytes) in seeds(name) {
            println!("{}", path.display());
            for at in (0..bytes.len()).step_by((bytes.len() / 12).max(1)) {
                targets::run_target(name, &bytes[..at]);
                let mut changed = bytes.clone();
                changed[at] ^= 1 << (at % 7);
                targets::run_target(name, &changed);
            }
        }
    }
}

#[test]
fn every_target_has_a_fuzz_target_of_its_name() {
    let manifest = include_str!("../../../../fuzz/Cargo.toml");
    for (name, _) in targets::TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "fuzz/Cargo.toml has no target {name}");
    }
}
