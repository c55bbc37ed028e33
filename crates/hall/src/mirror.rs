//! A player's side of a room: a session that follows the room's run and replays it, so that every screen is
//! drawn where it is shown.
//!
//! A [`Mirror`] is used in two ways. A front-end that owns a [`Session`] plays it like any other: `play`
//! sends the line and waits for its answer, `settle` applies what others have done. A front-end that shows
//! every command separately uses [`Mirror::say`] and [`Mirror::next`].

use crate::{Answer, Channel, Heard, LINE_BYTES_MAX};
use kernel::{About, Chart, Choice, Extent, Mood, Panel, Pos, Rng, Scene, Seat, Surroundings, Vitals};
use session::{
    Contact, Fact, Header, Input, Lines, Outlook, PressReply, Reply, ReplyKind, RoomStatus, Sentence,
    Session, Spelling, Status, Step, Vocabulary,
};
use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Message when the connection is lost.
pub const LOST: &str = "The connection to the room is lost. Reconnecting; your seat is kept for a minute.";
/// Message when the connection is back.
pub const BACK: &str = "The connection is back.";
/// How long to wait for an answer; after that the player can use the screen again.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum number of sentences about others waiting to be shown; the oldest are dropped.
const HEARD_MAX: usize = 100;

/// A single piece of news from a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A seat acted; with the sentences for this player.
    Acted(u8, Vec<Sentence>),
    /// The player's own line was answered.
    Answered(Reply),
    /// The connection is lost; reconnecting has begun.
    Lost,
    /// The connection is back.
    Back,
    /// The room was closed, or cannot be reached any more.
    Over(String),
}

/// A session that follows a room.
pub struct Mirror {
    inner: Box<dyn Session>,
    channel: Box<dyn Channel>,
    seat: Seat,
    names: Vec<String>,
    contact: Contact,
    news: u64,
    /// The number of the last line.
    number: u64,
    /// The line that is not answered yet.
    asked: Option<(u64, String)>,
    /// Commands not played here yet.
    steps: VecDeque<Step>,
    /// The answer that follows them.
    answer: Option<Answer>,
    /// Number of commands of the room's run that are not in the session, because they were played before it
    /// began.
    before: usize,
    /// Indexes of the session's commands by this seat; front-ends count in these.
    steps_of_seat: Vec<usize>,
    /// Number of own commands in earlier chapters.
    own_before: usize,
    /// The number of the chapter.
    chapter: u32,
    /// Sentences caused by the own line.
    own: Vec<Sentence>,
    /// Sentences about others, not shown yet.
    heard: Vec<Sentence>,
    said: Vec<Sentence>,
    joined: String,
    /// The header that is shown where the seed is not for the player.
    shown: Option<Box<Header>>,
}

/// What is shown as the seed of a game whose seed is sealed.
pub const SEALED: &str = "sealed";

impl Mirror {
    /// Follows a room with a session that has played the room's first `commands` commands. Line numbers begin
    /// after `number`.
    #[must_use]
    pub fn new(
        inner: Box<dyn Session>,
        commands: usize,
        seat: Seat,
        names: Vec<String>,
        number: u64,
        channel: Box<dyn Channel>,
    ) -> Self {
        let before = commands.saturating_sub(inner.commands());
        let chapter = inner.header().chapter.as_ref().map_or(1, |chapter| chapter.number);
        let own = |index: &usize| inner.step(*index).is_some_and(|(other, _)| other == seat.0);
        let steps_of_seat = (0..inner.commands()).filter(own).collect();
        Self {
            inner,
            channel,
            seat,
            names,
            contact: Contact::Here,
            news: 0,
            number,
            asked: None,
            steps: VecDeque::new(),
            answer: None,
            before,
            steps_of_seat,
            own_before: 0,
            chapter,
            own: Vec::new(),
            heard: Vec::new(),
            said: Vec::new(),
            joined: String::new(),
            shown: None,
        }
    }

