//! Rooms for visitors over SSH: their application plays a mirror of the room's game in this process.
//!
//! The mirror follows the whole run, since the application draws panels, maps and forecasts from it. Nothing but what the
//! seat sees is painted, and only painted cells leave the process; a sealed seed is hidden from the application too.

use crate::budget::{Payer, cpu_time};
use crate::clock;
use crate::metrics::Inside;
use crate::room::{Frame, Place, Told};
use crate::rooms::{Founder, Part};
use crate::serve::Host;
use crate::wire::NewGame;
use app::{RoomInfo, Wish};
use hall::{Channel, Follows, Heard, Mirror};
use kernel::{Name, Seat};
use ledger::{AccountId, Games as _};
use session::{Run, Seating, Session, prove_chapter};
use ssh::News;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

/// Rooms in the list of a lobby.
const LISTED_MAX: usize = 50;
/// Own games in it.
const OWN_MAX: u32 = 20;
/// How long a room may take to send its run.
const PATIENCE: Duration = Duration::from_secs(10);

/// A visitor with an account.
pub(crate) struct Seated {
    pub(crate) account: AccountId,
    pub(crate) name: Name,
    pub(crate) news: News,
}

/// The open games of an account, then the rooms that everybody may see.
pub(crate) async fn list(host: &Host, account: Option<&AccountId>) -> Vec<RoomInfo> {
    let own = match account {
        Some(account) => host.ledger.games_of(account, OWN_MAX).await.unwrap_or_default(),
        None => Vec::new(),
    };
    let open = host.rooms.list(LISTED_MAX);
    let players = |id: &str| {
        let listed = open.iter().find(|room| room.facts.id.as_str() == id);
        listed.map_or_else(Vec::new, |room| room.players.clone())
    };
    let mut rooms: Vec<RoomInfo> = own
        .into_iter()
        .filter(|row| row.closed.is_none())
        .map(|row| RoomInfo {
            players: players(row.id.as_str()),
            id: row.id.as_str().to_owned(),
            game: row.game,
            commands: usize::try_from(row.commands).unwrap_or(0),
            joinable: true,
            own: true,
        })
        .collect();
    for room in open {
        let id = room.facts.id.as_str();
        if !room.over && rooms.iter().all(|own| own.id != id) {
            rooms.push(RoomInfo {
                id: id.to_owned(),
                game: room.facts.game.to_owned(),
                joinable: room.facts.shared,
                players: room.players,
                commands: room.commands,
                own: false,
            });
        }
    }
    rooms
}

/// Lets a visitor into a room.
pub(crate) async fn enter(host: &Arc<Host>, seated: Seated, wish: Wish) -> Result<Box<dyn Session>, String> {
    let payer = Payer::Account(seated.account.clone());
    let (id, part) = match wish {
        Wish::Join(id) => (id, Part::Joins(seated.name)),
        Wish::Watch(id) => (id, Part::Watches),
        Wish::Share { game } => {
            found(host, &seated, &payer, NewGame { game, shared: true, ..NewGame::default() }).await?
        }
        Wish::Compete { game, daily } => {
            let day = daily.then(|| clock::date().to_string());
            found(host, &seated, &payer, NewGame { game, daily: day, ..NewGame::default() }).await?
        }
    };
    let account = Some(&seated.account);
    let entered = host.rooms.enter(&id, &payer, account, &part, Follows::Run).await?;
    sit(host, seated, &part, entered).await
}

/// Begins a game.
async fn found(
    host: &Arc<Host>,
    seated: &Seated,
    payer: &Payer,
    new: NewGame,
) -> Result<(String, Part), String> {
    if !host.limits.may_begin(&seated.account) {
        host.metrics.limited.add(1);
        return Err("You have begun as many games as you may in an hour.".to_owned());
    }
    let (account, name) = (Some(seated.account.clone()), seated.name.as_str().to_owned());
    let room = host.rooms.begin(Box::new(new), Founder { account, name, bot: false }, payer).await?;
    Ok((room.facts.id.as_str().to_owned(), Part::Founds(seated.name)))
}

