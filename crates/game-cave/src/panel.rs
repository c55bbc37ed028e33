//! What a player should know at a glance: health, gear, forecasts of the fights in view, and what can be done with each thing
//! carried. Plain data; the full screen, speech and programs show the same.

use crate::content::{HERO_HEALTH, ItemKind, Slot};
use crate::draw::{self, Window};
use crate::forecast::{EVEN, Forecast};
use crate::rules::combat::Odds;
use crate::rules::land::{CHEST, Foe, Land};
use crate::{Cave, Command, Spot, event};
use alloc::{format, string::String, vec::Vec};
use kernel::{
    Bar, Carried, Cell, Deed, Dir, Game, Ground, Guard, Ink, Mood, Panel, Pos, Seat, Sight, Sort, Tone, View,
    Warning,
};
use toolkit::{DistanceMap, FAR};

/// The guard against fights that are probably lost.
const LOSING_FIGHT: &str = "losing fight";
pub(crate) const GUARDS: &[Guard] = &[Guard {
    name: LOSING_FIGHT,
    help: "A step into the sight of a monster that would probably kill you.",
    default: true,
}];

pub(crate) fn panel(cave: &Cave, view: &View<'_>) -> Panel {
    let mut panel = Panel {
        title: "Cave explorer".into(),
        place: place(cave),
        bars: Vec::from([health_bar(HERO_HEALTH, HERO_HEALTH)]),
        numbers: Vec::from([
            ("Attack", format!("{}", cave.thing(cave.weapon()).value)),
            ("Armour", format!("{}", cave.thing(cave.armour()).value)),
            ("Gold", format!("{}", cave.gold())),
            ("Kills", format!("{}", cave.kills())),
        ]),
        worn: [cave.weapon(), cave.armour()].map(|item| format!("{}", cave.thing(item))).into(),
        in_view: in_view(cave, Window::of(view)),
        carried: carried(cave),
        ..Panel::default()
    };
    panel.sort();
    panel
}

/// Where the hero is: the region, and how far out that lies.
fn place(cave: &Cave) -> String {
    let ((rx, ry), _) = Cave::locate(cave.settings(), (cave.hero().x, cave.hero().y));
    match cave.distance_out() {
        0 => format!("region {rx}, {ry} · at the start"),
        cells => format!("region {rx}, {ry} · {cells} from the start"),
    }
}

/// Health, which is hundredths in the rules and points on screen.
fn health_bar(value: u32, of: u32) -> Bar {
    let mut text = String::new();
    event::points(value, &mut text);
    text.push('/');
    event::points(of, &mut text);
    Bar { text, ..Bar::health(value.into(), of.into()) }
}

/// The line of a run for a command.
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
        let foes = land.foes.iter().filter(|foe| window.shows(cave, (foe.x, foe.y)));
        let mut sights: Vec<Sight> = foes
            .map(|foe| {
                let at = window.board(cave, (foe.x, foe.y));
                sight_of_foe(cave, land, foe, at, steps(at))
            })
            .collect();
        for at in chart.ground.positions() {
            let place = window.world(cave, at);
            if land.at(place.0, place.1) == CHEST {
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

fn sight_of_foe(cave: &Cave, land: &Land, foe: &Foe, at: Pos, steps: Option<u16>) -> Sight {
    let forecast = forecast(cave, foe);
    let into_sight = Dir::ORTHOGONAL.into_iter().find(|&way| {
        let (x, y) = cave.beside(way);
        cave.may(Seat(0), Command::Go(way))
            && land.watcher(x, y).is_some_and(|index| land.foes[index].home == foe.home)
    });
    Sight {
        cell: foe.cell(),
        name: foe.row().name.into(),
        sort: Sort::Foe,
        at,
        bar: Some(health_bar(foe.health, foe.health)),
        forecast: forecast.told(),
        tone: forecast.tone(),
        steps,
        deeds: into_sight.map(|way| Deed::new("Fight", line(Command::Go(way)))).into_iter().collect(),
    }
}

/// How a fight with this monster would go now.
pub(crate) fn forecast(cave: &Cave, foe: &Foe) -> Forecast {
    let (hero, enemy) = cave.fighters(foe);
    Forecast::of(&hero, &enemy, &Odds::of(cave.settings()))
}

/// The step onto a place, where it is beside the hero.
fn deed_towards(cave: &Cave, place: Spot, label: &'static str) -> Vec<Deed> {
    let way = Dir::ORTHOGONAL.into_iter().find(|&way| cave.beside(way) == place);
    way.map(|way| Deed::new(label, line(Command::Go(way)))).into_iter().collect()
}

/// What is in the pack, one row for all things of a kind, in the order in which the first of each was found.
fn carried(cave: &Cave) -> Vec<Carried> {
    let mut kinds: Vec<ItemKind> = Vec::new();
    let mut rows: Vec<Carried> = Vec::new();
    for (number, held) in (1..).zip(&cave.hero().pack) {
        let (kind, worn) = (held.item.kind, [cave.hero().weapon, cave.hero().armour].contains(&held.name));
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
        let equip = !worn && kind.row().slot != Slot::Purse;
        let deed = equip.then(|| Deed::new("Equip", line(Command::Equip(number))));
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

/// What a kind of thing is worth, and how much more or less that is than what is worn.
fn note(cave: &Cave, kind: ItemKind, worn: bool) -> String {
    let value = |kind: ItemKind| kind.value(cave.settings().values);
    let (now, unit) = match kind.row().slot {
        Slot::Weapon => (cave.weapon().kind, "damage"),
        Slot::Armour => (cave.armour().kind, "protection"),
        Slot::Purse => return String::new(),
    };
    let against = match (value(kind), value(now)) {
        _ if worn => String::new(),
        (more, less) if more > less => format!(", {} more than now", more - less),
        (less, more) if less < more => format!(", {} less than now", more - less),
        _ => ", as much as now".into(),
    };
    format!("{} {unit}{against}", value(kind))
}

/// Warns of a step into the sight of a monster that would probably win.
pub(crate) fn warning(cave: &Cave, command: Command) -> Option<Warning> {
    let Command::Go(way) = command else { return None };
    let (x, y) = cave.beside(way);
    cave.with_land((1, 1), |land| {
        let foe = &land.foes[land.watcher(x, y)?];
        let forecast = forecast(cave, foe);
        let name = foe.row().name;
        (forecast.wins < EVEN).then(|| Warning {
            guard: LOSING_FIGHT,
            what: format!("The {name} sees that cell: {}.", forecast.told()),
        })
    })
}

/// The colours of the cave: brown near the start, then blue, then red.
const SHADES: [(i64, Mood); 3] = [
    (100, Mood { floor: 0x2a_26_20, wall: 0x5b_4a_36, light: Some(9) }),
    (300, Mood { floor: 0x1e_25_30, wall: 0x3c_4c_66, light: Some(9) }),
    (600, Mood { floor: 0x2e_1d_1d, wall: 0x6b_34_30, light: Some(9) }),
];

pub(crate) fn mood(cave: &Cave) -> Mood {
    let out = cave.distance_out();
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
    Mood { floor: mix(here.floor, there.floor), wall: mix(here.wall, there.wall), light: here.light }
}
