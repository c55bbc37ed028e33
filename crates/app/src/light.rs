//! Light on a board: a brush for every kind of cell at every level of brightness, and the brightness of
//! cells.
//!
//! Light only scales colours. It never changes a glyph, and screens with few colours have none.

use crate::look::{Brush, Look};
use crate::walls::Wall;
use console::{Depth, Paint, Rgb, Theme};
use kernel::{Cell, Hue, Ink, Mood};
use ratatui_core::style::Modifier;

/// Number of levels of brightness.
const LEVELS: usize = 16;
/// Radius around the hero that is fully lit.
const FULL_CELLS: u32 = 3;
/// Brightness in percent at the edge of the light, and of an evenly lit place.
const EDGE: u32 = 45;
const EVEN_EDGE: u32 = 74;
/// In an evenly lit place, brightness still decreases a little over this many cells.
const EVEN_CELLS: u32 = 32;
/// The mood of a game that has none.
const PLAIN: Mood = Mood { floor: 0x1E_1E_28, wall: 0x55_58_68, light: None, trail: 0 };

/// The brushes of a board for one place and one look.
#[derive(Clone, Debug)]
pub(crate) struct Light {
    made_for: Option<(Option<Mood>, Theme, Depth, bool)>,
    things: Vec<[Brush; LEVELS]>,
    lines: [Brush; LEVELS],
    rock: [Brush; LEVELS],
    /// Level of brightness by the squared distance in quarters of a cell.
    falloff: Vec<u8>,
}

impl Default for Light {
    fn default() -> Self {
        let none = [Brush::default(); LEVELS];
        Self { made_for: None, things: Vec::new(), lines: none, rock: none, falloff: Vec::new() }
    }
}

impl Light {
    /// Prepares the brushes for a place. `faint` boards are dimmed.
    pub(crate) fn set(&mut self, look: &Look, mood: Option<Mood>, faint: bool) {
        let wanted = (mood, look.theme, look.depth, faint);
        if self.made_for == Some(wanted) {
            return;
        }
        self.made_for = Some(wanted);
        let mood = mood.unwrap_or(PLAIN);
        let each = |ink: Ink, hue: Hue| {
            if look.is_lit() {
                std::array::from_fn(|level| lit(look, &mood, ink, hue, percent(level), faint))
            } else if look.is_tinted() {
                std::array::from_fn(|level| tinted(look, &mood, ink, hue, percent(level), faint))
            } else {
                [if faint { look.of(Paint::Ink(Ink::Dim)) } else { look.thing(ink, hue) }; LEVELS]
            }
        };
        let all = Ink::ALL.into_iter().flat_map(|ink| Hue::ALL.into_iter().map(move |hue| (ink, hue)));
        self.things = all.map(|(ink, hue)| each(ink, hue)).collect();
        let wall = each(Ink::Wall, Hue::Own);
        (self.lines, self.rock) = if look.is_lit() {
            let line = |level| line_of_wall(look, &mood, percent(level), faint);
            let rock = |level| solid(look, Rgb::hex(mood.wall), percent(level) * 2 / 5, faint);
            (std::array::from_fn(line), std::array::from_fn(rock))
        } else if look.is_tinted() {
            let line = look.of(Paint::Ink(if faint { Ink::Dim } else { Ink::Wall }));
            ([line; LEVELS], std::array::from_fn(|level| block(look, &mood, percent(level) / 3, faint)))
        } else {
            (wall, wall)
        };
        self.falloff = falloff(mood.light);
    }

    /// The level of a cell at this distance from the hero, in quarters of a cell.
    pub(crate) fn level(&self, across: u32, along: u32) -> usize {
        let far = (across * across + along * along) as usize;
        let last = self.falloff.len().saturating_sub(1);
        self.falloff.get(far.min(last)).map_or(LEVELS - 1, |&level| level.into())
    }

    /// The brush of a cell at a level.
    pub(crate) fn brush(&self, cell: Cell, wall: Wall, level: usize) -> Brush {
        match (cell.ink, wall) {
            (Ink::Wall, Wall::Line(_)) => self.lines[level],
            (Ink::Wall, Wall::Rock) => self.rock[level],
            _ => self.things[cell.ink as usize * Hue::ALL.len() + cell.hue as usize][level],
        }
    }
}

/// Brightness of a level in percent.
const fn percent(level: usize) -> u32 {
    EDGE + (level as u32 * (118 - EDGE)) / (LEVELS as u32 - 1)
}

/// The level for every squared distance in quarters of a cell.
fn falloff(light: Option<u8>) -> Vec<u8> {
    let (cells, edge) = match light {
        Some(cells) => (u32::from(cells).max(FULL_CELLS + 1), EDGE),
        None => (EVEN_CELLS, EVEN_EDGE),
    };
    let (full, last) = (FULL_CELLS * 4, cells * 4);
    let least = (edge - EDGE) * (LEVELS as u32 - 1) / (118 - EDGE);
    (0..=last * last)
        .map(|square| {
            let far = square.isqrt().clamp(full, last);
            let most = LEVELS as u32 - 1;
            (most - (most - least) * (far - full) / (last - full)) as u8
        })
        .collect()
}

