//! A simulated room with people who come, go, read slowly, send lines twice and lose their connection, and a
//! disk that survives crashes.
#![allow(unreachable_pub, missing_docs)]

use hall::{Answer, Follows, GRACE_SECONDS, Hall, Input, Opening, Output, Receipt, ViewerId, Want, Watching};
use kernel::{Ink, Pos, Rng, Scene, Seat};
use session::{Brief, ReplyKind, Run, Seating, Session, prove_chapter};
use std::collections::{BTreeMap, BTreeSet};

pub const ROOM: u32 = 1;
/// Number of commands in a chapter.
const CHAPTER: usize = 10;
const WORDS: [&str; 12] = ["w", "a", "s", "d", "w", "a", "s", "d", "wait", "i", "e 2", "nonsense"];

/// A simulated client.
pub struct Guest {
    pub name: Option<&'static str>,
    pub follows: Follows,
    pub run: String,
    pub screen: Vec<String>,
    pub inks: Vec<String>,
    pub seat: Option<u8>,
    /// Whether a message is unread.
    pub unread: bool,
    /// The line that is not answered yet.
    pub asked: Option<(u64, String)>,
    /// The last answered line, and its answer.
    pub answered: Option<(String, Answer)>,
    /// The room's number of commands in their last message.
    pub commands: usize,
}

pub struct World {
    pub hall: Hall,
    pub now: u64,
    /// The closed chapters, the current one, and the stored receipts.
    pub closed: Vec<String>,
    pub disk: String,
    pub receipts: Vec<Receipt>,
    pub guests: BTreeMap<ViewerId, Guest>,
    next: ViewerId,
    /// The number of the last line.
    number: u64,
    /// The highest number of commands reported to anybody.
    pub acknowledged: usize,
    /// How often somebody reclaimed a seat, and repeated a line.
    pub returned: u32,
    pub repeated: u32,
    pub watching: Watching,
    /// Number of commands when the delay for watchers began.
    began: usize,
}

/// The inks of a scene, a letter for each character.
fn inks_of(scene: &Scene) -> Vec<String> {
    let mut all = Vec::new();
    for id in scene.ids() {
        let area = scene.area(id);
        for y in 0..i32::from(area.rows) {
            let mut row = String::new();
            for x in 0..i32::from(area.cols) {
                let ink = scene.cell(id, Pos::new(x, y)).unwrap().ink;
                let place = Ink::ALL.iter().position(|other| *other == ink).unwrap();
                row.push("abcdefghijklmnopqrs".as_bytes()[place].into());
                row.extend((1..area.cell_cols).map(|_| 'a'));
            }
            all.push(row.trim_end_matches('a').to_owned());
        }
    }
    all
}

pub fn brief(seed: &str) -> Brief {
    Brief { seed: seed.to_owned(), ..Brief::default() }
}

pub fn start(seed: &str) -> Box<dyn Session> {
    (catalog::find("cave").unwrap().start)(&brief(seed)).unwrap_or_else(|_| panic!("a cave")).0
}

pub fn open(session: Box<dyn Session>, run: String) -> Input {
    Input::Open(Box::new(Opening::new(ROOM, session, run)))
}

impl World {
    pub fn new(seed: &str) -> Self {
        let mut world = Self {
            hall: Hall::default(),
            now: 1000,
            closed: Vec::new(),
            disk: String::new(),
            receipts: Vec::new(),
            guests: BTreeMap::new(),
            next: 0,
            number: 0,
            acknowledged: 0,
            returned: 0,
            repeated: 0,
            watching: Watching::Live,
            began: 0,
        };
        world.take(Input::Open(Box::new(Opening {
            chapter_commands: CHAPTER,
            ..Opening::new(ROOM, start(seed), String::new())
        })));
        world
    }

