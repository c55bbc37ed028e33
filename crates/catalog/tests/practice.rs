//! Laws of practice games, for every game in both editions: what is set is recorded, replays and verifies;
//! outside practice games the same lines are misread and change nothing; a practice game stays marked.

use kernel::{Adjustment, Rng, Seed};
use session::{Brief, Entry, PRACTICE, ReplyKind, Run, Seating, Session, practice_remark};

/// Number of rounds: commands of the bot, with something set now and then.
const ROUNDS: u32 = 60;

fn start(entry: &Entry, edition: &str, practice: bool, seed: &str) -> Box<dyn Session> {
    let mut brief = Brief { seed: seed.to_owned(), ..Brief::default() };
    brief.options.set(entry.options, kernel::EDITION, edition).expect("every game has editions");
    if entry.id == "boo" && seed.ends_with('1') {
        brief.options.set(entry.options, "fog", "on").expect("an option of boo");
    }
    brief.about.extend(practice.then(practice_remark));
    (entry.start)(&brief).unwrap_or_else(|findings| panic!("{}: {findings:?}", entry.id)).0
}

fn run_of(session: &mut dyn Session) -> Run {
    session.checkpoint();
    let mut text = String::new();
    session.journal(&mut text);
    let parsed = Run::parse(text.as_bytes());
    assert_eq!(parsed.damage, None);
    parsed.run.expect("a whole run")
}

/// A random line that sets something, by its number or its word.
fn line(all: &[Adjustment], dice: &mut Rng) -> String {
    let one = &all[dice.below(all.len() as u32, "what") as usize];
    let value = one.first + dice.below(one.last - one.first + 1, "value");
    match one.word(value) {
        Some(word) if dice.below(2, "word") == 0 => format!("{PRACTICE} {} {word}", one.name),
        _ => format!("{PRACTICE} {} {value}", one.name),
    }
}

/// Plays a practice game; returns the lines that set something.
fn play(session: &mut dyn Session, dice: &mut Rng) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..ROUNDS {
        let all = session.adjustments();
        if session.outcome().is_some() {
            assert!(all.is_empty(), "nothing is set after the end");
            break;
        }
        if !all.is_empty() && dice.below(3, "whether") == 0 {
            let line = line(&all, dice);
            let before = session.commands();
            let reply = session.play_line(&line);
            assert_eq!(reply.kind, ReplyKind::Played, "{}: {line}: {:?}", session.id(), reply.said);
            assert_eq!(session.commands(), before + 1);
            assert!(reply.said[0].text.starts_with("Practice: "), "{:?}", reply.said);
            lines.push(line);
        } else if session.play_advice(dice).is_none() {
            let verbs = session.verbs();
            let verb = &verbs[dice.below(verbs.len() as u32, "verb") as usize];
            session.play_line(verb.words[0]);
        }
    }
    lines
}

#[test]
fn what_is_set_in_a_practice_game_replays_and_verifies() {
    for entry in catalog::GAMES {
        let mut set = 0;
        for (edition, number) in [("classic", 0), ("undercroft", 0), ("classic", 1), ("undercroft", 1)] {
            let seed = format!("practice {number}");
            let mut dice = Rng::stream(&Seed::from_text(&seed), "practice", &[]);
            let mut session = start(entry, edition, true, &seed);
            set += play(session.as_mut(), &mut dice).len();
            let run = run_of(session.as_mut());
            let again = session::prove(catalog::GAMES, &run, &Seating::OWNER);
            let again = again.unwrap_or_else(|fault| panic!("{} {edition}: {}", entry.id, fault.what));
            assert_eq!(again.session.digest(), session.digest(), "{} {edition}", entry.id);
            let plain = session::of_plain(catalog::GAMES, &session::to_plain(catalog::GAMES, &run).unwrap());
            assert_eq!(plain.unwrap().steps, run.steps, "a link holds it, too");
            assert!(session::marks(catalog::GAMES, &run.header, &run.marks).contains(&PRACTICE));
        }
        assert!(set > 10, "{}: only {set} were set", entry.id);
    }
}

#[test]
fn outside_practice_games_the_same_lines_are_misread_and_change_nothing() {
    for entry in catalog::GAMES {
        let mut practice = start(entry, "undercroft", true, "both 0");
        let mut dice = Rng::stream(&Seed::from_text("both"), "practice", &[]);
        let lines = play(practice.as_mut(), &mut dice);
        let mut plain = start(entry, "undercroft", false, "both 0");
        plain.play_advice(&mut dice);
        let before = (plain.state(), plain.commands());
        for line in &lines {
            assert!(plain.adjustments().is_empty());
            assert_ne!(plain.play_line(line).kind, ReplyKind::Played, "{}: {line}", entry.id);
        }
        assert_eq!((plain.state(), plain.commands()), before, "{}", entry.id);
        // A run that hides that it is a practice game does not verify.
        let mut run = run_of(practice.as_mut());
        run.header.about.retain(|(key, _)| key != PRACTICE);
        assert!(session::prove(catalog::GAMES, &run, &Seating::OWNER).is_err(), "{}", entry.id);
    }
}

#[test]
fn what_cannot_be_set_is_refused_and_changes_nothing() {
    let boo = catalog::GAMES.iter().find(|entry| entry.id == "boo").expect("boo");
    let mut session = start(boo, "classic", true, "told 0");
    let before = session.state();
    for line in ["practice", "practice health 0", "practice wings 1", "PRACTICE floor 100", "practice floor"]
    {
        let reply = session.play_line(line);
        assert_eq!(reply.kind, ReplyKind::Misread);
        let told = "You can set, after practice: health 1-100, floor 1-99, fish 0-99, dice 1-999.";
        assert_eq!(reply.said[0].text, told);
    }
    assert_eq!((session.state(), session.commands()), (before, 0));
}
