//! Laws by random play, golden games, and the strategies against a plain implementation of the same rules.

mod common;
mod fields;
mod plain;

use common::game;
use fields::FIELDS;
use game_pursuit::{CellId, Command, End, Player, Pursuit, Setup, Side, strategy};
use kernel::{Game, Rng, Seed};
use plain::Hero;
use std::sync::Arc;

/// Number of games: all with `UNDERCROFT_SOAK=full`, otherwise one in twenty.
fn soak(full: u32) -> u32 {
    if std::env::var("UNDERCROFT_SOAK").as_deref() == Ok("full") { full } else { full / 20 }
}

fn holds(game: &Pursuit) {
    let field = game.field();
    let (hero, monster) = (game.at(Side::Hero), game.at(Side::Monster));
    assert_eq!(hero == monster, matches!(game.end(), Some(End::Caught(_))));
    assert!(game.potions().windows(2).all(|pair| pair[0] < pair[1]));
    let drunk = u32::from(game.drunk(Side::Hero) + game.drunk(Side::Monster));
    assert_eq!(drunk + game.potions().len() as u32, field.potions().len() as u32);
    assert!(game.remaining() <= game.drunk(game.side()));
    assert!(game.potions().binary_search(&hero).is_err() && game.potions().binary_search(&monster).is_err());
}

#[test]
fn random_play_keeps_the_laws() {
    let fields = [
        None,
        Some(common::field(&["@.s", "..s", "s.M"])),
        Some(common::field(&["@+++", ". +.", ". +.", "+++M"])),
        Some(common::field(&["@ .", "   ", ". M"])),
    ];
    for seed in 0..soak(2000) {
        for (index, field) in fields.iter().enumerate() {
            let repeat = if seed % 2 == 0 { "go" } else { "end" };
            let options = [("limit", "40"), ("repeat", repeat)];
            testkit::random_play::<Pursuit>(
                &options,
                field.as_deref(),
                &format!("{seed}/{index}"),
                200,
                holds,
            );
        }
    }
}

#[test]
fn steps_are_their_own_way_back_and_distances_agree() {
    for seed in 0..soak(2000) {
        let mut dice = Rng::stream(&Seed::from_text("fields"), "sketch", &[i64::from(seed)]);
        let shape = game_pursuit::Shape {
            size: 4 + (seed % 12) as u16,
            potions: (seed % 3) as u16,
            loops: (seed % 4) as u16,
        };
        let Some(plan) = game_pursuit::sketch(shape, &mut dice) else { continue };
        let field = game_pursuit::Field::new(plan, game_pursuit::Diagonals::Free).unwrap();
        let (again, findings) = game_pursuit::read_field(
            &field.text(field.hero(), field.monster()),
            game_pursuit::Diagonals::Free,
        );
        assert!(findings.is_empty(), "{findings:?}\n{}", field.text(field.hero(), field.monster()));
        assert_eq!(again.unwrap().plan().ground, field.plan().ground);
        let mut room = Vec::new();
        for cell in 0..field.count() as u16 {
            for (dir, &to) in kernel::Dir::ALL.iter().zip(field.steps(cell)) {
                if to != game_pursuit::NOWHERE {
                    assert_eq!(field.steps(to)[dir.opposite() as usize], cell);
                    assert_eq!(field.distances(cell, &mut room)[usize::from(to)], 1);
                }
            }
        }
    }
}

/// Plays a game between two strategies; returns the final state and the log.
fn play(mut game: Pursuit, seed: &str) -> (Pursuit, Vec<Command>) {
    let seed = Seed::from_text(seed);
    let chosen = Side::ALL.map(|side| strategy::of(game.player(side)).expect("a built-in strategy"));
    let (mut log, mut events) = (Vec::new(), Vec::new());
    while game.end().is_none() {
        let side = game.side();
        let command = chosen[side as usize](&game, side.seat(), &seed);
        game.act(side.seat(), command, &mut events).expect("strategies move legally");
        log.push(command);
    }
    (game, log)
}

