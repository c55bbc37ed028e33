//! Measures how many runs per second the host's own pool verifies from its database.

use super::process::Process;
use super::rounded;
use crate::args::Bench;
use crate::{clock, serve};
use ledger::Runs as _;
use serde_json::{Value, json};
use session::Brief;
use std::path::Path;
use std::time::{Duration, Instant};

/// Maximum number of commands in a run.
const COMMANDS: usize = 200;
/// Time limit for the host.
const PATIENCE: Duration = Duration::from_secs(600);

pub(super) fn measure(bench: &Bench, folder: &Path) -> Result<Value, String> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let mut commands = 0;
    runtime.block_on(async {
        let ledger = serve::open_ledger(folder, None).await?;
        let mut uploads = tokio::task::JoinSet::new();
        for number in 0..bench.runs {
            let (text, played) = run(number)?;
            commands += played;
            let ledger = ledger.clone();
            uploads.spawn(async move { ledger.upload(text.into_bytes(), None, clock::now()).await });
        }
        while let Some(done) = uploads.join_next().await {
            done.map_err(|error| error.to_string())?.map_err(|why| why.to_string())?;
        }
        ledger.close().await.map_err(|why| why.to_string())
    })?;
    let host = Process::start(folder)?;
    let (began, cpu) = (Instant::now(), host.cpu_seconds());
    let done = || host.figure("undercroft_verified_total").unwrap_or(0.0);
    while done() < f64::from(bench.runs) {
        if began.elapsed() > PATIENCE {
            return Err(format!("Only {} runs were verified.", done()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let seconds = began.elapsed().as_secs_f64();
    let used = cpu.zip(host.cpu_seconds()).map(|(before, after)| after - before);
    Ok(json!({
        "what": "verify", "runs": bench.runs, "commands_a_run": commands / bench.runs as usize,
        "seconds": rounded(seconds), "runs_per_s": rounded(f64::from(bench.runs) / seconds),
        "cores": used.map(|used| rounded(used / seconds)),
        "runs_per_s_a_core": used.map(|used| rounded(f64::from(bench.runs) / used)),
        "memory_mb": host.memory_mb().map(rounded),
    }))
}

/// A run of boo, played by its bot.
fn run(number: u32) -> Result<(String, usize), String> {
    let entry = catalog::find("boo").ok_or("There is no game to verify.")?;
    let brief = Brief { seed: number.to_string(), ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).map_err(|_| "That game cannot begin.".to_owned())?;
    let mut dice = kernel::Rng::stream(&kernel::Seed::from_text(&brief.seed), "bench", &[]);
    for _ in 0..COMMANDS {
        if session.outcome().is_some() || session.play_advice(&mut dice).is_none() {
            break;
        }
    }
    let mut text = String::new();
    session.checkpoint();
    session.journal(&mut text);
    Ok((text, session.commands()))
}
