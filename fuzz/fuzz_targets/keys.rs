//! See `targets.rs` of the tests of the program for what must hold.
#![no_main]

#[path = "../../crates/undercroft/tests/parsers/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::run_target("keys", bytes));
