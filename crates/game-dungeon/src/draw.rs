//! What the player sees: the three areas of the display, with the sizes the file gives.

use crate::{
    command::{Command, GRAMMAR},
    content::{STAIRS, THREAT_CELLS, VISIONS},
    event,
    forecast::hue,
    rules::Dungeon,
};
use alloc::{string::String, vec::Vec};
use core::fmt::Write as _;
use kernel::{
    AreaId, Canvas, Cell, Chart, Errand, Grid, Ground, Hue, Ink, Pos, Scene, Threat, View, printable,
};

/// The column where texts of the bottom area start, after `Pack: ` and `Info: `.
const INDENT: usize = 6;

pub(crate) fn draw(game: &Dungeon, view: &View<'_>, scene: &mut Scene) {
    let facts = &game.plan().facts;
    if facts.top_rows > 0 && !view.bare {
        let top = scene.text(facts.cols, facts.top_rows);
        let mut text = String::new();
        let _ = write!(text, "HP: {}  Score: {}", game.hero().hp, game.hero().score);
        scene.print(top, Pos::new(0, 0), Ink::Text, &text);
    }
    let board = scene.board_to_paint(facts.cols, facts.rows);
    scene.area_mut(board).trim = true;
    scene.area_mut(board).focus = Some(game.hero().at);
    let cells = scene.cells_mut(board);
    cells.copy_from_slice(&game.plan().empty);
    game.put_things(|at, cell| {
        if let Some(index) = facts.index(at) {
            cells[index] = cell;
        }
    });
    if game.is_hallucinating() {
        game.hallucinate(cells);
    }
    if facts.bottom_rows > 0 && !view.bare {
        game.paint_bottom(view, scene);
    }
}

/// The board alone, for programs. While the player hallucinates every cell may differ, so it is drawn in
/// full.
pub(crate) fn paint(game: &Dungeon, canvas: &mut Canvas<'_>) {
    if game.is_hallucinating() {
        canvas.draw(|scene| draw(game, &View { bare: true, ..View::default() }, scene));
        return;
    }
    canvas.lay(game.plan().facts.cols, &game.plan().empty);
    game.put_things(|at, cell| canvas.put(at, cell));
    canvas.set_focus(game.hero().at);
}

pub(crate) fn look(game: &Dungeon, at: Pos, out: &mut String) {
    let facts = &game.plan().facts;
    if facts.index(at).is_none() {
        return;
    }
    if game.is_hallucinating() {
        out.push_str("You cannot trust your eyes.");
        return;
    }
    let mut say = |what: &str| {
        if !out.is_empty() {
            out.push_str(", ");
        }
        out.push_str(what);
    };
    if game.hero().on_board && game.hero().at == at && facts.hero.visible {
        say(&facts.hero.name);
    }
    for (foe, plan) in game.foes().iter().zip(&facts.foes).rev() {
        if foe.on_board && foe.at == at && plan.visible {
            say(&plan.name);
            if foe.hp < plan.hp {
                say("wounded");
            }
        }
    }
    for lying in game.floor().iter().rev().filter(|lying| lying.at == at) {
        let item = &facts.items[lying.item as usize];
        if item.visible {
            say(&item.name);
        }
    }
    if out.is_empty() && game.descent().is_some_and(|descent| descent.stairs == Some(at)) {
        out.push_str("stairs down");
    }
    if out.is_empty() {
        out.push_str(match facts.ground(at).shown() {
            crate::plan::Tile::Void => "",
            crate::plan::Tile::Wall => "wall",
            crate::plan::Tile::Floor => "floor",
            crate::plan::Tile::Passage => "passage",
            crate::plan::Tile::Junction => "junction",
        });
    }
}

