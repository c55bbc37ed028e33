//! Practice games: what can be set, and how runs spell it. See [`kernel::Adjustment`].

use crate::contract::{Reply, ReplyKind, Session as _};
use crate::live::Live;
use crate::{Header, PRACTICE};
use kernel::{Adjustment, Grammar, Guide, Seat};

/// A step of a run: a command of the game, or an adjustment of a practice game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order<C> {
    Command(C),
    Set(&'static str, u32),
}

impl<C: Copy + PartialEq + 'static> Order<C> {
    /// Its spelling in runs.
    pub(crate) fn spelled(self, grammar: &Grammar<C>) -> String {
        let mut spelled = String::new();
        self.spell(grammar, &mut spelled);
        spelled
    }

    /// Appends its spelling.
    pub(crate) fn spell(self, grammar: &Grammar<C>, out: &mut String) {
        match self {
            Self::Command(command) => grammar.spell(command, out),
            Self::Set(name, value) => out.push_str(&format!("{PRACTICE} {name} {value}")),
        }
    }
}

/// Whether it is a practice game, which is never ranked.
#[must_use]
pub fn is_practice(header: &Header) -> bool {
    crate::remark(&header.about, PRACTICE).is_some()
}

/// The remark in the header of a practice game.
#[must_use]
pub fn practice_remark() -> (String, String) {
    (PRACTICE.to_owned(), "1".to_owned())
}

/// The words after `practice`, if a line of a practice game begins with it.
#[must_use]
pub fn practice_words<'a>(header: &Header, line: &'a str) -> Option<&'a str> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first.eq_ignore_ascii_case(PRACTICE) && is_practice(header)).then(|| rest.trim())
}

/// The adjustment that a text after `practice` means, with the sentence about it.
fn setting(adjustable: &[Adjustment], text: &str) -> Option<(&'static str, u32, String)> {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let one = adjustable.iter().find(|one| one.name.eq_ignore_ascii_case(name))?;
    let value = one.value(value.trim())?;
    let label = one.label.to_lowercase();
    let told = match one.word(value) {
        Some(word) => format!("Practice: {label} {word}."),
        None if one.is_deed() => format!("Practice: {label}."),
        None => format!("Practice: {label} {value}."),
    };
    Some((one.name, value, told))
}

/// "practice health 1-100, floor 1-99."
fn what_can_be_set(adjustable: &[Adjustment]) -> String {
    let one = |one: &Adjustment| match () {
        () if one.is_deed() => one.name.to_owned(),
        () => format!("{} {}-{}", one.name, one.first, one.last),
    };
    let all: Vec<String> = adjustable.iter().map(one).collect();
    if all.is_empty() {
        return "Nothing can be set now.".to_owned();
    }
    format!("You can set, after {PRACTICE}: {}.", all.join(", "))
}

impl<G: Guide> Live<G> {
    /// What can be set now; empty outside practice games and after the end.
    pub(crate) fn adjustable(&self, seat: Seat) -> Vec<Adjustment> {
        let over = self.game.outcome().is_some();
        if is_practice(&self.header) && !over { self.game.adjustments(seat) } else { Vec::new() }
    }

    /// Reads one step of a run.
    pub(crate) fn read_order(&self, seat: Seat, text: &str) -> Option<Order<G::Command>> {
        if let Some(words) = practice_words(&self.header, text) {
            return setting(&self.adjustable(seat), words).map(|(name, value, _)| Order::Set(name, value));
        }
        match G::grammar().read(text, self.game.phase()) {
            Ok(commands) if commands.len() == 1 => Some(Order::Command(commands[0])),
            _ => None,
        }
    }

    /// Carries out one step of a run.
    pub(crate) fn carry_out(&mut self, seat: Seat, order: Order<G::Command>) -> Result<(), String> {
        match order {
            Order::Command(command) => self.act(seat, command),
            Order::Set(name, value) => self.set(seat, name, value),
        }
    }

    fn set(&mut self, seat: Seat, name: &'static str, value: u32) -> Result<(), String> {
        let adjustable = self.adjustable(seat);
        let setting = setting(&adjustable, &format!("{name} {value}"));
        let (name, value, told) = setting.ok_or_else(|| what_can_be_set(&adjustable))?;
        self.game.adjust(seat, name, value);
        self.record(seat, Order::Set(name, value));
        self.adjusted = Some(told);
        Ok(())
    }

    /// Plays the words after `practice`.
    pub(crate) fn practise(&mut self, seat: Option<Seat>, words: &str) -> Reply {
        let seat = seat.unwrap_or(self.game.to_move());
        if self.game.outcome().is_some() {
            return Reply::one(ReplyKind::Over, "The game is over.");
        }
        let adjustable = self.adjustable(seat);
        let Some((name, value, _)) = setting(&adjustable, words) else {
            return Reply::one(ReplyKind::Misread, what_can_be_set(&adjustable));
        };
        self.clear_events();
        match self.set(seat, name, value) {
            Ok(()) => {
                self.narrate(None);
                Reply { kind: ReplyKind::Played, said: self.said().to_vec() }
            }
            Err(why) => Reply::one(ReplyKind::Refused, why),
        }
    }
}
