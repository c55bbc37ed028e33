//! The rules in pictures: a small floor before, orders, the floor after and what was said.

use super::pictures::{game_of, picture_of};
use super::*;
use crate::setup::RoomCount;
use alloc::{format, string::String, string::ToString};
use kernel::{Game, Narrate, Seat, Vitals};

/// Gives orders, letter by letter, and returns what was said, refusals included.
fn play(game: &mut Boo, orders: &str) -> String {
    let mut said = Vec::new();
    for order in orders.chars() {
        let commands = Boo::grammar().read(&order.to_string(), 0).expect("a letter of the grammar");
        let mut events = Vec::new();
        if let Err(refused) = game.act(Seat(0), commands[0], &mut events) {
            said.push(refused.0.into_owned());
        }
        for event in events {
            let mut sentence = String::new();
            event.tell(&mut sentence);
            said.push(sentence);
        }
    }
    said.join(" ")
}

/// One picture test: ghosts' coin throws come out as `steps`.
fn check(before: &[&str], steps: &[u32], orders: &str, after: &[&str]) -> (Boo, String) {
    let mut game = game_of(before, steps);
    let said = play(&mut game, orders);
    let shown = picture_of(&game, after[0].len(), after.len());
    assert_eq!(shown, after, "after {orders:?}, which said {said:?}");
    (game, said)
}

fn number(game: &Boo, name: &str) -> i64 {
    let vitals: Vitals = game.vitals(Seat(0));
    vitals.number(name).expect("a vital number")
}

#[test]
fn the_cat_walks_up_left_down_and_right() {
    let room = ["#####", "#...#", "#.@.#", "#...#", "#####"];
    check(&room, &[], "w", &["#####", "#.@.#", "#...#", "#...#", "#####"]);
    check(&room, &[], "a", &["#####", "#...#", "#@..#", "#...#", "#####"]);
    check(&room, &[], "s", &["#####", "#...#", "#...#", "#.@.#", "#####"]);
    let (game, said) = check(&room, &[], "d", &["#####", "#...#", "#..@#", "#...#", "#####"]);
    assert_eq!((number(&game, "turn"), said.as_str()), (1, ""));
}

#[test]
fn a_wall_stops_the_cat_but_not_the_time() {
    let (game, said) =
        check(&["#######", "#@...G#", "#######"], &[2], "aa", &["#######", "#@.G..#", "#######"]);
    assert_eq!((number(&game, "turn"), said.as_str()), (2, ""));
}

#[test]
fn ghosts_rest_at_the_first_step_and_then_at_every_second() {
    let before = ["##########", "#@......G#", "##########"];
    check(&before, &[1, 1], "a", &["##########", "#@......G#", "##########"]);
    check(&before, &[1, 1], "aa", &["##########", "#@.....G.#", "##########"]);
    check(&before, &[1, 1], "aaa", &["##########", "#@.....G.#", "##########"]);
    check(&before, &[1, 2], "aaaa", &["##########", "#@...G...#", "##########"]);
}

#[test]
fn equal_paths_are_decided_up_down_left_right() {
    let before = ["#####", "#@..#", "#...#", "#..G#", "#####"];
    check(&before, &[1], "aa", &["#####", "#@..#", "#..G#", "#...#", "#####"]);
    let before = ["#####", "#G..#", "#...#", "#..@#", "#####"];
    check(&before, &[1], "dd", &["#####", "#...#", "#G..#", "#..@#", "#####"]);
    let before = ["#####", "#.@.#", "#.#.#", "#.G.#", "#####"];
    check(&before, &[1], "ww", &["#####", "#.@.#", "#.#.#", "#G..#", "#####"]);
}

#[test]
fn ghosts_go_around_the_stairs() {
    let before = ["#####", "#...#", "#@>G#", "#####"];
    check(&before, &[2], "aa", &["#####", "#.G.#", "#@>.#", "#####"]);
}