/// A lit thing on a dark board.
fn lit(look: &Look, mood: &Mood, ink: Ink, hue: Hue, percent: u32, faint: bool) -> Brush {
    let (own, ground) = look.colours(Paint::Ink(ink)).unwrap_or((Rgb(0, 0, 0), Rgb(0, 0, 0)));
    let hued = (hue != Hue::Own && look.theme.has_hue(ink)).then(|| look.colours(Paint::Hue(hue))).flatten();
    let floor = scaled(Rgb::hex(mood.floor), percent);
    let (fg, bg) = match ink {
        Ink::Void | Ink::Text | Ink::Dim | Ink::Title => (own, ground),
        Ink::Floor => {
            let base = hued.map_or(Rgb::hex(mood.floor), |(fg, _)| mixed(Rgb::hex(mood.floor), fg, 30));
            (scaled(mixed(base, Rgb(255, 255, 255), 28), percent), scaled(base, percent))
        }
        Ink::Wall => return solid(look, hued.map_or(Rgb::hex(mood.wall), |(fg, _)| fg), percent, faint),
        Ink::Passage => {
            let base = mixed(Rgb::hex(mood.floor), Rgb::hex(mood.wall), 40);
            (scaled(mixed(base, Rgb(255, 255, 255), 18), percent), scaled(base, percent))
        }
        Ink::Memory => (Rgb(0x52, 0x52, 0x5C), mixed(ground, Rgb(0x52, 0x52, 0x5C), 10)),
        // The hero stays easy to find in every colour.
        Ink::Hero => {
            let colour = hued.map_or(own, |(fg, _)| mixed(fg, Rgb(255, 255, 255), 45));
            (colour, mixed(floor, colour, 18))
        }
        _ => (scaled(hued.map_or(own, |(fg, _)| fg), percent.clamp(75, 100)), floor),
    };
    let modifier = look.of(Paint::Ink(ink)).modifier;
    painted(look, (fg, bg), modifier, faint)
}

/// A thing on a light background: the place's colours are tints of the paper, weaker away from the hero.
fn tinted(look: &Look, mood: &Mood, ink: Ink, hue: Hue, percent: u32, faint: bool) -> Brush {
    let own = look.thing(ink, hue);
    let paper = |ink: Ink| look.colours(Paint::Ink(ink)).unwrap_or((Rgb(0, 0, 0), Rgb(255, 255, 255)));
    let (fg, ground) = paper(ink);
    let of_place = mixed(Rgb::hex(mood.floor), Rgb::hex(mood.wall), 60);
    let tint = |strength: u32| mixed(ground, of_place, strength * percent / 100);
    let (fg, bg) = match ink {
        Ink::Void | Ink::Text | Ink::Dim | Ink::Title | Ink::Memory => return own,
        Ink::Floor => (tint(55), tint(13)),
        Ink::Passage => (tint(45), tint(24)),
        Ink::Wall => return block(look, mood, percent, faint),
        // The hero stays easy to find in every colour.
        Ink::Hero => (fg, mixed(tint(13), fg, 20)),
        _ if hue != Hue::Own && look.theme.has_hue(ink) => {
            (look.colours(Paint::Hue(hue)).map_or(fg, |(fg, _)| fg), tint(13))
        }
        _ => (fg, tint(13)),
    };
    painted(look, (fg, bg), own.modifier, faint)
}

/// A block of wall on a light background.
fn block(look: &Look, mood: &Mood, percent: u32, faint: bool) -> Brush {
    let ground = look.colours(Paint::Ink(Ink::Text)).map_or(Rgb(255, 255, 255), |(_, ground)| ground);
    let of_place = mixed(Rgb::hex(mood.floor), Rgb::hex(mood.wall), 60);
    let tint = |strength: u32| mixed(ground, of_place, (strength * percent / 100).min(100));
    painted(look, (tint(62), tint(50)), Modifier::empty(), faint)
}

/// A block of wall: its ground is a little darker than its face.
fn solid(look: &Look, wall: Rgb, percent: u32, faint: bool) -> Brush {
    painted(look, (scaled(wall, percent), scaled(wall, percent * 3 / 4)), Modifier::empty(), faint)
}

/// A wall drawn as a line, on the dark ground around the rooms.
fn line_of_wall(look: &Look, mood: &Mood, percent: u32, faint: bool) -> Brush {
    let wall = mixed(Rgb::hex(mood.wall), Rgb(255, 255, 255), 22);
    let ground = look.colours(Paint::Ink(Ink::Text)).map_or(Rgb(0, 0, 0), |(_, ground)| ground);
    painted(look, (scaled(wall, percent), ground), Modifier::empty(), faint)
}

fn painted(look: &Look, (fg, bg): (Rgb, Rgb), modifier: Modifier, faint: bool) -> Brush {
    if !faint {
        return Brush { fg: look.colour(fg), bg: look.colour(bg), modifier };
    }
    let ground = look.colours(Paint::Ink(Ink::Text)).map_or(bg, |(_, ground)| ground);
    let faded = |colour| look.colour(mixed(colour, ground, 55));
    Brush { fg: faded(fg), bg: faded(bg), modifier: Modifier::empty() }
}

/// A colour at this percentage of its brightness.
pub(crate) fn scaled(Rgb(r, g, b): Rgb, percent: u32) -> Rgb {
    let part = |v: u8| (u32::from(v) * percent / 100).min(255) as u8;
    Rgb(part(r), part(g), part(b))
}

/// A colour mixed with this percentage of another.
pub(crate) fn mixed(Rgb(r, g, b): Rgb, Rgb(or, og, ob): Rgb, percent: u32) -> Rgb {
    let part = |v: u8, o: u8| ((u32::from(v) * (100 - percent) + u32::from(o) * percent) / 100) as u8;
    Rgb(part(r, or), part(g, og), part(b, ob))
}
