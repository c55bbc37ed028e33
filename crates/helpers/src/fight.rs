//! Auto-fight: goes to one enemy and repeats the usual attack until it is dead, too much health is lost, or
//! another danger comes up.

use crate::danger::{Lookout, in_view, is_fightable, with_article};
use crate::travel;
use crate::walker::{End, NEAR, Next, step_line};
use kernel::{Pos, Sight, Sort, capital};
use session::{Outlook, Session};

/// The maximum number of steps without a blow.
const CHASE: usize = 60;

/// An auto-fight.
#[derive(Clone, Debug, Default)]
pub struct Fight {
    lookout: Lookout,
    /// The name of the enemy.
    foe: String,
    /// Its last position, relative to the hero.
    by: Pos,
    commands: usize,
    /// Steps since the last blow.
    chased: usize,
    /// The player's health before the last command.
    health: Option<i64>,
    /// The number of enemies of this name in view before the last command.
    alike: usize,
    /// The percentage of health below which it stops; `None` to fight to the end.
    stop_percent: Option<u8>,
}

impl Fight {
    /// Begins a fight with the enemy at a position relative to the hero, else with the one within reach that
    /// has the least health left, else with the nearest. With less health than required, fights one blow at a
    /// time.
    ///
    /// # Errors
    /// Why there is no fight.
    pub fn begin(session: &dyn Session, chosen: Option<Pos>, stop_percent: Option<u8>) -> Result<Self, End> {
        let hero = hero(session).ok_or(End::Shown)?;
        let foe = choose(session, chosen.map(|by| hero + by)).map_err(End::Told)?;
        let mut fight = Self { foe: foe.name, by: foe.at - hero, stop_percent, ..Self::default() };
        if let Some(chart) = session.chart(session.to_move(), NEAR.0, NEAR.1) {
            // The player knows what is in view at the beginning of a fight.
            let _ = fight.lookout.begin(&chart, session);
        }
        Ok(fight)
    }

    /// The next blow, or a step towards the enemy.
    ///
    /// # Errors
    /// Why the fight is over.
    pub fn next(&mut self, session: &dyn Session) -> Result<Next, End> {
        let foe = self.target(session).ok_or(End::Shown)?;
        self.commands = session.commands();
        self.health = health(session).map(|(value, _)| value);
        self.alike = self.alike(session).len();
        let (next, line) = match foe.deeds.into_iter().next() {
            Some(deed) => {
                self.chased = 0;
                (Next::Line(deed.line.clone()), deed.line)
            }
            None => {
                self.chased += 1;
                let way = self.approach(session, foe.at)?;
                (Next::Step(way), step_line(session, way).ok_or(End::Shown)?.to_owned())
            }
        };
        match session.outlook(session.to_move(), &line) {
            Outlook::Fine => Ok(next),
            Outlook::Warned(warning) => Err(End::Warned(next, warning)),
            Outlook::Refused(why) => Err(End::Told(why)),
            Outlook::Misread => Err(End::Shown),
        }
    }

    /// One step towards the enemy, into its reach if necessary; the game still warns of deadly steps.
    fn approach(&self, session: &dyn Session, at: Pos) -> Result<kernel::Dir, End> {
        let chart = session.chart(session.to_move(), NEAR.0, NEAR.1).ok_or(End::Shown)?;
        let way = travel::to_fight(&chart, at).and_then(|walk| walk.first().copied());
        let foe = with_article(&self.foe);
        match way {
            Some(_) if self.chased > CHASE => Err(End::Told(format!("You cannot catch {foe}."))),
            Some(way) => Ok(way),
            None => Err(End::Told(format!("You know no way to {foe}."))),
        }
    }

