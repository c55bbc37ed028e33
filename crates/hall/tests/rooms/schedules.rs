//! Schedules of joins, drops, slow readers and crashes, from seeds: every viewer sees what a fresh viewer sees, the run
//! verifies, and nothing that was answered is lost.

use hall::{Follows, GRACE_SECONDS, Hall, Input, Output, ViewerId};
use kernel::{Rng, Scene, Seat, Seed};
use session::{Brief, ReplyKind, Run, Seating, Session, prove};
use std::collections::BTreeMap;

const ROOM: u32 = 1;
const WORDS: [&str; 12] = ["w", "a", "s", "d", "w", "a", "s", "d", "wait", "i", "e 2", "nonsense"];

/// How many schedules: a few by default, all with `UNDERCROFT_SOAK=full`.
fn schedules() -> u32 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { 10_000 } else { 250 }
}

/// Somebody at the other end of a connection.
struct Guest {
    name: Option<&'static str>,
    follows: Follows,
    run: String,
    screen: Vec<String>,
    seat: Option<u8>,
    /// True while a message has not been read.
    unread: bool,
    /// True while a line has not been answered.
    asked: bool,
}

struct World {
    hall: Hall,
    now: u64,
    disk: String,
    guests: BTreeMap<ViewerId, Guest>,
    next: ViewerId,
    /// The most commands that somebody was told were played.
    acknowledged: usize,
    closed: u32,
}

fn brief(seed: &str) -> Brief {
    Brief { seed: seed.to_owned(), ..Brief::default() }
}

fn start(seed: &str) -> Box<dyn Session> {
    (catalog::find("cave").unwrap().start)(&brief(seed)).unwrap_or_else(|_| panic!("a cave")).0
}

impl World {
    fn new(seed: &str) -> Self {
        let mut world = Self {
            hall: Hall::default(),
            now: 1000,
            disk: String::new(),
            guests: BTreeMap::new(),
            next: 0,
            acknowledged: 0,
            closed: 0,
        };
        world.take(Input::Open { room: ROOM, session: start(seed), run: String::new(), key: None });
        world
    }

    fn take(&mut self, input: Input) {
        let mut answered = 0;
        for output in self.hall.take(self.now, input) {
            match output {
                Output::Keep(_, text) => self.disk += &text,
                Output::Close(viewer, _) => {
                    self.guests.remove(&viewer);
                    self.closed += 1;
                }
                Output::Show(viewer, message) => {
                    let guest = self.guests.get_mut(&viewer).expect("only guests are shown something");
                    assert!(!guest.unread, "one message at a time");
                    guest.unread = true;
                    guest.seat = message.seat;
                    guest.run += &message.run;
                    if let Some(picture) = message.picture {
                        picture.show_on(&mut guest.screen);
                    }
                    if let Some(answer) = message.answer {
                        assert!(guest.asked);
                        guest.asked = false;
                        if answer.kind == ReplyKind::Played {
                            answered = answered.max(message.commands);
                        }
                    }
                    if guest.follows == Follows::Run {
                        assert!(self.disk.starts_with(&guest.run), "what is shown is kept");
                    }
                }
            }
        }
        self.acknowledged = self.acknowledged.max(answered);
    }

    fn enter(&mut self, name: Option<&'static str>, follows: Follows) {
        self.next += 1;
        let viewer = self.next;
        let guest = Guest {
            name,
            follows,
            run: String::new(),
            screen: Vec::new(),
            seat: None,
            unread: false,
            asked: false,
        };
        self.guests.insert(viewer, guest);
        let name = name.map(str::to_owned);
        self.take(Input::Hello { viewer, room: ROOM, name, key: None, follows });
    }

