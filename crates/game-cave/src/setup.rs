//! The settings of §2.6.4 under their own names, further options, and the setup of one game.

use crate::content::{FOES, HEALTH_MOST, TABLE_ATTACK, Values};
use crate::import::{self, Import};
use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt::Write;
use kernel::{EDITION, Finding, Kind, OptionSpec, Options, Policy, Prepared, Seed, UNUSED, to_digits};
use serde::{Deserialize, Serialize};

/// Maximum region size: with the widest border of noise a row still fits one 128-bit word.
pub(crate) const SIZE_MOST: usize = 100;
/// Maximum number of generations of the automaton, which is also the width of the border of noise around a
/// region.
pub(crate) const ITERATIONS_MOST: usize = 10;
const ONE: i64 = 1_000_000;
const BASE_64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const fn option(name: &'static str, kind: Kind, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec::new(name, kind, default, help)
}

/// All options, the document's settings first.
pub(crate) static OPTIONS: [OptionSpec; 29] = [
    option("iRegionSize", Kind::Whole(10, SIZE_MOST as i64), "50", "Cells along the side of a region.")
        .called("Size of a region", "World"),
    option("iRegionCacheSize", Kind::Whole(1, 256), "8", "Regions kept in memory.")
        .called("Regions kept in memory", "World"),
    option(
        "iRegionIterationCount",
        Kind::Whole(0, ITERATIONS_MOST as i64),
        "2",
        "Number of generations of the cellular automaton that shapes the caves.",
    )
    .called("Rounds of smoothing", "World"),
    option("iCellDeathThreshold", Kind::Whole(0, 9), "5", "Number of rock neighbours that turn a cell into rock.")
        .called("Neighbours that make rock", "World"),
    option("fRandomBoundary", Kind::Decimal(0, ONE), "0.5", "Share of floor in the initial noise.")
        .called("Share of floor", "World"),
    option(
        "fChestSpawnBoundary",
        Kind::Decimal(0, ONE),
        "0.995",
        "A floor cell holds a chest if its random number is above this.",
    )
    .called("Rarity of chests", "World"),
    option("bShouldClearScreen", Kind::Switch, "on", "Clear the screen before each frame.")
        .called("Clear the screen", UNUSED),
    option(
        "fFrameSleepTime",
        Kind::Decimal(0, 60 * ONE),
        "0.75",
        "Seconds between frames in the original program; kept for its files, but not used.",
    )
    .called("Pause between frames", UNUSED),
    option("iChestMaxItems", Kind::Whole(1, 9), "2", "Maximum number of items in one reward.")
        .called("Items in a chest", "World"),
    option(
        "iPlayerSaveFrequency",
        Kind::Whole(1, 1_000_000),
        "5",
        "Moves between saves in the original program; kept for its files, but not used: every command is saved at once.",
    )
    .called("Moves between saves", UNUSED),
    option(
        "fArmourProtection",
        Kind::Decimal(0, ONE),
        "0.3",
        "Share of a point of damage that one point of armour stops.",
    )
    .called("Strength of armour", "Fights"),
    option("fDamageMultiplier", Kind::Decimal(0, 10 * ONE), "1.2", "Multiplies the damage that armour stops.")
        .called("Armour multiplier", "Fights"),
    option(
        "fCombatStunProbability",
        Kind::Decimal(0, ONE),
        "0.05",
        "Chance that a blow stuns and is followed by another.",
    )
    .called("Chance to stun", "Fights"),
    option("bShowDebugInfo", Kind::Switch, "off", "Show world, region and cell coordinates below the board.")
        .called("Show coordinates", "World"),
    option("lTurnSleepTime", Kind::Whole(0, 60_000), "500", "Milliseconds between the blows of a fight.")
        .called("Pause between blows", UNUSED),
    option(
        "monsters",
        Kind::Choice(&["still", "roaming"]),
        "still",
        "Monsters stay where they are, or roam and hunt.",
    )
    .called("Monsters", ""),
    option("kinds", Kind::Switch, "off", "Several kinds of monsters, and weapons that are good against some of them.")
        .called("Kinds of monsters", ""),
    option(
        "fights",
        Kind::Choice(&["full", "short", "turns"]),
        "full",
        "short: every blow counts three times. turns: the same, with one exchange of blows a turn, and wounds last.",
    )
    .called("Length of fights", ""),
    option(
        "birthplace",
        Kind::Choice(&["random", "centre"]),
        "random",
        "The monster of a region starts on a random free cell, or on the one nearest the centre.",
    )
    .called("Where monsters start", "World"),
    option("loss", Kind::Switch, "on", "A hero who dies loses one item that is not equipped.")
        .called("Death costs an item", ""),
    option(
        "values",
        Kind::Choice(&["program", "table"]),
        "program",
        "Damage and protection as in the original program, or as in the table of section 2.4.5.",
    )
    .called("Values of gear", "Fights"),
    option(
        "monsterhealth",
        Kind::Whole(1, HEALTH_MOST as i64),
        "25",
        "Health of the Monster; other kinds have their own.",
    )
    .called("Health of the Monster", "Fights"),
    option("growth", Kind::Switch, "off", "Monsters get stronger and loot gets better with the distance from the start.")
        .called("Danger grows", ""),
    option("goods", Kind::Switch, "off", "27 more kinds of weapons, armour, charms and supplies.")
        .called("Many goods", ""),
    option(
        "light",
        Kind::Switch,
        "off",
        "You need a lamp, which burns down; with `fights=turns` its light heals you.",
    )
    .called("Lamplight", ""),
    option(
        "quest",
        Kind::Choice(&["none", "relic"]),
        "none",
        "A guarded relic lies far from your camp: bring it home to win.",
    )
    .called("Quest", ""),
    option(
        "death",
        Kind::Choice(&["return", "final"]),
        "return",
        "After death you wake in the middle of the region, or the game ends.",
    )
    .called("Death", ""),
    option(
        "rules",
        Kind::Preset { words: &["standard", "document"], sets: DOCUMENT },
        "standard",
        "Where the document contradicts itself: its requirements and transcripts, or its other numbers. Sets several options.",
    )
    .called("Numbers", ""),
    option(
        EDITION,
        Kind::Preset { words: &["classic", "undercroft"], sets: UNDERCROFT },
        "classic",
        "The game of the document, or the Undercroft edition: find the relic by lamplight and bring it home.",
    )
    .called("Edition", ""),
];

