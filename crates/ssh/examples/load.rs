//! Load test: the memory and time each of many players takes. The server is a separate process, so that only
//! it is measured.
//!
//! `cargo run --release -p ssh --example load -- [SESSIONS]` prints one line of JSON.

use app::{Host, WebCode};
use keeper::{Home, Shelf, Volume};
use russh::client::{self, Handle};
use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg};
use russh::{Channel, ChannelMsg};
use ssh::{Arrival, Door, Limits, Visit, Visitors};
use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

/// How long the players do nothing.
const IDLE: Duration = Duration::from_secs(10);
/// How long they play, two keys per second.
const PLAY: Duration = Duration::from_secs(10);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    match arguments.first().map(String::as_str) {
        Some("serve") => runtime.block_on(serve()),
        sessions => {
            let sessions = sessions.and_then(|number| number.parse().ok()).unwrap_or(300);
            runtime.block_on(measure(sessions));
        }
    }
}

/// An in-memory store: a host uses a database, but only the SSH server is to be measured.
#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>);

impl Memory {
    fn texts(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Vec<u8>>> {
        self.0.lock().expect("nobody panics with it")
    }

    fn volume(&self, path: PathBuf) -> Box<dyn Volume> {
        let text = self.texts().get(&path).cloned().unwrap_or_default();
        Box::new(Page { memory: self.clone(), path, text, discard: false })
    }
}

impl Shelf for Memory {
    fn list(&self, below: &Path) -> Vec<PathBuf> {
        self.texts().keys().filter(|path| path.parent() == Some(below)).cloned().collect()
    }

    fn open(&self, name: &Path) -> io::Result<Box<dyn Volume>> {
        self.read(name).map(|_| self.volume(name.to_owned()))
    }

    fn start(&self, name: &Path, text: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        let mut path = name.to_owned();
        for number in 2.. {
            if !self.texts().contains_key(&path) {
                break;
            }
            if !unique {
                return Err(ErrorKind::AlreadyExists.into());
            }
            path.set_extension(format!("{number}.run"));
        }
        self.texts().insert(path.clone(), text.as_bytes().to_vec());
        Ok(self.volume(path))
    }

    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        self.texts().get(name).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn write(&self, name: &Path, text: &[u8]) -> io::Result<()> {
        self.texts().insert(name.to_owned(), text.to_vec());
        Ok(())
    }

