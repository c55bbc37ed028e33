//! A listener plays as well as one who sees the board: the same bot, both ways, on the same seeds.

mod bot;

use bot::{Played, boo, chambers, through};
use kernel::{Rng, Seed};

/// Number of games: 1000 in the full soak, else fewer.
fn games(everyday: usize) -> usize {
    if std::env::var("UNDERCROFT_SOAK").as_deref() == Ok("full") { 1000 } else { everyday }
}

/// Plays the games both ways and compares the scores.
fn compare(game: &str, count: usize, by_eye: fn(&str) -> Played, by_ear: fn(&str) -> Played, by_chance: i64) {
    let (mut eye, mut ear, mut same, mut ended) = (0, 0, 0, 0);
    for number in 0..count {
        let seed = format!("by ear {number}");
        let (seen, heard) = (by_eye(&seed), by_ear(&seed));
        eye += seen.score;
        ear += heard.score;
        same += usize::from(seen.commands == heard.commands);
        ended += usize::from(seen.finished && heard.finished);
    }
    let mean = |sum: i64| sum as f64 / count as f64;
    println!(
        "{game}: {count} games, mean score by eye {:.3}, by ear {:.3}, by chance {:.3}; {same} games alike, {ended} ended",
        mean(eye),
        mean(ear),
        mean(by_chance)
    );
    assert!((ear - eye).abs() * 100 <= eye * 2, "{game}: {eye} by eye, {ear} by ear");
    assert!(
        ear > 2 * by_chance,
        "{game}: {ear} by ear, {by_chance} by chance: the bot must be worth the comparison"
    );
    assert_eq!(ended, count, "{game}: every game comes to an end");
}

/// The sum of the scores of random play, with this many commands per game.
fn by_chance(game: &str, count: usize, first: &str, words: &[&str], commands: usize) -> i64 {
    let mut sum = 0;
    for number in 0..count {
        let seed = format!("by ear {number}");
        let mut dice = Rng::stream(&Seed::from_text(&seed), "chance", &[]);
        let line: String = (0..commands).map(|_| format!("{}\n", dice.pick(words, "key"))).collect();
        let mut script = vec!["me\n".to_owned(), first.to_owned() + &line];
        let mut last = String::new();
        through(game, &seed, true, |heard| {
            last.push_str(heard);
            script.pop()
        });
        let over = last.split("Score ").nth(1).or_else(|| last.rsplit("score ").next());
        let digits: String = over.unwrap_or("").chars().take_while(char::is_ascii_digit).collect();
        sum += digits.parse::<i64>().expect("a score");
    }
    sum
}

#[test]
fn a_bot_that_only_hears_boo_climbs_as_high_as_one_that_sees_it() {
    let count = games(10);
    let chance = by_chance("boo", count, "", &["w", "a", "s", "d"], 1000);
    compare("boo", count, boo::by_eye, boo::by_ear, chance);
}

#[test]
fn a_bot_that_only_hears_chambers_earns_as_much_as_one_that_sees_it() {
    let count = games(10);
    let chance = by_chance("chambers", count, "t\n", &["no", "so", "ea", "we", "ne", "nw", "se", "sw"], 1000);
    compare("chambers", count, chambers::by_eye, chambers::by_ear, chance);
}
