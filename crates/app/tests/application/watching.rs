//! Watching a game from the form: a bot, or two strategies, with pause, speed, single steps, explanations and
//! an end.

use crate::stand::{Stand, home, real};

use app::Start;

/// The form, with the row for watching selected.
fn watch(name: &str, digit: &str, row: &str) -> Stand {
    let home = home(name);
    let mut stand = Stand::with(real(&home), home, Start::Title, 100, 30);
    stand.keys(digit);
    for _ in 0..8 {
        if stand.text().lines().any(|line| line.contains('▸') && line.contains(row)) {
            stand.keys("enter");
            return stand;
        }
        stand.keys("down");
    }
    panic!("no row '{row}':\n{}", stand.text());
}

#[test]
fn a_bot_of_every_game_is_watched_to_its_end() {
    for (digit, title) in [("1", "CaveGame"), ("2", "ChamberCrawler"), ("3", "Meow"), ("5", "Dungeons")] {
        let mut stand = watch(&format!("watch-{digit}"), digit, "Watch a bot");
        stand.settle().shows(&format!("Watching {title}"));
        stand.keys("end i");
        let text = stand.settle().text();
        assert!(
            text.contains(": no dice were rolled.") || text.contains(" in ") || text.contains(" of "),
            "{text}"
        );
        if digit != "1" {
            stand.shows("plays on from here");
        }
        // What was only watched is not saved.
        assert!(catalog::GAMES.iter().all(|entry| stand.runs(entry.id).is_empty()));
        stand.keys("home right");
        stand.shows("paused");
    }
}

#[test]
fn rolls_are_explained_one_command_at_a_time() {
    let boo = catalog::find("boo").unwrap();
    let brief = session::Brief { seed: "rolls".to_owned(), ..session::Brief::default() };
    let (mut session, _) = (boo.start)(&brief).unwrap();
    let mut dice = kernel::Rng::stream(&kernel::Seed::from_text("bot"), "bot", &[]);
    while session.commands() < 230 && session.outcome().is_none() {
        session.play_advice(&mut dice);
    }
    let (run, last) = (session::Run::of(session.as_ref()), session.commands());
    let home = home("watch-rolls");
    let mut stand = Stand::with(real(&home), home, Start::Replay(run.clone(), last), 100, 30);
    stand.settle().keys("i");
    let mut rolls = 0;
    for turn in (last - 20..=last).rev() {
        let text = stand.text().replace('│', "").split_whitespace().collect::<Vec<_>>().join(" ");
        // The command line explains a turn by playing the run from its beginning.
        let told = boo.explain(&run, turn, &session::Seating::OWNER).unwrap().rolls;
        let words =
            |told: &session::RollTold| format!("{} {} ({})", told.roll.label, told.came_to, told.odds);
        let wanted = match told.is_empty() {
            true => "no dice were rolled".to_owned(),
            false => told.iter().map(words).collect::<Vec<_>>().join(", "),
        };
        assert!(
            text.contains(&format!("{}: {wanted}.", run.steps[turn - 1].text)),
            "{turn}: {wanted}: {text}"
        );
        rolls += told.len();
        stand.keys("left");
    }
    assert!(rolls > 0);
    stand.keys("i");
    assert!(!stand.text().contains("no dice"), "it can be switched off");
}

#[test]
fn two_strategies_play_and_every_move_is_worth_something() {
    let mut stand = watch("watch-two", "4", "Watch two strategies");
    stand.shows("Who plays the hero?");
    stand.keys("enter");
    stand.shows("Who plays the monster?");
    stand.keys("enter");
    stand.settle().shows("Watching Pursuit");
    stand.keys("home right i");
    stand.settle().shows("the best there is");
    stand.keys("end");
    stand.settle().shows("Space watches it again");
}

#[test]
fn esc_leaves_the_choice_of_strategies() {
    let mut stand = watch("watch-esc", "4", "Watch two strategies");
    stand.keys("enter esc");
    stand.shows("new game");
    stand.keys("enter");
    stand.shows("Who plays the hero?");
}

/// Both players are set in the form: the first move is shown first, and the game is saved.
#[test]
fn a_game_that_strategies_play_on_both_seats_is_watched_from_its_first_move() {
    let home = home("watch-begin");
    let mut stand = Stand::with(real(&home), home, Start::Title, 100, 40);
    stand.keys("4");
    let to = |stand: &mut Stand, row: &str| {
        for _ in 0..30 {
            if stand.text().lines().any(|line| line.contains('▸') && line.contains(row)) {
                return;
            }
            stand.keys("down");
        }
        panic!("no row '{row}':\n{}", stand.text());
    };
    to(&mut stand, "More options");
    stand.keys("enter");
    for (row, player) in [("Hero", "rogue"), ("Monster", "random")] {
        to(&mut stand, row);
        stand.keys("enter");
        to(&mut stand, player);
        stand.keys("enter");
    }
    to(&mut stand, "Classic");
    stand.keys("enter").settle().shows("Watching Pursuit");
    stand.keys("home").shows("paused");
    stand.shows("Round 1 of 1000");
    assert_eq!(stand.runs("pursuit").len(), 1, "what was begun is kept");
}
