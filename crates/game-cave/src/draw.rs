//! What a player sees: the board with the hero in the middle, descriptions of cells, the chart for helpers
//! that walk, and the map of visited ground.

use crate::content::WINDOW_HALF;
use crate::rules::land::{CHEST, FELLOW, FLOOR, Foe, HERO, Land, ROCK, foe_cell, ground};
use crate::rules::{TILES, has_tile, tile_cells};
use crate::{Cave, Spot, event, light};
use alloc::{format, string::String, vec::Vec};
use core::fmt::Write;
use kernel::{Canvas, Cell, Chart, Errand, Extent, Grid, Ground, Ink, Pos, Scene, Threat, View, pulse_of};

/// Minimum half width, in cells, for three columns per cell; narrower screens get one column per cell.
const ROOM_HALF: i64 = 12;
/// Maximum half size of a window, however large the screen.
const WINDOW_MOST: Spot = (200, 150);

/// The part of the world that a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// Number of cells to each side of the hero, horizontally and vertically.
    pub(crate) half: Spot,
    pub(crate) cell_cols: u16,
}

impl Window {
    /// The window for a screen: `floor((cols - 1) / 6) - 1` cells to each side, `floor((rows - 1) / 2) - 2`
    /// up and down, and at least three by three cells.
    pub(crate) fn of(cave: &Cave, view: &View<'_>) -> Self {
        let across = match i64::from(view.cols) {
            0 => (WINDOW_HALF.0, 3),
            cols if (cols - 1) / 6 > ROOM_HALF => ((cols - 1) / 6 - 1, 3),
            cols => (((cols - 1) / 2 - 1).clamp(1, WINDOW_HALF.0), 1),
        };
        let along = match i64::from(view.rows) {
            0 => WINDOW_HALF.1,
            rows => ((rows - 1) / 2 - 2).max(1),
        };
        // In a shared cave the window is that of the rules: what happens beyond it would reveal ground the
        // hero has not seen.
        let most = if cave.is_shared() { WINDOW_HALF } else { WINDOW_MOST };
        Self { half: (across.0.min(most.0), along.min(most.1)), cell_cols: across.1 }
    }

    const fn cols(self) -> u16 {
        (2 * self.half.0 + 1) as u16
    }

    const fn rows(self) -> u16 {
        (2 * self.half.1 + 1) as u16
    }

    const fn middle(self) -> Pos {
        Pos::new(self.half.0 as i32, self.half.1 as i32)
    }

    /// The cell of the board that shows a position.
    pub(crate) const fn board(self, cave: &Cave, (x, y): Spot) -> Pos {
        let (dx, dy) = (x - cave.hero().x, y - cave.hero().y);
        Pos::new((self.half.0 + dx) as i32, (self.half.1 - dy) as i32)
    }

    /// True when the board shows a position.
    pub(crate) const fn shows(self, cave: &Cave, (x, y): Spot) -> bool {
        (x - cave.hero().x).abs() <= self.half.0 && (y - cave.hero().y).abs() <= self.half.1
    }

    /// The position shown by a cell of the board.
    pub(crate) const fn world(self, cave: &Cave, at: Pos) -> Spot {
        (cave.hero().x - self.half.0 + at.x as i64, cave.hero().y + self.half.1 - at.y as i64)
    }
}

pub(crate) fn draw(cave: &Cave, view: &View<'_>, scene: &mut Scene) {
    let window = Window::of(cave, view);
    let board = scene.board_to_paint(window.cols(), window.rows());
    cave.with_land(window.half, |land| {
        copy(land, window.world(cave, Pos::new(0, 0)), window.cols().into(), scene.cells_mut(board));
        if let Some(delve) = cave.delve() {
            for (place, cell) in light::landmarks(cave, delve) {
                if window.shows(cave, place) {
                    scene.put(board, window.board(cave, place), cell);
                }
            }
            light::dim(cave, window, scene.cells_mut(board));
        }
        for foe in &land.foes {
            if window.shows(cave, (foe.x, foe.y)) && light::reveals(cave, land, foe) {
                scene.put(board, window.board(cave, (foe.x, foe.y)), foe.cell());
            }
        }
        for fellow in cave.fellows() {
            if window.shows(cave, fellow.at) {
                scene.put(board, window.board(cave, fellow.at), FELLOW);
            }
        }
    });
    scene.put(board, window.middle(), HERO);
    let area = scene.area_mut(board);
    area.focus = Some(window.middle());
    area.cell_cols = window.cell_cols;
    if cave.settings().debug && !view.bare {
        let line = coordinates(cave);
        let text = scene.text(line.len() as u16, 1);
        scene.print(text, Pos::new(0, 0), Ink::Dim, &line);
    }
}

