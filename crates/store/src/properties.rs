//! Lasting house rules: `GAME.properties` in the data folder holds `name=value` lines for the options of a game.

use crate::home::Home;
use kernel::{OptionSpec, Options};

impl Home {
    /// The options a player has set for good, and one warning for every line that cannot be used.
    #[must_use]
    pub fn properties(&self, game: &str, table: &[OptionSpec]) -> (Options, Vec<String>) {
        let path = self.file(&format!("{game}.properties"));
        let mut options = Options::default();
        let mut warnings = Vec::new();
        let Ok(bytes) = crate::disk::read_file(&path) else { return (options, warnings) };
        for (number, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', '!']) {
                continue;
            }
            let mut warn = |what: &str| warnings.push(format!("{}:{}: {what}", path.display(), number + 1));
            match line.split_once(['=', ':']) {
                None => warn("this is not a line of the form name=value; it is ignored"),
                Some((name, value)) => {
                    if let Err(what) = options.set(table, name, value) {
                        warn(&format!("{what} The line is ignored."));
                    }
                }
            }
        }
        (options, warnings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Kind;
    use std::fs;

    const TABLE: [OptionSpec; 2] = [
        OptionSpec { name: "iSize", kind: Kind::Whole(1, 99), default: "50", help: "" },
        OptionSpec { name: "bShow", kind: Kind::Switch, default: "off", help: "" },
    ];

    #[test]
    fn good_lines_count_and_bad_ones_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        assert_eq!(home.properties("cave", &TABLE), (Options::default(), vec![]));
        let text = "# mine\n\niSize = 7\nbShow: maybe\nnonsense\nother=1\n\u{fffd}=\n";
        fs::write(home.file("cave.properties"), text).unwrap();
        let (options, warnings) = home.properties("cave", &TABLE);
        assert_eq!(options.iter().collect::<Vec<_>>(), [("iSize", "7")]);
        assert_eq!(warnings.len(), 4);
        assert!(
            warnings[0]
                .ends_with("cave.properties:4: bShow takes on or off, not 'maybe'. The line is ignored.")
        );
    }
}
