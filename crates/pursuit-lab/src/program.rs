//! A player that is a program: one request line per move on its input, one answer line on its output.
//!
//! If it hangs, floods, dies or answers nonsense, the match ends with a fault of its side. That costs no more
//! than the time limit and a few kilobytes, and no process of it is left running.

use crate::kill;
use crate::supervisor::NOT_STARTED;
use game_pursuit::{Command, Pursuit, Side};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::{
    Arc, Mutex, PoisonError,
    mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel},
};
use std::time::Duration;

/// Maximum length of an answer, in bytes.
const ANSWER_MAX: usize = 1024;

/// How much of the program's error output is kept for the reason of a fault, in bytes.
const COMPLAINT_MAX: usize = 200;

/// What the reading thread received.
enum Heard {
    /// A line, and whether more came with it.
    Line { text: Vec<u8>, more: bool },
    /// More than the maximum length of an answer.
    Flood,
    /// The output was closed.
    End,
}

/// A running program. Dropping it ends it with all its descendants.
pub struct Program {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Heard>,
    complaint: Arc<Mutex<Vec<u8>>>,
    patience: Duration,
    side: Side,
    asked: bool,
}

/// The request for one move, exactly as in the published protocol.
#[derive(Serialize)]
struct Request<'a> {
    you: &'static str,
    turn: u32,
    remaining: u16,
    hero: [i32; 2],
    monster: [i32; 2],
    potions: Vec<[i32; 2]>,
    legal: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a [String]>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "move")]
    made: String,
}

impl Program {
    /// Starts a program: a file if there is one with this name, else a shell command. The caller is
    /// responsible for the command; it must come from the user. The calling thread must live as long as the
    /// program: on Linux the end of the thread counts as the end of the parent process.
    ///
    /// # Errors
    /// The reason why it could not be started.
    pub fn start(command: &str, side: Side, patience: Duration) -> Result<Self, String> {
        let mut child = kill::start(command).map_err(|error| format!("cannot be started: {error}"))?;
        let (requests, lines) = channel::<Vec<u8>>();
        let mut input = child.stdin.take().expect("the input is piped");
        // Writing has its own thread, so that a program that does not read cannot block the game.
        std::thread::spawn(move || {
            while let Ok(line) = lines.recv() {
                if input.write_all(&line).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        let (heard, answers) = sync_channel(1);
        let mut output = child.stdout.take().expect("the output is piped");
        std::thread::spawn(move || listen(&mut output, |said| heard.send(said).is_ok()));
        let complaint = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaint);
        let mut errors = child.stderr.take().expect("the error output is piped");
        std::thread::spawn(move || keep_the_end(&mut errors, &kept));
        Ok(Self { child, requests, answers, complaint, patience, side, asked: false })
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// The fault, in a few words; the program has then been ended.
    pub fn ask(&mut self, game: &Pursuit) -> Result<Command, String> {
        match self.answers.try_recv() {
            Ok(Heard::Line { .. } | Heard::Flood) => {
                return Err("flooded: it wrote a line without being asked".into());
            }
            Ok(Heard::End) | Err(TryRecvError::Disconnected) => return Err(self.death()),
            Err(TryRecvError::Empty) => {}
        }
        let request = self.request(game);
        self.asked = true;
        if self.requests.send(request).is_err() {
            return Err(self.death());
        }
        match self.answers.recv_timeout(self.patience) {
            Ok(Heard::Line { text, more: false }) => understand(&text),
            Ok(Heard::Line { .. }) => Err("flooded: more than one line for one move".into()),
            Ok(Heard::Flood) => Err(format!("flooded: a line of more than {ANSWER_MAX} bytes")),
            Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => Err(self.death()),
            Err(RecvTimeoutError::Timeout) => Err(format!("hung: no answer within {:?}", self.patience)),
        }
    }

    fn request(&self, game: &Pursuit) -> Vec<u8> {
        let field = game.field();
        let at = |cell| {
            let pos = field.pos(cell);
            [pos.x, pos.y]
        };
        let rows = (!self.asked).then(|| field.rows(field.hero(), field.monster()));
        let request = Request {
            you: self.side.word(),
            turn: game.turn(),
            remaining: game.remaining(),
            hero: at(game.at(Side::Hero)),
            monster: at(game.at(Side::Monster)),
            potions: game.potions().iter().map(|&cell| at(cell)).collect(),
            legal: game.legal().map(Command::word).collect(),
            field: rows.as_deref(),
        };
        let mut line = serde_json::to_vec(&request).expect("plain data can be written");
        line.push(b'\n');
        line
    }

    /// How it ended, with the last line of its error output.
    fn death(&mut self) -> String {
        kill::let_it_end(&self.child);
        let status = kill::end(&mut self.child);
        let how = match status {
            Some(status) if status.code().is_some() => format!("died: {status}"),
            Some(status) if !was_killed_by_us(status) => format!("died: {status}"),
            _ => "died: it closed its output".to_string(),
        };
        // Its last output may still be in the other thread's pipe.
        std::thread::sleep(Duration::from_millis(10));
        let kept = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        match String::from_utf8_lossy(&kept).lines().map(str::trim).rfind(|line| !line.is_empty()) {
            Some(last) if status.and_then(|status| status.code()) == Some(NOT_STARTED) => shown(last),
            Some(last) => format!("{how} ({})", shown(last)),
            None => how,
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        kill::end(&mut self.child);
    }
}

#[cfg(unix)]
fn was_killed_by_us(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(9)
}

#[cfg(not(unix))]
fn was_killed_by_us(_status: ExitStatus) -> bool {
    true
}

/// Splits output into lines and passes them on; stops at the first sign of a flood.
fn listen(output: &mut dyn Read, mut pass: impl FnMut(Heard) -> bool) {
    let mut buffer = [0u8; 4096];
    let mut line = Vec::new();
    loop {
        let count = match output.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let new = &buffer[..count];
        let end = new.iter().position(|&byte| byte == b'\n');
        line.extend_from_slice(&new[..end.unwrap_or(count)]);
        if line.len() > ANSWER_MAX {
            pass(Heard::Flood);
            return;
        }
        if let Some(end) = end {
            let more = end + 1 < count;
            if !pass(Heard::Line { text: std::mem::take(&mut line), more }) || more {
                return;
            }
        }
    }
    // A last line without a newline counts as an answer.
    if line.is_empty() || pass(Heard::Line { text: line, more: false }) {
        pass(Heard::End);
    }
}

/// Reads everything and keeps the end of it.
fn keep_the_end(errors: &mut dyn Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0u8; 4096];
    while let Ok(count) = errors.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let excess = kept.len().saturating_sub(COMPLAINT_MAX);
        kept.drain(..excess);
    }
}

/// Parses an answer: a direction, or an object with a `move`.
fn understand(text: &[u8]) -> Result<Command, String> {
    let nonsense = || format!("nonsense: it answered '{}'", shown(&String::from_utf8_lossy(text)));
    let line = std::str::from_utf8(text).map_err(|_| nonsense())?.trim();
    let word = if line.starts_with('{') {
        serde_json::from_str::<Answer>(line).map_err(|_| nonsense())?.made
    } else {
        line.to_string()
    };
    Command::from_word(word.trim()).ok_or_else(nonsense)
}

/// Output of a program, shortened and made safe for a line of ours.
fn shown(text: &str) -> String {
    kernel::shortened(text, 60)
}
