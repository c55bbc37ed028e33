//! Board before, orders, board and rows of information after: the rules page, section by section.

mod common;
mod display;
mod races;
mod combat;
mod foes;
mod gold;
mod potions;
mod commands;
mod endings;
mod layouts;
mod extras;
