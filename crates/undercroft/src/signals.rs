//! What a signal does: programs that play are ended at once; a game in line mode is closed as at the end of its input.

use std::io::{self, Read};

/// Ends all programs and this process when a signal comes. For everything that does not read commands.
pub(crate) fn end_at_once() {
    #[cfg(unix)]
    unix::watch(unix::Then::End);
}

/// Ends all programs when a signal comes; the front-end handles the rest.
pub(crate) fn end_programs() {
    #[cfg(unix)]
    unix::watch(unix::Then::Nothing);
}

/// Standard input that ends when a signal comes, so that the game is closed and kept.
pub(crate) struct Input {
    #[cfg(unix)]
    signalled: Option<std::os::unix::net::UnixStream>,
    stdin: io::StdinLock<'static>,
}

/// The signal that has ended the input, as a status of this process; nothing if it was not ended so.
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

/// To be read in large pieces: what the standard library has read ahead would not be noticed here.
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

    /// How long a game has to be closed after a signal.
    const CLOSING: Duration = Duration::from_secs(1);

    /// The first signal that came; 0 for none.
    static CAME: AtomicI32 = AtomicI32::new(0);

    pub(super) fn status() -> Option<u8> {
        match CAME.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(128 + (signal & 0x7F) as u8),
        }
    }

    /// What follows a signal, after all programs were ended.
    pub(super) enum Then {
        Nothing,
        End,
        /// The end of the input is signalled on this line, and the game has a moment to be closed. One that is not closed in
        /// time is left as it is: every command that was answered is kept.
        Close(UnixStream),
    }

    static THEN: Mutex<Then> = Mutex::new(Then::Nothing);

    /// Waits for signals in a thread of its own, from the first call on; the last call says what they do.
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

    /// The other end of the line on which the end of the input is signalled.
    pub(super) fn line() -> Option<UnixStream> {
        let (told, teller) = UnixStream::pair().ok()?;
        watch(Then::Close(teller));
        Some(told)
    }

    /// Sleeps until there is something to read, or a signal came.
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
