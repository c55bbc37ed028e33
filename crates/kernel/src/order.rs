//! One small stable sort for most lists. The standard library's is compiled again for each type and key, 4 KB
//! each time, and the page is downloaded. Lists that are sorted with every command use the standard library's.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts by the natural order; equal items stay in their order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts by a key; items with equal keys stay in their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by a comparison; equal items stay in their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = order(items.len(), &|a, b| compare(&items[a], &items[b]).is_gt());
    // Each round of the permutation moves its items to their places.
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = core::mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// The numbers below `count`, merge-sorted.
fn order(count: usize, is_after: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        for pair in order.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
                if is_after(*a, *b) {
                    merged.push(*b);
                    right = right_rest;
                } else {
                    merged.push(*a);
                    left = left_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        core::mem::swap(&mut order, &mut merged);
        merged.clear();
        width *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};

    #[test]
    fn lists_are_sorted_as_by_the_standard_library() {
        let mut dice = Rng::stream(&Seed::from_text("lists"), "order", &[]);
        for count in (0..70).chain([1_000]) {
            let list: Vec<(u32, usize)> = (0..count).map(|index| (dice.below(20, "key"), index)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by_key(&mut ours, |&(key, _)| key);
            theirs.sort_by_key(|&(key, _)| key);
            assert_eq!(ours, theirs, "equal keys stay in their order");
            sort_by(&mut ours, |a, b| b.cmp(a));
            theirs.sort_by(|a, b| b.cmp(a));
            assert_eq!(ours, theirs);
            sort(&mut ours);
            theirs.sort();
            assert_eq!(ours, theirs);
        }
    }
}
