//! Help pages, generated from the verbs, the options and the current key bindings.

use crate::bindings::{KeyTable, Meaning};
use crate::front::Front;
use crate::key::Key;
use crate::text::{sentence, wrap};
use kernel::{Dir, Follows, OptionSpec, VerbKind, capital};
use session::VerbInfo;

/// One row of a help page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpRow {
    /// A heading.
    Heading(String),
    /// A term and its explanation.
    Entry(String, String),
    /// A paragraph.
    Text(String),
    /// An empty row.
    Gap,
}

/// The help page of a game. Application commands that do not apply to it are left out.
#[must_use]
pub fn help_of_game(
    title: &str,
    goal: &str,
    verbs: &[VerbInfo],
    table: &KeyTable,
    without: &[Front],
    phase: u8,
    unicode: bool,
) -> Vec<HelpRow> {
    let mut rows = vec![HelpRow::Heading(title.to_owned()), HelpRow::Text(goal.to_owned())];
    let page = Keys { verbs, table, unicode };
    let now = |verb: &VerbInfo| verb.phases & (1 << phase) != 0;
    rows.extend(section("Moving", page.steps(phase)));
    let (meta, deeds): (Vec<_>, Vec<_>) = page.deeds(now).partition(|(_, verb)| verb.kind == VerbKind::Meta);
    let own = deeds.into_iter().chain(meta).filter_map(|(index, _)| page.verb(index, phase));
    rows.extend(section("In this game", own.collect()));
    rows.extend(section("In every game", page.fronts(without, phase)));
    let later = page.deeds(|verb| !now(verb) && verb.phases != 0);
    let later = later.filter_map(|(index, verb)| page.verb(index, verb.phases.trailing_zeros().min(7) as u8));
    rows.extend(section("Keys in other situations", later.collect()));
    rows.extend(section("Typed after :", page.typed(phase)));
    let notes = table.notes().iter().map(|note| HelpRow::Text(note.clone()));
    rows.extend(section("Notes on your key settings", notes.collect()));
    rows
}

/// The options of a game on its help page: the last thing a player in the middle of it asks for.
#[must_use]
pub fn help_of_options(options: &[OptionSpec]) -> Vec<HelpRow> {
    section("Options (chosen before a game starts)", options.iter().map(option_row).collect())
}

fn section(title: &str, rows: Vec<HelpRow>) -> Vec<HelpRow> {
    if rows.is_empty() {
        return rows;
    }
    [HelpRow::Gap, HelpRow::Heading(title.to_owned())].into_iter().chain(rows).collect()
}

/// What Esc does in a game.
pub(crate) const PAUSE: &str =
    "Pause: A menu to go on, rewind, set a save point or leave. Where something is asked, Esc cancels it.";

/// The keys of a game, for the parts of its help page.
struct Keys<'a> {
    verbs: &'a [VerbInfo],
    table: &'a KeyTable,
    unicode: bool,
}

