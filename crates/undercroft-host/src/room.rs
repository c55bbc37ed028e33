//! An open room: its hall behind a mutex, and the mailboxes of its connections.
//!
//! Everything the hall wants stored goes to the writer together with what may be shown only after it. While a
//! room has a write in progress, all later messages queue behind it, so everybody sees the game in order, and
//! nothing before it is committed.

use crate::writer::{Job, Writer};
use hall::{
    Answer, Claims, Follows, Hall, Input, Message, Opening, Output, Receipt, Seconds, ViewerId, Want,
    Watching,
};
use ledger::{AccountId, Answered, Class, GameId, Hold, Lines, Privacy, SealId, SeatRow};
use serde::{Deserialize, Serialize};
use session::{ReplyKind, Session};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The hall of a room has only this one.
const ONLY: hall::RoomId = 0;
/// Maximum number of viewers of a room, including players.
const VIEWERS_MAX: usize = 256;
/// How many commands watchers of a delayed game are behind.
const DELAY: u16 = 20;
/// Maximum size of the sentences stored with an answer, in bytes.
const SAID_BYTES_MAX: usize = 8 * 1024;

static VIEWERS: AtomicU64 = AtomicU64::new(1);

/// What is known about a hosted game besides its run.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) id: GameId,
    /// The id of the game being played.
    pub(crate) game: &'static str,
    pub(crate) class: Class,
    pub(crate) privacy: Privacy,
    /// Whether others can join.
    pub(crate) shared: bool,
    /// The seal of its seed.
    pub(crate) seal: Option<SealId>,
    /// The hash of a sealed seed.
    pub(crate) commitment: Option<String>,
    /// The account that began it.
    pub(crate) owner: Option<AccountId>,
}

/// A message for a connection.
pub(crate) enum Told {
    /// News of the game.
    Frame(Box<Frame>),
    /// The end, with the reason.
    Close(String),
}

/// News of the game for one viewer.
pub(crate) struct Frame {
    pub(crate) message: Message,
    /// The current phase, which selects the verbs.
    pub(crate) phase: u8,
}

/// The mailbox of a connection. It never holds more than one frame and the end: the hall waits until a frame
/// was read.
pub(crate) type Sender = UnboundedSender<Told>;

/// Why a room is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Nobody is in it, or the host shuts down: it can be opened again.
    Rest,
    /// Its game is over.
    Over,
}

/// An open room.
pub(crate) struct Room {
    pub(crate) facts: Facts,
    /// The right to append to its run, used by the writer only.
    pub(crate) hold: Mutex<Option<Hold>>,
    writer: Writer,
    inner: Mutex<Inner>,
    seats: Mutex<BTreeMap<u8, Owner>>,
    /// Number of jobs at the writer.
    flying: AtomicUsize,
    failed: AtomicBool,
    /// Whether everything is written and released.
    gone: AtomicBool,
    began: Instant,
}

struct Inner {
    hall: Hall,
    boxes: HashMap<ViewerId, Sender>,
    /// Whether nobody is admitted any more.
    shut: bool,
    commands: usize,
    /// When the last connection ended.
    empty_since: Instant,
    over_since: Option<Instant>,
}

/// Who may come back to a seat: whoever knows its token, and the account that has it.
struct Owner {
    account: Option<AccountId>,
    token: Token,
}

enum Token {
    Kept(SeatRow),
    New(blake3::Hash),
}

impl Owner {
    fn kept(row: SeatRow) -> Self {
        Self { account: row.account.clone(), token: Token::Kept(row) }
    }
}

/// A client that wants to enter.
pub(crate) struct Guest {
    pub(crate) want: Want,
    pub(crate) follows: Follows,
}

/// A stored game, for opening its room.
pub(crate) struct Opened {
    pub(crate) session: Box<dyn Session>,
    /// Its run so far, which is stored already.
    pub(crate) run: String,
    pub(crate) hold: Hold,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) answers: Vec<Answered>,
}

