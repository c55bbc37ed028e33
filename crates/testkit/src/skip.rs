//! Tests that need a tool this machine does not have say so.

use std::io::Write as _;

/// Says that this test proves nothing here, and why; the test returns right after. `cargo xtask test` counts these lines. The
/// line is written to standard error itself, because the test runner shows what tests print only when they fail.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    let _ = std::io::stderr().write_all(line.as_bytes());
}
