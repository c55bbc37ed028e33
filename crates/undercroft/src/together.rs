//! Playing with others on the local network: hosting and joining games.

use crate::play::{How, fresh_seed, home, how, screen_with, told};
use crate::{Done, Stop, output, signals};
use clap::ArgMatches;
use keeper::{Files, Opened, Shelf as _, Volume};
use kernel::{Name, Options};
use lan::{Guest, Host};
use session::{Entry, Header};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

/// How long a host may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The address to host a game at, if any.
pub(crate) fn address(args: &ArgMatches) -> Option<&str> {
    args.try_get_one::<String>("host").ok().flatten().map(String::as_str)
}

/// In games with sides, people play those that nobody was named for.
pub(crate) fn seat_people(entry: &Entry, args: &ArgMatches, options: &mut Options) -> Done {
    for seat in entry.attached.seats {
        let named = [seat.name.to_owned(), seat.name.to_uppercase()]
            .iter()
            .any(|arg| args.try_get_one::<String>(arg).is_ok_and(|name| name.is_some()));
        if !named {
            options.set(entry.about.options, seat.name, (seat.players)()[0])?;
        }
    }
    Ok(())
}

/// The player's name: as given, else the system's user name, else `otherwise`.
fn name(args: &ArgMatches, otherwise: &str) -> String {
    let given = args.try_get_one::<String>("player").ok().flatten().cloned();
    let user = || ["USER", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    let fits = |name: &String| Name::new(name).is_ok();
    given.or_else(|| user().filter(fits)).unwrap_or_else(|| otherwise.to_owned())
}

fn key(args: &ArgMatches) -> Option<String> {
    args.get_one::<String>("key").cloned()
}

/// Plays as a guest of a room, on the screen or in line mode.
fn play_as_guest(guest: Guest, first: Option<String>, args: &ArgMatches) -> Done {
    let how = match how(args) {
        How::Json => lan::How::Json,
        How::Line | How::Speak => lan::How::Line,
        How::Screen => {
            let waker = terminal::Waker::default();
            let Guest { mirror, news, .. } = guest;
            let on_news = waker.clone();
            news.on_news(move || on_news.wake());
            let mut opened = Opened::unkept(Box::new(mirror));
            opened.notes.extend(first);
            return screen_with(app::Start::Game(opened), &waker);
        }
    };
    told(lan::play(guest, how, signals::Input::new, &mut output::Out))
}

/// `undercroft GAME --host`: hosts a game that others can join.
pub(crate) fn host(opened: Opened, address: &str, args: &ArgMatches) -> Done {
    let Opened { session, journal, .. } = opened;
    let (host, own) = Host::open(address, session, journal, key(args))
        .map_err(|error| Stop::bad(format!("{address}: cannot listen there: {error}.")))?;
    let guest =
        Guest::enter(own, &name(args, "host"), key(args).as_deref(), false, catalog::GAMES, &|_, _| {
            Ok(None)
        })?;
    let key = if key(args).is_some() { "--key WORD " } else { "" };
    let first = format!("Others join with: undercroft join {key}{}", host.address());
    if how(args) != How::Screen {
        note!("{first}");
    }
    let done = play_as_guest(guest, Some(first), args);
    host.close("The host has left the game. Your copy of it is saved.")
        .map_err(|error| Stop::bad(format!("The end of the game could not be saved: {error}.")))?;
    done
}

/// `undercroft join ADDR:PORT`.
pub(crate) fn join(args: &ArgMatches) -> Done {
    let address = args.get_one::<String>("ADDRESS").map_or("", String::as_str);
    let unreachable =
        |why: String| Stop::bad(format!("{}: no game is hosted there: {why}.", address.escape_debug()));
    let places = address.to_socket_addrs().map_err(|error| unreachable(error.to_string()))?;
    let mut stream = Err(unreachable("the address is empty".to_owned()));
    for place in places {
        stream = TcpStream::connect_timeout(&place, PATIENCE).map_err(|error| unreachable(error.to_string()));
        if stream.is_ok() {
            break;
        }
    }
    let fallback = format!("guest-{}", &fresh_seed()[..4]);
    let guest =
        Guest::enter(stream?, &name(args, &fallback), key(args).as_deref(), true, catalog::GAMES, &keep)?;
    let path = guest.path.as_ref().map(|path| path.display().to_string());
    let done = play_as_guest(guest, None, args);
    if let Some(path) = path {
        note!("The game is saved in {path}.");
    }
    done
}

/// Creates a file in the data folder for a copy of the run.
fn keep(header: &Header, text: &str) -> Result<Option<Box<dyn Volume>>, String> {
    let home = home().map_err(|stop| stop.message)?;
    let path = home.new_run(&header.game, None);
    let started = Files.start(&path, text, true);
    started.map(Some).map_err(|error| format!("{}: the run cannot be saved: {error}.", path.display()))
}