impl Room {
    /// Opens a room.
    pub(crate) fn new(facts: Facts, opened: Opened, writer: Writer) -> Arc<Self> {
        let Opened { session, run, hold, seats, answers } = opened;
        let mut names = Vec::new();
        for row in &seats {
            let seat = usize::from(row.seat);
            names.resize(names.len().max(seat + 1), String::new());
            names[seat].clone_from(&row.name);
        }
        let watching = match facts.privacy {
            Privacy::Live => Watching::Live,
            Privacy::Delayed => Watching::Delayed(DELAY),
            Privacy::Private => Watching::Private,
        };
        let commands = session.commands();
        let opening = Opening {
            names,
            claims: Claims::ByDoor,
            receipts: answers.iter().filter_map(receipt).collect(),
            watching,
            viewers_max: VIEWERS_MAX,
            ..Opening::new(ONLY, session, run)
        };
        let inner = Inner {
            hall: Hall::default(),
            boxes: HashMap::new(),
            shut: false,
            commands,
            empty_since: Instant::now(),
            over_since: None,
        };
        let room = Arc::new(Self {
            facts,
            hold: Mutex::new(Some(hold)),
            writer,
            inner: Mutex::new(inner),
            seats: Mutex::new(seats.into_iter().map(|row| (row.seat, Owner::kept(row))).collect()),
            flying: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            gone: AtomicBool::new(false),
            began: Instant::now(),
        });
        room.take(&mut room.lock(), Input::Open(Box::new(opening)));
        room
    }

    /// Admits a client; `None` if the room was closed meanwhile and must be opened again.
    pub(crate) fn enter(self: &Arc<Self>, guest: Guest) -> Option<(Place, UnboundedReceiver<Told>)> {
        let mut inner = self.lock();
        if inner.shut {
            return None;
        }
        let viewer = VIEWERS.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = unbounded_channel();
        inner.boxes.insert(viewer, sender);
        let Guest { want, follows } = guest;
        self.take(&mut inner, Input::Hello { viewer, room: ONLY, want, key: None, follows });
        Some((Place { room: Arc::clone(self), viewer, gone: false }, receiver))
    }

    /// The seat that belongs to a token.
    pub(crate) fn seat_of(&self, token: &str) -> Option<u8> {
        self.find_seat(|owner| match &owner.token {
            Token::Kept(row) => row.is_token(token),
            // Compared as hashes, so that timing reveals nothing.
            Token::New(hash) => *hash == blake3::hash(token.as_bytes()),
        })
    }

    /// The seat of an account.
    pub(crate) fn seat_of_account(&self, account: &AccountId) -> Option<u8> {
        self.find_seat(|owner| owner.account.as_ref() == Some(account))
    }

    fn find_seat(&self, fits: impl Fn(&Owner) -> bool) -> Option<u8> {
        let seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        seats.iter().find(|(_, owner)| fits(owner)).map(|(seat, _)| *seat)
    }

