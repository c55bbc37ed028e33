//! A game for testing screens: a small cellar with every feature a front-end must handle. Its variant
//! `parlour` shows sentences in the scene and asks a question first.

use kernel::{
    About, Cell, Chart, Choice, Cue, Dir, Extent, Finding, Form, Game, Gauge, Grammar, Grid, Ground, Guide,
    Ink, Kind, Narrate, OptionSpec, Options, Outcome, Pos, Prepared, Refused, Rng, Scene, Seat, Seed, Verb,
    VerbKind, Verdict, View, fill, pulse_of,
};
use serde::{Deserialize, Serialize};

const MAP: &str = "\
##############################
#......#.....................#
#.@....#..$..................#
#......+.....................#
#......#..........^..........#
####.###.....................#
#..........................>.#
##############################";

thread_local! {
    /// How often a cellar was drawn.
    static DRAWN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How often a cellar was drawn since the last call.
pub(crate) fn drawn() -> usize {
    DRAWN.replace(0)
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Cellar<const SPEAKS: bool> {
    map: Vec<String>,
    hero: Pos,
    rat: Option<Pos>,
    turn: u32,
    gold: u32,
    fog: bool,
    seen: Vec<Pos>,
    chosen: bool,
    ended: Option<u8>,
    fate: Rng,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    Go(Dir),
    Throw(Dir),
    Count(u32),
    Sing(char),
    Wait,
    Fight,
    Drum,
    Read,
    Die,
    Win,
    Quit,
    Crash,
    Lamp,
    Again,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Event {
    Told {
        text: String,
        #[serde(skip)]
        cue: Cue,
    },
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        let Self::Told { text, .. } = self;
        out.push_str(text);
    }

    fn cue(&self) -> Cue {
        let Self::Told { cue, .. } = self;
        *cue
    }
}

fn told(text: impl Into<String>, cue: Cue) -> Event {
    Event::Told { text: text.into(), cue }
}

const fn verb(
    name: &'static str,
    words: &'static [&'static str],
    keys: &'static [char],
    help: &'static str,
    form: Form<Order>,
) -> Verb<Order> {
    Verb::new(name, words, keys, help, form).in_phases(1)
}

const fn go(name: &'static str, words: &'static [&'static str], dir: Dir) -> Verb<Order> {
    verb(name, words, &[], "One step.", Form::Plain(Order::Go(dir))).moving(dir)
}

static VERBS: [Verb<Order>; 17] = [
    go("north", &["north"], Dir::N),
    go("east", &["east"], Dir::E),
    go("south", &["south"], Dir::S),
    go("west", &["west"], Dir::W),
    verb(
        "throw",
        &["throw"],
        &['f'],
        "Throw a stone.",
        Form::Toward {
            build: Order::Throw,
            parse: |o| if let Order::Throw(dir) = o { Some(dir) } else { None },
        },
    ),
    verb(
        "count",
        &["count"],
        &['#'],
        "Count to a number.",
        Form::Number {
            first: 1,
            last: 99,
            one_key: false,
            build: Order::Count,
            parse: |o| if let Order::Count(n) = o { Some(n) } else { None },
        },
    ),
    verb(
        "sing",
        &["sing"],
        &['i'],
        "Sing one note.",
        Form::Letter {
            sample: "abc",
            build: Order::Sing,
            parse: |o| if let Order::Sing(c) = o { Some(c) } else { None },
        },
    ),
    verb("wait", &["wait"], &['.'], "Let time pass.", Form::Plain(Order::Wait)),
    verb("fight", &["fight"], &['X'], "Fight the rat.", Form::Plain(Order::Fight)),
    verb("drum", &["drum"], &['B'], "Drum three beats.", Form::Plain(Order::Drum)),
    verb("read", &["read"], &['r'], "Read the writing on the wall.", Form::Plain(Order::Read)),
    verb("die", &["die"], &['D'], "Die.", Form::Plain(Order::Die)),
    verb("win", &["win"], &['V'], "Win.", Form::Plain(Order::Win)),
    verb("quit", &["quit"], &['Q'], "End the game.", Form::Plain(Order::Quit)).marked(VerbKind::Meta),
    verb("crash", &["crash"], &['!'], "Find a hole in the rules.", Form::Plain(Order::Crash)),
    verb("light the lamp", &["lamp"], &['l'], "Begin.", Form::Plain(Order::Lamp)).in_phases(2),
    verb("again", &["again"], &['n'], "Begin anew.", Form::Plain(Order::Again))
        .in_phases(4)
        .marked(VerbKind::Meta),
];

static GRAMMAR: Grammar<Order> = Grammar {
    verbs: &VERBS,
    ways: &[("n", Dir::N), ("e", Dir::E), ("s", Dir::S), ("w", Dir::W)],
    fold_case: false,
    flowing: false,
};

const OPTIONS: [OptionSpec; 5] = [
    OptionSpec::new("fog", Kind::Switch, "off", "Only what was near the hero is known."),
    OptionSpec::new("rat", Kind::Choice(&["none", "far", "near"]), "none", "Where the rat is."),
    OptionSpec::new("gold", Kind::Whole(0, 99), "0", "Gold in the purse."),
    OptionSpec::new("luck", Kind::Decimal(0, 1_000_000), "0.5", "Good for nothing."),
    OptionSpec::new("motto", Kind::Text, "", "Words above the door."),
];

/// The parlour has two editions.
static EDITIONS: [OptionSpec; 6] = [
    OptionSpec::new(
        kernel::EDITION,
        Kind::Preset {
            words: &["classic", "undercroft"],
            sets: &[("undercroft", "gold", "7"), ("undercroft", "fog", "on")],
        },
        "classic",
        "A rich and foggy parlour.",
    ),
    OPTIONS[0].called("Fog of war", "View"),
    OPTIONS[1],
    OPTIONS[2].called("Gold at the start", "Purse"),
    OPTIONS[3].called("Luck", kernel::UNUSED),
    OPTIONS[4],
];

#[derive(Clone)]
pub(crate) struct Setup {
    map: String,
    fog: bool,
    rat: String,
    gold: u32,
}

impl<const SPEAKS: bool> Cellar<SPEAKS> {
    fn cell(&self, at: Pos) -> char {
        self.map.get(at.y as usize).and_then(|row| row.chars().nth(at.x as usize)).unwrap_or('#')
    }

    fn see(&mut self) {
        for at in Dir::ALL.map(|way| self.hero.step(way)).into_iter().chain([self.hero]) {
            if !self.seen.contains(&at) {
                self.seen.push(at);
            }
        }
    }

    fn set(&mut self, at: Pos, glyph: char) {
        let row: String = self.map[at.y as usize]
            .chars()
            .enumerate()
            .map(|(x, c)| if x as i32 == at.x { glyph } else { c })
            .collect();
        self.map[at.y as usize] = row;
    }

    fn walk(&mut self, way: Dir, events: &mut Vec<Event>) {
        let to = self.hero.step(way);
        self.hero = to;
        match self.cell(to) {
            '$' => {
                self.gold += 5;
                self.set(to, '.');
                events.push(told("You pick up 5 gold.", Cue::Good));
            }
            '^' => events.push(told("A thorn pricks you.", Cue::Bad)),
            '*' => events.push(told("A stone lies here.", Cue::Plain)),
            '>' => events.push(told("The way down is closed today.", Cue::Plain)),
            _ => {}
        }
    }
}

const PITCH: [&str; 2] = ["A rat, a thorn and five pieces of gold.", "Mind your words."];

impl<const SPEAKS: bool> Game for Cellar<SPEAKS> {
    const ABOUT: About = About {
        id: if SPEAKS { "parlour" } else { "cellar" },
        title: if SPEAKS { "The Parlour" } else { "The Cellar" },
        pitch: PITCH[SPEAKS as usize],
        goal: PITCH[SPEAKS as usize],
        scene_speaks: SPEAKS,
        misread: None,
        leave: &["q", "quit", ":q"],
        rest: "",
        evade: "",
        rules: 1,
        seats: 1,
        options: if SPEAKS { &EDITIONS } else { &OPTIONS },
        gauges: &[Gauge::from("gold", 0), Gauge::from("turn", 0)],
        guards: &[],
    };
    type Setup = Setup;
    type Command = Order;
    type Event = Event;

    fn grammar() -> &'static Grammar<Order> {
        &GRAMMAR
    }

    fn prepare(options: &Options, level: Option<&str>, _: &kernel::Policy) -> Prepared<Setup> {
        let map = level.unwrap_or(MAP).to_owned();
        let mut findings = Vec::new();
        for (y, row) in map.lines().enumerate() {
            if let Some(x) = row.find(|c| !"#.@+$^>*".contains(c)) {
                findings.push(
                    Finding::error(y as u32 + 1, x as u32 + 1, "nothing in a cellar looks like this.")
                        .hint("Use # . @ + $ ^ >"),
                );
            }
        }
        if level.is_some() && !map.contains('$') {
            findings.push(Finding::warning(0, 0, "there is no gold in it."));
        }
        let setup = Setup {
            map,
            fog: options.is_on(&OPTIONS, "fog"),
            rat: options.get(&OPTIONS, "rat"),
            gold: options.whole(&OPTIONS, "gold") as u32,
        };
        Prepared::judged(setup, findings)
    }

    fn start(setup: &Setup, seed: &Seed) -> Self {
        let map: Vec<String> = setup.map.lines().map(str::to_owned).collect();
        let find = |glyph: char| {
            map.iter().enumerate().find_map(|(y, row)| row.find(glyph).map(|x| Pos::new(x as i32, y as i32)))
        };
        let hero = find('@').unwrap_or_default();
        let rat = match setup.rat.as_str() {
            "near" => Some(Pos::new(hero.x + 2, hero.y)),
            "far" => find('^'),
            _ => None,
        };
        let mut cellar = Self {
            map,
            hero,
            rat,
            turn: 0,
            gold: setup.gold,
            fog: setup.fog,
            seen: Vec::new(),
            chosen: !SPEAKS,
            ended: None,
            fate: Rng::stream(seed, "fate", &[]),
        };
        cellar.set(hero, '.');
        cellar.see();
        cellar
    }

    fn refusal(&self, _: Seat, command: Order) -> Option<Refused> {
        Some(Refused::because(match command {
            _ if self.ended.is_some() && command != Order::Again => "The game is over.",
            _ if !self.chosen && command != Order::Lamp => "It is too dark.",
            Order::Go(way) if self.cell(self.hero.step(way)) == '#' => "A wall is in the way.",
            Order::Go(way) if self.rat == Some(self.hero.step(way)) => "The rat is in the way.",
            Order::Again if self.ended.is_none() => "It is not over.",
            _ => return None,
        }))
    }

    fn act(&mut self, seat: Seat, command: Order, events: &mut Vec<Event>) -> Result<(), Refused> {
        if let Some(refused) = self.refusal(seat, command) {
            return Err(refused);
        }
        match command {
            Order::Go(way) => self.walk(way, events),
            Order::Throw(way) => events.push(told(format!("The stone flies {}.", way.long()), Cue::Plain)),
            Order::Count(number) => {
                let roll = self.fate.below(number, "count");
                events.push(told(format!("You count to {number} and think of {roll}."), Cue::Plain));
            }
            Order::Sing(note) => events.push(told(format!("You sing {note}."), Cue::Plain)),
            Order::Wait => {
                if self.turn == 9 {
                    events.push(told("Something drips.", Cue::Plain));
                }
            }
            Order::Fight => {
                for beat in 1..=4 {
                    events.push(told(format!("Blow {beat} lands."), Cue::Beat));
                }
                self.rat = None;
                events.push(told("The rat is gone.", Cue::Pause));
            }
            Order::Drum => events.extend((1..=3).map(|beat| told(format!("Beat {beat}."), Cue::Beat))),
            Order::Read => events.push(told(
                "The writing says: who reads this on a narrow screen shall see the whole sentence all the same, \
                 and who reads it on a wide one shall not be bored.",
                Cue::Plain,
            )),
            Order::Die => {
                self.ended = Some(0);
                events.push(told("You are dead.", Cue::Pause));
            }
            Order::Win => self.ended = Some(1),
            Order::Quit => self.ended = Some(2),
            Order::Crash => panic!("a hole in the rules"),
            Order::Lamp => self.chosen = true,
            Order::Again => self.ended = None,
        }
        self.turn += 1;
        self.see();
        Ok(())
    }

    fn extent(&self, _: Seat, _: &View<'_>) -> Extent {
        Extent { cols: self.map[0].len() as u16, rows: self.map.len() as u16 }
    }

    fn draw(&self, _: Seat, view: &View<'_>, scene: &mut Scene) {
        DRAWN.set(DRAWN.get() + 1);
        let line = scene.text(self.map[0].len() as u16, 1);
        scene.print(line, Pos::new(0, 0), Ink::Text, &format!("Gold: {}", self.gold));
        let turn = format!("Turn: {}", self.turn);
        scene.print(line, Pos::new(self.map[0].len() as i32 - turn.len() as i32, 0), Ink::Dim, &turn);
        let board = scene.board(self.map[0].len() as u16, self.map.len() as u16);
        for (y, row) in self.map.iter().enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                let at = Pos::new(x as i32, y as i32);
                if self.fog && !self.seen.contains(&at) {
                    continue;
                }
                let ink = match glyph {
                    '#' => Ink::Wall,
                    '+' => Ink::Door,
                    '$' | '*' => Ink::Treasure,
                    '^' => Ink::Foe,
                    '>' => Ink::Stairs,
                    _ => Ink::Floor,
                };
                scene.put(board, at, Cell::new(glyph, ink));
            }
        }
        if let Some(rat) = self.rat {
            scene.put(board, rat, Cell::new('r', Ink::Foe));
        }
        scene.put(board, self.hero, Cell::new('@', Ink::Hero));
        scene.area_mut(board).focus = Some(self.hero);
        if SPEAKS {
            scene.area_mut(board).cell_cols = 2;
            let text = scene.text(100, 2);
            let said = if self.chosen { view.said } else { "Light the lamp?" };
            scene.print(text, Pos::new(0, 0), Ink::Text, said);
        }
    }

    fn look(&self, _: Seat, _: &View<'_>, at: Pos, out: &mut String) {
        if self.fog && !self.seen.contains(&at) {
            return;
        }
        out.push_str(match self.cell(at) {
            _ if at == self.hero => "you",
            _ if Some(at) == self.rat => "a rat",
            '#' => "a wall",
            '+' => "a door",
            '$' => "5 gold",
            '^' => "a thorn",
            '>' => "the way down",
            _ => "floor",
        });
    }

    fn gauges(&self, _: Seat, out: &mut [i32]) {
        fill(out, [self.gold.into(), self.turn.into()]);
    }

    fn outcome(&self) -> Option<Outcome> {
        let verdict = [Verdict::Died, Verdict::Won, Verdict::Quit][usize::from(self.ended?)];
        Some(Outcome::new(verdict, i64::from(self.gold)))
    }

    fn phase(&self) -> u8 {
        match (self.ended, self.chosen) {
            (Some(_), _) => 2,
            (None, true) => 0,
            (None, false) => 1,
        }
    }

    fn pulse(&self) -> u64 {
        pulse_of(&[u64::from(self.turn), self.hero.x as u64, self.hero.y as u64, u64::from(self.gold)])
    }
}

