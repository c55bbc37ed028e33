//! Newcomers: whoever presses only keys that the screen names at that moment reaches an end of chambers, boo and pursuit,
//! without opening the help.

use crate::stand::{Stand, home, real};

use app::Start;
use console::Key;

/// What the screen says when a game is over.
const ENDS: [&str; 5] = ["You have died", "You have won", "Caught", "Escaped", "The game is over"];

/// Somebody who tries what the key bar offers: fighting first, then exploring, sometimes a step of their own.
struct Newcomer {
    stand: Stand,
    dice: u32,
    /// The last row of the screen, where questions and keys stand.
    bar: String,
}

impl Newcomer {
    fn new(digit: &str, seed: u32) -> Self {
        let home = home(&format!("newcomer-{digit}-{seed}"));
        let mut stand = Stand::with(real(&home), home, Start::Title, 80, 24);
        stand.shows(&format!("{digit} "));
        stand.keys(digit);
        stand.shows("Enter begin");
        stand.keys("enter");
        Self { stand, dice: seed.wrapping_mul(2_654_435_761) | 1, bar: String::new() }
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

    /// One key that the screen names.
    fn next(&mut self) -> Key {
        let any = ["Any key", "goes ahead", "take it", "Enter or"];
        if any.iter().any(|told| self.bar.contains(told)) {
            return Key::Enter;
        }
        // A thing that was chosen is gone to or attacked, mostly.
        if self.bar.contains("Enter ") && self.roll(4) > 0 {
            return Key::Enter;
        }
        if self.bar.contains("Esc ") {
            return Key::Esc;
        }
        // A hint names its key in brackets.
        let hinted = self.bar.split_once('[').and_then(|(_, rest)| Key::of_shown(rest.split_once(']')?.0));
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

    /// True when the end is reached within so many keys.
    fn reaches_an_end(&mut self, keys: usize) -> bool {
        for _ in 0..keys {
            let text = self.stand.settle().text();
            if ENDS.iter().any(|end| text.contains(end)) {
                return true;
            }
            self.bar = text.lines().last().unwrap_or_default().to_owned();
            let key = self.next();
            self.stand.app.key(key);
            self.stand.draw();
        }
        false
    }
}

#[test]
fn a_newcomer_reaches_an_end_of_three_games_by_the_keys_on_the_screen() {
    for digit in ["2", "3", "4"] {
        let mut newcomer = Newcomer::new(digit, 7);
        assert!(newcomer.reaches_an_end(1_500), "game {digit}:\n{}", newcomer.stand.text());
    }
}
