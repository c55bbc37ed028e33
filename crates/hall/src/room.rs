//! One game and those who play and watch it.

use crate::{
    Answer, GRACE_SECONDS, LINE_BYTES_MAX, Message, Output, Picture, RoomId, Seconds, VIEWERS_MAX, ViewerId,
};
use kernel::{Name, Scene, Seat};
use session::{Input, Reply, ReplyKind, Session};
use std::collections::{BTreeMap, BTreeSet};

/// The verbs by which players come and go in games that have them.
const JOIN: &str = "join";
const LEAVE: &str = "leave";
const DISMISS: &str = "dismiss";
/// No message holds more of a run at once.
const PART_BYTES: usize = 256 * 1024;

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

struct Viewer {
    seat: Option<u8>,
    follows: Follows,
    /// True until the last message was sent.
    busy: bool,
    /// Bytes of the run they were sent.
    sent: usize,
    screen: Vec<String>,
    names_sent: usize,
    answer: Option<Answer>,
    /// The line that waits for its turn.
    waiting: Option<(u64, String)>,
    /// Why the connection ends once the answer was sent.
    leaving: Option<String>,
}

pub(crate) struct Room {
    pub(crate) session: Box<dyn Session>,
    key: Option<String>,
    /// True when players come and go by commands of the game.
    joins: bool,
    /// The players by seat.
    names: Vec<String>,
    /// Counts changes of the names.
    names_version: usize,
    viewers: BTreeMap<ViewerId, Viewer>,
    /// Since when a seat has been without a connection.
    alone: BTreeMap<u8, Seconds>,
    banned: BTreeSet<String>,
    /// The seat that acted last.
    last: u8,
    text: String,
    kept: usize,
}

impl Room {
    pub(crate) fn new(mut session: Box<dyn Session>, run: String, key: Option<String>, now: Seconds) -> Self {
        let joins = session.verbs().iter().any(|verb| verb.name == JOIN);
        let mut names = Vec::new();
        for (seat, line) in session.log() {
            if let (true, Some((JOIN, name))) = (joins, line.split_once(' ')) {
                let seat = usize::from(seat);
                names.resize(names.len().max(seat + 1), String::new());
                names[seat] = name.to_owned();
            }
        }
        let (kept, mut text) = (run.len(), run);
        session.journal(&mut text);
        let mut room = Self {
            session,
            key,
            joins,
            names,
            names_version: 1,
            viewers: BTreeMap::new(),
            alone: BTreeMap::new(),
            banned: BTreeSet::new(),
            last: 0,
            text,
            kept,
        };
        // Who was here when the room was closed last has as long to come back as after any lost connection.
        let here = (0..room.names.len() as u8).filter(|seat| room.is_on_board(*seat));
        room.alone = here.map(|seat| (seat, now.max(1))).collect();
        room
    }

    /// Lets somebody in.
    pub(crate) fn enter(
        &mut self,
        id: ViewerId,
        name: Option<&str>,
        key: Option<&str>,
        follows: Follows,
    ) -> Result<(), String> {
        if self.key.is_some() && self.key.as_deref() != key {
            return Err("This room needs its key: --key WORD.".to_owned());
        }
        if self.viewers.len() >= VIEWERS_MAX {
            return Err("The room is full.".to_owned());
        }
        let seat = name.map(|name| self.take_seat(name)).transpose()?;
        if let Some(seat) = seat {
            self.alone.remove(&seat);
        }
        let viewer = Viewer {
            seat,
            follows,
            busy: false,
            sent: 0,
            screen: Vec::new(),
            names_sent: 0,
            answer: None,
            waiting: None,
            leaving: None,
        };
        self.viewers.insert(id, viewer);
        Ok(())
    }

    /// The seat for a name: the one it had before, or the next.
    fn take_seat(&mut self, name: &str) -> Result<u8, String> {
        let name = Name::new(name).map_err(|refused| refused.0.into_owned())?;
        let like = |other: &String| Name::new(other).is_ok_and(|other| other.is_like(&name));
        if self.banned.iter().any(like) {
            return Err("The host has sent you away.".to_owned());
        }
        let known = self.names.iter().position(like).map(|seat| seat as u8);
        if let Some(seat) = known {
            if self.viewers.values().any(|viewer| viewer.seat == Some(seat)) {
                return Err("Somebody of that name is here already.".to_owned());
            }
            if self.joins && !self.is_on_board(seat) {
                self.command(seat, &format!("{JOIN} {}", self.names[usize::from(seat)]))?;
            }
            return Ok(seat);
        }
        let seat = self.free_seat().ok_or("The room is full.")?;
        if self.joins && seat > 0 {
            // The first guest: the host opens the cave under their own name.
            if !self.has_joined(0) {
                self.session.mark(session::TOGETHER);
                self.command(0, &format!("{JOIN} {}", self.names[0]))?;
            }
            self.command(seat, &format!("{JOIN} {name}"))?;
        }
        let place = usize::from(seat);
        self.names.resize(self.names.len().max(place + 1), String::new());
        self.names[place] = name.to_string();
        self.names_version += 1;
        Ok(seat)
    }

