//! A guest's side: the run as it comes from the host, played again here.

use crate::channel::{Bell, Desk, Guise, SILENCE, Socket};
use crate::patient::Patient;
use crate::wire::{HOST_LINE_MAX, Told, read_line};
use hall::Mirror;
use keeper::Volume;
use kernel::Seat;
use session::{Entry, Header, Run, Seating, prove_chapter};
use std::io::{self, BufReader, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;

/// Bytes of a run that are read before the game can be shown.
const RUN_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Makes the file that a run is kept in; nothing where it is not kept.
pub type Keep<'a> = &'a dyn Fn(&Header, &str) -> Result<Option<Box<dyn Volume>>, String>;

/// A player of a room.
pub struct Guest {
    /// The game, as a session of their own.
    pub mirror: Mirror,
    /// The file their copy of the run is kept in.
    pub path: Option<PathBuf>,
    /// Who is called when others have acted.
    pub bell: Bell,
}

impl Guest {
    /// Enters a room and reads its run so far. A guest who can come back tries it when the connection is lost; the host's own
    /// connection cannot.
    ///
    /// # Errors
    /// A sentence: the host refuses, the connection ends, or the run is not one that can be played here.
    pub fn enter(
        stream: TcpStream,
        name: &str,
        key: Option<&str>,
        comes_back: bool,
        games: &'static [Entry],
        keep: Keep<'_>,
    ) -> Result<Self, String> {
        let broken = |error: io::Error| format!("The connection to the host is lost: {error}.");
        let _ = stream.set_nodelay(true);
        let mut reader = BufReader::new(Patient::new(stream.try_clone().map_err(broken)?, SILENCE));
        let mut guise = Guise { name: name.to_owned(), key: key.map(str::to_owned), token: None };
        (&stream).write_all(guise.hello().line().as_bytes()).map_err(broken)?;
        let (mut text, mut names) = (String::new(), Vec::new());
        let (run, commands, seat) = loop {
            let line = read_line(&mut reader, HOST_LINE_MAX).map_err(broken)?;
            let message = match line.map(|line| Told::read(&line)) {
                Some(Some(Told::Message(message))) => message,
                Some(Some(Told::Token(token))) => {
                    guise.token = Some(token);
                    continue;
                }
                Some(Some(Told::Ping)) => continue,
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
            let is_whole =
                |run: &Run| session::commands_before(&run.header) + run.steps.len() >= message.commands;
            if let Some(run) = parsed.run.filter(is_whole) {
                break (run, message.commands, Seat(message.seat.ok_or("The host gives you no seat.")?));
            }
        };
        // A chapter goes on from the state that the host gives.
        let proved = prove_chapter(games, &run, &Seating::default()).map_err(|fault| fault.to_string())?;
        let journal = keep(&run.header, &text)?;
        let path = journal.as_ref().map(|journal| journal.path().to_owned());
        let address = stream.peer_addr().ok().filter(|_| comes_back);
        let chapter = run.header.chapter.as_ref().map_or(1, |chapter| chapter.number);
        let (channel, bell) = Socket::start(stream, Desk { reader, guise, address, text, chapter, journal });
        let mirror = Mirror::new(proved.session, commands, seat, names, 0, Box::new(channel));
        Ok(Self { mirror, path, bell })
    }
}
