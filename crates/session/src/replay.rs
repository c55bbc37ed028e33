//! Replays: plays a run again up to any command, and finds the turn at which it differs.

use crate::chapter::Chapter;
use crate::contract::{Brief, Seating, Session};
use crate::facts::{pulse_letters, vitals_text};
use crate::live::Live;
use crate::practice::Order;
use crate::run::{Ending, Header, Run};
use crate::snapshot::Snapshot;
use crate::work::Work;
use kernel::{About, Finding, Guide, Listener, Options, Outcome, Policy, Seat, Seed};
use std::borrow::Cow;

/// The move that a built-in strategy must have made.
pub struct Due<C> {
    /// The player, as the subject of a sentence.
    pub who: String,
    /// The move, or why it cannot be computed here.
    pub command: Result<C, String>,
}

/// Recomputes the moves of built-in strategies; `None` if a person or a program is to move.
pub type Referee<G> = Box<dyn FnMut(&G) -> Option<Due<<G as kernel::Game>::Command>> + Send>;

/// Puts strategies and programs on their seats after a replay. Returns messages for the player.
pub type SitDown<G> = Box<dyn FnOnce(&mut Live<G>) -> Result<Vec<String>, String> + Send>;

/// A difference between a run and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The turn, counted in commands from 1; 0 if the game could not be started.
    pub turn: usize,
    /// What differs.
    pub what: String,
}

/// A run after its replay.
pub struct Replayed {
    /// The game after the last command asked for.
    pub session: Box<dyn Session>,
    /// The first difference. The session then stands just before it, or as near as possible.
    pub difference: Option<Difference>,
    /// Messages about who plays now.
    pub notes: Vec<String>,
}

/// The result of a replay, or why it could not begin.
pub type Replay = Result<Replayed, Difference>;

fn differs(turn: usize, what: impl Into<String>) -> Difference {
    Difference { turn, what: what.into() }
}

/// A replay in parts. Dropping it cancels it.
pub trait Replaying: Send {
    /// Replays this many commands more and checks each; with `told` their sentences are available, which costs
    /// time. False if there is nothing left to replay, at the end or after a difference.
    fn play(&mut self, commands: usize, told: bool) -> bool;

    /// Does a part of the preparation after which the players can move at once; false when it is complete.
    /// Without it they wait when they first move.
    fn study(&mut self) -> bool;

    /// The run.
    fn run(&self) -> &Run;

    /// The number of commands replayed, and of all commands; during the preparation its progress.
    fn progress(&self) -> (usize, usize);

    /// The current game.
    fn session(&self) -> &dyn Session;

    /// The first difference. The game then stands just before it, or as near as possible.
    fn difference(&self) -> Option<&Difference>;

    /// Replays the rest, so that the game can continue.
    fn finish(self: Box<Self>) -> Replay;
}

/// The implementation of [`Replaying`] for every game.
pub struct Again<'a, G: Guide> {
    live: Live<G>,
    run: Cow<'a, Run>,
    at: usize,
    upto: usize,
    /// The number of checkpoints and endings that were compared.
    checkpoint: usize,
    ending: usize,
    referee: Option<Referee<G>>,
    sit_down: Option<SitDown<G>>,
    study: Option<Box<dyn Work<()>>>,
    difference: Option<Difference>,
    /// Whether the sentences of the last command have not been made.
    untold: bool,
}

impl<'a, G: Guide> Again<'a, G> {
    /// Begins to replay a run up to `upto` commands, checking every pulse and checkpoint. The listener is
    /// called for every roll. With a snapshot of an earlier, checked replay it starts there.
    ///
    /// # Errors
    /// If the game cannot be started from the header: other rules, unknown options, a refused level.
    pub fn new(
        run: Cow<'a, Run>,
        upto: usize,
        snapshot: Option<&Snapshot>,
        listener: Option<Listener>,
        policy: &Policy,
    ) -> Result<Self, Difference> {
        let mut live = begin::<G>(&run, listener, policy)?;
        let upto = upto.min(run.steps.len());
        let mut at = 0;
        if let Some(snapshot) = snapshot.filter(|snapshot| snapshot.after <= upto)
            && let Some(game) = snapshot.game.downcast_ref::<G>()
        {
            at = snapshot.after;
            let skipped = run.steps[..at].iter().map(|step| (step.seat, step.text.clone())).collect();
            let keyed = live.keyed;
            live = Live::around(game.clone(), live.header);
            live.keyed = keyed;
            live.skipped = skipped;
            live.replaying = true;
            live.set_said(&snapshot.said);
        } else if let Some(chapter) = &run.header.chapter {
            let keyed = live.keyed;
            live = within::<G>(chapter, live.header)?;
            live.keyed = keyed;
        }
        let checkpoint = run.checkpoints.iter().take_while(|checkpoint| checkpoint.after <= at).count();
        let ending = run.endings.iter().take_while(|ending| ending.after <= at).count();
        // Journals never contain such lines; they would claim a score without a game.
        let forged = run.endings.iter().any(|ending| ending.after == 0)
            || run.checkpoints.iter().any(|c| c.after == 0);
        let difference = forged.then(|| differs(0, "the run has an end before its first command"));
        Ok(Self {
            live,
            run,
            at,
            upto,
            checkpoint,
            ending,
            referee: None,
            sit_down: None,
            study: None,
            difference,
            untold: false,
        })
    }