    /// Checks the result of the command.
    ///
    /// # Errors
    /// Why the fight is over.
    pub fn played(&mut self, session: &dyn Session) -> Result<(), End> {
        if session.commands() == self.commands || session.outcome().is_some() {
            return Err(End::Shown);
        }
        let chart = session.chart(session.to_move(), NEAR.0, NEAR.1).ok_or(End::Shown)?;
        // It is dead or gone; another of its kind is another fight.
        if self.alike(session).len() < self.alike {
            return Err(End::Shown);
        }
        let foe = self.target(session).ok_or(End::Shown)?;
        self.by = foe.at - chart.hero;
        self.check_health(session)?;
        self.lookout.watch(&chart, session, Some(foe.at)).map_err(End::Told)
    }

    /// The enemy of this fight: one of its name, within reach if possible, else the one nearest to its last
    /// position.
    fn target(&self, session: &dyn Session) -> Option<Sight> {
        let hero = hero(session)?;
        self.alike(session)
            .into_iter()
            .min_by_key(|foe| (foe.deeds.is_empty(), (foe.at - hero).king_distance(self.by)))
    }

    /// The enemies of its name in view.
    fn alike(&self, session: &dyn Session) -> Vec<Sight> {
        let mut foes = in_view(session, session.to_move());
        foes.retain(|sight| sight.name == self.foe && is_fightable(sight));
        foes
    }

    fn check_health(&self, session: &dyn Session) -> Result<(), End> {
        let Some(percent) = self.stop_percent else { return Ok(()) };
        let (value, of) = health(session).ok_or(End::Shown)?;
        // A step that cost nothing leaves nothing new to decide.
        let is_new = self.chased == 0 || self.health.is_none_or(|before| value < before);
        if is_new && value * 100 < of * i64::from(percent) {
            let left = health_text(session).unwrap_or_else(|| format!("{value}/{of}"));
            let foe = capital(&with_article(&self.foe));
            let near = if self.by.king_distance(Pos::default()) <= 1 { "beside you" } else { "in view" };
            return Err(End::Told(format!(
                "You stop fighting at {left} HP. {foe} is still {near}: {{app fight}} goes on turn by turn."
            )));
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

/// The same as the panel shows it: a game may count in parts of a point.
fn health_text(session: &dyn Session) -> Option<String> {
    session.panel(session.to_move(), NEAR.0, NEAR.1).bars.into_iter().next().map(|bar| bar.text)
}

fn hero(session: &dyn Session) -> Option<Pos> {
    Some(session.chart(session.to_move(), NEAR.0, NEAR.1)?.hero)
}

/// The enemy to fight, or why there is none.
fn choose(session: &dyn Session, chosen: Option<Pos>) -> Result<Sight, String> {
    let mut foes = in_view(session, session.to_move());
    foes.retain(|sight| sight.sort == Sort::Foe && chosen.is_none_or(|at| sight.at == at));
    let seen = foes.first().map(|foe| with_article(&foe.name));
    foes.retain(is_fightable);
    let nearest = |foe: &Sight| (foe.deeds.is_empty(), foe.steps.unwrap_or(u16::MAX));
    // Of several within reach the one that falls first, so that fewer strike back; the list is sorted by danger.
    let left = |foe: &Sight| foe.bar.as_ref().map_or(i64::MAX, |bar| bar.value);
    let beside = (0..foes.len()).filter(|&at| !foes[at].deeds.is_empty()).min_by_key(|&at| left(&foes[at]));
    let foe = match beside {
        Some(index) => Some(foes.swap_remove(index)),
        None => foes.into_iter().min_by_key(nearest),
    };
    foe.ok_or_else(|| match seen {
        Some(foe) => format!("You cannot fight {foe}: keep away from it."),
        None => "No enemy is in view.".to_owned(),
    })
}

/// Whether a fight would begin with the enemy at a position.
pub(crate) fn would_fight(session: &dyn Session, at: Pos) -> bool {
    choose(session, None).is_ok_and(|foe| foe.at == at)
}

/// What is left to do when nothing is left to explore: a sentence about the fight that could begin.
pub(crate) fn invitation(session: &dyn Session) -> Option<String> {
    let foe = choose(session, None).ok()?;
    let foe = with_article(&foe.name);
    Some(format!("Nothing is left to explore. {{app fight}} goes to {foe} and fights it."))
}
