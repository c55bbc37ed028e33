//! How rare something is, as far as a search can tell.

use std::fmt;

/// How many of how many were as wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rarity {
    /// So many were.
    pub found: u64,
    /// Of so many.
    pub tried: u64,
}

/// The normal distribution leaves 5 in 100 outside so many standard deviations.
const SPREAD: f64 = 1.96;

impl Rarity {
    /// One in so many: the estimate, and the bounds within which the truth lies 95 times in 100 (Byar's approximation
    /// for a count). Nothing when nothing was found.
    #[must_use]
    pub fn one_in(&self) -> Option<(f64, f64, f64)> {
        if self.found == 0 || self.tried == 0 {
            return None;
        }
        let (found, tried) = (self.found as f64, self.tried as f64);
        let bound = |count: f64, sign: f64| {
            count * (1.0 - 1.0 / (9.0 * count) + sign * SPREAD / (3.0 * count.sqrt())).max(0.0).powi(3)
        };
        let (low, high) = (bound(found, -1.0), bound(found + 1.0, 1.0).min(tried));
        Some((tried / found, tried / high, tried / low.max(f64::MIN_POSITIVE)))
    }
}

impl fmt::Display for Rarity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.one_in() {
            None if self.tried == 0 => write!(out, "nothing was tried"),
            // Of something that comes once in N, 3 N tries miss 95 times in 100 at most.
            None => write!(out, "none; probably rarer than 1 in {}", grouped(self.tried as f64 / 3.0)),
            Some(_) if self.found == self.tried => write!(out, "every one of them"),
            Some((about, least, most)) if most > 1e15 => {
                write!(out, "about 1 in {} (hardly more than 1 in {})", grouped(about), grouped(least))
            }
            Some((about, least, most)) => write!(
                out,
                "about 1 in {} (between 1 in {} and 1 in {})",
                grouped(about),
                grouped(least),
                grouped(most)
            ),
        }
    }
}

/// A number as people read it: small ones with one place, large ones in groups of three.
fn grouped(number: f64) -> String {
    if number < 100.0 {
        let text = format!("{:.1}", number.max(1.0));
        return text.strip_suffix(".0").map_or(text.clone(), str::to_owned);
    }
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_told_with_their_bounds() {
        let told = |found, tried| Rarity { found, tried }.to_string();
        assert_eq!(told(0, 0), "nothing was tried");
        assert_eq!(told(0, 3_000_000), "none; probably rarer than 1 in 1,000,000");
        assert_eq!(told(5, 5), "every one of them");
        assert_eq!(told(100, 34_000), "about 1 in 340 (between 1 in 280 and 1 in 418)");
        assert_eq!(told(50, 100), "about 1 in 2 (between 1 in 1.5 and 1 in 2.7)");
        let (about, least, most) = Rarity { found: 1, tried: 1000 }.one_in().unwrap();
        assert!(least < 200.0 && about == 1000.0 && most > 20_000.0, "{least} {most}");
    }

    #[test]
    fn the_truth_lies_within_the_bounds_as_often_as_they_promise() {
        // A die of 40 sides, thrown 2,000 times in each of 400 rounds.
        let mut dice = kernel::Rng::stream(&kernel::Seed::from_text("rarity"), "throws", &[]);
        let inside = (0..400)
            .filter(|_| {
                let found = (0..2000).filter(|_| dice.below(40, "throw") == 0).count() as u64;
                let (_, least, most) = Rarity { found, tried: 2000 }.one_in().unwrap();
                (least..=most).contains(&40.0)
            })
            .count();
        assert!((370..=396).contains(&inside), "{inside} of 400");
    }
}
