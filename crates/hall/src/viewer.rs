//! A viewer: what they follow, and what they were sent.

use crate::past::{Moment, Past};
use crate::picture::Drawn;
use crate::roster::Roster;
use crate::{Answer, Message, Picture};
use kernel::{Outcome, Seat, Vitals};
use session::Session;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Maximum number of sentences about others waiting for a viewer; the oldest are dropped.
const HEARD_MAX: usize = 16;

/// What a viewer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// The run itself, from which everything can be drawn.
    Run,
    /// Pictures of the seat they play, for a screen of this size; 0 for no screen.
    Pictures {
        /// Columns.
        cols: u16,
        /// Rows.
        rows: u16,
        /// Whether to send the ink of each character too.
        inks: bool,
    },
}

pub(crate) struct Viewer {
    pub(crate) seat: Option<u8>,
    pub(crate) follows: Follows,
    /// Whether the last message is still unread.
    pub(crate) busy: bool,
    /// Number of bytes of the run they were sent.
    sent: usize,
    /// A closed chapter they have not received completely.
    pub(crate) tail: Option<Arc<String>>,
    /// The last picture they were sent.
    screen: Arc<Drawn>,
    /// The number of commands and whether the game was over, as last sent.
    seen: Option<(usize, bool)>,
    names_sent: usize,
    heard: VecDeque<String>,
    by: Option<u8>,
    pub(crate) answer: Option<Answer>,
    /// The queued line.
    pub(crate) waiting: Option<(u64, String)>,
    /// Why the connection will be closed once the answer was sent.
    pub(crate) leaving: Option<String>,
}

impl Viewer {
    pub(crate) fn new(seat: Option<u8>, follows: Follows) -> Self {
        Self {
            seat,
            follows,
            busy: false,
            sent: 0,
            tail: None,
            screen: Arc::default(),
            seen: None,
            names_sent: 0,
            heard: VecDeque::new(),
            by: None,
            answer: None,
            waiting: None,
            leaving: None,
        }
    }

    /// Whether they were sent this many bytes of the run and all earlier chapters.
    pub(crate) const fn has_all(&self, run: usize) -> bool {
        self.tail.is_none() && self.sent == run
    }

    /// A chapter was closed with this text, and the next begins.
    pub(crate) fn turn_page(&mut self, closed: &Arc<String>) {
        if self.sent < closed.len() && self.follows == Follows::Run && self.sent > 0 {
            self.tail = Some(Arc::clone(closed));
        } else {
            self.sent = 0;
        }
    }

    /// Adds the next part of the run to a message. `chapter` is its number.
    pub(crate) fn read_on(&mut self, run: &str, chapter: u32, message: &mut Message) {
        let tail = self.tail.take();
        part(tail.as_ref().map_or(run, |tail| tail.as_str()), self.sent).clone_into(&mut message.run);
        if self.sent == 0 && !message.run.is_empty() {
            message.chapter = Some(chapter);
        }
        self.sent += message.run.len();
        match tail {
            Some(tail) if self.sent < tail.len() => self.tail = Some(tail),
            Some(_) => self.sent = 0,
            None => {}
        }
    }

    /// Records what the viewer learns from a command.
    pub(crate) fn hear(&mut self, by: u8, session: &dyn Session) {
        self.by = Some(by);
        let Some(seat) = self.seat.filter(|seat| *seat != by && self.follows != Follows::Run) else { return };
        for said in session.said_to(Seat(seat)) {
            if self.heard.len() == HEARD_MAX {
                self.heard.pop_front();
            }
            self.heard.push_back(said.text);
        }
    }

    /// Whether a line of theirs can be played now.
    pub(crate) fn is_next(&self) -> bool {
        self.waiting.is_some() && !self.busy && self.answer.is_none() && self.leaving.is_none()
    }

