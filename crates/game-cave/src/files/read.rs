//! Worlds and their files out of JSON. What is missing or of another kind is told with its place.

use super::{
    CellFile, CoordinateFile, EntityFile, Exported, ItemFile, PlayerFile, Points, RegionCoordinateFile,
    RegionFile, WorldFile,
};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use kernel::{Json, JsonError, JsonValue};

type Read<T> = Result<T, JsonError>;

/// A member that has to be there.
fn needed<T>(json: &Json, name: &str, read: fn(&Json) -> Read<T>) -> Read<T> {
    match json.member(name) {
        Some(value) => read(value),
        None if matches!(json.value, JsonValue::Object(_)) => {
            Err(json.wrong(&format!("'{name}' is missing")))
        }
        None => Err(json.wrong("an object is wanted here")),
    }
}

/// A member that may be missing or null.
fn given<T>(json: &Json, name: &str, read: fn(&Json) -> Read<T>) -> Read<Option<T>> {
    json.member(name).filter(|value| value.value != JsonValue::Null).map(read).transpose()
}

fn text(json: &Json) -> Read<String> {
    json.text().map(str::to_owned).ok_or_else(|| json.wrong("a text is wanted here"))
}

fn whole(json: &Json) -> Read<i64> {
    json.integer().ok_or_else(|| json.wrong("a whole number is wanted here"))
}

fn count(json: &Json) -> Read<u32> {
    let number = json.integer().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| json.wrong("a whole number from 0 is wanted here"))
}

fn truth(json: &Json) -> Read<bool> {
    json.truth().ok_or_else(|| json.wrong("true or false is wanted here"))
}

fn points(json: &Json) -> Read<Points> {
    Points::of_json(json).ok_or_else(|| json.wrong("a number is wanted here"))
}

fn list<T>(json: &Json, read: fn(&Json) -> Read<T>) -> Read<Vec<T>> {
    json.list().ok_or_else(|| json.wrong("a list is wanted here"))?.iter().map(read).collect()
}

fn counts(json: &Json) -> Read<Vec<u32>> {
    list(json, count)
}

fn items(json: &Json) -> Read<Vec<ItemFile>> {
    list(json, item)
}

fn item(json: &Json) -> Read<ItemFile> {
    Ok(ItemFile {
        t: needed(json, "t", text)?,
        tier: given(json, "tier", text)?,
        damage: given(json, "damage", count)?,
        shielding: given(json, "shielding", count)?,
        quantity: given(json, "quantity", count)?,
    })
}

fn coordinate(json: &Json) -> Read<CoordinateFile> {
    let number = |name| Ok(given(json, name, whole)?.unwrap_or(0));
    let part = |name| Ok(given(json, name, count)?.unwrap_or(0));
    Ok(CoordinateFile {
        wx: number("wx")?,
        wy: number("wy")?,
        rx: number("rx")?,
        ry: number("ry")?,
        cx: part("cx")?,
        cy: part("cy")?,
    })
}

fn cell(json: &Json) -> Read<CellFile> {
    Ok(CellFile {
        t: needed(json, "t", text)?,
        reward: given(json, "reward", items)?,
        claimed: given(json, "claimed", truth)?,
    })
}

fn entity(json: &Json) -> Read<EntityFile> {
    Ok(EntityFile {
        t: needed(json, "t", text)?,
        health: needed(json, "health", points)?,
        alive: given(json, "alive", truth)?.unwrap_or(true),
        armour: given(json, "armour", count)?.unwrap_or(0),
        armour_change: given(json, "armourChange", counts)?.unwrap_or_default(),
        kind: given(json, "kind", text)?,
    })
}

fn corner(json: &Json) -> Read<RegionCoordinateFile> {
    Ok(RegionCoordinateFile { rx: needed(json, "rx", whole)?, ry: needed(json, "ry", whole)? })
}

/// A region file.
pub(super) fn region(json: &Json) -> Read<RegionFile> {
    Ok(RegionFile {
        region_coordinate: needed(json, "regionCoordinate", corner)?,
        cells: needed(json, "cells", |json| list(json, |column| list(column, cell)))?,
        entity_coordinates: given(json, "entityCoordinates", |json| list(json, coordinate))?
            .unwrap_or_default(),
        entities: given(json, "entities", |json| list(json, entity))?.unwrap_or_default(),
    })
}

/// player.json.
pub(super) fn player(json: &Json) -> Read<PlayerFile> {
    Ok(PlayerFile {
        inventory: needed(json, "inventory", items)?,
        i_equipped_weapon: needed(json, "iEquippedWeapon", count)?,
        i_equipped_armour: needed(json, "iEquippedArmour", count)?,
        location: needed(json, "location", coordinate)?,
        health: needed(json, "health", points)?,
        alive: needed(json, "alive", truth)?,
        armour: given(json, "armour", count)?.unwrap_or(0),
        armour_change: given(json, "armourChange", counts)?.unwrap_or_default(),
    })
}

/// world.json.
pub(super) fn world(json: &Json) -> Read<WorldFile> {
    Ok(WorldFile {
        world_name: needed(json, "worldName", text)?,
        configuration_hash: given(json, "configurationHash", text)?.unwrap_or_default(),
        world_seed: needed(json, "worldSeed", text)?,
    })
}

/// A whole world.
pub(super) fn exported(json: &Json) -> Read<Exported> {
    Ok(Exported {
        world: needed(json, "world", world)?,
        player: given(json, "player", player)?,
        regions: given(json, "regions", |json| list(json, region))?.unwrap_or_default(),
    })
}