    fn written(&self, name: &Path) -> Option<SystemTime> {
        self.texts().contains_key(name).then_some(SystemTime::UNIX_EPOCH)
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        self.texts().remove(name).map(drop).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

#[derive(Debug)]
struct Page {
    memory: Memory,
    path: PathBuf,
    text: Vec<u8>,
    discard: bool,
}

impl Volume for Page {
    fn path(&self) -> &Path {
        &self.path
    }

    fn text(&self) -> &[u8] {
        &self.text
    }

    fn cut(&mut self, good: usize) -> io::Result<()> {
        self.text.truncate(good);
        self.append("")
    }

    fn append(&mut self, lines: &str) -> io::Result<()> {
        self.text.extend_from_slice(lines.as_bytes());
        self.memory.write(&self.path, &self.text)
    }

    fn replace(self: Box<Self>, text: &str) -> io::Result<()> {
        self.memory.write(&self.path, text.as_bytes())
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn copy_to(&self, name: &Path, lines: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        self.memory.start(name, &(String::from_utf8_lossy(&self.text) + lines), unique)
    }

    fn set_discard(&mut self, discard: bool) {
        self.discard = discard;
    }

    fn close(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if self.discard {
            let _ = self.memory.remove(&self.path);
        }
    }
}

/// A host where everybody has a name already.
#[derive(Debug)]
struct Somebody;

impl Host for Somebody {
    fn name(&self) -> Option<String> {
        Some("somebody".to_owned())
    }

    fn take_name(&self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn web_code(&self) -> Result<WebCode, String> {
        Err("There is no page.".to_owned())
    }
}

struct Everybody;

impl Visitors for Everybody {
    fn arrive(&self, _: Arrival) -> Result<Visit, String> {
        let home = Home::at("/", catalog::GAMES).on(Arc::new(Memory::default()));
        Ok(Visit { home, host: Arc::new(Somebody), environment: ssh::environment() })
    }
}

async fn serve() {
    let limits = Limits {
        connections: 5_000,
        unsigned: 5_000,
        per_address: 5_000,
        unsigned_per_address: 5_000,
        arrivals_a_minute: 1_000_000,
        per_key: 5_000,
        ..Limits::default()
    };
    let key = someone();
    let door = Door::open("127.0.0.1:0".parse().expect("an address"), key, Arc::new(Everybody), limits);
    let door = door.expect("a door");
    println!("{}", door.address());
    // Serve until the measuring process is gone.
    let _ = tokio::task::spawn_blocking(|| io::stdin().read(&mut [0])).await;
}

fn someone() -> PrivateKey {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).expect("randomness");
    PrivateKey::new(KeypairData::Ed25519(Ed25519Keypair::from_seed(&seed)), "someone").expect("a key")
}

#[derive(Clone)]
struct Trusting;

impl client::Handler for Trusting {
    type Error = russh::Error;

    async fn check_server_key(
        &mut self,
        _: &russh::keys::PublicKeyOrCertificate,
    ) -> Result<bool, russh::Error> {
        Ok(true)
    }
}

/// A player in a game of boo.
struct Player {
    _handle: Handle<Trusting>,
    channel: Channel<client::Msg>,
}

impl Player {
    async fn sit_down(address: SocketAddr, config: Arc<client::Config>) -> Self {
        let mut handle = client::connect(config, address, Trusting).await.expect("a connection");
        let key = PrivateKeyWithHashAlg::new(Arc::new(someone()), None);
        assert!(handle.authenticate_publickey("somebody", key).await.expect("an answer").success());
        let channel = handle.channel_open_session().await.expect("a channel");
        channel.request_pty(false, "xterm-256color", 80, 24, 0, 0, &[]).await.expect("a terminal");
        channel.set_env(false, "COLORTERM", "truecolor").await.expect("a variable");
        channel.request_shell(false).await.expect("a screen");
        let mut player = Self { _handle: handle, channel };
        for (keys, wanted) in [("", "Challenges"), ("3", "begin"), ("\r", "turn 0")] {
            player.channel.data_bytes(keys.as_bytes().to_vec()).await.expect("it takes keys");
            player.until(wanted).await;
        }
        player
    }

    /// Reads until a frame contains this text.
    async fn until(&mut self, wanted: &str) {
        let mut screen = vt100::Parser::new(24, 80, 0);
        while !screen.screen().contents().contains(wanted) {
            match self.channel.wait().await {
                Some(ChannelMsg::Data { data }) => screen.process(&data),
                Some(_) => {}
                None => panic!("the connection ends"),
            }
        }
    }

    /// Types two keys per second and counts the bytes received.
    async fn play(&mut self) -> usize {
        let (mut bytes, mut key) = (0, 0);
        let until = tokio::time::Instant::now() + PLAY;
        let mut beat = tokio::time::interval(Duration::from_millis(500));
        while tokio::time::Instant::now() < until {
            tokio::select! {
                _ = beat.tick() => {
                    let _ = self.channel.data_bytes(vec![b"ddssaaww"[key % 8]]).await;
                    key += 1;
                }
                message = self.channel.wait() => match message {
                    Some(ChannelMsg::Data { data }) => bytes += data.len(),
                    Some(_) => {}
                    None => break,
                },
            }
        }
        bytes
    }
}

/// The resources a process uses.
struct Taken {
    memory_kb: u64,
    threads: u64,
    seconds: f64,
}

/// Reads them from the system.
fn taken(child: &Child) -> Taken {
    let read =
        |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default();
    let status = read("status");
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim_start_matches(':').split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    let stat = read("stat");
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks: f64 = rest.split(' ').skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    Taken { memory_kb: number("VmRSS"), threads: number("Threads"), seconds: ticks / 100.0 }
}

async fn measure(sessions: usize) {
    let mut child = Command::new(std::env::current_exe().expect("a program"))
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    output.read_line(&mut line).expect("its address");
    let address: SocketAddr = line.trim().parse().expect("an address");
    let config = Arc::new(client::Config { window_size: 256 * 1024, ..client::Config::default() });
    // The first session pays for what all share.
    let first = Player::sit_down(address, config.clone()).await;
    let before = taken(&child);
    let mut players = vec![first];
    for _ in 0..sessions {
        players.push(Player::sit_down(address, config.clone()).await);
    }
    // Wait until threads that were only needed for opening games have ended.
    tokio::time::sleep(Duration::from_secs(12)).await;
    let seated = taken(&child);
    tokio::time::sleep(IDLE).await;
    let idle = taken(&child);
    let playing: Vec<_> =
        players.into_iter().map(|mut player| tokio::spawn(async move { player.play().await })).collect();
    let mut bytes = 0;
    for player in playing {
        bytes += player.await.expect("it plays");
    }
    let played = taken(&child);
    let keys = sessions as f64 * PLAY.as_secs_f64() * 2.0;
    println!(
        "{{\"what\":\"ssh\",\"sessions\":{sessions},\"kb_a_session\":{},\"kb_before\":{},\"threads\":{},\"idle_percent\":{:.2},\"play_percent\":{:.1},\"bytes_a_key\":{:.0},\"kb_a_session_after_play\":{}}}",
        (seated.memory_kb - before.memory_kb) / sessions as u64,
        before.memory_kb,
        seated.threads,
        (idle.seconds - seated.seconds) / IDLE.as_secs_f64() * 100.0,
        (played.seconds - idle.seconds) / PLAY.as_secs_f64() * 100.0,
        bytes as f64 / keys,
        (played.memory_kb - before.memory_kb) / sessions as u64,
    );
    let _ = child.kill();
    let _ = child.wait();
}
