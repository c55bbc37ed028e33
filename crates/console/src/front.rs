//! The application's own commands, which no game knows: help, look, travel and so on.

use crate::Key;

/// A command of the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Front {
    Help,
    Look,
    Messages,
    Map,
    Travel,
    Explore,
    Inventory,
    Run,
    Rest,
    Fight,
    Repeat,
    Rewind,
    Undo,
    Coach,
    Hint,
    Type,
    Settings,
    Leave,
}

impl Front {
    /// Every command, in the order of the help page.
    pub const ALL: [Self; 18] = [
        Self::Look,
        Self::Travel,
        Self::Explore,
        Self::Inventory,
        Self::Run,
        Self::Rest,
        Self::Fight,
        Self::Repeat,
        Self::Map,
        Self::Messages,
        Self::Undo,
        Self::Rewind,
        Self::Coach,
        Self::Hint,
        Self::Type,
        Self::Help,
        Self::Settings,
        Self::Leave,
    ];

    /// Its name in settings.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Help => "help",
            Self::Look => "look",
            Self::Messages => "messages",
            Self::Map => "map",
            Self::Travel => "travel",
            Self::Explore => "explore",
            Self::Inventory => "inventory",
            Self::Run => "run",
            Self::Rest => "rest",
            Self::Fight => "fight",
            Self::Repeat => "repeat",
            Self::Rewind => "rewind",
            Self::Undo => "undo",
            Self::Coach => "coach",
            Self::Hint => "hint",
            Self::Type => "type",
            Self::Settings => "settings",
            Self::Leave => "leave",
        }
    }

    /// One line for the help page.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::Help => "Show this page.",
            Self::Look => "Move a cursor over the board to see what is there.",
            Self::Messages => "Read and search all messages.",
            Self::Map => "Show a map of where you have been.",
            Self::Travel => "Choose a place or thing by name and walk there; stops at a new danger.",
            Self::Explore => "Walk to unexplored places and useful things; stops at a new danger.",
            Self::Inventory => "What you carry and what you can do with it.",
            Self::Run => {
                "Run in a direction; Shift with an arrow runs at once. Stops where there is something to decide."
            }
            Self::Rest => {
                "Wait until something happens. In a game without waiting, this tells you what heals instead."
            }
            Self::Fight => {
                "Fight the nearest enemy until it is dead, you have lost too much health, or a new danger appears."
            }
            Self::Repeat => "Repeat your last command.",
            Self::Rewind => "Go back to any turn of this game, and play on from there if you like.",
            Self::Undo => "Take back your last command. Marks the run as assisted.",
            Self::Coach => "Show what each move is worth. Marks the run as assisted.",
            Self::Hint => "Show the best moves. Marks the run as assisted.",
            Self::Type => "Type a command.",
            Self::Settings => "Colours, glyphs, keys.",
            Self::Leave => "Leave. The game is saved.",
        }
    }

    /// Its keys in the common set, which are the same in every game.
    pub(crate) const fn common(self) -> &'static [Key] {
        use Key::Char;
        match self {
            Self::Help => &[Char('?')],
            Self::Look => &[Char('x')],
            Self::Messages => &[Char('m')],
            Self::Travel => &[Char('t'), Char('_')],
            Self::Explore => &[Char('o')],
            Self::Inventory => &[Char('i')],
            Self::Rest => &[Char('z')],
            Self::Rewind => &[Char('<')],
            Self::Undo => &[Char('U')],
            Self::Fight => &[Char('F')],
            _ => &[],
        }
    }

    /// Preferred keys. It gets the first free one; leaving, help and rest get all free ones.
    pub(crate) const fn wishes(self) -> &'static [Key] {
        use Key::{Char, F};
        match self {
            Self::Help => &[Char('?'), F(1)],
            Self::Look => &[Char('x'), Char(';'), Char('v'), F(2)],
            Self::Messages => &[Char('m'), Char('p'), F(3)],
            Self::Map => &[Char('M'), Char('Z'), F(7)],
            Self::Travel => &[Char('t'), Char('_'), Char('g'), F(4)],
            Self::Explore => &[Char('o'), Char('O'), F(5)],
            Self::Inventory => &[Char('i'), Char('I'), Key::Delete],
            Self::Run => &[Char('G'), Char(','), F(12)],
            Self::Rest => &[Char('5'), Char('Z'), Key::Middle],
            Self::Fight => &[Char('f'), Char('F'), Key::Tab],
            Self::Repeat => &[Char('&'), Char('"'), Key::Insert],
            Self::Rewind => &[Char('<'), Char('['), Key::Backspace],
            Self::Undo => &[Char('U'), F(8)],
            Self::Coach => &[Char('C'), F(10)],
            Self::Hint => &[Char('H'), F(11)],
            Self::Type => &[Char(':'), Char('/'), F(6)],
            Self::Settings => &[Char('='), F(9)],
            Self::Leave => &[Char('q'), Char('Q')],
        }
    }

    pub(crate) const fn takes_all(self) -> bool {
        matches!(self, Self::Help | Self::Leave | Self::Rest)
    }
}
