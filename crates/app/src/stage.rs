//! The board of a game on the screen: the scale of its cells, the visible part, and the position of each
//! cell.
//!
//! Only boards are drawn here. Text of a game is shown by its panel and the messages.

use crate::canvas::Canvas;
use crate::light::Light;
use crate::walls::{Plan, Wall};
use console::{GlyphSet, Paint};
use kernel::{AreaId, Cell, Ink, Pos, Scene};
use ratatui_core::layout::Rect;
use session::Session;

/// The glyph of solid walls.
const SHADE: char = '▒';
/// Possible widths and heights of a cell, largest first. A character is about twice as high as wide.
const SCALES: [(u16, u16); 6] = [(6, 3), (4, 2), (3, 2), (2, 1), (1, 1), (1, 1)];
/// Wider boards are never drawn with more than two columns per cell.
const SMALL_COLS: u16 = 40;
/// Minimum width at which a board without an edge has two columns per cell, so that it looks square.
const SQUARE_FROM: u16 = 48;
/// Maximum number of rows a game is asked for beyond the available ones.
const TALLER_MAX: u16 = 8;

/// A board and its position on the screen.
#[derive(Default)]
pub(crate) struct Stage {
    scene: Scene,
    /// The size the game was asked to draw for; `look` needs the same size.
    asked: (u16, u16),
    /// The game and the room that size was found for.
    asked_for: Option<(&'static str, u16, u16)>,
    /// Whether the game shows more on a larger screen: its board is a window around the hero.
    is_window: bool,
    /// Whether cells are at least two columns wide, so that they look square.
    square: bool,
    board: Option<Board>,
    light: Light,
}

/// The visible part of a board and its position.
#[derive(Clone, Copy, Debug)]
struct Board {
    id: AreaId,
    rect: Rect,
    /// The visible cell in the upper left corner.
    corner: (i32, i32),
    /// Width and height of a cell.
    scale: (u16, u16),
}

impl Board {
    fn across(&self) -> u16 {
        self.rect.width / self.scale.0
    }

    fn along(&self) -> u16 {
        self.rect.height / self.scale.1
    }
}

impl Stage {
    /// Lets the game draw itself for a room and returns how much of it the board takes. `again` says that it was drawn for
    /// this frame before, for another room: only a game that shows more on a larger screen is drawn once more.
    pub(crate) fn fit(&mut self, session: &dyn Session, room: Rect, again: bool) -> (u16, u16) {
        self.ask(session, room);
        if self.is_window || !again {
            session.draw(session.to_move(), self.asked.0, self.asked.1, None, &mut self.scene);
        }
        let Some(id) = self.scene.first_board() else { return (0, 0) };
        let scale = self.scale(id, room);
        let area = self.scene.area(id);
        let fits = |cells: u16, size: u16, room: u16| cells.min(room / size) * size;
        (fits(area.cols, scale.0, room.width), fits(area.rows, scale.1, room.height))
    }

    /// Centres the fitted board in a rectangle. `follow` is kept in view instead of the hero.
    pub(crate) fn place(&mut self, rect: Rect, follow: Option<Pos>) {
        let before = self.board.take().map_or((0, 0), |board| board.corner);
        let Some(id) = self.scene.first_board() else { return };
        let scale = self.scale(id, rect);
        let area = self.scene.area(id);
        let (across, along) = (area.cols.min(rect.width / scale.0), area.rows.min(rect.height / scale.1));
        let (width, height) = (across * scale.0, along * scale.1);
        let focus = follow.or(area.focus);
        let corner = (
            scroll(before.0, focus.map(|at| at.x), across, area.cols),
            scroll(before.1, focus.map(|at| at.y), along, area.rows),
        );
        let (x, y) = (rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2);
        self.board = Some(Board { id, rect: Rect { x, y, width, height }, corner, scale });
    }