impl Keys<'_> {
    /// Verbs that are no steps.
    fn deeds(&self, wanted: impl Fn(&VerbInfo) -> bool) -> impl Iterator<Item = (usize, &VerbInfo)> {
        let verbs = self.verbs.iter().enumerate();
        verbs.filter(move |(_, verb)| verb.way.is_none() && wanted(verb))
    }

    /// The keys of each direction, and what a step does: said once where it is the same for all.
    fn steps(&self, phase: u8) -> Vec<HelpRow> {
        let mut rows = Vec::new();
        let mut told: Vec<&str> = Vec::new();
        for way in Dir::ALL {
            let steps = self.verbs.iter().enumerate();
            let steps: Vec<_> =
                steps.filter(|(_, verb)| verb.way == Some(way) && verb.phases & (1 << phase) != 0).collect();
            let keys = steps.iter().flat_map(|(index, _)| self.table.keys_of(Meaning::Verb(*index), phase));
            let keys: Vec<Key> = keys.collect();
            if keys.is_empty() {
                continue;
            }
            rows.push(HelpRow::Entry(shown(&keys, self.unicode), capital(way.long())));
            for (_, verb) in steps {
                if !told.contains(&verb.help) {
                    told.push(verb.help);
                }
            }
        }
        // Where each direction says the same in other words, the first says it for all.
        told.truncate(if told.len() > 2 { 1 } else { 2 });
        rows.extend(told.into_iter().map(|help| HelpRow::Text(sentence(help))));
        rows
    }

    /// A verb with its keys; nothing for one without.
    fn verb(&self, index: usize, phase: u8) -> Option<HelpRow> {
        let verb = &self.verbs[index];
        let keys: Vec<Key> = self.table.keys_of(Meaning::Verb(index), phase).collect();
        let mut left = shown(&keys, self.unicode);
        if left.is_empty() {
            return None;
        }
        match verb.follows {
            Follows::Nothing => {}
            Follows::Direction => left.push_str(" + direction"),
            Follows::Character => left.push_str(" + character"),
            Follows::Number(_, last) if last > 99 => left.push_str(" + number"),
            numbers => left.push_str(&format!(" + {numbers}")),
        }
        Some(HelpRow::Entry(left, told(verb)))
    }

    /// Verbs that have no key and can be typed.
    fn typed(&self, phase: u8) -> Vec<HelpRow> {
        let keyed = |wanted: &VerbInfo| {
            let same = self.verbs.iter().enumerate().filter(|(_, verb)| verb.name == wanted.name);
            same.into_iter().any(|(index, _)| {
                (0..8).any(|phase| self.table.keys_of(Meaning::Verb(index), phase).next().is_some())
            })
        };
        // What a game lists or explains the application shows itself.
        let deeds = self.deeds(|verb| verb.phases & (1 << phase) != 0 && verb.kind != VerbKind::Talk);
        let typed = deeds.filter(|(_, verb)| !keyed(verb)).map(|(_, verb)| {
            let follows =
                if verb.follows == Follows::Nothing { String::new() } else { format!(" {}", verb.follows) };
            HelpRow::Entry(format!("{}{follows}", verb.words.first().unwrap_or(&verb.name)), told(verb))
        });
        typed.collect()
    }

    fn fronts(&self, without: &[Front], phase: u8) -> Vec<HelpRow> {
        let fronts = Front::ALL.into_iter().filter(|front| !without.contains(front));
        let row = |front: Front| {
            let keys: Vec<Key> = self.table.keys_of(Meaning::Front(front), phase).collect();
            HelpRow::Entry(shown(&keys, self.unicode), format!("{}: {}", capital(front.word()), front.help()))
        };
        let pause = HelpRow::Entry(Key::Esc.shown(self.unicode), PAUSE.to_owned());
        fronts.map(row).chain([pause]).collect()
    }
}

/// "Attack: Strike the enemy beside you."
fn told(verb: &VerbInfo) -> String {
    format!("{}: {}", capital(verb.name), sentence(verb.help))
}

/// The help page of the program around the games.
#[must_use]
pub fn help_of_app(games: usize, settings_path: &str, unicode: bool) -> Vec<HelpRow> {
    let arrows = shown(&[Key::Up, Key::Down, Key::Left, Key::Right], unicode);
    let entry = |left: &str, right: &str| HelpRow::Entry(left.to_owned(), right.to_owned());
    let text = |text: &str| HelpRow::Text(text.to_owned());
    let games = if games == 1 { "A dungeon game." } else { "Several dungeon games in one program." };
    vec![
        HelpRow::Heading("Undercroft".to_owned()),
        HelpRow::Text(format!("{games} Choose a game and press Enter twice to start it.")),
        HelpRow::Gap,
        HelpRow::Heading("In menus".to_owned()),
        entry(&arrows, "Move and change values; h j k l and w a s d work too."),
        entry("Enter", "Open or activate the selected item."),
        entry("Tab", "Go to the next row, also from a text field."),
        entry("Esc", "Back. In the first menu, quit."),
        entry("Mouse", "Hovering selects, a click opens, the wheel scrolls."),
        HelpRow::Gap,
        HelpRow::Heading("Nothing is lost".to_owned()),
        text(
            "Every command is written to disk before you see its effect. Leave at any moment, even by closing the window: \
             'Continue' brings you back to the same turn.",
        ),
        text(
            "Each game is a run, a small text file. Saved games lists them; you can watch any of them and branch off from it.",
        ),
        HelpRow::Gap,
        HelpRow::Heading("In a game".to_owned()),
        entry("?", "The current keys of that game."),
        HelpRow::Gap,
        HelpRow::Heading("Editing settings by hand".to_owned()),
        HelpRow::Text(format!("{settings_path} can contain lines such as")),
        entry("theme = light", "any setting of the settings screen"),
        entry("keys.look = ; f2", "keys of a command in all games"),
        entry("keys.GAME.eat = f", "keys of a command of one game; write - for spaces in its name"),
    ]
}

