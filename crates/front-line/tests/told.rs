//! Speech reports exactly what the board shows, except bare ground, in every game.

use kernel::{Dir, Rng, Scene, Seed, Surroundings};
use session::{Brief, Session};

fn start(game: &str, seed: &str, options: &[(&str, &str)]) -> Box<dyn Session> {
    let entry = catalog::find(game).expect("the game exists");
    let mut brief = Brief { seed: seed.to_owned(), ..Brief::default() };
    for (name, value) in options {
        brief.options.set(entry.options, name, value).expect("the option exists");
    }
    (entry.start)(&brief).unwrap_or_else(|findings| panic!("{game} is refused: {findings:?}")).0
}

/// The drawn board as rows of glyphs, one per cell.
fn board(session: &dyn Session) -> Vec<Vec<char>> {
    let mut scene = Scene::default();
    session.draw(session.to_move(), 0, 0, None, &mut scene);
    let id = scene.ids().find(|&id| scene.area(id).focus.is_some()).expect("a board");
    let cols = usize::from(scene.area(id).cols);
    scene.cells(id).chunks(cols).map(|row| row.iter().map(|cell| cell.glyph()).collect()).collect()
}

/// The glyph of a thing with this name.
fn looks(game: &str, name: &str) -> Option<char> {
    let last = name.rsplit(' ').next().unwrap_or(name);
    Some(match (game, name, last) {
        ("boo", "ghost", _) => 'G',
        ("boo", "fish", _) => 'f',
        ("boo", "stairs", _) => '>',
        ("chambers", "stairs", _) => '\\',
        ("chambers", "gold", _) => 'G',
        ("chambers", _, "potion") => 'P',
        ("chambers", "dagger" | "sword" | "axe", _) => ')',
        ("chambers", "leather" | "mail" | "plate", _) => '[',
        ("chambers", _, letter) if letter.len() == 1 => letter.chars().next()?,
        ("cave", "chest", _) => 'C',
        ("cave", _, "monster") => 'M',
        ("pursuit", "monster", _) => 'M',
        ("pursuit", "potion of speed", _) => 's',
        _ => return None,
    })
}

/// Compares the surroundings with the drawn board.
fn agree(game: &str, ground: &str, session: &dyn Session, told: &Surroundings) {
    let drawn = board(session);
    for (y, row) in drawn.iter().enumerate() {
        for (x, &glyph) in row.iter().enumerate() {
            let at = kernel::Pos::new(x as i32, y as i32);
            let thing = told.thing_at(at);
            if at == told.hero {
                assert_eq!(thing, None, "{game}: nobody is told of themselves");
            } else if ground.contains(glyph) {
                assert_eq!(thing, None, "{game}: the board shows {glyph:?} there");
            } else {
                let thing = thing.unwrap_or_else(|| panic!("{game}: nothing is told of {glyph:?} at {at:?}"));
                if let Some(shown) = looks(game, &thing.name) {
                    assert_eq!(shown, glyph, "{game}: {:?} is told", thing.name);
                } else {
                    named_as_looked_at(session, thing);
                }
            }
        }
    }
    let cells = told.ground.cols() as usize * told.ground.rows() as usize;
    assert_eq!(cells, drawn.iter().map(Vec::len).sum::<usize>());
}

/// A dungeon file chooses names and glyphs, so a spoken name must match the answer of `look`.
fn named_as_looked_at(session: &dyn Session, thing: &kernel::Thing) {
    assert_eq!(session.id(), "dungeon", "{:?} has no glyph", thing.name);
    let looked = session.look(session.to_move(), 0, 0, thing.at);
    if looked != "You cannot trust your eyes." {
        let top = looked.split(", ").next().unwrap_or(&looked);
        assert!(thing.name.starts_with(top), "{:?} is told of {looked:?}", thing.name);
    } else {
        assert!(thing.name.starts_with("blurred "), "{:?}", thing.name);
    }
}