    /// Fits and places the board.
    pub(crate) fn set(&mut self, session: &dyn Session, rect: Rect) {
        self.fit(session, rect, false);
        self.place(rect, None);
    }

    /// Lets the game draw its map; false if it has none.
    pub(crate) fn set_map(&mut self, session: &dyn Session, area: Rect) -> bool {
        if session.status().has_map {
            self.asked_for = None;
            self.is_window = true;
            session.map(session.to_move(), area.width.max(1), area.height.max(1), &mut self.scene);
            self.place(area, None);
        }
        session.status().has_map
    }

    /// Finds the size to ask for, once per room. A game that shows more on a larger screen is asked for as
    /// many cells as fit two columns wide; others draw everything anyway.
    fn ask(&mut self, session: &dyn Session, room: Rect) {
        let wanted = (session.id(), room.width, room.height);
        let square_from = self.square_from();
        if self.asked_for == Some(wanted) {
            return;
        }
        self.asked_for = Some(wanted);
        let (cols, rows) = (room.width.max(1), room.height.max(1));
        let cells = |cols: u16, rows: u16| session.extent(session.to_move(), cols, rows);
        self.is_window = cells(cols, rows) != cells(cols.saturating_mul(2), rows.saturating_mul(2));
        self.asked = (cols, rows);
        if self.is_window {
            let width = if cols >= square_from { 2 } else { 1 };
            let wide = (cols..=cols.saturating_mul(2)).step_by(2);
            let best = wide.map(|asked| (cells(asked, rows).cols, asked));
            let best =
                best.filter(|(across, _)| across.saturating_mul(width) <= cols).max_by_key(|best| best.0);
            let tall = (rows..=rows.saturating_add(TALLER_MAX)).rev();
            let high = tall.into_iter().find(|asked| cells(cols, *asked).rows <= rows);
            self.asked = (best.map_or(cols, |(_, asked)| asked), high.unwrap_or(rows));
        }
    }

    /// The scale of the board's cells.
    fn scale(&self, id: AreaId, room: Rect) -> (u16, u16) {
        let area = self.scene.area(id);
        if self.is_window {
            let fits = room.width >= self.square_from() && area.cols.saturating_mul(2) <= room.width;
            return if fits { (2, 1) } else { (1, 1) };
        }
        let fits = |&&(x, y): &&(u16, u16)| {
            area.cols.saturating_mul(x) <= room.width
                && area.rows.saturating_mul(y) <= room.height
                && (x <= 2 || area.cols <= SMALL_COLS)
        };
        let least = if self.square { (2, 1) } else { (1, 1) };
        SCALES.iter().find(fits).copied().filter(|scale| *scale > least).unwrap_or(least)
    }

    /// Minimum width at which a board without an edge has two columns per cell.
    const fn square_from(&self) -> u16 {
        if self.square { 0 } else { SQUARE_FROM }
    }

    /// Switches between cells for tiles and for letters.
    pub(crate) fn set_square(&mut self, square: bool) {
        if std::mem::replace(&mut self.square, square) != square {
            self.asked_for = None;
        }
    }

    /// Draws the board dimmed, as a background.
    pub(crate) fn draw_faintly(&mut self, session: &dyn Session, canvas: &mut Canvas<'_>) {
        self.light.set(canvas.look, session.mood(session.to_move()), true);
        self.draw_board(canvas);
    }

    pub(crate) fn draw(&mut self, session: &dyn Session, canvas: &mut Canvas<'_>) {
        self.light.set(canvas.look, session.mood(session.to_move()), false);
        self.draw_board(canvas);
        if let Some(board) = self.board.filter(|_| canvas.look.tiles) {
            let at = (board.rect.x, board.rect.y);
            canvas.reading.board(at, board.scale, board.across(), self.inks(&board), canvas.buffer);
        }
        self.draw_more(canvas);
    }

