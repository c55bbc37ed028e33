//! The solver against known results, against a plain oracle, and against itself.

mod common;
#[path = "../../game-pursuit/tests/fields/mod.rs"]
mod fields;
mod oracle;

use common::{drawn, field, open_ended, soak, solved};
use fields::FIELDS;
use game_pursuit::{CellId, Command, Diagonals, Pursuit, Shape, Side, read_field, sketch};
use kernel::{Game, Rng, Seed};
use oracle::Oracle;
use pursuit_lab::{Limits, Solving, Value, solve};
use std::collections::HashMap;
use std::sync::Arc;

fn words(commands: &[Command]) -> String {
    commands.iter().map(|command| command.word()).collect::<Vec<_>>().join("/")
}

#[test]
fn the_fields_of_the_folder_have_their_known_results() {
    for known in &FIELDS {
        let (oracle, start) = Oracle::new(known.text);
        let field = field(known.text);
        let solution = solved(&field);
        let mut game = open_ended(&field);
        let by_oracle = |state: oracle::State| {
            let next = oracle.next(state);
            let worth = |&(_, next): &(_, oracle::State)| oracle.worth(state, next);
            let best =
                if state.hero_to_move { next.iter().map(worth).max() } else { next.iter().map(worth).min() };
            let best: Vec<&str> =
                next.iter().filter(|one| Some(worth(one)) == best).map(|&(word, _)| word).collect();
            best.join("/")
        };
        let turns = if known.turns == 0 { oracle::FOR_EVER } else { known.turns };
        assert_eq!(oracle.values[&start], turns, "{}", known.name);
        assert_eq!(number(solution.value(&game)), turns, "{}", known.name);
        if known.turns > 0 {
            assert_eq!(by_oracle(start), known.first, "{}", known.name);
            assert_eq!(words(&solution.best(&game)), known.first, "{}", known.name);
            continue;
        }
        game.act(game.to_move(), Command::from_word(known.first).unwrap(), &mut Vec::new()).unwrap();
        assert_eq!(by_oracle(state_of(&game)), known.replies, "{} after {}", known.name, known.first);
        assert_eq!(words(&solution.best(&game)), known.replies, "{} after {}", known.name, known.first);
    }
}

/// The longest hunts of whole fields. In a connected field play can reach every pair, so the oracle knows
/// them all.
#[test]
fn the_longest_hunts_are_as_long_as_the_oracle_finds() {
    for name in ["corner.txt", "northeast.txt", "east.txt", "touching.txt", "spiral.txt", "ring.txt"] {
        let text = fields::text(name);
        let (oracle, _) = Oracle::new(text);
        let known =
            oracle.values.iter().filter(|(state, value)| !state.hero_to_move && **value != oracle::FOR_EVER);
        let field = field(text);
        let solution = solved(&field);
        let cells = || 0..field.count() as u16;
        let pairs = cells().flat_map(|hero| cells().map(move |monster| (hero, monster)));
        let caught = pairs.filter(|(hero, monster)| hero != monster).filter_map(|(hero, monster)| {
            match solution.start(hero, monster) {
                Value::Caught(turns) => Some(turns),
                Value::Escape => None,
            }
        });
        assert_eq!(caught.max(), known.map(|(_, value)| *value).max(), "{name}");
    }
}

/// Two rooms that meet at a corner: whether a diagonal step leads across decides who wins.
#[test]
fn joined_diagonals_change_who_wins() {
    let text = fields::text("touching.txt");
    let worth = |joined: bool| {
        let (oracle, start) = Oracle::with(text, joined);
        let rule = if joined { Diagonals::Joined } else { Diagonals::Free };
        let field = Arc::new(read_field(text, rule).0.unwrap());
        (oracle.values[&start], solved(&field).value(&open_ended(&field)))
    };
    assert_eq!(worth(false), (5, Value::Caught(5)));
    assert_eq!(worth(true), (oracle::FOR_EVER, Value::Escape));
}

/// A random small field: walls, hallways and rooms chosen cell by cell, so that odd shapes occur too.
fn random_field(number: u64) -> String {
    let mut dice = Rng::stream(&Seed::from_text("oracle"), "field", &[number as i64]);
    loop {
        let size = dice.between(2, 6, "size") as usize;
        let weights = [dice.below(4, "walls") + 1, dice.below(4, "halls"), dice.below(4, "rooms") + 1];
        let mut cells: Vec<u8> = (0..size * size).map(|_| b" +."[dice.weighted(&weights, "cell")]).collect();
        let mut rooms: Vec<usize> = (0..cells.len()).filter(|&index| cells[index] == b'.').collect();
        let potions = (number % 3) as usize;
        if rooms.len() < 2 + potions {
            continue;
        }
        dice.shuffle(&mut rooms, "places");
        cells[rooms[0]] = b'@';
        cells[rooms[1]] = b'M';
        rooms[2..2 + potions].iter().for_each(|&room| cells[room] = b's');
        let row =
            |row: &[u8]| row.iter().map(|&cell| char::from(cell).to_string()).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = cells.chunks(size).map(row).collect();
        return format!("{size}\n{}\n", rows.join("\n"));
    }
}

