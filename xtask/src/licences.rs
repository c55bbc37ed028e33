//! The licences of the libraries in a program.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// In every program, and no package of cargo.
const RUNTIME: &str = "the standard library of Rust: MIT OR Apache-2.0\n  https://github.com/rust-lang/rust\n\
    musl, in the programs for Linux: MIT\n  https://musl.libc.org\n";

/// A paragraph for each library of a program, then each licence text once with its libraries.
pub(crate) fn text(root: &Path, program: &str) -> Result<String, String> {
    let used = used(root, program)?;
    let all = cargo(root, &["metadata", "--format-version", "1", "--locked"])?;
    let all: Value = serde_json::from_str(&all).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut list = String::from("Undercroft contains these libraries.\n\n");
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in all["packages"].as_array().into_iter().flatten() {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        let name = format!("{} {}", field("name"), field("version"));
        // Our own crates have no source.
        if package["source"].is_null() || !used.contains(&name) {
            continue;
        }
        list += &format!("{name}: {}\n  {}\n", field("license"), field("repository"));
        for text in texts_of(Path::new(field("manifest_path"))) {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    list += RUNTIME;
    for (text, names) in texts {
        let names: Vec<String> = names.into_iter().collect();
        list += &format!("\n{}\n{}\n\n{}\n", "-".repeat(80), names.join(", "), text.trim());
    }
    Ok(list)
}

/// The name and version of the program's libraries.
fn used(root: &Path, program: &str) -> Result<BTreeSet<String>, String> {
    let tree = ["tree", "--package", program, "--edges", "normal", "--target", "all", "--prefix", "none"];
    let lines = cargo(root, &[&tree[..], &["--format", "{p}"]].concat())?;
    let name = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some(format!("{name} {}", rest.split(' ').next()?))
    };
    Ok(lines.lines().filter_map(name).collect())
}

/// The licence files beside a manifest.
fn texts_of(manifest: &Path) -> Vec<String> {
    let Some(folder) = manifest.parent() else { return Vec::new() };
    let mut files: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    let is_licence = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        name.starts_with("LICENSE") || name.starts_with("LICENCE") || name.starts_with("COPYING")
    };
    files.iter().filter(|path| is_licence(path)).filter_map(|path| fs::read_to_string(path).ok()).collect()
}

fn cargo(root: &Path, args: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO")).args(args).current_dir(root).output();
    let output = output.map_err(|error| format!("cargo {}: {error}", args[0]))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("cargo {}: {}", args[0], String::from_utf8_lossy(&output.stderr).trim()))
    }
}
