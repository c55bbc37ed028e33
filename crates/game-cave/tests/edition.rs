//! The Undercroft edition: what its bot comes to over many seeds, golden games, and its rules as pictures.

mod common;

use common::soak;
use game_cave::Cave;
use kernel::{EDITION, Game, Guide, Rng, Seed, Verdict};
use testkit::{SOLO, bytes, random_play, start};

const EDITION_ON: [(&str, &str); 1] = [(EDITION, "undercroft")];
/// Games of the bot end within so many commands.
const LONG: u32 = 4_000;

fn bot_game(seed: &str) -> Cave {
    let mut cave: Cave = start(&EDITION_ON, None, seed);
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[]);
    for _ in 0..LONG {
        if cave.outcome().is_some() {
            break;
        }
        let command = cave.advise(SOLO, &mut dice).unwrap();
        let _ = cave.act(SOLO, command, &mut Vec::new());
    }
    cave
}

fn verdict(cave: &Cave) -> Option<Verdict> {
    cave.outcome().map(|outcome| outcome.verdict)
}

#[test]
fn a_careful_bot_wins_sometimes_and_a_random_walker_never() {
    let games = soak(8, 400);
    let ends: Vec<_> = (0..games).map(|n| verdict(&bot_game(&n.to_string()))).collect();
    let count = |wanted| ends.iter().filter(|end| **end == wanted).count() as u32;
    let (won, died) = (count(Some(Verdict::Won)), count(Some(Verdict::Died)));
    println!("{games} games: {won} won, {died} died, {} unfinished", games - won - died);
    assert!((1..games * 3 / 4).contains(&won), "{won} of {games} games won, {died} lost");
    for n in 0..games / 3 {
        let cave = random_play::<Cave>(&EDITION_ON, None, &format!("random {n}"), 3_000, |_| ());
        assert_ne!(verdict(&cave), Some(Verdict::Won));
    }
}

/// The digest of a bot's game would move with the bot; a wanderer's moves with the rules alone.
fn wandered(seed: &str) -> String {
    let mut cave: Cave = start(&EDITION_ON, None, seed);
    let mut dice = Rng::stream(&Seed::from_text(seed), "wanderer", &[]);
    let actions = Cave::grammar().deeds();
    for _ in 0..3_000 {
        let command = *dice.pick(&actions, "deed");
        let _ = cave.act(SOLO, command, &mut Vec::new());
    }
    let vitals = cave.vitals(SOLO);
    let number = |name| vitals.number(name).unwrap();
    let digest = blake3::hash(&bytes(&cave)).to_hex();
    format!(
        "{} turn {} hp {} kills {} light {}",
        &digest[..16],
        number("turn"),
        number("hp"),
        number("kills"),
        number("light")
    )
}

#[test]
fn golden_games_of_the_edition_end_as_they_did() {
    assert_eq!(
        ["undercroft", "", "lamp"].map(wandered),
        [
            "0782195f81ea23c5 turn 405 hp 5000 kills 0 light 340",
            "da3426d5709b2afd turn 463 hp 5000 kills 1 light 315",
            "3b7e182bf1b1a374 turn 484 hp 4396 kills 3 light 667"
        ]
    );
}

#[test]
fn the_edition_is_recorded_as_its_options() {
    let mut options = kernel::Options::default();
    options.set(Cave::ABOUT.options, EDITION, "undercroft").unwrap();
    assert_eq!(options.get(Cave::ABOUT.options, EDITION), "undercroft");
    assert!(
        options.iter().any(|pair| pair == ("quest", "relic"))
            && options.iter().all(|(name, _)| name != EDITION)
    );
    assert_eq!(start::<Cave>(&[], None, "x").phase(), 0);
}

#[test]
fn a_new_game_shows_lamp_compass_and_camp() {
    let cave: Cave = start(&EDITION_ON, None, "lamp");
    let panel = cave.panel(SOLO, &kernel::View::default());
    assert_eq!(
        panel.bars.iter().map(|bar| format!("{} {}", bar.name, bar.text)).collect::<Vec<_>>(),
        ["HP 50/50", "Light 400 turns"]
    );
    assert!(panel.effects[0].0.starts_with("compass: relic to the "), "{:?}", panel.effects);
    let rows = testkit::rows(&cave, "");
    assert_eq!(rows.concat().matches('P').count(), 1);
    assert!(rows[0].trim().is_empty(), "beyond the light it is dark");
    assert!(panel.carried.iter().any(|row| row.name == "Scroll of Escape" && row.deeds[0].label == "Use"));
    let classic: Cave = start(&[], None, "lamp");
    assert!(!classic.offers("use") && !classic.offers("lamp") && cave.offers("use") && cave.offers("lamp"));
}
