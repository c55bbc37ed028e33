//! Many whole games: all ten thousand with `UNDERCROFT_SOAK=full`, otherwise a fifth of them.

mod board;

use board::Board;
use game_boo::{Boo, Command};
use kernel::{Game, Guide, Rng, Seed};
use testkit::{SOLO, bytes, start};

const COMMANDS: usize = 2_000;

fn games() -> u32 {
    if std::env::var("UNDERCROFT_SOAK").as_deref() == Ok("full") { 10_000 } else { 2_000 }
}

fn options(number: u32) -> &'static [(&'static str, &'static str)] {
    match number % 8 {
        0..4 => &[],
        4 => &[("side", "8")],
        5 => &[("rooms", "plus")],
        6 => &[("rooms", "plus"), ("side", "8")],
        _ => &[("fog", "on")],
    }
}

/// Plays one game at random; every third game mostly follows the bot, so that high floors are reached too.
/// Returns every command with the pulse after it.
fn play(game: &mut Boo, number: u32, dice: &mut Rng) -> Vec<(Command, u64)> {
    let actions = Boo::grammar().actions();
    let mut events = Vec::new();
    let mut played = Vec::new();
    let mut floor = 0;
    for _ in 0..COMMANDS {
        let here = game.vitals(SOLO).number("floor").expect("a floor");
        if here != floor && number % 8 != 7 {
            floor = here;
            let board = Board::of(game);
            board.check_ground();
            assert_eq!((board.count('@'), board.count('>')), (1, 1));
        }
        let advised = (number.is_multiple_of(3) && dice.chance(9, 10, "advice"))
            .then(|| game.advise(SOLO, dice))
            .flatten();
        let command = advised.unwrap_or_else(|| *dice.pick(&actions, "command"));
        events.clear();
        let pulse = game.pulse();
        match game.act(SOLO, command, &mut events) {
            Ok(()) => played.push((command, game.pulse())),
            Err(_) => assert!(events.is_empty() && game.pulse() == pulse, "a refusal changes nothing"),
        }
        if game.outcome().is_some() {
            break;
        }
    }
    played
}

#[test]
fn ten_thousand_games_replay_as_they_were_played() {
    let (mut commands, mut highest) = (0, 0);
    for number in 0..games() {
        let seed = format!("soak {number}");
        let mut dice = Rng::stream(&Seed::from_text(&seed), "soak", &[]);
        let mut live: Boo = start(options(number), None, &seed);
        let played = play(&mut live, number, &mut dice);
        let digest = bytes(&live);
        let cut = dice.below(played.len() as u32 + 1, "save here") as usize;
        let mut again: Boo = start(options(number), None, &seed);
        for (index, &(command, pulse)) in played.iter().enumerate() {
            if index == cut {
                again = postcard::from_bytes(&bytes(&again)).expect("a saved game can be loaded");
            }
            again.act(SOLO, command, &mut Vec::new()).expect("what was played can be played again");
            assert_eq!(again.pulse(), pulse, "{seed}, command {index}");
        }
        assert!(bytes(&again) == digest, "{seed}: the replay ends elsewhere");
        commands += played.len();
        highest = highest.max(live.vitals(SOLO).number("floor").expect("a floor"));
    }
    println!("{} games, {commands} commands, highest floor {highest}", games());
    assert!(highest >= 8, "the soak sees high floors: {highest}");
}
