//! Tests of the real program, one module per subject, in one test binary that is linked once.

mod archived;
mod boo;
mod by_ear;
mod cave;
mod challenges;
mod corpus;
#[cfg(unix)]
mod doctor;
#[cfg(unix)]
mod examples;
mod exports;
mod games;
mod help;
mod hostile;
mod lesson;
mod levels;
mod mcp;
mod nothing_lost;
mod pages;
mod pictures;
#[cfg(unix)]
mod programs;
mod protocol;
mod records;
mod saving;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod statuses;
mod support;
#[cfg(unix)]
mod terminal;
mod together;
mod together_limits;
mod together_long;
#[cfg(unix)]
mod together_screens;
mod verified;
mod what_happened;