    pub fn take(&mut self, input: Input) {
        let mut answered = 0;
        for output in self.hall.take(self.now, input) {
            match output {
                Output::Keep(_, kept) => {
                    self.disk += &kept.run;
                    if let Some(chapter) = kept.chapter {
                        self.closed.push(std::mem::replace(&mut self.disk, chapter));
                    }
                    self.receipts.extend(kept.receipts);
                }
                Output::Close(viewer, _) => {
                    self.guests.remove(&viewer);
                }
                Output::Show(viewer, message) => {
                    let guest = self.guests.get_mut(&viewer).expect("only guests are shown something");
                    assert!(!guest.unread, "one message at a time");
                    guest.unread = true;
                    guest.seat = message.seat;
                    if message.chapter.is_some() {
                        guest.run.clear();
                    }
                    guest.run += &message.run;
                    if let Some(picture) = message.picture {
                        picture.show_on(&mut guest.screen);
                    }
                    if let Some(inks) = message.inks {
                        inks.show_on(&mut guest.inks);
                    }
                    guest.commands = message.commands;
                    if let Some(answer) = message.answer {
                        let (number, line) = guest.asked.take().expect("a line was sent");
                        assert_eq!(answer.id, number);
                        if let Some((_, before)) = guest.answered.as_ref().filter(|(_, old)| old.id == number)
                        {
                            assert_eq!(&answer, before, "the same number has the same answer");
                        }
                        guest.answered = Some((line, answer.clone()));
                        if answer.kind == ReplyKind::Played {
                            answered = answered.max(answer.commands);
                        }
                    }
                    if guest.follows == Follows::Run {
                        let kept = |text: &String| text.starts_with(&guest.run);
                        assert!(self.closed.iter().any(kept) || kept(&self.disk), "what is shown is kept");
                    }
                }
            }
        }
        self.acknowledged = self.acknowledged.max(answered);
    }

    pub fn enter(&mut self, name: Option<&'static str>, follows: Follows) -> ViewerId {
        self.come(name.map_or(Want::Watch, |name| Want::Play(name.to_owned())), name, follows)
    }

    fn come(&mut self, want: Want, name: Option<&'static str>, follows: Follows) -> ViewerId {
        self.next += 1;
        let viewer = self.next;
        let guest = Guest {
            name,
            follows,
            run: String::new(),
            screen: Vec::new(),
            inks: Vec::new(),
            seat: None,
            unread: false,
            asked: None,
            answered: None,
            commands: 0,
        };
        self.guests.insert(viewer, guest);
        self.take(Input::Hello { viewer, room: ROOM, want, key: None, follows });
        viewer
    }

    /// Reclaims the seat with a new connection; the old one may still be there. An unanswered line is
    /// repeated.
    pub fn come_back(&mut self, old: ViewerId, guest: &Guest) {
        let Some(seat) = guest.seat else {
            self.enter(guest.name, guest.follows);
            return;
        };
        let viewer = self.come(Want::Return(seat), guest.name, guest.follows);
        assert!(!self.guests.contains_key(&old), "the old connection is cut off");
        self.returned += 1;
        let Some(now) = self.guests.get_mut(&viewer) else { return };
        now.answered.clone_from(&guest.answered);
        if let Some((number, line)) = &guest.asked {
            self.repeat(viewer, *number, line);
        }
    }

    /// Sends a line.
    pub fn say(&mut self, viewer: ViewerId, text: &str) {
        self.number += 1;
        self.send(viewer, self.number, text);
    }

    /// Repeats a line.
    fn repeat(&mut self, viewer: ViewerId, number: u64, text: &str) {
        self.repeated += 1;
        self.send(viewer, number, text);
    }

    fn send(&mut self, viewer: ViewerId, id: u64, text: &str) {
        self.guests.get_mut(&viewer).unwrap().asked = Some((id, text.to_owned()));
        self.take(Input::Line { viewer, id, text: text.to_owned() });
    }

