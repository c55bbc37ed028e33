//! The Model Context Protocol on standard input and output: tools with which an agent starts, plays, sees,
//! branches and verifies games. One JSON-RPC 2.0 message per line.
//!
//! Messages are untrusted: games live in memory, no file is read or written, no program is started, and
//! everything an agent can ask for is limited.

use kernel::{Finding, Options, Scene};
use serde_json::Value;
use session::{Brief, Entry, Level, ReplyKind, Run, Seating, Session, verdict, vitals_text};
use std::io::{self, BufRead, Read as _, Write};

/// The protocol versions implemented here, the newest first. The one between them demands batches of messages.
const PROTOCOLS: [&str; 2] = ["2025-06-18", "2024-11-05"];
/// Maximum length of a message in bytes; a level or a run fits in.
const MESSAGE_BYTES_MAX: u64 = 4 << 20;
/// Maximum number of games at once.
const GAMES_MAX: usize = 64;
/// Maximum length of a command in bytes.
const COMMAND_BYTES_MAX: usize = 4_000;
/// Maximum number of commands in a game.
const COMMANDS_MAX: usize = 100_000;

/// Names and arguments of the tools.
const TOOLS: &str = include_str!("mcp_tools.json");

/// Answers messages until the input ends.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn mcp(games: &'static [Entry], mut input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let tools = serde_json::from_str(TOOLS)?;
    let mut server = Server { games, tools, tables: Vec::new(), scene: Scene::default() };
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MESSAGE_BYTES_MAX).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let whole = line.ends_with(b"\n") || (line.len() as u64) < MESSAGE_BYTES_MAX;
        if !whole {
            skip_line(&mut input)?;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let read = if whole { serde_json::from_slice(&line).ok() } else { None };
        let answer = match read {
            Some(message) => server.answer(&message),
            None if !whole => {
                let why = format!("A message has at most {MESSAGE_BYTES_MAX} bytes.");
                Some(failure(&Value::Null, -32700, &why))
            }
            None => Some(failure(&Value::Null, -32700, "This is not a JSON-RPC message.")),
        };
        if let Some(answer) = answer {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
}

/// Discards the rest of a line that is too long.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let there = input.fill_buf()?;
        let (length, done) = match there.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (there.len(), there.is_empty()),
        };
        input.consume(length);
        if done {
            return Ok(());
        }
    }
}

fn failure(id: &Value, code: i32, message: &str) -> String {
    let message = quoted(message);
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":{message}}}}}")
}

/// A text as JSON.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A finding about a level, with its place in the text.
fn place_and_error(found: &Finding) -> String {
    match (found.line, found.column) {
        (0, _) => found.what.clone(),
        (line, 0) => format!("line {line}: {}", found.what),
        (line, column) => format!("line {line}, column {column}: {}", found.what),
    }
}

/// A name from a message, short and without control characters.
fn named(name: &str) -> String {
    name.chars().take(40).flat_map(char::escape_debug).collect()
}

/// A game in play, and its run so far.
struct Playing {
    entry: &'static Entry,
    session: Box<dyn Session>,
    run: String,
}

impl Playing {
    fn run(&mut self) -> &str {
        self.session.lines().take(&mut self.run);
        &self.run
    }
}

struct Server {
    games: &'static [Entry],
    /// The parsed [`TOOLS`].
    tools: Value,
    /// Closed games leave their place to new ones.
    tables: Vec<Option<Playing>>,
    scene: Scene,
}

const NO_TABLE: &str = "There is no table with that number.";

/// A tool's answer, or why there is none.
type Told = Result<String, String>;

impl Server {
    /// The answer to a message; `None` for a notification.
    fn answer(&mut self, message: &Value) -> Option<String> {
        let Some(id) = message.get("id") else {
            return (!message.is_object())
                .then(|| failure(&Value::Null, -32600, "Send one JSON object per line."));
        };
        let Some(method) = message["method"].as_str() else {
            // The answer to a question, which this server never asks.
            let is_answer = message.get("result").or(message.get("error")).is_some();
            return (!is_answer).then(|| failure(id, -32600, "A request has a method, which is a text."));
        };
        let result = match method {
            "initialize" => {
                let wanted = message["params"]["protocolVersion"].as_str();
                let spoken = PROTOCOLS.into_iter().find(|known| wanted == Some(known));
                format!(
                    "{{\"protocolVersion\":{},\"capabilities\":{{\"tools\":{{}}}},\"serverInfo\":{{\"name\":\"undercroft\",\"version\":\"{}\"}}}}",
                    quoted(spoken.unwrap_or(PROTOCOLS[0])),
                    env!("CARGO_PKG_VERSION")
                )
            }
            "ping" => "{}".to_owned(),
            "tools/list" => format!("{{\"tools\":{}}}", TOOLS.replace('\n', "")),
            "tools/call" => {
                let params = &message["params"];
                let Some(told) = self.call(params["name"].as_str().unwrap_or_default(), &params["arguments"])
                else {
                    return Some(failure(id, -32602, "There is no such tool."));
                };
                let is_error = told.is_err();
                let text = quoted(&told.unwrap_or_else(|why| why));
                format!("{{\"content\":[{{\"type\":\"text\",\"text\":{text}}}],\"isError\":{is_error}}}")
            }
            other => {
                return Some(failure(id, -32601, &format!("There is no method '{}'.", named(other))));
            }
        };
        Some(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}"))
    }