/// Plays with the game's bot and at random, and compares after every command.
fn law(game: &str, ground: &str, options: &[(&str, &str)], games: usize, commands: usize) {
    let mut told_any = false;
    for number in 0..games {
        let seed = format!("told {number}");
        let mut session = start(game, &seed, options);
        let mut dice = Rng::stream(&Seed::from_text(&seed), "told", &[]);
        for _ in 0..commands {
            if let Some(told) = session.surroundings(session.to_move()) {
                agree(game, ground, session.as_ref(), &told);
                told_any |= !told.things.is_empty();
            }
            if dice.chance(1, 3, "by chance") {
                let action = dice.below(session.vocabulary().actions as u32, "action");
                session.play_index(action as usize);
            } else if session.play_advice(&mut dice).is_none() {
                break;
            }
        }
    }
    assert!(told_any, "{game}: there was something to tell");
}

#[test]
fn in_boo() {
    law("boo", "#. ", &[], 4, 150);
    law("boo", "#. *", &[("fog", "on"), ("paths", "on")], 4, 150);
}

#[test]
fn in_chambers() {
    law("chambers", "|-.+# ", &[], 4, 150);
    let extras = ["inventory", "gear", "pursue", "shop", "classes", "races", "foes", "chambers"];
    law("chambers", "|-.+# ", &extras.map(|name| (name, "on")), 4, 150);
}

#[test]
fn in_the_cave() {
    law("cave", "# ", &[], 2, 150);
}

#[test]
fn in_pursuit() {
    law("pursuit", ".+ ", &[], 2, 60);
}

/// A hallucinating hero is told what it sees: a glyph may stand for nothing, and even the hero is disguised.
#[test]
fn in_dungeons() {
    for chapter in ["cellar", "crossing", "armory", "mushrooms", "thieves", "library", "throne"] {
        law("dungeon", "X.#+ ", &[("campaign", chapter)], 2, 200);
    }
}

/// Where a neighbouring cell is reported as open ground, the game lets the player go there.
#[test]
fn open_ground_can_be_walked() {
    for (game, first, words) in [
        ("boo", "", [("w", Dir::N), ("d", Dir::E), ("s", Dir::S), ("a", Dir::W)]),
        ("chambers", "s", [("no", Dir::N), ("ea", Dir::E), ("so", Dir::S), ("we", Dir::W)]),
        ("cave", "", [("w", Dir::N), ("d", Dir::E), ("s", Dir::S), ("a", Dir::W)]),
        ("dungeon", "", [("k", Dir::N), ("l", Dir::E), ("j", Dir::S), ("h", Dir::W)]),
    ] {
        let mut session = start(game, "walk", &[]);
        session.play_line(first);
        let mut dice = Rng::stream(&Seed::from_text(game), "walk", &[]);
        let mut walked = 0;
        for _ in 0..300 {
            let Some(told) = session.surroundings(session.to_move()) else { break };
            let (word, way) = *dice.pick(&words, "way");
            let beside = told.hero.step(way);
            let open = told.ground.get(beside).is_some_and(|footing| footing.open);
            let free = told.thing_at(beside).is_none();
            let floor = session.vitals(session.to_move()).number("floor");
            session.play_line(word);
            let Some(after) = session.surroundings(session.to_move()).filter(|_| session.outcome().is_none())
            else {
                break;
            };
            let (dx, dy) = way.delta();
            let there = (told.place.0 + i64::from(dx), told.place.1 - i64::from(dy));
            if open && free && session.vitals(session.to_move()).number("floor") == floor {
                // Only in the cave: a lost fight moves the player elsewhere.
                assert!(after.place == there || game == "cave", "{game}: {word} from {:?}", told.place);
                walked += 1;
            } else if !open && free {
                assert_eq!(after.place, told.place, "{game}: {word} leads nowhere");
            }
        }
        assert!(walked > 20, "{game}: only {walked} steps");
    }
}
