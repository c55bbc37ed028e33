//! Auto-explore over many floors of every game with ground to walk on, through the session only.
//!
//! A newcomer presses explore again and again. Where the helper stops for a danger or has nothing to do, the
//! game's bot plays one command instead; when everything within reach is explored, the helper travels to the
//! exit. Laws: it knows no cell that was never shown, never walks A-B-A-B, never plays a command the game
//! warns of, takes no more steps than a floor can need, and always ends with a sentence or a visible change.

mod walker;

use helpers::fight::Fight;
use helpers::walker::{Aim, End, Next, Walker};
use kernel::{Dir, Rng, Seed, Verdict};
use session::{Outlook, ReplyKind, Session};
use std::collections::BTreeMap;
use walker::{Witness, practice, soak, start, step};

/// Maximum number of commands in one walk.
const PATIENCE: usize = 6_000;
/// Number of commands that count as a floor in games without floors.
const ENDLESS: usize = 400;

/// A cornered bot may try impossible commands, but not forever.
const TRIES: usize = 100;

/// The results of many games.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    /// Number of floors played, and of those the helper left by their exit.
    floors: usize,
    finished: usize,
    /// Number of presses of explore.
    presses: usize,
    /// Number of commands by the helper, and by the bot in its place.
    walked: usize,
    helped: usize,
    /// How walks ended, by the first words of the reason.
    reasons: BTreeMap<String, usize>,
}

/// Checks for walking back and forth: the helper's last consecutive steps.
#[derive(Default)]
struct Steps(Vec<Dir>);

impl Steps {
    fn add(&mut self, way: Dir, session: &dyn Session) {
        self.0.push(way);
        if let [.., a, b, c] = self.0[..] {
            let to_and_fro = a == c && b == a.opposite();
            let seed = &session.header().seed;
            assert!(!to_and_fro, "{} {seed} after {}: A-B-A-B", session.id(), session.commands());
        }
    }
}

/// One key press: walks until the walk ends.
fn walk(
    session: &mut dyn Session,
    walker: &mut Walker,
    aim: Aim,
    steps: &mut Steps,
    witness: &mut Witness,
    tally: &mut Tally,
) -> End {
    if let Err(end) = walker.begin(aim, session) {
        return end;
    }
    for _ in 0..PATIENCE {
        // The cave draws its floor as blanks, so its screen does not tell what was shown.
        if session.id() != "cave" {
            witness.look(session);
        }
        let next = match walker.next(session) {
            Ok(next) => next,
            Err(end) => return end,
        };
        tally.walked += 1;
        let reply = match &next {
            Next::Step(way) => {
                steps.add(*way, session);
                step(session, *way).expect("somebody walks")
            }
            Next::Line(line) => {
                assert_eq!(session.outlook(session.to_move(), line), Outlook::Fine);
                steps.0.clear();
                session.play_line(line)
            }
        };
        assert_eq!(reply.kind, ReplyKind::Played, "{}: {:?}", session.id(), reply.said);
        if let Err(end) = walker.played(session) {
            return end;
        }
    }
    panic!("{} seed {}: a walk without end", session.id(), session.header().seed);
}

fn note(tally: &mut Tally, end: &End) {
    let reason = match end {
        End::Shown => "shown".to_owned(),
        End::Told(why) => {
            assert!(why.ends_with('.'), "{why}");
            why.clone()
        }
        End::Explored { barred, exit } => format!(
            "explored{}{}",
            barred.as_ref().map_or("", |_| ", barred"),
            exit.as_ref().map_or("", |_| ", exit")
        ),
        End::Warned(_, warning) => warning.guard.to_owned(),
    };
    *tally.reasons.entry(reason).or_default() += 1;
}

/// In the dungeon, everything a careful walk can reach is in the pack when exploring ends.
fn assert_nothing_is_left_lying(session: &dyn Session) {
    let chart = session.chart(session.to_move(), 0, 0).expect("who explores has a chart");
    for errand in chart.errands.iter().filter(|errand| !errand.line.is_empty()) {
        let way = helpers::travel::path(&chart, errand.at);
        let told = format!("{} after {}", session.header().seed, session.commands());
        assert!(way.is_none(), "{told}: {} is left lying at {:?}", errand.name, errand.at);
    }
}

