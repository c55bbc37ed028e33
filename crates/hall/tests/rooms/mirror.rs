//! The player's side of a room, over a channel within the process.

use crate::world::{ROOM, brief, start};
use hall::{Channel, Follows, Hall, Heard, Input, Message, Mirror, Opening, Output, ViewerId, Want};
use kernel::{Rng, Scene, Seat, Seed, Stroke};
use session::{Contact, PressReply, Reply, ReplyKind, Run, Seating, Session, prove};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Default)]
struct Place {
    hall: Hall,
    heard: BTreeMap<ViewerId, VecDeque<Heard>>,
}

impl Place {
    fn take(&mut self, input: Input) {
        for output in self.hall.take(0, input) {
            let (viewer, heard) = match output {
                Output::Keep(..) => continue,
                Output::Show(viewer, message) => (viewer, Heard::Message(Box::new(message))),
                Output::Close(viewer, why) => (viewer, Heard::Over(why)),
            };
            self.heard.entry(viewer).or_default().push_back(heard);
        }
    }

    fn hear(&mut self, viewer: ViewerId) -> Heard {
        let heard = self.heard.entry(viewer).or_default().pop_front().unwrap_or(Heard::Nothing);
        if let Heard::Message(_) = heard {
            self.take(Input::Ready(viewer));
        }
        heard
    }
}

struct Near(Arc<Mutex<Place>>, ViewerId);

impl Channel for Near {
    fn say(&mut self, id: u64, line: &str) {
        self.0.lock().unwrap().take(Input::Line { viewer: self.1, id, text: line.to_owned() });
    }

    fn hear(&mut self, _: Duration) -> Heard {
        self.0.lock().unwrap().hear(self.1)
    }

    fn leave(&mut self) {
        self.0.lock().unwrap().take(Input::Gone { viewer: self.1, goodbye: true });
    }
}

impl Drop for Near {
    fn drop(&mut self) {
        self.leave();
    }
}

fn open(session: Box<dyn Session>) -> Arc<Mutex<Place>> {
    let mut place = Place::default();
    // Short chapters, whose boundaries must not be noticeable.
    place.take(Input::Open(Box::new(Opening {
        chapter_commands: 7,
        ..Opening::new(ROOM, session, String::new())
    })));
    Arc::new(Mutex::new(place))
}

/// Enters and reads the run so far.
fn enter(place: &Arc<Mutex<Place>>, viewer: ViewerId, name: &str) -> Mirror {
    let want = Want::Play(name.to_owned());
    let mut open = place.lock().unwrap();
    open.take(Input::Hello { viewer, room: ROOM, want, key: None, follows: Follows::Run });
    let (mut text, mut names) = (String::new(), Vec::new());
    let (run, message): (Run, Message) = loop {
        let Heard::Message(message) = open.hear(viewer) else { panic!("nothing comes") };
        text += &message.run;
        names = message.names.clone().unwrap_or(names);
        let run = Run::parse(text.as_bytes()).run.filter(|run| run.steps.len() >= message.commands);
        if let Some(run) = run {
            break (run, *message);
        }
    };
    let session = prove(catalog::GAMES, &run, &Seating::default()).unwrap().session;
    let channel = Box::new(Near(Arc::clone(place), viewer));
    Mirror::new(session, message.commands, Seat(message.seat.unwrap()), names, 0, channel)
}

fn scene(session: &dyn Session, seat: Seat) -> Vec<String> {
    let mut scene = Scene::default();
    session.draw(seat, 80, 24, None, &mut scene);
    scene.rows()
}

/// A reply in both wordings: that of line mode and that of the application.
fn told(session: &dyn Session, reply: &Reply) -> (ReplyKind, Vec<String>, Vec<String>) {
    let texts = reply.said.iter().map(|said| said.text.clone()).collect();
    (reply.kind, texts, session.told(&reply.said).iter().map(|said| said.shown().to_owned()).collect())
}

#[test]
fn a_room_played_through_a_mirror_matches_the_game() {
    for game in ["cave", "boo", "chambers"] {
        let begin = || (catalog::find(game).unwrap().start)(&brief("mirror")).unwrap_or_else(|_| panic!()).0;
        let mut alone = begin();
        let place = open(begin());
        let mut mirror = enter(&place, 1, "ann");
        let mirrored: &mut dyn Session = &mut mirror;
        let mut dice = Rng::stream(&Seed::from_text(game), "keys", &[]);
        // Giving up at once would make the test short.
        let deeds: Vec<usize> = (alone.verbs().iter().enumerate())
            .filter(|(_, verb)| verb.kind == kernel::VerbKind::Deed)
            .map(|(index, _)| index)
            .collect();
        let mut played = 0;
        for _ in 0..600 {
            let stroke = match dice.below(4, "stroke") {
                0 => Stroke::Char(*dice.pick(&['1', '2', 'x'], "char")),
                1 => Stroke::Enter,
                _ => Stroke::Verb(*dice.pick(&deeds, "verb")),
            };
            let (one, other) = (alone.press(stroke), mirrored.press(stroke));
            match (&one, &other) {
                (PressReply::Done(one), PressReply::Done(other)) => {
                    assert_eq!(told(alone.as_ref(), one), told(mirrored, other), "{game}: {stroke:?}");
                }
                _ => assert_eq!(one, other, "{game}: {stroke:?}"),
            }
            played += usize::from(matches!(one, PressReply::Done(reply) if reply.kind == ReplyKind::Played));
            let line = *dice.pick(&["w", "n", "no", "s", "a ea", "nonsense", "i"], "line");
            let (one, other) = (alone.play_line(line), mirrored.play_line(line));
            assert_eq!(told(alone.as_ref(), &one), told(mirrored, &other), "{game}: {line}");
            played += usize::from(one.kind == ReplyKind::Played);
            assert_eq!(scene(alone.as_ref(), Seat(0)), scene(mirrored, Seat(0)), "{game}");
            assert_eq!(alone.digest(), mirrored.digest());
            assert_eq!(alone.commands(), mirrored.commands());
        }
        assert!(played > 20, "{game}: {played}");
    }
}

