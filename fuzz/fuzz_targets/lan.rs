//! See `properties.rs` of crate `lan` for what must hold.
#![no_main]
// The crate uses more of this module than this target does.
#![allow(dead_code)]

#[path = "../../crates/lan/src/properties.rs"]
mod properties;
#[path = "../../crates/lan/src/wire.rs"]
mod wire;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::lines(bytes));