fn play(session: &mut dyn Session, dice: &mut Rng, tally: &mut Tally) {
    let (mut witness, mut walker, mut steps) = (Witness::new(), Walker::default(), Steps::default());
    let (mut begun, mut aim) = (session.commands(), Aim::Explore);
    loop {
        let floor = session.vitals(session.to_move()).number("floor");
        tally.presses += 1;
        let end = walk(session, &mut walker, aim, &mut steps, &mut witness, tally);
        note(tally, &end);
        if session.id() == "dungeon" && matches!(end, End::Explored { .. }) {
            assert_nothing_is_left_lying(session);
        }
        if let End::Warned(Next::Step(way), warning) = &end
            && session.about().guards.iter().any(|guard| guard.name == warning.guard && !guard.default)
        {
            // A guard that the player has to switch on: the application takes the step.
            step(session, *way).expect("somebody walks");
        }
        let leaving = aim != Aim::Explore;
        aim = Aim::Explore;
        let left = session.vitals(session.to_move()).number("floor") != floor;
        let over = session.outcome();
        let won = over.as_ref().is_some_and(|outcome| outcome.verdict == Verdict::Won);
        if left || over.is_some() || (floor.is_none() && session.commands() - begun > ENDLESS) {
            tally.floors += 1;
            tally.finished += usize::from(leaving && (left || won));
            begun = session.commands();
            witness.forget();
            steps.0.clear();
            if over.is_some() || floor.is_none() {
                return;
            }
            continue;
        }
        assert!(
            session.commands() - begun < PATIENCE,
            "{} {} never ends",
            session.id(),
            session.header().seed
        );
        if let End::Explored { exit: Some((_, at, _)), .. } = end {
            // The next press begins a new walk.
            steps.0.clear();
            aim = Aim::Goal(at);
            continue;
        }
        // The player decides: here, the bot.
        let commands = session.commands();
        for _ in 0..TRIES {
            if session.commands() >= commands + 3 {
                break;
            }
            steps.0.clear();
            tally.helped += 1;
            if session.outcome().is_some() || session.play_advice(dice).is_none() {
                tally.floors += 1;
                return;
            }
        }
        let seed = &session.header().seed;
        assert!(session.commands() > commands, "{} {seed} after {commands}: nobody plays", session.id());
        if session.outcome().is_some() {
            tally.floors += 1;
            return;
        }
        if session.vitals(session.to_move()).number("floor") != floor {
            tally.floors += 1;
            begun = session.commands();
            witness.forget();
        }
    }
}

fn finish(game: &str, options: &[(&str, &str)], floors: usize) -> Tally {
    let mut tally = Tally::default();
    while tally.floors < floors {
        let seed = format!("explore {}", tally.games);
        let mut session = start(game, &seed, options);
        let mut dice = Rng::stream(&Seed::from_text(&seed), "bot", &[]);
        play(session.as_mut(), &mut dice, &mut tally);
        tally.games += 1;
    }
    println!("{game} {options:?}: {tally:#?}");
    tally
}

/// More presses than this on a floor is a failure.
const PRESSES: usize = 1_500;

/// Sets health to its maximum.
fn heal(session: &mut dyn Session) {
    let most = session.adjustments().iter().find(|one| one.name == "health").map(|one| one.last);
    if let Some(most) = most {
        session.play_line(&format!("{} health {most}", session::PRACTICE));
    }
}

/// One press of the fight key; returns why the fight did not begin or ended.
fn fight(session: &mut dyn Session, walker: &Walker, tally: &mut Tally) -> End {
    let mut fight = match Fight::begin(session, walker.barring(session), None) {
        Ok(fight) => fight,
        Err(end) => return end,
    };
    for _ in 0..PATIENCE {
        let next = match fight.next(session) {
            // The application asks, and the player says yes.
            Ok(next) | Err(End::Warned(next, _)) => next,
            Err(end) => return end,
        };
        tally.helped += 1;
        let reply = match next {
            Next::Step(way) => step(session, way).expect("somebody walks"),
            Next::Line(line) => session.play_line(&line),
        };
        assert_eq!(reply.kind, ReplyKind::Played, "{}: {:?}", session.id(), reply.said);
        if let Err(end) = fight.played(session) {
            return end;
        }
        heal(session);
    }
    panic!("{} seed {}: a fight without end", session.id(), session.header().seed);
}