    /// The same for a player who must not know the seed: it is shown as [`SEALED`].
    #[must_use]
    pub fn with_sealed_seed(mut self) -> Self {
        self.shown = Some(Box::new(Header { seed: SEALED.to_owned(), ..self.inner.header().clone() }));
        self
    }

    /// The player's seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The name of a seat's player.
    #[must_use]
    pub fn name_of(&self, seat: u8) -> String {
        let name = self.names.get(usize::from(seat)).map_or("", String::as_str);
        kernel::printable(name).into_owned()
    }

    /// Sends a line; its answer arrives through [`Mirror::next`]. One line at a time.
    ///
    /// # Errors
    /// The reply, when the line cannot be sent now.
    pub fn say(&mut self, line: &str) -> Result<(), Reply> {
        let refused = |why: &str| Err(Reply::one(ReplyKind::Refused, why));
        match self.contact {
            Contact::Over => return Err(Reply::one(ReplyKind::Over, "The room is closed.")),
            Contact::Lost => return refused(LOST),
            Contact::Here => {}
        }
        if line.len() > LINE_BYTES_MAX {
            return Err(Reply::one(ReplyKind::Misread, "That command is too long."));
        }
        if self.asked.is_some() {
            return refused("Your last command has not been answered yet.");
        }
        self.number += 1;
        self.channel.say(self.number, line);
        self.asked = Some((self.number, line.to_owned()));
        Ok(())
    }

    /// Leaves the game.
    pub fn leave(&mut self) {
        self.channel.leave();
    }

    /// The next piece of news, waiting at most this long.
    pub fn next(&mut self, wait: Duration) -> Option<Change> {
        loop {
            let played = self.before + self.inner.commands();
            let due = |answer: &mut Answer| self.steps.is_empty() || answer.commands <= played;
            if let Some(answer) = self.answer.take_if(due) {
                if let Some(answered) = self.answered(answer) {
                    return Some(answered);
                }
                continue;
            }
            if let Some(step) = self.steps.pop_front() {
                return Some(self.follow(&step));
            }
            match self.channel.hear(wait) {
                Heard::Nothing => return None,
                Heard::Message(message) => {
                    if let Some(names) = message.names {
                        self.names = names;
                    }
                    if message.chapter.is_some_and(|number| number != self.chapter) {
                        self.turn_page();
                        self.chapter = message.chapter.unwrap_or(self.chapter);
                    }
                    self.steps = message.run.lines().filter_map(Step::read).collect();
                    self.answer = message.answer;
                }
                Heard::Lost => {
                    self.contact = Contact::Lost;
                    return Some(Change::Lost);
                }
                Heard::Back { remembers } => {
                    self.contact = Contact::Here;
                    // The room answers a repeated number again but plays it once.
                    match &self.asked {
                        Some((number, line)) if remembers => self.channel.say(*number, line),
                        _ => self.asked = None,
                    }
                    return Some(Change::Back);
                }
                Heard::Over(why) => return Some(self.over(why)),
            }
        }
    }

    /// Whether a command of this seat belongs to the line awaiting an answer. The room itself plays for
    /// seats, too.
    #[must_use]
    pub const fn is_own(&self, seat: u8) -> bool {
        seat == self.seat.0 && self.asked.is_some()
    }

    /// Begins a new chapter of the run. Its initial state is the state here.
    fn turn_page(&mut self) {
        self.before += self.inner.commands();
        self.own_before += self.steps_of_seat.len();
        self.steps_of_seat.clear();
        self.inner.next_chapter("", String::new());
        self.inner.journal(&mut String::new());
    }

    fn over(&mut self, why: String) -> Change {
        self.contact = Contact::Over;
        self.asked = None;
        Change::Over(kernel::printable(&why).into_owned())
    }

