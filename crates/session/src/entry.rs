//! What other crates know about a game without knowing its rules.

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

/// A new game and what was noticed about its level, or why there is none.
pub type Start = Result<(Box<dyn Session>, Vec<Finding>), Vec<Finding>>;

/// A run about to be played again, or why it cannot be.
pub type Begun<'a> = Result<Box<dyn Replaying + 'a>, Difference>;

/// Begins to play a run again: the run, up to which command, from which state, who hears the dice, and who plays on.
pub type PlayAgain =
    for<'a> fn(Cow<'a, Run>, usize, Option<&Snapshot>, Option<Listener>, &Seating) -> Begun<'a>;

/// Somebody who looks at every state of a run until it answers false.
pub type Watcher<'a> = &'a mut dyn FnMut(&dyn Session) -> bool;

/// How the document of a game names its settings file and spells its keys, where that differs from the options here.
#[derive(Clone, Copy, Debug)]
pub struct DocumentSettings {
    /// The name of the file.
    pub file: &'static str,
    /// Keys of the document and the options they mean.
    pub keys: &'static [(&'static str, &'static str)],
}

/// What only some games have: attached by the catalogue, absent where a game has none.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    /// The settings file its document describes. Such a game gets a template of the file.
    pub document_settings: Option<DocumentSettings>,
    /// The options that tell who plays a seat, in games where it need not be a person.
    pub seats: &'static [SeatOption],
    /// The work after which the players that a game begins with can move at once; nothing if they can now.
    pub study: Option<fn(&Brief) -> ToDo<()>>,
    /// Its coach.
    pub coach: Option<Coach>,
    /// Its puzzles.
    pub puzzles: Option<Puzzles>,
    /// Its campaign.
    pub campaign: Option<Campaign>,
    /// Levels to begin an own one from, by name.
    pub examples: fn() -> Vec<(&'static str, &'static str)>,
    /// Its ladder of puzzles.
    pub ladder: Option<Ladder>,
}

impl Attached {
    /// Nothing of it.
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

/// One game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What is the same for every game of it.
    pub about: &'static About,
    /// True when the first lines of a file look like a level of this game; nothing for a game without levels.
    pub level: Option<fn(&str) -> bool>,
    /// Its verbs, for help pages.
    pub verbs: fn() -> Vec<VerbInfo>,
    /// Starts a new game.
    pub start: fn(&Brief) -> Start,
    /// True when a run with this header comes out the same today.
    pub plays_rules: fn(&Header) -> bool,
    /// Begins to play a run again for those the seating names, and to check it, the moves of built-in strategies among the
    /// rest: see [`crate::Again::new`].
    pub again: PlayAgain,
    /// Checks a level text.
    pub check: fn(&str) -> Vec<Finding>,
    /// Makes a batch of its games.
    #[cfg(feature = "batch")]
    pub batch: crate::batch::Batching,
    /// Measures its speed for about so long, by this clock.
    #[cfg(feature = "programs")]
    pub bench: fn(Duration, Clock) -> Figures,
    /// What teaches it.
    pub teaching: Teaching,
    /// What a search of seeds can ask about it.
    #[cfg(feature = "programs")]
    pub surveys: Surveys,
    /// How it is played for points.
    pub contest: Contest,
    /// How its games are ranked, and its feats.
    pub lore: Lore,
    /// What only some games have.
    pub attached: Attached,
}

impl Entry {
    /// The entry of a game that needs nothing special.
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

    /// The same with other answers for a search of seeds.
    #[must_use]
    #[cfg_attr(not(feature = "programs"), allow(unused_mut, unused_variables))]
    pub const fn with_surveys(mut self, surveys: Surveys) -> Self {
        #[cfg(feature = "programs")]
        {
            self.surveys = surveys;
        }
        self
    }

    /// Plays a run again up to so many commands, and checks it: see [`crate::Again::new`].
    ///
    /// # Errors
    /// When it cannot even begin.
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

    /// Plays a whole run again, checks it, and shows the game to `see` at its start and after every command. Where `see`
    /// answers false it stops there. With `told` there are sentences to see, too; they cost time.
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
