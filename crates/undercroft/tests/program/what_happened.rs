//! `explain` lists the rolls of a turn, `diff` finds the turn at which runs differ.

use crate::support;
use kernel::Scene;
use session::Run;
use support::{House, bot_game, journal, text};

/// Renews every seal of an edited run.
fn sealed(lines: &str) -> String {
    session::with_name(lines, "planted")
}

#[test]
fn explained_rolls_match_the_sentences_of_the_turn() {
    let house = House::new();
    let run = text(&house.write("boo.run", &journal(bot_game("boo", "11", &[], 120))));
    let (mut turns, mut wounds) = (0, 0);
    for turn in 1..=120 {
        let left = house.run(&["explain", &run, "--at", &turn.to_string()], b"");
        if left.status != 0 {
            break;
        }
        turns += 1;
        let lost = left.out.split("You lost ").skip(1).map(|rest| rest.split(' ').next().unwrap().to_owned());
        let rolled = left.out.lines().filter_map(|line| line.strip_prefix("  damage: "));
        let rolled: Vec<String> = rolled.map(|line| line.split(' ').next().unwrap().to_owned()).collect();
        let lost: Vec<String> = lost.collect();
        wounds += lost.len();
        assert_eq!(rolled, lost, "turn {turn}: {}", left.out);
        assert!(!left.out.contains("damage: ") || left.out.contains(" on average)"), "{}", left.out);
    }
    assert!(turns > 40 && wounds > 0, "{turns} turns and {wounds} wounds prove little");

    let whole = journal(bot_game("chambers", "5", &[], 1_000));
    let run = text(&house.write("chambers.run", &whole));
    let fights = turns_that_say(&whole, " PC");
    let (mut hits, mut misses) = (0, 0);
    for turn in fights.into_iter().take(60) {
        let left = house.run(&["explain", &run, "--at", &turn.to_string()], b"");
        let count = |what: &str| left.out.matches(what).count();
        let told = (count(" damage to PC."), count(" attacks PC and misses."));
        assert_eq!(
            (count("enemy hits: yes (1 in 2)"), count("enemy hits: no (1 in 2)")),
            told,
            "{}",
            left.out
        );
        (hits, misses) = (hits + told.0, misses + told.1);
    }
    assert!(hits > 3 && misses > 3, "{hits} hits and {misses} misses prove little");
}

/// The turns at which a sentence with these words was said.
fn turns_that_say(whole: &str, words: &str) -> Vec<usize> {
    let run = Run::parse(whole.as_bytes()).run.expect("a run");
    let entry = catalog::find(&run.header.game).expect("a game");
    let mut session = entry.replay(&run, 0, None, None, &session::Seating::OWNER).expect("a run").session;
    let mut turns = Vec::new();
    for (step, turn) in run.steps.iter().zip(1..) {
        session.replay_step(step.seat, &step.text).expect("a run");
        if session.said().iter().any(|said| said.contains(words)) {
            turns.push(turn);
        }
    }
    turns
}

#[test]
fn explained_rolls_are_available_as_json() {
    let house = House::new();
    let run = text(&house.write("chambers.run", &journal(bot_game("chambers", "5", &[], 20))));
    let left = house.run(&["explain", &run, "--at", "1", "--json"], b"");
    let told: serde_json::Value = serde_json::from_str(&left.out).expect("one JSON object");
    assert_eq!(told["turn"], 1);
    let rolls = told["rolls"].as_array().expect("a list");
    let enemies: Vec<_> = rolls.iter().filter(|roll| roll["label"] == "enemy").collect();
    assert_eq!(enemies.len(), 20, "twenty enemies on a floor");
    assert!(
        enemies
            .iter()
            .all(|roll| roll["sides"] == 18 && roll["odds"][1] == 18 && roll["came_to"].is_string())
    );
    assert_eq!(house.run(&["explain", &run, "--at", "21"], b"").err, "The run has only 20 turns.\n");
}

#[test]
fn turns_played_by_another_build_are_not_explained() {
    let house = House::new();
    let mut run = Run::parse(journal(bot_game("boo", "11", &[], 30)).as_bytes()).run.expect("a run");
    run.steps[9].pulse ^= 5;
    let forged = text(&house.write("forged.run", &run.to_text()));
    assert_eq!(house.run(&["explain", &forged, "--at", "9"], b"").status, 0);
    let left = house.run(&["explain", &forged, "--at", "10"], b"");
    assert_eq!((left.status, left.out.as_str()), (1, ""));
    assert!(left.err.starts_with("differs at turn 10: "), "{}", left.err);
}

