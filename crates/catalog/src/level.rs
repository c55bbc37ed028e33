//! Recognizes level files by their first lines.

/// An exported world of the cave: a JSON object with its seed.
pub(crate) fn cave(head: &str) -> bool {
    head.trim_start().starts_with('{') && head.contains("\"worldSeed\"")
}

/// A layout: rows of walls as in Figure 1.
pub(crate) fn chambers(head: &str) -> bool {
    head.lines().take(30).any(|line| line.starts_with("|---"))
}

/// XML.
pub(crate) fn dungeon(head: &str) -> bool {
    head.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

#[cfg(test)]
mod tests {
    use crate::GAMES;

    #[test]
    fn each_file_is_recognized_as_one_game() {
        let files = [
            ("cave", "{\"world\":{\"worldSeed\":\"x\"}}"),
            ("chambers", "|-----|\n|  |\n"),
            ("pursuit", "4\n@ . . A\n"),
            ("dungeon", "\u{feff}\n<?xml version='1.0'?>"),
        ];
        let fits = |head: &str| -> Vec<&str> {
            GAMES
                .iter()
                .filter(|entry| entry.level.is_some_and(|fits| fits(head)))
                .map(|entry| entry.id)
                .collect()
        };
        for (game, file) in files {
            assert_eq!(fits(file), [game], "{file}");
        }
        assert!(fits("hello\nworld\n").is_empty() && fits("").is_empty());
    }
}
