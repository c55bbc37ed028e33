//! Dangers that interrupt helpers: those that are new or come close, not every enemy on a lit floor.
//!
//! Sentences contain commands in braces, as tutorials do; front-ends replace them with keys (see
//! [`crate::tell`]).

use kernel::{Chart, Pos, Seat, Sight, Sort, Threat, Tone, capital};
use session::Session;
use std::collections::BTreeMap;

/// A danger is near if it can harm the player within this many turns.
const SOON_TURNS: u16 = 6;
/// A danger is imminent if it can harm the player within this many turns.
const CLOSE_TURNS: u16 = 1;

/// How near a danger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    Far,
    Soon,
    Close,
}

fn nearness(threat: &Threat) -> Nearness {
    match threat.turns {
        Some(turns) if turns <= CLOSE_TURNS => Nearness::Close,
        Some(turns) if turns <= SOON_TURNS => Nearness::Soon,
        _ => Nearness::Far,
    }
}

/// What is known of a danger.
#[derive(Clone, Copy, Debug)]
struct Known {
    nearness: Nearness,
    /// Whether it could harm the player at some time since the player looked at the board.
    roused: bool,
}

impl Known {
    fn of(threat: &Threat) -> Self {
        Self { nearness: nearness(threat), roused: threat.turns.is_some() }
    }
}

/// Why a danger interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    /// It was not in view before.
    InView,
    /// It slept before, or could not reach the player.
    Roused,
    /// It has come near.
    Close,
}

/// The dangers the player knows of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookout {
    /// The last known distance of each, by its id.
    known: BTreeMap<u64, Known>,
    /// Whether something hostile was in view, in a game that does not identify its dangers.
    alarmed: bool,
}

impl Lookout {
    /// The player has looked at the board: everything on it is known.
    ///
    /// # Errors
    /// A danger so close that no helper should walk.
    pub(crate) fn begin(&mut self, chart: &Chart, session: &dyn Session) -> Result<(), String> {
        for threat in &chart.threats {
            self.known.insert(threat.id, Known::of(threat));
        }
        self.alarmed = chart.threat;
        if let Some(threat) = chart.threats.iter().find(|threat| nearness(threat) == Nearness::Close) {
            let who = capital(&with_article(&name_at(session, threat.at)));
            return Err(match sight_at(session, threat.at).filter(is_fightable) {
                Some(foe) if foe.tone == Tone::Deadly => {
                    format!("{who} can reach you, and it is too strong for you now: get away from it.")
                }
                Some(_) => format!("{who} can reach you: {{app fight}} fights it, or step away."),
                None => format!("{who} can reach you: step away from it first."),
            });
        }
        if chart.threats.is_empty() && chart.threat {
            return Err("Not while something hostile is in view.".to_owned());
        }
        Ok(())
    }

    /// Checks the board after a command. A danger at `fought` does not interrupt.
    ///
    /// # Errors
    /// The danger that interrupts, in a sentence.
    pub(crate) fn watch(
        &mut self,
        chart: &Chart,
        session: &dyn Session,
        fought: Option<Pos>,
    ) -> Result<(), String> {
        let mut news: Option<(Nearness, News, Pos)> = None;
        for threat in chart.threats.iter().filter(|threat| Some(threat.at) != fought) {
            let now = nearness(threat);
            let before = self.known.get(&threat.id).copied();
            let roused = threat.turns.is_some() || before.is_some_and(|before| before.roused);
            self.known.insert(threat.id, Known { nearness: now, roused });
            let what = match before {
                None => News::InView,
                Some(before) if !before.roused && now == Nearness::Soon => News::Roused,
                Some(before) if before.nearness < Nearness::Close => News::Close,
                Some(_) => continue,
            };
            let limit = if what == News::Close { Nearness::Close } else { Nearness::Soon };
            if now >= limit && news.is_none_or(|(worst, ..)| now > worst) {
                news = Some((now, what, threat.at));
            }
        }
        let alarmed = std::mem::replace(&mut self.alarmed, chart.threat);
        match news {
            Some((_, what, at)) => {
                let name = with_article(&name_at(session, at));
                let help = match sight_at(session, at).filter(is_fightable) {
                    Some(foe) if foe.tone == Tone::Deadly => " It is too strong for you now.",
                    Some(_) => " {app fight} fights it.",
                    None => "",
                };
                let what = match what {
                    News::InView => "has come into view",
                    News::Roused => "can reach you soon",
                    News::Close => "is close",
                };
                Err(format!("You stop: {name} {what}.{help}"))
            }
            None if chart.threats.is_empty() && chart.threat && !alarmed => {
                Err("You stop: something hostile is in view.".to_owned())
            }
            None => Ok(()),
        }
    }
}

/// The name of what stands at a cell of the board without a terminal; "an enemy" if the game has none.
pub(crate) fn name_at(session: &dyn Session, at: Pos) -> String {
    sight_at(session, at).map_or_else(|| "enemy".to_owned(), |sight| sight.name)
}

fn sight_at(session: &dyn Session, at: Pos) -> Option<Sight> {
    in_view(session, session.to_move()).into_iter().find(|sight| sight.at == at)
}

/// Whether it is an enemy that can be hurt: it has health, or can be attacked from here.
pub(crate) fn is_fightable(sight: &Sight) -> bool {
    sight.sort == Sort::Foe && (sight.bar.is_some() || !sight.deeds.is_empty())
}

pub(crate) fn in_view(session: &dyn Session, seat: Seat) -> Vec<Sight> {
    session.panel(seat, 0, 0).in_view
}

/// The name with its article: "an ogre".
pub(crate) fn with_article(name: &str) -> String {
    format!("{} {name}", kernel::article(name))
}
