//! Playing in a room through standard input and output: lines and frames, or JSON.

use crate::guest::{Guest, command};
use crate::wire::{GUEST_LINE_MAX, HOST_LINE_MAX, Said, Told, read_line};
use front_line::{Company, Frame, Lines, Stopped};
use hall::{Answer, LINE_BYTES_MAX, Message};
use kernel::Scene;
use session::{Reply, ReplyKind, Sentence};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// How a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Frames as text.
    Line,
    /// One JSON object a frame.
    Json,
}

/// The reply of a frame that nobody asked for.
const SEEN: &str = "seen";

enum Heard {
    Typed(String),
    End,
    Told(Told),
    Lost,
}

/// Plays until the input ends, the player leaves or the room is closed. `input` is made on the thread that reads it.
///
/// # Errors
/// When the output cannot be written or the copy of the run cannot be kept.
pub fn play<R: Read>(
    mut guest: Guest,
    how: How,
    input: impl FnOnce() -> R + Send + 'static,
    output: &mut impl Write,
) -> Result<(), Stopped> {
    let (heard, queue) = sync_channel(64);
    let (next, asked) = channel();
    let typing = heard.clone();
    thread::spawn(move || type_lines(input(), &typing, &asked));
    if let Some(mut reader) = guest.reader() {
        thread::spawn(move || {
            while let Ok(Some(line)) = read_line(&mut reader, HOST_LINE_MAX) {
                let Some(told) = Told::read(&line) else { break };
                if heard.send(Heard::Told(told)).is_err() {
                    return;
                }
            }
            let _ = heard.send(Heard::Lost);
        });
    }
    let mut table = Table {
        guest,
        how,
        frame: Frame::default(),
        rows: Vec::new(),
        out: Vec::new(),
        next,
        waiting: false,
        left: false,
    };
    table.show(ReplyKind::Start.word(), None, &[], true);
    let done = table.sit(&queue, output);
    let _ = table.guest.say(&Said::Bye);
    table.flush(output)?;
    done?;
    table.guest.close().map_err(Stopped::Input)
}

/// Hands out one line at a time, so that a program that sends a million of them waits for the game.
fn type_lines(input: impl Read, heard: &SyncSender<Heard>, asked: &Receiver<()>) {
    let mut lines = Lines::new(input);
    while let Ok(Some(line)) = lines.next() {
        if heard.send(Heard::Typed(line)).is_err() || asked.recv().is_err() {
            return;
        }
    }
    let _ = heard.send(Heard::End);
}

struct Table {
    guest: Guest,
    how: How,
    frame: Frame,
    /// The rows that were printed last.
    rows: Vec<u8>,
    out: Vec<u8>,
    next: Sender<()>,
    /// True while a line has not been answered.
    waiting: bool,
    left: bool,
}

impl Table {
    fn sit(&mut self, queue: &Receiver<Heard>, output: &mut impl Write) -> Result<(), Stopped> {
        loop {
            self.flush(output)?;
            match queue.recv().unwrap_or(Heard::Lost) {
                Heard::Typed(line) => {
                    if !self.line(&line) {
                        return Ok(());
                    }
                }
                Heard::End => return Ok(()),
                Heard::Told(Told::Message(message)) => self.message(message)?,
                Heard::Told(Told::Close(why)) => return self.farewell(&kernel::printable(&why)),
                Heard::Lost if self.left => return Ok(()),
                Heard::Lost => return self.farewell("The connection to the host is lost."),
            }
        }
    }

    fn flush(&mut self, output: &mut impl Write) -> Result<(), Stopped> {
        output.write_all(&self.out).and_then(|()| output.flush()).map_err(Stopped::Output)?;
        self.out.clear();
        Ok(())
    }

    /// Takes a line; false when the player has left.
    fn line(&mut self, line: &str) -> bool {
        let leaves =
            self.guest.session.about().leave.iter().any(|word| line.trim().eq_ignore_ascii_case(word));
        if self.left {
            self.answer(ReplyKind::Over, &["You have left the game.".to_owned()]);
        } else if leaves {
            let _ = self.guest.say(&Said::Bye);
            self.left = true;
            if self.how == How::Line {
                return false;
            }
            self.answer(ReplyKind::Played, &["You leave the game; it is kept as it stands.".to_owned()]);
        } else {
            let said = Said::Do(line.to_owned());
            if line.len() > LINE_BYTES_MAX || said.line().len() > GUEST_LINE_MAX {
                self.answer(ReplyKind::Misread, &["That is too long for a command.".to_owned()]);
            } else {
                // Who cannot be reached is noticed by the thread that reads.
                self.waiting = true;
                let _ = self.guest.say(&said);
            }
        }
        true
    }

    fn message(&mut self, mut message: Message) -> Result<(), Stopped> {
        self.guest.keep(&mut message).map_err(Stopped::Input)?;
        // The room itself plays for a seat, too (`join`): only the last own command that comes with an answer is the own line.
        let own = self.guest.seat.0;
        let played = |answer: &Answer| self.waiting && answer.kind == ReplyKind::Played;
        let is_own = |line: &str| command(line).is_some_and(|(seat, _)| seat == own);
        let answered = message
            .answer
            .as_ref()
            .filter(|answer| played(answer))
            .and_then(|_| message.run.lines().enumerate().filter(|(_, line)| is_own(line)).last())
            .map(|(index, _)| index);
        for (index, line) in message.run.lines().enumerate() {
            let acted = self.guest.play(line).map_err(|what| Stopped::Input(io::Error::other(what)))?;
            let Some(seat) = acted else { continue };
            let said = self.guest.session.said_to(self.guest.seat);
            if answered == Some(index) {
                self.show(ReplyKind::Played.word(), Some(seat), &said, true);
                self.answered();
            } else if seat != own || !said.is_empty() {
                self.show(SEEN, Some(seat), &said, true);
            }
        }
        if let Some(answer) = message.answer.filter(|_| self.waiting) {
            self.answer(answer.kind, &answer.said);
        }
        Ok(())
    }

    /// Answers a line that changed nothing.
    fn answer(&mut self, kind: ReplyKind, said: &[String]) {
        let reply = Reply { kind, said: said.iter().cloned().map(Sentence::from).collect() };
        self.show(kind.word(), None, &reply.said, false);
        self.answered();
    }

    fn answered(&mut self) {
        self.waiting = false;
        let _ = self.next.send(());
    }

    fn show(&mut self, word: &str, by: Option<u8>, said: &[Sentence], drawn: bool) {
        let (session, seat) = (self.guest.session.as_ref(), self.guest.seat);
        match self.how {
            How::Json => {
                let by = by.unwrap_or(seat.0);
                let who = self.guest.name_of(by);
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

    /// The end of the room.
    fn farewell(&mut self, why: &str) -> Result<(), Stopped> {
        self.show(ReplyKind::Over.word(), None, &[Sentence::from(why.to_owned())], false);
        Ok(())
    }
}
