//! The panel: health, gear, forecasts of the fights in view, and what can be done with each item carried. It
//! is plain data; the full screen, speech and programs show the same.

use crate::content::{ItemKind, OIL_MOST, RELIC_CELLS, Slot};
use crate::draw::{self, Window};
use crate::forecast::{EVEN, Forecast};
use crate::rules::combat::Odds;
use crate::rules::land::{CHEST, FELLOW, Foe, Land};
use crate::{Cave, Command, Spot, event, light, rules};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use kernel::grid::{DistanceMap, FAR};
use kernel::{
    Bar, Carried, Cell, Deed, Dir, Ground, Guard, Ink, Mood, Panel, Pos, Sight, Sort, Tone, View, Warning,
};

/// The guard against fights that will probably be lost.
const LOSING_FIGHT: &str = "losing fight";
pub(crate) const GUARDS: &[Guard] = &[Guard {
    name: LOSING_FIGHT,
    help: "a step into the sight of a monster that would probably kill you",
    default: true,
}];

/// A hero who has not moved yet stands at most this far from the middle, unless somebody put him elsewhere.
const FIRST_CELLS: i64 = 9;

pub(crate) fn panel(cave: &Cave, view: &View<'_>) -> Panel {
    let (attack, armour) = cave.strength();
    let mut panel = Panel {
        title: "Cave explorer".into(),
        place: place(cave),
        goal: goal(cave),
        bars: bars(cave),
        numbers: Vec::from([
            ("Attack", format!("{attack}")),
            ("Armour", format!("{armour}")),
            ("Gold", format!("{}", cave.gold())),
            ("Kills", format!("{}", cave.kills())),
        ]),
        effects: effects(cave),
        worn: worn(cave),
        in_view: in_view(cave, Window::of(cave, view)),
        carried: carried(cave),
    };
    panel.sort();
    panel
}

fn bars(cave: &Cave) -> Vec<Bar> {
    let mut bars = Vec::from([health_bar(cave.health(), cave.health_most())]);
    if let Some(delve) = cave.delve().filter(|delve| delve.extended.light) {
        let (oil, most) = (delve.oil.into(), OIL_MOST.into());
        bars.push(Bar {
            text: format!("{oil} turns"),
            ..Bar::new("Light", oil, most, Bar::tone_of(oil, most))
        });
    }
    bars
}

/// Effects on the hero, the direction of the compass, and whether he can be seen.
fn effects(cave: &Cave) -> Vec<(String, Tone)> {
    let mut effects = Vec::new();
    let Some(delve) = cave.delve() else { return effects };
    if let Some((x, y)) = cave.goal() {
        let what = if delve.carries_relic { "camp" } else { "relic" };
        let told = match wind(x - cave.hero().x, y - cave.hero().y) {
            Some(wind) => format!("Compass: {what} {wind}"),
            None => format!("Compass: {what} is here"),
        };
        effects.push((told, Tone::Magic));
    }
    if delve.carries_relic {
        effects.push(("You carry the relic".into(), Tone::Good));
    }
    if delve.extended.light && !delve.lit {
        effects.push(("Dark: hard to notice, no healing".into(), Tone::Wary));
    }
    let potions =
        [("Might", delve.might), ("Stone skin", delve.stone), ("Speed", delve.swift), ("Smoke", delve.smoke)];
    for (name, turns) in potions.into_iter().filter(|(_, turns)| *turns > 0) {
        effects.push((format!("{name}: {turns} turns"), Tone::Good));
    }
    effects
}

/// The direction of an offset, one of eight; `None` for no offset.
fn wind(east: i64, north: i64) -> Option<&'static str> {
    let (wide, high) = (east.abs() > 2 * north.abs(), north.abs() > 2 * east.abs());
    Some(match (east.signum(), north.signum()) {
        (0, 0) => return None,
        (1, _) if wide => "east",
        (-1, _) if wide => "west",
        (_, 1) if high => "north",
        (_, -1) if high => "south",
        (1, 1) => "north-east",
        (1, _) => "south-east",
        (_, 1) => "north-west",
        _ => "south-west",
    })
}

fn worn(cave: &Cave) -> Vec<String> {
    let charm = cave.delve().and_then(|delve| cave.hero().named(delve.charm));
    let items = [Some(cave.weapon()), Some(cave.armour()), charm];
    items.into_iter().flatten().map(|item| format!("{}", cave.thing(item))).collect()
}

/// The hero's region, and how far out it is.
fn place(cave: &Cave) -> String {
    if cave.settings().debug {
        return crate::draw::coordinates(cave);
    }
    match cave.distance_out() {
        // The first free cell may be a few steps off the middle.
        1..=FIRST_CELLS if cave.turn() == 0 => "at the start".into(),
        0 => "at the start".into(),
        1 => "1 cell from the start".into(),
        cells => format!("{cells} cells from the start"),
    }
}

