//! The panel as text, and its laws.

mod common;

use common::{gear, one_room, player, scroll, soak, spell, start, troll};
use game_dungeon::{Dungeon, Wishes, generate};
use kernel::{Game, Guide, Panel, Rng, Seat, Seed, Sort, Tone, View};
use std::fmt::Write as _;

fn panel(game: &Dungeon) -> Panel {
    game.panel(Seat(0), &View::default())
}

/// A panel as text, one thing per row.
fn picture(panel: &Panel) -> String {
    let mut out = format!("{} | {}\n", panel.title, panel.place);
    for bar in &panel.bars {
        let _ = writeln!(out, "{} {} ({} of {}, {:?})", bar.name, bar.text, bar.value, bar.of, bar.tone);
    }
    for (name, number) in &panel.numbers {
        let _ = write!(out, "{name} {number}, ");
    }
    let _ = writeln!(out, "with {:?} {:?}", panel.effects, panel.worn);
    let deeds = |deeds: &[kernel::Deed]| {
        deeds.iter().map(|deed| format!(" [{}: {}]", deed.label, deed.line)).collect::<String>()
    };
    for sight in &panel.in_view {
        let bar = sight.bar.as_ref().map_or(String::new(), |bar| format!(" {}", bar.text));
        let _ = writeln!(
            out,
            "{} {}{bar} {:?} {:?} {} ({}){}",
            sight.cell.glyph(),
            sight.name,
            sight.tone,
            sight.cell.hue,
            sight.steps.map_or("no way".into(), |steps| format!("{steps} steps")),
            sight.forecast,
            deeds(&sight.deeds)
        );
    }
    for carried in &panel.carried {
        let worn = if carried.worn { " in use" } else { "" };
        let _ = writeln!(out, "- {}{worn} ({}){}", carried.name, carried.note, deeds(&carried.deeds));
    }
    out
}

#[test]
fn the_panel_of_the_first_moment_is_this() {
    let game: Dungeon = testkit::start(&[], None, "7");
    assert_eq!(
        picture(&panel(&game)),
        r#"Player | The wine cellar
HP 16 (16 of 16, Good)
Score 0, Damage 0-5, Armor 0, Moves 0, with [("1 HP back in 6 moves", Good)] []
H Goblin butler 12/12 Dangerous Orange 56 steps (you win in 5 (93 %), losing about 9)
H Cellar goblin 7/7 Wary Gold 64 steps (you win in 3 (99 %), losing about 5)
S Snake 3/3 Calm Green 30 steps (you win in 2, losing about 1)
S Snake 3/3 Calm Green 38 steps (you win in 2, losing about 1)
) Bread knife Plain Teal 8 steps (+1 to your hits, 1 more than now)
] Cooper's apron Plain Blue 39 steps (+1 armor, 1 more than now)
? Wine list Plain Violet 71 steps (can be read once)
"#
    );
}

#[test]
fn the_panel_of_a_fight_with_a_full_pack_is_this() {
    let things = gear("Sword", "Long sword", 3)
        + &gear("Sword", "Rusty sword", 1)
        + &gear("Armor", "Chain mail", 2)
        + &scroll(&spell("Hallucinate", 5, ""));
    let mut game = start(&one_room(&(player(&things) + &troll(9, ""))));
    testkit::order(&mut game, "T 1");
    testkit::order(&mut game, "w 3");
    testkit::order(&mut game, "l");
    assert_eq!(
        picture(&panel(&game)),
        r#"Player | t
HP 20 (20 of 20, Good)
Score 0, Damage 3-3, Armor 2, Moves 1, with [] ["Long sword +3", "Chain mail +2"]
T Troll 6/9 Calm Green 1 steps (you win in 2, losing next to nothing) [Attack: l]
- Long sword in use (+3 to your hits) [Drop: d 1]
- Rusty sword (+1 to your hits, 2 less than now) [Wield: T 2] [Drop: d 2]
- Chain mail in use (+2 armor) [Take off: c] [Drop: d 3]
- Scroll (can be read once) [Read: r 4] [Drop: d 4]
"#
    );
    testkit::order(&mut game, "r 4");
    let dazed = panel(&game);
    assert_eq!(dazed.effects, [("Hallucinating for 5 more moves".to_owned(), Tone::Magic)]);
    assert!(dazed.in_view.is_empty(), "eyes cannot be trusted");
}

/// Follows the bot until a reply contains these words.
fn play_until(game: &mut Dungeon, words: &str) {
    let mut dice = Rng::stream(&Seed::from_text("panel"), "panel", &[]);
    loop {
        let command = game.advise(Seat(0), &mut dice).expect("the game goes on");
        let mut line = String::new();
        Dungeon::grammar().spell(command, &mut line);
        if testkit::order(game, &line).contains(words) {
            return;
        }
    }
}

