//! The panel, and warnings about bad moves.

use crate::{
    advise::is_last,
    command::{Command, GRAMMAR, NUMBER_MAX},
    content::STAIRS,
    deep::REST,
    forecast::hue,
    plan::Kind,
    rules::Dungeon,
};
use alloc::{format, string::String, vec::Vec};
use kernel::grid::{DistanceMap, FAR};
use kernel::{Bar, Carried, Cell, Deed, Dir, Guard, Ink, Panel, Pos, Sight, Sort, Tone, Warning, printable};

/// Maximum number of things in view that the panel lists: the most dangerous, then the nearest.
const SIGHTS_MAX: usize = 99;
/// A fight won less often than this, per thousand, causes a warning.
const LIKELY: u32 = 600;

pub(crate) const GUARDS: [Guard; 3] = [
    Guard { name: "deadly fight", help: "hitting a creature that will probably kill you", default: true },
    Guard { name: "bare skin", help: "taking off your armor next to a creature", default: true },
    Guard { name: "end", help: "ending the game", default: true },
];

/// A deed whose command is spelled as in a run.
fn deed(label: &'static str, command: Command) -> Deed {
    let mut line = String::new();
    GRAMMAR.spell(command, &mut line);
    Deed::new(label, line)
}

/// A thing in view, before it is described.
#[derive(Clone, Copy)]
enum Seen {
    Foe(usize),
    Stairs(Pos),
    /// An item, and whether it can be picked up now.
    Item(usize, bool),
}

impl Dungeon {
    pub(crate) fn at_a_glance(&self) -> Panel {
        let mut panel = Panel {
            title: printable(&self.plan().facts.hero.name).into_owned(),
            place: printable(&self.plan().facts.name).into_owned(),
            goal: self.goal(),
            bars: [self.health()].into(),
            numbers: self.numbers(),
            effects: self.effects(),
            worn: [self.hero().wielded, self.hero().worn]
                .into_iter()
                .flatten()
                .map(|item| format!("{} {:+}", self.called(item as usize), self.strength(Some(item))))
                .collect(),
            in_view: self.sights(),
            carried: self.carried(),
        };
        panel.sort();
        panel
    }

    fn goal(&self) -> String {
        match self.descent() {
            _ if self.end().is_some() => String::new(),
            None if self.plan().facts.foes.iter().any(|foe| foe.visible && is_last(foe)) => {
                "Gain points. You win when one of the creatures falls: find out which.".into()
            }
            None => "Gain points. Nothing here ends the game but you.".into(),
            Some(descent) if descent.stairs.is_some() => "Walk onto the stairs > to go down.".into(),
            Some(descent) if descent.depth == descent.depths => {
                "Slay the keeper of the last depth: it guards the amulet of the deep.".into()
            }
            Some(_) => "Slay the keeper in the farthest room: where it falls, stairs open.".into(),
        }
    }

    /// Hit points have no maximum: the bar is full at their number at the start. A blow may take more than were
    /// left, which is none.
    fn health(&self) -> Bar {
        let (hp, of) = (i64::from(self.hero().hp).max(0), i64::from(self.plan().facts.hero.hp).max(1));
        Bar { text: format!("{hp}"), ..Bar::health(hp, of.max(hp)) }
    }

    fn numbers(&self) -> Vec<(&'static str, String)> {
        let sword = self.strength(self.hero().wielded);
        let hardest = i64::from(self.plan().facts.hero.hit_max) + sword;
        let depth =
            self.descent().map(|descent| ("Depth", format!("{} of {}", descent.depth, descent.depths)));
        let numbers = [
            ("Score", format!("{}", self.hero().score)),
            ("Damage", format!("{}-{}", sword.max(0), hardest.max(0))),
            ("Armor", format!("{}", self.strength(self.hero().worn))),
            ("Moves", format!("{}", self.hero().moves)),
        ];
        depth.into_iter().chain(numbers).collect()
    }

