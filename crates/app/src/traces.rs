//! Marks on the ground of a board: kills, trails, and the glow of ghosts.
//!
//! Only colours and weights of cells change, never a glyph. Positions are relative to the ground, so that
//! marks stay in place while a board moves with its hero.

use crate::canvas::Canvas;
use crate::light::mixed;
use crate::stage::{Stage, places};
use console::{Colour, Depth, Paint, Rgb};
use kernel::{Cell, Hue, Ink, Pos, Vital};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};
use session::Session;
use std::collections::VecDeque;

/// Maximum number of kills marked.
const KILLS_MAX: usize = 64;
/// Percentage of the victim's colour on the ground.
const KILL: u32 = 32;
/// Percentage of the walker's colour on the newest part of a trail.
const TRAIL: u32 = 34;
/// Percentage of a ghost's colour on the ground beside it, and two and three cells away.
const GLOW: [u32; 3] = [26, 15, 7];
/// The second colour of a shimmering ghost.
const WHITE: Rgb = Rgb(255, 255, 255);

/// A creature on the ground, as drawn.
type Body = (Pos, Cell);

/// All marks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traces {
    kills: Vec<Body>,
    /// The creatures' positions before each of the last moves, latest first.
    trail: VecDeque<Vec<Body>>,
    /// The creatures' current positions, in games with trails.
    bodies: Vec<Body>,
    /// The ghosts' cells on the board.
    ghosts: Vec<Pos>,
    /// The position on the ground of the board's first cell.
    origin: Pos,
}

impl Traces {
    /// Updates the marks after a command, or after another change of the game if not `on`.
    pub(crate) fn follow(&mut self, session: &dyn Session, stage: &Stage, on: bool) {
        let moves = session.mood(session.to_move()).map_or(0, |mood| mood.trail);
        let before = std::mem::take(&mut self.bodies);
        if !on {
            *self = Self::default();
        } else if !before.is_empty() {
            self.trail.push_front(before);
        }
        self.trail.truncate(moves.into());
        self.origin = origin(session, stage);
        self.ghosts = stage.cells_where(|cell| cell.hue == Hue::Ghost).map(|(at, _)| at).collect();
        if moves > 0 {
            let is_body = |cell: Cell| matches!(cell.ink, Ink::Hero | Ink::Foe);
            self.bodies = stage.cells_where(is_body).map(|(at, cell)| (self.ground(at), cell)).collect();
        }
    }

    /// The position on the ground of a cell of the board.
    pub(crate) fn ground(&self, at: Pos) -> Pos {
        Pos::new(at.x + self.origin.x, at.y + self.origin.y)
    }

    /// Marks a kill.
    pub(crate) fn fell(&mut self, at: Pos, cell: Cell) {
        self.kills.push((at, cell));
        self.kills.drain(..self.kills.len().saturating_sub(KILLS_MAX));
    }

    /// Clears the marks, for another floor.
    pub(crate) fn leave_floor(&mut self) {
        self.kills.clear();
        self.trail.clear();
    }

    /// Whether something on the board shimmers.
    pub(crate) const fn shimmer(&self) -> bool {
        !self.ghosts.is_empty()
    }

    /// Paints the marks. `phase` is a ghost's progress between its two colours in percent.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, stage: &Stage, phase: u32) {
        let rect_of = |at: &Pos| stage.rect_of(Pos::new(at.x - self.origin.x, at.y - self.origin.y));
        let steps = self.trail.len() as u32;
        for (age, bodies) in self.trail.iter().enumerate().rev() {
            let percent = TRAIL * (steps - age as u32) / (steps + 1);
            for (at, cell) in bodies.iter().filter(|body| !self.bodies.iter().any(|now| now.0 == body.0)) {
                rect_of(at).into_iter().for_each(|rect| stain(canvas, rect, *cell, percent, Modifier::BOLD));
            }
        }
        for (at, cell) in &self.kills {
            rect_of(at).into_iter().for_each(|rect| stain(canvas, rect, *cell, KILL, Modifier::UNDERLINED));
        }
        self.draw_ghosts(canvas, stage, phase);
    }

    fn draw_ghosts(&self, canvas: &mut Canvas<'_>, stage: &Stage, phase: u32) {
        if !canvas.look.is_lit() || self.ghosts.is_empty() {
            return;
        }
        let Some((pale, _)) = canvas.look.colours(Paint::Hue(Hue::Ghost)) else { return };
        let reach = GLOW.len() as i32;
        for ghost in &self.ghosts {
            for (dx, dy) in (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy))) {
                let at = Pos::new(ghost.x + dx, ghost.y + dy);
                let far = (dx * dx + dy * dy).isqrt() as usize;
                let is_ground = stage.cell(at).is_some_and(|cell| !matches!(cell.ink, Ink::Void | Ink::Wall));
                if let (Some(percent), Some(rect), true) =
                    (GLOW.get(far.max(1) - 1), stage.rect_of(at), is_ground)
                {
                    mix_ground(canvas, rect, pale, *percent);
                }
            }
            let hued = canvas.look.theme.has_hue(Ink::Foe);
            if let Some((x, y)) = stage.on_screen(*ghost).filter(|_| hued) {
                let colour = canvas.look.colour(mixed(pale, WHITE, phase));
                canvas.buffer.cell_mut((x, y)).into_iter().for_each(|cell| cell.fg = colour);
            }
        }
    }
}

/// The position of the board on the ground. A board that moves with its hero needs the hero's coordinates,
/// which are among the vitals.
fn origin(session: &dyn Session, stage: &Stage) -> Pos {
    let Some(hero) = stage.hero().filter(|_| stage.is_window()) else { return Pos::default() };
    let vitals = session.vitals(session.to_move()).0;
    let number = |wanted: &str| match vitals.iter().find(|(name, _)| *name == wanted) {
        Some((_, Vital::Number(number))) => i32::try_from(*number).ok(),
        _ => None,
    };
    match (number("x"), number("y")) {
        // Rows are counted downwards, the y coordinate upwards.
        (Some(x), Some(y)) => Pos::new(x - hero.x, -y - hero.y),
        _ => Pos::default(),
    }
}

/// Tints the ground with the colour of a thing; without shades the glyph, and without colours its weight
/// changes.
fn stain(canvas: &mut Canvas<'_>, rect: Rect, thing: Cell, percent: u32, weight: Modifier) {
    let look = canvas.look;
    let hue = if thing.hue == Hue::Own { Paint::Ink(thing.ink) } else { Paint::Hue(thing.hue) };
    let colour = look.colours(hue).filter(|_| look.depth != Depth::None);
    match colour {
        Some((colour, _)) if look.is_lit() || look.is_tinted() => mix_ground(canvas, rect, colour, percent),
        _ => {
            let fg = look.thing(thing.ink, thing.hue).fg;
            for (x, y) in places(rect) {
                let Some(cell) = canvas.buffer.cell_mut((x, y)) else { continue };
                match colour {
                    Some(_) => cell.fg = fg,
                    None => cell.modifier |= weight,
                }
            }
        }
    }
}

/// Mixes a colour into the ground of some cells.
fn mix_ground(canvas: &mut Canvas<'_>, rect: Rect, colour: Rgb, percent: u32) {
    let look = canvas.look;
    for (x, y) in places(rect) {
        let Some(cell) = canvas.buffer.cell_mut((x, y)) else { continue };
        let ground = match cell.bg {
            Color::Rgb(r, g, b) => Rgb(r, g, b),
            Color::Indexed(number) => Colour::Number(number).rgb(),
            _ => continue,
        };
        cell.bg = look.colour(mixed(ground, colour, percent));
    }
}
