//! Default options: `GAME.properties` in the data folder contains `name=value` lines for the options of a game.
//! If the game's document describes such a file, its name is read as well.

use crate::home::Home;
use kernel::Options;
use session::Entry;
use std::io;
use std::path::{Path, PathBuf};

/// One line of a settings file.
struct Line {
    number: usize,
    name: String,
    value: String,
}

impl Home {
    /// The player's default options, and a warning for every line that cannot be used.
    #[must_use]
    pub fn properties(&self, entry: &Entry) -> (Options, Vec<String>) {
        let mut options = Options::default();
        let mut warnings = Vec::new();
        for path in self.settings_files(entry) {
            self.set_from(&path, entry, &mut options, &mut warnings);
        }
        (options, warnings)
    }

    /// The warnings about one settings file of a game.
    pub(crate) fn settings_warnings(&self, path: &Path, entry: &Entry) -> Vec<String> {
        let mut warnings = Vec::new();
        self.set_from(path, entry, &mut Options::default(), &mut warnings);
        warnings
    }

    /// The game of a settings file, by the file's name.
    pub(crate) fn settings_of(&self, path: &Path) -> Option<&'static Entry> {
        self.games().iter().find(|entry| is_settings(path, entry))
    }

    /// The settings files of a game that exist; later ones take precedence.
    fn settings_files(&self, entry: &Entry) -> Vec<PathBuf> {
        let mut files = self.shelf().list(self.root());
        files.retain(|path| is_settings(path, entry));
        kernel::sort_by_key(&mut files, |path| (is_own(path, entry), path.clone()));
        files
    }

    /// Writes a template of the settings file, with every line commented out, for a game whose document
    /// describes one. An existing file is unchanged.
    ///
    /// # Errors
    /// If the folder or the file cannot be written.
    pub fn write_settings_template(&self, entry: &Entry) -> io::Result<()> {
        if entry.attached.document_settings.is_none() || !self.settings_files(entry).is_empty() {
            return Ok(());
        }
        match self.shelf().start(&self.file(&own_name(entry)), &template(entry), false) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Applies one file. Presets come first, so that the other lines override them.
    fn set_from(&self, path: &Path, entry: &Entry, options: &mut Options, warnings: &mut Vec<String>) {
        let table = entry.options;
        let text = match self.shelf().read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                let why = store::plain(&error);
                return warnings.push(format!("{}:1: {why}; the file is ignored", path.display()));
            }
        };
        let mut lines = lines_of(&text, entry, path, warnings);
        let is_preset = |name: &str| {
            table.iter().any(|spec| spec.kind.is_preset() && spec.name.eq_ignore_ascii_case(name))
        };
        kernel::sort_by_key(&mut lines, |line| !is_preset(&line.name));
        for Line { number, name, value } in lines {
            if let Err(what) = options.set(table, &name, &value) {
                warnings.push(format!("{}:{number}: {what} The line is ignored.", path.display()));
            }
        }
    }
}

fn own_name(entry: &Entry) -> String {
    format!("{}.properties", entry.id)
}

fn is_own(path: &Path, entry: &Entry) -> bool {
    path.file_name().is_some_and(|name| *name == *own_name(entry))
}

/// Whether it is `GAME.properties` or the name in the game's document, in upper or lower case.
fn is_settings(path: &Path, entry: &Entry) -> bool {
    let name = path.file_name().unwrap_or_default();
    let document =
        entry.attached.document_settings.is_some_and(|settings| name.eq_ignore_ascii_case(settings.file));
    is_own(path, entry) || document
}

fn template(entry: &Entry) -> String {
    let mut text = format!(
        "# Options of {} for every new game. Remove the # before a name to set it; --set on the command line\n\
         # overrides this file. Games that are under way keep the options they began with.\n",
        entry.title
    );
    for spec in entry.options {
        let usual = spec.canonical(spec.default).unwrap_or_else(|_| spec.default.to_owned());
        text.push_str(&format!("\n# {} ({})\n#{}={usual}\n", spec.help, spec.kind.told(), spec.name));
    }
    text
}

