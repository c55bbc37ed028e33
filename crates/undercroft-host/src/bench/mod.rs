//! `undercroft-host bench`: what this machine can host. The load comes from this process, the host is one of its own, so that
//! its processor time and memory can be told apart.

mod play;
mod process;
mod verify;

use crate::args::{Bench, Measured};
use serde_json::Value;
use std::path::PathBuf;

/// Measures, and prints what came out.
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

/// The folder of the host that is measured; it goes again.
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

/// A number with two places.
fn rounded(number: f64) -> Value {
    ((number * 100.0).round() / 100.0).into()
}
