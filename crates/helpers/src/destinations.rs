//! Destinations of travel, by name: things in view, known exits, things worth having, named places.

use crate::danger::is_fightable;
use crate::travel;
use kernel::{Chart, Errand, Ground, Pos, Sort};
use session::Session;

/// A place to travel to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// Its name.
    pub name: String,
    /// Its position on the board.
    pub at: Pos,
    /// The number of steps, if a safe way is known.
    pub steps: Option<usize>,
    /// Whether it leads off the board.
    pub exit: bool,
    /// The key of a named place.
    pub place: Option<char>,
    /// Whether it is an enemy that cannot be hurt: who walks there only meets it.
    pub shunned: bool,
}

impl Destination {
    /// Whether a typed text matches: every word of it begins a word of the name.
    #[must_use]
    pub fn matches(&self, typed: &str) -> bool {
        let name = self.name.to_lowercase();
        typed
            .to_lowercase()
            .split_whitespace()
            .all(|typed| name.split_whitespace().any(|word| word.starts_with(typed)) || name.contains(typed))
    }
}

/// All destinations on the board of a view, the nearest first, and last the enemies nobody can hurt.
#[must_use]
pub fn destinations(session: &dyn Session, cols: u16, rows: u16) -> Vec<Destination> {
    let seat = session.to_move();
    let Some(chart) = session.chart(seat, cols, rows) else { return Vec::new() };
    let is_exit = |at: Pos| chart.ground.get(at) == Some(&Ground::Exit);
    let mut found: Vec<Destination> = Vec::new();
    let in_view = session.panel(seat, cols, rows).in_view;
    let is_shunned = |at: Pos| {
        in_view.iter().any(|sight| sight.at == at && sight.sort == Sort::Foe && !is_fightable(sight))
    };
    let mut add = |name: String, at: Pos, place: Option<char>| {
        let known = found.iter().any(|other| other.at == at && other.place == place);
        if !name.is_empty() && (at != chart.hero || place.is_some()) && !known {
            let (steps, exit, shunned) = (steps(&chart, at), is_exit(at), place.is_none() && is_shunned(at));
            found.push(Destination { name, at, steps, exit, place, shunned });
        }
    };
    for sight in &in_view {
        add(sight.name.clone(), sight.at, None);
    }
    // An errand may be run from beside the thing itself, which is in the list already.
    let is_beside = |errand: &Errand| {
        in_view.iter().any(|sight| sight.name == errand.name && sight.at.king_distance(errand.at) <= 1)
    };
    for errand in chart.errands.iter().filter(|errand| !is_beside(errand)) {
        add(errand.name.clone(), errand.at, None);
    }
    let things = |at: &Pos| matches!(chart.ground.get(*at), Some(Ground::Prize | Ground::Exit));
    for at in chart.ground.positions().filter(things) {
        add(session.look(seat, cols, rows, at), at, None);
    }
    for &(key, at) in &chart.places {
        add(format!("waypoint {key}"), at, Some(key));
    }
    kernel::sort_by_key(&mut found, |place| {
        (place.shunned, place.steps.unwrap_or(usize::MAX), place.at.y, place.at.x)
    });
    found
}

fn steps(chart: &Chart, at: Pos) -> Option<usize> {
    travel::beside(chart, at).map(|walk| walk.len())
}