#[test]
fn a_ghost_goes_around_another_and_waits_in_a_narrow_place() {
    // The first ghost moves first; then the second finds the straight way closed.
    let before = ["######", "#@.GG#", "#....#", "######"];
    check(&before, &[1, 2], "aa", &["######", "#@G..#", "#..G.#", "######"]);
    let narrow = ["#######", "#@.GG.#", "#######"];
    let (game, said) = check(&narrow, &[2, 2], "aa", &["#######", "#@..G.#", "#######"]);
    assert_eq!(said, format!("Boo!! A ghost attacked you! You lost {} HP.", 100 - number(&game, "hp")));
}

#[test]
fn a_ghost_without_a_free_path_stays() {
    // The cat's own tile is taken by the first ghost, so there is no path for the second.
    let before = ["#####", "#...#", "#@G.#", "#..G#", "#####"];
    let (mut game, _) = check(&before, &[1, 1], "aa", &["#####", "#...#", "#@..#", "#..G#", "#####"]);
    assert_eq!(game.ghosts.all()[0], game.cat, "{game:?}");
    let hp = game.hp;
    assert_eq!(play(&mut game, "aaaa"), "", "a ghost that has arrived does not arrive again");
    assert_eq!(game.hp, hp);
    let walled = ["#######", "#@.#.G#", "#######"];
    check(&walled, &[2, 2], "aaaa", &walled);
}

#[test]
fn walking_onto_a_ghost_hurts_at_once() {
    let (game, said) = check(&["######", "#.@G.#", "######"], &[], "d", &["######", "#..@.#", "######"]);
    assert_eq!(said, format!("Boo!! A ghost attacked you! You lost {} HP.", 100 - number(&game, "hp")));
    assert_eq!(game.ghosts.all(), [game.cat], "they share the tile");
}

#[test]
fn a_ghost_that_arrives_with_its_first_step_does_not_hurt_twice() {
    let (game, said) = check(&["#####", "#@G.#", "#####"], &[2], "aa", &["#####", "#@..#", "#####"]);
    assert_eq!(said.matches("Boo!!").count(), 1);
    assert_eq!(game.ghosts.all(), [game.cat]);
}

#[test]
fn a_ghost_left_behind_follows() {
    // Step one onto the ghost; at step two the ghost goes after the cat and catches it again.
    let (_, said) = check(&["######", "#.@G.#", "######"], &[], "da", &["######", "#.@..#", "######"]);
    assert_eq!(said.matches("Boo!!").count(), 2);
}

#[test]
fn fish_are_picked_up_by_walking_and_counted() {
    let (game, said) = check(&["#####", "#@ff#", "#####"], &[], "dd", &["#####", "#..@#", "#####"]);
    assert_eq!(said, "You picked up a fish. Fish in your bag: 1. You picked up a fish. Fish in your bag: 2.");
    assert_eq!(number(&game, "fish"), 2);
}

#[test]
fn ghosts_walk_over_fish_and_leave_them() {
    let before = ["########", "#@...fG#", "########"];
    let (game, _) = check(&before, &[1], "aa", &["########", "#@...G.#", "########"]);
    assert_eq!(game.fish.all().len(), 1);
    check(&before, &[2], "aa", &["########", "#@..Gf.#", "########"]);
}

#[test]
fn eating_without_fish_or_in_full_health_is_refused_and_costs_nothing() {
    let picture = ["########", "#@f...G#", "########"];
    let (game, said) = check(&picture, &[2], "eEe", &picture);
    assert_eq!(said, "You have no fish to eat. You have no fish to eat. You have no fish to eat.");
    assert_eq!(number(&game, "turn"), 0);
    let (game, said) = check(&picture, &[2], "dee", &["########", "#.@...G#", "########"]);
    let full = "You are in full health: the fish would be wasted.";
    assert_eq!(said, format!("You picked up a fish. Fish in your bag: 1. {full} {full}"));
    assert_eq!((number(&game, "turn"), number(&game, "fish")), (1, 1));
}

