//! The panel: whole panels as text, warnings, and laws by random play.

mod common;

use common::game;
use game_pursuit::{Command, Player, Pursuit, Setup, Shape, Side, sketch, strategy};
use kernel::{Game, Guide, Panel, Rng, Seat, Seed, View};
use std::sync::Arc;
use testkit::order;

const HERO: Seat = Side::Hero.seat();
const MONSTER: Seat = Side::Monster.seat();

fn shown(game: &Pursuit, seat: Seat) -> Vec<String> {
    let Panel { title, numbers, effects, in_view, .. } = game.panel(seat, &View::default());
    let mut rows = vec![title];
    rows.extend(numbers.iter().map(|(name, number)| format!("{name}: {number}")));
    rows.extend(effects.iter().map(|(text, tone)| format!("{text} ({tone:?})")));
    for sight in in_view {
        let steps = sight.steps.map_or("?".to_owned(), |steps| steps.to_string());
        let deeds: Vec<String> =
            sight.deeds.iter().map(|deed| format!("[{} {}]", deed.label, deed.line)).collect();
        let row = format!(
            "{} {} {steps} {:?} {} {}",
            sight.cell.glyph(),
            sight.name,
            sight.tone,
            sight.forecast,
            deeds.join(" ")
        );
        rows.push(row.trim_end().to_owned());
    }
    rows
}

const ROOM: [&str; 6] = ["......", ".@....", "..s...", "......", "......", ".....M"];

#[test]
fn the_goal_says_what_frees_the_hero() {
    let goal = |repeat: &str, seat| game(&[("repeat", repeat)], &ROOM).panel(seat, &View::default()).goal;
    assert!(goal("end", HERO).contains("until a position comes back"));
    assert!(goal("go", HERO).contains("for 1000 rounds"), "{}", goal("go", HERO));
    assert_eq!(goal("end", MONSTER), goal("go", MONSTER));
}

#[test]
fn both_sides_have_a_panel() {
    let mut game = game(&[("monster", "human"), ("limit", "50")], &ROOM);
    assert_eq!(
        shown(&game, MONSTER),
        [
            "Monster M",
            "Round: 1 of 50",
            "Moves a turn: 1",
            "Distance: 4 steps",
            "Against: a person as the hero",
            "s potion of speed 3 Wary 3 turns for you, 1 for the hero",
            "@ hero 4 Calm",
        ]
    );
    order(&mut game, "NW");
    assert_eq!(
        shown(&game, HERO),
        [
            "Hero",
            "Round: 1 of 50",
            "Moves a turn: 1",
            "Distance: 3 steps",
            "Against: a person as the monster",
            "M monster M 3 Wary can catch you in 3 turns if you stay",
            "s potion of speed 1 Good 1 turn for you, 2 for the monster [Drink SE]",
        ]
    );
    for way in ["SE", "stay", "E"] {
        order(&mut game, way);
    }
    assert_eq!(
        shown(&game, HERO),
        [
            "Hero",
            "Round: 2 of 50",
            "Moves a turn: 2",
            "Distance: 2 steps",
            "Against: a person as the monster",
            "You move 2 times a turn (Good)",
            "M monster M 2 Dangerous can catch you in 2 turns if you stay",
        ]
    );
    order(&mut game, "stay");
    order(&mut game, "NW");
    assert_eq!(
        shown(&game, MONSTER)[4..],
        [
            "Against: a person as the hero",
            "The hero moves (Plain)",
            "The hero moves 2 times a turn (Dangerous)",
            "@ hero 1 Calm",
        ]
    );
    order(&mut game, "stay");
    order(&mut game, "stay");
    assert_eq!(
        shown(&game, MONSTER)[5..],
        ["The hero moves 2 times a turn (Dangerous)", "@ hero 1 Good you catch the hero this turn [Catch N]"]
    );
    order(&mut game, "N");
    assert_eq!(shown(&game, HERO)[4..], ["Against: a person as the monster"], "it is over");
}

fn warned(game: &Pursuit, command: Command) -> Option<String> {
    game.warning(HERO, command).map(|warning| warning.what)
}

fn word(word: &str) -> Command {
    Command::from_word(word).unwrap()
}

