//! Reads layout files as students write them: up to five floors of 25 rows, leniently, with a finding for
//! every oddity.

use crate::content::{DRAGON_HOARD, FLOORS, FoeKind, GOLD, Gear, POTIONS};
use crate::floor::{Foe, Item, Thing};
use crate::plan::{COLS, Ground, Plan, ROWS, Spot};
use crate::setup::{EditionOptions, LevelFloor};
use alloc::{format, string::String, sync::Arc, vec, vec::Vec};
use kernel::Finding;

/// Maximum size of a layout file; five floors have about ten thousand bytes.
const MOST_BYTES: usize = 256 * 1024;
/// Maximum number of findings listed.
const MOST_FINDINGS: usize = 200;

/// One row of a floor: its line in the file and its 79 characters.
struct Row {
    line: u32,
    cells: Vec<char>,
}

struct Report {
    findings: Vec<Finding>,
    left_out: u32,
}

impl Report {
    fn warn(&mut self, finding: Finding) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        } else {
            self.left_out += 1;
        }
    }
}

/// The meaning of a character in a layout.
#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    Ground(Ground),
    Hero,
    Stairs,
    Thing(Item),
    Foe(FoeKind),
    Unknown,
}

/// Reads a layout. If it cannot be played, the findings include an error.
pub(crate) fn read(
    text: &str,
    options: EditionOptions,
    classic: &Arc<Plan>,
) -> (Vec<LevelFloor>, Vec<Finding>) {
    let refused = |what: String| (Vec::new(), vec![Finding::error(0, 0, what)]);
    if text.len() > MOST_BYTES {
        return refused(format!(
            "The file has {} bytes; a layout of five floors has about 10000.",
            text.len()
        ));
    }
    if text.contains('\0') {
        return refused("This is not a text file.".into());
    }
    let mut report = Report { findings: Vec::new(), left_out: 0 };
    let rows = rows_of(text, &mut report);
    if rows.len() < ROWS {
        report.findings.push(
            Finding::error(
                rows.last().map_or(1, |row| row.line),
                0,
                format!("The file has only {} row{}.", rows.len(), if rows.len() == 1 { "" } else { "s" }),
            )
            .hint("A floor has 25 rows of 79 characters; a layout has up to five floors."),
        );
        return (Vec::new(), report.findings);
    }
    let mut sheets = Vec::new();
    for (number, rows) in rows.chunks_exact(ROWS).take(usize::from(FLOORS)).enumerate() {
        match sheet_of(number + 1, rows, options, classic, &mut report) {
            Ok(sheet) => sheets.push(sheet),
            Err(error) => {
                report.findings.push(error);
                return (Vec::new(), report.findings);
            }
        }
    }
    if let Some(row) = rows.get(sheets.len() * ROWS) {
        let left = rows.len() - sheets.len() * ROWS;
        let why = if sheets.len() == usize::from(FLOORS) {
            "after the fifth floor"
        } else {
            "that do not fill a floor"
        };
        report.warn(Finding::warning(row.line, 0, format!("{left} rows {why} are ignored.")));
    }
    if sheets.len() < usize::from(FLOORS) {
        let what = format!("The file has {} of {FLOORS} floors: the others are generated.", sheets.len());
        report.warn(Finding::warning(0, 0, what));
    }
    if report.left_out > 0 {
        let what = format!("There are {} more findings.", report.left_out);
        report.findings.push(Finding::warning(0, 0, what));
    }
    (sheets, report.findings)
}

/// Splits the text into rows of 79 characters, without empty lines and information rows.
fn rows_of(text: &str, report: &mut Report) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut told_crlf = false;
    let body = match text.strip_prefix('\u{feff}') {
        Some(rest) => {
            report.warn(Finding::warning(1, 1, "The byte order mark is ignored."));
            rest
        }
        None => text,
    };
    if !body.is_empty() && !body.ends_with('\n') {
        let line = body.split('\n').count() as u32;
        report.warn(Finding::warning(line, 0, "The last line does not end with a newline."));
    }
    for (line, raw) in (1u32..).zip(body.split('\n')) {
        let row = raw.strip_suffix('\r').unwrap_or(raw);
        if row.len() < raw.len() && !told_crlf {
            told_crlf = true;
            report.warn(Finding::warning(line, 0, "Lines end with carriage return and newline."));
        }
        let mut cells: Vec<char> = row.chars().collect();
        if cells.len() != COLS && cells.iter().all(|c| c.is_whitespace()) {
            // The text after the last newline is not a line.
            if line as usize <= body.bytes().filter(|&b| b == b'\n').count() {
                report.warn(Finding::warning(line, 0, "An empty line is ignored."));
            }
            continue;
        }
        if ["Race:", "HP:", "Atk:", "Def:", "Action:"].iter().any(|word| row.starts_with(word)) {
            report.warn(Finding::warning(line, 1, "An information row is ignored."));
            continue;
        }
        if cells.len() != COLS {
            let what = format!("This row has {} characters instead of {COLS}.", cells.len());
            let (column, hint) = if cells.len() > COLS {
                (COLS as u32 + 1, "The extra characters are cut off.")
            } else {
                (cells.len() as u32 + 1, "The missing characters count as blanks.")
            };
            let width = cells.len().abs_diff(COLS) as u32;
            report.warn(Finding::warning(line, column, what).wide(width).hint(hint));
            cells.resize(COLS, ' ');
        }
        rows.push(Row { line, cells });
    }
    rows
}

