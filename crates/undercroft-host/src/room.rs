//! One open room: its hall behind a mutex, and the boxes of those who are connected to it.
//!
//! What the hall wants kept goes to the writer together with everything that is to be shown after it. While something of a
//! room is on its way to the disk, all that follows queues behind it; so everybody sees the game in its order, and nothing
//! before it is committed.

use crate::writer::{Job, Writer};
use hall::{Answer, Follows, Hall, Input, Opening, Output, Picture, Seconds, ViewerId, Want};
use kernel::{Outcome, Seat, Vitals};
use session::Session;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The hall of a room holds this one room.
const ONLY: hall::RoomId = 0;

static VIEWERS: AtomicU64 = AtomicU64::new(1);

/// What is known about a hosted game beside its run.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// Its id.
    pub(crate) id: String,
    /// The id of what is played.
    pub(crate) game: &'static str,
    /// True when others can join.
    pub(crate) shared: bool,
    /// True while the seed is secret.
    pub(crate) sealed: bool,
    /// The hash of a sealed seed.
    pub(crate) commitment: Option<String>,
    /// True when a program plays.
    pub(crate) bot: bool,
}

/// What a connection is sent.
pub(crate) enum Told {
    /// News of the game.
    Frame(Box<Frame>),
    /// The end, and why.
    Close(String),
}

/// News of the game for one viewer.
pub(crate) struct Frame {
    pub(crate) seat: Option<u8>,
    pub(crate) n: usize,
    pub(crate) names: Option<Vec<String>>,
    pub(crate) picture: Option<Picture>,
    pub(crate) answer: Option<Answer>,
    /// What was said to this seat by the last command, where it was somebody else's.
    pub(crate) heard: Vec<String>,
    pub(crate) vitals: Vitals,
    pub(crate) outcome: Option<Outcome>,
    /// Which of the verbs are meant now.
    pub(crate) phase: u8,
}

/// The box of a connection. It never holds more than one frame and the end: the hall waits until a frame was read.
pub(crate) type Sender = UnboundedSender<Told>;

/// A room that is open.
pub(crate) struct Room {
    pub(crate) facts: Facts,
    writer: Writer,
    inner: Mutex<Inner>,
    /// Jobs at the writer.
    flying: AtomicUsize,
    failed: AtomicBool,
    began: Instant,
}

struct Inner {
    hall: Hall,
    boxes: HashMap<ViewerId, Sender>,
    /// Why nobody is let in any more.
    shut: bool,
    /// When the last connection ended.
    empty_since: Instant,
}

/// As whom somebody wants to be let in.
#[derive(Clone)]
pub(crate) enum Wants {
    /// On a seat under a name.
    Play(String),
    /// Back on their seat.
    Return(u8),
    /// To watch.
    Watch,
}

/// Who wants to be let in.
pub(crate) struct Guest {
    /// As whom.
    pub(crate) want: Wants,
    /// Columns and rows; 0 for the scenes of line mode.
    pub(crate) size: (u16, u16),
}

impl Room {
    /// Opens a game. What it wants kept already goes to the writer.
    pub(crate) fn new(facts: Facts, session: Box<dyn Session>, run: String, writer: Writer) -> Arc<Self> {
        let inner =
            Inner { hall: Hall::default(), boxes: HashMap::new(), shut: false, empty_since: Instant::now() };
        let room = Arc::new(Self {
            facts,
            writer,
            inner: Mutex::new(inner),
            flying: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            began: Instant::now(),
        });
        room.take(&mut room.lock(), Input::Open(Box::new(Opening::new(ONLY, session, run))));
        room
    }

    /// Lets somebody in; nothing when the room was closed meanwhile and must be opened again.
    pub(crate) fn enter(self: &Arc<Self>, guest: Guest) -> Option<(Place, UnboundedReceiver<Told>)> {
        let mut inner = self.lock();
        if inner.shut {
            return None;
        }
        let viewer = VIEWERS.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = unbounded_channel();
        inner.boxes.insert(viewer, sender);
        let (cols, rows) = guest.size;
        let follows = Follows::Pictures { cols, rows };
        let want = match guest.want {
            Wants::Play(name) => Want::Play(name),
            Wants::Return(seat) => Want::Return(seat),
            Wants::Watch => Want::Watch,
        };
        self.take(&mut inner, Input::Hello { viewer, room: ONLY, want, key: None, follows });
        Some((Place { room: Arc::clone(self), viewer, gone: false }, receiver))
    }

    /// Time passes: players without a connection leave after a while.
    pub(crate) fn tick(self: &Arc<Self>) {
        let mut inner = self.lock();
        if !inner.shut {
            self.take(&mut inner, Input::Tick);
        }
    }

