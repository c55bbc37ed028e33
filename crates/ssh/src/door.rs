//! The SSH server: listens, accepts connections that the gate admits, serves each until its end, and shuts
//! down.

use crate::connection::Connection;
use crate::gate::{Gate, Limits, Pass};
use crate::line::Line;
use crate::sitting::Context;
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

/// Length of the accept queue.
const BACKLOG: u32 = 1024;
/// Size of the socket's send buffer: small, so that a stalled client is not sent old frames for long.
const SEND_BYTES: u32 = 64 * 1024;
/// Time limit for the first line of the protocol, for a refusal, and for requesting a screen.
const PROMPT: Duration = Duration::from_secs(10);
/// After this much silence a client is pinged.
const ALIVE: Duration = Duration::from_secs(60);

/// A running server.
pub struct Door {
    address: SocketAddr,
    gate: Arc<Gate>,
    closing: watch::Sender<Closing>,
}

/// Current numbers of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// All connections.
    pub connections: usize,
    /// Those that have signed in.
    pub visitors: usize,
}

/// State shared by the tasks of all connections.
struct Shared {
    config: Arc<Config>,
    context: Arc<Context>,
    sign_in: Duration,
}

impl Door {
    /// Listens on an address and admits visitors until the server is closed. Must be called within a tokio
    /// runtime.
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
        let context = Context {
            visitors,
            workers: Arc::new(Semaphore::new(limits.workers.max(1))),
            idle: limits.idle,
            closing: watched.clone(),
        };
        let sign_in = limits.sign_in;
        let shared = Arc::new(Shared { config: Arc::new(config(key)), context: Arc::new(context), sign_in });
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

    /// The address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Current numbers of connections.
    #[must_use]
    pub fn figures(&self) -> Figures {
        Figures { connections: self.gate.open(), visitors: self.gate.signed_in() }
    }

    /// Admits nobody any more, closes every game and restores every terminal. Connections still open after
    /// `within` are cut; every command is saved by then, as always.
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
    // A restarted host need not wait for old connections to time out.
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
        // A frame is accepted only after the one before was written.
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
            // Out of files or memory: wait until others leave.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        match gate.enter(address.ip(), Instant::now()) {
            Ok(pass) => drop(tokio::spawn(attend(shared.clone(), stream, address, pass))),
            Err(why) => drop(tokio::spawn(turn_away(stream, why))),
        }
    }
}

/// The protocol allows lines before the version line; clients show them when they fail.
async fn turn_away(mut stream: TcpStream, why: &'static str) {
    let told = format!("{why}\r\n");
    let _ = timeout(Duration::from_secs(1), stream.write_all(told.as_bytes())).await;
}

/// Serves a connection until its end.
async fn attend(shared: Arc<Shared>, stream: TcpStream, address: SocketAddr, pass: Pass) {
    let _ = stream.set_nodelay(true);
    let (line, cutter) = Line::new(stream);
    let (stage, watched) = watch::channel(Stage::Connected);
    let connection = Connection::new(shared.context.clone(), pass, address.ip(), Arc::new(stage));
    let running = match timeout(PROMPT, run_stream(shared.config.clone(), line, connection)).await {
        Ok(Ok(running)) => running,
        Ok(Err(_)) | Err(_) => return,
    };
    let closing = &shared.context.closing;
    tokio::select! {
        // How the connection ends does not matter: its visit has handled everything.
        _ = running => {}
        () = overdue(watched.clone(), shared.sign_in, PROMPT) => {}
        () = reached(closing.clone(), Closing::Now) => {}
        () = async {
            reached(closing.clone(), Closing::Asked).await;
            // A client that does not play yet has nothing to close.
            if *watched.borrow() >= Stage::Seated {
                std::future::pending::<()>().await;
            }
        } => {}
    }
    drop(cutter);
}
