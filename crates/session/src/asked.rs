//! What follows from the questions a [`Session`] answers: the same for every game.

use crate::contract::{Input, Outlook, PressReply, Reply, ReplyKind, Session, VerbInfo};
use crate::facts::digest_of;
use crate::run::Step;
use kernel::{Adjustment, Outcome, Rng, Seat, Seed, Stroke};

impl dyn Session + '_ {
    /// Id of the game.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.about().id
    }

    /// Name of the game for people.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.about().title
    }

    /// The verbs, in the order of the help page. Those that the options leave without use are meant in no phase.
    #[must_use]
    pub fn verbs(&self) -> Vec<VerbInfo> {
        self.vocabulary().verbs
    }

    /// What whoever is to move can set now; nothing outside practice games.
    #[must_use]
    pub fn adjustments(&self) -> Vec<Adjustment> {
        self.vocabulary().adjustments
    }

    /// The phase the game is in.
    #[must_use]
    pub fn phase(&self) -> u8 {
        self.status().phase
    }

    /// Whose move it is.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.status().to_move
    }

    /// True when a seat is played by a strategy or a program and not by a person.
    #[must_use]
    pub fn has_strategy(&self, seat: Seat) -> bool {
        self.status().strategies.contains(&seat)
    }

    /// How many commands have been played.
    #[must_use]
    pub fn commands(&self) -> usize {
        self.status().commands
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.status().outcome
    }

    /// True when it is over because the player chose to leave it.
    #[must_use]
    pub fn is_left(&self) -> bool {
        self.outcome().is_some_and(|outcome| outcome.left)
    }

    /// Plays everything on one line, for the seat whose move it is, or nothing if a part of it is not understood.
    pub fn play_line(&mut self, line: &str) -> Reply {
        self.play(None, Input::Line(line)).done().unwrap_or_else(Reply::nothing)
    }

    /// Takes a word for the seat whose move it is; nothing while a command is incomplete.
    pub fn play_word(&mut self, word: &str, next: Option<&str>) -> Option<Reply> {
        self.play(None, Input::Word(word, next)).done()
    }

    /// Takes one key for the seat whose move it is.
    pub fn press(&mut self, stroke: Stroke) -> PressReply {
        self.play(None, Input::Key(stroke))
    }

    /// Plays the command with this number for the seat whose move it is.
    pub fn play_index(&mut self, index: usize) -> Reply {
        self.play(None, Input::Action(index)).done().unwrap_or_else(Reply::nothing)
    }

    /// Lets the game's own bot play one command with its own dice.
    pub fn play_advice(&mut self, dice: &mut Rng) -> Option<Reply> {
        let line = self.advise(dice)?;
        Some(self.play_line(&line))
    }

    /// What the game's own bot would play now, always the same; nothing changes.
    #[must_use]
    pub fn suggest(&self) -> Option<String> {
        self.advise(&mut Rng::stream(&Seed::from_text(&self.header().seed), "suggestion", &[]))
    }

    /// Plays one command of a run for the seat it names; for stepping through a replay.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    pub fn replay_step(&mut self, seat: u8, text: &str) -> Result<(), String> {
        match self.play(Some(Seat(seat)), Input::Recorded(text)).done() {
            Some(Reply { kind: ReplyKind::Played, .. }) => Ok(()),
            Some(reply) => Err(reply.said.into_iter().map(|sentence| sentence.text).collect()),
            None => Err(format!("'{text}' is incomplete")),
        }
    }

    /// Plays one command of a run again and compares the state with the recorded one.
    ///
    /// # Errors
    /// The reason why it cannot be played, or that the state differs.
    pub fn follow(&mut self, step: &Step) -> Result<(), String> {
        self.replay_step(step.seat, &step.text)?;
        match step.fits(self.status().pulse) {
            true => Ok(()),
            false => Err("the state differs from the recorded one".to_owned()),
        }
    }

    /// What would come of a line if a seat played it now; nothing changes.
    #[must_use]
    pub fn outlook(&self, seat: Seat, line: &str) -> Outlook {
        self.foresee(seat, Input::Line(line))
    }

    /// What the last command said to the console and not to the display.
    #[must_use]
    pub fn asides(&self) -> Vec<String> {
        self.facts().into_iter().filter_map(|fact| fact.aside).collect()
    }

    /// Moves the lines not yet written to the end of `out`; for a new game the header comes first.
    pub fn journal(&mut self, out: &mut String) {
        self.lines().take(out);
    }

    /// Marks the run, for instance as `assisted`.
    pub fn mark(&mut self, mark: &str) {
        self.lines().mark(mark);
    }

    /// Digest of the whole state.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest_of(&self.state())
    }

    /// The commands from the beginning, spelled.
    #[must_use]
    pub fn log(&self) -> Vec<(u8, String)> {
        (0..self.commands()).map_while(|index| self.step(index)).collect()
    }

    /// The last command and the letters of its pulse, as numbers.
    #[must_use]
    pub fn last_step(&self) -> Option<(String, u32)> {
        let status = self.status();
        let (_, text) = self.step(status.commands.checked_sub(1)?)?;
        Some((text, status.pulse))
    }
}
