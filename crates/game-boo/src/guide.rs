//! What the player knows, for helpers that walk. Nothing here changes the state.

use crate::content::{COLS, DANGER_TURNS, FISH, ROWS, THREAT_STEPS};
use crate::ground::{Flood, Rows, Spot, SpotList};
use crate::rules::Boo;
use alloc::{string::String, vec::Vec};
use kernel::{Chart, Errand, Grid, Ground, Threat};

/// The ground the player knows, in board coordinates.
pub(crate) fn chart(game: &Boo) -> Chart {
    let mut ground = Grid::new(u32::from(COLS), u32::from(ROWS), Ground::Blocked);
    let ghosts = game.ghosts_in_view();
    let danger = game.cut_off(&ghosts);
    for at in ground.positions() {
        let Some(spot) = Spot::at_screen(at) else { continue };
        let known = if !game.knows(spot) {
            Ground::Unknown
        } else if spot == game.layout().stairs {
            Ground::Exit
        } else if !game.layout().floor.has(spot) {
            Ground::Blocked
        } else if danger.has(spot) {
            Ground::Danger
        } else if game.fish().has(spot) {
            Ground::Prize
        } else {
            Ground::Open
        };
        ground.set(at, known);
    }
    let threat = game.near_ghosts(&ghosts, THREAT_STEPS).has(game.cat());
    let hero = game.cat().on_screen();
    let (threats, errands) = (threats(game), errands(game));
    Chart { ground, hero, diagonal: false, threat, threats, errands, ..Chart::default() }
}

/// The ghosts in view, each with an id that is stable while the cat is on the floor.
fn threats(game: &Boo) -> Vec<Threat> {
    let known = game.as_known();
    let waiting = known.meetings(None);
    let number = |at: Spot| game.ghosts().all().iter().position(|&ghost| ghost == at).unwrap_or_default();
    let threat = |(ghost, &at): (usize, &Spot)| Threat {
        id: u64::from(game.floor()) << 8 | number(at) as u64,
        at: at.on_screen(),
        turns: known.turns_to_cat(ghost, &waiting).map(|turns| turns as u16),
    };
    known.ghosts().all().iter().enumerate().map(threat).collect()
}

/// Every known fish is an errand.
fn errands(game: &Boo) -> Vec<Errand> {
    let known = game.fish().all().iter().filter(|&&fish| game.knows(fish));
    known.map(|fish| Errand { at: fish.on_screen(), line: String::new(), name: FISH.name.into() }).collect()
}

impl Boo {
    pub(crate) fn ghosts_in_view(&self) -> SpotList {
        let sight = self.in_sight();
        let mut list = SpotList::default();
        for &ghost in self.ghosts().all() {
            if sight.as_ref().is_none_or(|sight| sight.has(ghost)) {
                list.push(ghost);
            }
        }
        list
    }

    /// The tiles where one of these ghosts could be when the cat gets there, within the next turns. Tiles
    /// further away are not counted, so that a detour around a ghost counts as a path.
    fn cut_off(&self, ghosts: &SpotList) -> Rows {
        let mut cut = Rows::EMPTY;
        let haunted = Flood::from_all(self.layout().haunt.clone(), ghosts.all().iter().copied());
        let Some(mut haunted) = haunted else { return cut };
        let mut cat = Flood::new(self.layout().floor.clone(), self.cat());
        let mut reached = self.near_ghosts(ghosts, 0);
        cut.add_all(&reached);
        // In n turns a ghost makes at most n + 1 steps: two on every second turn.
        haunted.spread();
        reached.add_all(haunted.edge());
        for _ in 0..DANGER_TURNS {
            haunted.spread();
            reached.add_all(haunted.edge());
            cat.spread();
            let mut met = cat.edge().clone();
            met.keep(&reached);
            cut.add_all(&met);
        }
        cut
    }

    /// The tiles these ghosts can reach within this many steps.
    fn near_ghosts(&self, ghosts: &SpotList, steps: u32) -> Rows {
        let mut reached = Rows::EMPTY;
        if let Some(mut flood) = Flood::from_all(self.layout().haunt.clone(), ghosts.all().iter().copied()) {
            reached.add_all(flood.edge());
            for _ in 0..steps {
                flood.spread();
                reached.add_all(flood.edge());
            }
        }
        reached
    }
}
