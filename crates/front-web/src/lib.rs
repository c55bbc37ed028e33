//! The application in a browser: a page calls it through four C functions, and it draws cells the page paints.
//!
//! It runs on `wasm32-wasip1`; the page gives it files, clock and random numbers through its own small WASI. This crate
//! knows nothing of canvas, DOM or storage.

mod bench;
mod door;
mod exports;
mod messages;
mod routes;

pub use door::Door;
pub use messages::{Answer, Entry, Request, Tiles, Words};