pub(crate) fn extent(cave: &Cave, view: &View<'_>) -> Extent {
    let window = Window::of(cave, view);
    Extent { cols: window.cols(), rows: window.rows() }
}

/// Copies a rectangle of land, row by row.
fn copy(land: &Land, (x, y): Spot, cols: usize, board: &mut [Cell]) {
    let (cells, stride) = land.shown_from(x, y);
    for (to, from) in board.chunks_exact_mut(cols).zip(cells.chunks(stride)) {
        to.copy_from_slice(&from[..cols]);
    }
}

/// The board alone, for programs. The window moves with the hero, so its rows are copied after a step; with lamplight
/// the ground looks different, and it is drawn in full.
pub(crate) fn paint(cave: &Cave, canvas: &mut Canvas<'_>) {
    let window = Window::of(cave, &View::default());
    let fits = canvas.size() == (window.cols(), window.rows());
    if cave.delve().is_some() || !fits || !cave.land().reaches(cave.hero().x, cave.hero().y, window.half) {
        canvas.draw(|scene| draw(cave, &View { bare: true, ..View::default() }, scene));
        return;
    }
    let land = cave.land();
    let (x, y) = window.world(cave, Pos::new(0, 0));
    let (bytes, stride) = land.rows_from(x, y);
    let number = land.number_of(x, y);
    canvas.lay_numbered(number, |canvas| canvas.lay_rows(bytes.chunks(stride), |byte| ground(byte).ink));
    for foe in &land.foes {
        if window.shows(cave, (foe.x, foe.y)) {
            canvas.put(window.board(cave, (foe.x, foe.y)), foe.cell());
        }
    }
    canvas.put(window.middle(), HERO);
    canvas.set_focus(window.middle());
}

/// The line that `bShowDebugInfo` adds.
pub(crate) fn coordinates(cave: &Cave) -> String {
    let (x, y) = (cave.hero().x, cave.hero().y);
    let ((rx, ry), (cx, cy)) = Cave::locate(cave.settings(), (x, y));
    format!("W:({x},{y}), R: ({rx}, {ry}), C: ({cx}, {cy})")
}

pub(crate) fn look(cave: &Cave, view: &View<'_>, at: Pos, out: &mut String) {
    let window = Window::of(cave, view);
    let inside =
        (0..i32::from(window.cols())).contains(&at.x) && (0..i32::from(window.rows())).contains(&at.y);
    if !inside {
        return;
    }
    let (x, y) = window.world(cave, at);
    let _ = cave.with_land(window.half, |land| {
        if (x, y) == (cave.hero().x, cave.hero().y) {
            return write!(out, "You, at ({x}, {y}).");
        }
        if !light::is_known(cave, (x, y)) {
            return Ok(());
        }
        if let Some(fellow) = cave.fellows().into_iter().find(|fellow| fellow.at == (x, y)) {
            return write!(out, "{}, another hero.", fellow.name);
        }
        if let Some(foe) =
            land.foes.iter().find(|foe| (foe.x, foe.y) == (x, y) && light::reveals(cave, land, foe))
        {
            let row = foe.row();
            let _ = write!(out, "{}: health ", row.name);
            event::points(foe.health, out);
            let _ = write!(out, ", attack {}", cave.foe_attack(foe));
            if row.armour > 0 {
                let _ = write!(out, ", armour {}", row.armour);
            }
            if let Some(bane) = row.bane {
                let _ = write!(out, "; {} hurts it twice as much", bane.row().name);
            }
            return write!(out, ".");
        }
        let ground = land.at(x, y);
        if let Some(told) = cave.delve().and_then(|delve| light::landmark_told(cave, delve, (x, y))) {
            return out.write_str(told);
        }
        out.push_str(match ground {
            ROCK => "Rock.",
            CHEST => "A chest.",
            _ => "Floor.",
        });
        if ground != ROCK && !cave.extended().turns && land.watcher(x, y).is_some() {
            out.push_str(" A monster watches it.");
        }
        Ok(())
    });
    if let Some(number) = cave.waypoint_at((x, y)) {
        let _ = write!(out, " Waypoint {number}.");
    }
}

