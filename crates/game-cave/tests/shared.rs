//! Several heroes in one cave: the rules of sharing, as laws and small scenes.

mod common;

use common::{soak, world};
use game_cave::{Cave, Command, Event};
use kernel::{Dir, Game, Guide, Name, Narrate, Rng, Scene, Seat, Seed, View};
use testkit::{SOLO, bytes, may_agrees_with_act, start};

const VARIANTS: [&[(&str, &str)]; 6] = [
    &[],
    &[("monsters", "roaming"), ("kinds", "on"), ("fights", "short")],
    &[("iRegionSize", "10"), ("iRegionCacheSize", "1"), ("monsters", "roaming")],
    &[("fChestSpawnBoundary", "0.8"), ("iChestMaxItems", "9")],
    &[("edition", "undercroft"), ("death", "return")],
    &[("edition", "undercroft")],
];

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn hero(number: u8) -> Name {
    name(&format!("hero{number}"))
}

fn act(cave: &mut Cave, seat: u8, command: Command) -> Result<Vec<Event>, String> {
    let mut events = Vec::new();
    cave.act(Seat(seat), command, &mut events).map(|()| events).map_err(|refused| refused.0.into_owned())
}

/// The sentences a seat is told.
fn told(events: &[Event], seat: u8) -> String {
    let mut lines = Vec::new();
    for event in events.iter().filter(|event| event.perceived_by(Seat(seat))) {
        let mut line = String::new();
        event.tell(&mut line);
        lines.extend(Some(line).filter(|line| !line.is_empty()));
    }
    lines.join(" ")
}

/// Everything a seat is shown.
fn shown(cave: &Cave, seat: u8) -> String {
    let (seat, mut out) = (Seat(seat), String::new());
    let mut scene = Scene::default();
    for (cols, rows) in [(0, 0), (80, 24), (300, 100)] {
        let view = View { cols, rows, ..View::default() };
        scene.clear();
        cave.draw(seat, &view, &mut scene);
        out += &format!("{:?}\n{:?}\n{:?}\n", scene.rows(), cave.panel(seat, &view), cave.chart(seat, &view));
    }
    scene.clear();
    Guide::map(cave, seat, 80, 40, &mut scene);
    out + &format!("{:?}\n{:?}", scene.rows(), cave.vitals(seat))
}

fn place(cave: &Cave, seat: u8) -> (i64, i64) {
    let vitals = cave.vitals(Seat(seat));
    (vitals.number("x").unwrap(), vitals.number("y").unwrap())
}

/// A cave with a number of heroes.
fn party(options: &[(&str, &str)], seed: &str, heroes: u8) -> Cave {
    let mut cave: Cave = start(options, None, seed);
    for seat in 0..heroes {
        act(&mut cave, seat, Command::Join(hero(seat))).unwrap();
    }
    cave
}

/// The next command of a random walk.
fn wander(dice: &mut Rng, way: &mut Dir) -> Command {
    if dice.chance(1, 50, "turn") {
        *way = *dice.pick(&Dir::ORTHOGONAL, "way");
    }
    match dice.below(40, "deed") {
        0 => Command::Equip(1 + dice.below(6, "item")),
        1 => Command::Use(1 + dice.below(6, "item")),
        2 => Command::Wait,
        3 => Command::Mark(1 + dice.below(9, "mark")),
        4 => Command::Inventory,
        5 => Command::Lamp,
        _ => Command::Go(*way),
    }
}

#[test]
fn a_founder_alone_plays_the_game_for_one() {
    for (number, options) in VARIANTS.iter().enumerate() {
        for game in 0..soak(2, 40) {
            let seed = format!("alone {number} {game}");
            let (mut alone, mut shared): (Cave, Cave) =
                (start(options, None, &seed), party(options, &seed, 1));
            let mut dice = Rng::stream(&Seed::from_text(&seed), "wanderer", &[]);
            let mut way = Dir::E;
            for _ in 0..400 {
                let command = wander(&mut dice, &mut way);
                let (one, other) = (act(&mut alone, 0, command), act(&mut shared, 0, command));
                let words = |done: &Result<Vec<Event>, String>| match done {
                    Ok(events) => told(events, 0) + &json::to_string(events).unwrap(),
                    Err(reason) => reason.clone(),
                };
                assert_eq!(words(&one), words(&other), "{seed}: {command:?}");
                if one.is_err() {
                    way = *dice.pick(&Dir::ORTHOGONAL, "way");
                }
            }
            assert_eq!(testkit::rows(&alone, ""), testkit::rows(&shared, ""), "{seed}");
            assert_eq!(alone.vitals(SOLO), shared.vitals(SOLO), "{seed}");
            assert_eq!(
                alone.export(SOLO, "w", "s").to_text(),
                shared.export(SOLO, "w", "s").to_text(),
                "{seed}"
            );
        }
    }
}

