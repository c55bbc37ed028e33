//! Counts in each game the way a player would.

use crate::Counted;
use crate::boards::{Board, is_straight};
use game_cave::Cave;
use kernel::{Game as _, Options, Pos, Roll, Seed};
use session::{Brief, Entry, Header, Run, Session};
use std::cell::RefCell;

thread_local! {
    static HEARD: RefCell<Vec<Roll>> = const { RefCell::new(Vec::new()) };
}

fn put(counted: &mut Counted, fields: &[(&str, i64)]) {
    for (name, value) in fields {
        counted.insert((*name).to_owned(), *value);
    }
}

fn start(id: &str, options: &Options, seed: &str, level: Option<session::Level>) -> Box<dyn Session> {
    let brief = Brief { seed: seed.to_owned(), options: options.clone(), level, ..Brief::default() };
    (catalog::find(id).unwrap().start)(&brief).unwrap().0
}

pub(crate) fn boo(options: &Options, seed: &str) -> Counted {
    boo_board(&Board::drawn(start("boo", options, seed, None).as_ref()))
}

fn boo_board(board: &Board) -> Counted {
    let open = |glyph: char| matches!(glyph, '.' | '@' | 'G' | 'f' | '>');
    let walk = |from, to| is_straight(from, to) && open(board.at(to));
    let round = |from, to| walk(from, to) && board.at(to) != '>';
    let (cat, stairs) = (board.find('@'), board.find('>'));
    let (fish, ghosts) = (board.places(|glyph| glyph == 'f'), board.places(|glyph| glyph == 'G'));
    let to_fish = board.ways(cat, &fish, round).unwrap();
    let mut counted = Counted::new();
    put(
        &mut counted,
        &[
            ("stairs.distance", board.ways(cat, &[stairs], walk).unwrap().0),
            ("stairs.ghost", board.ways(stairs, &ghosts, walk).unwrap().0),
            ("fish", fish.len() as i64),
            ("fish.nearest", to_fish.0),
            ("fish.farthest", to_fish.1),
            ("ghosts", ghosts.len() as i64),
            ("ghosts.nearest", board.ways(cat, &ghosts, round).unwrap().0),
            ("tiles", board.places(open).len() as i64),
        ],
    );
    counted
}

/// A game of chambers at its race prompt, with a listener for rolls.
fn heard(entry: &Entry, options: &Options, seed: &str) -> Box<dyn Session> {
    let set = options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let header = Header {
        game: entry.id.to_owned(),
        rules: entry.rules,
        seed: seed.to_owned(),
        options: set,
        ..Header::default()
    };
    let mut run = Run::default();
    run.header = header;
    entry
        .replay(
            &run,
            0,
            None,
            Some(|roll| HEARD.with_borrow_mut(|heard| heard.push(roll))),
            &session::Seating::OWNER,
        )
        .unwrap()
        .session
}

pub(crate) fn chambers(options: &Options, seed: &str) -> Counted {
    let mut session = heard(catalog::find("chambers").unwrap(), options, seed);
    HEARD.take();
    session.replay_step(0, "s").unwrap();
    chambers_floor(session.as_ref(), &HEARD.take())
}

/// Counts from the board, from `look`, and from the rolls since the player left the floor above.
fn chambers_floor(session: &dyn Session, rolls: &[Roll]) -> Counted {
    let board = Board::drawn(session).part(0, 25);
    let look = |(x, y): (usize, usize)| session.look(session.to_move(), 0, 0, Pos::new(x as i32, y as i32));
    let (hero, stairs) = (board.find('@'), board.find('\\'));
    let is_open = |glyph: char| !matches!(glyph, ' ' | '|' | '-');
    let is_tile = |glyph: char| is_open(glyph) && !matches!(glyph, '+' | '#');
    // Chambers in reading order of their first tile.
    let mut chambers: Vec<Vec<(usize, usize)>> = Vec::new();
    for at in board.places(is_tile) {
        if !chambers.iter().any(|chamber| chamber.contains(&at)) {
            chambers.push(board.piece(at, is_tile));
        }
    }
    let chamber = |at| chambers.iter().position(|chamber| chamber.contains(&at)).map_or(0, |n| n as i64 + 1);
    let near = |at: &(usize, usize)| chamber(*at) == chamber(hero);
    let rolled = |label: &str, value: u64| {
        rolls.iter().filter(|roll| roll.label == label && roll.value == value).count() as i64
    };
    let gold: Vec<((usize, usize), i64)> = board
        .places(|glyph| glyph == 'G')
        .into_iter()
        .map(|at| (at, look(at).chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()))
        .collect();
    let piles = |worth: i64| gold.iter().filter(|(_, pile)| *pile == worth).count() as i64;
    let is_foe = |glyph: char| "HWLEOMDARK".contains(glyph);
    let mut counted = Counted::new();
    for (value, potion) in (0..).zip(["RH", "BA", "BD", "PH", "WA", "WD"]) {
        counted.insert(format!("potions.{potion}"), rolled("potion", value));
    }
    let names =
        ["human", "dwarf", "halfling", "elf", "orc", "merchant", "dragon", "archer", "robber", "knight"];
    for (name, letter) in names.into_iter().zip("HWLEOMDARK".chars()) {
        counted.insert(format!("enemies.{name}"), board.count(letter));
    }
    let gear: Vec<String> = board.places(|glyph| matches!(glyph, ')' | '[')).into_iter().map(look).collect();
    for name in ["dagger", "sword", "axe", "leather", "mail", "plate"] {
        let is_piece = |text: &&String| text.to_lowercase().split(' ').any(|word| word == name);
        let pieces = gear.iter().filter(is_piece).count();
        counted.insert(format!("gear.{name}"), pieces as i64);
    }
    let good = counted["potions.RH"] + counted["potions.BA"] + counted["potions.BD"];
    put(
        &mut counted,
        &[
            ("stairs.distance", board.ways(hero, &[stairs], |_, to| is_open(board.at(to))).unwrap().0),
            ("chamber", chamber(hero)),
            ("stairs.chamber", chamber(stairs)),
            ("potions", board.count('P')),
            ("potions.good", good),
            ("gold", gold.iter().map(|(_, worth)| worth).sum()),
            ("gold.small", piles(1)),
            ("gold.normal", piles(2)),
            ("gold.hoards", piles(6)),
            ("enemies", board.places(is_foe).len() as i64),
            ("gear", gear.len() as i64),
            ("near.potions", board.places(|glyph| glyph == 'P').iter().filter(|at| near(at)).count() as i64),
            ("near.gold", gold.iter().filter(|(at, _)| near(at)).map(|(_, worth)| worth).sum()),
            ("near.enemies", board.places(is_foe).iter().filter(|at| near(at)).count() as i64),
        ],
    );
    counted
}

