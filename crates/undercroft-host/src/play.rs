//! A websocket of `/api/v1/play`: one conversation about one game.
//!
//! The next command is read after the last one was answered, so a client that sends too fast is slowed down
//! by its own connection. A stalled reader is sent one message and then nothing until it was read; after a
//! while it is disconnected.

use crate::budget::Payer;
use crate::limits::{MESSAGES, Net, Taken, many};
use crate::people;
use crate::room::{Frame, Place, Told};
use crate::rooms::{Founder, Part};
use crate::serve::{Address, Host};
use crate::wire::{self, HELLO_BYTES_MAX, Hello, Letter, Said, Want};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use hall::{Follows, Picture};
use ledger::{Account, AccountId};
use serde_json::Value;
use session::ReplyKind;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{interval, timeout};

/// Size of a websocket's buffers. Frames are small, and there are many connections.
const BUFFER_BYTES: usize = 4 * 1024;
/// Time limit for the first message, and for reading a message.
const PATIENCE: Duration = Duration::from_secs(20);
/// Interval between pings.
const PING: Duration = Duration::from_secs(30);
/// How often it is looked whether somebody was blocked.
const LOOK: Duration = Duration::from_secs(5);
/// Pings that are answered before the first message.
const PINGS_BEFORE_HELLO: u32 = 16;
/// The largest screen that scenes are drawn for.
const COLS_MAX: u16 = 320;
const ROWS_MAX: u16 = 100;
/// Maximum number of malformed messages in a row.
const NONSENSE_MAX: u32 = 64;

/// Upgrades a request to a websocket.
pub(crate) async fn upgrade(
    State(host): State<Arc<Host>>,
    Extension(net): Extension<Net>,
    Extension(Address(address)): Extension<Address>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(socket) = host.limits.sockets.take(net) else {
        host.metrics.limited.add(1);
        return (StatusCode::TOO_MANY_REQUESTS, "Too many connections from your address.\n").into_response();
    };
    let account = people::signed_in(&host, &headers).await;
    if account.as_ref().is_some_and(|account| account.blocked) {
        return (StatusCode::FORBIDDEN, "Your account is blocked.\n").into_response();
    }
    let visitor = Visitor { address, net, account };
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(HELLO_BYTES_MAX)
        .max_frame_size(HELLO_BYTES_MAX)
        .on_upgrade(move |websocket| talk(host, visitor, websocket, socket))
}

/// The client.
struct Visitor {
    address: IpAddr,
    net: Net,
    account: Option<Account>,
}

impl Visitor {
    fn account_id(&self) -> Option<&AccountId> {
        self.account.as_ref().map(|account| &account.id)
    }

    /// Whose processor time it is that games are started and opened with.
    fn payer(&self) -> Payer {
        Payer::of(self.account_id(), self.net)
    }
}

async fn talk(host: Arc<Host>, visitor: Visitor, mut websocket: WebSocket, _socket: Taken) {
    let _open = host.metrics.sockets.enter();
    let ended = match timeout(PATIENCE, hello(&mut websocket)).await {
        Ok(Some(Ok((hello, want)))) => match enter(&host, &visitor, hello, want).await {
            Ok((talk, inbox)) => talk.run(&mut websocket, inbox).await,
            Err(why) => Some(why),
        },
        Ok(Some(Err(why))) => {
            host.metrics.misread.add(1);
            Some(why)
        }
        Ok(None) => None,
        Err(_) => Some("You did not say what you want.".to_owned()),
    };
    if let Some(why) = ended {
        let told = wire::close(&why);
        let farewell = async {
            let _ = websocket.send(Message::Text(told.into())).await;
            let frame = CloseFrame { code: close_code::NORMAL, reason: "".into() };
            let _ = websocket.send(Message::Close(Some(frame))).await;
        };
        let _ = timeout(PATIENCE, farewell).await;
    }
}

