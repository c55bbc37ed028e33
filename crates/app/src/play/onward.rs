//! What follows a finished game: the next rung of its ladder, or the next place of its campaign.

use super::Play;
use crate::context::Context;
use crate::job;
use crate::screen::Go;
use kernel::{Cue, Options};
use session::{Brief, Ladder};

/// The game that follows.
pub(super) struct Onward {
    /// Its name in the menu.
    pub(super) label: String,
    /// The sentence it begins with.
    told: Option<String>,
    brief: Brief,
}

impl Play {
    /// Adds a sentence to begin with.
    pub(crate) fn told(mut self, sentence: &str) -> Self {
        let turn = self.session().commands();
        self.log.add(sentence, Cue::Plain, turn, false);
        self
    }

    /// The game that this one has opened. Games that are marked open nothing, as in the records.
    pub(super) fn onward(&self) -> Option<Onward> {
        let header = self.session().header();
        if header.level.is_some() || self.tutor.is_some() || session::is_practice(header) {
            return None;
        }
        self.next_rung().or_else(|| self.next_place())
    }

    fn next_rung(&self) -> Option<Onward> {
        let (entry, outcome) = (self.entry?, self.session().outcome()?);
        let (ladder, header) = (entry.attached.ladder?, self.session().header());
        let options = header.to_options(entry.options).ok()?;
        let mut rungs = (ladder.rungs)().into_iter().skip_while(|rung| rung.seed != header.seed);
        let rung = rungs.next()?;
        let plays = |seats| Ladder::options(entry, seats).is_ok_and(|wanted| wanted == options);
        let together = plays(ladder.together);
        let solved = (ladder.stars)(&rung, outcome.verdict.word(), outcome.score) > 0;
        if !(together || plays(rung.seats) && solved) {
            return None;
        }
        let next = rungs.next()?;
        let seats = if together { ladder.together } else { next.seats };
        let told = format!("Rung {}. {}", next.number, next.task);
        let label = format!("Go on to rung {}", next.number);
        Some(Onward { label, told: Some(told), brief: Ladder::brief(entry, &next, seats).ok()? })
    }

    fn next_place(&self) -> Option<Onward> {
        let (entry, outcome) = (self.entry?, self.session().outcome()?);
        let (campaign, header) = (entry.attached.campaign?, self.session().header());
        let options = header.to_options(entry.options).ok()?;
        let options_of = |name: &str| {
            let mut options = Options::default();
            options.set(entry.options, campaign.option, name).ok().map(|()| options)
        };
        let won = (entry.lore.reckon)(header).wins.contains(&outcome.verdict.word());
        let at =
            campaign.places.iter().position(|place| options_of(place.name).as_ref() == Some(&options))?;
        let next = campaign.places.get(at + 1).filter(|_| won && !self.is_assisted())?;
        let brief = Brief { options: options_of(next.name)?, ..Brief::default() };
        Some(Onward { label: format!("Go on: {}", next.title), told: None, brief })
    }

    /// Begins the game that follows.
    pub(super) fn go_onward(&self, context: &Context) -> Go {
        let (Some(Onward { told, mut brief, .. }), Some(entry)) = (self.onward(), self.entry) else {
            return Go::Stay;
        };
        if brief.seed.is_empty() {
            brief.seed = context.fresh_seed();
            brief.about.push(session::fresh_seed_kind());
        }
        let kept = self.opened.path().is_some();
        let study = entry.attached.study.and_then(|study| study(&brief));
        let begin = move |context: &Context| match context.start(entry, &brief, kept) {
            Ok(opened) => {
                let play = Self::new(opened, context);
                Go::replace(match &told {
                    Some(told) => play.told(told),
                    None => play,
                })
            }
            Err(problem) => Go::notice("No new game", problem.to_string()),
        };
        match study {
            Some(work) => job::make("The strategy thinks", work, move |_, context| begin(context)),
            None => begin(context),
        }
    }
}
