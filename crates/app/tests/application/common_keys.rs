//! The common key set: the same in all games under all options, and every verb keeps a key.

use crate::stand::{Stand, home, house};

use app::Start;
use console::{Front, Key, KeyTable, Meaning, Settings};
use kernel::{Kind, Options};
use session::{Brief, Entry, VerbInfo};
use std::collections::BTreeMap;

/// The verbs of a game as documented and in each of its editions.
fn editions(entry: &Entry) -> Vec<(String, Vec<VerbInfo>)> {
    let specs = entry.options;
    let mut briefs = vec![("classic".to_owned(), Options::default())];
    for spec in specs {
        let Kind::Preset { words, .. } = spec.kind else { continue };
        for word in words {
            let mut options = Options::default();
            options.set(specs, spec.name, word).unwrap();
            briefs.push((format!("{} {word}", spec.name), options));
        }
    }
    let verbs = |options| (entry.start)(&Brief { options, ..Brief::default() }).unwrap().0.verbs();
    briefs.into_iter().map(|(name, options)| (name, verbs(options))).collect()
}

#[test]
fn the_common_set_is_the_same_in_all_games_and_no_verb_is_without_a_key() {
    for entry in catalog::GAMES {
        let mut keys: BTreeMap<&str, Key> = BTreeMap::new();
        for (edition, verbs) in editions(entry) {
            let table = KeyTable::build(entry.id, &verbs, &Settings::default());
            let walking =
                verbs.iter().filter(|verb| verb.way.is_some()).fold(0, |all, verb| all | verb.phases);
            assert!(table.notes().is_empty(), "{}: {:?}", entry.id, table.notes());
            for phase in (0..8).filter(|phase| walking & (1 << phase) != 0) {
                let told = |name: &str| format!("{} {edition} phase {phase}: {name}", entry.id);
                for (key, front) in [
                    ('?', Front::Help),
                    ('x', Front::Look),
                    ('m', Front::Messages),
                    ('t', Front::Travel),
                    ('_', Front::Travel),
                    ('o', Front::Explore),
                    ('i', Front::Inventory),
                    ('z', Front::Rest),
                    ('<', Front::Rewind),
                    ('U', Front::Undo),
                    ('F', Front::Fight),
                ] {
                    let found = table.find(Key::Char(key), phase);
                    assert_eq!(found, Some(Meaning::Front(front)), "{}", told(&key.to_string()));
                }
                for (arrow, vi, digit) in [
                    (Key::Up, 'k', '8'),
                    (Key::Left, 'h', '4'),
                    (Key::Down, 'j', '2'),
                    (Key::Right, 'l', '6'),
                ] {
                    let step = table.find(arrow, phase);
                    assert!(matches!(step, Some(Meaning::Verb(verb)) if verbs[verb].way.is_some()));
                    assert_eq!(table.find(Key::Char(vi), phase), step, "{}", told(&vi.to_string()));
                    assert_eq!(table.find(Key::Char(digit), phase), step, "{}", told(&digit.to_string()));
                }
                // WASD steps with all four keys or none.
                let wasd = [('w', Key::Up), ('a', Key::Left), ('s', Key::Down), ('d', Key::Right)];
                let steps =
                    wasd.map(|(key, arrow)| table.find(Key::Char(key), phase) == table.find(arrow, phase));
                assert!(steps.iter().all(|step| *step == steps[0]), "{}: {steps:?}", told("wasd"));
                assert_eq!(steps[0], entry.id != "dungeon", "a pack has other uses for w and d");
                let here =
                    |verb: &&(usize, &VerbInfo)| verb.1.phases & (1 << phase) != 0 && verb.1.way.is_none();
                for (index, verb) in verbs.iter().enumerate().collect::<Vec<_>>().iter().filter(here) {
                    // What the application does itself needs no second key.
                    if verb.kind == kernel::VerbKind::Talk || verb.keys.is_empty() {
                        continue;
                    }
                    let key = table.keys_of(Meaning::Verb(*index), phase).next();
                    let key = key.unwrap_or_else(|| panic!("{} has no key", told(verb.name)));
                    assert_eq!(*keys.entry(verb.name).or_insert(key), key, "{}", told(verb.name));
                }
            }
        }
    }
}

#[test]
fn the_help_key_shows_the_keys_of_the_mode_and_leads_back_to_it() {
    let home = home("mode-help");
    let mut stand = Stand::with(house(&home), home, Start::Title, 80, 24);
    stand.keys("1 enter x");
    stand.shows("You see");
    stand.keys("?");
    stand.shows("Looking around");
    stand.shows("To the next way out.");
    stand.keys("esc");
    stand.shows("You see");
    stand.keys("esc G f1");
    stand.shows("Running");
    stand.keys("esc esc : f1");
    stand.shows("Typing a command");
    stand.keys("esc ? esc esc");
    stand.hides("Typing a command");
}
