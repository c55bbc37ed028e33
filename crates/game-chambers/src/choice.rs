//! The questions before a game as choices, and warnings about bad moves.

use crate::command::Command;
use crate::content::{CLASSIC_RACES, ClassRow, FOES, FoeKind, RACES, RaceRow};
use crate::floor::{Foe, Item};
use crate::forecast::forecast;
use crate::panel::line;
use crate::plan::Spot;
use crate::rules::{Stage, World};
use crate::setup::EditionOptions;
use alloc::{format, string::String, vec, vec::Vec};
use kernel::{Answer, Choice, Dir, Guard, Warning, capital};

/// The current question with its answers.
pub(crate) fn choice(world: &World) -> Option<Choice> {
    let prompt = world.question()?;
    match world.stage() {
        Stage::Race => {
            let count = if world.has(EditionOptions::RACES) { RACES.len() } else { CLASSIC_RACES };
            let answers = world.options().tuning().races[..count].iter().map(race).collect();
            Some(Choice { question: "Who will you be?".into(), prompt, answers })
        }
        Stage::Class(chosen) => {
            let name = chosen.row().name.to_ascii_lowercase();
            let tuning = world.options().tuning();
            let answers = tuning.classes.iter().map(|row| class(tuning.race(chosen), row)).collect();
            Some(Choice { question: format!("Which class is your {name}?"), prompt, answers })
        }
        _ => None,
    }
}

fn race(row: &RaceRow) -> Answer {
    let numbers = format!("{} HP, attack {}, defence {}", row.hp, row.atk, row.def);
    let about = vec![numbers, sentence(row.gift), row.portrait.into()];
    Answer { label: row.name.into(), about, line: line(Command::Race(row.race)) }
}

fn class(race: &RaceRow, row: &ClassRow) -> Answer {
    let (atk, def) = ((race.atk + row.atk).max(0), (race.def + row.def).max(0));
    let numbers = format!("{} HP, attack {atk}, defence {def}", race.hp);
    let about = vec![numbers, sentence(row.gift), row.portrait.into()];
    Answer { label: row.name.into(), about, line: line(Command::Class(row.class)) }
}

/// The words as a sentence: with a capital and a full stop.
pub(crate) fn sentence(words: &str) -> String {
    capital(words) + "."
}

const MERCHANT: &str = "merchant";
const DRAGON: &str = "dragon";
const FIGHT: &str = "fight";
const DEATH: &str = "death";
const POTION: &str = "potion";
const GOLD: &str = "gold";
const QUIT: &str = "quit";

const fn guard(name: &'static str, help: &'static str, default: bool) -> Guard {
    Guard { name, help, default }
}

/// The kinds of warnings.
pub(crate) const GUARDS: &[Guard] = &[
    guard(MERCHANT, "attacking a merchant at peace", true),
    guard(DRAGON, "stepping beside a dragon or its hoard", true),
    guard(FIGHT, "starting a fight that you would probably lose", true),
    guard(DEATH, "stepping where the next blows can kill you", true),
    guard(POTION, "drinking a potion that is known to harm", true),
    guard(GOLD, "leaving a floor with unguarded gold", false),
    guard(QUIT, "giving up the game", true),
];

fn warn(guard: &'static str, what: impl Into<String>) -> Option<Warning> {
    Some(Warning { guard, what: what.into() })
}

/// Why a command is risky.
pub(crate) fn warning(world: &World, command: Command) -> Option<Warning> {
    if world.stage() != Stage::Play || world.refusal(command).is_some() {
        return None;
    }
    match command {
        Command::Quit => warn(QUIT, "Giving up ends this game without a score."),
        Command::Restart => warn(QUIT, "Starting again ends this game without a score."),
        Command::Attack(dir) => attacking(world, target(world, dir)?),
        Command::Cast(dir) => attacking(world, &world.floor().foes[world.bolt_target(dir)?]),
        Command::Use(dir) => drinking(world, world.floor().thing_at(world.floor().hero.step(dir)?)?),
        Command::Bag(number) => drinking(world, *world.hero().bag().get(number as usize - 1)?),
        Command::Go(dir) => walking(world, world.floor().hero.step(dir)?),
        _ => None,
    }
}

