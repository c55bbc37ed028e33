//! A scene on the screen: where its areas stand, what of a large board is in view, and which cell is where.

use crate::canvas::Canvas;
use console::Paint;
use kernel::{AreaId, Cell, Extent, Ink, Pos, Role, Scene};
use ratatui_core::layout::Rect;
use session::Session;

/// The narrowest and the widest panel beside a scene.
const SIDE_COLS: (u16, u16) = (30, 48);
/// The glyph of solid walls.
const SHADE: char = '▒';
/// Rows a game is asked for beyond those there are, at most.
const TALLER_MAX: u16 = 8;
/// Rows a game is asked for at least where only its boards are shown.
const BOARD_ROWS: u16 = 24;
/// Rows of messages under a scene at most.
const LOG_ROWS_MAX: u16 = 10;

/// A scene and its place on the screen.
#[derive(Default)]
pub(crate) struct Stage {
    scene: Scene,
    /// The size the game was asked to draw for; looking needs the same.
    asked: (u16, u16),
    boards: Vec<Board>,
    texts: Vec<(Rect, Vec<Vec<Cell>>)>,
}

/// The size a game is to draw for to fill a rectangle, and what that takes. A game that shows more on a larger screen may
/// leave rows unused; such a game is asked for a screen a little taller, as long as what it draws still fits.
fn ask(session: &dyn Session, rect: Rect, note: Option<&str>) -> ((u16, u16), Extent) {
    let seat = session.to_move();
    let ask = |extra: u16| {
        let asked = (rect.width.max(1), rect.height.max(1) + extra);
        (asked, session.extent(seat, asked.0, asked.1, note))
    };
    let plain = ask(0);
    let spare = rect.height.saturating_sub(plain.1.rows).min(TALLER_MAX);
    if spare < 2 || ask(spare).1.rows == plain.1.rows {
        return plain;
    }
    (1..=spare).rev().map(ask).find(|(_, extent)| extent.rows <= rect.height).unwrap_or(plain)
}

/// A board and the part of it that is in view.
#[derive(Clone, Copy, Debug)]
struct Board {
    id: AreaId,
    rect: Rect,
    /// The cell in the upper left corner.
    corner: (i32, i32),
    cell_cols: u16,
}

/// Where the messages go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Room {
    /// The rectangle of the messages; empty when there are none to show.
    pub(crate) log: Rect,
    /// True when it stands beside the scene.
    pub(crate) beside: bool,
}

impl Stage {
    /// Lets the game draw itself and finds a place for everything. `follow` is kept in view instead of the board's focus.
    pub(crate) fn set(
        &mut self,
        session: &dyn Session,
        area: Rect,
        note: Option<&str>,
        follow: Option<Pos>,
    ) -> Room {
        let log_rows = if session.scene_speaks() { 0 } else { log_rows(area.height) };
        let mut rect = Rect { height: area.height.saturating_sub(log_rows), ..area };
        let (mut asked, Extent { cols, rows }) = ask(session, rect, note);
        let mut room = Room::default();
        if area.width >= cols.saturating_add(SIDE_COLS.0 + 1) {
            let side = ((area.width - cols - 1) / 3 * 2).clamp(SIDE_COLS.0, SIDE_COLS.1);
            rect = Rect { width: area.width - side - 1, ..area };
            room = Room { log: Rect { x: rect.right() + 1, width: side, ..area }, beside: true };
            (asked, _) = ask(session, rect, note);
        } else if log_rows > 0 {
            let spare = rect.height.saturating_sub(rows).min(LOG_ROWS_MAX.saturating_sub(log_rows));
            rect.height -= spare;
            let log = Rect { y: rect.bottom(), height: area.height - rect.height, ..area };
            room = Room { log, beside: false };
        }
        self.asked = asked;
        session.draw(session.to_move(), asked.0, asked.1, note, &mut self.scene);
        self.place(rect, follow);
        room
    }

    /// Lets the game draw its map from further away; false if it has none.
    pub(crate) fn set_map(&mut self, session: &dyn Session, area: Rect) -> bool {
        if session.has_map() {
            session.map(session.to_move(), area.width.max(1), area.height.max(1), &mut self.scene);
            self.place(area, None);
        }
        session.has_map()
    }

