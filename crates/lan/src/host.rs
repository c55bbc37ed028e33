//! The host's side: a thread that owns the hall and the run, and two threads for each connection.

use crate::patient::Patient;
use crate::wire::{GUEST_LINE_MAX, Said, Told, read_line};
use hall::{Follows, Hall, Input, Kept, Opening, Output, ViewerId, Want};
use keeper::Volume;
use session::Session;
use std::collections::BTreeMap;
use std::io::{self, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const ROOM: u32 = 0;
/// The host's own connection.
const OWN: ViewerId = 1;
/// Maximum number of connections, including those that have not introduced themselves.
const CONNECTIONS_MAX: usize = 96;
/// How long a client may take to introduce itself, and to read a message.
const PATIENCE: Duration = Duration::from_secs(10);
/// Interval between pings, and how long the answer may take.
const PING: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(60);
/// Length of a chapter in commands: opening or joining a room replays one chapter, which takes some
/// hundredths of a second.
const CHAPTER_COMMANDS: usize = 8192;
/// Grace period for guests to read the end of the run when the room is closed.
const FAREWELL: Duration = Duration::from_secs(2);
/// Length of the hall's queue; senders wait when it is full.
const QUEUE: usize = 256;

enum Event {
    New(TcpStream),
    Said(ViewerId, Said),
    Sent(ViewerId),
    Gone(ViewerId, bool),
    Stop(String),
}

/// A room that others can join.
pub struct Host {
    address: SocketAddr,
    events: SyncSender<Event>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Host {
    /// Opens a game to others. The returned connection is the host's own and plays seat 0.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub fn open(
        address: &str,
        session: Box<dyn Session>,
        journal: Option<Box<dyn Volume>>,
        key: Option<String>,
    ) -> io::Result<(Self, TcpStream)> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let own = TcpStream::connect(address)?;
        let (events, queue) = sync_channel(QUEUE);
        // Accept our own end first, so that nobody else gets the host's seat.
        let first = loop {
            let (stream, from) = listener.accept()?;
            if from == own.local_addr()? {
                break stream;
            }
        };
        let server = Server::new(session, journal, key, events.clone());
        let thread = thread::spawn(move || server.serve(first, &queue));
        let door = events.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if door.send(Event::New(stream)).is_err() {
                    return;
                }
            }
        });
        Ok((Self { address, events, thread: Some(thread) }, own))
    }

    /// The address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes the room. Everybody gets the rest of the run and the reason.
    ///
    /// # Errors
    /// When the run could not be saved.
    pub fn close(mut self, why: &str) -> io::Result<()> {
        let _ = self.events.send(Event::Stop(why.to_owned()));
        // Wakes the accepting thread, which then notices that nobody listens any more.
        let done = self.thread.take().map(JoinHandle::join);
        let _ = TcpStream::connect(self.address);
        done.and_then(Result::ok).unwrap_or(Ok(()))
    }
}

struct Connection {
    stream: TcpStream,
    outgoing: Sender<String>,
    /// Whether they were sent the token of their seat.
    greeted: bool,
}

/// The thread that owns the room.
struct Server {
    hall: Hall,
    journal: Option<Box<dyn Volume>>,
    events: SyncSender<Event>,
    connections: BTreeMap<ViewerId, Connection>,
    writers: Vec<JoinHandle<()>>,
    next: ViewerId,
    /// The token with which a player reclaims their seat, by seat.
    tokens: BTreeMap<u8, String>,
    pinged: Instant,
    began: Instant,
    failed: Option<io::Error>,
}

impl Server {
    fn new(
        session: Box<dyn Session>,
        journal: Option<Box<dyn Volume>>,
        key: Option<String>,
        events: SyncSender<Event>,
    ) -> Self {
        let mut hall = Hall::default();
        let run = journal
            .as_ref()
            .map_or_else(String::new, |journal| String::from_utf8_lossy(journal.text()).into());
        let opening = Opening { key, chapter_commands: CHAPTER_COMMANDS, ..Opening::new(ROOM, session, run) };
        let opened = hall.take(0, Input::Open(Box::new(opening)));
        let mut server = Self {
            hall,
            journal,
            events,
            connections: BTreeMap::new(),
            writers: Vec::new(),
            next: 0,
            tokens: BTreeMap::new(),
            pinged: Instant::now(),
            began: Instant::now(),
            failed: None,
        };
        server.carry_out(opened);
        server
    }

    fn serve(mut self, first: TcpStream, queue: &Receiver<Event>) -> io::Result<()> {
        self.welcome(first);
        loop {
            let input = match queue.recv_timeout(Duration::from_secs(1)) {
                Ok(Event::New(stream)) => {
                    self.welcome(stream);
                    continue;
                }
                Ok(Event::Said(viewer, said)) => self.input_of(viewer, said),
                Ok(Event::Sent(viewer)) => Input::Ready(viewer),
                // The host leaves by closing the room, and stays on the board for the next time.
                Ok(Event::Gone(OWN, _)) => continue,
                Ok(Event::Gone(viewer, goodbye)) => {
                    self.connections.remove(&viewer);
                    Input::Gone { viewer, goodbye }
                }
                Ok(Event::Stop(why)) => return self.close(why),
                Err(RecvTimeoutError::Timeout) => Input::Tick,
                Err(RecvTimeoutError::Disconnected) => return self.close(String::new()),
            };
            self.take(input);
            self.ping();
            if let Some(error) = self.failed.take() {
                let why = format!("The host can no longer save the game: {error}.");
                let _ = self.close(why);
                return Err(error);
            }
        }
    }

    fn take(&mut self, input: Input) {
        let outputs = self.hall.take(self.began.elapsed().as_secs() + 1, input);
        self.carry_out(outputs);
    }

