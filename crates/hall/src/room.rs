//! One game with its players and watchers.

use crate::past::Past;
use crate::roster::{DISMISS, JOIN, LEAVE, Roster};
use crate::viewer::{News, Viewer};
use crate::{
    Answer, Claims, Follows, GRACE_SECONDS, Kept, LINE_BYTES_MAX, Message, Opening, Output, Receipt, RoomId,
    Seconds, ViewerId, Want, Watching,
};
use kernel::{Name, Seat};
use session::{Input, Reply, ReplyKind, Session};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) struct Room {
    pub(crate) session: Box<dyn Session>,
    key: Option<String>,
    claims: Claims,
    watching: Watching,
    viewers_max: usize,
    chapter_commands: usize,
    /// Whether players come and go by commands of the game.
    joins: bool,
    pub(crate) roster: Roster,
    pub(crate) viewers: BTreeMap<ViewerId, Viewer>,
    /// When each seat lost its connection.
    alone: BTreeMap<u8, Seconds>,
    /// The last answered line of each seat, and the receipts not stored yet.
    receipts: BTreeMap<u8, Answer>,
    unkept: Vec<Receipt>,
    /// The seat that acted last.
    last: u8,
    text: String,
    kept: usize,
    past: Past,
}

impl Room {
    pub(crate) fn new(opening: Opening, now: Seconds) -> Self {
        let Opening {
            mut session,
            run,
            key,
            names,
            claims,
            receipts,
            watching,
            viewers_max,
            chapter_commands,
            ..
        } = opening;
        let joins = session.verbs().iter().any(|verb| verb.name == JOIN);
        let roster = Roster::of(session.as_ref(), names);
        let (kept, mut text) = (run.len(), run);
        session.journal(&mut text);
        let mut room = Self {
            session,
            key,
            claims,
            watching: Watching::Live,
            viewers_max,
            chapter_commands,
            joins,
            roster,
            viewers: BTreeMap::new(),
            alone: BTreeMap::new(),
            receipts: receipts.into_iter().map(|receipt| (receipt.seat, receipt.answer)).collect(),
            unkept: Vec::new(),
            last: 0,
            text,
            kept,
            past: Past::default(),
        };
        room.let_watch(watching, &mut Vec::new());
        // The grace period of players present when the room was last closed begins now.
        let here = (0..room.roster.seats()).filter(|seat| room.roster.is_on_board(*seat));
        room.alone = here.map(|seat| (seat, now.max(1))).collect();
        room
    }

    /// Changes who may watch.
    pub(crate) fn let_watch(&mut self, watching: Watching, out: &mut Vec<Output>) {
        if watching == self.watching {
            return;
        }
        self.watching = watching;
        self.past = match watching {
            Watching::Delayed(delay) => Past::new(delay),
            Watching::Live | Watching::Private => Past::default(),
        };
        self.past.note(self.session.as_ref(), self.commands(), self.text.len());
        if watching == Watching::Private {
            let watchers: Vec<ViewerId> =
                self.viewers.iter().filter(|(_, viewer)| viewer.seat.is_none()).map(|(id, _)| *id).collect();
            for id in watchers {
                self.viewers.remove(&id);
                out.push(Output::Close(id, "This game is private now.".to_owned()));
            }
        }
    }

    /// Lets a connection in.
    pub(crate) fn enter(
        &mut self,
        id: ViewerId,
        want: &Want,
        key: Option<&str>,
        follows: Follows,
        out: &mut Vec<Output>,
    ) -> Result<(), String> {
        if self.key.is_some() && self.key.as_deref() != key {
            return Err(match key {
                Some(_) => "That is not the key of this room.".to_owned(),
                None => "This room needs a key: --key WORD.".to_owned(),
            });
        }
        let seat = match want {
            Want::Return(seat) => {
                self.replace(*seat, out);
                Some(self.come_back(*seat)?)
            }
            _ if self.viewers.len() >= self.viewers_max => return Err("The room is full.".to_owned()),
            Want::Play(name) => Some(self.take_seat(name)?),
            Want::Watch if self.watching == Watching::Private => {
                return Err("This game is private.".to_owned());
            }
            Want::Watch => None,
        };
        if let Some(seat) = seat {
            self.alone.remove(&seat);
        }
        self.viewers.insert(id, Viewer::new(seat, follows));
        Ok(())
    }