fn state_of(game: &Pursuit) -> oracle::State {
    let pos = |side| game.field().pos(game.at(side));
    let (hero, monster) = (pos(Side::Hero), pos(Side::Monster));
    let mut left = 0;
    for (number, potion) in game.field().potions().iter().enumerate() {
        if game.potions().contains(potion) {
            left |= 1 << number;
        }
    }
    oracle::State {
        hero: (hero.x, hero.y),
        monster: (monster.x, monster.y),
        hero_to_move: game.side() == Side::Hero,
        remaining: u32::from(game.remaining()),
        left,
        by_hero: u32::from(game.drunk(Side::Hero)),
        by_monster: u32::from(game.drunk(Side::Monster)),
    }
}

fn number(value: Value) -> u32 {
    match value {
        Value::Caught(turns) => turns,
        Value::Escape => oracle::FOR_EVER,
    }
}

/// Compares values and best moves of every position that play can reach.
fn compare(text: &str) -> usize {
    let (oracle, start) = Oracle::new(text);
    let field = field(text);
    let solution = solved(&field);
    let game = open_ended(&field);
    assert_eq!(state_of(&game), start, "{text}");
    let mut seen = HashMap::from([(start, ())]);
    let mut open = vec![game];
    while let Some(game) = open.pop() {
        let state = state_of(&game);
        assert_eq!(number(solution.value(&game)), oracle.values[&state], "{text}{state:?}");
        let told: Vec<(&str, u32)> = solution
            .moves(&game)
            .into_iter()
            .map(|(command, value)| (command.word(), number(value)))
            .collect();
        let next = oracle.next(state);
        let known: Vec<(&str, u32)> =
            next.iter().map(|&(word, next)| (word, oracle.worth(state, next))).collect();
        assert_eq!(told, known, "{text}{state:?}");
        for (word, next) in next {
            if next.hero == next.monster || seen.insert(next, ()).is_some() {
                continue;
            }
            let mut after = game.clone();
            after.act(after.to_move(), Command::from_word(word).unwrap(), &mut Vec::new()).unwrap();
            open.push(after);
        }
    }
    seen.len()
}

#[test]
fn values_and_moves_are_those_of_a_plain_oracle() {
    let count = soak(5000);
    let positions: usize = (0..count).map(|number| compare(&random_field(number))).sum();
    assert!(positions as u64 > 100 * count, "{positions} positions on {count} fields");
}

#[test]
fn three_potions_agree_with_the_oracle_too() {
    compare("3\n@ s .\n. s .\n. s M\n");
    compare("4\n@ . s  \n. + +  \ns + . s\n    . Z\n");
}

/// Optimal play by both realises the solved value, move by move; against any other player it does no worse.
#[test]
fn optimal_play_keeps_its_word() {
    let mut lost = 0;
    for number in 0..soak(2000) {
        let seed = Seed::from_text(&number.to_string());
        let mut dice = Rng::stream(&Seed::from_text("optimal"), "field", &[number as i64]);
        let shape =
            Shape { size: 5 + (number % 5) as u16, potions: (number % 3) as u16, loops: (number % 2) as u16 };
        let Some(plan) = sketch(shape, &mut dice) else { continue };
        let field = Arc::new(game_pursuit::Field::new(plan, Diagonals::Free).unwrap());
        let solution = solved(&field);
        let start = open_ended(&field);
        let value = solution.value(&start);
        let caught = follow(start.clone(), 600, |game| solution.choose(game));
        match value {
            Value::Caught(turns) => {
                lost += 1;
                assert_eq!(caught, Some(turns));
                let by_chance = follow(start.clone(), 600, |game| match game.side() {
                    Side::Monster => solution.choose(game),
                    Side::Hero => game_pursuit::strategy::random(game, Side::Hero.seat(), &seed),
                });
                assert!(by_chance.is_some_and(|seen| seen <= turns));
            }
            Value::Escape => assert_eq!(caught, None),
        }
        let hunted = follow(start, 300, |game| match game.side() {
            Side::Hero => solution.choose(game),
            Side::Monster => game_pursuit::strategy::monster(game, Side::Monster.seat()),
        });
        let at_least = if let Value::Caught(turns) = value { turns } else { u32::MAX };
        assert!(hunted.unwrap_or(u32::MAX) >= at_least);
    }
    assert!(lost > 0);
}

/// Plays on; returns the turn of the capture, if there is one within the limit.
fn follow(mut game: Pursuit, turns: u32, mut choose: impl FnMut(&Pursuit) -> Command) -> Option<u32> {
    let mut events = Vec::new();
    while game.end().is_none() && game.turn() <= turns {
        let command = choose(&game);
        game.act(game.to_move(), command, &mut events).unwrap();
        events.clear();
    }
    game.end().map(|_| game.turn())
}

