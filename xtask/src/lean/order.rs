//! Orders functions of a type so that similar ones are adjacent, which brotli compresses some percent better.

use super::code::Function;
use std::collections::BTreeMap;

/// The number of features of a function: counts of its sequences of four bytes.
const FEATURES: usize = 256;
type Features = [f32; FEATURES];

/// The indices in their new order.
pub(super) fn alike(functions: &[Function<'_>], indices: Vec<usize>) -> Vec<usize> {
    let mut kinds: BTreeMap<u32, Vec<(usize, Features)>> = BTreeMap::new();
    for index in indices {
        let function = &functions[index];
        kinds.entry(function.kind).or_default().push((index, features(function)));
    }
    let mut order = Vec::new();
    for mut left in kinds.into_values() {
        let mut next = 0;
        while !left.is_empty() {
            let (index, here) = left.remove(next);
            order.push(index);
            next = nearest(&left, &here);
        }
    }
    order
}

/// The index of the most similar function; of several the first.
fn nearest(others: &[(usize, Features)], here: &Features) -> usize {
    let mut best = (0, f32::MIN);
    for (place, (_, other)) in others.iter().enumerate() {
        let likeness = here.iter().zip(other).map(|(a, b)| a * b).sum();
        if likeness > best.1 {
            best = (place, likeness);
        }
    }
    best.0
}

fn features(function: &Function<'_>) -> Features {
    let text = function.steps.concat();
    let mut counts = [0.0_f32; FEATURES];
    for four in text.windows(4) {
        let hash = four.iter().fold(0_u32, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(u32::from(*byte).wrapping_mul(2_654_435_761))
        });
        counts[(hash ^ (hash >> 15)) as usize % FEATURES] += 1.0;
    }
    let mut features = counts.map(f32::sqrt);
    let length = features.iter().map(|feature| feature * feature).sum::<f32>().sqrt();
    features.iter_mut().for_each(|feature| *feature /= length.max(1e-9));
    features
}