/// The game's bot climbs as far as it gets; every new floor is counted as drawn on arrival.
pub(crate) fn climb(entry: &Entry, seed: &str, mut arrived: impl FnMut(u32, &Counted)) {
    let mut session = heard(entry, &Options::default(), seed);
    let mut dice = kernel::Rng::stream(&Seed::from_text(seed), "climb", &[]);
    let mut floor = 1;
    for _ in 0..4000 {
        HEARD.take();
        if session.outcome().is_some() || session.play_advice(&mut dice).is_none() {
            return;
        }
        let now = session.vitals(session.to_move()).number("floor").unwrap_or(1);
        if now > floor && session.outcome().is_none() {
            floor = now;
            let counted = match entry.id {
                "boo" => boo_board(&Board::drawn(session.as_ref())),
                _ => chambers_floor(session.as_ref(), &HEARD.take()),
            };
            arrived(floor as u32, &counted);
        }
    }
}

pub(crate) fn cave(options: &Options, seed: &str) -> Counted {
    let board = Board::drawn(start("cave", options, seed, None).as_ref()).part(0, 31).every(3);
    let hero = board.find('P');
    assert_eq!(hero, (24, 15), "the hero stands in the middle");
    // Cells are three columns wide; trailing blanks are not drawn, so a cell on the screen that is not rock
    // is floor.
    let inside = |(x, y): (usize, usize)| x < 49 && y < 31;
    let walk = |from, to| inside(to) && is_straight(from, to) && board.at(to) != '#';
    let nearest = |glyph: char| board.nearest(hero, glyph, walk).unwrap_or(999);
    let mut counted = Counted::new();
    let rock = board.count('#');
    put(
        &mut counted,
        &[
            ("chests", board.count('C')),
            ("chests.nearest", nearest('C')),
            ("monsters", board.count('M')),
            ("monsters.nearest", nearest('M')),
            ("monsters.monster", board.count('M')),
            ("monsters.bat", 0),
            ("monsters.ogre", 0),
            ("monsters.wraith", 0),
            ("floor", 49 * 31 - rock),
        ],
    );
    cave_files(options, seed, &mut counted);
    counted
}

/// The chests on the first screen, from the world's files.
fn cave_files(options: &Options, seed: &str, counted: &mut Counted) {
    let world = Cave::start(
        &Cave::prepare(options, None, &kernel::Policy::DENY).setup.unwrap(),
        &Seed::from_text(seed),
    )
    .export(kernel::Seat(0), "x", seed);
    let player = world.player.unwrap().location;
    put(
        counted,
        &[
            ("spawn.x", player.wx),
            ("spawn.y", player.wy),
            ("loot", 0),
            ("best.weapon", 0),
            ("best.armour", 0),
        ],
    );
    let kinds = ["wooden_sword", "iron_sword", "steel_sword", "infused_sword"];
    let worn = ["leather_armour", "chainmail_armour", "iron_armour", "infused_armour", "gold"];
    kinds.iter().chain(&worn).for_each(|kind| put(counted, &[(&format!("loot.{kind}"), 0)]));
    for region in &world.regions {
        let (left, bottom) = (region.region_coordinate.rx * 50, region.region_coordinate.ry * 50);
        for (x, column) in (left..).zip(&region.cells) {
            for (_, cell) in (bottom..)
                .zip(column)
                .filter(|(y, _)| (x - player.wx).abs() <= 24 && (y - player.wy).abs() <= 15)
            {
                for item in cell.reward.iter().flatten() {
                    let mut add = |name: &str, by: i64| *counted.get_mut(name).unwrap() += by;
                    add("loot", 1);
                    let tier = item.tier.as_deref().unwrap_or("gold").to_lowercase();
                    let (kind, best, value) = match (item.damage, item.shielding) {
                        (Some(damage), _) => (format!("loot.{tier}_sword"), "best.weapon", damage),
                        (_, Some(shielding)) => (format!("loot.{tier}_armour"), "best.armour", shielding),
                        _ => {
                            add("loot.gold", i64::from(item.quantity.unwrap()));
                            continue;
                        }
                    };
                    add(&kind, 1);
                    let known = counted.get_mut(best).unwrap();
                    *known = (*known).max(i64::from(value));
                }
            }
        }
    }
}

