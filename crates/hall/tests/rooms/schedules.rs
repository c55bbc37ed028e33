//! Random schedules of joins, lost connections, slow readers and crashes: every viewer sees what a fresh
//! viewer sees, the run verifies, every line is played once, and no answered command is lost.

use crate::world::{ROOM, World, open, start};
use hall::{Follows, GRACE_SECONDS, Hall, Input, Opening, Output, Want};
use kernel::{Rng, Seed};
use session::Brief;

/// Number of schedules: a few by default, all with `UNDERCROFT_SOAK=full`.
fn schedules() -> u32 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { 10_000 } else { 250 }
}

#[test]
fn every_schedule_ends_in_the_same_game() {
    let (mut commands, mut joined, mut returned, mut repeated, mut chapters) = (0, 0, 0, 0, 0);
    for number in 0..schedules() {
        let seed = format!("schedule {number}");
        let mut dice = Rng::stream(&Seed::from_text(&seed), "schedule", &[]);
        let mut world = World::new(&seed);
        world.enter(Some("host"), Follows::Run);
        for _ in 0..dice.below(200, "length") {
            world.act(&mut dice);
        }
        world.judge(&seed);
        (returned, repeated) = (returned + world.returned, repeated + world.repeated);
        commands += world.commands();
        chapters += world.closed.len();
        joined += world.steps().iter().filter(|line| line.starts_with("join")).count();
    }
    assert!(commands > 20 * schedules() as usize && joined > schedules() as usize, "{commands} {joined}");
    assert!(chapters > schedules() as usize / 4, "{chapters}");
    assert!(returned > schedules() && repeated > schedules() / 2, "{returned} {repeated}");
}

#[test]
fn a_room_for_one_is_the_game_for_one() {
    let lines = ["d", "d", "s", "nonsense", "i", "w", "w", "a"];
    let mut alone = start("alone");
    let mut run = String::new();
    alone.journal(&mut run);
    let mut world = World::new("alone");
    world.enter(Some("host"), Follows::Run);
    for line in lines {
        alone.play_line(line);
        world.read_all();
        world.say(1, line);
    }
    alone.journal(&mut run);
    assert_eq!(world.disk, run, "byte for byte");
}

#[test]
fn a_dropped_player_leaves_after_a_minute_and_comes_back() {
    let mut world = World::new("drop");
    world.enter(Some("ann"), Follows::Run);
    world.enter(Some("bob"), Follows::Run);
    world.guests.remove(&2);
    world.take(Input::Gone { viewer: 2, goodbye: false });
    let log = |world: &World| world.hall.session(ROOM).unwrap().log();
    world.now += GRACE_SECONDS - 1;
    world.take(Input::Tick);
    assert_eq!(log(&world).len(), 2, "both have joined, nobody has left");
    world.now += 1;
    world.take(Input::Tick);
    assert_eq!(log(&world).last().unwrap(), &(1, "leave".to_owned()));
    world.enter(Some("BOB"), Follows::Run);
    assert_eq!(log(&world).last().unwrap(), &(1, "join bob".to_owned()), "the name is the seat's");
}

#[test]
fn the_host_can_remove_players_and_the_key_is_required() {
    let mut world = World::new("away");
    world.enter(Some("ann"), Follows::Run);
    world.enter(Some("bob"), Follows::Run);
    world.read_all();
    world.say(1, "dismiss bob");
    assert!(!world.guests.contains_key(&2), "bob is told and cut off");
    world.enter(Some("bob"), Follows::Run);
    assert_eq!(world.guests.len(), 1, "and does not get in again");
    let mut locked = Hall::default();
    let key = Some("sesame".to_owned());
    locked.take(0, Input::Open(Box::new(Opening { key, ..Opening::new(ROOM, start("k"), String::new()) })));
    for (key, fits) in [(None, false), (Some("open"), false), (Some("sesame"), true)] {
        let want = Want::Play("ann".to_owned());
        let hello =
            Input::Hello { viewer: 1, room: ROOM, want, key: key.map(str::to_owned), follows: Follows::Run };
        let refused = locked.take(0, hello).iter().any(|output| matches!(output, Output::Close(..)));
        assert_eq!(refused, !fits, "{key:?}");
    }
}

#[test]
fn two_people_play_pursuit() {
    let field = include_str!("../../../game-pursuit/tests/fields/hallway.txt");
    let entry = catalog::find("pursuit").unwrap();
    let mut options = kernel::Options::default();
    for side in ["hero", "monster"] {
        options.set(entry.about.options, side, "human").unwrap();
    }
    let level = Some(session::Level { name: "field".into(), text: field.to_owned() });
    let brief = Brief { seed: "7".into(), options, level, ..Brief::default() };
    let session = (entry.start)(&brief).unwrap_or_else(|findings| panic!("{findings:?}")).0;
    let mut hall = Hall::default();
    hall.take(0, open(session, String::new()));
    for (viewer, name) in [(1, "ann"), (2, "bob"), (3, "cid")] {
        let follows = Follows::Pictures { cols: 0, rows: 0, inks: false };
        let hello =
            Input::Hello { viewer, room: ROOM, want: Want::Play(name.to_owned()), key: None, follows };
        let refused = hall.take(0, hello).iter().any(|output| matches!(output, Output::Close(..)));
        assert_eq!(refused, viewer == 3, "there are two seats");
        hall.take(0, Input::Ready(viewer));
    }
    let to_move = |hall: &Hall| hall.session(ROOM).unwrap().to_move();
    for _ in 0..6 {
        let viewer = 1 + u64::from(to_move(&hall).0);
        for line in ["n", "s", "e", "w", "stay"] {
            let before = hall.session(ROOM).unwrap().commands();
            // A player whose turn it is not is refused.
            hall.take(0, Input::Line { viewer: 3 - viewer, id: 0, text: line.to_owned() });
            assert_eq!(hall.session(ROOM).unwrap().commands(), before);
            hall.take(0, Input::Ready(3 - viewer));
            hall.take(0, Input::Line { viewer, id: 0, text: line.to_owned() });
            hall.take(0, Input::Ready(viewer));
            if hall.session(ROOM).unwrap().commands() > before {
                break;
            }
        }
    }
    assert!(hall.session(ROOM).unwrap().commands() >= 6);
}
