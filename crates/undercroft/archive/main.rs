//! `undercroft-archive`: replays a run with an archived module of older rules. The main program starts it,
//! writes the run to its standard input and reads the answer; it is not meant to be called by people.
//!
//! A module is sandboxed: it has no imports, and its memory and instructions are limited.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use wasmi::{Config, Engine, Instance, Linker, Memory, Module, Store, StoreLimits, StoreLimitsBuilder};

/// Maximum size of a module.
const MODULE_BYTES_MAX: u64 = 16 << 20;
/// Maximum size of a run.
const RUN_BYTES_MAX: u64 = 64 << 20;
/// Maximum size of an answer.
const ANSWER_BYTES_MAX: usize = 1 << 20;
/// Maximum memory of a module.
const MEMORY_BYTES_MAX: usize = 512 << 20;
/// Fuel (instructions) for starting, and for each byte of the run.
const FUEL_TO_BEGIN: u64 = 1_000_000_000;
const FUEL_A_BYTE: u64 = 20_000;
/// Additional fuel for each command; what is left over may be used later.
const FUEL_A_COMMAND: u64 = 5_000_000;

const USAGE: &str = "undercroft-archive MODULE verify|pages|page TURN|vitals TURN < RUN";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match serve(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            let _ = writeln!(io::stderr(), "{what}");
            ExitCode::from(2)
        }
    }
}

fn serve(args: &[String]) -> Result<(), String> {
    let (Some(module), Some(asked)) = (args.first(), args.get(1)) else { return Err(USAGE.to_owned()) };
    let turn = args.get(2).map_or(Ok(0), |turn| turn.parse::<usize>()).map_err(|_| USAGE.to_owned())?;
    let mut run = Vec::new();
    io::stdin().take(RUN_BYTES_MAX + 1).read_to_end(&mut run).map_err(|error| error.to_string())?;
    if run.len() as u64 > RUN_BYTES_MAX {
        return Err("the run is longer than 64 MB".to_owned());
    }
    let mut rules = Rules::load(&read(Path::new(module))?)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let answered = match (rules.open(&run)?, asked.as_str()) {
        (Err(what), _) => answer(&mut out, &format!("cannot {what}")),
        (Ok(()), "verify") => {
            let told = verify(&mut rules)?;
            answer(&mut out, &told)
        }
        (Ok(()), "pages") => return pages(&mut rules, &mut out),
        (Ok(()), "page" | "vitals") => {
            let told = at(&mut rules, turn, if asked == "page" { PAGE } else { VITALS })?;
            answer(&mut out, &told)
        }
        _ => return Err(USAGE.to_owned()),
    };
    answered.map_err(|error| error.to_string())
}

fn answer(out: &mut impl io::Write, line: &str) -> io::Result<()> {
    writeln!(out, "{line}")?;
    out.flush()
}

/// Reads a module and checks it against the hash in its name.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let told = |error: io::Error| format!("it cannot be read: {error}");
    let mut bytes = Vec::new();
    fs::File::open(path).map_err(told)?.take(MODULE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > MODULE_BYTES_MAX {
        return Err("it is larger than 16 MB".to_owned());
    }
    let hash = blake3::hash(&bytes).to_hex();
    let named = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.rsplit('-').next());
    match named {
        Some(named) if named.len() == 16 && hash.starts_with(named) => Ok(bytes),
        _ => Err("it is damaged: its hash does not match its name".to_owned()),
    }
}

/// Replays the whole run: `held` and the verdict, or `differs`, the turn and the difference.
fn verify(rules: &mut Rules) -> Result<String, String> {
    let mut turn = 1;
    loop {
        match rules.step()? {
            Step::Ended => return Ok(format!("held {}", rules.tell(VERDICT)?)),
            Step::Played => turn += 1,
            Step::Differs(what) => return Ok(format!("differs {turn} {what}")),
        }
    }
}

/// The frame or the vitals after a turn, or after the last one.
fn at(rules: &mut Rules, turn: usize, what: u32) -> Result<String, String> {
    for turn in 1..=turn {
        match rules.step()? {
            Step::Ended => break,
            Step::Played => {}
            Step::Differs(what) => return Ok(format!("differs {turn} {what}")),
        }
    }
    Ok(format!("shown\n{}", rules.tell(what)?))
}

/// Writes every frame with the command before it.
fn pages(rules: &mut Rules, out: &mut impl io::Write) -> Result<(), String> {
    let told = |error: io::Error| error.to_string();
    write!(out, "shown\n{}\n", rules.tell(PAGE)?).map_err(told)?;
    let mut turn = 1;
    loop {
        match rules.step()? {
            Step::Ended => return out.flush().map_err(told),
            Step::Played => {
                write!(out, "> {}\n{}\n", rules.tell(COMMAND)?, rules.tell(PAGE)?).map_err(told)?;
            }
            Step::Differs(what) => {
                return answer(out, &format!("differs at turn {turn}: {what}")).map_err(told);
            }
        }
        turn += 1;
    }
}