/// What the Undercroft edition sets: a journey to a relic and back, by lamplight.
const UNDERCROFT: &[(&str, &str, &str)] = &[
    ("undercroft", "iRegionSize", "20"),
    ("undercroft", "iRegionCacheSize", "256"),
    ("undercroft", "monsters", "roaming"),
    ("undercroft", "kinds", "on"),
    ("undercroft", "fights", "turns"),
    ("undercroft", "growth", "on"),
    ("undercroft", "goods", "on"),
    ("undercroft", "light", "on"),
    ("undercroft", "quest", "relic"),
    ("undercroft", "death", "final"),
];

/// The document's alternatives: section 2.4.4 (birthplace), 5.1 (loss), 2.4.5 (stun, values and the
/// multiplier of its table), 2.6.3 (health).
const DOCUMENT: &[(&str, &str, &str)] = &[
    ("document", "birthplace", "centre"),
    ("document", "loss", "off"),
    ("document", "fCombatStunProbability", "0.1"),
    ("document", "values", "table"),
    ("document", "fDamageMultiplier", "1"),
    ("document", "monsterhealth", "30"),
];

/// The settings that shape the world and its rules. Probabilities and factors are in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) region_size: u32,
    pub(crate) iterations: u32,
    pub(crate) threshold: u32,
    pub(crate) floor_share: u32,
    pub(crate) chest_boundary: u32,
    pub(crate) chest_items_most: u32,
    pub(crate) armour_protection: u32,
    pub(crate) damage_multiplier: u32,
    pub(crate) stun_chance: u32,
    pub(crate) cache_size: u32,
    pub(crate) debug: bool,
    pub(crate) roaming: bool,
    pub(crate) kinds: bool,
    pub(crate) short_fights: bool,
    /// True when monsters are born nearest the centre of their region.
    pub(crate) centre: bool,
    /// True when death costs an item.
    pub(crate) loss: bool,
    pub(crate) values: Values,
    /// Health of the document's monster, in hundredths.
    pub(crate) monster_health: u32,
}

