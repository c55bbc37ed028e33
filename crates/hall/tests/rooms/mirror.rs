//! The player's side of a room, over a link within one process: the shortest one there is.

use crate::world::{ROOM, brief, start};
use hall::{Follows, Hall, Heard, Input, Link, Message, Mirror, Opening, Output, ViewerId, Want};
use kernel::{Rng, Scene, Seat, Seed, Stroke};
use session::{Contact, PressReply, ReplyKind, Run, Seating, Session, prove};
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

impl Link for Near {
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

fn open(session: Box<dyn Session>) -> Arc<Mutex<Place>> {
    let mut place = Place::default();
    place.take(Input::Open(Box::new(Opening::new(ROOM, session, String::new()))));
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
    let link = Box::new(Near(Arc::clone(place), viewer));
    Mirror::new(session, message.commands, Seat(message.seat.unwrap()), names, 0, link)
}

fn scene(session: &dyn Session, seat: Seat) -> Scene {
    let mut scene = Scene::default();
    session.draw(seat, 80, 24, None, &mut scene);
    scene
}

#[test]
fn a_room_played_through_a_mirror_is_the_game_itself() {
    for game in ["cave", "boo", "chambers"] {
        let begin = || (catalog::find(game).unwrap().start)(&brief("mirror")).unwrap_or_else(|_| panic!()).0;
        let mut alone = begin();
        let place = open(begin());
        let mut mirror = enter(&place, 1, "ann");
        let mirrored: &mut dyn Session = &mut mirror;
        let mut dice = Rng::stream(&Seed::from_text(game), "keys", &[]);
        let verbs = alone.verbs();
        let mut played = 0;
        for _ in 0..600 {
            let stroke = match dice.below(4, "stroke") {
                0 => Stroke::Char(*dice.pick(&['1', '2', 'x'], "char")),
                1 => Stroke::Enter,
                _ => Stroke::Verb(dice.below(verbs.len() as u32, "verb") as usize),
            };
            let (one, other) = (alone.press(stroke), mirrored.press(stroke));
            assert_eq!(one, other, "{game}: {stroke:?}");
            played += usize::from(matches!(one, PressReply::Done(reply) if reply.kind == ReplyKind::Played));
            let line = *dice.pick(&["w", "n", "no", "a ea", "nonsense", "i"], "line");
            assert_eq!(alone.play_line(line), mirrored.play_line(line), "{game}: {line}");
            assert_eq!(scene(alone.as_ref(), Seat(0)), scene(mirrored, Seat(0)), "{game}");
            assert_eq!(alone.digest(), mirrored.digest());
            assert_eq!(alone.commands(), mirrored.commands());
        }
        assert!(played > 20, "{game}: {played}");
    }
}

#[test]
fn what_others_do_is_taken_in_and_counted_apart() {
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

/// A link that loses its connection after a line was sent.
struct Shaky(Near, Vec<Heard>);

impl Link for Shaky {
    fn say(&mut self, id: u64, line: &str) {
        self.0.say(id, line);
    }

    fn hear(&mut self, wait: Duration) -> Heard {
        if self.1.is_empty() { self.0.hear(wait) } else { self.1.remove(0) }
    }

    fn leave(&mut self) {
        self.0.leave();
    }
}

#[test]
fn a_line_is_sent_again_after_a_lost_connection_and_played_once() {
    for remembers in [true, false] {
        let place = open(start("shaky"));
        drop(enter(&place, 1, "ann"));
        let want = Want::Return(0);
        let hello = Input::Hello { viewer: 2, room: ROOM, want, key: None, follows: Follows::Run };
        place.lock().unwrap().take(hello);
        let session = start("shaky");
        let lost = vec![Heard::Nothing, Heard::Lost, Heard::Nothing, Heard::Back { remembers }];
        let link = Box::new(Shaky(Near(Arc::clone(&place), 2), lost));
        let mut mirror = Mirror::new(session, 0, Seat(0), vec!["ann".to_owned()], 0, link);
        let ann: &mut dyn Session = &mut mirror;
        assert_eq!(ann.play_line("i").kind, ReplyKind::Refused, "the connection is lost while it is played");
        assert_eq!(ann.status().room.unwrap().contact, Contact::Lost);
        assert_eq!(ann.play_line("i").kind, ReplyKind::Refused, "nothing is sent meanwhile");
        ann.settle();
        ann.settle();
        assert_eq!(ann.status().room.unwrap().contact, Contact::Here);
        assert_eq!(place.lock().unwrap().hall.session(ROOM).unwrap().commands(), 1, "played once");
        assert_eq!(ann.play_line("i").kind, ReplyKind::Played);
        assert_eq!(place.lock().unwrap().hall.session(ROOM).unwrap().commands(), 2);
        assert_eq!(ann.commands(), 2);
    }
}