    /// The program dies: what was kept is all there is. It starts again, and who was there comes back.
    fn crash(&mut self) {
        let run = Run::parse(self.disk.as_bytes()).run.expect("what is kept can be read");
        assert!(run.steps.len() >= self.acknowledged, "nothing that was answered is lost");
        let proved = prove(catalog::GAMES, &run, &Seating::default()).expect("what is kept verifies");
        self.hall = Hall::default();
        let guests = std::mem::take(&mut self.guests);
        let run = self.disk.clone();
        self.take(Input::Open { room: ROOM, session: proved.session, run, key: None });
        for guest in guests.into_values() {
            self.enter(guest.name, guest.follows);
        }
    }

    fn act(&mut self, dice: &mut Rng) {
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
                    1 => Follows::Pictures { cols: 0, rows: 0 },
                    _ => Follows::Pictures { cols: 80, rows: 24 },
                };
                self.enter(Some(name).filter(|_| !dice.chance(1, 6, "watch")), follows);
            }
            4..=5 if viewers.len() > 1 => {
                let (viewer, goodbye) = (whom(dice), dice.chance(1, 2, "goodbye"));
                self.guests.remove(&viewer);
                self.take(Input::Gone { viewer, goodbye });
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
                let guest = self.guests.get_mut(&viewer).unwrap();
                if !guest.asked {
                    guest.asked = true;
                    let text = (*dice.pick(&WORDS, "line")).to_owned();
                    self.take(Input::Line { viewer, id: 7, text });
                }
            }
            _ => {}
        }
    }

    /// Everybody reads all there is.
    fn read_all(&mut self) {
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
        assert!(self.guests.values().all(|guest| !guest.unread && !guest.asked), "everything is answered");
    }

    fn judge(&mut self, seed: &str) {
        self.read_all();
        let run = Run::parse(self.disk.as_bytes());
        assert!(run.damage.is_none(), "{seed}");
        let proved = prove(catalog::GAMES, &run.run.unwrap(), &Seating::default())
            .unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        let session = self.hall.session(ROOM).unwrap();
        assert_eq!(proved.session.digest(), session.digest(), "{seed}");
        for guest in self.guests.values() {
            match guest.follows {
                Follows::Run => assert!(guest.run == self.disk, "{seed}: a guest has another run"),
                Follows::Pictures { cols, rows } => {
                    let mut scene = Scene::default();
                    proved.session.draw(Seat(guest.seat.unwrap_or(0)), cols, rows, None, &mut scene);
                    assert_eq!(guest.screen, scene.rows(), "{seed}: a guest sees something else");
                }
            }
        }
    }
}

#[test]
fn every_schedule_ends_well() {
    let (mut commands, mut joined) = (0, 0);
    for number in 0..schedules() {
        let seed = format!("schedule {number}");
        let mut dice = Rng::stream(&Seed::from_text(&seed), "schedule", &[]);
        let mut world = World::new(&seed);
        world.enter(Some("host"), Follows::Run);
        for _ in 0..dice.below(200, "length") {
            world.act(&mut dice);
        }
        world.judge(&seed);
        let session = world.hall.session(ROOM).unwrap();
        commands += session.commands();
        joined += session.log().iter().filter(|(_, line)| line.starts_with("join")).count();
    }
    assert!(commands > 20 * schedules() as usize && joined > schedules() as usize, "{commands} {joined}");
}

#[test]
fn a_room_for_one_is_the_game_for_one() {
    let lines = ["d", "d", "s", "nonsense", "i", "w", "w", "a"];
    let mut alone = start("alone");
    let mut run = String::new();
    alone.journal(&mut run);
    let mut world = World::new("alone");
    world.enter(Some("host"), Follows::Run);
    for line in lines {
        alone.play_line(line);
        world.read_all();
        world.guests.get_mut(&1).unwrap().asked = true;
        world.take(Input::Line { viewer: 1, id: 1, text: line.to_owned() });
    }
    alone.journal(&mut run);
    assert_eq!(world.disk, run, "byte for byte");
}