    /// Lets the game draw itself for a rectangle in which only its boards are to be seen.
    pub(crate) fn set_boards(&mut self, session: &dyn Session, area: Rect) {
        // Games leave room for texts that are not shown here: ask for more, and look at the part around the hero.
        self.asked = (area.width.max(1), (area.height + TALLER_MAX).max(BOARD_ROWS));
        session.draw(session.to_move(), self.asked.0, self.asked.1, None, &mut self.scene);
        self.place_boards(area);
    }

    fn place_boards(&mut self, rect: Rect) {
        self.texts.clear();
        let old = std::mem::take(&mut self.boards);
        let boards: Vec<AreaId> =
            self.scene.ids().filter(|id| self.scene.area(*id).role == Role::Board).collect();
        // One board is enough to look at.
        let Some(&id) = boards.first() else { return };
        let area = self.scene.area(id);
        let cell_cols = area.cell_cols.max(1);
        let cells = area.cols.min(rect.width / cell_cols);
        let height = area.rows.min(rect.height);
        let width = cells * cell_cols;
        let place = Rect {
            x: rect.x + (rect.width - width) / 2,
            y: rect.y + (rect.height - height) / 2,
            width,
            height,
        };
        let before = old.first().map_or((0, 0), |board| board.corner);
        let corner = (
            scroll(before.0, area.focus.map(|at| at.x), cells, area.cols),
            scroll(before.1, area.focus.map(|at| at.y), height, area.rows),
        );
        self.boards.push(Board { id, rect: place, corner, cell_cols });
    }

    fn place(&mut self, rect: Rect, follow: Option<Pos>) {
        let mut texts: Vec<(AreaId, Vec<Vec<Cell>>)> = Vec::new();
        let mut board_rows = 0u16;
        let mut boards_left = 0u16;
        for id in self.scene.ids() {
            let area = self.scene.area(id);
            match area.role {
                Role::Text => texts.push((id, text_lines(&self.scene, id, rect.width))),
                Role::Board => {
                    board_rows = board_rows.saturating_add(area.rows);
                    boards_left += 1;
                }
            }
        }
        // A part of the height belongs to the board whatever the texts say.
        let least = board_rows.min((rect.height / 2).max(3)).min(rect.height);
        make_fit(&mut texts, rect.height - least);
        let text_rows: u16 = texts.iter().map(|(_, lines)| lines.len() as u16).sum();
        let mut rows_left = (rect.height - text_rows).min(board_rows);
        let scene_cols = self.scene.extent().cols.min(rect.width);
        let left = rect.x + (rect.width - scene_cols) / 2;
        let mut y = rect.y + (rect.height - text_rows - rows_left) / 2;
        let old = std::mem::take(&mut self.boards);
        self.texts.clear();
        let mut texts = texts.into_iter().peekable();
        for id in self.scene.ids() {
            if let Some((_, lines)) = texts.next_if(|(other, _)| *other == id) {
                let height = lines.len() as u16;
                self.texts.push((Rect { x: left, y, width: rect.right() - left, height }, lines));
                y += height;
                continue;
            }
            let area = self.scene.area(id);
            let height = area.rows.min(rows_left / boards_left.max(1));
            (rows_left, boards_left) = (rows_left - height, boards_left.saturating_sub(1));
            let cell_cols = area.cell_cols.max(1);
            let cells = area.cols.min(rect.width / cell_cols);
            let width = cells * cell_cols;
            let x = if area.cols * cell_cols <= rect.width { left } else { rect.x };
            let before = old.get(self.boards.len()).map_or((0, 0), |board| board.corner);
            let focus = follow.filter(|_| self.boards.is_empty()).or(area.focus);
            let corner = (
                scroll(before.0, focus.map(|at| at.x), cells, area.cols),
                scroll(before.1, focus.map(|at| at.y), height, area.rows),
            );
            self.boards.push(Board { id, rect: Rect { x, y, width, height }, corner, cell_cols });
            y += height;
        }
    }

    /// Draws the boards alone, in colours that stay behind everything else.
    pub(crate) fn draw_faintly(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look.faint();
        let mut canvas = Canvas { buffer: canvas.buffer, look: &look, reading: canvas.reading };
        for board in &self.boards {
            self.draw_board(board, &mut canvas);
        }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        for (rect, lines) in &self.texts {
            for (line, y) in lines.iter().zip(rect.y..) {
                for (cell, x) in line.iter().zip(rect.x..rect.right()) {
                    let glyph =
                        if canvas.look.is_unicode() || cell.glyph().is_ascii() { cell.glyph() } else { '?' };
                    canvas.dab(x, y, narrow(glyph), canvas.look.ink(cell.ink));
                }
            }
        }
        for board in &self.boards {
            self.draw_board(board, canvas);
        }
    }

