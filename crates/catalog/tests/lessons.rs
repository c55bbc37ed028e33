//! Every lesson can be followed to its end, and mentions only what exists.

use catalog::GAMES;
use helpers::{Deed, Tutor};
use kernel::{Options, Piece, Rng, Seed, Severity, Stroke, Tutorial, Until, When, pieces};
use session::{Brief, Entry, LESSON, PressReply, ReplyKind, Session, brief_of};

/// Maximum number of commands in a lesson: three minutes are enough.
const COMMANDS_MOST: usize = 120;

fn lessons() -> impl Iterator<Item = (&'static Entry, &'static Tutorial)> {
    GAMES.iter().map(|entry| (entry, entry.teaching.tutorial.expect("every game has a lesson")))
}

fn start(entry: &Entry, brief: &Brief) -> Box<dyn Session> {
    let (session, findings) = (entry.start)(brief).expect("the level of a lesson is played");
    assert!(findings.iter().all(|finding| finding.severity != Severity::Error), "{}: {findings:?}", entry.id);
    session
}

/// Gives one command, key by key.
fn give(session: &mut dyn Session, deed: &Deed) {
    let Deed::Verb { verb, way, word } = deed else { return };
    let mut reply = session.press(Stroke::Verb(*verb));
    let mut strokes: Vec<Stroke> = way.iter().map(|way| Stroke::Way(*way)).collect();
    strokes.extend(word.iter().flat_map(|word| word.chars()).map(Stroke::Char));
    strokes.push(Stroke::Enter);
    for stroke in strokes {
        if matches!(reply, PressReply::More(_)) {
            reply = session.press(stroke);
        }
    }
    let PressReply::Done(reply) = reply else { panic!("{deed:?} is not complete") };
    assert_eq!(reply.kind, ReplyKind::Played, "{deed:?}: {:?}", reply.said);
}

/// Does what each step says until the lesson is over. Returns the messages, the game at its end, and whether
/// it finished.
fn follow(entry: &Entry, lesson: &'static Tutorial, brief: &Brief) -> (Vec<String>, Box<dyn Session>, bool) {
    let mut session = start(entry, brief);
    let mut tutor = Tutor::new(lesson, true);
    let mut told = Vec::new();
    while !tutor.is_done() && !tutor.has_failed(session.as_ref()) && session.commands() < COMMANDS_MOST {
        told.push(tutor.tell(session.as_ref(), |deed| format!("{deed:?}")));
        let Some(first) = tutor.orders(session.as_ref()).into_iter().next().flatten() else { break };
        match &first[0] {
            Deed::Front(word) => tutor.hear_app(word, session.as_ref()),
            deed => {
                give(session.as_mut(), deed);
                tutor.hear(session.as_ref());
            }
        }
    }
    let done = tutor.is_done();
    (told, session, done)
}

#[test]
fn following_the_instructions_finishes_every_lesson() {
    for (entry, lesson) in lessons() {
        let brief = brief_of(lesson, entry.options).unwrap();
        assert!(brief.about.iter().any(|(key, _)| key == LESSON));
        let (told, session, done) = follow(entry, lesson, &brief);
        assert!(
            done,
            "{}: it ends after {} commands with\n{:#?}",
            entry.id,
            session.commands(),
            &told[told.len().saturating_sub(6)..]
        );
        println!("{}: {} commands", entry.id, session.commands());
        assert!(session.commands() <= COMMANDS_MOST);
    }
}

#[test]
fn a_lesson_continues_where_it_was_left() {
    for (entry, lesson) in lessons() {
        let brief = brief_of(lesson, entry.options).unwrap();
        let mut session = start(entry, &brief);
        let mut tutor = Tutor::new(lesson, false);
        while !tutor.is_done() {
            let first = tutor.orders(session.as_ref()).remove(0).expect("a way");
            give(session.as_mut(), &first[0]);
            tutor.hear(session.as_ref());
            let mut run = session::Run::default();
            run.header = session.header().clone();
            let mut fresh = entry.replay(&run, 0, None, None, &session::Seating::OWNER).unwrap().session;
            let mut other = Tutor::new(lesson, false);
            other.catch_up(fresh.as_mut(), &session.log());
            assert_eq!(
                other.progress(),
                tutor.progress(),
                "{} after {} commands",
                entry.id,
                session.commands()
            );
        }
    }
}

