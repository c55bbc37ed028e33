//! The 30 rows of a frame, as in the document's figures: 25 of the board, five of information.

use crate::content::{BAG_SIZE, Class, FOES, FoeKind};
use crate::event::{Seen, essential};
use crate::floor::{Floor, Item};
use crate::plan::{COLS, ROWS};
use crate::rules::{STAIRS, World, item_cell};
use crate::setup::EditionOptions;
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt::Write;
use kernel::{AreaId, Canvas, Cell, Ink, Pos, Scene, View, Vitals, fill};

/// The cell of the player character.
const HERO: Cell = Cell::new('@', Ink::Hero);

/// The cells of enemies: while merchants are neutral, and after.
static FOE_LOOKS: [[Cell; FOES.len()]; 2] = [foe_looks(Ink::Neutral), foe_looks(Ink::Foe)];

const fn foe_looks(merchant: Ink) -> [Cell; FOES.len()] {
    let mut looks = [Cell::BLANK; FOES.len()];
    let mut kind = 0;
    while kind < FOES.len() {
        let ink = if matches!(FOES[kind].kind, FoeKind::Merchant) { merchant } else { Ink::Foe };
        looks[kind] = Cell::new(FOES[kind].letter, ink).hued(FOES[kind].hue);
        kind += 1;
    }
    looks
}

/// The current cells of enemies, by kind.
pub(crate) fn foe_cells(world: &World) -> &'static [Cell; FOES.len()] {
    &FOE_LOOKS[usize::from(world.is_angry())]
}

/// The cell of the player character in the colour of its race.
fn hero_cell(world: &World) -> Cell {
    HERO.hued(world.hero().row().hue)
}

/// The start of the last row.
const ACTION: &str = "Action: ";
/// Number of information rows below the board.
const INFO_ROWS: usize = 5;
/// The column of the floor number.
const FLOOR_COLUMN: i32 = 69;
/// The column of what options add to the information rows.
const EXTRA_COLUMN: i32 = 16;
/// The end of a row that was cut.
const CUT: &str = " ...";

pub(crate) fn draw(world: &World, view: &View<'_>, scene: &mut Scene) {
    let board = scene.board_over(COLS as u16, ROWS as u16, &world.floor().plan.cells);
    if !world.is_bare() {
        scene.overlay(over_plan(world));
        scene.area_mut(board).focus = Some(world.floor().hero.pos());
    }
    if view.bare {
        return;
    }
    let said = said(world, view);
    let (cols, lines) = action(&said, view);
    let text = scene.text(cols, (INFO_ROWS - 1 + lines.len().max(1)) as u16);
    print_info(world, scene, text);
    let last = INFO_ROWS as i32 - 1;
    if lines.is_empty() {
        let end = scene.print(text, Pos::new(0, last), Ink::Text, ACTION);
        scene.print(text, Pos::new(end, last), Ink::Text, &said);
    }
    for (row, line) in (last..).zip(&lines) {
        scene.print(text, Pos::new(0, row), Ink::Text, line);
    }
}

/// The board without the information rows, for programs. Stairs and things seldom change and count as background.
pub(crate) fn paint(world: &World, canvas: &mut Canvas<'_>) {
    let (floor, looks, bare) = (world.floor(), foe_cells(world), world.is_bare());
    canvas.lay_numbered(world.layout_number(), |canvas| {
        canvas.lay_cells(COLS as u16, &floor.plan.cells);
        if !bare {
            canvas.overlay(still_cells(floor));
        }
    });
    if bare {
        return;
    }
    canvas.overlay(floor.foes.iter().map(|foe| (foe.at.index(), looks[foe.kind as usize])));
    canvas.put(floor.hero.pos(), hero_cell(world));
    canvas.set_focus(floor.hero.pos());
}

/// What is drawn over the plan of the floor, by the number of the cell: stairs, things, enemies and the player character.
fn over_plan(world: &World) -> impl Iterator<Item = (usize, Cell)> {
    let (floor, looks) = (world.floor(), foe_cells(world));
    let foes = floor.foes.iter().map(|foe| (foe.at.index(), looks[foe.kind as usize]));
    still_cells(floor).chain(foes).chain([(floor.hero.index(), hero_cell(world))])
}

/// The stairs and the things of a floor.
fn still_cells(floor: &Floor) -> impl Iterator<Item = (usize, Cell)> {
    let things = floor.things.iter().map(|thing| (thing.at.index(), item_cell(thing.what)));
    [(floor.stairs.index(), STAIRS)].into_iter().chain(things)
}

/// The content of the action row: the last sentences, or the current question.
fn said<'a>(world: &World, view: &View<'a>) -> Cow<'a, str> {
    match world.question().filter(|_| view.said.is_empty()) {
        Some(question) => question.into(),
        None => view.said.into(),
    }
}

/// The width of the information rows, and the lines of the action row if it needs more than one.
fn action(said: &str, view: &View<'_>) -> (u16, Vec<String>) {
    let width = usize::from(view.cols).max(COLS);
    if fits(said, width - ACTION.len()) {
        return (width.min(ACTION.len() + said.len()).max(COLS) as u16, Vec::new());
    }
    let spare = if view.cols == 0 { 0 } else { usize::from(view.rows).saturating_sub(ROWS + INFO_ROWS) };
    let lines = action_rows(said, width, spare);
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    (widest.max(COLS) as u16, lines)
}

fn fits(text: &str, cols: usize) -> bool {
    text.len() <= cols || text.chars().count() <= cols
}

