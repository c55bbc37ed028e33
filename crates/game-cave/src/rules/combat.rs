//! Automatic fights, blow by blow, in hundredths of a point. §2.4.5 and the transcript of §4.1 determine
//! every digit.

use crate::content::{FIGHT_LIMIT, SHORT_FIGHT_FACTOR};
use crate::event::{Event, Side};
use crate::setup::Settings;
use alloc::collections::VecDeque;
use kernel::Rng;

/// One side of a fight.
#[derive(Clone, Debug)]
pub(crate) struct Fighter {
    /// In hundredths.
    health: u32,
    /// Attack in points.
    attack: u32,
    /// Armour in points.
    armour: u32,
    /// Armour points to be restored: those used in a defence return two defences later.
    queue: VecDeque<u32>,
}

/// The settings that affect blows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odds {
    /// Damage stopped by a point of armour, in millionths of a millionth of a point.
    stopped: u64,
    stun_chance: u32,
    factor: u32,
}

/// How a fight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won,
    Lost,
    Parted,
}

impl Fighter {
    /// A fighter at full health and armour.
    pub(crate) fn new(health: u32, attack: u32, armour: u32) -> Self {
        Self { health, attack, armour, queue: VecDeque::from([0, 0]) }
    }
}

impl Odds {
    pub(crate) fn of(settings: &Settings) -> Self {
        Self {
            stopped: u64::from(settings.armour_protection) * u64::from(settings.damage_multiplier),
            stun_chance: settings.stun_chance,
            factor: if settings.short_fights { SHORT_FIGHT_FACTOR } else { 1 },
        }
    }

    /// Damage of an attack in hundredths when this many points of armour are used against it.
    pub(crate) fn damage(&self, attack: u32, used: u32) -> u32 {
        let stopped = (self.stopped * u64::from(used) * 100 + 500_000_000_000) / 1_000_000_000_000;
        (attack * 100).saturating_sub(u32::try_from(stopped).unwrap_or(u32::MAX)) * self.factor
    }
}

/// Runs a whole fight and reports every blow.
pub(crate) fn fight(
    hero: Fighter,
    foe: Fighter,
    odds: &Odds,
    dice: &mut Rng,
    mut tell: impl FnMut(Event),
) -> End {
    let mut attacker = if dice.chance(1, 2, "who goes first") { Side::Player } else { Side::Enemy };
    let mut sides = [hero, foe];
    let mut extra = false;
    tell(Event::FightBegan { first: attacker });
    for _ in 0..FIGHT_LIMIT {
        let attack = sides[attacker as usize].attack;
        let defender = &mut sides[attacker.other() as usize];
        if !extra {
            let back = defender.queue.pop_front().unwrap_or(0);
            if back > 0 {
                defender.armour += back;
                tell(Event::Restored { side: attacker.other(), points: back });
            }
        }
        let used = attack.min(defender.armour);
        let damage = odds.damage(attack, used);
        defender.health = defender.health.saturating_sub(damage);
        defender.armour -= used;
        defender.queue.push_back(used);
        let (remaining, health) = (defender.armour, defender.health);
        tell(Event::Blow { attacker, damage, used, remaining, health });
        if health == 0 {
            return if attacker == Side::Player { End::Won } else { End::Lost };
        }
        extra = dice.chance(odds.stun_chance, 1_000_000, "stun");
        if extra {
            tell(Event::Stunned { side: attacker.other() });
        } else {
            attacker = attacker.other();
        }
    }
    End::Parted
}

#[cfg(test)]
#[path = "combat_tests.rs"]
mod tests;
