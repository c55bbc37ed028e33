//! Campaigns: places that open one after the other, as data for front-ends.

/// A place of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The value of the option that selects it, and the name of the part of the feat that is done by winning
    /// it.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its column on the map.
    pub col: u16,
}

/// A campaign. The first place is open; each win opens the next.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// The option that selects a place.
    pub option: &'static str,
    /// The feat of winning all places; its parts define what counts as a win.
    pub feat: &'static str,
    /// The places, in order.
    pub places: &'static [Place],
}
