//! Follows a tutorial: finds the current step, and what its text asks for on the current board.
//!
//! It changes nothing and knows no game. It observes the commands and events, and uses the same scene and chart
//! as the player.

use crate::destinations::destinations;
use crate::fight::would_fight;
use kernel::grid::{DistanceMap, FAR};
use kernel::{Dir, Ground, Piece, Pos, Scene, Tutorial, Until, pieces};
use session::{Session, VerbInfo};

/// The maximum number of different commands of a walk that are shown at once.
const TOLD_AT_ONCE: usize = 4;

/// A walk of at least this many steps is shown as a travel.
const LONG_WALK: usize = 4;

/// One command of a text: what to press or to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A verb, by its index, with its argument.
    Verb {
        /// Index of the verb.
        verb: usize,
        /// The direction.
        way: Option<Dir>,
        /// The number or character.
        word: Option<String>,
    },
    /// A command of the application.
    Front(String),
    /// Travel to something in view: the letters of its name, `>` for the exit.
    Travel(String),
}

impl Deed {
    const fn plain(verb: usize) -> Self {
        Self::Verb { verb, way: None, word: None }
    }
}

/// The state of a tutorial.
#[derive(Clone, Debug)]
pub struct Tutor {
    lesson: &'static Tutorial,
    at: usize,
    /// The number of the game's commands that were observed.
    heard: usize,
    /// Everything done so far, in order: verbs, kinds of events, commands of the application.
    done: Vec<Done>,
    app: bool,
}

/// An observed action or event.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Done {
    Verb(String),
    Event(String),
    Front(String),
}

impl Tutor {
    /// A tutorial at its beginning. Without an `app`, steps about its commands are left out.
    #[must_use]
    pub const fn new(lesson: &'static Tutorial, app: bool) -> Self {
        Self { lesson, at: 0, heard: 0, done: Vec::new(), app }
    }

    /// Observes the commands since the last call.
    pub fn hear(&mut self, session: &dyn Session) {
        let log = session.log();
        let verbs = session.verbs();
        for (seat, text) in log.get(self.heard..).unwrap_or_default() {
            if !session.has_strategy(kernel::Seat(*seat))
                && let Some(verb) = verb_of_line(&verbs, text)
            {
                self.done.push(Done::Verb(verbs[verb].name.to_owned()));
            }
        }
        self.heard = log.len();
        self.done.extend(event_kinds(session).into_iter().map(Done::Event));
        self.advance(session);
    }

    /// Observes the commands of a continued game by replaying them in `fresh`, the same game at its start.
    pub fn catch_up(&mut self, fresh: &mut dyn Session, log: &[(u8, String)]) {
        for (seat, text) in log {
            if fresh.replay_step(*seat, text).is_err() {
                return;
            }
            self.hear(fresh);
        }
    }

    /// Observes a command of the application.
    pub fn hear_app(&mut self, word: &str, session: &dyn Session) {
        self.done.push(Done::Front(word.to_owned()));
        self.advance(session);
    }

    /// Skips the current step.
    pub fn skip(&mut self, session: &dyn Session) {
        self.at = (self.at + 1).min(self.lesson.steps.len());
        self.advance(session);
    }

    fn advance(&mut self, session: &dyn Session) {
        while !self.is_done() && self.is_complete(session) {
            self.at += 1;
        }
    }

    fn is_complete(&self, session: &dyn Session) -> bool {
        self.is_done_already(self.at, session)
    }

    /// A step that repeats an earlier requirement is complete when it was met twice. Steps done ahead are
    /// complete when they are reached.
    fn is_done_already(&self, step: usize, session: &dyn Session) -> bool {
        let until = self.lesson.steps[step].until;
        let wanted = self.lesson.steps[..=step].iter().filter(|step| step.until == until).count();
        let count = |thing: &Done| self.done.iter().filter(|done| *done == thing).count();
        match until {
            // In the application, a command of its own may do what the verb does.
            Until::Verb(name) => {
                let own = if self.app { count(&Done::Front(name.to_owned())) } else { 0 };
                own + count(&Done::Verb(name.to_owned())) >= wanted
            }
            Until::Event(kind) => count(&Done::Event(kind.to_owned())) >= wanted,
            Until::Front(word) => !self.app || count(&Done::Front(word.to_owned())) >= wanted,
            Until::AtLeast(name, least) => {
                session.vitals(session.to_move()).number(name).is_some_and(|now| now >= least)
            }
            Until::Outcome(verdict) => session.outcome().is_some_and(|outcome| outcome.verdict == verdict),
        }
    }

