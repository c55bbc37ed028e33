//! A campaign: places that open one after the other. Plain data, so that a front-end can draw the map.

/// A place of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The value of the option that leads here, and the name of the part of the feat that is done once it is won.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// How far to the right it lies on the map, in columns.
    pub col: u16,
}

/// A campaign. The first place is open; each win opens the next.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// The option that chooses a place.
    pub option: &'static str,
    /// The feat that is done once all places are won: its parts say what counts as a win.
    pub feat: &'static str,
    /// The places in their order.
    pub places: &'static [Place],
}