    /// Plays a command of the room.
    fn follow(&mut self, step: &Step) -> Change {
        if let Err(what) = self.inner.follow(step) {
            self.steps.clear();
            self.answer = None;
            return self.over(format!("This program cannot follow the room's game: {what}."));
        }
        // The run is saved elsewhere.
        self.inner.journal(&mut String::new());
        if step.seat == self.seat.0 {
            self.steps_of_seat.push(self.inner.commands() - 1);
        }
        let said = self.inner.said_to(self.seat);
        if self.is_own(step.seat) {
            self.own.extend(said.iter().cloned());
        }
        Change::Acted(step.seat, said)
    }

    /// The answer to the own line. Sentences for its commands are known here already, including their cues.
    fn answered(&mut self, answer: Answer) -> Option<Change> {
        let own = std::mem::take(&mut self.own);
        let (_, line) = self.asked.take_if(|(number, _)| *number == answer.id)?;
        let mut said = if answer.kind == ReplyKind::Played { own } else { Vec::new() };
        let further = answer.said.into_iter().filter(|text| said.iter().all(|known| known.text != *text));
        let further: Vec<Sentence> =
            further.map(|text| Sentence::from(kernel::printable(&text).into_owned())).collect();
        said.extend(further);
        // The room sends the words of line mode; those of the application are known here.
        if answer.kind == ReplyKind::Refused
            && let ([refusal], Outlook::Refused(why)) =
                (said.as_mut_slice(), self.inner.foresee(self.seat, Input::Line(&line)))
        {
            refusal.to_player = Some(why);
        }
        Some(Change::Answered(Reply { kind: answer.kind, said }))
    }

    /// Remembers a piece of news until the screen is drawn.
    fn note(&mut self, change: &Change) {
        let tell = |text: &str| Sentence { cue: kernel::Cue::Bad, ..Sentence::from(text.to_owned()) };
        let known = self.heard.len();
        match change {
            Change::Acted(seat, _) if self.is_own(*seat) => {}
            Change::Acted(_, said) => self.heard.extend(said.iter().cloned()),
            Change::Answered(reply) => self.heard.extend(reply.said.iter().cloned()),
            Change::Lost => self.heard.push(tell(LOST)),
            Change::Back => self.heard.push(tell(BACK)),
            Change::Over(why) => self.heard.push(tell(why)),
        }
        self.news += u64::from(self.heard.len() > known);
        let old = self.heard.len().saturating_sub(HEARD_MAX);
        self.heard.drain(..old);
    }

    fn remember(&mut self, said: Vec<Sentence>) {
        self.joined = said.iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join(" ");
        self.said = said;
    }