/// The ground as it is shown; invisible ground looks like rock. Monsters never attack by themselves, but
/// helpers stop near one so that the player decides on the next step.
pub(crate) fn chart(game: &Dungeon) -> Chart {
    let facts = &game.plan().facts;
    let mut ground = Grid::new(facts.cols.into(), facts.rows.into(), Ground::Blocked);
    for (cell, tile) in ground.cells_mut().iter_mut().zip(&facts.ground) {
        if tile.shown().is_open() {
            *cell = Ground::Open;
        }
    }
    let (mut threat, mut threats) = (false, Vec::new());
    for (id, (foe, plan)) in (0..).zip(game.foes().iter().zip(&facts.foes)) {
        if foe.on_board && plan.visible {
            threat |= foe.at.king_distance(game.hero().at) <= THREAT_CELLS;
            ground.set(foe.at, Ground::Danger);
            threats.push(Threat { id, at: foe.at, turns: None });
        }
    }
    let errands = errands(game, &mut ground);
    if let Some(at) = game.descent().and_then(|descent| descent.stairs) {
        ground.set(at, Ground::Exit);
    }
    ground.set(game.hero().at, Ground::Open);
    Chart { ground, hero: game.hero().at, threat, threats, errands, ..Chart::default() }
}

/// The top item of each cell is an errand if it still lies where the file put it. Items elsewhere were
/// dropped by the player or fell out of the pack; fetching those again is up to the player.
fn errands(game: &Dungeon, ground: &mut Grid<Ground>) -> Vec<Errand> {
    let facts = &game.plan().facts;
    let mut errands: Vec<Errand> = Vec::new();
    for lying in game.floor().iter().rev() {
        let item = &facts.items[lying.item as usize];
        if !item.visible || item.at != Some(lying.at) || !facts.is_open(lying.at) {
            continue;
        }
        let known = ground.get(lying.at).copied();
        if known == Some(Ground::Open) {
            ground.set(lying.at, Ground::Prize);
            let mut line = String::new();
            GRAMMAR.spell(Command::PickUp, &mut line);
            errands.push(Errand { at: lying.at, line, name: printable(&item.name).into_owned() });
        }
    }
    errands
}

impl Dungeon {
    /// Paints the pack in the upper half and the last message in the lower. A pack too long for its half is
    /// shown in pages: first page 1, then the next one each time `i` is repeated. A long message is cut; the
    /// reply itself is complete.
    fn paint_bottom(&self, view: &View<'_>, scene: &mut Scene) {
        let facts = &self.plan().facts;
        let bottom = scene.text(facts.cols, facts.bottom_rows);
        let pack_rows = facts.bottom_rows / 2;
        let (pack_half, info_half) = ((0, pack_rows), (pack_rows, facts.bottom_rows));
        let mut pack = String::new();
        event::list(self.held(), &mut pack);
        let listed = !pack.is_empty() && view.said == pack;
        let page = if listed { view.again } else { 0 };
        let (page, pages) = write_page(scene, bottom, pack_half, "Pack: ", &pack, page);
        if listed && pages > 1 {
            let mut told = String::new();
            let _ = write!(told, "Page {page} of {pages} of the pack; i shows the next.");
            write_half(scene, bottom, info_half, "Info: ", &told);
        } else if listed && pack_rows == 0 {
            write_page(scene, bottom, info_half, "Info: ", &pack, view.again);
        } else {
            write_half(scene, bottom, info_half, "Info: ", view.said);
        }
    }

    /// Puts items on the empty board, the one dropped last on top, then creatures.
    #[inline(always)]
    fn put_things(&self, mut put: impl FnMut(Pos, Cell)) {
        let facts = &self.plan().facts;
        if let Some(at) = self.descent().and_then(|descent| descent.stairs) {
            put(at, STAIRS);
        }
        for lying in self.floor() {
            let item = &facts.items[lying.item as usize];
            if item.visible {
                put(lying.at, item.kind.cell());
            }
        }
        let menace = self.menace();
        for (foe, plan) in self.foes().iter().zip(&facts.foes) {
            if foe.on_board && plan.visible {
                let tone = menace.tone(foe.hp, plan.hit_max);
                put(foe.at, Cell::new(foe.glyph, Ink::Foe).hued(hue(tone)));
            }
        }
        if self.hero().on_board && facts.hero.visible {
            put(self.hero().at, Cell::new(self.hero().glyph, Ink::Hero));
        }
    }

