//! A guest's side: receives the run from the host and replays it.

use crate::channel::{Identity, NewsListener, ReaderState, SILENCE, Socket};
use crate::patient::Patient;
use crate::wire::{HOST_LINE_MAX, Told, read_line};
use hall::Mirror;
use keeper::Volume;
use kernel::Seat;
use session::{Entry, Header, Run, Seating, prove_chapter};
use std::io::{self, BufReader, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;

/// Maximum size of a run that is read before the game is shown.
const RUN_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Creates the file for a copy of the run; `None` if it is not saved.
pub type Keep<'a> = &'a dyn Fn(&Header, &str) -> Result<Option<Box<dyn Volume>>, String>;

/// A player in a room.
pub struct Guest {
    /// The game, as a session.
    pub mirror: Mirror,
    /// The file with the copy of the run.
    pub path: Option<PathBuf>,
    /// For notifications about other players' commands.
    pub news: NewsListener,
}

impl Guest {
    /// Enters a room and reads its run so far. With `comes_back`, the guest reconnects after a loss; the
    /// host's own connection does not.
    ///
    /// # Errors
    /// A sentence: the host refuses, the connection ends, or the run cannot be played here.
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
        let mut identity = Identity { name: name.to_owned(), key: key.map(str::to_owned), token: None };
        (&stream).write_all(identity.hello().line().as_bytes()).map_err(broken)?;
        let (mut text, mut names) = (String::new(), Vec::new());
        let (run, commands, seat) = loop {
            let line = read_line(&mut reader, HOST_LINE_MAX).map_err(broken)?;
            let message = match line.map(|line| Told::read(&line)) {
                Some(Some(Told::Message(message))) => message,
                Some(Some(Told::Token(token))) => {
                    identity.token = Some(token);
                    continue;
                }
                Some(Some(Told::Ping)) => continue,
                Some(Some(Told::Close(why))) => return Err(kernel::printable(&why).into_owned()),
                Some(None) => return Err("That is not an Undercroft room.".to_owned()),
                None => return Err("The host has closed the connection.".to_owned()),
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
                break (
                    run,
                    message.commands,
                    Seat(message.seat.ok_or("The host did not give you a seat.")?),
                );
            }
        };
        // A chapter begins with the state that the host sends.
        let proved = prove_chapter(games, &run, &Seating::default()).map_err(|fault| fault.to_string())?;
        let journal = keep(&run.header, &text)?;
        let path = journal.as_ref().map(|journal| journal.path().to_owned());
        let address = stream.peer_addr().ok().filter(|_| comes_back);
        let chapter = run.header.chapter.as_ref().map_or(1, |chapter| chapter.number);
        let (channel, news) =
            Socket::start(stream, ReaderState { reader, identity, address, text, chapter, journal });
        let mirror = Mirror::new(proved.session, commands, seat, names, 0, Box::new(channel));
        Ok(Self { mirror, path, news })
    }
}
