//! The door: it listens, lets in whom the gate lets in, attends to every connection until its end, and closes.

use crate::connection::Connection;
use crate::gate::{Gate, Limits, Pass};
use crate::line::Line;
use crate::sitting::House;
use crate::stage::{Closing, Stage, overdue, reached};
use crate::visit::Visitors;
use russh::keys::PrivateKey;
use russh::server::{Config, run_stream};
use russh::{MethodKind, MethodSet, SshId};
use std::borrow::Cow;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;
/// Bytes of a connection that the system holds: a stalled client is not sent old frames for long.
const SEND_BYTES: u32 = 64 * 1024;
/// How long the first line of the protocol may take, a refusal, and asking for a screen.
const PROMPT: Duration = Duration::from_secs(10);
/// Without a word from a client for so long it is asked whether it is there.
const ALIVE: Duration = Duration::from_secs(60);

/// An open door.
pub struct Door {
    address: SocketAddr,
    gate: Arc<Gate>,
    closing: watch::Sender<Closing>,
}

/// Who is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Connections.
    pub connections: usize,
    /// Those that have signed in.
    pub visitors: usize,
}

/// What the tasks of the connections share.
struct Shared {
    config: Arc<Config>,
    house: Arc<House>,
    sign_in: Duration,
}

impl Door {
    /// Listens on an address and lets visitors in until the door is closed. It must be called within a runtime of tokio.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub fn open(
        address: SocketAddr,
        key: PrivateKey,
        visitors: Arc<dyn Visitors>,
        limits: Limits,
    ) -> io::Result<Self> {
        let listener = listen(address)?;
        let address = listener.local_addr()?;
        let (closing, watched) = watch::channel(Closing::Open);
        let house = House {
            visitors,
            workers: Arc::new(Semaphore::new(limits.workers.max(1))),
            idle: limits.idle,
            closing: watched.clone(),
        };
        let sign_in = limits.sign_in;
        let shared = Arc::new(Shared { config: Arc::new(config(key)), house: Arc::new(house), sign_in });
        let gate = Gate::new(limits);
        let accepting = accept(listener, shared, gate.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = accepting => {}
                () = reached(watched, Closing::Asked) => {}
            }
        });
        Ok(Self { address, gate, closing })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Who is there.
    #[must_use]
    pub fn figures(&self) -> Figures {
        Figures { connections: self.gate.open(), visitors: self.gate.signed_in() }
    }

    /// Lets nobody in any more, closes every game and gives every terminal back. Whoever is still there after so long is cut
    /// off; by then every command is kept, as always.
    pub async fn close(&self, within: Duration) {
        self.closing.send_replace(Closing::Asked);
        let deadline = Instant::now() + within;
        while self.gate.open() > 0 && Instant::now() < deadline {
            sleep(Duration::from_millis(20)).await;
        }
        self.closing.send_replace(Closing::Now);
        for _ in 0..50 {
            if self.gate.open() == 0 {
                break;
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Whoever restarts a host does not wait for old connections to be forgotten.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn config(key: PrivateKey) -> Config {
    Config {
        server_id: SshId::Standard(Cow::Borrowed("SSH-2.0-Undercroft")),
        methods: MethodSet::from(&[MethodKind::PublicKey][..]),
        auth_rejection_time: Duration::from_millis(500),
        auth_rejection_time_initial: Some(Duration::ZERO),
        keys: vec![key],
        window_size: 64 * 1024,
        maximum_packet_size: 32 * 1024,
        channel_buffer_size: 1,
        // A frame is taken over only when the one before it was written.
        event_buffer_size: 1,
        max_auth_attempts: 3,
        inactivity_timeout: Some(4 * ALIVE),
        keepalive_interval: Some(ALIVE),
        keepalive_max: 2,
        ..Config::default()
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>, gate: Arc<Gate>) {
    loop {
        let Ok((stream, address)) = listener.accept().await else {
            // No file is left, or no memory: others leave.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        match gate.enter(address.ip(), Instant::now()) {
            Ok(pass) => drop(tokio::spawn(attend(shared.clone(), stream, address, pass))),
            Err(why) => drop(tokio::spawn(turn_away(stream, why))),
        }
    }
}

/// The protocol allows lines before its first; clients show them when they fail.
async fn turn_away(mut stream: TcpStream, why: &'static str) {
    let told = format!("{why}\r\n");
    let _ = timeout(Duration::from_secs(1), stream.write_all(told.as_bytes())).await;
}

/// Attends to a connection until its end.
async fn attend(shared: Arc<Shared>, stream: TcpStream, address: SocketAddr, pass: Pass) {
    let _ = stream.set_nodelay(true);
    let (line, cutter) = Line::new(stream);
    let (stage, watched) = watch::channel(Stage::Connected);
    let connection = Connection::new(shared.house.clone(), pass, address.ip(), Arc::new(stage));
    let running = match timeout(PROMPT, run_stream(shared.config.clone(), line, connection)).await {
        Ok(Ok(running)) => running,
        Ok(Err(_)) | Err(_) => return,
    };
    let closing = &shared.house.closing;
    tokio::select! {
        // How a connection ends means nothing: its visit has seen to everything.
        _ = running => {}
        () = overdue(watched.clone(), shared.sign_in, PROMPT) => {}
        () = reached(closing.clone(), Closing::Now) => {}
        () = async {
            reached(closing.clone(), Closing::Asked).await;
            // Whoever does not play yet has nothing to close.
            if *watched.borrow() >= Stage::Seated {
                std::future::pending::<()>().await;
            }
        } => {}
    }
    drop(cutter);
}
