//! The verbs of a game as one table. The line reader, the key reader, the help page, the action numbers of bots
//! and the spelling in runs are all made from it.

mod press;
mod reader;

pub use press::{Pending, Pressed, Stroke};
pub use reader::Reader;

use crate::Dir;
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// A verb that can be used at any time; see [`Verb::phases`].
pub const ALL_PHASES: u8 = u8::MAX;
/// The largest number that one key stands for: the key 0.
const ONE_KEY_MAX: u32 = 10;

/// One verb of a game.
#[derive(Debug)]
pub struct Verb<C: 'static> {
    /// What it does, in one or two words, for help and menus ("move north").
    pub name: &'static str,
    /// What it is for.
    pub kind: VerbKind,
    /// Every way to type it; the first is how runs spell it.
    pub words: &'static [&'static str],
    /// Its default keys.
    pub keys: &'static [char],
    /// The direction it moves in, if it is a plain step: front-ends bind arrow and vi keys to it.
    pub way: Option<Dir>,
    /// The phases of the game in which it is valid, one bit each (see [`crate::Game::phase`]). The rules refuse
    /// it in others.
    pub phases: u8,
    /// One line for the help page.
    pub help: &'static str,
    /// Its argument.
    pub form: Form<C>,
}

impl<C> Verb<C> {
    /// A deed that is valid in every phase and moves nobody.
    #[must_use]
    pub const fn new(
        name: &'static str,
        words: &'static [&'static str],
        keys: &'static [char],
        help: &'static str,
        form: Form<C>,
    ) -> Self {
        Self { name, kind: VerbKind::Deed, words, keys, way: None, phases: ALL_PHASES, help, form }
    }

    /// The same verb as a plain step in a direction.
    #[must_use]
    pub const fn moving(mut self, way: Dir) -> Self {
        self.way = Some(way);
        self
    }

    /// The same verb, valid only in these phases.
    #[must_use]
    pub const fn in_phases(mut self, phases: u8) -> Self {
        self.phases = phases;
        self
    }

    /// The same verb of another kind.
    #[must_use]
    pub const fn marked(mut self, kind: VerbKind) -> Self {
        self.kind = kind;
        self
    }

    /// Its argument.
    #[must_use]
    pub const fn follows(&self) -> Follows {
        match self.form {
            Form::Plain(_) => Follows::Nothing,
            Form::Toward { .. } => Follows::Direction,
            Form::Number { first, last, .. } => Follows::Number(first, last),
            Form::Letter { .. } => Follows::Character,
            Form::Words { wanted, .. } => Follows::Words(wanted),
        }
    }
}

/// What a verb is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerbKind {
    /// Plays the game.
    Deed,
    /// It ends the game or begins another.
    Meta,
    /// Only displays something.
    Talk,
}

/// The argument of a verb. Displayed in capitals, as in `take DIRECTION`; `Nothing` is displayed as nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Follows {
    Nothing,
    Direction,
    /// A whole number between these two, both included.
    Number(u32, u32),
    Character,
    /// Words that can only be typed; the text says which.
    Words(&'static str),
}

impl fmt::Display for Follows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Direction => f.write_str("DIRECTION"),
            Self::Number(first, last) => write!(f, "{first}-{last}"),
            Self::Character => f.write_str("CHARACTER"),
            Self::Words(wanted) => f.write_str(wanted),
        }
    }
}

/// The argument of a verb, and how the two become a command.
#[derive(Debug)]
pub enum Form<C: 'static> {
    /// Nothing follows.
    Plain(C),
    /// A direction, in the words of [`Grammar::ways`].
    Toward {
        /// Makes the command.
        build: fn(Dir) -> C,
        /// The argument of such a command.
        parse: fn(C) -> Option<Dir>,
    },
    /// A whole number from `first` to `last`.
    Number {
        /// The smallest number.
        first: u32,
        /// The largest number.
        last: u32,
        /// Whether a single key is the whole number, 0 standing for 10; larger numbers can only be typed as
        /// words.
        one_key: bool,
        /// Makes the command.
        build: fn(u32) -> C,
        /// The argument of such a command.
        parse: fn(C) -> Option<u32>,
    },
    /// One character. Characters that are not in `sample` are accepted too and left to the rules.
    Letter {
        /// The characters a bot may choose from and a help page lists.
        sample: &'static str,
        /// Makes the command.
        build: fn(char) -> C,
        /// The argument of such a command.
        parse: fn(C) -> Option<char>,
    },
    /// The rest of the line, such as a name. It can only be typed and has no action number.
    Words {
        /// What is expected, in capitals.
        wanted: &'static str,
        /// Makes the command; `None` if the words do not fit.
        build: fn(&str) -> Option<C>,
        /// The argument of such a command.
        parse: fn(C) -> Option<String>,
    },
}

