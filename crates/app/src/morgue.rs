//! The morgue of a finished game: shown, and saved in the data folder in the background.

use crate::canvas::{Canvas, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::job;
use crate::screen::{Go, Screen};
use crate::scroll::Scroll;
use console::{Input, Key, wrap};
use keeper::Gravity;
use ratatui_core::layout::Rect;
use records::{Morgue, Writing};
use std::path::{Path, PathBuf};

/// Maximum width of a page: the widest pictures of line mode fit.
const COLS: u16 = 156;
/// Column of the values at the head of a page.
const HEAD_COLS: usize = 11;

/// The morgue of a run.
pub(crate) struct MorguePage {
    lines: Vec<String>,
    path: PathBuf,
    scroll: Scroll,
}

/// Shows the morgue of a run.
pub(crate) fn open(path: &Path, context: &Context) -> Go {
    let (file, unicode) = (path.to_owned(), context.look.is_unicode());
    let then = move |morgue: Result<Morgue, String>, _: &Context| match morgue {
        Ok(morgue) => {
            let lines = morgue.to_text(unicode).lines().map(str::to_owned).collect();
            Go::open(MorguePage { lines, path: file, scroll: Scroll::default() })
        }
        Err(what) => Go::notice("There is no page about this run", what),
    };
    match Writing::of_file(&context.home, path) {
        Ok(writing) => job::make("How it went", Box::new(writing), then),
        Err(what) => then(Err(what), context),
    }
}

/// Saves the morgue of a closed run in the data folder, in the background.
pub(crate) fn leave(path: Option<PathBuf>, context: &Context) {
    let Some(path) = path else { return };
    let (home, games) = (context.home.clone(), context.games);
    (context.environment.later)(Box::new(move || {
        if let Err(what) = records::keep_morgue(&home, games, &path) {
            home.log(Gravity::Warn, "morgue", &what);
        }
    }));
}

impl Screen for MorguePage {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let hints = [
            hint(canvas.look.up_down(), "scroll"),
            hint("Space", "next page"),
            hint("v", "watch it"),
            hint("Esc", "back"),
        ];
        let rect = column(canvas.frame("How it went", "", &hints), COLS);
        let rect = Rect { x: rect.x + 1, width: rect.width.saturating_sub(2), ..rect };
        let lines = folded(&self.lines, usize::from(rect.width));
        self.scroll.draw(canvas, rect, lines.len(), |canvas, row, index| {
            let line = &lines[index];
            let after_gap = index == 0 || lines[index - 1].is_empty();
            let heading = after_gap && !line.starts_with(' ');
            canvas.text(row.x, row.y, row.width, line, if heading { TITLE } else { TEXT });
        });
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match input {
            Input::Key(Key::Char('v' | 'V')) => crate::replay::open_file(&self.path, context),
            other => self.scroll.input(other),
        }
    }
}

/// Wraps the lines for a narrow screen; pictures are cut instead.
fn folded(lines: &[String], cols: usize) -> Vec<String> {
    let mut in_picture = false;
    let mut all = Vec::new();
    for line in lines {
        if !line.starts_with(' ') && !line.is_empty() {
            in_picture = line == "Last screen";
        }
        if in_picture || line.chars().count() <= cols {
            all.push(line.clone());
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let hang = if indent == 0 { HEAD_COLS } else { indent };
        let head: String = line.chars().take(hang).collect();
        for (index, part) in wrap(&line[head.len()..], cols.saturating_sub(hang).max(12)).iter().enumerate() {
            let head = if index == 0 { head.clone() } else { " ".repeat(hang) };
            all.push(head + part);
        }
    }
    all
}
