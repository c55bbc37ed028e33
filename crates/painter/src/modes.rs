//! What is written to a terminal that is not ours to open, around the frames: the modes of the terminal library, as bytes.

/// Takes the terminal: alternate screen, no cursor, pasted text marked as such, a title.
pub const TAKE: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b]0;Undercroft\x07";

/// Gives it back, whatever was taken of it.
pub const GIVE_BACK: &[u8] =
    b"\x1b[?2026l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";

/// The mouse is heard: presses, the wheel and movement.
pub const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1015h\x1b[?1006h";

/// The mouse is not heard any more.
pub const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l";

/// The terminal shows what follows at once.
pub const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";

/// All of it was written.
pub const FRAME_ENDS: &[u8] = b"\x1b[?2026l";
