//! The players of a match or an arena. A setup records only that a program plays; this type includes its
//! command.

use game_pursuit::{Player, Side};
use session::plain_name;

/// The player of a side: a built-in strategy, or a program with the command given by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// A built-in strategy.
    Built(Player),
    /// The command of a program.
    Program(String),
}

impl Entrant {
    /// Parses a name such as `rogue` or `cmd:./mine.py`; returns a hint too if the name is misspelled as in
    /// the document.
    ///
    /// # Errors
    /// A sentence that lists the valid names.
    pub fn parse(name: &str, side: Side) -> Result<(Self, Option<String>), String> {
        let (player, hint) = Player::parse(name, side)?;
        match (Player::command(name), player) {
            (Some(command), _) => Ok((Self::Program(command.to_owned()), hint)),
            (None, Player::Program(_)) => Err("Which program? Name it, as in cmd:./mine.py.".to_owned()),
            (None, player) => Ok((Self::Built(player), hint)),
        }
    }

    /// The canonical name.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Built(player) => player.name(),
            Self::Program(command) => format!("cmd:{command}"),
        }
    }

    /// The player as recorded in setups and runs.
    #[must_use]
    pub fn player(&self) -> Player {
        match self {
            Self::Built(player) => player.clone(),
            Self::Program(_) => Player::PROGRAM,
        }
    }
}

impl From<Player> for Entrant {
    fn from(player: Player) -> Self {
        Self::Built(player)
    }
}

/// The name of a program as recorded in runs: that of its file, or the first word of its command. Letters,
/// digits and `._+-` only.
#[must_use]
pub fn program_name(command: &str) -> String {
    let is_file = |word: &&str| std::path::Path::new(word).is_file();
    let words = || command.split_whitespace().map(|word| word.trim_matches(['"', '\'']));
    let word = Some(command).filter(is_file).or_else(|| words().find(is_file)).or_else(|| words().next());
    plain_name(word.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_goes_by_the_name_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("anna hero.py");
        std::fs::write(&file, "").unwrap();
        assert_eq!(program_name(file.to_str().unwrap()), "annahero.py");
        let file = folder.path().join("hero.py");
        std::fs::write(&file, "").unwrap();
        assert_eq!(program_name(&format!("python3 {} --token secret", file.display())), "hero.py");
        assert_eq!(program_name("/usr/bin/java -cp ben Strategy"), "java");
        assert_eq!(program_name("  "), "unnamed");
        assert_eq!(plain_name("/tmp/\u{1b}[31m\u{202e}x\n; rm -rf"), "31mxrm-rf");
        assert_eq!(plain_name(&"x".repeat(99)).len(), 40);
    }
}
