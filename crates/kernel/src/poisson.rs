//! Poisson draws in integers: the same on every machine.
//!
//! The mean is split into parts of at most 8, since sums of Poisson variables are Poisson variables. Each part
//! walks the distribution function in 64-bit fixed point: p(0) = e^-m, p(k+1) = p(k) * m / (k+1).

/// e^-1 and e^-0.1 as fractions of 2^64, rounded down.
const E_TO_MINUS_ONE: u64 = 6_786_177_901_268_885_274;
const E_TO_MINUS_TENTH: u64 = 16_691_304_278_825_489_409;
/// The largest mean of one part, in tenths.
const PIECE_TENTHS: u32 = 80;
/// The largest value of one part; the probability of more is far below one in 2^64.
const PIECE_LIMIT: u32 = 120;

fn multiply(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

/// e^(-tenths/10) as a fraction of 2^64.
fn exp_minus(tenths: u32) -> u64 {
    let mut value = u64::MAX;
    for _ in 0..tenths / 10 {
        value = multiply(value, E_TO_MINUS_ONE);
    }
    for _ in 0..tenths % 10 {
        value = multiply(value, E_TO_MINUS_TENTH);
    }
    value
}

fn piece(tenths: u32, bits: u64) -> u32 {
    let mut rest = bits;
    let mut p = exp_minus(tenths);
    for k in 0..PIECE_LIMIT {
        if rest < p || p == 0 {
            return k;
        }
        rest -= p;
        p = (u128::from(p) * u128::from(tenths) / (10 * u128::from(k + 1))) as u64;
    }
    PIECE_LIMIT
}

/// One draw with the given mean, taking 64 bits per part.
pub(crate) fn draw(mean_tenths: u32, mut bits: impl FnMut() -> u64) -> u32 {
    let mut left = mean_tenths;
    let mut sum = 0;
    while left > 0 {
        let part = left.min(PIECE_TENTHS);
        sum += piece(part, bits());
        left -= part;
    }
    sum
}