impl Settings {
    pub(crate) fn of(options: &Options) -> Self {
        let whole = |name| u32::try_from(options.whole(&OPTIONS, name)).unwrap_or(0);
        let millionths = |name| u32::try_from(options.millionths(&OPTIONS, name)).unwrap_or(0);
        Self {
            region_size: whole("iRegionSize"),
            iterations: whole("iRegionIterationCount"),
            threshold: whole("iCellDeathThreshold"),
            floor_share: millionths("fRandomBoundary"),
            chest_boundary: millionths("fChestSpawnBoundary"),
            chest_items_most: whole("iChestMaxItems"),
            armour_protection: millionths("fArmourProtection"),
            damage_multiplier: millionths("fDamageMultiplier"),
            stun_chance: millionths("fCombatStunProbability"),
            cache_size: whole("iRegionCacheSize"),
            debug: options.is_on(&OPTIONS, "bShowDebugInfo"),
            roaming: options.get(&OPTIONS, "monsters") == "roaming",
            kinds: options.is_on(&OPTIONS, "kinds"),
            short_fights: options.get(&OPTIONS, "fights") != "full",
            centre: options.get(&OPTIONS, "birthplace") == "centre",
            loss: options.is_on(&OPTIONS, "loss"),
            values: if options.get(&OPTIONS, "values") == "table" { Values::Table } else { Values::Program },
            monster_health: whole("monsterhealth") * 100,
        }
    }

    /// The region size in the type of coordinates.
    pub(crate) const fn size(&self) -> i64 {
        self.region_size as i64
    }

    /// The health of a kind of monster, in hundredths.
    pub(crate) fn foe_health(&self, kind: u8) -> u32 {
        if kind == 0 { self.monster_health } else { FOES[usize::from(kind)].health }
    }

    /// The attack of a kind of monster.
    pub(crate) fn foe_attack(&self, kind: u8) -> u32 {
        if kind == 0 && self.values == Values::Table { TABLE_ATTACK } else { FOES[usize::from(kind)].attack }
    }

    /// A fingerprint of everything that affects world generation and fights, as base64. Settings that only
    /// affect the screen or memory use are left out.
    pub(crate) fn hash(&self) -> String {
        let mut text = String::new();
        let shaping = Self { debug: false, cache_size: 0, ..*self };
        let _ = write!(text, "{shaping:?}");
        let bytes: Vec<u8> =
            Seed::from_text(&text).words().iter().flat_map(|word| word.to_le_bytes()).collect();
        base_64(&bytes)
    }
}

/// Base 64 of RFC 4648, with padding.
fn base_64(bytes: &[u8]) -> String {
    let letters = to_digits(bytes, 6).into_iter().map(|digit| char::from(BASE_64[usize::from(digit)]));
    letters.chain(core::iter::repeat('=')).take(bytes.len().div_ceil(3) * 4).collect()
}

/// The extended options, which go beyond the document and its author's suggestions; all off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ExtendedOptions {
    /// Fights go turn by turn on the board, and wounds last.
    pub(crate) turns: bool,
    /// Danger and loot grow with the distance from the start.
    pub(crate) growth: bool,
    /// There are many more kinds of items.
    pub(crate) goods: bool,
    /// The hero needs a lamp, which burns down.
    pub(crate) light: bool,
    /// There is a relic to bring home.
    pub(crate) quest: bool,
    /// Death ends the game.
    pub(crate) mortal: bool,
}

impl ExtendedOptions {
    fn of(options: &Options) -> Self {
        Self {
            turns: options.get(&OPTIONS, "fights") == "turns",
            growth: options.is_on(&OPTIONS, "growth"),
            goods: options.is_on(&OPTIONS, "goods"),
            light: options.is_on(&OPTIONS, "light"),
            quest: options.get(&OPTIONS, "quest") == "relic",
            mortal: options.get(&OPTIONS, "death") == "final",
        }
    }
}

/// The checked options of one game, and the world it continues, if any.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(crate) settings: Settings,
    pub(crate) extended: ExtendedOptions,
    pub(crate) import: Option<Arc<Import>>,
}

