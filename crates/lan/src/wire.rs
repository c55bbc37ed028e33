//! The messages between host and guest, one line of JSON each.
//!
//! A guest sends `{"hello":1,"name":…,"key":…}`, then `{"id":N,"do":LINE}` for every line, `{"pong":1}` for
//! every `{"ping":1}`, and `{"bye":1}`. The host sends `{"token":WORD}`, with which the same guest reclaims
//! the same seat, then
//! `{"seat":…,"n":…,"names":[…],"run":TEXT,"chapter":N,"answer":{"id":N,"reply":…,"n":…,"said":[…]}}` without
//! the parts that have no news, and at the end `{"close":WHY}`.

use hall::{Answer, Message};
use serde_json::{Value, json};
use session::ReplyKind;
use std::io::{self, BufRead};

/// The version of this protocol.
const VERSION: u64 = 1;
/// Maximum length of a guest's line.
pub(crate) const GUEST_LINE_MAX: usize = 8 * 1024;
/// Maximum length of a host's line: a part of a run, escaped.
pub(crate) const HOST_LINE_MAX: usize = 4 * 1024 * 1024;

/// A guest's message.
pub(crate) enum Said {
    Hello { name: String, key: Option<String>, token: Option<String> },
    Do(u64, String),
    Pong,
    Bye,
}

/// A host's message.
pub(crate) enum Told {
    Message(Box<Message>),
    Token(String),
    Ping,
    Close(String),
}

/// Reads one line, without its end; `None` at the end of the input, an error for a line that is too long.
pub(crate) fn read_line(reader: &mut impl BufRead, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let available = reader.fill_buf()?;
        if available.is_empty() {
            return Ok(None);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if line.len() + part.len() > most {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is too long"));
        }
        line.extend_from_slice(part);
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

impl Said {
    pub(crate) fn line(&self) -> String {
        let value = match self {
            Self::Hello { name, key, token } => {
                json!({ "hello": VERSION, "name": name, "key": key, "token": token })
            }
            Self::Do(id, line) => json!({ "id": id, "do": line }),
            Self::Pong => json!({ "pong": 1 }),
            Self::Bye => json!({ "bye": 1 }),
        };
        format!("{value}\n")
    }

    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(line).ok()?;
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        if value.get("hello").and_then(Value::as_u64) == Some(VERSION) {
            return Some(Self::Hello { name: text("name")?, key: text("key"), token: text("token") });
        }
        if value.get("pong").is_some() {
            return Some(Self::Pong);
        }
        if value.get("bye").is_some() {
            return Some(Self::Bye);
        }
        let id = value.get("id").and_then(Value::as_u64).unwrap_or(0);
        text("do").map(|line| Self::Do(id, line))
    }
}

const KINDS: [ReplyKind; 5] =
    [ReplyKind::Start, ReplyKind::Played, ReplyKind::Refused, ReplyKind::Misread, ReplyKind::Over];

impl Told {
    pub(crate) fn line(&self) -> String {
        let value = match self {
            Self::Close(why) => json!({ "close": why }),
            Self::Token(token) => json!({ "token": token }),
            Self::Ping => json!({ "ping": 1 }),
            Self::Message(message) => json!({
                "seat": message.seat,
                "n": message.commands,
                "names": message.names,
                "run": message.run,
                "chapter": message.chapter,
                "answer": message.answer.as_ref().map(|answer| json!({
                    "id": answer.id,
                    "reply": answer.kind.word(),
                    "n": answer.commands,
                    "said": answer.said,
                })),
            }),
        };
        format!("{value}\n")
    }

    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(line).ok()?;
        let texts = |list: &Value| -> Option<Vec<String>> {
            list.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
        if let Some(why) = value.get("close") {
            return Some(Self::Close(why.as_str()?.to_owned()));
        }
        if let Some(token) = value.get("token") {
            return Some(Self::Token(token.as_str()?.to_owned()));
        }
        if value.get("ping").is_some() {
            return Some(Self::Ping);
        }
        let answer = value.get("answer").filter(|answer| !answer.is_null()).and_then(|answer| {
            let kind = KINDS.into_iter().find(|kind| answer["reply"].as_str() == Some(kind.word()))?;
            let (id, commands) = (answer["id"].as_u64()?, number(&answer["n"])?);
            Some(Answer { id, kind, commands, said: texts(&answer["said"])? })
        });
        Some(Self::Message(Box::new(Message {
            seat: value["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok()),
            commands: number(&value["n"])?,
            names: texts(&value["names"]),
            run: value["run"].as_str()?.to_owned(),
            chapter: value["chapter"].as_u64().and_then(|number| u32::try_from(number).ok()),
            answer,
            ..Message::default()
        })))
    }
}
