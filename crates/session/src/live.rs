//! A game being played, for front-ends that do not know which one it is.

use crate::run::{Header, Level, Sealer};
use crate::seal;
use kernel::{
    Chart, Cue, Finding, Form, Game, Grammar, Misread, Narrate, Options, Outcome, Pending, Pos, Pressed,
    Reader, Rng, Scene, Seat, Seed, Stroke, View, Vital, Vitals,
};
use std::fmt::Write as _;

/// Commands between two checkpoints of the journal.
const CHECKPOINT_EVERY: usize = 256;

/// What a new game is made from.
#[derive(Clone, Debug, Default)]
pub struct Brief {
    /// The seed, any text.
    pub seed: String,
    /// House rules.
    pub options: Options,
    /// The level, if there is one.
    pub level: Option<Level>,
    /// Remarks for the header of the run.
    pub about: Vec<(String, String)>,
}

/// How an input was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyKind {
    /// The first frame.
    Start,
    /// Carried out.
    Played,
    /// Understood, but not possible; nothing changed.
    Refused,
    /// Not understood; nothing changed.
    Misread,
    /// The game has ended; nothing changed.
    Over,
}

impl ReplyKind {
    /// The word programs read.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Played => "played",
            Self::Refused => "refused",
            Self::Misread => "misread",
            Self::Over => "over",
        }
    }
}

/// The answer to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// How it was answered.
    pub kind: ReplyKind,
    /// Everything said, in order.
    pub said: Vec<String>,
    /// How each sentence is to be shown.
    pub cues: Vec<Cue>,
}

impl Reply {
    fn one(kind: ReplyKind, sentence: impl Into<String>) -> Self {
        Self { kind, said: vec![sentence.into()], cues: vec![Cue::Plain] }
    }
}

/// The answer to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PressReply {
    /// A command was complete and has been answered.
    Done(Reply),
    /// The command is not complete; the text says what is wanted.
    More(String),
}

/// A verb, for help pages and key tables.
#[derive(Clone, Debug)]
pub struct VerbInfo {
    /// What it does in one or two words.
    pub name: &'static str,
    /// How it can be typed.
    pub words: &'static [&'static str],
    /// Its default keys.
    pub keys: &'static [char],
    /// The direction it moves in.
    pub way: Option<kernel::Dir>,
    /// In which phases it is meant.
    pub phases: u8,
    /// One line of help.
    pub help: &'static str,
    /// What follows it: empty, `DIRECTION`, `1-9`, `CHARACTER`.
    pub follows: String,
}

/// A game being played. Object-safe: front-ends hold a `Box<dyn Session>`.
pub trait Session: Send {
    /// Id of the game.
    fn id(&self) -> &'static str;
    /// Name of the game for people.
    fn title(&self) -> &'static str;
    /// True when the scene shows the sentences itself.
    fn scene_speaks(&self) -> bool;
    /// True when words flow over lines.
    fn flowing(&self) -> bool;
    /// What the game started from.
    fn header(&self) -> &Header;
    /// The verbs, in the order of the help page.
    fn verbs(&self) -> Vec<VerbInfo>;
    /// The phase the game is in.
    fn phase(&self) -> u8;
    /// Whose move it is.
    fn to_move(&self) -> Seat;
    /// How many commands have been played.
    fn commands(&self) -> usize;

    /// Plays everything on one line, or nothing if a part of it is not understood.
    fn play_line(&mut self, line: &str) -> Reply;
    /// Takes the next word, where words flow; nothing while a command is incomplete.
    fn play_word(&mut self, word: &str) -> Option<Reply>;
    /// Takes one key.
    fn press(&mut self, stroke: Stroke) -> PressReply;
    /// Forgets a command that was begun and not completed; true if there was one.
    fn cancel(&mut self) -> bool;
    /// Plays the command with this number.
    fn play_index(&mut self, index: usize) -> Reply;
    /// How many commands a bot can choose from.
    fn actions(&self) -> usize;
    /// Lets the game's own bot play one command with its own dice.
    fn play_advice(&mut self, dice: &mut Rng) -> Option<Reply>;

    /// Shows the game. `note` replaces the sentences of the last command where the scene shows sentences.
    fn draw(&self, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene);
    /// Says what stands at a cell of the board such a scene shows.
    fn look(&self, cols: u16, rows: u16, at: Pos) -> String;
    /// What the player knows of the ground.
    fn chart(&self, cols: u16, rows: u16) -> Option<Chart>;
    /// The numbers about the player.
    fn vitals(&self) -> Vitals;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The events of the last reply as a JSON list.
    fn events_json(&self) -> String;
    /// The sentences of the last command that was carried out.
    fn said(&self) -> &[String];

