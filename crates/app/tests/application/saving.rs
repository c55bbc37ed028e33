//! Saving in the full screen: messages about failures, saving elsewhere, existing worlds.

use crate::stand;

use app::Input;
use stand::{Stand, direct, home};
use std::fs;

#[test]
fn a_game_that_cannot_be_saved_is_saved_elsewhere_as_a_whole() {
    let home = home("elsewhere");
    let mut stand = direct(&home, &[]);
    stand.keys("right right");
    fs::remove_dir_all(home.root()).unwrap();
    fs::write(home.root(), "in the way").unwrap();
    stand.keys("down");
    stand.shows("Save elsewhere?");
    stand.shows("The game is not being saved:");
    stand.shows("elsewhere/runs/cellar/direct.run: not a directory.");
    stand.keys("down enter");
    stand.shows("Save to:");
    fs::write("taken.run", "mine").unwrap();
    stand.input(Input::Paste("taken.run".to_owned())).keys("enter");
    stand.shows("It could not be saved there: taken.run: file exists.");
    assert_eq!(fs::read_to_string("taken.run").unwrap(), "mine");
    stand.keys("down enter");
    stand.input(Input::Paste("kept/saved.run".to_owned())).keys("enter");
    stand.shows("The game is saved in kept/saved.run and goes on there.");
    stand.keys("right");
    let steps = || -> Vec<String> {
        let (run, damage, _) = keeper::read_run(std::path::Path::new("kept/saved.run")).unwrap();
        assert_eq!(damage, None);
        run.steps.into_iter().map(|step| step.text).collect()
    };
    assert_eq!(steps(), ["east", "east", "south", "east"]);
    stand.keys("q");
    assert!(stand.app.is_done(), "nothing stands in the way of leaving");
}

#[test]
fn declining_plays_on_with_a_red_line_and_saving_heals_by_itself() {
    let home = home("heals");
    let mut stand = direct(&home, &[]);
    stand.keys("right");
    fs::remove_dir_all(home.root()).unwrap();
    fs::write(home.root(), "in the way").unwrap();
    stand.keys("right enter");
    stand.shows("Not kept: heals/runs/cellar/direct.run");
    stand.keys("down");
    stand.shows("turn 3");
    stand.hides("Save elsewhere?");
    fs::remove_file(home.root()).unwrap();
    stand.keys("right");
    stand.hides("Not kept");
    assert_eq!(stand.kept("cellar"), ["east", "east", "south", "east"]);
}

#[test]
fn a_deleted_file_is_written_again_and_that_is_told() {
    let home = home("deleted");
    let mut stand = direct(&home, &[]);
    stand.keys("right");
    fs::remove_file(&stand.runs("cellar")[0]).unwrap();
    stand.keys("down");
    stand.shows("direct.run: it was deleted.");
    assert_eq!(stand.kept("cellar"), ["east", "south"]);
}

#[test]
fn the_name_of_a_world_that_exists_opens_it() {
    let mut stand = Stand::new("same-name", 80, 24);
    stand.keys("1 down down down A t t i c enter enter right right q");
    stand.shows("Continue");
    stand.keys("1");
    while stand.find("▸ Name").is_none() {
        stand.keys("down");
    }
    stand.keys("A t t i c enter enter");
    stand.shows("turn 2");
    stand.shows("'Attic' exists already and");
    assert_eq!(stand.runs("cellar").len(), 1);
}

#[test]
fn a_game_left_without_a_command_is_not_offered_to_be_continued() {
    let mut stand = Stand::new("unplayed", 80, 24);
    stand.keys("1 enter q");
    stand.hides("Continue");
    assert_eq!(stand.runs("cellar").len(), 0);
}