/// Reads the first message.
async fn hello(websocket: &mut WebSocket) -> Option<Result<(Hello, Want), String>> {
    for _ in 0..PINGS_BEFORE_HELLO {
        match websocket.recv().await?.ok()? {
            Message::Text(text) => return Some(Hello::read(&text)),
            Message::Binary(_) => return Some(Err("Messages are text.".to_owned())),
            Message::Close(_) => return None,
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
    Some(Err("Say what you want.".to_owned()))
}

/// Opens the requested game.
async fn enter(
    host: &Arc<Host>,
    visitor: &Visitor,
    hello: Hello,
    want: Want,
) -> Result<(Talk, UnboundedReceiver<Told>), String> {
    let (cols, rows) = hello.size.unwrap_or_default();
    let follows = Follows::Pictures { cols: cols.min(COLS_MAX), rows: rows.min(ROWS_MAX), inks: hello.inks };
    let payer = visitor.payer();
    // Whoever opens many games at once waits for some of them.
    let _place = host.limits.openings.take(visitor.net).ok_or("You open too many games at once.")?;
    let (id, part) = match want {
        Want::New(new) => {
            if !host.limits.game(visitor.net, visitor.account_id()) {
                host.metrics.limited.add(1);
                return Err("You have begun as many games as you may in an hour.".to_owned());
            }
            let name = people::name_for(host, visitor.account.as_ref(), hello.name.as_deref()).await?;
            let account = visitor.account_id().cloned();
            let founder = Founder { account, name: name.as_str().to_owned(), bot: hello.bot };
            let room = host.rooms.begin(new, founder, &payer).await?;
            (room.facts.id.as_str().to_owned(), Part::Founds(name))
        }
        Want::Join(id) => {
            let name = people::name_for(host, visitor.account.as_ref(), hello.name.as_deref()).await?;
            (id, Part::Joins(name))
        }
        Want::Watch(id) => (id, Part::Watches),
        Want::Back { game, token } => (game, Part::Returns(token)),
    };
    let (place, inbox) = host.rooms.enter(&id, &payer, visitor.account_id(), &part, follows).await?;
    let (average, burst) = MESSAGES;
    let quota = Quota::per_second(many(average)).allow_burst(many(burst));
    let level = match part {
        Part::Watches => &host.metrics.watchers,
        Part::Founds(_) | Part::Joins(_) | Part::Returns(_) => &host.metrics.players,
    };
    let talk = Talk {
        host: Arc::clone(host),
        address: visitor.address,
        account: visitor.account_id().cloned(),
        part,
        place,
        pace: RateLimiter::direct(quota),
        delta: hello.delta,
        greeted: false,
        screen: Vec::new(),
        inked: Vec::new(),
        asked: None,
        nonsense: 0,
        _present: level.enter(),
    };
    Ok((talk, inbox))
}

/// A conversation.
struct Talk {
    host: Arc<Host>,
    address: IpAddr,
    account: Option<AccountId>,
    part: Part,
    place: Place,
    pace: DefaultDirectRateLimiter,
    delta: bool,
    greeted: bool,
    screen: Vec<String>,
    inked: Vec<String>,
    /// When the command being answered arrived.
    asked: Option<Instant>,
    nonsense: u32,
    _present: crate::metrics::Inside,
}

/// How a conversation continues.
enum Next {
    Goes,
    /// The client is gone; true after a goodbye.
    Gone(bool),
    Ends(String),
}

impl Talk {
    /// Runs until one side ends the conversation; returns the reason if the client should be told.
    async fn run(mut self, websocket: &mut WebSocket, mut inbox: UnboundedReceiver<Told>) -> Option<String> {
        let mut pings = interval(PING);
        pings.reset();
        let mut looks = interval(LOOK);
        let mut heard = Instant::now();
        loop {
            let next = tokio::select! {
                told = inbox.recv() => match told {
                    Some(Told::Frame(frame)) => self.show(websocket, *frame).await,
                    Some(Told::Close(why)) => Next::Ends(why),
                    None => Next::Gone(false),
                },
                message = websocket.recv(), if self.asked.is_none() => {
                    heard = Instant::now();
                    self.hear(websocket, message).await
                }
                _ = looks.tick() => match self.host.blocked(self.address, self.account.as_ref()) {
                    Some(why) => Next::Ends(why.to_owned()),
                    None => Next::Goes,
                },
                _ = pings.tick() => {
                    if heard.elapsed() > 3 * PING && self.asked.is_none() {
                        return None;
                    }
                    send(websocket, Message::Ping(Vec::new().into())).await
                }
            };
            match next {
                Next::Goes => {}
                Next::Gone(false) => return None,
                Next::Gone(true) => {
                    self.place.leave();
                    return None;
                }
                Next::Ends(why) => return Some(why),
            }
        }
    }

    /// Sends news of the game.
    async fn show(&mut self, websocket: &mut WebSocket, frame: Frame) -> Next {
        let Frame { message, phase } = frame;
        let mut letter = if self.greeted {
            Letter::default()
        } else {
            match self.greeting(&message).await {
                Ok(letter) => letter,
                Err(why) => return Next::Ends(why),
            }
        };
        letter = letter.with("n", message.commands).with("phase", phase);
        letter = letter.with_state(message.vitals.as_ref(), message.outcome);
        if let Some(names) = &message.names {
            letter = letter.with("names", names.as_slice());
        }
        letter = match &message.answer {
            Some(answer) => letter.with("id", answer.id).with_reply(answer.kind, &answer.said),
            None if self.greeted => {
                letter.with("reply", "seen").with("by", message.by).with("said", message.heard)
            }
            None => letter.with("said", message.heard),
        };
        letter = self.scene(letter, message.picture);
        letter = self.inks(letter, message.inks);
        self.greeted = true;
        let next = send(websocket, Message::Text(letter.into_text().into())).await;
        if let Some(answer) = message.answer
            && let Some(asked) = self.asked.take()
        {
            self.host.metrics.answers.took(asked.elapsed());
            self.host.metrics.commands.add(u64::from(answer.kind == ReplyKind::Played));
        }
        self.place.ready();
        next
    }

    /// The first message. A new player gets the token for reclaiming the seat; it is stored before it is
    /// sent.
    async fn greeting(&self, message: &hall::Message) -> Result<Letter, String> {
        let room = &self.place.room;
        let facts = &room.facts;
        let mut letter =
            Letter::hello(facts.id.as_str()).with("plays", facts.game).with("seat", message.seat);
        let token = match (&self.part, message.seat) {
            (Part::Founds(name) | Part::Joins(name), Some(seat)) => {
                let kept = self.host.rooms.keep_seat(room, seat, name, self.account.as_ref());
                Some(kept.await?)
            }
            (Part::Returns(token), Some(_)) => Some(token.clone()),
            _ => None,
        };
        if let (Some(token), Some(seat)) = (token, message.seat) {
            letter = letter.with("token", token).with("answered", room.answered(seat));
        }
        if let Some(commitment) = &facts.commitment {
            letter = letter.with("commitment", commitment.as_str());
        }
        let letter = letter.with("class", facts.class.word()).with("shared", facts.shared);
        Ok(letter.with("watching", facts.privacy.word()))
    }

    /// Adds the scene, or its changes.
    fn scene(&mut self, letter: Letter, picture: Option<Picture>) -> Letter {
        if self.delta && self.greeted {
            return match picture {
                Some(Picture::Whole(rows)) => letter.with("scene", rows),
                Some(Picture::Rows(rows)) => letter.with("delta", wire::delta(&rows)),
                None => letter.with("delta", Value::Array(Vec::new())),
            };
        }
        if let Some(picture) = picture {
            picture.show_on(&mut self.screen);
        }
        letter.with("scene", self.screen.as_slice())
    }

    /// Adds the inks of the scene to clients that asked for them, or their changes.
    fn inks(&mut self, letter: Letter, inks: Option<Picture>) -> Letter {
        match inks {
            Some(Picture::Rows(rows)) if self.delta && self.greeted => {
                letter.with("inks_delta", wire::delta(&rows))
            }
            Some(Picture::Whole(rows)) if self.delta => letter.with("inks", rows),
            Some(inks) => {
                inks.show_on(&mut self.inked);
                letter.with("inks", self.inked.as_slice())
            }
            None if self.delta || self.inked.is_empty() => letter,
            None => letter.with("inks", self.inked.as_slice()),
        }
    }

    /// Handles a message.
    async fn hear(
        &mut self,
        websocket: &mut WebSocket,
        message: Option<Result<Message, axum::Error>>,
    ) -> Next {
        if self.pace.check().is_err() {
            self.host.metrics.limited.add(1);
            self.pace.until_ready().await;
        }
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Next::Goes,
            Some(Ok(Message::Binary(_))) => return self.misread(websocket, "Messages are text.").await,
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Next::Gone(false),
        };
        match Said::read(&text) {
            Ok(Said::Do { id, line }) => {
                self.nonsense = 0;
                self.asked = Some(Instant::now());
                self.place.line(id, line);
                Next::Goes
            }
            Ok(Said::Bye) => Next::Gone(true),
            Err(what) => self.misread(websocket, what).await,
        }
    }

    async fn misread(&mut self, websocket: &mut WebSocket, what: &str) -> Next {
        self.host.metrics.misread.add(1);
        self.nonsense += 1;
        if self.nonsense > NONSENSE_MAX {
            return Next::Ends("Too many messages that are not understood.".to_owned());
        }
        send(websocket, Message::Text(wire::error(what).into())).await
    }
}

/// Sends a message within the time limit.
async fn send(websocket: &mut WebSocket, message: Message) -> Next {
    match timeout(PATIENCE, websocket.send(message)).await {
        Ok(Ok(())) => Next::Goes,
        Ok(Err(_)) | Err(_) => Next::Gone(false),
    }
}
