//! The players of a room by seat: their names, and who is on the board of a game where players come and go.

use kernel::Name;
use session::Session;
use std::collections::BTreeSet;

/// The verbs by which players come and go in games that have them.
pub(crate) const JOIN: &str = "join";
pub(crate) const LEAVE: &str = "leave";
pub(crate) const DISMISS: &str = "dismiss";

#[derive(Clone, Default)]
struct Player {
    name: String,
    /// True while the game has a hero of this seat on its board.
    here: bool,
    /// True once the seat was joined by a command.
    joined: bool,
}

#[derive(Default)]
pub(crate) struct Roster {
    players: Vec<Player>,
    banned: BTreeSet<String>,
    /// Counts changes of the names.
    pub(crate) version: usize,
}

impl Roster {
    /// The players as the run has them, and names for seats of which it says nothing.
    pub(crate) fn of(session: &dyn Session, names: Vec<String>) -> Self {
        let players = names.into_iter().map(|name| Player { name, ..Player::default() }).collect();
        let mut roster = Self { players, banned: BTreeSet::new(), version: 1 };
        let about = &session.header().about;
        if let Some((_, names)) = about.iter().find(|(name, _)| name == session::PLAYERS) {
            roster.read(names);
        }
        for index in 0..session.commands() {
            if let Some((seat, line)) = session.step(index) {
                roster.note(seat, &line);
            }
        }
        roster
    }

    /// The players as a chapter names them: in the order of their seats, those with a dash not on the board.
    pub(crate) fn spelled(&self) -> String {
        let word = |player: &Player| format!("{}{}", player.name, if player.here { "" } else { "-" });
        self.players.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    fn read(&mut self, names: &str) {
        for (seat, word) in (0u8..=u8::MAX).zip(names.split_whitespace()) {
            let name = word.trim_end_matches('-');
            self.set_name(seat, name);
            let player = &mut self.players[usize::from(seat)];
            (player.here, player.joined) = (name == word, true);
        }
    }

    /// Takes note of a command that was played.
    pub(crate) fn note(&mut self, seat: u8, line: &str) {
        match line.split_once(' ').unwrap_or((line, "")) {
            (JOIN, name) => {
                self.set_name(seat, name);
                let player = &mut self.players[usize::from(seat)];
                (player.here, player.joined) = (true, true);
            }
            (LEAVE, "") => {
                if let Some(player) = self.players.get_mut(usize::from(seat)) {
                    player.here = false;
                }
            }
            (DISMISS, whom) => {
                if let Some(seat) = self.seat_of(whom) {
                    self.players[usize::from(seat)].here = false;
                }
            }
            _ => {}
        }
    }

    pub(crate) fn set_name(&mut self, seat: u8, name: &str) {
        let place = usize::from(seat);
        self.players.resize(self.players.len().max(place + 1), Player::default());
        if self.players[place].name != name {
            name.clone_into(&mut self.players[place].name);
            self.version += 1;
        }
    }

    /// The seat of a name, however it is spelled.
    pub(crate) fn seat_of(&self, name: &str) -> Option<u8> {
        let name = Name::new(name).ok()?;
        let like = |player: &Player| Name::new(&player.name).is_ok_and(|other| other.is_like(&name));
        self.players.iter().position(like).map(|seat| seat as u8)
    }

    pub(crate) fn name_of(&self, seat: u8) -> &str {
        self.players.get(usize::from(seat)).map_or("", |player| &player.name)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    pub(crate) fn players(&self) -> Vec<(String, bool)> {
        self.players.iter().map(|player| (player.name.clone(), player.here)).collect()
    }

    /// True when a hero of this seat is on the board: it was joined and not left, or it is the founder's before anybody joined.
    pub(crate) fn is_on_board(&self, seat: u8) -> bool {
        self.players
            .get(usize::from(seat))
            .map_or(seat == 0, |player| player.here || (seat == 0 && !player.joined))
    }

    pub(crate) fn has_joined(&self, seat: u8) -> bool {
        self.players.get(usize::from(seat)).is_some_and(|player| player.joined)
    }

    /// Never lets somebody in again.
    pub(crate) fn ban(&mut self, seat: u8) {
        self.banned.insert(self.name_of(seat).to_ascii_lowercase());
    }

    pub(crate) fn is_banned(&self, name: &str) -> bool {
        self.banned.contains(&name.to_ascii_lowercase())
    }

    /// How many seats have had a player.
    pub(crate) fn seats(&self) -> u8 {
        self.players.len() as u8
    }
}
