//! The key bar: what the keys do now, as currently bound, the most useful first.

use super::Play;
use super::ask::is_list;
use crate::canvas::{KeyHint, hint};
use crate::context::Context;
use console::{Front, Key, Meaning};
use kernel::{Dir, Sort, VerbKind};
use session::{Outlook, VerbInfo};

/// An enemy at most this far away is near.
const NEAR_STEPS: u16 = 3;

impl Play {
    /// The current key hints, the most useful first; help is always the last one.
    pub(super) fn hints(&self, context: &Context) -> Vec<KeyHint> {
        let unicode = context.look.is_unicode();
        let session = self.session();
        let phase = session.phase();
        let now = |index: usize| self.verbs[index].phases & (1 << phase) != 0;
        let front = |front: Front, what: &str| {
            self.table.front_key(front, phase).map(|key| hint(key.shown(unicode), what))
        };
        // An entry of the panel is selected.
        if self.side.focus.is_some() {
            let look = front(Front::Look, "look at it").into_iter();
            return [hint("Enter", "use it"), hint("Tab", "next")]
                .into_iter()
                .chain(look)
                .chain([hint("Esc", "back")])
                .collect();
        }
        if session.outcome().is_some() && self.room().is_none() {
            return self.hints_at_the_end(unicode);
        }
        let mut hints: Vec<KeyHint> = Vec::new();
        let walks = (0..self.verbs.len()).any(|index| now(index) && self.verbs[index].way.is_some());
        if walks {
            hints.push(hint(self.moving_keys(phase, unicode), "move"));
        }
        let shown = |(index, verb): (usize, &VerbInfo)| {
            // The application shows the inventory itself.
            if is_list(verb) {
                return None;
            }
            let key = self.table.keys_of(Meaning::Verb(index), phase).next()?;
            Some(hint(key.shown(unicode), verb.name))
        };
        let (ready, others): (Vec<_>, Vec<_>) = (self.verbs.iter().enumerate())
            .filter(|(index, verb)| {
                now(*index) && verb.way.is_none() && (verb.kind != VerbKind::Meta || !walks)
            })
            .partition(|(_, verb)| self.is_ready(verb));
        // Beside an enemy, actions come first, else movement.
        let fights = self.is_beside_foe();
        if fights {
            hints.extend(front(Front::Fight, "fight").filter(|_| self.has_chart));
            hints.extend(ready.iter().copied().filter_map(shown));
        }
        // An enemy about to arrive can be met.
        if !fights && self.is_near_foe() {
            hints.extend(front(Front::Fight, "fight").filter(|_| self.has_chart));
        }
        let lists = self.verbs.iter().any(is_list);
        let inventory = front(Front::Inventory, "inventory")
            .filter(|_| walks && (lists || !self.side.panel.carried.is_empty()));
        hints.extend(inventory.clone().filter(|_| fights));
        if walks && self.has_chart {
            hints.extend(front(Front::Explore, "explore"));
            hints.extend(front(Front::Travel, "travel"));
        }
        if !fights {
            hints.extend(inventory);
            hints.extend(ready.into_iter().filter_map(shown));
        }
        if self.stage.has_board() {
            hints.extend(front(Front::Look, "look"));
        }
        if !self.side.panel.in_view.is_empty() && !fights && self.tutor.is_none() {
            hints.push(hint("Tab", "choose"));
        }
        let (possible, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(_, verb)| self.is_possible(verb) || self.is_for_carried(verb));
        hints.extend(possible.into_iter().filter_map(shown));
        if self.can_rest() {
            hints.extend(front(Front::Rest, "rest"));
        }
        if self.has_map {
            hints.extend(front(Front::Map, "map"));
        }
        if self.has_coach() {
            hints.extend(front(Front::Hint, "hint"));
            hints.extend(front(Front::Coach, "coach"));
        }
        if session.commands() > 0 && self.room().is_none() {
            hints.extend(front(Front::Undo, "take back"));
            hints.extend(front(Front::Rewind, "rewind"));
        }
        hints.extend(front(Front::Messages, "messages"));
        if walks && self.has_chart {
            hints.extend(front(Front::Run, "run"));
        }
        if session.commands() > 0 {
            hints.extend(front(Front::Repeat, "repeat"));
        }
        // What cannot be done now comes last.
        hints.extend(others.into_iter().filter_map(shown));
        hints.extend(front(Front::Help, "help"));
        hints
    }

