//! Running and resting on pictures: `@` hero, `.` open, `#` wall, `$` prize, `>` exit, `^` danger, blank
//! unknown.

use super::*;
use kernel::Grid;

/// The ground of a picture, and where the hero stands.
fn read(picture: &[&str]) -> Chart {
    let mut ground = Grid::new(picture[0].len() as u32, picture.len() as u32, Ground::Unknown);
    let mut hero = Pos::default();
    for (row, y) in picture.iter().zip(0..) {
        for (glyph, x) in row.bytes().zip(0..) {
            if glyph == b'@' {
                hero = Pos::new(x, y);
            }
            ground.set(
                Pos::new(x, y),
                match glyph {
                    b'#' => Ground::Blocked,
                    b'$' => Ground::Prize,
                    b'>' => Ground::Exit,
                    b'^' => Ground::Danger,
                    b' ' => Ground::Unknown,
                    _ => Ground::Open,
                },
            );
        }
    }
    Chart { ground, hero, diagonal: true, ..Chart::default() }
}

fn sight<'a>(chart: &'a Chart, said: &'a [Sentence], vitals: &'a Vitals) -> Sight<'a> {
    Sight { chart, said, vitals }
}

/// Runs until it stops; returns the steps and the reason.
fn run(picture: &[&str], way: Dir) -> String {
    let mut chart = read(picture);
    let vitals = Vitals::default();
    let mut told = String::new();
    let mut habit = begin(Habit::Run(way), sight(&chart, &[], &vitals));
    for done in 1.. {
        let Ok(Habit::Run(way)) = habit else { break };
        let before = chart.clone();
        chart.hero = chart.hero.step(way);
        told += way.short();
        told.push(' ');
        habit = go_on(Habit::Run(way), sight(&before, &[], &vitals), sight(&chart, &[], &vitals), done);
    }
    told + &format!("{:?}", habit.unwrap_err())
}

#[test]
fn somebody_who_runs_stops_where_a_decision_is_to_be_made() {
    for (picture, way, told) in [
        (&["#########", "#@......#", "#########"][..], Dir::E, "E E E E E E Wall"),
        // It follows the bends of a corridor and stops at a branch.
        (&["########", "#@..####", "###.####", "###....#", "########"], Dir::E, "E E S S E E E Wall"),
        (&["########", "#@.....#", "###.####", "###.####"], Dir::E, "E E Junction"),
        // It does not turn in a room, and side walls do not stop it.
        (&["########", "#@.....#", "#......#", "########"], Dir::E, "E E E E E Wall"),
        (&["#.######", "#@.....#", "#......#", "########"], Dir::N, "N Wall"),
        // It stops for prizes and exits, and does not enter dangers or unknown cells.
        (&["#########", "#@...$..#", "#########"], Dir::E, "E E E Find"),
        (&["#########", "#@......#", "#....>..#"], Dir::E, "E E E Find"),
        (&["#########", "#@...^..#", "#########"], Dir::E, "E E E Wall"),
        (&["#########", "#@...   #", "#########"], Dir::E, "E E E Wall"),
        (&["#########", "#@#.....#", "#########"], Dir::E, "Wall"),
        (&["@....", ".....", ".....", "....."], Dir::SE, "SE SE SE Wall"),
    ] {
        assert_eq!(run(picture, way), told, "{}", picture.join("\n"));
    }
}

#[test]
fn hostility_pain_and_words_end_every_habit() {
    let calm = read(&["#####", "#@..#", "#####"]);
    let tense = Chart { threat: true, ..calm.clone() };
    let (well, hurt) = (Vitals::default().with("hp", 9), Vitals::default().with("hp", 8));
    let before = sight(&calm, &[], &well);
    for habit in [Habit::Run(Dir::E), Habit::Rest] {
        assert_eq!(begin(habit, sight(&tense, &[], &well)), Err(Stop::Threat));
        assert_eq!(go_on(habit, before, sight(&tense, &[], &well), 1), Err(Stop::Threat));
        assert_eq!(go_on(habit, before, sight(&calm, &[], &hurt), 1), Err(Stop::Hurt));
        for cue in [Cue::Plain, Cue::Good, Cue::Bad, Cue::Beat, Cue::Pause] {
            assert_eq!(
                go_on(
                    habit,
                    before,
                    sight(
                        &calm,
                        &[Cue::Routine, cue].map(|cue| Sentence {
                            text: String::new(),
                            to_player: None,
                            cue,
                            wound: None
                        }),
                        &well
                    ),
                    1
                ),
                Err(Stop::Said)
            );
        }
        assert_eq!(
            go_on(
                habit,
                before,
                sight(
                    &calm,
                    &[Sentence { text: String::new(), to_player: None, cue: Cue::Routine, wound: None }],
                    &well
                ),
                1
            ),
            Ok(habit)
        );
    }
}

#[test]
fn rest_ends_in_full_health_or_in_the_end() {
    let chart = read(&["@"]);
    let healthy = Vitals::default().with("hp", 10).with("hp_max", 10);
    let ill = Vitals::default().with("hp", 9).with("hp_max", 10);
    let sight = |vitals| Sight { chart: &chart, said: &[], vitals };
    assert_eq!(begin(Habit::Rest, sight(&healthy)), Err(Stop::Healthy));
    assert_eq!(begin(Habit::Rest, sight(&ill)), Ok(Habit::Rest));
    assert_eq!(go_on(Habit::Rest, sight(&ill), sight(&healthy), 1), Err(Stop::Healthy));
    assert_eq!(go_on(Habit::Rest, sight(&ill), sight(&ill), LONGEST_REST - 1), Ok(Habit::Rest));
    assert_eq!(go_on(Habit::Rest, sight(&ill), sight(&ill), LONGEST_REST), Err(Stop::Enough));
}
