//! Properties the contract promises for every game, checked by random play of all five with many seeds and
//! options.

use game_boo::Boo;
use game_cave::Cave;
use game_chambers::Chambers;
use game_dungeon::Dungeon;
use game_pursuit::Pursuit;
use kernel::{Guide, Rng, Scene, Seed, View};
use std::cell::Cell;

/// Every switch of a game, turned on.
fn all_on<G: Guide>() -> Vec<(&'static str, &'static str)> {
    let switches = G::ABOUT.options.iter().filter(|option| matches!(option.kind, kernel::Kind::Switch));
    switches.map(|option| (option.name, "on")).collect()
}

/// Plays with the bot and an occasional random command, so that far places are visited; `see` gets every
/// state.
fn every_state<G: Guide>(commands: usize, see: impl Fn(&G)) {
    let actions = G::grammar().actions();
    for seed in 0..12 {
        let options = if seed % 2 == 0 { Vec::new() } else { all_on::<G>() };
        let seed = seed.to_string();
        let mut game: G = testkit::start(&options, None, &seed);
        let mut dice = Rng::stream(&Seed::from_text(&seed), "player", &[]);
        for _ in 0..commands {
            see(&game);
            let seat = game.to_move();
            let whim = dice.chance(1, 4, "whim").then(|| *dice.pick(&actions, "command"));
            let command = whim.or_else(|| game.advise(seat, &mut dice));
            let _ = game.act(seat, command.unwrap_or(actions[0]), &mut Vec::new());
        }
    }
}

fn may_agrees_with_act<G: Guide>() {
    let actions = G::grammar().actions();
    every_state::<G>(150, |game| testkit::may_agrees_with_act(game, &actions));
}

#[test]
fn may_agrees_with_act_in_every_game() {
    may_agrees_with_act::<Boo>();
    may_agrees_with_act::<Cave>();
    may_agrees_with_act::<Chambers>();
    may_agrees_with_act::<Dungeon>();
    may_agrees_with_act::<Pursuit>();
}

fn gauges_stay_within_bounds<G: Guide>() {
    every_state::<G>(2000, |game| {
        testkit::gauges_stay_within_bounds(game);
        let (seat, mut numbers) = (game.to_move(), vec![0; G::ABOUT.gauges.len()]);
        game.gauges(seat, &mut numbers);
        let vitals = game.vitals(seat);
        for (gauge, number) in G::ABOUT.gauges.iter().zip(numbers) {
            // Gauges that the options leave unused are not among the vitals.
            let told = vitals.number(gauge.name);
            assert!(told.is_none_or(|told| told == i64::from(number)), "{}: {}", G::ABOUT.id, gauge.name);
        }
    });
}

#[test]
fn gauges_stay_within_bounds_in_every_game() {
    gauges_stay_within_bounds::<Boo>();
    gauges_stay_within_bounds::<Cave>();
    gauges_stay_within_bounds::<Chambers>();
    gauges_stay_within_bounds::<Dungeon>();
    gauges_stay_within_bounds::<Pursuit>();
}

fn spelled_deeds<G: Guide>() -> Vec<String> {
    let deeds = G::grammar().deeds();
    let spell = |command| {
        let mut text = String::new();
        G::grammar().spell(command, &mut text);
        text
    };
    deeds.into_iter().map(spell).collect()
}

#[test]
fn deeds_are_exactly_the_commands_that_can_be_played() {
    let throws = ["throw north", "throw south", "throw west", "throw east"];
    assert_eq!(spelled_deeds::<Boo>(), [&["w", "a", "s", "d", "e"][..], &throws].concat());
    let cave = spelled_deeds::<Cave>();
    assert!(cave.starts_with(&["w", "a", "s", "d", "."].map(String::from)), "{cave:?}");
    assert!(!cave.iter().any(|word| word == "i" || word == "marks"), "{cave:?}");
    let chambers = spelled_deeds::<Chambers>();
    assert!(!chambers.iter().any(|word| word == "q" || word == "r"), "{chambers:?}");
    assert!(chambers.contains(&"a no".to_owned()) && chambers.contains(&"f".to_owned()));
    let dungeon = spelled_deeds::<Dungeon>();
    assert!(!dungeon.iter().any(|word| word.starts_with(['E', 'H', '?', 'i'])), "{dungeon:?}");
    assert_eq!(dungeon.iter().filter(|word| *word == "d 10").count(), 1, "each deed once");
    assert_eq!(spelled_deeds::<Pursuit>().len(), 9);
}

/// What a game announces without drawing is true: the size of its scene, and whether it has charts and maps.
fn check_sizes<G: Guide>() {
    let mut scene = Scene::default();
    let long = "Many words were said here, and all of them are to be read. ".repeat(9);
    let turn = Cell::new(0u16);
    every_state::<G>(120, |game| {
        let seat = game.to_move();
        turn.set(turn.get() + 1);
        for said in ["", "A word.", &long] {
            for (cols, rows) in [(0, 0), (80, 24), (79, 30), (200, 60), (turn.get() % 250, turn.get() % 70)] {
                let view = View { cols, rows, said, ..View::default() };
                let bare = View { bare: true, ..view };
                for view in [view, bare] {
                    let mut scene = Scene::default();
                    game.draw(seat, &view, &mut scene);
                    assert_eq!(game.extent(seat, &view), scene.extent(), "{}: {view:?}", G::ABOUT.id);
                }
            }
        }
        let chart = game.chart(seat, &View::default());
        assert_eq!(game.has_chart(), chart.is_some(), "{}", G::ABOUT.id);
    });
    let game: G = testkit::start(&[], None, "map");
    game.map(game.to_move(), 40, 20, &mut scene);
    assert_eq!(game.has_map(), !scene.areas().is_empty(), "{}", G::ABOUT.id);
}

#[test]
fn sizes_charts_and_maps_are_accurate_in_every_game() {
    check_sizes::<Boo>();
    check_sizes::<Cave>();
    check_sizes::<Chambers>();
    check_sizes::<Dungeon>();
    check_sizes::<Pursuit>();
}

#[test]
fn a_level_longer_than_the_policy_allows_is_refused_unread() {
    let level = session::Level { name: "x".to_owned(), text: "?".repeat((1 << 20) + 1) };
    let brief = session::Brief { level: Some(level), ..session::Brief::default() };
    for entry in catalog::GAMES {
        let Err(findings) = (entry.start)(&brief) else { panic!("{} starts", entry.id) };
        let told: Vec<&str> = findings.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(told, ["The level has 1048577 bytes; at most 1048576 are read here."]);
    }
}
