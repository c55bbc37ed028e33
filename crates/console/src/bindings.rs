//! The key table of a game. Keys chosen by the player always win. Then, with the common key set, come the
//! keys that are the same in every game, the game's own keys where they are free, and replacement keys for
//! verbs that lost theirs; with the document's key set, the game's own keys. Last come the other movement
//! sets and the application's commands, on keys that are still free.

use crate::front::Front;
use crate::key::Key;
use crate::settings::Settings;
use kernel::{ALL_PHASES, Dir, VerbKind};
use session::VerbInfo;

/// What a key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The verb with this index.
    Verb(usize),
    /// A command of the application.
    Front(Front),
    /// Run in a direction.
    Run(Dir),
}

/// Where a binding comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The player chose it.
    Chosen,
    /// A key that is the same in every game.
    Common,
    /// The game's own key, or its replacement.
    Game,
    /// A movement set.
    Set,
    /// A command of the application on a free key.
    App,
}

/// A key and its meaning in some phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Bind {
    pub key: Key,
    pub meaning: Meaning,
    pub phases: u8,
    pub origin: Origin,
}

/// All keys of one game.
#[derive(Clone, Debug, Default)]
pub struct KeyTable {
    binds: Vec<Bind>,
    ways: Vec<(Key, Dir)>,
    /// Whether a capital without a meaning of its own means its small letter: true for games that use no
    /// capitals.
    fold: bool,
    notes: Vec<String>,
}

const ARROWS: [(Key, Dir); 4] =
    [(Key::Up, Dir::N), (Key::Right, Dir::E), (Key::Down, Dir::S), (Key::Left, Dir::W)];

const RUNNING: [(Key, Dir); 4] =
    [(Key::ShiftUp, Dir::N), (Key::ShiftRight, Dir::E), (Key::ShiftDown, Dir::S), (Key::ShiftLeft, Dir::W)];

const NUMPAD: [(Key, Dir); 8] = around(['8', '9', '6', '3', '2', '1', '4', '7']);
const VI: [(Key, Dir); 8] = around(['k', 'u', 'l', 'n', 'j', 'b', 'h', 'y']);

/// The corners of the number pad without Num Lock.
const CORNERS: [(Key, Dir); 4] =
    [(Key::PageUp, Dir::NE), (Key::PageDown, Dir::SE), (Key::End, Dir::SW), (Key::Home, Dir::NW)];

const WASD: [(Key, Dir); 4] =
    [(Key::Char('w'), Dir::N), (Key::Char('d'), Dir::E), (Key::Char('s'), Dir::S), (Key::Char('a'), Dir::W)];

/// The diagonals around WASD.
const QEZC: [(Key, Dir); 4] = [
    (Key::Char('e'), Dir::NE),
    (Key::Char('c'), Dir::SE),
    (Key::Char('z'), Dir::SW),
    (Key::Char('q'), Dir::NW),
];

/// Letters for the eight directions, clockwise from north.
const fn around(letters: [char; 8]) -> [(Key, Dir); 8] {
    let mut keys = [(Key::Esc, Dir::N); 8];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = (Key::Char(letters[index]), Dir::ALL[index]);
        index += 1;
    }
    keys
}

impl KeyTable {
    /// Builds the table of a game with these verbs.
    #[must_use]
    pub fn build(game: &str, verbs: &[VerbInfo], settings: &Settings) -> Self {
        let mut table = Self {
            fold: !verbs.iter().flat_map(|verb| verb.keys).any(char::is_ascii_uppercase),
            ..Self::default()
        };
        table.take_choices(game, verbs, settings);
        if settings.document_keys {
            table.take_game_keys(game, verbs, settings, |_| true);
        } else {
            table.take_common_keys(game, verbs, settings);
            table.take_game_keys(game, verbs, settings, |verb| verb.way.is_none());
            table.take_game_keys(game, verbs, settings, |verb| verb.way.is_some());
            table.replace_lost_keys(game, verbs, settings);
        }
        table.take_sets(verbs, settings);
        table.take_app_keys(game, settings);
        table.take_running_keys(verbs);
        table
    }

    /// The meaning of a key in a phase. If nothing is bound in this phase, a verb of another phase is
    /// returned, so that the game itself can explain the refusal.
    #[must_use]
    pub fn find(&self, key: Key, phase: u8) -> Option<Meaning> {
        let exact = |key: Key| {
            let all = || self.binds.iter().filter(move |bind| bind.key == key);
            all()
                .find(|bind| bind.phases & (1 << phase) != 0)
                .or_else(|| all().next())
                .map(|bind| bind.meaning)
        };
        exact(key).or_else(|| match key {
            Key::Char(letter) if self.fold && letter.is_uppercase() => {
                exact(Key::Char(letter.to_ascii_lowercase()))
            }
            _ => None,
        })
    }

