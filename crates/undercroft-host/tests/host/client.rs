//! A websocket client, as a program would write one.

use crate::server::PATIENCE;
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use tungstenite::{Error, Message, WebSocket, client};

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) socket: WebSocket<TcpStream>,
    /// The host's first message.
    pub(crate) hello: Value,
    pub(crate) rows: Vec<String>,
    last: u64,
}

impl Client {
    /// Connects without sending anything.
    pub(crate) fn socket(address: SocketAddr, from: Option<&str>) -> Result<WebSocket<TcpStream>, String> {
        let headers: Vec<_> = from.into_iter().map(|from| ("X-Forwarded-For", from)).collect();
        Self::socket_with(address, &headers)
    }

    fn socket_with(address: SocketAddr, headers: &[(&str, &str)]) -> Result<WebSocket<TcpStream>, String> {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream.set_nodelay(true).expect("a setting");
        let mut request = client::ClientRequestBuilder::new(
            format!("ws://{address}/api/v1/play").parse().expect("an address"),
        );
        for (name, value) in headers {
            request = request.with_header(*name, *value);
        }
        client(request, stream).map(|(socket, _)| socket).map_err(|error| error.to_string())
    }

    /// Connects and sends the first message.
    pub(crate) fn enter(address: SocketAddr, hello: Value) -> Result<Self, String> {
        Self::enter_from(address, None, hello)
    }

    pub(crate) fn enter_from(address: SocketAddr, from: Option<&str>, hello: Value) -> Result<Self, String> {
        Self::over(Self::socket(address, from)?, hello)
    }

    /// Connects as the account of a cookie.
    pub(crate) fn enter_as(address: SocketAddr, cookie: &str, hello: Value) -> Result<Self, String> {
        Self::over(Self::socket_with(address, &[("Cookie", cookie)])?, hello)
    }

    fn over(mut socket: WebSocket<TcpStream>, hello: Value) -> Result<Self, String> {
        socket.send(Message::text(hello.to_string())).map_err(|error| error.to_string())?;
        let mut client = Self { socket, hello: Value::Null, rows: Vec::new(), last: 0 };
        let hello = client.next()?;
        if let Some(why) = hello["close"].as_str() {
            return Err(why.to_owned());
        }
        client.hello = hello;
        Ok(client)
    }

    /// Begins a game.
    pub(crate) fn new_game(address: SocketAddr, new: Value) -> Self {
        Self::enter(address, json!({ "hello": 1, "name": "ann", "want": { "new": new } })).expect("a game")
    }

    /// Reclaims a seat.
    pub(crate) fn back(address: SocketAddr, hello: &Value) -> Result<Self, String> {
        let have = json!({ "game": hello["game"], "n": hello["n"], "token": hello["token"] });
        Self::enter(address, json!({ "have": have }))
    }

    pub(crate) fn game(&self) -> &str {
        self.hello["game"].as_str().expect("an id")
    }

    /// The next message.
    pub(crate) fn next(&mut self) -> Result<Value, String> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                    self.show(&value);
                    return Ok(value);
                }
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed) => return Err("closed".to_owned()),
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    fn show(&mut self, value: &Value) {
        if let Some(rows) = value["scene"].as_array() {
            self.rows = rows.iter().map(|row| row.as_str().expect("a row").to_owned()).collect();
        }
        for change in value["delta"].as_array().into_iter().flatten() {
            let row = change[0].as_u64().expect("a number") as usize;
            self.rows[row] = change[1].as_str().expect("a row").to_owned();
        }
    }

    /// Sends a command without waiting for its answer; returns its number.
    pub(crate) fn send(&mut self, line: &str) -> Result<u64, String> {
        self.last += 1;
        self.send_as(self.last, line).map(|()| self.last)
    }

    pub(crate) fn send_as(&mut self, id: u64, line: &str) -> Result<(), String> {
        self.last = self.last.max(id);
        let message = Message::text(json!({ "id": id, "do": line }).to_string());
        self.socket.send(message).map_err(|error| error.to_string())
    }

    /// Plays a command and waits for its answer.
    pub(crate) fn play(&mut self, line: &str) -> Result<Value, String> {
        let id = self.send(line)?;
        self.answer(id)
    }

    /// The answer to a command.
    pub(crate) fn answer(&mut self, id: u64) -> Result<Value, String> {
        loop {
            let told = self.next()?;
            if told["id"] == json!(id) {
                return Ok(told);
            }
            if let Some(why) = told["close"].as_str() {
                return Err(why.to_owned());
            }
        }
    }
}
