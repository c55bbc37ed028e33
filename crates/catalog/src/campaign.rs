//! The campaigns of the games: their places, and the positions of these on the map.

use session::{Campaign, Place};

const fn place(name: &'static str, title: &'static str, col: u16) -> Place {
    Place { name, title, col }
}

pub(crate) const DUNGEON: Campaign = Campaign {
    option: "campaign",
    feat: "The whole story",
    places: &[
        place("cellar", "The wine cellar", 4),
        place("crossing", "The crossing", 14),
        place("armory", "The armory", 26),
        place("mushrooms", "The mushroom caves", 16),
        place("thieves", "The thieves' den", 6),
        place("library", "The library of whispers", 16),
        place("throne", "The throne under the hill", 28),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use game_dungeon::Dungeon;
    use kernel::{Game as _, Options, Policy};

    #[test]
    fn places_match_the_parts_of_the_feat_and_the_names_of_the_dungeons() {
        let feat = crate::feats::DUNGEON.feats.iter().find(|feat| feat.name == DUNGEON.feat).unwrap();
        let parts: Vec<&str> = feat.parts.iter().map(|part| part.name).collect();
        assert_eq!(DUNGEON.places.iter().map(|place| place.name).collect::<Vec<_>>(), parts);
        for place in DUNGEON.places {
            let mut options = Options::default();
            options.set(Dungeon::ABOUT.options, DUNGEON.option, place.name).unwrap();
            let setup = Dungeon::prepare(&options, None, &Policy::DENY).setup.unwrap();
            assert_eq!(setup.name(), place.title);
        }
    }
}
