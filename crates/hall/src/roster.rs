//! The players of a room by seat: their names, and who is on the board in games where players come and go.

use kernel::Name;
use session::Session;
use std::collections::BTreeSet;

/// The verbs for coming and going, in games that have them.
pub(crate) const JOIN: &str = "join";
pub(crate) const LEAVE: &str = "leave";
pub(crate) const DISMISS: &str = "dismiss";

#[derive(Clone, Default)]
struct Player {
    name: String,
    /// Whether a hero of this seat is on the board.
    here: bool,
    /// Whether the seat was ever joined by a command.
    joined: bool,
}

#[derive(Default)]
pub(crate) struct Roster {
    players: Vec<Player>,
    banned: BTreeSet<String>,
    /// Incremented with each change of the names.
    pub(crate) version: usize,
}

impl Roster {
    /// The players named in the run, and the given names for other seats.
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

    /// The players as spelled in a chapter's header: by seat, with a dash for those not on the board.
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

    /// Applies a command that was played.
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

    /// The seat of a name, ignoring its spelling.
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

    /// Whether a hero of this seat is on the board: it joined and did not leave, or it is the founder before
    /// anybody joined.
    pub(crate) fn is_on_board(&self, seat: u8) -> bool {
        self.players
            .get(usize::from(seat))
            .map_or(seat == 0, |player| player.here || (seat == 0 && !player.joined))
    }

    pub(crate) fn has_joined(&self, seat: u8) -> bool {
        self.players.get(usize::from(seat)).is_some_and(|player| player.joined)
    }

    /// Bans the player of a seat.
    pub(crate) fn ban(&mut self, seat: u8) {
        self.banned.insert(self.name_of(seat).to_ascii_lowercase());
    }

    pub(crate) fn is_banned(&self, name: &str) -> bool {
        self.banned.contains(&name.to_ascii_lowercase())
    }

    /// Number of seats that ever had a player.
    pub(crate) fn seats(&self) -> u8 {
        self.players.len() as u8
    }
}
