//! The texts of the tutorial, and the hints for beginners.

use crate::content::HP_MAX;
use kernel::{Hint, Ink, Tutorial, TutorialStep, Until, When};

const fn step(say: &'static str, until: Until) -> TutorialStep {
    TutorialStep { say, until }
}

/// A floor where a fish, a ghost and the stairs are close, so that all three lessons come up within a minute.
pub(crate) static LESSON: Tutorial = Tutorial {
    seed: "first night 3627",
    options: &[],
    level: None,
    steps: &[
        step(
            "You are @, a cat in a haunted tower. Take a step: {move right}. The other directions are {move up}, {move left} \
             and {move down}.",
            Until::AtLeast("turn", 1),
        ),
        step("f is a fish. Walk over it, and it is in your bag: {go f}.", Until::Event("picked_up")),
        step(
            "What is that G? Look at it: {app look}, then [Tab] until it is named, then [Esc].",
            Until::Front("look"),
        ),
        step(
            "A ghost hunts you along the shortest path, and every meeting costs health. Walk into it once to see what happens: \
             {into G}.",
            Until::Event("attacked"),
        ),
        step(
            "You are hurt. A fish heals a little, and ghosts do not move while you eat: {eat}.",
            Until::Event("ate"),
        ),
        step(
            "> are the stairs; ghosts cannot enter them. Ghosts move at every second step only, so keep walking: \
             {go >}.",
            Until::Event("climbed"),
        ),
    ],
    farewell: "You have climbed your first floor. The tower has no top: your score is the floor you reach, and every floor \
               has more rooms and angrier ghosts. {app help} lists the keys, {app explore} walks by itself. The Undercroft \
               edition adds loops, doors that close behind you, and fish to throw as bait.",
};

/// Below this health the hint to eat is shown.
const HURT: i64 = HP_MAX as i64 - 12;

pub(crate) static HINTS: [Hint; 5] = [
    Hint {
        name: "bait",
        when: &[When::Offers("throw"), When::AtLeast("fish", 1), When::Shows(Ink::Foe)],
        say: "{throw} and a direction throw a fish: ghosts near it go for it.",
        learnt_by: Until::Verb("throw"),
    },
    Hint {
        name: "paths",
        when: &[When::Offers("paths"), When::Played(8), When::Shows(Ink::Foe)],
        say: "{paths} shows the path that every ghost will take.",
        learnt_by: Until::Verb("paths"),
    },
    Hint {
        name: "doors",
        when: &[When::Offers("throw"), When::Played(14)],
        say: "Doors close behind you; a ghost that opens one stops there.",
        learnt_by: Until::Event("door_opened"),
    },
    Hint {
        name: "eat",
        when: &[When::AtMost("hp", HURT), When::AtLeast("fish", 1)],
        say: "You are hurt and have a fish: {eat} eats it and costs no step.",
        learnt_by: Until::Verb("eat"),
    },
    Hint {
        name: "stairs",
        when: &[When::Played(40), When::AtMost("floor", 1)],
        say: "The way up is >: {app travel} then > walks there.",
        learnt_by: Until::Event("climbed"),
    },
];
