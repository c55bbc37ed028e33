//! Reads a world from its files. Facts that do not follow from the seed are stored as differences; a region
//! whose cells differ from those of the seed (files of the original game, or other settings) is stored as in
//! its file. Everything changed or ignored is reported.

mod notes;
mod player;

use crate::content::{FOES, ITEMS, Item, ItemKind, Slot};
use crate::files::{self, CoordinateFile, EntityFile, ItemFile, RegionFile};
use crate::generate::{self, Monster, Region};
use crate::rules::{Hero, Kept, Marks, Memory, Spot};
use crate::setup::{ExtendedOptions, Settings};
use alloc::{format, string::String, sync::Arc, vec::Vec};
use kernel::{Finding, Seed};
use notes::Notes;

/// Maximum coordinate; it leaves room for further steps.
const COORDINATE_MOST: i64 = 1 << 60;

/// What a game needs to continue from an exported world.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) seed: Seed,
    pub(crate) player: Option<Hero>,
    /// The hero's position; `None` for the spawn of the world.
    pub(crate) place: Option<Spot>,
    pub(crate) marks: Marks,
    pub(crate) memory: Memory,
    pub(crate) kept: Arc<Kept>,
}

/// State of the reader.
struct Reader<'s> {
    settings: &'s Settings,
    seed: Seed,
    marks: Marks,
    memory: Memory,
    kept: Kept,
    notes: Notes,
}

/// Reads the text of an exported world; returns findings too.
pub(crate) fn read(text: &str, settings: &Settings) -> Result<(Import, Vec<Finding>), Finding> {
    let (exported, unread) = files::exported(text).map_err(|error| {
        let (line, column) = error.place(text);
        Finding::error(line, column, format!("This is not an exported world: {}.", error.what))
    })?;
    let seed = Seed::from_text(&exported.world.world_seed);
    let mut reader = Reader {
        settings,
        seed,
        marks: Marks::default(),
        memory: Memory::default(),
        kept: Kept::new(),
        notes: Notes::default(),
    };
    unread.into_iter().for_each(|what| reader.notes.add(what));
    let hash = &exported.world.configuration_hash;
    if !hash.is_empty() && *hash != settings.hash() {
        reader
            .notes
            .add("The world was made with other settings: new regions may not fit the old ones.".into());
    }
    for file in &exported.regions {
        reader.read_region(file)?;
    }
    let player = match &exported.player {
        Some(file) => Some((reader.read_player(file)?, reader.read_place(file)?)),
        None => {
            reader.notes.add("There is no player: a new hero starts at the world's spawn.".into());
            None
        }
    };
    let (player, place) = player.unzip();
    let Reader { seed, marks, memory, kept, notes, .. } = reader;
    let import = Import { seed, player, place: place.flatten(), marks, memory, kept: Arc::new(kept) };
    Ok((import, notes.findings()))
}

fn wrong(what: String) -> Finding {
    Finding::error(0, 0, what)
}

fn world_place(file: &CoordinateFile) -> Result<Spot, Finding> {
    let limits = -COORDINATE_MOST..=COORDINATE_MOST;
    if limits.contains(&file.wx) && limits.contains(&file.wy) {
        return Ok((file.wx, file.wy));
    }
    Err(wrong(format!("The position ({}, {}) is beyond the edge of the world.", file.wx, file.wy)))
}

