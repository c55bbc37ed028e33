//! See `promise.rs` of the host for what must hold.
#![no_main]
// The host uses more of these modules than this target does.
#![allow(dead_code)]

#[path = "../../crates/undercroft-host/src/game.rs"]
mod game;
#[path = "../../crates/undercroft-host/src/promise.rs"]
mod promise;
#[path = "../../crates/undercroft-host/src/wire.rs"]
mod wire;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| promise::message(bytes));