    fn effects(&self) -> Vec<(String, Tone)> {
        let (hero, mut effects) = (self.hero(), Vec::new());
        if self.is_hallucinating() {
            effects.push((
                match hero.hallucinating_until - hero.moves {
                    0 => "Hallucinating until the next move".into(),
                    1 => "Hallucinating for 1 more move".into(),
                    left => format!("Hallucinating for {left} more moves"),
                },
                Tone::Magic,
            ));
        }
        let every = self.plan().facts.hp_moves;
        if every > 0 {
            let left = every - hero.moves % every;
            let moves = if left == 1 { "move" } else { "moves" };
            effects.push((format!("1 HP back in {left} {moves}"), Tone::Good));
        }
        effects
    }

    /// The things in view, unless the player hallucinates.
    fn sights(&self) -> Vec<Sight> {
        if self.is_hallucinating() || self.end().is_some() {
            return Vec::new();
        }
        let facts = &self.plan().facts;
        let here = self.hero().at;
        let mut open: Vec<bool> = facts.ground.iter().map(|ground| ground.shown().is_open()).collect();
        for (foe, plan) in self.foes().iter().zip(&facts.foes) {
            if let Some(index) = facts.index(foe.at).filter(|_| foe.on_board && plan.visible) {
                open[index] = false;
            }
        }
        let mut steps = DistanceMap::new(facts.cols.into(), facts.rows.into());
        steps.measure([here], &Dir::ORTHOGONAL, |at| facts.index(at).is_some_and(|index| open[index]));
        let away = |at: Pos| {
            let beside = Dir::ORTHOGONAL.iter().map(|&way| steps.at(at.step(way)).saturating_add(1)).min();
            Some(if at == here { 0 } else { beside.unwrap_or(FAR) }).filter(|&steps| steps != FAR)
        };
        let menace = self.menace();
        let mut seen: Vec<(Tone, u32, Seen)> = Vec::new();
        for (number, foe) in self.foes().iter().enumerate() {
            if foe.on_board && facts.foes[number].visible {
                let tone = self.tone(&menace, number);
                seen.push((tone, away(foe.at).map_or(u32::MAX, Into::into), Seen::Foe(number)));
            }
        }
        let mut free = true;
        for (place, lying) in self.floor().iter().enumerate().rev() {
            if facts.items[lying.item as usize].visible {
                let top = lying.at == here && core::mem::take(&mut free);
                let far = away(lying.at).map_or(u32::MAX, Into::into);
                seen.push((Tone::Plain, far, Seen::Item(place, top)));
            }
        }
        if let Some(at) = self.descent().and_then(|descent| descent.stairs) {
            seen.push((Tone::Good, away(at).map_or(u32::MAX, Into::into), Seen::Stairs(at)));
        }
        kernel::sort_by_key(&mut seen, |&(tone, far, _)| (core::cmp::Reverse(tone), far));
        seen.truncate(SIGHTS_MAX);
        seen.into_iter().map(|(tone, far, seen)| self.sight(tone, u16::try_from(far).ok(), seen)).collect()
    }

    fn sight(&self, tone: Tone, steps: Option<u16>, seen: Seen) -> Sight {
        let facts = &self.plan().facts;
        match seen {
            Seen::Foe(number) => {
                let (foe, plan) = (&self.foes()[number], &facts.foes[number]);
                let beside = |way: &Dir| self.hero().at.step(*way) == foe.at;
                let way = Dir::ORTHOGONAL.into_iter().find(beside);
                Sight {
                    cell: Cell::new(foe.glyph, Ink::Foe).hued(hue(tone)),
                    name: printable(&plan.name).into_owned(),
                    sort: Sort::Foe,
                    at: foe.at,
                    bar: Some(Bar::new("HP", foe.hp.into(), plan.hp.max(foe.hp).max(1).into(), tone)),
                    forecast: self
                        .forecast(number)
                        .map_or_else(|| "you cannot hurt it".into(), |told| told.words()),
                    tone,
                    steps,
                    deeds: way.map(|way| deed("Attack", Command::Go(way))).into_iter().collect(),
                }
            }
            Seen::Stairs(at) => Sight {
                cell: STAIRS,
                name: "stairs down".into(),
                sort: Sort::Exit,
                at,
                bar: None,
                forecast: format!("resting there heals up to {REST} HP"),
                tone,
                steps,
                deeds: Vec::new(),
            },
            Seen::Item(place, top) => {
                let lying = self.floor()[place];
                let item = lying.item as usize;
                Sight {
                    cell: facts.items[item].kind.cell(),
                    name: self.called(item),
                    sort: Sort::Prize,
                    at: lying.at,
                    bar: None,
                    forecast: self.compared(item),
                    tone,
                    steps,
                    deeds: top.then(|| deed("Pick up", Command::PickUp)).into_iter().collect(),
                }
            }
        }
    }

