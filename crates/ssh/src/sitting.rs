//! One visit: events of the connection in, tasks for the workers, frames out. Costs nothing while nothing
//! happens.

use crate::player::{Due, Player, Stand};
use crate::stage::{Closing, reached};
use crate::visit::{Arrival, Visitors};
use crate::wishes::Wishes;
use painter::RESTORE;
use russh::ChannelId;
use russh::server::Handle;
use std::future::{Future, pending};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore, mpsc, watch};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{Instant, sleep_until};

/// Maximum number of unhandled bytes; more are left in the network.
const UNREAD_MAX: usize = 32 * 1024;
/// A lone Esc is the key, not the beginning of a sequence, after this much time.
const ESC_ALONE: Duration = Duration::from_millis(80);
/// A visitor who keeps a worker busy pauses for this multiple of the time, so that others are served.
const REST: u32 = 2;
const REST_MAX: Duration = Duration::from_millis(60);

/// An event of a connection.
#[derive(Debug)]
pub(crate) enum Event {
    /// Bytes from the keyboard.
    Bytes(Vec<u8>),
    /// The terminal was resized.
    Size(u16, u16),
}

/// State shared by all visits.
pub(crate) struct Context {
    pub(crate) visitors: Arc<dyn Visitors>,
    pub(crate) workers: Arc<Semaphore>,
    pub(crate) idle: Duration,
    pub(crate) closing: watch::Receiver<Closing>,
}

/// The way to a client.
#[derive(Clone)]
pub(crate) struct Way {
    pub(crate) handle: Handle,
    pub(crate) channel: ChannelId,
}

/// Why a visit ends.
enum End {
    /// The visitor has left.
    Left,
    /// The connection is gone.
    Gone,
    /// No key was pressed for a long time.
    Idle,
    /// The host shuts down.
    Closing,
    /// A game has panicked.
    Broken,
}

type Worked = Result<(Box<Player>, Stand), JoinError>;
type UnderWay<T> = Pin<Box<dyn Future<Output = T> + Send>>;

struct Sitting {
    context: Arc<Context>,
    way: Way,
    events: mpsc::Receiver<Event>,
    news: Arc<Notify>,
    /// `None` while a worker has it.
    player: Option<Box<Player>>,
    working: Option<UnderWay<Worked>>,
    sending: Option<UnderWay<bool>>,
    due: Due,
    /// Whether the screen may differ from what was sent.
    stale: bool,
    /// Whether events are left to handle.
    busy: bool,
    tick: Option<Instant>,
    quiet: Option<Instant>,
    rest: Instant,
    idle: Instant,
}

/// Lets a visitor play until they leave, then restores their terminal.
pub(crate) async fn sit(
    context: Arc<Context>,
    way: Way,
    events: mpsc::Receiver<Event>,
    arrival: Arrival,
    news: Arc<Notify>,
    wishes: Wishes,
) {
    let visitors = context.visitors.clone();
    let arrived = work(context.workers.clone(), move || Player::arrive(&*visitors, arrival, &wishes)).await;
    let player = match arrived {
        Ok(Ok(player)) => Box::new(player),
        Ok(Err(why)) => return way.leave(&[], &[&why], 1).await,
        Err(_) => return way.leave(&[], &["Your games cannot be opened now."], 1).await,
    };
    let now = Instant::now();
    let sitting = Sitting {
        idle: now + context.idle,
        context,
        way,
        events,
        news,
        player: Some(player),
        working: None,
        sending: None,
        due: Due::default(),
        stale: true,
        busy: false,
        tick: None,
        quiet: None,
        rest: now,
    };
    sitting.stay().await;
}

/// Runs a task on a worker as soon as one is free.
async fn work<T: Send + 'static>(
    workers: Arc<Semaphore>,
    task: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    let place = workers.acquire_owned().await.expect("it is never closed");
    spawn_blocking(move || {
        let done = task();
        drop(place);
        done
    })
    .await
}

impl Sitting {
    async fn stay(mut self) {
        let end = loop {
            self.begin_work();
            if let Some(end) = self.wait().await {
                break end;
            }
        };
        self.leave(end).await;
    }

    /// Hands the player to a worker if there is something to do.
    fn begin_work(&mut self) {
        let now = Instant::now();
        let passed = |at: &mut Option<Instant>| at.take_if(|at| *at <= now).is_some();
        self.due.tick |= passed(&mut self.tick);
        self.due.quiet |= passed(&mut self.quiet);
        self.due.paint = self.sending.is_none();
        let due = &self.due;
        let asked =
            self.busy || !due.bytes.is_empty() || due.size.is_some() || due.tick || due.quiet || due.news;
        if now < self.rest || !(asked || (self.stale && due.paint)) {
            return;
        }
        let Some(mut player) = self.player.take() else { return };
        let mut due = std::mem::take(&mut self.due);
        if self.busy {
            // Handle what came before first, so that no more than that waits in memory.
            std::mem::swap(&mut self.due.bytes, &mut due.bytes);
        }
        let workers = self.context.workers.clone();
        self.working = Some(Box::pin(work(workers, move || {
            let stand = player.take(due);
            (player, stand)
        })));
    }

