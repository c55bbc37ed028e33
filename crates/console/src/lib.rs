//! Shared by all front-ends: themes, key tables, settings, help pages, and screens as recordings and
//! pictures.
//!
//! It accesses no terminal and no file and knows no game by name. Front-ends pass in verbs, options and the
//! text of the settings file and get tables and pages.

mod bindings;
mod cast;
mod colour;
mod front;
mod glyphs;
mod help;
mod input;
mod key;
mod page;
mod reference;
mod settings;
mod shades;
mod stream;
mod svg;
mod text;
mod theme;

pub use bindings::{Bind, KeyTable, Meaning, Origin, slug};
pub use cast::{Painter, cast_event, cast_header};
pub use colour::{Colour, Depth, Rgb};
pub use front::Front;
pub use glyphs::{GlyphSet, Lines};
pub use help::{HelpRow, help_of_app, help_of_game, help_of_options, help_text};
pub use input::{Input, NOTCH, Report};
pub use kernel::capital;
pub use key::Key;
pub use page::{Page, Spot};
pub use reference::{fill_page, help_of_tables, tables_of};
pub use settings::{Animation, GROUPS, KeyChoice, Settings, Spec};
pub use stream::{KeyStream, PASTE_MAX};
pub use svg::{moving_svg, svg};
pub use text::{cut, sentence, wrap};
pub use theme::{Paint, Palette, Style, Theme};
