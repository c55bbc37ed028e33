//! Reports tests that need a tool this machine does not have.

use std::io::Write as _;

/// Reports that this test is skipped, and why; the test must return right after. `cargo xtask test` counts
/// these lines. The line goes directly to standard error, because the test runner shows captured output of
/// failing tests only.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    let _ = std::io::stderr().write_all(line.as_bytes());
}
