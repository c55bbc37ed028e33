//! Auto-fight: repeats the usual attack on one enemy beside the player until it is dead, the player has lost too much, or
//! another danger comes up.

use crate::danger::{Lookout, capital, in_view, with_article};
use crate::walker::{End, NEAR, Next};
use kernel::{Sight, Sort};
use session::{Outlook, Session};

/// A fight that goes on by itself.
#[derive(Clone, Debug, Default)]
pub struct Fight {
    lookout: Lookout,
    /// The name of the enemy.
    foe: String,
    commands: usize,
    /// Percent of health below which it stops; nothing to go on to the end.
    stop_percent: Option<u8>,
}

impl Fight {
    /// Begins a fight with the most dangerous enemy within reach.
    ///
    /// # Errors
    /// Why there is none.
    pub fn begin(session: &dyn Session, stop_percent: Option<u8>) -> Result<Self, End> {
        let foe = target(session, None);
        let foe = foe.ok_or_else(|| End::Told("No enemy is within reach of your attack.".to_owned()))?;
        let mut fight = Self { foe: foe.name, stop_percent, ..Self::default() };
        if let Some(chart) = session.chart(session.to_move(), NEAR.0, NEAR.1) {
            // Whoever begins a fight knows what is in view.
            let _ = fight.lookout.begin(&chart, session);
        }
        fight.check_health(session)?;
        Ok(fight)
    }

    /// The next blow.
    ///
    /// # Errors
    /// Why the fight is over.
    pub fn next(&mut self, session: &dyn Session) -> Result<Next, End> {
        let foe = target(session, Some(&self.foe)).ok_or(End::Shown)?;
        self.commands = session.commands();
        let line = foe.deeds.into_iter().next().map(|deed| deed.line).ok_or(End::Shown)?;
        match session.outlook(session.to_move(), &line) {
            Outlook::Fine => Ok(Next::Line(line)),
            Outlook::Warned(warning) => Err(End::Warned(Next::Line(line), warning)),
            Outlook::Refused(why) => Err(End::Told(why)),
            Outlook::Misread => Err(End::Shown),
        }
    }

    /// Looks at what came of it.
    ///
    /// # Errors
    /// Why the fight is over.
    pub fn played(&mut self, session: &dyn Session) -> Result<(), End> {
        if session.commands() == self.commands || session.outcome().is_some() {
            return Err(End::Shown);
        }
        let chart = session.chart(session.to_move(), NEAR.0, NEAR.1).ok_or(End::Shown)?;
        if target(session, Some(&self.foe)).is_none() {
            return Err(End::Shown);
        }
        self.check_health(session)?;
        self.lookout.watch(&chart, session).map_err(End::Told)
    }

    fn check_health(&self, session: &dyn Session) -> Result<(), End> {
        let Some(percent) = self.stop_percent else { return Ok(()) };
        let (value, of) = health(session).ok_or(End::Shown)?;
        if value * 100 < of * i64::from(percent) {
            let foe = capital(&with_article(&self.foe));
            let why = format!("You stop fighting at {value} of {of} HP. {foe} is still beside you.");
            return Err(End::Told(why));
        }
        Ok(())
    }
}

/// The player's health and its maximum.
#[must_use]
pub fn health(session: &dyn Session) -> Option<(i64, i64)> {
    let seat = session.to_move();
    if let Some(bar) = session.panel(seat, NEAR.0, NEAR.1).bars.first() {
        return Some((bar.value, bar.of));
    }
    let vitals = session.vitals(seat);
    Some((vitals.number("hp")?, vitals.number("hp_max")?))
}

/// The first enemy that can be attacked from here, the most dangerous first; one of this name if there is one.
fn target(session: &dyn Session, name: Option<&str>) -> Option<Sight> {
    let hero = session.chart(session.to_move(), NEAR.0, NEAR.1)?.hero;
    let is_foe = |sight: &Sight| {
        sight.sort == Sort::Foe && !sight.deeds.is_empty() && sight.at.king_distance(hero) <= 1
    };
    let mut foes = in_view(session, session.to_move()).into_iter().filter(is_foe);
    match name {
        Some(name) => foes.find(|foe| foe.name == name),
        None => foes.next(),
    }
}
