//! The feats of each game, one row per feat, and how its games are ranked.

use Need::{AtLeast, AtMost, NoFile, Option, Win};
use session::{Feat, Header, Lore, Need, Part, Reckoning};

/// A feat of one game.
const fn feat(name: &'static str, text: &'static str, parts: &'static [Part]) -> Feat {
    Feat { name, text, parts }
}

const fn part(name: &'static str, needs: &'static [Need]) -> Part {
    Part { name, needs }
}

pub(crate) const CAVE: Lore = Lore {
    endless: true,
    reckon: |header| {
        let quest = header.options.iter().any(|(name, value)| name == "quest" && value == "relic");
        if quest { Reckoning::PLAIN } else { Reckoning::NO_WINS }
    },
    feats: &[
        feat("Deep pockets", "Hold 100 gold at once.", &[part("", &[AtLeast("most gold", 100)])]),
        feat("Monster hunter", "Kill 25 monsters in one world.", &[part("", &[AtLeast("most kills", 25)])]),
        feat(
            "Never in need",
            "Kill ten monsters in one world without dying.",
            &[part("", &[AtLeast("most kills", 10), AtMost("most deaths", 0)])],
        ),
        feat(
            "Infused",
            "Wield an infused sword and wear infused armour, in one world or two.",
            &[
                part("the sword", &[AtLeast("equipped item=Infused Sword (15 Dmg)", 1)]),
                part("the armour", &[AtLeast("equipped item=Infused Armour (15 Prot)", 1)]),
            ],
        ),
        feat("Home again", "Bring the relic of the Undercroft edition home.", &[part("", &[Win])]),
        feat(
            "By starlight",
            "Bring the relic home without burning a torch or a flask of oil.",
            &[part("", &[Win, AtMost("used item=Torch", 0), AtMost("used item=Oil Flask", 0)])],
        ),
    ],
};

pub(crate) const CHAMBERS: Lore = Lore {
    endless: false,
    reckon: |_| Reckoning::PLAIN,
    feats: &[
        feat(
            "Five peoples",
            "Win with each of the five races.",
            &[
                part("shade", &[Win, AtLeast("spawned race=shade", 1)]),
                part("drow", &[Win, AtLeast("spawned race=drow", 1)]),
                part("vampire", &[Win, AtLeast("spawned race=vampire", 1)]),
                part("troll", &[Win, AtLeast("spawned race=troll", 1)]),
                part("goblin", &[Win, AtLeast("spawned race=goblin", 1)]),
            ],
        ),
        feat("Dragonslayer", "Slay a dragon.", &[part("", &[AtLeast("slain foe=D", 1)])]),
        feat("Sober", "Win without a single potion.", &[part("", &[Win, AtMost("used", 0)])]),
        feat("Live and let live", "Win without slaying anybody.", &[part("", &[Win, AtMost("slain", 0)])]),
        feat("Not a scratch", "Win without being struck once.", &[part("", &[Win, AtMost("struck", 0)])]),
    ],
};

pub(crate) const BOO: Lore = Lore {
    endless: false,
    reckon: |_| Reckoning::NO_WINS,
    feats: &[
        feat("Above the roofs", "Reach floor 10.", &[part("", &[AtLeast("most floor", 10)])]),
        feat(
            "Fasting",
            "Reach floor 5 without eating a fish.",
            &[part("", &[AtLeast("most floor", 5), AtMost("ate", 0)])],
        ),
        feat("Fishmonger", "Carry ten fish at once.", &[part("", &[AtLeast("most fish", 10)])]),
        feat("Nine lives", "Survive eight ghosts in one game.", &[part("", &[AtLeast("attacked", 9)])]),
    ],
};

pub(crate) const PURSUIT: Lore = Lore {
    endless: false,
    reckon: pursuit,
    feats: &[
        feat(
            "Away!",
            "As the hero, escape from the monster.",
            &[part("", &[Option("hero", "human"), AtLeast("result escaped", 1)])],
        ),
        feat(
            "The other side",
            "As the monster, catch the hero.",
            &[part("", &[Option("monster", "human"), AtLeast("result caught", 1)])],
        ),
        feat(
            "Quick on your feet",
            "As the hero, drink a potion of speed and escape.",
            &[part(
                "",
                &[Option("hero", "human"), AtLeast("drank who=hero", 1), AtLeast("result escaped", 1)],
            )],
        ),
    ],
};

/// Who plays the monster wins by catching, the sooner the better; who plays the hero wins by escaping, and
/// else by the number of rounds.
fn pursuit(header: &Header) -> Reckoning {
    let is_human = |side: &str, usually: bool| {
        header.options.iter().find(|(name, _)| name == side).map_or(usually, |(_, who)| who == "human")
    };
    if is_human("monster", false) && !is_human("hero", true) {
        Reckoning { wins: &["caught"], wins_first: true, fewest: true }
    } else {
        Reckoning { wins_first: true, ..Reckoning::PLAIN }
    }
}

