//! The game that plays itself behind the title screen: each game in turn, by its own bot, never kept.
//!
//! It begins with the first tick and not with the first frame, so that the title screen waits for nothing. It ticks slowly,
//! only where things may move, and rests when nobody has touched a key for a while: an idle program uses no time. On a host
//! there is none: its time belongs to those who play.

use crate::canvas::{Canvas, DIM};
use crate::context::Context;
use crate::stage::Stage;
use kernel::{Rng, Seed};
use ratatui_core::layout::Rect;
use session::{Brief, ReplyKind, Session};
use std::time::Duration;

/// Between two commands of the bot.
const PACE: Duration = Duration::from_millis(200);
/// Commands of one game; then the next has its turn.
const COMMANDS: usize = 150;
/// Commands without a key from anybody, until the bot rests: two minutes of them.
const TIRED: usize = 600;
/// Rows and columns below which there is nothing to see.
const SMALLEST: (u16, u16) = (30, 5);
/// Rows from which the name of the game is told above it.
const NAMED_FROM: u16 = 10;

/// The game that plays itself.
#[derive(Default)]
pub(crate) struct Demo {
    /// How many games have begun; the next one is chosen by it, and so are its seed and the dice of its bot.
    games: usize,
    playing: Option<Playing>,
    stage: Stage,
    /// Commands since anybody touched a key.
    unseen: usize,
    /// True when no game can be played by a bot, or there is no room to show one.
    nothing: bool,
    /// True when the last frame had room for it.
    shown: bool,
}

struct Playing {
    session: Box<dyn Session>,
    dice: Rng,
    left: usize,
}

impl Demo {
    /// After how long it wants a tick.
    pub(crate) fn pace(&self, context: &Context) -> Option<Duration> {
        let moves = context.animation().step().is_some() && context.visit.is_none();
        (moves && self.shown && !self.nothing && self.unseen < TIRED).then_some(PACE)
    }

    /// Somebody is there.
    pub(crate) fn is_watched(&mut self) {
        self.unseen = 0;
    }

    /// The bot plays one command; where it cannot go on the next game begins.
    pub(crate) fn tick(&mut self, context: &Context) {
        self.unseen += 1;
        for _ in 0..=context.games.len() {
            if self.playing.as_ref().is_none_or(|playing| playing.left == 0) {
                self.playing = self.begin(context);
            }
            let Some(playing) = &mut self.playing else { continue };
            let reply = playing.session.play_advice(&mut playing.dice);
            let played = reply.is_some_and(|reply| reply.kind == ReplyKind::Played);
            // What came of it is seen until the next tick, also at the end.
            let ended = !played || playing.session.outcome().is_some();
            playing.left = if ended { 0 } else { playing.left - 1 };
            if played {
                return;
            }
        }
        self.playing = None;
        self.nothing = true;
    }

    fn begin(&mut self, context: &Context) -> Option<Playing> {
        let entry = context.games.get(self.games % context.games.len().max(1))?;
        let seed = format!("demo {}", self.games);
        self.games += 1;
        let dice = Rng::stream(&Seed::from_text(&seed), "demo", &[]);
        let (session, _) = (entry.start)(&Brief { seed, ..Brief::default() }).ok()?;
        Some(Playing { session, dice, left: COMMANDS })
    }

    /// Shows the board in a rectangle, dimmed.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas<'_>, rect: Rect) {
        self.shown = rect.width >= SMALLEST.0 && rect.height >= SMALLEST.1;
        if !self.shown {
            return;
        }
        let mut rect = rect;
        if let Some(playing) = &self.playing {
            if rect.height >= NAMED_FROM {
                let told = format!("{} plays itself", playing.session.title());
                canvas.centre(rect, rect.y, &told, DIM);
                rect = Rect { y: rect.y + 1, height: rect.height - 1, ..rect };
            }
            self.stage.set(playing.session.as_ref(), rect);
            self.stage.draw_faintly(playing.session.as_ref(), canvas);
        }
    }
}
