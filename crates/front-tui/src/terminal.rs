//! The terminal taken and given back: by leaving, by panic, by signal, always.

use crate::sheet::Sheet;
use ratatui::buffer::Buffer;
use ratatui::crossterm::{
    cursor::{Hide, Show},
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute, queue,
    style::{ResetColor, force_color_output},
    terminal::{
        BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, SetTitle,
        disable_raw_mode, enable_raw_mode, size,
    },
};
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

/// A frame is written in one go: no terminal shows half of it.
const FRAME_BYTES: usize = 256 * 1024;

/// True while the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Columns and rows of the terminal on standard output; nothing if there is none.
#[must_use]
pub fn terminal_size() -> Option<(u16, u16)> {
    size().ok().filter(|_| io::stdout().is_terminal())
}

/// The terminal while it is ours; dropping gives it back.
pub(crate) struct Screen {
    sheet: Sheet,
    out: BufWriter<Stdout>,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When it is none, or does not do what is asked.
    pub(crate) fn take() -> io::Result<Self> {
        // Whether there are colours is decided by the settings, which know about NO_COLOR already.
        force_color_output(true);
        give_back_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let taken = enable_raw_mode().and_then(|()| {
            execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste, SetTitle("Undercroft"))?;
            size()
        });
        match taken {
            Ok(_) => {
                let out = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
                Ok(Self { sheet: Sheet::new(), out, mouse: false })
            }
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Paints one frame; only cells that differ from the last are written.
    pub(crate) fn paint(&mut self, mouse: bool, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let (cols, rows) = size()?;
        let changes = self.sheet.paint(cols, rows, draw);
        if changes.is_empty() && mouse == self.mouse {
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
        self.out.write_all(changes)?;
        queue!(self.out, EndSynchronizedUpdate)?;
        self.out.flush()
    }

    /// The next frame is written whole: something else may have written on the screen.
    pub(crate) fn forget(&mut self) {
        self.sheet.forget();
    }

    /// Takes the terminal again after the program was stopped and continued.
    pub(crate) fn take_again(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste)?;
        self.mouse = false;
        self.forget();
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back if it is ours. A terminal that is gone cannot complain.
pub(crate) fn give_back() {
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

/// A panic first gives the terminal back, so that its message can be read.
fn give_back_on_panic() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
        }));
    });
}
