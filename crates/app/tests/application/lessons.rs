//! The tutorials, played by reading the screen at 80x24 and pressing the keys it names.

use crate::stand;

use app::{Context, Environment, Start};
use console::{GlyphSet, Key};
use kernel::Dir;
use stand::{Stand, home};
use std::fs;

/// Maximum number of keys: three minutes should be enough.
const KEYS_MOST: usize = 400;

/// The title screen with the real games and these settings.
fn stand(name: &str, settings: &str, glyphs: GlyphSet) -> Stand {
    let home = home(name);
    fs::create_dir_all(home.root()).unwrap();
    fs::write(home.root().join("settings.txt"), settings).unwrap();
    let house = Context::new(stand::with_lab(&home), Environment { glyphs, ..stand::environment() });
    Stand::with(house, home, Start::Title, 80, 24)
}

/// The key shown under this name.
fn key_shown(name: &str) -> Key {
    let named = ["up", "down", "left", "right", "home", "end", "page-up", "page-down", "insert", "delete"];
    let more = ["enter", "esc", "tab", "shift-tab", "backspace", "middle", "space"];
    let keys = named.iter().chain(&more).map(|word| Key::read(word).unwrap());
    let mut keys = keys.chain((1..=12).map(Key::F)).chain(name.chars().next().map(Key::Char));
    keys.find(|key| key.shown(true) == name || key.shown(false) == name)
        .unwrap_or_else(|| panic!("no key is called {name:?}"))
}

/// The heading of the strip and its text; `None` if there is no strip.
fn strip(screen: &str) -> Option<(String, String)> {
    let rows: Vec<&str> = screen.lines().collect();
    let top = rows.iter().position(|row| row.contains("Tutorial ") && row.contains("skips a step"))?;
    let edges = |c: char| "│|".contains(c) || c.is_whitespace();
    let inside = rows[top + 1..].iter().take_while(|row| !row.starts_with(['╰', '+']));
    let words: Vec<&str> = inside.map(|row| row.trim_matches(edges)).filter(|row| !row.is_empty()).collect();
    let heading = rows[top].split(':').next().unwrap_or_default();
    Some((heading.to_owned(), words.join(" ")))
}

/// The keys named in a text, in order, each as often as it says.
fn keys_in(words: &str) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = words;
    while let Some(open) = rest.find('[') {
        let name_at = open + 1;
        let first = rest[name_at..].chars().next().map_or(0, char::len_utf8);
        let close = name_at + first + rest[name_at + first..].find(']').expect("a bracket is closed");
        let key = key_shown(&rest[name_at..close]);
        rest = &rest[close + 1..];
        let mut after = rest.split_whitespace();
        let times = match (after.next(), after.next()) {
            (Some(number), Some(word)) if word.starts_with("times") => number.parse().unwrap_or(1),
            _ => 1,
        };
        keys.extend(std::iter::repeat_n(key, times));
    }
    keys
}

/// Reads and presses until the screen says that the tutorial is finished. Returns the number of keys.
fn learn(stand: &mut Stand, mut watch: impl FnMut(&str, &mut Stand)) -> usize {
    let mut pressed = 0;
    while pressed < KEYS_MOST {
        let screen = stand.settle().text();
        if screen.contains("Tutorial finished") {
            return pressed;
        }
        if screen.contains("Any key goes on.") {
            stand.keys("space");
            pressed += 1;
            continue;
        }
        let (heading, words) = strip(&screen).unwrap_or_else(|| panic!("no strip:\n{screen}"));
        watch(&heading, stand);
        let keys = keys_in(&words);
        assert!(!keys.is_empty(), "no key is named:\n{screen}");
        for key in keys {
            stand.app.key(key);
            pressed += 1;
            let now = stand.settle().text();
            let moved_on = strip(&now).is_none_or(|(other, _)| other != heading);
            if moved_on || now.contains("Any key goes on.") {
                break;
            }
        }
    }
    panic!("{pressed} keys were not enough:\n{}", stand.text());
}

/// Opens the form of a game and begins its tutorial there.
fn begin(stand: &mut Stand, game: usize) {
    stand.keys(&format!("{} down", game + 1));
    // In a game with two editions, the tutorial comes after both.
    if stand.find("Three minutes with the real rules").is_none() {
        stand.keys("down");
    }
    stand.shows("Three minutes with the real rules");
    stand.keys("enter");
}

/// Steps on vi keys, and everything else on unusual keys; one verb in each game has no key at all.
fn other_keys() -> String {
    let mut settings = String::from("keys.look = f12\nkeys.type = f11\nnumpad = off\n");
    let vi = [
        (Dir::N, "k"),
        (Dir::NE, "u"),
        (Dir::E, "l"),
        (Dir::SE, "n"),
        (Dir::S, "j"),
        (Dir::SW, "b"),
        (Dir::W, "h"),
        (Dir::NW, "y"),
    ];
    for entry in catalog::GAMES {
        let verbs = (entry.verbs)();
        let mut free = "0123456789!$%&;,<>{}".chars();
        let nth = |name: &str| verbs.iter().position(|verb| verb.name == name);
        for verb in &verbs {
            if nth(verb.name).is_some_and(|first| verbs[first].words != verb.words) {
                continue;
            }
            let name = console::slug(verb.name);
            let key = match verb.way.and_then(|way| vi.iter().find(|(other, _)| *other == way)) {
                Some((_, key)) => (*key).to_owned(),
                None if matches!(verb.name, "eat" | "inventory" | "pick up" | "Shade") => String::new(),
                None if verb.phases & 1 == 0 => continue,
                None => match free.next() {
                    Some(key) => key.to_string(),
                    None => continue,
                },
            };
            settings.push_str(&format!("keys.{}.{name} = {key}\n", entry.id));
        }
    }
    settings
}