    /// Sends a line and waits for its answer.
    fn ask(&mut self, line: &str) -> Reply {
        // Apply what others did first.
        self.take_in();
        if let Err(reply) = self.say(line) {
            return reply;
        }
        loop {
            let Some(change) = self.next(PATIENCE) else {
                return Reply::one(
                    ReplyKind::Refused,
                    "The room does not answer. Your command may still be played.",
                );
            };
            match change {
                Change::Answered(reply) => {
                    if reply.kind == ReplyKind::Played {
                        self.remember(reply.said.clone());
                    }
                    return reply;
                }
                change => {
                    self.note(&change);
                    match change {
                        Change::Lost => {
                            return Reply::one(ReplyKind::Refused, "Waiting for the connection.");
                        }
                        Change::Over(_) => return Reply::one(ReplyKind::Over, "The room is closed."),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Applies all pending news.
    fn take_in(&mut self) {
        while let Some(change) = self.next(Duration::ZERO) {
            self.note(&change);
            if matches!(change, Change::Over(_)) {
                break;
            }
        }
    }
}

impl Session for Mirror {
    fn about(&self) -> &'static About {
        self.inner.about()
    }

    fn header(&self) -> &Header {
        self.shown.as_deref().unwrap_or_else(|| self.inner.header())
    }

    fn vocabulary(&self) -> Vocabulary {
        self.inner.vocabulary()
    }

    fn status(&self) -> Status {
        let status = self.inner.status();
        let commands = self.before + status.commands;
        let room = Some(RoomStatus { contact: self.contact, commands, news: self.news });
        let commands = self.own_before + self.steps_of_seat.len();
        Status { to_move: self.seat, commands, room, ..status }
    }

    fn play(&mut self, _: Option<Seat>, input: Input<'_>) -> PressReply {
        let line = match input {
            Input::Line(line) | Input::Recorded(line) => {
                // A valid line cancels the input begun with keys.
                let _ = self.inner.spell(self.seat, Input::Line(line));
                line.to_owned()
            }
            input => match self.inner.spell(self.seat, input) {
                Spelling::Line(line) => line,
                Spelling::More(wanted) => return PressReply::More(wanted),
                Spelling::Not(reply) => return PressReply::Done(reply),
            },
        };
        PressReply::Done(self.ask(&line))
    }

    fn spell(&mut self, _: Seat, input: Input<'_>) -> Spelling {
        self.inner.spell(self.seat, input)
    }

    fn cancel(&mut self, _: Seat) -> bool {
        self.inner.cancel(self.seat)
    }

    fn settle(&mut self) {
        self.take_in();
        if !self.heard.is_empty() {
            let heard = std::mem::take(&mut self.heard);
            self.remember(heard);
        }
    }

    fn advise(&self, dice: &mut Rng) -> Option<String> {
        // The game advises the seat to move; what it knows about another seat is not for this player.
        if self.inner.to_move() == self.seat { self.inner.advise(dice) } else { None }
    }

    fn foresee(&self, _: Seat, input: Input<'_>) -> Outlook {
        self.inner.foresee(self.seat, input)
    }

    fn draw(&self, _: Seat, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene) {
        self.inner.draw(self.seat, cols, rows, note.or(Some(&self.joined)), scene);
    }

    fn extent(&self, _: Seat, cols: u16, rows: u16) -> Extent {
        self.inner.extent(self.seat, cols, rows)
    }

    fn look(&self, _: Seat, cols: u16, rows: u16, at: Pos) -> String {
        self.inner.look(self.seat, cols, rows, at)
    }

    fn chart(&self, _: Seat, cols: u16, rows: u16) -> Option<Chart> {
        self.inner.chart(self.seat, cols, rows)
    }

    fn surroundings(&self, _: Seat) -> Option<Surroundings> {
        self.inner.surroundings(self.seat)
    }

    fn panel(&self, _: Seat, cols: u16, rows: u16) -> Panel {
        self.inner.panel(self.seat, cols, rows)
    }

    fn choice(&self, _: Seat) -> Option<Choice> {
        self.inner.choice(self.seat)
    }

    fn mood(&self, _: Seat) -> Option<Mood> {
        self.inner.mood(self.seat)
    }

    fn map(&self, _: Seat, cols: u16, rows: u16, scene: &mut Scene) {
        self.inner.map(self.seat, cols, rows, scene);
    }

    fn vitals(&self, _: Seat) -> Vitals {
        self.inner.vitals(self.seat)
    }

    fn facts(&self) -> Vec<Fact> {
        // Facts do not say which seat may know them.
        Vec::new()
    }

    fn events_json(&self, _: Option<Seat>) -> String {
        self.inner.events_json(Some(self.seat))
    }

    fn said(&self) -> &[Sentence] {
        &self.said
    }

    fn said_to(&self, _: Seat) -> Vec<Sentence> {
        self.said.clone()
    }

    fn lines(&mut self) -> &mut Lines {
        self.inner.lines()
    }

    fn next_chapter(&mut self, _: &str, _: String) {}

    fn checkpoint(&mut self) {}

    fn state(&self) -> Vec<u8> {
        self.inner.state()
    }

    fn copy(&self) -> Arc<dyn Any + Send + Sync> {
        self.inner.copy()
    }

    fn step(&self, index: usize) -> Option<(u8, String)> {
        self.inner.step(*self.steps_of_seat.get(index.checked_sub(self.own_before)?)?)
    }
}