fn meaning_of(glyph: char, options: EditionOptions) -> Meaning {
    if let Some(ground) = Ground::from_glyph(glyph) {
        return Meaning::Ground(ground);
    }
    if let Some(row) = POTIONS.iter().find(|row| row.digit == glyph) {
        return Meaning::Thing(Item::Potion(row.potion));
    }
    if let Some(row) = GOLD.iter().find(|row| row.3 == glyph) {
        return Meaning::Thing(Item::Gold(row.1));
    }
    if let Some(kind) = FoeKind::from_letter(glyph) {
        return if kind.needs_option() && !options.has(EditionOptions::FOES) {
            Meaning::Unknown
        } else {
            Meaning::Foe(kind)
        };
    }
    match glyph {
        '@' => Meaning::Hero,
        '\\' | '/' => Meaning::Stairs,
        ')' if options.has(EditionOptions::GEAR) => Meaning::Thing(Item::Gear(Gear::Sword)),
        '[' if options.has(EditionOptions::GEAR) => Meaning::Thing(Item::Gear(Gear::Mail)),
        _ => Meaning::Unknown,
    }
}

/// Reads one floor.
fn sheet_of(
    number: usize,
    rows: &[Row],
    options: EditionOptions,
    classic: &Arc<Plan>,
    report: &mut Report,
) -> Result<LevelFloor, Finding> {
    let first = rows[0].line;
    let marks: Vec<Meaning> =
        rows.iter().flat_map(|row| row.cells.iter()).map(|&glyph| meaning_of(glyph, options)).collect();
    let unknown = marks.iter().filter(|&&mark| mark == Meaning::Unknown).count();
    let blank = marks.iter().filter(|&&mark| mark == Meaning::Ground(Ground::Void)).count();
    if unknown * 2 > marks.len() - blank {
        return Err(Finding::error(first, 0, format!("Floor {number} does not look like a floor."))
            .hint("Walls are | and -, doorways +, passages #, floor tiles a dot."));
    }
    let plan = plan_of(number, rows, &marks, classic, report);
    let mut sheet = LevelFloor { plan, hero: None, stairs: None, things: Vec::new(), foes: Vec::new() };
    for (index, &mark) in marks.iter().enumerate() {
        let at = Spot::from_index(index);
        let row = &rows[usize::from(at.y())];
        let (line, column, glyph) = (row.line, u32::from(at.x()) + 1, row.cells[usize::from(at.x())]);
        let mut warn = |what: String| report.warn(Finding::warning(line, column, what));
        match mark {
            Meaning::Ground(_) => {}
            Meaning::Hero if sheet.hero.is_some() => warn("A second @ is read as floor.".into()),
            Meaning::Hero => sheet.hero = Some(at),
            Meaning::Stairs if sheet.stairs.is_some() => warn("Second stairs are read as floor.".into()),
            Meaning::Stairs => {
                if glyph == '/' {
                    warn("'/' is read as stairs; write '\\' instead.".into());
                }
                sheet.stairs = Some(at);
            }
            Meaning::Thing(what) => sheet.things.push(Thing { at, what }),
            Meaning::Foe(kind) => {
                if !sheet.plan.tiles.has(at) {
                    warn(format!("{glyph} is outside the chambers and will never move."));
                }
                sheet.foes.push(Foe::new(&sheet.plan, kind, at));
            }
            Meaning::Unknown => report.warn(unknown_letter(line, column, glyph)),
        }
    }
    pair_dragons(&mut sheet, rows, report);
    fit_to_play(number, first, &sheet, report)?;
    Ok(sheet)
}