impl Reader<'_> {
    fn read_item(&mut self, file: &ItemFile) -> Result<Item, Finding> {
        let slot = match file.t.as_str() {
            "SwordItem" => Slot::Weapon,
            "ArmourItem" => Slot::Armour,
            "CharmItem" => Slot::Charm,
            "SupplyItem" => Slot::Supply,
            "GoldItem" => {
                let amount = file.quantity.unwrap_or(0);
                if amount == 0 {
                    self.notes.add("Gold without coins counts as 1 coin.".into());
                }
                return Ok(Item { kind: ItemKind::Gold, amount: amount.max(1) });
            }
            other => return Err(wrong(format!("There is no item of type '{}'.", other.escape_debug()))),
        };
        let tier = file.tier.as_deref().unwrap_or_default();
        let Some(row) = ITEMS.iter().find(|row| row.slot == slot && row.tier == tier) else {
            return Err(wrong(format!("There is no {} of tier '{}'.", file.t, tier.escape_debug())));
        };
        let (word, given) =
            if slot == Slot::Weapon { ("damage", file.damage) } else { ("shielding", file.shielding) };
        let value = row.kind.value(self.settings.values);
        if let Some(given) = given.filter(|given| *given != value) {
            self.notes.add(format!("{}: {word} {given} of the file is replaced by {value}.", row.name));
        }
        Ok(Item::one(row.kind))
    }

    fn read_region(&mut self, file: &RegionFile) -> Result<(), Finding> {
        let at = (file.region_coordinate.rx, file.region_coordinate.ry);
        let (rx, ry) = at;
        let size = self.settings.region_size as usize;
        let edge = COORDINATE_MOST / self.settings.size();
        if rx.unsigned_abs() > edge as u64 || ry.unsigned_abs() > edge as u64 {
            return Err(wrong(format!("The region ({rx}, {ry}) is beyond the edge of the world.")));
        }
        if file.cells.len() != size || file.cells.iter().any(|column| column.len() != size) {
            return Err(wrong(format!("The region ({rx}, {ry}) does not have {size} by {size} cells.")));
        }
        // A region has a file only if it was on screen, so all its tiles count as seen.
        if self.memory.seen.insert(at, [u64::MAX; 4]).is_some() {
            return Err(wrong(format!("The region ({rx}, {ry}) occurs twice.")));
        }
        let made = generate::region(&self.seed, self.settings, ExtendedOptions::default(), rx, ry);
        let mut region = Region {
            floor: alloc::vec![0; size],
            chests: Vec::new(),
            loot: Vec::new(),
            monster: made.monster,
        };
        for y in 0..size {
            for x in 0..size {
                self.read_cell(file, (x, y), at, &mut region)?;
            }
        }
        let same = region.floor == made.floor && self.same_chests(&region, &made, at);
        self.read_monster(file, at, &mut region, same)?;
        if !same {
            self.notes
                .add(format!("The region ({rx}, {ry}) differs from the seed's; it is kept as in the file."));
            self.kept.insert(at, region);
        }
        Ok(())
    }

    fn read_cell(
        &mut self,
        file: &RegionFile,
        (x, y): (usize, usize),
        at: Spot,
        region: &mut Region,
    ) -> Result<(), Finding> {
        let cell = &file.cells[x][y];
        match cell.t.as_str() {
            "r" => return Ok(()),
            "e" => {
                self.notes.add(format!("The region ({}, {}): empty cells count as rock.", at.0, at.1));
                return Ok(());
            }
            "f" | "m" => {}
            "c" => {
                let mut items = Vec::new();
                for thing in cell.reward.iter().flatten() {
                    items.push(self.read_item(thing)?);
                }
                region.place_chest(x as u32, y as u32, |loot| loot.extend(items));
                if cell.claimed == Some(true) {
                    let size = self.settings.size();
                    self.marks.claimed.insert((at.0 * size + x as i64, at.1 * size + y as i64));
                }
            }
            other => {
                let what = other.escape_debug();
                return Err(wrong(format!("The region ({}, {}) has a cell of type '{what}'.", at.0, at.1)));
            }
        }
        region.floor[y] |= 1 << x;
        Ok(())
    }

    /// True when the chests are where the seed puts them, and full ones contain what the seed puts there.
    fn same_chests(&self, region: &Region, made: &Region, at: Spot) -> bool {
        let size = self.settings.size();
        region.chests.len() == made.chests.len()
            && region.chests.iter().all(|chest| {
                let (x, y) = (u32::from(chest.x), u32::from(chest.y));
                let place = (at.0 * size + i64::from(x), at.1 * size + i64::from(y));
                let there = made.chest(x, y);
                there.is_some() && (self.marks.claimed.contains(&place) || there == region.chest(x, y))
            })
    }

    /// Reads the first monster of a region file. If the region is as the seed makes it, only differences are
    /// stored: its death, its position, its health.
    fn read_monster(
        &mut self,
        file: &RegionFile,
        at: Spot,
        region: &mut Region,
        same: bool,
    ) -> Result<(), Finding> {
        let name = format!("The region ({}, {})", at.0, at.1);
        if file.entities.len() > 1 {
            self.notes.add(format!("{name} has more than one monster; only the first is kept."));
        }
        if file.entities.len() != file.entity_coordinates.len() {
            self.notes.add(format!("{name} does not have one coordinate for each monster."));
        }
        let first = file.entities.first().zip(file.entity_coordinates.first());
        let Some((entity, place)) = first.filter(|(entity, _)| is_alive(entity)) else {
            if same && region.monster.is_some() {
                self.marks.dead.insert(at);
            } else {
                region.monster = None;
            }
            return Ok(());
        };
        let (x, y) = world_place(place)?;
        let size = self.settings.size();
        let (cx, cy) = (x - at.0 * size, y - at.1 * size);
        let inside = (0..size).contains(&cx) && (0..size).contains(&cy);
        let kind = self.read_kind(entity, &name, region.monster.filter(|_| same));
        if !same && inside {
            region.monster = Some(Monster { x: cx as u8, y: cy as u8, kind });
            if !region.is_floor(cx as u32, cy as u32) {
                self.notes.add(format!("{name}: the monster is in rock and sees nothing."));
            }
        } else if !same {
            self.notes.add(format!("{name}: the monster is in another region and is ignored."));
            region.monster = None;
            return Ok(());
        } else if region.monster.is_some_and(|own| (i64::from(own.x), i64::from(own.y)) != (cx, cy)) {
            self.marks.roamed.insert(at, (x, y));
        }
        self.read_strength(entity, at, kind, &name);
        Ok(())
    }

    /// The kind of a monster: that of the seed if the region comes from the seed, else that of the file.
    fn read_kind(&mut self, entity: &EntityFile, name: &str, own: Option<Monster>) -> u8 {
        let named = entity.kind.as_deref();
        let known = named.and_then(|word| FOES.iter().position(|row| row.name == word));
        let wanted = if self.settings.kinds { known.map_or(0, |kind| kind as u8) } else { 0 };
        let kind = own.map_or(wanted, |own| own.kind);
        if let Some(word) = named.filter(|_| known != Some(usize::from(kind))) {
            let here = FOES[usize::from(kind)].name;
            self.notes
                .add(format!("{name}: the monster is read as a {here}, not a {}.", word.escape_debug()));
        }
        if entity.t != "m" {
            self.notes.add(format!("{name}: type '{}' is read as a monster.", entity.t.escape_debug()));
        }
        kind
    }

    /// Health is taken from the file; armour belongs to the kind.
    fn read_strength(&mut self, entity: &EntityFile, at: Spot, kind: u8, name: &str) {
        let usual = self.settings.foe_health(kind);
        match entity.health.hundredths() {
            Some(health) if health != usual => drop(self.marks.health.insert(at, health)),
            Some(_) => {}
            None => {
                let told = format!("{}", entity.health);
                self.notes.add(format!(
                    "{name}: a monster cannot have health {told}; it is set to {}.",
                    usual / 100
                ));
            }
        }
        let armour = FOES[usize::from(kind)].armour;
        if entity.armour != armour {
            self.notes.add(format!("{name}: armour {} of the monster is set to {armour}.", entity.armour));
        }
        if entity.armour_change.iter().any(|points| *points > 0) {
            self.notes
                .add(format!("{name}: armour being restored is ignored; fights start with full armour."));
        }
    }
}

fn is_alive(entity: &EntityFile) -> bool {
    entity.alive && entity.health.hundredths() != Some(0)
}