    /// The direction a key means when a direction is asked for.
    #[must_use]
    pub fn way(&self, key: Key) -> Option<Dir> {
        let exact = |key: Key| self.ways.iter().find(|(other, _)| *other == key).map(|(_, way)| *way);
        exact(key).or_else(|| match key {
            Key::Char(letter) if self.fold => exact(Key::Char(letter.to_ascii_lowercase())),
            _ => None,
        })
    }

    /// The first key that means a direction when one is asked for.
    #[must_use]
    pub fn way_key(&self, way: Dir) -> Option<Key> {
        let mut keys = self.ways.iter().filter(|(_, other)| *other == way).map(|(key, _)| *key);
        keys.find(|key| self.way(*key) == Some(way))
    }

    /// The keys of a verb or command in a phase, in order of precedence.
    pub fn keys_of(&self, meaning: Meaning, phase: u8) -> impl Iterator<Item = Key> + '_ {
        self.binds
            .iter()
            .filter(move |bind| bind.meaning == meaning && bind.phases & (1 << phase) != 0)
            .map(|bind| bind.key)
            .filter(move |key| self.find(*key, phase) == Some(meaning))
    }

    /// The first key of an application command; Esc for leaving if the game has taken the others.
    #[must_use]
    pub fn front_key(&self, front: Front, phase: u8) -> Option<Key> {
        let key = self.keys_of(Meaning::Front(front), phase).next();
        key.or((front == Front::Leave).then_some(Key::Esc))
    }

    /// All bindings.
    #[must_use]
    pub fn binds(&self) -> &[Bind] {
        &self.binds
    }

    /// Conflicts, and choices that match nothing in this game.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn taken(&self, key: Key, phases: u8) -> Option<&Bind> {
        self.binds.iter().find(|bind| bind.key == key && bind.phases & phases != 0)
    }

    fn put(&mut self, key: Key, meaning: Meaning, phases: u8, origin: Origin) {
        self.binds.push(Bind { key, meaning, phases, origin });
    }

    fn take_choices(&mut self, game: &str, verbs: &[VerbInfo], settings: &Settings) {
        for choice in &settings.keys {
            if choice.game.as_deref().is_some_and(|other| other != game) {
                continue;
            }
            // A choice for this game has precedence over one for all games.
            let special =
                |other: &&crate::KeyChoice| other.game.as_deref() == Some(game) && other.name == choice.name;
            if choice.game.is_none() && settings.keys.iter().any(|other| special(&other)) {
                continue;
            }
            let mut meanings: Vec<(Meaning, u8)> = verbs
                .iter()
                .enumerate()
                .filter(|(_, verb)| slug(verb.name) == choice.name)
                .map(|(index, verb)| (Meaning::Verb(index), verb.phases))
                .collect();
            if let Some(front) = Front::ALL.into_iter().find(|front| front.word() == choice.name)
                && meanings.is_empty()
            {
                meanings.push((Meaning::Front(front), ALL_PHASES));
            }
            if meanings.is_empty() {
                if choice.game.is_some() {
                    self.notes.push(format!("{game} has no command '{}'.", choice.name));
                }
                continue;
            }
            for (meaning, phases) in meanings {
                for &key in &choice.keys {
                    match self.taken(key, phases).map(|bind| bind.meaning) {
                        Some(other) if other != meaning => self.notes.push(format!(
                            "The key {key} is set for both '{}' and '{}'; '{}' keeps it.",
                            name_of(other, verbs),
                            choice.name,
                            name_of(other, verbs)
                        )),
                        Some(_) => {}
                        None => self.put(key, meaning, phases, Origin::Chosen),
                    }
                }
            }
        }
    }

    /// Binds the keys that are the same in every game, in walking phases only: a question is answered with
    /// the game's own letters.
    fn take_common_keys(&mut self, game: &str, verbs: &[VerbInfo], settings: &Settings) {
        let walking = walking_phases(verbs);
        for front in Front::ALL.into_iter().filter(|front| !is_chosen(settings, game, front.word())) {
            for &key in front.common() {
                let free = walking & !self.covered(key);
                if free != 0 {
                    self.put(key, Meaning::Front(front), free, Origin::Common);
                }
            }
        }
        // If a game uses most of WASD for steps, under any options, all four keys step under all of its
        // options.
        let has_wasd = |&(key, way): &(Key, Dir)| {
            verbs
                .iter()
                .any(|verb| verb.way == Some(way) && verb.keys.iter().any(|&own| Key::Char(own) == key))
        };
        let wasd = settings.wasd && WASD.iter().filter(|key| has_wasd(key)).count() >= 3;
        let numpad = settings.numpad;
        let sets: [(&[(Key, Dir)], bool); 5] =
            [(&ARROWS, true), (&VI, settings.vi), (&NUMPAD, numpad), (&CORNERS, numpad), (&WASD, wasd)];
        for &(key, way) in sets.iter().filter(|(_, wanted)| *wanted).flat_map(|(set, _)| *set) {
            self.ways.push((key, way));
            for (index, verb) in verbs.iter().enumerate().filter(|(_, verb)| verb.way == Some(way)) {
                let free = verb.phases & !self.covered(key);
                if free != 0 {
                    self.put(key, Meaning::Verb(index), free, Origin::Common);
                }
            }
        }
    }

    /// The phases in which a key already has a meaning.
    fn covered(&self, key: Key) -> u8 {
        self.binds.iter().filter(|bind| bind.key == key).fold(0, |phases, bind| phases | bind.phases)
    }

    fn take_game_keys(
        &mut self,
        game: &str,
        verbs: &[VerbInfo],
        settings: &Settings,
        which: impl Fn(&VerbInfo) -> bool,
    ) {
        for (index, verb) in verbs.iter().enumerate().filter(|(_, verb)| which(verb)) {
            if is_chosen(settings, game, &slug(verb.name)) {
                continue;
            }
            let letters = letters_of(verb, verbs, settings);
            let mut left = letters.len();
            for letter in letters {
                let key = Key::Char(letter);
                match self.taken(key, verb.phases).copied() {
                    Some(bind) if bind.origin == Origin::Chosen => {
                        left -= 1;
                        if left == 0 {
                            self.notes.push(format!(
                                "'{}' has lost its key {key} to '{}'; choose another key for it.",
                                verb.name,
                                name_of(bind.meaning, verbs)
                            ));
                        }
                    }
                    Some(_) if !settings.document_keys => {
                        let free = verb.phases & !self.covered(key);
                        if free != 0 {
                            self.put(key, Meaning::Verb(index), free, Origin::Game);
                        }
                    }
                    _ => self.put(key, Meaning::Verb(index), verb.phases, Origin::Game),
                }
            }
        }
    }

    /// Binds other keys to verbs whose own are taken by common ones: the capital letter, else a letter of the
    /// name. Verbs of options that are off count, too, so that options do not move keys.
    fn replace_lost_keys(&mut self, game: &str, verbs: &[VerbInfo], settings: &Settings) {
        let walking = walking_phases(verbs);
        let own: Vec<char> = verbs.iter().flat_map(|verb| verb.keys).copied().collect();
        let mut given: Vec<char> = Vec::new();
        for (index, verb) in verbs.iter().enumerate() {
            let is_lost = |letter: &char| {
                let common = |bind: &&Bind| bind.origin == Origin::Common && bind.key == Key::Char(*letter);
                self.binds.iter().any(|bind| common(&bind))
            };
            let letters = letters_of(verb, verbs, settings);
            let lost = verb.way.is_none() && !letters.is_empty() && letters.iter().all(is_lost);
            let asked = verb.phases != 0 && verb.phases & walking == 0;
            // The application itself shows what these verbs list or explain.
            let talks = verb.kind == VerbKind::Talk;
            if !lost || asked || talks || is_chosen(settings, game, &slug(verb.name)) {
                continue;
            }
            let capitals = letters.iter().map(char::to_ascii_uppercase);
            let mut wishes = capitals.chain(verb.name.chars()).chain(('a'..='z').chain('A'..='Z'));
            let is_free = |letter: &char| {
                letter.is_ascii_alphabetic()
                    && !own.contains(letter)
                    && !given.contains(letter)
                    && self.covered(Key::Char(*letter)) & walking == 0
            };
            if let Some(letter) = wishes.find(is_free) {
                given.push(letter);
                self.put(Key::Char(letter), Meaning::Verb(index), verb.phases & walking, Origin::Game);
            }
        }
    }

    fn take_sets(&mut self, verbs: &[VerbInfo], settings: &Settings) {
        for (index, verb) in verbs.iter().enumerate() {
            let Some(way) = verb.way else { continue };
            let own: Vec<Key> = self.keys_of_any(Meaning::Verb(index)).collect();
            self.ways.extend(own.into_iter().map(|key| (key, way)));
        }
        let sets: [(&[(Key, Dir)], bool); 6] = [
            (&ARROWS, true),
            (&NUMPAD, settings.numpad),
            (&CORNERS, settings.numpad),
            (&VI, settings.vi),
            (&WASD, settings.wasd),
            (&QEZC, settings.wasd),
        ];
        for (set, _) in sets.into_iter().filter(|(_, wanted)| *wanted) {
            for &(key, way) in set {
                if !self.ways.iter().any(|(other, _)| *other == key) {
                    self.ways.push((key, way));
                }
            }
            let is_whole = self.is_free_for(set, verbs);
            for &(key, way) in set.iter().filter(|_| is_whole) {
                for (index, verb) in verbs.iter().enumerate().filter(|(_, verb)| verb.way == Some(way)) {
                    if self.taken(key, verb.phases).is_none() {
                        self.put(key, Meaning::Verb(index), verb.phases, Origin::Set);
                    }
                }
            }
        }
    }

    /// Whether a set can be used. WASD and its diagonals must be free altogether: half a set would be a trap.
    fn is_free_for(&self, set: &[(Key, Dir)], verbs: &[VerbInfo]) -> bool {
        if ![&WASD[..], &QEZC].contains(&set) {
            return true;
        }
        let walking = walking_phases(verbs);
        let steps = |meaning: Meaning, way: Dir| match meaning {
            Meaning::Verb(index) => verbs[index].way == Some(way),
            Meaning::Front(_) | Meaning::Run(_) => false,
        };
        set.iter().all(|(key, way)| {
            let mut others = self.binds.iter().filter(|bind| bind.key == *key && bind.phases & walking != 0);
            others.all(|bind| steps(bind.meaning, *way))
        })
    }

    fn take_app_keys(&mut self, game: &str, settings: &Settings) {
        for front in Front::ALL.into_iter().filter(|front| !is_chosen(settings, game, front.word())) {
            let meaning = Meaning::Front(front);
            let has = self.binds.iter().filter(|bind| bind.meaning == meaning).map(|bind| bind.phases);
            // If the common set has a key for it already, only the other phases need one.
            let left = has.fold(ALL_PHASES, |left, phases| left & !phases);
            for &key in front.wishes() {
                let mut others = self.binds.iter().filter(|bind| bind.key == key && bind.phases != 0);
                let phases = if front.takes_all() { ALL_PHASES & !self.covered(key) } else { left };
                let is_free = match front.takes_all() {
                    true => others.all(|bind| bind.meaning == meaning),
                    false => self.taken(key, left).is_none(),
                };
                if is_free && phases != 0 {
                    self.put(key, meaning, phases, Origin::App);
                    if !front.takes_all() {
                        break;
                    }
                }
            }
        }
    }

    /// Binds Shift with an arrow to running wherever the arrow itself steps.
    fn take_running_keys(&mut self, verbs: &[VerbInfo]) {
        for (key, way) in RUNNING {
            let stepping = verbs.iter().filter(|verb| verb.way == Some(way));
            let phases = stepping.fold(0, |phases, verb| phases | verb.phases);
            if phases != 0 && self.taken(key, phases).is_none() {
                self.put(key, Meaning::Run(way), phases, Origin::Set);
            }
        }
    }

    fn keys_of_any(&self, meaning: Meaning) -> impl Iterator<Item = Key> + '_ {
        self.binds.iter().filter(move |bind| bind.meaning == meaning).map(|bind| bind.key)
    }
}