    /// The header as the journal writes it, to be followed by everything [`Session::journal`] hands out.
    fn journal_header(&mut self) -> String;
    /// Moves the lines not yet written to the end of `out`.
    fn journal(&mut self, out: &mut String);
    /// True when the journal has lines that were not handed out yet.
    fn has_journal(&self) -> bool;
    /// Adds a checkpoint now, if commands came since the last one.
    fn checkpoint(&mut self);
    /// Marks the run, for instance as `assisted`.
    fn mark(&mut self, mark: &str);
    /// Digest of the whole state.
    fn digest(&self) -> u64;
    /// The state as bytes, for a snapshot.
    fn state(&self) -> Vec<u8>;
    /// The commands from the beginning, spelled.
    fn log(&self) -> Vec<(u8, String)>;
    /// The last command and the letters of its pulse, as numbers.
    fn last_step(&self) -> Option<(String, u32)>;
    /// Plays one command of a run for the seat it names; for stepping through a replay.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    fn replay_step(&mut self, seat: u8, text: &str) -> Result<(), String>;
}

/// A session of one particular game.
pub struct Live<G: Game> {
    pub(crate) game: G,
    pub(crate) header: Header,
    log: Vec<(Seat, G::Command)>,
    /// Commands before the log begins: those a snapshot stands for.
    pub(crate) skipped: Vec<(u8, String)>,
    reader: Reader,
    pending: Option<Pending>,
    events: Vec<G::Event>,
    said: Vec<String>,
    joined: String,
    sealer: Sealer,
    unwritten: String,
    checkpointed: usize,
    ended: bool,
    spelled: String,
}

impl<G: Game> Live<G> {
    /// A new game.
    ///
    /// # Errors
    /// The findings about the level, at least one of them an error.
    pub fn start(brief: &Brief) -> Result<(Self, Vec<Finding>), Vec<Finding>> {
        Self::start_with(brief, &Seed::from_text(&brief.seed))
    }

    /// A new game whose dice somebody may listen to.
    ///
    /// # Errors
    /// As [`Live::start`].
    pub fn start_with(brief: &Brief, seed: &Seed) -> Result<(Self, Vec<Finding>), Vec<Finding>> {
        let text = brief.level.as_ref().map(|level| level.text.as_str());
        let prepared = G::prepare(&brief.options, text);
        let Some(setup) = prepared.setup else { return Err(prepared.findings) };
        let header = Header {
            game: G::ID.to_owned(),
            rules: G::RULES,
            seed: brief.seed.clone(),
            options: brief.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            level: brief.level.clone(),
            about: brief.about.clone(),
        };
        Ok((Self::around(G::start(&setup, seed), header), prepared.findings))
    }

    pub(crate) fn around(game: G, header: Header) -> Self {
        Self {
            game,
            header,
            log: Vec::new(),
            skipped: Vec::new(),
            reader: Reader::default(),
            pending: None,
            events: Vec::new(),
            said: Vec::new(),
            joined: String::new(),
            sealer: Sealer::new(seal::START),
            unwritten: String::new(),
            checkpointed: 0,
            ended: false,
            spelled: String::new(),
        }
    }

