//! A run being played by the rules of a module, one command at a time: in place of `crates/archive-module/src/player.rs` for
//! rules 1 of boo and cave, whose commits have another contract.

use kernel::{Game, Scene};
use session::{Run, Session};

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The run has no more commands.
    Ended,
    /// The next command was played, and the state is the recorded one.
    Played,
    /// It differs from the run here: what differs.
    Differs(String),
}

/// A run and the game as it stands.
pub struct Player {
    run: Run,
    session: Box<dyn Session>,
    at: usize,
    checkpoint: usize,
    ending: usize,
}

impl Player {
    /// Reads a run and starts its game.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn new<G: Game + 'static>(bytes: &[u8]) -> Result<Self, String> {
        let parsed = Run::parse(bytes);
        if let Some(damage) = parsed.damage.filter(|damage| !damage.torn) {
            return Err(format!("line {}: {}", damage.line, damage.what));
        }
        let run = parsed.run.ok_or("there is no run")?;
        let forged = run.endings.iter().any(|ending| ending.after == 0)
            || run.checkpoints.iter().any(|kept| kept.after == 0);
        if forged {
            return Err("the run has an end before its first command".to_owned());
        }
        let replayed = session::replay::<G>(&run, 0, None, None).map_err(|difference| difference.what)?;
        Ok(Self { run, session: Box::new(replayed.session), at: 0, checkpoint: 0, ending: 0 })
    }

    /// Plays the next command and compares the state with what the run kept of it.
    pub fn step(&mut self) -> Stepped {
        let Some(step) = self.run.steps.get(self.at) else { return Stepped::Ended };
        if let Err(reason) = self.session.replay_step(step.seat, &step.text) {
            return Stepped::Differs(format!("'{}' is refused here: {reason}", step.text));
        }
        if self.session.last_step().is_none_or(|(_, pulse)| pulse != step.pulse) {
            return Stepped::Differs(format!("after '{}' the state differs from the recorded one", step.text));
        }
        self.at += 1;
        while let Some(kept) = self.run.checkpoints.get(self.checkpoint).filter(|kept| kept.after == self.at) {
            self.checkpoint += 1;
            if self.session.digest() != kept.digest {
                return Stepped::Differs("the digest of the state differs".to_owned());
            }
        }
        while let Some(kept) = self.run.endings.get(self.ending).filter(|kept| kept.after == self.at) {
            self.ending += 1;
            let now = self.session.outcome().map(|end| (end.verdict.word().to_owned(), end.score));
            if now != Some((kept.result.clone(), kept.score)) {
                return Stepped::Differs(format!("the run says it ended as {} {}", kept.result, kept.score));
            }
        }
        Stepped::Played
    }

    /// The last command that was played, as the run has it.
    #[must_use]
    pub fn command(&self) -> &str {
        self.at.checked_sub(1).map_or("", |last| &self.run.steps[last].text)
    }

    /// The sentences where the scene does not show them, and the scene, as text.
    #[must_use]
    pub fn page(&self) -> Vec<u8> {
        let mut page = Vec::new();
        if !self.session.scene_speaks() {
            for sentence in self.session.said() {
                page.extend_from_slice(sentence.as_bytes());
                page.push(b'\n');
            }
        }
        let mut scene = Scene::default();
        self.session.draw(0, 0, None, &mut scene);
        scene.write_text(&mut page);
        page
    }

    /// The numbers about the player.
    #[must_use]
    pub fn vitals(&self) -> String {
        session::vitals_text(&self.session.vitals())
    }

    /// Turns, score, `ended` or `open`, and the digest of the state.
    #[must_use]
    pub fn verdict(&self) -> String {
        let (vitals, outcome) = (self.session.vitals(), self.session.outcome());
        let turns = vitals.number("turn").unwrap_or(self.at as i64);
        let word = if outcome.is_some() { "ended" } else { "open" };
        let score = outcome.map(|outcome| outcome.score).or_else(|| vitals.number("score")).unwrap_or(0);
        format!("{turns} {score} {word} {:016x}", self.session.digest())
    }
}
