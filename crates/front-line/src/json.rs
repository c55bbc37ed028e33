//! One JSON object for the first frame and for every line read, and nothing else. docs/protocol.md is the contract.

use crate::input::Lines;
use crate::{GATHER_BYTES, HELP, Stopped, commands_sentence, is_one_of, save, save_point, tell_asides};
use keeper::Opened;
use kernel::{Outcome, Scene, Verdict, Vital};
use session::{Reply, ReplyKind, Session};
use std::fmt::Write as _;
use std::io::{Read, Write};

/// Plays until the input ends; the run is then closed and kept.
///
/// # Errors
/// When the run cannot be kept or nobody reads the answers.
pub fn json(mut opened: Opened, input: impl Read, output: &mut impl Write) -> Result<(), Stopped> {
    let mut lines = Lines::new(input);
    let fresh = opened.session.outcome().is_none();
    let mut talk = Talk { scene: Scene::default(), rows: String::new(), fresh, left: false };
    let mut out = String::new();
    talk.redraw(opened.session.as_ref());
    let first = match opened.session.outcome() {
        Some(_) => Reply::one(ReplyKind::Over, "The game is over."),
        None => Reply { kind: ReplyKind::Start, said: opened.session.said().to_vec() },
    };
    talk.answer(opened.session.as_ref(), &first, &mut out);
    loop {
        if !lines.has_more() || out.len() > GATHER_BYTES {
            save(&mut opened);
            output.write_all(out.as_bytes()).and_then(|()| output.flush()).map_err(Stopped::Output)?;
            out.clear();
        }
        let Some(line) = lines.next().map_err(Stopped::Input)? else { break };
        let reply = talk.take(&line, opened.session.as_mut());
        talk.answer(opened.session.as_ref(), &reply, &mut out);
    }
    opened.close().map_err(Stopped::Unkept)
}

struct Talk {
    scene: Scene,
    /// The rows of the last frame as JSON: a refused line shows them again unchanged.
    rows: String,
    /// True when the last line was played by the game, so that its events belong to the answer.
    fresh: bool,
    /// True when the player left a game that has not ended.
    left: bool,
}

impl Talk {
    fn take(&mut self, line: &str, session: &mut dyn Session) -> Reply {
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

    /// What is said to us and not to the game: leaving, help, save points.
    fn aside(&mut self, line: &str, session: &mut dyn Session) -> Option<Reply> {
        let (kind, said) = if is_one_of(line, session.leave_words()) {
            self.left = true;
            (ReplyKind::Played, "You leave the game; it is kept as it stands.".to_owned())
        } else if is_one_of(line, &HELP) {
            (ReplyKind::Misread, commands_sentence(session))
        } else {
            (ReplyKind::Played, save_point(line, session)?)
        };
        Some(Reply::one(kind, said))
    }

    fn redraw(&mut self, session: &dyn Session) {
        session.draw(session.to_move(), 0, 0, None, &mut self.scene);
        self.rows.clear();
        self.rows.push('[');
        let mut row = String::new();
        for id in self.scene.ids() {
            for y in 0..self.scene.area(id).rows {
                row.clear();
                self.scene.row(id, y, &mut row);
                if self.rows.len() > 1 {
                    self.rows.push(',');
                }
                quote(&row, &mut self.rows);
            }
        }
        self.rows.push(']');
    }

    fn answer(&self, session: &dyn Session, reply: &Reply, out: &mut String) {
        let _ = write!(out, "{{\"reply\":\"{}\",\"said\":[", reply.kind.word());
        for (index, sentence) in reply.said.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            quote(sentence, out);
        }
        out.push_str("],\"events\":");
        if self.fresh {
            out.push_str(&session.events_json());
        } else {
            out.push_str("[]");
        }
        out.push_str(",\"vitals\":{");
        for (index, (name, value)) in session.vitals(session.to_move()).0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let _ = write!(out, "{comma}\"{name}\":");
            match value {
                Vital::Number(number) => {
                    let _ = write!(out, "{number}");
                }
                Vital::Text(text) => quote(text, out),
            }
        }
        let _ = write!(out, "}},\"scene\":{},\"outcome\":", self.rows);
        let left = || {
            let score = session.vitals(session.to_move()).number("score").unwrap_or(0);
            self.left.then_some(Outcome { verdict: Verdict::Quit, score })
        };
        match session.outcome().or_else(left) {
            None => out.push_str("null"),
            Some(outcome) => {
                let _ =
                    write!(out, "{{\"result\":\"{}\",\"score\":{}}}", outcome.verdict.word(), outcome.score);
            }
        }
        out.push_str("}\n");
    }
}

fn quote(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned()));
}