    /// Waits for the next event.
    async fn wait(&mut self) -> Option<End> {
        let rest = Some(self.rest).filter(|rest| *rest > Instant::now());
        let timers = [self.tick, self.quiet, rest].into_iter().flatten().filter(|_| self.player.is_some());
        let timer = timers.fold(self.idle, Instant::min);
        let hears = self.due.bytes.len() < UNREAD_MAX;
        tokio::select! {
            event = self.events.recv(), if hears => match event {
                Some(event) => self.take(event),
                None => return Some(End::Gone),
            },
            () = self.news.notified() => self.due.news = true,
            worked = until(&mut self.working) => {
                self.working = None;
                return match worked {
                    Ok((player, stand)) => self.worked(player, stand),
                    Err(_) => Some(End::Broken),
                };
            }
            sent = until(&mut self.sending) => {
                self.sending = None;
                if !sent {
                    return Some(End::Gone);
                }
            }
            () = sleep_until(timer) => {
                if Instant::now() >= self.idle {
                    return Some(End::Idle);
                }
            }
            () = reached(self.context.closing.clone(), Closing::Asked) => return Some(End::Closing),
        }
        None
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Bytes(bytes) => {
                self.idle = Instant::now() + self.context.idle;
                self.due.bytes.extend_from_slice(&bytes);
                // Every byte restarts the wait.
                self.quiet = None;
            }
            Event::Size(cols, rows) => self.due.size = Some((cols, rows)),
        }
    }

    fn worked(&mut self, player: Box<Player>, stand: Stand) -> Option<End> {
        let now = Instant::now();
        self.player = Some(player);
        (self.stale, self.busy) = (stand.stale, stand.busy);
        self.tick = stand.pace.map(|pace| now + pace);
        self.quiet = stand.waiting.then(|| now + ESC_ALONE);
        let goes_on = stand.busy || stand.pace.is_some_and(|pace| pace < stand.spent * REST);
        if goes_on {
            self.rest = now + (stand.spent * REST).min(REST_MAX);
            self.tick = self.tick.map(|tick| tick.max(self.rest));
        }
        if stand.done {
            return Some(End::Left);
        }
        if !stand.frame.is_empty() {
            let way = self.way.clone();
            self.sending = Some(Box::pin(async move { way.send(stand.frame).await }));
        }
        None
    }

    /// Closes the games and restores the terminal.
    async fn leave(mut self, end: End) {
        // The connection must not wait for anybody to take its keys any more.
        self.events.close();
        if let Some(working) = self.working.take()
            && let Ok((player, _)) = working.await
        {
            self.player = Some(player);
        }
        let kept = match self.player.take() {
            Some(player) => work(self.context.workers.clone(), move || player.close()).await.ok().flatten(),
            None => None,
        };
        let why = match end {
            End::Gone | End::Left => None,
            End::Idle => Some("Nothing was pressed for a long time."),
            End::Closing => Some("The host closes for a while."),
            End::Broken => Some("A game broke off; every command before that is kept."),
        };
        // Finish what is being sent; a client that does not read is disconnected by the server.
        if let Some(sending) = self.sending.take() {
            sending.await;
        }
        let told: Vec<&str> = [why, kept.as_deref()].into_iter().flatten().collect();
        self.way.leave(RESTORE, &told, u32::from(matches!(end, End::Broken))).await;
    }
}

impl Way {
    /// Sends bytes as soon as there is room; false when the connection is gone.
    async fn send(&self, bytes: Vec<u8>) -> bool {
        self.handle.data(self.channel, bytes).await.is_ok()
    }

    /// Sends the last bytes and sentences, and closes the channel.
    async fn leave(&self, last: &[u8], told: &[&str], status: u32) {
        let (handle, channel) = (&self.handle, self.channel);
        let told: String = told.iter().map(|line| format!("{}\r\n", app::printable(line))).collect();
        if self.send([last, told.as_bytes()].concat()).await {
            let _ = handle.exit_status_request(channel, status).await;
            let _ = handle.eof(channel).await;
            let _ = handle.close(channel).await;
        }
    }
}

/// Waits for a future if there is one, else forever.
async fn until<F: Future + Unpin>(under_way: &mut Option<F>) -> F::Output {
    match under_way {
        Some(future) => future.await,
        None => pending().await,
    }
}
