//! Runs every parser on the seeds that fuzzing found: see docs/proof.md.

mod targets;

use std::path::Path;

#[test]
fn every_target_survives_its_seeds() {
    let dungeons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../game-dungeon/tests/scripts");
    for (name, _) in targets::TARGETS {
        let others: &[&Path] = if name == "dungeon" { &[&dungeons] } else { &[] };
        testkit::try_seeds(name, others, |bytes| targets::run_target(name, bytes));
    }
}

#[test]
fn every_target_has_a_fuzz_target_of_its_name() {
    let manifest = include_str!("../../../../fuzz/Cargo.toml");
    for (name, _) in targets::TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "fuzz/Cargo.toml has no target {name}");
    }
}