impl<C: Copy + PartialEq> Form<C> {
    /// Whether a verb of this form makes a command.
    #[must_use]
    pub fn makes(&self, command: C) -> bool {
        match self {
            Self::Plain(plain) => *plain == command,
            Self::Toward { parse, .. } => parse(command).is_some(),
            Self::Number { parse, .. } => parse(command).is_some(),
            Self::Letter { parse, .. } => parse(command).is_some(),
            Self::Words { parse, .. } => parse(command).is_some(),
        }
    }
}

/// The verbs of a game and how its words are read.
#[derive(Debug)]
pub struct Grammar<C: 'static> {
    /// The verbs, in the order of the help page.
    pub verbs: &'static [Verb<C>],
    /// The words for directions; empty if no verb takes one.
    pub ways: &'static [(&'static str, Dir)],
    /// Whether upper and lower case are the same.
    pub fold_case: bool,
    /// Whether lines are read as one stream of words: a line may hold several commands, and a command may span
    /// lines.
    pub flowing: bool,
}

/// An input that was not understood, and the message about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread(pub String);

impl<C: Copy + PartialEq + 'static> Grammar<C> {
    fn same(&self, a: &str, b: &str) -> bool {
        a == b || (self.fold_case && a.eq_ignore_ascii_case(b))
    }

    /// The verb a word means in a phase. A verb of another phase matches only if none of this phase does, and
    /// only by its first word.
    #[must_use]
    pub fn verb_of(&self, word: &str, phase: u8) -> Option<usize> {
        let first = |verb: &Verb<C>| verb.words.first().is_some_and(|w| self.same(w, word));
        self.verbs_named(word, phase).next().or_else(|| self.verbs.iter().position(first))
    }

    /// The verbs of a phase that a word may mean, in the order of the table.
    fn verbs_named(&self, word: &str, phase: u8) -> impl Iterator<Item = usize> {
        let named = move |verb: &Verb<C>| {
            verb.phases & (1 << phase) != 0 && verb.words.iter().any(|w| self.same(w, word))
        };
        self.verbs.iter().enumerate().filter(move |(_, verb)| named(verb)).map(|(index, _)| index)
    }

    /// The verb a word means before the word `next` of the same line. If a plain verb and one with a direction
    /// share a word, the next word decides.
    fn verb_before(&self, word: &str, next: Option<&str>, phase: u8) -> Option<usize> {
        let takes_way = |&verb: &usize| matches!(self.verbs[verb].form, Form::Toward { .. });
        next.and_then(|next| self.way_of(next))
            .and_then(|_| self.verbs_named(word, phase).find(takes_way))
            .or_else(|| self.verb_of(word, phase))
    }

    /// The direction a word means.
    #[must_use]
    pub fn way_of(&self, word: &str) -> Option<Dir> {
        self.ways.iter().find(|(name, _)| self.same(name, word)).map(|(_, dir)| *dir)
    }

    /// Reads a whole line: several commands where words are read as a stream, exactly one elsewhere.
    ///
    /// # Errors
    /// If any part of it is not understood; then no command is returned.
    pub fn read(&self, line: &str, phase: u8) -> Result<Vec<C>, Misread> {
        let mut commands = Vec::new();
        let mut words = line.split_whitespace().peekable();
        if words.peek().is_none() {
            return Err(Misread("Nothing was typed.".into()));
        }
        if self.flowing {
            let mut reader = Reader::default();
            while let Some(word) = words.next() {
                if let Some(read) = reader.word(self, word, words.peek().copied(), phase) {
                    commands.push(read?);
                }
            }
            if let Some(verb) = reader.pending {
                return Err(Misread(self.wants(verb)));
            }
            return Ok(commands);
        }
        let first = words.next().unwrap_or_default();
        let (verb, glued) = self.split(first, phase).ok_or_else(|| unknown(first))?;
        if let Form::Words { build, .. } = self.verbs[verb].form {
            let rest = words.collect::<Vec<_>>().join(" ");
            commands.push(build(&rest).ok_or_else(|| Misread(self.wants(verb)))?);
            return Ok(commands);
        }
        let argument = glued.or_else(|| words.next());
        if let Some(extra) = words.next() {
            return Err(Misread(format!("'{}' is too much after '{}'.", shown(extra), shown(first))));
        }
        commands.push(self.complete(verb, argument)?);
        Ok(commands)
    }

    /// A verb and the number written together with it, as in `e3`.
    fn split<'w>(&self, word: &'w str, phase: u8) -> Option<(usize, Option<&'w str>)> {
        if let Some(verb) = self.verb_of(word, phase) {
            return Some((verb, None));
        }
        let cut = word.find(|c: char| c.is_ascii_digit() || c == '-')?;
        let verb = self.verb_of(&word[..cut], phase)?;
        matches!(self.verbs[verb].form, Form::Number { .. }).then_some((verb, Some(&word[cut..])))
    }

    fn complete(&self, verb: usize, argument: Option<&str>) -> Result<C, Misread> {
        let wants = || Misread(self.wants(verb));
        match (&self.verbs[verb].form, argument) {
            (Form::Plain(command), None) => Ok(*command),
            (Form::Plain(_), Some(word)) => {
                Err(Misread(format!("'{}' is too much after '{}'.", shown(word), self.verbs[verb].words[0])))
            }
            (Form::Toward { build, .. }, Some(word)) => self.way_of(word).map(build).ok_or_else(wants),
            (Form::Number { first, last, build, .. }, Some(word)) => match word.parse::<u32>() {
                Ok(number) if (*first..=*last).contains(&number) => Ok(build(number)),
                _ => Err(wants()),
            },
            (Form::Letter { build, .. }, Some(word)) => {
                let mut chars = word.chars();
                match (chars.next(), chars.next()) {
                    (Some(letter), None) => Ok(build(letter)),
                    _ => Err(wants()),
                }
            }
            (Form::Words { build, .. }, Some(word)) => build(word).ok_or_else(wants),
            (_, None) => Err(wants()),
        }
    }

    /// As [`Grammar::complete`]; in a stream of words, the word of a step is a direction as well.
    fn complete_flowing(&self, verb: usize, argument: &str, phase: u8) -> Result<C, Misread> {
        match self.verbs[verb].form {
            Form::Toward { build, .. } if self.way_of(argument).is_none() => {
                let step = self.verbs_named(argument, phase).find_map(|verb| self.verbs[verb].way);
                step.map(build).ok_or_else(|| Misread(self.wants(verb)))
            }
            _ => self.complete(verb, Some(argument)),
        }
    }

    /// "a needs a direction: no, so, …"
    fn wants(&self, verb: usize) -> String {
        let word = self.verbs[verb].words[0];
        match &self.verbs[verb].form {
            Form::Plain(_) => format!("{word} needs nothing more."),
            Form::Toward { .. } => {
                let ways: Vec<&str> = self.ways.iter().map(|(name, _)| *name).collect();
                format!("{word} needs a direction: {}.", ways.join(" "))
            }
            Form::Number { first, last, .. } => format!("{word} needs a number from {first} to {last}."),
            Form::Letter { sample, .. } => format!("{word} needs one character, such as {sample}."),
            Form::Words { wanted, .. } => format!("Type {word} {wanted}."),
        }
    }

    /// The index of the verb a command belongs to, and the command's argument as it is spelled.
    #[must_use]
    pub fn verb_and_argument(&self, command: C) -> Option<(usize, Option<String>)> {
        self.verbs.iter().enumerate().find_map(|(index, verb)| match &verb.form {
            Form::Plain(plain) => (*plain == command).then_some((index, None)),
            Form::Toward { parse, .. } => {
                let dir = parse(command)?;
                let word = self.ways.iter().find(|(_, way)| *way == dir)?.0;
                Some((index, Some(word.into())))
            }
            Form::Number { parse, .. } => parse(command).map(|number| (index, Some(format!("{number}")))),
            Form::Letter { parse, .. } => parse(command).map(|letter| (index, Some(letter.into()))),
            Form::Words { parse, .. } => parse(command).map(|words| (index, Some(words))),
        })
    }

    /// Appends the command as runs spell it.
    ///
    /// # Panics
    /// If no verb of the table makes this command: the table is incomplete.
    pub fn spell(&self, command: C, out: &mut String) {
        let (verb, argument) = self.verb_and_argument(command).expect("every command has a verb");
        out.push_str(self.verbs[verb].words[0]);
        if let Some(argument) = argument {
            out.push(' ');
            out.push_str(&argument);
        }
    }

    /// Every command a bot can choose by number, in the order of the table. Numbers above 16, or above what one
    /// key can enter, are left out.
    #[must_use]
    pub fn actions(&self) -> Vec<C> {
        self.actions_of(|_| true)
    }

    /// The commands that play the game, each once: no quitting, restarting or questions.
    #[must_use]
    pub fn deeds(&self) -> Vec<C> {
        let mut deeds = Vec::new();
        for deed in self.actions_of(|kind| kind == VerbKind::Deed) {
            if !deeds.contains(&deed) {
                deeds.push(deed);
            }
        }
        deeds
    }

    fn actions_of(&self, wanted: fn(VerbKind) -> bool) -> Vec<C> {
        let mut all = Vec::new();
        for verb in self.verbs.iter().filter(|verb| wanted(verb.kind)) {
            match &verb.form {
                Form::Plain(command) => all.push(*command),
                Form::Toward { build, .. } => all.extend(self.ways.iter().map(|(_, dir)| build(*dir))),
                Form::Number { first, last, one_key, build, .. } => {
                    let most = if *one_key { ONE_KEY_MAX } else { first.saturating_add(15) };
                    all.extend((*first..=(*last).min(most)).map(build));
                }
                Form::Letter { sample, build, .. } => all.extend(sample.chars().map(build)),
                Form::Words { .. } => {}
            }
        }
        all
    }
}

fn unknown(word: &str) -> Misread {
    Misread(format!("'{}' is not a command.", shown(word)))
}

/// A word that can be repeated to the player: short and without control characters.
fn shown(word: &str) -> String {
    let mut out: String = word.chars().take(24).flat_map(char::escape_debug).collect();
    if word.chars().nth(24).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
#[path = "grammar_tests.rs"]
mod tests;
