//! Previews of saved games: the board, where the player is, and how far the game has come.
//!
//! A run is replayed for its preview, some commands per tick, so that the list stays responsive.

use crate::canvas::{Canvas, DIM, TEXT};
use crate::context::{Context, Seats};
use crate::show;
use crate::stage::Stage;
use console::wrap;
use keeper::Save;
use ratatui_core::layout::Rect;
use session::{Replaying, Session};
use std::borrow::Cow;
use std::path::PathBuf;

/// Number of commands replayed per tick, within the time of a frame.
const SLICE: usize = 1000;
/// Maximum number of previews kept in memory.
const KEPT: usize = 64;

/// The preview of a saved game.
struct Glimpse {
    path: PathBuf,
    /// Number of commands of the run when it was read.
    commands: usize,
    /// The game, unless this program cannot replay it.
    game: Option<Box<dyn Replaying>>,
    /// Whether all commands have been replayed.
    done: bool,
    stage: Stage,
}

/// All previews.
#[derive(Default)]
pub(super) struct Glimpses(Vec<Glimpse>);

impl Glimpses {
    fn find(&self, save: &Save) -> Option<usize> {
        self.0.iter().position(|seen| seen.path == save.path && seen.commands == save.commands)
    }

    /// Whether the preview of a save is incomplete.
    pub(super) fn wants(&self, save: &Save) -> bool {
        self.find(save).is_none_or(|index| !self.0[index].done)
    }

    /// Continues the preview of a save.
    pub(super) fn work(&mut self, save: &Save, context: &Context) {
        let index = self.find(save).unwrap_or_else(|| {
            self.0.drain(..(self.0.len() + 1).saturating_sub(KEPT));
            self.0.push(Glimpse::new(save, context));
            self.0.len() - 1
        });
        let seen = &mut self.0[index];
        seen.done = seen.game.as_mut().is_none_or(|game| !game.play(SLICE, false));
    }

    /// Where the player is and how far the game has come, once known.
    pub(super) fn about(&self, save: &Save, dot: char) -> Option<String> {
        let seen = &self.0[self.find(save)?];
        Some(about(seen.game.as_ref().filter(|_| seen.done)?.session(), dot))
    }

    /// Draws the board of a save with a few words above it, once it is complete.
    pub(super) fn draw(&mut self, save: &Save, canvas: &mut Canvas<'_>, rect: Rect) {
        let Some(index) = self.find(save) else { return };
        let seen = &mut self.0[index];
        let Some(game) = seen.game.as_ref().filter(|_| seen.done) else { return };
        let session = game.session();
        let words = wrap(&about(session, canvas.look.lines.dot), usize::from(rect.width).max(1));
        let rows = (words.len() as u16).min(rect.height);
        for (line, y) in words.iter().zip(rect.y..rect.y + rows) {
            canvas.text(rect.x, y, rect.width, line, TEXT);
        }
        let board = Rect { y: rect.y + rows, height: rect.height - rows, ..rect };
        if board.height >= 3 {
            seen.stage.set(session, board);
            seen.stage.draw(session, canvas);
        } else if game.difference().is_some() {
            canvas.text(rect.x, board.y, rect.width, "It differs from what was kept from here on.", DIM);
        }
    }
}

impl Glimpse {
    fn new(save: &Save, context: &Context) -> Self {
        let game = context.entry(&save.game).and_then(|entry| {
            let (run, _, _) = context.home.read_run(&save.path).ok()?;
            let seating = context.seating(Seats::new());
            (entry.again)(Cow::Owned(run), usize::MAX, None, None, &seating).ok()
        });
        let done = game.is_none();
        Self { path: save.path.clone(), commands: save.commands, game, done, stage: Stage::default() }
    }
}

/// `floor 3 of 5 · turn 258 · HP 94/150`.
fn about(session: &dyn Session, dot: char) -> String {
    let panel = session.panel(session.to_move(), 0, 0);
    let mut parts = vec![panel.place, show::turn(session)];
    parts.extend(panel.bars.first().map(|bar| format!("{} {}", bar.name, bar.text)));
    parts.retain(|part| !part.is_empty());
    parts.join(&format!(" {dot} "))
}
