//! Every command is in the file before its answer is written, in all three line-based front-ends.

use keeper::Opened;
use session::{Brief, Run};
use std::cell::Cell;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Input that arrives one line at a time, as from a person, and counts the lines.
struct Typed {
    lines: Vec<&'static str>,
    sent: Rc<Cell<usize>>,
}

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(line) = self.lines.get(self.sent.get()) else { return Ok(0) };
        self.sent.set(self.sent.get() + 1);
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// Output that checks the file at every write.
struct Sink {
    run: PathBuf,
    sent: Rc<Cell<usize>>,
    answers: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() && self.sent.get() > 0 {
            assert_eq!(commands(&self.run), self.sent.get(), "an answer is written before its command");
            self.answers += 1;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn commands(path: &Path) -> usize {
    Run::parse(&std::fs::read(path).unwrap()).run.unwrap().steps.len()
}

fn game(path: &Path) -> Opened {
    let brief = Brief { seed: "7".to_owned(), ..Brief::default() };
    keeper::start_game(catalog::find("boo").unwrap(), &brief, Some(path), false).unwrap()
}

#[test]
fn the_journal_is_written_before_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    for (way, name) in ["text", "json", "speak"].into_iter().enumerate() {
        let run = folder.path().join("runs/boo").join(format!("{name}.run"));
        let sent = Rc::new(Cell::new(0));
        let input = Typed { lines: vec!["d\n", "a\n", "d\n", "a\n"], sent: sent.clone() };
        let mut sink = Sink { run: run.clone(), sent, answers: 0 };
        let opened = game(&run);
        match way {
            0 => front_line::text(opened, input, &mut sink),
            1 => front_line::json(opened, input, &mut sink),
            _ => front_line::speak(opened, input, &mut sink),
        }
        .unwrap();
        assert!(sink.answers >= 4, "{name}: {} answers", sink.answers);
        assert_eq!(commands(&run), 4);
    }
}

#[test]
fn a_game_that_cannot_be_saved_goes_on_and_ends_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("runs/boo/lost.run");
    let opened = game(&run);
    std::fs::remove_dir_all(folder.path().join("runs")).unwrap();
    std::fs::write(folder.path().join("runs"), "in the way").unwrap();
    let mut out = Vec::new();
    let done = front_line::json(opened, &b"d\na\nd\n"[..], &mut out);
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 4, "every command is answered");
    let stopped = done.unwrap_err();
    assert!(stopped.to_string().starts_with("The last commands of the game are not saved: "), "{stopped}");
}