    /// The key hints of a finished game: everything that can follow.
    fn hints_at_the_end(&self, unicode: bool) -> Vec<KeyHint> {
        let phase = self.session().phase();
        let front = |(front, what): (Front, &'static str)| {
            self.table.front_key(front, phase).map(|key| hint(key.shown(unicode), what))
        };
        let again = (0..self.verbs.len()).filter_map(|index| {
            let verb = Some(&self.verbs[index]).filter(|verb| verb.phases & (1 << phase) != 0)?;
            let key = self.table.keys_of(Meaning::Verb(index), phase).next()?;
            Some(hint(key.shown(unicode), verb.name))
        });
        let first = [(Front::Look, "look"), (Front::Undo, "take back"), (Front::Rewind, "rewind")];
        let last = [(Front::Messages, "messages"), (Front::Help, "help")];
        let mut hints = vec![hint("Esc", "what next")];
        hints.extend(first.into_iter().filter_map(front));
        hints.extend(again);
        hints.extend(last.into_iter().filter_map(front));
        hints
    }

    /// Whether a verb can be used now, by itself or on something in view. Carried things are used in the
    /// inventory.
    fn is_ready(&self, verb: &VerbInfo) -> bool {
        let panel = &self.side.panel;
        let is_of = |line: &str| line.split(' ').next().is_some_and(|word| verb.words.contains(&word));
        // What needs the number of a thing is chosen in the inventory.
        let carried = panel.carried.iter().filter(|_| verb.follows == kernel::Follows::Nothing);
        let carried = carried.flat_map(|thing| &thing.deeds);
        panel.in_view.iter().flat_map(|sight| &sight.deeds).chain(carried).any(|deed| is_of(&deed.line))
    }

    /// Whether an enemy that can be fought is a few steps away.
    fn is_near_foe(&self) -> bool {
        let near = |steps: u16| (1..=NEAR_STEPS).contains(&steps);
        let foes = self.side.panel.in_view.iter().filter(|sight| sight.sort == Sort::Foe);
        foes.filter(|sight| sight.bar.is_some()).any(|sight| sight.steps.is_some_and(near))
    }

    /// Whether a verb can be used now on something carried.
    fn is_for_carried(&self, verb: &VerbInfo) -> bool {
        let is_of = |line: &str| line.split(' ').next().is_some_and(|word| verb.words.contains(&word));
        self.side.panel.carried.iter().flat_map(|thing| &thing.deeds).any(|deed| is_of(&deed.line))
    }

    /// True for a verb that can be used now by itself.
    fn is_possible(&self, verb: &VerbInfo) -> bool {
        let (session, word) = (self.session(), verb.words.first().copied().unwrap_or_default());
        verb.follows == kernel::Follows::Nothing
            && matches!(session.outlook(session.to_move(), word), Outlook::Fine | Outlook::Warned(_))
    }

    /// The first keys of the four straight steps, or arrows if those move.
    fn moving_keys(&self, phase: u8, unicode: bool) -> String {
        let first = |way: Dir| {
            let verb = self
                .verbs
                .iter()
                .position(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)?;
            self.table.keys_of(Meaning::Verb(verb), phase).next()
        };
        let keys: Vec<Key> = [Dir::N, Dir::W, Dir::S, Dir::E].into_iter().filter_map(first).collect();
        let all_letters = keys.iter().all(|key| matches!(key, Key::Char(_)));
        if keys.len() == 4 && all_letters {
            return keys.iter().map(|key| key.shown(unicode)).collect();
        }
        if unicode { "←↑↓→".to_owned() } else { "arrows".to_owned() }
    }
}
