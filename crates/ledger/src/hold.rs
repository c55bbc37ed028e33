//! A volume in the hands of its one writer.

use crate::append::Append;
use crate::limits::{ANSWERS_MAX, LINES_BYTES_MAX, REPLY_BYTES_MAX};
use crate::writer::{Item, gone};
use crate::{LedgerError, Millis, Permit, Result};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// An answer that is kept with its command, so that it can be given again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Who was answered.
    pub seat: u8,
    /// The id their client gave.
    pub client: u64,
    /// How many commands the game had then.
    pub n: i64,
    /// The answer, as text.
    pub reply: String,
}

/// What is added to a game in one commit.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Run text, whole lines.
    pub text: String,
    /// How many commands the game has after it.
    pub commands: i64,
    /// The ids that were answered by it.
    pub answers: Vec<Answered>,
    /// True when a new chapter begins with it.
    pub chapter: bool,
}

/// The right to add to a game or text, from taking it until somebody else takes it. There is one for each time it is taken.
#[derive(Debug)]
pub struct Hold {
    pub(crate) volume: Arc<str>,
    pub(crate) epoch: i64,
    pub(crate) parts: i64,
    pub(crate) chapter: i64,
    pub(crate) home: Option<Arc<str>>,
}

/// A write that is on its way; it is done when this is.
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
    /// The epoch it was taken in.
    #[must_use]
    pub const fn epoch(&self) -> i64 {
        self.epoch
    }

    /// The chapter it is in; a game begins in chapter 0.
    #[must_use]
    pub const fn chapter(&self) -> i64 {
        self.chapter
    }

    /// Puts an addition into the writer's queue, behind all earlier ones. Once one of them fails, all later ones are
    /// refused as [`LedgerError::Fenced`], and the game must be taken again.
    ///
    /// # Errors
    /// When it is too large; nothing is put into the queue then.
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
