//! Playing in a room through standard input and output: line mode or JSON.

use crate::guest::Guest;
use front_line::{Company, Frame, Lines, Stopped};
use hall::{Change, Mirror};
use kernel::Scene;
use session::{Reply, ReplyKind, Sentence, Session};
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Frames as text.
    Line,
    /// One JSON object per frame.
    Json,
}

/// The reply word of an unsolicited frame.
const SEEN: &str = "seen";

enum Event {
    Typed(String),
    End,
    News,
}

/// Plays until the input ends, the player leaves or the room is closed. `input` is created on the thread that
/// reads it.
///
/// # Errors
/// When the output cannot be written.
pub fn play<R: Read>(
    guest: Guest,
    how: How,
    input: impl FnOnce() -> R + Send + 'static,
    output: &mut impl Write,
) -> Result<(), Stopped> {
    let (events, queue) = sync_channel(64);
    let (next, asked) = channel();
    let typing = events.clone();
    thread::spawn(move || type_lines(input(), &typing, &asked));
    // If the queue is full, the game is looked at anyway.
    guest.news.on_news(move || drop(events.try_send(Event::News)));
    let mut talk = Talk {
        mirror: guest.mirror,
        how,
        frame: Frame::default(),
        rows: Vec::new(),
        out: Vec::new(),
        next,
        left: false,
    };
    talk.show(ReplyKind::Start.word(), None, &[], true);
    let done = talk.run(&queue, output);
    talk.flush(output)?;
    done
}

/// Sends one line at a time, so that a program that sends a million of them waits for the game.
fn type_lines(input: impl Read, events: &SyncSender<Event>, asked: &Receiver<()>) {
    let mut lines = Lines::new(input);
    while let Ok(Some(line)) = lines.next() {
        if events.send(Event::Typed(line)).is_err() || asked.recv().is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

struct Talk {
    mirror: Mirror,
    how: How,
    frame: Frame,
    /// The rows printed last.
    rows: Vec<u8>,
    out: Vec<u8>,
    next: Sender<()>,
    left: bool,
}

impl Talk {
    fn run(&mut self, queue: &Receiver<Event>, output: &mut impl Write) -> Result<(), Stopped> {
        loop {
            self.flush(output)?;
            let goes_on = match queue.recv() {
                Ok(Event::Typed(line)) => self.line(&line),
                Ok(Event::News) => true,
                Ok(Event::End) | Err(_) => false,
            };
            // What arrived before the end of the input is still shown.
            while let Some(change) = self.mirror.next(Duration::ZERO) {
                if !self.take(change) {
                    return Ok(());
                }
            }
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Shows a piece of news; false when the room is closed.
    fn take(&mut self, change: Change) -> bool {
        let told = |text: &str| [Sentence::from(text.to_owned())];
        match change {
            // The effects of the own command are shown with its answer.
            Change::Acted(seat, _) if self.mirror.is_own(seat) => {}
            Change::Acted(seat, said) => {
                if seat != self.mirror.seat().0 || !said.is_empty() {
                    self.show(SEEN, Some(seat), &said, true);
                }
            }
            Change::Answered(reply) => self.answer(&reply),
            Change::Lost => self.show(SEEN, None, &told(hall::LOST), false),
            Change::Back => self.show(SEEN, None, &told(hall::BACK), true),
            Change::Over(why) => {
                if !self.left {
                    self.show(ReplyKind::Over.word(), None, &told(&why), false);
                }
                return false;
            }
        }
        true
    }

    fn flush(&mut self, output: &mut impl Write) -> Result<(), Stopped> {
        output.write_all(&self.out).and_then(|()| output.flush()).map_err(Stopped::Output)?;
        self.out.clear();
        Ok(())
    }

    /// Handles a line; false when the player has left.
    fn line(&mut self, line: &str) -> bool {
        let leaves = self.mirror.about().leave.iter().any(|word| line.trim().eq_ignore_ascii_case(word));
        if self.left {
            self.answer(&Reply::one(ReplyKind::Over, "You have left the game."));
        } else if leaves {
            self.left = true;
            self.mirror.leave();
            if self.how == How::Line {
                return false;
            }
            let said = "You leave the game; it is saved.";
            self.answer(&Reply::one(ReplyKind::Played, said));
        } else {
            if let Err(reply) = self.mirror.say(line) {
                self.answer(&reply);
            }
        }
        true
    }

    /// Answers a line.
    fn answer(&mut self, reply: &Reply) {
        let played = reply.kind == ReplyKind::Played;
        let by = Some(self.mirror.seat().0).filter(|_| played);
        self.show(reply.kind.word(), by, &reply.said, played && !self.left);
        self.answered();
    }

    fn answered(&mut self) {
        let _ = self.next.send(());
    }

    fn show(&mut self, word: &str, by: Option<u8>, said: &[Sentence], drawn: bool) {
        let (session, seat): (&dyn Session, _) = (&self.mirror, self.mirror.seat());
        match self.how {
            How::Json => {
                let by = by.unwrap_or(seat.0);
                let who = self.mirror.name_of(by);
                if drawn {
                    self.frame.redraw(session, seat);
                }
                let company = Company { seat: seat.0, by, who: &who, fresh: drawn, left: self.left };
                self.frame.write(session, word, said, &company, &mut self.out);
            }
            How::Line => {
                let mut rows = Vec::new();
                if drawn {
                    let mut scene = Scene::default();
                    session.draw(seat, 0, 0, None, &mut scene);
                    scene.write_text(&mut rows);
                }
                // What others do out of sight is no news.
                if word == SEEN && said.is_empty() && rows == self.rows {
                    return;
                }
                said.iter().for_each(|sentence| self.out.extend([sentence.as_bytes(), b"\n"].concat()));
                if drawn {
                    self.out.extend_from_slice(&rows);
                    self.out.push(b'\n');
                    self.rows = rows;
                }
            }
        }
    }
}
