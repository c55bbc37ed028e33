//! Checks contrast and colour vision numerically.

use super::*;

/// Relative luminance as WCAG defines it.
fn luminance(Rgb(r, g, b): Rgb) -> f64 {
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

fn linear(v: u8) -> f64 {
    let v = f64::from(v) / 255.0;
    if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

fn contrast((a, b): (Rgb, Rgb)) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_paint_has_enough_contrast() {
    for theme in Theme::ALL {
        for paint in Paint::all() {
            let Some(colours) = theme.colours(paint) else { continue };
            let wanted = match (theme, paint) {
                (Theme::HighContrast, _) => 7.0,
                // Large shapes in the background of the game: WCAG asks for 3 for graphics.
                (_, Paint::Ink(Ink::Floor | Ink::Memory | Ink::Wall | Ink::Passage) | Paint::Frame) => 3.0,
                _ => 4.5,
            };
            let found = contrast(colours);
            assert!(found >= wanted, "{theme:?} {paint:?}: contrast {found:.2}, wanted {wanted}");
        }
    }
}

/// Matrices of Machado, Oliveira and Fernandes (2009) for full deficiency, on linear light.
fn seen_by(theme: Theme, colour: Rgb) -> [f64; 3] {
    let m = match theme {
        Theme::Protanopia => [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        Theme::Deuteranopia => {
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        }
        Theme::Tritanopia => [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
        _ => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    let light = [linear(colour.0), linear(colour.1), linear(colour.2)];
    m.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
}

/// CIE Lab of linear light, D65.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn colour_blind_themes_keep_important_colours_distinct() {
    let pairs = [
        (Ink::Good, Ink::Bad),
        (Ink::Hero, Ink::Foe),
        (Ink::Foe, Ink::Neutral),
        (Ink::Foe, Ink::Item),
        (Ink::Foe, Ink::Potion),
        (Ink::Foe, Ink::Treasure),
        (Ink::Item, Ink::Treasure),
        (Ink::Potion, Ink::Treasure),
    ];
    for theme in Theme::ALL {
        for (a, b) in pairs {
            let (Some((one, _)), Some((other, _))) =
                (theme.colours(Paint::Ink(a)), theme.colours(Paint::Ink(b)))
            else {
                continue;
            };
            let (p, q) = (lab(seen_by(theme, one)), lab(seen_by(theme, other)));
            let apart = p.iter().zip(q).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt();
            assert!(apart >= 20.0, "{theme:?}: {a:?} and {b:?} are only {apart:.1} apart");
        }
    }
}

#[test]
fn monochrome_uses_no_colours_and_distinct_weights() {
    for theme in Theme::ALL {
        let palette = Palette::new(theme, Depth::None);
        for paint in Paint::all() {
            let style = palette.of(paint);
            assert!(style.fg.is_none() && style.bg.is_none(), "{theme:?} {paint:?}");
        }
        assert!(palette.of(Paint::Chosen).reverse);
        assert!(palette.of(Paint::Ink(Ink::Hero)).bold);
        assert!(palette.of(Paint::Ink(Ink::Memory)).dim);
        assert!(!palette.of(Paint::Ink(Ink::Text)).reverse);
    }
    assert_eq!(
        Theme::Monochrome.style(Paint::Chosen, Depth::True),
        Theme::Monochrome.style(Paint::Chosen, Depth::None)
    );
}

#[test]
fn sixteen_colour_terminals_get_only_the_first_sixteen() {
    for theme in Theme::ALL {
        for paint in Paint::all() {
            let style = theme.style(paint, Depth::Sixteen);
            for colour in [style.fg, style.bg].into_iter().flatten() {
                assert!(matches!(colour, Colour::Number(0..=15)), "{theme:?} {paint:?}");
            }
            assert!(style.fg.is_none() || style.fg != style.bg, "{theme:?} {paint:?} would be invisible");
        }
    }
}
