//! What just happened, shown for a moment: a flash on a hit, a rising number, bars that shrink, marks of kills.
//!
//! Everything follows from the panels before and after a command. Time is counted in ticks, and without motion only the still
//! parts are shown: what changed is marked in the panel until the next command.

use crate::canvas::Canvas;
use crate::light::scaled;
use crate::stage::{Stage, places};
use console::Paint;
use kernel::{Bar, Cell, Panel, Pos, Sight, Sort, Tone};
use ratatui_core::style::Modifier;
use std::time::Duration;

/// Between two frames of an effect.
const FRAME: Duration = Duration::from_millis(40);
/// Frames of a flash.
const FLASH: u16 = 2;
/// Frames of a rising number, of a shrinking bar and of a pulse.
const RISE: u16 = 6;
/// Cells within which something of the same name is taken for the same thing.
const SAME_WITHIN: u32 = 3;
/// Cells from the hero within which something that is gone was killed.
const KILLED_WITHIN: u32 = 2;
/// Marks of kills kept at most.
const KILLS_MAX: usize = 64;

/// A change of health on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hit {
    at: Pos,
    text: String,
    tone: Tone,
}

/// By how much a bar changed: in its own count, and as it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    by: i64,
    pub(crate) text: String,
}

impl Change {
    /// Some bars count in other units than they show; the numbers shown are what people compare.
    fn of(old: Option<&Bar>, new: &Bar) -> Self {
        let Some(old) = old.filter(|old| old.value != new.value) else { return Self::default() };
        let shown = |bar: &Bar| bar.text.split('/').next().and_then(|text| text.trim().parse::<f64>().ok());
        let by = new.value - old.value;
        let text = match shown(old).zip(shown(new)) {
            Some((old, new)) => format!("{:+}", ((new - old) * 100.0).round() / 100.0),
            None => format!("{by:+}"),
        };
        Self { by, text }
    }
}

/// What just happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    hits: Vec<Hit>,
    kills: Vec<(Pos, Cell)>,
    /// What was in view and is gone, with its last health.
    gone: Vec<Sight>,
    /// By how much each bar of the player changed.
    pub(crate) bars: Vec<Change>,
    /// By how much the health of each thing in view changed.
    pub(crate) sights: Vec<Change>,
    /// Which numbers changed.
    pub(crate) numbers: Vec<bool>,
    /// Which carried things are new or more than before.
    pub(crate) gained: Vec<bool>,
    /// Frames since it happened.
    age: u16,
    /// How much of a fight has been told, if it is being told: beats done, and all beats.
    telling: Option<(usize, usize)>,
}

impl Effects {
    /// Forgets everything, for another game or another moment of it.
    pub(crate) fn clear(&mut self) {
        *self = Self { age: RISE, ..Self::default() };
    }

    /// Finds out what a command changed.
    pub(crate) fn compare(&mut self, old: &Panel, new: &Panel, stage: &Stage, motion: bool) {
        let mut kills = std::mem::take(&mut self.kills);
        if old.place != new.place || stage.is_window() {
            kills.clear();
        }
        *self = Self { age: if motion { 0 } else { RISE }, ..Self::default() };
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
        let same_place = old.place == new.place;
        self.gone = (left.into_iter())
            .filter(|sight| sight.sort == Sort::Foe && same_place)
            .filter(|sight| hero.is_some_and(|hero| sight.at.king_distance(hero) <= KILLED_WITHIN))
            .cloned()
            .collect();
        if !stage.is_window() {
            kills.extend(self.gone.iter().map(|sight| (sight.at, sight.cell)));
            kills.drain(..kills.len().saturating_sub(KILLS_MAX));
        }
        self.kills = kills;
        let number = |name: &str| old.numbers.iter().find(|(other, _)| *other == name).map(|(_, text)| text);
        self.numbers =
            new.numbers.iter().map(|(name, text)| number(name).is_some_and(|old| old != text)).collect();
        let count = |panel: &Panel, name: &str| -> u32 {
            panel.carried.iter().filter(|thing| thing.name == name).map(|thing| thing.count).sum()
        };
        self.gained =
            new.carried.iter().map(|thing| count(new, &thing.name) > count(old, &thing.name)).collect();
    }

    /// A fight is being told: so many beats of so many are left.
    pub(crate) fn tell(&mut self, left: Option<usize>) {
        self.telling = left.map(|left| {
            let all = self.telling.map_or(left, |(_, all)| all).max(left).max(1);
            (all - left, all)
        });
    }

    /// One more frame.
    pub(crate) fn tick(&mut self) {
        self.age = (self.age + 1).min(RISE);
    }

    /// After how long the next frame is due, if there is one.
    pub(crate) fn pace(&self) -> Option<Duration> {
        let moves = !self.hits.is_empty() || !self.gone.is_empty() || self.gained.contains(&true);
        (moves && self.age < RISE).then_some(FRAME)
    }

    /// True while what was gained stands out.
    pub(crate) const fn pulses(&self) -> bool {
        self.age < RISE
    }

    /// How far bars have come from what they were to what they are.
    fn progress(&self) -> (i64, i64) {
        match self.telling {
            Some((done, all)) => (done as i64, all as i64),
            None => (i64::from(self.age), i64::from(RISE)),
        }
    }

    /// The panel as it is shown now: bars on their way, and those that fell until they are seen to have fallen.
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
            let mut sight = sight.clone();
            if let Some(bar) = &mut sight.bar {
                bar.value = bar.value * (all - done) / all;
                bar.text = format!("{}/{}", bar.value, bar.of);
            }
            sight.forecast.clear();
            shown.in_view.insert(0, sight);
        }
        shown
    }

    /// How many entries stand before those of the panel itself.
    pub(crate) fn extra_sights(&self) -> usize {
        let (done, all) = self.progress();
        if done < all { self.gone.len() } else { 0 }
    }

    /// Paints what belongs on the board.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, stage: &Stage) {
        for (at, cell) in &self.kills {
            self.draw_kill(canvas, stage, *at, *cell);
        }
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
            let text = &hit.text;
            let lift = if self.age < RISE / 2 { 1 } else { 2 };
            let (x, _) = stage.on_screen(hit.at).unwrap_or((rect.x, rect.y));
            let board = canvas.area();
            if rect.y > board.y + lift {
                let x = x.saturating_sub(text.len() as u16 / 2);
                canvas.text(x, rect.y - lift, text.len() as u16, text, Paint::Tone(hit.tone));
            }
        }
    }

    /// The ground where something fell keeps a trace of its colour.
    fn draw_kill(&self, canvas: &mut Canvas<'_>, stage: &Stage, at: Pos, cell: Cell) {
        let hue = if cell.hue == kernel::Hue::Own { Paint::Ink(cell.ink) } else { Paint::Hue(cell.hue) };
        let Some(((colour, _), rect)) = canvas.look.colours(hue).zip(stage.rect_of(at)) else { return };
        if canvas.look.is_lit() {
            let ground = canvas.look.colour(scaled(colour, 28));
            for (x, y) in places(rect) {
                if let Some(cell) = canvas.buffer.cell_mut((x, y)) {
                    cell.bg = ground;
                    cell.modifier = Modifier::empty();
                }
            }
        }
    }
}
