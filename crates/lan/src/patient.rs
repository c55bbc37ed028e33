//! Reads from a socket with a deadline.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

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
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(bytes)
    }
}
