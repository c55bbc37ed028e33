//! Sets of tiles, floods and fair choices, against naive implementations.

use super::*;
use crate::content::THINGS;
use alloc::{vec, vec::Vec};
use kernel::Seed;
use kernel::grid::DistanceMap;

fn dice(name: &str) -> Rng {
    Rng::stream(&Seed::from_text("ground"), name, &[])
}

fn random_ground(dice: &mut Rng, per_ten: u32) -> Rows {
    let mut rows = Rows::EMPTY;
    for y in 0..ROWS {
        for x in 0..COLS {
            if dice.chance(per_ten, 10, "tile") {
                rows.add(Spot::new(x, y));
            }
        }
    }
    rows
}

#[test]
fn spans_cover_their_ends() {
    assert_eq!(span(0, 0), 1);
    assert_eq!(span(3, 5), 0b11_1000);
    assert_eq!(span(0, 59), ROW_MASK);
    assert_eq!(span(59, 59), 1 << 59);
}

#[test]
fn the_screen_is_turned_over_and_back() {
    assert_eq!(Spot::new(0, 0).on_screen(), Pos::new(0, 39));
    assert_eq!(Spot::new(59, 39).on_screen(), Pos::new(59, 0));
    for spot in Rows::FULL.spots() {
        assert_eq!(Spot::at_screen(spot.on_screen()), Some(spot));
        for way in Way::ALL {
            let Some(to) = spot.step(way) else { continue };
            let (from, to) = (spot.on_screen(), to.on_screen());
            let seen = match way {
                Way::Up => Pos::new(from.x, from.y - 1),
                Way::Down => Pos::new(from.x, from.y + 1),
                Way::Left => Pos::new(from.x - 1, from.y),
                Way::Right => Pos::new(from.x + 1, from.y),
            };
            assert_eq!(to, seen);
        }
    }
    for outside in [Pos::new(-1, 0), Pos::new(60, 0), Pos::new(0, 40), Pos::new(300, -300)] {
        assert_eq!(Spot::at_screen(outside), None);
    }
    assert_eq!(Rows::FULL.spots().count(), 2400);
}

#[test]
fn a_flood_measures_like_a_queue() {
    let mut dice = dice("flood");
    let ways = [kernel::Dir::N, kernel::Dir::E, kernel::Dir::S, kernel::Dir::W];
    for per_ten in [3, 5, 6, 7, 9, 10] {
        let open = random_ground(&mut dice, per_ten);
        let source = Spot::new(dice.below(60, "x") as u8, dice.below(40, "y") as u8);
        let mut map = DistanceMap::new(60, 40);
        map.measure([source.on_screen()], &ways, |at| Spot::at_screen(at).is_some_and(|spot| open.has(spot)));
        let mut flood = Flood::new(open.clone(), source);
        let mut steps = 0;
        while flood.is_live() {
            for spot in Rows::FULL.spots() {
                assert_eq!(
                    flood.edge().has(spot),
                    map.at(spot.on_screen()) == steps,
                    "{spot:?} after {steps}"
                );
            }
            flood.spread();
            steps += 1;
        }
        assert_eq!(flood.dry().count(), open.count() + u32::from(!open.has(source)) - map.reached() as u32);
    }
}

#[test]
fn the_rim_touches_the_set_and_nothing_else() {
    let rows = random_ground(&mut dice("rim"), 1);
    let rim = rows.rim();
    for spot in Rows::FULL.spots() {
        let touches = rows
            .spots()
            .any(|other| other.x.abs_diff(spot.x) <= 1 && other.y.abs_diff(spot.y) <= 1 && other != spot);
        assert_eq!(rim.has(spot), touches && !rows.has(spot), "{spot:?}");
    }
}

#[test]
fn a_choice_is_fair_whether_tiles_are_many_or_few() {
    let mut dice = dice("pick");
    for count in [1u32, 2, 7, 40] {
        let mut rows = Rows::EMPTY;
        let mut left = count;
        for spot in Rows::FULL.spots().filter(|spot| spot.x % 7 == 5 && spot.y % 6 == 5) {
            if left > 0 && (5..=54).contains(&spot.x) && spot.y < 35 {
                rows.add(spot);
                left -= 1;
            }
        }
        rows.add(Spot::new(0, 0));
        let spots: Vec<Spot> = rows.spots().filter(|&spot| spot != Spot::new(0, 0)).collect();
        let mut seen = vec![0u32; spots.len()];
        for _ in 0..500 * spots.len() {
            let spot = rows.pick(THINGS, &mut dice, "t").expect("there are tiles");
            seen[spots.iter().position(|&other| other == spot).expect("a tile inside the frame")] += 1;
        }
        // The bounds are more than five standard deviations away from 500.
        assert!(seen.iter().all(|times| (388..612).contains(times)), "{seen:?}");
    }
    let mut outside = Rows::EMPTY;
    outside.add(Spot::new(0, 0));
    assert_eq!(outside.pick(THINGS, &mut dice, "t"), None);
}

#[test]
fn what_cannot_be_a_floor_is_not_read() {
    let read = |words: Vec<u64>| Rows::try_from(words).is_ok();
    assert!(read(vec![ROW_MASK; 40]));
    assert!(!read(vec![0; 39]));
    assert!(!read(vec![1 << 60; 40]));
    assert!(Spot::try_from((60, 0)).is_err());
    assert!(Spot::try_from((0, 40)).is_err());
    assert!(SpotList::try_from(vec![Spot::default(); 5]).is_err());
}

#[test]
fn a_list_keeps_its_order_when_one_is_taken() {
    let spots = [1, 2, 3, 4].map(|x| Spot::new(x, x));
    let mut list = SpotList::try_from(Vec::from(spots)).expect("four");
    assert!(list.take(spots[1]));
    assert!(!list.take(spots[1]));
    assert_eq!(list.all(), [spots[0], spots[2], spots[3]]);
    assert_eq!(list, SpotList::try_from(vec![spots[0], spots[2], spots[3]]).expect("three"));
}
