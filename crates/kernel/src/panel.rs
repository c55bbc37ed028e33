//! What a player should know at a glance, as plain data: front-ends draw it, speech and text environments read it.

use crate::{Cell, Game, Pos, Seat, Sort};
use alloc::{borrow::Cow, format, string::String, vec::Vec};

/// How something is to be taken; themes give it a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Tone {
    #[default]
    Plain,
    Good,
    Magic,
    Cold,
    /// Cannot hurt you soon.
    Calm,
    /// Can hurt you.
    Wary,
    /// Hurts you badly.
    Dangerous,
    /// Kills you.
    Deadly,
}

/// An amount of something there is only so much of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it measures, in one short word ("HP").
    pub name: &'static str,
    /// How much there is.
    pub value: i64,
    /// How much there can be.
    pub of: i64,
    /// The numbers as they are shown.
    pub text: String,
    /// How it is to be taken.
    pub tone: Tone,
}

impl Bar {
    /// A bar that shows its numbers as they are.
    #[must_use]
    pub fn new(name: &'static str, value: i64, of: i64, tone: Tone) -> Self {
        Self { name, value, of, text: format!("{value}/{of}"), tone }
    }

    /// A bar of health: the less there is, the worse.
    #[must_use]
    pub fn health(value: i64, of: i64) -> Self {
        Self::new("HP", value, of, Self::tone_of(value, of))
    }

    /// How much is left of something one should not run out of.
    #[must_use]
    pub const fn tone_of(value: i64, of: i64) -> Tone {
        match value.saturating_mul(4) {
            left if left <= of => Tone::Deadly,
            left if left <= of.saturating_mul(2) => Tone::Wary,
            _ => Tone::Good,
        }
    }
}

/// Something that can be done now, and the line that does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// What it is called in a menu ("Drink").
    pub label: Cow<'static, str>,
    /// What to play, spelled as in a run.
    pub line: String,
}

impl Deed {
    /// A deed.
    #[must_use]
    pub fn new(label: impl Into<Cow<'static, str>>, line: impl Into<String>) -> Self {
        Self { label: label.into(), line: line.into() }
    }
}

/// Something in view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// What stands for it on the board.
    pub cell: Cell,
    /// What it is called, without an article.
    pub name: String,
    /// What kind of thing it is.
    pub sort: Sort,
    /// Where the board shows it.
    pub at: Pos,
    /// Its health, if it has any that can be seen.
    pub bar: Option<Bar>,
    /// What the rules foretell of it, without a full stop ("you win in 7, losing about 61"); empty where there is nothing.
    pub forecast: String,
    /// How dangerous it is.
    pub tone: Tone,
    /// How many steps away it is on known ground, if there is a way.
    pub steps: Option<u16>,
    /// What can be done with it from here, the usual thing first.
    pub deeds: Vec<Deed>,
}

/// Something carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// What it is called, without an article.
    pub name: String,
    /// How many there are of it.
    pub count: u32,
    /// True when it is worn, wielded or otherwise in use.
    pub worn: bool,
    /// What to know about it, also against what is worn ("+3 attack, 1 more than now"); may be empty.
    pub note: String,
    /// What can be done with it now, the usual thing first.
    pub deeds: Vec<Deed>,
}

/// What a player should know at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// Who the player is ("Drow thief").
    pub title: String,
    /// Where the player is ("floor 3 of 5").
    pub place: String,
    /// Amounts, health first.
    pub bars: Vec<Bar>,
    /// Numbers by name ("Attack", "25").
    pub numbers: Vec<(&'static str, String)>,
    /// What works on the player for a while.
    pub effects: Vec<(String, Tone)>,
    /// What the player wears and wields.
    pub worn: Vec<String>,
    /// What can be seen, the most dangerous first, then the nearest.
    pub in_view: Vec<Sight>,
    /// What the player carries, in a lasting order.
    pub carried: Vec<Carried>,
}

impl Panel {
    /// The gauges of a game as numbers: good enough for a game that says no more.
    #[must_use]
    pub fn of<G: Game>(game: &G, seat: Seat) -> Self {
        let mut numbers = alloc::vec![0; G::ABOUT.gauges.len()];
        game.gauges(seat, &mut numbers);
        let numbers = G::ABOUT
            .gauges
            .iter()
            .zip(numbers)
            .map(|(gauge, number)| (gauge.name, format!("{number}")))
            .collect();
        Self { title: G::ABOUT.title.into(), numbers, ..Self::default() }
    }

    /// Puts what is in view in its order.
    pub fn sort(&mut self) {
        crate::sort_by(&mut self.in_view, |a, b| {
            let nearness = |sight: &Sight| (sight.steps.unwrap_or(u16::MAX), sight.at.y, sight.at.x);
            b.tone.cmp(&a.tone).then_with(|| nearness(a).cmp(&nearness(b)))
        });
    }
}

/// One answer to a question of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer in a word or two ("Drow").
    pub label: Cow<'static, str>,
    /// What it means: numbers, abilities, a line to picture it.
    pub about: Vec<String>,
    /// What to play, spelled as in a run.
    pub line: String,
}

/// A question that a game asks before it goes on, as a screen of choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The question.
    pub question: String,
    /// The question for somebody who types the answer: it names what can be typed.
    pub prompt: String,
    /// The answers, the default first; none where they can only be typed.
    pub answers: Vec<Answer>,
}

/// The colours of a place. Only a theme of many colours on a dark ground uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mood {
    /// The floor, `0xRRGGBB`.
    pub floor: u32,
    /// The walls, `0xRRGGBB`.
    pub wall: u32,
    /// Light falls off from the hero and is gone at this many cells; nothing where all is lit alike.
    pub light: Option<u8>,
    /// Over how many moves everybody leaves a trail that fades.
    pub trail: u8,
}

/// Why a command should be given only on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Which of the game's [`Guard`]s warns.
    pub guard: &'static str,
    /// What would happen, one sentence.
    pub what: String,
}

/// A kind of warning, which can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Its name in the settings.
    pub name: &'static str,
    /// What it warns of, in a few words.
    pub help: &'static str,
    /// True when it is on unless switched off.
    pub default: bool,
}