/// Plays with two keys only, explore and fight, and with health that fights do not use up. Every floor is
/// left by its stairs, with nothing worthwhile left behind.
fn two_keys(game: &str, edition: &str, seed: &str, tally: &mut Tally) {
    let mut session = practice(game, seed, &[(kernel::EDITION, edition)]);
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[]);
    let mut steps = Steps::default();
    let (mut witness, mut walker) = (Witness::new(), Walker::default());
    while session.chart(session.to_move(), 0, 0).is_none() {
        session.play_advice(&mut dice).expect("somebody chooses who plays");
    }
    while session.outcome().is_none() {
        let floor = session.vitals(session.to_move()).number("floor");
        let (mut presses, mut aim, mut clean) = (0, Aim::Explore, false);
        while session.outcome().is_none() && session.vitals(session.to_move()).number("floor") == floor {
            presses += 1;
            let told = format!("{game} {edition} {seed} floor {floor:?} after {}", session.commands());
            assert!(presses < PRESSES, "{told}: {tally:#?}");
            heal(session.as_mut());
            let end = walk(session.as_mut(), &mut walker, aim, &mut steps, &mut witness, tally);
            note(tally, &end);
            aim = match end {
                End::Explored { exit: Some((_, at, _)), barred: None } => {
                    clean = true;
                    // The next press begins a new walk.
                    steps.0.clear();
                    Aim::Goal(at)
                }
                End::Warned(Next::Step(way), _) => {
                    step(session.as_mut(), way).expect("somebody walks");
                    Aim::Explore
                }
                End::Explored { .. } | End::Told(_) => {
                    steps.0.clear();
                    let end = fight(session.as_mut(), &walker, tally);
                    note(tally, &end);
                    Aim::Explore
                }
                _ => Aim::Explore,
            };
        }
        tally.finished += usize::from(clean);
        tally.presses += presses;
        tally.floors += 1;
        witness.forget();
        steps.0.clear();
    }
}

#[test]
fn two_keys_explore_every_floor_of_the_chambers() {
    for edition in ["classic", "undercroft"] {
        let mut tally = Tally::default();
        while tally.floors < soak(10, 1_000) {
            two_keys("chambers", edition, &format!("keys {}", tally.games), &mut tally);
            tally.games += 1;
        }
        println!("chambers {edition}: {tally:#?}");
        // More than nine floors in ten are left with nothing barred.
        assert!(tally.finished * 10 > tally.floors * 9, "{edition}: {tally:#?}");
    }
}

/// The option that makes the Undercroft edition of a game.
const EDITION: (&str, &str) = (kernel::EDITION, "undercroft");

#[test]
fn auto_explore_finishes_floors_of_the_tower() {
    for options in [("fog", "off"), ("fog", "on"), EDITION] {
        let tally = finish("boo", &[options], soak(40, 1_000));
        assert!(tally.finished * 3 > tally.floors, "{options:?} {tally:?}");
    }
}

#[test]
fn auto_explore_finishes_floors_of_the_chambers() {
    let tally = finish("chambers", &[], soak(40, 1_000));
    assert!(tally.finished > 0, "{tally:?}");
    // The hunters of the edition let the helper finish no floor: it keeps the laws and walks between fights.
    let tally = finish("chambers", &[EDITION], soak(40, 1_000));
    assert!(tally.walked > 0, "{tally:?}");
}

#[test]
fn auto_explore_keeps_exploring_the_cave() {
    for options in [&[][..], &[EDITION]] {
        let tally = finish("cave", options, soak(10, 1_000));
        assert!(tally.walked > tally.helped, "{options:?} {tally:?}");
    }
}

#[test]
fn auto_explore_takes_what_lies_in_the_dungeon() {
    for options in [&[][..], &[EDITION]] {
        let tally = finish("dungeon", options, soak(40, 1_000));
        assert!(tally.walked > 0, "{options:?} {tally:?}");
    }
}