/// What a module can be asked for.
const ANSWER: u32 = 0;
const PAGE: u32 = 1;
const COMMAND: u32 = 2;
const VITALS: u32 = 3;
const VERDICT: u32 = 4;

enum Step {
    Ended,
    Played,
    Differs(String),
}

/// A loaded module.
struct Rules {
    store: Store<StoreLimits>,
    instance: Instance,
    memory: Memory,
    /// Number of commands it may still play: a run has fewer commands than lines.
    left: usize,
}

impl Rules {
    fn load(bytes: &[u8]) -> Result<Self, String> {
        let mut config = Config::default();
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, bytes).map_err(|_| "it is not a WebAssembly module".to_owned())?;
        if module.imports().len() > 0 {
            return Err("it imports functions, which is not allowed".to_owned());
        }
        let limits = StoreLimitsBuilder::new()
            .memory_size(MEMORY_BYTES_MAX)
            .table_elements(100_000)
            .instances(1)
            .memories(1)
            .tables(4)
            .trap_on_grow_failure(true)
            .build();
        let mut store = Store::new(&engine, limits);
        store.limiter(|limits| limits);
        store.set_fuel(FUEL_TO_BEGIN).map_err(|error| error.to_string())?;
        let instance = Linker::new(&engine)
            .instantiate_and_start(&mut store, &module)
            .map_err(|error| stopped(&error))?;
        let memory = instance.get_memory(&store, "memory").ok_or("it has no memory")?;
        Ok(Self { store, instance, memory, left: 0 })
    }

    fn refuel(&mut self, more: u64) -> Result<(), String> {
        let left = self.store.get_fuel().map_err(|error| error.to_string())?;
        self.store.set_fuel(left.saturating_add(more)).map_err(|error| error.to_string())
    }

    fn call(&mut self, name: &str) -> Result<u32, String> {
        let function = self.instance.get_typed_func::<(), u32>(&self.store, name);
        let function = function.map_err(|_| format!("it has no function {name}"))?;
        function.call(&mut self.store, ()).map_err(|error| stopped(&error))
    }

    fn call_with(&mut self, name: &str, argument: u32) -> Result<u32, String> {
        let function = self.instance.get_typed_func::<u32, u32>(&self.store, name);
        let function = function.map_err(|_| format!("it has no function {name}"))?;
        function.call(&mut self.store, argument).map_err(|error| stopped(&error))
    }

    /// Hands over the run; the inner error says why it cannot be played.
    fn open(&mut self, run: &[u8]) -> Result<Result<(), String>, String> {
        self.left = run.iter().filter(|byte| **byte == b'\n').count();
        self.refuel(FUEL_A_BYTE.saturating_mul(run.len() as u64))?;
        let bytes = u32::try_from(run.len()).map_err(|error| error.to_string())?;
        let place = self.call_with("archive_room", bytes)?;
        self.memory
            .write(&mut self.store, place as usize, run)
            .map_err(|_| "it has no room for the run".to_owned())?;
        match self.call("archive_open")? {
            0 => Ok(Ok(())),
            _ => self.tell(ANSWER).map(Err),
        }
    }

    fn step(&mut self) -> Result<Step, String> {
        self.refuel(FUEL_A_COMMAND)?;
        match self.call("archive_step")? {
            0 => Ok(Step::Ended),
            1 => {
                self.left = self.left.checked_sub(1).ok_or("it plays more commands than the run has")?;
                Ok(Step::Played)
            }
            _ => self.tell(ANSWER).map(Step::Differs),
        }
    }

    fn tell(&mut self, what: u32) -> Result<String, String> {
        let bytes = self.call_with("archive_tell", what)? as usize;
        let place = self.call("archive_answer")? as usize;
        if bytes > ANSWER_BYTES_MAX {
            return Err("its answer is longer than 1 MB".to_owned());
        }
        let mut answer = vec![0; bytes];
        self.memory
            .read(&self.store, place, &mut answer)
            .map_err(|_| "its answer lies outside its memory".to_owned())?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}

/// Explains why a module was stopped.
fn stopped(error: &wasmi::Error) -> String {
    match error.as_trap_code() {
        Some(wasmi::TrapCode::OutOfFuel) => "it was stopped: it uses too much time".to_owned(),
        Some(wasmi::TrapCode::GrowthOperationLimited) => {
            "it was stopped: it asks for more than 512 MB of memory".to_owned()
        }
        Some(code) => format!("it crashed: {code}"),
        None => "it asks for more memory or tables than a module may have".to_owned(),
    }
}