    /// The state itself, for tests and tools that know the game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    fn grammar() -> &'static Grammar<G::Command> {
        G::grammar()
    }

    /// Goes on after a run that was read from a file: later lines continue its seals.
    pub(crate) fn continue_from(&mut self, chain: u32) {
        self.sealer = Sealer::new(chain);
        self.unwritten.clear();
        self.checkpointed = self.commands();
        self.ended = self.game.outcome().is_some();
    }

    /// Carries out one command for a seat; the law of refusals holds.
    pub(crate) fn act(&mut self, seat: Seat, command: G::Command) -> Result<(), String> {
        self.game.act(seat, command, &mut self.events).map_err(|refused| refused.0.into_owned())?;
        self.log.push((seat, command));
        self.spelled.clear();
        Self::grammar().spell(command, &mut self.spelled);
        self.sealer.step(seat.0, &self.spelled, self.game.pulse(), &mut self.unwritten);
        let ended = self.game.outcome();
        if let Some(outcome) = ended.as_ref().filter(|_| !self.ended) {
            let line = format!("end {} {}", outcome.verdict.word(), outcome.score);
            self.checkpoint_now();
            self.sealer.line(&line, &mut self.unwritten);
        } else if self.commands() - self.checkpointed >= CHECKPOINT_EVERY {
            self.checkpoint_now();
        }
        self.ended = ended.is_some();
        Ok(())
    }

    fn checkpoint_now(&mut self) {
        self.checkpointed = self.commands();
        let line = format!("= {} {:016x}{}", self.commands(), self.digest(), vitals_text(&self.vitals()));
        self.sealer.line(&line, &mut self.unwritten);
    }

    /// Plays commands one after the other; stops at the first that is refused.
    fn play(&mut self, commands: &[G::Command]) -> Reply {
        self.pending = None;
        let kept = std::mem::take(&mut self.events);
        let mut played = 0;
        let mut refusal = None;
        for &command in commands {
            let over = self.game.outcome().is_some();
            match self.act(self.game.to_move(), command) {
                Ok(()) => played += 1,
                Err(reason) => {
                    refusal = Some((if over { ReplyKind::Over } else { ReplyKind::Refused }, reason));
                    break;
                }
            }
        }
        if played == 0 {
            self.events = kept;
            let (kind, reason) = refusal.unwrap_or((ReplyKind::Misread, "Nothing was typed.".to_owned()));
            return Reply::one(kind, reason);
        }
        self.narrate();
        let mut reply = Reply {
            kind: ReplyKind::Played,
            said: self.said.clone(),
            cues: self.events.iter().filter(|event| !sentence(*event).is_empty()).map(Narrate::cue).collect(),
        };
        if let Some((_, reason)) = refusal {
            reply.said.push(reason);
            reply.cues.push(Cue::Plain);
        }
        reply
    }

    /// Turns the events of the last command into sentences.
    pub(crate) fn narrate(&mut self) {
        self.said.clear();
        self.joined.clear();
        for event in &self.events {
            let told = sentence(event);
            if !told.is_empty() {
                if !self.joined.is_empty() {
                    self.joined.push(' ');
                }
                self.joined.push_str(&told);
                self.said.push(told);
            }
        }
    }

    pub(crate) fn set_said(&mut self, said: &[String]) {
        self.said = said.to_vec();
        self.joined = said.join(" ");
    }

    pub(crate) fn clear_events(&mut self) {
        self.events.clear();
    }

    fn misread(&self, misread: Misread) -> Reply {
        if self.game.outcome().is_some() {
            return Reply::one(ReplyKind::Over, "The game is over.");
        }
        Reply::one(ReplyKind::Misread, misread.0)
    }
}

fn sentence<E: Narrate>(event: &E) -> String {
    let mut told = String::new();
    event.tell(&mut told);
    told
}

/// ` hp=100 turn=64`: the vitals of a checkpoint.
pub(crate) fn vitals_text(vitals: &Vitals) -> String {
    let mut text = String::new();
    for (name, value) in &vitals.0 {
        let _ = match value {
            Vital::Number(number) => write!(text, " {name}={number}"),
            Vital::Text(words) => write!(text, " {name}={}", words.replace(char::is_whitespace, "_")),
        };
    }
    text
}

