//! Rooms from the outside, in one test binary: random schedules, numbered lines, watchers, and the player's
//! side.

mod lines;
mod long;
mod mirror;
mod schedules;
mod watching;
mod world;
