//! A guest's side: the run as it comes from the host, played again here.

use crate::wire::{HOST_LINE_MAX, Said, Told, read_line};
use hall::Message;
use keeper::Volume;
use kernel::Seat;
use session::{Entry, Header, Run, Seating, Session, prove};
use std::io::{self, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;

/// Bytes of a run that are read before the game can be shown.
const RUN_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Makes the file that a run is kept in; nothing where it is not kept.
pub type Keep<'a> = &'a dyn Fn(&Header, &str) -> Result<Option<Box<dyn Volume>>, String>;

/// A player of somebody else's room.
pub struct Guest {
    stream: TcpStream,
    reader: Option<BufReader<TcpStream>>,
    /// The game as the run has it.
    pub session: Box<dyn Session>,
    /// The seat they play.
    pub seat: Seat,
    names: Vec<String>,
    journal: Option<Box<dyn Volume>>,
}

impl Guest {
    /// Enters a room and reads its run so far.
    ///
    /// # Errors
    /// A sentence: the host refuses, the connection ends, or the run is not one that can be played here.
    pub fn enter(
        stream: TcpStream,
        name: &str,
        key: Option<&str>,
        games: &'static [Entry],
        keep: Keep<'_>,
    ) -> Result<Self, String> {
        let broken = |error: io::Error| format!("The connection to the host is lost: {error}.");
        let _ = stream.set_nodelay(true);
        let mut reader = BufReader::new(stream.try_clone().map_err(broken)?);
        let hello = Said::Hello { name: name.to_owned(), key: key.map(str::to_owned) };
        (&stream).write_all(hello.line().as_bytes()).map_err(broken)?;
        let (mut text, mut names) = (String::new(), Vec::new());
        loop {
            let line = read_line(&mut reader, HOST_LINE_MAX).map_err(broken)?;
            let message = match line.map(|line| Told::read(&line)) {
                Some(Some(Told::Message(message))) => message,
                Some(Some(Told::Close(why))) => return Err(kernel::printable(&why).into_owned()),
                Some(None) => return Err("That is no room of Undercroft.".to_owned()),
                None => return Err("The host has ended the connection.".to_owned()),
            };
            text += &message.run;
            names = message.names.unwrap_or(names);
            if text.len() > RUN_BYTES_MAX {
                return Err("The run of this room is too long.".to_owned());
            }
            let parsed = Run::parse(text.as_bytes());
            let Some(run) = parsed.run.filter(|run| run.steps.len() >= message.commands) else { continue };
            let seat = Seat(message.seat.ok_or("The host gives you no seat.")?);
            let proved = prove(games, &run, &Seating::default()).map_err(|fault| fault.to_string())?;
            let journal = keep(&run.header, &text)?;
            return Ok(Self { stream, reader: Some(reader), session: proved.session, seat, names, journal });
        }
    }

    /// The file the run is kept in.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.journal.as_ref().map(|journal| journal.path())
    }

    /// The player of a seat.
    #[must_use]
    pub fn name_of(&self, seat: u8) -> String {
        let name = self.names.get(usize::from(seat)).map_or("", String::as_str);
        kernel::printable(name).into_owned()
    }

    pub(crate) fn reader(&mut self) -> Option<BufReader<TcpStream>> {
        self.reader.take()
    }

    pub(crate) fn say(&self, said: &Said) -> io::Result<()> {
        (&self.stream).write_all(said.line().as_bytes())
    }

    /// Keeps what came and notes the names; the lines of the run are still to be played.
    pub(crate) fn keep(&mut self, message: &mut Message) -> io::Result<()> {
        if let Some(names) = message.names.take() {
            self.names = names;
        }
        match &mut self.journal {
            Some(journal) if !message.run.is_empty() => journal.append(&message.run),
            _ => Ok(()),
        }
    }

    /// Plays one line of the run; the seat that acted, if it is a command.
    pub(crate) fn play(&mut self, line: &str) -> Result<Option<u8>, String> {
        let Some((seat, text)) = command(line) else { return Ok(None) };
        self.session.replay_step(seat, text)?;
        Ok(Some(seat))
    }

    /// Makes the copy of the run last.
    pub(crate) fn close(&self) -> io::Result<()> {
        self.journal.as_ref().map_or(Ok(()), |journal| journal.close())
    }
}

/// The seat and the command of a line of a run, if it holds one.
pub(crate) fn command(line: &str) -> Option<(u8, &str)> {
    // Commands carry their pulse in the same word as the seal: six letters. All other lines have four.
    let (body, _) = line.rsplit_once(' ').filter(|(_, sealed)| sealed.len() == 6)?;
    match body.split_once(':') {
        Some((seat, text)) if seat.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some((seat.parse().ok()?, text))
        }
        _ => Some((0, body)),
    }
}
