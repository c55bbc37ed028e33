//! A page as a picture: SVG that looks the same in every browser and keeps its text as text.
//!
//! Every run of characters has its own position and width, so that columns align in whatever
//! monospaced font the reader has.

use crate::colour::Rgb;
use crate::page::{Page, Spot};
use crate::theme::Style;
use kernel::printable_char;
use std::fmt::Write as _;
use std::ops::Range;

/// Size of a cell in units of the picture.
const CELL: (u32, u32) = (9, 17);
const FONT_SIZE: u32 = 15;
/// Distance from the top of a row to its baseline.
const BASELINE: u32 = 13;
/// Margin around the text.
const MARGIN: u32 = 9;
/// Background and foreground for a terminal's default colours.
const PAPER: (Rgb, Rgb) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
const FONTS: &str = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace";

/// The page as an SVG document with an accessible title.
#[must_use]
pub fn svg(page: &Page, title: &str) -> String {
    let ground = ground(page);
    let mut looks: Vec<(Rgb, Style)> = Vec::new();
    let mut body = String::new();
    backgrounds(page, 0..page.rows(), ground, &mut body);
    for y in 0..page.rows() {
        texts(page.row(y), y, &mut looks, &mut body);
    }
    document(page, title, ground, &looks, "", &body)
}

/// Pages of one size as an animated document: each is shown for `each_ms` milliseconds, in a loop. Readers
/// who prefer reduced motion see the last page.
#[must_use]
pub fn moving_svg(pages: &[Page], title: &str, each_ms: usize) -> String {
    let Some(last) = pages.last() else { return String::new() };
    let ground = ground(last);
    let mut looks: Vec<(Rgb, Style)> = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    let mut body = String::new();
    for y in 0..last.rows() {
        let mut from = 0;
        while from < pages.len() {
            let row = pages[from].row(y);
            let to = from + pages[from..].iter().take_while(|page| page.row(y) == row).count();
            let span = Span { from, to };
            let mut drawn = String::new();
            backgrounds(&pages[from], y..y + 1, ground, &mut drawn);
            texts(row, y, &mut looks, &mut drawn);
            if to - from == pages.len() {
                body.push_str(&drawn);
            } else if !drawn.is_empty() {
                let number = spans.iter().position(|other| *other == span).unwrap_or_else(|| {
                    spans.push(span);
                    spans.len() - 1
                });
                let _ = write!(body, "<g class=\"t_{number}\">\n{drawn}</g>\n");
            }
            from = to;
        }
    }
    let mut motion = String::new();
    for (number, span) in spans.iter().enumerate() {
        span.rule(number, pages.len(), each_ms, &mut motion);
    }
    document(last, title, ground, &looks, &motion, &body)
}

/// The range of pages on which a row looks the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Span {
    from: usize,
    to: usize,
}

impl Span {
    /// Writes the CSS that shows the rows of this span at their time.
    fn rule(self, number: usize, pages: usize, each_ms: usize, out: &mut String) {
        let percent = |page: usize| format!("{:.3}%", page as f64 * 100.0 / pages as f64);
        let _ = write!(out, "@keyframes t_{number}{{0%{{visibility:");
        if self.from > 0 {
            let _ = write!(out, "hidden}}{}{{visibility:", percent(self.from));
        }
        out.push_str("visible}");
        if self.to < pages {
            let _ = write!(out, "{}{{visibility:hidden}}", percent(self.to));
        }
        let whole = pages * each_ms;
        let still = if self.to == pages { "visible" } else { "hidden" };
        let _ = writeln!(
            out,
            "}}\n.t_{number}{{animation:t_{number} {whole}ms step-end infinite}}\n\
             @media(prefers-reduced-motion:reduce){{.t_{number}{{animation:none;visibility:{still}}}}}"
        );
    }
}

/// A document the size of a page with these styles and shapes.
fn document(
    page: &Page,
    title: &str,
    ground: Rgb,
    looks: &[(Rgb, Style)],
    motion: &str,
    body: &str,
) -> String {
    let (cols, rows) = (u32::from(page.cols()), u32::from(page.rows()));
    let (width, height) = (cols * CELL.0 + 2 * MARGIN, rows * CELL.1 + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" xml:space=\"preserve\">\n<title>{}</title>\n<style>\ntext{{font:{FONT_SIZE}px {FONTS};\
         white-space:pre}}\n",
        escaped(title)
    );
    for (number, (colour, style)) in looks.iter().enumerate() {
        let _ = write!(out, ".{}{{fill:{}", class(number), hex(*colour));
        for (wanted, rule) in [
            (style.bold, "font-weight:bold"),
            (style.underline, "text-decoration:underline"),
            (style.dim, "opacity:.6"),
        ] {
            if wanted {
                let _ = write!(out, ";{rule}");
            }
        }
        out.push_str("}\n");
    }
    out.push_str(motion);
    let _ =
        writeln!(out, "</style>\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>", hex(ground));
    out.push_str(body);
    out.push_str("</svg>\n");
    out
}

