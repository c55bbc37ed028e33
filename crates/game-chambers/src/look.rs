//! Describes what is on a cell, with the odds of a fight.

use crate::choice::sentence;
use crate::content::{FoeKind, HALFLING_DODGES, damage};
use crate::event::with_article;
use crate::floor::{Foe, Item};
use crate::plan::{Ground, Spot};
use crate::rules::World;
use crate::setup::EditionOptions;
use alloc::string::String;
use core::fmt::Write;
use kernel::Pos;

pub(crate) fn look(world: &World, at: Pos, out: &mut String) {
    let Some(at) = Spot::from_pos(at) else { return };
    if !world.is_bare() {
        if at == world.floor().hero {
            let hero = world.hero();
            let _ = write!(out, "You, a {}", hero.row().name.to_ascii_lowercase());
            let _ = write!(out, ": {} HP, {} Atk, {} Def.", hero.hp(), hero.atk(), hero.def());
            return;
        }
        if let Some(foe) = world.floor().foe_at(at) {
            return describe_foe(world, &world.floor().foes[foe], out);
        }
        if let Some(item) = world.floor().thing_at(at) {
            return describe_item(world, at, item, out);
        }
        if at == world.floor().stairs {
            out.push_str("The stairs down.");
            return;
        }
    }
    out.push_str(match world.floor().plan.ground(at) {
        Ground::Void => return,
        Ground::Upright | Ground::Level => "A wall.",
        Ground::Door => "A doorway.",
        Ground::Passage => "A passage.",
        Ground::Tile => "Floor.",
    });
}

/// The odds of a fight with an enemy, by the rules' own formula.
pub(crate) struct Odds {
    pub(crate) blow: u32,
    /// Number of blows that must land to slay it; `None` when they do no damage.
    pub(crate) to_slay: Option<u32>,
    pub(crate) its_blow: u32,
    /// Number of its blows that must land to slay the player character; `None` when they do no damage.
    pub(crate) to_die: Option<u32>,
}

pub(crate) fn odds(world: &World, foe: &Foe) -> Odds {
    let blow = damage(world.hero().atk() as u32, foe.kind.row().def);
    let its_blow = world.blow_of(foe.kind);
    let blows = |hp: u32, blow: u32| (blow > 0).then(|| hp.div_ceil(blow));
    Odds {
        blow,
        to_slay: blows(u32::from(foe.hp), blow),
        its_blow,
        to_die: blows(world.hero().hp() as u32, its_blow),
    }
}

fn describe_foe(world: &World, foe: &Foe, out: &mut String) {
    let row = foe.kind.row();
    let _ = write!(
        out,
        "{}: {}, {} of {} HP, {} Atk, {} Def",
        row.letter, row.name, foe.hp, row.hp, row.atk, row.def
    );
    if !row.gift.is_empty() {
        let _ = write!(out, "; {}", row.gift);
    }
    let odds = odds(world, foe);
    match odds.to_slay {
        Some(blows) => {
            let _ = write!(out, ". You slay it with {} of {} damage", hits(blows), odds.blow);
        }
        None => out.push_str(". You cannot hurt it"),
    }
    if foe.kind == FoeKind::Halfling {
        let _ = write!(out, " ({} in {} miss)", HALFLING_DODGES.0, HALFLING_DODGES.1);
    }
    let times = if world.blows_of(foe.kind) > 1 { ", two attacks a turn" } else { "" };
    match odds.to_die {
        Some(blows) => {
            let (num, den) = world.hero().row().struck;
            let _ = write!(out, "; it slays you with {} of {}{times}", hits(blows), odds.its_blow);
            let _ = write!(out, " ({num} in {den} land).");
        }
        None => out.push_str("; it cannot hurt you."),
    }
    if foe.kind == FoeKind::Merchant {
        if world.is_angry() {
            out.push_str(" It is hostile.");
        } else if world.has(EditionOptions::SHOP) && !world.wares().is_empty() {
            out.push_str(" It offers ");
            world.offers().write(out);
            out.push('.');
        }
    }
}

fn hits(count: u32) -> String {
    alloc::format!("{count} hit{}", if count == 1 { "" } else { "s" })
}

fn describe_item(world: &World, at: Spot, item: Item, out: &mut String) {
    match item {
        Item::Gold(worth) => {
            let _ = write!(out, "Gold, worth {worth}");
            out.push_str(if world.floor().is_guarded(at) { ", guarded by a dragon." } else { "." });
        }
        Item::Potion(potion) if world.hero().knows(potion) => {
            let _ = write!(out, "A {} potion: {}.", potion.row().name, potion.row().help);
        }
        Item::Potion(_) => out.push_str("An unknown potion."),
        Item::Gear(gear) => {
            let row = gear.row();
            let name = with_article(gear);
            out.push_str(&sentence(&alloc::format!("{name} ({:+} Atk, {:+} Def)", row.atk, row.def)));
        }
    }
}