    fn draw_board(&self, board: &Board, canvas: &mut Canvas<'_>) {
        let area = self.scene.area(board.id);
        let cells = self.scene.cells(board.id);
        let across = usize::from(board.rect.width / board.cell_cols);
        for row in 0..board.rect.height {
            let from =
                (board.corner.1 + i32::from(row)) as usize * usize::from(area.cols) + board.corner.0 as usize;
            for (cell, column) in cells[from..].iter().take(across).zip(0u16..) {
                let brush = canvas.look.ink(cell.ink);
                let x = board.rect.x + column * board.cell_cols;
                let glyph = narrow(canvas.look.glyphs.of(*cell));
                // Wide cells hold one glyph and blanks; shaded walls fill them, so that a wall looks like one.
                let wide = if glyph == SHADE { board.cell_cols } else { 1 };
                for x in x..x + wide {
                    canvas.dab(x, board.rect.y + row, glyph, brush);
                }
            }
        }
    }

    /// Marks a cell of the first board.
    pub(crate) fn mark(&self, canvas: &mut Canvas<'_>, at: Pos) {
        if let Some((x, y)) = self.on_screen(at) {
            canvas.tint(x, y, Paint::Cursor);
        }
    }

    /// Writes a word over a cell of the first board; what stands there stays in sight if it is `held`.
    pub(crate) fn label(&self, canvas: &mut Canvas<'_>, at: Pos, text: &str, held: bool, paint: Paint) {
        let (Some((x, y)), Some(board)) = (self.on_screen(at), self.boards.first()) else { return };
        let (x, cols) = if held { (x + 1, board.cell_cols - 1) } else { (x, board.cell_cols) };
        if text.len() <= usize::from(cols) {
            canvas.text(x, y, cols, text, paint);
        }
    }

    fn on_screen(&self, at: Pos) -> Option<(u16, u16)> {
        let board = self.boards.first()?;
        let (column, row) = (at.x - board.corner.0, at.y - board.corner.1);
        let across = i32::from(board.rect.width / board.cell_cols);
        let inside = (0..across).contains(&column) && (0..i32::from(board.rect.height)).contains(&row);
        inside.then(|| (board.rect.x + column as u16 * board.cell_cols, board.rect.y + row as u16))
    }

    /// The cell of the first board under a place of the screen.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<Pos> {
        let board = self.boards.first()?;
        board.rect.contains((x, y).into()).then(|| {
            let column = i32::from((x - board.rect.x) / board.cell_cols);
            Pos::new(board.corner.0 + column, board.corner.1 + i32::from(y - board.rect.y))
        })
    }

    /// Where a cursor begins: the focus of the first board, or the middle of what is in view.
    pub(crate) fn start_of_cursor(&self) -> Option<Pos> {
        let board = self.boards.first()?;
        let middle = Pos::new(
            board.corner.0 + i32::from(board.rect.width / board.cell_cols / 2),
            board.corner.1 + i32::from(board.rect.height / 2),
        );
        Some(self.scene.area(board.id).focus.unwrap_or(middle))
    }

    /// The nearest cell to a wanted one that lies on the first board.
    pub(crate) fn on_board(&self, at: Pos) -> Pos {
        let Some(board) = self.boards.first() else { return at };
        let area = self.scene.area(board.id);
        Pos::new(at.x.clamp(0, i32::from(area.cols) - 1), at.y.clamp(0, i32::from(area.rows) - 1))
    }

    /// Cells of the first board that are worth a look, the nearest to the hero first.
    pub(crate) fn sights(&self) -> Vec<Pos> {
        let Some(board) = self.boards.first() else { return Vec::new() };
        let area = self.scene.area(board.id);
        let hero = area.focus.unwrap_or_default();
        let cols = usize::from(area.cols).max(1);
        let worth = |ink: Ink| {
            matches!(
                ink,
                Ink::Foe | Ink::Neutral | Ink::Item | Ink::Potion | Ink::Treasure | Ink::Stairs | Ink::Mark
            )
        };
        let mut sights: Vec<Pos> = self
            .scene
            .cells(board.id)
            .iter()
            .enumerate()
            .filter(|(_, cell)| worth(cell.ink) && cell.glyph() != ' ')
            .map(|(index, _)| Pos::new((index % cols) as i32, (index / cols) as i32))
            .filter(|at| *at != hero)
            .collect();
        sights.sort_by_key(|at| (at.king_distance(hero), at.y, at.x));
        sights
    }

    /// True when something of this kind is on a board.
    pub(crate) fn shows(&self, ink: Ink) -> bool {
        self.boards.iter().any(|board| self.scene.cells(board.id).iter().any(|cell| cell.ink == ink))
    }

    /// The size the game was asked to draw for.
    pub(crate) const fn asked(&self) -> (u16, u16) {
        self.asked
    }

    /// True when there is a board to look at.
    pub(crate) fn has_board(&self) -> bool {
        !self.boards.is_empty()
    }
}

