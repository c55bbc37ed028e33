//! Every screen and every noteworthy state of one, in one table: pictures, random sizes and the laws about
//! colours and characters all use it. A new screen is a new line.
// Each test file uses only part of it.
#![allow(dead_code)]

use crate::stand::{self, NOW, Stand, set_time};
use app::{Context, Environment, Start};
use console::{Depth, GlyphSet, Settings, Theme};
use std::fs;

/// A screen and how to reach it.
#[derive(Clone, Copy)]
pub(crate) struct Shot {
    /// The name of its pictures.
    pub(crate) name: &'static str,
    /// Keys from the title screen on; `~` lets time pass until nothing is pending, `tick` once.
    keys: &'static str,
    /// Text that must be visible, to make sure that it is the right screen.
    shows: &'static str,
    /// The settings file at the start.
    settings: &'static str,
    /// Whether the data folder already has a few games.
    shelf: bool,
    /// Whether the data folder has a game that takes a while to open.
    long: bool,
    /// Whether to use the real games instead of the test games.
    real: bool,
}

const fn shot(name: &'static str, keys: &'static str, shows: &'static str) -> Shot {
    Shot { name, keys, shows, settings: "", shelf: false, long: false, real: false }
}

impl Shot {
    const fn with_settings(self, settings: &'static str) -> Self {
        Self { settings, ..self }
    }

    const fn with_shelf(self) -> Self {
        Self { shelf: true, ..self }
    }

    const fn with_long_game(self) -> Self {
        Self { long: true, ..self }
    }

    const fn real(self) -> Self {
        Self { real: true, ..self }
    }
}

/// In the first game of chambers: to the dwarf, and the question whom to attack; then a blow.
const TO_THE_DWARF_AND_ASK: &str = "2 enter s left left left up up up down down left left left left left left left \
    left left left left left A";
pub(crate) const TO_THE_DWARF_AND_STRIKE: &str = "2 enter s left left left up up up down down left left left left left left \
    left left left left left left A down";

