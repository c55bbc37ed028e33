//! Checks options and level text before a game starts.

use crate::content::{DIFFICULTIES, Difficulty, PLAIN_TUNING, TEMPERED_TUNING, Tuning};
use crate::floor::{Foe, Thing};
use crate::layout;
use crate::plan::{Plan, Spot};
use alloc::{sync::Arc, vec::Vec};
use kernel::{EDITION, Kind, OptionSpec, Options, Policy, Prepared};
use serde::{Deserialize, Serialize};

const fn switch(
    name: &'static str,
    label: &'static str,
    group: &'static str,
    help: &'static str,
) -> OptionSpec {
    OptionSpec::new(name, Kind::Switch, "off", help).called(label, group)
}

const HERO: &str = "You";
const THINGS: &str = "Things and trade";
const FLOORS: &str = "Enemies and floors";

/// The switches, all off by default, in the order of the bits of [`EditionOptions`]; then the difficulty, the balance
/// of the edition and the edition itself.
pub(crate) static OPTIONS: [OptionSpec; SWITCHES + 3] = [
    switch(
        "wasd",
        "Walk into things",
        HERO,
        "Move with w a s d. Walking into an enemy attacks it, walking into a potion uses it.",
    ),
    switch("inventory", "Bag", THINGS, "Potions can be carried in a bag and used later."),
    switch("gear", "Weapons and armour", THINGS, "Floors hold weapons and armour for you to wield and wear."),
    switch(
        "pursue",
        "Enemies hunt you",
        FLOORS,
        "Enemies that scent you hunt you, also through doorways and passages.",
    ),
    switch("shop", "Shops", THINGS, "Neutral merchants sell potions (and gear) and buy items from your bag."),
    switch("classes", "Classes", HERO, "Choose a class after the race: knight, monk, thief, wizard."),
    switch("races", "More races", HERO, "Three more races: kobold, wraith, zombie."),
    switch("foes", "More enemies", FLOORS, "Three more enemies: archer, robber, knight."),
    switch("chambers", "Random chambers", FLOORS, "Random chambers, randomly connected, on every floor."),
    OptionSpec::new(
        DIFFICULTY,
        Kind::Choice(&DIFFICULTY_NAMES),
        DIFFICULTIES[NORMAL].name,
        "Number of enemies and of piles of gold on a floor.",
    )
    .called("Difficulty", FLOORS),
    OptionSpec::new(
        BALANCE,
        Kind::Choice(&["plain", TEMPERED]),
        "plain",
        "tempered: fewer enemies on the first floors, stronger healing, more gear, a merchant on every floor.",
    )
    .called("Balance", FLOORS),
    OptionSpec::new(
        EDITION,
        Kind::Preset { words: &["classic", "undercroft"], sets: &UNDERCROFT },
        "classic",
        "The game of the document, or all options together, balanced.",
    )
    .called("Edition", ""),
];

/// What the edition sets: every switch and the balance.
const UNDERCROFT: [(&str, &str, &str); SWITCHES + 1] = {
    const fn on(name: &'static str) -> (&'static str, &'static str, &'static str) {
        ("undercroft", name, "on")
    }
    [
        on("wasd"),
        on("inventory"),
        on("gear"),
        on("pursue"),
        on("shop"),
        on("classes"),
        on("races"),
        on("foes"),
        on("chambers"),
        ("undercroft", BALANCE, TEMPERED),
    ]
};

/// Number of switches among [`OPTIONS`].
const SWITCHES: usize = 9;
const DIFFICULTY: &str = "difficulty";
const BALANCE: &str = "balance";
const TEMPERED: &str = "tempered";
/// The index of the document's numbers in [`DIFFICULTIES`].
const NORMAL: usize = 1;
const DIFFICULTY_NAMES: [&str; DIFFICULTIES.len()] =
    [DIFFICULTIES[0].name, DIFFICULTIES[1].name, DIFFICULTIES[2].name];

