//! Reports what changed since the last command and is worth hearing.

use super::words::{changes, ending, find, offset, summary, thing_line, vitals_sentence};
use helpers::Hearing;
use kernel::{Seat, Sort, Thing, Vitals};
use session::Session;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Maximum number of new or near things listed one by one.
const TOLD_MOST: usize = 5;
/// Enemies within this many steps are listed while the game says that one is near.
const NEAR_STEPS: u16 = 6;
/// Maximum distance moved in one command: a creature this close to where one of its kind was is not new.
const STRIDE: u64 = 2;

/// Maximum number of remembered places; beyond it all are forgotten. Endless caves have endless chests.
const SEEN_MOST: usize = 10_000;

/// Things that do not move, with their positions in the world.
type Seen = BTreeSet<(Cow<'static, str>, (i64, i64))>;

/// The situation after the last command.
pub(super) struct News {
    hearing: Option<Hearing>,
    vitals: Vitals,
    over: bool,
    /// The seat it is seen from.
    seat: Seat,
    /// Everything immovable seen on this floor, so that a thing hidden for a while is not reported as new.
    seen: Seen,
}

impl News {
    pub(super) fn of(session: &dyn Session) -> Self {
        let mut news = Self {
            hearing: Hearing::of(session),
            vitals: session.vitals(session.to_move()),
            over: session.outcome().is_some(),
            seat: session.to_move(),
            seen: Seen::new(),
        };
        news.remember();
        news
    }

    fn remember(&mut self) {
        let Some(hearing) = &self.hearing else { return };
        if self.seen.len() > SEEN_MOST {
            self.seen.clear();
        }
        let lying = hearing.around.things.iter().filter(|thing| !moves(thing));
        self.seen.extend(lying.map(|thing| (thing.name.clone(), place(hearing, thing))));
    }

    pub(super) const fn hearing(&self) -> Option<&Hearing> {
        self.hearing.as_ref()
    }

    /// Describes the situation, for the start of a game.
    pub(super) fn standing(&self, session: &dyn Session) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(hearing) = &self.hearing {
            lines.push(summary(hearing));
            lines.push(vitals_sentence(&self.vitals));
            self.near(hearing, &mut lines);
        }
        lines.extend(session.outcome().map(|outcome| ending(&outcome)));
        lines
    }

    /// Appends what a command changed to its sentences.
    pub(super) fn after(&mut self, session: &dyn Session, lines: &mut Vec<String>) {
        let before = std::mem::replace(self, Self::of(session));
        if lines.is_empty() {
            lines.push(before.movement(self));
        }
        if let (None, Some(hearing)) = (&before.hearing, &self.hearing) {
            lines.push(vitals_sentence(&self.vitals));
            lines.push(summary(hearing));
            return self.near(hearing, lines);
        }
        let floor = self.vitals.number("floor");
        let told_floor =
            floor.is_some_and(|floor| lines.iter().any(|line| line.contains(&format!("floor {floor}"))));
        let changed = changes(&before.vitals, &self.vitals).into_iter();
        lines.extend(changed.filter(|change| !(told_floor && change.starts_with("Floor"))));
        if let Some(outcome) = session.outcome().filter(|_| !before.over) {
            if !session.is_left() {
                lines.push(ending(&outcome));
            }
            return;
        }
        let Some(hearing) = &self.hearing else { return };
        match &before.hearing {
            Some(then) if before.vitals.number("floor") == floor && before.seat == self.seat => {
                news_of(then, &before.seen, hearing, lines);
                self.near(hearing, lines);
                self.seen = before.seen;
                self.remember();
            }
            _ => {
                lines.push(summary(hearing));
                self.near(hearing, lines);
            }
        }
    }

    /// `1 east.`, for a command that said nothing.
    fn movement(&self, after: &Self) -> String {
        let place = |news: &Self| news.hearing.as_ref().map(|hearing| hearing.around.place);
        match (place(self), place(after)) {
            _ if self.seat != after.seat => "Done. It is the other side's turn.".to_owned(),
            (Some(from), Some(to)) if from != to => format!("{}.", offset(to.0 - from.0, to.1 - from.1)),
            (Some(_), Some(_)) => "You did not move.".to_owned(),
            _ => "Done.".to_owned(),
        }
    }

    /// Lists nearby enemies if the game reports a threat, or if it never does.
    fn near(&self, hearing: &Hearing, lines: &mut Vec<String>) {
        if self.over || hearing.threat == Some(false) {
            return;
        }
        let hero = hearing.around.hero;
        let is_near = |thing: &&&Thing| {
            let steps = hearing.path(thing.at);
            thing.sort == Sort::Foe
                && (hearing.threat.is_none()
                    || steps.is_some_and(|steps| steps <= NEAR_STEPS)
                    || hero.king_distance(thing.at) <= 2)
        };
        let all = find(hearing, "");
        let near = all.iter().filter(is_near).take(TOLD_MOST);
        lines.extend(near.map(|thing| format!("Near, {}", thing_line(hearing, thing))));
    }
}

/// The position of a thing in the world.
fn place(hearing: &Hearing, thing: &Thing) -> (i64, i64) {
    let (around, (east, north)) = (&hearing.around, hearing.around.place);
    (east + i64::from(thing.at.x - around.hero.x), north + i64::from(around.hero.y - thing.at.y))
}

const fn moves(thing: &Thing) -> bool {
    matches!(thing.sort, Sort::Foe | Sort::Friend)
}

/// Reports things that were not there before: creatures unless one of the same kind was near, other things
/// unless they were seen at that place.
fn news_of(before: &Hearing, seen: &Seen, after: &Hearing, lines: &mut Vec<String>) {
    let known = |thing: &Thing| {
        let at = place(after, thing);
        if !moves(thing) {
            return seen.contains(&(thing.name.clone(), at));
        }
        before.around.things.iter().any(|old| {
            let then = place(before, old);
            old.name == thing.name && at.0.abs_diff(then.0).max(at.1.abs_diff(then.1)) <= STRIDE
        })
    };
    let new: Vec<&Thing> = find(after, "").into_iter().filter(|thing| !known(thing)).collect();
    lines.extend(new.iter().take(TOLD_MOST).map(|thing| format!("New, {}", thing_line(after, thing))));
    if new.len() > TOLD_MOST {
        lines.push(format!("And {} more new things.", new.len() - TOLD_MOST));
    }
}
