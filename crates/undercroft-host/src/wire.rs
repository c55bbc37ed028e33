//! The websocket protocol: one JSON object per message. docs/hosting.md describes it.

use kernel::{Outcome, Vital, Vitals};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use session::ReplyKind;

/// The version of the protocol.
pub(crate) const VERSION: u64 = 1;
/// Maximum size of the first message: a level of 64 KiB with every character escaped, and the rest of the
/// request.
pub(crate) const HELLO_BYTES_MAX: usize = 400 * 1024;
/// Maximum size of later messages.
pub(crate) const MESSAGE_BYTES_MAX: usize = 8 * 1024;
/// Maximum size of a level.
pub(crate) const LEVEL_BYTES_MAX: usize = 64 * 1024;
/// Maximum size of a seed.
pub(crate) const SEED_BYTES_MAX: usize = 16 * 1024;

/// A client's first message.
#[derive(Deserialize)]
pub(crate) struct Hello {
    #[serde(default)]
    hello: Option<u64>,
    /// The name to play under.
    #[serde(default)]
    pub(crate) name: Option<String>,
    #[serde(default)]
    want: Option<Wanted>,
    #[serde(default)]
    have: Option<Had>,
    /// Whether to send scenes as changes.
    #[serde(default)]
    pub(crate) delta: bool,
    /// Whether the client is a bot.
    #[serde(default)]
    pub(crate) bot: bool,
    /// Whether to send the ink of each character with its scene.
    #[serde(default)]
    pub(crate) inks: bool,
    /// Columns and rows of a screen; without it, scenes are those of line mode.
    #[serde(default)]
    pub(crate) size: Option<(u16, u16)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wanted {
    New(Box<NewGame>),
    Join(String),
    Watch(String),
}

#[derive(Deserialize)]
struct Had {
    game: String,
    #[serde(default)]
    token: Option<String>,
}

/// A game to be begun.
#[derive(Deserialize, Default)]
pub(crate) struct NewGame {
    /// The game's id.
    pub(crate) game: String,
    /// Its seed; without one, a sealed seed is drawn.
    #[serde(default)]
    pub(crate) seed: Option<String>,
    /// Options by name.
    #[serde(default)]
    pub(crate) set: Map<String, Value>,
    /// The text of a level.
    #[serde(default)]
    pub(crate) level: Option<String>,
    /// Whether others can join.
    #[serde(default)]
    pub(crate) shared: bool,
    /// Who may watch; by default everybody, live.
    #[serde(default)]
    pub(crate) watching: Option<Watched>,
    /// The day whose challenge it is.
    #[serde(default)]
    pub(crate) daily: Option<String>,
}

/// Who may watch a game.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Watched {
    Live,
    Delayed,
    Private,
}

/// A client's request.
pub(crate) enum Want {
    New(Box<NewGame>),
    Join(String),
    Watch(String),
    /// Reclaim a seat by its token.
    Back {
        game: String,
        token: String,
    },
}

/// A client's later message.
pub(crate) enum Said {
    Do { id: u64, line: String },
    Bye,
}

impl Hello {
    /// Parses the first message.
    pub(crate) fn read(text: &str) -> Result<(Self, Want), String> {
        let mut hello: Self = serde_json::from_str(text).map_err(|error| {
            format!("The first message is not understood: {}.", kernel::printable(&error.to_string()))
        })?;
        if hello.hello.is_some_and(|version| version != VERSION) {
            return Err(format!("This host speaks version {VERSION}."));
        }
        let want = match (hello.want.take(), hello.have.take()) {
            (Some(Wanted::New(new)), None) => Want::New(new),
            (Some(Wanted::Join(game)), None) => Want::Join(game),
            (Some(Wanted::Watch(game)), None) => Want::Watch(game),
            (None, Some(Had { game, token: Some(token) })) => Want::Back { game, token },
            (None, Some(Had { game, token: None })) => Want::Watch(game),
            _ => return Err("Say what you want: new, join, watch or have.".to_owned()),
        };
        Ok((hello, want))
    }
}

