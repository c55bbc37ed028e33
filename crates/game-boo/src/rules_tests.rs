//! The rules in pictures: a small floor before, commands, then the floor after and what was said.

use super::pictures::{game_of, picture_of};
use super::*;
use crate::content::{COLS, ROWS};
use crate::setup::{Additions, RoomCount};
use alloc::{format, string::String, string::ToString};
use kernel::{Game, Guide, Narrate, Seat, Vitals};

/// Gives commands, one letter each, and returns what was said, refusals included.
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

/// One picture test; the ghosts' step rolls come out as `steps`.
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
    // The first ghost moves first; then the second finds the straight path blocked.
    let before = ["######", "#@.GG#", "#....#", "######"];
    check(&before, &[1, 2], "aa", &["######", "#@G..#", "#..G.#", "######"]);
    let narrow = ["#######", "#@.GG.#", "#######"];
    let (game, said) = check(&narrow, &[2, 2], "aa", &["#######", "#@G...#", "#######"]);
    assert_eq!(
        said,
        format!(
            "{} You lost {} HP. It shares your tile.",
            "Boo!! A ghost attacked you!",
            100 - number(&game, "hp")
        )
    );
}

#[test]
fn a_ghost_that_has_arrived_does_not_arrive_again() {
    let before = ["#####", "#...#", "#@G.#", "#..G#", "#####"];
    let (mut game, _) = check(&before, &[1, 1], "aa", &["#####", "#...#", "#@.G#", "#...#", "#####"]);
    assert_eq!(game.ghosts.all()[0], game.cat, "{game:?}");
    let hp = game.hp;
    assert_eq!(play(&mut game, "aaaa"), "");
    assert_eq!(game.hp, hp);
}

#[test]
fn with_a_ghost_on_the_cat_the_others_come_near_and_wait() {
    // The first ghost arrives; the other two move on until they are next to the cat.
    let before = ["########", "#@G....#", "#.....G#", "#....G.#", "########"];
    let mut game = game_of(&before, &[]);
    play(&mut game, "aaaaaaaaaaaaaaaa");
    assert_eq!(game.ghosts.all()[0], game.cat);
    let beside = [Way::Down, Way::Right].map(|way| game.cat.step(way).expect("a tile"));
    assert!(beside.iter().all(|&tile| game.ghosts.has(tile)), "{:?}", picture_of(&game, 8, 5));
    // In a corridor they line up.
    let mut line = game_of(&["#########", "#@G..G..G#", "#########"], &[]);
    play(&mut line, "aaaaaaaaaaaaaaaa");
    assert_eq!(picture_of(&line, 10, 3)[1], "#@GG.....#");
    assert_eq!(line.ghosts.all()[0], line.cat);
}

#[test]
fn a_ghost_goes_the_blocked_way_only_where_there_is_no_way_round() {
    // The first ghost blocks the only path and has no dice left to move; the second walks up to it.
    let before = ["########", "#@G....#", "########"];
    let mut game = game_of(&before, &[]);
    game.ghosts.push(game.cat.step(Way::Right).and_then(|to| to.step(Way::Right)).expect("a tile"));
    let (first, second) = (game.ghosts.all()[0], game.ghosts.all()[1]);
    assert_eq!(game.hunt(0, first, game.cat), Some(Way::Left), "the cat's tile is free");
    assert_eq!(
        game.hunt(1, second, game.cat),
        None,
        "the next tile holds a ghost, and there is no way round"
    );
    game.ghosts.set(1, second.step(Way::Right).expect("a tile"));
    assert_eq!(game.hunt(1, game.ghosts.all()[1], game.cat), Some(Way::Left), "it comes as near as it can");
}

#[test]
fn a_ghost_that_walls_shut_out_stays() {
    let walled = ["#######", "#@.#.G#", "#######"];
    check(&walled, &[2, 2], "aaaa", &walled);
}

