//! The texts of the tutorial, its dungeon of three rooms, and the hints for beginners.

use kernel::{Hint, Ink, Tutorial, TutorialStep, Until, Verdict, When};

const fn step(say: &'static str, until: Until) -> TutorialStep {
    TutorialStep { say, until }
}

/// With sword and armor the snake dies in a few blows and hardly hurts; without them the fight is even.
pub(crate) static LESSON: Tutorial = Tutorial {
    seed: "first steps",
    options: &[],
    level: Some(include_str!("../lessons/first-steps.xml")),
    steps: &[
        step(
            "You are @. ) is a sword. Walk onto it and pick it up: {pick up @)}.",
            Until::Event("picked_up"),
        ),
        step(
            "The rows at the bottom list your pack with its numbers. A sword helps in the hand only: {wield 1}.",
            Until::Event("wielded"),
        ),
        step(
            "A passage leads to the next room. ] is armor; fetch it: {pick up @]}.",
            Until::Event("picked_up"),
        ),
        step("Armor takes its strength off every blow, if it is worn: {wear 2}.", Until::Event("worn")),
        step(
            "S is a snake. Have a look at it: {app look}, then [Tab] until it is named, then [Esc].",
            Until::Front("look"),
        ),
        step(
            "Walking into a creature hits it, and it hits back if it lives. This one guards the way out: {into S}.",
            Until::Outcome(Verdict::Won),
        ),
    ],
    farewell: "You have won your first dungeon. More come with the game, each harder than the one before: choose one as \
               campaign when you begin a new game, or the Undercroft edition: five dungeons below each other, new every time. \
               Scrolls ? are read with {read} and their number. And anybody can write a \
               dungeon in a text file.",
};

pub(crate) static HINTS: [Hint; 6] = [
    Hint {
        name: "pick up",
        when: &[When::Event("sees")],
        say: "{pick up} picks up what lies here.",
        learnt_by: Until::Verb("pick up"),
    },
    Hint {
        name: "use",
        when: &[When::Event("picked_up")],
        say: "Use it by its number: {wield} wields, {wear} wears, {read} reads.",
        learnt_by: Until::Verb("wield"),
    },
    Hint {
        name: "hit",
        when: &[When::Shows(Ink::Foe), When::Played(8)],
        say: "Walk into a creature to hit it; {app look} and [Tab] tell about it.",
        learnt_by: Until::Event("blow"),
    },
    Hint {
        name: "keeper",
        when: &[When::AtLeast("depth", 1), When::Played(3)],
        say: "Stairs open where the keeper falls, in the room farthest from here.",
        learnt_by: Until::Event("opened"),
    },
    Hint {
        name: "guards",
        when: &[When::AtLeast("depth", 1), When::Shows(Ink::Foe), When::Played(20)],
        say: "Leave a creature alone and it leaves you alone; see what it guards.",
        learnt_by: Until::Event("descended"),
    },
    Hint {
        name: "stairs",
        when: &[When::Event("opened")],
        say: "The keeper fell: walk onto > to go down. A rest there heals.",
        learnt_by: Until::Event("descended"),
    },
];