/// The same game with one command replaced, and the rest played as far as possible.
fn with_another_command(run: &Run, index: usize) -> Option<String> {
    let entry = catalog::find(&run.header.game).expect("a game");
    let mut session = entry.replay(run, index, None, None, &session::Seating::OWNER).expect("a run").session;
    // A branch continues the journal; the lines before it come from the branch.
    let mut journal = run.branch(index).to_text();
    let mut lines = String::new();
    let step = &run.steps[index];
    let other = (0..session.vocabulary().actions).find_map(|action| {
        let mut twin = entry.replay(run, index, None, None, &session::Seating::OWNER).expect("a run").session;
        let played = twin.play_index(action).kind == session::ReplyKind::Played;
        let spelled = twin.log().get(index).map(|(_, text)| text.clone());
        spelled.filter(|text| played && *text != step.text)
    })?;
    session.replay_step(step.seat, &other).ok()?;
    for step in &run.steps[index + 1..] {
        if session.replay_step(step.seat, &step.text).is_err() {
            break;
        }
    }
    session.checkpoint();
    session.journal(&mut lines);
    journal.push_str(&lines);
    Some(sealed(&journal))
}

#[test]
fn diff_finds_a_single_changed_command_at_its_turn() {
    let house = House::new();
    for (game, turns) in [("boo", 60), ("chambers", 80), ("cave", 60), ("dungeon", 50)] {
        let whole = journal(bot_game(game, "planted", &[], turns));
        let run = Run::parse(whole.as_bytes()).run.expect("a run");
        let one = text(&house.write("one.run", &whole));
        for index in [1, 7, 20, run.steps.len() - 1] {
            let changed = with_another_command(&run, index).expect("another command is possible");
            let two = text(&house.write("two.run", &changed));
            assert_eq!(house.run(&["verify", &two], b"").status, 0, "{game}: it is an honest run");
            for (left, right) in [(&one, &two), (&two, &one)] {
                let told = house.run(&["diff", left, right], b"");
                let wanted = format!("The runs differ at turn {}: the commands are '", index + 1);
                assert!(told.status == 1 && told.out.starts_with(&wanted), "{game}, {index}: {}", told.out);
            }
        }
        assert_eq!(house.run(&["diff", &one, &one], b"").status, 0);
        let same = house.run(&["diff", &one], b"");
        assert_eq!(
            (same.status, same.out.starts_with("This program replays the run without a difference")),
            (0, true),
            "{game}"
        );
    }
}

/// The first turn at which the same commands have a visible different effect under other options.
fn first_seen(a: &Run, b: &Run) -> Option<usize> {
    let entry = catalog::find(&a.header.game).expect("a game");
    let begin =
        |run: &Run| entry.replay(run, 0, None, None, &session::Seating::OWNER).expect("a run").session;
    let (mut one, mut two) = (begin(a), begin(b));
    let mut scene = Scene::default();
    for (step, turn) in a.steps.iter().zip(1..) {
        let played = [&mut one, &mut two].map(|session| session.replay_step(step.seat, &step.text).is_ok());
        let told = [&one, &two]
            .map(|session| (session.said().to_vec(), session.vitals(session.to_move()), session.last_step()));
        let seen = [&one, &two].map(|session| {
            session.draw(session.to_move(), 0, 0, None, &mut scene);
            scene.rows()
        });
        if played[0] != played[1] || told[0] != told[1] || seen[0] != seen[1] {
            return Some(turn);
        }
    }
    None
}

/// A run as if from a build with other rules: played under an option, with the line that says so removed.
/// `None` if the option made no difference.
fn run_of_another_build(game: &str, seed: &str, rule: (&str, &str)) -> Option<(String, usize)> {
    let lines = journal(bot_game(game, seed, &[rule], 400));
    let without: String = lines.split_inclusive('\n').filter(|line| !line.starts_with("set ")).collect();
    let planted = sealed(&without);
    let own = Run::parse(lines.as_bytes()).run.expect("a run");
    let told = Run::parse(planted.as_bytes());
    assert_eq!(told.damage, None, "properly sealed");
    first_seen(&own, &told.run.expect("a run")).map(|turn| (planted, turn))
}