#[test]
fn a_ghost_on_the_cat_is_a_vital_number() {
    let mut game = game_of(&["######", "#.@G.#", "######"], &[]);
    assert_eq!(number(&game, "haunted"), 0);
    play(&mut game, "d");
    assert_eq!(number(&game, "haunted"), 1);
    game.ghosts = SpotList::default();
    assert_eq!(number(&game, "haunted"), 0);
}

#[test]
fn walking_onto_a_ghost_hurts_at_once() {
    let (game, said) = check(&["######", "#.@G.#", "######"], &[], "d", &["######", "#..@.#", "######"]);
    assert_eq!(
        said,
        format!(
            "{} You lost {} HP. It shares your tile.",
            "Boo!! A ghost attacked you!",
            100 - number(&game, "hp")
        )
    );
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
    // The first step goes onto the ghost; at the second the ghost follows the cat and catches it again.
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
    let full = "You are at full health: the fish would be wasted.";
    assert_eq!(said, format!("You picked up a fish. Fish in your bag: 1. {full} {full}"));
    assert_eq!((number(&game, "turn"), number(&game, "fish")), (1, 1));
}

#[test]
fn eating_heals_takes_a_turn_and_lets_no_ghost_move() {
    let mut game = game_of(&["########", "#@....G#", "########"], &[2]);
    (game.hp, game.bag) = (50, 2);
    let said = play(&mut game, "e");
    let healed = game.hp - 50;
    assert_eq!(said, format!("You ate a fish and regained {healed} HP. You have {} HP now.", game.hp));
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
        said.ends_with(
            "HP. It shares your tile. Game Over ! You played total of 77 turns. You reached the floor 3."
        ),
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

/// A plain map of tiles, `true` where the document blocks a ghost: void, walls, stairs, and other ghosts if
/// they count.
fn blocked(game: &Boo, ghost: usize, others_block: bool) -> [[bool; COLS as usize]; ROWS as usize] {
    let mut blocked = [[true; COLS as usize]; ROWS as usize];
    for (y, row) in blocked.iter_mut().enumerate() {
        for (x, tile) in row.iter_mut().enumerate() {
            let spot = Spot::new(x as u8, y as u8);
            *tile = !game.layout.floor.has(spot) || spot == game.layout.stairs;
        }
    }
    for (_, at) in game.ghosts.all().iter().enumerate().filter(|(other, _)| others_block && *other != ghost) {
        // "The avatar's own tile is the goal and never counts as blocked, also when another ghost already
        // shares it."
        if *at != game.cat {
            blocked[usize::from(at.y)][usize::from(at.x)] = true;
        }
    }
    blocked
}

/// Breadth-first search as the document describes it: from the ghost, trying up, down, left, right, until it
/// reaches the cat; then back along the trail to the first tile.
fn plain_path(game: &Boo, ghost: usize, others_block: bool) -> Option<Spot> {
    let blocked = blocked(game, ghost, others_block);
    let start = game.ghosts.all()[ghost];
    let mut from = [[None; COLS as usize]; ROWS as usize];
    let mut queue: Vec<Spot> = [start].into();
    let mut head = 0;
    while head < queue.len() {
        let at = queue[head];
        head += 1;
        if at == game.cat {
            let mut tile = at;
            while let Some(before) = from[usize::from(tile.y)][usize::from(tile.x)].filter(|&t| t != start) {
                tile = before;
            }
            return (at != start).then_some(tile);
        }
        for (dx, dy) in [(0, 1), (0, -1), (-1, 0), (1, 0)] {
            let to = Spot::new(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
            let (x, y) = (usize::from(to.x), usize::from(to.y));
            if x < COLS.into() && y < ROWS.into() && !blocked[y][x] && from[y][x].is_none() && to != start {
                from[y][x] = Some(at);
                queue.push(to);
            }
        }
    }
    None
}

/// The tile a ghost goes to according to the rules: around the others if possible, else along the shortest
/// path that ignores them, and never onto a tile that holds another ghost.
fn plain_step(game: &Boo, ghost: usize) -> Option<Spot> {
    let to = plain_path(game, ghost, true).or_else(|| plain_path(game, ghost, false))?;
    let held = (0..game.ghosts.all().len()).any(|other| other != ghost && game.ghosts.all()[other] == to);
    (!held).then_some(to)
}

#[test]
fn every_step_of_a_ghost_is_that_of_a_plain_search() {
    let (mut asked, mut shared, mut waited) = (0, 0, 0);
    for number in 0..60 {
        let seed = Seed::from_text(&format!("oracle {number}"));
        let side = if number % 3 == 0 { 8 } else { 4 };
        let setup =
            Setup { rooms: RoomCount::Times, side, fog: false, paths: false, additions: Additions::NONE };
        let mut game = Boo::on_floor(&setup, &seed, 1 + number % 9);
        let mut dice = Rng::stream(&seed, "walk", &[]);
        for _ in 0..60 {
            for ghost in 0..game.ghosts.all().len() {
                let at = game.ghosts.all()[ghost];
                let step = game.hunt(ghost, at, game.cat).and_then(|way| at.step(way));
                assert_eq!(step, plain_step(&game, ghost), "{game:?}, ghost {ghost}");
                asked += 1;
                shared += u32::from(game.is_haunted() && at != game.cat);
                waited += u32::from(step.is_none() && at != game.cat);
            }
            game.hp = HP_MAX;
            let way = *dice.pick(&Way::ALL, "way");
            act(&mut game, Command::Step(way), &mut Vec::new()).expect("a living cat can walk");
        }
    }
    assert!(asked > 9_000 && shared > 300 && waited > 100, "{asked} {shared} {waited}");
}

/// Where a ghost may end its turn: after one step of the plain search, or after two.
fn plain_ends(game: &Boo, ghost: usize) -> [Spot; 2] {
    let mut game = game.clone();
    [(); 2].map(|()| {
        if let Some(to) = plain_step(&game, ghost) {
            game.ghosts.set(ghost, to);
        }
        game.ghosts.all()[ghost]
    })
}

#[test]
fn ghosts_take_one_or_two_plain_steps_for_every_two_of_the_cat() {
    let (mut rests, mut turns, mut twos) = (0, 0, 0);
    for number in 0..40 {
        let seed = Seed::from_text(&format!("cadence {number}"));
        let setup =
            Setup { rooms: RoomCount::Times, side: 4, fog: false, paths: false, additions: Additions::NONE };
        let mut game = Boo::on_floor(&setup, &seed, 2 + number % 7);
        let mut dice = Rng::stream(&seed, "walk", &[]);
        let mut step = 0;
        for _ in 0..80 {
            (game.hp, step) = (HP_MAX * 10, step + 1);
            let before = game.clone();
            act(&mut game, Command::Step(*dice.pick(&Way::ALL, "way")), &mut Vec::new())
                .expect("a living cat");
            if game.floor != before.floor {
                step = 0;
                continue;
            }
            if step % 2 == 1 {
                assert_eq!(game.ghosts, before.ghosts, "every odd step on a floor is a rest");
                rests += 1;
                continue;
            }
            // The cat has moved; now the ghosts move in turn, each seeing the current positions of the
            // others.
            let mut plain = before.clone();
            plain.cat = game.cat;
            for ghost in 0..plain.ghosts.all().len() {
                let (now, ends) = (game.ghosts.all()[ghost], plain_ends(&plain, ghost));
                assert!(ends.contains(&now), "{before:?}: ghost {ghost} came to {now:?}, not {ends:?}");
                twos += u32::from(now == ends[1] && ends[0] != ends[1]);
                turns += 1;
                plain.ghosts.set(ghost, now);
            }
        }
    }
    assert!(rests > 1_000 && turns > 3_000 && twos > turns / 4, "{rests} {turns} {twos}");
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
        // Five standard deviations of the mean of this many Poisson samples.
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