/// The turn on which the document's monster catches a hero on a field; 0 for an endless game.
fn fares(hero: &str, text: &str) -> u32 {
    let (game, _) = play(testkit::start(&[("hero", hero)], Some(text), ""), "");
    match game.end() {
        Some(End::Caught(turn)) => turn,
        Some(End::Escape(_)) => 0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_documents_strategies_play_as_a_plain_program_does() {
    for known in &FIELDS {
        let plain = [Hero::Rogue, Hero::Speedy].map(|hero| plain::caught_on(known.text, hero));
        assert_eq!(plain, [known.rogue, known.speedy], "{}: the table", known.name);
        assert_eq!(["rogue", "speedy"].map(|hero| fares(hero, known.text)), plain, "{}", known.name);
    }
    let mut ends = [0; 2];
    for seed in 0..soak(4000) {
        let mut dice = Rng::stream(&Seed::from_text("plain"), "field", &[i64::from(seed)]);
        let shape = game_pursuit::Shape {
            size: 5 + (seed % 8) as u16,
            potions: (seed % 4) as u16,
            loops: (seed % 3) as u16,
        };
        let Some(plan) = game_pursuit::sketch(shape, &mut dice) else { continue };
        let field = game_pursuit::Field::new(plan, game_pursuit::Diagonals::Free).unwrap();
        let text = field.text(field.hero(), field.monster());
        for (name, hero) in [("rogue", Hero::Rogue), ("speedy", Hero::Speedy)] {
            let turns = plain::caught_on(&text, hero);
            assert_eq!(fares(name, &text), turns, "{name}\n{text}");
            ends[usize::from(turns == 0)] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 10), "both endings come up: {ends:?}");
}

#[test]
fn the_monster_takes_the_straightest_of_the_shortest_ways() {
    let first = |rows: &[&str]| {
        let game = game(&[], rows);
        strategy::monster(&game, Side::Monster.seat())
    };
    // Both NE and E lie on a shortest path; NE is nearer in a straight line.
    assert_eq!(first(&["....@", ".....", "M....", ".....", "....."]).word(), "NE");
    // Straight ahead; NE and SE are equally far by path.
    assert_eq!(first(&[".....", ".....", "M...@", ".....", "....."]).word(), "E");
    // There is no path: it stays.
    assert_eq!(first(&["M ...", "  ...", "  ..@", "  ...", "  ..."]).word(), "stay");
    // Both ways round the loop are equally long, and so are the straight distances: north comes first.
    assert_eq!(first(&["+++", "M @", "+++"]).word(), "N");
}

#[test]
fn the_rogue_flees_to_the_farthest_cell_with_most_exits() {
    let reply = |rows: &[&str]| {
        let mut game = game(&[("hero", "rogue"), ("monster", "human")], rows);
        testkit::order(&mut game, "stay");
        strategy::rogue(&game, Side::Hero.seat())
    };
    // NW, W, SW are equally far; W has the most exits of the three.
    assert_eq!(reply(&["     ", ".....", "..@.M", ".....", "     "]).word(), "W");
    // In a dead end it stays rather than walk into the monster.
    assert_eq!(reply(&["@++M", "    ", "    ", "    "]).word(), "stay");
    // All corners are equal: the order of the compass decides.
    assert_eq!(reply(&["...", "M@.", "..."]).word(), "E");
}

#[test]
fn the_speedy_rogue_fetches_only_a_potion_it_wins() {
    let reply = |rows: &[&str]| {
        let mut game = game(&[("hero", "speedy"), ("monster", "human")], rows);
        testkit::order(&mut game, "stay");
        strategy::speedy(&game, Side::Hero.seat())
    };
    // Two steps for each: the hero moves now and gets there first.
    assert_eq!(reply(&["@.s.M", ".....", ".....", ".....", "....."]).word(), "E");
    // Two steps against one: it plays as the rogue.
    assert_eq!(reply(&["@.sM.", ".....", ".....", ".....", "....."]).word(), "S");
    // The nearer of two potions.
    assert_eq!(reply(&["....s", ".....", "..@..", ".s...", "....M"]).word(), "SW");
}

#[test]
fn random_players_only_ever_move_legally() {
    for seed in 0..soak(4000) {
        let options = [("hero", "random"), ("monster", "random"), ("limit", "60")];
        let (game, log) = play(testkit::start(&options, None, ""), &seed.to_string());
        assert!(matches!(game.end(), Some(End::Caught(_) | End::Limit(60))));
        assert!(!log.is_empty());
        assert!(!game.player(Side::Hero).is_steady());
    }
    assert!(Player::Rogue.is_steady() && Player::Optimal.is_steady());
    assert!(!Player::Program("x".into()).is_steady() && !Player::Human.is_steady());
}

#[test]
fn random_moves_depend_on_the_position_and_the_seed_alone() {
    let seed = Seed::from_text("7");
    let options = [("hero", "random"), ("monster", "random"), ("limit", "60")];
    let mut game: Pursuit = testkit::start(&options, None, "");
    let (mut seen, mut events) = (std::collections::BTreeSet::new(), Vec::new());
    while game.end().is_none() {
        let seat = game.side().seat();
        let (command, again) =
            (strategy::random(&game, seat, &seed), strategy::random(&game.clone(), seat, &seed));
        assert_eq!(command, again);
        seen.insert(command.word());
        game.act(seat, command, &mut events).unwrap();
    }
    assert_eq!(seen.len(), 9, "every move occurs");
}

#[test]
fn runs_of_rules_one_are_played_unless_chance_moved_in_them() {
    let plays = |rules, set: &[(&str, &str)]| {
        let mut options = kernel::Options::default();
        set.iter().for_each(|(name, value)| options.set(Pursuit::ABOUT.options, name, value).unwrap());
        Pursuit::plays_rules(rules, &options)
    };
    assert!(plays(2, &[("monster", "random")]) && plays(1, &[]) && plays(1, &[("monster", "optimal")]));
    assert!(!plays(1, &[("monster", "random")]) && !plays(1, &[("hero", " Random ")]));
    assert!(!plays(0, &[]) && !plays(3, &[]));
}

#[test]
fn a_game_is_placed_on_two_different_room_cells_without_potion() {
    let game = game(&[], &["@.s", "..s", "s.M"]);
    let (hero, monster, potion) = (game.at(Side::Hero), game.at(Side::Monster), game.potions()[0]);
    let outside = game.field().count() as CellId;
    let setup = Setup::new(Arc::clone(game.field()), Player::Human, Player::Human);
    let placed = |hero, monster| {
        let game = Pursuit::placed(&setup, hero, monster)?;
        Some((game.at(Side::Hero), game.at(Side::Monster)))
    };
    assert_eq!(placed(monster, hero), Some((monster, hero)));
    for (one, other) in [(hero, hero), (potion, monster), (hero, potion), (outside, monster), (hero, outside)]
    {
        assert_eq!(placed(one, other), None, "{one} {other}");
    }
}

/// A digest that changes is a change of the rules or of a strategy: then `ABOUT.rules` must be increased. The pulse of the
/// last position stands in runs and stays, too.
#[test]
fn golden_games() {
    let digest = |options: &[(&str, &str)], seed: &str| {
        let (game, log) = play(testkit::start(options, None, ""), seed);
        let words: Vec<&str> = log.iter().map(|command| command.word()).collect();
        let mut hasher = blake3::Hasher::new();
        hasher.update(words.join(" ").as_bytes()).update(&testkit::bytes(&game));
        (game.end().unwrap(), log.len(), hasher.finalize().to_hex()[..16].to_string(), game.pulse())
    };
    let rogue = digest(&[("hero", "rogue")], "");
    let speedy = digest(&[("hero", "speedy")], "");
    let random = digest(&[("hero", "random"), ("monster", "random")], "7");
    assert_eq!(
        [rogue, speedy, random],
        [
            (End::Caught(9), 17, "176b07dfdc3cd814".to_string(), 0xd247de34e3ede73c),
            (End::Caught(13), 28, "b2fe22bee1883eee".to_string(), 0xdb2f525355af6890),
            (End::Caught(36), 72, "84bf91a138edf51e".to_string(), 0xf7544c077007ef16),
        ]
    );
}
