//! The panel: the player character, everything in view with the odds of a fight, and the bag.

use crate::chart::{Ways, turns_to_harm};
use crate::command::{Command, GRAMMAR};
use crate::content::{FLOORS, Gear};
use crate::draw::foe_cells;
use crate::event::item_name;
use crate::floor::{Foe, Item};
use crate::forecast::{Forecast, forecast};
use crate::plan::Spot;
use crate::rules::{STAIRS, Stage, World, item_cell, price, resale};
use crate::setup::EditionOptions;
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use kernel::{Bar, Carried, Deed, Panel, Sight, Sort, Tone};

/// Enemies that can strike within this many turns count as dangerous now.
const SOON_TURNS: u16 = 6;

pub(crate) fn panel(world: &World) -> Panel {
    let mut panel = Panel { title: title(world), ..Panel::default() };
    if !matches!(world.stage(), Stage::Over { .. } | Stage::Quit) {
        panel.goal = format!("Leave floor {FLOORS} by its stairs \\ with as much gold as you can.");
    }
    if world.is_bare() {
        return panel;
    }
    let hero = world.hero();
    panel.place = format!("floor {} of {FLOORS}", world.level());
    panel.bars.push(health(world));
    panel.numbers = [
        ("Attack", format!("{}", hero.atk())),
        ("Defence", format!("{}", hero.def())),
        ("Gold", format!("{}", hero.gold())),
        ("Score", format!("{}", world.score())),
    ]
    .into();
    if hero.trained().is_some_and(|class| class.bolts > 0) {
        panel.numbers.push(("Bolts", format!("{}", hero.bolts())));
    }
    panel.effects = effects(world);
    panel.worn = hero.weapon().into_iter().chain(hero.armour()).map(|gear| gear.row().name.into()).collect();
    panel.carried = carried(world);
    panel.in_view = Viewer::new(world).everything();
    panel.sort();
    panel
}

/// Text such as "Drow thief".
fn title(world: &World) -> String {
    let hero = world.hero();
    match (world.stage(), hero.class()) {
        (Stage::Race, _) => "Nobody yet".into(),
        (_, Some(class)) => format!("{} {}", hero.row().name, class.row().name.to_ascii_lowercase()),
        (_, None) => hero.row().name.into(),
    }
}

/// Health, measured against the start for races without a maximum.
fn health(world: &World) -> Bar {
    let (hp, of) = (i64::from(world.hero().hp()), i64::from(world.hero().row().hp));
    let bar = Bar::health(hp, of);
    if world.hero().row().capped { bar } else { Bar { of: of.max(hp), text: format!("{hp}"), ..bar } }
}

fn effects(world: &World) -> Vec<(String, Tone)> {
    let (atk, def) = world.hero().boosts();
    let mut effects: Vec<(String, Tone)> = [(atk, "attack"), (def, "defence")]
        .into_iter()
        .filter(|(number, _)| *number != 0)
        .map(|(number, what)| {
            let tone = if number > 0 { Tone::Good } else { Tone::Wary };
            (format!("{number:+} {what} on this floor"), tone)
        })
        .collect();
    if world.is_frozen() {
        effects.push(("enemies stand still".into(), Tone::Cold));
    }
    if world.is_angry() {
        effects.push(("merchants are hostile".into(), Tone::Dangerous));
    }
    effects
}

/// A deed, if the rules allow it now; nothing else is offered.
fn deed(world: &World, label: impl Into<Cow<'static, str>>, command: Command) -> Option<Deed> {
    world.refusal(command).is_none().then(|| Deed::new(label, line(command)))
}

/// A command as it is spelled in a run.
pub(crate) fn line(command: Command) -> String {
    let mut line = String::new();
    GRAMMAR.spell(command, &mut line);
    line
}

/// The name of an item; the kind of a potion only if the player character knows it.
pub(crate) fn name_of(world: &World, item: Item) -> String {
    match item {
        Item::Potion(potion) if world.hero().knows(potion) => format!("{} potion", potion.row().name),
        Item::Potion(_) => "unknown potion".into(),
        other => item_name(other).into(),
    }
}

/// The effect of an item, if known.
fn note_of(world: &World, item: Item) -> String {
    match item {
        Item::Gold(worth) => format!("worth {worth}"),
        Item::Potion(potion) if world.hero().knows(potion) => {
            let row = potion.row();
            if world.hero().row().immune && !potion.is_good() {
                return format!("{}: does nothing to you", row.help);
            }
            format!("{}: {}", row.help, world.hero().effect_of(potion))
        }
        Item::Potion(_) => String::new(),
        Item::Gear(gear) => compare(world, gear),
    }
}

