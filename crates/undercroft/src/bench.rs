//! `undercroft bench`: measures how fast the games are on this machine.

use crate::{Done, Stop};
use clap::ArgMatches;
use session::{Brief, Run, Session};
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use terminal::Frames;

/// Number of commands in the run whose verification is timed.
const VERIFIED_COMMANDS: usize = 1000;

/// Number of keys whose frames are timed.
const FRAME_KEYS: usize = 400;

/// `undercroft bench [GAME]`.
pub(crate) fn bench(args: &ArgMatches) -> Done {
    let wanted = args.get_one::<String>("GAME");
    let game = wanted.map(|id| crate::play::game_named(id)).transpose()?;
    if let Some(&games) = args.get_one::<u64>("games") {
        let Some(balance) = wanted.and_then(|id| crate::tools::of(id).balance) else {
            return Err(Stop::bad("--games is for one game that has bots: undercroft bench GAME --games N"));
        };
        let set: Vec<String> = args.get_many::<String>("set").into_iter().flatten().cloned().collect();
        let first = args.get_one::<u64>("from").copied().unwrap_or(0);
        return balance(first..first.saturating_add(games), &set);
    }
    let seconds = args.get_one::<u64>("seconds").copied().unwrap_or(1).clamp(1, 60);
    say!("One core; the board is drawn after every command, new games are included.");
    say!(
        "{:<10} {:>12} {:>12} {:>11} {:>12} {:>16} {:>12} {:>8}",
        "game",
        "commands/s",
        "new game us",
        "clone us",
        "state bytes",
        "verify ms",
        "200x60 us",
        "slow us"
    );
    for entry in catalog::GAMES.iter().filter(|entry| wanted.is_none_or(|id| id == entry.id)) {
        let figures = (entry.bench)(Duration::from_secs(seconds), processor_time);
        let frames = frame_figures(entry);
        let micros = |figure: fn(&Frames) -> f64| {
            frames.as_ref().map_or_else(String::new, |f| format!("{:.0}", figure(f)))
        };
        say!(
            "{:<10} {:>12.0} {:>12.1} {:>11.2} {:>12} {:>16} {:>12} {:>8}",
            entry.id,
            figures.steps_per_second,
            figures.start_micros,
            figures.clone_micros,
            figures.state_bytes,
            verify_figure(entry),
            micros(|frames| frames.key_micros),
            micros(|frames| frames.slow_micros)
        );
    }
    say!(
        "200x60: from a key to the frame of a screen of that size, the median and the slowest of a hundred."
    );
    match game {
        Some(entry) => crate::figures::of(entry),
        None => start_figures(),
    }
    Ok(())
}

/// Times the full screen at 200x60, once the game's first questions are answered.
pub(crate) fn frame_figures(entry: &'static session::Entry) -> Option<Frames> {
    let brief = Brief { seed: "bench".to_owned(), ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).ok()?;
    while let Some(choice) = session.choice(session.to_move()) {
        session.play_line(&choice.answers.first()?.line);
    }
    let start = app::Start::Game(keeper::Opened::unkept(session));
    Some(terminal::measure(start, (200, 60), FRAME_KEYS, processor_time))
}

/// Processor time of this thread, so that other programs do not count; elapsed time where the system does not
/// measure it.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.try_into().unwrap_or_default())
}

#[cfg(not(unix))]
pub(crate) fn processor_time() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()
}

/// Measures processor time.
pub(crate) struct Stopwatch(Duration);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self(processor_time())
    }

    /// Seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        processor_time().saturating_sub(self.0).as_secs_f64()
    }
}

/// Times this program from its start to the first frame of line mode.
fn start_figures() {
    let Ok(program) = std::env::current_exe() else { return };
    let Some(entry) = catalog::GAMES.first() else { return };
    let mut best = f64::MAX;
    let mut memory = None;
    for _ in 0..20 {
        let began = Instant::now();
        let child = Command::new(&program)
            .args([entry.id, "--seed", "7", "--line", "--unsaved"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = child else { return };
        let mut first = [0; 1];
        let read = child.stdout.as_mut().map(|out| out.read(&mut first));
        if matches!(read, Some(Ok(1))) {
            best = best.min(began.elapsed().as_secs_f64() * 1e3);
        }
        memory = memory.or_else(|| peak_memory(&child.id().to_string()));
        drop(child.stdin.take());
        let _ = child.wait_with_output();
    }
    say!("\nstart to the first frame of line mode: {best:.1} ms");
    if let Some(kilobytes) = memory {
        say!("memory at that moment: {:.1} MB", kilobytes as f64 / 1024.0);
    }
    if let Ok(meta) = std::fs::metadata(&program) {
        say!("size of the program: {:.1} MB", meta.len() as f64 / 1048576.0);
    }
}

/// Peak memory of a process in kilobytes, where the system reports it.
pub(crate) fn peak_memory(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Milliseconds to read and verify a run of a thousand random commands, or the longest of 50 games.
fn verify_figure(entry: &session::Entry) -> String {
    let mut games = 0;
    let mut text = String::new();
    let mut run = Run::default();
    // Some games end early, so several are tried until one is long enough.
    while run.steps.len() < VERIFIED_COMMANDS && games < 50 {
        games += 1;
        let brief = Brief { seed: games.to_string(), ..Brief::default() };
        let Ok((mut session, _)) = (entry.start)(&brief) else { break };
        let played = random_run(session.as_mut());
        if let Some(longer) =
            Run::parse(played.as_bytes()).run.filter(|longer| longer.steps.len() > run.steps.len())
        {
            (run, text) = (longer, played);
        }
    }
    let began = Instant::now();
    let read = Run::parse(text.as_bytes()).run.unwrap_or_default();
    let proved = session::prove(std::slice::from_ref(entry), &read, &session::Seating::OWNER);
    assert!(proved.is_ok(), "a run verifies on the machine that made it");
    format!("{:.2} for {}", began.elapsed().as_secs_f64() * 1e3, run.steps.len())
}

fn random_run(session: &mut dyn Session) -> String {
    let seed = kernel::Seed::from_text(&session.header().seed);
    let mut dice = kernel::Rng::stream(&seed, "bench", &[]);
    let actions = session.vocabulary().actions as u32;
    for _ in 0..VERIFIED_COMMANDS * 4 {
        if session.commands() >= VERIFIED_COMMANDS || session.outcome().is_some() {
            break;
        }
        session.play_index(dice.below(actions, "command") as usize);
    }
    let mut text = String::new();
    session.journal(&mut text);
    text
}
