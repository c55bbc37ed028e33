//! The map of a campaign: won places stay won and open the next one; a manipulated run opens nothing.

use crate::stand;

use app::{Input, Start};
use kernel::{Options, Verdict};
use session::Brief;
use stand::{Stand, home};
use std::fs;

/// A won game of this place, played by the bot.
fn won_run(place: &str) -> String {
    let entry = catalog::find("dungeon").unwrap();
    for seed in 0..50 {
        let mut options = Options::default();
        options.set(entry.options, "campaign", place).unwrap();
        let brief = Brief { seed: seed.to_string(), options, ..Brief::default() };
        let (mut session, _) = (entry.start)(&brief).unwrap();
        while session.outcome().is_none() {
            let line = session.suggest().unwrap();
            session.play_line(&line);
        }
        if session.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Won) {
            let mut text = String::new();
            session.journal(&mut text);
            return text;
        }
    }
    panic!("{place} can be won");
}

/// The map for a data folder with these runs.
fn map(name: &str, runs: &[String]) -> Stand {
    let home = home(name);
    fs::create_dir_all(home.runs("dungeon")).unwrap();
    for (number, text) in runs.iter().enumerate() {
        fs::write(home.runs("dungeon").join(format!("{number}.run")), text).unwrap();
    }
    let house = stand::real(&home).without_hints();
    let mut stand = Stand::with(house, home, Start::Title, 80, 24);
    stand.keys("5 down down down enter ~");
    stand
}

#[test]
fn what_is_won_is_remembered_and_opens_the_next_place() {
    let mut stand = map("campaign-won", &[won_run("cellar"), won_run("crossing")]);
    let text = stand.text();
    let rows: Vec<&str> = text.lines().map(str::trim_end).take(19).collect();
    assert_eq!(
        rows,
        [
            " Dungeons in XML                                                       campaign",
            "",
            "        ◆ The wine cellar  won",
            "          · · · ·",
            "                  ◆ The crossing  won",
            "                    · · · · ·",
            "  ▸                           ◇ The armory  open",
            "                      · · · ·",
            "                    ○ The mushroom caves  closed",
            "            · · · ·",
            "          ○ The thieves' den  closed",
            "            · · · ·",
            "                    ○ The library of whispers  closed",
            "                      · · · · ·",
            "                                ○ The throne under the hill  closed",
            "",
            "    2 of 7 places won. A win opens the next place; games with commands taken",
            "    back do not count.",
            "",
        ]
    );
    // Closed places cannot be selected: after the last open one comes the first.
    stand.keys("down");
    stand.shows("▸     ◆ The wine cellar");
    stand.keys("up enter");
    stand.shows("The armory · seed tamariso");
    // Leaving the game leads back to the map.
    stand.keys("esc q ~");
    stand.shows("2 of 7 places won.");
}

#[test]
fn a_run_that_was_changed_by_hand_opens_nothing() {
    let mut stand = map("campaign-forged", &[won_run("cellar").replacen("\nl ", "\nh ", 1)]);
    stand.shows("0 of 7 places won.");
}

/// The commands of the bot in the first place, with the seed that every new game has here.
fn winning() -> Vec<String> {
    let entry = catalog::find("dungeon").unwrap();
    let brief = Brief { seed: "tamariso".to_owned(), ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).unwrap();
    let mut lines = Vec::new();
    while session.outcome().is_none() {
        let line = session.suggest().unwrap();
        session.play_line(&line);
        lines.push(line);
    }
    assert_eq!(session.outcome().map(|outcome| outcome.verdict), Some(Verdict::Won));
    lines
}

#[test]
fn the_end_of_a_place_that_was_won_leads_to_the_next() {
    let mut stand = map("campaign-next", &[]);
    stand.keys("enter");
    for line in winning() {
        stand.keys(":");
        stand.input(Input::Paste(line));
        // A guard may ask before a fight; blanks are nothing to the game.
        stand.keys("enter ~");
        if stand.find("goes ahead").is_some() {
            stand.keys("enter ~");
        }
    }
    stand.shows("You have won");
    stand.shows("▸ g  Go on: The crossing");
    stand.keys("g");
    stand.shows("The crossing · seed tamariso");
}
