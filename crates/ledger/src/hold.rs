//! A volume held by its only writer.

use crate::append::Append;
use crate::limits::{ANSWERS_MAX, LINES_BYTES_MAX, REPLY_BYTES_MAX};
use crate::writer::{Item, gone};
use crate::{LedgerError, Millis, Permit, Result};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// An answer stored with its command, so that it can be repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The seat that was answered.
    pub seat: u8,
    /// The id given by the client.
    pub client: u64,
    /// The game's number of commands at that time.
    pub n: i64,
    /// The answer, as text.
    pub reply: String,
}

/// An addition to a game, committed as a whole.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Run text, in complete lines.
    pub text: String,
    /// The game's number of commands after it.
    pub commands: i64,
    /// The answers it contains.
    pub answers: Vec<Answered>,
    /// Whether it begins a new chapter.
    pub chapter: bool,
}

/// The right to append to a game or text, from taking it until somebody else takes it. Every take creates a
/// new one.
#[derive(Debug)]
pub struct Hold {
    pub(crate) volume: Arc<str>,
    pub(crate) epoch: i64,
    pub(crate) parts: i64,
    pub(crate) chapter: i64,
    pub(crate) home: Option<Arc<str>>,
}

/// A queued write; resolves when it is committed.
#[derive(Debug)]
#[must_use = "nothing may be shown before it is committed"]
pub struct Pending(oneshot::Receiver<Result<()>>);

impl Future for Pending {
    type Output = Result<()>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|answer| answer.unwrap_or_else(|_| Err(gone())))
    }
}

impl Hold {
    /// The epoch of this hold.
    #[must_use]
    pub const fn epoch(&self) -> i64 {
        self.epoch
    }

    /// The current chapter; a game begins in chapter 0.
    #[must_use]
    pub const fn chapter(&self) -> i64 {
        self.chapter
    }

    /// Queues an addition after all earlier ones. Once one of them fails, all later ones are refused with
    /// [`LedgerError::Fenced`], and the game must be taken again.
    ///
    /// # Errors
    /// When it is too large; nothing is queued then.
    pub fn append(&mut self, permit: Permit, now: Millis, lines: Lines) -> Result<Pending> {
        let long = |answer: &Answered| answer.reply.len() > REPLY_BYTES_MAX || answer.reply.contains('\0');
        if lines.text.len() > LINES_BYTES_MAX
            || lines.answers.len() > ANSWERS_MAX
            || lines.answers.iter().any(long)
        {
            return Err(LedgerError::Full);
        }
        Ok(self.append_bytes(permit, now, lines))
    }

    pub(crate) fn append_bytes(&mut self, permit: Permit, now: Millis, lines: Lines) -> Pending {
        let (done, receiver) = oneshot::channel();
        self.chapter += i64::from(lines.chapter);
        let append = Append {
            volume: Arc::clone(&self.volume),
            epoch: self.epoch,
            part: self.parts,
            chapter: self.chapter,
            commands: lines.commands,
            now,
            text: lines.text.into_bytes(),
            answers: lines.answers,
            home: self.home.clone(),
            done,
        };
        self.parts += 1;
        permit.0.send(Item::Append(append));
        Pending(receiver)
    }
}
