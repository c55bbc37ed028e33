//! What a player knows, for helpers that walk. Nothing here writes the state.

use crate::content::{COLS, DANGER_STEPS, ROWS, THREAT_STEPS};
use crate::ground::{Few, Flood, Rows, Spot};
use crate::rules::Boo;
use kernel::{Chart, Grid, Ground};

/// The ground as far as the player knows it, in board coordinates.
pub(crate) fn chart(game: &Boo) -> Chart {
    let mut ground = Grid::new(u32::from(COLS), u32::from(ROWS), Ground::Blocked);
    let ghosts = game.ghosts_in_view();
    let danger = game.near_ghosts(&ghosts, DANGER_STEPS);
    for at in ground.positions() {
        let Some(spot) = Spot::at_screen(at) else { continue };
        let known = if !game.knows(spot) {
            Ground::Unknown
        } else if spot == game.layout.stairs {
            Ground::Exit
        } else if !game.layout.floor.has(spot) {
            Ground::Blocked
        } else if danger.has(spot) {
            Ground::Danger
        } else if game.fish.has(spot) {
            Ground::Prize
        } else {
            Ground::Open
        };
        ground.set(at, known);
    }
    let threat = game.near_ghosts(&ghosts, THREAT_STEPS).has(game.cat);
    Chart { ground, hero: game.cat.on_screen(), diagonal: false, threat, ..Chart::default() }
}

impl Boo {
    pub(crate) fn ghosts_in_view(&self) -> Few {
        let sight = self.in_sight();
        let mut few = Few::default();
        for &ghost in self.ghosts.all() {
            if sight.as_ref().is_none_or(|sight| sight.has(ghost)) {
                few.push(ghost);
            }
        }
        few
    }

    /// The tiles these ghosts could reach in so many steps.
    fn near_ghosts(&self, ghosts: &Few, steps: u32) -> Rows {
        let mut reached = Rows::EMPTY;
        if let Some(mut flood) = Flood::from_all(self.layout.haunt.clone(), ghosts.all().iter().copied()) {
            reached.add_all(flood.edge());
            for _ in 0..steps {
                flood.spread();
                reached.add_all(flood.edge());
            }
        }
        reached
    }
}

#[cfg(test)]
#[path = "guide_tests.rs"]
mod tests;
