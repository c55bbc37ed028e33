//! The files of §2.6 as plain data: world.json, player.json and one file per region, in the document's
//! format.
//!
//! Nothing here touches a disk. A front-end writes [`Exported::files`] and reads them back with
//! [`Exported::from_files`]; [`Exported::to_text`] is a level text from which a game can start.

mod points;
mod read;

use crate::content::{FOES, HERO_HEALTH, Item, ItemKind, Slot};
use crate::rules::land::Land;
use crate::{Cave, Spot};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use kernel::{Json, JsonError, JsonValue};
pub use points::Points;
use serde::Serialize;

/// A world as files: everything needed to continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// world.json.
    pub world: WorldFile,
    /// player.json; a world without one gets a new player.
    pub player: Option<PlayerFile>,
    /// The region files.
    pub regions: Vec<RegionFile>,
}

/// world.json.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WorldFile {
    /// The name the player gave the world.
    pub world_name: String,
    /// A fingerprint of the settings of the world, as base64.
    pub configuration_hash: String,
    /// The seed, in its original text form.
    pub world_seed: String,
}

/// player.json.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerFile {
    /// What the player carries.
    pub inventory: Vec<ItemFile>,
    /// Index of the weapon in the inventory, counted from 0.
    pub i_equipped_weapon: u32,
    /// Index of the armour in the inventory, counted from 0.
    pub i_equipped_armour: u32,
    /// Where the player is.
    pub location: CoordinateFile,
    /// Health in points; always full between fights.
    pub health: Points,
    /// Always true: the dead come back at once.
    pub alive: bool,
    /// Protection of the armour worn.
    pub armour: u32,
    /// Armour to be restored; two zeros between fights.
    pub armour_change: Vec<u32>,
}

/// A position in all three coordinate systems. Only the world's are needed for reading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct CoordinateFile {
    pub wx: i64,
    pub wy: i64,
    pub rx: i64,
    pub ry: i64,
    pub cx: u32,
    pub cy: u32,
}

/// The coordinate of a region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct RegionCoordinateFile {
    pub rx: i64,
    pub ry: i64,
}

/// One region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RegionFile {
    /// The region's coordinate.
    pub region_coordinate: RegionCoordinateFile,
    /// The cells, column by column from the left, each from bottom to top.
    pub cells: Vec<Vec<CellFile>>,
    /// Where the monsters are.
    pub entity_coordinates: Vec<CoordinateFile>,
    /// The monsters, in the same order.
    pub entities: Vec<EntityFile>,
}

/// One cell: `f` floor, `r` rock, `e` empty, `c` chest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellFile {
    /// The type.
    pub t: String,
    /// The contents of a chest; absent once it is claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward: Option<Vec<ItemFile>>,
    /// Whether a chest has been emptied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<bool>,
}

/// One monster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntityFile {
    /// Always `m`.
    pub t: String,
    /// Health in points; 0 when it is dead.
    pub health: Points,
    /// Whether it is alive.
    pub alive: bool,
    /// Its armour.
    pub armour: u32,
    /// Armour to be restored.
    pub armour_change: Vec<u32>,
    /// Its kind, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// One item: `SwordItem` with damage, `ArmourItem` with shielding, `GoldItem` with quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ItemFile {
    /// The type.
    pub t: String,
    /// Wooden, Iron, Steel, Infused, Leather, Chainmail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// Damage of a sword.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<u32>,
    /// Protection of armour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shielding: Option<u32>,
    /// Number of coins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<u32>,
}

/// A file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Its name.
    pub file: String,
    /// Line, from 1; 0 for the whole file.
    pub line: u32,
    /// Column, from 1; 0 for the whole line.
    pub column: u32,
    /// The problem, in one sentence.
    pub what: String,
}