    fn called(&self, item: usize) -> String {
        printable(&self.plan().facts.items[item].name).into_owned()
    }

    /// The strength of an item compared with the one in use.
    fn compared(&self, item: usize) -> String {
        let value = self.strength(Some(item as u32));
        let (what, in_use) = match self.plan().facts.items[item].kind {
            Kind::Sword => ("to your hits", self.hero().wielded),
            Kind::Armor => ("armor", self.hero().worn),
            Kind::Scroll => return "can be read once".into(),
        };
        let against = match value - self.strength(in_use) {
            _ if in_use == Some(item as u32) => String::new(),
            0 => ", as now".into(),
            more if more > 0 => format!(", {more} more than now"),
            less => format!(", {} less than now", -less),
        };
        format!("{value:+} {what}{against}")
    }

    fn carried(&self) -> Vec<Carried> {
        let hero = self.hero();
        (1..)
            .zip(&hero.pack)
            .map(|(number, &item)| {
                let (wielded, worn) = (hero.wielded == Some(item), hero.worn == Some(item));
                let usual = match self.plan().facts.items[item as usize].kind {
                    Kind::Sword => (!wielded).then(|| deed("Wield", Command::Wield(number))),
                    Kind::Armor if worn => Some(deed("Take off", Command::TakeOff)),
                    Kind::Armor => Some(deed("Wear", Command::Wear(number))),
                    Kind::Scroll => Some(deed("Read", Command::Read(number))),
                };
                let drop = deed("Drop", Command::Drop(number));
                let can = self.end().is_none() && number <= NUMBER_MAX;
                Carried {
                    name: self.called(item as usize),
                    count: 1,
                    worn: wielded || worn,
                    note: self.compared(item as usize),
                    deeds: usual.into_iter().chain([drop]).filter(|_| can).collect(),
                }
            })
            .collect()
    }

    /// Why a command is risky. There are no warnings about things the player cannot see.
    pub(crate) fn warn(&self, command: Command) -> Option<Warning> {
        let warning = |guard: &Guard, what| Some(Warning { guard: guard.name, what });
        let seen = |at: Pos| {
            self.foe_at(at).filter(|&foe| self.plan().facts.foes[foe].visible && !self.is_hallucinating())
        };
        match command {
            Command::Go(way) => {
                let foe = seen(self.hero().at.step(way))?;
                let name = printable(&self.plan().facts.foes[foe].name);
                match self.forecast(foe) {
                    Some(told) if told.chance >= LIKELY => None,
                    Some(told) => warning(
                        &GUARDS[0],
                        format!(
                            "{name} will probably kill you: you win {} of 100 such fights.",
                            told.chance / 10
                        ),
                    ),
                    None if self.tone(&self.menace(), foe) == Tone::Calm => None,
                    None => warning(&GUARDS[0], format!("You cannot hurt {name}, and it hits back.")),
                }
            }
            Command::TakeOff => {
                let foe = Dir::ORTHOGONAL.iter().find_map(|&way| seen(self.hero().at.step(way)))?;
                let name = printable(&self.plan().facts.foes[foe].name);
                warning(&GUARDS[1], format!("{name} is next to you, and you would have no armor on."))
            }
            Command::Drop(number) => {
                let item = self.hero().pack.get((number as usize).wrapping_sub(1));
                if item.is_some() && item == self.hero().worn.as_ref() {
                    self.warn(Command::TakeOff)
                } else {
                    None
                }
            }
            Command::End('Y' | 'y') => {
                let score = self.hero().score;
                warning(&GUARDS[2], format!("The game ends here, with a score of {score}."))
            }
            _ => None,
        }
    }
}
