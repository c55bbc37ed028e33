//! Collects the material of a morgue from a run, step by step.

use super::{Count, Course, GamePage, Moment};
use crate::chart::{Gather, gather};
use crate::facts::{Border, Crossing, Tally, names_of};
use kernel::{Scene, Vital, Vitals};
use session::{Replaying, Session};
use std::collections::{BTreeMap, VecDeque};

/// Maximum number of values in a course.
const COURSE: usize = 60;
/// Number of heaviest losses, and of largest gains, that become turning points.
const LOSSES: usize = 5;
const GAINS: usize = 3;
/// Losses below this fraction (1/n) of the highest health are ignored.
const LOSS_PART: i64 = 12;
/// Maximum number of turning points of a game.
const MOMENTS: usize = 40;
/// Maximum number of clauses merged into one moment.
const CLAUSES: usize = 4;
/// Maximum number of firsts noted; level files could bring any number of texts.
const FIRSTS: usize = 200;
/// Number of last sentences shown.
const LAST_SAID: usize = 8;
/// Sentences are cut at this length.
const SAID_CHARS: usize = 160;
/// Maximum number of names counted for one kind of event.
const NAMES: usize = 16;

/// A possible turning point.
struct Candidate {
    moment: Moment,
    weight: i64,
}

/// The current game.
#[derive(Default)]
struct GameSoFar {
    from: usize,
    tally: Tally,
    health: Vec<i64>,
    score: Vec<i64>,
    turn: Vec<i64>,
    floor: Option<i64>,
    losses: Vec<Candidate>,
    gains: Vec<Candidate>,
    floors: Vec<Moment>,
    /// First occurrences: the name, the kind of event it came with, and the moment.
    firsts: Vec<(String, String, Moment)>,
    last_said: VecDeque<String>,
}

/// Watches a replay and makes a page for each game.
pub(super) struct Collector {
    pages: Vec<GamePage>,
    border: Border,
    now: GameSoFar,
    commands: usize,
    total: usize,
}

impl Collector {
    /// Starts with a run that is about to be replayed.
    pub(super) fn new(again: &dyn Replaying) -> Self {
        let mut collector = Self {
            pages: Vec::new(),
            border: Border::default(),
            now: GameSoFar::default(),
            commands: 0,
            // The progress counts something else while a strategy still thinks.
            total: again.run().steps.len(),
        };
        collector.see(again.session());
        collector
    }

    pub(super) fn finish(&mut self) -> Vec<GamePage> {
        std::mem::take(&mut self.pages)
    }

    /// Takes in the state after a step.
    pub(super) fn see(&mut self, session: &dyn Session) {
        let vitals = session.vitals(session.to_move());
        let outcome = session.outcome();
        let crossing = self.border.cross(outcome.is_some(), vitals.number("turn").unwrap_or(0));
        if crossing == Crossing::Begins {
            self.now = GameSoFar { from: self.commands, ..GameSoFar::default() };
        }
        self.commands = session.commands();
        self.now.look(session, &vitals, self.commands);
        match outcome {
            Some(outcome) if crossing == Crossing::Ends => {
                self.close(session, &vitals, outcome.verdict.word(), outcome.score);
            }
            None if self.commands == self.total && self.commands > self.now.from => {
                self.close(session, &vitals, "open", vitals.number("score").unwrap_or(0));
            }
            _ => {}
        }
    }

    fn close(&mut self, session: &dyn Session, vitals: &Vitals, result: &str, score: i64) {
        let now = std::mem::take(&mut self.now);
        let commands = self.commands - now.from;
        let course = now.course();
        let last_said = now.last_said.iter().cloned().collect();
        let counts = now.counts(commands);
        let turning_points = now.turning_points(commands);
        self.pages.push(GamePage {
            number: self.pages.len() as u32 + 1,
            result: result.to_owned(),
            score,
            turns: vitals.number("turn").unwrap_or(commands as i64),
            commands,
            vitals: sorted(vitals),
            course,
            turning_points,
            counts,
            last_said,
            screen: screen(session),
        });
        self.now.from = self.commands;
    }
}

impl GameSoFar {
    fn look(&mut self, session: &dyn Session, vitals: &Vitals, command: usize) {
        let turn = vitals.number("turn").unwrap_or(command as i64);
        let said = session.said();
        let mut told: String = said.join(" ").chars().take(SAID_CHARS + 1).collect();
        if told.chars().count() > SAID_CHARS {
            told = told.chars().take(SAID_CHARS - 1).chain(['…']).collect();
        }
        let moment = |what: String| Moment { turn, command, what, said: told.clone() };
        if let (Some(hp), Some(&before)) = (vitals.number("hp"), self.health.last())
            && hp < before
        {
            let what = format!("{} health lost, {hp} left", before - hp);
            self.losses.push(Candidate { moment: moment(what), weight: before - hp });
        }
        let floor = vitals.number("floor");
        if let (Some(floor), Some(before)) = (floor, self.floor)
            && floor > before
        {
            self.floors.push(moment(format!("floor {floor}")));
        }
        self.floor = self.floor.max(floor);
        let score = vitals.number("score");
        // Where the score equals the floor or the turn, its changes are shown already.
        if let (Some(score), Some(&before)) = (score, self.score.last())
            && score > before
            && Some(score) != floor
            && Some(score) != vitals.number("turn")
        {
            self.gains.push(Candidate {
                moment: moment(match score - before {
                    1 => "1 point gained".to_owned(),
                    more => format!("{more} points gained"),
                }),
                weight: score - before,
            });
        }
        keep_heaviest(&mut self.losses, LOSSES);
        keep_heaviest(&mut self.gains, GAINS);
        self.health.extend(vitals.number("hp"));
        self.score.extend(score);
        self.turn.extend(vitals.number("turn"));
        self.events(&session.facts(), moment);
        self.tally.vitals(vitals);
        self.last_said.extend(said.iter().map(|sentence| sentence.text.clone()));
        while self.last_said.len() > LAST_SAID {
            self.last_said.pop_front();
        }
    }

