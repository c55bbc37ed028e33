//! What helpers that walk are told, and that the bot plays well and knows no more than the player.

use super::pictures::{CORNER, game_of};
use super::{Boo, Spot, SpotList};
use crate::content::ROWS;
use crate::guide;
use crate::setup::{Additions, RoomCount, Setup};
use crate::{Command, Way};
use alloc::{format, string::String, vec::Vec};
use kernel::{Game, Ground, Guide, Pos, Rng, Seat, Seed, View};

/// A chart as a picture: `?` unknown, `#` blocked, `.` open, `$` prize, `>` exit, `!` danger.
fn chart_of(game: &Boo, cols: i32, rows: i32) -> Vec<String> {
    let chart = game.chart(Seat(0), &View::default()).expect("a chart");
    let (left, top) = (i32::from(CORNER.x), i32::from(ROWS) - i32::from(CORNER.y) - rows);
    let glyph = |at| match chart.ground.get(at).expect("a cell of the board") {
        Ground::Unknown => '?',
        Ground::Blocked => '#',
        Ground::Open => '.',
        Ground::Prize => '$',
        Ground::Exit => '>',
        Ground::Danger => '!',
    };
    (0..rows).map(|y| (0..cols).map(|x| glyph(Pos::new(left + x, top + y))).collect()).collect()
}

#[test]
fn a_chart_shows_prizes_exits_and_the_reach_of_ghosts() {
    let game = game_of(&["##############", "#>@f.........G#", "##############"], &[]);
    // In a corridor the cat must not go further than where both could be at the same time.
    assert_eq!(chart_of(&game, 15, 3)[1], "#>.$...!.....!#");
    let chart = guide::chart(&game);
    assert_eq!((chart.hero, chart.diagonal, chart.threat), (game.cat.on_screen(), false, false));
    let near = game_of(&["##########", "#@.....G.#", "##########"], &[]);
    assert!(guide::chart(&near).threat);
    let behind_stairs = game_of(&["######", "#@>G.#", "######"], &[]);
    assert_eq!(chart_of(&behind_stairs, 6, 3)[1], "#.>!!#");
    assert!(!guide::chart(&behind_stairs).threat, "no ghost comes across the stairs");
}

#[test]
fn the_way_round_a_ghost_is_open() {
    let ring = ["#########", "#..@..G.#", "#.#####.#", "#......>#", "#########"];
    let charted = ["#########", "#...!!!!#", "#.#####!#", "#......>#", "#########"];
    assert_eq!(chart_of(&game_of(&ring, &[]), 9, 5), charted);
}

#[test]
fn a_chart_in_fog_holds_only_what_was_seen() {
    let mut game = game_of(&["#######    ", "#@..f.#####", "#########.#", "#G........#", "###########"], &[]);
    game.setup.fog = true;
    game.look_around();
    let seen = ["#######????", "#...$.#????", "#######????", "???????????", "???????????"];
    assert_eq!(chart_of(&game, 11, 5), seen);
    assert!(!guide::chart(&game).threat, "what is not seen is no known threat");
}

fn advised(game: &Boo) -> Option<Command> {
    game.advise(Seat(0), &mut Rng::stream(&Seed::from_text("adviser"), "dice", &[]))
}

#[test]
fn the_adviser_eats_fetches_and_climbs() {
    let mut game = game_of(&["#######", "#f.@.>#", "#######"], &[]);
    assert_eq!(advised(&game), Some(Command::Step(Way::Left)), "a fish is near");
    game.fish = SpotList::default();
    assert_eq!(advised(&game), Some(Command::Step(Way::Right)));
    (game.hp, game.bag) = (70, 1);
    assert_eq!(advised(&game), Some(Command::Eat));
    game.hp = 0;
    assert_eq!(advised(&game), None);
    let cut_off = game_of(&["########", "#.....>#", "#.####.#", "#G..@..#", "########"], &[]);
    assert_eq!(advised(&cut_off), Some(Command::Step(Way::Right)), "away from the ghost");
    let only_way = game_of(&["########", "#.@.G.>#", "########"], &[]);
    assert_eq!(advised(&only_way), Some(Command::Step(Way::Right)), "there is no other way");
}

/// Plays a whole game with the bot and returns the floor it reached; checks that its commands are never
/// refused.
fn floor_reached(setup: &Setup, number: u32) -> u32 {
    let mut game = Boo::on_floor(setup, &Seed::from_text(&format!("adviser {number}")), 1);
    let mut dice = Rng::stream(&Seed::from_text("adviser"), "dice", &[]);
    for _ in 0..20_000 {
        let Some(command) = game.advise(Seat(0), &mut dice) else { return game.floor };
        game.act(Seat(0), command, &mut Vec::new()).expect("advice can be followed");
    }
    panic!("game {number} does not end: {game:?}");
}

#[test]
fn the_adviser_climbs_higher_than_chance_with_and_without_fog() {
    for (fog, least) in [(false, 3 * 40), (true, 2 * 40)] {
        for side in [4, 8] {
            let setup =
                Setup { rooms: RoomCount::Times, side, fog, paths: false, additions: Additions::NONE };
            let sum: u32 = (0..40).map(|number| floor_reached(&setup, number)).sum();
            assert!(sum >= least, "fog {fog}, side {side}: {sum} floors in 40 games");
        }
    }
}

#[test]
fn in_fog_the_adviser_does_not_see_hidden_stairs() {
    let mut game = game_of(&["#######", "#..@..#", "#.###.#", "#.###>#", "#######"], &[]);
    game.setup.fog = true;
    game.look_around();
    let mut moved = game.clone();
    moved.layout = alloc::sync::Arc::new(crate::layout::Layout::new(
        game.layout.floor.clone(),
        Spot::new(CORNER.x + 1, CORNER.y + 1),
    ));
    assert_eq!(advised(&game), advised(&moved));
}
