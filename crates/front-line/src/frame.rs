//! One frame of `--json`: what was said, what happened, and what a seat sees. docs/protocol.md is the contract.

use kernel::{Outcome, Scene, Seat, Verdict, Vital};
use session::{Sentence, Session};
use std::io::Write as _;

/// The drawn rows of a frame, kept so that a line that changes nothing repeats them unchanged.
#[derive(Default)]
pub struct Frame {
    scene: Scene,
    rows: String,
}

/// The part of a frame that depends on who acted and who reads, in a game of several players.
#[derive(Clone, Copy, Debug)]
pub struct Company<'a> {
    /// The reader's seat.
    pub seat: u8,
    /// The seat that acted.
    pub by: u8,
    /// The name of the player who acted.
    pub who: &'a str,
    /// Whether the events of the last command belong to this frame.
    pub fresh: bool,
    /// Whether the player has left a game that has not ended.
    pub left: bool,
}

impl Frame {
    /// Draws what the seat sees now.
    pub fn redraw(&mut self, session: &dyn Session, seat: Seat) {
        session.draw(seat, 0, 0, None, &mut self.scene);
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
                self.rows.push_str(&quoted(&row));
            }
        }
        self.rows.push(']');
    }

    /// Appends a frame for one player of a room.
    pub fn write(
        &self,
        session: &dyn Session,
        word: &str,
        said: &[Sentence],
        company: &Company<'_>,
        out: &mut Vec<u8>,
    ) {
        let seat = Seat(company.seat);
        let events = if company.fresh { session.events_json(Some(seat)) } else { "[]".to_owned() };
        self.body(session, seat, word, said, &events, company.left, out);
        let _ = writeln!(
            out,
            ",\"seat\":{},\"by\":{},\"who\":{}}}",
            company.seat,
            company.by,
            quoted(company.who)
        );
    }

    /// Appends a frame without its end. Writing to memory cannot fail.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn body(
        &self,
        session: &dyn Session,
        seat: Seat,
        word: &str,
        said: &[Sentence],
        events: &str,
        has_left: bool,
        out: &mut Vec<u8>,
    ) {
        let _ = write!(out, "{{\"reply\":\"{word}\",\"said\":[");
        for (index, sentence) in said.iter().enumerate() {
            let _ = write!(out, "{}{}", if index > 0 { "," } else { "" }, quoted(sentence));
        }
        let _ = write!(out, "],\"events\":{events},\"vitals\":{{");
        for (index, (name, value)) in session.vitals(seat).0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let _ = match value {
                Vital::Number(number) => write!(out, "{comma}\"{name}\":{number}"),
                Vital::Text(text) => write!(out, "{comma}\"{name}\":{}", quoted(text)),
            };
        }
        let _ = write!(out, "}},\"scene\":{},\"outcome\":", self.rows);
        let left = || {
            let score = session.vitals(seat).number("score").unwrap_or(0);
            has_left.then_some(Outcome::new(Verdict::Quit, score))
        };
        let _ = match session.outcome().or_else(left) {
            None => write!(out, "null"),
            Some(outcome) => {
                write!(out, "{{\"result\":\"{}\",\"score\":{}}}", outcome.verdict.word(), outcome.score)
            }
        };
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned())
}