fn lines_of(text: &str, entry: &Entry, path: &Path, warnings: &mut Vec<String>) -> Vec<Line> {
    let keys = entry.attached.document_settings.map_or(&[][..], |settings| settings.keys);
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        let Some((name, value)) = line.split_once(['=', ':']) else {
            let what = "this is not a line of the form name=value; it is ignored";
            warnings.push(format!("{}:{number}: {what}", path.display()));
            continue;
        };
        let name = name.trim();
        let own = keys.iter().find(|(key, _)| *key == name).map_or(name, |(_, own)| own);
        lines.push(Line { number, name: own.to_owned(), value: value.to_owned() });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn cave() -> &'static Entry {
        catalog::find("cave").expect("the cave is in the catalogue")
    }

    fn set(home: &Home) -> Vec<(String, String)> {
        home.properties(cave()).0.iter().map(|(name, value)| (name.into(), value.into())).collect()
    }

    #[test]
    fn good_lines_count_and_bad_ones_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path(), catalog::GAMES);
        assert_eq!(home.properties(cave()), (Options::default(), vec![]));
        let text = "# mine\n\niRegionSize = 70\nkinds: maybe\nnonsense\nother=1\n\u{fffd}=\n";
        fs::write(home.file("cave.properties"), text).unwrap();
        let (options, warnings) = home.properties(cave());
        assert_eq!(options.iter().collect::<Vec<_>>(), [("iRegionSize", "70")]);
        assert_eq!(warnings.len(), 4);
        let told = "cave.properties:4: kinds takes on or off, not 'maybe'. The line is ignored.";
        assert!(warnings.iter().any(|warning| warning.ends_with(told)), "{warnings:?}");
    }

    /// The default configuration file as printed in the document, §2.6.4.
    const PRINTED: &str = "iRegionSize=50\niRegionCacheSize=8\niRegionIterationCount=2\niCellDeathThreshold=5\n\
        fRandomBoundary=0.5\nfChestSpawnBoundary=0.995\nbShouldClearScreen=true\nfFrameSleepTime=0.75\n\
        iChestMaxItems=2\niPlayerSaveFrequency=5\nfArmourProtection=0.3\nfDamageMultiplier=1.2\n\
        fCombatStunProbability=0.1\nbShowDebugInfo=false\nITurnSleepTime=500\n";

    #[test]
    fn the_file_of_the_document_is_read_under_its_name_and_with_its_keys() {
        for name in ["cavegame.properties", "CaveGame.properties"] {
            let folder = tempfile::tempdir().unwrap();
            let home = Home::at(folder.path(), catalog::GAMES);
            fs::write(home.file(name), PRINTED).unwrap();
            let (options, warnings) = home.properties(cave());
            assert_eq!(
                (options.iter().collect::<Vec<_>>(), warnings),
                (vec![("fCombatStunProbability", "0.1")], vec![])
            );
            fs::write(home.file(name), PRINTED.replace("ITurnSleepTime=500", "ITurnSleepTime=20")).unwrap();
            assert!(set(&home).contains(&("lTurnSleepTime".into(), "20".into())));
            // The file with the game's own name is read last.
            fs::write(home.file("cave.properties"), "lTurnSleepTime=30\n").unwrap();
            assert!(set(&home).contains(&("lTurnSleepTime".into(), "30".into())));
            let boo = catalog::find("boo").unwrap();
            assert_eq!(home.properties(boo), (Options::default(), vec![]), "another game does not read it");
        }
    }

    #[test]
    fn a_preset_in_the_file_leaves_the_other_lines_their_say() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path(), catalog::GAMES);
        fs::write(home.file("cave.properties"), "monsterhealth=26\nrules=document\nloss=on\n").unwrap();
        let set = set(&home);
        assert!(set.contains(&("monsterhealth".into(), "26".into())), "{set:?}");
        assert!(
            set.contains(&("birthplace".into(), "centre".into()))
                && !set.iter().any(|(name, _)| name == "loss")
        );
    }

    #[test]
    fn a_template_is_written_once_and_changes_nothing_until_it_is_edited() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("new"), catalog::GAMES);
        home.write_settings_template(catalog::find("boo").unwrap()).unwrap();
        assert!(!home.root().exists(), "only a game whose document asks for it has a template");
        home.write_settings_template(cave()).unwrap();
        let path = home.file("cave.properties");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')), "{text}");
        assert_eq!(home.properties(cave()), (Options::default(), vec![]));
        // Every option is listed with its default: without the comment signs the file is valid and changes
        // nothing.
        let plain: String = text
            .lines()
            .filter_map(|line| line.strip_prefix('#').filter(|line| !line.starts_with(' ')))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(plain.lines().count(), cave().options.len());
        fs::write(&path, &plain).unwrap();
        assert_eq!(home.properties(cave()), (Options::default(), vec![]));
        home.write_settings_template(cave()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), plain, "it is never written over");
        fs::remove_file(&path).unwrap();
        fs::write(home.file("cavegame.properties"), "").unwrap();
        home.write_settings_template(cave()).unwrap();
        assert!(!path.exists(), "the document's file is one, too");
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path(), catalog::GAMES);
        std::os::unix::fs::symlink("/dev/zero", home.file("cave.properties")).unwrap();
        let (options, warnings) = home.properties(cave());
        assert!(options.is_empty() && warnings[0].ends_with("it is not a regular file; the file is ignored"));
    }
}
