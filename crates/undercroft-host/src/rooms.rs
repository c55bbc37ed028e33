//! All rooms: created, found, reopened from the database, and closed when nobody is in them.

use crate::budget::{Budget, Payer, SPENT, cpu_time};
use crate::game::{PLAYER, Plan, ROOM, Ready, SHARED, about, reopen};
use crate::metrics::Metrics;
use crate::room::{Facts, Guest, Opened, Place, Room, Told};
use crate::wire::{NewGame, Watched};
use crate::writer::Writer;
use crate::{clock, random, seeds};
use hall::{Follows, Want};
use kernel::Name;
use ledger::{
    AccountId, Challenges as _, Class, Database, GameId, Games as _, LedgerError, NodeId, Privacy, TakenGame,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::spawn_blocking;

/// Maximum number of rooms in memory.
const ROOMS_MAX: usize = 20_000;
/// Games that are opened again at the start.
const OPENED_AGAIN_MAX: u32 = 20_000;
/// Maximum number of games being started or opened at a time, because that takes processor time.
const OPENINGS: usize = 2;
/// Seconds after which an empty room is closed.
const IDLE_SECONDS: u64 = 90;
/// Seconds for which a finished game stays open.
const OVER_SECONDS: u64 = 120;
/// Maximum size of a game's run, in bytes.
const RUN_BYTES_MAX: i64 = 16 * 1024 * 1024;
/// Duration of a lease without renewal.
pub(crate) const LEASE: ledger::Millis = 60_000;
/// How often to check whether a closing room can be opened again.
const CLOSING: Duration = Duration::from_millis(20);

/// A room that is open or being opened.
type Cell = Arc<OnceCell<Arc<Room>>>;

/// All rooms.
pub(crate) struct Rooms {
    cells: Mutex<HashMap<String, Cell>>,
    openings: Semaphore,
    writer: Writer,
    ledger: Database,
    node: NodeId,
    metrics: &'static Metrics,
    budget: Arc<Budget>,
    draining: AtomicBool,
}

/// A room in a list.
pub(crate) struct Listed {
    pub(crate) facts: Facts,
    pub(crate) players: Vec<String>,
    pub(crate) connected: usize,
    pub(crate) commands: usize,
    pub(crate) over: bool,
}

/// What somebody comes to a room for.
pub(crate) enum Part {
    /// The first seat of a game they have just begun, under this name.
    Founds(Name),
    /// A seat under this name; the one they have already if their account has one.
    Joins(Name),
    /// The seat of a token.
    Returns(String),
    /// To watch.
    Watches,
}

/// The client that begins a game.
pub(crate) struct Founder {
    pub(crate) account: Option<AccountId>,
    pub(crate) name: String,
    /// Whether it is a bot.
    pub(crate) bot: bool,
}

impl Rooms {
    pub(crate) fn new(
        writer: Writer,
        ledger: Database,
        node: NodeId,
        metrics: &'static Metrics,
        budget: Arc<Budget>,
    ) -> Self {
        Self {
            cells: Mutex::default(),
            openings: Semaphore::new(OPENINGS),
            writer,
            ledger,
            node,
            metrics,
            budget,
            draining: AtomicBool::new(false),
        }
    }

    /// Begins a game.
    pub(crate) async fn begin(
        &self,
        new: Box<NewGame>,
        founder: Founder,
        payer: &Payer,
    ) -> Result<Arc<Room>, String> {
        self.refuse_when_draining()?;
        if self.cells().len() >= ROOMS_MAX {
            return Err("The host is full; come back later.".to_owned());
        }
        let mut plan = Plan::new(&new)?;
        if new.shared && !is_for_several(plan.entry) {
            return Err("That game cannot be shared.".to_owned());
        }
        let id = GameId::new(&random::id()).map_err(told)?;
        let sealed = match (&new.daily, &new.seed) {
            (Some(date), _) => {
                Some(seeds::daily_seed(&self.ledger, plan.entry.id, date).await.map_err(told)?)
            }
            (None, None) => Some(seeds::draw(&self.ledger).await.map_err(told)?),
            (None, Some(_)) => None,
        };
        if let Some(sealed) = &sealed {
            plan.set_seed(sealed.seed.clone());
            for (name, value) in [session::fresh_seed_kind(), session::keyed_dice()] {
                plan.remark(&name, &value);
            }
        }
        plan.remark(ROOM, id.as_str());
        plan.remark(PLAYER, &kernel::printable(&founder.name));
        if new.shared {
            plan.remark(SHARED, "1");
        }
        if let Some(date) = &new.daily {
            plan.remark(session::CHALLENGE, &format!("daily {} {date}", plan.entry.id));
        }
        let class = match (founder.bot, &sealed) {
            (true, _) => Class::Bot,
            (false, Some(_)) => Class::Live,
            (false, None) => Class::Open,
        };
        let (seal, commitment) = sealed.map(|sealed| (sealed.seal, sealed.commitment)).unzip();
        let facts = Facts {
            id,
            game: plan.entry.id,
            class,
            privacy: new.watching.map_or(Privacy::Live, privacy),
            shared: new.shared,
            seal,
            commitment,
            owner: founder.account,
        };
        let room = self.create(facts, plan, payer).await?;
        if let (Some(_), Some(seal), Some(account)) = (&new.daily, &room.facts.seal, &room.facts.owner) {
            // Only an account's first game counts; later ones are not scored.
            let _ = self.ledger.begin_try(seal, account, &room.facts.id, clock::now()).await;
        }
        Ok(room)
    }

    async fn create(&self, facts: Facts, plan: Plan, payer: &Payer) -> Result<Arc<Room>, String> {
        self.refuse_when_spent(Some(payer))?;
        let Ready { session, run } = self.work(Some(payer), move || plan.start()).await?;
        let new = ledger::NewGame {
            id: facts.id.clone(),
            game: facts.game.to_owned(),
            header: run.clone(),
            class: facts.class,
            privacy: facts.privacy,
            seal: facts.seal.clone(),
            bytes_max: RUN_BYTES_MAX,
        };
        let hold = self.ledger.create_game(new, self.lease()).await.map_err(told)?;
        let opened = Opened { session, run, hold, seats: Vec::new(), answers: Vec::new() };
        let id = facts.id.as_str().to_owned();
        let room = Room::new(facts, opened, self.writer.clone());
        self.cells().insert(id, Arc::new(OnceCell::new_with(Some(Arc::clone(&room)))));
        self.metrics.games.add(1);
        Ok(room)
    }

    /// The room of a game, opened from what was kept if need be. Without a payer the host itself opens it.
    pub(crate) async fn find(&self, id: &str, payer: Option<&Payer>) -> Result<Arc<Room>, String> {
        let id = GameId::new(id).map_err(|_| "There is no such game.".to_owned())?;
        let closed = self.cells().get(id.as_str()).and_then(|cell| cell.get().cloned());
        if let Some(room) = closed.filter(|room| room.is_gone()) {
            self.forget(&room);
        }
        let cell = Arc::clone(self.cells().entry(id.as_str().to_owned()).or_default());
        let open = cell.get_or_try_init(|| self.open(&id, payer)).await.cloned();
        if open.is_err() {
            // Ids that do not exist are not remembered.
            self.cells().retain(|other, cell| other != id.as_str() || cell.initialized());
        }
        open
    }

    async fn open(&self, id: &GameId, payer: Option<&Payer>) -> Result<Arc<Room>, String> {
        self.refuse_when_draining()?;
        self.refuse_when_spent(payer)?;
        let taken = self.ledger.take_game(id, self.lease()).await.map_err(|why| match why {
            LedgerError::Missing => "There is no such game.".to_owned(),
            LedgerError::Closed => "That game is over.".to_owned(),
            LedgerError::Held => "That game is open elsewhere; come back in a moment.".to_owned(),
            other => told(other),
        })?;
        let TakenGame { hold, row, text, seats, answers } = taken;
        let reopened = self.work(payer, move || reopen(text)).await;
        let (Ready { session, run }, header) = match reopened {
            Ok(opened) => opened,
            Err(why) => {
                let _ = self.ledger.give_back(hold).await;
                return Err(why);
            }
        };
        let commitment = match &row.seal {
            Some(seal) => self.ledger.sealed(seal).await.ok().flatten().map(|seal| seal.commitment),
            None => None,
        };
        let facts = Facts {
            id: row.id,
            game: session.id(),
            class: row.class,
            privacy: row.privacy,
            shared: about(&header, SHARED).is_some(),
            seal: row.seal,
            commitment,
            owner: seats.iter().find(|seat| seat.seat == 0).and_then(|seat| seat.account.clone()),
        };
        let opened = Opened { session, run, hold, seats, answers };
        Ok(Room::new(facts, opened, self.writer.clone()))
    }

    /// Lets a client into a room; a room that was closed meanwhile is opened again.
    pub(crate) async fn enter(
        &self,
        id: &str,
        payer: &Payer,
        account: Option<&AccountId>,
        part: &Part,
        follows: Follows,
    ) -> Result<(Place, UnboundedReceiver<Told>), String> {
        for _ in 0..150 {
            let room = self.find(id, Some(payer)).await?;
            let want = want(&room, account, part)?;
            if let Some(inside) = room.enter(Guest { want, follows }) {
                return Ok(inside);
            }
            self.refuse_when_draining()?;
            if room.is_gone() {
                self.forget(&room);
            } else {
                tokio::time::sleep(CLOSING).await;
            }
        }
        Err("The game is being closed; come back in a moment.".to_owned())
    }

    /// Keeps who has a seat now; the token that brings them back.
    pub(crate) async fn keep_seat(
        &self,
        room: &Room,
        seat: u8,
        name: &Name,
        account: Option<&AccountId>,
    ) -> Result<String, String> {
        let token = random::token();
        self.ledger.seat(&room.facts.id, seat, name, account, &token).await.map_err(told)?;
        room.give_seat(seat, account.cloned(), &token);
        Ok(token)
    }

    /// Removes a closed room.
    fn forget(&self, room: &Arc<Room>) {
        let mut cells = self.cells();
        let listed = cells.get(room.facts.id.as_str()).and_then(|cell| cell.get());
        if listed.is_some_and(|other| Arc::ptr_eq(other, room)) {
            cells.remove(room.facts.id.as_str());
        }
    }

    /// Called every second: players whose grace period is over leave, and empty rooms are closed.
    pub(crate) fn tick(&self) {
        for room in self.open_rooms() {
            if room.tick(IDLE_SECONDS, OVER_SECONDS) {
                self.forget(&room);
            }
        }
        self.metrics.rooms.set(i64::try_from(self.cells().len()).unwrap_or(i64::MAX));
    }

    /// Renews the leases of this process.
    pub(crate) async fn renew(&self) {
        let _ = self.ledger.renew(&self.node, clock::now() + LEASE).await;
    }

    /// Stops beginning games, and tells everybody.
    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
        for room in self.open_rooms() {
            room.close("The host is being restarted; come back in a moment.");
        }
    }

    /// Whether every room is written and released.
    pub(crate) fn is_drained(&self) -> bool {
        self.open_rooms().iter().all(|room| room.is_gone())
    }

    /// Whether no new games are begun.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }

    /// The rooms that are not private, most connections first.
    pub(crate) fn list(&self, most: usize) -> Vec<Listed> {
        let public = self.open_rooms().into_iter().filter(|room| room.facts.privacy != Privacy::Private);
        let listed = public.filter_map(|room| {
            let (commands, over) = room.look(|session| (session.commands(), session.outcome().is_some()))?;
            let (players, connected) = (room.players(), room.connected());
            Some(Listed { facts: room.facts.clone(), players, connected, commands, over })
        });
        let mut listed: Vec<Listed> = listed.collect();
        listed.sort_by(|a, b| (b.connected, &a.facts.id).cmp(&(a.connected, &b.facts.id)));
        listed.truncate(most);
        listed
    }

    fn open_rooms(&self) -> Vec<Arc<Room>> {
        self.cells().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    fn cells(&self) -> MutexGuard<'_, HashMap<String, Cell>> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lease(&self) -> ledger::Lease {
        let now = clock::now();
        ledger::Lease { node: self.node.clone(), now, until: now + LEASE }
    }

    fn refuse_when_draining(&self) -> Result<(), String> {
        match self.is_draining() {
            true => Err("The host is being restarted; come back in a moment.".to_owned()),
            false => Ok(()),
        }
    }

    fn refuse_when_spent(&self, payer: Option<&Payer>) -> Result<(), String> {
        match payer.is_none_or(|payer| self.budget.allows(payer)) {
            true => Ok(()),
            false => Err(SPENT.to_owned()),
        }
    }

    /// Does what takes processor time on a thread of its own, a few things at a time, at somebody's expense.
    async fn work<T: Send + 'static>(
        &self,
        payer: Option<&Payer>,
        work: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let _turn = self.openings.acquire().await.map_err(|error| error.to_string())?;
        let worked = spawn_blocking(move || {
            let began = cpu_time();
            (work(), cpu_time().saturating_sub(began))
        });
        let (done, took) = worked.await.map_err(|_| "That game cannot be opened.".to_owned())?;
        if let Some(payer) = payer {
            self.budget.charge(payer.clone(), took);
        }
        done
    }

    /// Opens the games that were open when the last process died: their players find them ready, and those that are over
    /// are closed and judged.
    pub(crate) async fn open_again(&self) {
        let left = self.ledger.games_to_take(&self.node, clock::now(), OPENED_AGAIN_MAX).await;
        for id in left.unwrap_or_default() {
            if self.is_draining() {
                return;
            }
            let _ = self.find(id.as_str(), None).await;
        }
    }
}