/// A single dungeon, not a descent, which has other dungeons than the campaign.
const SINGLE: Need = Option("depths", "0");

pub(crate) const DUNGEON: Lore = Lore {
    endless: false,
    reckon: |_| Reckoning::PLAIN,
    feats: &[
        feat(
            "The whole story",
            "Win every dungeon of the campaign.",
            &[
                part("cellar", &[Win, NoFile, SINGLE, Option("campaign", "cellar")]),
                part("crossing", &[Win, NoFile, SINGLE, Option("campaign", "crossing")]),
                part("armory", &[Win, NoFile, SINGLE, Option("campaign", "armory")]),
                part("mushrooms", &[Win, NoFile, SINGLE, Option("campaign", "mushrooms")]),
                part("thieves", &[Win, NoFile, SINGLE, Option("campaign", "thieves")]),
                part("library", &[Win, NoFile, SINGLE, Option("campaign", "library")]),
                part("throne", &[Win, NoFile, SINGLE, Option("campaign", "throne")]),
            ],
        ),
        feat(
            "Nothing left",
            "Win the last dungeon of the campaign with the highest possible score.",
            &[part("", &[Win, NoFile, SINGLE, Option("campaign", "throne"), AtLeast("last score", 96)])],
        ),
        feat(
            "To the bottom",
            "Win the Undercroft edition: beat the keeper of the fifth depth.",
            &[part("", &[Win, NoFile, Option("depths", "5")])],
        ),
        feat("Bookworm", "Read three scrolls in one game.", &[part("", &[AtLeast("read", 3)])]),
        feat(
            "Bare hands",
            "Win without ever wielding a sword.",
            &[part("", &[Win, AtLeast("blow", 1), AtMost("wielded", 0)])],
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use game_dungeon::Dungeon;
    use kernel::{Game as _, Kind, Options};

    fn the_feat(lore: &Lore, name: &str) -> Feat {
        *lore.feats.iter().find(|feat| feat.name == name).unwrap()
    }

    #[test]
    fn the_story_has_all_the_chapters_of_the_campaign() {
        let Kind::Choice(chapters) = Dungeon::ABOUT.options[0].kind else {
            panic!("the campaign is a choice")
        };
        let parts: Vec<&str> =
            the_feat(&DUNGEON, "The whole story").parts.iter().map(|part| part.name).collect();
        assert_eq!(parts, chapters);
    }

    #[test]
    fn the_highest_score_is_the_one_the_solver_finds() {
        let last = Dungeon::ABOUT.options[0].kind;
        let Kind::Choice(chapters) = last else { panic!("the campaign is a choice") };
        let mut options = Options::default();
        options.set(Dungeon::ABOUT.options, "campaign", chapters[chapters.len() - 1]).unwrap();
        let setup = Dungeon::prepare(&options, None, &kernel::Policy::DENY).setup.unwrap();
        let best = game_dungeon::solve(&setup).best_score.unwrap();
        let needs = the_feat(&DUNGEON, "Nothing left").parts[0].needs;
        assert!(
            needs.iter().any(|need| matches!(need, AtLeast("last score", score) if *score == best)),
            "{best}"
        );
    }

    #[test]
    fn names_of_feats_are_short_and_unique() {
        let all: Vec<&Feat> = crate::GAMES.iter().flat_map(|entry| entry.lore.feats).collect();
        for (index, feat) in all.iter().enumerate() {
            assert!(
                feat.name.len() <= 20 && feat.text.ends_with('.') && !feat.parts.is_empty(),
                "{}",
                feat.name
            );
            assert!(all[..index].iter().all(|other| other.name != feat.name), "{}", feat.name);
        }
    }

    /// The tests of `records` check by playing that the facts occur; this checks the names in them.
    #[test]
    fn feats_name_only_existing_options_and_things() {
        for entry in crate::GAMES {
            let cells: Vec<String> =
                (entry.teaching.reference)().into_iter().flat_map(|table| table.rows).flatten().collect();
            let is_thing =
                |name: &str| cells.iter().any(|cell| cell.trim_matches('`').eq_ignore_ascii_case(name));
            let is_seat = |name: &str| entry.attached.seats.iter().any(|seat| seat.name == name);
            for need in entry.lore.feats.iter().flat_map(|feat| feat.parts).flat_map(|part| part.needs) {
                match need {
                    Option(name, value) => {
                        let spec = entry.options.iter().find(|spec| spec.name == *name);
                        let known = spec.and_then(|spec| spec.canonical(value).ok());
                        assert_eq!(known.as_deref(), Some(*value), "{}: {name}", entry.id);
                    }
                    AtLeast(fact, _) | AtMost(fact, _) => {
                        let Some((_, value)) = fact.split_once('=') else { continue };
                        let name = value.split(" (").next().unwrap_or(value);
                        assert!(is_thing(name) || is_seat(name), "{}: there is no '{name}'", entry.id);
                    }
                    Win | NoFile => {}
                }
            }
        }
    }
}