    /// Carries out the outputs: the run is saved before anything is shown.
    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Keep(_, kept) => {
                    if let Err(error) = self.keep(&kept) {
                        self.failed = Some(error);
                        return;
                    }
                }
                Output::Show(viewer, message) => {
                    self.greet(viewer, message.seat);
                    self.send(viewer, &Told::Message(Box::new(message)));
                }
                Output::Close(viewer, why) => {
                    self.send(viewer, &Told::Close(why));
                    // The writer ends after writing everything.
                    self.connections.remove(&viewer);
                }
            }
        }
    }

    fn keep(&mut self, kept: &Kept) -> io::Result<()> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.append(&kept.run)?;
        journal.set_discard(false);
        if let Some(text) = &kept.chapter
            && let Some(journal) = self.journal.take()
        {
            self.journal = Some(keeper::next_chapter(&keeper::Files, journal, text)?);
        }
        Ok(())
    }

    /// Sends a new guest the token of their seat.
    fn greet(&mut self, viewer: ViewerId, seat: Option<u8>) {
        let Some(connection) = self.connections.get_mut(&viewer).filter(|connection| !connection.greeted)
        else {
            return;
        };
        connection.greeted = true;
        if let Some(seat) = seat {
            let token = self.tokens.entry(seat).or_insert_with(keeper::fresh_seed).clone();
            self.send(viewer, &Told::Token(token));
        }
    }

    /// Pings everybody now and then, because a connection can end silently.
    fn ping(&mut self) {
        if self.pinged.elapsed() >= PING {
            self.pinged = Instant::now();
            let greeted = self.connections.iter().filter(|(_, connection)| connection.greeted);
            let viewers: Vec<ViewerId> = greeted.map(|(viewer, _)| *viewer).collect();
            viewers.into_iter().for_each(|viewer| self.send(viewer, &Told::Ping));
        }
    }

    fn input_of(&self, viewer: ViewerId, said: Said) -> Input {
        match said {
            Said::Hello { name, key, token } => {
                let known = |(_, known): &(&u8, &String)| token.as_ref() == Some(known);
                let seat = self.tokens.iter().find(known).map(|(seat, _)| *seat);
                let want = seat.map_or(Want::Play(name), Want::Return);
                Input::Hello { viewer, room: ROOM, want, key, follows: Follows::Run }
            }
            Said::Do(id, text) => Input::Line { viewer, id, text },
            Said::Pong => Input::Tick,
            Said::Bye => Input::Gone { viewer, goodbye: true },
        }
    }

    fn send(&mut self, viewer: ViewerId, told: &Told) {
        if let Some(connection) = self.connections.get(&viewer) {
            let _ = connection.outgoing.send(told.line());
        }
    }

    /// Starts the threads of a connection.
    fn welcome(&mut self, stream: TcpStream) {
        if self.connections.len() >= CONNECTIONS_MAX {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
        let _ = stream.set_nodelay(true);
        let _ = stream.set_write_timeout(Some(PATIENCE));
        let (Ok(reading), Ok(writing)) = (stream.try_clone(), stream.try_clone()) else { return };
        self.next += 1;
        let viewer = self.next;
        let (outgoing, outbox) = channel();
        let events = self.events.clone();
        self.writers.retain(|writer| !writer.is_finished());
        self.writers.push(thread::spawn(move || write(viewer, writing, &outbox, &events)));
        let events = self.events.clone();
        thread::spawn(move || read(viewer, reading, &events));
        self.connections.insert(viewer, Connection { stream, outgoing, greeted: false });
    }

    /// Closes the room with a grace period for reading the rest.
    fn close(mut self, why: String) -> io::Result<()> {
        self.take(Input::Shut { room: ROOM, why });
        let streams: Vec<TcpStream> =
            std::mem::take(&mut self.connections).into_values().map(|connection| connection.stream).collect();
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && !self.writers.iter().all(JoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(5));
        }
        for stream in streams {
            let _ = stream.shutdown(Shutdown::Both);
        }
        match (self.failed.take(), &self.journal) {
            (Some(error), _) => Err(error),
            (None, Some(journal)) => journal.close(),
            (None, None) => Ok(()),
        }
    }
}

/// Reads what a client sends. Its first line must introduce it, and soon.
fn read(viewer: ViewerId, stream: TcpStream, events: &SyncSender<Event>) {
    let mut known = false;
    let mut reader = BufReader::with_capacity(GUEST_LINE_MAX, Patient::new(stream, PATIENCE));
    let mut goodbye = false;
    while let Ok(Some(line)) = read_line(&mut reader, GUEST_LINE_MAX) {
        let Some(said) = Said::read(&line) else { break };
        if known == matches!(said, Said::Hello { .. }) {
            break;
        }
        known = true;
        // Players may think as long as they like; their programs answer the pings.
        reader.get_mut().allow(SILENCE);
        goodbye = matches!(said, Said::Bye);
        if goodbye || (!matches!(said, Said::Pong) && events.send(Event::Said(viewer, said)).is_err()) {
            break;
        }
    }
    let _ = events.send(Event::Gone(viewer, goodbye));
}

/// Writes messages one after the other; a client that does not read in time is disconnected.
fn write(viewer: ViewerId, mut stream: TcpStream, outgoing: &Receiver<String>, events: &SyncSender<Event>) {
    for message in outgoing {
        if stream.write_all(message.as_bytes()).is_err() {
            break;
        }
        // Once the room is closed nobody receives this, but the rest is still written.
        let _ = events.send(Event::Sent(viewer));
    }
    let _ = stream.shutdown(Shutdown::Both);
}
