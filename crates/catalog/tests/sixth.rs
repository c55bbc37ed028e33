//! A sixth game costs one crate and one line in the catalogue: this one implements only the rules, keeps all
//! the laws, and can be started, played, replayed and measured through its entry.

use kernel::{
    ALL_PHASES, About, Dir, Form, Game, Gauge, Grammar, Guide, Ink, Narrate, Options, Outcome, Policy, Pos,
    Prepared, Refused, Rng, Scene, Seat, Seed, Verb, VerbKind, Verdict, View, fill, pulse_of,
};
use serde::{Deserialize, Serialize};
use session::{Brief, Entry, Run, Seating};

/// A walk along a corridor of nine cells; reaching the east end wins.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Corridor {
    x: u8,
    turn: u32,
    fate: Rng,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Command {
    Go(Dir),
    Leap,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Event {
    Walked { to: u8 },
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        let Self::Walked { to } = self;
        *out += &format!("You are at {to}.");
    }
}

const fn verb(word: &'static [&'static str], keys: &'static [char], command: Command) -> Verb<Command> {
    let way = if let Command::Go(way) = command { Some(way) } else { None };
    Verb {
        name: word[0],
        kind: VerbKind::Deed,
        words: word,
        keys,
        way,
        phases: ALL_PHASES,
        help: "",
        form: Form::Plain(command),
    }
}

static GRAMMAR: Grammar<Command> = Grammar {
    verbs: &[
        verb(&["west"], &['h'], Command::Go(Dir::W)),
        verb(&["east"], &['l'], Command::Go(Dir::E)),
        verb(&["leap"], &['j'], Command::Leap),
    ],
    ways: &[],
    fold_case: false,
    flowing: false,
};

const LAST: u8 = 8;

impl Game for Corridor {
    const ABOUT: About = About {
        id: "corridor",
        title: "Corridor",
        pitch: "Nine cells.",
        goal: "Reach the east end.",
        scene_speaks: false,
        misread: None,
        leave: &["q"],
        rest: "",
        rules: 1,
        seats: 1,
        options: &[],
        gauges: &[Gauge::new("x", 0, LAST as i32), Gauge::from("turn", 0)],
        guards: &[],
    };

    type Setup = ();
    type Command = Command;
    type Event = Event;

    fn grammar() -> &'static Grammar<Command> {
        &GRAMMAR
    }

    fn prepare(_: &Options, _: Option<&str>, _: &Policy) -> Prepared<()> {
        Prepared::judged((), Vec::new())
    }

    fn start((): &(), seed: &Seed) -> Self {
        Self { x: 0, turn: 0, fate: Rng::stream(seed, "fate", &[]) }
    }

    fn refusal(&self, _: Seat, command: Command) -> Option<Refused> {
        Some(Refused::because(match command {
            _ if self.outcome().is_some() => "The game is over.",
            Command::Go(Dir::W) if self.x == 0 => "There is a wall.",
            _ => return None,
        }))
    }

    fn act(&mut self, seat: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        if let Some(refused) = self.refusal(seat, command) {
            return Err(refused);
        }
        self.x = match command {
            Command::Go(Dir::W) => self.x - 1,
            Command::Go(_) => self.x + 1,
            Command::Leap => LAST.min(self.x + self.fate.below(3, "leap") as u8),
        };
        self.turn += 1;
        events.push(Event::Walked { to: self.x });
        Ok(())
    }

    fn draw(&self, _: Seat, _: &View<'_>, scene: &mut Scene) {
        let board = scene.board(u16::from(LAST) + 1, 1);
        scene.print(board, Pos::new(0, 0), Ink::Floor, ".........");
        scene.print(board, Pos::new(i32::from(self.x), 0), Ink::Hero, "@");
        scene.area_mut(board).focus = Some(Pos::new(i32::from(self.x), 0));
    }

    fn look(&self, _: Seat, _: &View<'_>, _: Pos, out: &mut String) {
        out.push_str("floor");
    }

    fn gauges(&self, _: Seat, out: &mut [i32]) {
        fill(out, [self.x.into(), self.turn.into()]);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.x == LAST).then_some(Outcome::new(Verdict::Won, 100 - i64::from(self.turn.min(100))))
    }

    fn pulse(&self) -> u64 {
        pulse_of(&[u64::from(self.x), u64::from(self.turn), self.fate.fingerprint()])
    }
}

impl Guide for Corridor {}

/// The one line of the catalogue.
static ENTRY: Entry = Entry::of::<Corridor>(None);

#[test]
fn a_sixth_game_keeps_the_laws() {
    for seed in 0..50 {
        testkit::random_play::<Corridor>(&[], None, &seed.to_string(), 200, |_| {});
        let under = testkit::Under::OtherSeed;
        testkit::rolls_account_for_all::<Corridor>(&[], None, &seed.to_string(), 50, under);
    }
}

#[test]
fn a_sixth_game_is_played_and_replayed_through_its_entry() {
    let brief = Brief { seed: "six".into(), seating: Seating::OWNER, ..Brief::default() };
    let (mut session, findings) = (ENTRY.start)(&brief).unwrap();
    assert!(findings.is_empty());
    for line in ["west", "frob", "east", "leap"] {
        session.play_line(line);
    }
    while session.outcome().is_none() {
        session.play_line("east");
    }
    session.checkpoint();
    let mut journal = String::new();
    session.journal(&mut journal);
    let run = Run::parse(journal.as_bytes()).run.unwrap();
    let replayed = ENTRY.replay(&run, usize::MAX, None, None, &Seating::OWNER).unwrap();
    assert!(replayed.difference.is_none());
    assert_eq!(replayed.session.digest(), session.digest());
    assert_eq!((ENTRY.verbs)().len(), 3);
    assert!(
        ENTRY.teaching.tutorial.is_none()
            && ENTRY.teaching.hints.is_empty()
            && (ENTRY.teaching.reference)().is_empty()
    );
}