/// The phases in which the player walks.
fn walking_phases(verbs: &[VerbInfo]) -> u8 {
    verbs.iter().filter(|verb| verb.way.is_some()).fold(0, |phases, verb| phases | verb.phases)
}

/// The letters the game has for a verb. With the common set, verbs of the same name share their letters in
/// all phases.
fn letters_of(verb: &VerbInfo, verbs: &[VerbInfo], settings: &Settings) -> Vec<char> {
    if settings.document_keys || verb.way.is_some() {
        return verb.keys.to_vec();
    }
    let same = verbs.iter().filter(|other| other.way.is_none() && other.name == verb.name);
    let mut letters = Vec::new();
    for letter in same.flat_map(|other| other.keys) {
        if !letters.contains(letter) {
            letters.push(*letter);
        }
    }
    letters
}

fn is_chosen(settings: &Settings, game: &str, name: &str) -> bool {
    settings
        .keys
        .iter()
        .any(|choice| choice.name == name && choice.game.as_deref().is_none_or(|other| other == game))
}

fn name_of(meaning: Meaning, verbs: &[VerbInfo]) -> String {
    match meaning {
        Meaning::Verb(index) => verbs[index].name.to_owned(),
        Meaning::Front(front) => front.word().to_owned(),
        Meaning::Run(way) => format!("run {}", way.long()),
    }
}

/// A verb's name as written in settings: lower case, `-` for blanks.
#[must_use]
pub fn slug(name: &str) -> String {
    name.trim().to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
#[path = "bindings_tests.rs"]
mod tests;
