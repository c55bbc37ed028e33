//! The words of the application, over many games: to the player, whole sentences, and nothing that only line mode says.

mod walker;

use kernel::{Rng, Seed};
use session::{ReplyKind, Sentence};
use walker::{soak, start};

/// Words of the documents that mean the player or an enemy.
const ENGINE_WORDS: [&str; 6] = ["PC", "Player", "Enemy", "NPC", "Dmg", "Prot"];

fn check(game: &str, said: &Sentence) {
    let told = said.shown();
    let words = || told.split(|letter: char| !letter.is_alphanumeric());
    // Somebody's own messages, and lists of what is carried, stay as they are.
    if game == "dungeon" || told.starts_with(|first: char| first.is_ascii_digit()) {
        assert!(!words().any(|word| word == "PC"), "{game}: {told}");
        return;
    }
    let engine = words().find(|word| ENGINE_WORDS.contains(word));
    assert_eq!(engine, None, "{game}: {told}");
    assert!(told.starts_with(|first: char| first.is_uppercase()), "{game}: {told}");
    assert!(told.ends_with(['.', '!', '?', ':']), "{game}: {told}");
    assert!(!told.contains("  "), "{game}: {told}");
}

#[test]
fn what_the_application_says_is_said_to_the_player() {
    for entry in catalog::GAMES {
        for edition in ["classic", "undercroft"] {
            let (mut told, mut other) = (0, 0);
            for seed in 0..soak(6, 200) {
                let seed = format!("words {seed}");
                let mut session = start(entry.id, &seed, &[(kernel::EDITION, edition)]);
                let mut dice = Rng::stream(&Seed::from_text(&seed), "words", &[]);
                for _ in 0..400 {
                    if session.outcome().is_some() {
                        break;
                    }
                    // Anything at all now and then, so that refusals are read, too.
                    let actions = session.vocabulary().actions as u32;
                    let reply = match dice.below(3, "next") {
                        0 => session.play_index(dice.below(actions, "action") as usize),
                        _ => session.play_advice(&mut dice).expect("a bot that plays on"),
                    };
                    let prompt = session.choice(session.to_move()).map(|choice| choice.prompt);
                    for said in session.told(&reply.said) {
                        if reply.kind == ReplyKind::Misread || prompt.as_ref() == Some(&said.text) {
                            continue;
                        }
                        check(entry.id, &said);
                        told += 1;
                        other += usize::from(said.shown() != said.text);
                    }
                }
            }
            assert!(told > 30, "{} {edition}: {told} sentences", entry.id);
            assert!(other > 0 || entry.id == "pursuit", "{} {edition}: words of its own", entry.id);
        }
    }
}
