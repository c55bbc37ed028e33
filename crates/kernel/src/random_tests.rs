//! Published values of the dice, and that they are fair. A value that moves here moves every run ever played.

extern crate std;

use super::*;
use alloc::{vec, vec::Vec};

fn fate() -> Rng {
    Rng::stream(&Seed::from_text("undercroft"), "fate", &[])
}

/// Chi-square of observed counts against expected ones.
fn chi_square(observed: &[u32], expected: &[f64]) -> f64 {
    observed.iter().zip(expected).map(|(&o, &e)| (f64::from(o) - e).powi(2) / e).sum()
}

#[test]
fn streams_are_apart_by_seed_name_and_address() {
    let seed = Seed::from_text("7");
    let first = |seed: &Seed, name: &str, address: &[i64]| Rng::stream(seed, name, address).bits("t");
    let mut all = vec![
        first(&seed, "floor", &[1]),
        first(&seed, "floor", &[2]),
        first(&seed, "floor", &[1, 0]),
        first(&seed, "floor", &[]),
        first(&seed, "fate", &[]),
        first(&Seed::from_text("07"), "floor", &[1]),
        first(&Seed::from_text(""), "floor", &[1]),
        first(&Seed::from_text("Aa"), "floor", &[1]),
        first(&Seed::from_text("BB"), "floor", &[1]),
    ];
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 9);
    assert_eq!(first(&seed, "floor", &[1]), first(&Seed::from_text("7"), "floor", &[1]));
}

#[test]
fn a_thousand_faces_are_fair() {
    let mut rng = fate();
    for sides in [2u32, 3, 6, 7, 20] {
        let mut seen = vec![0u32; sides as usize];
        for _ in 0..60_000 {
            seen[rng.below(sides, "t") as usize] += 1;
        }
        let expected = vec![60_000.0 / f64::from(sides); sides as usize];
        // The 99.99 % point for 19 degrees of freedom is below 53; for 1 it is about 15.
        assert!(chi_square(&seen, &expected) < if sides == 20 { 53.0 } else { 32.0 }, "{sides}: {seen:?}");
    }
}

#[test]
fn a_large_die_does_not_favour_small_numbers() {
    // Three quarters of 2^32: a draw without rejection would hit the lowest third twice as often.
    let sides = 3 << 30;
    let mut rng = fate();
    let low = (0..30_000).filter(|_| rng.below(sides, "t") < 1 << 30).count();
    assert!((9_500..10_500).contains(&low), "{low}");
}

#[test]
fn weights_are_kept() {
    let mut rng = fate();
    let weights = [5u32, 2, 0, 1];
    let mut seen = [0u32; 4];
    for _ in 0..80_000 {
        seen[rng.weighted(&weights, "t")] += 1;
    }
    assert_eq!(seen[2], 0);
    let kept: Vec<u32> = seen.iter().copied().filter(|&n| n > 0).collect();
    assert!(chi_square(&kept, &[50_000.0, 20_000.0, 10_000.0]) < 20.0, "{seen:?}");
}

#[test]
fn poisson_draws_follow_the_distribution() {
    let mut rng = fate();
    for tenths in [45u32, 120, 200, 4100] {
        let mean = f64::from(tenths) / 10.0;
        let draws = 40_000;
        let seen: Vec<u32> = (0..draws).map(|_| rng.poisson(tenths, "t")).collect();
        let average = seen.iter().map(|&n| f64::from(n)).sum::<f64>() / f64::from(draws);
        let spread = seen.iter().map(|&n| (f64::from(n) - mean).powi(2)).sum::<f64>() / f64::from(draws);
        assert!((average - mean).abs() < 5.0 * (mean / f64::from(draws)).sqrt(), "mean {average} for {mean}");
        assert!((spread / mean - 1.0).abs() < 0.05, "variance {spread} for {mean}");
        if tenths == 45 {
            let mut p = (-mean).exp();
            let (mut expected, mut observed) = (Vec::new(), Vec::new());
            for k in 0..13u32 {
                expected.push(p * f64::from(draws));
                observed.push(seen.iter().filter(|&&n| n == k).count() as u32);
                p *= mean / f64::from(k + 1);
            }
            assert!(chi_square(&observed, &expected) < 40.0, "{observed:?} {expected:?}");
        }
    }
    assert_eq!(rng.poisson(0, "t"), 0);
}

