//! `cargo xtask dist [TARGET...]`: packages for those who have no Rust. Two runs at the same commit give the same bytes: paths
//! are left out of the programs, and everything packed has the date of the commit. Without a named target those that cannot be
//! built here are skipped.

use crate::licences;
use crate::packages::{Packed, Target, pack, pack_page, told, write};
use crate::web;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program, and the one beside it that plays runs of older rules.
const PROGRAMS: [&str; 2] = ["undercroft", "undercroft-archive"];

/// The linker that comes with Rust.
const RUST_LLD: &str = "rust-lld";

const TARGETS: [Target; 3] = [
    Target { triple: "x86_64-unknown-linux-musl", debian: Some("amd64"), linker: None },
    // The linker of Rust itself links what needs no C library of another machine.
    Target { triple: "aarch64-unknown-linux-musl", debian: Some("arm64"), linker: Some(RUST_LLD) },
    Target { triple: "x86_64-pc-windows-gnu", debian: None, linker: Some("x86_64-w64-mingw32-gcc") },
];

/// The page that needs no server, as a host of files takes it.
const PAGE: &str = "web";

/// Checked as far as it goes without its linker.
const CHECKED: &str = "aarch64-apple-darwin";

/// Builds the packages of these targets, or of all, into `target/dist`.
pub(crate) fn dist(root: &Path, wanted: &[String]) -> Result<(), String> {
    let is_known = |name: &str| name == PAGE || TARGETS.iter().any(|target| target.triple == name);
    if let Some(unknown) = wanted.iter().find(|name| !is_known(name)) {
        let names = TARGETS.map(|target| target.triple).join(", ");
        return Err(format!("there is no package for {unknown}; there are {names}, {PAGE}"));
    }
    let folder = root.join("target/dist");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    let date = commit_date(root)?;
    let shared = shared(root)?;
    for target in
        TARGETS.iter().filter(|target| wanted.is_empty() || wanted.iter().any(|name| name == target.triple))
    {
        match build(root, target) {
            Ok(programs) => pack(&folder, target, &programs, &shared, date)?,
            // A release names its targets: there nothing may be missing.
            Err(why) if !wanted.is_empty() => return Err(format!("{}: {why}", target.triple)),
            Err(why) => println!("{}: skipped ({why})", target.triple),
        }
    }
    if wanted.is_empty() || wanted.iter().any(|name| name == PAGE) {
        match page(root) {
            Ok(files) => pack_page(&folder, &files, date)?,
            Err(why) if !wanted.is_empty() => return Err(format!("{PAGE}: {why}")),
            Err(why) => println!("{PAGE}: skipped ({why})"),
        }
    }
    let install =
        fs::read(root.join("dist/install.sh")).map_err(|error| told(Path::new("dist/install.sh"), &error))?;
    write(&folder, "install.sh", &install)?;
    sums(&folder)?;
    if wanted.is_empty() {
        match check(root) {
            Ok(()) => println!("{CHECKED}: it compiles; packages need a Mac"),
            Err(why) => println!("{CHECKED}: skipped ({why})"),
        }
    }
    println!("{}", folder.display());
    Ok(())
}

/// The page for browsers, with the licences of what it contains.
fn page(root: &Path) -> Result<Vec<Packed>, String> {
    if !web::can_build() {
        return Err("rustup target add wasm32-wasip1".to_owned());
    }
    let built = web::build(root)?;
    let file = |name: &String| {
        let bytes = fs::read(built.join(name)).map_err(|error| told(&built, &error))?;
        Ok(Packed::text(name, bytes))
    };
    let mut files = names(&built)?.iter().map(file).collect::<Result<Vec<_>, String>>()?;
    files.extend(all_licences(root, "front-web")?);
    Ok(files)
}

/// Runs a program to its end; what it printed.
fn run(root: &Path, program: &str, args: &[&str], set: &[(String, String)]) -> Result<String, String> {
    let output = Command::new(program)
        .args(args)
        .envs(set.iter().map(|(name, value)| (name, value)))
        .current_dir(root)
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rfind(|line| line.contains("error")).or(said.lines().last()).unwrap_or_default();
    Err(format!("{program} {}: {last}", args.first().unwrap_or(&"")))
}

/// The time of the commit, in seconds.
fn commit_date(root: &Path) -> Result<u64, String> {
    let text = run(root, "git", &["log", "-1", "--format=%ct"], &[])?;
    text.trim().parse().map_err(|_| format!("git told no date: {text}"))
}

/// Installs the target's standard library where it is missing.
fn add_target(root: &Path, triple: &str) -> Result<(), String> {
    let there = run(root, "rustup", &["target", "list", "--installed"], &[])?;
    if there.lines().any(|line| line == triple) {
        return Ok(());
    }
    run(root, "rustup", &["target", "add", triple], &[]).map(drop)
}

/// The linker that a target needs beside those of Rust and of this machine.
pub(crate) fn linker(triple: &str) -> Option<&'static str> {
    let target = TARGETS.iter().find(|target| target.triple == triple)?;
    target.linker.filter(|linker| *linker != RUST_LLD)
}

