//! Malicious link fragments.

/// This many fragments, the same every time: noise of all lengths, alone and after the beginnings of valid
/// links.
pub(crate) fn fragments(count: usize) -> impl Iterator<Item = String> {
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    (0..count).map(move |round| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let bytes = state.to_be_bytes();
        let noise: String = bytes
            .iter()
            .cycle()
            .take(round % 300)
            .zip((0..=u8::MAX).cycle())
            .map(|(byte, n)| char::from(byte.wrapping_add(n.wrapping_mul(31))))
            .collect();
        match round % 5 {
            0 => format!("run={noise}"),
            1 => format!("play={noise}"),
            2 => format!("play=boo-{noise}"),
            3 => format!("run={noise}&at={noise}"),
            _ => noise,
        }
    })
}
