//! Hints for beginners: which there are, how often each was given, and which are no longer needed.
//!
//! The memory is a file of `name = times` lines in the data folder; `learnt` instead of a number ends a hint
//! for good. Unknown lines are preserved.

use keeper::Home;
use kernel::{Hint, Ink, Until, When};
use session::Entry;

/// Maximum number of times a hint is given.
const TIMES_MOST: u32 = 3;
/// Number of commands a hint stays visible.
pub(crate) const IN_SIGHT: usize = 4;
/// Minimum number of commands between two hints.
const APART: usize = 10;

/// The file in the data folder.
const FILE: &str = "hints.txt";
const LEARNT: &str = "learnt";

/// Hints for every game.
static COMMON: [Hint; 3] = [
    Hint {
        name: "look",
        when: &[When::Played(5), When::Shows(Ink::Foe)],
        say: "{app look} and then [Tab] name what you see on the board.",
        learnt_by: Until::Front("look"),
    },
    Hint {
        name: "help",
        when: &[When::Played(15)],
        say: "{app help} shows all keys.",
        learnt_by: Until::Front("help"),
    },
    Hint {
        name: "leave",
        when: &[When::Played(60)],
        say: "{app leave} leaves at any moment; the game is kept as it stands.",
        learnt_by: Until::Front("leave"),
    },
];

/// What is remembered about a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It was given this many times.
    Said(u32),
    /// The player has done it.
    Learnt,
}

/// The file, line by line; unknown lines are kept as they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory(Vec<Result<(String, Known), String>>);

impl Memory {
    pub(crate) fn read(text: &str) -> Self {
        Self(text.lines().map(|line| remembered(line).ok_or_else(|| line.to_owned())).collect())
    }

    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        for line in &self.0 {
            match line {
                Ok((name, Known::Said(times))) => out.push_str(&format!("{name} = {times}\n")),
                Ok((name, Known::Learnt)) => out.push_str(&format!("{name} = {LEARNT}\n")),
                Err(other) => out.push_str(&format!("{other}\n")),
            }
        }
        out
    }

    fn get(&self, name: &str) -> Known {
        let known = self.0.iter().flatten().find(|(other, _)| other == name);
        known.map_or(Known::Said(0), |(_, known)| *known)
    }

    fn set(&mut self, name: &str, known: Known) {
        match self.0.iter_mut().flatten().find(|(other, _)| other == name) {
            Some(line) => line.1 = known,
            None => self.0.push(Ok((name.to_owned(), known))),
        }
    }

    fn wants(&self, name: &str) -> bool {
        matches!(self.get(name), Known::Said(times) if times < TIMES_MOST)
    }
}

fn remembered(line: &str) -> Option<(String, Known)> {
    let (name, value) = line.split_once('=')?;
    let known = if value.trim() == LEARNT { Known::Learnt } else { Known::Said(value.trim().parse().ok()?) };
    Some((name.trim().to_owned(), known))
}

/// Gives hints in one game.
pub(crate) struct Adviser {
    /// Each hint with the name it is remembered by; the game's own come first.
    rows: Vec<(String, &'static Hint)>,
    memory: Memory,
    home: Home,
    /// The visible hint, and the number of commands when it was given.
    current: Option<(usize, usize)>,
    last: Option<usize>,
}

impl Adviser {
    pub(crate) fn new(entry: Option<&Entry>, home: &Home) -> Self {
        let own = entry.into_iter().flat_map(|entry| {
            entry.teaching.hints.iter().map(|hint| (format!("{}.{}", entry.id, hint.name), hint))
        });
        let common = COMMON.iter().map(|hint| (hint.name.to_owned(), hint));
        Self {
            rows: own.chain(common).collect(),
            memory: Memory::read(&home.note(FILE)),
            home: home.clone(),
            current: None,
            last: None,
        }
    }

    /// Ends the hints for everything that was done.
    pub(crate) fn learn(&mut self, was_done: impl Fn(Until) -> bool) {
        let mut changed = false;
        for (index, (name, hint)) in self.rows.iter().enumerate() {
            if was_done(hint.learnt_by) && self.memory.get(name) != Known::Learnt {
                self.memory.set(name, Known::Learnt);
                self.current = self.current.filter(|(current, _)| *current != index);
                changed = true;
            }
        }
        if changed {
            self.keep();
        }
    }

    /// Chooses a hint after this many commands, if one fits and the last is old enough.
    pub(crate) fn choose(&mut self, commands: usize, fits: impl Fn(When) -> bool) {
        let rows = &self.rows;
        let in_phase = |index: usize| {
            rows[index].1.when.iter().filter(|when| matches!(when, When::Phase(_))).all(|when| fits(*when))
        };
        // A hint for another phase is removed, and does not delay the next one.
        if self.current.is_some_and(|(index, _)| !in_phase(index)) {
            (self.current, self.last) = (None, None);
        }
        self.current = self.current.filter(|(_, since)| commands < since + IN_SIGHT);
        if self.current.is_some() || self.last.is_some_and(|last| commands < last + APART) {
            return;
        }
        let wanted = |(name, hint): &(String, &Hint)| {
            self.memory.wants(name) && hint.when.iter().all(|when| fits(*when))
        };
        let Some(index) = self.rows.iter().position(wanted) else { return };
        (self.current, self.last) = (Some((index, commands)), Some(commands));
        let name = self.rows[index].0.clone();
        if let Known::Said(times) = self.memory.get(&name) {
            self.memory.set(&name, Known::Said(times + 1));
            self.keep();
        }
    }

    /// The visible hint.
    pub(crate) fn says(&self) -> Option<&'static str> {
        self.current.map(|(index, _)| self.rows[index].1.say)
    }

    /// A failed write is ignored: the hint is given once more another day.
    fn keep(&self) {
        let _ = self.home.set_note(FILE, &self.memory.text());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_reads_back_and_keeps_what_it_does_not_know() {
        let text = "# mine\nboo.eat = 2\nlook = learnt\nnonsense\nhelp = many\n";
        let mut memory = Memory::read(text);
        assert_eq!(memory.text(), text);
        assert_eq!((memory.get("boo.eat"), memory.get("look")), (Known::Said(2), Known::Learnt));
        assert!(memory.wants("boo.eat") && !memory.wants("look") && memory.wants("never heard of"));
        memory.set("boo.eat", Known::Said(TIMES_MOST));
        memory.set("leave", Known::Learnt);
        assert!(!memory.wants("boo.eat"));
        assert_eq!(
            memory.text(),
            "# mine\nboo.eat = 3\nlook = learnt\nnonsense\nhelp = many\nleave = learnt\n"
        );
    }
}
