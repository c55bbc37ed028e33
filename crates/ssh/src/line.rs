//! The transport below the protocol: it can be cut from outside, and it limits the rate of input.

use std::future::Future as _;
use std::io::{self, ErrorKind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep_until};

/// Maximum burst in bytes: pasted text, or the key exchange.
const BURST: usize = 256 * 1024;
/// Sustained rate in bytes per second.
const A_SECOND: usize = 32 * 1024;
/// Delay for a client that has sent too much.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection.
pub(crate) struct Line {
    stream: TcpStream,
    cut: oneshot::Receiver<()>,
    is_cut: bool,
    /// Number of bytes that may be read now.
    allowed: usize,
    since: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

/// Dropping it cuts the connection.
pub(crate) struct Cutter(#[expect(dead_code, reason = "it is dropped")] oneshot::Sender<()>);

impl Line {
    pub(crate) fn new(stream: TcpStream) -> (Self, Cutter) {
        let (cutter, cut) = oneshot::channel();
        (
            Self { stream, cut, is_cut: false, allowed: BURST, since: Instant::now(), pause: None },
            Cutter(cutter),
        )
    }

    fn uncut(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        self.is_cut = self.is_cut || pin!(&mut self.cut).poll(context).is_ready();
        if self.is_cut { Err(ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }

    /// Waits until reading is allowed again.
    fn allowed(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(pause) = &mut self.pause {
                ready!(pause.as_mut().poll(context));
                self.pause = None;
            }
            let gained = self.since.elapsed().as_millis() as usize * A_SECOND / 1000;
            if gained > 0 {
                (self.allowed, self.since) = ((self.allowed + gained).min(BURST), Instant::now());
            }
            if self.allowed > 0 {
                return Poll::Ready(());
            }
            self.pause = Some(Box::pin(sleep_until(Instant::now() + PAUSE)));
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.uncut(context)?;
        ready!(self.allowed(context));
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.allowed = self.allowed.saturating_sub(buffer.filled().len() - before);
        read
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.uncut(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