    /// Counts events and notes first occurrences.
    fn events(&mut self, events: &[session::Fact], moment: impl Fn(String) -> Moment) {
        for event in events {
            let kind = &event.kind;
            let names: Vec<String> =
                names_of(event).into_iter().map(|(name, _)| name).filter(|name| name.contains('=')).collect();
            let whole = [kind.to_owned()];
            let new = if names.is_empty() { &whole[..] } else { &names[..] };
            for name in new {
                let known = self.tally.events.contains_key(name)
                    || self.firsts.iter().rev().take(events.len() * 4).any(|(other, ..)| other == name);
                if !known && self.firsts.len() < FIRSTS {
                    self.firsts.push((name.clone(), kind.to_owned(), moment(plain(name))));
                }
            }
        }
        self.tally.events(events);
    }

    /// Health over time, or the score if health never changes and the score is not just the turn.
    fn course(&self) -> Option<Course> {
        let varies = |values: &[i64]| values.windows(2).any(|pair| pair[0] != pair[1]);
        let (of, values) = if varies(&self.health) {
            ("hp", &self.health)
        } else if varies(&self.score) && self.score != self.turn {
            ("score", &self.score)
        } else {
            return None;
        };
        Some(Course {
            of: of.to_owned(),
            values: gather(values, COURSE, Gather::Least),
            most: values.iter().copied().max().unwrap_or(0),
            least: values.iter().copied().min().unwrap_or(0),
        })
    }

    fn counts(&self, commands: usize) -> BTreeMap<String, Count> {
        let mut counts: BTreeMap<String, Count> = BTreeMap::new();
        for (name, &times) in self.tally.events.iter().filter(|(name, _)| !name.contains(' ')) {
            counts.insert(name.clone(), Count { times, of: BTreeMap::new() });
        }
        for (name, &times) in &self.tally.events {
            let Some((kind, word)) = name.split_once(' ').filter(|(_, word)| word.contains('=')) else {
                continue;
            };
            if let Some(count) = counts.get_mut(kind)
                && !is_common(count.times, commands)
                && count.of.len() < NAMES
            {
                count.of.insert(word.split_once('=').map_or(word, |(_, value)| value).to_owned(), times);
            }
        }
        counts
    }

    fn turning_points(self, commands: usize) -> Vec<Moment> {
        let most = self.health.iter().copied().max().unwrap_or(0);
        let losses = self.losses.into_iter().filter(|loss| loss.weight * LOSS_PART >= most);
        let mut moments: Vec<Moment> =
            losses.chain(self.gains).map(|candidate| candidate.moment).chain(self.floors).collect();
        let tally = &self.tally.events;
        let is_rare = |kind: &str| !is_common(tally.get(kind).copied().unwrap_or(0), commands);
        let firsts =
            self.firsts.into_iter().filter(|(_, kind, _)| is_rare(kind)).map(|(name, _, mut moment)| {
                if tally.get(&name).is_some_and(|&times| times > 1) {
                    moment.what.insert_str(0, "first ");
                }
                moment
            });
        let room = MOMENTS.saturating_sub(moments.len());
        moments.extend(firsts.take(room));
        kernel::sort_by_key(&mut moments, |moment| moment.command);
        // Everything one command caused is one moment.
        let mut merged: Vec<(usize, Moment)> = Vec::new();
        for moment in moments {
            match merged.last_mut() {
                Some((clauses, last)) if last.command == moment.command => {
                    *clauses += 1;
                    match *clauses {
                        ..=CLAUSES => last.what += &format!(", {}", moment.what),
                        more if more == CLAUSES + 1 => last.what += " and more",
                        _ => {}
                    }
                }
                _ => merged.push((1, moment)),
            }
        }
        merged.into_iter().map(|(_, moment)| moment).collect()
    }
}

/// Whether it happens with every fourth command or more often, like steps: no news.
fn is_common(times: i64, commands: usize) -> bool {
    times > 8 && times * 4 > commands as i64
}

fn keep_heaviest(candidates: &mut Vec<Candidate>, count: usize) {
    if candidates.len() > count {
        let lightest = (0..candidates.len()).min_by_key(|&at| (candidates[at].weight, usize::MAX - at));
        candidates.remove(lightest.unwrap_or(0));
    }
}

/// Makes `slain foe=D` readable: `slain (D)`.
fn plain(name: &str) -> String {
    match name.split_once(' ') {
        Some((kind, word)) => {
            let value = word.split_once('=').map_or(word, |(_, value)| value);
            format!("{} ({value})", kind.replace('_', " "))
        }
        None => name.replace('_', " "),
    }
}

fn sorted(vitals: &Vitals) -> Vec<(String, Vital)> {
    let mut sorted: Vec<_> =
        vitals.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    kernel::sort_by(&mut sorted, |(a, _), (b, _)| a.cmp(b));
    sorted
}

/// The frame of line mode, without trailing blanks.
fn screen(session: &dyn Session) -> Vec<String> {
    let mut scene = Scene::default();
    session.draw(session.to_move(), 0, 0, None, &mut scene);
    let mut text = Vec::new();
    scene.write_text(&mut text);
    let mut rows: Vec<String> =
        String::from_utf8_lossy(&text).lines().map(|row| row.trim_end().to_owned()).collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}
