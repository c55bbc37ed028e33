//! A guest's end of the connection: a thread reads what the host sends, keeps the copy of the run, and comes back when the
//! connection was lost.

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

/// How long the host may say nothing: it asks more often than that whether we are still there.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);
/// Time between two tries to come back, and how long one may take.
const PAUSE: Duration = Duration::from_millis(500);
const TRY: Duration = Duration::from_secs(5);
/// Messages that wait for the player.
const QUEUE: usize = 64;

pub(crate) type Reader = BufReader<Patient>;
type Wake = Box<dyn Fn() + Send>;

/// What both ends of the thread share.
struct Shared {
    stream: Mutex<TcpStream>,
    /// Called when something has come.
    wake: Mutex<Option<Wake>>,
    /// True when the player has left.
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

/// Who somebody is to the host.
#[derive(Clone)]
pub(crate) struct Guise {
    pub(crate) name: String,
    pub(crate) key: Option<String>,
    pub(crate) token: Option<String>,
}

impl Guise {
    pub(crate) fn hello(&self) -> Said {
        Said::Hello { name: self.name.clone(), key: self.key.clone(), token: self.token.clone() }
    }
}

/// A channel over a socket. Dropping it leaves the game.
pub(crate) struct Socket {
    heard: Receiver<Heard>,
    shared: Arc<Shared>,
}

/// Who is called when something has come.
#[derive(Clone)]
pub struct Bell(Arc<Shared>);

impl Bell {
    /// Calls this from now on, from another thread; and once at once, for what has come before.
    pub fn ring(&self, wake: impl Fn() + Send + 'static) {
        wake();
        if let Ok(mut place) = self.0.wake.lock() {
            *place = Some(Box::new(wake));
        }
    }
}

/// What the thread needs that reads.
pub(crate) struct Desk {
    pub(crate) reader: Reader,
    pub(crate) guise: Guise,
    /// Where to come back to; nothing for the host's own connection.
    pub(crate) address: Option<SocketAddr>,
    /// The chapter of the run that is played, and its number.
    pub(crate) text: String,
    pub(crate) chapter: u32,
    pub(crate) journal: Option<Box<dyn Volume>>,
}

impl Socket {
    /// Reads from now on in a thread of its own.
    pub(crate) fn start(stream: TcpStream, desk: Desk) -> (Self, Bell) {
        let (stream, wake) = (Mutex::new(stream), Mutex::new(None));
        let shared = Arc::new(Shared { stream, wake, left: AtomicBool::new(false) });
        let (tell, heard) = sync_channel(QUEUE);
        let reading = Reading { known: desk.text.len(), desk, tell, shared: Arc::clone(&shared) };
        thread::spawn(move || reading.run());
        (Self { heard, shared: Arc::clone(&shared) }, Bell(shared))
    }
}

impl Channel for Socket {
    fn say(&mut self, id: u64, line: &str) {
        // Who cannot be reached is noticed by the thread that reads.
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
            // What was said is still sent; only reading ends.
            let _ = stream.shutdown(Shutdown::Read);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.leave();
    }
}

/// The thread that reads.
struct Reading {
    desk: Desk,
    /// Bytes of the run that this connection has sent, as far as they are known already.
    known: usize,
    tell: SyncSender<Heard>,
    shared: Arc<Shared>,
}

/// Why a connection is not read any more.
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
                End::Lost if self.desk.address.is_none() => break lost(),
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
        if let Some(journal) = &self.desk.journal {
            let _ = journal.close();
        }
    }

    /// False when nobody listens any more.
    fn pass_on(&self, heard: Heard) -> bool {
        let passed = self.tell.send(heard).is_ok();
        self.shared.wake();
        passed
    }

    fn read(&mut self) -> End {
        loop {
            self.desk.reader.get_mut().allow(SILENCE);
            let line = match read_line(&mut self.desk.reader, HOST_LINE_MAX) {
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
                Some(Told::Token(token)) => self.desk.guise.token = Some(token),
                Some(Told::Ping) => drop(self.shared.say(&Said::Pong)),
                Some(Told::Close(why)) => return End::Over(why),
                None => return End::Over("The host says what nobody understands.".to_owned()),
            }
        }
    }

    /// Leaves of a part of the run what is new, and keeps it before anybody is shown it.
    fn keep(&mut self, chapter: Option<u32>, run: &mut String) -> Result<(), String> {
        if chapter.is_some_and(|chapter| chapter != self.desk.chapter) {
            return self.turn_page(chapter.unwrap_or(1), run);
        }
        let Desk { text, journal, .. } = &mut self.desk;
        let again = run.len().min(text.len() - self.known);
        if text.as_bytes()[self.known..self.known + again] != run.as_bytes()[..again] {
            return Err("The host plays another game now.".to_owned());
        }
        self.known += run.len();
        run.drain(..again);
        text.push_str(run);
        match journal.as_mut().filter(|_| !run.is_empty()).map(|journal| journal.append(run)) {
            Some(Err(error)) => Err(format!("The copy of the run cannot be saved any more: {error}.")),
            _ => Ok(()),
        }
    }

    /// The run begins anew: the chapter that is closed is put away.
    fn turn_page(&mut self, number: u32, run: &str) -> Result<(), String> {
        let Desk { text, journal, chapter, .. } = &mut self.desk;
        if number != *chapter + 1 || self.known != text.len() {
            return Err("The game has gone on for too long without you: join it again.".to_owned());
        }
        *chapter = number;
        run.clone_into(text);
        self.known = text.len();
        if let Some(old) = journal.take() {
            let next = keeper::next_chapter(&keeper::Files, old, run);
            *journal = Some(
                next.map_err(|error| format!("The copy of the run cannot be saved any more: {error}."))?,
            );
        }
        Ok(())
    }

    /// Tries to come back to the seat for as long as it is kept.
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

    /// One try: `Lost` when the connection can be read again, nothing when it should be tried once more.
    fn try_once(&mut self) -> Option<End> {
        let stream = TcpStream::connect_timeout(&self.desk.address?, TRY).ok()?;
        let _ = stream.set_nodelay(true);
        (&stream).write_all(self.desk.guise.hello().line().as_bytes()).ok()?;
        let mut reader = BufReader::new(Patient::new(stream.try_clone().ok()?, TRY));
        let remembers = match Told::read(&read_line(&mut reader, HOST_LINE_MAX).ok()??)? {
            Told::Token(token) => self.desk.guise.token.replace(token.clone()) == Some(token),
            Told::Close(why) => return Some(End::Over(why)),
            _ => return None,
        };
        *self.shared.stream.lock().ok()? = stream;
        (self.desk.reader, self.known) = (reader, 0);
        self.pass_on(Heard::Back { remembers });
        Some(End::Lost)
    }
}

fn lost() -> String {
    "The connection to the host is lost.".to_owned()
}
