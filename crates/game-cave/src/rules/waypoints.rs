//! Waypoints: places the player wants to find again. Setting and reading them takes no time.

use super::{Cave, Spot};
use crate::content::WAYPOINTS;
use crate::event::Event;
use alloc::{sync::Arc, vec::Vec};
use kernel::Refused;

impl Cave {
    /// Sets a waypoint where the hero stands; one with the same number moves here.
    pub(super) fn set_waypoint(&mut self, number: u32, events: &mut Vec<Event>) -> Result<(), Refused> {
        if !(1..=WAYPOINTS).contains(&number) {
            return Err(Refused::because("! Invalid number !"));
        }
        let (x, y) = (self.hero.x, self.hero.y);
        if self.marks.waypoints.get(&number) != Some(&(x, y)) {
            Arc::make_mut(&mut self.marks).waypoints.insert(number, (x, y));
        }
        events.push(Event::Marked { number, x, y });
        Ok(())
    }

    /// Says where the waypoints lie, seen from the hero.
    pub(super) fn list_waypoints(&self, events: &mut Vec<Event>) -> Result<(), Refused> {
        if self.marks.waypoints.is_empty() {
            return Err(Refused::because("You have set no waypoint."));
        }
        events.extend(self.marks.waypoints.iter().map(|(&number, &(x, y))| Event::Waypoint {
            number,
            east: x - self.hero.x,
            north: y - self.hero.y,
        }));
        Ok(())
    }

    /// The number of the waypoint at a place, the lowest where there are several.
    pub(crate) fn waypoint_at(&self, place: Spot) -> Option<u32> {
        self.marks.waypoints.iter().find(|(_, at)| **at == place).map(|(number, _)| *number)
    }
}
