//! The panel, warnings about bad moves, and the colours of a floor. Nothing here changes the state.

use crate::command::GRAMMAR;
use crate::content::{
    BAIT, FISH, GHOST, HP_MAX, REACH_STEPS, SIGHT_TILES, STAIRS, THREAT_STEPS, Thing, damage_mean_tenths,
};
use crate::ground::{Flood, Spot};
use crate::rules::{Boo, refusal};
use crate::{Command, Way};
use alloc::{format, string::String, vec, vec::Vec};
use kernel::{Bar, Carried, Deed, Guard, Mood, Panel, Sight, Sort, Tone, Warning};

/// The kinds of warnings.
pub(crate) const GUARDS: &[Guard] = &[
    Guard {
        name: "deadly",
        help: "a step at which ghosts can kill you, when another is safer",
        default: true,
    },
    Guard { name: "two-ghosts", help: "a step at which two ghosts or more can meet you", default: true },
    Guard {
        name: "ghost",
        help: "a step at which a ghost can meet you, when another is safer",
        default: true,
    },
    Guard { name: "fish", help: "the stairs, when you know of fish on this floor", default: false },
];

/// Floor and wall colours by floor: moonlight first, then colder, then the glow of the ghosts.
const MOODS: [(u32, u32); 5] = [
    (0x1d2530, 0x33415c),
    (0x1b2834, 0x2f4a63),
    (0x211f36, 0x443d6b),
    (0x2a1c33, 0x5a3a66),
    (0x301a26, 0x6b3448),
];

/// Number of consecutive floors with the same colours.
const FLOORS_PER_MOOD: u32 = 2;

pub(crate) fn mood(game: &Boo) -> Mood {
    let (floor, wall) = MOODS[((game.floor() - 1) / FLOORS_PER_MOOD).min(MOODS.len() as u32 - 1) as usize];
    Mood { floor, wall, light: game.setup().fog.then_some(SIGHT_TILES as u8), trail: 0 }
}

const GOAL: &str = "Climb as high as you can: the stairs > lead up, and ghosts hunt you.";

pub(crate) fn panel(game: &Boo) -> Panel {
    let known = game.as_known();
    let mut panel = Panel {
        title: "Cat".into(),
        place: format!("floor {}", game.floor()),
        bars: vec![Bar::health(game.hp().into(), HP_MAX.into())],
        numbers: vec![("Fish", format!("{}", game.bag())), ("Turn", format!("{}", game.turns()))],
        effects: effects(game),
        goal: if game.is_over() { String::new() } else { GOAL.into() },
        carried: carried(game),
        ..Panel::default()
    };
    if !game.is_over() {
        panel.in_view = ghosts(&known);
        panel.in_view.extend(finds(&known));
        panel.sort();
    }
    panel
}

fn effects(game: &Boo) -> Vec<(String, Tone)> {
    let mut effects = Vec::new();
    if game.is_over() {
        return effects;
    }
    if game.is_haunted() {
        effects.push(("A ghost shares your tile".into(), Tone::Dangerous));
    }
    effects.push(if game.is_resting() {
        ("Ghosts rest at your next step".into(), Tone::Good)
    } else {
        ("Ghosts move at your next step".into(), Tone::Wary)
    });
    effects
}

fn carried(game: &Boo) -> Vec<Carried> {
    if game.bag() == 0 {
        return Vec::new();
    }
    let eat = refusal(game, Command::Eat).is_none().then(|| Deed::new("Eat", line(Command::Eat)));
    let note = "heals about 4 HP; ghosts do not move meanwhile".into();
    let throws = Way::ALL.into_iter().filter(|&way| refusal(game, Command::Throw(way)).is_none());
    let throw = |way| Deed::new(throw_label(way), line(Command::Throw(way)));
    let deeds = eat.into_iter().chain(throws.map(throw)).collect();
    vec![Carried { name: FISH.name.into(), count: game.bag(), worn: false, note, deeds }]
}

const fn throw_label(way: Way) -> &'static str {
    match way {
        Way::Up => "Throw north",
        Way::Down => "Throw south",
        Way::Left => "Throw west",
        Way::Right => "Throw east",
    }
}

fn line(command: Command) -> String {
    let mut line = String::new();
    GRAMMAR.spell(command, &mut line);
    line
}

