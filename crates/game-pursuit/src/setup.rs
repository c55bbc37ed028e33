//! Checks options and field text.

use crate::content::{FIELD, LIMIT, LIMIT_MAX};
use crate::{Diagonals, Field, Player, Pursuit, Side, fresh_field, read_field};
use alloc::{
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use kernel::{Finding, Kind, OptionSpec, Options, Policy, Prepared, Seed};

const PLAYERS: &str = "Who plays";
const ENDS: &str = "How it ends";
const FIELDS: &str = "Field";

pub(crate) const OPTIONS: [OptionSpec; 7] = [
    OptionSpec::new(
        "hero",
        Kind::Named(|name| named(name, Side::Hero)),
        "human",
        "Who plays the hero: human, rogue, speedy, optimal, random, cmd:PROGRAM.",
    )
    .called("Hero", PLAYERS),
    OptionSpec::new(
        "monster",
        Kind::Named(|name| named(name, Side::Monster)),
        "monster",
        "Who plays the monster: human, monster, optimal, random, cmd:PROGRAM.",
    )
    .called("Monster", PLAYERS),
    OptionSpec::new(
        "limit",
        Kind::Whole(1, LIMIT_MAX),
        LIMIT,
        "Number of rounds after which the game ends and the hero has escaped.",
    )
    .called("Round limit", ENDS),
    OptionSpec::new(
        "repeat",
        Kind::Choice(&["auto", "end", "go"]),
        "auto",
        "end: a repeated position ends the game. go: it does not. auto: it does if both strategies are deterministic.",
    )
    .called("Repeated positions", ENDS),
    OptionSpec::new(
        "diagonals",
        Kind::Choice(&["free", "joined"]),
        "free",
        "Diagonal steps between room cells: all of them (free), or only where a third room cell touches both (joined).",
    )
    .called("Diagonal steps", FIELDS),
    OptionSpec::new(
        "field",
        Kind::Choice(&["own", "fresh"]),
        "own",
        "The field when no file is named: always the same (own), or a new one for every seed (fresh).",
    )
    .called("Field", FIELDS),
    OptionSpec::new(
        kernel::EDITION,
        Kind::Preset {
            words: &["classic", "undercroft"],
            sets: &[("undercroft", "field", "fresh"), ("undercroft", "repeat", "end")],
        },
        "classic",
        "The game of the document, or a new field for every seed, where a repeated position counts as an escape.",
    )
    .called("Edition", FIELDS),
];

/// The canonical name of a player. A command in a run of an older version is kept as it is, since it is part
/// of the state.
fn named(name: &str, side: Side) -> Result<(String, Option<String>), String> {
    let (player, hint) = Player::parse(name, side)?;
    Ok((if Player::command(name).is_some() { name.trim().to_string() } else { player.name() }, hint))
}

/// A checked field, its players and the options of a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The field.
    pub field: Arc<Field>,
    /// Who plays the hero.
    pub hero: Player,
    /// Who plays the monster.
    pub monster: Player,
    /// The round limit.
    pub limit: u32,
    /// True when a repeated position ends the game.
    pub repeat_ends: bool,
    /// True when the seed determines the field.
    pub fresh: bool,
}

impl Setup {
    /// A game between two players on a field, with default options.
    #[must_use]
    pub fn new(field: Arc<Field>, hero: Player, monster: Player) -> Self {
        let repeat_ends = hero.is_steady() && monster.is_steady();
        let limit = LIMIT.parse().unwrap_or(u32::MAX);
        Self { field, hero, monster, limit, repeat_ends, fresh: false }
    }

    /// The same setup with the field of a seed, if the seed determines the field.
    #[must_use]
    pub fn on(&self, seed: &Seed) -> Self {
        let mut setup = self.clone();
        if self.fresh
            && let Some(field) = fresh_field(seed, self.field.diagonals())
        {
            setup.field = Arc::new(field);
        }
        setup
    }

    /// Starts a game.
    #[must_use]
    pub fn begin(&self) -> Pursuit {
        Pursuit::new(self)
    }
}

pub(crate) fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
    if let Some(finding) = policy.refuse_level(level) {
        return Prepared::refused([finding].into());
    }
    let get = |name| options.get(&OPTIONS, name);
    let mut findings = Vec::new();
    let mut seat = |option: &'static str, side| match Player::parse(&get(option), side) {
        Ok((player, hint)) => {
            findings.extend(hint.map(|hint| Finding::warning(0, 0, hint)));
            Some(player)
        }
        Err(what) => {
            findings.push(Finding::error(0, 0, what));
            None
        }
    };
    let hero = seat("hero", Side::Hero);
    let monster = seat("monster", Side::Monster);
    let diagonals = if get("diagonals") == "joined" { Diagonals::Joined } else { Diagonals::Free };
    let (field, told) = read_field(level.unwrap_or(FIELD), diagonals);
    findings.extend(told);
    let (Some(field), Some(hero), Some(monster)) = (field, hero, monster) else {
        return Prepared::refused(findings);
    };
    let mut setup = Setup::new(Arc::new(field), hero, monster);
    setup.fresh = level.is_none() && get("field") == "fresh";
    setup.limit = options.whole(&OPTIONS, "limit").clamp(1, LIMIT_MAX) as u32;
    match get("repeat").as_str() {
        "end" => setup.repeat_ends = true,
        "go" => setup.repeat_ends = false,
        _ => {}
    }
    Prepared::judged(setup, findings)
}