impl<G: Game> Session for Live<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn scene_speaks(&self) -> bool {
        G::SCENE_SPEAKS
    }

    fn flowing(&self) -> bool {
        Self::grammar().flowing
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn verbs(&self) -> Vec<VerbInfo> {
        Self::grammar().verbs.iter().map(verb_info).collect()
    }

    fn phase(&self) -> u8 {
        self.game.phase()
    }

    fn to_move(&self) -> Seat {
        self.game.to_move()
    }

    fn commands(&self) -> usize {
        self.skipped.len() + self.log.len()
    }

    fn play_line(&mut self, line: &str) -> Reply {
        match Self::grammar().read(line, self.game.phase()) {
            Ok(commands) => self.play(&commands),
            Err(misread) => self.misread(misread),
        }
    }

    fn play_word(&mut self, word: &str) -> Option<Reply> {
        let read = self.reader.word(Self::grammar(), word, self.game.phase())?;
        Some(match read {
            Ok(command) => self.play(&[command]),
            Err(misread) => self.misread(misread),
        })
    }

    fn press(&mut self, stroke: Stroke) -> PressReply {
        match Self::grammar().press(&mut self.pending, stroke) {
            Pressed::Done(command) => PressReply::Done(self.play(&[command])),
            Pressed::More(wanted) => PressReply::More(wanted),
            Pressed::Misread(misread) => PressReply::Done(self.misread(misread)),
        }
    }

    fn cancel(&mut self) -> bool {
        self.pending.take().is_some()
    }

    fn play_index(&mut self, index: usize) -> Reply {
        match Self::grammar().actions().get(index) {
            Some(&command) => self.play(&[command]),
            None => self.misread(Misread(format!("There is no action {index}."))),
        }
    }

    fn actions(&self) -> usize {
        Self::grammar().actions().len()
    }

    fn play_advice(&mut self, dice: &mut Rng) -> Option<Reply> {
        let command = self.game.advise(self.game.to_move(), dice)?;
        Some(self.play(&[command]))
    }

    fn draw(&self, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene) {
        scene.clear();
        let said = note.unwrap_or(&self.joined);
        self.game.draw(self.game.to_move(), &View { cols, rows, said, bare: false }, scene);
    }

    fn look(&self, cols: u16, rows: u16, at: Pos) -> String {
        let mut told = String::new();
        let view = View { cols, rows, said: &self.joined, bare: false };
        self.game.look(self.game.to_move(), &view, at, &mut told);
        told
    }

    fn chart(&self, cols: u16, rows: u16) -> Option<Chart> {
        self.game.chart(self.game.to_move(), &View { cols, rows, said: "", bare: false })
    }

    fn vitals(&self) -> Vitals {
        self.game.vitals(self.game.to_move())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn events_json(&self) -> String {
        serde_json::to_string(&self.events).unwrap_or_else(|_| "[]".to_owned())
    }

    fn said(&self) -> &[String] {
        &self.said
    }

    fn journal_header(&mut self) -> String {
        let mut out = String::new();
        let mut sealer = Sealer::new(seal::START);
        sealer.header(&self.header, &mut out);
        self.sealer = sealer;
        self.unwritten.clear();
        out
    }

    fn journal(&mut self, out: &mut String) {
        out.push_str(&self.unwritten);
        self.unwritten.clear();
    }

    fn has_journal(&self) -> bool {
        !self.unwritten.is_empty()
    }

    fn checkpoint(&mut self) {
        if self.commands() > self.checkpointed {
            self.checkpoint_now();
        }
    }

    fn mark(&mut self, mark: &str) {
        self.sealer.line(&format!("mark {mark}"), &mut self.unwritten);
    }

    fn digest(&self) -> u64 {
        digest_of(&self.state())
    }

    fn state(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.game).expect("every state can be written")
    }

    fn log(&self) -> Vec<(u8, String)> {
        let mut all = self.skipped.clone();
        for (seat, command) in &self.log {
            let mut spelled = String::new();
            Self::grammar().spell(*command, &mut spelled);
            all.push((seat.0, spelled));
        }
        all
    }

    fn last_step(&self) -> Option<(String, u32)> {
        let pulse = pulse_letters(self.game.pulse());
        match self.log.last() {
            Some(&(_, command)) => {
                let mut spelled = String::new();
                Self::grammar().spell(command, &mut spelled);
                Some((spelled, pulse))
            }
            None => self.skipped.last().map(|(_, text)| (text.clone(), pulse)),
        }
    }

    fn replay_step(&mut self, seat: u8, text: &str) -> Result<(), String> {
        let commands = Self::grammar().read(text, self.game.phase()).map_err(|misread| misread.0)?;
        self.events.clear();
        for command in commands {
            self.act(Seat(seat), command)?;
        }
        self.narrate();
        Ok(())
    }
}

/// The part of a pulse that a run keeps with each command.
pub(crate) const fn pulse_letters(pulse: u64) -> u32 {
    pulse as u32 & 0xFFF
}

/// The first 64 bits of the state's BLAKE3 hash.
pub(crate) fn digest_of(state: &[u8]) -> u64 {
    let hash = blake3::hash(state);
    let bytes = hash.as_bytes();
    u64::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
}

/// What help pages and key tables need of a verb.
pub fn verb_info<C>(verb: &kernel::Verb<C>) -> VerbInfo {
    VerbInfo {
        name: verb.name,
        words: verb.words,
        keys: verb.keys,
        way: verb.way,
        phases: verb.phases,
        help: verb.help,
        follows: match &verb.form {
            Form::Plain(_) => String::new(),
            Form::Toward { .. } => "DIRECTION".to_owned(),
            Form::Number { first, last, .. } => format!("{first}-{last}"),
            Form::Letter { .. } => "CHARACTER".to_owned(),
        },
    }
}

#[cfg(test)]
#[path = "live_tests.rs"]
mod tests;
