//! Waypoints: places the player wants to find again. Setting and reading them takes no time.

use super::{Cave, Spot};
use crate::event::Event;
use alloc::{sync::Arc, vec::Vec};

impl Cave {
    /// Sets a waypoint where the hero stands; one with the same number moves here.
    pub(super) fn set_waypoint(&mut self, number: u32, events: &mut Vec<Event>) {
        let (x, y) = (self.0.hero.x, self.0.hero.y);
        if self.0.marks.waypoints.get(&number) != Some(&(x, y)) {
            Arc::make_mut(&mut self.0.marks).waypoints.insert(number, (x, y));
        }
        events.push(Event::Marked { number, x, y });
    }

    /// Says where the waypoints lie, seen from the hero.
    pub(super) fn list_waypoints(&self, events: &mut Vec<Event>) {
        events.extend(self.0.marks.waypoints.iter().map(|(&number, &(x, y))| Event::Waypoint {
            number,
            east: x - self.0.hero.x,
            north: y - self.0.hero.y,
        }));
    }

    /// The number of the waypoint at a place, the lowest where there are several.
    pub(crate) fn waypoint_at(&self, place: Spot) -> Option<u32> {
        self.0.marks.waypoints.iter().find(|(_, at)| **at == place).map(|(number, _)| *number)
    }
}
