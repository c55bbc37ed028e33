//! Each feat is done by exactly what its text says.

use super::*;
use crate::book::TableKey;
use crate::facts::Played;
use catalog::GAMES;

const DAY: u64 = 86_400;

/// A finished game with arbitrary values.
fn record(game: &str, day: u64, result: &str) -> Record {
    let entry = catalog::find(game).unwrap();
    let reckoning = (entry.lore.reckon)(&session::Header::default());
    Record {
        game: entry.id,
        title: entry.title,
        name: String::new(),
        path: format!("{game}-{day}.run").into(),
        written: day * DAY,
        won: reckoning.wins.contains(&result),
        winnable: !reckoning.wins.is_empty(),
        reckoning,
        key: TableKey { seed_kind: "chosen".to_owned(), ..TableKey::default() },
        challenge: None,
        played: Played {
            number: 1,
            from: 0,
            after: 10,
            result: result.to_owned(),
            score: 0,
            turns: 100,
            facts: [(format!("result {result}"), 1)].into(),
        },
        seed: String::new(),
        rules: 1,
    }
}

fn with(mut record: Record, facts: &[(&str, i64)]) -> Record {
    record.played.facts.extend(facts.iter().map(|(name, value)| ((*name).to_owned(), *value)));
    record
}

fn missing(records: Vec<Record>, name: &str) -> Vec<String> {
    let book = Book { records, ..Book::default() };
    let feats = book.feats(GAMES);
    feats.into_iter().find(|feat| feat.name == name).unwrap().missing
}

fn one_of_each(day: impl Fn(u64) -> u64) -> Vec<Record> {
    let results =
        [("cave", "open"), ("chambers", "won"), ("boo", "died"), ("pursuit", "caught"), ("dungeon", "died")];
    results.iter().zip(0..).map(|((game, result), index)| record(game, day(index), result)).collect()
}

#[test]
fn the_house_tour_counts_each_game() {
    assert_eq!(missing(vec![], "House tour"), ["cave", "chambers", "boo", "pursuit", "dungeon"]);
    assert!(missing(one_of_each(|day| day), "House tour").is_empty());
    let mut short = one_of_each(|day| day);
    short[0].played.turns = 99;
    assert_eq!(missing(short, "House tour"), ["cave"], "a look into the cave is no game");
    assert_eq!(missing(one_of_each(|day| day), "Master of the house"), ["pursuit", "dungeon"]);
}

#[test]
fn days_are_calendar_days() {
    assert!(missing(one_of_each(|_| 9), "A full day").is_empty());
    assert_eq!(missing(one_of_each(|index| 9 + index / 4), "A full day"), ["dungeon"]);
    assert_eq!(missing(one_of_each(|index| index), "Regular"), ["2 more days"]);
    let week = (0..7).map(|day| record("boo", day, "died")).collect();
    assert!(missing(week, "Regular").is_empty());
    let many = |count| (0..count).map(|_| record("boo", 1, "died")).collect();
    assert_eq!(missing(many(99), "Centurion"), ["1 more game"]);
    assert!(missing(many(100), "Centurion").is_empty());
}

#[test]
fn improvements_count_within_one_table() {
    let scores = |scores: &[i64]| -> Vec<Record> {
        let games = scores.iter().zip(1..);
        games
            .map(|(score, day)| {
                let mut record = record("boo", day, "died");
                record.played.score = *score;
                record
            })
            .collect()
    };
    assert_eq!(missing(scores(&[3, 2, 4, 4, 5]), "Better and better"), ["1 more time"]);
    assert!(missing(scores(&[3, 2, 4, 4, 5, 9]), "Better and better").is_empty());
    let mut apart = scores(&[3, 4, 5, 6]);
    apart[3].key.seed_kind = "fresh".to_owned();
    assert_eq!(missing(apart, "Better and better"), ["1 more time"]);
}

#[test]
fn challenges_count_by_their_dates() {
    let daily = |game: &str, kind: &str, date: &str| {
        let mut record = record(game, 3, "died");
        record.challenge = Some(match kind {
            "daily" => format!("daily {game} {date}"),
            _ => format!("pentathlon {date} 1/5"),
        });
        record.key.seed_kind = kind.to_owned();
        record
    };
    let dates = ["01", "02", "03", "04", "05", "06", "07"].map(|day| format!("2026-11-{day}"));
    let week: Vec<Record> = dates.iter().map(|date| daily("boo", "daily", date)).collect();
    assert_eq!(missing(week[..6].to_vec(), "A week of dailies"), ["1 more date"]);
    assert!(missing(week.clone(), "A week of dailies").is_empty());
    assert_eq!(missing(week, "Pentathlete").len(), 5);
    let five: Vec<Record> = GAMES.iter().map(|entry| daily(entry.id, "pentathlon", "2026-11-01")).collect();
    assert_eq!(missing(five[..4].to_vec(), "Pentathlete"), ["dungeon"]);
    assert!(missing(five, "Pentathlete").is_empty());
}

#[test]
fn parts_of_a_feat_are_tracked_separately() {
    let win = |race: &str| with(record("chambers", 1, "won"), &[(&format!("spawned race={race}"), 1)]);
    let lost = with(record("chambers", 1, "died"), &[("spawned race=troll", 1)]);
    assert_eq!(
        missing(vec![win("shade"), win("goblin"), lost], "Five peoples"),
        ["drow", "vampire", "troll"]
    );
    assert!(missing(vec![win("shade")], "Sober").is_empty());
    assert_eq!(missing(vec![with(win("shade"), &[("used", 1)])], "Sober"), ["not yet"]);
}

#[test]
fn needs_check_options_levels_and_results() {
    let chapter = |name: &str, score: i64| {
        let mut record = with(record("dungeon", 1, "won"), &[("last score", score)]);
        record.key.options = vec![("campaign".to_owned(), name.to_owned())];
        record
    };
    assert_eq!(missing(vec![chapter("throne", 95)], "Nothing left"), ["not yet"]);
    assert!(missing(vec![chapter("throne", 96)], "Nothing left").is_empty());
    let mut own = chapter("throne", 96);
    own.key.level = Some(crate::LevelMark { name: "mine.xml".to_owned(), mark: String::new() });
    assert_eq!(missing(vec![own], "Nothing left"), ["not yet"], "a file of one's own is another dungeon");
    assert!(
        !missing(vec![record("dungeon", 1, "won")], "The whole story").contains(&"cellar".to_owned()),
        "an option that is not set has its default"
    );
    assert!(missing(vec![record("pursuit", 1, "escaped")], "Away!").is_empty());
    let mut strategy = record("pursuit", 1, "escaped");
    strategy.key.options = vec![("hero".to_owned(), "rogue".to_owned())];
    assert_eq!(missing(vec![strategy], "Away!"), ["not yet"]);
}
