//! The panel: whole panels as text, and laws checked by random play: forecasts come true, deeds are possible,
//! and nothing is shown that the player cannot know.

use super::pictures::game_of;
use super::{Boo, Spot, SpotList};
use crate::event::Event;
use crate::setup::{Additions, RoomCount, Setup};
use crate::{Command, Way};
use alloc::{format, string::String, vec::Vec};
use kernel::{Game, Guide, Panel, Rng, Seat, Seed, View};

/// A panel as rows of text.
fn shown(game: &Boo) -> Vec<String> {
    let Panel { title, place, bars, numbers, effects, in_view, carried, .. } =
        game.panel(Seat(0), &View::default());
    let mut rows = Vec::from([format!("{title} · {place}")]);
    rows.extend(bars.iter().map(|bar| format!("{} {} {:?}", bar.name, bar.text, bar.tone)));
    rows.extend(numbers.iter().map(|(name, number)| format!("{name} {number}")));
    rows.extend(effects.iter().map(|(text, tone)| format!("{text} {tone:?}")));
    for sight in &in_view {
        let deeds: Vec<String> =
            sight.deeds.iter().map(|deed| format!("[{}: {}]", deed.label, deed.line)).collect();
        let (glyph, steps) = (sight.cell.glyph(), sight.steps.map_or("?".into(), |steps| format!("{steps}")));
        rows.push(
            format!("{glyph} {} {steps} {:?} {} {}", sight.name, sight.tone, sight.forecast, deeds.join(" "))
                .trim_end()
                .into(),
        );
    }
    for item in &carried {
        let deeds: Vec<&str> = item.deeds.iter().map(|deed| deed.line.as_str()).collect();
        rows.push(format!("{} ×{} [{}]", item.name, item.count, deeds.join(" ")));
    }
    rows
}

#[test]
fn a_panel_shows_ghosts_fish_and_stairs_by_danger_and_nearness() {
    let mut game = game_of(&["##############", "#.f@..G....G>#", "##############"], &[]);
    assert_eq!(
        shown(&game),
        [
            "Cat · floor 1",
            "HP 100/100 Good",
            "Fish 0",
            "Turn 0",
            "Ghosts rest at your next step Good",
            "G ghost 3 Wary can reach you in 4 turns",
            "G ghost 8 Calm can reach you in 8 turns",
            "f fish 1 Good  [Take: a]",
            "> stairs to floor 2 9 Plain",
        ]
    );
    (game.hp, game.bag, game.resting) = (12, 3, false);
    game.ghosts.set(0, Spot::new(game.cat.x + 2, game.cat.y));
    game.ghosts.set(1, Spot::new(game.cat.x + 3, game.cat.y));
    assert_eq!(
        shown(&game),
        [
            "Cat · floor 1",
            "HP 12/100 Deadly",
            "Fish 3",
            "Turn 0",
            "Ghosts move at your next step Wary",
            "G ghost 2 Deadly can reach you next turn",
            "G ghost 3 Wary can reach you in 3 turns",
            "f fish 1 Good  [Take: a]",
            "> stairs to floor 2 9 Plain",
            "fish ×3 [e]",
        ]
    );
    game.ghosts.set(0, game.cat);
    assert_eq!(
        shown(&game)[4..7],
        [
            "A ghost shares your tile Dangerous",
            "Ghosts move at your next step Wary",
            "G ghost 0 Wary on your tile; follows when you move",
        ]
    );
    game.hp = 0;
    assert_eq!(shown(&game)[1..], ["HP 0/100 Deadly", "Fish 3", "Turn 0", "fish ×3 []"]);
}

#[test]
fn a_panel_in_fog_names_only_what_is_known() {
    let mut game = game_of(&["#######    ", "#@..f.#####", "#########.#", "#G.>......#", "###########"], &[]);
    game.setup.fog = true;
    game.look_around();
    assert_eq!(shown(&game)[5..], ["f fish 3 Good"]);
}

fn warned(game: &Boo, way: Way) -> Option<(&'static str, String)> {
    game.warning(Seat(0), Command::Step(way)).map(|warning| (warning.guard, warning.what))
}

#[test]
fn foolish_steps_are_warned_of_and_only_these() {
    let mut game = game_of(&["#########", "#...@.G.#", "#########"], &[]);
    game.resting = false;
    assert_eq!(warned(&game, Way::Right), Some(("ghost", "A ghost can reach you there.".into())));
    assert_eq!(warned(&game, Way::Up), Some(("ghost", "A ghost can reach you there.".into())), "waiting");
    assert_eq!(warned(&game, Way::Left), None);
    game.hp = 9;
    let deadly = "Ghosts can meet you there and take about 12 HP; you have 9.";
    assert_eq!(warned(&game, Way::Right), Some(("deadly", deadly.into())));
    let cornered = game_of(&["#####", "#@.G#", "#####"], &[]);
    assert_eq!(warned(&cornered, Way::Left), None, "in a corner no step is better");
    let mut beside = game_of(&["#######", "#..@G.#", "#######"], &[]);
    let met = "A ghost is there; meeting it costs about 12 HP.";
    assert_eq!(warned(&beside, Way::Left), None, "ghosts rest now and the cat is two steps ahead then");
    assert_eq!(warned(&beside, Way::Right), Some(("ghost", met.into())));
    beside.resting = false;
    assert_eq!(warned(&beside, Way::Right), None, "it can come anyway");
    let mut two = game_of(&["#########", "#G.@...G#", "####.####", "####.####", "#########"], &[]);
    two.resting = false;
    assert_eq!(warned(&two, Way::Right), None);
    assert_eq!(warned(&two, Way::Left).map(|(guard, _)| guard), Some("ghost"));
    assert_eq!(two.warning(Seat(0), Command::Eat), None);
}

