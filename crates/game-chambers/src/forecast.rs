//! Forecasts of a fight with one enemy: the probabilities of the rules, computed turn by turn.

use crate::content::{DWARF_ALLERGY, FoeKind, HALFLING_DODGES, damage};
use crate::floor::Foe;
use crate::rules::World;
use alloc::{format, string::String, vec, vec::Vec};
use kernel::Tone;

/// Fixed-point one: probabilities are integers out of this.
pub(crate) const SURE: u64 = 1 << 40;
/// Fights not over after this many turns count as not won.
const TURNS_MAX: u32 = 400;
/// Hit points above this are ignored.
const HP_MAX: i32 = 1000;
/// The computation stops when the probability that the fight continues is below this.
const NEGLIGIBLE: u64 = SURE >> 16;

/// Result of attacking one enemy within reach until one side falls. No other enemy joins in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forecast {
    /// Probability to win, out of [`SURE`].
    pub(crate) win: u64,
    /// Mean number of turns of fights that are won, in tenths.
    pub(crate) turns_tenths: u32,
    /// Mean loss of hit points in fights that are won, in tenths; negative if hit points are gained.
    pub(crate) loss_tenths: i64,
    /// True when the player character cannot hurt the enemy.
    pub(crate) futile: bool,
}

/// The numbers of a fight.
struct Duel {
    /// Number of blows that must land to slay the enemy.
    blows: u32,
    /// Probability that a blow of the player character lands.
    lands: (u64, u64),
    /// Hit points gained by a blow that lands.
    drain: i32,
    /// Damage of an enemy's blow.
    its_blow: i32,
    its_blows: u32,
    /// Probability that an enemy's blow lands.
    struck: (u64, u64),
    regain: i32,
    hp_max: i32,
}

/// Computes the forecast of a fight.
pub(crate) fn forecast(world: &World, foe: &Foe) -> Forecast {
    let hero = world.hero();
    let row = hero.row();
    let blow = damage(hero.atk() as u32, foe.kind.row().def);
    if blow == 0 {
        return Forecast { futile: true, ..Forecast::default() };
    }
    let (num, den) = HALFLING_DODGES;
    let lands = if foe.kind == FoeKind::Halfling { (den - num, den) } else { (1, 1) };
    let drain = match row.drain {
        0 => 0,
        _ if foe.kind == FoeKind::Dwarf => -DWARF_ALLERGY,
        drain => drain,
    };
    let (blows, hp) = (u32::from(foe.hp).div_ceil(blow), hero.hp().min(HP_MAX));
    // The most a character without maximum can gain by blows and a hundred turns; the table is capped there.
    let within_reach = hp.saturating_add(drain.max(0) * blows as i32 + 100 * hero.regain());
    let duel = Duel {
        blows,
        lands: (lands.0.into(), lands.1.into()),
        drain,
        its_blow: world.blow_of(foe.kind) as i32,
        its_blows: world.blows_of(foe.kind),
        struck: (row.struck.0.into(), row.struck.1.into()),
        regain: hero.regain(),
        hp_max: hero.hp_max().min(within_reach).min(HP_MAX),
    };
    duel.fight(hp)
}

impl Duel {
    /// Computes all courses of the fight at once: the distribution of hit points for each number of blows
    /// still needed.
    fn fight(&self, hp: i32) -> Forecast {
        let width = self.hp_max as usize + 1;
        let mut now = vec![Vec::new(); self.blows as usize + 1];
        now[self.blows as usize] = vec![0u64; width];
        now[self.blows as usize][hp as usize] = SURE;
        let (mut win, mut turns, mut left) = (0u64, 0u128, 0u128);
        for turn in 1..=TURNS_MAX {
            let mut next = vec![Vec::new(); now.len()];
            let mut open = 0;
            for blows in 1..now.len() {
                for (hp, &chance) in now[blows].iter().enumerate().filter(|(_, chance)| **chance > 0) {
                    let hit = chance * self.lands.0 / self.lands.1;
                    let after = (hp as i32 + self.drain).clamp(0, self.hp_max);
                    if blows == 1 {
                        let after = (after + self.regain * i32::from(after > 0)).min(self.hp_max);
                        if after > 0 {
                            win += hit;
                            turns += u128::from(hit) * u128::from(turn);
                            left += u128::from(hit) * after as u128;
                        }
                    } else {
                        open += self.answer(after, hit, &mut next[blows - 1]);
                    }
                    open += self.answer(hp as i32, chance - hit, &mut next[blows]);
                }
            }
            now = next;
            if open < NEGLIGIBLE {
                break;
            }
        }
        let mean = |sum: u128| (sum * 10 / u128::from(win.max(1))) as i64;
        let loss_tenths = if win > 0 { i64::from(hp) * 10 - mean(left) } else { 0 };
        Forecast { win, turns_tenths: mean(turns) as u32, loss_tenths, futile: false }
    }

    /// Applies the enemy's blows and the regain of the turn. Returns the probability that the player
    /// character survives.
    fn answer(&self, hp: i32, chance: u64, into: &mut Vec<u64>) -> u64 {
        if chance == 0 || hp == 0 {
            return 0;
        }
        if into.is_empty() {
            into.resize(self.hp_max as usize + 1, 0);
        }
        let mut alive = 0;
        let mut rest = chance;
        let (num, den) = self.struck;
        // Binomial distribution of the number of the enemy's blows that land.
        let mut shares = [chance, 0, 0];
        for _ in 0..self.its_blows {
            for landed in (0..2).rev() {
                let part = shares[landed] * num / den;
                shares[landed] -= part;
                shares[landed + 1] += part;
            }
        }
        for (landed, share) in (0..).zip(shares) {
            rest -= share;
            let after = hp - self.its_blow * landed;
            if after > 0 && share > 0 {
                into[(after + self.regain).min(self.hp_max) as usize] += share;
                alive += share;
            }
        }
        debug_assert!(rest == 0, "every course is followed");
        alive
    }
}

impl Forecast {
    /// The probability to win in percent, rounded so that 0 and 100 are certain.
    pub(crate) const fn win_percent(&self) -> u64 {
        let percent = self.win * 100 / SURE;
        if self.win == 0 {
            0
        } else if SURE - self.win < SURE / 200 {
            100
        } else if percent == 0 {
            1
        } else if percent > 99 {
            99
        } else {
            percent
        }
    }

    /// Text such as "you win in 7, losing about 61".
    pub(crate) fn sentence(&self) -> String {
        if self.futile {
            return "you cannot hurt it".into();
        }
        let turns = (self.turns_tenths + 5) / 10;
        let cost = match self.loss_tenths {
            loss if loss >= 5 => format!("losing about {}", (loss + 5) / 10),
            loss if loss <= -5 => format!("gaining about {}", (5 - loss) / 10),
            _ => "unharmed".into(),
        };
        match self.win_percent() {
            100 => format!("you win in {turns}, {cost}"),
            0 => "it would kill you".into(),
            percent if percent < 50 => format!("it would kill you: {percent}% to win"),
            percent => format!("{percent}% to win in {turns}, {cost}"),
        }
    }

    /// The danger of the fight for a character with these hit points.
    pub(crate) const fn tone(&self, hp: i32) -> Tone {
        if self.futile || self.win_percent() < 50 {
            Tone::Deadly
        } else if self.win_percent() < 90 || self.loss_tenths > hp as i64 * 5 {
            Tone::Dangerous
        } else {
            Tone::Wary
        }
    }
}

#[cfg(test)]
#[path = "forecast_tests.rs"]
mod tests;