fn unknown_letter(line: u32, column: u32, glyph: char) -> Finding {
    let finding =
        Finding::warning(line, column, format!("'{}' is unknown and read as floor.", glyph.escape_debug()));
    match glyph {
        'P' => finding.hint("Write potions as the digits 0 to 5."),
        'G' => finding.hint("Write gold as the digits 6 to 9."),
        _ if FoeKind::from_letter(glyph).is_some() => finding.hint("This enemy needs the option foes."),
        ')' | '[' => finding.hint("Weapons and armour need the option gear."),
        _ => finding,
    }
}

/// The ground, including the cells under things: that of the document's floor if the file has the same walls;
/// otherwise a passage where passages but no tiles are adjacent, else a tile.
fn plan_of(
    number: usize,
    rows: &[Row],
    marks: &[Meaning],
    classic: &Arc<Plan>,
    report: &mut Report,
) -> Arc<Plan> {
    let strange = marks.iter().enumerate().find(|(index, mark)| match mark {
        Meaning::Ground(ground) => classic.ground(Spot::from_index(*index)) != *ground,
        _ => !classic.ground(Spot::from_index(*index)).is_walkable(),
    });
    let Some((index, _)) = strange else { return classic.clone() };
    let at = Spot::from_index(index);
    let what = format!("Floor {number} has its own walls; they first differ from the usual floor here.");
    report.warn(Finding::warning(rows[usize::from(at.y())].line, u32::from(at.x()) + 1, what));
    let below = |index: usize| match marks[index] {
        Meaning::Ground(ground) => ground,
        _ => {
            let touches = |wanted: &[Ground]| {
                kernel::Dir::ORTHOGONAL.iter().filter_map(|&dir| Spot::from_index(index).step(dir)).any(
                    |to| matches!(marks[to.index()], Meaning::Ground(ground) if wanted.contains(&ground)),
                )
            };
            if touches(&[Ground::Passage]) && !touches(&[Ground::Tile]) {
                Ground::Passage
            } else {
                Ground::Tile
            }
        }
    };
    Arc::new(Plan::new((0..marks.len()).map(below).collect()))
}

/// Pairs hoards, in reading order, with the first adjacent dragon that has none yet.
fn pair_dragons(sheet: &mut LevelFloor, rows: &[Row], report: &mut Report) {
    let place = |at: Spot| (rows[usize::from(at.y())].line, u32::from(at.x()) + 1);
    for thing in &sheet.things {
        if thing.what != Item::Gold(DRAGON_HOARD) {
            continue;
        }
        let guard = sheet
            .foes
            .iter_mut()
            .find(|foe| foe.kind == FoeKind::Dragon && foe.hoard().is_none() && foe.at.near(thing.at));
        match guard {
            Some(dragon) => dragon.guard(thing.at),
            None => {
                let (line, column) = place(thing.at);
                report.warn(Finding::warning(line, column, "No dragon guards this hoard: it is free."));
            }
        }
    }
    for foe in sheet.foes.iter().filter(|foe| foe.kind == FoeKind::Dragon && foe.hoard().is_none()) {
        let (line, column) = place(foe.at);
        report.warn(Finding::warning(line, column, "This dragon has no hoard: it guards only itself."));
    }
}

/// Checks that missing things can be placed and the stairs can be reached.
fn fit_to_play(number: usize, first: u32, sheet: &LevelFloor, report: &mut Report) -> Result<(), Finding> {
    let mut free = sheet.plan.tiles.clone();
    let taken = sheet.things.iter().map(|thing| thing.at).chain(sheet.foes.iter().map(|foe| foe.at));
    taken.chain(sheet.hero).chain(sheet.stairs).for_each(|at| free.clear(at));
    let tiles = sheet.plan.chambers.iter().flat_map(|chamber| &chamber.tiles);
    let free = tiles.filter(|&&at| free.has(at)).count();
    let missing = usize::from(sheet.hero.is_none()) + usize::from(sheet.stairs.is_none());
    if free < missing {
        return Err(Finding::error(
            first,
            0,
            format!("Floor {number} has no room for the player and the stairs."),
        ));
    }
    if sheet.is_empty() {
        report.warn(Finding::warning(
            first,
            0,
            format!("Floor {number} is empty: its contents are generated."),
        ));
        return Ok(());
    }
    for (place, what) in [(sheet.hero, "@"), (sheet.stairs, "\\")] {
        if place.is_none() {
            let what = format!("Floor {number} has no {what}: it is placed by the spawn rules.");
            report.warn(Finding::warning(first, 0, what));
        }
    }
    if let (Some(hero), Some(stairs)) = (sheet.hero, sheet.stairs) {
        let pieces = sheet.plan.pieces();
        if pieces[hero.index()] != pieces[stairs.index()] {
            let what = format!("On floor {number} there is no path from @ to the stairs.");
            report.warn(Finding::warning(first, 0, what));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
