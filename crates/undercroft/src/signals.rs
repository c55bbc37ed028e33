//! Signal handling: programs on seats are ended at once; a game in line mode is closed as if its input had
//! ended.

use std::io::{self, Read};

/// On a signal, ends all programs and this process. For everything that reads no commands.
pub(crate) fn end_at_once() {
    #[cfg(unix)]
    unix::watch(unix::Then::End);
}

/// On a signal, ends all programs; the front-end handles the rest.
pub(crate) fn end_programs() {
    #[cfg(unix)]
    unix::watch(unix::Then::Nothing);
}

/// Standard input that ends on a signal, so that the game is closed and saved.
pub(crate) struct Input {
    #[cfg(unix)]
    signalled: Option<std::os::unix::net::UnixStream>,
    stdin: io::StdinLock<'static>,
}

/// The exit status for the signal that ended the input; `None` if none did.
pub(crate) fn status() -> Option<u8> {
    #[cfg(unix)]
    return unix::status();
    #[cfg(not(unix))]
    None
}

impl Input {
    pub(crate) fn new() -> Self {
        Self {
            #[cfg(unix)]
            signalled: unix::line(),
            stdin: io::stdin().lock(),
        }
    }
}

/// Must be read in large pieces: bytes buffered by the standard library are not noticed here.
impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        if let Some(signalled) = &self.signalled
            && unix::is_signalled(&self.stdin, signalled)?
        {
            return Ok(0);
        }
        self.stdin.read(buffer)
    }
}

#[cfg(unix)]
mod unix {
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::io::{self, Write as _};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;
    use std::sync::atomic::{AtomicI32, Ordering};
    use std::sync::{Mutex, Once, PoisonError};
    use std::time::Duration;

    /// How long a game may take to close after a signal.
    const CLOSING: Duration = Duration::from_secs(1);

    /// The first signal received; 0 for none.
    static CAME: AtomicI32 = AtomicI32::new(0);

    pub(super) fn status() -> Option<u8> {
        match CAME.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(128 + (signal & 0x7F) as u8),
        }
    }

    /// The action on a signal, after all programs were ended.
    pub(super) enum Then {
        Nothing,
        End,
        /// Signals the end of the input on this socket and gives the game a moment to close. A game that does
        /// not close in time is left as it is: every answered command is saved.
        Close(UnixStream),
    }

    static THEN: Mutex<Then> = Mutex::new(Then::Nothing);

    /// Starts the signal thread on the first call; the last call decides the action.
    pub(super) fn watch(then: Then) {
        static ONCE: Once = Once::new();
        *THEN.lock().unwrap_or_else(PoisonError::into_inner) = then;
        ONCE.call_once(|| {
            let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
            std::thread::spawn(move || signals.forever().for_each(came));
        });
    }

    fn came(signal: i32) {
        let _ = CAME.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
        catalog::pursuit_lab::stop_all_programs();
        match &mut *THEN.lock().unwrap_or_else(PoisonError::into_inner) {
            Then::Nothing => return,
            Then::End => {}
            Then::Close(line) => {
                let _ = line.write_all(b"!");
                std::thread::sleep(CLOSING);
            }
        }
        std::process::exit(128 + signal);
    }

    /// The receiving end of the socket on which the end of the input is signalled.
    pub(super) fn line() -> Option<UnixStream> {
        let (told, teller) = UnixStream::pair().ok()?;
        watch(Then::Close(teller));
        Some(told)
    }

    /// Waits until there is input or a signal.
    pub(super) fn is_signalled(stdin: &impl AsFd, signalled: &UnixStream) -> io::Result<bool> {
        loop {
            let mut watched = [PollFd::new(stdin, PollFlags::IN), PollFd::new(signalled, PollFlags::IN)];
            match poll(&mut watched, None) {
                Ok(_) if !watched[1].revents().is_empty() => return Ok(true),
                Ok(_) if !watched[0].revents().is_empty() => return Ok(false),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