#[test]
fn whoever_reads_the_screen_ends_every_tutorial_in_success() {
    for (index, entry) in catalog::GAMES.iter().enumerate() {
        let mut stand = stand(&format!("learn-{}", entry.id), "", GlyphSet::Unicode);
        begin(&mut stand, index);
        let mut seen = Vec::new();
        let hero = if entry.id == "cave" { 'P' } else { '@' };
        let keys = learn(&mut stand, |heading, stand| {
            let screen = stand.text();
            // The strip covers neither the board nor the vitals.
            let below = screen.lines().skip(6).collect::<Vec<_>>().join("\n");
            assert!(
                below.contains(hero) || below.contains("Who will you be?") || below.contains('*'),
                "the hero is out of sight:\n{screen}"
            );
            if !seen.contains(&heading.to_owned()) {
                seen.push(heading.to_owned());
            }
        });
        println!("{}: {keys} keys, {} steps", entry.id, seen.len());
        let steps = entry.teaching.tutorial.unwrap().steps.len();
        assert_eq!(seen.len(), steps, "{}: every step was read: {seen:?}", entry.id);
        stand.keys("esc");
        stand.hides("Tutorial finished");
        stand.hides("skips a step");
    }
}

#[test]
fn with_other_keys_the_screen_names_the_other_keys() {
    let settings = other_keys();
    for (index, entry) in catalog::GAMES.iter().enumerate() {
        let mut stand = stand(&format!("learn-other-{}", entry.id), &settings, GlyphSet::Ascii);
        begin(&mut stand, index);
        let keys = learn(&mut stand, |_, stand| {
            let (_, words) = strip(&stand.text()).unwrap();
            assert!(!words.contains("(no key)"), "{words}");
        });
        println!("{}: {keys} keys", entry.id);
        assert!(stand.text().is_ascii());
    }
}

#[test]
fn a_key_changed_in_the_middle_is_the_key_the_next_frame_names() {
    let mut stand = stand("learn-change", "", GlyphSet::Unicode);
    begin(&mut stand, 2);
    stand.shows("Take a step: [→].");
    // Opens the settings, the keys of this game and the verb 'move right', presses a new key, and goes back.
    stand.keys("=");
    let row = |stand: &mut Stand, wanted: &str| {
        for _ in 0..40 {
            let text = stand.text();
            if text.lines().any(|line| line.contains('▸') && line.contains(wanted)) {
                return;
            }
            stand.keys("down");
        }
        panic!("'{wanted}' is not to be found:\n{}", stand.text());
    };
    row(&mut stand, "Keys of Meow and Boo");
    stand.keys("enter");
    row(&mut stand, "move right");
    stand.keys("enter l esc esc");
    stand.shows("Take a step: [l].");
    stand.keys("l");
    stand.shows("Tutorial 2/6");
}

#[test]
fn a_step_can_be_left_out_and_a_lesson_continued() {
    let mut stand = stand("learn-later", "", GlyphSet::Unicode);
    begin(&mut stand, 4);
    stand.keys("l l");
    stand.shows("pick it up: [t] [o] [Enter] walks");
    stand.keys("esc");
    stand.shows("Continue");
    stand.keys("enter");
    stand.shows("pick it up: [t] [o] [Enter] walks");
    stand.keys("tab");
    stand.shows("Tutorial 2/6 ✓·····");
    // A player who runs ahead is waited for, and guided from there.
    stand.keys("tab");
    stand.shows("Tutorial 3/6");
    stand.shows("] is armor; pick it up: [t] ");
}

#[test]
fn a_lesson_that_is_lost_is_begun_again() {
    let mut stand = stand("learn-lost", "", GlyphSet::Unicode);
    begin(&mut stand, 3);
    for _ in 0..20 {
        if stand.settle().text().contains("Caught") {
            break;
        }
        stand.keys("S");
    }
    stand.settle().shows("Caught");
    stand.hides("Tutorial finished");
    stand.keys("enter");
    stand.settle().shows("Tutorial 1/3");
}

#[test]
fn a_lesson_fits_screens_of_every_size() {
    for (index, entry) in catalog::GAMES.iter().enumerate() {
        let mut stand = stand(&format!("learn-size-{}", entry.id), "", GlyphSet::Unicode);
        begin(&mut stand, index);
        for (cols, rows) in
            [(21, 7), (40, 12), (41, 13), (79, 23), (80, 24), (120, 40), (300, 100), (30, 60), (200, 8)]
        {
            stand.resize(cols, rows);
            let text = stand.text();
            assert_eq!(text.lines().count(), usize::from(rows));
            // From the smallest playable size on, the key to press is visible.
            assert!(cols < 40 || rows < 12 || text.contains('['), "{cols}x{rows}:\n{text}");
        }
    }
}

#[test]
fn what_was_done_ahead_of_its_step_is_ticked() {
    let mut stand = stand("learn-ahead", "", GlyphSet::Unicode);
    begin(&mut stand, 4);
    stand.keys("x tab esc");
    stand.shows("Tutorial 1/6 ····✓·");
    stand.keys("t o enter").settle();
    stand.shows("Tutorial 2/6 ✓···✓·");
}
