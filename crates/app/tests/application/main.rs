//! Tests of the application without a terminal, one module per subject, in one test binary that is linked
//! once.

mod assist;
mod campaign;
mod cave;
mod cellar;
mod challenges;
mod common_keys;
mod demo;
mod effects;
mod habits;
mod hints;
mod in_view;
mod jobs;
mod ladder;
mod lessons;
mod menus;
mod newcomers;
mod pictures;
mod play;
mod practice;
#[cfg(unix)]
mod programs;
mod records;
mod saving;
mod screens;
mod screens_work;
mod shots;
mod stand;
mod watching;
