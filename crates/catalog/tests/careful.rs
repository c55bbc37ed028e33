//! Laws of everything that walks for the player, by random play of every game with a chart: no step goes
//! where a careful player would not, and every decision follows from what the player can see.

mod walker;

use helpers::habit::{self, Habit, Sight, Stop};
use helpers::travel;
use kernel::{Chart, Cue, Dir, Ground, Pos, Rng, Seed, Vitals};
use session::{ReplyKind, Session};
use std::collections::HashMap;
use walker::{VIEW, soak, start, step};

/// Every game with a chart, under options that exercise it.
const GAMES: [(&str, &[(&str, &str)]); 6] = [
    ("boo", &[("fog", "on")]),
    ("boo", &[]),
    ("cave", &[]),
    ("chambers", &[]),
    ("chambers", &[("chambers", "on"), ("pursue", "on")]),
    ("dungeon", &[]),
];

fn ground(chart: &Chart, at: Pos) -> Ground {
    chart.ground.get(at).copied().unwrap_or_default()
}

/// Follows a plan on the chart: only open ground and prizes on the way; an exit or danger only as the goal.
fn assert_careful(game: &str, chart: &Chart, plan: &[Dir], goal: Option<Pos>) {
    let mut at = chart.hero;
    for (index, &way) in plan.iter().enumerate() {
        at = at.step(way);
        let (dx, dy) = way.delta();
        assert!(chart.diagonal || dx == 0 || dy == 0, "{game}: nobody walks diagonally here");
        let last = index + 1 == plan.len();
        match ground(chart, at) {
            Ground::Open | Ground::Prize => {}
            Ground::Exit | Ground::Danger => assert!(last && goal == Some(at), "{game}: {at:?} on the way"),
            Ground::Blocked | Ground::Unknown => panic!("{game}: a step onto {:?}", ground(chart, at)),
        }
    }
    if let Some(goal) = goal {
        assert_eq!(at, goal, "{game}: a walk leads to its goal");
    }
}

fn check_plans(game: &str, chart: &Chart, dice: &mut Rng) {
    for _ in 0..6 {
        let cols = chart.ground.cols() + 4;
        let rows = chart.ground.rows() + 4;
        let goal = Pos::new(dice.below(cols, "goal") as i32 - 2, dice.below(rows, "goal") as i32 - 2);
        match travel::path(chart, goal) {
            Some(plan) => assert_careful(game, chart, &plan, Some(goal)),
            None => assert!(goal != chart.hero || !chart.ground.contains(goal)),
        }
        if let Some(plan) = travel::approach(chart, goal) {
            assert_careful(game, chart, &plan, chart.ground.contains(goal).then_some(goal));
        }
    }
    let is_goal = |&at: &Pos| at != chart.hero && travel::is_goal_of_exploring(chart, at);
    if let Some(plan) = travel::nearest(chart, chart.ground.positions().filter(is_goal)) {
        assert_careful(game, chart, &plan, None);
    }
    if let Some(exit) = travel::nearest_exit(chart) {
        assert_eq!(ground(chart, exit), Ground::Exit);
        assert_careful(game, chart, &travel::path(chart, exit).expect("it can be reached"), Some(exit));
    }
}

/// Decisions by their complete input, as text.
type Decisions = HashMap<String, Result<Habit, Stop>>;

fn told(habit: Habit, chart: &Chart, cues: &[Cue], vitals: &Vitals) -> String {
    let Chart { ground, hero, threat, .. } = chart;
    let cells: Vec<u8> = ground.cells().iter().map(|ground| *ground as u8).collect();
    format!("{habit:?} {} {cells:?} {hero:?} {threat} {cues:?} {vitals:?}", ground.cols())
}

fn decide(decisions: &mut Decisions, key: String, decided: Result<Habit, Stop>) -> Result<Habit, Stop> {
    let known = decisions.entry(key).or_insert(decided);
    assert_eq!(*known, decided, "the same sight, another decision");
    decided
}

