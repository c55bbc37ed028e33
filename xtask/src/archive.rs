//! `cargo xtask archive`: builds the rules of a game as a small WebAssembly module in `archive/`, named by
//! game, rules and hash. It plays runs of those rules after the rules have changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const USAGE: &str =
    "cargo xtask archive GAME [COMMIT [PLAYER.rs]], or nothing to build all of archive/modules.txt again";
const TARGET: &str = "wasm32-unknown-unknown";
const MODULE: &str = "crates/archive-module";
/// The list of modules, with the commit and the player each was made from.
const LIST: &str = "archive/modules.txt";

/// One row of the list.
struct Row {
    file: String,
    game: String,
    commit: String,
    /// The player for the engine of that commit, below `archive/`; `-` for the one of the crate.
    player: String,
}

/// Builds a module of the current rules or of an older commit; without arguments rebuilds the whole list.
pub(crate) fn archive(root: &Path, args: &[String]) -> Result<(), String> {
    match args {
        [] => again(root),
        [game] if !game.starts_with('-') => {
            if !git(root, &["status", "--porcelain", "crates", "Cargo.toml", "Cargo.lock"])?.is_empty() {
                return Err(
                    "commit first: a module is made from a commit, so that it can be made again".to_owned()
                );
            }
            add(root, game, "HEAD", "-")
        }
        [game, commit] if !game.starts_with('-') => add(root, game, commit, "-"),
        [game, commit, player] => add(root, game, commit, player.trim_start_matches("archive/")),
        _ => Err(USAGE.to_owned()),
    }
}

/// Builds a module and adds it to the archive. Existing modules never change.
fn add(root: &Path, game: &str, commit: &str, player: &str) -> Result<(), String> {
    let commit = git(root, &["rev-parse", "--short=12", "--verify", &format!("{commit}^{{commit}}")])?;
    let (rules, bytes) = build(root, game, &commit, player)?;
    let name = format!("{game}-rules-{rules}-");
    if let Some(old) = rows(root)?.into_iter().find(|row| row.file.starts_with(&name)) {
        return match old.file == named(game, rules, &bytes) {
            true => {
                println!("archive/{} is up to date", old.file);
                Ok(())
            }
            false => Err(format!("archive/{} is there, and an archived module never changes", old.file)),
        };
    }
    let file = named(game, rules, &bytes);
    let mut list = fs::read_to_string(root.join(LIST)).unwrap_or_default();
    list += &format!("{file} {game} {commit} {player}\n");
    write(&root.join("archive").join(&file), &bytes)?;
    write(&root.join(LIST), list.as_bytes())?;
    println!("archive/{file}: {} bytes, from {commit}", bytes.len());
    Ok(())
}

/// Rebuilds every module: the same sources must give the same bytes.
fn again(root: &Path) -> Result<(), String> {
    let mut moved = Vec::new();
    for row in rows(root)? {
        let (rules, bytes) = build(root, &row.game, &row.commit, &row.player)?;
        let now = named(&row.game, rules, &bytes);
        println!("{}: {}", row.file, if now == row.file { "the same bytes" } else { "other bytes" });
        if now != row.file {
            moved.push(row.file);
        }
    }
    if moved.is_empty() {
        Ok(())
    } else {
        Err(format!("built from its commit, it differs: {}", moved.join(", ")))
    }
}

/// The version of the rules at a commit, and the module.
fn build(root: &Path, game: &str, commit: &str, player: &str) -> Result<(u32, Vec<u8>), String> {
    let library = git(root, &["show", &format!("{commit}:crates/game-{game}/src/lib.rs")])
        .map_err(|_| format!("there is no game {game} at {commit}"))?;
    let rules = rules(&library).ok_or_else(|| format!("the number of the rules of {game} is not found"))?;
    let source = root.join("target/archive").join(format!("{game}-{commit}"));
    unpack(root, commit, &source)?;
    let module = source.join(MODULE);
    copy(&root.join(MODULE), &module)?;
    if player != "-" {
        let from = root.join("archive").join(player);
        fs::copy(&from, module.join("src/player.rs"))
            .map_err(|error| format!("{}: {error}", from.display()))?;
    }
    let built = root.join("target/archive/build");
    let status = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "--package", "archive-module", "--lib", "--crate-type", "cdylib"])
        .args(["--features", game, "--target", TARGET, "--profile", "archive"])
        .args(["--config", "profile.archive.inherits='release'", "--config", "profile.archive.opt-level='z'"])
        .args(["--config", "profile.archive.panic='abort'"])
        .env("CARGO_TARGET_DIR", &built)
        .env("RUSTFLAGS", flags(&source))
        .current_dir(&source)
        .status()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !status.success() {
        return Err(format!("the module of {game} at {commit} cannot be built: {status}"));
    }
    let file = built.join(TARGET).join("archive/archive_module.wasm");
    let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let _ = fs::remove_dir_all(&source);
    Ok((rules, bytes))
}

/// Modules contain no path of this machine.
fn flags(source: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let (home, source) = (home.display(), source.display());
    format!("--remap-path-prefix={source}=. --remap-path-prefix={home}=cargo")
}

/// `rules: 2,` in a game's `ABOUT`; `const RULES: u32 = 1;` in earlier commits.
fn rules(library: &str) -> Option<u32> {
    library.lines().find_map(|line| {
        let line = line.trim().trim_end_matches([',', ';']);
        line.strip_prefix("rules: ").or_else(|| line.strip_prefix("const RULES: u32 = "))?.parse().ok()
    })
}

fn named(game: &str, rules: u32, bytes: &[u8]) -> String {
    format!("{game}-rules-{rules}-{}.wasm", &blake3::hash(bytes).to_hex()[..16])
}

fn rows(root: &Path) -> Result<Vec<Row>, String> {
    let list = fs::read_to_string(root.join(LIST)).unwrap_or_default();
    let row = |line: &str| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let [file, game, commit, player] = <[String; 4]>::try_from(words).ok()?;
        Some(Row { file, game, commit, player })
    };
    list.lines().map(|line| row(line).ok_or_else(|| format!("{LIST}: '{line}' is not understood"))).collect()
}

/// Extracts the files of a commit into a folder.
fn unpack(root: &Path, commit: &str, folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let told = |error: std::io::Error| format!("git archive: {error}");
    let mut packed = Command::new("git")
        .args(["archive", commit])
        .current_dir(root)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(told)?;
    let from = packed.stdout.take().map_or_else(Stdio::null, Stdio::from);
    let status = Command::new("tar").arg("x").stdin(from).current_dir(folder).status().map_err(told)?;
    let packed = packed.wait().map_err(told)?;
    if status.success() && packed.success() { Ok(()) } else { Err(format!("{commit} cannot be unpacked")) }
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(told)?;
    for entry in fs::read_dir(from).map_err(told)?.flatten() {
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy(&path, &place)?,
            false => fs::copy(&path, place).map(drop).map_err(told)?,
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// The output of a git command.
fn git(root: &Path, args: &[&str]) -> Result<String, String> {
    let told = Command::new("git").args(args).current_dir(root).output();
    let told = told.map_err(|error| format!("git cannot be run: {error}"))?;
    match told.status.success() {
        true => Ok(String::from_utf8_lossy(&told.stdout).trim().to_owned()),
        false => Err(String::from_utf8_lossy(&told.stderr).trim().to_owned()),
    }
}