fn goal(cave: &Cave) -> String {
    if cave.fate_of_hero().or(cave.fate_of_all()).is_some() {
        return String::new();
    }
    match cave.delve() {
        Some(delve) if delve.carries_relic => "Bring the relic home to your camp, <.".into(),
        Some(_) if cave.goal().is_some() => {
            format!("Find the relic * about {RELIC_CELLS} cells from here and bring it to your camp, <.")
        }
        _ => "Open chests and win fights: every coin and every kill counts.".into(),
    }
}

/// The health bar: hundredths in the rules, points on screen.
fn health_bar(value: u32, of: u32) -> Bar {
    let mut text = String::new();
    event::points(value, &mut text);
    text.push('/');
    event::points(of, &mut text);
    Bar { text, ..Bar::health(value.into(), of.into()) }
}

/// A command as it is spelled in a run.
fn line(command: Command) -> String {
    let mut line = String::new();
    crate::command::GRAMMAR.spell(command, &mut line);
    line
}

fn in_view(cave: &Cave, window: Window) -> Vec<Sight> {
    let chart = draw::chart(cave, window);
    let mut walk = DistanceMap::new(chart.ground.cols(), chart.ground.rows());
    walk.measure([chart.hero], &Dir::ORTHOGONAL, |at| {
        !matches!(chart.ground.get(at), None | Some(Ground::Unknown | Ground::Blocked))
    });
    let steps = |at: Pos| Some(walk.at(at)).filter(|&steps| steps != FAR);
    cave.with_land(window.half, |land| {
        let seen = |foe: &&Foe| window.shows(cave, (foe.x, foe.y)) && light::reveals(cave, land, foe);
        // Equal monsters share a forecast, since it takes many simulated fights.
        let mut forecasts = BTreeMap::new();
        let mut sights = Vec::new();
        for foe in land.foes.iter().filter(seen) {
            let alike = (foe.kind, foe.health, cave.foe_attack(foe));
            let forecast = forecasts.entry(alike).or_insert_with(|| forecast(cave, foe));
            let at = window.board(cave, (foe.x, foe.y));
            sights.push(sight_of_foe(cave, land, foe, forecast, (at, steps(at))));
        }
        for fellow in cave.fellows().into_iter().filter(|fellow| window.shows(cave, fellow.at)) {
            let at = window.board(cave, fellow.at);
            let hero = thing(FELLOW, fellow.name.as_str().into(), at, steps(at), Vec::new());
            sights.push(Sight { sort: Sort::Friend, ..hero });
        }
        for at in chart.ground.positions() {
            let place = window.world(cave, at);
            if !light::is_known(cave, place) {
                continue;
            }
            if let Some((_, cell)) =
                cave.delve().and_then(|delve| light::landmarks(cave, delve).find(|(mark, _)| *mark == place))
            {
                let name =
                    if cave.delve().is_some_and(|delve| delve.camp == place) { "camp" } else { "relic" };
                sights.push(thing(cell, name.into(), at, steps(at), Vec::new()));
            } else if land.at(place.0, place.1) == CHEST {
                sights.push(thing(CHEST, "chest".into(), at, steps(at), deed_towards(cave, place, "Open")));
            } else if let Some(number) = cave.waypoint_at(place) {
                let digit = char::from_digit(number, 10).unwrap_or('?');
                let cell = Cell::new(digit, Ink::Mark);
                sights.push(thing(cell, format!("waypoint {number}"), at, steps(at), Vec::new()));
            }
        }
        sights
    })
}

fn thing(cell: Cell, name: String, at: Pos, steps: Option<u16>, deeds: Vec<Deed>) -> Sight {
    let (bar, forecast) = (None, String::new());
    Sight { cell, name, sort: Sort::Prize, at, bar, forecast, tone: Tone::Plain, steps, deeds }
}

fn sight_of_foe(
    cave: &Cave,
    land: &Land,
    foe: &Foe,
    forecast: &Forecast,
    (at, steps): (Pos, Option<u16>),
) -> Sight {
    let reaches = |at: Spot| match cave.extended().turns {
        true => (foe.x, foe.y) == at,
        false => land.watcher(at.0, at.1).is_some_and(|index| land.foes[index].home == foe.home),
    };
    let into_sight = Dir::ORTHOGONAL
        .into_iter()
        .find(|&way| rules::refusal(cave, Command::Go(way)).is_none() && reaches(cave.beside(way)));
    Sight {
        cell: foe.cell(),
        name: foe.row().name.to_lowercase(),
        sort: Sort::Foe,
        at,
        bar: Some(health_bar(foe.health, foe.health.max(cave.settings().foe_health(foe.kind)))),
        forecast: forecast.told(),
        tone: forecast.tone(),
        steps,
        deeds: into_sight.map(|way| Deed::new("Fight", line(Command::Go(way)))).into_iter().collect(),
    }
}

/// The forecast of a fight with this monster now.
pub(crate) fn forecast(cave: &Cave, foe: &Foe) -> Forecast {
    if cave.extended().turns {
        return Forecast::by_turns(cave.health(), foe.health, &cave.blows(foe));
    }
    let (hero, enemy) = cave.fighters(foe);
    Forecast::of(&hero, &enemy, &Odds::of(cave.settings()))
}

