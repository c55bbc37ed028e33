//! Mode changes around the frames, as bytes, for a terminal that this process did not open.

/// Enters the application: alternate screen, no cursor, bracketed paste, a title.
pub const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b]0;Undercroft\x07";

/// Restores the terminal, whichever modes were set.
pub const RESTORE: &[u8] =
    b"\x1b[?2026l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";

/// Enables mouse reports: clicks, the wheel and movement.
pub const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1015h\x1b[?1006h";

/// Disables mouse reports.
pub const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l";

/// Begins a synchronized update.
pub const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";

/// Ends a synchronized update.
pub const FRAME_ENDS: &[u8] = b"\x1b[?2026l";
