//! Pictures of screens as text: the characters at three sizes, and the styles in three themes.
//!
//! At the smallest size the styles are written out: a letter for each, and rows as runs of them. Larger
//! pictures have a short fingerprint for each row instead, so that a difference is found at its row and the
//! repository stays small.

use crate::shots::Shot;
use console::{Colour, Depth, GlyphSet, Page, Rgb, Style, Theme};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::style::{Color, Modifier};

/// The sizes of the pictures, smallest first.
pub(crate) const SIZES: [(u16, u16); 3] = [(80, 24), (120, 36), (200, 60)];
/// The themes of the pictures: lit boards, a light background, and no colours.
pub(crate) const THEMES: [(Theme, &str); 3] =
    [(Theme::Dark, "dark"), (Theme::Light, "light"), (Theme::Monochrome, "monochrome")];

/// All pictures of a screen as one text.
pub(crate) fn of(shot: &Shot) -> String {
    let mut told = String::new();
    for (cols, rows) in SIZES {
        let mut first: Option<String> = None;
        let mut layers = String::new();
        for (theme, name) in THEMES {
            let mut stand = shot.take_in(theme, (cols, rows), Depth::True, GlyphSet::Unicode);
            let text = stand.text();
            let buffer = stand.buffer();
            // Settings name the theme; everything else is the same in all themes.
            let plain =
                |text: &str| text.lines().filter(|l| !l.contains("Theme")).collect::<Vec<_>>().join("\n");
            let first = first.get_or_insert_with(|| text.clone());
            assert_eq!(plain(first), plain(&text), "{}: nothing is told by colour alone", shot.name);
            let layer = if (cols, rows) == SIZES[0] { runs(&buffer) } else { fingerprints(&buffer) };
            layers.push_str(&format!("--- {name}\n{layer}"));
            save_picture(shot.name, name, &buffer);
        }
        told.push_str(&format!("=== {cols}x{rows}\n{}{layers}", first.unwrap_or_default()));
    }
    told
}

/// Colours and weight of a cell as text.
fn style_of(cell: &Cell) -> String {
    let colour = |colour: Color| match colour {
        Color::Reset => "none".to_owned(),
        Color::Rgb(r, g, b) => format!("{r:02x}{g:02x}{b:02x}"),
        other => panic!("neither true colour nor none: {other:?}"),
    };
    let mut told = format!("{} on {}", colour(cell.fg), colour(cell.bg));
    if !cell.modifier.is_empty() {
        told.push_str(&format!(" {:?}", cell.modifier).to_lowercase());
    }
    told
}

/// The name of a style by its number: `a` to `z`, then `aA`, `bA` and so on.
fn letters(number: usize) -> String {
    let letter = |base: u8, index: usize| char::from(base + index as u8);
    match number {
        0..26 => letter(b'a', number).to_string(),
        _ => format!("{}{}", letter(b'a', number % 26), letter(b'A', (number / 26 - 1) % 26)),
    }
}

/// The styles of a screen: a name for each, and rows as `3a77b`; consecutive equal rows are combined.
fn runs(buffer: &Buffer) -> String {
    type Runs = Vec<(usize, usize)>;
    let mut known: Vec<String> = Vec::new();
    let mut rows: Vec<(u16, u16, Runs)> = Vec::new();
    for y in 0..buffer.area.height {
        let mut runs = Runs::new();
        for x in 0..buffer.area.width {
            let style = style_of(&buffer[(x, y)]);
            let index = known.iter().position(|other| *other == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            match runs.last_mut() {
                Some((count, last)) if *last == index => *count += 1,
                _ => runs.push((1, index)),
            }
        }
        match rows.last_mut() {
            Some((_, last, same)) if *same == runs => *last = y,
            _ => rows.push((y, y, runs)),
        }
    }
    let mut told = String::new();
    for (index, style) in known.iter().enumerate() {
        told.push_str(&format!("{} = {style}\n", letters(index)));
    }
    for (first, last, runs) in rows {
        let count = |count: usize| if count == 1 { String::new() } else { count.to_string() };
        let row: String = runs.iter().map(|(n, index)| count(*n) + &letters(*index)).collect();
        let at = if first == last { format!("{first}") } else { format!("{first}-{last}") };
        told.push_str(&format!("{at:>5} {row}\n"));
    }
    told
}

/// A fingerprint of the styles of each row.
fn fingerprints(buffer: &Buffer) -> String {
    let row = |y: u16| {
        let styles = (0..buffer.area.width).map(|x| style_of(&buffer[(x, y)]));
        let hash = styles.flat_map(String::into_bytes).fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        format!("{:04x}", (hash >> 32) as u16)
    };
    let rows: Vec<String> = (0..buffer.area.height).map(row).collect();
    rows.chunks(20).map(|rows| rows.join(" ") + "\n").collect()
}

/// Saves a picture for viewing, if `UNDERCROFT_PICTURES` names a folder.
pub(crate) fn save_picture(name: &str, theme: &str, buffer: &Buffer) {
    let Some(folder) = std::env::var_os("UNDERCROFT_PICTURES") else { return };
    let (cols, rows) = (buffer.area.width, buffer.area.height);
    let mut page = Page::blank(cols, rows, Style::default());
    let colour =
        |colour| if let Color::Rgb(r, g, b) = colour { Some(Colour::Rgb(Rgb(r, g, b))) } else { None };
    for y in 0..rows {
        for x in 0..cols {
            let cell = &buffer[(x, y)];
            let style = Style {
                fg: colour(cell.fg),
                bg: colour(cell.bg),
                bold: cell.modifier.contains(Modifier::BOLD),
                dim: cell.modifier.contains(Modifier::DIM),
                underline: cell.modifier.contains(Modifier::UNDERLINED),
                reverse: cell.modifier.contains(Modifier::REVERSED),
            };
            page.put(x, y, cell.symbol(), style);
        }
    }
    let file = std::path::Path::new(&folder).join(format!("{name}-{cols}x{rows}-{theme}.svg"));
    std::fs::write(file, console::svg(&page, name)).unwrap();
}