/// The step onto a position, if it is next to the hero.
fn deed_towards(cave: &Cave, place: Spot, label: &'static str) -> Vec<Deed> {
    let way = Dir::ORTHOGONAL.into_iter().find(|&way| cave.beside(way) == place);
    way.map(|way| Deed::new(label, line(Command::Go(way)))).into_iter().collect()
}

/// The pack, one row per kind, in the order in which the first of each was found.
fn carried(cave: &Cave) -> Vec<Carried> {
    let mut kinds: Vec<ItemKind> = Vec::new();
    let mut rows: Vec<Carried> = Vec::new();
    for (number, held) in (1..).zip(&cave.hero().pack) {
        let (kind, worn) = (held.item.kind, cave.worn().contains(&held.name));
        if let Some(index) = kinds.iter().position(|known| *known == kind) {
            let row = &mut rows[index];
            row.count += held.item.amount;
            if worn {
                (row.worn, row.note) = (true, note(cave, kind, true));
                row.deeds.clear();
            }
            continue;
        }
        kinds.push(kind);
        let (label, command) = match kind.row().slot {
            Slot::Supply => ("Use", Command::Use(number)),
            _ => ("Equip", Command::Equip(number)),
        };
        let possible = !worn && rules::refusal(cave, command).is_none();
        let deed = possible.then(|| Deed::new(label, line(command)));
        rows.push(Carried {
            name: kind.row().name.into(),
            count: held.item.amount,
            worn,
            note: note(cave, kind, worn),
            deeds: deed.into_iter().collect(),
        });
    }
    rows
}

/// The value of a kind of item, and the difference to the one in use.
fn note(cave: &Cave, kind: ItemKind, worn: bool) -> String {
    let value = |kind: ItemKind| kind.value(cave.settings().values);
    let (now, unit) = match kind.row().slot {
        Slot::Weapon => (cave.weapon().kind, "damage"),
        Slot::Armour => (cave.armour().kind, "protection"),
        Slot::Purse | Slot::Charm | Slot::Supply => return kind.row().told.into(),
    };
    let against = match (value(kind), value(now)) {
        _ if worn => String::new(),
        (more, less) if more > less => format!(", {} more than now", more - less),
        (less, more) if less < more => format!(", {} less than now", more - less),
        _ => ", as now".into(),
    };
    let told = kind.row().told;
    format!("{} {unit}{against}{}{told}", value(kind), if told.is_empty() { "" } else { "; " })
}

/// Warns of a step into the sight of a monster that would probably win.
pub(crate) fn warning(cave: &Cave, command: Command) -> Option<Warning> {
    let Command::Go(way) = command else { return None };
    let (x, y) = cave.beside(way);
    cave.with_land((1, 1), |land| {
        let meets = match cave.extended().turns {
            true => land.foes.iter().position(|foe| (foe.x, foe.y) == (x, y)),
            false => land.watcher(x, y),
        };
        let foe = &land.foes[meets?];
        let forecast = forecast(cave, foe);
        let name = foe.row().name.to_lowercase();
        (forecast.wins < EVEN).then(|| Warning {
            guard: LOSING_FIGHT,
            what: if cave.extended().turns {
                format!("Against this {name} {}.", forecast.told())
            } else {
                format!("The {name} sees that cell: {}.", forecast.told())
            },
        })
    })
}

/// The colours of the cave by distance: brown near the start, then blue, then red.
const SHADES: [(i64, Mood); 3] = [
    (60, Mood { floor: 0x2a_26_20, wall: 0x5b_4a_36, light: Some(9), trail: 0 }),
    (150, Mood { floor: 0x1e_25_30, wall: 0x3c_4c_66, light: Some(9), trail: 0 }),
    (240, Mood { floor: 0x2e_1d_1d, wall: 0x6b_34_30, light: Some(9), trail: 0 }),
];

pub(crate) fn mood(cave: &Cave) -> Mood {
    let light = Some(cave.light_cells().clamp(3, 9) as u8);
    Mood { light, ..shade(cave.distance_out()) }
}

fn shade(out: i64) -> Mood {
    let Some(next) = SHADES.iter().position(|(from, _)| out < *from) else { return SHADES[2].1 };
    let (Some((near, here)), (far, there)) = (next.checked_sub(1).map(|last| SHADES[last]), SHADES[next])
    else {
        return SHADES[0].1;
    };
    let mix = |a: u32, b: u32| {
        [16, 8, 0].into_iter().fold(0, |colour, shift| {
            let part = |colour: u32| i64::from(colour >> shift & 0xff);
            let mixed = part(a) + (part(b) - part(a)) * (out - near) / (far - near);
            colour | (mixed as u32) << shift
        })
    };
    Mood {
        floor: mix(here.floor, there.floor),
        wall: mix(here.wall, there.wall),
        light: here.light,
        trail: 0,
    }
}