/// Plays a shared cave with joins and leaves; `check` gets the cave before and after each command.
fn play_together(
    options: &[(&str, &str)],
    seed: &str,
    commands: u32,
    mut check: impl FnMut(&Cave, &Cave, u8, Command),
) -> (Cave, Vec<(u8, Command)>) {
    let mut cave = party(options, seed, 2);
    let mut dice = Rng::stream(&Seed::from_text(seed), "together", &[]);
    let mut ways = [Dir::E, Dir::W, Dir::N, Dir::S, Dir::E];
    let mut log = vec![(0, Command::Join(hero(0))), (1, Command::Join(hero(1)))];
    for _ in 0..commands {
        let seat = dice.below(5, "seat") as u8;
        let command = match dice.below(60, "social") {
            0 => Command::Leave,
            1..=3 => Command::Join(hero(seat)),
            4 => Command::Give(3, hero(dice.below(5, "to") as u8)),
            5 if dice.chance(1, 5, "dismiss") => Command::Dismiss(hero(dice.below(5, "whom") as u8)),
            _ => wander(&mut dice, &mut ways[usize::from(seat)]),
        };
        let before = cave.clone();
        if act(&mut cave, seat, command).is_err() {
            assert!(bytes(&cave) == bytes(&before), "{seed}: a refused {command:?} changed something");
            ways[usize::from(seat)] = *dice.pick(&Dir::ORTHOGONAL, "way");
            continue;
        }
        log.push((seat, command));
        check(&before, &cave, seat, command);
    }
    (cave, log)
}

#[test]
fn shared_play_keeps_the_laws() {
    for (number, options) in VARIANTS.iter().enumerate() {
        for game in 0..soak(2, 40) {
            let seed = format!("together {number} {game}");
            let mut count = 0;
            let (cave, log) = play_together(options, &seed, 600, |_, after, _, _| {
                count += 1;
                if count % 100 == 0 {
                    let kept: Cave = postcard::from_bytes(&bytes(after)).unwrap();
                    assert!(bytes(&kept) == bytes(after), "{seed}");
                    assert_eq!(kept.pulse(), after.pulse());
                    for seat in 0..after.seats() {
                        assert!(shown(&kept, seat) == shown(after, seat), "{seed}, seat {seat}");
                    }
                    may_agrees_with_act(after, &Cave::grammar().actions());
                }
            });
            // Replay, and replay with the state saved and loaded from time to time.
            let mut again: Cave = start(options, None, &seed);
            for (index, (seat, command)) in log.iter().enumerate() {
                if index % 7 == 3 {
                    again = postcard::from_bytes(&bytes(&again)).unwrap();
                }
                act(&mut again, *seat, *command).unwrap();
            }
            assert!(bytes(&again) == bytes(&cave), "{seed}: a replay differs");
        }
    }
}

#[test]
fn nobody_is_shown_what_happens_out_of_sight() {
    let (mut far, mut acts) = (0, 0);
    for (number, options) in VARIANTS.iter().enumerate() {
        for game in 0..soak(2, 20) {
            let seed = format!("sight {number} {game}");
            play_together(options, &seed, 900, |before, after, actor, command| {
                acts += 1;
                for seat in (0..before.seats()).filter(|seat| *seat != actor) {
                    let apart = |cave: &Cave| {
                        let ((x, y), (ax, ay)) = (place(cave, seat), place(cave, actor));
                        // A command only changes things within the window of its hero, plus one step.
                        (x - ax).abs() > 50 || (y - ay).abs() > 32
                    };
                    let given = matches!(command, Command::Give(..));
                    if !given
                        && actor < before.seats()
                        && apart(before)
                        && apart(after)
                        && before.outcome() == after.outcome()
                    {
                        far += 1;
                        let carried = shown(before, seat) == shown(after, seat) || command == Command::Leave;
                        assert!(carried, "{seed}: {command:?} by {actor} is shown to {seat}");
                    }
                }
            });
        }
    }
    assert!(far > acts / 50, "{far} of {acts}");
}