#[test]
fn a_hero_is_warned_of_the_monster_s_reach() {
    let mut game = game(&[("monster", "human")], &[".....", ".@...", ".....", "...M.", "....."]);
    assert_eq!(warned(&game, word("SE")), None, "it is the monster's move");
    order(&mut game, "stay");
    let there = "The monster can catch you there: it has 1 move a turn.";
    assert_eq!(warned(&game, word("SE")).as_deref(), Some(there));
    assert_eq!(warned(&game, word("NW")), None);
    assert_eq!(warned(&game, word("stay")), None);
    order(&mut game, "stay");
    order(&mut game, "NW");
    assert_eq!(warned(&game, word("SE")).as_deref(), Some("The monster is there: you would be caught."));
    assert_eq!(warned(&game, word("NW")), None);
}

/// On random fields with random moves: forecasts come true, deeds are possible, and steps without a warning
/// are safe.
#[test]
fn forecasts_and_warnings_hold_in_random_play() {
    let (mut caught, mut warnings) = (0, 0);
    for number in 0..120 {
        let mut dice = Rng::stream(&Seed::from_text("panels"), "field", &[number]);
        let shape = Shape { size: 8 + (number % 5) as u16, potions: (number % 3) as u16, loops: 1 };
        let Some(plan) = sketch(shape, &mut dice) else { continue };
        let field = Arc::new(game_pursuit::Field::new(plan, game_pursuit::Diagonals::Free).unwrap());
        let mut game = Setup::new(field, Player::Human, Player::Human).begin();
        for _ in 0..80 {
            if game.end().is_some() {
                break;
            }
            caught += u32::from(forecast_holds(&game));
            deeds_are_accepted(&game);
            let all: Vec<Command> = game.legal().collect();
            let foolish: Vec<bool> = all.iter().map(|&command| warned(&game, command).is_some()).collect();
            if foolish.contains(&true) {
                assert!(foolish.contains(&false), "some step is safe");
                warnings += 1;
                for (&command, foolish) in all.iter().zip(foolish) {
                    if game.remaining() == 0 {
                        assert_eq!(foolish, is_caught_after(&game, command), "{command:?}");
                    }
                }
            }
            let command = if game.side() == Side::Monster {
                strategy::monster(&game, MONSTER)
            } else {
                *dice.pick(&all, "move")
            };
            game.act(game.to_move(), command, &mut Vec::new()).unwrap();
        }
    }
    assert!(caught > 50 && warnings > 50, "{caught} {warnings}");
}

/// True when the panel says that the monster catches the hero next turn; checks that it does.
fn forecast_holds(game: &Pursuit) -> bool {
    let panel = game.panel(HERO, &View::default());
    let told = panel.in_view.iter().any(|sight| sight.forecast.starts_with("catches you next turn"));
    let mut after = game.clone();
    while after.end().is_none() && after.side() == Side::Hero {
        after.act(HERO, Command::Stay, &mut Vec::new()).unwrap();
    }
    while after.end().is_none() && after.side() == Side::Monster {
        let command = strategy::monster(&after, MONSTER);
        after.act(MONSTER, command, &mut Vec::new()).unwrap();
    }
    assert_eq!(told, after.end().is_some());
    told
}

/// Whether the monster can catch the hero in its next turn after this last move of his turn.
fn is_caught_after(game: &Pursuit, command: Command) -> bool {
    let mut after = game.clone();
    after.act(HERO, command, &mut Vec::new()).unwrap();
    after.end().is_some() || forecast_holds_now(&after)
}

fn forecast_holds_now(game: &Pursuit) -> bool {
    let mut after = game.clone();
    while after.end().is_none() && after.side() == Side::Monster {
        let command = strategy::monster(&after, MONSTER);
        after.act(MONSTER, command, &mut Vec::new()).unwrap();
    }
    after.end().is_some()
}

fn deeds_are_accepted(game: &Pursuit) {
    for seat in [HERO, MONSTER] {
        for sight in game.panel(seat, &View::default()).in_view {
            assert!(game.field().cell_at(sight.at) != game_pursuit::NOWHERE);
            for deed in sight.deeds {
                let command = Pursuit::grammar().read(&deed.line, 0).expect("a line of the game")[0];
                assert!(game.may(seat, command), "{deed:?}");
            }
        }
    }
}
