//! The demo behind the title screen: each game in turn, played by its bot, never saved.
//!
//! It begins with the first tick, not with the first frame, so that the title screen appears at once. It
//! ticks slowly, only if animations are on, and stops when no key has been pressed for a while: an idle
//! program uses no time. There is none on a host, whose time belongs to its players.

use crate::canvas::{Canvas, DIM};
use crate::context::Context;
use crate::stage::Stage;
use kernel::{Rng, Seed};
use ratatui_core::layout::Rect;
use session::{Brief, ReplyKind, Session};
use std::time::Duration;

/// Delay between two commands of the bot.
const PACE: Duration = Duration::from_millis(200);
/// Number of commands per game before the next one.
const COMMANDS: usize = 150;
/// Number of commands without a key press before the bot stops: two minutes.
const TIRED: usize = 600;
/// Minimum columns and rows for a demo.
const SMALLEST: (u16, u16) = (30, 5);
/// Minimum rows for the game's name above it.
const NAMED_FROM: u16 = 10;

/// The demo.
#[derive(Default)]
pub(crate) struct Demo {
    /// Number of games begun; it selects the next one, its seed and its bot's dice.
    games: usize,
    playing: Option<Playing>,
    stage: Stage,
    /// Number of commands since the last key press.
    unseen: usize,
    /// Whether no game has a bot, or there is no room to show one.
    nothing: bool,
    /// Whether the last frame had room for it.
    shown: bool,
}

struct Playing {
    session: Box<dyn Session>,
    dice: Rng,
    left: usize,
}

impl Demo {
    /// When it wants a tick.
    pub(crate) fn pace(&self, context: &Context) -> Option<Duration> {
        let moves = context.animation().step().is_some() && context.visit.is_none();
        (moves && self.shown && !self.nothing && self.unseen < TIRED).then_some(PACE)
    }

    /// Somebody pressed a key.
    pub(crate) fn is_watched(&mut self) {
        self.unseen = 0;
    }

    /// Plays one command of the bot; begins the next game if that is impossible.
    pub(crate) fn tick(&mut self, context: &Context) {
        self.unseen += 1;
        for _ in 0..=context.games.len() {
            if self.playing.as_ref().is_none_or(|playing| playing.left == 0) {
                self.playing = self.begin(context);
            }
            let Some(playing) = &mut self.playing else { continue };
            let reply = playing.session.play_advice(&mut playing.dice);
            let played = reply.is_some_and(|reply| reply.kind == ReplyKind::Played);
            // The result stays visible until the next tick, also at the end.
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

    /// Draws the board in a rectangle, dimmed.
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