/// Follows a habit with ordinary commands, as the application does.
fn follow(session: &mut dyn Session, habit: Habit, decisions: &mut Decisions) -> usize {
    let see = |session: &dyn Session| {
        Some((session.chart(session.to_move(), VIEW.0, VIEW.1)?, session.vitals(session.to_move())))
    };
    let Some((chart, vitals)) = see(session) else { return 0 };
    let sight = Sight { chart: &chart, said: &[], vitals: &vitals };
    let mut next = decide(decisions, told(habit, &chart, &[], &vitals), habit::begin(habit, sight));
    let mut before = (chart, vitals);
    for done in 1..400 {
        let Ok(habit) = next else { return done - 1 };
        let reply = match habit {
            Habit::Run(way) => {
                let ahead = ground(&before.0, before.0.hero.step(way));
                let safe = matches!(ahead, Ground::Open | Ground::Prize);
                assert!(safe, "{}: a run onto {ahead:?}", session.id());
                assert!(!before.0.threat, "{}: a run in danger", session.id());
                step(session, way).expect("somebody walks")
            }
            Habit::Rest => {
                let Some(verb) = habit::waiting_verb(&session.verbs(), session.phase()) else {
                    return done - 1;
                };
                match session.press(kernel::Stroke::Verb(verb)) {
                    session::PressReply::Done(reply) => reply,
                    session::PressReply::More(wanted) => panic!("waiting wants more: {wanted}"),
                }
            }
        };
        if reply.kind != ReplyKind::Played || session.outcome().is_some() {
            return done;
        }
        let Some(now) = see(session) else { return done };
        let cues: Vec<Cue> = session.said().iter().map(|said| said.cue).collect();
        let was = Sight { chart: &before.0, said: &[], vitals: &before.1 };
        let is = Sight { chart: &now.0, said: session.said(), vitals: &now.1 };
        let key =
            told(habit, &before.0, &[], &before.1) + &told(habit, &now.0, &cues, &now.1) + &done.to_string();
        next = decide(decisions, key, habit::go_on(habit, was, is, done));
        before = now;
    }
    panic!("{}: a habit without end", session.id());
}

#[test]
fn nothing_walks_where_a_careful_player_would_not() {
    for (game, options) in GAMES {
        let mut walked = 0;
        let mut decisions = Decisions::new();
        for round in 0..soak(12, 200) {
            // Each seed twice: the same input must lead to the same decisions.
            let seed = format!("careful {}", round / 2);
            let mut session = start(game, &seed, options);
            let mut dice = Rng::stream(&Seed::from_text(&format!("walker {round}")), game, &[]);
            for _ in 0..60 {
                if session.outcome().is_some() {
                    break;
                }
                if let Some(chart) = session.chart(session.to_move(), VIEW.0, VIEW.1) {
                    check_plans(game, &chart, &mut dice);
                }
                match dice.below(16, "next") {
                    0 => drop(
                        session
                            .play_index(dice.below(session.vocabulary().actions as u32, "action") as usize),
                    ),
                    1..=5 => drop(session.play_advice(&mut dice)),
                    6..=7 => walked += follow(session.as_mut(), Habit::Rest, &mut decisions),
                    _ => {
                        let way = Dir::ALL[dice.below(8, "way") as usize];
                        let walks = session.verbs().iter().any(|verb| verb.way == Some(way));
                        if walks {
                            walked += follow(session.as_mut(), Habit::Run(way), &mut decisions);
                        }
                    }
                }
            }
        }
        assert!(walked > 40, "{game}: {walked} commands by habit are too few to prove anything");
    }
}

#[test]
fn moments_follow_from_common_vitals() {
    use session::{Before, Moment};
    let mut session = start("boo", "moments", &[]);
    let mut dice = Rng::stream(&Seed::from_text("moments"), "bot", &[]);
    let (mut floors, mut fights, mut deaths) = (0, 0, 0);
    let mut hp = session.vitals(session.to_move()).number("hp");
    let mut hurt = 0;
    while session.outcome().is_none() {
        let before = Before::of(session.as_ref());
        session.play_advice(&mut dice).expect("a bot that plays on");
        let is = |moment| usize::from(before.leads_to(session.as_ref(), moment));
        floors += is(Moment::Floor);
        fights += is(Moment::Fight);
        deaths += is(Moment::Death);
        let now = session.vitals(session.to_move()).number("hp");
        hurt += usize::from(now < hp);
        hp = now;
    }
    assert_eq!(session.vitals(session.to_move()).number("floor"), Some(floors as i64 + 1));
    assert_eq!(deaths, 1);
    assert!(hurt > 0 && fights == hurt, "{fights} fights, hurt {hurt} times");
}

/// Whoever opens the list of destinations and presses Enter is not sent to a ghost.
#[test]
fn ghosts_are_the_last_to_travel_to() {
    for seed in 0..20 {
        let session = start("boo", &seed.to_string(), &[(kernel::EDITION, "undercroft")]);
        let all = helpers::destinations(session.as_ref(), 0, 0);
        let ghosts: Vec<bool> = all.iter().map(|place| place.name == "ghost").collect();
        assert!(ghosts.contains(&true) && ghosts.contains(&false), "{seed}: {all:?}");
        assert!(ghosts.is_sorted(), "{seed}: {all:?}");
    }
}
