//! Waypoints: set, listed, named, drawn on the map, and given to helpers that plan a walk.

mod common;

use common::{check, game};
use game_cave::{Cave, Command, Event};
use kernel::{Game, Ground, Guide, Pos, Scene, View};
use testkit::{SOLO, bytes, order, start};

const GEAR: [&str; 2] = ["Infused Sword", "Infused Armour"];

fn look(cave: &Cave, x: i32, y: i32) -> String {
    let mut told = String::new();
    cave.look(SOLO, &View::default(), Pos::new(x, y), &mut told);
    told
}

#[test]
fn a_waypoint_is_told_by_distance_and_direction() {
    check(&["P....", ".####"], "mark1", &["P....", ".####"], "Waypoint 1 is here.");
    let mut cave = game(&[], &["P....", ".####", ".####"], &GEAR, &[]);
    assert_eq!(order(&mut cave, "marks"), "You have not set a waypoint.");
    assert_eq!(order(&mut cave, "mark 1"), "Waypoint 1 is here.");
    assert_eq!(order(&mut cave, "MARKS"), "1: here");
    for way in ["d", "d", "d"] {
        order(&mut cave, way);
    }
    assert_eq!(order(&mut cave, "marks"), "1: 3 west");
    order(&mut cave, "mark 9");
    for way in ["a", "a", "a", "s", "s"] {
        order(&mut cave, way);
    }
    assert_eq!(order(&mut cave, "marks"), "1: 2 north 9: 3 east, 2 north");
    order(&mut cave, "mark 1");
    assert_eq!(order(&mut cave, "marks"), "1: here 9: 3 east, 2 north", "a number that is set again moves");
}

#[test]
fn waypoints_take_no_time_and_only_nine_exist() {
    let mut cave = game(&[("monsters", "roaming")], &["P..", "..."], &GEAR, &[]);
    order(&mut cave, "mark 3");
    order(&mut cave, "marks");
    assert_eq!(cave.vitals(SOLO).number("turn"), Some(0));
    let before = bytes(&cave);
    for number in [0, 10, u32::MAX] {
        let mut events: Vec<Event> = Vec::new();
        assert!(cave.act(SOLO, Command::Mark(number), &mut events).is_err() && events.is_empty());
    }
    assert!(bytes(&cave) == before);
}

#[test]
fn a_waypoint_is_named_and_drawn_on_the_map() {
    let mut cave: Cave = start(&[], None, "7");
    order(&mut cave, "mark 4");
    assert!(look(&cave, 24, 15).ends_with(". Waypoint 4."), "{}", look(&cave, 24, 15));
    for _ in 0..9 {
        assert_eq!(order(&mut cave, "a"), "");
    }
    assert_eq!(look(&cave, 33, 15), "Floor. Waypoint 4.");
    assert_eq!(look(&cave, 32, 15), "Floor.");
    let mut scene = Scene::default();
    Guide::map(&cave, SOLO, 21, 11, &mut scene);
    let row: Vec<char> = scene.rows()[5].chars().collect();
    let digit = row.iter().position(|&glyph| glyph == '4').expect("the waypoint is on the map");
    assert!(row[10] == 'P' && (12..=13).contains(&digit), "{row:?}");
}

#[test]
fn the_chart_knows_the_waypoints_even_beyond_its_rim() {
    let mut cave: Cave = start(&[], None, "7");
    order(&mut cave, "mark 2");
    for _ in 0..9 {
        order(&mut cave, "a");
    }
    let near = cave.chart(SOLO, &View { cols: 9, rows: 9, ..View::default() }).unwrap();
    assert_eq!(near.places, [('2', Pos::new(near.hero.x + 9, near.hero.y))]);
    assert_eq!(near.ground.get(near.places[0].1), None, "the window is smaller than that");
    let far = cave.chart(SOLO, &View { cols: 1203, rows: 299, ..View::default() }).unwrap();
    assert_eq!((far.ground.cols(), far.ground.rows()), (399, 295));
    assert_eq!(far.ground.get(far.places[0].1), Some(&Ground::Open));
    let loaded: Cave = postcard::from_bytes(&bytes(&cave)).unwrap();
    assert_eq!(loaded.chart(SOLO, &View::default()).unwrap().places, [('2', Pos::new(33, 15))]);
}
