//! Measures the writer under a host's load: many rooms that each write some commands per second.
//!
//! `cargo run --release -p ledger --example rooms -- [URL] [ROOMS] [WRITES_A_SECOND] [SECONDS]`

use ledger::{
    Answered, Class, Database, GameId, Games, Grouping, Lease, Ledger, Lines, NewGame, NodeId, Privacy,
    Result,
};
use std::time::{Duration, Instant};

/// A command of a run and the answer to its client, of typical size.
const LINE: &str = "d 0123456\n";
const REPLY_BYTES: usize = 400;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = tempfile::tempdir().ok();
    let own = folder.map(|folder| (format!("sqlite:{}", folder.path().join("rooms.db").display()), folder));
    let url = arguments.next().or_else(|| own.as_ref().map(|(url, _)| url.clone())).unwrap_or_default();
    let mut number = |usual: u32| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (rooms, rate, seconds) = (number(1000), number(2), number(10));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.map_or(Ok(()), |runtime| runtime.block_on(measure(&url, rooms, rate, seconds)))
}

async fn measure(url: &str, rooms: u32, rate: u32, seconds: u32) -> Result<()> {
    let database = Database::open(url, Grouping::default()).await?;
    let mut tasks = Vec::new();
    let begun = processor_ms();
    let start = Instant::now() + Duration::from_secs(2);
    let pause = Duration::from_secs(1) / rate;
    for room in 0..rooms {
        let (database, first) = (database.clone(), start + pause * room / rooms);
        tasks.push(tokio::spawn(play(database, room, first, pause, rate * seconds)));
    }
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await.unwrap_or_else(|_| Ok(Vec::new()))?);
    }
    let (wall, used) = (start.elapsed(), processor_ms() - begun);
    took.sort_unstable();
    let at = |share: usize| took[(took.len() - 1) * share / 1000].as_secs_f64() * 1000.0;
    println!(
        "{} writes in {:.1} s, {:.0} a second; ms from asking to committed: p50 {:.1}, p99 {:.1}, p99.9 {:.1}, most {:.1}; \
         {used} ms of processor time, {:.2} of a core",
        took.len(),
        wall.as_secs_f64(),
        took.len() as f64 / wall.as_secs_f64(),
        at(500),
        at(990),
        at(999),
        at(1000),
        used as f64 / 1000.0 / wall.as_secs_f64(),
    );
    database.close().await
}

async fn play(
    database: Database,
    room: u32,
    first: Instant,
    pause: Duration,
    writes: u32,
) -> Result<Vec<Duration>> {
    let new = NewGame {
        id: GameId::new(&format!("room{room}-{}", std::process::id()))?,
        game: "boo".to_owned(),
        header: "undercroft run 1\n".to_owned(),
        class: Class::Open,
        privacy: Privacy::Live,
        seal: None,
        bytes_max: 1 << 20,
    };
    let lease = Lease { node: NodeId::new("a")?, now: 0, until: i64::MAX };
    let mut hold = database.create_game(new, lease).await?;
    let mut took = Vec::new();
    for n in 1..=writes {
        tokio::time::sleep_until((first + pause * n).into()).await;
        let asked = Instant::now();
        let reply = "x".repeat(REPLY_BYTES);
        let answers = vec![Answered { seat: 0, client: u64::from(n), n: i64::from(n), reply }];
        let lines = Lines { text: LINE.to_owned(), commands: i64::from(n), answers, chapter: false };
        hold.append(database.reserve().await?, i64::from(n), lines)?.await?;
        took.push(asked.elapsed());
    }
    Ok(took)
}

/// Processor time of this process so far, where the system reports it in hundredths of a second.
fn processor_ms() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    after.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
}
