//! Rooms from the outside: schedules from seeds, numbered lines, watchers, and the player's side. One test program.

mod lines;
mod long;
mod mirror;
mod schedules;
mod watching;
mod world;
