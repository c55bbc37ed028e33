//! Golden runs: these commands with these seeds must lead to these states, on every machine, for ever.
//!
//! A digest that changes is a change of the rules: bump `ABOUT.rules`, and give the reason in the commit.

mod common;

use game_dungeon::{Dungeon, Wishes, generate};
use kernel::{Game, Guide, Rng, Seat, Seed};

fn digest(game: &Dungeon) -> String {
    let vitals = game.vitals(Seat(0));
    let number = |name| vitals.number(name).unwrap();
    let hash = blake3::hash(&testkit::bytes(game)).to_hex();
    let end = game.outcome().map_or("plays", |outcome| outcome.verdict.word());
    let [hp, score, turn] = ["hp", "score", "turn"].map(number);
    format!("{end} hp {hp} score {score} turn {turn} {} pulse {:016x}", &hash[..16], game.pulse())
}

/// A run of the bot, with a random step now and then.
fn run(mut game: Dungeon, seed: &str) -> String {
    let mut dice = Rng::stream(&Seed::from_text(seed), "golden", &[]);
    let mut events = Vec::new();
    for turn in 0..600 {
        let Some(command) = game.advise(Seat(0), &mut dice) else { break };
        let astray = kernel::Dir::ORTHOGONAL[dice.below(4, "way") as usize];
        let command = if turn % 7 == 6 { game_dungeon::Command::Go(astray) } else { command };
        let _ = game.act(Seat(0), command, &mut events);
    }
    digest(&game)
}

#[test]
fn runs_through_the_campaign_end_as_they_always_did() {
    let run = |name: &str| run(testkit::start(&[("campaign", name)], None, "golden"), name);
    assert_eq!(
        ["cellar", "crossing", "armory", "mushrooms", "thieves", "library", "throne"].map(run),
        [
            "won hp 40 score 16 turn 161 c8bd3a139511cf65 pulse 98ce07350bbdba95",
            "won hp 55 score 21 turn 352 1663f2ff45c41862 pulse 8c47eabc80f1cff8",
            "won hp 26 score 37 turn 289 b9a7e9e0681503b7 pulse 9bd3b12e14f7a232",
            "won hp 11 score 42 turn 320 d393810f5c6339ba pulse f5bf08ce070e8e0a",
            "won hp 5 score 51 turn 311 427acc732b122c80 pulse 0d8889382c9adcc6",
            "won hp 1 score 51 turn 272 2f0f6c38a750ab8b pulse 8e3f765d075adb63",
            "died hp -2 score 32 turn 327 6b0d68ecc9b0326e pulse c272c3ba44d09cda",
        ]
    );
}

#[test]
fn runs_through_generated_dungeons_end_as_they_always_did() {
    let run = |seed: &str| {
        let text = generate(&Seed::from_text(seed), &Wishes { rooms: 9, monsters: 14, items: 10 });
        run(testkit::start(&[], Some(&text), seed), seed)
    };
    assert_eq!(
        ["", "7", "ünïcödé"].map(run),
        [
            "plays hp 85 score 30 turn 553 6a0bbe001ee8e8d1 pulse 53edd160e6ba9dc0",
            "won hp 72 score 66 turn 437 d99a8db2bc79a593 pulse c4e714ddb154bb35",
            "won hp 69 score 63 turn 414 21570f59cd7c1e75 pulse 6eede3bdf01be4f4",
        ]
    );
}

#[test]
fn runs_through_a_descent_end_as_they_always_did() {
    let run = |seed: &str| run(testkit::start(&[("edition", "undercroft")], None, seed), seed);
    assert_eq!(
        ["", "7", "ünïcödé"].map(run),
        [
            "plays hp 33 score 58 turn 561 1e29c2d03e5f804f pulse 0dd41644507ca615",
            "plays hp 31 score 59 turn 561 ffb565916dc2228c pulse 9e2570a76d847440",
            "plays hp 32 score 99 turn 559 e2c946e9aee9ba28 pulse 16b8b75b60a25aab",
        ]
    );
}

#[test]
fn the_first_screen_of_the_game_is_this() {
    let game: Dungeon = testkit::start(&[], None, "7");
    let rows = testkit::rows(&game, "");
    assert_eq!(rows.len(), 24);
    assert_eq!(
        rows[..10],
        [
            "HP: 16  Score: 0",
            "",
            "",
            "  XXXXXXXXXXXXXXXX                                      XXXXXXXXXXXXXXXXXX",
            "  X..............X           XXXXXXXXXXXXXXX            X................X",
            "  X..@...........+######     X.............X            X................X",
            "  X.........)....X     #     X...........].+############+................X",
            "  X..............X     ######+...S.........X            X........H.......X",
            "  XXXXXXXXXXXXXXXX           X.............X            X................X",
            "                             X.........S...X            X.............?..X",
        ]
    );
}
