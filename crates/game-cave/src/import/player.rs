//! Reads player.json: what the hero carries and where he is.

use super::{Reader, world_place};
use crate::Cave;
use crate::content::{HERO_HEALTH, Item, ItemKind, Slot};
use crate::files::PlayerFile;
use crate::rules::land::{Land, ROCK, Source};
use crate::rules::{Hero, Spot};
use crate::setup::ExtendedOptions;
use alloc::{format, vec::Vec};
use kernel::Finding;

impl Reader<'_> {
    pub(super) fn read_player(&mut self, file: &PlayerFile) -> Result<Hero, Finding> {
        let mut hero = Hero { x: 0, y: 0, pack: Vec::new(), weapon: 0, armour: 0, next: 1 };
        let mut names = Vec::new();
        for thing in &file.inventory {
            names.push(hero.take(self.read_item(thing)?));
        }
        hero.weapon = self.wear(&mut hero, &names, file.i_equipped_weapon, Slot::Weapon);
        hero.armour = self.wear(&mut hero, &names, file.i_equipped_armour, Slot::Armour);
        if file.health.hundredths() != Some(HERO_HEALTH) {
            let told = format!("{}", file.health);
            self.notes
                .add(format!("The player's health {told} is ignored; every fight starts with full health."));
        }
        if !file.alive {
            self.notes.add("The dead player of the file starts alive.".into());
        }
        let worn = hero.named(hero.armour).map_or(0, |item| item.kind.value(self.settings.values));
        if file.armour != 0 && file.armour != worn {
            self.notes.add(format!(
                "The player's armour {} is set to {worn}, the value of the armour worn.",
                file.armour
            ));
        }
        if file.armour_change.iter().any(|points| *points > 0) {
            self.notes
                .add("The player's armour being restored is ignored; fights start with full armour.".into());
        }
        Ok(hero)
    }

    /// The name of the item to wear in a slot: the one in the file, another that fits, or a plain one.
    fn wear(&mut self, hero: &mut Hero, names: &[u32], index: u32, slot: Slot) -> u32 {
        let fits = |name: &u32| hero.named(*name).is_some_and(|item| item.kind.row().slot == slot);
        if let Some(chosen) = names.get(index as usize).copied().filter(fits) {
            return chosen;
        }
        if let Some((name, item)) =
            names.iter().copied().find(fits).and_then(|name| Some((name, hero.named(name)?)))
        {
            self.notes.add(format!(
                "The item with index {index} cannot be equipped there: {} is equipped instead.",
                item.kind.row().name
            ));
            return name;
        }
        let plain = if slot == Slot::Weapon { ItemKind::WoodenSword } else { ItemKind::LeatherArmour };
        self.notes.add(format!("The player has nothing to equip there: {} is added.", plain.row().name));
        hero.take(Item::one(plain))
    }

    /// The player's position; `None` if the file's is rock.
    pub(super) fn read_place(&mut self, file: &PlayerFile) -> Result<Option<Spot>, Finding> {
        let place = world_place(&file.location)?;
        let at = &file.location;
        let ((rx, ry), (cx, cy)) = Cave::locate(self.settings, place);
        let given = (at.rx, at.ry, at.cx, at.cy);
        if given != (0, 0, 0, 0) && given != (rx, ry, cx, cy) {
            self.notes.add(format!(
                "The player's region and cell do not match ({}, {}); they are ignored.",
                place.0, place.1
            ));
        }
        let source = Source {
            seed: &self.seed,
            settings: self.settings,
            marks: &self.marks,
            kept: &self.kept,
            extended: ExtendedOptions::default(),
        };
        let mut land = Land::default();
        land.survey(&source, place, (0, 0));
        if land.at(place.0, place.1) == ROCK {
            self.notes.add(format!(
                "The player is in rock at ({}, {}) and starts at the world's spawn instead.",
                place.0, place.1
            ));
            return Ok(None);
        }
        Ok(Some(place))
    }
}