/// A help page as plain lines of at most `cols` columns.
#[must_use]
pub fn help_text(rows: &[HelpRow], cols: usize) -> Vec<String> {
    let widest =
        rows.iter().map(|row| if let HelpRow::Entry(left, _) = row { left.chars().count() } else { 0 });
    let left_cols = widest.max().unwrap_or(0).min(cols / 2).max(1);
    let mut lines = Vec::new();
    for row in rows {
        match row {
            HelpRow::Heading(text) => lines.extend(wrap(text, cols)),
            HelpRow::Text(text) => {
                lines.extend(wrap(text, cols.saturating_sub(2)).into_iter().map(|line| format!("  {line}")));
            }
            HelpRow::Gap => lines.push(String::new()),
            HelpRow::Entry(left, right) => {
                let lefts = wrap(left, left_cols);
                let rights = wrap(right, cols.saturating_sub(left_cols + 4).max(8));
                for index in 0..lefts.len().max(rights.len()) {
                    let left = lefts.get(index).map_or("", String::as_str);
                    let right = rights.get(index).map_or("", String::as_str);
                    let pad = left_cols.saturating_sub(left.chars().count());
                    lines.push(format!("  {left}{}  {right}", " ".repeat(pad)).trim_end().to_owned());
                }
            }
        }
    }
    lines
}

fn option_row(spec: &OptionSpec) -> HelpRow {
    let values = spec.kind.told();
    let label = if spec.label.is_empty() { spec.name } else { spec.label };
    let help = sentence(spec.help);
    HelpRow::Entry(capital(label), format!("{help} {}: {values}; default {}.", spec.name, spec.default))
}

fn shown(keys: &[Key], unicode: bool) -> String {
    let mut names: Vec<String> = keys.iter().map(|key| key.shown(unicode)).collect();
    names.dedup();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use kernel::{Dir, Kind};

    #[test]
    fn the_page_shows_keys_as_they_are_bound_now() {
        let verb = |name, keys, way, phases, follows| VerbInfo {
            name,
            kind: kernel::VerbKind::Deed,
            words: &["word"],
            keys,
            way,
            phases,
            help: "does it.",
            follows,
            ways: &[],
        };
        let verbs = [
            verb("north", &['w'], Some(Dir::N), 1, Follows::Nothing),
            verb("use", &['u'], None, 1, Follows::Direction),
            verb("drop", &[], None, 1, Follows::Number(1, 9)),
            verb("elf", &['e'], None, 2, Follows::Nothing),
        ];
        let (settings, _) = Settings::read("keys.g.use = p");
        let table = KeyTable::build("g", &verbs, &settings);
        let options = [OptionSpec::new("fog", Kind::Switch, "off", "Hides things.")];
        let page = help_of_game("G", "Go.", &verbs, &table, &[Front::Coach], 0, true);
        let page: Vec<HelpRow> = page.into_iter().chain(help_of_options(&options)).collect();
        let text = help_text(&page, 60).join("\n");
        for wanted in [
            "↑ k 8 w",
            "p + direction",
            "North",
            "Typed after :",
            "word 1-9",
            "Drop: Does it.",
            "Keys in other situations",
            "Elf: Does it.",
            "? F1",
            "q Q",
            "Esc",
            "Pause: A menu",
            "Hides things. fog: on, off; default off.",
        ] {
            assert!(text.contains(wanted), "{wanted} is missing in\n{text}");
        }
        let wide = help_text(&page, 200).join("\n");
        assert!(!wide.contains(Front::Coach.help()), "a game without a coach");
        assert!(wide.contains(Front::Rest.help()));
        for cols in [0, 1, 7, 20, 40, 200] {
            assert!(help_text(&page, cols).len() > 10);
        }
        assert!(
            help_text(&help_of_app(5, "x", false), 50)
                .iter()
                .all(|line| line.chars().count() <= 50 && line.is_ascii())
        );
    }
}
