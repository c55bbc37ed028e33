//! A state of a game in a batch, with the commands that led to it.

use super::games::{Kit, Mate};
use super::log::Log;
use crate::Live;
use crate::contract::Session as _;
use crate::facts::digest_of;
use kernel::{Guide, Seed};
use std::any::Any;
use std::sync::Arc;

/// A state and its history. It is immutable; copies share it.
#[derive(Clone)]
pub struct Kept(pub(super) Arc<dyn State>);

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kept({:016x})", self.digest())
    }
}

impl Kept {
    /// The digest of the state.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.0.digest()
    }

    /// The run up to this state as text.
    #[must_use]
    pub fn run_text(&self) -> String {
        self.0.run_text()
    }

    /// The state, for code that knows the game.
    #[must_use]
    pub fn state<G: Guide>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref::<Saved<G>>().map(|saved| &saved.game)
    }

    /// The id of the game.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.0.game()
    }
}

/// The parts of a state that do not depend on the game.
pub(super) trait State: Send + Sync {
    fn digest(&self) -> u64;
    fn run_text(&self) -> String;
    fn game(&self) -> &'static str;
    fn as_any(&self) -> &dyn Any;
}

/// A state of one game.
pub(super) struct Saved<G: Guide> {
    pub(super) kit: Arc<Kit<G>>,
    pub(super) game: G,
    pub(super) seed: Arc<str>,
    pub(super) dice: Seed,
    pub(super) log: Log<G::Command>,
    pub(super) mate: Option<Mate<G>>,
}

impl<G: Guide> State for Saved<G> {
    fn digest(&self) -> u64 {
        state_digest(&self.game)
    }

    fn run_text(&self) -> String {
        run_text(&self.kit, &self.seed, &self.log)
    }

    fn game(&self) -> &'static str {
        G::ABOUT.id
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub(super) fn state_digest<G: Guide>(game: &G) -> u64 {
    digest_of(&postcard::to_allocvec(game).expect("every state can be written"))
}

/// Replays the commands of a game and returns its run, marked as a bot's.
pub(super) fn run_text<G: Guide>(kit: &Kit<G>, seed: &str, log: &Log<G::Command>) -> String {
    let mut brief = kit.brief.clone();
    seed.clone_into(&mut brief.seed);
    let mut text = String::new();
    let Ok((mut live, _)) = Live::<G>::start_with(&brief, &Seed::from_text(seed)) else { return text };
    live.lines().mark(crate::BOT);
    for (seat, command) in log.iter(&kit.deeds) {
        if live.act(seat, command).is_err() {
            return text;
        }
    }
    live.checkpoint();
    live.lines().take(&mut text);
    text
}
