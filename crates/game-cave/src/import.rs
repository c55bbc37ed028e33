//! A world from its files. What the files say and the seed does not is kept as differences; where a region's cells are
//! not the ones the seed makes (files of the original game, or other settings), the region stays as its file has it.

use crate::content::{FOES, ITEMS, Item, ItemKind, Slot};
use crate::files::{CoordinateFile, EntityFile, Exported, ItemFile, PlayerFile, RegionFile};
use crate::generate::{self, Monster, Region};
use crate::rules::land::{Land, ROCK, Source};
use crate::rules::{Hero, Kept, Marks, Spot};
use crate::setup::Settings;
use alloc::{format, string::String, sync::Arc, vec::Vec};
use kernel::{Finding, Seed};

/// Coordinates beyond this are refused: a step further on must always be possible.
const COORDINATE_MOST: i64 = 1 << 60;

/// What a game needs to go on from an exported world.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) seed: Seed,
    pub(crate) player: Option<Hero>,
    /// Where the hero stands; at the spawn of the world if nothing is said.
    pub(crate) place: Option<Spot>,
    pub(crate) marks: Marks,
    pub(crate) kept: Arc<Kept>,
}

/// Reads the text of an exported world, with what is worth telling about it.
pub(crate) fn read(text: &str, settings: &Settings) -> Result<(Import, Vec<Finding>), Finding> {
    let exported: Exported = json::from_str(text).map_err(|error| {
        Finding::error(
            error.line() as u32,
            error.column() as u32,
            format!("This is not an exported world: {error}."),
        )
    })?;
    let mut notes = Vec::new();
    let hash = &exported.world.configuration_hash;
    if !hash.is_empty() && *hash != settings.hash() {
        notes.push(note(
            "The world was made with other settings: new regions may not fit the old ones.".into(),
        ));
    }
    let seed = Seed::from_text(&exported.world.world_seed);
    let (mut marks, mut kept) = (Marks::default(), Kept::new());
    for file in &exported.regions {
        read_region(file, settings, &seed, &mut marks, &mut kept, &mut notes)?;
    }
    let mut import = Import { seed, player: None, place: None, marks, kept: Arc::new(kept) };
    match &exported.player {
        Some(player) => {
            import.player = Some(read_player(player, &mut notes)?);
            import.place = read_place(player, &import, settings, &mut notes)?;
        }
        None => notes.push(note("There is no player: a new one starts at the spawn of the world.".into())),
    }
    Ok((import, notes))
}

fn note(what: String) -> Finding {
    Finding::warning(0, 0, what)
}

fn wrong(what: String) -> Finding {
    Finding::error(0, 0, what)
}

fn read_item(file: &ItemFile) -> Result<Item, Finding> {
    let slot = match file.t.as_str() {
        "SwordItem" => Slot::Weapon,
        "ArmourItem" => Slot::Armour,
        "GoldItem" => {
            return Ok(Item { kind: ItemKind::Gold, amount: file.quantity.unwrap_or(1).max(1) });
        }
        other => return Err(wrong(format!("There is no item of type '{}'.", other.escape_debug()))),
    };
    let tier = file.tier.as_deref().unwrap_or_default();
    match ITEMS.iter().find(|row| row.slot == slot && row.tier == tier) {
        Some(row) => Ok(Item::one(row.kind)),
        None => Err(wrong(format!("There is no {} of tier '{}'.", file.t, tier.escape_debug()))),
    }
}

fn read_player(file: &PlayerFile, notes: &mut Vec<Finding>) -> Result<Hero, Finding> {
    let mut hero = Hero { x: 0, y: 0, pack: Vec::new(), weapon: 0, armour: 0, next: 1 };
    let mut names = Vec::new();
    for thing in &file.inventory {
        names.push(hero.take(read_item(thing)?));
    }
    let mut wear = |index: u32, slot: Slot, plain: ItemKind| {
        let fits = |name: &u32| hero.named(*name).is_some_and(|item| item.kind.row().slot == slot);
        let chosen = names.get(index as usize).copied().filter(fits);
        chosen.or_else(|| names.iter().copied().find(fits)).unwrap_or_else(|| {
            notes
                .push(note(format!("The player has nothing to equip there: {} is added.", plain.row().name)));
            hero.take(Item::one(plain))
        })
    };
    let weapon = wear(file.i_equipped_weapon, Slot::Weapon, ItemKind::WoodenSword);
    let armour = wear(file.i_equipped_armour, Slot::Armour, ItemKind::LeatherArmour);
    (hero.weapon, hero.armour) = (weapon, armour);
    Ok(hero)
}

/// Where the player stands; nowhere in particular if that is rock.
fn read_place(
    file: &PlayerFile,
    import: &Import,
    settings: &Settings,
    notes: &mut Vec<Finding>,
) -> Result<Option<Spot>, Finding> {
    let place = world_place(&file.location)?;
    let source = Source { seed: &import.seed, settings, marks: &import.marks, kept: &import.kept };
    let mut land = Land::default();
    land.survey(&source, place, (0, 0));
    if land.at(place.0, place.1) == ROCK {
        notes.push(note(format!(
            "The player stands in rock at ({}, {}) and is put at the spawn of the world.",
            place.0, place.1
        )));
        return Ok(None);
    }
    Ok(Some(place))
}