pub(crate) fn pursuit(options: &Options, seed: &str) -> Counted {
    let entry = catalog::find("pursuit").unwrap();
    let level = (entry.contest.make.unwrap())(seed).unwrap();
    let rows: Vec<String> = level.text.lines().skip(1).map(|row| row.chars().step_by(2).collect()).collect();
    let size: i64 = level.text.lines().next().unwrap().trim().parse().unwrap();
    let board = Board::of_rows(&rows);
    let mut options = options.clone();
    options.set(entry.options, "monster", "human").unwrap();
    let session = start("pursuit", &options, seed, Some(level));
    let worth = (entry.attached.coach.unwrap().advise)(session.as_ref()).unwrap().worth;
    let joined = options.get(entry.options, "diagonals") == "joined";
    let is_room = |at| matches!(board.at(at), '.' | '@' | 'M' | 's');
    let is_open = |at| is_room(at) || board.at(at) == '+';
    let step = |from: (usize, usize), to: (usize, usize)| {
        let corners = [(from.0, to.1), (to.0, from.1)];
        let slant = is_room(from) && is_room(to) && (!joined || corners.into_iter().any(is_room));
        is_open(to) && (is_straight(from, to) || slant)
    };
    let mut counted = Counted::new();
    put(
        &mut counted,
        &[
            ("escape", i64::from(worth == "the hero can escape")),
            ("turns", worth.rsplit(' ').next().unwrap().parse().unwrap_or(0)),
            ("size", size),
            ("potions", board.count('s')),
            ("cells", board.places(|glyph| glyph != ' ').len() as i64),
            ("distance", board.ways(board.find('@'), &[board.find('M')], step).unwrap().0),
        ],
    );
    counted
}

pub(crate) fn dungeon(options: &Options, seed: &str) -> Counted {
    let entry = catalog::find("dungeon").unwrap();
    let level = (entry.contest.make.unwrap())(seed).unwrap();
    let text = level.text.clone();
    let session = start("dungeon", options, seed, Some(level));
    let board = Board::drawn(session.as_ref()).part(2, 36);
    let look = |(x, y): (usize, usize)| session.look(session.to_move(), 0, 0, Pos::new(x as i32, y as i32));
    let lord =
        board.places(|glyph| glyph == 'T').into_iter().find(|&at| look(at).contains("Troll lord")).unwrap();
    let walk = |from, to| is_straight(from, to) && !matches!(board.at(to), ' ' | 'X');
    let named = |kind: &str| text.matches(&format!("<{kind} ")).count() as i64;
    // The numbers between two tags, for everything of a kind.
    let numbers = |kind: &str, tag: &str| -> Vec<i64> {
        let (open, close) = (format!("<{kind} "), format!("</{kind}>"));
        let things = text.split(&open).skip(1).map(|rest| rest.split(&close).next().unwrap());
        things
            .filter_map(|thing| thing.split(&format!("<{tag}>")).nth(1)?.split('<').next()?.parse().ok())
            .collect()
    };
    let mut counted = Counted::new();
    for breed in ["Snake", "Adder", "Hobgoblin", "Hobgoblin guard", "Troll", "Old troll"] {
        let name = format!("monsters.{}", breed.to_lowercase().replace(' ', "_"));
        counted.insert(name, text.matches(&format!("<Monster name=\"{breed}\"")).count() as i64);
    }
    put(
        &mut counted,
        &[
            ("rooms", named("Room")),
            ("lord.distance", board.ways(board.find('@'), &[lord], walk).unwrap().0),
            // Every monster can be beaten, so the highest score is the sum of their rewards.
            ("score.best", numbers("Monster", "actionIntValue").iter().sum()),
            ("monsters", named("Monster")),
            ("monsters.hp", numbers("Monster", "hp").iter().sum()),
            ("items", named("Sword") + named("Armor") + named("Scroll")),
            ("swords", named("Sword")),
            ("armors", named("Armor")),
            ("scrolls", named("Scroll")),
            ("swords.best", numbers("Sword", "ItemIntValue").into_iter().max().unwrap_or(0)),
            ("armors.best", numbers("Armor", "ItemIntValue").into_iter().max().unwrap_or(0)),
        ],
    );
    counted
}