    /// Shows everything as something else. The result depends on the state alone: it uses no dice, and
    /// drawing twice shows the same.
    fn hallucinate(&self, cells: &mut [Cell]) {
        let moment =
            self.hallucination_seed() ^ u64::from(self.hero().moves).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        for (index, cell) in cells.iter_mut().enumerate() {
            if cell.glyph() == ' ' {
                continue;
            }
            let chance = scramble(moment.wrapping_add(index as u64));
            // One of the other glyphs, all equally likely.
            let truth = VISIONS.iter().position(|vision| vision.glyph() == cell.glyph());
            let choices = VISIONS.len() - usize::from(truth.is_some());
            let mut vision = ((u128::from(chance) * choices as u128) >> 64) as usize;
            if truth.is_some_and(|truth| vision >= truth) {
                vision += 1;
            }
            // A random hue too; the first of them means no hue.
            let hue = 1 + chance as usize % (Hue::ALL.len() - 1);
            *cell = VISIONS[vision].hued(Hue::ALL[hue]);
        }
    }
}

/// Writes a text into its half of the bottom area, below an empty row if there is room for one.
fn write_half(scene: &mut Scene, area: AreaId, (from, to): (u16, u16), title: &str, text: &str) {
    let cols = usize::from(scene.area(area).cols);
    let rows = usize::from(to - from);
    if rows == 0 || cols <= INDENT {
        return;
    }
    let lines = || wrap(text, cols - INDENT).take(rows);
    let first = usize::from(from) + usize::from(lines().count() < rows);
    scene.print(area, Pos::new(0, first as i32), Ink::Dim, title);
    for (row, line) in lines().enumerate() {
        scene.print(area, Pos::new(INDENT as i32, (first + row) as i32), Ink::Text, line);
    }
}

/// Writes one page of a text into its half, wrapping around after the last page. A text of several pages
/// shows the page number in front of its last row. Returns the page, counted from 1, and the number of pages.
fn write_page(
    scene: &mut Scene,
    area: AreaId,
    (from, to): (u16, u16),
    title: &str,
    text: &str,
    page: u32,
) -> (u32, u32) {
    let cols = usize::from(scene.area(area).cols);
    let rows = usize::from(to - from);
    if rows == 0 || cols <= INDENT {
        return (1, 1);
    }
    let pages = wrap(text, cols - INDENT).count().div_ceil(rows) as u32;
    if pages < 2 {
        write_half(scene, area, (from, to), title, text);
        return (1, 1);
    }
    let page = page % pages;
    let number = alloc::format!("{}/{pages}", page + 1);
    scene.print(area, Pos::new(0, from.into()), Ink::Dim, title);
    // With a single row the page number replaces the title.
    if number.len() < INDENT {
        scene.print(area, Pos::new(0, i32::from(to) - 1), Ink::Dim, &alloc::format!("{number:<INDENT$}"));
    }
    for (row, line) in wrap(text, cols - INDENT).skip(page as usize * rows).take(rows).enumerate() {
        scene.print(area, Pos::new(INDENT as i32, i32::from(from) + row as i32), Ink::Text, line);
    }
    (page + 1, pages)
}

/// Lines of at most `room` characters, broken at blanks if possible. An empty text is one empty line.
fn wrap(text: &str, room: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let Some((full, _)) = text.char_indices().nth(room) else {
            rest = None;
            return Some(text);
        };
        let head = text.get(..full).unwrap_or(text);
        let cut = if text[full..].starts_with(' ') { full } else { head.rfind(' ').unwrap_or(full) };
        let (line, tail) = text.split_at(if cut == 0 { full } else { cut });
        let tail = tail.trim_start_matches(' ');
        rest = (!tail.is_empty()).then_some(tail);
        Some(line)
    })
}

/// Mixes the bits of a number (the finalizer of SplitMix64).
const fn scramble(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn texts_break_at_blanks_and_long_words_are_cut() {
        let lines = |text, room| wrap(text, room).collect::<Vec<_>>();
        assert_eq!(lines("", 5), [""]);
        assert_eq!(lines("abc", 5), ["abc"]);
        assert_eq!(lines("ab cd ef", 5), ["ab cd", "ef"]);
        assert_eq!(lines("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(lines("ab cdefgh", 4), ["ab", "cdef", "gh"]);
        assert_eq!(lines("üü üü", 2), ["üü", "üü"]);
        assert_eq!(lines(" abcd", 2), [" a", "bc", "d"]);
    }
}