    fn draw_board(&self, canvas: &mut Canvas<'_>) {
        let Some(board) = &self.board else { return };
        let area = self.scene.area(board.id);
        let plan = Plan { cells: self.scene.cells(board.id), cols: area.cols.into(), rows: area.rows.into() };
        let (width, height) = board.scale;
        // Distances are measured as they appear: a cell of one column is half as wide as high.
        let (step_x, step_y) = (if width < 2 * height { 2 } else { 4 }, 4);
        for row in 0..board.along() {
            let y = board.corner.1 + i32::from(row);
            for column in 0..board.across() {
                let x = board.corner.0 + i32::from(column);
                let cell = plan.cells[(y * plan.cols + x) as usize];
                let level = area.focus.map_or_else(
                    || self.light.level(0, 0),
                    |hero| self.light.level(hero.x.abs_diff(x) * step_x, hero.y.abs_diff(y) * step_y),
                );
                let wall = plan.wall(x, y);
                let brush = self.light.brush(cell, wall, level);
                let corner = (board.rect.x + column * width, board.rect.y + row * height);
                draw_cell(canvas, corner, board.scale, cell, wall, brush);
            }
        }
    }

    /// The ink of each visible cell, row by row.
    fn inks(&self, board: &Board) -> Vec<Ink> {
        let places = (0..board.along()).flat_map(|row| (0..board.across()).map(move |column| (column, row)));
        let at =
            |(column, row)| Pos::new(board.corner.0 + i32::from(column), board.corner.1 + i32::from(row));
        places.map(|place| self.scene.cell(board.id, at(place)).map_or(Ink::Void, |cell| cell.ink)).collect()
    }

    /// Marks the edges of the board beyond which there is more.
    fn draw_more(&self, canvas: &mut Canvas<'_>) {
        let Some(board) = self.board.filter(|board| !self.is_window && !board.rect.is_empty()) else {
            return;
        };
        let area = self.scene.area(board.id);
        let lines = canvas.look.lines;
        let (across, along) = (i32::from(board.across()), i32::from(board.along()));
        let (left, top) = board.corner;
        let (right, bottom) = (left + across - 1, top + along - 1);
        let row = |y: i32| (left..=right).map(move |x| Pos::new(x, y));
        let column = |x: i32| (top..=bottom).map(move |y| Pos::new(x, y));
        if top > 0 {
            self.draw_arrow(canvas, lines.up, row(top).collect());
        }
        if bottom + 1 < i32::from(area.rows) {
            self.draw_arrow(canvas, lines.down, row(bottom).collect());
        }
        if left > 0 {
            self.draw_arrow(canvas, lines.left, column(left).collect());
        }
        if right + 1 < i32::from(area.cols) {
            self.draw_arrow(canvas, lines.right, column(right).collect());
        }
    }

    /// Draws an arrow near the middle of an edge, on a cell without anything of interest.
    fn draw_arrow(&self, canvas: &mut Canvas<'_>, arrow: char, mut edge: Vec<Pos>) {
        let Some(board) = &self.board else { return };
        let middle = edge[edge.len() / 2];
        kernel::sort_by_key(&mut edge, |at| at.king_distance(middle));
        let is_plain = |at: &&Pos| {
            let ink = self.scene.cell(board.id, **at).map_or(Ink::Void, |cell| cell.ink);
            matches!(ink, Ink::Void | Ink::Wall | Ink::Floor | Ink::Passage | Ink::Memory)
        };
        if let Some((x, y)) = edge.iter().find(is_plain).and_then(|at| self.on_screen(*at)) {
            canvas.put(x, y, arrow, Paint::BarKey);
        }
    }

    /// Marks a cell of the board.
    pub(crate) fn mark(&self, canvas: &mut Canvas<'_>, at: Pos) {
        let Some(rect) = self.rect_of(at) else { return };
        for (x, y) in places(rect) {
            canvas.tint(x, y, Paint::Cursor);
        }
    }

