//! A game in sentences (those of `--speak`), for language models.

use crate::tools::{brief, entry_of, findings_error, value_error};
use front_line::Voice;
use kernel::Vital;
use pyo3::prelude::*;
use session::{ReplyKind, Session};

/// A game played in sentences.
#[pyclass(unsendable, module = "undercroft._core")]
pub(crate) struct Talk {
    session: Box<dyn Session>,
    voice: Voice,
    journal: String,
}

#[pymethods]
impl Talk {
    #[new]
    #[pyo3(signature = (game, seed, options, level))]
    fn new(
        game: &str,
        seed: String,
        options: Vec<(String, String)>,
        level: Option<(String, String)>,
    ) -> PyResult<Self> {
        let entry = entry_of(game)?;
        let mut brief = brief(entry, &options, level)?;
        brief.seed = seed;
        let (mut session, _) = (entry.start)(&brief).map_err(|findings| findings_error(&findings))?;
        session.mark(session::BOT);
        let voice = Voice::greeting(session.as_ref());
        Ok(Self { session, voice, journal: String::new() })
    }

    /// The sentences since the last call.
    fn said(&mut self) -> String {
        self.voice.take_said()
    }

    /// Plays a typed line; returns the kind of reply as a word.
    fn play(&mut self, line: &str) -> PyResult<&'static str> {
        if line.contains(['\n', '\r']) {
            return Err(value_error("A command is one line."));
        }
        let before = self.session.commands();
        if self.session.outcome().is_some() {
            self.voice.hear(line, self.session.as_mut());
            return Ok(ReplyKind::Over.word());
        }
        let refused =
            matches!(self.session.outlook(self.session.to_move(), line), session::Outlook::Refused(_));
        self.voice.hear(line, self.session.as_mut());
        let kind = match self.session.commands() > before {
            true => ReplyKind::Played,
            false if refused => ReplyKind::Refused,
            false => ReplyKind::Misread,
        };
        self.session.journal(&mut self.journal);
        Ok(kind.word())
    }

    /// The score so far.
    fn score(&self) -> i64 {
        let vitals = self.session.vitals(self.session.to_move());
        let so_far = vitals.0.iter().find_map(|(name, value)| match value {
            Vital::Number(number) if *name == "score" => Some(*number),
            _ => None,
        });
        self.session.outcome().map(|outcome| outcome.score).or(so_far).unwrap_or(0)
    }

    /// How the game ended, as a word, if it has ended.
    fn verdict(&self) -> Option<&'static str> {
        self.session.outcome().map(|outcome| outcome.verdict.word())
    }

    /// The commands that can be typed now, with their purposes.
    fn words(&self) -> Vec<(String, &'static str)> {
        let phase = self.session.phase();
        let verbs = self.session.verbs().into_iter().filter(|verb| verb.phases & (1 << phase) != 0);
        verbs
            .filter_map(|verb| {
                let word = verb.words.first()?;
                Some((format!("{word} {}", verb.follows).trim_end().to_owned(), verb.help))
            })
            .collect()
    }

    /// What the game's bot would type.
    fn suggest(&self) -> Option<String> {
        self.session.suggest()
    }

    /// The game so far, as the text of a run.
    fn run_text(&mut self) -> String {
        self.session.checkpoint();
        self.session.journal(&mut self.journal);
        self.journal.clone()
    }

    /// Digest of the state, 16 hexadecimal digits.
    fn digest(&self) -> String {
        format!("{:016x}", self.session.digest())
    }
}
