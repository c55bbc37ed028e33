//! Speech: sentences instead of a board. Each command is followed by what changed; the surroundings are
//! described on request.

mod news;
mod request;
mod words;

pub use request::{Ask, REQUESTS, Request};

use crate::{Answers, Stopped, converse, is_one_of, save_point, tell_asides};
use keeper::Opened;
use news::News;
use request::{answer, asked};
use session::{Reply, ReplyKind, Session, practice_words};
use std::io::{Read, Write};

/// Plays until the input ends or the player leaves; the run is then closed and saved.
///
/// # Errors
/// When the run cannot be saved or the output cannot be written.
pub fn speak(opened: Opened, input: impl Read, output: &mut impl Write) -> Result<(), Stopped> {
    let mut voice = Voice::greeting(opened.session.as_ref());
    converse(opened, &mut voice, input, output)
}

/// A game in sentences: takes lines as a player types them and answers with what happened.
pub struct Voice {
    news: News,
    /// The last answer, for `repeat`.
    last: Vec<String>,
    out: Vec<u8>,
}

impl Answers for Voice {
    fn take(&mut self, line: &str, session: &mut dyn Session) -> bool {
        if let Some((ask, rest)) = asked(line, &session.verbs()) {
            let lines = match ask {
                Ask::Repeat => self.last.clone(),
                _ => answer(ask, rest, session, self.news.hearing()),
            };
            self.say(lines);
            return true;
        }
        let flows = session.vocabulary().flowing && practice_words(session.header(), line).is_none();
        if flows { self.words(line, session) } else { self.line(line, session) }
    }

    fn out(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

impl Voice {
    /// A voice that has introduced the game and described the situation.
    #[must_use]
    pub fn greeting(session: &dyn Session) -> Self {
        let mut voice = Self { news: News::of(session), last: Vec::new(), out: Vec::new() };
        voice.greet(session);
        voice
    }

    /// Handles a line; false when the player has left.
    pub fn hear(&mut self, line: &str, session: &mut dyn Session) -> bool {
        self.take(line, session)
    }

    /// The answers since the last call, one sentence per line.
    pub fn take_said(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.out)).into_owned()
    }

    /// Introduces the game: its title, its goal, how to ask, and the situation.
    fn greet(&mut self, session: &dyn Session) {
        let mut lines = vec![format!("{}.", session.title()), session.about().goal.to_owned()];
        lines.push("Type help for the commands of the game and the questions you can ask.".to_owned());
        match session.commands() {
            0 => {}
            1 => lines.push("1 command has been played.".to_owned()),
            played => lines.push(format!("{played} commands have been played.")),
        }
        lines.extend(session.said().iter().flat_map(|said| sentences(said)));
        lines.extend(session.choice(session.to_move()).map(|choice| choice.prompt));
        lines.extend(self.news.standing(session));
        self.say(lines);
    }

    /// Plays a line; false when the player has left.
    fn line(&mut self, line: &str, session: &mut dyn Session) -> bool {
        let reply = session.play_line(line);
        if matches!(reply.kind, ReplyKind::Misread | ReplyKind::Over) {
            if is_one_of(line, session.about().leave) {
                return self.farewell();
            }
            if let Some(said) = save_point(line, session) {
                self.say(vec![said]);
                return true;
            }
        }
        self.tell(&reply, session);
        !session.is_left() || self.farewell()
    }

    /// Plays every word of a line; false when the player has left.
    fn words(&mut self, line: &str, session: &mut dyn Session) -> bool {
        if let Some(said) = save_point(line, session) {
            self.say(vec![said]);
            return true;
        }
        let mut told = false;
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if let Some(reply) = session.play_word(word, words.peek().copied()) {
                self.tell(&reply, session);
                told = true;
            }
            if session.is_left() {
                return self.farewell();
            }
        }
        if !told {
            let what =
                if line.trim().is_empty() { "Nothing was typed." } else { "That command is incomplete." };
            self.say(vec![what.to_owned()]);
        }
        true
    }

    fn farewell(&mut self) -> bool {
        self.say(vec!["You leave the game; it is saved.".to_owned()]);
        false
    }

    /// Says the sentences of a command, then what it changed.
    fn tell(&mut self, reply: &Reply, session: &dyn Session) {
        tell_asides(session, reply.kind);
        let mut lines: Vec<String> = reply.said.iter().flat_map(|said| sentences(said)).collect();
        if reply.kind == ReplyKind::Played {
            self.news.after(session, &mut lines);
        }
        self.say(lines);
    }

    fn say(&mut self, lines: Vec<String>) {
        for line in &lines {
            self.out.extend_from_slice(line.as_bytes());
            self.out.push(b'\n');
        }
        self.last = lines;
    }
}

/// One item per line: lists that a game lays out with wide gaps are split.
fn sentences(said: &str) -> Vec<String> {
    said.split("  ").map(str::trim).filter(|part| !part.is_empty()).map(words::ended).collect()
}
