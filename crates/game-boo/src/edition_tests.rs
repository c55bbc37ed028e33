//! The options of the Undercroft edition: doors, bait, loops, and how ghosts react to them.

use super::pictures::{game_of, picture_of};
use super::{Boo, EditionState, Spot};
use crate::event::Event;
use crate::generate::plan;
use crate::ground::{Flood, Rows};
use crate::setup::{Additions, RoomCount, Setup};
use crate::{Command, Way};
use alloc::{boxed::Box, format, vec::Vec};
use kernel::{Game, Guide, Seat, Seed};

const ALL: Additions = Additions { loops: true, doors: true, bait: true };

/// A game from a picture with doors, bait and loops on; `doors` lists the tiles with a door.
fn extra(picture: &[&str], doors: &[Spot], steps: &[u32]) -> Boo {
    let mut game = game_of(picture, steps);
    let mut tiles = Rows::EMPTY;
    doors.iter().for_each(|&door| tiles.add(door));
    game.edition =
        Some(Box::new(EditionState { additions: ALL, doors: tiles, shut: Rows::EMPTY, bait: None }));
    game
}

fn play(game: &mut Boo, command: Command) -> Vec<Event> {
    let mut events = Vec::new();
    game.act(Seat(0), command, &mut events).expect("the command is accepted");
    events
}

#[test]
fn a_door_falls_shut_behind_the_cat_and_costs_a_ghost_its_move() {
    let picture = ["##########", "#G..@....#", "##########"];
    let door = Spot::new(super::pictures::CORNER.x + 5, super::pictures::CORNER.y + 1);
    let mut game = extra(&picture, &[door], &[2, 2, 2]);
    assert_eq!(picture_of(&game, 10, 3)[1], "#G..@'...#");
    play(&mut game, Command::Step(Way::Right));
    play(&mut game, Command::Step(Way::Right));
    assert_eq!(picture_of(&game, 10, 3)[1], "#..G.+@..#", "the door is shut, the ghost has made two steps");
    play(&mut game, Command::Step(Way::Right));
    let events = play(&mut game, Command::Step(Way::Right));
    assert_eq!(events, [Event::DoorOpened]);
    assert_eq!(picture_of(&game, 10, 3)[1], "#...G'..@#", "one step, and the door instead of the other");
}

#[test]
fn a_bait_draws_ghosts_that_are_near_for_a_while() {
    let mut game = extra(&["###########", "#.....@..G#", "###########"], &[], &[1; 6]);
    assert!(!game.may(Seat(0), Command::Throw(Way::Left)), "there is no fish to throw");
    game.bag = 1;
    assert!(!game.may(Seat(0), Command::Throw(Way::Up)), "there is a wall");
    let fate = game.fate.fingerprint();
    let events = play(&mut game, Command::Throw(Way::Right));
    assert_eq!(events, [Event::Threw { fish: 0, drawn: 1 }]);
    assert_eq!((game.turns, game.fate.fingerprint()), (1, fate), "no ghost moves meanwhile");
    for _ in 0..11 {
        assert!(play(&mut game, Command::Step(Way::Up)).is_empty(), "the ghost stays at the bait");
    }
    assert_eq!(play(&mut game, Command::Step(Way::Up)), [Event::BaitGone]);
    play(&mut game, Command::Step(Way::Up));
    assert_ne!(game.steps_to_cat(0), None);
    let mut game = extra(&["#########", "#G....@.#", "#########"], &[], &[]);
    game.bag = 1;
    play(&mut game, Command::Throw(Way::Right));
    assert_eq!(play(&mut game, Command::Step(Way::Right)), [Event::PickedUp { fish: 1 }], "taken back");
}

#[test]
fn bait_and_paths_need_their_options() {
    let mut game = game_of(&["#####", "#@..#", "#####"], &[]);
    game.bag = 1;
    assert!(!game.may(Seat(0), Command::Throw(Way::Right)) && !game.may(Seat(0), Command::Paths));
    assert!(!game.offers("throw") && !game.offers("paths") && game.offers("eat"));
    let mut game = extra(&["########", "#@....G#", "########"], &[], &[]);
    let (turns, pulse) = (game.turns, game.pulse());
    assert_eq!(play(&mut game, Command::Paths), [Event::Paths { shown: true }]);
    assert_eq!((picture_of(&game, 8, 3)[1].as_str(), game.turns), ("#@****G#", turns));
    assert_eq!(play(&mut game, Command::Paths), [Event::Paths { shown: false }]);
    assert_eq!(game.pulse(), pulse);
}

/// Floors are connected without the stairs, have loops the trees lack, and doors in hallways only.
#[test]
fn floors_with_extras_are_sound() {
    let (mut tree_tiles, mut loop_tiles, mut doors) = (0, 0, 0);
    for number in 0..60 {
        let seed = Seed::from_text(&format!("extras {number}"));
        let classic =
            Setup { rooms: RoomCount::Plus, side: 8, fog: false, paths: false, additions: Additions::NONE };
        let floor = 1 + number % 9;
        let plan_of = |additions| plan(&seed, &Setup { additions, ..classic }, floor);
        let (tree, made) = (plan_of(Additions::NONE), plan_of(ALL));
        tree_tiles += tree.layout.floor.count();
        loop_tiles += made.layout.floor.count();
        doors += made.doors.count();
        assert!(tree.doors.count() == 0);
        for door in made.doors.spots() {
            assert!(made.layout.haunt.has(door) && door != made.cat);
        }
        let mut flood = Flood::new(made.layout.haunt.clone(), made.cat);
        flood.run_dry();
        assert_eq!(flood.dry().count(), 0, "seed {number}");
    }
    assert!(loop_tiles > tree_tiles + 600 && doors > 300, "{tree_tiles} {loop_tiles} {doors}");
}