/// Text such as "+4 attack, 2 more than now".
fn compare(world: &World, gear: Gear) -> String {
    bonuses(gear, if gear.row().weapon { world.hero().weapon() } else { world.hero().armour() })
}

/// The bonuses of a piece of gear compared with another.
fn bonuses(gear: Gear, held: Option<Gear>) -> String {
    let (row, now) = (gear.row(), held.map(Gear::row));
    let mut parts = Vec::new();
    for (number, before, what) in [
        (row.atk, now.map_or(0, |now| now.atk), "attack"),
        (row.def, now.map_or(0, |now| now.def), "defence"),
    ] {
        match (number, number - before) {
            (0, 0) => {}
            (_, 0) => parts.push(format!("{number:+} {what}, as now")),
            _ if held.is_none() => parts.push(format!("{number:+} {what}")),
            (_, more @ 1..) => parts.push(format!("{number:+} {what}, {more} more than now")),
            (_, less) => parts.push(format!("{number:+} {what}, {} less than now", -less)),
        }
    }
    parts.join("; ")
}

/// The floor in view, measured once.
struct Viewer<'a> {
    world: &'a World,
    ways: Ways,
    /// Forecasts computed so far; enemies of one kind with equal health share one.
    fights: Vec<((usize, u16), Forecast)>,
}

impl<'a> Viewer<'a> {
    fn new(world: &'a World) -> Self {
        Self { world, ways: Ways::measure(world), fights: Vec::new() }
    }

    fn everything(mut self) -> Vec<Sight> {
        let floor = self.world.floor();
        let mut all: Vec<Sight> = floor.foes.iter().map(|foe| self.foe(foe)).collect();
        all.extend(floor.things.iter().map(|thing| self.thing(thing.at, thing.what)));
        all.push(self.stairs());
        all
    }

    fn fight(&mut self, foe: &Foe) -> Forecast {
        let key = (foe.kind as usize, foe.hp);
        if let Some((_, known)) = self.fights.iter().find(|(known, _)| *known == key) {
            return *known;
        }
        let fight = forecast(self.world, foe);
        self.fights.push((key, fight));
        fight
    }

    fn foe(&mut self, foe: &Foe) -> Sight {
        let (world, row) = (self.world, foe.kind.row());
        let fight = self.fight(foe);
        let neutral = world.is_neutral(foe.kind);
        let over = world.stage() != Stage::Play;
        let near = !over && turns_to_harm(world, &self.ways, foe).is_some_and(|turns| turns <= SOON_TURNS);
        let tone = if near { fight.tone(world.hero().hp()) } else { Tone::Calm };
        let forecast = match neutral {
            _ if over => String::new(),
            true => goods(world),
            false => fight.sentence(),
        };
        Sight {
            cell: foe_cells(world)[foe.kind as usize],
            name: row.name.into(),
            sort: if neutral { Sort::Friend } else { Sort::Foe },
            at: foe.at.pos(),
            bar: Some(Bar::health(foe.hp.into(), row.hp.into())),
            forecast,
            tone,
            steps: self.ways.steps_beside(foe.at),
            deeds: self.deeds_with(foe),
        }
    }

    /// Trade first with neutral merchants, attack first with enemies.
    fn deeds_with(&self, foe: &Foe) -> Vec<Deed> {
        let (world, here) = (self.world, self.world.floor().hero);
        let mut deeds = Vec::new();
        if world.is_neutral(foe.kind) && foe.at.near(here) {
            for (number, &item) in (1..).zip(world.wares()) {
                // The same goods again are bought by the first number.
                if world.wares().iter().position(|&other| other == item) != Some(number as usize - 1) {
                    continue;
                }
                let effect = match item {
                    Item::Potion(potion) => format!(" ({})", world.hero().effect_of(potion)),
                    Item::Gear(gear) => format!(" ({})", compare(world, gear)),
                    Item::Gold(_) => String::new(),
                };
                let label = format!("Buy {}{effect} for {}", item_name(item), price(item));
                deeds.extend(deed(world, label, Command::Buy(number)));
            }
        }
        if let Some(dir) = here.way_to(foe.at) {
            deeds.extend(deed(world, "Attack", Command::Attack(dir)));
        }
        let place = world.floor().foe_at(foe.at);
        for dir in kernel::Dir::ALL.into_iter().filter(|&dir| world.bolt_target(dir) == place) {
            deeds.extend(deed(world, "Cast a bolt", Command::Cast(dir)));
        }
        deeds
    }