    /// Whether all steps are complete.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.at >= self.lesson.steps.len()
    }

    /// Whether the game has ended before the tutorial.
    #[must_use]
    pub fn has_failed(&self, session: &dyn Session) -> bool {
        !self.is_done() && session.outcome().is_some()
    }

    /// The number of the current step, from 1, and the number of steps.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let count = self.lesson.steps.len();
        ((self.at + 1).min(count), count)
    }

    /// The completed steps, including later ones.
    #[must_use]
    pub fn ticks(&self, session: &dyn Session) -> Vec<bool> {
        (0..self.lesson.steps.len())
            .map(|step| step < self.at || self.is_done_already(step, session))
            .collect()
    }

    /// The commands of the current step, in order; `None` for a command that is not possible on the current
    /// board.
    #[must_use]
    pub fn orders(&self, session: &dyn Session) -> Vec<Option<Vec<Deed>>> {
        let text = self.lesson.steps.get(self.at).map_or("", |step| step.say);
        let order = |piece| if let Piece::Order(order) = piece { Some(deeds(order, session)) } else { None };
        pieces(text).filter_map(order).collect()
    }

    /// The text of the current step; `spell` spells its commands.
    pub fn tell(&self, session: &dyn Session, spell: impl FnMut(&Deed) -> String) -> String {
        let text = self.lesson.steps.get(self.at).map_or(self.lesson.farewell, |step| step.say);
        told(text, session, self.app, spell)
    }
}

/// A text with its commands spelled.
pub fn tell(text: &str, session: &dyn Session, spell: impl FnMut(&Deed) -> String) -> String {
    told(text, session, false, spell)
}

/// The same; with travel, long walks are shown as travel or fight.
fn told(text: &str, session: &dyn Session, travels: bool, mut spell: impl FnMut(&Deed) -> String) -> String {
    let mut out = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Order(order) => {
                match travel_for(order, session, travels).or_else(|| deeds(order, session)) {
                    Some(deeds) => spell_all(&deeds, &mut spell, &mut out),
                    None => out.push_str("(no way is in sight)"),
                }
            }
        }
    }
    out
}

/// Equal commands in a row are shown once, with their number.
fn spell_all(deeds: &[Deed], spell: &mut impl FnMut(&Deed) -> String, out: &mut String) {
    let groups: Vec<&[Deed]> = deeds.chunk_by(|a, b| a == b).collect();
    for (index, group) in groups.iter().take(TOLD_AT_ONCE).enumerate() {
        out.push_str(if index == 0 { "" } else { ", then " });
        out.push_str(&spell(&group[0]));
        if group.len() > 1 {
            out.push_str(&format!(" {} times", group.len()));
        }
    }
    if groups.len() > TOLD_AT_ONCE {
        out.push_str(", and so on");
    }
}

/// The travel or fight that replaces a long walk; `None` for a short one.
fn travel_for(order: &str, session: &dyn Session, travels: bool) -> Option<Vec<Deed>> {
    let (name, argument) = order.rsplit_once(' ').filter(|_| travels)?;
    let is_walk = matches!(name, "go" | "into") || argument.starts_with(['~', '@']);
    let glyph =
        argument.trim_start_matches(['~', '@']).chars().next().filter(|_| is_walk && name != "app")?;
    let walk = walk_to(session, glyph).filter(|walk| walk.len() >= LONG_WALK)?;
    let hero = session.chart(session.to_move(), 0, 0)?.hero;
    let goal = walk.iter().fold(hero, |at, &way| at.step(way));
    if would_fight(session, goal) {
        return Some(vec![Deed::Front("fight".to_owned())]);
    }
    let all = destinations(session, 0, 0);
    let place = all.iter().find(|place| place.at == goal && place.steps.is_some())?;
    if place.exit && all.iter().find(|place| place.exit).is_some_and(|first| first.at == goal) {
        return Some(vec![Deed::Travel(">".to_owned())]);
    }
    let first = place.name.split_whitespace().next()?.to_lowercase();
    let letters = (1..=first.chars().count()).map(|count| first.chars().take(count).collect::<String>());
    let leads = |letters: &String| {
        all.iter().find(|place| place.matches(letters)).is_some_and(|place| place.at == goal)
    };
    letters.into_iter().find(leads).map(|letters| vec![Deed::Travel(letters)])
}

