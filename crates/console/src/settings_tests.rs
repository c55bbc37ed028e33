//! Valid and invalid settings files.

use super::*;

#[test]
fn every_value_of_every_setting_reads_back() {
    for spec in Settings::specs() {
        for (index, word) in spec.values.iter().enumerate() {
            let (settings, notes) = Settings::read(&format!("{} = {word}\n", spec.name));
            assert!(notes.is_empty(), "{notes:?}");
            assert_eq!(spec.get(&settings), index);
            let (again, _) = Settings::read(&settings.amend(""));
            assert_eq!(again, settings);
        }
        assert_eq!(spec.get(&Settings::default()), 0, "the first value of {} is the default", spec.name);
    }
}

#[test]
fn bad_entries_are_named_and_ignored() {
    let text = "theme = pink\ncolour = 16\nglyphs\n\n# a remark\nvi = OFF\nkeys.boo.eat = ctrl-h\nkeys. = x\nkeys.look = esc\nkeys.x.y = x hello\n\u{7}\u{1b}[31m = 2\n";
    let (settings, notes) = Settings::read(text);
    assert_eq!(settings, Settings { vi: false, ..Settings::default() });
    let expected = [
        "settings.txt:1: theme takes one of auto, dark, light, high-contrast, protanopia, deuteranopia, tritanopia, monochrome, not 'pink'; the line is ignored.",
        "settings.txt:2: there is no setting 'colour'; the line is ignored.",
        "settings.txt:3: 'glyphs' is not 'name = value'; the line is ignored.",
        "settings.txt:7: 'ctrl-h' cannot be bound: keys with Ctrl are reserved for the terminal; the line is ignored.",
        "settings.txt:8: 'keys.' needs the name of a command; the line is ignored.",
        "settings.txt:9: 'esc' always leaves and cannot be bound; the line is ignored.",
        "settings.txt:10: there is no key 'hello'; the line is ignored.",
        "settings.txt:11: there is no setting '\\u{7}\\u{1b}[31m'; the line is ignored.",
    ];
    assert_eq!(notes, expected);
}

#[test]
fn a_hand_edited_file_keeps_its_comments_and_its_order() {
    let text = "# my settings\nvi = off\nbroken line\ntheme = dark\nkeys.boo.eat = f\nkeys.look = ;\n";
    let (mut settings, notes) = Settings::read(text);
    assert_eq!(notes.len(), 1);
    settings.theme = Some(Theme::Light);
    settings.forget_keys(Some("boo"), "eat");
    settings.choose_keys(None, "messages", vec![Key::Char('='), Key::F(3), Key::Char(' ')]);
    let amended = settings.amend(text);
    assert_eq!(
        amended,
        "# my settings\nvi = off\nbroken line\ntheme = light\nkeys.look = ;\nkeys.messages = = f3 space\n"
    );
    assert_eq!(Settings::read(&amended).0, settings);
}

#[test]
fn any_bytes_can_be_read() {
    let mut state = 1u32;
    for _ in 0..300 {
        let text: String = (0..200)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                b"keys.=#\n theme\tvi\0x"[(state >> 16) as usize % 19] as char
            })
            .collect();
        let (settings, _) = Settings::read(&text);
        let again = Settings::read(&settings.amend(&text)).0;
        assert_eq!(again, settings);
    }
}

#[test]
fn the_players_page_lists_every_setting_value_and_command() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/full-screen.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    for spec in Settings::specs() {
        for word in std::iter::once(&spec.name).chain(spec.values) {
            assert!(page.contains(&format!("`{word}`")), "{word}");
        }
    }
    for front in crate::Front::ALL {
        assert!(page.contains(&format!("| {} |", front.word())), "{}", front.word());
    }
}
