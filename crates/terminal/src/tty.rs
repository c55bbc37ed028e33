//! Takes the terminal and always restores it: on leaving, on a panic, on a signal.

use crossterm::{
    cursor::{Hide, Show},
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute, queue,
    style::{ResetColor, force_color_output},
    terminal::{
        BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, SetTitle,
        disable_raw_mode, enable_raw_mode, size,
    },
};
use painter::Sheet;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

/// Buffer size for a frame, which is written at once, so that no terminal shows half of it.
const FRAME_BYTES: usize = 256 * 1024;

/// Maximum size that is painted, because two whole screens are kept in memory.
const SIZE_MAX: u16 = 2_000;
/// The size assumed for a terminal that reports 0.
const SIZE_UNKNOWN: (u16, u16) = (80, 24);

/// Whether the terminal is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Columns and rows of the terminal on standard output; `None` if it is not a terminal.
#[must_use]
pub fn terminal_size() -> Option<(u16, u16)> {
    size().ok().filter(|_| io::stdout().is_terminal()).map(usable)
}

/// The part of a terminal that is painted.
fn usable((cols, rows): (u16, u16)) -> (u16, u16) {
    if cols == 0 || rows == 0 { SIZE_UNKNOWN } else { (cols.min(SIZE_MAX), rows.min(SIZE_MAX)) }
}

/// The terminal while it is taken; dropping restores it.
pub(crate) struct Tty {
    sheet: Sheet,
    frame: Buffer,
    changes: Vec<u8>,
    out: BufWriter<Stdout>,
    mouse: bool,
}

impl Tty {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When there is no terminal, or it refuses.
    pub(crate) fn take() -> io::Result<Self> {
        // The settings decide about colours; they already take NO_COLOR into account.
        force_color_output(true);
        restore_on_panic();
        let out = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
        let frame = Buffer::empty(Rect::ZERO);
        let mut tty = Self { sheet: Sheet::default(), frame, changes: Vec::new(), out, mouse: false };
        tty.take_again()?;
        size()?;
        Ok(tty)
    }

    /// Paints one frame; only cells that changed are written. Does nothing while the terminal is not taken.
    pub(crate) fn paint(&mut self, mouse: bool, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        if !TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        let (cols, rows) = usable(size()?);
        self.frame.resize(Rect::new(0, 0, cols, rows));
        self.frame.reset();
        draw(&mut self.frame);
        self.changes.clear();
        self.sheet.paint(&self.frame, usize::MAX, &mut self.changes);
        if self.changes.is_empty() && mouse == self.mouse {
            return Ok(());
        }
        queue!(self.out, BeginSynchronizedUpdate)?;
        if mouse != self.mouse {
            self.mouse = mouse;
            if mouse {
                queue!(self.out, EnableMouseCapture)?;
            } else {
                queue!(self.out, DisableMouseCapture)?;
            }
        }
        self.out.write_all(&self.changes)?;
        queue!(self.out, EndSynchronizedUpdate)?;
        self.out.flush()
    }

    /// Forces the next frame to be written completely, because something else may have written to the screen.
    pub(crate) fn forget(&mut self) {
        self.sheet.forget();
    }

    /// Takes the terminal, also after the program was stopped and continued.
    pub(crate) fn take_again(&mut self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        // Another program may have changed the mode meanwhile: without this call, raw mode would seem to be
        // on already.
        let _ = disable_raw_mode();
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste, SetTitle("Undercroft"))?;
        self.mouse = false;
        self.forget();
        Ok(())
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if it is taken. Errors are ignored: the terminal may be gone.
pub(crate) fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            DisableMouseCapture,
            DisableBracketedPaste,
            ResetColor,
            Show,
            LeaveAlternateScreen
        );
        let _ = out.flush();
        let _ = disable_raw_mode();
    }
}

/// Makes a panic restore the terminal first, so that its message can be read.
fn restore_on_panic() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_of_any_size_is_painted_as_far_as_memory_allows() {
        assert_eq!(usable((80, 24)), (80, 24));
        assert_eq!(usable((2_000, 2_000)), (2_000, 2_000));
        assert_eq!(usable((u16::MAX, u16::MAX)), (2_000, 2_000));
        assert_eq!(usable((u16::MAX, 1)), (2_000, 1));
        for unknown in [(0, 0), (0, 24), (80, 0)] {
            assert_eq!(usable(unknown), (80, 24));
        }
    }
}
