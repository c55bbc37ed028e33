//! Feats refer to facts that really occur, and docs/ names every feat.

mod house;

use catalog::GAMES;
use house::House;
use session::Need;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Every fact that occurs in games of the bots.
fn facts_of_many_games() -> BTreeSet<(&'static str, String)> {
    let house = House::new();
    for seed in ["a", "b"] {
        for (game, commands) in [("boo", 2_000), ("cave", 800), ("pursuit", 200)] {
            house.play(game, seed, &[], commands);
        }
    }
    for chapter in ["armory", "library", "mushrooms"] {
        house.play("dungeon", chapter, &[("campaign", chapter)], 1_500);
    }
    for race in ["s", "d", "v", "t", "g"] {
        // A hero who stays and strikes in every direction meets everything there is.
        let path = house.type_lines("chambers", race, &[], &[race]);
        let mut opened = keeper::open_run(catalog::GAMES, &path, &session::Seating::OWNER).unwrap();
        let mut dice = kernel::Rng::stream(&kernel::Seed::from_text(race), "bot", &[]);
        for _ in 0..3_000 {
            for way in ["no", "so", "ea", "we", "ne", "nw", "se", "sw"] {
                opened.session.play_line(&format!("a {way}"));
            }
            if opened.session.outcome().is_some() || opened.session.play_advice(&mut dice).is_none() {
                break;
            }
        }
        opened.close().unwrap();
    }
    house.type_lines("cave", "lamp", &[("edition", "undercroft")], &["use 3"]);
    house.type_lines("pursuit", "free", &[("limit", "2")], &["stay", "stay", "stay"]);
    let book = house.book();
    assert!(book.left_out.is_empty());
    let games = book.records.iter();
    games.flat_map(|record| record.played.facts.keys().map(|fact| (record.game, fact.clone()))).collect()
}

#[test]
fn every_fact_used_by_a_feat_occurs() {
    let facts = facts_of_many_games();
    for entry in GAMES {
        for feat in entry.lore.feats {
            for need in feat.parts.iter().flat_map(|part| part.needs) {
                let (Need::AtLeast(fact, _) | Need::AtMost(fact, _)) = need else { continue };
                // Bots do not survive a dragon, and infused things are rare: any fact of the same kind will
                // do.
                let kind = fact.split_once('=').map_or(*fact, |(kind, _)| kind);
                let same = |other: &str| other == *fact || other.starts_with(&format!("{kind}="));
                assert!(
                    facts.iter().any(|(game, other)| *game == entry.id && same(other)),
                    "{}: {} speaks of '{fact}', which never occurs",
                    entry.id,
                    feat.name
                );
            }
        }
    }
}

#[test]
fn the_documented_feats_are_current() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/records.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut table = String::from("| feat | game | what it takes |\n|---|---|---|\n");
    for feat in records::Book::default().feats(GAMES) {
        table += &format!("| {} | {} | {} |\n", feat.name, feat.game.unwrap_or("all"), feat.text);
    }
    let (from, to) = ("<!-- feats -->\n", "<!-- end of feats -->\n");
    let (before, rest) = text.split_once(from).unwrap();
    let (kept, after) = rest.split_once(to).unwrap();
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        std::fs::write(&path, format!("{before}{from}{table}{to}{after}")).unwrap();
        return;
    }
    assert!(
        kept == table,
        "docs/records.md differs; with UNDERCROFT_REFRESH=1 its table is made anew:\n{table}"
    );
}
