//! A small game for the tests of this crate: two seats take turns adding to a sum.

use kernel::{
    ALL_PHASES, About, Finding, Form, Game, Gauge, Grammar, Guide, Kind, Narrate, OptionSpec, Options,
    Outcome, Policy, Pos, Prepared, Refused, Rng, Scene, Seat, Seed, Verb, VerbKind, Verdict, View, fill,
    pulse_of,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toy {
    pub(crate) sum: i64,
    goal: i64,
    turn: u32,
    fate: Rng,
    note: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    Add(u32),
    Roll,
    Again,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Event {
    Added { by: i64 },
    Reached { goal: i64 },
}

impl Narrate for Event {
    /// Without a seat, only the end is perceived.
    fn perceived_by(&self, seat: Seat) -> bool {
        seat.0 < 2 || matches!(self, Self::Reached { .. })
    }

    fn tell(&self, out: &mut String) {
        match self {
            Self::Added { by } => *out += &format!("Added {by}."),
            Self::Reached { goal } => *out += &format!("Reached {goal}."),
        }
    }
}

static VERBS: [Verb<Order>; 3] = [
    Verb {
        name: "add",
        kind: VerbKind::Deed,
        words: &["add"],
        keys: &['a'],
        way: None,
        phases: ALL_PHASES,
        help: "adds a number",
        form: Form::Number {
            first: 0,
            last: 9,
            one_key: false,
            build: Order::Add,
            parse: |order| if let Order::Add(n) = order { Some(n) } else { None },
        },
    },
    Verb {
        name: "roll",
        kind: VerbKind::Deed,
        words: &["roll"],
        keys: &['r'],
        way: None,
        phases: ALL_PHASES,
        help: "adds a die",
        form: Form::Plain(Order::Roll),
    },
    Verb {
        name: "again",
        kind: VerbKind::Meta,
        words: &["again"],
        keys: &['n'],
        way: None,
        phases: ALL_PHASES,
        help: "starts over",
        form: Form::Plain(Order::Again),
    },
];
static GRAMMAR: Grammar<Order> = Grammar { verbs: &VERBS, ways: &[], fold_case: false, flowing: true };
static OPTIONS: [OptionSpec; 1] = [OptionSpec::new("goal", Kind::Whole(1, 1000), "50", "where it ends")];

impl Game for Toy {
    const ABOUT: About = About {
        id: "toy",
        title: "Toy",
        pitch: "Count.",
        goal: "Count.",
        scene_speaks: true,
        misread: None,
        leave: &["q", "quit", ":q"],
        rest: "You cannot wait in this game.",
        evade: "",
        rules: 3,
        seats: 2,
        options: &OPTIONS,
        gauges: &[Gauge::from("sum", 0), Gauge::from("turn", 0)],
        guards: &[],
    };
    type Setup = (i64, String);
    type Command = Order;
    type Event = Event;

    fn grammar() -> &'static Grammar<Order> {
        &GRAMMAR
    }

    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Self::Setup> {
        if let Some(finding) = policy.refuse_level(level) {
            return Prepared::refused(vec![finding]);
        }
        let text = level.unwrap_or("").to_owned();
        let findings =
            if text.contains("bad") { vec![Finding::error(1, 1, "bad level")] } else { Vec::new() };
        Prepared::judged((options.whole(&OPTIONS, "goal"), text), findings)
    }

    fn start(setup: &Self::Setup, seed: &Seed) -> Self {
        Self { sum: 0, goal: setup.0, turn: 0, fate: Rng::stream(seed, "fate", &[]), note: setup.1.clone() }
    }

    fn refusal(&self, seat: Seat, command: Order) -> Option<Refused> {
        Some(Refused::because(match command {
            Order::Again if self.outcome().is_some() => return None,
            _ if self.outcome().is_some() => "The game is over.",
            _ if seat != self.to_move() => "Not your turn.",
            Order::Add(0) => "Adding nothing is no move.",
            Order::Again => "It is not over.",
            _ => return None,
        }))
    }

    fn act(&mut self, seat: Seat, command: Order, events: &mut Vec<Event>) -> Result<(), Refused> {
        if let Some(refused) = self.refusal(seat, command) {
            return Err(refused);
        }
        let by = match command {
            Order::Add(number) => i64::from(number),
            Order::Roll => i64::from(self.fate.below(6, "roll")) + 1,
            Order::Again => {
                (self.sum, self.turn) = (0, 0);
                return Ok(());
            }
        };
        self.sum += by;
        self.turn += 1;
        events.push(Event::Added { by });
        if self.sum >= self.goal {
            events.push(Event::Reached { goal: self.goal });
        }
        Ok(())
    }

    fn draw(&self, _: Seat, view: &View<'_>, scene: &mut Scene) {
        let text = scene.text(40, 2);
        scene.print(
            text,
            Pos::new(0, 0),
            kernel::Ink::Text,
            &format!("{} of {} {}", self.sum, self.goal, self.note),
        );
        scene.print(text, Pos::new(0, 1), kernel::Ink::Text, view.said);
    }

    fn look(&self, _: Seat, _: &View<'_>, _: Pos, out: &mut String) {
        out.push_str("nothing");
    }

    fn gauges(&self, _: Seat, out: &mut [i32]) {
        fill(out, [self.sum, self.turn.into()]);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.sum >= self.goal).then_some(Outcome::new(Verdict::Won, self.sum))
    }

    fn to_move(&self) -> Seat {
        Seat((self.turn % 2) as u8)
    }

    fn pulse(&self) -> u64 {
        pulse_of(&[self.sum.unsigned_abs(), u64::from(self.turn), self.fate.fingerprint()])
    }
}

impl Guide for Toy {}