/// Builds the player's program as it is packed for a target; where it is.
pub(crate) fn program(root: &Path, triple: &str) -> Result<PathBuf, String> {
    let target = TARGETS.iter().find(|target| target.triple == triple);
    build(root, target.ok_or_else(|| format!("there is no package for {triple}"))?)?;
    Ok(path(root, triple, PROGRAMS[0]))
}

/// Where a program for a target is built.
fn path(root: &Path, triple: &str, program: &str) -> PathBuf {
    let end = if triple.contains("windows") { ".exe" } else { "" };
    root.join("target").join(triple).join("release").join(format!("{program}{end}"))
}

/// Builds the player's programs for a target.
fn build(root: &Path, target: &Target) -> Result<Vec<Packed>, String> {
    add_target(root, target.triple)?;
    let mut set =
        vec![("RUSTFLAGS".to_owned(), remapped(root)?), ("CARGO_INCREMENTAL".to_owned(), "0".to_owned())];
    if let Some(linker) = target.linker {
        if linker != RUST_LLD {
            run(root, linker, &["--version"], &[])?;
        }
        let name = target.triple.to_uppercase().replace('-', "_");
        set.push((format!("CARGO_TARGET_{name}_LINKER"), linker.to_owned()));
    }
    let args = ["build", "--release", "--locked", "--package", "undercroft", "--target", target.triple];
    run(root, env!("CARGO"), &args, &set)?;
    let packed = |program: &str| {
        let path = path(root, target.triple, program);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::read(&path).map_err(|error| told(&path, &error))?;
        Ok(Packed { name, bytes, runs: true })
    };
    PROGRAMS.into_iter().map(packed).collect()
}

/// Flags that take the folders of this machine out of a program.
pub(crate) fn remapped(root: &Path) -> Result<String, String> {
    let cargo = std::env::var("CARGO_HOME").map(PathBuf::from).ok();
    let home = std::env::var("HOME").map_err(|_| "there is no HOME".to_owned())?;
    let cargo = cargo.unwrap_or_else(|| Path::new(&home).join(".cargo"));
    Ok(format!("--remap-path-prefix={}=. --remap-path-prefix={}=cargo", root.display(), cargo.display()))
}

fn check(root: &Path) -> Result<(), String> {
    add_target(root, CHECKED)?;
    run(root, env!("CARGO"), &["check", "--quiet", "--package", "undercroft", "--target", CHECKED], &[])
        .map(drop)
}

/// Our licence, and those of the libraries of a program.
fn all_licences(root: &Path, program: &str) -> Result<Vec<Packed>, String> {
    let mut all = vec![Packed::text("LICENCES-OF-LIBRARIES.txt", licences::text(root, program)?)];
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let path = root.join(name);
        all.push(Packed::text(name, fs::read(&path).map_err(|error| told(&path, &error))?));
    }
    Ok(all)
}

/// What every package has beside the program.
fn shared(root: &Path) -> Result<Vec<Packed>, String> {
    let mut all = Vec::new();
    for name in ["README.md", "CHANGELOG.md"] {
        let path = root.join(name);
        all.push(Packed::text(name, fs::read(&path).map_err(|error| told(&path, &error))?));
    }
    all.extend(all_licences(root, "undercroft")?);
    let archive = root.join("archive");
    for name in names(&archive)?.into_iter().filter(|name| name.ends_with(".wasm")) {
        let bytes = fs::read(archive.join(&name)).map_err(|error| told(&archive, &error))?;
        all.push(Packed::text(&format!("archive/{name}"), bytes));
    }
    let pages = root.join("target/man");
    // No page of a command that is no longer there.
    if pages.exists() {
        fs::remove_dir_all(&pages).map_err(|error| told(&pages, &error))?;
    }
    fs::create_dir_all(&pages).map_err(|error| told(&pages, &error))?;
    let program = ["run", "--quiet", "--package", "undercroft", "--features", "man", "--"];
    let folder = pages.display().to_string();
    run(root, env!("CARGO"), &[&program[..], &["man", &folder]].concat(), &[])?;
    for name in names(&pages)? {
        let bytes = fs::read(pages.join(&name)).map_err(|error| told(&pages, &error))?;
        all.push(Packed::text(&format!("man/{name}"), bytes));
    }
    for (shell, name) in [("bash", "undercroft.bash"), ("zsh", "_undercroft"), ("fish", "undercroft.fish")] {
        let text = run(root, env!("CARGO"), &[&program[..], &["completions", shell]].concat(), &[])?;
        all.push(Packed::text(&format!("completions/{name}"), text));
    }
    Ok(all)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| told(folder, &error))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Writes the SHA-256 of every file, as `sha256sum --check` reads it.
fn sums(folder: &Path) -> Result<(), String> {
    let mut lines = String::new();
    for name in names(folder)? {
        let bytes = fs::read(folder.join(&name)).map_err(|error| told(folder, &error))?;
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        lines += &format!("{sum}  {name}\n");
    }
    fs::write(folder.join("SHA256SUMS"), lines).map_err(|error| told(folder, &error))
}
