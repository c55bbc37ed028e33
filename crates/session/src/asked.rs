//! Convenience methods of [`Session`], the same for every game.

use crate::contract::{Input, Outlook, PressReply, Reply, ReplyKind, Sentence, Session, VerbInfo};
use crate::facts::digest_of;
use crate::run::Step;
use kernel::{Adjustment, Outcome, Rng, Seat, Seed, Stroke};

impl dyn Session + '_ {
    /// The id of the game.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.about().id
    }

    /// The name of the game for people.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.about().title
    }

    /// The verbs, in the order of the help page. Verbs without effect are valid in no phase.
    #[must_use]
    pub fn verbs(&self) -> Vec<VerbInfo> {
        self.vocabulary().verbs
    }

    /// What the seat to move can set now; empty outside practice games.
    #[must_use]
    pub fn adjustments(&self) -> Vec<Adjustment> {
        self.vocabulary().adjustments
    }

    /// The phase of the game.
    #[must_use]
    pub fn phase(&self) -> u8 {
        self.status().phase
    }

    /// Whose move it is.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.status().to_move
    }

    /// Whether a seat is played by a strategy or a program.
    #[must_use]
    pub fn has_strategy(&self, seat: Seat) -> bool {
        self.status().strategies.contains(&seat)
    }

    /// The number of commands played.
    #[must_use]
    pub fn commands(&self) -> usize {
        self.status().commands
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.status().outcome
    }

    /// Whether it is over because the player left it.
    #[must_use]
    pub fn is_left(&self) -> bool {
        self.outcome().is_some_and(|outcome| outcome.left)
    }

    /// Plays all commands of a line for the seat to move, or none if any of it is not understood.
    pub fn play_line(&mut self, line: &str) -> Reply {
        self.play(None, Input::Line(line)).done().unwrap_or_else(Reply::nothing)
    }

    /// Takes a word for the seat to move; `None` while a command is incomplete.
    pub fn play_word(&mut self, word: &str, next: Option<&str>) -> Option<Reply> {
        self.play(None, Input::Word(word, next)).done()
    }

    /// Takes a key for the seat to move.
    pub fn press(&mut self, stroke: Stroke) -> PressReply {
        self.play(None, Input::Key(stroke))
    }

    /// Plays the action with this number for the seat to move.
    pub fn play_index(&mut self, index: usize) -> Reply {
        self.play(None, Input::Action(index)).done().unwrap_or_else(Reply::nothing)
    }

    /// Plays one command of the game's bot; `dice` is the bot's generator.
    pub fn play_advice(&mut self, dice: &mut Rng) -> Option<Reply> {
        let line = self.advise(dice)?;
        Some(self.play_line(&line))
    }

    /// What the game's bot would play now, with the same dice every time; changes nothing.
    #[must_use]
    pub fn suggest(&self) -> Option<String> {
        self.advise(&mut Rng::stream(&Seed::from_text(&self.header().seed), "suggestion", &[]))
    }

    /// Plays one recorded command for its seat, to step through a replay.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn replay_step(&mut self, seat: u8, text: &str) -> Result<(), String> {
        match self.play(Some(Seat(seat)), Input::Recorded(text)).done() {
            Some(Reply { kind: ReplyKind::Played, .. }) => Ok(()),
            Some(reply) => Err(reply.said.into_iter().map(|sentence| sentence.text).collect()),
            None => Err(format!("'{text}' is incomplete")),
        }
    }

    /// Plays one recorded command and compares the state with the recorded one.
    ///
    /// # Errors
    /// Why it cannot be played, or that the state differs.
    pub fn follow(&mut self, step: &Step) -> Result<(), String> {
        self.replay_step(step.seat, &step.text)?;
        match step.fits(self.status().pulse) {
            true => Ok(()),
            false => Err("the state differs from the recorded one".to_owned()),
        }
    }

    /// What would happen if a seat played a line now; changes nothing.
    #[must_use]
    pub fn outlook(&self, seat: Seat, line: &str) -> Outlook {
        self.foresee(seat, Input::Line(line))
    }

    /// Sentences of the last reply in the words of the application; those that only line mode says are left out.
    #[must_use]
    pub fn told(&self, said: &[Sentence]) -> Vec<Sentence> {
        let mut told = self.worded(said);
        told.retain(|sentence| !sentence.shown().is_empty());
        told
    }

    /// Sentences of the last reply, also in the words of the application.
    pub(crate) fn worded(&self, said: &[Sentence]) -> Vec<Sentence> {
        let mut worded = self.said_to(self.to_move()).into_iter().peekable();
        let mut told = Vec::with_capacity(said.len());
        for sentence in said {
            // What others alone get to know of, and what a reply adds, has no other words.
            let same = worded.next_if(|worded| worded.text == sentence.text);
            told.push(same.unwrap_or_else(|| sentence.clone()));
        }
        told
    }

    /// What the last command said to the console and not to the display.
    #[must_use]
    pub fn asides(&self) -> Vec<String> {
        self.facts().into_iter().filter_map(|fact| fact.aside).collect()
    }

    /// Appends the lines of the run that were not written yet; those of a new game begin with the header.
    pub fn journal(&mut self, out: &mut String) {
        self.lines().take(out);
    }

    /// Marks the run, for instance as `assisted`.
    pub fn mark(&mut self, mark: &str) {
        self.lines().mark(mark);
    }

    /// The digest of the state.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest_of(&self.state())
    }

    /// All commands, as spelled in runs.
    #[must_use]
    pub fn log(&self) -> Vec<(u8, String)> {
        (0..self.commands()).map_while(|index| self.step(index)).collect()
    }

    /// The last command and its pulse as kept in the run.
    #[must_use]
    pub fn last_step(&self) -> Option<(String, u32)> {
        let status = self.status();
        let (_, text) = self.step(status.commands.checked_sub(1)?)?;
        Some((text, status.pulse))
    }
}
