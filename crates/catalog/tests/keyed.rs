//! Games with keyed dice: no roll follows from the rolls before it, and everything else is as in any other game.

use kernel::{Rng, Seed};
use session::{Brief, Entry, Input, ReplyKind, Run, Seating, Session, keyed_dice, prove};

const COMMANDS: usize = 300;

/// A game whose first commands the bot chooses, keyed or not.
fn played(entry: &'static Entry, seed: &str, keyed: bool) -> (Box<dyn Session>, String) {
    let about = if keyed { vec![keyed_dice()] } else { Vec::new() };
    let level = (entry.attached.examples)()
        .first()
        .map(|(name, text)| session::Level { name: (*name).to_owned(), text: (*text).to_owned() });
    let brief = Brief { seed: seed.to_owned(), about, ..Brief::default() };
    let begun = (entry.start)(&brief).or_else(|_| (entry.start)(&Brief { level, ..brief }));
    let (mut session, _) = begun.expect("the game starts");
    let mut dice = Rng::stream(&Seed::from_text(seed), "keyed", &[]);
    for _ in 0..COMMANDS {
        if session.outcome().is_some() || session.play_advice(&mut dice).is_none() {
            break;
        }
    }
    session.checkpoint();
    let mut text = String::new();
    session.journal(&mut text);
    (session, text)
}

#[test]
fn a_run_with_keyed_dice_verifies_and_only_with_its_remark() {
    for entry in catalog::GAMES {
        let mut rolled = 0;
        for number in 0..12 {
            let (_, text) = played(entry, &format!("keyed {number}"), true);
            let run = Run::parse(text.as_bytes()).run.expect("a run");
            assert!(prove(catalog::GAMES, &run, &Seating::default()).is_ok(), "{}: {number}", entry.id);
            let mut plain = run.clone();
            plain.header.about.retain(|remark| *remark != keyed_dice());
            let plain = Run::parse(plain.to_text().as_bytes()).run.expect("a run");
            rolled += u32::from(prove(catalog::GAMES, &plain, &Seating::default()).is_err());
        }
        // `pursuit` has no dice that are rolled in turn.
        assert_eq!(
            rolled > 0,
            entry.id != "pursuit",
            "{}: {rolled} of 12 runs differ without keys",
            entry.id
        );
    }
}

#[test]
fn games_without_the_remark_roll_as_ever() {
    for entry in catalog::GAMES {
        let (_, text) = played(entry, "plain", false);
        assert!(!text.contains("about dice"), "{}", entry.id);
        let run = Run::parse(text.as_bytes()).run.expect("a run");
        assert!(prove(catalog::GAMES, &run, &Seating::default()).is_ok(), "{}", entry.id);
    }
}

#[test]
fn what_is_refused_changes_no_keyed_dice() {
    for entry in catalog::GAMES {
        let (mut session, _) = played(entry, "refused", true);
        let before = session.digest();
        for line in ["no such command", "", "give 99 nobody", "e 999999"] {
            let reply = session.play(None, Input::Line(line)).done();
            let kind = reply.map(|reply| reply.kind);
            if matches!(kind, Some(ReplyKind::Refused | ReplyKind::Misread | ReplyKind::Over)) {
                assert_eq!(session.digest(), before, "{}: {line:?}", entry.id);
            }
        }
    }
}
