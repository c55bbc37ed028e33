//! A guest's end of the connection: a thread reads the host's messages, saves the copy of the run, and
//! reconnects after a loss.

use crate::patient::Patient;
use crate::wire::{HOST_LINE_MAX, Said, Told, read_line};
use hall::{Channel, GRACE_SECONDS, Heard};
use keeper::Volume;
use std::io::{self, BufReader, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum silence of the host, which pings more often than that.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);
/// Delay between two attempts to reconnect, and the time limit of one.
const PAUSE: Duration = Duration::from_millis(500);
const TRY: Duration = Duration::from_secs(5);
/// Maximum number of messages waiting for the player.
const QUEUE: usize = 64;

pub(crate) type Reader = BufReader<Patient>;
type Wake = Box<dyn Fn() + Send>;

/// State shared with the reading thread.
struct Shared {
    stream: Mutex<TcpStream>,
    /// Called when something has arrived.
    wake: Mutex<Option<Wake>>,
    /// Whether the player has left.
    left: AtomicBool,
}

impl Shared {
    fn say(&self, said: &Said) -> io::Result<()> {
        let stream = self.stream.lock().map_err(|_| io::Error::other("the connection is broken"))?;
        (&*stream).write_all(said.line().as_bytes())
    }

    fn wake(&self) {
        if let Ok(wake) = self.wake.lock()
            && let Some(wake) = wake.as_ref()
        {
            wake();
        }
    }
}

/// A guest's identity towards the host.
#[derive(Clone)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) key: Option<String>,
    pub(crate) token: Option<String>,
}

impl Identity {
    pub(crate) fn hello(&self) -> Said {
        Said::Hello { name: self.name.clone(), key: self.key.clone(), token: self.token.clone() }
    }
}

/// A channel over a socket. Dropping it leaves the game.
pub(crate) struct Socket {
    heard: Receiver<Heard>,
    shared: Arc<Shared>,
}

/// Registers what is called when something has arrived.
#[derive(Clone)]
pub struct NewsListener(Arc<Shared>);

impl NewsListener {
    /// Sets the function to call from the reading thread. It is also called once immediately, for what
    /// arrived before.
    pub fn on_news(&self, wake: impl Fn() + Send + 'static) {
        wake();
        if let Ok(mut place) = self.0.wake.lock() {
            *place = Some(Box::new(wake));
        }
    }
}

/// The state of the reading thread.
pub(crate) struct ReaderState {
    pub(crate) reader: Reader,
    pub(crate) identity: Identity,
    /// The address to reconnect to; `None` for the host's own connection.
    pub(crate) address: Option<SocketAddr>,
    /// The current chapter of the run, and its number.
    pub(crate) text: String,
    pub(crate) chapter: u32,
    pub(crate) journal: Option<Box<dyn Volume>>,
}

impl Socket {
    /// Starts the reading thread.
    pub(crate) fn start(stream: TcpStream, state: ReaderState) -> (Self, NewsListener) {
        let (stream, wake) = (Mutex::new(stream), Mutex::new(None));
        let shared = Arc::new(Shared { stream, wake, left: AtomicBool::new(false) });
        let (tell, heard) = sync_channel(QUEUE);
        let reading = Reading { known: state.text.len(), state, tell, shared: Arc::clone(&shared) };
        thread::spawn(move || reading.run());
        (Self { heard, shared: Arc::clone(&shared) }, NewsListener(shared))
    }
}

impl Channel for Socket {
    fn say(&mut self, id: u64, line: &str) {
        // Failures are noticed by the reading thread.
        let _ = self.shared.say(&Said::Do(id, line.to_owned()));
    }

    fn hear(&mut self, wait: Duration) -> Heard {
        let gone = || Heard::Over("The connection to the host is lost.".to_owned());
        if wait.is_zero() {
            return match self.heard.try_recv() {
                Ok(heard) => heard,
                Err(TryRecvError::Empty) => Heard::Nothing,
                Err(TryRecvError::Disconnected) => gone(),
            };
        }
        match self.heard.recv_timeout(wait) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => gone(),
        }
    }

    fn leave(&mut self) {
        if self.shared.left.swap(true, Ordering::Relaxed) {
            return;
        }
        let _ = self.shared.say(&Said::Bye);
        if let Ok(stream) = self.shared.stream.lock() {
            // Only reading ends; what was written is still sent.
            let _ = stream.shutdown(Shutdown::Read);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.leave();
    }
}

/// The reading thread.
struct Reading {
    state: ReaderState,
    /// Number of bytes this connection has sent of the part of the run that is already known.
    known: usize,
    tell: SyncSender<Heard>,
    shared: Arc<Shared>,
}

/// Why reading ended.
enum End {
    Lost,
    Over(String),
    /// The player has left.
    Left,
}

