//! The rules of one game as a WebAssembly module without imports, so that its runs can be played after the rules have changed.
//!
//! `cargo xtask archive GAME` builds it with the feature of that game; docs/archive.md describes its functions. Only `player.rs`
//! knows the rest of the engine: for older commits another file stands in its place.

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
