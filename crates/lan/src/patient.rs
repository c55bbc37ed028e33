//! Reads from a socket with a deadline.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long the other side may be silent at least, after this process was stopped.
const AFTER_STOP: Duration = Duration::from_secs(20);

/// A socket that must deliver something complete by a deadline: a byte now and then does not extend it.
pub(crate) struct Patient {
    stream: TcpStream,
    until: Instant,
}

impl Patient {
    pub(crate) fn new(stream: TcpStream, time: Duration) -> Self {
        Self { stream, until: Instant::now() + time }
    }

    /// Sets the deadline to this much time from now.
    pub(crate) fn allow(&mut self, time: Duration) {
        self.until = Instant::now() + time;
    }
}

impl Read for Patient {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = self.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
            match self.stream.read(bytes) {
                // This process was stopped and goes on, perhaps much later: the other side was not silent.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.until = self.until.max(Instant::now() + AFTER_STOP);
                }
                read => return read,
            }
        }
    }
}