/// The ground the player knows in the window: the tiles that were completely inside the window of 49 by 31
/// cells, whatever the real screen shows. Known ground stays known, so helpers that head for the nearest
/// unexplored edge always make progress. Cells at the rim of the chart count as unknown while the ground
/// beyond them is.
pub(crate) fn chart(cave: &Cave, window: Window) -> Chart {
    let mut ground = Grid::new(window.cols().into(), window.rows().into(), Ground::Unknown);
    let (mut threat, mut threats) = (false, Vec::new());
    cave.with_known_land(window.half, |land| {
        fill_known(cave, land, window, &mut ground);
        for foe in &land.foes {
            let seen = cave.remembers(foe.x, foe.y) && light::reveals(cave, land, foe);
            if !window.shows(cave, (foe.x, foe.y)) || !seen {
                continue;
            }
            threat |= cave.settings().roaming && cave.is_hunted_by(land, (foe.x, foe.y));
            threats.push(threat_of(cave, land, foe, window));
            if cave.extended().turns {
                ground.set(window.board(cave, (foe.x, foe.y)), Ground::Danger);
                continue;
            }
            mark_watched(land, foe.row().sight, (foe.x, foe.y), |place| {
                let at = window.board(cave, place);
                if ground.get(at).is_some_and(|known| matches!(known, Ground::Open | Ground::Prize)) {
                    ground.set(at, Ground::Danger);
                }
            });
        }
    });
    let chest = |at: Pos| Errand { at, line: String::new(), name: "chest".into() };
    let prizes = ground.positions().filter(|at| ground.get(*at) == Some(&Ground::Prize));
    let errands = prizes.map(chest).collect();
    let places = places(cave, window);
    Chart { ground, hero: window.middle(), diagonal: false, threat, threats, errands, places }
}

/// A monster as a threat. A stationary one is harmless out of its sight. A roaming one needs the steps that
/// bring the hero into its sight area: a hunter makes one every second turn, a stroller at most one per turn.
fn threat_of(cave: &Cave, land: &Land, foe: &Foe, window: Window) -> Threat {
    let beyond = |offset: i64| (offset.abs() - foe.row().sight).max(0);
    let steps = beyond(foe.x - cave.hero().x) + beyond(foe.y - cave.hero().y);
    if cave.extended().turns {
        return turn_by_turn(cave, land, foe, window);
    }
    let turns = if cave.is_hunted_by(land, (foe.x, foe.y)) { 2 * steps - 1 } else { steps };
    Threat {
        id: pulse_of(&[foe.home.0 as u64, foe.home.1 as u64]),
        at: window.board(cave, (foe.x, foe.y)),
        turns: cave.settings().roaming.then(|| u16::try_from(turns.max(1)).unwrap_or(u16::MAX)),
    }
}

/// The same with `fights=turns`, where a monster attacks from an adjacent cell.
fn turn_by_turn(cave: &Cave, land: &Land, foe: &Foe, window: Window) -> Threat {
    let steps = ((foe.x - cave.hero().x).abs() + (foe.y - cave.hero().y).abs() - 1).max(0);
    let hunts = cave.is_hunted_by(land, (foe.x, foe.y));
    let turns = (steps * foe.row().pace as i64).max(1);
    Threat {
        id: pulse_of(&[foe.home.0 as u64, foe.home.1 as u64]),
        at: window.board(cave, (foe.x, foe.y)),
        turns: hunts.then(|| u16::try_from(turns).unwrap_or(u16::MAX)),
    }
}

/// The waypoints in board coordinates; distant ones are clamped to the range of the coordinates.
fn places(cave: &Cave, window: Window) -> Vec<(char, Pos)> {
    const FAR: i64 = 1 << 30;
    let name = |number: u32| char::from_digit(number, 10).unwrap_or('?');
    let near = |at: i64, hero: i64| hero + (at - hero).clamp(-FAR, FAR);
    let place = |&(x, y): &Spot| window.board(cave, (near(x, cave.hero().x), near(y, cave.hero().y)));
    cave.memory().waypoints.iter().map(|(&number, spot)| (name(number), place(spot))).collect()
}

/// Copies the ground of all remembered tiles; the cells around the hero are always known.
fn fill_known(cave: &Cave, land: &Land, window: Window, ground: &mut Grid<Ground>) {
    let (size, middle) = (cave.settings().size(), window.middle());
    let tile = tile_cells(size) as u32;
    let cols = ground.cols() as i32;
    for row in 0..ground.rows() as i32 {
        let mut col = 0;
        while col < cols {
            // The cells of this row that lie in the same region.
            let (here, (cx, cy)) = Cave::locate(cave.settings(), window.world(cave, Pos::new(col, row)));
            let end = cols.min(col + size as i32 - cx as i32);
            let tiles = cave.memory().seen.get(&here);
            let beside_hero = (row - middle.y).abs() <= 1 && col <= middle.x + 1 && middle.x - 1 < end;
            if tiles.is_some() || beside_hero {
                let tiles = tiles.copied().unwrap_or_default();
                for (cx, at) in (cx..).zip((col..end).map(|col| Pos::new(col, row))) {
                    let seen = has_tile(&tiles, cx / tile, cy / tile);
                    if seen && is_known_beyond(cave, window, at) || at.king_distance(middle) <= 1 {
                        ground.set(at, ground_at(land, window.world(cave, at)));
                    }
                }
            }
            col = end;
        }
    }
}