impl Said {
    /// Parses a later message.
    pub(crate) fn read(text: &str) -> Result<Self, &'static str> {
        #[derive(Deserialize)]
        struct Raw {
            id: Option<u64>,
            #[serde(rename = "do")]
            line: Option<String>,
            bye: Option<Value>,
        }
        if text.len() > MESSAGE_BYTES_MAX {
            return Err("That message is too long.");
        }
        match serde_json::from_str(text) {
            Ok(Raw { id: Some(id), line: Some(line), .. }) => Ok(Self::Do { id, line }),
            Ok(Raw { bye: Some(_), .. }) => Ok(Self::Bye),
            _ => Err("A message is {\"id\":NUMBER,\"do\":\"COMMAND\"}."),
        }
    }
}

/// A message to a client.
#[derive(Default)]
pub(crate) struct Letter(Map<String, Value>);

impl Letter {
    /// The first message of a conversation.
    pub(crate) fn hello(game: &str) -> Self {
        Self::default().with("hello", VERSION).with("game", game)
    }

    /// Adds a field.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds the vitals of a seat, and the outcome if the game is over.
    pub(crate) fn with_state(self, vitals: Option<&Vitals>, outcome: Option<Outcome>) -> Self {
        let vitals = vitals.map(|vitals| {
            vitals
                .0
                .iter()
                .map(|(name, value)| ((*name).to_owned(), vital(value)))
                .collect::<Map<String, Value>>()
        });
        self.with("vitals", vitals.unwrap_or_default()).with("outcome", outcome_json(outcome))
    }

    /// Adds the reply to a command.
    pub(crate) fn with_reply(self, kind: ReplyKind, said: &[String]) -> Self {
        self.with("reply", kind.word()).with("said", said)
    }

    /// The message as text, free of terminal control characters.
    pub(crate) fn into_text(self) -> String {
        let text = Value::Object(self.0).to_string();
        match kernel::printable_json(&text) {
            std::borrow::Cow::Borrowed(_) => text,
            std::borrow::Cow::Owned(clean) => clean,
        }
    }
}

/// How the reasons end after which a client should connect again.
const AGAIN: &str = "come back in a moment.";

/// The last message of a conversation.
pub(crate) fn close(why: &str) -> String {
    let letter = Letter::default().with("close", why);
    if why.ends_with(AGAIN) { letter.with("again", true) } else { letter }.into_text()
}

/// The answer to a malformed message.
pub(crate) fn error(what: &str) -> String {
    Letter::default().with("error", what).into_text()
}

/// Changed rows, by number.
pub(crate) fn delta(rows: &[(usize, String)]) -> Value {
    rows.iter().map(|(row, text)| json!([row, text])).collect()
}

fn vital(value: &Vital) -> Value {
    match value {
        Vital::Number(number) => (*number).into(),
        Vital::Text(text) => text.to_string().into(),
    }
}

/// The outcome of a game, or null.
pub(crate) fn outcome_json(outcome: Option<Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| json!({ "result": outcome.verdict.word(), "score": outcome.score }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_hello_is_read() {
        let want = |text: &str| Hello::read(text).map(|(_, want)| want);
        assert!(matches!(
            want(r#"{"hello":1,"name":"ann","want":{"new":{"game":"boo","seed":"7"}}}"#),
            Ok(Want::New(_))
        ));
        assert!(matches!(want(r#"{"want":{"join":"x"}}"#), Ok(Want::Join(_))));
        assert!(matches!(want(r#"{"want":{"watch":"x"}}"#), Ok(Want::Watch(_))));
        assert!(matches!(want(r#"{"have":{"game":"x","n":412,"token":"t"}}"#), Ok(Want::Back { .. })));
        assert!(matches!(want(r#"{"have":{"game":"x","n":412}}"#), Ok(Want::Watch(_))));
        for bad in ["", "7", "{}", r#"{"hello":2,"want":{"join":"x"}}"#, r#"{"want":{"steal":"x"}}"#, "[[[[["]
        {
            assert!(want(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn who_should_come_back_is_told_so() {
        assert!(close("The host is being restarted; come back in a moment.").contains("\"again\":true"));
        assert!(!close("That game is over.").contains("again"));
    }

    #[test]
    fn no_letter_steers_a_terminal() {
        let text = error("\u{1b}[2J\u{202e}");
        assert!(text.bytes().all(|byte| byte >= b' ') && !text.contains('\u{202e}'), "{text}");
    }
}
