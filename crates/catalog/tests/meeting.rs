//! Helpers that meet somebody: a fight with a choice of enemies and little health, and a walk to a merchant
//! who walks on.

mod walker;

use helpers::fight::{Fight, health};
use helpers::walker::{Aim, End, Next, Walker};
use kernel::Sort;
use session::{Brief, Level, Session};
use walker::{practice, step};

/// Two enemies beside the player: the orc begins with more health than the dwarf.
const TWO: &str = "\
|-----------|
|...........|
|...O@W.....|
|...........|
|-----------|";

/// A layout of this floor, with rows of rock around it.
fn floor(rows: &str) -> Option<Level> {
    let mut text: Vec<String> = rows.lines().map(|row| format!("{row:79}")).collect();
    text[1].replace_range(10..11, "\\");
    text.resize(25, " ".repeat(79));
    Some(Level { name: "floor.txt".to_owned(), text: text.join("\n") })
}

fn beside(session: &dyn Session) -> Vec<(String, i64)> {
    let sights = session.panel(session.to_move(), 0, 0).in_view.into_iter();
    let foes = sights.filter(|sight| sight.sort == Sort::Foe && !sight.deeds.is_empty());
    foes.map(|sight| (sight.name, sight.bar.map_or(0, |bar| bar.value))).collect()
}

#[test]
fn a_fight_begins_with_the_enemy_that_falls_first() {
    let entry = catalog::find("chambers").unwrap();
    let brief = Brief { seed: "two".to_owned(), level: floor(TWO), ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).unwrap();
    session.play_line("t");
    assert_eq!(beside(session.as_ref()).len(), 2, "{:?}", beside(session.as_ref()));
    let mut attacked = Vec::new();
    while let (Some(weakest), None) =
        (beside(session.as_ref()).into_iter().min_by_key(|foe| foe.1), session.outcome())
    {
        // Each press of the key begins a new fight, as it does below the health at which fights stop.
        let Ok(mut fight) = Fight::begin(session.as_ref(), None, Some(100)) else { break };
        let next = match fight.next(session.as_ref()) {
            Ok(next) | Err(End::Warned(next, _)) => next,
            Err(end) => panic!("{end:?}"),
        };
        let Next::Line(line) = next else { panic!("both stand beside the player") };
        session.play_line(&line);
        let dealt = session.facts().into_iter().find(|fact| fact.kind == "dealt").expect("a blow");
        attacked.push((weakest.0, format!("{:?}", dealt.fields)));
    }
    let is_at = |(weakest, dealt): &(String, String)| {
        dealt.contains(if weakest.as_str() == "dwarf" { "\"W\"" } else { "\"O\"" })
    };
    assert!(attacked.len() > 4 && attacked.iter().all(is_at), "{attacked:?}");
}

#[test]
fn with_little_health_a_fight_still_walks_the_whole_way() {
    let mut session = practice("dungeon", "way", &[]);
    session.play_line("practice health 2");
    let (value, of) = health(session.as_ref()).unwrap();
    assert!(value * 2 < of, "{value} of {of}");
    let mut fight = Fight::begin(session.as_ref(), None, Some(50)).unwrap();
    let mut steps = 0;
    while let Ok(Next::Step(way)) = fight.next(session.as_ref()) {
        step(session.as_mut(), way).unwrap();
        steps += 1;
        assert_eq!(fight.played(session.as_ref()), Ok(()), "after {steps} steps");
    }
    assert!(steps > 5, "{steps}");
}

#[test]
fn a_fight_ends_with_its_enemy_and_does_not_go_on_to_the_next_of_its_kind() {
    let mut session = practice("dungeon", "kind", &[]);
    session.play_line("practice health 500");
    let snakes = |session: &dyn Session| -> Vec<kernel::Sight> {
        let sights = session.panel(session.to_move(), 0, 0).in_view.into_iter();
        sights.filter(|sight| sight.name == "Snake").collect()
    };
    let all = snakes(session.as_ref());
    assert_eq!(all.len(), 2);
    let hero = session.chart(session.to_move(), 0, 0).unwrap().hero;
    let mut fight = Fight::begin(session.as_ref(), Some(all[0].at - hero), None).unwrap();
    let end = loop {
        match fight.next(session.as_ref()).unwrap() {
            Next::Step(way) => drop(step(session.as_mut(), way)),
            Next::Line(line) => drop(session.play_line(&line)),
        }
        if let Err(end) = fight.played(session.as_ref()) {
            break end;
        }
    };
    assert_eq!(end, End::Shown);
    assert_eq!(snakes(session.as_ref()).len(), 1);
    assert!(session.said().iter().any(|said| said.text.contains("kill")), "{:?}", session.said());
}

#[test]
fn a_walk_to_a_merchant_ends_beside_it_although_it_walks_on() {
    let (mut met, mut left) = (0, 0);
    for number in 0..40 {
        let mut session =
            practice("chambers", &format!("market {number}"), &[(kernel::EDITION, "undercroft")]);
        session.play_line("t");
        session.play_line("kn");
        let Some(chart) = session.chart(session.to_move(), 0, 0) else { panic!("a floor") };
        let sights = session.panel(session.to_move(), 0, 0).in_view;
        let near = |sight: &&kernel::Sight| {
            sight.sort == Sort::Friend && sight.steps.is_some_and(|steps| steps < 30)
        };
        let Some(merchant) = sights.iter().find(near) else { continue };
        let mut walker = Walker::default();
        if walker.begin(Aim::Goal(merchant.at - chart.hero), session.as_ref()).is_err() {
            continue;
        }
        let end = loop {
            let next = match walker.next(session.as_ref()) {
                Ok(Next::Step(way)) => way,
                Ok(Next::Line(line)) => panic!("{line}"),
                Err(end) => break end,
            };
            step(session.as_mut(), next).unwrap();
            if let Err(end) = walker.played(session.as_ref()) {
                break end;
            }
        };
        // Whether a merchant can be traded with now: an attack alone is no trade.
        let sights = session.panel(session.to_move(), 0, 0).in_view;
        let is_met = sights.iter().any(|sight| sight.sort == Sort::Friend && !sight.deeds.is_empty());
        match end {
            End::Shown if is_met => met += 1,
            End::Told(_) => {}
            _ => left += 1,
        }
    }
    assert!(met >= 5 && left * 5 < met, "{met} met, {left} left standing");
}