impl Reading {
    fn run(mut self) {
        let why = loop {
            match self.read() {
                End::Left => return self.close(),
                End::Over(why) => break why,
                End::Lost if self.state.address.is_none() => break lost(),
                End::Lost => {}
            }
            self.pass_on(Heard::Lost);
            match self.come_back() {
                End::Lost => {}
                End::Over(why) => break why,
                End::Left => return self.close(),
            }
        };
        self.close();
        self.pass_on(Heard::Over(why));
    }

    fn close(&self) {
        if let Some(journal) = &self.state.journal {
            let _ = journal.close();
        }
    }

    /// Passes an item on; false when nobody listens any more.
    fn pass_on(&self, heard: Heard) -> bool {
        let passed = self.tell.send(heard).is_ok();
        self.shared.wake();
        passed
    }

    fn read(&mut self) -> End {
        loop {
            self.state.reader.get_mut().allow(SILENCE);
            let line = match read_line(&mut self.state.reader, HOST_LINE_MAX) {
                Ok(Some(line)) => line,
                _ if self.shared.left.load(Ordering::Relaxed) => return End::Left,
                Ok(None) | Err(_) => return End::Lost,
            };
            match Told::read(&line) {
                Some(Told::Message(mut message)) => {
                    let chapter = message.chapter;
                    if let Err(why) = self.keep(chapter, &mut message.run) {
                        return End::Over(why);
                    }
                    if !self.pass_on(Heard::Message(message)) {
                        return End::Left;
                    }
                }
                Some(Told::Token(token)) => self.state.identity.token = Some(token),
                Some(Told::Ping) => drop(self.shared.say(&Said::Pong)),
                Some(Told::Close(why)) => return End::Over(why),
                None => return End::Over("The host sent an invalid message.".to_owned()),
            }
        }
    }

    /// Reduces a part of the run to what is new, and saves that before it is shown.
    fn keep(&mut self, chapter: Option<u32>, run: &mut String) -> Result<(), String> {
        if chapter.is_some_and(|chapter| chapter != self.state.chapter) {
            return self.turn_page(chapter.unwrap_or(1), run);
        }
        let ReaderState { text, journal, .. } = &mut self.state;
        let again = run.len().min(text.len() - self.known);
        if text.as_bytes()[self.known..self.known + again] != run.as_bytes()[..again] {
            return Err("The host is now playing another game.".to_owned());
        }
        self.known += run.len();
        run.drain(..again);
        text.push_str(run);
        match journal.as_mut().filter(|_| !run.is_empty()).map(|journal| journal.append(run)) {
            Some(Err(error)) => Err(format!("Your copy of the run can no longer be saved: {error}.")),
            _ => Ok(()),
        }
    }

    /// Begins a new chapter and puts the closed one away.
    fn turn_page(&mut self, number: u32, run: &str) -> Result<(), String> {
        let ReaderState { text, journal, chapter, .. } = &mut self.state;
        if number != *chapter + 1 || self.known != text.len() {
            return Err("The game has continued for too long without you. Join it again.".to_owned());
        }
        *chapter = number;
        run.clone_into(text);
        self.known = text.len();
        if let Some(old) = journal.take() {
            let next = keeper::next_chapter(&keeper::Files, old, run);
            *journal =
                Some(next.map_err(|error| format!("Your copy of the run can no longer be saved: {error}."))?);
        }
        Ok(())
    }

    /// Tries to reclaim the seat during the grace period.
    fn come_back(&mut self) -> End {
        let until = Instant::now() + Duration::from_secs(GRACE_SECONDS);
        while Instant::now() < until {
            if self.shared.left.load(Ordering::Relaxed) {
                return End::Left;
            }
            match self.try_once() {
                Some(End::Lost) => return End::Lost,
                Some(end) => return end,
                None => thread::sleep(PAUSE),
            }
        }
        End::Over(lost())
    }

    /// One attempt: `Lost` if the connection can be read again, `None` if another attempt should be made.
    fn try_once(&mut self) -> Option<End> {
        let stream = TcpStream::connect_timeout(&self.state.address?, TRY).ok()?;
        let _ = stream.set_nodelay(true);
        (&stream).write_all(self.state.identity.hello().line().as_bytes()).ok()?;
        let mut reader = BufReader::new(Patient::new(stream.try_clone().ok()?, TRY));
        let remembers = match Told::read(&read_line(&mut reader, HOST_LINE_MAX).ok()??)? {
            Told::Token(token) => self.state.identity.token.replace(token.clone()) == Some(token),
            Told::Close(why) => return Some(End::Over(why)),
            _ => return None,
        };
        *self.shared.stream.lock().ok()? = stream;
        (self.state.reader, self.known) = (reader, 0);
        self.pass_on(Heard::Back { remembers });
        Some(End::Lost)
    }
}

fn lost() -> String {
    "The connection to the host is lost.".to_owned()
}