    fn free_seat(&self) -> Option<u8> {
        let taken = |seat: u8| self.names.get(usize::from(seat)).is_some_and(|name| !name.is_empty());
        let free = |seat: &u8| !taken(*seat) && !self.session.has_strategy(Seat(*seat));
        let seats = if self.joins { u8::MAX } else { self.session.about().seats };
        (0..seats).find(free)
    }

    fn has_joined(&self, seat: u8) -> bool {
        self.session.log().iter().any(|(other, line)| *other == seat && line.starts_with("join "))
    }

    /// True when the game has a hero of this seat on its board: the last time it came or went, it came.
    fn is_on_board(&self, seat: u8) -> bool {
        let name = self.names.get(usize::from(seat));
        let gone = |line: &str| match line.split_once(' ') {
            Some((DISMISS, whom)) => name.is_some_and(|name| name.eq_ignore_ascii_case(whom)),
            _ => false,
        };
        for (other, line) in self.session.log().iter().rev() {
            if gone(line) || *other == seat && line == LEAVE {
                return false;
            }
            if *other == seat && line.starts_with("join ") {
                return true;
            }
        }
        seat == 0
    }

    /// Plays a command of the room itself.
    fn command(&mut self, seat: u8, line: &str) -> Result<(), String> {
        let reply = self.play(seat, line);
        match reply.kind {
            ReplyKind::Played => Ok(()),
            _ => Err(reply.said.first().map_or_else(String::new, |said| said.text.clone())),
        }
    }

    fn play(&mut self, seat: u8, line: &str) -> Reply {
        let reply = self.session.play(Some(Seat(seat)), Input::Line(line)).done();
        self.session.journal(&mut self.text);
        reply.unwrap_or_else(|| Reply::one(ReplyKind::Misread, "That is no whole command."))
    }

    /// A line waits for its turn.
    pub(crate) fn line(&mut self, id: ViewerId, number: u64, text: String, out: &mut Vec<Output>) {
        let Some(viewer) = self.viewers.get_mut(&id) else { return };
        if viewer.waiting.is_some() || text.len() > LINE_BYTES_MAX {
            self.viewers.remove(&id);
            out.push(Output::Close(id, "You send more than one command at a time.".to_owned()));
            return;
        }
        viewer.waiting = Some((number, text));
    }

    pub(crate) fn ready(&mut self, id: ViewerId) {
        if let Some(viewer) = self.viewers.get_mut(&id) {
            viewer.busy = false;
        }
    }

    /// A connection has ended.
    pub(crate) fn lose(&mut self, id: ViewerId, now: Seconds, goodbye: bool) {
        if let Some(seat) = self.viewers.remove(&id).and_then(|viewer| viewer.seat) {
            self.alone.insert(seat, if goodbye { 0 } else { now.max(1) });
        }
    }

    /// Plays what waits, keeps it, and shows it.
    pub(crate) fn settle(&mut self, id: RoomId, now: Seconds, out: &mut Vec<Output>) {
        self.let_go(now);
        while let Some(viewer) = self.next_to_act() {
            self.act(viewer);
        }
        self.keep(id, out);
        self.show(out);
    }

    /// Players who have been without a connection for too long leave the game.
    fn let_go(&mut self, now: Seconds) {
        let over = |since: &Seconds| *since == 0 || now.saturating_sub(*since) >= GRACE_SECONDS;
        let gone: Vec<u8> =
            self.alone.iter().filter(|(_, since)| over(since)).map(|(seat, _)| *seat).collect();
        for seat in gone {
            self.alone.remove(&seat);
            if self.joins && self.is_on_board(seat) {
                let _ = self.command(seat, LEAVE);
            }
        }
    }

    /// Whose line is next: the seats in turn, those who have not read their last answer left out.
    fn next_to_act(&self) -> Option<ViewerId> {
        let able = |viewer: &Viewer| viewer.waiting.is_some() && !viewer.busy && viewer.answer.is_none();
        let able = self.viewers.iter().filter(|(_, viewer)| able(viewer) && viewer.leaving.is_none());
        able.min_by_key(|(id, viewer)| {
            (viewer.seat.unwrap_or(u8::MAX).wrapping_sub(self.last).wrapping_sub(1), **id)
        })
        .map(|(id, _)| *id)
    }

