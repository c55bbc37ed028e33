//! Why a walk ends: what keeps the player from the rest, and where the way out is.

use super::{End, FAR, VISITS, Walker};
use crate::danger::{capital, in_view, is_fightable, with_article};
use crate::travel;
use kernel::{Chart, Dir, Ground, Pos, Threat};
use session::Session;

impl Walker {
    /// The enemy that the last walk named as its reason, counted from the hero, while nothing was played since.
    #[must_use]
    pub fn barring(&self, session: &dyn Session) -> Option<Pos> {
        self.barring.get().filter(|(commands, _)| *commands == session.commands()).map(|(_, by)| by)
    }

    /// Nothing is left: what keeps the player from the rest, and where the way out is.
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

    /// Who bars the way to these places, in a sentence.
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

    /// What an enemy is called, and what can be done about it, in a sentence with a space before it.
    fn accuse(&self, threat: &Threat, chart: &Chart, session: &dyn Session) -> (String, &'static str) {
        let by = threat.at - chart.hero;
        let sights = in_view(session, session.to_move());
        let foe = sights.iter().find(|sight| sight.at == self.board + by);
        let name = with_article(foe.map_or("enemy", |foe| foe.name.as_str()));
        if !foe.is_some_and(is_fightable) {
            return (name, "");
        }
        self.barring.set(Some((session.commands(), by)));
        (name, " {app fight} fights it.")
    }

    /// Somebody who would only walk to and fro stops. A way was found each time, so whoever moves is the reason.
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