#[test]
fn the_panel_of_a_descent_is_this() {
    let mut game: Dungeon = testkit::start(&[("edition", "undercroft")], None, "7");
    assert_eq!(
        picture(&panel(&game)),
        r#"Player | The rat runs
HP 34 (34 of 34, Good)
Depth 1 of 5, Score 0, Damage 0-6, Armor 0, Moves 0, with [] []
R Rat king 13/13 Wary Gold 58 steps (you win in 5, losing about 10)
R Cave rat 3/3 Calm Green 2 steps (you win in 2, losing about 1)
S Snake 5/5 Calm Green 3 steps (you win in 2, losing about 2)
B Bat 4/4 Calm Green 29 steps (you win in 2, losing about 2)
S Snake 3/3 Calm Green 47 steps (you win in 2, losing about 1)
S Snake 4/4 Calm Green 50 steps (you win in 2, losing about 1)
H Hobgoblin 6/6 Calm Green 66 steps (you win in 3, losing about 4)
S Snake 4/4 Calm Green 74 steps (you win in 2, losing about 2)
? Sealed scroll Plain Violet 2 steps (can be read once)
) Short sword Plain Teal 3 steps (+2 to your hits, 2 more than now)
) Short sword Plain Teal 29 steps (+2 to your hits, 2 more than now)
) Dagger Plain Teal 64 steps (+1 to your hits, 1 more than now)
] Studded coat Plain Blue 66 steps (+2 armor, 2 more than now)
] Leather coat Plain Blue 74 steps (+1 armor, 1 more than now)
"#
    );
    play_until(&mut game, "way down");
    let stairs = panel(&game).in_view.into_iter().find(|sight| sight.sort == Sort::Exit).unwrap();
    assert_eq!(
        (stairs.name.as_str(), stairs.forecast.as_str(), stairs.steps),
        ("stairs down", "resting there heals up to 15 HP", Some(1))
    );
    play_until(&mut game, "depth 2");
    let below = panel(&game);
    assert_eq!((below.place.as_str(), below.numbers[0].1.as_str()), ("The goblin warrens", "2 of 5"));
    assert_eq!(game.vitals(Seat(0)).number("depth"), Some(2), "records count it");
}

#[test]
fn a_pack_of_a_hundred_things_can_be_used_to_the_last() {
    let things: String = (1..=100).map(|n| gear("Sword", &format!("Sword {n}"), n)).collect();
    let mut game = start(&one_room(&player(&things)));
    let carried = panel(&game).carried;
    assert_eq!((carried.len(), carried[99].deeds[0].line.as_str()), (100, "T 100"));
    assert_eq!(testkit::order(&mut game, "T 100"), "You wield Sword 100.");
    let drop = &panel(&game).carried[56].deeds[1];
    assert_eq!(testkit::order(&mut game, &drop.line), "You drop Sword 57.");
    assert_eq!(panel(&game).carried.len(), 99);
    let here = &panel(&game).in_view[0];
    assert_eq!((here.name.as_str(), here.deeds[0].line.as_str()), ("Sword 57", "p"));
}

#[test]
fn who_would_probably_die_and_who_would_stand_bare_is_warned() {
    let strong = troll(9, "").replace("<maxhit>0</maxhit>", "<maxhit>30</maxhit>");
    let things = gear("Sword", "Knife", 1) + &gear("Armor", "Coat", 1);
    let mut game = start(&one_room(&(player(&things) + &strong)));
    let warning = |game: &Dungeon, line: &str| {
        let command = Dungeon::grammar().read(line, 0).unwrap()[0];
        game.warning(Seat(0), command).map(|warning| (warning.guard, warning.what))
    };
    assert_eq!(
        warning(&game, "l"),
        Some(("deadly fight", "You cannot hurt Troll, and it hits back.".into()))
    );
    testkit::order(&mut game, "T 1");
    testkit::order(&mut game, "w 2");
    let told = "Troll will probably kill you: you win 0 of 100 such fights.";
    assert_eq!(warning(&game, "l"), Some(("deadly fight", told.into())));
    let told = "Troll is next to you, and you would have no armor on.";
    assert_eq!(warning(&game, "c"), Some(("bare skin", told.into())));
    assert_eq!(warning(&game, "d 2"), Some(("bare skin", told.into())));
    assert_eq!(warning(&game, "d 1"), None);
    assert_eq!(warning(&game, "h"), None);
    assert_eq!(warning(&game, "E Y"), Some(("end", "The game ends here, with a score of 0.".into())));
    assert_eq!(warning(&game, "E n"), None);
    testkit::order(&mut game, "h");
    assert_eq!(warning(&game, "c"), None, "nobody stands beside");
}

/// Everything a panel or chart offers is possible.
fn offers_hold(game: &Dungeon) {
    let panel = panel(game);
    let may = |line: &str| {
        let commands = Dungeon::grammar().read(line, 0).unwrap();
        commands.len() == 1 && game.may(Seat(0), commands[0])
    };
    for sight in &panel.in_view {
        assert!(sight.deeds.iter().all(|deed| may(&deed.line)), "{sight:?}");
        assert_eq!(sight.sort == Sort::Foe, sight.bar.is_some());
    }
    assert!(panel.carried.iter().all(|held| held.deeds.iter().all(|deed| may(&deed.line))));
    let mut sorted = panel.clone();
    sorted.sort();
    assert_eq!(sorted, panel, "the panel is in its order");
    let chart = game.chart(Seat(0), &View::default()).unwrap();
    for errand in chart.errands.iter().filter(|errand| errand.at == chart.hero && game.outcome().is_none()) {
        assert!(may(&errand.line), "{errand:?}");
    }
    assert!(chart.threats.iter().all(|threat| threat.turns.is_none()), "monsters never begin");
}

#[test]
fn every_deed_of_every_panel_can_be_done() {
    for seed in 0..soak(400) {
        let seed = seed.to_string();
        let text = generate(&Seed::from_text(&seed), &Wishes { rooms: 6, monsters: 14, items: 20 });
        let mut game: Dungeon = testkit::start(&[], Some(&text), &seed);
        let mut dice = Rng::stream(&Seed::from_text(&seed), "panel", &[]);
        let actions = Dungeon::grammar().actions();
        for turn in 0..200 {
            let advised = game.advise(Seat(0), &mut dice).filter(|_| turn % 3 > 0);
            let command = advised.unwrap_or_else(|| *dice.pick(&actions, "command"));
            let _ = game.act(Seat(0), command, &mut Vec::new());
            offers_hold(&game);
        }
    }
}
