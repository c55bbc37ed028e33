//! The table of the player's page: how the bot fares with each race, by classic rules and with each extra.
//! `cargo run --release -p game-chambers --example balance -- GAMES [EXTRA...]`

use game_chambers::content::RACES;
use game_chambers::{Chambers, bot_game};
use kernel::{Game, Options};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u32 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut tables: Vec<Vec<String>> = arguments.map(|name| vec![name]).collect();
    if tables.is_empty() {
        tables.push(Vec::new());
        tables.extend(Chambers::options().iter().map(|option| vec![option.name.to_string()]));
        tables.push(Chambers::options().iter().map(|option| option.name.to_string()).collect());
    }
    println!("| rules | race | won % | gold | floor | turns | score |");
    println!("|---|---|---|---|---|---|---|");
    for names in tables {
        let mut options = Options::default();
        for name in names.iter().filter(|name| *name != "classic") {
            options.set(Chambers::options(), name, "on").expect("the name of an extra");
        }
        let rules = match names.len() {
            0 => "classic",
            1 => &names[0],
            _ => "all extras",
        };
        for row in
            RACES.iter().filter(|row| !row.race.is_extra() || options.is_on(Chambers::options(), "races"))
        {
            let all: Vec<_> =
                (0..games).map(|n| bot_game(row.race, &options, &format!("balance {n}"))).collect();
            let mean = |of: fn(&game_chambers::Summary) -> i64| {
                all.iter().map(of).sum::<i64>() as f64 / f64::from(games)
            };
            println!(
                "| {rules} | {} | {:.0} | {:.1} | {:.1} | {:.0} | {:.1} |",
                row.name,
                100.0 * mean(|game| i64::from(game.won)),
                mean(|game| i64::from(game.gold)),
                mean(|game| i64::from(game.floor)),
                mean(|game| i64::from(game.turns)),
                mean(|game| game.score)
            );
        }
    }
}
