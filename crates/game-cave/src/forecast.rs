//! Forecasts of fights, by simulating the rules many times with separate dice and counting the results.
//!
//! The dice are the same each time, so a forecast does not change while hero and monster stay the same. Its
//! chance is within `MARGIN` percent of the true one.

use crate::content::FIGHT_LIMIT;
use crate::event::{Event, Side};
use crate::rules::Blows;
use crate::rules::combat::{End, Fighter, Odds, fight};
use alloc::{format, string::String};
use kernel::{Rng, Seed, Tone};

/// Number of fights simulated first. If all end alike, the forecast is certain.
const FIRST: u32 = 40;
/// Maximum number of fights, if they do not: twice the standard error of the chance is then at most seven
/// percent.
const MOST: u32 = 200;
/// Maximum deviation of a forecast from the true chance, in percent.
#[cfg(test)]
pub(crate) const MARGIN: u32 = 10;
/// Minimum chances to win, in percent, for a fight to count as safe, and as likely to be won.
const SAFE: u32 = 97;
const LIKELY: u32 = 75;
/// Below this chance, in percent, the hero will probably lose.
pub(crate) const EVEN: u32 = 50;

/// Forecast of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forecast {
    /// Chance to win, in percent.
    pub(crate) wins: u32,
    /// Mean number of the hero's blows in a fight.
    blows: u32,
    /// Mean loss of health in a fight, in hundredths.
    loss: u32,
}

impl Forecast {
    /// Simulates fights of the document's kind.
    pub(crate) fn of(hero: &Fighter, foe: &Fighter, odds: &Odds) -> Self {
        let mut dice = Rng::stream(&Seed::from_text("forecast"), "fights", &[]);
        let (mut fights, mut won, mut blows, mut loss) = (0, 0, 0u64, 0u64);
        while fights < FIRST || fights < MOST && won != 0 && won != fights {
            let end = fight(hero.clone(), foe.clone(), odds, &mut dice, |event| match event {
                Event::Blow { attacker: Side::Player, .. } => blows += 1,
                Event::Blow { attacker: Side::Enemy, damage, .. } => loss += u64::from(damage),
                _ => {}
            });
            fights += 1;
            won += u32::from(end == End::Won);
        }
        Self::counted(fights, won, blows, loss)
    }

    fn counted(fights: u32, won: u32, blows: u64, loss: u64) -> Self {
        let mean = |sum: u64| ((sum + u64::from(fights) / 2) / u64::from(fights)) as u32;
        // A chance that is not certain is never shown as certain.
        let sure = won == 0 || won == fights;
        let percent = (won * 100 + fights / 2) / fights;
        let wins = if sure { percent } else { percent.clamp(1, 99) };
        Self { wins, blows: mean(blows), loss: mean(loss) }
    }

    /// Simulates fights with `fights=turns`: the hero strikes first, with his current health.
    pub(crate) fn by_turns(health: u32, foe_health: u32, blows: &Blows) -> Self {
        let mut dice = Rng::stream(&Seed::from_text("forecast"), "turns", &[]);
        let (mut fights, mut won, mut count, mut loss) = (0u32, 0, 0u64, 0u64);
        while fights < FIRST || fights < MOST && won != 0 && won != fights {
            let (mut mine, mut its) = (health, foe_health);
            for _ in 0..FIGHT_LIMIT {
                count += 1;
                mine = (mine + blows.leech).min(health.max(mine));
                its = its.saturating_sub(blows.by_hero);
                if its == 0 || mine == 0 {
                    break;
                }
                if dice.chance(blows.hero_stuns, 1_000_000, "stun") {
                    continue;
                }
                loop {
                    mine = mine.saturating_sub(blows.by_foe);
                    its = its.saturating_sub(blows.thorns);
                    if mine == 0 || its == 0 || !dice.chance(blows.foe_stuns, 1_000_000, "stun") {
                        break;
                    }
                }
                if mine == 0 || its == 0 {
                    break;
                }
            }
            fights += 1;
            won += u32::from(mine > 0 && its == 0);
            loss += u64::from(health - mine.min(health));
        }
        Self::counted(fights, won, count, loss)
    }

    /// A sentence without a full stop.
    pub(crate) fn told(&self) -> String {
        let (blows, loss) = (self.blows.max(1), (self.loss + 50) / 100);
        match self.wins {
            100 if loss == 0 => format!("you win in {blows}, unhurt"),
            100 => format!("you win in {blows}, losing about {loss} HP"),
            0 => format!("you lose after {blows} of your blows"),
            wins => format!("you win {wins} of 100 fights"),
        }
    }

    pub(crate) const fn tone(&self) -> Tone {
        match self.wins {
            SAFE.. => Tone::Calm,
            LIKELY.. => Tone::Wary,
            EVEN.. => Tone::Dangerous,
            _ => Tone::Deadly,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{FOES, HERO_HEALTH};
    use crate::setup::Settings;
    use alloc::vec::Vec;
    use kernel::Options;

    /// The share of fights won in a long simulation with other dice.
    fn simulated(hero: &Fighter, foe: &Fighter, odds: &Odds) -> u32 {
        let mut dice = Rng::stream(&Seed::from_text("other dice"), "fights", &[]);
        let won =
            (0..4_000).filter(|_| fight(hero.clone(), foe.clone(), odds, &mut dice, |_| ()) == End::Won);
        (won.count() as u32 + 20) / 40
    }

    #[test]
    fn a_forecast_agrees_with_simulated_fights() {
        let mut tones = Vec::new();
        for short in [false, true] {
            let settings = Settings { short_fights: short, ..Settings::of(&Options::default()) };
            let odds = Odds::of(&settings);
            for foe in &FOES {
                for (attack, armour) in [(1, 5), (1, 8), (1, 10), (1, 15), (5, 5), (8, 8), (15, 15)] {
                    let hero = Fighter::new(HERO_HEALTH, attack, armour);
                    let enemy = Fighter::new(foe.health, foe.attack, foe.armour);
                    let forecast = Forecast::of(&hero, &enemy, &odds);
                    let truth = simulated(&hero, &enemy, &odds);
                    assert!(forecast.wins.abs_diff(truth) <= MARGIN, "{}: {forecast:?}, {truth}", foe.name);
                    tones.push(forecast.tone());
                }
            }
        }
        assert!(
            [Tone::Calm, Tone::Wary, Tone::Dangerous, Tone::Deadly].iter().all(|tone| tones.contains(tone))
        );
    }

    #[test]
    fn a_forecast_is_told_in_a_few_words() {
        let told = |wins, blows, loss| Forecast { wins, blows, loss }.told();
        assert_eq!(told(100, 5, 12_34), "you win in 5, losing about 12 HP");
        assert_eq!(told(100, 0, 0), "you win in 1, unhurt");
        assert_eq!(told(59, 23, 40_00), "you win 59 of 100 fights");
        assert_eq!(told(0, 20, 50_00), "you lose after 20 of your blows");
    }
}
