//! A search finds the same seeds in the same order, for any number of threads and pieces.

use kernel::Options;
use records::challenge::{Condition, Search, Searched};
use std::sync::atomic::{AtomicBool, Ordering};

const WHERE: &str = "fish.nearest < 6 && stairs.distance < 30";

fn search(from: u64, until: u64, count: u64, threads: usize) -> Search {
    let entry = catalog::find("boo").unwrap();
    let condition = Condition::read(WHERE, entry.surveys.fields, entry.surveys.floors).unwrap();
    Search {
        entry,
        options: Options::default(),
        condition,
        prefix: "moon".to_owned(),
        from,
        until,
        count,
        threads,
    }
}

fn run(search: &Search) -> (Vec<u64>, Searched) {
    let mut found = Vec::new();
    let mut told = search.from;
    let searched = search
        .run(
            &AtomicBool::new(false),
            &mut |seed| {
                assert_eq!(seed.seed, format!("moon{}", seed.number));
                assert!(seed.values[0] < 6 && seed.values[1] < 30);
                found.push(seed.number);
                true
            },
            &mut |next| {
                assert!(next >= told, "progress only grows");
                told = next;
            },
        )
        .unwrap();
    assert_eq!(told, searched.next);
    (found, searched)
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let (all, searched) = run(&search(0, 3000, u64::MAX, 1));
    assert!(all.len() > 20 && all.is_sorted());
    assert_eq!(searched, Searched { next: 3000, found: all.len() as u64, finished: true });
    for threads in [2, 3, 8] {
        assert_eq!(run(&search(0, 3000, u64::MAX, threads)), (all.clone(), searched));
    }
    // A search stopped and continued misses nothing and finds nothing twice.
    let mut pieces = Vec::new();
    let mut from = 0;
    while pieces.len() < all.len() {
        let (found, searched) = run(&search(from, 3000, 7, 2));
        pieces.extend(found);
        from = searched.next;
        assert_eq!(
            from,
            if pieces.len() < all.len() || searched.found == 7 { pieces.last().unwrap() + 1 } else { 3000 }
        );
    }
    assert_eq!(pieces, all);
}

#[test]
fn a_stopped_search_reports_where_to_continue() {
    let (all, _) = run(&search(0, 20_000, u64::MAX, 2));
    let stop = AtomicBool::new(false);
    let mut found = Vec::new();
    let searched = search(0, u64::MAX, u64::MAX, 2)
        .run(
            &stop,
            &mut |seed| {
                found.push(seed.number);
                stop.store(found.len() >= 15, Ordering::Relaxed);
                true
            },
            &mut |_| {},
        )
        .unwrap();
    assert!(!searched.finished && searched.next > found[14]);
    assert_eq!(found, all[..found.len()]);
    assert!(searched.next <= all[found.len()], "nothing found is left out");
}

#[test]
fn a_prefix_changes_the_seeds() {
    let mut other = search(0, 3000, u64::MAX, 1);
    other.prefix.clear();
    let mut found = Vec::new();
    other
        .run(
            &AtomicBool::new(false),
            &mut |seed| {
                found.push(seed.number);
                true
            },
            &mut |_| {},
        )
        .unwrap();
    assert_ne!(found, run(&search(0, 3000, u64::MAX, 1)).0);
}