    /// Closes the room if nobody has been in it for so many seconds; true if it is closed.
    pub(crate) fn close_if_idle(self: &Arc<Self>, seconds: u64) -> bool {
        let mut inner = self.lock();
        if inner.shut {
            return true;
        }
        let idle = inner.boxes.is_empty() && inner.empty_since.elapsed().as_secs() >= seconds;
        if idle {
            self.shut(&mut inner, "Nobody is here any more.");
        }
        idle
    }

    /// Closes the room and tells everybody why.
    pub(crate) fn close(self: &Arc<Self>, why: &str) {
        let mut inner = self.lock();
        if !inner.shut {
            self.shut(&mut inner, why);
        }
    }

    fn shut(self: &Arc<Self>, inner: &mut Inner, why: &str) {
        inner.shut = true;
        self.take(inner, Input::Shut { room: ONLY, why: why.to_owned() });
    }

    /// How many are connected.
    pub(crate) fn connected(&self) -> usize {
        self.lock().boxes.len()
    }

    /// Looks at the game.
    pub(crate) fn look<T>(&self, see: impl FnOnce(&dyn Session) -> T) -> Option<T> {
        let inner = self.lock();
        inner.hall.session(ONLY).map(see)
    }

    /// The writer has kept a job of this room, or could not.
    pub(crate) fn kept(self: &Arc<Self>, letters: Vec<(Sender, Told)>, done: bool) {
        if done {
            deliver(letters);
        } else if !self.failed.swap(true, Ordering::Relaxed) {
            // What is in memory is ahead of what is kept: the room is opened again from there.
            let mut inner = self.lock();
            inner.shut = true;
            for (_, sender) in inner.boxes.drain() {
                let _ = sender
                    .send(Told::Close("The game cannot be kept now; come back in a moment.".to_owned()));
            }
        }
        self.flying.fetch_sub(1, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Seconds {
        self.began.elapsed().as_secs() + 1
    }

    /// Gives the hall what came in and carries out what it answers.
    fn take(self: &Arc<Self>, inner: &mut Inner, input: Input) {
        let outputs = inner.hall.take(self.now(), input);
        let mut keep = String::new();
        let mut letters = Vec::new();
        for output in outputs {
            match output {
                Output::Keep(_, kept) => keep.push_str(&kept.run),
                Output::Show(viewer, message) => {
                    let Some(sender) = inner.boxes.get(&viewer) else { continue };
                    let Some(frame) = inner.hall.session(ONLY).map(|session| frame(session, message)) else {
                        continue;
                    };
                    letters.push((sender.clone(), Told::Frame(Box::new(frame))));
                }
                Output::Close(viewer, why) => {
                    letters.extend(inner.boxes.remove(&viewer).map(|sender| (sender, Told::Close(why))));
                    inner.empty_since = Instant::now();
                }
            }
        }
        if keep.is_empty() && (letters.is_empty() || self.flying.load(Ordering::Acquire) == 0) {
            deliver(letters);
        } else {
            self.flying.fetch_add(1, Ordering::AcqRel);
            self.writer.submit(Job { room: Arc::clone(self), keep, letters });
        }
    }
}

fn deliver(letters: Vec<(Sender, Told)>) {
    for (sender, told) in letters {
        // A connection that has ended reads nothing.
        let _ = sender.send(told);
    }
}

fn frame(session: &dyn Session, message: hall::Message) -> Frame {
    let seat = Seat(message.seat.unwrap_or(0));
    let heard = match message.answer {
        Some(_) => Vec::new(),
        None => session.said_to(seat).into_iter().map(|sentence| sentence.text).collect(),
    };
    Frame {
        seat: message.seat,
        n: message.commands,
        names: message.names,
        picture: message.picture,
        answer: message.answer,
        heard,
        vitals: session.vitals(seat),
        outcome: session.outcome(),
        phase: session.phase(),
    }
}

/// Somebody's place in a room. Dropping it is a lost connection.
pub(crate) struct Place {
    pub(crate) room: Arc<Room>,
    viewer: ViewerId,
    gone: bool,
}

impl Place {
    /// Gives a command.
    pub(crate) fn line(&self, id: u64, text: String) {
        self.take(Input::Line { viewer: self.viewer, id, text });
    }

    /// The last frame was sent.
    pub(crate) fn ready(&self) {
        self.take(Input::Ready(self.viewer));
    }

    /// Leaves the game.
    pub(crate) fn leave(mut self) {
        self.end(true);
    }

    fn take(&self, input: Input) {
        let mut inner = self.room.lock();
        if !inner.shut {
            self.room.take(&mut inner, input);
        }
    }

    fn end(&mut self, goodbye: bool) {
        if std::mem::replace(&mut self.gone, true) {
            return;
        }
        let mut inner = self.room.lock();
        inner.boxes.remove(&self.viewer);
        inner.empty_since = Instant::now();
        if !inner.shut {
            self.room.take(&mut inner, Input::Gone { viewer: self.viewer, goodbye });
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.end(false);
    }
}