#[test]
fn the_guard_of_fish_knows_how_many_are_left() {
    let mut game = game_of(&["######", "#f@>f#", "######"], &[]);
    assert_eq!(warned(&game, Way::Right), Some(("fish", "2 fish are left on this floor.".into())));
    assert_eq!(warned(&game, Way::Left), None);
    game.fish = SpotList::default();
    assert_eq!(warned(&game, Way::Right), None);
    assert!(Boo::ABOUT.guards.iter().any(|guard| guard.name == "fish" && !guard.default));
}

fn random_games(count: u32, mut see: impl FnMut(&Boo)) {
    for number in 0..count {
        let fog = number % 3 == 0;
        let setup = Setup { rooms: RoomCount::Times, side: 4, fog, paths: false, additions: Additions::NONE };
        let seed = Seed::from_text(&format!("panel {number}"));
        let mut game = Boo::on_floor(&setup, &seed, 1 + number % 7);
        let mut dice = Rng::stream(&seed, "walk", &[]);
        for turn in 0..120 {
            let command = match dice.below(3, "who") {
                0 => Command::Step(*dice.pick(&Way::ALL, "way")),
                _ => game.advise(Seat(0), &mut dice).unwrap_or(Command::Eat),
            };
            let _ = game.act(Seat(0), command, &mut Vec::new());
            if game.is_over() {
                break;
            }
            if turn % 3 == 0 {
                see(&game);
            }
        }
    }
}

/// Moves the ghosts of a game many times with different dice while the cat stays; counts how often each met
/// it.
fn visits(game: &Boo, fates: i64) -> [u32; 4] {
    let mut met = [0; 4];
    for fate in 0..fates {
        let mut after = game.clone();
        (after.hp, after.fate) = (100, Rng::stream(&game.seed, "another fate", &[fate]));
        let before: Vec<bool> = after.ghosts.all().iter().map(|&ghost| ghost == after.cat).collect();
        after.haunt(&mut Vec::<Event>::new());
        for (ghost, was) in before.into_iter().enumerate() {
            met[ghost] += u32::from(!was && after.ghosts.all()[ghost] == after.cat);
        }
    }
    met
}

#[test]
fn forecasts_of_the_next_turn_come_true() {
    const FATES: i64 = 48;
    let (mut sure, mut possible) = (0, 0);
    random_games(40, |game| {
        let mut game = game.as_known();
        (game.resting, game.hp) = (false, 100);
        let waiting = game.meetings(None);
        let met = visits(&game, FATES);
        for (ghost, &times) in met.iter().enumerate().take(game.ghosts.all().len()) {
            let (may, must) = (waiting.may >> ghost & 1 != 0, waiting.must >> ghost & 1 != 0);
            assert!(may || times == 0, "{game:?}");
            assert!(!must || i64::from(times) == FATES, "{game:?}");
            assert!(!may || times > 0, "{game:?}");
            assert_eq!(
                may,
                game.turns_to_cat(ghost, &waiting) == Some(1) && game.ghosts.all()[ghost] != game.cat
            );
            (sure, possible) = (sure + u32::from(must), possible + u32::from(may));
        }
    });
    assert!(sure > 20 && possible > sure, "{sure} of {possible}");
}

#[test]
fn deeds_are_accepted_and_charts_and_panels_agree() {
    random_games(30, |game| {
        let panel = game.panel(Seat(0), &View::default());
        let deeds = panel.in_view.iter().flat_map(|sight| &sight.deeds);
        for deed in deeds.chain(panel.carried.iter().flat_map(|item| &item.deeds)) {
            let command = Boo::grammar().read(&deed.line, 0).expect("a line of the game")[0];
            assert!(game.may(Seat(0), command), "{deed:?}");
        }
        let chart = game.chart(Seat(0), &View::default()).expect("a chart");
        assert_eq!(chart.threats.len(), game.ghosts_in_view().all().len());
        for threat in &chart.threats {
            let ghost = &game.ghosts.all()[(threat.id & 0xFF) as usize];
            assert_eq!((ghost.on_screen(), threat.id >> 8), (threat.at, u64::from(game.floor)));
        }
        for sight in &panel.in_view {
            assert!(Spot::at_screen(sight.at).is_some_and(|spot| game.knows(spot)));
        }
    });
}

/// Where some steps have a warning, a step without warning or risk leads to no meeting.
#[test]
fn heeding_the_warnings_keeps_the_cat_out_of_reach() {
    let mut heeded = 0;
    random_games(30, |game| {
        let warned: Vec<Way> = Way::ALL
            .into_iter()
            .filter(|&way| warned(game, way).is_some_and(|(guard, _)| guard != "fish"))
            .collect();
        if warned.is_empty() || game.setup.fog || game.resting {
            return;
        }
        for way in Way::ALL.into_iter().filter(|way| !warned.contains(way)) {
            if game.risk(way) == 0 {
                let mut after = game.clone();
                let mut events = Vec::new();
                after.act(Seat(0), Command::Step(way), &mut events).expect("a step");
                assert!(!events.iter().any(|event| matches!(event, Event::Attacked { .. })));
                heeded += 1;
            }
        }
    });
    assert!(heeded > 30, "{heeded}");
}
