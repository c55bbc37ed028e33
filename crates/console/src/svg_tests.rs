//! Pictures are valid XML and contain the text of the page.

use super::*;
use crate::colour::{Colour, Depth};
use crate::theme::{Paint, Palette, Theme};
use kernel::Ink;

/// The rows of text in a picture, assembled from the positions of its elements.
fn read(picture: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(picture).unwrap_or_else(|error| panic!("{error}\n{picture}"));
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> u32 {
        node.attribute(name).and_then(|value| value.parse().ok()).expect("a whole number")
    };
    let height = number(&document.root_element(), "height") - 2 * MARGIN;
    let mut rows = vec![String::new(); (height / CELL.1) as usize];
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let row = &mut rows[((number(&node, "y") - BASELINE - MARGIN) / CELL.1) as usize];
        let column = ((number(&node, "x") - MARGIN) / CELL.0) as usize;
        let text = node.text().expect("text");
        use unicode_width::UnicodeWidthStr as _;
        if text.width() > 1 {
            assert_eq!(number(&node, "textLength"), text.width() as u32 * CELL.0, "{text:?}");
        }
        while row.width() < column {
            row.push(' ');
        }
        row.push_str(text);
    }
    rows
}

fn page(rows: &[&[(&str, Paint)]], theme: Theme) -> Page {
    let palette = Palette::new(theme, Depth::True);
    let mut page = Page::blank(30, rows.len() as u16, palette.of(Paint::Ink(Ink::Text)));
    for (row, y) in rows.iter().zip(0..) {
        let mut x = 0;
        for (text, paint) in *row {
            for glyph in text.chars() {
                page.put(x, y, &glyph.to_string(), palette.of(*paint));
                use unicode_width::UnicodeWidthChar as _;
                x += glyph.width().unwrap_or(0) as u16;
            }
        }
    }
    page
}

#[test]
fn the_text_of_a_picture_matches_the_page_in_every_theme() {
    let ink = Paint::Ink;
    let rows: [&[(&str, Paint)]; 5] = [
        &[(" Meow & <Boo>          ", Paint::Bar), ("seed \"'>", Paint::BarDim)],
        &[("│▒▒·  · ·", ink(Ink::Wall)), ("@", ink(Ink::Hero)), ("  G", ink(Ink::Foe))],
        &[],
        &[("a 日本 b", ink(Ink::Text)), (" ", ink(Ink::Text)), ("c d", ink(Ink::Good))],
        &[("x", ink(Ink::Mark)), ("                           ", ink(Ink::Floor)), ("y", ink(Ink::Mark))],
    ];
    for theme in Theme::ALL {
        let page = page(&rows, theme);
        assert_eq!(read(&svg(&page, "a <title> & more\u{7}")), page.text(), "{theme:?}");
    }
}

#[test]
fn styles_become_classes_and_backgrounds_one_path_per_colour() {
    let mut page = Page::blank(3, 1, Style::default());
    let chosen = Style {
        fg: Some(Colour::Number(196)),
        bg: Some(Colour::Rgb(Rgb(1, 2, 3))),
        bold: true,
        underline: true,
        dim: true,
        reverse: false,
    };
    page.put(1, 0, "x", chosen);
    page.put(2, 0, "y", Style { reverse: true, ..Style::default() });
    let picture = svg(&page, "t");
    assert!(
        picture.contains(".a{fill:#ff0000;font-weight:bold;text-decoration:underline;opacity:.6}"),
        "{picture}"
    );
    assert!(picture.contains("<path fill=\"#010203\" d=\"M18 9h9v17h-9z\"/>"), "{picture}");
    assert!(picture.contains(".b{fill:#ffffff}"), "what is turned over is white on black: {picture}");
}

#[test]
fn many_styles_have_distinct_names() {
    let names: std::collections::BTreeSet<String> = (0..200).map(class).collect();
    assert_eq!(names.len(), 200);
}

#[test]
fn an_animation_shows_each_row_at_its_time_and_the_last_page_with_reduced_motion() {
    let ink = Paint::Ink(Ink::Text);
    let pages: Vec<Page> =
        ["one", "two", "two"].map(|word| page(&[&[("always", ink)], &[(word, ink)]], Theme::Dark)).into();
    let picture = moving_svg(&pages, "counting", 250);
    let document = roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{error}\n{picture}"));
    let groups: Vec<(&str, &str)> = document
        .descendants()
        .filter(|node| node.has_tag_name("g"))
        .map(|node| {
            let text = node.descendants().find(|node| node.has_tag_name("text")).and_then(|node| node.text());
            (node.attribute("class").unwrap_or_default(), text.unwrap_or_default())
        })
        .collect();
    assert_eq!(groups, [("t_0", "one"), ("t_1", "two")]);
    assert_eq!(picture.matches(">always<").count(), 1, "what never changes is written once");
    assert!(
        picture.contains("@keyframes t_0{0%{visibility:visible}33.333%{visibility:hidden}}"),
        "{picture}"
    );
    assert!(
        picture.contains("@keyframes t_1{0%{visibility:hidden}33.333%{visibility:visible}}"),
        "{picture}"
    );
    assert!(picture.contains("animation:t_1 750ms step-end infinite"));
    let still = |class: &str, how: &str| format!("reduce){{.{class}{{animation:none;visibility:{how}}}}}");
    assert!(picture.contains(&still("t_0", "hidden")) && picture.contains(&still("t_1", "visible")));
    assert_eq!(moving_svg(&[], "nothing", 250), "");
}
