//! File names for names chosen by players.

/// A safe file name for any text: letters, digits, `-` and `_` are kept, other characters are replaced. A text
/// that is shortened, changed or reserved on some system gets a hash, so that different texts have different
/// names.
#[must_use]
pub fn safe_name(text: &str) -> String {
    let mut safe: String = text
        .chars()
        .take(40)
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c.to_ascii_lowercase() } else { '_' })
        .collect();
    let reserved = ["con", "prn", "aux", "nul"].contains(&safe.as_str())
        || (safe.len() == 4 && (safe.starts_with("com") || safe.starts_with("lpt")));
    if safe != text || safe.is_empty() || reserved {
        safe.push_str(&format!("-{:08x}", mark(text)));
    }
    safe
}

/// FNV-1a, which is enough to tell names apart.
fn mark(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_become_harmless_and_stay_apart() {
        assert_eq!(safe_name("cellar-2"), "cellar-2");
        let names = [
            "",
            ".",
            "..",
            "../../etc/passwd",
            "a/b",
            "a\\b",
            "a:b",
            "A/b",
            "con",
            "CON",
            "nul",
            "com1",
            "x\0y",
            "\n",
        ];
        let mut seen: Vec<String> = names.iter().map(|name| safe_name(name)).collect();
        seen.push(safe_name(&"x".repeat(5000)));
        seen.push(safe_name(&"x".repeat(5001)));
        for name in &seen {
            assert!(
                name.len() <= 60 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'),
                "{name}"
            );
            assert_ne!(name, "con");
        }
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
