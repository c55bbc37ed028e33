//! Newcomers: pressing only keys that the screen currently names reaches an end of every game, without
//! opening the help.

use crate::stand::{Stand, home, real};

use app::Start;
use console::Key;

/// What the screen says when a game is over.
const ENDS: [&str; 5] = ["You have died", "You have won", "Caught", "Escaped", "The game is over"];

/// A player who tries what the key bar offers: fighting first, then exploring, sometimes a random step.
struct Newcomer {
    stand: Stand,
    dice: u32,
    /// The last row of the screen, with questions and keys.
    bar: String,
    /// The rows above it, with hints.
    said: String,
}

impl Newcomer {
    /// Opens a game from the title screen and begins it, as documented or in the Undercroft edition.
    fn new(digit: &str, edition: bool, seed: u32) -> Self {
        let home = home(&format!("newcomer-{digit}-{edition}-{seed}"));
        let mut stand = Stand::with(real(&home), home, Start::Title, 80, 24);
        stand.shows(&format!("{digit} "));
        stand.keys(digit);
        stand.shows("Enter begin");
        if edition {
            stand.keys("down");
        }
        stand.keys("enter");
        Self { stand, dice: seed.wrapping_mul(2_654_435_761) | 1, bar: String::new(), said: String::new() }
    }

    fn roll(&mut self, below: u32) -> u32 {
        self.dice = self.dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.dice >> 8) % below
    }

    /// The key that the bar names for something.
    fn offered(&self, what: &str) -> Option<Key> {
        let items = self.bar.split("  ").filter_map(|item| item.trim().split_once(' '));
        items.filter(|(_, does)| *does == what).find_map(|(key, _)| Key::of_shown(key))
    }

    /// The next key, one that the screen names.
    fn next(&mut self) -> Key {
        let any = ["Any key", "anyway", "take it", "Enter or"];
        if any.iter().any(|told| self.bar.contains(told)) {
            return Key::Enter;
        }
        // A selected thing is usually walked to or attacked.
        if self.bar.contains("Enter ") && self.roll(4) > 0 {
            return Key::Enter;
        }
        if self.bar.contains("Esc ") {
            return Key::Esc;
        }
        // A hint names its key in brackets. The player does not leave before the end.
        let hinted = self.said.split_once('[').and_then(|(_, rest)| Key::of_shown(rest.split_once(']')?.0));
        let hinted = hinted.filter(|_| !self.said.contains("leave"));
        if let Some(key) = hinted.filter(|_| self.roll(2) == 0) {
            return key;
        }
        let way = [Key::Up, Key::Down, Key::Left, Key::Right][self.roll(4) as usize];
        let whim = self.roll(8);
        match (self.offered("fight"), self.offered("explore")) {
            (Some(fight), _) if whim < 7 => fight,
            (_, Some(explore)) if whim < 4 => explore,
            _ if whim < 6 && self.bar.contains("Tab choose") => Key::Tab,
            _ => way,
        }
    }

    /// Whether the end is reached within this many keys.
    fn reaches_an_end(&mut self, keys: usize) -> bool {
        for _ in 0..keys {
            let text = self.stand.settle().text();
            if ENDS.iter().any(|end| text.contains(end)) {
                return true;
            }
            let mut rows = text.lines().rev();
            self.bar = rows.next().unwrap_or_default().to_owned();
            self.said = rows.take(2).collect::<Vec<_>>().join(" ");
            let key = self.next();
            self.stand.app.key(key);
            self.stand.draw();
        }
        false
    }
}

fn assert_an_end(digit: &str, edition: bool, keys: usize) {
    for seed in [7, 8, 9] {
        let mut newcomer = Newcomer::new(digit, edition, seed);
        assert!(newcomer.reaches_an_end(keys), "game {digit}:\n{}", newcomer.stand.text());
    }
}

#[test]
fn a_newcomer_reaches_an_end_of_four_classics_by_the_keys_on_the_screen() {
    for digit in ["2", "3", "4", "5"] {
        assert_an_end(digit, false, 1_500);
    }
}

#[test]
fn a_newcomer_reaches_an_end_of_four_editions_by_the_keys_on_the_screen() {
    for digit in ["2", "3", "4", "5"] {
        assert_an_end(digit, true, 1_500);
    }
}

/// The documented cave has no end; that of the Undercroft edition has one.
#[test]
fn a_newcomer_reaches_an_end_of_the_cave_by_the_keys_on_the_screen() {
    assert_an_end("1", true, 3_000);
}
