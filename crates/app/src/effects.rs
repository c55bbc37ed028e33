//! Short effects after a command: a flash on a hit, a rising number, shrinking bars, shimmering ghosts.
//!
//! Everything is derived from the panels before and after a command. Time is counted in ticks. With
//! animations off only the still parts are shown: changes are marked in the panel until the next command.

use crate::canvas::Canvas;
use crate::stage::{Stage, places};
use crate::traces::Traces;
use console::Paint;
use kernel::{Bar, Panel, Pos, Sight, Sort, Tone};
use ratatui_core::layout::Rect;
use session::Session;
use std::time::Duration;

/// Delay between two frames of an effect.
const FRAME: Duration = Duration::from_millis(40);
/// Number of frames of a flash.
const FLASH: u16 = 2;
/// Number of frames of a rising number, a shrinking bar and a pulse.
const RISE: u16 = 6;
/// Maximum distance at which something of the same name is taken for the same thing.
const SAME_WITHIN: u32 = 3;
/// Maximum distance from the hero at which something that disappeared counts as killed.
const KILLED_WITHIN: u32 = 2;
/// The panel's number of kills.
const KILLS: &str = "Kills";
/// Delay between two frames of a shimmer, and its number of frames after a command; then it rests, as an idle
/// program should.
const SHIMMER_FRAME: Duration = Duration::from_millis(120);
const SHIMMER: u16 = 24;
/// Number of frames from one colour of a shimmer to the other and back.
const WAVE: u16 = 8;

/// A change of health on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hit {
    at: Pos,
    text: String,
    tone: Tone,
}

/// The change of a bar: in its own units, and as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    by: i64,
    pub(crate) text: String,
}

impl Change {
    /// Some bars count in other units than they show; the shown numbers are compared.
    fn of(old: Option<&Bar>, new: &Bar) -> Self {
        let Some(old) = old.filter(|old| old.value != new.value) else { return Self::default() };
        let shown = |bar: &Bar| bar.text.split('/').next().and_then(hundredths);
        let by = new.value - old.value;
        let text = match shown(old).zip(shown(new)) {
            Some((old, new)) => told(new - old),
            None => format!("{by:+}"),
        };
        Self { by, text }
    }
}

/// Parses a number such as `12` or `12.5` into hundredths; further decimals are cut off.
fn hundredths(text: &str) -> Option<i64> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let part: i64 = format!("{part:0<2}").get(..2)?.parse().ok()?;
    let whole: i64 = whole.parse().ok()?;
    whole.checked_mul(100)?.checked_add(if text.trim_start().starts_with('-') { -part } else { part })
}

