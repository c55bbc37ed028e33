//! The texts of the tutorial, its first floor, and the hints for beginners.

use crate::command::{CLASS_PROMPT, PLAY, PLAY_WASD, RACE_PROMPT};
use crate::content::BAG_SIZE;
use kernel::{Hint, Ink, Tutorial, TutorialStep, Until, When};

const fn step(say: &'static str, until: Until) -> TutorialStep {
    TutorialStep { say, until }
}

/// The first floor is handmade; the dwarf stands in a niche of one cell, so that it stays there whatever the
/// player does. A shade slays it with five blows, and its four answers never slay the shade. Later floors are
/// random.
pub(crate) static LESSON: Tutorial = Tutorial {
    seed: "first blood",
    options: &[],
    level: Some(include_str!("../lessons/first-floor.txt")),
    steps: &[
        step("Who will you be? A shade is a good choice to start with: {Shade}.", Until::Event("spawned")),
        step(
            "You are @ and can step in eight directions. P is a potion; you learn its kind by drinking it from the cell beside it: \
             {use a potion ~P}.",
            Until::Event("used"),
        ),
        step(
            "It has boosted your attack, as long as you are on this floor. G is gold, and gold is your score. Walk over it: {go G}.",
            Until::Event("gold"),
        ),
        step(
            "W is a dwarf. To see how a fight would go, look at it: {app look}, then [Tab] until it is named, \
             then [Esc].",
            Until::Front("look"),
        ),
        step(
            "An enemy attacks as soon as you are next to it, and some of its blows miss; yours never do. Attack until it \
             is slain: {attack ~W}.",
            Until::Event("slain"),
        ),
        step("\\ are the stairs to the next floor: {go \\}.", Until::Event("entered")),
    ],
    farewell: "You have drunk, taken gold, slain a dwarf and left a floor alive. The floors above are crowded: \
               {app look} tells you which fights you can win. Enemies never leave their chamber, so doorways \
               and passages are safe. In the Undercroft edition they hunt you, and there are a bag, gear, shops and classes.",
};

pub(crate) static HINTS: [Hint; 10] = [
    Hint {
        name: "race",
        when: &[When::Phase(RACE_PROMPT)],
        say: "New here? The troll, {Troll}, heals every turn and forgives most mistakes.",
        learnt_by: Until::Event("spawned"),
    },
    Hint {
        name: "look",
        when: &[When::Phase(PLAY), When::Shows(Ink::Foe), When::Played(3)],
        say: "{app look} and [Tab] show how a fight would go.",
        learnt_by: Until::Front("look"),
    },
    Hint {
        name: "potion",
        when: &[When::Phase(PLAY), When::Shows(Ink::Potion), When::Played(12)],
        say: "Stand beside a P: {use a potion} and a direction drink it.",
        learnt_by: Until::Verb("use a potion"),
    },
    Hint {
        name: "class",
        when: &[When::Phase(CLASS_PROMPT)],
        say: "New here? The knight, {Knight}, is hard to hurt.",
        learnt_by: Until::Verb("Knight"),
    },
    Hint {
        name: "bump",
        when: &[When::Phase(PLAY_WASD), When::Shows(Ink::Foe), When::Played(3)],
        say: "Walk into an enemy to strike it. {app look} shows how a fight would go.",
        learnt_by: Until::Event("slain"),
    },
    Hint {
        name: "bag",
        when: &[When::Phase(PLAY_WASD), When::AtLeast("bag", 1)],
        say: "{app inventory} lists your bag: drink, wield or wear what is in it.",
        learnt_by: Until::Verb("use from the bag"),
    },
    Hint {
        name: "full bag",
        when: &[When::Phase(PLAY_WASD), When::AtLeast("bag", BAG_SIZE as i64)],
        say: "Your bag is full. {app inventory}: drink, wear or lay down something.",
        learnt_by: Until::Event("laid"),
    },
    Hint {
        name: "shop",
        when: &[When::Offers("buy"), When::Event("offered")],
        say: "{buy} buys from the merchant, {sell} sells. Gold spent is score lost.",
        learnt_by: Until::Event("bought"),
    },
    Hint {
        name: "bolt",
        when: &[When::AtLeast("bolts", 1), When::Shows(Ink::Foe)],
        say: "{cast a bolt} and a direction strike up to six cells away.",
        learnt_by: Until::Verb("cast a bolt"),
    },
    Hint {
        name: "hunters",
        when: &[When::Phase(PLAY_WASD), When::Event("struck")],
        say: "Enemies hunt you. In a doorway only one of them can reach you.",
        learnt_by: Until::Event("entered"),
    },
];
