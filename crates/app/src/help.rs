//! A scrollable help page.

use crate::canvas::{Canvas, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::screen::{Go, Screen};
use crate::scroll::Scroll;
use console::{HelpRow, Input, help_text};
use ratatui_core::layout::Rect;

/// A help page.
pub(crate) struct Help {
    title: &'static str,
    page: Vec<HelpRow>,
    scroll: Scroll,
}

impl Help {
    pub(crate) fn new(title: &'static str, page: Vec<HelpRow>) -> Self {
        Self { title, page, scroll: Scroll::default() }
    }
}

impl Screen for Help {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let hints = [hint(canvas.look.up_down(), "scroll"), hint("Space", "next page"), hint("Esc", "back")];
        let rect = column(canvas.frame(self.title, "", &hints), 86);
        let rect = Rect { x: rect.x + 1, width: rect.width.saturating_sub(2), ..rect };
        let lines = help_text(&self.page, usize::from(rect.width.saturating_sub(2)));
        let headings: Vec<&String> = self
            .page
            .iter()
            .filter_map(|row| if let HelpRow::Heading(text) = row { Some(text) } else { None })
            .collect();
        self.scroll.draw(canvas, rect, lines.len(), |canvas, row, index| {
            let line = &lines[index];
            let heading =
                !line.starts_with(' ') && headings.iter().any(|text| text.starts_with(line.as_str()));
            canvas.text(row.x, row.y, row.width, line, if heading { TITLE } else { TEXT });
        });
    }

    fn input(&mut self, input: &Input, _: &mut Context) -> Go {
        self.scroll.input(input)
    }
}

/// Opens the keys of one mode or screen.
pub(crate) fn of_mode(title: &'static str, keys: &[(&str, &str)]) -> Go {
    let mut page = vec![HelpRow::Heading(title.to_owned())];
    page.extend(keys.iter().map(|(key, what)| HelpRow::Entry((*key).to_owned(), (*what).to_owned())));
    Go::open(Help::new("Help", page))
}
