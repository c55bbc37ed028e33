//! Board before, orders, board and rows of information after: the rules page, section by section.

mod combat;
mod commands;
mod common;
mod display;
mod endings;
mod extras;
mod foes;
mod gold;
mod layouts;
mod potions;
mod races;
mod shop;