#[test]
fn a_dropped_player_leaves_after_a_minute_and_comes_back() {
    let mut world = World::new("drop");
    world.enter(Some("ann"), Follows::Run);
    world.enter(Some("bob"), Follows::Run);
    world.guests.remove(&2);
    world.take(Input::Gone { viewer: 2, goodbye: false });
    let log = |world: &World| world.hall.session(ROOM).unwrap().log();
    world.now += GRACE_SECONDS - 1;
    world.take(Input::Tick);
    assert_eq!(log(&world).len(), 2, "both have joined, nobody has left");
    world.now += 1;
    world.take(Input::Tick);
    assert_eq!(log(&world).last().unwrap(), &(1, "leave".to_owned()));
    world.enter(Some("BOB"), Follows::Run);
    assert_eq!(log(&world).last().unwrap(), &(1, "join bob".to_owned()), "the name is the seat's");
}

#[test]
fn the_host_sends_away_and_the_key_keeps_out() {
    let mut world = World::new("away");
    world.enter(Some("ann"), Follows::Run);
    world.enter(Some("bob"), Follows::Run);
    world.read_all();
    world.guests.get_mut(&1).unwrap().asked = true;
    world.take(Input::Line { viewer: 1, id: 1, text: "dismiss bob".to_owned() });
    assert!(!world.guests.contains_key(&2), "bob is told and cut off");
    world.enter(Some("bob"), Follows::Run);
    assert_eq!(world.guests.len(), 1, "and does not get in again");
    let mut locked = Hall::default();
    locked.take(
        0,
        Input::Open { room: ROOM, session: start("k"), run: String::new(), key: Some("sesame".into()) },
    );
    for (key, fits) in [(None, false), (Some("open"), false), (Some("sesame"), true)] {
        let name = Some("ann".to_owned());
        let hello =
            Input::Hello { viewer: 1, room: ROOM, name, key: key.map(str::to_owned), follows: Follows::Run };
        let refused = locked.take(0, hello).iter().any(|output| matches!(output, Output::Close(..)));
        assert_eq!(refused, !fits, "{key:?}");
    }
}

#[test]
fn two_people_pursue_each_other() {
    let field = include_str!("../../game-pursuit/tests/fields/hallway.txt");
    let entry = catalog::find("pursuit").unwrap();
    let mut options = kernel::Options::default();
    for side in ["hero", "monster"] {
        options.set(entry.about.options, side, "human").unwrap();
    }
    let level = Some(session::Level { name: "field".into(), text: field.to_owned() });
    let brief = Brief { seed: "7".into(), options, level, ..Brief::default() };
    let session = (entry.start)(&brief).unwrap_or_else(|findings| panic!("{findings:?}")).0;
    let mut hall = Hall::default();
    hall.take(0, Input::Open { room: ROOM, session, run: String::new(), key: None });
    for (viewer, name) in [(1, "ann"), (2, "bob"), (3, "cid")] {
        let follows = Follows::Pictures { cols: 0, rows: 0 };
        let hello = Input::Hello { viewer, room: ROOM, name: Some(name.to_owned()), key: None, follows };
        let refused = hall.take(0, hello).iter().any(|output| matches!(output, Output::Close(..)));
        assert_eq!(refused, viewer == 3, "there are two seats");
        hall.take(0, Input::Ready(viewer));
    }
    let to_move = |hall: &Hall| hall.session(ROOM).unwrap().to_move();
    for _ in 0..6 {
        let viewer = 1 + u64::from(to_move(&hall).0);
        for line in ["n", "s", "e", "w", "stay"] {
            let before = hall.session(ROOM).unwrap().commands();
            // Who is not to move is refused.
            hall.take(0, Input::Line { viewer: 3 - viewer, id: 1, text: line.to_owned() });
            assert_eq!(hall.session(ROOM).unwrap().commands(), before);
            hall.take(0, Input::Ready(3 - viewer));
            hall.take(0, Input::Line { viewer, id: 1, text: line.to_owned() });
            hall.take(0, Input::Ready(viewer));
            if hall.session(ROOM).unwrap().commands() > before {
                break;
            }
        }
    }
    assert!(hall.session(ROOM).unwrap().commands() >= 6);
}