/// True for a game that several people can play: they come and go, or it has several sides.
pub(crate) fn is_for_several(entry: &session::Entry) -> bool {
    entry.about.seats > 1 || (entry.verbs)().iter().any(|verb| verb.name == "join")
}

/// What somebody is to the hall of a room.
fn want(room: &Room, account: Option<&AccountId>, part: &Part) -> Result<Want, String> {
    let name = match part {
        Part::Watches => return Ok(Want::Watch),
        Part::Returns(token) => {
            let seat = room.seat_of(token).ok_or("That token is not for a seat of this game.")?;
            return Ok(Want::Return(seat));
        }
        Part::Founds(name) => name,
        Part::Joins(name) => {
            if let Some(seat) = account.and_then(|account| room.seat_of_account(account)) {
                return Ok(Want::Return(seat));
            }
            if !room.facts.shared && room.look(|session| session.about().seats) == Some(1) {
                return Err("That game is for one player; watch it.".to_owned());
            }
            name
        }
    };
    Ok(Want::Play(name.as_str().to_owned()))
}

/// An error of the ledger as a message for the client.
pub(crate) fn told(why: LedgerError) -> String {
    match why {
        LedgerError::Failed(what) => {
            eprintln!("ledger: {}", kernel::printable(&what));
            "The host cannot reach its database now; come back in a moment.".to_owned()
        }
        other => other.to_string(),
    }
}

fn privacy(watched: Watched) -> Privacy {
    match watched {
        Watched::Live => Privacy::Live,
        Watched::Delayed => Privacy::Delayed,
        Watched::Private => Privacy::Private,
    }
}