    /// Writes a label on a cell of the board; with `held`, its glyph stays visible.
    pub(crate) fn label(&self, canvas: &mut Canvas<'_>, at: Pos, text: &str, held: bool, paint: Paint) {
        let Some(rect) = self.rect_of(at) else { return };
        let glyph = (rect.width - 1) / 2;
        let (x, y, cols) = match (held, rect.height) {
            (false, height) => (rect.x, rect.y + (height - 1) / 2, rect.width),
            (true, 1) => (rect.x + glyph + 1, rect.y, rect.width - glyph - 1),
            (true, height) => (rect.x, rect.y + height - 1, rect.width),
        };
        if text.len() <= usize::from(cols) {
            canvas.text(x, y, cols, text, paint);
        }
    }

    /// The part of the screen that shows a cell.
    pub(crate) fn rect_of(&self, at: Pos) -> Option<Rect> {
        let board = self.board.as_ref()?;
        let (column, row) = (at.x - board.corner.0, at.y - board.corner.1);
        let inside =
            (0..i32::from(board.across())).contains(&column) && (0..i32::from(board.along())).contains(&row);
        let (width, height) = board.scale;
        inside.then(|| Rect {
            x: board.rect.x + column as u16 * width,
            y: board.rect.y + row as u16 * height,
            width,
            height,
        })
    }

    /// The part of the screen covered by the board.
    pub(crate) fn rect(&self) -> Rect {
        self.board.map_or(Rect::ZERO, |board| board.rect)
    }

    /// A cell of the board.
    pub(crate) fn cell(&self, at: Pos) -> Option<Cell> {
        self.scene.cell(self.board?.id, at)
    }

    /// The cells of the board that match, row by row.
    pub(crate) fn cells_where(&self, wanted: impl Fn(Cell) -> bool) -> impl Iterator<Item = (Pos, Cell)> {
        let (cells, cols) = self.board.map_or((&[][..], 1), |board| {
            (self.scene.cells(board.id), usize::from(self.scene.area(board.id).cols).max(1))
        });
        let place = move |index: usize| Pos::new((index % cols) as i32, (index / cols) as i32);
        let all = cells.iter().enumerate().map(move |(index, cell)| (place(index), *cell));
        all.filter(move |(_, cell)| wanted(*cell))
    }

    /// Whether the hero or another creature is shown there.
    pub(crate) fn is_body(&self, x: u16, y: u16) -> bool {
        let cell = self.cell_at(x, y).and_then(|at| self.cell(at));
        cell.is_some_and(|cell| matches!(cell.ink, Ink::Hero | Ink::Foe | Ink::Neutral))
    }

    /// The screen position of a cell's glyph.
    pub(crate) fn on_screen(&self, at: Pos) -> Option<(u16, u16)> {
        self.rect_of(at).map(|rect| (rect.x + (rect.width - 1) / 2, rect.y + (rect.height - 1) / 2))
    }

    /// The cell at a screen position.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<Pos> {
        let board = self.board.as_ref()?;
        board.rect.contains((x, y).into()).then(|| {
            let (column, row) = ((x - board.rect.x) / board.scale.0, (y - board.rect.y) / board.scale.1);
            Pos::new(board.corner.0 + i32::from(column), board.corner.1 + i32::from(row))
        })
    }

    /// The hero's cell.
    pub(crate) fn hero(&self) -> Option<Pos> {
        self.scene.area(self.board.as_ref()?.id).focus
    }

    /// The initial cell of a cursor: the hero's, or the middle of the visible part.
    pub(crate) fn start_of_cursor(&self) -> Option<Pos> {
        let board = self.board.as_ref()?;
        let middle = Pos::new(
            board.corner.0 + i32::from(board.across() / 2),
            board.corner.1 + i32::from(board.along() / 2),
        );
        Some(self.hero().unwrap_or(middle))
    }