/// The picture of `common::world` with a second hero where the first one started.
#[test]
fn chests_are_for_the_first_and_others_are_told() {
    let exported = world(&["P.C.."], &["Iron Sword", "Iron Armour"], &["3 Gold"]);
    let mut cave: Cave = start(&[], Some(&exported.to_text()), "chest");
    act(&mut cave, 0, Command::Join(name("Ann"))).unwrap();
    let events = act(&mut cave, 1, Command::Join(name("Bob"))).unwrap();
    assert_eq!((told(&events, 0), told(&events, 1)), ("Bob joins.".into(), "You are in the cave.".into()));
    // Bob appears at the spiral around (0, 0), in the ground from this world's files: far from Ann.
    act(&mut cave, 0, Command::Go(Dir::E)).unwrap();
    let events = act(&mut cave, 0, Command::Go(Dir::E)).unwrap();
    assert_eq!(told(&events, 0), "The chest holds Gold (3 G).");
    assert_eq!(told(&events, 1), "", "Bob does not see it");
    assert_eq!(cave.vitals(Seat(0)).number("gold"), Some(3));
    assert_eq!(cave.vitals(Seat(1)).number("gold"), Some(0));
}

#[test]
fn heroes_meet_share_cells_give_and_leave() {
    let mut cave = party(&[], "meeting", 3);
    assert_eq!(place(&cave, 0), place(&cave, 1), "heroes share cells");
    let events = act(&mut cave, 0, Command::Give(1, hero(1)));
    assert_eq!(events.unwrap_err(), "You are wearing or wielding that.");
    let free = Dir::ORTHOGONAL.into_iter().find(|way| cave.may(Seat(1), Command::Go(*way))).unwrap();
    act(&mut cave, 1, Command::Go(free)).unwrap();
    let rows = testkit::rows(&cave, "").concat();
    assert_eq!(rows.matches('P').count(), 2, "the founder sees another hero beside");
    let mut look = String::new();
    let (dx, dy) = free.delta();
    cave.look(Seat(0), &View::default(), kernel::Pos::new(24 + dx, 15 + dy), &mut look);
    assert_eq!(look, "hero1, another hero.");
    assert_eq!(
        act(&mut cave, 1, Command::Dismiss(hero(0))).unwrap_err(),
        "Only the founder can send others away."
    );
    let events = act(&mut cave, 0, Command::Dismiss(hero(1))).unwrap();
    assert_eq!(told(&events, 1), "You were sent away from this cave.");
    assert_eq!(told(&events, 2), "hero1 is sent away.");
    let left = place(&cave, 1);
    assert_eq!(act(&mut cave, 1, Command::Wait).unwrap_err(), "You are not in this cave: join it first.");
    assert_eq!(
        act(&mut cave, 1, Command::Join(hero(2))).unwrap_err(),
        "That seat is reserved for another hero."
    );
    act(&mut cave, 1, Command::Join(hero(1))).unwrap();
    assert_eq!(place(&cave, 1), left, "who comes back stands where he left");
    assert_eq!(act(&mut cave, 4, Command::Join(hero(4))).unwrap_err(), "There is no such seat.");
    assert_eq!(act(&mut cave, 3, Command::Join(name("HERO2"))).unwrap_err(), "That name is taken.");
}