/// Reads the run of the room so far, and follows it from there.
async fn sit(
    host: &Arc<Host>,
    seated: Seated,
    part: &Part,
    (place, mut inbox): (Place, UnboundedReceiver<Told>),
) -> Result<Box<dyn Session>, String> {
    let (mut text, mut names) = (String::new(), Vec::new());
    let (run, commands, seat) = loop {
        let message = match timeout(PATIENCE, inbox.recv()).await {
            Ok(Some(Told::Frame(frame))) => frame.message,
            Ok(Some(Told::Close(why))) => return Err(why),
            Ok(None) | Err(_) => return Err("The room does not answer.".to_owned()),
        };
        place.ready();
        text += &message.run;
        names = message.names.unwrap_or(names);
        let is_whole =
            |run: &Run| session::commands_before(&run.header) + run.steps.len() >= message.commands;
        if let Some(run) = Run::parse(text.as_bytes()).run.filter(is_whole) {
            break (run, message.commands, message.seat);
        }
    };
    if let (Part::Founds(name) | Part::Joins(name), Some(seat)) = (part, seat)
        && place.room.seat_of_account(&seated.account) != Some(seat)
    {
        host.rooms.keep_seat(&place.room, seat, name, Some(&seated.account)).await?;
    }
    // The visitor's worker has nothing else to do meanwhile.
    let began = cpu_time();
    let proved =
        prove_chapter(catalog::GAMES, &run, &Seating::default()).map_err(|fault| fault.to_string())?;
    host.budget.charge(Payer::Account(seated.account.clone()), cpu_time().saturating_sub(began));
    let answered = seat.map_or(0, |seat| place.room.answered(seat));
    let sealed = place.room.facts.seal.is_some();
    let level = if seat.is_some() { &host.metrics.players } else { &host.metrics.watchers };
    let channel = InProcess::new(Arc::clone(host), place, inbox, seated.news, level.enter());
    let seat = Seat(seat.unwrap_or(0));
    let mirror = Mirror::new(proved.session, commands, seat, names, answered, Box::new(channel));
    Ok(Box::new(if sealed { mirror.with_sealed_seed() } else { mirror }))
}

/// The way between a mirror and its room. Dropping it leaves the game.
struct InProcess {
    host: Arc<Host>,
    place: Option<Place>,
    heard: Receiver<Told>,
    /// When the command was sent that is not answered yet.
    asked: Option<Instant>,
    _present: Inside,
}

impl InProcess {
    /// What comes from the room wakes the application.
    fn new(
        host: Arc<Host>,
        place: Place,
        mut inbox: UnboundedReceiver<Told>,
        news: News,
        present: Inside,
    ) -> Self {
        let (tell, heard) = channel();
        tokio::spawn(async move {
            while let Some(told) = inbox.recv().await {
                if tell.send(told).is_err() {
                    return;
                }
                news.tell();
            }
        });
        Self { host, place: Some(place), heard, asked: None, _present: present }
    }

    fn take(&mut self, told: Told) -> Heard {
        match told {
            Told::Frame(frame) => {
                let Frame { message, .. } = *frame;
                if let Some(place) = &self.place {
                    place.ready();
                }
                if let Some(answer) = &message.answer
                    && let Some(asked) = self.asked.take()
                {
                    self.host.metrics.answers.took(asked.elapsed());
                    self.host.metrics.commands.add(u64::from(answer.kind == session::ReplyKind::Played));
                }
                Heard::Message(Box::new(message))
            }
            Told::Close(why) => Heard::Over(why),
        }
    }
}

impl Channel for InProcess {
    fn say(&mut self, id: u64, line: &str) {
        self.asked = Some(Instant::now());
        if let Some(place) = &self.place {
            place.line(id, line.to_owned());
        }
    }

    fn hear(&mut self, wait: Duration) -> Heard {
        let over = || Heard::Over("The room is closed.".to_owned());
        let told = if wait.is_zero() {
            self.heard.try_recv().map_err(|error| error == TryRecvError::Disconnected)
        } else {
            self.heard.recv_timeout(wait).map_err(|error| error == RecvTimeoutError::Disconnected)
        };
        match told {
            Ok(told) => self.take(told),
            Err(true) => over(),
            Err(false) => Heard::Nothing,
        }
    }

    fn leave(&mut self) {
        if let Some(place) = self.place.take() {
            place.leave();
        }
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        self.leave();
    }
}
