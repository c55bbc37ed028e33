//! Forecasts of fights: number of blows, loss of hit points, and the chance to win.

use crate::rules::Dungeon;
use alloc::{format, string::String, vec, vec::Vec};
use kernel::{Hue, Tone};

/// Fixed-point one: probabilities are integers out of this.
const WHOLE: u64 = 1 << 32;
/// Probabilities below this count as zero.
const NOBODY: u64 = WHOLE / 2000;
/// Maximum hit points for which a fight is computed exactly; beyond it, means are used.
const EXACT_HP: i64 = 200;
/// Maximum number of blows for which a fight is computed exactly.
const EXACT_BLOWS: usize = 64;
/// Fights won at least this often, per thousand, are shown as certain.
const SURE: u32 = 995;

/// Forecast of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forecast {
    /// Mean number of blows to kill the monster.
    pub(crate) blows: i64,
    /// Mean loss of hit points.
    pub(crate) loss: i64,
    /// Number of such fights won per thousand.
    pub(crate) chance: u32,
}

impl Forecast {
    /// The forecast in a few words.
    pub(crate) fn words(&self) -> String {
        let Self { blows, loss, chance } = *self;
        let percent = chance.div_ceil(10).min(99);
        match (chance, loss) {
            (0..500, _) => format!("it kills you (you win {} %)", chance / 10),
            (500..SURE, _) => format!("you win in {blows} ({percent} %), losing about {loss}"),
            (_, 0) => format!("you win in {blows}, losing next to nothing"),
            _ => format!("you win in {blows}, losing about {loss}"),
        }
    }
}

/// Blows of 0 to `hardest` points, changed by the item in use, and at least 0.
#[derive(Clone, Copy, Debug)]
struct Blows {
    hardest: i64,
    change: i64,
}

impl Blows {
    const fn new(hardest: u32, change: i64) -> Self {
        Self { hardest: hardest as i64, change }
    }

    fn most(self) -> i64 {
        (self.hardest + self.change).max(0)
    }

    /// Number of equally likely rolls that do no damage.
    fn harmless_rolls(self) -> i64 {
        (1 - self.change).clamp(0, self.hardest + 1)
    }

    /// The mean blow, in thousandths.
    fn mean(self) -> i64 {
        let least = self.change.max(0);
        let sum = i128::from(self.most() + least) * i128::from(self.hardest + 1 - self.raised_rolls(least));
        (sum * 500 / i128::from(self.hardest + 1)) as i64
    }

    /// Number of rolls that are raised to zero.
    fn raised_rolls(self, least: i64) -> i64 {
        if least > 0 { 0 } else { (-self.change).clamp(0, self.hardest + 1) }
    }

    /// The probability that someone with these hit points survives 0, 1, 2, … blows, until it is negligible
    /// or the fight takes too long.
    fn standing(self, hp: i64) -> Vec<u64> {
        let size = hp.max(0) as usize;
        let mut weights = vec![0; size + 1];
        weights[size] = WHOLE;
        let (mut alive, mut sums) = (vec![WHOLE], vec![0; size + 2]);
        let (all, harmless_rolls) = ((self.hardest + 1) as u64, self.harmless_rolls() as u64);
        let (least, most) = (self.change.max(1) as usize, self.most() as usize);
        while alive.len() <= EXACT_BLOWS {
            for (index, weight) in weights.iter().enumerate() {
                sums[index + 1] = sums[index] + weight;
            }
            let mut left = 0;
            for (index, weight) in weights.iter_mut().enumerate().skip(1) {
                let (from, to) = ((index + least).min(size + 1), (index + most).min(size) + 1);
                let hit = if from < to { sums[to] - sums[from] } else { 0 };
                *weight = (*weight * harmless_rolls + hit) / all;
                left += *weight;
            }
            weights[0] = 0;
            alive.push(left);
            if left < NOBODY {
                break;
            }
        }
        alive
    }
}

/// Forecast for the side that strikes first; `None` if it cannot hurt the other.
fn fight(hp: i64, blows: Blows, foe_hp: i64, answers: Blows) -> Option<Forecast> {
    if foe_hp <= 0 {
        return Some(Forecast { blows: 1, loss: 0, chance: 1000 });
    }
    if blows.most() <= 0 {
        return None;
    }
    if foe_hp <= EXACT_HP && hp <= EXACT_HP {
        let (foe, hero) = (blows.standing(foe_hp), answers.standing(hp));
        if foe[foe.len() - 1] < NOBODY {
            return Some(exactly(&foe, &hero, answers.mean()));
        }
    }
    let rounds = foe_hp.saturating_mul(1000) / blows.mean().max(1) + 1;
    let loss = (rounds - 1).saturating_mul(answers.mean()) / 1000;
    Some(Forecast { blows: rounds, loss, chance: if loss < hp { 1000 } else { 0 } })
}

/// Forecast from the survival probabilities of both sides after each blow.
fn exactly(foe: &[u64], hero: &[u64], mean_answer: i64) -> Forecast {
    let fallen = foe.windows(2).map(|pair| u128::from(pair[0] - pair[1]));
    let standing = hero.iter().copied().chain(core::iter::repeat(0));
    let won: u128 = fallen.zip(standing).map(|(fallen, standing)| fallen * u128::from(standing)).sum();
    let rounds: u64 = foe.iter().sum();
    let answered = i128::from(rounds - WHOLE) * i128::from(mean_answer);
    let whole = i128::from(WHOLE) * 1000;
    Forecast {
        blows: ((rounds + WHOLE / 2) / WHOLE) as i64,
        loss: i64::try_from((answered + whole / 2) / whole).unwrap_or(i64::MAX),
        chance: (won * 1000 / (u128::from(WHOLE) * u128::from(WHOLE))) as u32,
    }
}