#[test]
fn what_is_too_large_is_said_before_memory_is_taken() {
    let mut rows = vec![".".repeat(200); 200];
    rows[0] = format!("@{}", ".".repeat(199));
    rows[199] = format!("{}Z", ".".repeat(199));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let huge = drawn(&rows);
    let unsolved = solve(&huge, &Limits::default(), &|_| true).err().unwrap();
    assert_eq!(unsolved.positions, 2 * 40_000 * 39_999);
    assert!(unsolved.bytes > 3_200_000_000 && !unsolved.stopped);
    // A hundred potions: more layers than any integer type can count.
    let many = drawn(&[
        "@sssssssss",
        "ssssssssss",
        "ssssssssss",
        "ssssssssss",
        "ssssssssss",
        "ssssssssss",
        "ssssssssss",
        "ssssssssss",
        "ssssssssss",
        "sssssssssZ",
    ]);
    let unsolved = solve(&many, &Limits::default(), &|_| true).err().unwrap();
    assert_eq!(unsolved.bytes, u64::MAX);
    assert!(solve(&many, &Limits { bytes: u64::MAX, threads: 1 }, &|_| true).is_err());
    let small = drawn(&["@..", "...", "..Z"]);
    let tight = Limits { bytes: 100, threads: 1 };
    assert!(solve(&small, &tight, &|_| true).is_err());
}

#[test]
fn a_solve_tells_how_far_it_is_and_can_be_stopped() {
    let field = drawn(&["@..s", "....", ".s..", "...Z"]);
    let last = std::sync::Mutex::new(0);
    let solution = solve(&field, &Limits::default(), &|progress| {
        let mut last = last.lock().unwrap();
        assert!(progress.done <= progress.total);
        *last = progress.done.max(*last);
        true
    });
    assert!(*last.lock().unwrap() > 0 && solution.is_ok());
    let stopped = solve(&field, &Limits::default(), &|_| false).err().unwrap();
    assert!(stopped.stopped);
}

#[test]
fn one_thread_and_many_find_the_same() {
    // A room large enough to be split into rows. A long hunt that needs two bytes per value would be too slow
    // here; widening has its own test below.
    let mut rows = vec![".".repeat(40); 40];
    rows[0] = format!("@{}", ".".repeat(39));
    rows[39] = format!("{}Z", ".".repeat(39));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let field = drawn(&rows);
    let one = solve(&field, &Limits { threads: 1, ..Limits::default() }, &|_| true).ok().unwrap();
    let three = solve(&field, &Limits { threads: 3, ..Limits::default() }, &|_| true).ok().unwrap();
    for hero in (0..1600).step_by(7) {
        for monster in 0..1600 {
            assert_eq!(one.start(hero, monster), three.start(hero, monster));
        }
    }
}

#[test]
fn steps_lead_to_the_same_solution() {
    let mut rows = vec![".".repeat(24); 24];
    rows[0] = format!("@{}s", ".".repeat(22));
    rows[12] = format!("s{}", ".".repeat(23));
    rows[23] = format!("{}Z", ".".repeat(23));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let field = drawn(&rows);
    assert_eq!(field.potions().len(), 2);
    let whole = solve(&field, &Limits::default(), &|_| true).ok().unwrap();
    let mut solving = Solving::new(&field, &Limits::default()).ok().unwrap();
    let mut shares = Vec::new();
    let stepped = loop {
        if let Some(solved) = solving.step() {
            break solved.ok().unwrap();
        }
        shares.push(solving.progress().map_or(0, |progress| progress.done));
    };
    assert!(shares.len() > 1 && shares.is_sorted(), "{shares:?}");
    assert!(solving.step().is_none() && solving.progress().is_none(), "it is solved once");
    for hero in 0..field.count() as CellId {
        for monster in 0..field.count() as CellId {
            assert_eq!(whole.start(hero, monster), stepped.start(hero, monster));
        }
    }
    assert_eq!(whole.bytes(), stepped.bytes());
}

/// A winding corridor in which the hunt lasts longer than a byte can count.
#[test]
fn hunts_of_more_than_255_turns_are_measured() {
    let size = 33;
    let mut rows = Vec::new();
    for y in 0..size {
        let row: String = match y % 4 {
            0 | 2 => "+".repeat(size),
            1 => format!("{}+", " ".repeat(size - 1)),
            _ => format!("+{}", " ".repeat(size - 1)),
        };
        rows.push(row);
    }
    rows[0].replace_range(0..1, "M");
    rows[32].replace_range(32..33, "@");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let field = drawn(&rows);
    let solution = solved(&field);
    // 17 long rows and 16 links between them: the hero waits at the far end.
    let steps = 17 * 33 + 16 - 1;
    assert_eq!(solution.value(&open_ended(&field)), Value::Caught(steps));
    let tight = Limits { bytes: 1_200_000, threads: 1 };
    assert!(solve(&field, &tight, &|_| true).is_err_and(|unsolved| unsolved.bytes > tight.bytes));
}