/// Checks the options, and the text of an exported world if there is one.
pub(crate) fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
    if let Some(finding) = policy.refuse_level(level) {
        return Prepared::refused([finding].into());
    }
    let (settings, extended) = (Settings::of(options), ExtendedOptions::of(options));
    let Some(text) = level else { return Prepared::clean(Setup { settings, extended, import: None }) };
    match import::read(text, &settings) {
        Ok((import, notes)) => {
            Prepared::judged(Setup { settings, extended, import: Some(Arc::new(import)) }, notes)
        }
        Err(finding) => Prepared::refused([finding as Finding].into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_the_document_is_an_option_with_its_default() {
        let listed = [
            ("iRegionSize", "50"),
            ("iRegionCacheSize", "8"),
            ("iRegionIterationCount", "2"),
            ("iCellDeathThreshold", "5"),
            ("fRandomBoundary", "0.5"),
            ("fChestSpawnBoundary", "0.995"),
            ("bShouldClearScreen", "on"),
            ("fFrameSleepTime", "0.75"),
            ("iChestMaxItems", "2"),
            ("iPlayerSaveFrequency", "5"),
            ("fArmourProtection", "0.3"),
            ("fDamageMultiplier", "1.2"),
            ("fCombatStunProbability", "0.05"),
            ("bShowDebugInfo", "off"),
            ("lTurnSleepTime", "500"),
        ];
        let options = Options::default();
        for (name, value) in listed {
            assert_eq!(options.get(&OPTIONS, name), value, "{name}");
        }
        let settings = Settings::of(&options);
        assert_eq!((settings.region_size, settings.stun_chance), (50, 50_000));
        assert!(!settings.roaming && !settings.kinds && !settings.short_fights);
    }

    #[test]
    fn one_switch_sets_the_alternatives_of_the_document() {
        let settings = |pairs: &[(&str, &str)]| {
            let mut options = Options::default();
            options.set_all(&OPTIONS, pairs).unwrap();
            Settings::of(&options)
        };
        let usual = settings(&[]);
        assert_eq!((usual.monster_health, usual.foe_attack(0), usual.stun_chance), (25_00, 3, 50_000));
        assert!(usual.loss && !usual.centre && usual.values == Values::Program);
        let document = settings(&[("rules", "document")]);
        assert_eq!(
            (document.monster_health, document.foe_attack(0), document.stun_chance),
            (30_00, 7, 100_000)
        );
        assert!(!document.loss && document.centre && document.values == Values::Table);
        assert_eq!(
            document.damage_multiplier, 1_000_000,
            "the table of section 2.4.5 is reckoned with m = 1"
        );
        assert_eq!(
            (document.foe_health(1), document.foe_attack(1)),
            (10_00, 2),
            "other kinds are not the document's"
        );
        let mixed = settings(&[("loss", "on"), ("fCombatStunProbability", "0.05"), ("rules", "document")]);
        assert_eq!(mixed, Settings { loss: true, stun_chance: 50_000, ..document });
    }

    #[test]
    fn bad_values_are_refused_with_a_sentence() {
        let mut options = Options::default();
        for (name, value) in [
            ("iRegionSize", "0"),
            ("iRegionSize", "-50"),
            ("iRegionSize", "many"),
            ("iChestMaxItems", "0"),
            ("fCombatStunProbability", "1.5"),
            ("fRandomBoundary", "NaN"),
            ("monsters", "flying"),
            ("iUnknown", "1"),
        ] {
            let told = options.set(&OPTIONS, name, value).unwrap_err();
            assert!(told.contains(name) && told.ends_with('.'), "{told}");
        }
        assert!(options.is_empty());
        options.set(&OPTIONS, "iChestMaxItems", "1").unwrap();
    }

    #[test]
    fn the_fingerprint_follows_the_rules_and_not_the_screen() {
        let mut options = Options::default();
        let hash = |options: &Options| Settings::of(options).hash();
        let plain = hash(&options);
        assert_eq!(plain.len(), 44);
        options.set(&OPTIONS, "bShowDebugInfo", "on").unwrap();
        assert_eq!(hash(&options), plain);
        options.set(&OPTIONS, "iRegionSize", "51").unwrap();
        assert_ne!(hash(&options), plain);
    }

    #[test]
    fn base64_is_the_usual_one() {
        let pairs = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("any carn", "YW55IGNhcm4=")];
        assert!(pairs.iter().all(|(plain, letters)| base_64(plain.as_bytes()) == *letters));
        assert_eq!(base_64(&[0xfb, 0xff]), "+/8=");
    }
}
