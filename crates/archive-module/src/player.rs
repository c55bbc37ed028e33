//! Replays a run by the rules of the module, one command at a time.

use kernel::{Guide, Policy, Scene};
use session::{Again, Replaying, Run};
use std::borrow::Cow;

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The run has no more commands.
    Ended,
    /// The next command was played, and the state is the recorded one.
    Played,
    /// The state differs from the run; the text says how.
    Differs(String),
}

/// A run being replayed.
pub struct Player(Box<dyn Replaying>);

impl Player {
    /// Parses a run and starts its game. Moves of built-in strategies are taken from the run.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn new<G: Guide>(bytes: &[u8]) -> Result<Self, String> {
        let parsed = Run::parse(bytes);
        if let Some(damage) = parsed.damage.filter(|damage| !damage.torn) {
            return Err(format!("line {}: {}", damage.line, damage.what));
        }
        let run = Cow::Owned(parsed.run.ok_or("there is no run")?);
        let again = Again::<G>::new(run, usize::MAX, None, None, &Policy::default());
        let again = again.map_err(|difference| difference.what)?;
        match again.difference() {
            Some(difference) => Err(difference.what.clone()),
            None => Ok(Self(Box::new(again))),
        }
    }

    /// Plays the next command and compares the state with the recorded one.
    pub fn step(&mut self) -> Stepped {
        match (self.0.play(1, true), self.0.difference()) {
            (_, Some(difference)) => Stepped::Differs(difference.what.clone()),
            (true, None) => Stepped::Played,
            (false, None) => Stepped::Ended,
        }
    }

    /// The last command that was played, as recorded.
    #[must_use]
    pub fn command(&self) -> &str {
        let (played, _) = self.0.progress();
        played.checked_sub(1).map_or("", |last| &self.0.run().steps[last].text)
    }

    /// The scene as text, preceded by the sentences if the scene does not show them.
    #[must_use]
    pub fn page(&self) -> Vec<u8> {
        let (session, mut page) = (self.0.session(), Vec::new());
        if !session.about().scene_speaks {
            for sentence in session.said() {
                page.extend_from_slice(sentence.as_bytes());
                page.push(b'\n');
            }
        }
        let mut scene = Scene::default();
        session.draw(session.to_move(), 0, 0, None, &mut scene);
        scene.write_text(&mut page);
        page
    }

    /// The vitals.
    #[must_use]
    pub fn vitals(&self) -> String {
        let session = self.0.session();
        session::vitals_text(&session.vitals(session.to_move()))
    }

    /// Turns, score, `ended` or `open`, and the digest of the state.
    #[must_use]
    pub fn verdict(&self) -> String {
        let session = self.0.session();
        let (vitals, outcome) = (session.vitals(session.to_move()), session.outcome());
        let turns = vitals.number("turn").unwrap_or(self.0.progress().0 as i64);
        let word = if outcome.is_some() { "ended" } else { "open" };
        let score = outcome.map(|outcome| outcome.score).or_else(|| vitals.number("score")).unwrap_or(0);
        format!("{turns} {score} {word} {:016x}", session.digest())
    }
}
