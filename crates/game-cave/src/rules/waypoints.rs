//! Waypoints: positions the player wants to find again. Setting and listing them takes no time.

use super::{Cave, Spot};
use crate::event::Event;
use alloc::{sync::Arc, vec::Vec};

impl Cave {
    /// Sets a waypoint where the hero stands, replacing one with the same number.
    pub(super) fn set_waypoint(&mut self, number: u32, events: &mut Vec<Event>) {
        let (x, y) = (self.hero.x, self.hero.y);
        if self.memory.waypoints.get(&number) != Some(&(x, y)) {
            Arc::make_mut(&mut self.memory).waypoints.insert(number, (x, y));
        }
        events.push(Event::Marked { number, x, y });
    }

    /// Reports the waypoints relative to the hero.
    pub(super) fn list_waypoints(&self, events: &mut Vec<Event>) {
        events.extend(self.memory.waypoints.iter().map(|(&number, &(x, y))| Event::Waypoint {
            number,
            east: x - self.hero.x,
            north: y - self.hero.y,
        }));
    }

    /// The number of the waypoint at a position, the lowest if there are several.
    pub(crate) fn waypoint_at(&self, place: Spot) -> Option<u32> {
        self.memory.waypoints.iter().find(|(_, at)| **at == place).map(|(number, _)| *number)
    }
}