    /// Closes the connection of a seat, because the same person has connected again.
    fn replace(&mut self, seat: u8, out: &mut Vec<Output>) {
        let there = self.viewers.iter().find(|(_, viewer)| viewer.seat == Some(seat)).map(|(id, _)| *id);
        if let Some(id) = there {
            self.viewers.remove(&id);
            out.push(Output::Close(id, "You have connected from elsewhere.".to_owned()));
        }
    }

    /// Gives a player their earlier seat back.
    fn come_back(&mut self, seat: u8) -> Result<u8, String> {
        // In games without `join`, the run does not say who has played.
        if self.roster.name_of(seat).is_empty() && !self.joins && seat < self.session.about().seats {
            self.roster.set_name(seat, "player");
        }
        let name = self.roster.name_of(seat).to_owned();
        if name.is_empty() {
            return Err("Nobody has played that seat.".to_owned());
        }
        if self.roster.is_banned(&name) {
            return Err("The host has removed you from the room.".to_owned());
        }
        if self.joins && !self.roster.is_on_board(seat) {
            self.command(seat, &format!("{JOIN} {name}"))?;
        }
        Ok(seat)
    }

    /// The seat for a name: its earlier one, or the next free one.
    fn take_seat(&mut self, name: &str) -> Result<u8, String> {
        let name = Name::new(name).map_err(|refused| refused.0.into_owned())?;
        if self.roster.is_banned(&name.to_string()) {
            return Err("The host has removed you from the room.".to_owned());
        }
        if let Some(seat) = self.roster.seat_of(&name.to_string()) {
            let connected = self.viewers.values().any(|viewer| viewer.seat == Some(seat));
            if connected || self.claims == Claims::ByDoor {
                return Err("That name is already taken.".to_owned());
            }
            let seat = self.come_back(seat)?;
            // A name alone does not prove that the line numbers continue, so they start over.
            self.receipts.remove(&seat);
            return Ok(seat);
        }
        let seat = self.free_seat().ok_or("The room is full.")?;
        if self.joins && seat > 0 {
            // With the first guest, the host joins under their own name.
            if !self.roster.has_joined(0) {
                self.session.mark(session::TOGETHER);
                self.command(0, &format!("{JOIN} {}", self.roster.name_of(0)))?;
            }
            self.command(seat, &format!("{JOIN} {name}"))?;
        }
        self.roster.set_name(seat, &name.to_string());
        Ok(seat)
    }

    fn free_seat(&self) -> Option<u8> {
        let free =
            |seat: &u8| self.roster.name_of(*seat).is_empty() && !self.session.has_strategy(Seat(*seat));
        let seats = if self.joins { u8::MAX } else { self.session.about().seats };
        (0..seats).find(free)
    }

    /// Number of commands in all chapters so far.
    fn commands(&self) -> usize {
        session::commands_before(self.session.header()) + self.session.commands()
    }

    /// The number of a seat's last played line.
    pub(crate) fn answered(&self, seat: u8) -> u64 {
        self.receipts.get(&seat).map_or(0, |answer| answer.id)
    }

    /// Plays a command on behalf of the room.
    fn command(&mut self, seat: u8, line: &str) -> Result<(), String> {
        let reply = self.play(seat, line);
        match reply.kind {
            ReplyKind::Played => Ok(()),
            _ => Err(reply.said.first().map_or_else(String::new, |said| said.text.clone())),
        }
    }