impl Exported {
    /// The files, by name: world.json, player.json, and `rx.ry.json` for each region.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = vec![("world.json".to_string(), text(&self.world))];
        if let Some(player) = &self.player {
            files.push(("player.json".to_string(), text(player)));
        }
        for region in &self.regions {
            let at = &region.region_coordinate;
            files.push((format!("{}.{}.json", at.rx, at.ry), text(region)));
        }
        files
    }

    /// Reads a set of files, with a sentence for everything in them that is ignored. Files that do not end in
    /// `.json` are skipped. A region file is named after its region: `rx.ry.json`, or `rRX,RY.json` as in the
    /// original program.
    ///
    /// # Errors
    /// The first file that cannot be read or whose name and region disagree, or a missing world.json.
    pub fn from_files<'f>(
        files: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Result<(Self, Vec<String>), FileError> {
        let (mut world, mut player, mut notes) = (None, None, Vec::new());
        let mut regions: Vec<RegionFile> = Vec::new();
        for (name, text) in files {
            match name {
                "world.json" => world = Some(parse(name, text, read::world, &mut notes)?),
                "player.json" => player = Some(parse(name, text, read::player, &mut notes)?),
                _ => match name.strip_suffix(".json").map(region_of) {
                    Some(Some(at)) => {
                        let region = parse(name, text, read::region, &mut notes)?;
                        regions.push(checked(name, region, at, &regions)?);
                    }
                    Some(None) => {
                        notes.push(format!(
                            "{}: not the name of a region file; ignored.",
                            name.escape_debug()
                        ));
                    }
                    None => {}
                },
            }
        }
        kernel::sort_by_key(&mut regions, |region| {
            (region.region_coordinate.ry, region.region_coordinate.rx)
        });
        let missing = || wrong("world.json", "There is no world.json: this is not a world.".into());
        Ok((Self { world: world.ok_or_else(missing)?, player, regions }, notes))
    }

    /// The whole world as one text, which serves as a level.
    #[must_use]
    pub fn to_text(&self) -> String {
        text(self)
    }
}

/// How many different unknown keys are reported.
const UNREAD_MAX: usize = 100;

/// All known keys of the files.
const KEYS: [&str; 32] = [
    "world",
    "player",
    "regions",
    "worldName",
    "configurationHash",
    "worldSeed",
    "inventory",
    "iEquippedWeapon",
    "iEquippedArmour",
    "location",
    "health",
    "alive",
    "armour",
    "armourChange",
    "regionCoordinate",
    "cells",
    "entityCoordinates",
    "entities",
    "t",
    "reward",
    "claimed",
    "kind",
    "tier",
    "damage",
    "shielding",
    "quantity",
    "wx",
    "wy",
    "rx",
    "ry",
    "cx",
    "cy",
];

/// The unknown keys of a file, with a sentence each.
fn unread(json: &Json) -> Vec<String> {
    let mut found = Vec::new();
    count_unread(json, &mut found);
    kernel::sort(&mut found);
    found
        .into_iter()
        .map(|(key, times)| format!("'{}' is ignored ({times} times).", key.escape_debug()))
        .collect()
}

fn count_unread<'j>(json: &'j Json, found: &mut Vec<(&'j str, u32)>) {
    match &json.value {
        JsonValue::List(values) => values.iter().for_each(|value| count_unread(value, found)),
        JsonValue::Object(members) => {
            for (key, value) in members {
                if KEYS.contains(&key.as_str()) {
                    count_unread(value, found);
                } else if let Some((_, times)) = found.iter_mut().find(|(other, _)| other == key) {
                    *times += 1;
                } else if found.len() < UNREAD_MAX {
                    found.push((key, 1));
                }
            }
        }
        _ => {}
    }
}

/// Reads an exported world, with a sentence for each unknown key.
pub(crate) fn exported(text: &str) -> Result<(Exported, Vec<String>), JsonError> {
    let json = Json::read(text)?;
    Ok((read::exported(&json)?, unread(&json)))
}

/// The region in a file name.
fn region_of(stem: &str) -> Option<Spot> {
    let pair = match stem.strip_prefix('r') {
        Some(rest) => rest.split_once(','),
        None => stem.split_once('.'),
    };
    let (rx, ry) = pair?;
    Some((rx.parse().ok()?, ry.parse().ok()?))
}

fn checked(name: &str, region: RegionFile, at: Spot, others: &[RegionFile]) -> Result<RegionFile, FileError> {
    let held = &region.region_coordinate;
    if (held.rx, held.ry) != at {
        return Err(wrong(
            name,
            format!(
                "The file name says region ({}, {}), but the file contains ({}, {}).",
                at.0, at.1, held.rx, held.ry
            ),
        ));
    }
    if others.iter().any(|other| other.region_coordinate == *held) {
        return Err(wrong(name, format!("The region ({}, {}) is in two files.", at.0, at.1)));
    }
    Ok(region)
}

fn wrong(name: &str, what: String) -> FileError {
    FileError { file: name.into(), line: 0, column: 0, what }
}

fn text(value: &impl Serialize) -> String {
    json::to_string(value).unwrap_or_default()
}

