//! What reaches a screen: keys, the mouse, pasted text and the passing of time.

use console::Key;

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
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
