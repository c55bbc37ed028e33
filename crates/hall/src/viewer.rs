//! Somebody who is connected: what they follow, and how far they have been shown it.

use crate::past::{Moment, Past};
use crate::picture::rows_of;
use crate::roster::Roster;
use crate::{Answer, Message, Picture};
use kernel::{Outcome, Seat, Vitals};
use session::Session;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Sentences about others that wait for a viewer; older ones give way.
const HEARD_MAX: usize = 16;

/// What a viewer is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// The run itself: whoever has it can draw everything.
    Run,
    /// Pictures of the seat they play, for a screen of this size; 0 for no screen.
    Pictures {
        /// Columns.
        cols: u16,
        /// Rows.
        rows: u16,
    },
}

pub(crate) struct Viewer {
    pub(crate) seat: Option<u8>,
    pub(crate) follows: Follows,
    /// True until the last message was sent.
    pub(crate) busy: bool,
    /// Bytes of the run they were sent.
    sent: usize,
    /// The chapter that was closed before they had all of it.
    pub(crate) tail: Option<Arc<String>>,
    /// The picture they were sent.
    screen: Arc<Vec<String>>,
    /// Commands and names as they were when they were sent something.
    seen: Option<(usize, bool)>,
    names_sent: usize,
    heard: VecDeque<String>,
    by: Option<u8>,
    pub(crate) answer: Option<Answer>,
    /// The line that waits for its turn.
    pub(crate) waiting: Option<(u64, String)>,
    /// Why the connection ends once the answer was sent.
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

    /// True when they were sent so many bytes of the run, and all chapters before.
    pub(crate) const fn has_all(&self, run: usize) -> bool {
        self.tail.is_none() && self.sent == run
    }

    /// The run is closed with this text, and begins anew.
    pub(crate) fn turn_page(&mut self, closed: &Arc<String>) {
        if self.sent < closed.len() && self.follows == Follows::Run && self.sent > 0 {
            self.tail = Some(Arc::clone(closed));
        } else {
            self.sent = 0;
        }
    }

    /// Puts the next part of the run into a message. `chapter` is its number.
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

    /// Somebody has acted.
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

    /// True when a line of theirs can be played now.
    pub(crate) fn is_next(&self) -> bool {
        self.waiting.is_some() && !self.busy && self.answer.is_none() && self.leaving.is_none()
    }

    /// A message with what is new for them; nothing while they have not read the last one, or where nothing is new. The first
    /// message always comes.
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
                // The answer comes with the part of the run that holds it.
                if self.has_all(run.len()) {
                    message.answer = self.answer.take();
                }
            }
            Follows::Pictures { cols, rows } => {
                if moved {
                    let now = news.picture(self.seat, cols, rows);
                    message.picture = Picture::between(&self.screen, &now);
                    self.screen = now;
                }
                fresh |= message.picture.is_some() || !self.heard.is_empty();
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

/// No message holds more of a run at once.
const PART_BYTES: usize = 256 * 1024;

/// What a room has for its viewers. Those who see the same are shown one picture, drawn once.
pub(crate) struct News<'a> {
    session: &'a dyn Session,
    text: &'a str,
    roster: &'a Roster,
    past: &'a Past,
    over: bool,
    commands: usize,
    /// The number of the chapter.
    chapter: u32,
    pictures: BTreeMap<(u8, u16, u16), Arc<Vec<String>>>,
}

impl<'a> News<'a> {
    pub(crate) fn new(session: &'a dyn Session, text: &'a str, roster: &'a Roster, past: &'a Past) -> Self {
        let status = session.status();
        let commands = session::commands_before(session.header()) + status.commands;
        let over = status.outcome.is_some();
        let chapter = session.header().chapter.as_ref().map_or(1, |chapter| chapter.number);
        Self { session, text, roster, past, over, commands, chapter, pictures: BTreeMap::new() }
    }

    /// What a viewer who is behind may know; nothing for those who may know everything.
    fn behind(&self, seat: Option<u8>) -> Option<&Moment> {
        if self.over || seat.is_some() { None } else { self.past.shown() }
    }

    /// Commands so far, and whether the game is over, as far as somebody may know.
    fn stand(&self, seat: Option<u8>) -> (usize, bool) {
        (self.behind(seat).map_or(self.commands, |moment| moment.commands), self.over)
    }

    /// The run as far as somebody may have it.
    fn run(&self, seat: Option<u8>) -> &'a str {
        let end = self.behind(seat).map_or(self.text.len(), |moment| moment.run);
        &self.text[..end]
    }

    fn picture(&mut self, seat: Option<u8>, cols: u16, rows: u16) -> Arc<Vec<String>> {
        if let Some(moment) = self.behind(seat) {
            return Arc::clone(&moment.rows);
        }
        let (session, seat) = (self.session, seat.unwrap_or(0));
        let drawn = || Arc::new(rows_of(session, seat, cols, rows));
        Arc::clone(self.pictures.entry((seat, cols, rows)).or_insert_with(drawn))
    }

    fn vitals(&self, seat: Option<u8>) -> Vitals {
        let now = || self.session.vitals(Seat(seat.unwrap_or(0)));
        self.behind(seat).map_or_else(now, |moment| moment.vitals.clone())
    }

    fn outcome(&self, seat: Option<u8>) -> Option<Outcome> {
        self.session.outcome().filter(|_| self.behind(seat).is_none())
    }
}

/// The next part of a run after so many bytes, up to a limit and to the end of a line.
fn part(text: &str, from: usize) -> &str {
    let rest = text.get(from..).unwrap_or_default();
    if rest.len() <= PART_BYTES {
        return rest;
    }
    let end = rest.as_bytes()[..PART_BYTES].iter().rposition(|byte| *byte == b'\n');
    end.map_or(rest, |end| &rest[..=end])
}
