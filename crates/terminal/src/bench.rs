//! Measures the time from a key to a frame, and the size of the output.

use crate::machine::environment;
use app::{App, Context, Depth, Environment, GlyphSet, Input, Key, Start};
use keeper::Home;
use painter::Sheet;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use std::time::Duration;

/// The measurements.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// Median time from a key to its frame, in microseconds.
    pub key_micros: f64,
    /// The 99th percentile of the same.
    pub slow_micros: f64,
    /// Average output per frame, in bytes.
    pub bytes: f64,
    /// Time for the first, complete frame, in microseconds.
    pub first_micros: f64,
}

/// Plays this many keys in the application on a screen of this size and measures each with the clock.
#[must_use]
pub fn measure(start: Start, (cols, rows): (u16, u16), keys: usize, clock: fn() -> Duration) -> Frames {
    let nowhere = Home::at(std::env::temp_dir().join("undercroft-bench-nowhere"), &[]);
    let context =
        Context::new(nowhere, Environment { depth: Depth::True, glyphs: GlyphSet::Unicode, ..environment() });
    let mut app = App::new(context, start);
    let (mut sheet, mut frame) = (Sheet::default(), Buffer::empty(Rect::new(0, 0, cols, rows)));
    let (mut changes, mut written) = (Vec::new(), 0);
    let mut paint = |app: &mut App| {
        frame.reset();
        app.draw(&mut frame);
        changes.clear();
        sheet.paint(&frame, usize::MAX, &mut changes);
        written += changes.len();
        written
    };
    let since = |began: Duration| clock().saturating_sub(began).as_secs_f64() * 1e6;
    let began = clock();
    let first = paint(&mut app);
    let first_micros = since(began);
    let ways = [Key::Right, Key::Down, Key::Left, Key::Up];
    let mut times = Vec::with_capacity(keys);
    let mut all = first;
    for index in 0..keys.max(1) {
        let began = clock();
        // Long ways in alternating directions: the board scrolls, the hero bumps into walls, sentences
        // appear.
        app.input(&Input::Key(ways[index / 7 % ways.len()]));
        all = paint(&mut app);
        times.push(since(began));
    }
    times.sort_by(f64::total_cmp);
    Frames {
        key_micros: times[times.len() / 2],
        slow_micros: times[(times.len() * 99 / 100).min(times.len() - 1)],
        bytes: (all - first) as f64 / times.len() as f64,
        first_micros,
    }
}
