//! Telling level files apart by their first lines.

/// An exported world of the cave: a JSON object that names its seed.
pub(crate) fn cave(head: &str) -> bool {
    head.trim_start().starts_with('{') && head.contains("\"worldSeed\"")
}

/// A layout: rows of walls as in Figure 1.
pub(crate) fn chambers(head: &str) -> bool {
    head.lines().take(30).any(|line| line.starts_with("|---"))
}

/// A field: a line with its size, then rows.
pub(crate) fn pursuit(head: &str) -> bool {
    let mut lines = head.lines();
    let size = lines.next().unwrap_or_default().trim();
    !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit()) && lines.next().is_some()
}

/// XML.
pub(crate) fn dungeon(head: &str) -> bool {
    head.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_looks_like_one_game() {
        let files = [
            "{\"world\":{\"worldSeed\":\"x\"}}",
            "|-----|\n|  |\n",
            "4\n@ . . A\n",
            "\u{feff}\n<?xml version='1.0'?>",
        ];
        let sniffs = [cave, chambers, pursuit, dungeon];
        for (index, file) in files.iter().enumerate() {
            let found: Vec<usize> = (0..4).filter(|&other| sniffs[other](file)).collect();
            assert_eq!(found, [index], "{file}");
        }
        assert!(!sniffs.iter().any(|sniff| sniff("hello\nworld\n") || sniff("")));
    }
}
