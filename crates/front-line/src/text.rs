//! Line mode: frames as text, one command per line, or several per line in games with a flowing vocabulary.

use crate::lesson::Voice;
use crate::{Answers, HELP, Stopped, commands_sentence, converse, is_one_of, save_point, tell_asides};
use keeper::Opened;
use kernel::{Scene, Tutorial};
use session::{Reply, ReplyKind, Session, practice_words};
use std::io::{Read, Write};

/// Plays until the input ends or the player leaves; the run is then closed and saved.
///
/// # Errors
/// When the run cannot be saved or the output cannot be written.
pub fn text(opened: Opened, input: impl Read, output: &mut impl Write) -> Result<(), Stopped> {
    play(opened, None, input, output)
}

/// The same with a tutor, who says what to type after each frame.
///
/// # Errors
/// As [`text`].
pub fn lesson(
    opened: Opened,
    lesson: &'static Tutorial,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(), Stopped> {
    play(opened, Some(Voice::new(lesson)), input, output)
}

fn play(
    opened: Opened,
    voice: Option<Voice>,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(), Stopped> {
    let speaks = opened.session.about().scene_speaks;
    let mut page = Printer { scene: Scene::default(), out: Vec::new(), speaks, voice };
    page.say(opened.session.said());
    page.frame(opened.session.as_ref(), None);
    page.teach(opened.session.as_ref(), false);
    converse(opened, &mut page, input, output)
}

struct Printer {
    scene: Scene,
    out: Vec<u8>,
    /// Whether the scene shows the sentences itself.
    speaks: bool,
    /// The tutor, in a lesson.
    voice: Option<Voice>,
}

impl Answers for Printer {
    fn take(&mut self, line: &str, session: &mut dyn Session) -> bool {
        let flows = session.vocabulary().flowing && practice_words(session.header(), line).is_none();
        if flows { self.words(line, session) } else { self.line(line, session) }
    }

    fn out(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

impl Printer {
    /// Plays a line; false when the player has left.
    fn line(&mut self, line: &str, session: &mut dyn Session) -> bool {
        let reply = session.play_line(line);
        if reply.kind == ReplyKind::Misread || reply.kind == ReplyKind::Over {
            if is_one_of(line, session.about().leave) {
                return false;
            }
            if is_one_of(line, &HELP) {
                self.show(session, &Reply::one(ReplyKind::Misread, commands_sentence(session)));
                return true;
            }
            if let Some(said) = save_point(line, session) {
                self.show(session, &Reply::one(ReplyKind::Misread, said));
                return true;
            }
        }
        self.show(session, &reply);
        !session.is_left()
    }

    /// Plays every word of a line; false when the player has left.
    fn words(&mut self, line: &str, session: &mut dyn Session) -> bool {
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if let Some(reply) = session.play_word(word, words.peek().copied()) {
                self.show(session, &reply);
            }
            if session.is_left() {
                return false;
            }
        }
        true
    }

    fn show(&mut self, session: &dyn Session, reply: &Reply) {
        tell_asides(session, reply.kind);
        if self.speaks {
            let note = (reply.kind != ReplyKind::Played).then(|| reply.said.join(" "));
            self.frame(session, note.as_deref());
        } else {
            self.say(&reply.said);
            if reply.kind == ReplyKind::Played {
                self.frame(session, None);
            }
        }
        self.teach(session, reply.kind == ReplyKind::Played);
    }

    fn teach(&mut self, session: &dyn Session, played: bool) {
        if let Some(told) = self.voice.as_mut().and_then(|voice| voice.tell(session, played)) {
            self.out.extend_from_slice(told.as_bytes());
            self.out.push(b'\n');
        }
    }

    fn say(&mut self, sentences: &[session::Sentence]) {
        if !self.speaks {
            for sentence in sentences {
                self.out.extend_from_slice(sentence.as_bytes());
                self.out.push(b'\n');
            }
        }
    }

    fn frame(&mut self, session: &dyn Session, note: Option<&str>) {
        session.draw(session.to_move(), 0, 0, note, &mut self.scene);
        self.scene.write_text(&mut self.out);
        // Frames that show sentences have a fixed number of rows; others are separated by an empty line.
        if !self.speaks {
            self.out.push(b'\n');
        }
    }
}
