//! Tournaments: exact output, totals, order, and the same results with any number of threads.

mod common;
#[path = "../../game-pursuit/tests/fields/mod.rs"]
mod fields;

use common::drawn;
use fields::FIELDS;
use game_pursuit::{Diagonals, Field, Side};
use pursuit_lab::{Arena, Entrant, Match, Starts, arena_csv, arena_json, arena_table, players, read_fields};
use std::sync::Arc;

fn arena(fields: Vec<(String, Arc<Field>)>, heroes: &str, monsters: &str) -> Arena {
    Arena {
        fields,
        heroes: players(heroes, Side::Hero).unwrap().0,
        monsters: players(monsters, Side::Monster).unwrap().0,
        starts: Starts::File,
        games: 1,
        limit: None,
        seed: "test".into(),
        settings: Match::default(),
        threads: 2,
    }
}

fn two_fields() -> Vec<(String, Arc<Field>)> {
    vec![
        ("room.txt".into(), drawn(&["@..", "...", "..M"])),
        ("ring.txt".into(), drawn(&["@++", "+ +", "++M"])),
    ]
}

fn json(arena: &Arena) -> String {
    let mut out = Vec::new();
    arena_json(arena, &|_, _| true, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn json_lines_are_to_the_letter() {
    assert_eq!(
        json(&arena(two_fields(), "rogue,optimal", "monster")),
        concat!(
            r#"{"field":"room.txt","hero":"rogue","monster":"monster","result":"caught","turns":2}"#,
            "\n",
            r#"{"field":"room.txt","hero":"optimal","monster":"monster","result":"caught","turns":2}"#,
            "\n",
            r#"{"field":"ring.txt","hero":"rogue","monster":"monster","result":"escape","turns":3}"#,
            "\n",
            r#"{"field":"ring.txt","hero":"optimal","monster":"monster","result":"escape","turns":3}"#,
            "\n",
            r#"{"summary":[{"hero":"rogue","monster":"monster","games":2,"caught":1,"escape":1,"limit":0,"fault":0},"#,
            r#"{"hero":"optimal","monster":"monster","games":2,"caught":1,"escape":1,"limit":0,"fault":0}]}"#,
            "\n"
        )
    );
}

#[test]
fn threads_do_not_change_a_line() {
    let mut one = arena(two_fields(), "random,speedy", "random,monster,optimal");
    one.games = 7;
    one.limit = Some(50);
    one.threads = 1;
    let mut many = one.clone();
    many.threads = 4;
    let text = json(&one);
    assert_eq!(text, json(&many));
    assert_eq!(text.lines().count(), 2 * 2 * 3 * 7 + 1);
    one.seed = "other".into();
    assert_ne!(text, json(&one), "another seed, other dice");
}

#[test]
fn all_starts_are_every_pair_of_room_cells() {
    let mut arena = arena(vec![("f".into(), drawn(&["@+.", " s ", "..M"]))], "rogue", "monster");
    arena.starts = Starts::All;
    let text = json(&arena);
    let lines: Vec<&str> = text.lines().collect();
    // Five room cells without the potion's: 5 x 4 pairs.
    assert_eq!(lines.len(), 21);
    assert!(lines[0].ends_with(r#""start":[[0,0],[2,0]]}"#), "{}", lines[0]);
    assert!(lines[20].contains(r#""games":20"#));
}

#[test]
fn faults_are_counted_and_named() {
    let arena = arena(two_fields(), "cmd:exit 7", "monster");
    let mut out = Vec::new();
    let sums = arena_table(&arena, &|_, _| true, &mut out).unwrap();
    assert_eq!((sums[0].games, sums[0].fault), (2, 2));
    let text = String::from_utf8(out).unwrap();
    assert!(
        text.contains("room.txt: cmd:exit 7 against monster: fault hero: died: exit status: 7"),
        "{text}"
    );
}

#[test]
fn the_table_has_rates_with_bars() {
    let mut arena = arena(two_fields(), "rogue", "monster");
    arena.games = 10;
    let mut out = Vec::new();
    arena_table(&arena, &|_, _| true, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("hero   monster  games  caught  escape  limit  fault  hero free"), "{text}");
    assert!(
        lines[1].starts_with("rogue  monster     20      10      10      0      0     50.0 %  29.9 to 70.1"),
        "{text}"
    );
}

#[test]
fn csv_has_one_row_a_game() {
    let mut out = Vec::new();
    // It reads before it answers; output before the question would be a different fault.
    let heroes = "rogue,cmd:read x; echo 'a,b \"c\"'";
    arena_csv(&arena(two_fields(), heroes, "monster"), &|_, _| true, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with("field,hero,monster,hero_x,"));
    assert!(lines[1].starts_with("room.txt,rogue,monster,0,0,2,2,caught,2,"), "{}", lines[1]);
    assert!(
        lines[2].starts_with("room.txt,\"cmd:read x; echo 'a,b \"\"c\"\"'\",monster,0,0,2,2,fault,1,"),
        "{}",
        lines[2]
    );
    assert!(lines[2].contains("nonsense"), "{}", lines[2]);
}

#[test]
fn lists_of_players_are_read() {
    let names =
        |list: &str| players(list, Side::Hero).unwrap().0.iter().map(Entrant::name).collect::<Vec<_>>();
    assert_eq!(names("rogue, Speedy,optimal"), ["rogue", "speedy", "optimal"]);
    assert_eq!(names("cmd:./a --x 1,2,rogue,cmd:./b"), ["cmd:./a --x 1,2", "rogue", "cmd:./b"]);
    assert_eq!(players("Rouge", Side::Hero).unwrap().1, ["'Rouge' is read as rogue."]);
    assert!(players("rogue,vampire", Side::Hero).is_err());
    assert!(players("human", Side::Hero).is_err());
    assert!(players("", Side::Hero).is_err());
    assert!(players("program", Side::Hero).is_err(), "which one?");
}

#[test]
fn a_tournament_can_be_stopped() {
    let mut arena = arena(two_fields(), "random", "random");
    arena.games = 100_000;
    let sums = arena.run(&|done, _| done < 100, &mut |_| Ok(())).unwrap();
    assert!(sums[0].games < 10_000);
    let failed = arena.run(&|_, _| true, &mut |_| Err(std::io::Error::other("full")));
    assert!(failed.is_err());
}

#[test]
fn a_folder_of_fields_is_read_and_bad_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("b.txt", "2\n@ .\n. Z\n"), ("a.txt", "2\n@ .\n. A\n"), ("bad.txt", "x"), ("notes.md", "")]
    {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let fields = read_fields(folder.path(), Diagonals::Free).unwrap();
    assert_eq!(fields.good.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a.txt", "b.txt"]);
    assert_eq!((fields.bad[0].0.as_str(), fields.bad[0].1[0].line), ("bad.txt", 1));
    let one = read_fields(&folder.path().join("a.txt"), Diagonals::Free).unwrap();
    assert_eq!(one.good.len(), 1);
    assert!(read_fields(&folder.path().join("none.txt"), Diagonals::Free).is_err());
}

/// The totals over a whole folder are those of its fields one by one.
#[test]
fn a_folder_of_fields_gives_the_known_sums() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../game-pursuit/tests/fields");
    let read = read_fields(std::path::Path::new(path), Diagonals::Free).unwrap();
    assert_eq!((read.good.len(), read.bad.len()), (FIELDS.len(), 0));
    let sums =
        arena(read.good, "rogue,optimal", "monster,optimal").run(&|_, _| true, &mut |_| Ok(())).unwrap();
    let told: Vec<(u64, u64)> = sums.iter().map(|pair| (pair.caught, pair.escape)).collect();
    let known = |turns: fn(&fields::Known) -> u32| {
        let escapes = FIELDS.iter().filter(|known| turns(known) == 0).count() as u64;
        (FIELDS.len() as u64 - escapes, escapes)
    };
    assert_eq!(told[0], known(|known| known.rogue), "rogue against monster");
    assert_eq!(told[3], known(|known| known.turns), "optimal against optimal");
}
