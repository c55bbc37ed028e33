//! Inputs of a screen: keys, the mouse, pasted text and ticks; and the other reports of a terminal.

use crate::Key;

/// Number of rows scrolled by one notch of the wheel.
pub const NOTCH: i32 = 3;

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// Ctrl-U: clear the line being typed.
    Clear,
    /// Pasted text.
    Paste(String),
    /// The mouse moved to this column and row.
    Hover(u16, u16),
    /// The mouse was clicked at this column and row.
    Click(u16, u16),
    /// The wheel was turned by this many rows, positive downwards.
    Wheel(i32),
    /// The time a screen asked for has passed.
    Tick,
}

/// A report of a terminal: an input for a screen, or something for the runner of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// An input.
    Input(Input),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L: repaint the screen.
    Repaint,
    /// The window gained or lost the focus.
    Focus(bool),
}
