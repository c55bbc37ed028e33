//! The players of seats: persons, built-in strategies, and programs.
//!
//! A program starts only if the person has named it: its command is kept in a [`Seating`], apart from the
//! options, and is never recorded. Options, codes and runs say at most that a program plays.

use crate::entry::Entry;
use crate::{BOT, Header, PERSON, PROGRAM, Seating, program_remark, remark};
use kernel::{Options, Seat};

/// An option that chooses the player of a seat.
#[derive(Clone, Copy, Debug)]
pub struct SeatOption {
    /// The name of the option, which is also that of the side.
    pub name: &'static str,
    /// The seat.
    pub seat: Seat,
    /// The built-in players; the first is a person.
    pub players: fn() -> Vec<&'static str>,
    /// How a built-in player plays, in a few words.
    pub how: fn(&str) -> &'static str,
    /// The player that a value of the option means, if there is one.
    pub who: fn(&str) -> Option<Who<'_>>,
}

/// The player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who<'a> {
    /// A person.
    Person,
    /// A built-in strategy.
    Strategy,
    /// An unnamed program.
    Program,
    /// The program of this command.
    Command(&'a str),
}

impl SeatOption {
    /// The program that a value means, with its command if there is one.
    fn program<'a>(&self, value: &'a str) -> Option<Option<&'a str>> {
        match (self.who)(value)? {
            Who::Program => Some(None),
            Who::Command(command) => Some(Some(command)),
            Who::Person | Who::Strategy => None,
        }
    }
}

/// A seat whose program is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacancy {
    /// The seat.
    pub seat: Seat,
    /// The name of the side.
    pub name: &'static str,
    /// The printable name of the program, if the run contains it; information only.
    pub program: String,
    /// The built-in players that can replace it; the first is a person.
    pub players: Vec<&'static str>,
}

impl Entry {
    /// Sets an option that a person has typed. A command goes into the seating and is not recorded.
    ///
    /// # Errors
    /// As [`Options::set`].
    pub fn set_typed(
        &self,
        name: &str,
        value: &str,
        options: &mut Options,
        seating: &mut Seating,
    ) -> Result<(), String> {
        if let Some(option) =
            self.attached.seats.iter().find(|option| option.name.eq_ignore_ascii_case(name.trim()))
        {
            seating.seats.retain(|(seat, _)| *seat != option.seat);
            if let Some(Who::Command(_)) = (option.who)(value) {
                seating.seats.push((option.seat, value.to_owned()));
                return Ok(());
            }
        }
        options.set(self.options, name, value)
    }

    /// The seats of a run that programs played.
    #[must_use]
    pub fn vacancies(&self, header: &Header) -> Vec<Vacancy> {
        let vacancy = |option: &SeatOption| {
            let (_, value) = header.options.iter().find(|(name, _)| name == option.name)?;
            let command = option.program(value)?.and_then(|command| command.split_whitespace().next());
            let told = remark(&header.about, &program_remark(option.name));
            Some(Vacancy {
                seat: option.seat,
                name: option.name,
                program: plain_name(told.or(command).unwrap_or_default()),
                players: (option.players)(),
            })
        };
        self.attached.seats.iter().filter_map(vacancy).collect()
    }

    /// The marks of a run that follow from its players, as words of [`crate::mark_words`].
    #[must_use]
    pub fn seated(&self, header: &Header) -> Vec<&'static str> {
        if self.attached.seats.is_empty() {
            return Vec::new();
        }
        let players = players_of(self, header);
        let persons = players.iter().filter(|player| **player == Some(Who::Person)).count();
        let program = players.iter().any(|player| matches!(player, Some(Who::Program | Who::Command(_))));
        let marks = [(persons == 0, BOT), (persons == players.len(), PERSON), (program, PROGRAM)];
        marks.into_iter().filter_map(|(holds, mark)| holds.then_some(mark)).collect()
    }

    /// The same options with a person on every seat of a program, and a sentence about each.
    #[must_use]
    pub fn without_programs(&self, mut options: Options) -> (Options, Vec<String>) {
        let mut notes = Vec::new();
        let table = self.options;
        for option in self.attached.seats {
            if option.program(&options.get(table, option.name)).is_none() {
                continue;
            }
            let person = (option.players)()[0];
            options.set(table, option.name, person).expect("a person can play every seat");
            notes.push(format!(
                "A program was named for the {0}; it is not started, a person plays the {0}.",
                option.name
            ));
        }
        (options, notes)
    }
}

/// The players of a game's seats.
fn players_of<'a>(entry: &Entry, header: &'a Header) -> Vec<Option<Who<'a>>> {
    let who = |option: &SeatOption| {
        let set = header.options.iter().find(|(name, _)| name == option.name);
        let usual = || entry.options.iter().find(|spec| spec.name == option.name);
        let name = set.map(|(_, value)| value.as_str()).or_else(|| usual().map(|spec| spec.default));
        (option.who)(name.unwrap_or_default())
    };
    entry.attached.seats.iter().map(who).collect()
}

/// The seat through whose eyes a game is watched: that of the only person, or the first where strategies play
/// all of them. `None` for the seat to move.
#[must_use]
pub fn watched_seat(entry: &Entry, header: &Header) -> Option<Seat> {
    let players = players_of(entry, header);
    let is_person = |player: &&(Option<Who<'_>>, &SeatOption)| player.0 == Some(Who::Person);
    let players: Vec<(Option<Who<'_>>, &SeatOption)> =
        players.into_iter().zip(entry.attached.seats).collect();
    match players.iter().filter(is_person).count() {
        0 => players.first().map(|(_, option)| option.seat),
        1 => players.iter().find(is_person).map(|(_, option)| option.seat),
        _ => None,
    }
}

/// The last part of a path, with only the characters of plain names.
#[must_use]
pub fn plain_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let fits = |letter: &char| letter.is_alphanumeric() || "._+-".contains(*letter);
    let name: String = name.chars().filter(fits).take(40).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}