fn world_place(file: &CoordinateFile) -> Result<Spot, Finding> {
    let limits = -COORDINATE_MOST..=COORDINATE_MOST;
    if limits.contains(&file.wx) && limits.contains(&file.wy) {
        return Ok((file.wx, file.wy));
    }
    Err(wrong(format!("The place ({}, {}) lies beyond the edge of the world.", file.wx, file.wy)))
}

fn read_region(
    file: &RegionFile,
    settings: &Settings,
    seed: &Seed,
    marks: &mut Marks,
    kept: &mut Kept,
    notes: &mut Vec<Finding>,
) -> Result<(), Finding> {
    let at = (file.region_coordinate.rx, file.region_coordinate.ry);
    let size = settings.region_size as usize;
    if at.0.abs() > COORDINATE_MOST / settings.size() || at.1.abs() > COORDINATE_MOST / settings.size() {
        return Err(wrong(format!("The region ({}, {}) lies beyond the edge of the world.", at.0, at.1)));
    }
    if file.cells.len() != size || file.cells.iter().any(|column| column.len() != size) {
        return Err(wrong(format!("The region ({}, {}) does not have {size} by {size} cells.", at.0, at.1)));
    }
    let made = generate::region(seed, settings, at.0, at.1);
    let mut region =
        Region { floor: alloc::vec![0; size], chests: Vec::new(), loot: Vec::new(), monster: made.monster };
    for y in 0..size {
        for x in 0..size {
            read_cell(file, (x, y), at, settings, &mut region, marks)?;
        }
    }
    let same = region.floor == made.floor && same_chests(&region, &made, at, settings, marks);
    read_monster(file, at, settings, &mut region, same, marks, notes)?;
    if !same {
        notes.push(note(format!(
            "The region ({}, {}) is not the one its seed makes; it stays as its file has it.",
            at.0, at.1
        )));
        kept.insert(at, region);
    }
    // Its tiles were all on screen once, or the file would not be there.
    marks.seen.insert(at, [u64::MAX; 4]);
    Ok(())
}

fn read_cell(
    file: &RegionFile,
    (x, y): (usize, usize),
    at: Spot,
    settings: &Settings,
    region: &mut Region,
    marks: &mut Marks,
) -> Result<(), Finding> {
    let cell = &file.cells[x][y];
    match cell.t.as_str() {
        "r" | "e" => return Ok(()),
        "f" | "m" => {}
        "c" => {
            let mut items = Vec::new();
            for thing in cell.reward.iter().flatten() {
                items.push(read_item(thing)?);
            }
            region.place_chest(x as u32, y as u32, |loot| loot.extend(items));
            if cell.claimed == Some(true) {
                let size = settings.size();
                marks.claimed.insert((at.0 * size + x as i64, at.1 * size + y as i64));
            }
        }
        other => {
            return Err(wrong(format!(
                "The region ({}, {}) has a cell of type '{}'.",
                at.0,
                at.1,
                other.escape_debug()
            )));
        }
    }
    region.floor[y] |= 1 << x;
    Ok(())
}

/// True when the chests are where the seed puts them, and full ones hold what the seed gives them.
fn same_chests(region: &Region, made: &Region, at: Spot, settings: &Settings, marks: &Marks) -> bool {
    let size = settings.size();
    region.chests.len() == made.chests.len()
        && region.chests.iter().all(|chest| {
            let (x, y) = (u32::from(chest.x), u32::from(chest.y));
            let claimed = marks.claimed.contains(&(at.0 * size + i64::from(x), at.1 * size + i64::from(y)));
            let there = made.chest(x, y);
            there.is_some() && (claimed || there == region.chest(x, y))
        })
}

/// The first monster of a region file. Where the region is as the seed makes it, only its death or its walk is noted.
fn read_monster(
    file: &RegionFile,
    at: Spot,
    settings: &Settings,
    region: &mut Region,
    same: bool,
    marks: &mut Marks,
    notes: &mut Vec<Finding>,
) -> Result<(), Finding> {
    if file.entities.len() > 1 {
        notes.push(note(format!("The region ({}, {}) has more than one monster; one is kept.", at.0, at.1)));
    }
    let living = |entity: &EntityFile| {
        entity.alive && !matches!(entity.health.as_u64(), Some(0)) && !is_zero(&entity.health)
    };
    let first = file.entities.first().zip(file.entity_coordinates.first());
    let Some((entity, place)) = first.filter(|(entity, _)| living(entity)) else {
        if same && region.monster.is_some() {
            marks.dead.insert(at);
        } else {
            region.monster = None;
        }
        return Ok(());
    };
    let (x, y) = world_place(place)?;
    let size = settings.size();
    let (cx, cy) = (x - at.0 * size, y - at.1 * size);
    let inside = (0..size).contains(&cx) && (0..size).contains(&cy);
    let kind =
        entity.kind.as_deref().and_then(|name| FOES.iter().position(|row| row.name == name)).unwrap_or(0);
    if !same && inside {
        region.monster = Some(Monster { x: cx as u8, y: cy as u8, kind: kind as u8 });
    } else if region.monster.is_some_and(|monster| (i64::from(monster.x), i64::from(monster.y)) != (cx, cy)) {
        marks.roamed.insert(at, (x, y));
    }
    Ok(())
}

fn is_zero(number: &json::Number) -> bool {
    format!("{number}").bytes().all(|digit| matches!(digit, b'0' | b'.' | b'-'))
}
