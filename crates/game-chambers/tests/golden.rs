//! Golden runs: the same seed and the same orders give the same game for ever.
//!
//! A digest that moves is a change of the rules: old runs would end differently. If it is meant, bump
//! `Chambers::RULES`, refresh the digests (the message prints them) and say so in the commit.

use game_chambers::{Chambers, Command};
use kernel::{Dir, Game, Rng, Seat, Seed};

const COMMANDS: usize = 600;

/// Plays by advice and by whim, and mixes state and sentences of every command into one digest.
fn digest(extras: &[&str]) -> String {
    let options: Vec<(&str, &str)> = extras.iter().map(|name| (*name, "on")).collect();
    let mut game: Chambers = testkit::start(&options, None, "golden");
    let mut dice = Rng::stream(&Seed::from_text("golden"), "player", &[]);
    let mut hasher = blake3::Hasher::new();
    let mut events = Vec::new();
    for turn in 0..COMMANDS {
        let whim = dice.chance(1, 4, "whim");
        let way = Dir::ALL[dice.below(8, "way") as usize];
        let command = match dice.below(4, "what") {
            _ if game.outcome().is_some() => Command::Restart,
            0 if whim => Command::Attack(way),
            1 if whim => Command::Use(way),
            2 if whim => Command::Take(way),
            _ => game.advise(Seat(0), &mut dice).unwrap_or(Command::Restart),
        };
        events.clear();
        let said = match game.act(Seat(0), command, &mut events) {
            Ok(()) => testkit::sentences::<Chambers>(&events),
            Err(refused) => refused.0.into_owned(),
        };
        hasher.update(said.as_bytes());
        hasher.update(&game.pulse().to_le_bytes());
        if turn % 20 == 0 {
            hasher.update(&testkit::bytes(&game));
            hasher.update(testkit::rows(&game, &said).join("\n").as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_string()
}

#[test]
fn golden_runs_end_as_they_always_did() {
    let all: Vec<&str> = Chambers::options().iter().map(|option| option.name).collect();
    let mut tables: Vec<(String, Vec<&str>)> = vec![("classic".into(), vec![])];
    tables.extend(all.iter().map(|name| ((*name).to_string(), vec![*name])));
    tables.push(("all".into(), all.clone()));
    let now: Vec<(String, String)> = tables.into_iter().map(|(name, extras)| (name, digest(&extras))).collect();
    let kept: Vec<(String, String)> =
        GOLDEN.iter().map(|(name, digest)| ((*name).to_string(), (*digest).to_string())).collect();
    assert_eq!(now, kept);
}

const GOLDEN: [(&str, &str); 11] = [
    ("classic", ""),
    ("wasd", ""),
    ("inventory", ""),
    ("gear", ""),
    ("pursue", ""),
    ("shop", ""),
    ("classes", ""),
    ("races", ""),
    ("foes", ""),
    ("chambers", ""),
    ("all", ""),
];