/// Hundredths with a sign and without trailing zeros.
fn told(hundredths: i64) -> String {
    let (sign, size) = (if hundredths < 0 { '-' } else { '+' }, hundredths.unsigned_abs());
    let text = format!("{sign}{}.{:02}", size / 100, size % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The effects of the last command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    hits: Vec<Hit>,
    /// Traces on the ground.
    traces: Traces,
    /// Things that disappeared from view, with their last health.
    gone: Vec<Sight>,
    /// The change of each of the player's bars.
    pub(crate) bars: Vec<Change>,
    /// The change of health of each thing in view.
    pub(crate) sights: Vec<Change>,
    /// Whether each number changed.
    pub(crate) numbers: Vec<bool>,
    /// Whether each carried thing is new or more than before.
    pub(crate) gained: Vec<bool>,
    /// Number of frames since the command.
    age: u16,
    /// Number of shimmer frames since the command.
    wave: u16,
    /// Whether animations are off, so that bars show their final values at once.
    still: bool,
    /// Progress while a fight is told: beats done, and all beats.
    telling: Option<(usize, usize)>,
}

impl Effects {
    /// Forgets all changes, for another game or another moment of it.
    pub(crate) fn clear(&mut self) {
        *self =
            Self { age: RISE, wave: SHIMMER, traces: std::mem::take(&mut self.traces), ..Self::default() };
    }

    /// Looks at the board after a change of the game; `on` if that was a command.
    pub(crate) fn follow(&mut self, session: &dyn Session, stage: &Stage, on: bool, motion: bool) {
        self.traces.follow(session, stage, on);
        self.wave = if motion && on { 0 } else { SHIMMER };
    }

    /// Derives the effects of a command.
    pub(crate) fn compare(&mut self, old: &Panel, new: &Panel, stage: &Stage, motion: bool) {
        let mut traces = std::mem::take(&mut self.traces);
        // A board that moves with its hero is one endless place.
        let same_place = old.place == new.place || stage.is_window();
        if !same_place {
            traces.leave_floor();
        }
        *self = Self { age: if motion { 0 } else { RISE }, still: !motion, ..Self::default() };
        let named = |name: &str| old.bars.iter().find(|bar| bar.name == name);
        self.bars = new.bars.iter().map(|bar| Change::of(named(bar.name), bar)).collect();
        let hero = stage.hero();
        if let (Some(at), Some(change)) = (hero, self.bars.first().filter(|change| change.by != 0)) {
            let tone = if change.by < 0 { Tone::Deadly } else { Tone::Good };
            self.hits.push(Hit { at, text: change.text.clone(), tone });
        }
        let mut left: Vec<&Sight> = old.in_view.iter().collect();
        for sight in &new.in_view {
            let nearest = (0..left.len())
                .filter(|&index| left[index].name == sight.name)
                .min_by_key(|&index| left[index].at.king_distance(sight.at));
            let before = nearest
                .filter(|&index| left[index].at.king_distance(sight.at) <= SAME_WITHIN)
                .map(|index| left.swap_remove(index));
            let bars = before.and_then(|before| before.bar.as_ref()).zip(sight.bar.as_ref());
            let change = bars.map_or_else(Change::default, |(before, bar)| Change::of(Some(before), bar));
            if change.by != 0 {
                let tone = if change.by < 0 { Tone::Wary } else { Tone::Good };
                self.hits.push(Hit { at: sight.at, text: change.text.clone(), tone });
            }
            self.sights.push(change);
        }
        left.retain(|sight| sight.sort == Sort::Foe && same_place);
        self.gone = fallen(old, new, left, hero);
        for sight in &self.gone {
            // The traces still know where the board was when it was last in view.
            traces.fell(traces.ground(sight.at), sight.cell);
        }
        self.traces = traces;
        let number = |name: &str| old.numbers.iter().find(|(other, _)| *other == name).map(|(_, text)| text);
        self.numbers =
            new.numbers.iter().map(|(name, text)| number(name).is_some_and(|old| old != text)).collect();
        let count = |panel: &Panel, name: &str| -> u32 {
            panel.carried.iter().filter(|thing| thing.name == name).map(|thing| thing.count).sum()
        };
        self.gained =
            new.carried.iter().map(|thing| count(new, &thing.name) > count(old, &thing.name)).collect();
    }

    /// A fight is told, and this many beats are left.
    pub(crate) fn tell(&mut self, left: Option<usize>) {
        self.telling = left.map(|left| {
            let all = self.telling.map_or(left, |(_, all)| all).max(left).max(1);
            (all - left, all)
        });
    }

    /// Advances one frame.
    pub(crate) fn tick(&mut self) {
        self.age = (self.age + 1).min(RISE);
        self.wave = (self.wave + 1).min(SHIMMER);
    }

    /// When the next frame is due; `None` if there is none.
    pub(crate) fn pace(&self) -> Option<Duration> {
        let moves = !self.hits.is_empty() || !self.gone.is_empty() || self.gained.contains(&true);
        let shimmers = self.traces.shimmer() && self.wave < SHIMMER;
        (moves && self.age < RISE).then_some(FRAME).or(shimmers.then_some(SHIMMER_FRAME))
    }

    /// Whether gains are still highlighted.
    pub(crate) const fn pulses(&self) -> bool {
        self.age < RISE
    }

    /// Progress of the bars from their old to their new values.
    fn progress(&self) -> (i64, i64) {
        match self.telling {
            _ if self.still => (1, 1),
            Some((done, all)) => (done as i64, all as i64),
            None => (i64::from(self.age), i64::from(RISE)),
        }
    }

    /// The panel as shown now: bars in transition, with the fallen still listed.
    pub(crate) fn shown(&self, panel: &Panel) -> Panel {
        let mut shown = panel.clone();
        let (done, all) = self.progress();
        if done >= all {
            return shown;
        }
        let back = |bar: &mut Bar, by: i64| {
            if by != 0 {
                let plain = bar.text == format!("{}/{}", bar.value, bar.of);
                bar.value = (bar.value - by * (all - done) / all).max(0);
                if plain {
                    bar.text = format!("{}/{}", bar.value, bar.of);
                }
            }
        };
        for (bar, by) in shown.bars.iter_mut().zip(&self.bars) {
            back(bar, by.by);
        }
        for (sight, by) in shown.in_view.iter_mut().zip(&self.sights) {
            if let Some(bar) = &mut sight.bar {
                back(bar, by.by);
            }
        }
        for sight in &self.gone {
            shown.in_view.insert(0, self.falling(sight));
        }
        shown
    }

    /// A creature that is falling, with its remaining health.
    fn falling(&self, sight: &Sight) -> Sight {
        let (done, all) = self.progress();
        let mut sight = sight.clone();
        if let Some(bar) = &mut sight.bar {
            bar.value = bar.value * (all - done).max(0) / all;
            bar.text = format!("{}/{}", bar.value, bar.of);
        }
        sight.forecast.clear();
        sight
    }

    /// The cells of everybody who fought in the last command, including the hero.
    pub(crate) fn fighters(&self, hero: Option<Pos>) -> Vec<Pos> {
        let fallen = self.gone.iter().map(|sight| sight.at);
        hero.into_iter().chain(fallen).chain(self.hits.iter().map(|hit| hit.at)).collect()
    }

    /// Number of entries shown before those of the panel itself.
    pub(crate) fn extra_sights(&self) -> usize {
        let (done, all) = self.progress();
        if done < all { self.gone.len() } else { 0 }
    }

    /// Paints the effects on the board.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, stage: &Stage) {
        let turn = self.wave % WAVE;
        let phase = u32::from(turn.min(WAVE - turn)) * 200 / u32::from(WAVE);
        self.traces.draw(canvas, stage, phase);
        if self.age >= RISE {
            return;
        }
        for hit in &self.hits {
            let Some(rect) = stage.rect_of(hit.at) else { continue };
            if self.age < FLASH {
                for (x, y) in places(rect) {
                    canvas.flash(x, y, Paint::Tone(hit.tone));
                }
            }
            self.draw_number(canvas, stage, hit, rect);
        }
    }

    /// Draws the rising number of a hit, beside its target and never over a fighter.
    fn draw_number(&self, canvas: &mut Canvas<'_>, stage: &Stage, hit: &Hit, rect: Rect) {
        let cols = hit.text.len() as u16;
        let Some((x, y)) = stage.on_screen(hit.at) else { return };
        let lift = if self.age < RISE / 2 { 1 } else { 2 };
        let above = (rect.y > stage.rect().y + lift - 1).then(|| (x.saturating_sub(cols / 2), rect.y - lift));
        let right = (rect.right() + 1, y);
        let left = (rect.x.saturating_sub(cols + 1), y);
        let below = (x.saturating_sub(cols / 2), rect.bottom());
        let board = stage.rect();
        let is_free = |&(x, y): &(u16, u16)| {
            (x..x + cols).all(|x| board.contains((x, y).into()) && !stage.is_body(x, y))
        };
        let place = above.into_iter().chain([right, left, below]).find(is_free);
        if let Some((x, y)) = place {
            canvas.text(x, y, cols, &hit.text, Paint::Tone(hit.tone));
        }
    }
}

/// Those who fell: what disappeared beside the hero, or as many as the game counts.
fn fallen(old: &Panel, new: &Panel, mut gone: Vec<&Sight>, hero: Option<Pos>) -> Vec<Sight> {
    let Some(hero) = hero else { return Vec::new() };
    let far = |sight: &Sight| sight.at.king_distance(hero);
    kernel::sort_by_key(&mut gone, |sight| far(sight));
    let count = |panel: &Panel| -> Option<usize> {
        panel.numbers.iter().find(|(name, _)| *name == KILLS).and_then(|(_, text)| text.parse().ok())
    };
    match count(old).zip(count(new)) {
        Some((old, new)) => gone.truncate(new.saturating_sub(old)),
        None => gone.retain(|sight| far(sight) <= KILLED_WITHIN),
    }
    gone.into_iter().cloned().collect()
}