/// The switches that are on, followed by two bits for the difficulty, counted from normal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EditionOptions(u16);

impl EditionOptions {
    pub(crate) const WASD: Self = Self(1);
    pub(crate) const INVENTORY: Self = Self(1 << 1);
    pub(crate) const GEAR: Self = Self(1 << 2);
    pub(crate) const PURSUE: Self = Self(1 << 3);
    pub(crate) const SHOP: Self = Self(1 << 4);
    pub(crate) const CLASSES: Self = Self(1 << 5);
    pub(crate) const RACES: Self = Self(1 << 6);
    pub(crate) const FOES: Self = Self(1 << 7);
    pub(crate) const CHAMBERS: Self = Self(1 << 8);
    /// The balance of the edition, above the two bits of the difficulty.
    pub(crate) const TEMPERED: Self = Self(1 << (SWITCHES + 2));

    pub(crate) fn from_options(options: &Options) -> Self {
        let bit =
            |(place, spec): (usize, &OptionSpec)| u16::from(options.is_on(&OPTIONS, spec.name)) << place;
        let chosen = options.get(&OPTIONS, DIFFICULTY);
        let place = DIFFICULTIES.iter().position(|row| row.name == chosen).unwrap_or(NORMAL);
        let difficulty = (place + DIFFICULTIES.len() - NORMAL) % DIFFICULTIES.len();
        let switches = OPTIONS[..SWITCHES].iter().enumerate().map(bit).sum::<u16>();
        let tempered = if options.get(&OPTIONS, BALANCE) == TEMPERED { Self::TEMPERED.0 } else { 0 };
        Self(switches | (difficulty as u16) << SWITCHES | tempered)
    }

    /// The difficulty of generated floors.
    pub(crate) const fn difficulty(self) -> &'static Difficulty {
        &DIFFICULTIES[((self.0 >> SWITCHES & 0b11) as usize + NORMAL) % DIFFICULTIES.len()]
    }

    /// The tuning of generated floors and healing.
    pub(crate) const fn tuning(self) -> &'static Tuning {
        if self.has(Self::TEMPERED) { &TEMPERED_TUNING } else { &PLAIN_TUNING }
    }

    #[inline]
    pub(crate) const fn has(self, option: Self) -> bool {
        self.0 & option.0 != 0
    }

    /// True when there is a bag, for potions, gear or both.
    pub(crate) const fn has_bag(self) -> bool {
        self.has(Self::INVENTORY) || self.has(Self::GEAR)
    }
}

/// One floor of a layout file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LevelFloor {
    pub(crate) plan: Arc<Plan>,
    pub(crate) hero: Option<Spot>,
    pub(crate) stairs: Option<Spot>,
    pub(crate) things: Vec<Thing>,
    pub(crate) foes: Vec<Foe>,
}

impl LevelFloor {
    /// True when the file shows bare ground; then the contents of the floor are generated.
    pub(crate) fn is_empty(&self) -> bool {
        self.hero.is_none() && self.stairs.is_none() && self.things.is_empty() && self.foes.is_empty()
    }
}

/// What is shared by all games of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Base {
    pub(crate) options: EditionOptions,
    pub(crate) classic: Arc<Plan>,
    pub(crate) sheets: Vec<LevelFloor>,
}

/// The checked options and layout of a game.
#[derive(Clone, Debug)]
pub struct Setup(pub(crate) Arc<Base>);

pub(crate) fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
    if let Some(finding) = policy.refuse_level(level) {
        return Prepared::refused([finding].into());
    }
    let options = EditionOptions::from_options(options);
    let classic = Arc::new(Plan::classic());
    let (sheets, findings) = match level {
        Some(text) => layout::read(text, options, &classic),
        None => (Vec::new(), Vec::new()),
    };
    Prepared::judged(Setup(Arc::new(Base { options, classic, sheets })), findings)
}