fn ghosts(known: &Boo) -> Vec<Sight> {
    let waiting = known.meetings(None);
    let meeting = |(ghost, &at): (usize, &Spot)| {
        let steps = known.way_to_cat(at);
        let (may, must) = (waiting.may >> ghost & 1 != 0, waiting.must >> ghost & 1 != 0);
        let forecast = match known.turns_to_cat(ghost, &waiting) {
            _ if known.is_drawn(ghost) => "goes for the bait".into(),
            None => "cannot reach you".into(),
            _ if steps == Some(0) => "on your tile; follows when you move".into(),
            Some(1) if must => "reaches you next turn".into(),
            Some(1) => "can reach you next turn".into(),
            Some(turns) => format!("can reach you in {turns} turns"),
        };
        let tone = match steps {
            _ if may && known.hp() * 10 <= damage_mean_tenths(known.floor()) => Tone::Deadly,
            _ if may => Tone::Dangerous,
            Some(0..=THREAT_STEPS) => Tone::Wary,
            _ => Tone::Calm,
        };
        sight(&GHOST, GHOST.name.into(), Sort::Foe, at, steps, (forecast, tone))
    };
    known.ghosts().all().iter().enumerate().map(meeting).collect()
}

/// Known fish, bait and stairs.
fn finds(known: &Boo) -> Vec<Sight> {
    let layout = known.layout();
    let steps = |ground, to| Flood::new(ground, known.cat()).steps_to(to);
    let fish = known.fish().all().iter().map(|&at| {
        let steps = steps(layout.haunt.clone(), at);
        let mut sight = sight(&FISH, FISH.name.into(), Sort::Prize, at, steps, (String::new(), Tone::Good));
        sight.deeds.extend(beside(known, at, "Take"));
        sight
    });
    let bait = known.bait().map(|at| {
        let steps = steps(layout.haunt.clone(), at);
        sight(&BAIT, BAIT.name.into(), Sort::Prize, at, steps, (String::new(), Tone::Good))
    });
    let stairs = known.layout().floor.has(layout.stairs).then(|| {
        let steps = steps(layout.floor.clone(), layout.stairs);
        let name = format!("{} to floor {}", STAIRS.name, known.floor() + 1);
        let mut sight = sight(&STAIRS, name, Sort::Exit, layout.stairs, steps, (String::new(), Tone::Plain));
        sight.deeds.extend(beside(known, layout.stairs, "Climb"));
        sight
    });
    fish.chain(bait).chain(stairs).collect()
}

/// The step onto an adjacent tile.
fn beside(known: &Boo, at: Spot, label: &'static str) -> Option<Deed> {
    let way = Way::ALL.into_iter().find(|&way| known.cat().step(way) == Some(at))?;
    Some(Deed::new(label, line(Command::Step(way))))
}

fn sight(
    thing: &Thing,
    name: String,
    sort: Sort,
    at: Spot,
    steps: Option<u32>,
    (forecast, tone): (String, Tone),
) -> Sight {
    Sight {
        cell: thing.cell,
        name,
        sort,
        at: at.on_screen(),
        bar: None,
        forecast,
        tone,
        steps: steps.map(|steps| steps as u16),
        deeds: Vec::new(),
    }
}

/// Why a command is risky. There is no warning for a step that is as safe as any other.
pub(crate) fn warning(game: &Boo, command: Command) -> Option<Warning> {
    let Command::Step(way) = command else { return None };
    let known = game.as_known();
    danger(&known, way).or_else(|| fish_left(&known, way))
}

fn danger(known: &Boo, way: Way) -> Option<Warning> {
    let near = |&ghost: &Spot| known.way_to_cat(ghost).is_some_and(|steps| steps <= REACH_STEPS);
    if !known.ghosts().all().iter().any(near) {
        return None;
    }
    let risk = known.risk(way);
    let least = Way::ALL.into_iter().map(|way| known.risk(way)).min().unwrap_or_default();
    if risk <= least {
        return None;
    }
    let damage = damage_mean_tenths(known.floor());
    let (guard, what) = if known.hp() * 10 <= damage * risk {
        let harm = damage * risk / 10;
        ("deadly", format!("Ghosts can meet you there and take about {harm} HP; you have {}.", known.hp()))
    } else if risk > 1 {
        ("two-ghosts", format!("This step can lead to up to {risk} meetings with ghosts."))
    } else if known.meetings(Some(way)).entered != 0 {
        ("ghost", format!("A ghost is there; meeting it costs about {} HP.", damage / 10))
    } else if known.is_resting() {
        ("ghost", "You may not be able to escape a ghost from there.".into())
    } else {
        ("ghost", "A ghost can reach you there.".into())
    };
    Some(Warning { guard, what })
}

fn fish_left(known: &Boo, way: Way) -> Option<Warning> {
    let left = known.fish().all().len();
    (left > 0 && known.cat().step(way) == Some(known.layout().stairs)).then(|| Warning {
        guard: "fish",
        what: match left {
            1 => "A fish is left on this floor.".into(),
            more => format!("{more} fish are left on this floor."),
        },
    })
}