fn parse<T>(
    name: &str,
    text: &str,
    read: fn(&Json) -> Result<T, JsonError>,
    notes: &mut Vec<String>,
) -> Result<T, FileError> {
    let parsed = Json::read(text).and_then(|json| Ok((read(&json)?, json)));
    let (found, json) = parsed.map_err(|error| {
        let (line, column) = error.place(text);
        let what = format!("This is not a valid {name}: {}.", error.what);
        FileError { file: name.into(), line, column, what }
    })?;
    notes.extend(unread(&json).into_iter().map(|what| format!("{name}: {what}")));
    Ok(found)
}

fn coordinate(cave: &Cave, (wx, wy): Spot) -> CoordinateFile {
    let ((rx, ry), (cx, cy)) = Cave::locate(cave.settings(), (wx, wy));
    CoordinateFile { wx, wy, rx, ry, cx, cy }
}

fn item(cave: &Cave, item: Item) -> ItemFile {
    let row = item.kind.row();
    let value = cave.thing(item).value;
    let (name, damage, shielding, quantity) = match row.slot {
        Slot::Weapon => ("SwordItem", Some(value), None, None),
        Slot::Armour => ("ArmourItem", None, Some(value), None),
        Slot::Purse => ("GoldItem", None, None, Some(item.amount)),
        Slot::Charm => ("CharmItem", None, None, None),
        Slot::Supply => ("SupplyItem", None, None, None),
    };
    let tier = (item.kind != ItemKind::Gold).then(|| row.tier.to_string());
    ItemFile { t: name.into(), tier, damage, shielding, quantity }
}

/// The world as files, with every region that was on screen.
pub(crate) fn export(cave: &Cave, world_name: &str, world_seed: &str) -> Exported {
    let hero = cave.hero();
    let index = |name: u32| hero.pack.iter().position(|held| held.name == name).unwrap_or(0) as u32;
    let mut land = Land::with_regions_of(cave.land());
    Exported {
        world: WorldFile {
            world_name: world_name.into(),
            configuration_hash: cave.settings().hash(),
            world_seed: world_seed.into(),
        },
        player: Some(PlayerFile {
            inventory: hero.pack.iter().map(|held| item(cave, held.item)).collect(),
            i_equipped_weapon: index(hero.weapon),
            i_equipped_armour: index(hero.armour),
            location: coordinate(cave, (hero.x, hero.y)),
            health: Points::of(HERO_HEALTH),
            alive: true,
            armour: cave.thing(cave.armour()).value,
            armour_change: vec![0, 0],
        }),
        regions: cave.memory().seen.keys().map(|&at| region(cave, &mut land, at)).collect(),
    }
}

fn region(cave: &Cave, land: &mut Land, at: Spot) -> RegionFile {
    let size = cave.settings().region_size;
    let made = land.region(&cave.source(), at);
    let corner = (at.0 * cave.settings().size(), at.1 * cave.settings().size());
    let plain = |t: &str| CellFile { t: t.into(), reward: None, claimed: None };
    let cell = |x: u32, y: u32| match made.chest(x, y) {
        Some(loot) => {
            let claimed = cave.marks().claimed.contains(&(corner.0 + i64::from(x), corner.1 + i64::from(y)));
            let loot = if claimed { &[] } else { loot };
            CellFile {
                t: "c".into(),
                reward: Some(loot.iter().map(|&thing| item(cave, thing)).collect()),
                claimed: Some(claimed),
            }
        }
        None if made.is_floor(x, y) => plain("f"),
        None => plain("r"),
    };
    let mut file = RegionFile {
        region_coordinate: RegionCoordinateFile { rx: at.0, ry: at.1 },
        cells: (0..size).map(|x| (0..size).map(|y| cell(x, y)).collect()).collect(),
        entity_coordinates: Vec::new(),
        entities: Vec::new(),
    };
    if let Some(monster) = made.monster {
        let birth = (corner.0 + i64::from(monster.x), corner.1 + i64::from(monster.y));
        let row = &FOES[usize::from(monster.kind)];
        let dead = cave.marks().dead.contains(&at);
        let place = cave.marks().roamed.get(&at).copied().unwrap_or(birth);
        file.entity_coordinates.push(coordinate(cave, place));
        file.entities.push(EntityFile {
            t: "m".into(),
            health: Points::of(if dead { 0 } else { cave.source().health(at, monster.kind) }),
            alive: !dead,
            armour: row.armour,
            armour_change: vec![0, 0],
            kind: cave.settings().kinds.then(|| row.name.into()),
        });
    }
    file
}