#[test]
fn diff_finds_a_changed_rule_at_the_turn_where_it_first_matters() {
    let house = House::new();
    let rules = [("cave", ("fights", "short")), ("chambers", ("pursue", "on"))];
    for (game, rule) in rules {
        let runs = (0..100).filter_map(|seed| run_of_another_build(game, &seed.to_string(), rule));
        let late = runs.filter(|(_, turn)| *turn > 5).take(2).collect::<Vec<_>>();
        assert_eq!(late.len(), 2, "{game}: the rule matters in some games");
        for (planted, turn) in late {
            finds_the_turn(&house, game, &planted, turn);
        }
    }
}

fn finds_the_turn(house: &House, game: &str, planted: &str, turn: usize) {
    let other = text(&house.write("other.run", planted));
    let told = house.run(&["diff", &other], b"");
    let wanted = format!("The run and this program differ at turn {turn}: ");
    assert!(told.status == 1 && told.out.starts_with(&wanted), "{game}, {wanted}: {}", told.out);
    assert!(house.run(&["verify", &other], b"").out.starts_with(&format!("differs at turn {turn}: ")));

    // The same against a run of this build with the same commands, and with another version of the rules.
    let run = Run::parse(planted.as_bytes()).run.expect("a run");
    let own = text(&house.write("own.run", &recorded_here(&run)));
    assert_eq!(house.run(&["verify", &own], b"").status, 0);
    let renumbered = planted.replacen(&format!("game {game} "), &format!("game {game} 99"), 1);
    let next = text(&house.write("next.run", &sealed(&renumbered)));
    for (left, right, first) in [(&own, &other, "first"), (&other, &own, "second"), (&own, &next, "first")] {
        let told = house.run(&["diff", left, right], b"");
        let line = told.out.lines().last().unwrap_or_default();
        assert!(line.starts_with(&format!("The runs differ at turn {turn}: '")), "{game}: {}", told.out);
        assert!(line.contains(&format!("this program agrees with the {first} run")), "{}", told.out);
        assert_eq!(told.out.starts_with("The runs were played by rules "), *right == next, "{}", told.out);
    }
    assert!(house.run(&["diff", &next], b"").out.contains("this program plays rules "));
}

/// Records the commands of a run with this program, as far as they can be played.
fn recorded_here(run: &Run) -> String {
    let entry = catalog::find(&run.header.game).expect("a game");
    let mut session = entry.replay(run, 0, None, None, &session::Seating::OWNER).expect("a run").session;
    let mut whole = run.branch(0).to_text();
    for step in &run.steps {
        if session.replay_step(step.seat, &step.text).is_err() {
            break;
        }
    }
    session.checkpoint();
    session.journal(&mut whole);
    sealed(&whole)
}

#[test]
fn diff_names_the_fields_recorded_in_the_runs() {
    let house = House::new();
    let whole = journal(bot_game("boo", "11", &[], 60));
    let run = Run::parse(whole.as_bytes()).run.expect("a run");
    let kept = run.checkpoints.last().expect("a checkpoint at the end");
    let (vitals, after) = (kept.vitals.clone(), kept.after);
    let fish = vitals.split(' ').find(|pair| pair.starts_with("fish=")).expect("fish").to_owned();
    // A run as if from a build in which the cat ends with 77 fish, and whose states differ from turn 31 on.
    let mut turn = 0;
    let forged: String = whole
        .lines()
        .map(|line| {
            let body = &line[..line.len() - 4];
            let mut line = line.replace(&fish, "fish=77");
            if !body.ends_with(' ') {
                turn += 1;
                let pulse = &body[body.len() - 2..];
                if turn > 30 {
                    let other: String = pulse.chars().map(|c| if c == 'x' { 'y' } else { 'x' }).collect();
                    line = format!("{}{other}{}", &body[..body.len() - 2], &line[line.len() - 4..]);
                }
            }
            line + "\n"
        })
        .collect();
    let (one, two) = (text(&house.write("one.run", &whole)), text(&house.write("two.run", &sealed(&forged))));
    let was = fish.trim_start_matches("fish=");
    let told = house.run(&["diff", &one, &two], b"").out;
    assert!(told.starts_with("The runs differ at turn 31: '"), "{told}");
    assert!(
        told.ends_with(&format!("agrees with the first run; at turn {after} fish is {was} and 77.\n")),
        "{told}"
    );
    let told = house.run(&["diff", &two], b"").out;
    assert!(told.starts_with("The run and this program differ at turn 31: '"), "{told}");
    assert!(told.ends_with(&format!("at turn {after} fish is 77 and {was}.\n")), "{told}");
}
