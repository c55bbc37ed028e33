//! All rooms: begun, found, opened again from what was kept, and closed when nobody is in them.

use crate::game::{Plan, Ready, reopen};
use crate::metrics::Metrics;
use crate::random;
use crate::room::{Facts, Guest, Place, Room, Told};
use crate::wire::NewGame;
use crate::writer::{Memory, Writer};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::spawn_blocking;

/// Rooms in memory at a time.
const ROOMS_MAX: usize = 20_000;
/// Games that are being started or opened at a time: they take processor time.
const OPENINGS: usize = 2;
/// Seconds after which a room that nobody is in is closed.
const IDLE_SECONDS: u64 = 90;

/// A room that is open or being opened.
type Cell = Arc<OnceCell<Arc<Room>>>;

/// All rooms.
pub(crate) struct Rooms {
    cells: Mutex<HashMap<String, Cell>>,
    facts: Mutex<HashMap<String, Facts>>,
    openings: Semaphore,
    writer: Writer,
    memory: Arc<Memory>,
    metrics: &'static Metrics,
    draining: AtomicBool,
    /// What tokens are made from.
    secret: [u8; 32],
}

/// What a list of rooms says about one.
pub(crate) struct Listed {
    pub(crate) facts: Facts,
    pub(crate) connected: usize,
    pub(crate) commands: usize,
    pub(crate) over: bool,
}

impl Rooms {
    pub(crate) fn new(writer: Writer, memory: Arc<Memory>, metrics: &'static Metrics) -> Self {
        Self {
            cells: Mutex::default(),
            facts: Mutex::default(),
            openings: Semaphore::new(OPENINGS),
            writer,
            memory,
            metrics,
            draining: AtomicBool::new(false),
            secret: random::bytes(),
        }
    }

    /// Begins a game.
    pub(crate) async fn begin(&self, new: Box<NewGame>, bot: bool) -> Result<Arc<Room>, String> {
        self.refuse_when_draining()?;
        if self.cells().len() >= ROOMS_MAX {
            return Err("The host is full; come back later.".to_owned());
        }
        let shared = new.shared;
        let plan = Plan::new(&new)?;
        let facts = Facts {
            id: random::id(),
            game: plan.entry.id,
            shared,
            sealed: plan.sealed,
            commitment: plan.commitment(),
            bot,
        };
        let Ready { session, run } = self.work(move || plan.start()).await?;
        if shared && !session.verbs().iter().any(|verb| verb.name == "join") {
            return Err("That game cannot be shared.".to_owned());
        }
        let room = Room::new(facts.clone(), session, run, self.writer.clone());
        self.cells().insert(facts.id.clone(), Arc::new(OnceCell::new_with(Some(Arc::clone(&room)))));
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).insert(facts.id.clone(), facts);
        self.metrics.games.add(1);
        Ok(room)
    }

    /// The room of a game, opened from what was kept if need be.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<Room>, String> {
        let nobody = || "There is no such game.".to_owned();
        if !random::is_id(id) {
            return Err(nobody());
        }
        let facts =
            self.facts.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned().ok_or_else(nobody)?;
        let cell = Arc::clone(self.cells().entry(id.to_owned()).or_default());
        let open = cell.get_or_try_init(|| async {
            self.refuse_when_draining()?;
            let text = self.memory.run(id).ok_or_else(nobody)?;
            let Ready { session, run } = self.work(move || reopen(text)).await?;
            Ok(Room::new(facts, session, run, self.writer.clone()))
        });
        open.await.cloned()
    }

    /// Lets somebody into a room; a room that was closed meanwhile is opened again.
    pub(crate) async fn enter(
        &self,
        id: &str,
        guest: impl Fn() -> Guest,
    ) -> Result<(Place, UnboundedReceiver<Told>), String> {
        for _ in 0..3 {
            let room = self.find(id).await?;
            if let Some(inside) = room.enter(guest()) {
                return Ok(inside);
            }
            self.forget(&room);
            self.refuse_when_draining()?;
        }
        Err("The game is being closed; come back in a moment.".to_owned())
    }

    /// What brings somebody back to a seat.
    pub(crate) fn token(&self, game: &str, seat: u8) -> String {
        let hash = blake3::keyed_hash(&self.secret, format!("seat {seat} of {game}").as_bytes());
        format!("{seat}-{}", hash.to_hex())
    }

    /// The seat that a token is for, if it is one of this host.
    pub(crate) fn seat_of(&self, game: &str, token: &str) -> Option<u8> {
        let seat: u8 = token.split_once('-')?.0.parse().ok()?;
        // Compared as hashes, so that the time it takes tells nothing.
        let hash = |text: &str| blake3::hash(text.as_bytes());
        (hash(&self.token(game, seat)) == hash(token)).then_some(seat)
    }

    /// Takes a room that was closed out of the list.
    fn forget(&self, room: &Arc<Room>) {
        let mut cells = self.cells();
        if cells.get(&room.facts.id).and_then(|cell| cell.get()).is_some_and(|other| Arc::ptr_eq(other, room))
        {
            cells.remove(&room.facts.id);
        }
    }

    /// Every second: players who are away for too long leave, and rooms that nobody is in are closed.
    pub(crate) fn tick(&self) {
        for room in self.open() {
            if room.facts.shared {
                room.tick();
            }
            if room.close_if_idle(IDLE_SECONDS) {
                self.forget(&room);
            }
        }
        self.metrics.rooms.set(i64::try_from(self.cells().len()).unwrap_or(i64::MAX));
    }

    /// From now on nothing begins; everybody is told.
    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
        for room in self.open() {
            room.close("The host is being restarted; come back in a moment.");
        }
    }

    /// True while nothing new begins.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }

    /// The rooms somebody may look into, those with most people first.
    pub(crate) fn list(&self, most: usize) -> Vec<Listed> {
        let mut listed: Vec<Listed> = self
            .open()
            .into_iter()
            .filter_map(|room| {
                let (commands, over) =
                    room.look(|session| (session.commands(), session.outcome().is_some()))?;
                Some(Listed { facts: room.facts.clone(), connected: room.connected(), commands, over })
            })
            .collect();
        listed.sort_by(|a, b| (b.connected, &a.facts.id).cmp(&(a.connected, &b.facts.id)));
        listed.truncate(most);
        listed
    }

    fn open(&self) -> Vec<Arc<Room>> {
        self.cells().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    fn cells(&self) -> std::sync::MutexGuard<'_, HashMap<String, Cell>> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refuse_when_draining(&self) -> Result<(), String> {
        if self.is_draining() {
            Err("The host is being restarted; come back in a moment.".to_owned())
        } else {
            Ok(())
        }
    }

    /// Does what takes processor time beside the connections.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let _turn = self.openings.acquire().await.map_err(|error| error.to_string())?;
        spawn_blocking(work).await.map_err(|_| "That game cannot be opened.".to_owned())?
    }
}