#[test]
fn eating_heals_takes_a_turn_and_lets_no_ghost_move() {
    let mut game = game_of(&["########", "#@....G#", "########"], &[2]);
    (game.hp, game.bag) = (50, 2);
    let said = play(&mut game, "e");
    let healed = game.hp - 50;
    assert_eq!(said, format!("You ate a fish and won back {healed} HP. You have {} HP now.", game.hp));
    assert_eq!((game.turns, game.bag), (1, 1));
    assert_eq!(picture_of(&game, 8, 3), ["########", "#@....G#", "########"]);
    play(&mut game, "a");
    assert_eq!(picture_of(&game, 8, 3), ["########", "#@....G#", "########"], "eating is no step");
}

#[test]
fn eating_never_heals_above_the_maximum() {
    for hp in 90..100 {
        let mut game = game_of(&["###", "#@#", "###"], &[]);
        (game.hp, game.bag) = (hp, 40);
        while game.hp < HP_MAX && game.bag > 0 {
            play(&mut game, "e");
        }
        assert_eq!(game.hp, HP_MAX);
    }
}

#[test]
fn stairs_lead_up_with_health_and_bag() {
    let mut game = game_of(&["#####", "#@f>#", "#####"], &[]);
    game.hp = 42;
    assert_eq!(
        play(&mut game, "dd"),
        "You picked up a fish. Fish in your bag: 1. You climbed the stairs to floor 2."
    );
    assert_eq!((game.floor, game.hp, game.bag, game.turns), (2, 42, 1, 2));
    assert!(game.resting, "the first step on a new floor is a rest");
    assert_eq!((game.ghosts.all().len(), game.fish.all().len()), (2, 4));
    let there = Boo::on_floor(&game.setup, &game.seed, 2);
    assert_eq!((there.cat, there.ghosts, there.fish), (game.cat, game.ghosts, game.fish));
}

#[test]
fn on_the_stairs_no_ghost_reaches_the_cat() {
    let mut game = game_of(&["######", "#@>GG#", "######"], &[2, 2]);
    game.resting = false;
    assert_eq!(play(&mut game, "d"), "You climbed the stairs to floor 2.");
    assert_eq!(game.hp, HP_MAX);
}

#[test]
fn death_comes_before_fish_and_ends_everything() {
    let mut game = game_of(&["#####", "#@g.#", "#####"], &[]);
    (game.hp, game.floor) = (1, 3);
    game.turns = 76;
    let said = play(&mut game, "d");
    assert!(
        said.ends_with("HP. Game Over ! You played total of 77 turns. You reached the floor 3."),
        "{said}"
    );
    assert_eq!((game.hp, game.bag, game.fish.all().len()), (0, 0, 1));
    let outcome = game.outcome().expect("an end");
    assert_eq!((outcome.verdict.word(), outcome.score), ("died", 3));
    let kept = bytes(&game);
    assert_eq!(play(&mut game, "wasde"), ["The game is over."; 5].join(" "));
    assert_eq!(bytes(&game), kept);
    assert_eq!(picture_of(&game, 5, 3), ["#####", "#.@.#", "#####"], "the last board stays");
}

#[test]
fn the_dead_are_not_attacked_again() {
    let mut game = game_of(&["#######", "#.G@G.#", "#######"], &[1, 1]);
    (game.hp, game.resting) = (1, false);
    let said = play(&mut game, "w");
    assert_eq!(said.matches("Boo!!").count(), 1, "{said}");
}

fn bytes(game: &Boo) -> Vec<u8> {
    postcard::to_allocvec(game).expect("every state can be written")
}