    fn thing(&self, at: Spot, item: Item) -> Sight {
        let (world, here) = (self.world, self.world.floor().hero);
        let guarded = world.floor().is_guarded(at);
        let mut deeds = Vec::new();
        if let Some(dir) = here.way_to(at) {
            match item {
                Item::Gold(_) if guarded => {}
                Item::Gold(_) => deeds.extend(deed(world, "Pick up", Command::Go(dir))),
                Item::Potion(_) => deeds.extend(deed(world, "Drink", Command::Use(dir))),
                Item::Gear(_) => {}
            }
            deeds.extend(deed(world, "Put into the bag", Command::Take(dir)));
        }
        let mut forecast = note_of(world, item);
        if guarded {
            forecast.push_str(", guarded by a dragon");
        }
        let (sort, tone) = match item {
            Item::Gold(_) if guarded => (Sort::Prize, Tone::Plain),
            Item::Gold(_) => (Sort::Prize, Tone::Good),
            Item::Potion(_) => (Sort::Tool, Tone::Magic),
            Item::Gear(_) => (Sort::Tool, Tone::Good),
        };
        let steps = match item {
            Item::Gold(_) => self.ways.steps(at),
            _ => self.ways.steps_beside(at),
        };
        let name = if guarded { "dragon hoard".into() } else { name_of(world, item) };
        Sight { cell: item_cell(item), name, sort, at: at.pos(), bar: None, forecast, tone, steps, deeds }
    }

    fn stairs(&self) -> Sight {
        let (world, at) = (self.world, self.world.floor().stairs);
        let last = world.level() == FLOORS;
        let (name, label) = if last { ("way out", "Leave") } else { ("stairs", "Go on") };
        let way = world.floor().hero.way_to(at);
        Sight {
            cell: STAIRS,
            name: name.into(),
            sort: Sort::Exit,
            at: at.pos(),
            bar: None,
            forecast: if last {
                "leads out: you win".into()
            } else {
                format!("to floor {}", world.level() + 1)
            },
            tone: Tone::Plain,
            steps: self.ways.steps_beside(at),
            deeds: way.and_then(|dir| deed(world, label, Command::Go(dir))).into_iter().collect(),
        }
    }
}

/// What a merchant at peace sells: "at peace; sells 2 RH (3 each), leather (4)".
fn goods(world: &World) -> String {
    if !world.has(EditionOptions::SHOP) || world.wares().is_empty() {
        return "at peace".into();
    }
    let mut goods: Vec<(Item, u32)> = Vec::new();
    for &item in world.wares() {
        match goods.iter_mut().find(|(other, _)| *other == item) {
            Some((_, count)) => *count += 1,
            None => goods.push((item, 1)),
        }
    }
    let named = goods.into_iter().map(|(item, count)| match count {
        1 => format!("{} ({})", item_name(item), price(item)),
        _ => format!("{count} {} ({} each)", item_name(item), price(item)),
    });
    format!("at peace; sells {}", named.collect::<Vec<_>>().join(", "))
}

/// Weapon and armour, then the bag; things that look alike share an entry.
fn carried(world: &World) -> Vec<Carried> {
    let hero = world.hero();
    let worn = hero.weapon().into_iter().chain(hero.armour()).map(|gear| Carried {
        name: gear.row().name.into(),
        count: 1,
        worn: true,
        note: bonuses(gear, None),
        deeds: Vec::new(),
    });
    let mut all: Vec<Carried> = worn.collect();
    let first = all.len();
    for (number, &item) in (1..).zip(hero.bag()) {
        let name = name_of(world, item);
        if let Some(same) = all[first..].iter_mut().find(|other| other.name == name) {
            same.count += 1;
            continue;
        }
        let (label, note) = match item {
            Item::Gear(gear) if gear.row().weapon => ("Wield", note_of(world, item)),
            Item::Gear(_) => ("Wear", note_of(world, item)),
            _ => ("Drink", note_of(world, item)),
        };
        let mut deeds: Vec<Deed> = deed(world, label, Command::Bag(number)).into_iter().collect();
        deeds.extend(deed(world, format!("Sell for {}", resale(item)), Command::Sell(number)));
        deeds.extend(deed(world, "Lay down", Command::Drop(number)));
        all.push(Carried { name, count: 1, worn: false, note, deeds });
    }
    all
}
