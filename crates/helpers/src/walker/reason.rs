//! Why a walk ends: what blocks the rest, and where the exit is.

use super::{End, FAR, VISITS, Walker};
use crate::danger::{in_view, is_fightable, with_article};
use crate::travel;
use kernel::{Chart, Dir, Ground, Pos, Threat, capital};
use session::Session;

impl Walker {
    /// The enemy that the last walk named as its reason, relative to the hero, if nothing was played since.
    #[must_use]
    pub fn barring(&self, session: &dyn Session) -> Option<Pos> {
        self.barring.get().filter(|(commands, _)| *commands == session.commands()).map(|(_, by)| by)
    }

    /// The end when nothing is left: what blocks the rest, and where the exit is.
    pub(super) fn explored(&self, near: &Chart, session: &dyn Session) -> End {
        let far = self.chart(session, FAR);
        let chart = far.as_ref().unwrap_or(near);
        let barred = self.bar(chart, &self.wishes(chart), session);
        let exit = travel::nearest_exit(chart).and_then(|at| {
            let steps = travel::path(chart, at)?.len();
            let by = at - chart.hero;
            let name =
                in_view(session, session.to_move()).into_iter().find(|sight| sight.at == near.hero + by);
            Some((name.map_or_else(|| "way out".to_owned(), |sight| sight.name), by, steps))
        });
        if exit.is_some() {
            return End::Explored { barred, exit };
        }
        let exits = chart.ground.positions().filter(|&at| chart.ground.get(at) == Some(&Ground::Exit));
        let barred = barred.or_else(|| self.bar(chart, &exits.collect::<Vec<_>>(), session));
        End::Explored { barred: barred.or_else(|| crate::fight::invitation(session)), exit: None }
    }

    /// A sentence about what blocks the way to these cells.
    pub(super) fn bar(&self, chart: &Chart, goals: &[Pos], session: &dyn Session) -> Option<String> {
        let danger = travel::first_danger(chart, goals.iter().copied())?;
        let culprit = chart.threats.iter().min_by_key(|threat| (threat.at.king_distance(danger), threat.id));
        Some(match culprit {
            Some(threat) => {
                let (name, help) = self.accuse(threat, chart, session);
                format!("{} bars the only way.{help}", capital(&name))
            }
            None => "The only way on is dangerous.".to_owned(),
        })
    }

    /// What an enemy is called, and what can be done about it, a sentence with a space before it.
    fn accuse(&self, threat: &Threat, chart: &Chart, session: &dyn Session) -> (String, String) {
        let by = threat.at - chart.hero;
        let sights = in_view(session, session.to_move());
        let foe = sights.iter().find(|sight| sight.at == self.board + by);
        let name = with_article(foe.map_or("enemy", |foe| foe.name.as_str()));
        if !foe.is_some_and(is_fightable) {
            let evade = session.about().evade;
            return (name, if evade.is_empty() { String::new() } else { format!(" {evade}") });
        }
        self.barring.set(Some((session.commands(), by)));
        (name, " {app fight} fights it.".to_owned())
    }

    /// The end of a walk that would go to and fro. There was a way each time, so a moving enemy is the reason.
    pub(super) fn check_to_and_fro(
        &mut self,
        way: Dir,
        near: &Chart,
        session: &dyn Session,
    ) -> Result<(), End> {
        let back = self.steps == [Some(way), Some(way.opposite())];
        let visits = self.visits.entry((self.hero.x, self.hero.y)).or_insert(0);
        *visits += 1;
        if !back && *visits <= VISITS {
            return Ok(());
        }
        let culprit = near.threats.iter().filter(|threat| threat.turns.is_some());
        let culprit = culprit.min_by_key(|threat| (threat.turns, threat.id));
        Err(End::Told(match culprit {
            Some(threat) => {
                let (name, help) = self.accuse(threat, near, session);
                format!("You would only walk to and fro: {name} keeps getting in your way.{help}")
            }
            None => "You would only walk to and fro.".to_owned(),
        }))
    }
}
