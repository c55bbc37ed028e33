//! A websocket of `/api/v1/play`: one conversation about one game.
//!
//! The next command is read after the last one was answered, so a client that sends too fast is slowed down
//! by its own connection. A stalled reader is sent one message and then nothing until it was read; after a
//! while it is disconnected.

use crate::limits::{MESSAGES, Net, Socket, many};
use crate::room::{Frame, Guest, Place, Room, Told};
use crate::rooms::{Founder, told};
use crate::serve::Host;
use crate::wire::{self, HELLO_BYTES_MAX, Hello, Letter, Said, Want};
use crate::{people, random};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use hall::{Follows, Picture};
use kernel::Name;
use ledger::{Account, AccountId, Games as _};
use serde_json::Value;
use session::ReplyKind;
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
/// Maximum number of malformed messages in a row.
const NONSENSE_MAX: u32 = 64;

/// Upgrades a request to a websocket.
pub(crate) async fn upgrade(
    State(host): State<Arc<Host>>,
    Extension(net): Extension<Net>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // Pages of other hosts must not play in somebody's name.
    if !is_same_origin(&headers) {
        return (StatusCode::FORBIDDEN, "This page belongs to another host.\n").into_response();
    }
    let Some(socket) = host.limits.socket(net) else {
        host.metrics.limited.add(1);
        return (StatusCode::TOO_MANY_REQUESTS, "Too many connections from your address.\n").into_response();
    };
    let account = people::signed_in(&host, &headers).await;
    if account.as_ref().is_some_and(|account| account.blocked) {
        return (StatusCode::FORBIDDEN, "Your account is blocked.\n").into_response();
    }
    let visitor = Visitor { net, account };
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
    net: Net,
    account: Option<Account>,
}

fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, origin)| origin);
    origin.is_some() && origin == host
}

async fn talk(host: Arc<Host>, visitor: Visitor, mut websocket: WebSocket, _socket: Socket) {
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
        let told = wire::close(&why, host.rooms.is_draining());
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
    loop {
        match websocket.recv().await?.ok()? {
            Message::Text(text) => return Some(Hello::read(&text)),
            Message::Binary(_) => return Some(Err("Messages are text.".to_owned())),
            Message::Close(_) => return None,
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
}

/// Opens the requested game.
async fn enter(
    host: &Arc<Host>,
    visitor: &Visitor,
    hello: Hello,
    want: Want,
) -> Result<(Talk, UnboundedReceiver<Told>), String> {
    let (cols, rows) = hello.size.unwrap_or_default();
    let follows = Follows::Pictures { cols, rows };
    let (id, part) = match want {
        Want::New(new) => {
            if !host.limits.game(visitor.net, visitor.account.as_ref().map(|account| &account.id)) {
                host.metrics.limited.add(1);
                return Err("You have begun as many games as you may in an hour.".to_owned());
            }
            let name = people::name_for(host, visitor.account.as_ref(), hello.name.as_deref()).await?;
            let account = visitor.account.as_ref().map(|account| account.id.clone());
            let founder = Founder { account, name: name.as_str().to_owned(), bot: hello.bot };
            let room = host.rooms.begin(new, founder).await?;
            (room.facts.id.as_str().to_owned(), Part::Plays(name))
        }
        Want::Join(id) => {
            let name = people::name_for(host, visitor.account.as_ref(), hello.name.as_deref()).await?;
            let room = host.rooms.find(&id).await?;
            if !room.facts.shared && room.look(|session| session.about().seats) == Some(1) {
                return Err("That game is for one player; watch it.".to_owned());
            }
            (id, Part::Plays(name))
        }
        Want::Watch(id) => (id, Part::Watches),
        Want::Back { game, token } => (game, Part::Returns(token)),
    };
    let guest = |room: &Room| {
        let want = match &part {
            Part::Plays(name) => hall::Want::Play(name.as_str().to_owned()),
            Part::Watches => hall::Want::Watch,
            Part::Returns(token) => {
                hall::Want::Return(room.seat_of(token).ok_or("That token is not for a seat of this game.")?)
            }
        };
        Ok(Guest { want, follows })
    };
    let (place, inbox) = host.rooms.enter(&id, guest).await?;
    let (average, burst) = MESSAGES;
    let quota = Quota::per_second(many(average)).allow_burst(many(burst));
    let level = match part {
        Part::Watches => &host.metrics.watchers,
        Part::Plays(_) | Part::Returns(_) => &host.metrics.players,
    };
    let talk = Talk {
        host: Arc::clone(host),
        account: visitor.account.as_ref().map(|account| account.id.clone()),
        part,
        place,
        pace: RateLimiter::direct(quota),
        delta: hello.delta,
        greeted: false,
        screen: Vec::new(),
        asked: None,
        nonsense: 0,
        _present: level.enter(),
    };
    Ok((talk, inbox))
}

/// The client's role.
enum Part {
    /// Plays under this name.
    Plays(Name),
    /// Reclaims a seat by its token.
    Returns(String),
    Watches,
}

/// A conversation.
struct Talk {
    host: Arc<Host>,
    account: Option<AccountId>,
    part: Part,
    place: Place,
    pace: DefaultDirectRateLimiter,
    delta: bool,
    greeted: bool,
    screen: Vec<String>,
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
            (Part::Plays(name), Some(seat)) => {
                let token = random::token();
                let kept = self.host.ledger.seat(&facts.id, seat, name, self.account.as_ref(), &token);
                kept.await.map_err(told)?;
                room.give_seat(seat, &token);
                Some(token)
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
        Ok(letter.with("class", facts.class.word()))
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

    /// Handles a message.
    async fn hear(
        &mut self,
        websocket: &mut WebSocket,
        message: Option<Result<Message, axum::Error>>,
    ) -> Next {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Next::Goes,
            Some(Ok(Message::Binary(_))) => return self.misread(websocket, "Messages are text.").await,
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Next::Gone(false),
        };
        if self.pace.check().is_err() {
            self.host.metrics.limited.add(1);
            self.pace.until_ready().await;
        }
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