/// The commands for the text in braces on the current board; `None` if there is no way to its object, or it has
/// no meaning.
#[must_use]
pub fn deeds(order: &str, session: &dyn Session) -> Option<Vec<Deed>> {
    let verbs = session.verbs();
    let phase = session.phase();
    if let Some(verb) = verb_named(&verbs, order, phase) {
        return Some(vec![Deed::plain(verb)]);
    }
    if order == "advice" {
        let line = session.suggest()?;
        return Some(vec![deed_of_line(&verbs, &line)?]);
    }
    let (name, argument) = order.rsplit_once(' ')?;
    let glyph = argument.trim_start_matches(['~', '@']).chars().next()?;
    let walk = || walk_to(session, glyph);
    let steps = |ways: &[Dir]| -> Option<Vec<Deed>> {
        ways.iter().map(|&way| step_verb(&verbs, way, phase).map(Deed::plain)).collect()
    };
    match name {
        "app" => Some(vec![Deed::Front(argument.to_owned())]),
        "go" | "into" => steps(&walk()?),
        _ => {
            let verb = verb_named(&verbs, name, phase)?;
            if argument.starts_with('@') {
                // The hero's glyph hides what it stands on.
                let mut all = steps(&walk().unwrap_or_default())?;
                all.push(Deed::plain(verb));
                return Some(all);
            }
            if !argument.starts_with('~') {
                return Some(vec![Deed::Verb { verb, way: None, word: Some(argument.to_owned()) }]);
            }
            let (&last, before) = walk()?.split_last().map(|(last, before)| (last, before.to_vec()))?;
            let mut all = steps(&before)?;
            all.push(Deed::Verb { verb, way: Some(last), word: None });
            Some(all)
        }
    }
}

/// The verb of this name that is valid in a phase, or else in another.
fn verb_named(verbs: &[VerbInfo], name: &str, phase: u8) -> Option<usize> {
    let named = |verb: &&(usize, &VerbInfo)| verb.1.name == name;
    let all: Vec<(usize, &VerbInfo)> = verbs.iter().enumerate().collect();
    let now = all.iter().filter(named).find(|(_, verb)| verb.phases & (1 << phase) != 0);
    now.or_else(|| all.iter().find(named)).map(|(index, _)| *index)
}

/// The verb that is a step in this direction.
fn step_verb(verbs: &[VerbInfo], way: Dir, phase: u8) -> Option<usize> {
    verbs.iter().position(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)
}

/// The verb of a command spelled as in runs.
fn verb_of_line(verbs: &[VerbInfo], line: &str) -> Option<usize> {
    let word = line.split_whitespace().next()?;
    verbs.iter().position(|verb| verb.words.first() == Some(&word))
}

fn deed_of_line(verbs: &[VerbInfo], line: &str) -> Option<Deed> {
    let verb = verb_of_line(verbs, line)?;
    let argument = line.split_whitespace().nth(1);
    let way = argument.filter(|_| verbs[verb].follows == kernel::Follows::Direction).and_then(|word| {
        let step = verbs.iter().find(|verb| verb.way.is_some() && verb.words.contains(&word))?;
        step.way
    });
    Some(Deed::Verb { verb, way, word: argument.filter(|_| way.is_none()).map(str::to_owned) })
}

/// The name of the last verb.
#[must_use]
pub fn last_verb(session: &dyn Session) -> Option<&'static str> {
    let (line, _) = session.last_step()?;
    let verbs = session.verbs();
    verb_of_line(&verbs, &line).map(|verb| verbs[verb].name)
}

/// The kinds of the events of the last command.
#[must_use]
pub fn event_kinds(session: &dyn Session) -> Vec<String> {
    session.facts().into_iter().map(|fact| fact.kind).collect()
}

/// The shortest walk to the nearest of these cells, its last step onto or into it; safe if possible, since a
/// tutorial may ask for something dangerous.
fn walk_to(session: &dyn Session, glyph: char) -> Option<Vec<Dir>> {
    const STRAIGHT_FIRST: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];
    let chart = session.chart(session.to_move(), 0, 0)?;
    let mut scene = Scene::default();
    session.draw(session.to_move(), 0, 0, None, &mut scene);
    let board = scene.first_board()?;
    let cols = usize::from(scene.area(board).cols).max(1);
    let goals: Vec<Pos> = (scene.cells(board).iter().enumerate())
        .filter(|(_, cell)| cell.glyph() == glyph)
        .map(|(index, _)| Pos::new((index % cols) as i32, (index / cols) as i32))
        .filter(|at| *at != chart.hero)
        .collect();
    let ways = if chart.diagonal { &STRAIGHT_FIRST[..] } else { &STRAIGHT_FIRST[..4] };
    let mut map = DistanceMap::new(chart.ground.cols(), chart.ground.rows());
    for careful in [true, false] {
        map.measure(goals.iter().copied(), ways, |at| {
            at == chart.hero
                || match chart.ground.get(at) {
                    Some(Ground::Open | Ground::Prize) => true,
                    Some(Ground::Danger) => !careful,
                    _ => false,
                }
        });
        if map.at(chart.hero) != FAR {
            break;
        }
    }
    let mut at = chart.hero;
    let mut walk = Vec::new();
    while let Some(way) = map.nearer(at, ways) {
        at = at.step(way);
        walk.push(way);
    }
    (!walk.is_empty()).then_some(walk)
}
