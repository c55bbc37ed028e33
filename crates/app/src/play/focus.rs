//! Selecting an entry of the panel: Tab goes to the next one, Enter uses it, `x` looks at it.

use super::{Mode, Play};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::panel::{Entry, is_beside};
use crate::screen::Go;
use console::{Front, Key, Meaning, capital};
use kernel::{Dir, Sight, Sort};

impl Play {
    /// Selects the next entry of the panel; false if there is none.
    pub(super) fn choose_entry(&mut self, by: i32) -> bool {
        self.side.choose_next(by)
    }

    /// Whether an enemy in view is one step away.
    pub(super) fn is_beside_foe(&self) -> bool {
        self.side.panel.in_view.iter().any(is_beside)
    }

    /// Handles a key while nothing is asked: for the selected entry of the panel, or for the game.
    pub(super) fn quiet_key(&mut self, key: Key, meaning: Option<Meaning>, context: &Context) -> Go {
        match self.chosen_key(key, meaning, context) {
            Some(go) => go,
            None => self.game_key(key, meaning, context),
        }
    }

    /// Handles a key while an entry is selected; `None` if the key has its usual meaning.
    fn chosen_key(&mut self, key: Key, meaning: Option<Meaning>, context: &Context) -> Option<Go> {
        let entry = self.side.focus?;
        match (key, meaning) {
            (Key::Tab | Key::Down, _) => drop(self.side.choose_next(1)),
            (Key::BackTab | Key::Up, _) => drop(self.side.choose_next(-1)),
            (Key::Esc, _) => self.side.focus = None,
            (Key::Enter, _) => {
                self.side.focus = None;
                return Some(self.use_entry(entry, context));
            }
            (_, Some(Meaning::Front(Front::Look))) => {
                self.side.focus = None;
                let Entry::Sight(index) = entry else { return Some(Go::Stay) };
                let at = self.side.panel.in_view.get(index).map(|sight| sight.at);
                self.begin_cursor(false);
                if let (Mode::Cursor(cursor), Some(at)) = (&mut self.mode, at) {
                    cursor.at = at;
                }
            }
            _ => {
                // Any other key is for the game.
                self.side.focus = None;
                return None;
            }
        }
        Some(Go::Stay)
    }

    /// Handles a click on the panel; `None` if there is no entry.
    pub(super) fn click_entry(&mut self, x: u16, y: u16, context: &Context) -> Option<Go> {
        let entry = self.side.at(x, y)?;
        // Using a carried thing may consume it, so the first click only selects it.
        if matches!(entry, Entry::Carried(_)) && self.side.focus != Some(entry) {
            self.side.focus = Some(entry);
            return Some(Go::Stay);
        }
        self.side.focus = None;
        Some(self.use_entry(entry, context))
    }

    /// Does the usual thing with an entry.
    fn use_entry(&mut self, entry: Entry, context: &Context) -> Go {
        match entry {
            Entry::Carried(index) => {
                let deed = self.side.panel.carried.get(index).and_then(|thing| thing.deeds.first()).cloned();
                match deed {
                    Some(deed) => self.type_line(&deed.line, context),
                    None => self.toast = Some("You cannot use this now.".to_owned()),
                }
            }
            Entry::Sight(index) => {
                let Some(sight) = self.side.panel.in_view.get(index).cloned() else { return Go::Stay };
                if let Some(deal) = deal_with(&sight) {
                    return deal;
                }
                self.use_sight(&sight, context);
            }
        }
        self.after_beats(context)
    }

    /// What can be done with a friend a step would walk into.
    pub(super) fn deal_ahead(&self, way: Dir) -> Option<Go> {
        let ahead = self.near_chart()?.hero.step(way);
        let sights = self.session().panel(self.session().to_move(), 0, 0).in_view;
        // With a single deed there is nothing to choose, and the game answers the step itself.
        sights.iter().find(|sight| sight.at == ahead && sight.deeds.len() > 1).and_then(deal_with)
    }

    /// Attacks it, plays its deed, walks there, or else looks at it.
    fn use_sight(&mut self, sight: &Sight, context: &Context) {
        let is_foe = sight.sort == Sort::Foe && (sight.bar.is_some() || !sight.deeds.is_empty());
        match (sight.deeds.first(), self.shown()) {
            (_, Some(chart)) if is_foe => self.begin_fight(Some(sight.at - chart.hero), context),
            // Nobody at peace is attacked from afar by mistake.
            (_, Some(_)) if sight.sort == Sort::Friend => self.travel_to(sight.at, context),
            (Some(deed), _) => self.type_line(&deed.line, context),
            (None, Some(_)) if sight.sort != Sort::Foe => self.travel_to(sight.at, context),
            _ => self.hover = Some(sight.at),
        }
    }
}

/// The menu of what can be done with a friend beside the hero.
fn deal_with(sight: &Sight) -> Option<Go> {
    if sight.sort != Sort::Friend || sight.steps != Some(1) || sight.deeds.is_empty() {
        return None;
    }
    let deeds = sight.deeds.iter().map(|deed| (deed.label.as_ref(), Answer::Line(deed.line.clone())));
    let mut choices: Vec<(&str, Answer)> = deeds.collect();
    choices.push(("Back", Answer::No));
    Some(Go::open(Dialog::ask(&capital(&sight.name), &[], &choices).esc_is(&Answer::No)))
}