#[test]
fn a_monster_follows_the_clock_of_one_hero() {
    let mut cave: Cave = start(&[("monsters", "roaming")], None, "clock");
    act(&mut cave, 0, Command::Join(name("Ann"))).unwrap();
    act(&mut cave, 1, Command::Join(name("Bob"))).unwrap();
    // Both are on the same cell: every monster is equally near to both, so it follows the lower seat.
    let before = shown(&cave, 0);
    for _ in 0..60 {
        act(&mut cave, 1, Command::Wait).unwrap();
    }
    let pulse_like = |text: &str| text.replace("turn", "");
    assert_eq!(pulse_like(&shown(&cave, 0)), pulse_like(&before), "Bob's turns move nothing that hunts Ann");
}

#[test]
fn at_most_32_heroes_are_in_a_cave() {
    let mut cave = party(&[], "crowd", 32);
    assert_eq!(cave.seats(), 32);
    assert_eq!(act(&mut cave, 32, Command::Join(hero(32))).unwrap_err(), "The cave is full.");
}

#[test]
fn a_cave_that_nobody_opened_refuses_others() {
    let mut cave: Cave = start(&[], None, "closed");
    let before = bytes(&cave);
    assert_eq!(act(&mut cave, 1, Command::Join(hero(1))).unwrap_err(), "This cave is not shared.");
    assert_eq!(act(&mut cave, 0, Command::Leave).unwrap_err(), "You are alone here.");
    assert_eq!(act(&mut cave, 7, Command::Wait).unwrap_err(), "You are not in this cave: join it first.");
    assert!(bytes(&cave) == before);
}

/// A fight, and a death, is one command of the hero involved: bystanders hear one sentence in the third
/// person or nothing, and nothing of theirs changes. Two heroes who make the same steps stay in sight of each
/// other for a while.
#[test]
fn a_fight_is_one_command_and_others_hear_one_sentence() {
    let (mut seen, mut deaths) = (0, 0);
    for game in 0..soak(12, 60) {
        let seed = format!("fights {game}");
        let mut cave = party(&[("monsters", "roaming"), ("fights", "short")], &seed, 2);
        let mut dice = Rng::stream(&Seed::from_text(&seed), "fights", &[]);
        let mut way = Dir::E;
        for turn in 0..800 {
            let (actor, other) = ((turn % 2) as u8, 1 - (turn % 2) as u8);
            if actor == 0 && dice.chance(1, 12, "turn") {
                way = *dice.pick(&Dir::ORTHOGONAL, "way");
            }
            let numbers = |cave: &Cave, seat| {
                let vitals = cave.vitals(Seat(seat));
                ["hp", "kills", "deaths", "turn", "x", "y"].map(|name| vitals.number(name))
            };
            let (before, own) = (numbers(&cave, other), numbers(&cave, actor));
            let Ok(events) = act(&mut cave, actor, Command::Go(way)) else { continue };
            assert_eq!(numbers(&cave, other), before, "{seed}: what happens to one happens to nobody else");
            let heard = told(&events, other);
            assert!(!heard.contains("You"), "{seed}: {heard}");
            if !heard.is_empty() {
                assert!(
                    heard.starts_with(&format!("hero{actor} ")) && heard.matches('.').count() == 1,
                    "{heard}"
                );
                seen += usize::from(heard.contains("fights"));
            }
            let now = numbers(&cave, actor);
            if now[2] != own[2] {
                deaths += 1;
                assert_eq!(now[2], own[2].map(|deaths| deaths + 1), "{seed}");
                assert!(told(&events, actor).contains("You"), "{seed}: who dies is told so");
            }
        }
    }
    assert!(seen > 3 && deaths > 0, "{seen} fights seen, {deaths} deaths");
}

/// Exported files contain one player and nothing that belongs to another.
#[test]
fn exported_files_hold_one_hero() {
    let mut cave = party(&[], "export", 2);
    let way = Dir::ORTHOGONAL.into_iter().find(|way| cave.may(Seat(1), Command::Go(*way))).unwrap();
    act(&mut cave, 1, Command::Go(way)).unwrap();
    let files = |seat| cave.export(Seat(seat), "w", "s").to_text();
    assert_ne!(place(&cave, 0), place(&cave, 1));
    assert_ne!(files(0), files(1));
    let alone: Cave = start(&[], None, "export");
    assert_eq!(
        files(0),
        alone.export(SOLO, "w", "s").to_text(),
        "the founder's files are those of a game alone"
    );
}