    /// Calls a tool; `None` if there is no such tool.
    fn call(&mut self, tool: &str, args: &Value) -> Option<Told> {
        if let Err(why) = self.check_arguments(tool, args)? {
            return Some(Err(why));
        }
        Some(match tool {
            "games" => Ok(self.list()),
            "new_game" => self.new_game(args),
            "play" => self.play(args),
            "look" => self.look(args),
            "branch" => self.branch(args),
            "verify" => self.verify(args),
            "run" => self.table(args).map(|table| table.run().to_owned()),
            "close" => self.close(args),
            _ => return None,
        })
    }

    /// Refuses arguments that a tool does not know: one that is misspelt must not be left out silently. `None` if there is no
    /// such tool.
    fn check_arguments(&self, tool: &str, args: &Value) -> Option<Result<(), String>> {
        let described = self.tools.as_array()?.iter().find(|described| described["name"] == tool)?;
        let known = described["inputSchema"]["properties"].as_object()?;
        if !(args.is_object() || args.is_null()) {
            return Some(Err("arguments is an object of names and values.".to_owned()));
        }
        let unknown =
            args.as_object().into_iter().flat_map(|args| args.keys()).find(|name| !known.contains_key(*name));
        Some(match unknown {
            None => Ok(()),
            Some(name) if known.is_empty() => {
                Err(format!("There is no argument '{}': {tool} takes none.", named(name)))
            }
            Some(name) => {
                let known: Vec<&str> = known.keys().map(String::as_str).collect();
                Err(format!(
                    "There is no argument '{}'. Arguments of {tool}: {}.",
                    named(name),
                    known.join(", ")
                ))
            }
        })
    }

    fn list(&self) -> String {
        let mut told = String::new();
        for entry in self.games {
            told += &format!("{}: {} {}\n", entry.id, entry.title, entry.goal);
            for spec in entry.options {
                told += &format!("  option {} (default {}): {}\n", spec.name, spec.default, spec.help);
            }
        }
        told
    }

    fn new_game(&mut self, args: &Value) -> Told {
        let id = args["game"].as_str().unwrap_or_default();
        let entry =
            session::find(self.games, id).ok_or("There is no such game; the tool games lists them.")?;
        let mut options = Options::default();
        if !(args["options"].is_object() || args["options"].is_null()) {
            return Err("options is an object of names and values.".to_owned());
        }
        for (name, value) in args["options"].as_object().into_iter().flatten() {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            options.set(entry.options, name, &value)?;
        }
        if !(args["level"].is_string() || args["level"].is_null()) {
            return Err("level is the text of a level.".to_owned());
        }
        let level =
            args["level"].as_str().map(|text| Level { name: "level".to_owned(), text: text.to_owned() });
        if level.is_some() && entry.level.is_none() {
            return Err(format!("{} has no levels.", entry.title));
        }
        let seed = match &args["seed"] {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err("Which seed? Any text will do.".to_owned()),
        };
        let brief = Brief { seed, options, level, ..Brief::default() };
        let (mut session, _) = (entry.start)(&brief).map_err(|findings| {
            let told: Vec<String> = findings.iter().map(place_and_error).collect();
            told.join("\n")
        })?;
        session.mark(session::BOT);
        let said = session.said().iter().map(|sentence| sentence.text.clone()).collect();
        self.add_table(Playing { entry, session, run: String::new() }, said)
    }

    fn add_table(&mut self, table: Playing, said: Vec<String>) -> Told {
        let free = self.tables.iter().position(Option::is_none);
        if free.is_none() && self.tables.len() >= GAMES_MAX {
            return Err(format!("{GAMES_MAX} games are open. Close one first."));
        }
        let index = free.unwrap_or(self.tables.len());
        self.tables.resize_with(self.tables.len().max(index + 1), || None);
        self.tables[index] = Some(table);
        Ok(format!("table {index}\n{}", self.frame(index, &said)?))
    }

