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
        step("A sword helps only in your hand. Wield it: {wield 1}.", Until::Event("wielded")),
        step(
            "A passage leads to the next room. ] is armor; pick it up: {pick up @]}.",
            Until::Event("picked_up"),
        ),
        step("Armor reduces the damage of every blow while you wear it: {wear 2}.", Until::Event("worn")),
        step(
            "S is a snake. Look at it: {app look}, then [Tab] until it is named, then [Esc].",
            Until::Front("look"),
        ),
        step(
            "Walking into a creature hits it, and it hits back if it survives. This one guards the way out: {into S}.",
            Until::Outcome(Verdict::Won),
        ),
    ],
    farewell: "You have won your first dungeon. Seven more, each harder than the one before, are in the campaign on the screen of a \
               new game. The Undercroft edition has five dungeons below each other, new every time. {read} reads a scroll ?, and \
               you can write dungeons of your own in a text file.",
};

pub(crate) static HINTS: [Hint; 6] = [
    Hint {
        name: "pick up",
        when: &[When::Event("sees")],
        say: "{pick up} picks up the item here.",
        learnt_by: Until::Verb("pick up"),
    },
    Hint {
        name: "use",
        when: &[When::Event("picked_up")],
        say: "{app inventory} shows your pack: Enter wields, wears or reads a thing.",
        learnt_by: Until::Verb("wield"),
    },
    Hint {
        name: "hit",
        when: &[When::Shows(Ink::Foe), When::Played(8)],
        say: "Walk into a creature to hit it; {app look} and [Tab] describe it.",
        learnt_by: Until::Event("blow"),
    },
    Hint {
        name: "keeper",
        when: &[When::AtLeast("depth", 1), When::Played(3)],
        say: "Slay the keeper in the farthest room: stairs open where it falls.",
        learnt_by: Until::Event("opened"),
    },
    Hint {
        name: "guards",
        when: &[When::AtLeast("depth", 1), When::Shows(Ink::Foe), When::Played(20)],
        say: "Creatures you leave alone leave you alone. Look what each one guards.",
        learnt_by: Until::Event("descended"),
    },
    Hint {
        name: "stairs",
        when: &[When::Event("opened")],
        say: "The keeper has fallen: walk onto > to go down. You rest there and heal.",
        learnt_by: Until::Event("descended"),
    },
];
