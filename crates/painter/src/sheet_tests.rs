//! A terminal that reads the output shows the frame, and small changes cause little output.

use super::*;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

/// Draws random strokes: letters, blanks, wide letters, all colours and weights in use.
fn scribble(buffer: &mut Buffer, dice: &mut impl FnMut(u32) -> u32, strokes: u32) {
    let area = buffer.area;
    if area.is_empty() {
        return;
    }
    for _ in 0..strokes {
        let (x, y) = (dice(u32::from(area.width)) as u16, dice(u32::from(area.height)) as u16);
        let colour = |dice: &mut dyn FnMut(u32) -> u32| match dice(3) {
            0 => Color::Reset,
            1 => Color::Indexed(dice(256) as u8),
            _ => Color::Rgb(dice(3) as u8 * 90, 7, 200),
        };
        // Terminals agree on either weight, but not on both at once.
        let weights = [Modifier::empty(), Modifier::BOLD, Modifier::DIM];
        let marks = [Modifier::empty(), Modifier::UNDERLINED, Modifier::REVERSED];
        let mut style = Style::default().fg(colour(dice)).bg(colour(dice));
        style.add_modifier = weights[dice(3) as usize] | marks[dice(3) as usize];
        style.sub_modifier = Modifier::all() - style.add_modifier;
        let text = ["a", "▒▒▒", "     ", "コ", "@", "ünï"][dice(6) as usize];
        buffer.set_stringn(x, y, text, usize::from(area.width - x), style);
    }
    // A wide letter whose right half was overwritten is invalid.
    for y in 0..area.height {
        for x in 0..area.width {
            let right = buffer.cell((x + 1, y)).map_or("", |cell| cell.symbol());
            if buffer[(x, y)].symbol().width() == 2 && right != " " {
                buffer[(x, y)].set_symbol("x");
            }
        }
    }
}

/// What a terminal shows in a cell, ignoring the foreground colour of blanks.
fn seen(cell: &vt100::Cell) -> String {
    let text = if cell.contents().is_empty() { " " } else { cell.contents() };
    let blank = text == " " && !cell.inverse() && !cell.underline();
    let fg = if blank { vt100::Color::Default } else { cell.fgcolor() };
    format!(
        "{text} {fg:?} {:?} {} {} {} {}",
        cell.bgcolor(),
        cell.bold(),
        cell.dim(),
        cell.underline(),
        cell.inverse()
    )
}

/// The complete output for a frame.
fn whole(sheet: &mut Sheet, canvas: &Buffer) -> Vec<u8> {
    let mut out = Vec::new();
    assert!(sheet.paint(canvas, usize::MAX, &mut out));
    out
}

#[test]
fn a_terminal_shows_every_painted_frame() {
    let mut state = 11u32;
    let mut dice = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below.max(1)
    };
    for round in 0..60 {
        let (mut cols, mut rows) = (2 + dice(60) as u16, 1 + dice(20) as u16);
        let mut sheet = Sheet::default();
        let mut terminal = vt100::Parser::new(rows, cols, 0);
        let mut canvas = Buffer::empty(Rect::new(0, 0, cols, rows));
        for frame in 0..30 {
            if dice(8) == 0 {
                (cols, rows) = (2 + dice(60) as u16, 1 + dice(20) as u16);
                // vt100 cannot overwrite a wide letter that a new right edge has cut in half.
                terminal.process(b"\x1b[2J");
                terminal.screen_mut().set_size(rows, cols);
                canvas = Buffer::empty(Rect::new(0, 0, cols, rows));
            }
            if dice(8) == 0 {
                terminal.process(b"\x1b[1;1H\x1b[31mgarbage");
                sheet.forget();
            }
            let strokes = dice(40);
            scribble(&mut canvas, &mut dice, strokes);
            // Sometimes a frame is written in parts, as to a slow client.
            let limit = if dice(3) == 0 { dice(200) as usize } else { usize::MAX };
            let mut parts = 0;
            loop {
                let mut written = Vec::new();
                let done = sheet.paint(&canvas, limit, &mut written);
                terminal.process(&written);
                parts += 1;
                assert!(parts <= 2 * usize::from(rows) + 1, "every part brings at least a row");
                if done {
                    break;
                }
            }
            // A fresh terminal that gets the frame at once must show the same.
            let mut fresh = vt100::Parser::new(rows, cols, 0);
            fresh.process(&whole(&mut Sheet::default(), &canvas));
            for y in 0..rows {
                for x in 0..cols {
                    if x > 0 && canvas[(x - 1, y)].symbol().width() == 2 {
                        continue;
                    }
                    let [now, whole] = [&terminal, &fresh].map(|t| seen(t.screen().cell(y, x).unwrap()));
                    assert_eq!(now, whole, "round {round}, frame {frame}, column {x}, row {y}");
                    let cell = &canvas[(x, y)];
                    if cell.symbol().width() == 1 && cell.symbol() != " " {
                        assert!(now.starts_with(cell.symbol()), "{now} is not {}", cell.symbol());
                    }
                }
            }
        }
    }
}

#[test]
fn small_changes_write_few_bytes() {
    let mut sheet = Sheet::default();
    let coloured = Style::default().fg(Color::Rgb(1, 2, 3)).bg(Color::Rgb(4, 5, 6));
    let mut canvas = Buffer::empty(Rect::new(0, 0, 80, 24));
    canvas.set_style(canvas.area, coloured);
    let first = whole(&mut sheet, &canvas).len();
    assert!(first > 80 * 24, "the first frame is whole: {first}");
    assert_eq!(whole(&mut sheet, &canvas), b"", "nothing changed");
    canvas.set_string(10, 3, "@", coloured);
    assert_eq!(whole(&mut sheet, &canvas), b"\x1b[4;11H\x1b[38;2;1;2;3m@");
    canvas.set_string(10, 3, ".", coloured);
    canvas.set_string(12, 3, "@", coloured);
    canvas.set_string(40, 3, "@", coloured);
    assert_eq!(whole(&mut sheet, &canvas), b"\x1b[4;11H. @\x1b[27C@");
    canvas.set_string(5, 5, " ", coloured.fg(Color::Rgb(9, 9, 9)));
    assert_eq!(whole(&mut sheet, &canvas), b"", "nobody sees the colour of a blank");
}
