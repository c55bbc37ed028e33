//! The rows of the form, and the cards of editions.

use super::{NewGame, Row};
use crate::context::Context;
use crate::field::Field;
use crate::screen::Go;
use kernel::{EDITION, Kind, OptionSpec, Options, UNUSED};

impl NewGame {
    /// The index of the edition option, and its words; `None` in games without editions.
    pub(super) fn editions(&self) -> Option<(usize, &'static [&'static str])> {
        let at = self.options.iter().position(|spec| spec.name == EDITION)?;
        match self.options[at].kind {
            Kind::Preset { words, .. } | Kind::Choice(words) => Some((at, words)),
            _ => None,
        }
    }

    pub(super) fn lay_out(&mut self) {
        self.rows = match self.editions() {
            Some((_, words)) => (0..words.len()).map(Row::Card).collect(),
            None => vec![Row::Begin],
        };
        if self.newest.is_some() {
            self.rows.push(Row::Continue);
        }
        if self.entry.teaching.tutorial.is_some() {
            self.rows.push(Row::Tutorial);
        }
        if self.entry.attached.campaign.is_some() {
            self.rows.push(Row::Campaign);
        }
        if self.entry.attached.ladder.is_some() {
            self.rows.push(Row::Ladder);
        }
        self.rows.extend([Row::Watch, Row::Gap, Row::Seed, Row::Name]);
        if self.levels {
            self.rows.push(Row::Level);
        }
        if self.entry.attached.puzzles.is_some() {
            self.rows.push(Row::Puzzle);
        }
        self.rows.extend([Row::Practice, Row::More]);
        if self.open {
            self.lay_out_options();
        }
    }

    /// Adds the options under their headings, in order of first appearance. The edition has its cards, and
    /// unused options are left out.
    pub(super) fn lay_out_options(&mut self) {
        let is_shown = |spec: &OptionSpec| spec.name != EDITION && spec.group != UNUSED;
        let mut groups: Vec<&'static str> = Vec::new();
        for spec in self.options.iter().filter(|spec| is_shown(spec)) {
            if !groups.contains(&spec.group) {
                groups.push(spec.group);
            }
        }
        // Options without a heading come first.
        kernel::sort_by_key(&mut groups, |group| !group.is_empty());
        for group in groups {
            if !group.is_empty() {
                self.rows.push(Row::Group(group));
            }
            let of_group = |index: &usize| {
                let spec = &self.options[*index];
                is_shown(spec) && spec.group == group
            };
            let options: Vec<Row> = (0..self.options.len()).filter(of_group).map(Row::Option).collect();
            self.rows.extend(options);
        }
    }

    /// Begins a game of a card's edition. Options changed by the player are kept.
    pub(super) fn begin_card(&mut self, card: usize, context: &Context) -> Go {
        if let Some((at, words)) = self.editions() {
            let before: Vec<(usize, Field)> = (0..self.options.len())
                .filter(|&index| self.is_touched(index))
                .map(|index| (index, self.values[index].clone()))
                .collect();
            self.values[at] = Field::new(words[card]);
            self.apply_preset(at, words[card]);
            for (index, value) in before {
                self.values[index] = value;
            }
        }
        self.begin(context)
    }

    /// Whether the player changed this option, beyond what the edition sets.
    pub(super) fn is_touched(&self, index: usize) -> bool {
        let Some((at, words)) = self.editions() else { return false };
        let mut usual = Options::default();
        let word = self.values[at].text();
        let word = if words.contains(&word.as_str()) { word } else { words[0].to_owned() };
        if usual.set(self.options, EDITION, &word).is_err() {
            return false;
        }
        let spec = &self.options[index];
        !spec.kind.is_preset() && usual.get(self.options, spec.name) != self.values[index].text()
    }
}
