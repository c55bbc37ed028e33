//! The rules of one game as a WebAssembly module without imports, so that its runs can still be replayed
//! after the rules have changed.
//!
//! `cargo xtask archive GAME` builds it with the game's feature; docs/archive.md describes its functions.
//! Only `player.rs` depends on the rest of the engine: older commits have another version of it.

#[cfg(any(
    feature = "boo",
    feature = "cave",
    feature = "chambers",
    feature = "dungeon",
    feature = "pursuit"
))]
mod exports;
mod player;

pub use player::{Player, Stepped};
