//! Laws checked by random play and by inspecting the state: nothing vanishes except scrolls that were read,
//! creatures and items stay where they may be, and a replay reproduces the game.

extern crate std;

use crate::{Command, Dungeon, Event, Wishes, content::CAMPAIGN, generate, plan::Kind};
use alloc::{format, string::String, vec, vec::Vec};
use kernel::{Game, Guide, Pos, Rng, Seat, Seed};

fn soak(full: usize) -> usize {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { full } else { full.div_ceil(20) }
}

/// Checks the invariants after a command. `read` lists the scrolls read so far.
fn sound(game: &Dungeon, read: &[u32]) {
    let facts = &game.plan().facts;
    let mut seen = vec![0u8; facts.items.len()];
    let everything = game.hero().pack.iter().chain(game.floor().iter().map(|lying| &lying.item)).chain(read);
    everything.for_each(|&item| seen[item as usize] += 1);
    assert!(seen.iter().all(|&count| count == 1), "every item is in exactly one place: {seen:?}");
    assert!(read.iter().all(|&item| facts.items[item as usize].kind == Kind::Scroll));
    for (used, kind) in [(game.hero().wielded, Kind::Sword), (game.hero().worn, Kind::Armor)] {
        assert!(
            used.is_none_or(
                |item| game.hero().pack.contains(&item) && facts.items[item as usize].kind == kind
            )
        );
    }
    assert!(game.floor().iter().all(|lying| facts.is_open(lying.at)));
    let mut bodies: Vec<Pos> = game.foes().iter().filter(|foe| foe.on_board).map(|foe| foe.at).collect();
    bodies.push(game.hero().at);
    assert!(bodies.iter().all(|&at| facts.is_open(at)));
    bodies.sort_unstable();
    assert!(bodies.windows(2).all(|pair| pair[0] != pair[1]), "one body a cell");
    assert!(game.foes().iter().all(|foe| foe.hp > 0 || !foe.on_board), "the dead leave the board");
    assert_eq!(
        game.hero().hp <= 0,
        game.outcome().is_some_and(|outcome| outcome.verdict == kernel::Verdict::Died)
    );
}

/// Plays partly at random and partly with the bot, checks the laws, and replays the game.
fn play(text: &str, seed: &str, commands: usize) -> Dungeon {
    let start = || testkit::start::<Dungeon>(&[], Some(text), seed);
    let actions: Vec<Command> = Dungeon::grammar()
        .actions()
        .into_iter()
        .filter(|command| !matches!(command, Command::End(_)))
        .collect();
    let mut dice = Rng::stream(&Seed::from_text(seed), "laws", &[]);
    let mut game = start();
    let (mut played, mut read, mut events) = (Vec::new(), Vec::new(), Vec::new());
    for turn in 0..commands {
        let advised = (turn / 32 % 2 == 1).then(|| game.advise(Seat(0), &mut dice)).flatten();
        let command = advised.unwrap_or_else(|| *dice.pick(&actions, "command"));
        let before = game.clone();
        events.clear();
        if game.act(Seat(0), command, &mut events).is_err() {
            assert!(testkit::bytes(&game) == testkit::bytes(&before) && events.is_empty(), "{command:?}");
            continue;
        }
        played.push(command);
        if let Command::Read(number) = command {
            read.push(before.hero().pack[number as usize - 1]);
        }
        for event in &events {
            if let Event::Teleported { from, to, .. } = event {
                let free = game.plan().facts.is_open(*to) && before.foe_at(*to).is_none();
                assert!(free && from != to, "{event:?}");
            }
        }
        sound(&game, &read);
    }
    let mut again = start();
    for command in played {
        again.act(Seat(0), command, &mut events).expect("what was played can be played again");
    }
    assert!(
        testkit::bytes(&again) == testkit::bytes(&game) && again.pulse() == game.pulse(),
        "replay = live"
    );
    game
}

#[test]
fn laws_hold_in_every_dungeon_of_the_campaign() {
    for level in &CAMPAIGN {
        for seed in 0..soak(400) {
            play(level.text, &format!("{seed}"), 500);
        }
    }
}

#[test]
fn laws_hold_in_generated_dungeons() {
    let mut ended = 0;
    for seed in 0..soak(2_000) {
        let name = format!("{seed}");
        let wishes =
            Wishes { rooms: 2 + seed as u32 % 10, monsters: seed as u32 % 13, items: seed as u32 % 11 };
        let text: String = generate(&Seed::from_text(&name), &wishes);
        ended += usize::from(play(&text, &name, 400).outcome().is_some());
    }
    assert!(ended > 0, "some games come to an end");
}

#[test]
fn the_common_laws_hold() {
    for level in &CAMPAIGN {
        for seed in 0..soak(2_000) {
            testkit::random_play::<Dungeon>(
                &[("campaign", level.name)],
                None,
                &format!("{seed}"),
                400,
                |_| {},
            );
        }
    }
    for seed in 0..soak(200) {
        let seed = format!("{seed}");
        testkit::random_play::<Dungeon>(&[("edition", "undercroft")], None, &seed, 400, |_| {});
    }
    for seed in 0..soak(2_000) {
        let name = format!("{seed}");
        let text = generate(&Seed::from_text(&name), &Wishes::default());
        testkit::random_play::<Dungeon>(&[], Some(&text), &name, 300, |_| {});
    }
}

/// The pack is kept on the way down, and the state can be saved and loaded at any depth.
#[test]
fn the_pack_goes_along_and_every_depth_can_be_kept() {
    let mut deepest = 0;
    for seed in 0..soak(200) {
        let name = format!("{seed}");
        let mut game: Dungeon = testkit::start(&[("edition", "undercroft")], None, &name);
        let mut dice = Rng::stream(&Seed::from_text(&name), "laws", &[]);
        let mut events = Vec::new();
        while let Some(command) = game.advise(Seat(0), &mut dice) {
            let before = game.clone();
            events.clear();
            game.act(Seat(0), command, &mut events).expect("advice can be followed");
            sound_bodies(&game);
            if !events.iter().any(|event| matches!(event, Event::Descended { .. })) {
                continue;
            }
            assert_eq!(before.held().collect::<Vec<_>>(), game.held().collect::<Vec<_>>());
            assert!(game.hero().hp >= before.hero().hp && game.hero().score == before.hero().score);
            let kept = testkit::bytes(&game);
            let again: Dungeon = postcard::from_bytes(&kept).expect("a kept state can be read");
            assert!(testkit::bytes(&again) == kept && again.pulse() == game.pulse());
            deepest = deepest.max(game.descent().map_or(0, |descent| descent.depth));
        }
        assert!(game.outcome().is_some(), "seed {seed}: the advice leads to an end");
    }
    assert_eq!(deepest, 5);
}

fn sound_bodies(game: &Dungeon) {
    assert!(game.floor().iter().all(|lying| game.plan().facts.is_open(lying.at)));
    assert!(game.foes().iter().all(|foe| !foe.on_board || foe.hp > 0 && game.plan().facts.is_open(foe.at)));
}