    /// Sets the recomputation of built-in strategies' moves, what seats them afterwards, and their preparation.
    /// Moves before a snapshot were recomputed earlier.
    #[must_use]
    pub fn with_seats(
        mut self,
        referee: Referee<G>,
        sit_down: SitDown<G>,
        study: Option<Box<dyn Work<()>>>,
    ) -> Self {
        self.study = study;
        self.referee = (self.at == 0).then_some(referee);
        self.sit_down = Some(sit_down);
        self
    }

    /// The current state.
    pub const fn game(&self) -> &G {
        &self.live.game
    }

    /// Replays one command.
    fn step(&mut self) -> Result<(), Difference> {
        let Self { live, run, at, referee, .. } = self;
        let step = &run.steps[*at];
        let turn = *at + 1;
        let Some(order) = live.read_order(Seat(step.seat), &step.text) else {
            return Err(differs(turn, format!("'{}' is not a command of {}", step.text, G::ABOUT.id)));
        };
        if let Some(referee) = referee
            && let Order::Command(command) = order
            && live.game.to_move() == Seat(step.seat)
            && let Some(what) = objection(referee, &live.game, command)
        {
            return Err(differs(turn, what));
        }
        live.clear_events();
        if let Err(reason) = live.carry_out(Seat(step.seat), order) {
            return Err(differs(turn, format!("'{}' is refused here: {reason}", step.text)));
        }
        if !step.fits(pulse_letters(live.game.pulse())) {
            let what = format!("after '{}' the state differs from the recorded one", step.text);
            return Err(differs(turn, what));
        }
        self.check(turn)?;
        self.at = turn;
        Ok(())
    }

    /// Compares the game after a command with its checkpoints and endings.
    fn check(&mut self, turn: usize) -> Result<(), Difference> {
        let Self { live, run, checkpoint, ending, .. } = self;
        while let Some(kept) = run.checkpoints.get(*checkpoint).filter(|kept| kept.after == turn) {
            *checkpoint += 1;
            if live.digest() != kept.digest {
                let now = vitals_text(&live.game.vitals(live.game.to_move()));
                return Err(differs(turn, what_differs(&kept.vitals, now.trim_start())));
            }
        }
        while let Some(kept) = run.endings.get(*ending).filter(|kept| kept.after == turn) {
            *ending += 1;
            check_ending(kept, live.game.outcome())?;
        }
        Ok(())
    }
}

impl<G: Guide> Replaying for Again<'_, G> {
    fn play(&mut self, commands: usize, told: bool) -> bool {
        let to = self.upto.min(self.at.saturating_add(commands));
        if self.difference.is_some() || self.at == to {
            return false;
        }
        while self.at < to {
            if let Err(difference) = self.step() {
                self.difference = Some(difference);
                return false;
            }
        }
        self.untold = !told;
        if told {
            self.live.narrate(None);
        }
        true
    }

    fn study(&mut self) -> bool {
        self.study.take_if(|work| work.step().is_some());
        self.study.is_some()
    }

    fn run(&self) -> &Run {
        &self.run
    }

    fn progress(&self) -> (usize, usize) {
        match &self.study {
            Some(work) => work.progress().unwrap_or((0, 1)),
            None => (self.at, self.upto),
        }
    }

    fn session(&self) -> &dyn Session {
        &self.live
    }

    fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    fn finish(mut self: Box<Self>) -> Replay {
        self.play(usize::MAX, false);
        let Self { mut live, run, sit_down, difference, untold, .. } = *self;
        if untold && difference.is_none() {
            live.narrate(None);
        }
        live.continue_from(run.chain);
        let notes = match sit_down {
            Some(sit_down) => sit_down(&mut live).map_err(|what| differs(0, what))?,
            None => Vec::new(),
        };
        Ok(Replayed { session: Box::new(live), difference, notes })
    }
}

