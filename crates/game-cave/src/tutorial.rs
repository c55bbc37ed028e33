//! The texts of the tutorial, and the hints for beginners.

use kernel::{Hint, Ink, Tutorial, TutorialStep, Until, When};

const fn step(say: &'static str, until: Until) -> TutorialStep {
    TutorialStep { say, until }
}

/// A cave whose nearest chest holds a good sword, with a monster not far from it.
pub(crate) static LESSON: Tutorial = Tutorial {
    seed: "first light 23",
    options: &[],
    level: None,
    steps: &[
        step(
            "You are P in an endless cave, and C is a chest. Step on it to open it: {go C}.",
            Until::Event("opened"),
        ),
        step("There was a sword in it. List what you carry: {inventory}.", Until::Verb("inventory")),
        step("The new sword is the third thing you carry. Wield it: {equip 3}.", Until::Event("equipped")),
        step(
            "M is a monster; it watches the cells around it. Look at it first: {app look}, then [Tab] until it is named, then [Esc].",
            Until::Front("look"),
        ),
        step(
            "Step into its sight to fight it. A fight runs by itself, so your weapon and armour decide it: \
             {go M}.",
            Until::Event("slain"),
        ),
    ],
    farewell: "You have won your first fight, and what it guarded is yours. The cave has no end: {app explore} walks to new \
               places, {mark 1} remembers a place, {app map} shows where you have been. Every kill and every coin counts. In the \
               Undercroft edition you can win: find the relic by lamplight and bring it home.",
};

/// Below this health the hint to eat is shown.
const HURT: i64 = crate::content::HERO_HEALTH as i64 / 2;

pub(crate) static HINTS: [Hint; 8] = [
    // First, because a chest is opened only now and then, and what the others tell stays true.
    Hint {
        name: "equip",
        when: &[When::Event("opened")],
        say: "Something better? {app inventory} lists it, and Enter wields or wears it.",
        learnt_by: Until::Verb("equip"),
    },
    Hint {
        name: "relic",
        when: &[When::Phase(1), When::Played(3)],
        say: "The compass points to the relic. Bring it home to your camp, <.",
        learnt_by: Until::Event("relic_taken"),
    },
    Hint {
        name: "home",
        when: &[When::Phase(1), When::Event("relic_taken")],
        say: "The compass points home now: bring the relic to your camp, <.",
        learnt_by: Until::Event("relic_home"),
    },
    Hint {
        name: "strike",
        when: &[When::Phase(1), When::Shows(Ink::Foe), When::Played(6)],
        say: "Walk into a monster to strike it; between blows you can walk away.",
        learnt_by: Until::Event("felled"),
    },
    Hint {
        name: "heal",
        when: &[When::Phase(1), When::AtMost("hp", HURT)],
        say: "You are hurt: {use} eats or drinks something; lamplight heals slowly.",
        learnt_by: Until::Event("healed"),
    },
    Hint {
        name: "lamp",
        when: &[When::Phase(1), When::AtMost("light", 100)],
        say: "Your lamp burns low: {use} fills it with a torch or an oil flask.",
        learnt_by: Until::Verb("use"),
    },
    Hint {
        name: "dark",
        when: &[When::Phase(1), When::Played(60)],
        say: "{lamp} puts your lamp out: fewer monsters notice you, but you do not heal.",
        learnt_by: Until::Verb("lamp"),
    },
    Hint {
        name: "explore",
        when: &[When::Played(25), When::Shows(Ink::Floor)],
        say: "{app explore} walks to the next chest or to unknown ground by itself.",
        learnt_by: Until::Front("explore"),
    },
];