/// The most common background.
fn ground(page: &Page) -> Rgb {
    let mut counts: Vec<(Rgb, u32)> = Vec::new();
    for spot in (0..page.rows()).flat_map(|y| page.row(y)) {
        let (_, back) = colours(spot.style);
        match counts.iter_mut().find(|(colour, _)| *colour == back) {
            Some((_, count)) => *count += 1,
            None => counts.push((back, 1)),
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(PAPER.1, |(colour, _)| colour)
}

fn colours(style: Style) -> (Rgb, Rgb) {
    let front = style.fg.map_or(PAPER.0, |colour| colour.rgb());
    let back = style.bg.map_or(PAPER.1, |colour| colour.rgb());
    if style.reverse { (back, front) } else { (front, back) }
}

/// The backgrounds that differ from the ground: one shape per colour.
fn backgrounds(page: &Page, rows: Range<u16>, ground: Rgb, out: &mut String) {
    let mut shapes: Vec<(Rgb, String)> = Vec::new();
    for y in rows {
        let row = page.row(y);
        let mut x = 0;
        while x < row.len() {
            let (_, back) = colours(row[x].style);
            let length = row[x..].iter().take_while(|spot| colours(spot.style).1 == back).count();
            if back != ground {
                let at = shapes.iter().position(|(colour, _)| *colour == back).unwrap_or_else(|| {
                    shapes.push((back, String::new()));
                    shapes.len() - 1
                });
                let width = length as u32 * CELL.0;
                let _ = write!(shapes[at].1, "M{} {}h{width}v{}h-{width}z", left(x), top(y), CELL.1);
            }
            x += length;
        }
    }
    for (colour, shape) in shapes {
        let _ = writeln!(out, "<path fill=\"{}\" d=\"{shape}\"/>", hex(colour));
    }
}

/// The characters: one element per run of a style.
fn texts(row: &[Spot], y: u16, looks: &mut Vec<(Rgb, Style)>, out: &mut String) {
    let mut x = 0;
    while x < row.len() {
        if row[x].text.trim().is_empty() && !row[x].style.underline {
            x += 1;
            continue;
        }
        let length = run(&row[x..]);
        let text: String = row[x..x + length].iter().map(|spot| spot.text.as_str()).collect();
        let look = look(row[x].style);
        let number = looks.iter().position(|other| *other == look).unwrap_or_else(|| {
            looks.push(look);
            looks.len() - 1
        });
        let _ =
            write!(out, "<text class=\"{}\" x=\"{}\" y=\"{}\"", class(number), left(x), top(y) + BASELINE);
        // A single cell needs no alignment.
        if length > 1 {
            let width = length as u32 * CELL.0;
            let _ = write!(out, " textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"");
        }
        let _ = writeln!(out, ">{}</text>", escaped(&text));
        x += length;
    }
}

/// The number of cells written as one element: as far as the style is the same, up to a wide gap. A wide
/// character is written alone, because fonts disagree on its width.
fn run(row: &[Spot]) -> usize {
    let wide = |at: usize| row.get(at + 1).is_some_and(|next| next.text.is_empty());
    if wide(0) {
        return 2;
    }
    let blank = |at: usize| row.get(at).is_none_or(|spot| spot.text == " ");
    let mut length = 1;
    while length < row.len() && !wide(length) {
        let gap = blank(length) && !row[length].style.underline;
        if gap && (blank(length + 1) || look(row[length + 1].style) != look(row[0].style) || wide(length + 1))
        {
            break;
        }
        if !gap && look(row[length].style) != look(row[0].style) {
            break;
        }
        length += 1;
    }
    length
}

/// A style without its background, which is painted separately.
fn look(style: Style) -> (Rgb, Style) {
    let weights = Style { fg: None, bg: None, reverse: false, ..style };
    (colours(style).0, weights)
}

fn left(x: usize) -> u32 {
    MARGIN + x as u32 * CELL.0
}

fn top(y: u16) -> u32 {
    MARGIN + u32::from(y) * CELL.1
}

/// `a`, `b`, …, `z`, `a1`, …
fn class(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

fn hex(colour: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

/// Escapes text for XML; characters that XML forbids are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            c => out.push(printable_char(c)),
        }
    }
    out
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
