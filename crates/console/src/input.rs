//! What reaches a screen: keys, the mouse, pasted text and the passing of time; and what else a terminal reports.

use crate::Key;

/// Rows a notch of the wheel scrolls.
pub const NOTCH: i32 = 3;

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// Ctrl-U: what was typed on this line is to go.
    Clear,
    /// Text from the clipboard.
    Paste(String),
    /// The mouse stands on a column and row.
    Hover(u16, u16),
    /// The mouse was pressed there.
    Click(u16, u16),
    /// The wheel was turned by so many rows, downwards if positive.
    Wheel(i32),
    /// The time a screen asked for has passed.
    Tick,
}

/// What a terminal reports: an input for a screen, or something for whoever runs the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// An input.
    Input(Input),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L: the screen should be painted anew.
    Repaint,
    /// The window has come into focus, or gone out of it.
    Focus(bool),
}