/// Rows of messages under a scene, by the height of the screen.
pub(crate) const fn log_rows(rows: u16) -> u16 {
    match rows {
        0..=8 => 1,
        9..=13 => 2,
        14..=19 => 3,
        20..=29 => 4,
        30..=44 => 5,
        _ => 7,
    }
}

/// The first cell in view along one axis: as before if the focus is well inside, otherwise moved no more than needed.
fn scroll(before: i32, focus: Option<i32>, room: u16, cells: u16) -> i32 {
    let (room, cells) = (i32::from(room), i32::from(cells));
    let last = (cells - room).max(0);
    let Some(focus) = focus else { return before.clamp(0, last) };
    let margin = (room / 4).min(8);
    before.max(focus + margin + 1 - room).min(focus - margin).clamp(0, last)
}

/// The rows of a text area, made to fit: too wide a row first loses its wide gaps and then goes on in the next line.
fn text_lines(scene: &Scene, id: AreaId, cols: u16) -> Vec<Vec<Cell>> {
    let area = scene.area(id);
    let width = usize::from(area.cols).max(1);
    let mut lines = Vec::new();
    for row in scene.cells(id).chunks(width).take(usize::from(area.rows)) {
        let kept = row.iter().rposition(|cell| cell.glyph() != ' ').map_or(0, |last| last + 1);
        let row = &row[..kept];
        if row.len() <= usize::from(cols) {
            lines.push(row.to_vec());
        } else {
            lines.extend(broken(&without_gaps(row), usize::from(cols).max(1)));
        }
    }
    lines
}

fn without_gaps(row: &[Cell]) -> Vec<Cell> {
    let mut out: Vec<Cell> = Vec::with_capacity(row.len());
    for cell in row {
        let blank = |cell: Option<&Cell>| cell.is_none_or(|cell| cell.glyph() == ' ');
        let gap = out.len() >= 2 && blank(out.last()) && blank(out.get(out.len() - 2));
        if cell.glyph() != ' ' || !gap {
            out.push(*cell);
        }
    }
    out
}

fn broken(row: &[Cell], cols: usize) -> Vec<Vec<Cell>> {
    let mut lines = Vec::new();
    let mut rest = row;
    while rest.len() > cols {
        let blank = rest[..=cols].iter().rposition(|cell| cell.glyph() == ' ').filter(|&at| at > 0);
        let end = blank.unwrap_or(cols);
        lines.push(rest[..end].to_vec());
        rest = &rest[end..];
        while rest.first().is_some_and(|cell| cell.glyph() == ' ') {
            rest = &rest[1..];
        }
    }
    lines.push(rest.to_vec());
    lines
}

/// Takes rows away until all texts fit: empty ones first, then from the end.
fn make_fit(texts: &mut [(AreaId, Vec<Vec<Cell>>)], rows: u16) {
    let total =
        |texts: &[(AreaId, Vec<Vec<Cell>>)]| texts.iter().map(|(_, lines)| lines.len()).sum::<usize>();
    let is_blank = |line: &Vec<Cell>| line.iter().all(|cell| cell.glyph() == ' ');
    while total(texts) > usize::from(rows) {
        let empty = texts.iter().rposition(|(_, lines)| lines.iter().any(is_blank));
        if let Some(area) = empty {
            let lines = &mut texts[area].1;
            if let Some(line) = lines.iter().rposition(is_blank) {
                lines.remove(line);
            }
        } else if let Some((_, lines)) = texts.iter_mut().rev().find(|(_, lines)| !lines.is_empty()) {
            lines.pop();
        } else {
            return;
        }
    }
}

/// A character that takes exactly one column.
fn narrow(glyph: char) -> char {
    use unicode_width::UnicodeWidthChar as _;
    if glyph.is_ascii() || glyph.width() == Some(1) { glyph } else { '?' }
}
