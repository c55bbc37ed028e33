//! Links that hold whole runs.

use kernel::Rng;
use session::{Brief, Entry, Run};

/// A run of a game, played by its bot.
fn run_of_bot(entry: &Entry, seed: &str, commands: usize) -> Run {
    let brief = Brief { seed: seed.to_owned(), ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).expect("the game starts");
    let mut dice = Rng::stream(&kernel::Seed::from_text(seed), "bot", &[]);
    for _ in 0..commands {
        if session.outcome().is_some() || session.play_advice(&mut dice).is_none() {
            break;
        }
    }
    let mut text = String::new();
    session.checkpoint();
    session.journal(&mut text);
    Run::parse(text.as_bytes()).run.expect("the journal is a run")
}

#[test]
fn a_run_of_three_hundred_commands_round_trips_through_a_short_link() {
    for entry in catalog::GAMES {
        for seed in ["7", "hoard", "ünï"] {
            let run = run_of_bot(entry, seed, 300);
            let link = records::challenge::link_of(catalog::GAMES, &run).expect("it fits");
            assert!(link.len() <= records::challenge::LINK_MAX, "{}: {} letters", entry.id, link.len());
            let back = records::challenge::run_of(catalog::GAMES, &link).expect("it is read back");
            assert_eq!((&back.header, back.steps.len()), (&run.header, run.steps.len()), "{}", entry.id);
            for (mine, theirs) in run.steps.iter().zip(&back.steps) {
                assert_eq!((mine.seat, &mine.text, mine.pulse), (theirs.seat, &theirs.text, theirs.pulse));
            }
        }
    }
}

#[test]
fn damaged_links_are_refused_with_one_sentence() {
    let entry = session::find(catalog::GAMES, "boo").expect("there is boo");
    let link = records::challenge::link_of(catalog::GAMES, &run_of_bot(entry, "7", 60)).expect("it fits");
    let mut wrong: Vec<String> = vec![String::new(), "!!!".into(), "A".repeat(5_000), link[1..].into()];
    wrong.extend((0..link.len()).map(|end| link[..end].to_owned()));
    wrong.extend((0..link.len()).map(|at| {
        let other = if &link[at..=at] == "A" { "B" } else { "A" };
        format!("{}{other}{}", &link[..at], &link[at + 1..])
    }));
    for link in wrong {
        match records::challenge::run_of(catalog::GAMES, &link) {
            Ok(run) => assert_eq!(run.header.game, "boo", "a change that means nothing leaves a good run"),
            Err(what) => assert!(what.ends_with('.') && !what.contains('\n'), "{what}"),
        }
    }
}
