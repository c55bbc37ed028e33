//! Many games over real websockets, each with some commands per second, and watchers.

use super::process::Process;
use super::rounded;
use crate::args::Bench;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{interval_at, sleep, timeout};
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::{Message, protocol::WebSocketConfig};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Time limit for everything; exceeding it counts as a failure.
const PATIENCE: Duration = Duration::from_secs(60);
/// Commands played at random.
const LINES: [&str; 4] = ["w", "a", "s", "d"];

type Socket = WebSocketStream<TcpStream>;

/// Counters shared by all players.
#[derive(Default)]
struct Counts {
    commands: AtomicU64,
    frames: AtomicU64,
    failures: AtomicU64,
    addresses: AtomicU64,
}

pub(super) fn measure(bench: &Bench, folder: &Path) -> Result<Value, String> {
    let host = Process::start(folder)?;
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    crate::serve::raise_file_limit();
    runtime.block_on(load(bench, &host))
}

async fn load(bench: &Bench, host: &Process) -> Result<Value, String> {
    let counts = Arc::new(Counts::default());
    let (games, mut began) = unbounded_channel();
    let (times, mut taken) = unbounded_channel();
    let mut players = JoinSet::new();
    let every = Duration::from_secs_f64(1.0 / bench.rate.clamp(0.01, 50.0));
    let start = tokio::time::Instant::now();
    // Games begin one after the other, so that starting them does not dominate the measurement.
    let warm_up = Duration::from_millis(u64::from(bench.games) * 4 + 1000);
    let until = start + warm_up + Duration::from_secs(bench.seconds);
    for number in 0..bench.games {
        let plan = Plan {
            number,
            address: host.http,
            begin: start + warm_up * number / bench.games,
            measured: start + warm_up,
            until,
            every,
        };
        players.spawn(play(plan, Arc::clone(&counts), games.clone(), times.clone()));
    }
    drop((games, times));
    let mut watchers = JoinSet::new();
    for _ in 0..bench.watchers {
        let Ok(Some(game)) = timeout(PATIENCE, began.recv()).await else { break };
        watchers.spawn(watch(host.http, game, Arc::clone(&counts)));
    }
    tokio::time::sleep_until(start + warm_up).await;
    let (cpu, from, before) = (host.cpu_seconds(), Instant::now(), counts.commands.load(Ordering::Relaxed));
    tokio::time::sleep_until(until).await;
    let used = cpu.zip(host.cpu_seconds()).map(|(before, after)| after - before);
    let seconds = from.elapsed().as_secs_f64();
    let commands = counts.commands.load(Ordering::Relaxed) - before;
    let memory = host.memory_mb();
    while players.join_next().await.is_some() {}
    watchers.abort_all();
    let mut all = Vec::new();
    while let Some(micros) = taken.recv().await {
        all.push(micros);
    }
    all.sort_unstable();
    let at = |share: usize| all.get((all.len() * share / 100).min(all.len().saturating_sub(1))).copied();
    let ms = |micros: Option<u32>| micros.map(|micros| rounded(f64::from(micros) / 1000.0));
    Ok(json!({
        "what": "play", "games": bench.games, "rate": bench.rate, "watchers": bench.watchers.min(bench.games),
        "seconds": rounded(seconds), "commands_per_s": rounded(commands as f64 / seconds),
        "p50_ms": ms(at(50)), "p99_ms": ms(at(99)), "max_ms": ms(all.last().copied()),
        "cores": used.map(|used| rounded(used / seconds)), "memory_mb": memory.map(rounded),
        "frames_watched": counts.frames.load(Ordering::Relaxed),
        "failures": counts.failures.load(Ordering::Relaxed), "load_average": load_average(),
    }))
}

fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Parameters of one player.
struct Plan {
    number: u32,
    address: std::net::SocketAddr,
    begin: tokio::time::Instant,
    measured: tokio::time::Instant,
    until: tokio::time::Instant,
    every: Duration,
}

async fn play(plan: Plan, counts: Arc<Counts>, games: UnboundedSender<String>, times: UnboundedSender<u32>) {
    tokio::time::sleep_until(plan.begin).await;
    let mut games = Some(games);
    let mut round = 0;
    while tokio::time::Instant::now() < plan.until {
        if one_game(&plan, round, &counts, &mut games, &times).await.is_none() {
            counts.failures.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_secs(1)).await;
        }
        round += 1;
    }
}

/// Plays one game to its end or to the end of the measurement; `None` if the connection fails.
async fn one_game(
    plan: &Plan,
    round: u32,
    counts: &Counts,
    games: &mut Option<UnboundedSender<String>>,
    times: &UnboundedSender<u32>,
) -> Option<()> {
    let seed = format!("bench {} {round}", plan.number);
    let want = json!({ "hello": 1, "want": { "new": { "game": "boo", "seed": seed } }, "delta": true });
    let mut socket = connect(plan.address, counts, &want).await?;
    let hello = receive(&mut socket).await?;
    let game = hello["game"].as_str()?.to_owned();
    if let Some(games) = games.take() {
        let _ = games.send(game);
    }
    let mut ticks = interval_at(tokio::time::Instant::now() + plan.every, plan.every);
    let mut dice = u64::from(plan.number) + 1;
    for id in 1_u64.. {
        let now = ticks.tick().await;
        if now >= plan.until {
            break;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let line = LINES[(dice >> 60) as usize % LINES.len()];
        let since = Instant::now();
        socket.send(Message::text(json!({ "id": id, "do": line }).to_string())).await.ok()?;
        loop {
            let told = receive(&mut socket).await?;
            if told["id"] == json!(id) {
                if now >= plan.measured {
                    let _ = times.send(u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX));
                }
                counts.commands.fetch_add(1, Ordering::Relaxed);
                if !told["outcome"].is_null() {
                    return Some(());
                }
                break;
            }
        }
    }
    Some(())
}

async fn watch(address: std::net::SocketAddr, game: String, counts: Arc<Counts>) {
    let want = json!({ "hello": 1, "want": { "watch": game }, "delta": true });
    let Some(mut socket) = connect(address, &counts, &want).await else { return };
    while let Some(Ok(message)) = socket.next().await {
        counts.frames.fetch_add(u64::from(message.is_text()), Ordering::Relaxed);
    }
}

/// Opens a websocket from a separate simulated address, because the limits per address are not to be
/// measured.
async fn connect(address: std::net::SocketAddr, counts: &Counts, hello: &Value) -> Option<Socket> {
    let number = counts.addresses.fetch_add(1, Ordering::Relaxed);
    let from = format!("10.{}.{}.1", number >> 8 & 255, number & 255);
    let stream = TcpStream::connect(address).await.ok()?;
    stream.set_nodelay(true).ok()?;
    let request = ClientRequestBuilder::new(format!("ws://{address}/api/v1/play").parse().ok()?)
        .with_header("X-Forwarded-For", from);
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (mut socket, _) = client_async_with_config(request, stream, Some(config)).await.ok()?;
    socket.send(Message::text(hello.to_string())).await.ok()?;
    Some(socket)
}

async fn receive(socket: &mut Socket) -> Option<Value> {
    loop {
        let message = timeout(PATIENCE, socket.next()).await.ok()??.ok()?;
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).ok();
        }
    }
}