    /// The program crashes, keeping only what was stored. It starts again, and everybody comes back.
    pub fn crash(&mut self) {
        let run = Run::parse(self.disk.as_bytes()).run.expect("what is kept can be read");
        assert!(
            session::commands_before(&run.header) + run.steps.len() >= self.acknowledged,
            "nothing that was answered is lost"
        );
        let proved = prove_chapter(catalog::GAMES, &run, &Seating::default()).expect("what is kept verifies");
        self.hall = Hall::default();
        let guests = std::mem::take(&mut self.guests);
        let (receipts, watching) = (self.receipts.clone(), self.watching);
        let opening = Opening::new(ROOM, proved.session, self.disk.clone());
        self.take(Input::Open(Box::new(Opening {
            receipts,
            watching,
            chapter_commands: CHAPTER,
            ..opening
        })));
        self.began = self.commands();
        for (old, mut guest) in guests {
            // Only played lines are remembered across a crash; others are answered by the state then.
            guest.answered = guest.answered.filter(|(_, answer)| answer.kind == ReplyKind::Played);
            self.come_back(old, &guest);
        }
    }

    pub fn act(&mut self, dice: &mut Rng) {
        let viewers: Vec<ViewerId> = self.guests.keys().copied().collect();
        let whom = |dice: &mut Rng| {
            viewers[dice.below(viewers.len().max(1) as u32, "viewer") as usize % viewers.len()]
        };
        match dice.below(100, "what") {
            0..=3 => {
                let names = ["ann", "bob", "cid", "dee", "eve"];
                let name = *dice.pick(&names, "name");
                let follows = match dice.below(3, "follows") {
                    0 => Follows::Run,
                    1 => Follows::Pictures { cols: 0, rows: 0, inks: false },
                    _ => Follows::Pictures { cols: 80, rows: 24, inks: true },
                };
                self.enter(Some(name).filter(|_| !dice.chance(1, 6, "watch")), follows);
            }
            4..=5 if viewers.len() > 1 => {
                let (viewer, goodbye) = (whom(dice), dice.chance(1, 2, "goodbye"));
                let guest = self.guests.remove(&viewer).unwrap();
                self.take(Input::Gone { viewer, goodbye });
                if dice.chance(1, 3, "back") {
                    self.come_back(viewer, &guest);
                }
            }
            // The client reconnects before the room has noticed that the old connection is dead.
            88 if !viewers.is_empty() => {
                let viewer = whom(dice);
                if self.guests[&viewer].seat.is_some() {
                    let guest = self.guests.remove(&viewer).unwrap();
                    self.come_back(viewer, &guest);
                }
            }
            89 if !viewers.is_empty() => {
                let viewer = whom(dice);
                let guest = &self.guests[&viewer];
                if let (Some(_), None, Some((line, answer))) =
                    (guest.seat, &guest.asked, guest.answered.clone())
                {
                    self.repeat(viewer, answer.id, &line);
                }
            }
            90 => {
                self.watching = match dice.below(3, "watching") {
                    0 => Watching::Live,
                    1 => Watching::Delayed(dice.below(20, "delay") as u16),
                    _ => Watching::Private,
                };
                self.began = self.commands();
                self.take(Input::Watching(ROOM, self.watching));
            }
            6 => {
                self.now += u64::from(dice.below(2 * GRACE_SECONDS as u32, "pause"));
                self.take(Input::Tick);
            }
            7 if dice.chance(1, 6, "crash") => self.crash(),
            8..=50 if !viewers.is_empty() => {
                let viewer = whom(dice);
                if std::mem::take(&mut self.guests.get_mut(&viewer).unwrap().unread) {
                    self.take(Input::Ready(viewer));
                }
            }
            _ if !viewers.is_empty() => {
                let viewer = whom(dice);
                if self.guests[&viewer].asked.is_none() {
                    let line = *dice.pick(&WORDS, "line");
                    self.say(viewer, line);
                }
            }
            _ => {}
        }
    }