#[test]
fn shuffles_reach_every_order_alike() {
    let mut rng = fate();
    let mut seen = [0u32; 6];
    for _ in 0..60_000 {
        let mut order = [0u8, 1, 2];
        rng.shuffle(&mut order, "t");
        seen[usize::from(order[0]) * 2 + usize::from(order[1] > order[2])] += 1;
    }
    assert!(chi_square(&seen, &[10_000.0; 6]) < 30.0, "{seen:?}");
}

#[test]
fn a_listener_hears_every_roll_and_changes_none() {
    use core::sync::atomic::{AtomicU64, Ordering};
    static HEARD: AtomicU64 = AtomicU64::new(0);
    fn hear(roll: Roll) {
        assert_eq!(roll.label, "test");
        HEARD.fetch_add(roll.value, Ordering::Relaxed);
    }
    let mut loud = Rng::stream(&Seed::from_text("x").heard_by(hear), "fate", &[]);
    let mut quiet = Rng::stream(&Seed::from_text("x"), "fate", &[]);
    let mut sum = 0;
    for _ in 0..10 {
        let value = quiet.below(100, "test");
        assert_eq!(loud.below(100, "test"), value);
        sum += u64::from(value);
    }
    assert_eq!(HEARD.load(Ordering::Relaxed), sum);
}

/// The test vectors of docs/run-format.md.
#[test]
fn published_vectors_hold() {
    let mut rng = Rng::stream(&Seed::from_text("7"), "floor", &[1]);
    let bits: Vec<u64> = (0..3).map(|_| rng.bits("t")).collect();
    let dice: Vec<u32> = (0..8).map(|_| rng.below(6, "t")).collect();
    let fish: Vec<u32> = (0..8).map(|_| rng.poisson(45, "t")).collect();
    let hurt: Vec<u32> = (0..4).map(|_| rng.poisson(220, "t")).collect();
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    rng.shuffle(&mut order, "t");
    assert_eq!(bits, [11_615_433_427_159_771_719, 17_806_622_266_516_887_626, 11_541_236_289_906_215_840]);
    assert_eq!(dice, [4, 3, 5, 0, 1, 1, 0, 2]);
    assert_eq!(fish, [4, 3, 7, 7, 4, 3, 6, 3]);
    assert_eq!(hurt, [23, 26, 20, 27]);
    assert_eq!(order, [0, 2, 3, 4, 6, 1, 5, 7]);
}

#[test]
fn a_roll_says_what_was_asked_of_the_dice() {
    static HEARD: std::sync::Mutex<Vec<Roll>> = std::sync::Mutex::new(Vec::new());
    fn hear(roll: Roll) {
        HEARD.lock().unwrap().push(roll);
    }
    let mut dice = Rng::stream(&Seed::from_text("x").heard_by(hear), "fate", &[]);
    let number = dice.between(-3, 3, "number");
    let lucky = dice.chance(2, 3, "chance");
    let row = dice.weighted(&[1, 0, 7], "row");
    dice.poisson(45, "poisson");
    let heard = HEARD.lock().unwrap();
    assert_eq!(heard[0].throw, Throw::Number(-3));
    assert_eq!(number, -3 + heard[0].value as i32);
    assert_eq!((heard[1].throw, heard[1].value < 2), (Throw::Chance(2), lucky));
    assert_eq!(heard[2].throw, Throw::Row(row as u32, [1, 0, 7][row]));
    assert_eq!((heard[3].throw, heard[3].sides), (Throw::Poisson(45), 0));
}

#[test]
fn a_script_replaces_the_dice_and_cannot_say_what_they_never_show() {
    let scripted = |script: Script| Rng::stream(&Seed::from_text("x").scripted_by(script), "fate", &[]);
    let mut dice = scripted(|label, sides| if label == "last" { sides - 1 } else { 0 });
    assert_eq!((dice.below(6, "last"), dice.below(6, "first")), (5, 0));
    assert_eq!((dice.between(4, 9, "last"), dice.chance(1, 2, "first")), (9, true));
    assert_eq!(dice.weighted(&[3, 0, 2], "last"), 2);
    assert_eq!(dice.poisson(220, "first"), 0);
    let own = Rng::stream(&Seed::from_text("x"), "fate", &[]);
    assert_ne!(scripted(|_, _| 0).fingerprint(), own.fingerprint(), "the dice under the table are others");
    let impossible = std::panic::catch_unwind(|| scripted(|_, sides| sides).below(6, "seven"));
    assert!(impossible.is_err());
}

#[test]
fn the_context_of_seeds_is_the_hash_of_its_name() {
    assert_eq!(super::SEED_CONTEXT, blake3::hazmat::hash_derive_key_context("undercroft seed v1"));
}