    fn act(&mut self, id: ViewerId) {
        let Some(viewer) = self.viewers.get_mut(&id) else { return };
        let Some((number, line)) = viewer.waiting.take() else { return };
        let reply = match viewer.seat {
            Some(seat) => {
                self.last = seat;
                self.play(seat, &line)
            }
            None => Reply::one(ReplyKind::Refused, "You only watch."),
        };
        let played = reply.kind == ReplyKind::Played;
        let said = reply.said.into_iter().map(|sentence| sentence.text).collect();
        let leaves = played && self.joins && line.trim().eq_ignore_ascii_case(LEAVE);
        if let Some(viewer) = self.viewers.get_mut(&id) {
            viewer.answer = Some(Answer { id: number, kind: reply.kind, said });
            viewer.leaving = leaves.then(|| "You have left the game.".to_owned());
        }
        if played
            && self.joins
            && let Some((DISMISS, whom)) = line.trim().split_once(' ')
        {
            self.send_away(whom.trim());
        }
    }

    fn send_away(&mut self, whom: &str) {
        let Some(seat) = self.names.iter().position(|name| name.eq_ignore_ascii_case(whom)) else { return };
        self.banned.insert(self.names[seat].clone());
        for viewer in self.viewers.values_mut().filter(|viewer| viewer.seat == Some(seat as u8)) {
            viewer.leaving = Some("The host has sent you away.".to_owned());
        }
    }

    fn keep(&mut self, id: RoomId, out: &mut Vec<Output>) {
        if self.kept < self.text.len() {
            out.push(Output::Keep(id, self.text[self.kept..].to_owned()));
            self.kept = self.text.len();
        }
    }

    /// Sends everybody who can read it what is new for them.
    fn show(&mut self, out: &mut Vec<Output>) {
        let mut closed = Vec::new();
        let (session, text) = (self.session.as_ref(), &self.text);
        for (&id, viewer) in self.viewers.iter_mut().filter(|(_, viewer)| !viewer.busy) {
            let mut message =
                Message { seat: viewer.seat, commands: session.commands(), ..Message::default() };
            let mut news = viewer.answer.is_some();
            if viewer.names_sent != self.names_version {
                viewer.names_sent = self.names_version;
                message.names = Some(self.names.clone());
                news = true;
            }
            match viewer.follows {
                Follows::Run => {
                    message.run = part(text, viewer.sent).to_owned();
                    viewer.sent += message.run.len();
                    news |= !message.run.is_empty();
                }
                Follows::Pictures { cols, rows } => {
                    let now = picture(session, viewer.seat, cols, rows);
                    message.picture = Picture::between(&viewer.screen, &now);
                    viewer.screen = now;
                    news |= message.picture.is_some();
                }
            }
            // The answer comes with the part of the run that holds it.
            if viewer.follows != Follows::Run || viewer.sent == text.len() {
                message.answer = viewer.answer.take();
                if let Some(why) = viewer.leaving.take() {
                    closed.push((id, why));
                }
            }
            if news {
                viewer.busy = true;
                out.push(Output::Show(id, message));
            }
        }
        for (id, why) in closed {
            self.viewers.remove(&id);
            out.push(Output::Close(id, why));
        }
    }

    /// The end of the room: everybody gets the rest of the run and the reason.
    pub(crate) fn shut(&mut self, id: RoomId, why: &str, out: &mut Vec<Output>) {
        self.session.checkpoint();
        self.session.journal(&mut self.text);
        self.keep(id, out);
        for (&viewer, state) in &mut self.viewers {
            while state.follows == Follows::Run && state.sent < self.text.len() {
                let run = part(&self.text, state.sent).to_owned();
                state.sent += run.len();
                let (seat, commands) = (state.seat, self.session.commands());
                out.push(Output::Show(viewer, Message { seat, commands, run, ..Message::default() }));
            }
            out.push(Output::Close(viewer, why.to_owned()));
        }
    }
}

/// The text from a place on, up to a limit and to the end of a line.
fn part(text: &str, from: usize) -> &str {
    let rest = &text[from..];
    if rest.len() <= PART_BYTES {
        return rest;
    }
    let end = rest.as_bytes()[..PART_BYTES].iter().rposition(|byte| *byte == b'\n');
    end.map_or(rest, |end| &rest[..=end])
}

/// What a seat sees; those who watch see what the host sees.
fn picture(session: &dyn Session, seat: Option<u8>, cols: u16, rows: u16) -> Vec<String> {
    let mut scene = Scene::default();
    session.draw(Seat(seat.unwrap_or(0)), cols, rows, None, &mut scene);
    scene.rows()
}
