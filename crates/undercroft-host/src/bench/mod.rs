//! `undercroft-host bench`: measures how much this machine can host. The load comes from this process, the
//! host is a separate one, so that their processor time and memory can be told apart.

mod play;
mod process;
mod verify;

use crate::args::{Bench, Measured};
use serde_json::Value;
use std::path::PathBuf;

/// Measures and prints the results.
pub(crate) fn run(bench: &Bench) -> Result<(), String> {
    let folder = Folder::new(bench.data.clone())?;
    let figures = match bench.what {
        Measured::Play => play::measure(bench, &folder.path)?,
        Measured::Verify => verify::measure(bench, &folder.path)?,
    };
    if bench.json {
        println!("{figures}");
    } else if let Value::Object(figures) = figures {
        for (name, value) in figures {
            println!("{name:28} {value}");
        }
    }
    Ok(())
}

/// The folder of the measured host, removed when dropped.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new(within: Option<PathBuf>) -> Result<Self, String> {
        let name = format!("undercroft-bench-{}", std::process::id());
        let path = within.unwrap_or_else(std::env::temp_dir).join(name);
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { path })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Rounds to two decimals.
fn rounded(number: f64) -> Value {
    ((number * 100.0).round() / 100.0).into()
}