    /// Everybody reads all messages.
    pub fn read_all(&mut self) {
        for _ in 0..100 {
            let unread: Vec<ViewerId> =
                self.guests.iter().filter(|(_, guest)| guest.unread).map(|(viewer, _)| *viewer).collect();
            for viewer in unread {
                if let Some(guest) = self.guests.get_mut(&viewer) {
                    guest.unread = false;
                    self.take(Input::Ready(viewer));
                }
            }
        }
        assert!(
            self.guests.values().all(|guest| !guest.unread && guest.asked.is_none()),
            "everything is answered"
        );
    }

    pub fn judge(&mut self, seed: &str) {
        self.read_all();
        let run = Run::parse(self.disk.as_bytes());
        assert!(run.damage.is_none(), "{seed}");
        let proved = prove_chapter(catalog::GAMES, &run.run.unwrap(), &Seating::default())
            .unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        let session = self.hall.session(ROOM).unwrap();
        assert_eq!(proved.session.digest(), session.digest(), "{seed}");
        self.judge_lines(seed);
        self.judge_chapters(seed);
        for guest in self.guests.values().filter(|guest| guest.seat.is_some() || self.is_live()) {
            match guest.follows {
                Follows::Run => assert!(guest.run == self.disk, "{seed}: a guest has another run"),
                Follows::Pictures { cols, rows, inks } => {
                    let mut scene = Scene::default();
                    proved.session.draw(Seat(guest.seat.unwrap_or(0)), cols, rows, None, &mut scene);
                    assert_eq!(guest.screen, scene.rows(), "{seed}: a guest sees something else");
                    let inked = if inks { inks_of(&scene) } else { Vec::new() };
                    assert_eq!(guest.inks, inked, "{seed}: a guest sees other colours");
                }
            }
        }
        let Watching::Delayed(delay) = self.watching else { return };
        let latest = self.commands().saturating_sub(delay.into());
        for guest in self.guests.values().filter(|guest| guest.seat.is_none() && session.outcome().is_none())
        {
            assert!(guest.commands <= latest.max(self.began), "{seed}: {} of {latest}", guest.commands);
        }
    }

    /// Number of commands in all chapters.
    pub fn commands(&self) -> usize {
        let session = self.hall.session(ROOM).unwrap();
        session::commands_before(session.header()) + session.commands()
    }

    /// The stored commands of all chapters.
    pub fn steps(&self) -> Vec<String> {
        let run = |text: &String| Run::parse(text.as_bytes()).run.expect("a chapter");
        let steps = self.closed.iter().chain([&self.disk]).flat_map(|text| run(text).steps);
        steps.map(|step| step.text).collect()
    }

    /// Every chapter verifies by itself and continues the one before.
    fn judge_chapters(&self, seed: &str) {
        let mut texts = self.closed.iter().chain([&self.disk]).peekable();
        while let Some(text) = texts.next() {
            let run = Run::parse(text.as_bytes()).run.unwrap();
            prove_chapter(catalog::GAMES, &run, &Seating::default())
                .unwrap_or_else(|fault| panic!("{seed}: {fault}"));
            if let Some(next) = texts.peek() {
                let chapter = Run::parse(next.as_bytes()).run.unwrap().header.chapter.expect("a later one");
                assert!(chapter.follows(text.as_bytes()), "{seed}");
                assert!(!chapter.follows(next.as_bytes()), "{seed}");
            }
        }
    }

    fn is_live(&self) -> bool {
        matches!(self.watching, Watching::Live | Watching::Delayed(0))
    }

    /// Every line was played once: what the players sent is in the run, and nothing twice.
    fn judge_lines(&self, seed: &str) {
        let numbers: BTreeSet<(u8, u64)> =
            self.receipts.iter().map(|receipt| (receipt.seat, receipt.answer.id)).collect();
        assert_eq!(numbers.len(), self.receipts.len(), "{seed}: a number was played twice");
        let social = |line: &str| line.starts_with("join") || line == "leave";
        let played = self.steps().iter().filter(|line| !social(line)).count();
        assert_eq!(played, numbers.len(), "{seed}");
    }
}