impl Dungeon {
    /// Forecast of a fight with a monster; `None` if it cannot be hurt.
    pub(crate) fn forecast(&self, foe: usize) -> Option<Forecast> {
        let facts = &self.plan().facts;
        let blows = Blows::new(facts.hero.hit_max, self.strength(self.hero().wielded));
        let answers = Blows::new(facts.foes[foe].hit_max, -self.strength(self.hero().worn));
        fight(self.hero().hp.into(), blows, self.foes()[foe].hp.into(), answers)
    }

    /// The player's side of the danger estimate, computed once for all monsters.
    pub(crate) fn menace(&self) -> Menace {
        let facts = &self.plan().facts;
        let dealt = i64::from(facts.hero.hit_max) + 2 * self.strength(self.hero().wielded);
        Menace {
            budget: bounded(self.hero().hp.into()) * bounded(dealt),
            armor: self.strength(self.hero().worn),
        }
    }

    /// How dangerous a monster is now.
    pub(crate) fn tone(&self, menace: &Menace, foe: usize) -> Tone {
        menace.tone(self.foes()[foe].hp, self.plan().facts.foes[foe].hit_max)
    }
}

/// Numbers beyond this one count as this one, so that products of three fit into 64 bits.
const BOUND: i64 = 1 << 20;

fn bounded(number: i64) -> i64 {
    number.clamp(0, BOUND)
}

/// What the danger of each monster is measured against. Every drawn board uses it, so it avoids divisions and wide
/// products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Menace {
    /// Hit points of the player times twice the mean damage of a blow.
    budget: i64,
    armor: i64,
}

impl Menace {
    /// The tone by mean cost of the fight: up to a quarter, half, or three quarters of the player's hit
    /// points.
    pub(crate) fn tone(&self, hp: i32, hit_max: u32) -> Tone {
        let through = i64::from(hit_max) - self.armor;
        if through <= 0 {
            return Tone::Calm;
        }
        // The monster answers 2 hp / dealt blows, each with through (through + 1) / 2 (hit_max + 1) points on
        // average.
        let through = bounded(through);
        let cost = 4 * bounded(hp.into()) * through * (through + 1);
        match self.budget * (bounded(hit_max.into()) + 1) {
            quarter if cost <= quarter => Tone::Calm,
            quarter if cost <= quarter * 2 => Tone::Wary,
            quarter if cost <= quarter * 3 => Tone::Dangerous,
            _ => Tone::Deadly,
        }
    }
}

/// The colour of a monster of this danger.
pub(crate) const fn hue(tone: Tone) -> Hue {
    match tone {
        Tone::Wary => Hue::Gold,
        Tone::Dangerous => Hue::Orange,
        Tone::Deadly => Hue::Red,
        _ => Hue::Green,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Rng, Seed};

    /// Simulates many fights: mean blows and mean loss in tenths, and wins per thousand.
    fn fought(hp: i64, blows: Blows, foe_hp: i64, answers: Blows) -> (i64, i64, i64) {
        let mut dice = Rng::stream(&Seed::from_text("forecast"), "fights", &[]);
        let mut roll =
            |blows: Blows| (i64::from(dice.below(blows.hardest as u32 + 1, "blow")) + blows.change).max(0);
        let (mut rounds, mut lost, mut won) = (0, 0, 0);
        for _ in 0..4000 {
            let (mut foe, mut loss) = (foe_hp, 0);
            loop {
                rounds += 1;
                foe -= roll(blows);
                if foe <= 0 {
                    break;
                }
                loss += roll(answers);
            }
            lost += loss;
            // Losses only grow, so a hero who stands at the end stood all the time.
            won += i64::from(loss < hp);
        }
        (rounds / 400, lost / 400, won / 4)
    }

    #[test]
    fn forecasts_agree_with_fights_that_were_fought() {
        let mut dice = Rng::stream(&Seed::from_text("forecast"), "fighters", &[]);
        for _ in 0..150 {
            let mut draw = |low, high| i64::from(dice.between(low, high, "number"));
            let blows = Blows::new(draw(1, 9) as u32, draw(-1, 6));
            let answers = Blows::new(draw(0, 12) as u32, -draw(-1, 8));
            let (hp, foe_hp) = (draw(1, 60), draw(1, 50));
            if blows.most() < 2 {
                continue;
            }
            let told = fight(hp, blows, foe_hp, answers).unwrap();
            let (rounds, lost, won) = fought(hp, blows, foe_hp, answers);
            let what =
                format!("{hp} {blows:?} against {foe_hp} {answers:?}: {told:?}, {rounds} {lost} {won}");
            assert!((told.blows * 10 - rounds).abs() <= 7 + rounds / 20, "{what}");
            assert!((told.loss * 10 - lost).abs() <= 8 + lost / 10, "{what}");
            assert!((i64::from(told.chance) - won).abs() <= 35, "{what}");
        }
    }

    #[test]
    fn what_cannot_be_hurt_has_no_forecast_and_huge_numbers_do_no_harm() {
        assert_eq!(fight(10, Blows::new(3, -3), 5, Blows::new(1, 0)), None);
        let huge = fight(1_000_000_000, Blows::new(1, 0), 1_000_000_000, Blows::new(u32::MAX, 1_000_000_000));
        assert_eq!(huge.unwrap().chance, 0);
        let dead = fight(10, Blows::new(0, 0), 0, Blows::new(9, 0)).unwrap();
        assert_eq!(dead.words(), "you win in 1, losing next to nothing");
    }
}
