//! Advice for somebody who is new: which there is, how often each was given, and what need not be said any more.
//!
//! The memory is a file of `name = times` lines in the data folder; `learnt` in place of a number ends an advice for good.
//! Lines that are not understood stay where they are.

use keeper::Home;
use kernel::{Hint, Ink, Until, When};
use session::Entry;

/// An advice is given so many times at most.
const TIMES_MOST: u32 = 3;
/// It stays in sight for so many commands.
pub(crate) const IN_SIGHT: usize = 4;
/// So many commands lie between the beginnings of two.
const APART: usize = 10;

/// The file within the data folder.
const FILE: &str = "hints.txt";
const LEARNT: &str = "learnt";

/// What helps in every game.
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

/// How well something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It was said so many times.
    Said(u32),
    /// It was done.
    Learnt,
}

/// The file, line by line; a line that is no memory is kept as it is.
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

/// Gives advice in one game.
pub(crate) struct Adviser {
    /// The name under which each advice is remembered, and the advice; those of the game come first.
    rows: Vec<(String, &'static Hint)>,
    memory: Memory,
    home: Home,
    /// The one in sight, and after how many commands it was given.
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

    /// Whatever was done is never said again.
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

    /// Chooses what to say after so many commands, if anything fits and the last advice is not too fresh.
    pub(crate) fn choose(&mut self, commands: usize, fits: impl Fn(When) -> bool) {
        let rows = &self.rows;
        let in_phase = |index: usize| {
            rows[index].1.when.iter().filter(|when| matches!(when, When::Phase(_))).all(|when| fits(*when))
        };
        // What was said of another phase is out of place, and no reason to say nothing now.
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

    /// What is in sight now.
    pub(crate) fn says(&self) -> Option<&'static str> {
        self.current.map(|(index, _)| self.rows[index].1.say)
    }

    /// What cannot be kept is said once more another day, and that is all.
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
