//! A websocket of `/api/v1/play`: one conversation about one game.
//!
//! The next command is read when the last one was answered, so that somebody who sends more is slowed down by their own
//! connection. A reader that stalls is sent one message and then nothing until it was read; after a while it is gone.

use crate::limits::{MESSAGES, Net, Socket, many};
use crate::room::{Frame, Guest, Place, Told, Wants};
use crate::serve::Host;
use crate::wire::{self, HELLO_BYTES_MAX, Hello, Letter, Said, Want};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use hall::Picture;
use serde_json::Value;
use session::ReplyKind;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{interval, timeout};

/// Bytes of a websocket's buffers. Frames are small, and there are many connections.
const BUFFER_BYTES: usize = 4 * 1024;
/// How long somebody may take to say what they want, and to read a message.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a connection is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// Messages in a row that are not understood.
const NONSENSE_MAX: u32 = 64;

/// Answers the request that becomes a websocket.
pub(crate) async fn upgrade(
    State(host): State<Arc<Host>>,
    Extension(net): Extension<Net>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // A page of another host may not play in somebody's name.
    if !is_same_origin(&headers) {
        return (StatusCode::FORBIDDEN, "This page belongs to another host.\n").into_response();
    }
    let Some(socket) = host.limits.socket(net) else {
        host.metrics.limited.add(1);
        return (StatusCode::TOO_MANY_REQUESTS, "Too many connections from your address.\n").into_response();
    };
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(HELLO_BYTES_MAX)
        .max_frame_size(HELLO_BYTES_MAX)
        .on_upgrade(move |websocket| talk(host, net, websocket, socket))
}

fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, origin)| origin);
    origin.is_some() && origin == host
}

async fn talk(host: Arc<Host>, net: Net, mut websocket: WebSocket, _socket: Socket) {
    let _open = host.metrics.sockets.enter();
    let ended = match timeout(PATIENCE, hello(&mut websocket)).await {
        Ok(Some(Ok((hello, want)))) => match enter(&host, net, &hello, want).await {
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
        let farewell = async {
            let _ = websocket.send(Message::Text(wire::close(&why).into())).await;
            let frame = CloseFrame { code: close_code::NORMAL, reason: "".into() };
            let _ = websocket.send(Message::Close(Some(frame))).await;
        };
        let _ = timeout(PATIENCE, farewell).await;
    }
}

/// The first message.
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

/// Opens what somebody wants.
async fn enter(
    host: &Arc<Host>,
    net: Net,
    hello: &Hello,
    want: Want,
) -> Result<(Talk, UnboundedReceiver<Told>), String> {
    let name = || hello.name.clone().unwrap_or_else(|| "guest".to_owned());
    let (id, wants) = match want {
        Want::New(new) => {
            if !host.limits.game(net) {
                host.metrics.limited.add(1);
                return Err("Your address has begun as many games as a guest may in an hour.".to_owned());
            }
            (host.rooms.begin(new, hello.bot).await?.facts.id.clone(), Wants::Play(name()))
        }
        Want::Join(id) => (id, Wants::Play(name())),
        Want::Watch(id) => (id, Wants::Watch),
        Want::Back { game, token } => {
            let seat =
                host.rooms.seat_of(&game, &token).ok_or("That token is not for a seat of this game.")?;
            (game, Wants::Return(seat))
        }
    };
    let guest = || Guest { want: wants.clone(), size: hello.size.unwrap_or_default() };
    let (place, inbox) = host.rooms.enter(&id, guest).await?;
    let (average, burst) = MESSAGES;
    let quota = Quota::per_second(many(average)).allow_burst(many(burst));
    let level = if matches!(wants, Wants::Watch) { &host.metrics.watchers } else { &host.metrics.players };
    let talk = Talk {
        host: Arc::clone(host),
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

/// One conversation.
struct Talk {
    host: Arc<Host>,
    place: Place,
    pace: DefaultDirectRateLimiter,
    delta: bool,
    greeted: bool,
    screen: Vec<String>,
    /// The command that is being answered, and since when.
    asked: Option<Instant>,
    nonsense: u32,
    _present: crate::metrics::Inside,
}

/// What becomes of a conversation.
enum Next {
    Goes,
    /// The other side has gone, with a goodbye or without.
    Gone(bool),
    Ends(String),
}

impl Talk {
    /// Talks until one side ends it; why, if the other side is to be told.
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
        let mut letter = if self.greeted { Letter::default() } else { self.greeting(frame.seat) };
        letter =
            letter.with("n", frame.n).with("phase", frame.phase).with_state(&frame.vitals, frame.outcome);
        if !self.greeted || frame.seat.is_some() {
            letter = letter.with("seat", frame.seat);
        }
        if let Some(names) = &frame.names {
            letter = letter.with("names", names.as_slice());
        }
        if let Some(answer) = &frame.answer {
            letter = letter.with("id", answer.id).with_reply(answer.kind, &answer.said);
            if answer.kind == ReplyKind::Played {
                self.host.metrics.commands.add(1);
            }
        } else if self.greeted {
            letter = letter.with("reply", "seen").with("said", frame.heard.as_slice());
        } else {
            letter = letter.with("said", frame.heard.as_slice());
        }
        letter = self.scene(letter, frame.picture);
        self.greeted = true;
        let answered = frame.answer.is_some();
        let next = send(websocket, Message::Text(letter.into_text().into())).await;
        if answered && let Some(asked) = self.asked.take() {
            self.host.metrics.answers.took(asked.elapsed());
        }
        self.place.ready();
        next
    }

    fn greeting(&self, seat: Option<u8>) -> Letter {
        let facts = &self.place.room.facts;
        let mut letter = Letter::hello(&facts.id).with("plays", facts.game);
        if let Some(seat) = seat {
            letter = letter.with("token", self.host.rooms.token(&facts.id, seat));
        }
        let commitment = facts.sealed.then(|| facts.commitment.clone()).flatten();
        match commitment {
            Some(commitment) => letter.with("commitment", commitment),
            None => letter,
        }
    }

    /// Adds the scene, or what has changed of it.
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

    /// Takes what was said.
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

/// Sends a message to somebody who reads it in time.
async fn send(websocket: &mut WebSocket, message: Message) -> Next {
    match timeout(PATIENCE, websocket.send(message)).await {
        Ok(Ok(())) => Next::Goes,
        Ok(Err(_)) | Err(_) => Next::Gone(false),
    }
}
