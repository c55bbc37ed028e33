//! Help pages, generated from the verbs, the options and the current key bindings.

use crate::bindings::{KeyTable, Meaning};
use crate::front::Front;
use crate::key::Key;
use crate::text::wrap;
use kernel::{Follows, OptionSpec};
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
#[expect(clippy::too_many_arguments, reason = "a page is made from all that is known about a game")]
pub fn help_of_game(
    title: &str,
    pitch: &str,
    verbs: &[VerbInfo],
    options: &[OptionSpec],
    table: &KeyTable,
    without: &[Front],
    phase: u8,
    unicode: bool,
) -> Vec<HelpRow> {
    let mut rows = vec![HelpRow::Heading(title.to_owned()), HelpRow::Text(pitch.to_owned()), HelpRow::Gap];
    let now = |verb: &&(usize, &VerbInfo)| verb.1.phases & (1 << phase) != 0;
    let all: Vec<(usize, &VerbInfo)> = verbs.iter().enumerate().collect();
    rows.push(HelpRow::Heading("Keys".to_owned()));
    for &(index, verb) in all.iter().filter(now) {
        rows.push(verb_row(index, verb, table, phase, unicode));
    }
    let later: Vec<_> = all.iter().filter(|verb| !now(verb) && verb.1.phases != 0).collect();
    if !later.is_empty() {
        rows.extend([HelpRow::Gap, HelpRow::Heading("Keys at other moments of the game".to_owned())]);
        for &&(index, verb) in &later {
            let phase = verb.phases.trailing_zeros().min(7) as u8;
            rows.push(verb_row(index, verb, table, phase, unicode));
        }
    }
    rows.extend([HelpRow::Gap, HelpRow::Heading("Around the game".to_owned())]);
    for front in Front::ALL.into_iter().filter(|front| !without.contains(front)) {
        let mut keys: Vec<Key> = table.keys_of(Meaning::Front(front), phase).collect();
        if front == Front::Leave {
            keys.push(Key::Esc);
        }
        rows.push(HelpRow::Entry(shown(&keys, unicode), front.help().to_owned()));
    }
    if !options.is_empty() {
        rows.extend([HelpRow::Gap, HelpRow::Heading("Options (chosen when a game begins)".to_owned())]);
        rows.extend(options.iter().map(option_row));
    }
    for (index, note) in table.notes().iter().enumerate() {
        if index == 0 {
            rows.extend([HelpRow::Gap, HelpRow::Heading("About your key settings".to_owned())]);
        }
        rows.push(HelpRow::Text(note.clone()));
    }
    rows
}

/// The help page of the application.
#[must_use]
pub fn help_of_app(games: usize, settings_path: &str, unicode: bool) -> Vec<HelpRow> {
    let arrows = shown(&[Key::Up, Key::Down, Key::Left, Key::Right], unicode);
    let entry = |left: &str, right: &str| HelpRow::Entry(left.to_owned(), right.to_owned());
    let text = |text: &str| HelpRow::Text(text.to_owned());
    let door = if games == 1 { "One dungeon" } else { "Several dungeons" };
    vec![
        HelpRow::Heading("Undercroft".to_owned()),
        HelpRow::Text(format!("{door} under one roof. Choose a game, press Enter twice, and you are in it.")),
        HelpRow::Gap,
        HelpRow::Heading("In menus".to_owned()),
        entry(&arrows, "Choose, and change a value. The keys h j k l and w a s d do the same."),
        entry("Enter", "Open or do what is chosen."),
        entry("Tab", "The next row, also out of a text field."),
        entry("Esc", "Back. In the first menu it leads out of the program."),
        entry("Mouse", "Hover chooses, a click opens, the wheel scrolls."),
        HelpRow::Gap,
        HelpRow::Heading("Nothing is lost".to_owned()),
        text(
            "Every command is written to disk before you see its effect. Leave at any moment, even by closing the window: \
             'Continue' brings you back to the same turn.",
        ),
        text(
            "A game is a small text file, a run. Saved games lists them; any of them can be watched and branched from.",
        ),
        HelpRow::Gap,
        HelpRow::Heading("In a game".to_owned()),
        entry("?", "The keys of that game, as they are bound now."),
        HelpRow::Gap,
        HelpRow::Heading("Settings by hand".to_owned()),
        HelpRow::Text(format!("{settings_path} holds lines such as")),
        entry("theme = light", "any setting of the settings screen"),
        entry("keys.look = ; f2", "keys of a command in all games"),
        entry("keys.GAME.eat = f", "keys of a verb of one game, blanks in its name written as -"),
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

fn verb_row(index: usize, verb: &VerbInfo, table: &KeyTable, phase: u8, unicode: bool) -> HelpRow {
    let keys: Vec<Key> = table.keys_of(Meaning::Verb(index), phase).collect();
    let mut left = shown(&keys, unicode);
    if left.is_empty() {
        left = format!("(type {})", verb.words.first().unwrap_or(&verb.name));
    }
    match verb.follows {
        Follows::Nothing => {}
        Follows::Direction => left.push_str(" + direction"),
        Follows::Character => left.push_str(" + character"),
        numbers => left.push_str(&format!(" + {numbers}")),
    }
    HelpRow::Entry(left, format!("{}: {}", verb.name, verb.help))
}

fn option_row(spec: &OptionSpec) -> HelpRow {
    let values = spec.kind.told();
    HelpRow::Entry(spec.name.to_owned(), format!("{} ({values}; usually {})", spec.help, spec.default))
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
        let page = help_of_game("G", "Go.", &verbs, &options, &table, &[Front::Coach], 0, true);
        let text = help_text(&page, 60).join("\n");
        for wanted in [
            "↑ k 8 w",
            "p + direction",
            "(type word) + 1-9",
            "north: does it.",
            "Keys at other moments",
            "elf: does it.",
            "? F1",
            "q Q Esc",
            "Hides things. (on, off; usually off)",
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
