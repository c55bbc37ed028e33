//! The texts of the tutorial, its field, and the hints for beginners.

use kernel::{Hint, Tutorial, TutorialStep, Until, Verdict, When};

const fn step(say: &'static str, until: Until) -> TutorialStep {
    TutorialStep { say, until }
}

/// One loop of hallways with a potion nearer to the hero. A repeated position ends the game with an escape.
pub(crate) static LESSON: Tutorial = Tutorial {
    seed: "first run",
    options: &[("repeat", "end")],
    level: Some(include_str!("../lessons/first-field.txt")),
    steps: &[
        step(
            "You are @, and the monster M wants to catch you. It has made its first move; now it is your turn, one step each. s is a potion \
             of speed; a good first step is {advice}.",
            Until::AtLeast("turn", 2),
        ),
        step(
            "Drinking s gives one more move in every later turn, to you or to the monster. Get there first: {advice}.",
            Until::Event("drank"),
        ),
        step(
            "Now you move twice while M moves once. In a room you can be cornered, on a loop of + you cannot: stay on its \
             far side until a position repeats. Next: {advice}.",
            Until::Outcome(Verdict::Escaped),
        ),
    ],
    farewell: "You have escaped: a pursuit that repeats itself goes on for ever. On other fields the escape is harder to \
               find; {app coach} shows what every step is worth, {app hint} names the best. The new-game screen has \
               a ladder of puzzles with stars, and the Undercroft edition: a new field for every seed.",
};

pub(crate) static HINTS: [Hint; 3] = [
    Hint {
        name: "hint",
        when: &[When::Played(6)],
        say: "{app hint} names the best steps, {app coach} shows what each is worth.",
        learnt_by: Until::Front("hint"),
    },
    Hint {
        name: "forecast",
        when: &[When::Played(2)],
        say: "The panel shows when you are caught and who is first at each potion.",
        learnt_by: Until::Event("caught"),
    },
    Hint {
        name: "undo",
        when: &[When::Event("caught")],
        say: "{app undo} takes your last step back.",
        learnt_by: Until::Front("undo"),
    },
];