/// The table.
pub(crate) const SHOTS: &[Shot] = &[
    shot("title", "", "Undercroft"),
    shot("title-continue", "1 enter right right esc q", "Continue"),
    shot("title-demo", "tick tick tick tick", "Dungeons in XML").real(),
    shot("title-asked", "l", "Nothing to load"),
    shot(
        "new-game",
        "1 down down down down down down enter down right down right down right right right",
        "(changed)",
    ),
    shot("new-game-pursuit", "4", "Pursuit").real(),
    shot("new-game-editions", "2 down", "Undercroft edition"),
    shot("new-game-groups", "2 end enter down", "Fog of war"),
    shot("new-game-options", "1 end enter", "Fewer options").real(),
    shot("campaign", "5 down down down enter ~", "0 of 7 places won").real(),
    shot("ladder", "4 down down down enter ~", "0 of 90 stars").real(),
    shot("play", "1 enter right right right up up left r", "The writing says"),
    shot("play-speaks", "2 enter l right r up up up", "A wall is in the way."),
    shot("play-choice", "2 enter", "Light the lamp?"),
    shot("learn", "down down down down down enter", "Three minutes with the real rules").real(),
    shot("lesson-cave", "down down down down down enter enter", "Tutorial 1/5").real(),
    shot("lesson-chambers", "down down down down down enter down enter s", "Tutorial 2/6").real(),
    shot("lesson-boo", "down down down down down enter down down enter d", "Tutorial 2/6").real(),
    shot("lesson-pursuit", "down down down down down enter down down down enter j", "Tutorial 2/3").real(),
    shot("lesson-dungeon", "down down down down down enter down down down down enter l", "Tutorial 1/6")
        .real(),
    shot(
        "lesson-end",
        "down down down down down enter down down down enter j j a a a w S w S j S ~",
        "Tutorial finished",
    )
    .real(),
    shot("hint", "2 enter", "Hint: New here?").real(),
    shot("play-cave", "1 enter", "CaveGame").real(),
    shot("play-chambers", "2 enter s", "You are a shade").real(),
    shot("play-boo", "3 enter d", "Fish 0").real(),
    shot("play-pursuit", "4 enter", "Pursuit").real(),
    shot("play-dungeon", "5 enter", "Dungeons in XML").real(),
    shot("play-cave-edition", "1 down enter", "relic").real(),
    shot("play-chambers-edition", "2 down enter s enter ~", "floor 1 of 5").real(),
    shot("play-boo-edition", "3 down enter", "paths").real(),
    shot("play-pursuit-edition", "4 down enter", "Pursuit").real(),
    shot("play-dungeon-edition", "5 down enter", "Depth 1 of 5").real(),
    shot("choice-race", "2 enter down down", "Who will you be?").real(),
    shot("choice-class", "2 down enter s down", "Which class is your shade?").real(),
    shot("inventory", "1 down enter i down down", "Inventory").real(),
    shot("inventory-deeds", "1 down enter i e", "Scroll of Escape").real(),
    shot("inventory-search", "1 down enter i / b r e", "Search:").real(),
    shot("attack-where", TO_THE_DWARF_AND_ASK, "Attack where?").real(),
    shot("hit", TO_THE_DWARF_AND_STRIKE, "You hit the dwarf").real(),
    shot("ghost", "3 enter d s s s s s s s s s s", "Ghost").real(),
    shot("trail", "4 enter right down down left left", "Pursuit").real(),
    shot("saves-games", "end up up up up enter ~ down", "3 games").real().with_shelf(),
    shot("look-chambers", "2 enter s tab x", "Enter go there").real(),
    shot("travel-cave", "1 enter t", "Travel to").real(),
    shot("panel-chosen", "2 enter s tab", "Dwarf").real(),
    shot("map-cave", "1 enter M", "Map of CaveGame").real(),
    shot("theatre-boo", "3 enter d s d esc q end up up up up enter r space right right", "Watching").real(),
    shot("working", "enter tick tick tick", "Opening the game").with_long_game(),
    shot("settings-guards", "end up up enter end up up up up up up up up up up up up", "asks before").real(),
    shot("settings-list", "end up up enter down down enter", "256"),
    shot("coach", "4 enter C", "Coach:").real(),
    shot("look", "1 enter x tab", "You see: 5 gold"),
    shot("travel", "1 enter t", "The way down"),
    shot("run", "1 enter G", "Run in which direction?"),
    shot("map", "1 enter M", "Map of"),
    shot("prompt", "1 enter f", "Throw where?"),
    shot("number", "1 enter # 1", "Count which number? (1-99)"),
    shot("typed", "1 enter : c o u n t", "Command:"),
    shot("beats", "1 enter X", "Any key stops."),
    shot("fight", "1 enter X ~", "Any key goes on."),
    shot("over", "1 enter right right D ~", "You have died"),
    shot("pause", "1 enter right esc", "Paused"),
    shot("give-up", "1 enter right Q", "Quit the game?"),
    shot("practice", "3 end up right home enter d esc r", "Dice from here on").real(),
    shot("practice-items", "1 end up right home down enter esc r down down down down enter", "Iron Sword")
        .real(),
    shot("save-point", "1 enter right esc p d o o r", "Name of the save point:"),
    shot("won", "1 enter right V ~", "You have won"),
    shot("messages", "1 enter r i a i b right up up up X ~ enter m", "Messages"),
    shot("messages-search", "1 enter r i a i b X ~ enter m / s i n g", "Search:"),
    shot("help-game", "1 enter ?", "The Cellar"),
    shot("help-house", "?", "In menus"),
    shot("challenges", "end up up up up up enter", "The games of the day").real(),
    shot("challenges-begun", "end up up up up up enter down down enter enter w a s esc q", "0 points so far")
        .real(),
    shot("saves", "end up up up up enter ~", "Saved games").with_shelf(),
    shot("saves-none", "end up up up up enter", "No game has been kept yet."),
    shot("rename", "end up up up up enter n", "Saved games").with_shelf(),
    shot("delete", "end up up up up enter delete", "Delete this game?").with_shelf(),
    shot("scores", "end up up up enter ~", "died").with_shelf(),
    shot("feats", "end up up up enter ~ right", "feats done").with_shelf(),
    shot("morgue", "1 enter right right X ~ enter down D ~ h", "Turning points"),
    shot("scores-none", "end up up up enter", "Scores"),
    shot("settings", "end up up enter", "Settings"),
    shot("settings-bad", "end up up enter", "pink").with_settings("theme = pink\nvi = off\n"),
    shot("keys", "end up up enter end up enter down down down down enter z enter", "(changed)"),
    shot("keys-caught", "end up up enter end up enter enter", "Press the key"),
    shot(
        "replay",
        "1 enter right right r down i c D ~ t end up up up up enter enter space right right right right",
        "Watching",
    ),
    shot(
        "replay-goes-to",
        "1 enter right right r D ~ t end up up up up enter enter space 2",
        "Go to command:",
    ),
    shot("replay-help", "1 enter right r D ~ t end up up up up enter enter ?", "Watching a game"),
    shot(
        "branch",
        "1 enter right right r down D ~ t end up up up up enter enter space home right right b",
        "Play on from here?",
    ),
    shot("time-line", "1 enter right right r down < left", "Time line of"),
];

