//! Which dangers make somebody look up: those that are new or come close, not everything hostile on a lit floor.
//!
//! Sentences name commands in braces, as the texts of tutorials do; front-ends put the keys there (see [`crate::tell`]).

use kernel::{Chart, Pos, Seat, Sight, Sort, Threat};
use session::Session;
use std::collections::BTreeMap;

/// In how many turns a danger is soon.
const SOON_TURNS: u16 = 6;
/// In how many turns a danger is upon the player.
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
    /// True when it could harm the player at some time since the player looked at the board.
    roused: bool,
}

impl Known {
    fn of(threat: &Threat) -> Self {
        Self { nearness: nearness(threat), roused: threat.turns.is_some() }
    }
}

/// How a danger is news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    /// It was not in view before.
    InView,
    /// It slept, or could not get here.
    Roused,
    /// It has come near.
    Close,
}

/// Remembers which dangers the player knows of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookout {
    /// What each was last, by its id.
    known: BTreeMap<u64, Known>,
    /// True when something hostile was in view, in a game that does not tell its dangers apart.
    alarmed: bool,
}

impl Lookout {
    /// The player has looked at the board: what is on it now is known.
    ///
    /// # Errors
    /// What is so close that nobody should walk for the player.
    pub(crate) fn begin(&mut self, chart: &Chart, session: &dyn Session) -> Result<(), String> {
        for threat in &chart.threats {
            self.known.insert(threat.id, Known::of(threat));
        }
        self.alarmed = chart.threat;
        if let Some(threat) = chart.threats.iter().find(|threat| nearness(threat) == Nearness::Close) {
            let who = capital(&with_article(&name_at(session, threat.at)));
            let help = if is_fightable_at(session, threat.at) {
                "{app fight} fights it, or step away"
            } else {
                "step away from it first"
            };
            return Err(format!("{who} can reach you: {help}."));
        }
        if chart.threats.is_empty() && chart.threat {
            return Err("Not while something hostile is in view.".to_owned());
        }
        Ok(())
    }

    /// Looks at the board after a command. What stands at `fought` is no news.
    ///
    /// # Errors
    /// What has come up, in a sentence.
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
                let help = if is_fightable_at(session, at) { " {app fight} fights it." } else { "" };
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

/// What stands at a place of the board without a terminal; "an enemy" where the game does not say.
pub(crate) fn name_at(session: &dyn Session, at: Pos) -> String {
    let sights = in_view(session, session.to_move());
    sights.into_iter().find(|sight| sight.at == at).map_or_else(|| "enemy".to_owned(), |sight| sight.name)
}

/// True for an enemy that can be hurt: it has health, or can be attacked from here.
pub(crate) fn is_fightable(sight: &Sight) -> bool {
    sight.sort == Sort::Foe && (sight.bar.is_some() || !sight.deeds.is_empty())
}

fn is_fightable_at(session: &dyn Session, at: Pos) -> bool {
    in_view(session, session.to_move()).iter().any(|sight| sight.at == at && is_fightable(sight))
}

pub(crate) fn in_view(session: &dyn Session, seat: Seat) -> Vec<Sight> {
    session.panel(seat, 0, 0).in_view
}

/// "an ogre". A name that begins with a capital is a name.
pub(crate) fn with_article(name: &str) -> String {
    match name.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'A' | 'E' | 'I' | 'O' | 'U') => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// A sentence with a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
