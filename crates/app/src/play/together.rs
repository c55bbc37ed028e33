//! A shared game: other players' commands are shown as they arrive, and whatever would change the game for
//! everybody is not offered.

use super::{Mode, Play};
use crate::dialog::{Answer, Dialog};
use crate::screen::Go;
use console::Front;
use kernel::Cue;
use session::{Contact, RoomStatus};

/// What was received from the room.
#[derive(Default)]
pub(super) struct Company {
    /// The number of the last news shown.
    seen: u64,
    /// Why the room was closed, until it has been shown.
    parting: Option<String>,
    parted: bool,
}

impl Play {
    /// The status of the room; `None` in the player's own game.
    pub(super) fn room(&self) -> Option<RoomStatus> {
        self.session().status().room
    }

    /// Shows what others have done; important news stop a walk.
    pub(super) fn hear_others(&mut self) {
        if self.room().is_none() {
            return;
        }
        self.opened.session.settle();
        let Some(room) = self.room().filter(|room| room.news != self.company.seen) else { return };
        self.company.seen = room.news;
        let turn = self.session().commands();
        let said = self.session().told(self.session().said());
        if let Mode::Walk(_) = self.mode
            && said.iter().any(|said| !matches!(said.cue, Cue::Routine))
        {
            self.mode = Mode::Game;
        }
        self.log.begin();
        said.iter().for_each(|said| self.log.add(said.shown(), said.cue, turn, false));
        if room.contact == Contact::Over && !self.company.parted {
            self.company.parted = true;
            self.company.parting = said.last().map(|said| said.shown().to_owned());
        }
        if self.table_is_stale() {
            self.has_chart = self.session().status().has_chart;
        }
    }

    /// Whether another player's command changed the phase.
    fn table_is_stale(&mut self) -> bool {
        let phase = self.session().phase();
        std::mem::replace(&mut self.charted, phase) != phase
    }

    /// Whether the end of the room has to be shown.
    pub(super) const fn is_parting(&self) -> bool {
        self.company.parting.is_some()
    }

    /// The message about the end of the room, once.
    pub(super) fn parting(&mut self) -> Option<Go> {
        let why = self.company.parting.take()?;
        let kept = "What was played is saved.".to_owned();
        let choices = [('b', "Look at the board", Answer::No), ('q', "Leave", Answer::Leave)];
        Some(Go::open(Dialog::menu("The room is closed", &[why, kept], &choices)))
    }

    /// Refuses, with a notice, what a single player of a shared game cannot do.
    pub(super) fn is_for_one(&mut self, front: Front) -> bool {
        let why = match front {
            Front::Undo => "Others play here, too: nothing is taken back.",
            Front::Rewind => "Others play here, too: the time line opens once the game is saved with you.",
            Front::Coach | Front::Hint if self.has_teacher() => "Others play here, too: the coach keeps out.",
            _ => return false,
        };
        if self.room().is_none() {
            return false;
        }
        self.toast = Some(why.to_owned());
        true
    }

    /// True in a game that others can join at any time.
    fn has_company(&self) -> bool {
        self.verbs.iter().any(|verb| verb.name == "join")
    }

    /// The status of the room in the title.
    pub(super) fn room_in_title(&self) -> Option<&'static str> {
        Some(match self.room()?.contact {
            Contact::Here if self.session().about().seats == 1 && !self.has_company() => "on the host",
            Contact::Here => "together",
            Contact::Lost => "connection lost",
            Contact::Over => "room closed",
        })
    }
}
