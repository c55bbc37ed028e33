//! Worlds drawn by hand: a picture becomes the files of an exported world, from which a game starts.
#![allow(dead_code)]

use game_cave::{
    Cave, CellFile, CoordinateFile, EntityFile, Exported, ItemFile, PlayerFile, Points, RegionCoordinateFile,
    RegionFile, WorldFile,
};
use kernel::{Game, Guide, Scene, View};

/// Position of a picture's lower left corner. Pictures extend over the edge at x = 50 into the next region.
pub(crate) const CORNER: (i64, i64) = (40, 15);
const SIZE: i64 = 50;

/// Number of rounds of a soak test: `full` with `UNDERCROFT_SOAK=full`, otherwise `part`.
pub(crate) fn soak(part: u32, full: u32) -> u32 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { full } else { part }
}

/// An item by its type and tier; gold by its amount.
pub(crate) fn item(text: &str) -> ItemFile {
    let none = ItemFile { t: String::new(), tier: None, damage: None, shielding: None, quantity: None };
    match text.split_once(' ') {
        Some((amount, "Gold")) => ItemFile { t: "GoldItem".into(), quantity: amount.parse().ok(), ..none },
        Some((tier, "Sword")) => ItemFile { t: "SwordItem".into(), tier: Some(tier.into()), ..none },
        Some((tier, "Armour")) => ItemFile { t: "ArmourItem".into(), tier: Some(tier.into()), ..none },
        _ => panic!("{text} is no item"),
    }
}

/// A world from a picture: `#` rock, `.` floor, `C` a chest containing `chest`, `M` a monster (at most one on
/// each side of the edge), `P` the player, who carries `pack` and wears its first two items. Everything else
/// is rock.
pub(crate) fn world(picture: &[&str], pack: &[&str], chest: &[&str]) -> Exported {
    let coordinate = |wx: i64, wy: i64| CoordinateFile { wx, wy, ..CoordinateFile::default() };
    let cell = |t: &str| CellFile { t: t.into(), reward: None, claimed: None };
    let mut regions: Vec<RegionFile> = (0..2)
        .map(|rx| RegionFile {
            region_coordinate: RegionCoordinateFile { rx, ry: 0 },
            cells: vec![vec![cell("r"); SIZE as usize]; SIZE as usize],
            entity_coordinates: Vec::new(),
            entities: Vec::new(),
        })
        .collect();
    let mut location = None;
    for (line, row) in picture.iter().rev().enumerate() {
        for (column, glyph) in row.chars().enumerate() {
            let (x, y) = (CORNER.0 + column as i64, CORNER.1 + line as i64);
            let region = &mut regions[(x / SIZE) as usize];
            let here = &mut region.cells[(x % SIZE) as usize][y as usize];
            match glyph {
                '#' => continue,
                'C' => {
                    let reward = Some(chest.iter().map(|text| item(text)).collect());
                    *here = CellFile { t: "c".into(), reward, claimed: Some(false) };
                    continue;
                }
                'M' => {
                    region.entity_coordinates.push(coordinate(x, y));
                    region.entities.push(EntityFile {
                        t: "m".into(),
                        health: Points::read("25").unwrap(),
                        alive: true,
                        armour: 0,
                        armour_change: vec![0, 0],
                        kind: None,
                    });
                }
                'P' => location = Some(coordinate(x, y)),
                _ => {}
            }
            *here = cell("f");
        }
    }
    Exported {
        world: WorldFile {
            world_name: "picture".into(),
            configuration_hash: String::new(),
            world_seed: "picture".into(),
        },
        player: location.map(|location| PlayerFile {
            inventory: pack.iter().map(|text| item(text)).collect(),
            i_equipped_weapon: 0,
            i_equipped_armour: 1,
            location,
            health: Points::read("50").unwrap(),
            alive: true,
            armour: 0,
            armour_change: Vec::new(),
        }),
        regions,
    }
}

/// The part of the screen that shows a picture, with floor as dots.
pub(crate) fn picture(cave: &Cave, cols: usize, rows: usize) -> Vec<String> {
    let vitals = cave.vitals(testkit::SOLO);
    let (x, y) = (vitals.number("x").unwrap(), vitals.number("y").unwrap());
    let mut scene = Scene::default();
    cave.draw(testkit::SOLO, &View::default(), &mut scene);
    let all: Vec<Vec<char>> = scene.rows().iter().map(|row| row.chars().step_by(3).collect()).collect();
    let left = (24 + CORNER.0 - x) as usize;
    let top = (15 + y - CORNER.1 - rows as i64 + 1) as usize;
    (top..top + rows)
        .map(|row| {
            all[row][left..left + cols].iter().map(|&glyph| if glyph == ' ' { '.' } else { glyph }).collect()
        })
        .collect()
}

/// A game on a picture with these options.
pub(crate) fn game(options: &[(&str, &str)], picture: &[&str], pack: &[&str], chest: &[&str]) -> Cave {
    testkit::start(options, Some(&world(picture, pack, chest).to_text()), "fate")
}

/// Plays commands on a picture and compares the result and the last reply.
#[track_caller]
pub(crate) fn check(before: &[&str], orders: &str, after: &[&str], said: &str) {
    let mut cave = game(&[], before, &["Infused Sword", "Infused Armour"], &["7 Gold"]);
    let last = orders.split(' ').map(|order| testkit::order(&mut cave, order)).last().unwrap_or_default();
    assert_eq!(picture(&cave, before[0].len(), before.len()), after, "after {orders}");
    assert!(
        last.ends_with(said) && (!said.is_empty() || last.is_empty()),
        "{last:?} should end with {said:?}"
    );
}
