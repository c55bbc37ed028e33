//! `cargo xtask soak [GAMES]`: many random games on all cores, each played live, saved and continued, and
//! replayed. It can be stopped at any time and continues with the next call.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The number of games of a full run.
const GAMES: u64 = 1_000_000;

pub(crate) fn soak(root: &Path, args: &[String]) -> Result<(), String> {
    let games = match args {
        [] => GAMES,
        [games] => games.replace('_', "").parse().map_err(|_| format!("'{games}' is no number of games"))?,
        _ => return Err("cargo xtask soak [GAMES]".to_owned()),
    };
    crate::cargo(&["build", "--release", "--quiet", "--package", "proof"])?;
    // Results of other sources are dropped.
    let commit = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).current_dir(root).output();
    let commit = commit.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned()).unwrap_or_default();
    let folder = root.join("target/soak");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = folder.join(format!("{commit}.txt"));
    println!("commit {commit}; what is done is kept in {}", file.display());
    let status = Command::new(root.join("target/release/proof"))
        .args(["soak", &games.to_string()])
        .arg(&file)
        .status()
        .map_err(|error| format!("proof cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("the soak ended with {status}")) }
}