/// The names used by lessons and advice are checked against the game's verbs and the application's commands.
#[test]
fn every_word_in_braces_exists() {
    // The application commands that lessons mention; the front-end checks the same against its own list.
    const APP: [&str; 10] =
        ["inventory", "look", "help", "explore", "travel", "map", "coach", "hint", "undo", "messages"];
    for (entry, lesson) in lessons() {
        let verbs = (entry.verbs)();
        let is_verb = |name: &str| verbs.iter().any(|verb| verb.name == name);
        let vitals = start(entry, &brief_of(lesson, entry.options).unwrap()).vitals(kernel::Seat(0));
        let check_until = |until: Until| match until {
            Until::Verb(name) => assert!(is_verb(name), "{}: no verb {name}", entry.id),
            Until::Front(word) => assert!(APP.contains(&word), "{}: no command {word}", entry.id),
            Until::AtLeast(name, _) => {
                assert!(vitals.number(name).is_some(), "{}: no number {name}", entry.id);
            }
            Until::Event(_) | Until::Outcome(_) => {}
        };
        lesson.steps.iter().for_each(|step| check_until(step.until));
        // A hint may mention a vital that only the edition has.
        let mut options = Options::default();
        let _ = options.set(entry.options, kernel::EDITION, "undercroft");
        let mut edition = start(entry, &Brief { options, ..Brief::default() });
        while let Some(choice) = edition.choice(kernel::Seat(0)) {
            edition.play_line(&choice.answers[0].line);
        }
        let edition = edition.vitals(kernel::Seat(0));
        let known = |name: &str| vitals.number(name).or_else(|| edition.number(name)).is_some();
        for hint in entry.teaching.hints {
            check_until(hint.learnt_by);
            let orders = pieces(hint.say).filter(|piece| matches!(piece, Piece::Order(_))).count();
            let words: usize = pieces(hint.say)
                .map(|piece| if let Piece::Text(text) = piece { text.len() } else { 0 })
                .sum();
            assert!(words + 3 * orders <= 71, "{}: {:?} does not fit on one line", entry.id, hint.say);
            for when in hint.when {
                if let When::AtLeast(name, _) | When::AtMost(name, _) = when {
                    assert!(known(name), "{}: no number {name}", entry.id);
                }
            }
        }
        let texts = lesson.steps.iter().map(|step| step.say).chain([lesson.farewell]);
        for text in texts.chain(entry.teaching.hints.iter().map(|hint| hint.say)) {
            assert!(!text.contains("  "), "{}: {text}", entry.id);
            for piece in pieces(text) {
                let Piece::Order(order) = piece else { continue };
                let ok = match order.rsplit_once(' ') {
                    _ if is_verb(order) || order == "advice" => true,
                    Some(("go" | "into", glyph)) => glyph.chars().count() == 1,
                    Some(("app", word)) => APP.contains(&word),
                    Some((name, thing)) if thing.starts_with('@') => is_verb(name),
                    Some((name, _)) => {
                        verbs.iter().any(|verb| verb.name == name && verb.follows != kernel::Follows::Nothing)
                    }
                    None => false,
                };
                assert!(ok, "{}: {{{order}}} in {text:?}", entry.id);
            }
        }
    }
}

/// Number of straying learners per lesson.
fn learners() -> u32 {
    if std::env::var_os("UNDERCROFT_SOAK").is_some_and(|soak| soak == "full") { 2_000 } else { 40 }
}

/// Gives a command that may be refused: a straying learner may be unable to do what is asked.
fn try_to(session: &mut dyn Session, deed: &Deed) {
    let Deed::Verb { verb, way, word } = deed else { return };
    let mut reply = session.press(Stroke::Verb(*verb));
    let strokes = way.iter().map(|way| Stroke::Way(*way));
    let strokes = strokes.chain(word.iter().flat_map(|word| word.chars()).map(Stroke::Char));
    for stroke in strokes.chain([Stroke::Enter]) {
        if matches!(reply, PressReply::More(_)) {
            reply = session.press(stroke);
        }
    }
    session.cancel(session.to_move());
}

/// A learner who does something else every fourth time is led back to the end of the lesson, unless the game
/// ends first.
#[test]
fn straying_players_are_led_back() {
    for (entry, lesson) in lessons() {
        let brief = brief_of(lesson, entry.options).unwrap();
        let mut ends = (0, 0);
        for learner in 0..learners() {
            let mut dice = Rng::stream(&Seed::from_text("learner"), entry.id, &[i64::from(learner)]);
            let mut session = start(entry, &brief);
            let mut tutor = Tutor::new(lesson, false);
            let mut tries = 0;
            while !tutor.is_done() && !tutor.has_failed(session.as_ref()) {
                tries += 1;
                assert!(
                    tries < 2_000,
                    "{}, learner {learner}: {}",
                    entry.id,
                    tutor.tell(session.as_ref(), |deed| format!("{deed:?}"))
                );
                let phase = session.phase();
                let verbs = session.verbs();
                let ways: Vec<usize> = (0..verbs.len())
                    .filter(|&verb| verbs[verb].way.is_some() && verbs[verb].phases & (1 << phase) != 0)
                    .collect();
                let order = tutor.orders(session.as_ref()).into_iter().next().flatten();
                match order {
                    Some(order) if ways.is_empty() || !dice.chance(1, 4, "strays") => {
                        try_to(session.as_mut(), &order[0]);
                    }
                    _ => {
                        let verb = ways[dice.below(ways.len() as u32, "where to") as usize];
                        try_to(session.as_mut(), &Deed::Verb { verb, way: None, word: None });
                    }
                }
                tutor.hear(session.as_ref());
            }
            if tutor.is_done() { ends.0 += 1 } else { ends.1 += 1 }
        }
        println!("{}: {} came to the end, {} lost the game before", entry.id, ends.0, ends.1);
        // In a pursuit one wrong step may be the last; other games leave time to come back.
        assert!(entry.id == "pursuit" || ends.0 >= 9 * ends.1, "{}: {ends:?}", entry.id);
        assert!(ends.0 > 0, "{}", entry.id);
    }
}
