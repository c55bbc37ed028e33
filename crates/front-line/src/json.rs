//! JSON mode: one object for the first frame and for every line read, and nothing else. docs/protocol.md is
//! the contract.

use crate::frame::Frame;
use crate::{Answers, HELP, Stopped, commands_sentence, converse, is_one_of, save_point, tell_asides};
use keeper::Opened;
use session::{Reply, ReplyKind, Session};
use std::io::{Read, Write};

/// Plays until the input ends; the run is then closed and saved.
///
/// # Errors
/// When the run cannot be saved or the output cannot be written.
pub fn json(opened: Opened, input: impl Read, output: &mut impl Write) -> Result<(), Stopped> {
    let fresh = opened.session.outcome().is_none();
    let mut talk = Talk { frame: Frame::default(), out: Vec::new(), fresh, left: false };
    talk.redraw(opened.session.as_ref());
    let first = match opened.session.outcome() {
        Some(_) => Reply::one(ReplyKind::Over, "The game is over."),
        None => Reply { kind: ReplyKind::Start, said: opened.session.said().to_vec() },
    };
    talk.answer(opened.session.as_ref(), &first);
    converse(opened, &mut talk, input, output)
}

struct Talk {
    frame: Frame,
    out: Vec<u8>,
    /// Whether the last line was played, so that its events belong to the answer.
    fresh: bool,
    /// Whether the player left a game that has not ended.
    left: bool,
}

impl Answers for Talk {
    fn take(&mut self, line: &str, session: &mut dyn Session) -> bool {
        let reply = self.reply(line, session);
        self.answer(session, &reply);
        true
    }

    fn out(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

impl Talk {
    fn reply(&mut self, line: &str, session: &mut dyn Session) -> Reply {
        if self.left {
            return Reply::one(ReplyKind::Over, "You have left the game.");
        }
        let reply = session.play_line(line);
        self.fresh = reply.kind == ReplyKind::Played;
        tell_asides(session, reply.kind);
        match reply.kind {
            ReplyKind::Played => self.redraw(session),
            ReplyKind::Misread => return self.aside(line, session).unwrap_or(reply),
            _ => {}
        }
        reply
    }

    /// Handles lines that are not for the game: leaving, help, save points.
    fn aside(&mut self, line: &str, session: &mut dyn Session) -> Option<Reply> {
        let (kind, said) = if is_one_of(line, session.about().leave) {
            self.left = true;
            (ReplyKind::Played, "You leave the game; it is saved.".to_owned())
        } else if is_one_of(line, &HELP) {
            (ReplyKind::Misread, commands_sentence(session))
        } else {
            (ReplyKind::Played, save_point(line, session)?)
        };
        Some(Reply::one(kind, said))
    }

    fn redraw(&mut self, session: &dyn Session) {
        self.frame.redraw(session, session.to_move());
    }

    fn answer(&mut self, session: &dyn Session, reply: &Reply) {
        let events = if self.fresh { session.events_json(None) } else { "[]".to_owned() };
        let (seat, word) = (session.to_move(), reply.kind.word());
        self.frame.body(session, seat, word, &reply.said, &events, self.left, &mut self.out);
        self.out.extend(b"}\n");
    }
}