    fn play(&mut self, seat: u8, line: &str) -> Reply {
        let before = self.session.commands();
        let reply = self.session.play(Some(Seat(seat)), Input::Line(line)).done();
        self.session.journal(&mut self.text);
        let after = self.session.commands();
        for index in before..after {
            if let Some((seat, line)) = self.session.step(index).filter(|_| self.joins) {
                self.roster.note(seat, &line);
            }
        }
        if after > before {
            self.past.note(self.session.as_ref(), self.commands(), self.text.len());
            self.viewers.values_mut().for_each(|viewer| viewer.hear(seat, self.session.as_ref()));
        }
        reply.unwrap_or_else(|| Reply::one(ReplyKind::Misread, "That command is incomplete."))
    }

    /// Queues a line.
    pub(crate) fn line(&mut self, id: ViewerId, number: u64, text: String, out: &mut Vec<Output>) {
        let Some(viewer) = self.viewers.get_mut(&id) else { return };
        if viewer.waiting.is_some() {
            let seat = viewer.seat;
            self.viewers.remove(&id);
            self.alone.extend(seat.map(|seat| (seat, 0)));
            out.push(Output::Close(id, "Your commands are too long or too fast.".to_owned()));
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

    /// Plays the queued lines, stores the results, and shows them.
    pub(crate) fn settle(&mut self, id: RoomId, now: Seconds, out: &mut Vec<Output>) {
        self.let_go(now);
        while let Some(viewer) = self.next_to_act() {
            self.act(viewer);
        }
        self.turn_page(id, out);
        self.keep(id, out);
        self.show(out);
    }

    /// Removes players whose grace period is over.
    fn let_go(&mut self, now: Seconds) {
        let over = |since: &Seconds| *since == 0 || now.saturating_sub(*since) >= GRACE_SECONDS;
        let gone: Vec<u8> =
            self.alone.iter().filter(|(_, since)| over(since)).map(|(seat, _)| *seat).collect();
        for seat in gone {
            self.alone.remove(&seat);
            if self.joins && self.roster.is_on_board(seat) {
                let _ = self.command(seat, LEAVE);
            }
        }
    }

    /// The viewer whose line is next: seats take turns, except those that have not read their last answer.
    fn next_to_act(&self) -> Option<ViewerId> {
        let able = self.viewers.iter().filter(|(_, viewer)| viewer.is_next());
        able.min_by_key(|(id, viewer)| {
            (viewer.seat.unwrap_or(u8::MAX).wrapping_sub(self.last).wrapping_sub(1), **id)
        })
        .map(|(id, _)| *id)
    }

    fn act(&mut self, id: ViewerId) {
        let Some(viewer) = self.viewers.get_mut(&id) else { return };
        let (seat, waiting) = (viewer.seat, viewer.waiting.take());
        let Some((number, line)) = waiting else { return };
        let known = match seat {
            Some(seat) => self.answer_again(seat, number),
            None => Some(self.answer(number, Reply::one(ReplyKind::Refused, "You are only watching."))),
        };
        let (Some(seat), None) = (seat, &known) else {
            self.viewers.entry(id).and_modify(|viewer| viewer.answer = known);
            return;
        };
        self.last = seat;
        let reply = match line.len() <= LINE_BYTES_MAX {
            true => self.play(seat, &line),
            false => Reply::one(ReplyKind::Misread, "That command is too long."),
        };
        let played = reply.kind == ReplyKind::Played;
        let answer = self.answer(number, reply);
        if number > 0 {
            self.receipts.insert(seat, answer.clone());
            // Lines that changed nothing may be played again, so they need no receipt.
            self.unkept.extend(played.then(|| Receipt { seat, answer: answer.clone() }));
        }
        let leaves = played && self.joins && line.trim().eq_ignore_ascii_case(LEAVE);
        if let Some(viewer) = self.viewers.get_mut(&id) {
            viewer.answer = Some(answer);
            viewer.leaving = leaves.then(|| "You have left the game.".to_owned());
        }
        if played
            && self.joins
            && let Some((DISMISS, whom)) = line.trim().split_once(' ')
        {
            self.send_away(whom.trim());
        }
    }

    fn answer(&self, id: u64, reply: Reply) -> Answer {
        let said = reply.said.into_iter().map(|sentence| sentence.text).collect();
        Answer { id, kind: reply.kind, commands: self.commands(), said }
    }

    /// The stored answer for a repeated line.
    fn answer_again(&self, seat: u8, number: u64) -> Option<Answer> {
        self.receipts.get(&seat).filter(|last| number > 0 && number == last.id).cloned()
    }

    fn send_away(&mut self, whom: &str) {
        let Some(seat) = self.roster.seat_of(whom) else { return };
        self.roster.ban(seat);
        for viewer in self.viewers.values_mut().filter(|viewer| viewer.seat == Some(seat)) {
            viewer.leaving = Some("The host has removed you from the room.".to_owned());
        }
    }

    fn keep(&mut self, id: RoomId, out: &mut Vec<Output>) {
        if self.kept < self.text.len() {
            let run = self.text[self.kept..].to_owned();
            let receipts = std::mem::take(&mut self.unkept);
            out.push(Output::Keep(id, Kept { run, receipts, chapter: None }));
            self.kept = self.text.len();
        }
    }

    /// Ends a chapter that is long enough and begins the next. Viewers who have not read the chapter before
    /// it by then are disconnected, so that no more than two are held.
    fn turn_page(&mut self, id: RoomId, out: &mut Vec<Output>) {
        if self.chapter_commands == 0 || !self.joins || self.session.commands() < self.chapter_commands {
            return;
        }
        let late: Vec<ViewerId> =
            self.viewers.iter().filter(|(_, viewer)| viewer.tail.is_some()).map(|(id, _)| *id).collect();
        for viewer in late {
            let seat = self.viewers.remove(&viewer).and_then(|viewer| viewer.seat);
            self.alone.extend(seat.map(|seat| (seat, 0)));
            out.push(Output::Close(viewer, "Your connection is too slow.".to_owned()));
        }
        self.session.checkpoint();
        self.session.journal(&mut self.text);
        let run = self.text[self.kept..].to_owned();
        let players = self.roster.spelled();
        session::turn_page(self.session.as_mut(), &self.text, players);
        let closed = Arc::new(std::mem::take(&mut self.text));
        self.session.journal(&mut self.text);
        self.kept = self.text.len();
        self.past.turn_page();
        self.viewers.values_mut().for_each(|viewer| viewer.turn_page(&closed));
        let receipts = std::mem::take(&mut self.unkept);
        out.push(Output::Keep(id, Kept { run, receipts, chapter: Some(self.text.clone()) }));
    }

    /// Sends their news to all viewers who are ready.
    fn show(&mut self, out: &mut Vec<Output>) {
        let mut closed = Vec::new();
        let mut news = News::new(self.session.as_ref(), &self.text, &self.roster, &self.past);
        for (&id, viewer) in &mut self.viewers {
            out.extend(viewer.message(&mut news).map(|message| Output::Show(id, message)));
            // Somebody who leaves gets the rest of the run and the answer first.
            let has_all = viewer.follows != Follows::Run || viewer.has_all(self.text.len());
            if viewer.answer.is_none()
                && has_all
                && let Some(why) = viewer.leaving.take()
            {
                closed.push((id, why));
            }
        }
        for (id, why) in closed {
            self.viewers.remove(&id);
            out.push(Output::Close(id, why));
        }
    }

    /// Closes the room: everybody gets the rest of the run and the reason.
    pub(crate) fn shut(&mut self, id: RoomId, why: &str, out: &mut Vec<Output>) {
        self.session.checkpoint();
        self.session.journal(&mut self.text);
        self.keep(id, out);
        let commands = self.commands();
        let number = self.session.header().chapter.as_ref().map_or(1, |chapter| chapter.number);
        for (&viewer, state) in &mut self.viewers {
            while state.follows == Follows::Run && !state.has_all(self.text.len()) {
                let mut message = Message { seat: state.seat, commands, ..Message::default() };
                state.read_on(&self.text, number, &mut message);
                out.push(Output::Show(viewer, message));
            }
            out.push(Output::Close(viewer, why.to_owned()));
        }
    }
}