    /// Sets the token of a seat.
    pub(crate) fn give_seat(&self, seat: u8, account: Option<AccountId>, token: &str) {
        let owner = Owner { account, token: Token::New(blake3::hash(token.as_bytes())) };
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).insert(seat, owner);
    }

    /// The names of those who play, in the order of their seats.
    pub(crate) fn players(&self) -> Vec<String> {
        let players = self.lock().hall.players(ONLY);
        let comes_and_goes = players.iter().any(|(_, here)| *here);
        let plays = |(name, here): &(String, bool)| !name.is_empty() && (*here || !comes_and_goes);
        players.into_iter().filter(plays).map(|(name, _)| name).collect()
    }

    /// Removes players whose grace period is over. True if the room is closed.
    pub(crate) fn tick(self: &Arc<Self>, idle_seconds: u64, over_seconds: u64) -> bool {
        let mut inner = self.lock();
        if inner.shut {
            return self.gone.load(Ordering::Acquire);
        }
        if self.facts.shared {
            self.take(&mut inner, Input::Tick);
        }
        let over = inner.hall.session(ONLY).is_some_and(|session| session.outcome().is_some());
        let since = over.then(|| *inner.over_since.get_or_insert_with(Instant::now));
        inner.over_since = since;
        let idle = inner.boxes.is_empty().then(|| inner.empty_since.elapsed().as_secs());
        if since.is_some_and(|since| idle.is_some() || since.elapsed().as_secs() >= over_seconds) {
            self.shut(&mut inner, "The game is over and kept.", End::Over);
        } else if idle.is_some_and(|seconds| seconds >= idle_seconds) {
            self.shut(&mut inner, "Nobody is here any more.", End::Rest);
        }
        false
    }

    /// Closes the room and tells everybody why.
    pub(crate) fn close(self: &Arc<Self>, why: &str) {
        let mut inner = self.lock();
        if !inner.shut {
            let over = inner.hall.session(ONLY).is_some_and(|session| session.outcome().is_some());
            self.shut(&mut inner, why, if over { End::Over } else { End::Rest });
        }
    }

    fn shut(self: &Arc<Self>, inner: &mut Inner, why: &str, end: End) {
        inner.shut = true;
        self.take_to(inner, Input::Shut { room: ONLY, why: why.to_owned() }, Some(end));
    }

    /// Whether everything is written and released.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }

    /// Marks everything written and released.
    pub(crate) fn set_gone(&self) {
        self.gone.store(true, Ordering::Release);
    }

    /// Number of connections.
    pub(crate) fn connected(&self) -> usize {
        self.lock().boxes.len()
    }

    /// Gives access to the session.
    pub(crate) fn look<T>(&self, see: impl FnOnce(&dyn Session) -> T) -> Option<T> {
        let inner = self.lock();
        inner.hall.session(ONLY).map(see)
    }

    /// The last answered line number of a seat.
    pub(crate) fn answered(&self, seat: u8) -> u64 {
        self.lock().hall.answered(ONLY, seat)
    }

    /// The writer has committed a job of this room, or failed.
    pub(crate) fn kept(self: &Arc<Self>, letters: Vec<(Sender, Told)>, done: bool) {
        if done {
            deliver(letters);
        } else if !self.failed.swap(true, Ordering::Relaxed) {
            // Memory is ahead of the database: the room has to be opened again from there.
            let mut inner = self.lock();
            inner.shut = true;
            for (_, sender) in inner.boxes.drain() {
                let _ =
                    sender.send(Told::Close("The game could not be kept; come back in a moment.".to_owned()));
            }
            self.set_gone();
        }
        self.flying.fetch_sub(1, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Seconds {
        self.began.elapsed().as_secs() + 1
    }

    fn take(self: &Arc<Self>, inner: &mut Inner, input: Input) {
        self.take_to(inner, input, None);
    }

    /// Passes an input to the hall and carries out its outputs.
    fn take_to(self: &Arc<Self>, inner: &mut Inner, input: Input, end: Option<End>) {
        let outputs = inner.hall.take(self.now(), input);
        let session = inner.hall.session(ONLY);
        inner.commands = session.map_or(inner.commands, |session| session.commands());
        let phase = session.map_or(0, |session| session.phase());
        let mut lines = Lines { commands: inner.commands as i64, ..Lines::default() };
        let mut letters = Vec::new();
        for output in outputs {
            match output {
                Output::Keep(_, kept) => {
                    lines.text.push_str(&kept.run);
                    lines.answers.extend(kept.receipts.into_iter().map(answered));
                }
                Output::Show(viewer, message) => {
                    let Some(sender) = inner.boxes.get(&viewer) else { continue };
                    letters.push((sender.clone(), Told::Frame(Box::new(Frame { message, phase }))));
                }
                Output::Close(viewer, why) => {
                    letters.extend(inner.boxes.remove(&viewer).map(|sender| (sender, Told::Close(why))));
                    inner.empty_since = Instant::now();
                }
            }
        }
        let keeps = !lines.text.is_empty() || !lines.answers.is_empty();
        if !keeps && end.is_none() && (letters.is_empty() || self.flying.load(Ordering::Acquire) == 0) {
            deliver(letters);
        } else {
            self.flying.fetch_add(1, Ordering::AcqRel);
            let lines = keeps.then_some(lines);
            self.writer.submit(Job { room: Arc::clone(self), lines, letters, end });
        }
    }
}

fn deliver(letters: Vec<(Sender, Told)>) {
    for (sender, told) in letters {
        // A connection that has ended receives nothing.
        let _ = sender.send(told);
    }
}

/// An answer as it is stored.
#[derive(Serialize, Deserialize)]
struct KeptAnswer {
    reply: String,
    said: Vec<String>,
}

fn answered(receipt: Receipt) -> Answered {
    let Receipt { seat, answer } = receipt;
    let mut left = SAID_BYTES_MAX;
    let fits = |said: &String| {
        left = left.saturating_sub(said.len() + 1);
        left > 0
    };
    let said: Vec<String> =
        answer.said.into_iter().take_while(fits).map(|said| said.replace('\0', "?")).collect();
    let kept = KeptAnswer { reply: answer.kind.word().to_owned(), said };
    let reply = serde_json::to_string(&kept).unwrap_or_default();
    Answered { seat, client: answer.id, n: answer.commands as i64, reply }
}

fn receipt(row: &Answered) -> Option<Receipt> {
    const KINDS: [ReplyKind; 4] =
        [ReplyKind::Played, ReplyKind::Refused, ReplyKind::Misread, ReplyKind::Over];
    let kept: KeptAnswer = serde_json::from_str(&row.reply).ok()?;
    let kind = KINDS.into_iter().find(|kind| kind.word() == kept.reply)?;
    let answer = Answer { id: row.client, kind, commands: usize::try_from(row.n).ok()?, said: kept.said };
    Some(Receipt { seat: row.seat, answer })
}

/// A client's place in a room. Dropping it is a lost connection.
pub(crate) struct Place {
    pub(crate) room: Arc<Room>,
    viewer: ViewerId,
    gone: bool,
}

impl Place {
    /// Plays a command.
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