/// The page cannot read states: chapters come from rooms on a network, which it does not have.
#[cfg(not(feature = "programs"))]
fn within<G: Guide>(_: &Chapter, _: Header) -> Result<Live<G>, Difference> {
    Err(differs(0, "a chapter of a long game is played by the program `undercroft`, not here"))
}

/// A chapter at its beginning. A state is accepted only if the game would write it in exactly this way.
#[cfg(feature = "programs")]
fn within<G: Guide>(chapter: &Chapter, header: Header) -> Result<Live<G>, Difference> {
    let strange = || differs(0, "the state this chapter begins from is none of this game");
    let game = postcard::from_bytes::<G>(&chapter.state).map_err(|_| strange())?;
    let mut live = Live::around(game, header);
    live.replaying = true;
    if live.state() == chapter.state { Ok(live) } else { Err(strange()) }
}

fn begin<G: Guide>(run: &Run, listener: Option<Listener>, policy: &Policy) -> Result<Live<G>, Difference> {
    let header = &run.header;
    let brief = brief_of(header, &G::ABOUT, G::plays_rules, policy)?;
    let mut seed = Seed::from_text(&brief.seed);
    if let Some(listener) = listener {
        seed = seed.heard_by(listener);
    }
    let (mut live, _) = Live::<G>::start_with(&brief, &seed).map_err(|findings| refused_level(&findings))?;
    live.header.rules = header.rules;
    live.header.chapter.clone_from(&header.chapter);
    live.replaying = true;
    Ok(live)
}

/// Compares an ending with the outcome at its command.
fn check_ending(kept: &Ending, outcome: Option<Outcome>) -> Result<(), Difference> {
    if outcome.is_some_and(|now| now.verdict.word() == kept.result && now.score == kept.score) {
        return Ok(());
    }
    Err(differs(kept.after, format!("the run says it ended as {} {}", kept.result, kept.score)))
}

/// The brief of a run, if the game plays its rules.
fn brief_of(
    header: &Header,
    about: &About,
    plays_rules: fn(u32, &Options) -> bool,
    policy: &Policy,
) -> Result<Brief, Difference> {
    let options = header.to_options(about.options);
    if !plays_rules(header.rules, options.as_ref().unwrap_or(&Options::default())) {
        let (played, id, plays) = (header.rules, about.id, about.rules);
        let what = format!("the run was played by rules {played} of {id}, this program plays rules {plays}");
        return Err(differs(0, what));
    }
    Ok(Brief {
        seed: header.seed.clone(),
        options: options.map_err(|what| differs(0, what))?,
        level: header.level.clone(),
        about: header.about.clone(),
        seating: Seating { policy: *policy, seats: Vec::new() },
    })
}

fn refused_level(findings: &[Finding]) -> Difference {
    let what = findings.first().map_or("the level is refused", |finding| finding.what.as_str());
    differs(0, format!("the level inside is refused: {what}"))
}

/// The objection of a referee to a move, if it has one.
fn objection<G: Guide>(referee: &mut Referee<G>, game: &G, made: G::Command) -> Option<String> {
    let Due { who, command } = referee(game)?;
    let word = |command| {
        let mut spelled = String::new();
        G::grammar().spell(command, &mut spelled);
        spelled
    };
    match command {
        Ok(due) if due == made => None,
        Ok(due) => Some(format!("{who} plays '{}' here, the run has '{}'", word(due), word(made))),
        Err(why) => Some(format!("what {who} plays cannot be computed here: {why}")),
    }
}

/// "hp was 88 and is 80": the vitals that differ, or the digest if none does.
fn what_differs(kept: &str, now: &str) -> String {
    let pairs = |text: &str| -> Vec<(String, String)> {
        text.split(' ')
            .filter_map(|pair| pair.split_once('='))
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .collect()
    };
    let now = pairs(now);
    let parts: Vec<String> = pairs(kept)
        .into_iter()
        .filter_map(|(name, was)| {
            let is = now.iter().find(|(other, _)| *other == name).map(|(_, value)| value)?;
            (*is != was).then(|| format!("{name} was {was} and is {is}"))
        })
        .collect();
    if parts.is_empty() { "the digest of the state differs".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