fn ground_at(land: &Land, (x, y): Spot) -> Ground {
    match land.at(x, y) {
        ROCK => Ground::Blocked,
        CHEST => Ground::Prize,
        _ => Ground::Open,
    }
}

/// True unless the cell is on the rim of the window and the ground beyond it is unknown.
fn is_known_beyond(cave: &Cave, window: Window, at: Pos) -> bool {
    let (x, y) = window.world(cave, at);
    let (dx, dy) = (x - cave.hero().x, y - cave.hero().y);
    (dx.abs() < window.half.0 || cave.remembers(x + dx.signum(), y))
        && (dy.abs() < window.half.1 || cave.remembers(x, y + dy.signum()))
}

/// Calls `mark` for every position a monster sees.
fn mark_watched(land: &Land, sight: i64, (x, y): Spot, mut mark: impl FnMut(Spot)) {
    for dy in -sight..=sight {
        for dx in -sight..=sight {
            let place = (x + dx, y + dy);
            if crate::content::in_sight_area(dx, dy, sight) && land.sees((x, y), place) {
                mark(place);
            }
        }
    }
}

pub(crate) fn map(cave: &Cave, cols: u16, rows: u16, scene: &mut Scene) {
    let size = cave.settings().size();
    let tile = tile_cells(size);
    let board = scene.board(cols, rows);
    let middle = Pos::new(i32::from(cols / 2), i32::from(rows / 2));
    // Tiles are numbered consecutively across regions; a region with fewer than sixteen leaves no gap.
    let used = (size + tile - 1) / tile;
    let number = |at: i64| at.div_euclid(size) * used + at.rem_euclid(size) / tile;
    let hero = (number(cave.hero().x), number(cave.hero().y));
    let on_board = |x: i64, y: i64| {
        let (dx, dy) = (number(x) - hero.0, number(y) - hero.1);
        (dx.abs() <= i64::from(cols) && dy.abs() <= i64::from(rows) && cave.remembers(x, y))
            .then(|| Pos::new(middle.x + dx as i32, middle.y - dy as i32))
    };
    let mut land = Land::with_regions_of(cave.land());
    for (&(rx, ry), tiles) in &cave.memory().seen {
        let corner = (rx * used - hero.0, ry * used - hero.1);
        if corner.0.abs() > i64::from(cols) + TILES || corner.1.abs() > i64::from(rows) + TILES {
            continue;
        }
        for (x, y) in (0..used).flat_map(|y| (0..used).map(move |x| (x, y))) {
            if has_tile(tiles, x as u32, y as u32) {
                let at = Pos::new(middle.x + (corner.0 + x) as i32, middle.y - (corner.1 + y) as i32);
                scene.put(board, at, Cell::new('.', FLOOR.ink));
            }
        }
        let region = land.region(&cave.source(), (rx, ry));
        for chest in &region.chests {
            let (x, y) = (rx * size + i64::from(chest.x), ry * size + i64::from(chest.y));
            if let Some(at) = on_board(x, y).filter(|_| !cave.marks().claimed.contains(&(x, y))) {
                scene.put(board, at, CHEST);
            }
        }
        if let Some(monster) = region.monster.filter(|_| !cave.marks().dead.contains(&(rx, ry))) {
            let birth = (rx * size + i64::from(monster.x), ry * size + i64::from(monster.y));
            let (x, y) = cave.marks().roamed.get(&(rx, ry)).copied().unwrap_or(birth);
            let hidden = cave.extended().light && !cave.lights((x, y));
            if let Some(at) = on_board(x, y).filter(|_| !hidden) {
                scene.put(board, at, foe_cell(monster.kind));
            }
        }
    }
    for (&number, &(x, y)) in cave.memory().waypoints.iter().rev() {
        if let (Some(at), Some(digit)) = (on_board(x, y), char::from_digit(number, 10)) {
            scene.put(board, at, Cell::new(digit, Ink::Mark));
        }
    }
    if let Some(delve) = cave.delve() {
        for ((x, y), cell) in light::landmarks(cave, delve) {
            if let Some(at) = on_board(x, y) {
                scene.put(board, at, cell);
            }
        }
    }
    scene.put(board, middle, HERO);
    scene.area_mut(board).focus = Some(middle);
}