/// Breadth-first search as the document describes it: from the ghost, trying up, down, left, right, until it reaches the
/// cat; then back along the trail.
fn plain_first_step(game: &Boo, ghost: usize) -> Option<Way> {
    let start = game.ghosts.all()[ghost];
    let open = |spot: Spot| {
        game.layout.floor.has(spot)
            && spot != game.layout.stairs
            && !game.ghosts.all().iter().enumerate().any(|(other, &at)| other != ghost && at == spot)
    };
    let mut trail: Vec<(Spot, Option<(usize, Way)>)> = [(start, None)].into();
    let mut head = 0;
    while head < trail.len() {
        let at = trail[head].0;
        if at == game.cat {
            let (mut node, mut first) = (head, None);
            while let Some((before, way)) = trail[node].1 {
                (node, first) = (before, Some(way));
            }
            return first;
        }
        for way in Way::ALL {
            let Some(to) = at.step(way) else { continue };
            if open(to) && trail.iter().all(|(seen, _)| *seen != to) {
                trail.push((to, Some((head, way))));
            }
        }
        head += 1;
    }
    None
}

#[test]
fn one_flood_from_the_cat_finds_every_ghosts_first_step() {
    let mut asked = 0;
    for number in 0..60 {
        let seed = Seed::from_text(&format!("oracle {number}"));
        let side = if number % 3 == 0 { 8 } else { 4 };
        let setup = Setup { rooms: RoomCount::Times, side, fog: false, paths: false };
        let mut game = Boo::on_floor(&setup, &seed, 1 + number % 9);
        let mut dice = Rng::stream(&seed, "walk", &[]);
        for _ in 0..60 {
            for ghost in 0..game.ghosts.all().len() {
                let at = game.ghosts.all()[ghost];
                assert_eq!(game.hunt(ghost, at), plain_first_step(&game, ghost), "{game:?}, ghost {ghost}");
                asked += 1;
            }
            game.hp = HP_MAX;
            let way = *dice.pick(&Way::ALL, "way");
            game.obey(Command::Step(way), &mut Vec::new()).expect("a living cat can walk");
        }
    }
    assert!(asked > 9_000, "{asked}");
}

#[test]
fn damage_and_ghost_steps_follow_their_dice() {
    let mut game = game_of(&["######", "#@.G.#", "######"], &[]);
    for floor in [1, 4, 11] {
        let (mut sum, rounds) = (0, 4_000);
        for _ in 0..rounds {
            (game.hp, game.floor) = (1_000_000, floor);
            game.suffer(&mut Vec::new());
            sum += 1_000_000 - game.hp;
        }
        // Five standard deviations of the mean of so many Poisson draws.
        let mean = f64::from(10 + 2 * floor);
        let average = f64::from(sum) / f64::from(rounds);
        assert!((average - mean).abs() < 5.0 * (mean / f64::from(rounds)).sqrt(), "floor {floor}: {average}");
    }
    let (mut twos, rounds) = (0, 4_000);
    let start = game_of(&["########", "#@....G#", "########"], &[]);
    let mut game = start.clone();
    for _ in 0..rounds {
        (game.ghosts, game.resting) = (start.ghosts, false);
        play(&mut game, "a");
        let gone = start.ghosts.all()[0].x - game.ghosts.all()[0].x;
        assert!((1..=2).contains(&gone));
        twos += u32::from(gone == 2);
    }
    assert!((1_850..2_150).contains(&twos), "{twos}");
}

#[test]
fn healing_follows_its_dice() {
    let mut game = game_of(&["###", "#@#", "###"], &[]);
    let (mut sum, mut none, rounds) = (0, 0, 20_000);
    for _ in 0..rounds {
        (game.hp, game.bag) = (50, 1);
        play(&mut game, "e");
        sum += game.hp - 50;
        none += u32::from(game.hp == 50);
    }
    let average = f64::from(sum) / f64::from(rounds);
    assert!((average - 4.5).abs() < 0.08, "{average}");
    // 1.1 % of fish heal nothing.
    assert!((150..300).contains(&none), "{none}");
}
