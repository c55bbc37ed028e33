//! Checks options and level text.

use crate::{content, deep, plan::Plan, read};
use alloc::{sync::Arc, vec::Vec};
use kernel::{EDITION, Kind, OptionSpec, Options, Policy, Prepared};

/// The options.
pub(crate) static OPTIONS: [OptionSpec; 3] = [
    OptionSpec::new(
        "campaign",
        Kind::Choice(&content::CAMPAIGN_NAMES),
        content::CAMPAIGN_NAMES[0],
        "The built-in dungeon to play when no file is given, easiest first.",
    )
    .called("Dungeon", ""),
    OptionSpec::new(
        "depths",
        Kind::Whole(0, deep::DEPTHS_MAX),
        "0",
        "Number of dungeons, made from the seed and played one after the other; 0 for a single dungeon. A \
         file is always played by itself.",
    )
    .called("Depths of the descent", ""),
    OptionSpec::new(
        EDITION,
        Kind::Preset { words: &["classic", "undercroft"], sets: &[("undercroft", "depths", "5")] },
        "classic",
        "One dungeon as its file describes it, or a descent through five that are new for every seed.",
    )
    .called("Edition", ""),
];

/// The line of the file that describes each thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) hero: u32,
    /// In the order of the plan.
    pub(crate) foes: Vec<u32>,
    /// In the order of the plan.
    pub(crate) items: Vec<u32>,
}

/// A dungeon that was read without errors.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(crate) plan: Arc<Plan>,
    pub(crate) lines: Arc<Lines>,
    /// Number of dungeons of a descent, which are played instead; 0 for none.
    pub(crate) depths: u32,
}

impl Setup {
    /// The name of the dungeon.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.plan.facts.name
    }
}

/// Reads a level text, or without one the selected dungeon of the campaign.
pub(crate) fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
    if let Some(finding) = policy.refuse_level(level) {
        return Prepared::refused([finding].into());
    }
    let text = level.unwrap_or_else(|| {
        let chosen = options.get(&OPTIONS, "campaign");
        let dungeon = content::CAMPAIGN.iter().find(|dungeon| dungeon.name == chosen);
        dungeon.map_or(content::CAMPAIGN[0].text, |dungeon| dungeon.text)
    });
    let mut prepared = check(text);
    if let (Some(setup), None) = (&mut prepared.setup, level) {
        setup.depths = options.whole(&OPTIONS, "depths").clamp(0, deep::DEPTHS_MAX) as u32;
    }
    prepared
}

/// Reads a dungeon and returns all findings.
#[must_use]
pub fn check(text: &str) -> Prepared<Setup> {
    match read::read(text) {
        (Some((facts, lines)), findings) => {
            let setup = Setup { plan: Arc::new(Plan::from(facts)), lines: Arc::new(lines), depths: 0 };
            Prepared::judged(setup, findings)
        }
        (None, findings) => Prepared::refused(findings),
    }
}