impl Shot {
    /// Opens the screen on a terminal of this size and colour depth.
    pub(crate) fn take(
        &self,
        place: &str,
        (cols, rows): (u16, u16),
        depth: Depth,
        glyphs: GlyphSet,
    ) -> Stand {
        self.prepared(place, "", (cols, rows), depth, glyphs)
    }

    /// The same in a theme. Some screens show paths, so all themes use the same folder, one after the other.
    pub(crate) fn take_in(&self, theme: Theme, size: (u16, u16), depth: Depth, glyphs: GlyphSet) -> Stand {
        let themes = Settings::specs().iter().find(|spec| spec.name == "theme").unwrap();
        let word = themes.values[Theme::ALL.iter().position(|other| *other == theme).unwrap() + 1];
        let line = if theme == Theme::Dark { String::new() } else { format!("theme = {word}\n") };
        self.prepared("picture", &line, size, depth, glyphs)
    }

    fn prepared(
        &self,
        place: &str,
        theme: &str,
        (cols, rows): (u16, u16),
        depth: Depth,
        glyphs: GlyphSet,
    ) -> Stand {
        let home = stand::home(&format!("{place}-{}-{cols}", self.name));
        // Each shot has its own, initially empty folder.
        let _ = fs::remove_dir_all(home.root());
        let settings = format!("{}{theme}", self.settings);
        if !settings.is_empty() {
            fs::create_dir_all(home.root()).unwrap();
            fs::write(home.file("settings.txt"), settings).unwrap();
        }
        let environment = Environment { depth, glyphs, ..stand::environment() };
        let house = if self.real {
            Context::new(crate::stand::with_lab(&home), environment)
        } else {
            stand::house_on(&home, environment)
        };
        if self.long {
            crate::jobs::long(&home, 9000);
        }
        let mut stand = Stand::with(house, home, Start::Title, cols, rows);
        stand.draw();
        if self.shelf && self.real {
            fill_real_shelf(&mut stand);
        } else if self.shelf {
            fill_shelf(&mut stand);
        }
        stand.keys(self.keys);
        stand.shows(self.shows);
        stand
    }
}

/// Plays a game of boo, one of chambers and one of the cave's edition.
fn fill_real_shelf(stand: &mut Stand) {
    for keys in [
        "3 enter d s d esc q",
        "2 enter s left left up esc q",
        "1 down enter right up left left down down esc q",
    ] {
        stand.keys(keys);
    }
    for (age, game) in ["chambers", "boo", "cave"].into_iter().enumerate() {
        stand.runs(game).iter().for_each(|path| set_time(path, NOW - 86_400 * age as u64));
    }
}

/// Makes some saved games: one open, one ended, one damaged.
fn fill_shelf(stand: &mut Stand) {
    stand.keys("1 enter right right esc q");
    stand.keys("1 enter right down D t");
    let path = stand.home.runs("cellar").join("2026-11-13-170000.run");
    let text = fs::read_to_string(&path).unwrap();
    let folder = stand.home.runs("parlour");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("attic.run"), text.replacen("east", "west", 1)).unwrap();
    for (age, game) in ["cellar", "parlour"].into_iter().enumerate() {
        for (index, path) in stand.runs(game).iter().enumerate() {
            set_time(path, NOW - 86_400 * age as u64 - 60 * index as u64);
        }
    }
}