fn target(world: &World, dir: Dir) -> Option<&Foe> {
    let at = world.floor().hero.step(dir)?;
    world.floor().foe_at(at).map(|foe| &world.floor().foes[foe])
}

fn attacking(world: &World, foe: &Foe) -> Option<Warning> {
    let name = foe.kind.row().name;
    if world.is_neutral(foe.kind) {
        return warn(
            MERCHANT,
            "This merchant is at peace. Attack one, and all merchants become your enemies.",
        );
    }
    let fight = forecast(world, foe);
    if fight.futile {
        return warn(FIGHT, format!("Your blows do nothing to the {name}."));
    }
    let (begins, percent) = (foe.hp == foe.kind.row().hp, fight.win_percent());
    if begins && percent < 50 {
        return warn(FIGHT, format!("The {name} would probably kill you: {percent}% to win."));
    }
    None
}

fn drinking(world: &World, item: Item) -> Option<Warning> {
    let Item::Potion(potion) = item else { return None };
    let harms = world.hero().knows(potion) && !potion.is_good() && !world.hero().row().immune;
    let effect = world.hero().effect_of(potion);
    if !harms {
        return None;
    }
    warn(POTION, format!("This is {}, {}: {effect}.", potion.row().name, potion.row().help))
}

fn walking(world: &World, to: Spot) -> Option<Warning> {
    let floor = world.floor();
    if let Some(foe) = floor.foe_at(to) {
        return attacking(world, &floor.foes[foe]);
    }
    if let Some(item @ Item::Potion(_)) = floor.thing_at(to) {
        return if world.bags_potions() { None } else { drinking(world, item) };
    }
    if to == floor.stairs {
        let loose = |at: Spot, item: Item| matches!(item, Item::Gold(_)) && !floor.is_guarded(at);
        let piles = floor.things.iter().filter(|thing| loose(thing.at, thing.what)).count();
        let left = match piles {
            0 => return None,
            1 => "1 unguarded pile of gold is".into(),
            more => format!("{more} unguarded piles of gold are"),
        };
        return warn(GOLD, format!("{left} left on this floor, and you cannot come back."));
    }
    let strikers = |at: Spot| {
        let all =
            floor.foes.iter().filter(move |foe| !world.is_neutral(foe.kind) && world.threatens(foe, at));
        all.collect::<Vec<_>>()
    };
    let worst = |foes: &[&Foe]| {
        let blows = foes.iter().map(|foe| world.blow_of(foe.kind) * world.blows_of(foe.kind));
        blows.sum::<u32>() as i32 >= world.hero().hp()
    };
    let (now, then) = (strikers(floor.hero), strikers(to));
    if worst(&then) && !worst(&now) {
        return warn(DEATH, sentence(&format!("{} can kill you there this turn", list(&then))));
    }
    let dragon = |foe: &&&Foe| foe.kind == FoeKind::Dragon && !now.iter().any(|other| other.at == foe.at);
    if then.iter().any(|foe| dragon(&foe)) {
        return warn(DRAGON, "A dragon attacks anyone next to it or its hoard.");
    }
    None
}

/// `dwarf` becomes `dwarves`, `human` becomes `humans`.
fn plural(name: &str) -> String {
    match name.strip_suffix('f') {
        Some(stem) => format!("{stem}ves"),
        None => format!("{name}s"),
    }
}

/// Text such as "the orc and 2 humans".
fn list(foes: &[&Foe]) -> String {
    let kinds = FOES.iter().filter_map(|row| {
        let count = foes.iter().filter(|foe| foe.kind == row.kind).count();
        match count {
            0 => None,
            1 => Some(format!("the {}", row.name)),
            more => Some(format!("{more} {}", plural(row.name))),
        }
    });
    kinds.collect::<Vec<_>>().join(" and ")
}
