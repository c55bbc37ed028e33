//! The facts a player needs at a glance, as plain data. Front-ends draw them; speech and text environments read
//! them.

use crate::{Cell, Game, Pos, Seat, Sort};
use alloc::{borrow::Cow, format, string::String, vec::Vec};

/// The meaning of a text or number; themes give it a colour.
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

/// A limited amount, such as health.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// A short name ("HP").
    pub name: &'static str,
    /// The current amount.
    pub value: i64,
    /// The maximum.
    pub of: i64,
    /// The text beside the bar.
    pub text: String,
    /// Its meaning.
    pub tone: Tone,
}

impl Bar {
    /// A bar that shows value and maximum.
    #[must_use]
    pub fn new(name: &'static str, value: i64, of: i64, tone: Tone) -> Self {
        Self { name, value, of, text: format!("{value}/{of}"), tone }
    }

    /// A bar of health: the less there is, the worse.
    #[must_use]
    pub fn health(value: i64, of: i64) -> Self {
        Self::new("HP", value, of, Self::tone_of(value, of))
    }

    /// The tone of an amount that should not run out.
    #[must_use]
    pub const fn tone_of(value: i64, of: i64) -> Tone {
        match value.saturating_mul(4) {
            left if left <= of => Tone::Deadly,
            left if left <= of.saturating_mul(2) => Tone::Wary,
            _ => Tone::Good,
        }
    }
}

/// An action that is possible now, and the line that does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Its name in a menu ("Drink").
    pub label: Cow<'static, str>,
    /// The line to play, spelled as in a run.
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
    /// Its cell on the board.
    pub cell: Cell,
    /// Its name, without an article.
    pub name: String,
    /// Its kind.
    pub sort: Sort,
    /// Its position on the board.
    pub at: Pos,
    /// Its health, if that can be seen.
    pub bar: Option<Bar>,
    /// The result the rules predict for a fight, without a full stop ("you win in 7, losing about 61"); may be
    /// empty.
    pub forecast: String,
    /// How dangerous it is.
    pub tone: Tone,
    /// The number of steps to it on known ground, if there is a way.
    pub steps: Option<u16>,
    /// What can be done with it from here, the usual action first.
    pub deeds: Vec<Deed>,
}

/// A thing in the player's inventory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Its name, without an article.
    pub name: String,
    /// How many of it.
    pub count: u32,
    /// Whether it is in use: worn, wielded or the like.
    pub worn: bool,
    /// A note, also a comparison with what is worn ("+3 attack, 1 more than now"); may be empty.
    pub note: String,
    /// What can be done with it now, the usual action first.
    pub deeds: Vec<Deed>,
}

/// The facts a player needs at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// Who the player is ("Drow thief").
    pub title: String,
    /// Where the player is ("floor 3 of 5").
    pub place: String,
    /// What the player is after now, one sentence; empty once the game is over.
    pub goal: String,
    /// Amounts, health first.
    pub bars: Vec<Bar>,
    /// Numbers by name ("Attack", "25").
    pub numbers: Vec<(&'static str, String)>,
    /// Temporary effects on the player.
    pub effects: Vec<(String, Tone)>,
    /// Worn and wielded things.
    pub worn: Vec<String>,
    /// Things in view, the most dangerous first, then the nearest.
    pub in_view: Vec<Sight>,
    /// The inventory, in a stable order.
    pub carried: Vec<Carried>,
}

impl Panel {
    /// The gauges of a game as numbers, for games without a panel of their own.
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

    /// Sorts the things in view.
    pub fn sort(&mut self) {
        crate::sort_by(&mut self.in_view, |a, b| {
            let nearness = |sight: &Sight| (sight.steps.unwrap_or(u16::MAX), sight.at.y, sight.at.x);
            b.tone.cmp(&a.tone).then_with(|| nearness(a).cmp(&nearness(b)))
        });
    }
}

/// An answer to a question of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer in a word or two ("Drow").
    pub label: Cow<'static, str>,
    /// Details: numbers, abilities, a description.
    pub about: Vec<String>,
    /// The line to play, spelled as in a run.
    pub line: String,
}

/// A question that the game asks, shown as a screen of choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The question.
    pub question: String,
    /// The question for a player who types the answer: it names the possible inputs.
    pub prompt: String,
    /// The answers, the default first; empty if they can only be typed.
    pub answers: Vec<Answer>,
}

/// The colours of a place, used by dark themes with many colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mood {
    /// The floor, `0xRRGGBB`.
    pub floor: u32,
    /// The walls, `0xRRGGBB`.
    pub wall: u32,
    /// The number of cells at which the light around the hero ends; `None` if everything is equally lit.
    pub light: Option<u8>,
    /// The number of moves after which a trail has faded.
    pub trail: u8,
}

/// Why a command should be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The name of its [`Guard`].
    pub guard: &'static str,
    /// The consequence, one sentence.
    pub what: String,
}

/// A kind of warning, which the player can switch off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Its name in the settings.
    pub name: &'static str,
    /// What it warns of, in a few words.
    pub help: &'static str,
    /// Whether it is on by default.
    pub default: bool,
}