    /// The next message for this viewer; `None` if the last one is unread or nothing is new. The first
    /// message is never empty.
    pub(crate) fn message(&mut self, news: &mut News<'_>) -> Option<Message> {
        if self.busy {
            return None;
        }
        let (commands, over) = news.stand(self.seat);
        let mut message = Message { seat: self.seat, commands, ..Message::default() };
        let mut fresh = self.answer.is_some() || self.seen.is_none();
        if self.names_sent != news.roster.version {
            (self.names_sent, fresh) = (news.roster.version, true);
            message.names = Some(news.roster.names());
        }
        let moved = self.seen.replace((commands, over)) != Some((commands, over));
        match self.follows {
            Follows::Run => {
                let run = news.run(self.seat);
                self.read_on(run, news.chapter, &mut message);
                fresh |= !message.run.is_empty();
                // The answer goes with the part of the run that contains its commands.
                if self.has_all(run.len()) {
                    message.answer = self.answer.take();
                }
            }
            Follows::Pictures { cols, rows, inks } => {
                if moved {
                    let now = news.picture(self.seat, (cols, rows), inks);
                    message.picture = Picture::between(&self.screen.rows, &now.rows);
                    if inks {
                        message.inks = Picture::between(&self.screen.inks, &now.inks);
                    }
                    self.screen = now;
                }
                fresh |= message.picture.is_some() || message.inks.is_some() || !self.heard.is_empty();
                message.answer = self.answer.take();
            }
        }
        if !fresh {
            return None;
        }
        if self.follows != Follows::Run {
            message.vitals = Some(news.vitals(self.seat));
            message.outcome = news.outcome(self.seat);
            message.heard = self.heard.drain(..).collect();
        }
        message.by = self.by.take();
        self.busy = true;
        Some(message)
    }
}

/// Maximum length of the run's part in one message.
const PART_BYTES: usize = 256 * 1024;

/// What a room has for its viewers. Viewers with the same view share one picture, which is drawn once.
pub(crate) struct News<'a> {
    session: &'a dyn Session,
    text: &'a str,
    roster: &'a Roster,
    past: &'a Past,
    over: bool,
    commands: usize,
    /// The number of the chapter.
    chapter: u32,
    pictures: BTreeMap<(u8, (u16, u16), bool), Arc<Drawn>>,
}

impl<'a> News<'a> {
    pub(crate) fn new(session: &'a dyn Session, text: &'a str, roster: &'a Roster, past: &'a Past) -> Self {
        let status = session.status();
        let commands = session::commands_before(session.header()) + status.commands;
        let over = status.outcome.is_some();
        let chapter = session.header().chapter.as_ref().map_or(1, |chapter| chapter.number);
        Self { session, text, roster, past, over, commands, chapter, pictures: BTreeMap::new() }
    }

    /// The moment shown to a delayed viewer; `None` for those who see the present.
    fn behind(&self, seat: Option<u8>) -> Option<&Moment> {
        if self.over || seat.is_some() { None } else { self.past.shown() }
    }

    /// Number of commands and whether the game is over, as far as this viewer may know.
    fn stand(&self, seat: Option<u8>) -> (usize, bool) {
        (self.behind(seat).map_or(self.commands, |moment| moment.commands), self.over)
    }

    /// The run as far as this viewer may have it.
    fn run(&self, seat: Option<u8>) -> &'a str {
        let end = self.behind(seat).map_or(self.text.len(), |moment| moment.run);
        &self.text[..end]
    }

    fn picture(&mut self, seat: Option<u8>, size: (u16, u16), inks: bool) -> Arc<Drawn> {
        if let Some(moment) = self.behind(seat) {
            return Arc::clone(&moment.drawn);
        }
        let (session, seat) = (self.session, seat.unwrap_or(0));
        let drawn = || Arc::new(Drawn::of(session, seat, size, inks));
        Arc::clone(self.pictures.entry((seat, size, inks)).or_insert_with(drawn))
    }

    fn vitals(&self, seat: Option<u8>) -> Vitals {
        let now = || self.session.vitals(Seat(seat.unwrap_or(0)));
        self.behind(seat).map_or_else(now, |moment| moment.vitals.clone())
    }

    fn outcome(&self, seat: Option<u8>) -> Option<Outcome> {
        self.session.outcome().filter(|_| self.behind(seat).is_none())
    }
}

/// The next part of a run, cut at the limit and at the end of a line.
fn part(text: &str, from: usize) -> &str {
    let rest = text.get(from..).unwrap_or_default();
    if rest.len() <= PART_BYTES {
        return rest;
    }
    let end = rest.as_bytes()[..PART_BYTES].iter().rposition(|byte| *byte == b'\n');
    end.map_or(rest, |end| &rest[..=end])
}