    /// The nearest cell on the board.
    pub(crate) fn on_board(&self, at: Pos) -> Pos {
        let Some(board) = &self.board else { return at };
        let area = self.scene.area(board.id);
        Pos::new(at.x.clamp(0, i32::from(area.cols) - 1), at.y.clamp(0, i32::from(area.rows) - 1))
    }

    /// The cells worth a look, nearest to the hero first.
    pub(crate) fn sights(&self) -> Vec<Pos> {
        let Some(board) = &self.board else { return Vec::new() };
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
        kernel::sort_by_key(&mut sights, |at| (at.king_distance(hero), at.y, at.x));
        sights
    }

    /// Whether something of this ink is on the board.
    pub(crate) fn shows(&self, ink: Ink) -> bool {
        self.board.is_some_and(|board| self.scene.cells(board.id).iter().any(|cell| cell.ink == ink))
    }

    /// The size the game was asked to draw for.
    pub(crate) const fn asked(&self) -> (u16, u16) {
        self.asked
    }

    /// Whether the board is a window around the hero.
    pub(crate) const fn is_window(&self) -> bool {
        self.is_window
    }

    /// Whether there is a board.
    pub(crate) const fn has_board(&self) -> bool {
        self.board.is_some()
    }
}

/// The positions in a rectangle.
pub(crate) fn places(rect: Rect) -> impl Iterator<Item = (u16, u16)> {
    (rect.top()..rect.bottom()).flat_map(move |y| (rect.left()..rect.right()).map(move |x| (x, y)))
}

/// Paints a cell: the glyph in its middle; walls fill it.
fn draw_cell(
    canvas: &mut Canvas<'_>,
    (x, y): (u16, u16),
    (width, height): (u16, u16),
    cell: Cell,
    wall: Wall,
    brush: crate::look::Brush,
) {
    let unicode = canvas.look.is_unicode();
    let glyph = match wall {
        Wall::Line(links) if unicode && links != [false; 4] => GlyphSet::joined(links),
        _ if unicode && cell.ink == Ink::Floor && cell.glyph() == ' ' => '·',
        _ => narrow(canvas.look.glyphs.of(cell)),
    };
    if (width, height) == (1, 1) {
        return canvas.dab(x, y, glyph, brush);
    }
    let links = if let (Wall::Line(links), true) = (wall, unicode) { links } else { [false; 4] };
    let solid = glyph == SHADE || (cell.ink == Ink::Passage && glyph == '░');
    if (width, height) == (2, 1) {
        // Fast path for the most common scale.
        let beside = if links[1] { '─' } else { ' ' };
        canvas.dab(x, y, glyph, brush);
        return canvas.dab(x + 1, y, if solid { glyph } else { beside }, brush);
    }
    let (middle, centre) = ((width - 1) / 2, (height - 1) / 2);
    for row in 0..height {
        for column in 0..width {
            let filler = match (column.cmp(&middle), row.cmp(&centre)) {
                (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => glyph,
                _ if solid => glyph,
                (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) if links[0] => '│',
                (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) if links[1] => '─',
                (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) if links[2] => '│',
                (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) if links[3] => '─',
                _ => ' ',
            };
            canvas.dab(x + column, y + row, filler, brush);
        }
    }
}

/// The first visible cell along one axis: unchanged if the focus is well inside, else moved no more than
/// necessary.
fn scroll(before: i32, focus: Option<i32>, room: u16, cells: u16) -> i32 {
    let (room, cells) = (i32::from(room), i32::from(cells));
    let last = (cells - room).max(0);
    let Some(focus) = focus else { return before.clamp(0, last) };
    let margin = (room / 4).min(8);
    before.max(focus + margin + 1 - room).min(focus - margin).clamp(0, last)
}

/// A character of exactly one column.
fn narrow(glyph: char) -> char {
    use unicode_width::UnicodeWidthChar as _;
    if glyph.is_ascii() || glyph.width() == Some(1) { glyph } else { '?' }
}