impl<const SPEAKS: bool> Guide for Cellar<SPEAKS> {
    fn has_map(&self) -> bool {
        !SPEAKS
    }

    fn choice(&self, _: Seat) -> Option<Choice> {
        let prompt = "Light the lamp?".to_owned();
        (!self.chosen).then(|| Choice { question: prompt.clone(), prompt, answers: Vec::new() })
    }

    fn has_chart(&self) -> bool {
        true
    }

    fn map(&self, _: Seat, cols: u16, rows: u16, scene: &mut Scene) {
        let board = scene.board(cols, rows);
        scene.put(board, Pos::new(i32::from(cols / 2), i32::from(rows / 2)), Cell::new('P', Ink::Hero));
    }

    fn chart(&self, _: Seat, _: &View<'_>) -> Option<Chart> {
        let mut ground = Grid::new(self.map[0].len() as u32, self.map.len() as u32, Ground::Unknown);
        for at in ground.positions() {
            if self.fog && !self.seen.contains(&at) {
                continue;
            }
            ground.set(
                at,
                match self.cell(at) {
                    '#' => Ground::Blocked,
                    // On a thing, the hero knows that there is floor under it.
                    '$' | '*' if at != self.hero => Ground::Prize,
                    '^' => Ground::Danger,
                    '>' => Ground::Exit,
                    _ => Ground::Open,
                },
            );
        }
        let threat = self.rat.is_some_and(|rat| rat.king_distance(self.hero) <= 3);
        Some(Chart { ground, hero: self.hero, diagonal: false, threat, ..Chart::default() })
    }
}
