//! [`Entry`]: everything other crates know about a game.

#[cfg(feature = "programs")]
use crate::bench::{Clock, Figures, measure};
use crate::campaign::Campaign;
use crate::coach::{Coach, Puzzles};
use crate::contest::Contest;
use crate::ladder::Ladder;
use crate::lore::Lore;
use crate::replay::{Again, Replay, Replaying};
use crate::seats::SeatOption;
use crate::survey::Surveys;
use crate::{Brief, Difference, Header, Live, Run, Seating, Session, Snapshot, ToDo, VerbInfo};
use kernel::{About, Finding, Guide, Listener, Options, Policy, Teaching};
use std::borrow::Cow;
use std::ops::Deref;
#[cfg(feature = "programs")]
use std::time::Duration;

/// A new game and the findings about its level, or the findings that refuse it.
pub type Start = Result<(Box<dyn Session>, Vec<Finding>), Vec<Finding>>;

/// A replay about to begin, or why it cannot.
pub type Begun<'a> = Result<Box<dyn Replaying + 'a>, Difference>;

/// Begins a replay: the run, the number of commands, a snapshot to start from, a listener for rolls, and who
/// continues.
pub type PlayAgain =
    for<'a> fn(Cow<'a, Run>, usize, Option<&Snapshot>, Option<Listener>, &Seating) -> Begun<'a>;

/// A function that sees every state of a run until it returns false.
pub type Watcher<'a> = &'a mut dyn FnMut(&dyn Session) -> bool;

/// The settings file of a game's document, where its name and keys differ from the options.
#[derive(Clone, Copy, Debug)]
pub struct DocumentSettings {
    /// Its name.
    pub file: &'static str,
    /// Keys of the document and the options they mean.
    pub keys: &'static [(&'static str, &'static str)],
}

/// Parts that only some games have, attached by the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    /// The settings file its document describes. The program writes a template of it.
    pub document_settings: Option<DocumentSettings>,
    /// The options that choose the player of a seat.
    pub seats: &'static [SeatOption],
    /// Work after which the players of a new game can move at once; `None` if they can already.
    pub study: Option<fn(&Brief) -> ToDo<()>>,
    /// Its coach.
    pub coach: Option<Coach>,
    /// Its puzzles.
    pub puzzles: Option<Puzzles>,
    /// Its campaign.
    pub campaign: Option<Campaign>,
    /// Example levels to start editing from, by name.
    pub examples: fn() -> Vec<(&'static str, &'static str)>,
    /// Its ladder of puzzles.
    pub ladder: Option<Ladder>,
}

impl Attached {
    /// None of them.
    pub const NONE: Self = Self {
        document_settings: None,
        seats: &[],
        study: None,
        coach: None,
        puzzles: None,
        campaign: None,
        examples: Vec::new,
        ladder: None,
    };
}

/// A game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The constant facts.
    pub about: &'static About,
    /// Whether the first lines of a file look like a level of this game; `None` for a game without levels.
    pub level: Option<fn(&str) -> bool>,
    /// Its verbs, for help pages.
    pub verbs: fn() -> Vec<VerbInfo>,
    /// Starts a game.
    pub start: fn(&Brief) -> Start,
    /// Whether a run with this header gives the same result today.
    pub plays_rules: fn(&Header) -> bool,
    /// Begins a replay that checks everything, also the moves of built-in strategies: see
    /// [`crate::Again::new`].
    pub again: PlayAgain,
    /// Checks a level text.
    pub check: fn(&str) -> Vec<Finding>,
    /// Makes a batch of games.
    #[cfg(feature = "batch")]
    pub batch: crate::batch::Batching,
    /// Measures its speed for about this long, by this clock.
    #[cfg(feature = "programs")]
    pub bench: fn(Duration, Clock) -> Figures,
    /// Its teaching.
    pub teaching: Teaching,
    /// What a search for seeds can ask.
    #[cfg(feature = "programs")]
    pub surveys: Surveys,
    /// How it is played for points.
    pub contest: Contest,
    /// How its games are ranked, and its feats.
    pub lore: Lore,
    /// Parts that only some games have.
    pub attached: Attached,
}

impl Entry {
    /// The entry of a game without special parts.
    #[must_use]
    pub const fn of<G: Guide>(level: Option<fn(&str) -> bool>) -> Self {
        Self {
            about: &G::ABOUT,
            level,
            verbs: || crate::verbs_of::<G>(),
            start: start::<G>,
            plays_rules: plays_rules::<G>,
            again: again::<G>,
            check: |text| G::prepare(&Options::default(), Some(text), &Policy::OWNER).findings,
            #[cfg(feature = "batch")]
            batch: |plan| Ok(Box::new(crate::batch::Games::<G>::start(plan, None)?)),
            #[cfg(feature = "programs")]
            bench: measure::<G>,
            teaching: G::TEACHING,
            #[cfg(feature = "programs")]
            surveys: Surveys::of::<G>(),
            contest: Contest::open_ended(0, 50, "1000 s / (s + 50) for a score of s"),
            lore: Lore::PLAIN,
            attached: Attached::NONE,
        }
    }

    /// The same with another survey.
    #[must_use]
    #[cfg_attr(not(feature = "programs"), allow(unused_mut, unused_variables))]
    pub const fn with_surveys(mut self, surveys: Surveys) -> Self {
        #[cfg(feature = "programs")]
        {
            self.surveys = surveys;
        }
        self
    }

    /// Replays a run up to this many commands and checks it: see [`crate::Again::new`].
    ///
    /// # Errors
    /// If it cannot even begin.
    pub fn replay(
        &self,
        run: &Run,
        upto: usize,
        snapshot: Option<&Snapshot>,
        listener: Option<Listener>,
        seating: &Seating,
    ) -> Replay {
        (self.again)(Cow::Borrowed(run), upto, snapshot, listener, seating)?.finish()
    }

    /// Replays a whole run, checks it, and calls `see` at its start and after every command until it returns
    /// false. With `told` the sentences of each command are available, which costs time.
    ///
    /// # Errors
    /// The first difference.
    pub fn watch(&self, run: &Run, told: bool, policy: &Policy, see: Watcher<'_>) -> Result<(), Difference> {
        let seating = Seating { policy: *policy, seats: Vec::new() };
        let mut again = (self.again)(Cow::Borrowed(run), usize::MAX, None, None, &seating)?;
        while see(again.session()) {
            if !again.play(1, told) {
                return again.difference().cloned().map_or(Ok(()), Err);
            }
        }
        Ok(())
    }
}

impl Deref for Entry {
    type Target = About;

    fn deref(&self) -> &About {
        self.about
    }
}

fn start<G: Guide>(brief: &Brief) -> Start {
    let (mut live, findings) = Live::<G>::start(brief)?;
    live.settle();
    Ok((Box::new(live), findings))
}

fn again<'a, G: Guide>(
    run: Cow<'a, Run>,
    upto: usize,
    snapshot: Option<&Snapshot>,
    listener: Option<Listener>,
    seating: &Seating,
) -> Begun<'a> {
    Ok(Box::new(Again::<G>::new(run, upto, snapshot, listener, &seating.policy)?))
}

fn plays_rules<G: Guide>(header: &Header) -> bool {
    let options = header.to_options(G::ABOUT.options).unwrap_or_default();
    G::plays_rules(header.rules, &options)
}