#[test]
fn commands_of_others_are_followed_and_counted_separately() {
    let place = open(start("others"));
    let (mut ann, mut bob) = (enter(&place, 1, "ann"), enter(&place, 2, "bob"));
    assert_eq!((ann.seat(), bob.seat()), (Seat(0), Seat(1)));
    let ann: &mut dyn Session = &mut ann;
    ann.settle();
    let told =
        |session: &dyn Session| session.said().iter().map(|said| said.text.clone()).collect::<Vec<_>>();
    assert_eq!(told(ann), ["bob joins."]);
    let news = |session: &dyn Session| session.status().room.unwrap().news;
    let seen = news(ann);
    {
        let bob: &mut dyn Session = &mut bob;
        bob.settle();
        assert_eq!(bob.play_line("i").kind, ReplyKind::Played);
        assert_eq!(bob.log(), [(1, "join bob".to_owned()), (1, "i".to_owned())], "the own commands");
    }
    ann.settle();
    assert_eq!(news(ann), seen, "nobody hears how bob looks into his pack");
    drop(bob);
    // What others did comes before the answer to the own line, and is not taken for it.
    assert_eq!(ann.play_line("wait").kind, ReplyKind::Played);
    ann.settle();
    assert_eq!(told(ann), ["bob leaves."]);
    let room = place.lock().unwrap().hall.session(ROOM).map(|session| (session.digest(), session.commands()));
    assert_eq!(Some((ann.digest(), ann.status().room.unwrap().commands)), room);
    place.lock().unwrap().take(Input::Shut { room: ROOM, why: "The host has left.".to_owned() });
    ann.settle();
    assert_eq!(ann.status().room.unwrap().contact, Contact::Over);
    assert_eq!(told(ann), ["The host has left."]);
    assert_eq!(ann.play_line("w").kind, ReplyKind::Over);
}

/// A channel that loses its connection after the first line, and reconnects.
struct Shaky {
    near: Near,
    /// The run so far; only the rest of what a new connection sends is new.
    text: String,
    /// Its progress: connected, lost, loss reported, back.
    stage: u8,
    remembers: bool,
    known: usize,
}

impl Channel for Shaky {
    fn say(&mut self, id: u64, line: &str) {
        self.near.say(id, line);
        self.stage = self.stage.max(1);
    }

    fn hear(&mut self, wait: Duration) -> Heard {
        match self.stage {
            1 => {
                self.stage = 2;
                return Heard::Lost;
            }
            2 => {
                (self.stage, self.known) = (3, 0);
                let (want, viewer) = (Want::Return(0), self.near.1 + 1);
                let hello = Input::Hello { viewer, room: ROOM, want, key: None, follows: Follows::Run };
                self.near.0.lock().unwrap().take(hello);
                self.near.1 = viewer;
                return Heard::Back { remembers: self.remembers };
            }
            _ => {}
        }
        let mut heard = self.near.hear(wait);
        if let Heard::Message(message) = &mut heard {
            let again = message.run.len().min(self.text.len() - self.known);
            self.known += message.run.len();
            message.run.drain(..again);
            self.text += &message.run;
        }
        heard
    }

    fn leave(&mut self) {
        self.near.leave();
    }
}

#[test]
fn a_line_is_sent_again_after_a_lost_connection_and_played_once() {
    for remembers in [true, false] {
        let place = open(start("shaky"));
        let want = Want::Play("ann".to_owned());
        let hello = Input::Hello { viewer: 1, room: ROOM, want, key: None, follows: Follows::Run };
        place.lock().unwrap().take(hello);
        let near = Near(Arc::clone(&place), 1);
        let channel = Box::new(Shaky { near, text: String::new(), stage: 0, remembers, known: 0 });
        let mut mirror = Mirror::new(start("shaky"), 0, Seat(0), vec!["ann".to_owned()], 0, channel);
        let ann: &mut dyn Session = &mut mirror;
        let commands = || place.lock().unwrap().hall.session(ROOM).unwrap().commands();
        assert_eq!(ann.play_line("i").kind, ReplyKind::Refused, "the connection is lost while it is played");
        assert_eq!(ann.status().room.unwrap().contact, Contact::Lost);
        assert_eq!(commands(), 1);
        assert_eq!(ann.play_line("i").kind, ReplyKind::Played, "the connection is back");
        assert_eq!(ann.status().room.unwrap().contact, Contact::Here);
        assert_eq!((commands(), ann.commands()), (2, 2), "nothing was played twice");
    }
}
