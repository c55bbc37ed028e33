//! The layout of a game: board, panel or short panel, and messages. Shared by play, theatre and recordings.

use crate::canvas::Canvas;
use crate::log::Log;
use crate::panel::Side;
use crate::stage::Stage;
use console::{Paint, wrap};
use kernel::{Pos, Seat, Vital};
use ratatui_core::layout::Rect;
use session::Session;

/// Minimum width of the screen for a panel beside the board.
const BESIDE_FROM: u16 = 100;
/// Minimum height of the screen for a panel beside the board.
const BESIDE_ROWS: u16 = 12;
/// The narrowest and the widest panel.
const SIDE_COLS: (u16, u16) = (30, 38);
/// Rows of messages at most.
const LOG_ROWS_MAX: u16 = 8;

/// What is shown besides the state of the game.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wish<'a> {
    /// A cell to keep in view instead of the hero.
    pub(crate) follow: Option<Pos>,
    /// The seat whose panel is shown instead of that of the seat to move.
    pub(crate) seat: Option<Seat>,
    /// Whether animations are on.
    pub(crate) motion: bool,
    /// Number of beats still to be told, during a fight.
    pub(crate) telling: Option<usize>,
    /// A sentence under the messages, until the next key press.
    pub(crate) remark: Option<(&'a str, Paint)>,
}

/// Number of message rows under a board, by the height between the bars.
pub(crate) const fn log_rows(rows: u16) -> u16 {
    match rows {
        0..=8 => 1,
        9..=13 => 2,
        14..=27 => 3,
        28..=37 => 4,
        38..=49 => 6,
        _ => LOG_ROWS_MAX,
    }
}

/// The turn, in the game's own count if it has one.
pub(crate) fn turn(session: &dyn Session) -> String {
    let vitals = session.vitals(session.to_move()).0;
    match vitals.into_iter().find(|(name, _)| *name == "turn") {
        Some((_, Vital::Number(turn))) => format!("turn {turn}"),
        _ => format!("turn {}", session.commands()),
    }
}

/// The width of the panel beside the board, if there is one.
pub(crate) fn panel_cols(area: Rect) -> Option<u16> {
    let beside = area.width >= BESIDE_FROM && area.height >= BESIDE_ROWS;
    beside.then(|| (area.width / 10 * 3).clamp(SIDE_COLS.0, SIDE_COLS.1))
}

/// Draws a game between the bars.
pub(crate) fn draw(
    session: &dyn Session,
    (stage, side, log): (&mut Stage, &mut Side, &Log),
    canvas: &mut Canvas<'_>,
    area: Rect,
    wish: Wish<'_>,
) {
    side.effects.tell(wish.telling);
    stage.set_square(canvas.look.tiles);
    let seat = wish.seat.unwrap_or_else(|| session.to_move());
    let messages = if let Some(cols) = panel_cols(area) {
        let main = Rect { width: area.width - cols - 3, ..area };
        let messages = place_board(session, stage, main, wish.follow, false);
        side.refresh(session, seat, stage, wish.motion);
        let line = main.right();
        for y in area.top()..area.bottom() {
            canvas.put(line, y, canvas.look.lines.vertical, Paint::Frame);
        }
        side.draw(canvas, Rect { x: line + 2, width: cols, ..area });
        messages
    } else {
        let cols = area.width.saturating_sub(2);
        let below = |rows: u16| {
            let rows = rows.min(area.height);
            Rect { y: area.y + rows, height: area.height - rows, ..area }
        };
        // The panel refers to cells of the board, so the board is placed first, assuming as many panel rows
        // as before, which is nearly always right.
        let before = side.brief_rows;
        let mut messages = place_board(session, stage, below(before), wish.follow, false);
        side.refresh(session, seat, stage, wish.motion);
        let mut rows = side.brief(canvas, cols);
        rows.truncate(match area.height {
            0..=7 => 0,
            8..=12 => 1,
            13..=19 => 2,
            _ => 3,
        });
        side.brief_rows = rows.len() as u16;
        if side.brief_rows != before {
            messages = place_board(session, stage, below(side.brief_rows), wish.follow, true);
            side.refresh(session, seat, stage, wish.motion);
        }
        side.draw_brief(canvas, Rect { x: area.x + 1, width: cols, height: side.brief_rows, ..area }, &rows);
        messages
    };
    stage.draw(session, canvas);
    side.effects.draw(canvas, stage);
    let messages = Rect { x: messages.x + 1, width: messages.width.saturating_sub(2), ..messages };
    let above = remark(canvas, messages, wish.remark);
    log.draw(canvas, above);
}

/// Draws a remark at the bottom of a rectangle; returns the area above it.
pub(crate) fn remark(canvas: &mut Canvas<'_>, rect: Rect, remark: Option<(&str, Paint)>) -> Rect {
    let Some((text, paint)) = remark else { return rect };
    let lines = wrap(text, usize::from(rect.width).max(1));
    let rows = (lines.len() as u16).min(rect.height);
    let left = Rect { height: rect.height - rows, ..rect };
    canvas.fill(Rect { y: left.bottom(), height: rows, ..rect }, crate::canvas::TEXT);
    for (line, y) in lines.iter().zip(left.bottom()..rect.bottom()) {
        canvas.text(rect.x, y, rect.width, line, paint);
    }
    left
}

/// Places the board in the upper part of a rectangle; returns the area left for messages. `again`: see [`Stage::fit`].
fn place_board(
    session: &dyn Session,
    stage: &mut Stage,
    rect: Rect,
    follow: Option<Pos>,
    again: bool,
) -> Rect {
    let least = log_rows(rect.height);
    let room = Rect { height: rect.height.saturating_sub(least), ..rect };
    let (_, taken) = stage.fit(session, room, again);
    let spare = room.height.saturating_sub(taken);
    let rows = least + spare.min(LOG_ROWS_MAX.saturating_sub(least));
    let board = Rect { height: rect.height.saturating_sub(rows), ..rect };
    stage.place(board, follow);
    Rect { y: board.bottom(), height: rect.height - board.height, ..rect }
}
