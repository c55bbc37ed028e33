//! The application in a browser: a page calls it through four C functions and paints the cells it draws.
//!
//! It runs on `wasm32-wasip1`; the page provides files, clock and random numbers through a small WASI
//! implementation. This crate knows nothing about canvas, DOM or browser storage.

mod door;
mod editor;
mod exports;
mod messages;
mod routes;

pub use door::Door;
pub use messages::{Answer, Entry, Request, Tiles, Words};
