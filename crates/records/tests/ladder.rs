//! Stars on a ladder are earned by verified games played as the rung says, and all of them only by perfect
//! play.

mod house;

use house::House;
use records::Book;
use session::{Brief, Entry, Ladder, Rung};
use std::path::PathBuf;

fn pursuit() -> (&'static Entry, Ladder) {
    let entry = catalog::find("pursuit").unwrap();
    (entry, entry.attached.ladder.unwrap())
}

fn rung(number: u32) -> Rung {
    (pursuit().1.rungs)().into_iter().find(|rung| rung.number == number).unwrap()
}

/// Plays a rung: first these lines, then the coach's best moves.
fn play(house: &House, number: u32, seats: &[(&str, &str)], first: &[&str]) -> PathBuf {
    let (entry, _) = pursuit();
    let brief = Ladder::brief(entry, &rung(number), seats).unwrap();
    let brief = Brief { seating: session::Seating::OWNER, ..brief };
    let path = house.home.new_run("pursuit", Some(&format!("rung {number} {}", first.len())));
    let mut opened = keeper::start_game(entry, &brief, Some(&path), true).unwrap();
    first.iter().for_each(|line| drop(opened.session.play_line(line)));
    while opened.session.outcome().is_none() {
        let advice = (entry.attached.coach.unwrap().advise)(opened.session.as_ref()).unwrap();
        opened.session.play_line(&advice.best[0]);
    }
    opened.close().unwrap();
    path
}

fn stars(book: &Book, number: u32) -> u32 {
    let (entry, ladder) = pursuit();
    book.stars(entry, &ladder).into_iter().find(|(rung, _)| rung.number == number).unwrap().1
}

#[test]
fn perfect_play_earns_all_stars_on_rungs_of_both_sides() {
    let house = House::new();
    for number in [1, 2, 7, 10] {
        play(&house, number, rung(number).seats, &[]);
    }
    let book = house.book();
    for number in 1..=30 {
        let expected = if [1, 2, 7, 10].contains(&number) { 3 } else { 0 };
        assert_eq!(stars(&book, number), expected, "rung {number}");
    }
}

#[test]
fn a_late_capture_earns_fewer_stars() {
    let house = House::new();
    // On some rungs, one turn of waiting lets the hero escape.
    let rungs = [2, 4, 6, 8, 12, 14];
    rungs.iter().for_each(|&number| drop(play(&house, number, rung(number).seats, &["stay"])));
    let book = house.book();
    let earned = rungs.map(|number| stars(&book, number));
    assert!(earned.iter().all(|&stars| stars < 3) && earned.iter().any(|&stars| stars > 0), "{earned:?}");
}

#[test]
fn a_caught_hero_earns_no_stars() {
    let house = House::new();
    play(&house, 1, rung(1).seats, &["stay"; 20]);
    assert_eq!(stars(&house.book(), 1), 0);
}

#[test]
fn assisted_and_forged_games_earn_no_stars() {
    let house = House::new();
    play(&house, 1, &[("monster", "monster")], &[]);
    play(&house, 2, pursuit().1.together, &[]);
    let helped = play(&house, 7, rung(7).seats, &[]);
    house.forge(&helped, |text| format!("{text}mark assisted 0000\n"));
    let forged = play(&house, 10, rung(10).seats, &["stay"; 9]);
    house.forge(&forged, |text| text.replacen(" stay", " N", 1).replacen("end caught", "end caught 1", 1));
    let book = house.book();
    for number in [1, 2, 7, 10] {
        assert_eq!(stars(&book, number), 0, "rung {number}");
    }
}