    fn index(&self, args: &Value) -> Result<usize, String> {
        let index = args["table"].as_u64().and_then(|index| usize::try_from(index).ok());
        let open = index.filter(|index| self.tables.get(*index).is_some_and(Option::is_some));
        open.ok_or(NO_TABLE.to_owned())
    }

    fn table(&mut self, args: &Value) -> Result<&mut Playing, String> {
        let index = self.index(args)?;
        self.tables[index].as_mut().ok_or(NO_TABLE.to_owned())
    }

    fn close(&mut self, args: &Value) -> Told {
        let index = self.index(args)?;
        self.tables[index] = None;
        Ok(format!("table {index} is closed"))
    }

    fn play(&mut self, args: &Value) -> Told {
        let index = self.index(args)?;
        let line = args["command"].as_str().ok_or("Which command? It is one line of text.")?;
        if line.len() > COMMAND_BYTES_MAX || line.contains(['\n', '\r']) {
            return Err(format!("A command must be a single line of at most {COMMAND_BYTES_MAX} bytes."));
        }
        let session = &mut self.table(args)?.session;
        if session.commands() >= COMMANDS_MAX {
            return Err(format!("This game has reached the limit of {COMMANDS_MAX} commands."));
        }
        let reply = session.play_line(line);
        let said: Vec<String> = reply.said.iter().map(|sentence| sentence.text.clone()).collect();
        let told = format!("{}\n{}", reply.kind.word(), self.frame(index, &said)?);
        if reply.kind == ReplyKind::Played { Ok(told) } else { Err(told) }
    }

    fn look(&mut self, args: &Value) -> Told {
        let index = self.index(args)?;
        let session = &self.table(args)?.session;
        let seat = session.to_move();
        let mut told: Vec<String> = session.choice(seat).map(|choice| choice.question).into_iter().collect();
        let verbs = session.verbs();
        let phase = session.phase();
        told.push("Commands:".to_owned());
        for verb in verbs.iter().filter(|verb| verb.phases & (1 << phase) != 0) {
            let word = verb.words.first().copied().unwrap_or_default();
            told.push(format!("  {}: {}", format!("{word} {}", verb.follows).trim_end(), verb.help));
        }
        self.frame(index, &told)
    }

    fn branch(&mut self, args: &Value) -> Told {
        let table = self.table(args)?;
        let entry = table.entry;
        let parsed = Run::parse(table.run().as_bytes());
        let run = parsed.run.ok_or("The run cannot be read.")?;
        let played = run.steps.len();
        let at = match &args["after"] {
            Value::Null => played,
            number => {
                let number = number.as_u64().and_then(|at| usize::try_from(at).ok());
                number
                    .filter(|at| *at <= played)
                    .ok_or(format!("after is a number from 0 to {played}, the commands so far."))?
            }
        };
        // Parsed again from its text, because the lines that follow continue its seals.
        let text = run.branch(at).to_text();
        let branch = Run::parse(text.as_bytes()).run.ok_or("The branch cannot be read.")?;
        let replayed = entry.replay(&branch, usize::MAX, None, None, &Seating::default());
        let session = replayed.map_err(|difference| difference.what)?.session;
        self.add_table(Playing { entry, session, run: text }, Vec::new())
    }

    fn verify(&mut self, args: &Value) -> Told {
        let text = match args["run"].as_str() {
            Some(text) => text.to_owned(),
            None => self.table(args)?.run().to_owned(),
        };
        let (holds, sentence) = verdict(self.games, "", text.as_bytes(), &Seating::default());
        if holds { Ok(sentence) } else { Err(sentence) }
    }

    /// Sentences, screen, vitals and outcome.
    fn frame(&mut self, index: usize, said: &[String]) -> Told {
        let Self { tables, scene, .. } = self;
        let session = &tables[index].as_ref().ok_or(NO_TABLE)?.session;
        let seat = session.to_move();
        session.draw(seat, 0, 0, None, scene);
        let mut told = said.join("\n");
        told.push('\n');
        for row in scene.rows() {
            told.push_str(&row);
            told.push('\n');
        }
        told.push_str(vitals_text(&session.vitals(seat)).trim_start());
        if let Some(outcome) = session.outcome() {
            told += &format!("\nThe game is over: {}, score {}.", outcome.verdict.word(), outcome.score);
        }
        Ok(told)
    }
}