/// Breaks sentences that are too long for the action row. On a screen with rows to spare they continue below;
/// if they still do not fit, the last row is cut. The reply and the history keep the whole text.
fn action_rows(said: &str, width: usize, spare: usize) -> Vec<String> {
    let whole = [ACTION, said].concat();
    let (mut lines, rest) = wrap(&whole, width, spare);
    if fits(rest, width) {
        lines.push(rest.into());
        return lines;
    }
    let essence = [ACTION, &essential(said, width - ACTION.len() - CUT.len())].concat();
    let (mut lines, rest) = wrap(&essence, width, spare);
    if fits(rest, width) {
        lines.push(rest.into());
    } else {
        let (head, _) = break_at(rest, width - CUT.len());
        lines.push([head, CUT].concat());
    }
    lines
}

/// Breaks a text between words into up to `most` lines; returns them and the rest.
fn wrap(text: &str, width: usize, most: usize) -> (Vec<String>, &str) {
    let (mut lines, mut rest) = (Vec::new(), text);
    while lines.len() < most && !fits(rest, width) {
        let (head, tail) = break_at(rest, width);
        lines.push(head.into());
        rest = tail;
    }
    (lines, rest)
}

/// Splits a text into the words that fit into `width` columns, and the rest.
fn break_at(text: &str, width: usize) -> (&str, &str) {
    let end = text.char_indices().nth(width).map_or(text.len(), |(end, _)| end);
    // A blank right after the last column ends a word too. A word longer than half of the row is cut.
    let next = text[end..].chars().next().map_or(0, char::len_utf8);
    let cut = text[..end + next].rfind(' ').filter(|&cut| cut > width / 2).unwrap_or(end);
    (text[..cut].trim_end(), text[cut..].trim_start())
}

fn print_info(world: &World, scene: &mut Scene, text: AreaId) {
    let hero = world.hero();
    let begin = Pos::new(0, 0);
    let mut end = scene.write(text, begin, Ink::Text, format_args!("Race: {}", hero.row().name));
    if let Some(class) = hero.class() {
        end = scene.write(text, Pos::new(end, 0), Ink::Text, format_args!(" Class: {}", class.row().name));
    }
    end = scene.write(text, Pos::new(end, 0), Ink::Text, format_args!(" Gold: {}", hero.gold()));
    let floor = Pos::new((end + 1).max(FLOOR_COLUMN), 0);
    scene.write(text, floor, Ink::Text, format_args!("Floor {}", world.level()));
    let rows = [
        ("HP", hero.hp(), bag_row(world)),
        ("Atk", hero.atk(), weapon_row(world)),
        ("Def", hero.def(), armour_row(world)),
    ];
    for (y, (name, number, extra)) in (1..).zip(&rows) {
        let end = scene.write(text, Pos::new(0, y), Ink::Text, format_args!("{name}: {number}"));
        if !extra.is_empty() {
            scene.print(text, Pos::new(end.max(EXTRA_COLUMN - 1) + 1, y), Ink::Item, extra);
        }
    }
}

/// Options `inventory` and `gear`: text such as "Bag: 1 RH 2 ? 3 sword".
fn bag_row(world: &World) -> String {
    let mut row = String::new();
    if world.options().has_bag() && !world.is_bare() {
        row.push_str("Bag:");
        for (number, &item) in (1..=BAG_SIZE).zip(world.hero().bag()) {
            let name = match (item, world.hero().sees(item)) {
                (_, Some(Seen::Known(potion))) => potion.row().name,
                (Item::Gear(gear), _) => gear.row().name,
                _ => "?",
            };
            let _ = write!(row, " {number} {name}");
        }
        if world.hero().bag().is_empty() {
            row.push_str(" empty");
        }
    }
    row
}

/// Option `gear`: the weapon. Option `classes`: the number of bolts left.
fn weapon_row(world: &World) -> String {
    let mut row = String::new();
    if world.has(EditionOptions::GEAR) && !world.is_bare() {
        let _ = write!(row, "Weapon: {}", world.hero().weapon().map_or("none", |gear| gear.row().name));
    }
    if world.hero().class() == Some(Class::Wizard) {
        let blank = if row.is_empty() { "" } else { "  " };
        let _ = write!(row, "{blank}Bolts: {}", world.hero().bolts());
    }
    row
}

/// Option `gear`: the armour.
fn armour_row(world: &World) -> String {
    if !world.has(EditionOptions::GEAR) || world.is_bare() {
        return String::new();
    }
    format!("Armour: {}", world.hero().armour().map_or("none", |gear| gear.row().name))
}

/// Fills in the gauges, in the order of `ABOUT`.
pub(crate) fn gauges(world: &World, out: &mut [i32]) {
    let hero = world.hero();
    let score = world.outcome().map_or_else(|| world.score(), |outcome| outcome.score);
    let body = [hero.hp(), hero.atk(), hero.def(), hero.gold()].map(i64::from);
    let [floor, bolts] = [world.level(), hero.bolts()].map(i64::from);
    let (turn, bag) = (world.turn().into(), hero.bag().len() as i64);
    fill(out, [body[0], body[1], body[2], body[3], floor, turn, score, bolts, bag]);
}

/// The gauges plus race and class, without those the options do not use.
pub(crate) fn vitals(world: &World, gauges: Vitals) -> Vitals {
    let hero = world.hero();
    let mut vitals = gauges.insert(6, "race", hero.row().name);
    vitals = match hero.class() {
        Some(class) => vitals.insert(8, "class", class.row().name),
        None => vitals.without("bolts"),
    };
    if world.options().has_bag() { vitals } else { vitals.without("bag") }
}
