//! `undercroft bench`: measures how fast the games are on this machine.

use crate::{Done, Stop};
use clap::ArgMatches;
use session::{Brief, Figures, Run, Session};
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
            return Err(Stop::bad("--games needs a game that has bots: undercroft bench GAME --games N"));
        };
        let set: Vec<String> = args.get_many::<String>("set").into_iter().flatten().cloned().collect();
        let first = args.get_one::<u64>("from").copied().unwrap_or(0);
        return balance(first..first.saturating_add(games), &set);
    }
    let seconds = args.get_one::<u64>("seconds").copied().unwrap_or(1).clamp(1, 60);
    let entries = catalog::GAMES.iter().filter(|entry| wanted.is_none_or(|id| id == entry.id));
    let rows = entries.map(|entry| Row::measure(entry, Duration::from_secs(seconds)));
    if args.get_flag("json") {
        rows.for_each(|row| say!("{}", row.to_json()));
        if let (None, Some(start)) = (game, Start::measure()) {
            say!("{}", start.to_json());
        }
        return Ok(());
    }
    say!("Measured on one core; every command draws the board, and starting new games is included.");
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
    rows.for_each(|row| say!("{}", row.to_text()));
    say!("200x60: time from a key to the frame on a screen of that size; median and 99th percentile.");
    match game {
        Some(entry) => crate::figures::of(entry),
        None => Start::measure().iter().for_each(Start::say),
    }
    Ok(())
}

/// What is measured of every game.
struct Row {
    game: &'static str,
    played: Figures,
    /// Milliseconds to read and verify a run of so many commands.
    verify: (f64, usize),
    frames: Option<Frames>,
}

impl Row {
    fn measure(entry: &'static session::Entry, time: Duration) -> Self {
        let played = (entry.bench)(time, processor_time);
        Self { game: entry.id, played, frames: frame_figures(entry), verify: verify_figure(entry) }
    }

    fn to_text(&self) -> String {
        let micros = |figure: fn(&Frames) -> f64| {
            self.frames.as_ref().map_or_else(String::new, |f| format!("{:.0}", figure(f)))
        };
        format!(
            "{:<10} {:>12.0} {:>12.1} {:>11.2} {:>12} {:>16} {:>12} {:>8}",
            self.game,
            self.played.steps_per_second,
            self.played.start_micros,
            self.played.clone_micros,
            self.played.state_bytes,
            format!("{:.2} for {}", self.verify.0, self.verify.1),
            micros(|frames| frames.key_micros),
            micros(|frames| frames.slow_micros)
        )
    }

    fn to_json(&self) -> serde_json::Value {
        let frames = |figure: fn(&Frames) -> f64| self.frames.as_ref().map(|frames| rounded(figure(frames)));
        serde_json::json!({
            "what": "game",
            "game": self.game,
            "commands_per_s": self.played.steps_per_second.round(),
            "start_us": rounded(self.played.start_micros),
            "clone_us": rounded(self.played.clone_micros),
            "state_bytes": self.played.state_bytes,
            "verify_ms": rounded(self.verify.0),
            "verify_commands": self.verify.1,
            "key_us": frames(|frames| frames.key_micros),
            "key_slow_us": frames(|frames| frames.slow_micros),
        })
    }
}

/// Two decimals.
fn rounded(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
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

/// The start of this program up to the first frame of line mode.
struct Start {
    first_frame_millis: f64,
    /// Kilobytes held at that moment, where the system reports it.
    memory: Option<u64>,
    program_bytes: u64,
}

impl Start {
    /// Starts the program some times and keeps the best.
    fn measure() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        let entry = catalog::GAMES.first()?;
        let (mut first_frame_millis, mut memory) = (f64::MAX, None);
        for _ in 0..20 {
            let began = Instant::now();
            let mut child = Command::new(&program)
                .args([entry.id, "--seed", "7", "--line", "--unsaved"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()?;
            let mut first = [0; 1];
            let read = child.stdout.as_mut().map(|out| out.read(&mut first));
            if matches!(read, Some(Ok(1))) {
                first_frame_millis = first_frame_millis.min(began.elapsed().as_secs_f64() * 1e3);
            }
            memory = memory.or_else(|| peak_memory(&child.id().to_string()));
            drop(child.stdin.take());
            let _ = child.wait_with_output();
        }
        let program_bytes = std::fs::metadata(&program).ok()?.len();
        Some(Self { first_frame_millis, memory, program_bytes })
    }

    fn say(&self) {
        say!("\nstart to first frame in line mode: {:.1} ms", self.first_frame_millis);
        if let Some(kilobytes) = self.memory {
            say!("memory at that point: {:.1} MB", kilobytes as f64 / 1024.0);
        }
        say!("program size: {:.1} MB", self.program_bytes as f64 / 1048576.0);
    }

    fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "what": "start",
            "first_frame_ms": rounded(self.first_frame_millis),
            "memory_bytes": self.memory.map(|kilobytes| kilobytes * 1024),
            "program_bytes": self.program_bytes,
        })
    }
}

/// Peak memory of a process in kilobytes, where the system reports it.
pub(crate) fn peak_memory(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Milliseconds to read and verify a run of a thousand random commands, or the longest of 50 games, and how many it has.
fn verify_figure(entry: &session::Entry) -> (f64, usize) {
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
    let clock = Stopwatch::start();
    let read = Run::parse(text.as_bytes()).run.unwrap_or_default();
    let proved = session::prove(std::slice::from_ref(entry), &read, &session::Seating::OWNER);
    assert!(proved.is_ok(), "a run verifies on the machine that made it");
    (clock.seconds() * 1e3, read.steps.len())
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
