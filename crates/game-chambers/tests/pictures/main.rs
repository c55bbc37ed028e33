//! Board before, commands, board and information rows after: the rules page, section by section.

mod combat;
mod commands;
mod common;
mod display;
mod document;
mod endings;
mod extras;
mod fights;
mod foes;
mod gold;
mod layouts;
mod panel;
mod potions;
mod races;
mod shop;
mod spawns;
