//! The session of one game: its state, log, journal and strategies.

mod tell;

use crate::chapter::{Chapter, PLAYERS};
use crate::contract::{
    Brief, Fact, Input, Outlook, PressReply, Reply, ReplyKind, Sentence, Session, Spelling, Status,
    Vocabulary,
};
use crate::dice::{command_dice, has_keyed_dice};
use crate::facts::{digest_of, fact_of, pulse_letters, sentence_of, verbs_of, vitals_text};
use crate::practice::{Order, practice_words};
use crate::run::{Header, Lines};
use crate::seal;
use crate::strategy::Strategy;
use kernel::{
    About, Chart, Choice, Extent, Finding, Grammar, Guide, Misread, Mood, Narrate, Panel, Pending, Pos,
    Pressed, Reader, Rng, Scene, Seat, Seed, Surroundings, View, Vitals,
};

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use tell::refusal_of;

/// The number of commands between two checkpoints.
const CHECKPOINT_EVERY: usize = 256;

/// The maximum number of repetitions that are counted, so that drawing stays cheap in long games.
const AGAIN_MAX: usize = 10_000;

/// The result of reading an input.
enum Understood<C> {
    Commands(Vec<C>),
    More(String),
    Not(Misread),
}

/// The session of one game.
pub struct Live<G: Guide> {
    pub(crate) game: G,
    pub(crate) header: Header,
    log: Vec<(Seat, Order<G::Command>)>,
    /// The commands before the log, if it began with a snapshot.
    pub(crate) skipped: Vec<(u8, String)>,
    /// The incomplete command of each seat.
    begun: BTreeMap<Seat, (Reader, Option<Pending>)>,
    events: Vec<G::Event>,
    spare: Vec<G::Event>,
    said: Vec<Sentence>,
    joined: String,
    lines: Lines,
    checkpointed: usize,
    ended: bool,
    /// Whether a run is being replayed: its journal exists already.
    pub(crate) replaying: bool,
    spelled: String,
    /// The sentence about what was set in a practice game, until it is told.
    pub(crate) adjusted: Option<String>,
    pub(crate) strategies: Vec<(Seat, Strategy<G>)>,
    /// The sentence about a strategy that gave up, until it is told.
    pub(crate) given_up: Option<String>,
    /// The seed of the dice, in a game whose dice are keyed.
    pub(crate) keyed: Option<Seed>,
}

impl<G: Guide> Live<G> {
    /// A new game.
    ///
    /// # Errors
    /// The findings about the level, at least one of them an error.
    pub fn start(brief: &Brief) -> Result<(Self, Vec<Finding>), Vec<Finding>> {
        Self::start_with(brief, &Seed::from_text(&brief.seed))
    }

    /// A new game from a seed that may have a listener.
    ///
    /// # Errors
    /// As [`Live::start`].
    pub fn start_with(brief: &Brief, seed: &Seed) -> Result<(Self, Vec<Finding>), Vec<Finding>> {
        let text = brief.level.as_ref().map(|level| level.text.as_str());
        let prepared = G::prepare(&brief.options, text, &brief.seating.policy);
        let Some(setup) = prepared.setup else { return Err(prepared.findings) };
        let mut live = Self::around(G::start(&setup, seed), brief.to_header(&G::ABOUT));
        live.keyed = has_keyed_dice(&live.header).then(|| seed.clone());
        live.key_dice();
        live.lines.header(&live.header);
        Ok((live, prepared.findings))
    }

    pub(crate) fn around(game: G, header: Header) -> Self {
        Self {
            game,
            header,
            log: Vec::new(),
            skipped: Vec::new(),
            begun: BTreeMap::new(),
            events: Vec::new(),
            spare: Vec::new(),
            said: Vec::new(),
            joined: String::new(),
            lines: Lines::new(seal::START),
            checkpointed: 0,
            ended: false,
            replaying: false,
            spelled: String::new(),
            adjusted: None,
            strategies: Vec::new(),
            given_up: None,
            keyed: None,
        }
    }

    /// Gives the next command dice of its own, in a game whose dice are keyed.
    fn key_dice(&mut self) {
        let Some(seed) = &self.keyed else { return };
        let next = crate::commands_before(&self.header) + self.commands();
        self.game.set_dice(command_dice(seed, next));
    }

    /// The state, for tests and tools that know the game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    fn grammar() -> &'static Grammar<G::Command> {
        G::grammar()
    }

    fn spelled(command: G::Command) -> String {
        let mut spelled = String::new();
        Self::grammar().spell(command, &mut spelled);
        spelled
    }

    /// The number of commands played.
    pub(crate) fn commands(&self) -> usize {
        self.skipped.len() + self.log.len()
    }

    /// The digest of the state.
    pub(crate) fn digest(&self) -> u64 {
        digest_of(&self.state())
    }

    /// Plays a recorded line; strategies do not respond.
    fn replay(&mut self, seat: Option<Seat>, text: &str) -> Reply {
        let commands = match Self::grammar().read(text, self.game.phase()) {
            Ok(commands) => commands,
            Err(misread) => return Reply::one(ReplyKind::Misread, misread.0),
        };
        self.events.clear();
        for command in commands {
            if let Err(reason) = self.act(seat.unwrap_or(self.game.to_move()), command) {
                return Reply::one(ReplyKind::Refused, reason);
            }
        }
        self.narrate(None);
        Reply { kind: ReplyKind::Played, said: Vec::new() }
    }

    /// Continues after a run that was read: later lines continue its chain of seals.
    pub(crate) fn continue_from(&mut self, chain: u32) {
        self.lines = Lines::new(chain);
        self.replaying = false;
        self.checkpointed = self.commands();
        self.ended = self.game.outcome().is_some();
    }

    /// Carries out one command of a seat.
    pub(crate) fn act(&mut self, seat: Seat, command: G::Command) -> Result<(), String> {
        self.game.act(seat, command, &mut self.events).map_err(|refused| refused.0.into_owned())?;
        self.record(seat, Order::Command(command));
        Ok(())
    }

    /// Records a step that was carried out.
    pub(crate) fn record(&mut self, seat: Seat, order: Order<G::Command>) {
        self.adjusted = None;
        self.log.push((seat, order));
        self.key_dice();
        if self.replaying {
            return;
        }
        self.spelled.clear();
        order.spell(Self::grammar(), &mut self.spelled);
        self.lines.step(seat.0, &self.spelled, self.game.pulse());
        let ended = self.game.outcome();
        if let Some(outcome) = ended.as_ref().filter(|_| !self.ended) {
            let line = format!("end {} {}", outcome.verdict.word(), outcome.score);
            self.checkpoint_now();
            self.lines.line(&line);
        } else if self.commands() - self.checkpointed >= CHECKPOINT_EVERY {
            self.checkpoint_now();
        }
        self.ended = ended.is_some();
    }

    fn checkpoint_now(&mut self) {
        self.checkpointed = self.commands();
        let line = format!(
            "= {} {:016x}{}",
            self.commands(),
            self.digest(),
            vitals_text(&self.game.vitals(self.game.to_move()))
        );
        self.lines.line(&line);
    }

    /// Plays commands until one is refused. If it is a strategy's turn, the strategies move and the commands
    /// are dropped.
    fn play_all(&mut self, seat: Option<Seat>, commands: &[G::Command]) -> Reply {
        if self.is_strategy_to_move() {
            self.settle();
            let mut said = self.said.clone();
            said.push("It was not your turn: your command was not played.".to_owned().into());
            return Reply { kind: ReplyKind::Played, said };
        }
        // The events of the last command are kept if nothing is played.
        std::mem::swap(&mut self.events, &mut self.spare);
        self.events.clear();
        let mut played = 0;
        let mut refusal = None;
        for &command in commands {
            let over = self.game.outcome().is_some();
            match self.act(seat.unwrap_or(self.game.to_move()), command) {
                Ok(()) => played += 1,
                Err(reason) => {
                    refusal = Some((if over { ReplyKind::Over } else { ReplyKind::Refused }, reason));
                    break;
                }
            }
        }
        if played == 0 {
            std::mem::swap(&mut self.events, &mut self.spare);
            let (kind, reason) = refusal.unwrap_or((ReplyKind::Misread, "Nothing was typed.".to_owned()));
            return Reply { kind, said: vec![refusal_of::<G>(reason)] };
        }
        self.play_strategies();
        self.narrate(seat);
        let mut said = self.said.clone();
        said.extend(self.given_up.take().map(Sentence::from));
        said.extend(refusal.map(|(_, reason)| refusal_of::<G>(reason)));
        Reply { kind: ReplyKind::Played, said }
    }

    /// Reads an input; an incomplete command is kept for the next one.
    fn read(&mut self, seat: Option<Seat>, input: Input<'_>) -> Understood<G::Command> {
        let (grammar, phase) = (Self::grammar(), self.game.phase());
        let (reader, pending) = self.begun.entry(seat.unwrap_or(self.game.to_move())).or_default();
        let read = match input {
            Input::Line(line) | Input::Recorded(line) => grammar.read(line, phase),
            Input::Word(word, next) => match reader.word(grammar, word, next, phase) {
                None => return Understood::More(String::new()),
                Some(read) => read.map(|command| vec![command]),
            },
            Input::Key(stroke) => match grammar.press(pending, stroke) {
                Pressed::More(wanted) => return Understood::More(wanted),
                Pressed::Done(command) => Ok(vec![command]),
                Pressed::Misread(misread) => Err(misread),
            },
            Input::Action(index) => match grammar.actions().get(index) {
                Some(&command) => Ok(vec![command]),
                None => Err(Misread(format!("There is no action {index}."))),
            },
        };
        match read {
            Ok(commands) => {
                *pending = None;
                Understood::Commands(commands)
            }
            Err(misread) => Understood::Not(misread),
        }
    }

    fn view<'a>(&'a self, cols: u16, rows: u16, note: Option<&'a str>) -> View<'a> {
        View { cols, rows, said: note.unwrap_or(&self.joined), again: self.again(), bare: false }
    }

    /// How many times in a row the last command was repeated.
    fn again(&self) -> u32 {
        let Some(last) = self.log.last() else { return 0 };
        let again = self.log.iter().rev().skip(1).take(AGAIN_MAX).take_while(|step| *step == last);
        again.count() as u32
    }
}

impl<G: Guide> Session for Live<G> {
    fn about(&self) -> &'static About {
        &G::ABOUT
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn vocabulary(&self) -> Vocabulary {
        let mut verbs = verbs_of::<G>();
        for verb in verbs.iter_mut().filter(|verb| !self.game.offers(verb.name)) {
            verb.phases = 0;
        }
        let grammar = Self::grammar();
        let adjustments = self.adjustable(self.game.to_move());
        Vocabulary { verbs, flowing: grammar.flowing, actions: grammar.actions().len(), adjustments }
    }

    fn status(&self) -> Status {
        Status {
            phase: self.game.phase(),
            to_move: self.game.to_move(),
            strategies: self.strategies.iter().map(|(seat, _)| *seat).collect(),
            commands: self.commands(),
            outcome: self.game.outcome(),
            has_chart: self.game.has_chart(),
            has_map: self.game.has_map(),
            pulse: pulse_letters(self.game.pulse()),
            room: None,
        }
    }

    fn play(&mut self, seat: Option<Seat>, input: Input<'_>) -> PressReply {
        if let Input::Line(line) | Input::Recorded(line) = input
            && let Some(words) = practice_words(&self.header, line)
        {
            return PressReply::Done(self.practise(seat, words));
        }
        if let Input::Recorded(text) = input {
            return PressReply::Done(self.replay(seat, text));
        }
        PressReply::Done(match self.read(seat, input) {
            Understood::Commands(commands) => self.play_all(seat, &commands),
            Understood::More(wanted) => return PressReply::More(wanted),
            Understood::Not(misread) => self.misread(misread),
        })
    }

    fn spell(&mut self, seat: Seat, input: Input<'_>) -> Spelling {
        match self.read(Some(seat), input) {
            Understood::Commands(commands) => {
                Spelling::Line(commands.into_iter().map(Self::spelled).collect::<Vec<_>>().join(" "))
            }
            Understood::More(wanted) => Spelling::More(wanted),
            Understood::Not(misread) => Spelling::Not(self.misread(misread)),
        }
    }

    fn cancel(&mut self, seat: Seat) -> bool {
        self.begun.get_mut(&seat).is_some_and(|(_, pending)| pending.take().is_some())
    }

    fn settle(&mut self) {
        if !self.is_strategy_to_move() {
            return;
        }
        self.events.clear();
        self.play_strategies();
        self.narrate(None);
        self.said.extend(self.given_up.take().map(Sentence::from));
    }

    fn advise(&self, dice: &mut Rng) -> Option<String> {
        self.game.advise(self.game.to_move(), dice).map(Self::spelled)
    }

    fn foresee(&self, seat: Seat, input: Input<'_>) -> Outlook {
        let (grammar, phase) = (Self::grammar(), self.game.phase());
        let command = match input {
            Input::Line(text) if practice_words(&self.header, text).is_some() => return Outlook::Fine,
            Input::Line(text) | Input::Recorded(text) | Input::Word(text, _) => {
                grammar.read(text, phase).ok().and_then(|commands| commands.first().copied())
            }
            Input::Key(stroke) => {
                let mut pending = self.begun.get(&seat).and_then(|(_, pending)| *pending);
                match grammar.press(&mut pending, stroke) {
                    Pressed::More(_) => return Outlook::Fine,
                    Pressed::Done(command) => Some(command),
                    Pressed::Misread(_) => None,
                }
            }
            Input::Action(index) => grammar.actions().get(index).copied(),
        };
        let Some(command) = command else { return Outlook::Misread };
        match self.game.refusal(seat, command) {
            Some(refused) => {
                Outlook::Refused(G::refused_player(&refused.0).unwrap_or_else(|| refused.0.into_owned()))
            }
            None => self.game.warning(seat, command).map_or(Outlook::Fine, Outlook::Warned),
        }
    }

    fn draw(&self, seat: Seat, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene) {
        scene.clear();
        self.game.draw(seat, &self.view(cols, rows, note), scene);
    }

    fn extent(&self, seat: Seat, cols: u16, rows: u16) -> Extent {
        self.game.extent(seat, &View { cols, rows, ..View::default() })
    }

    fn look(&self, seat: Seat, cols: u16, rows: u16, at: Pos) -> String {
        let mut told = String::new();
        let view = View { cols, rows, said: &self.joined, ..View::default() };
        self.game.look(seat, &view, at, &mut told);
        told
    }

    fn chart(&self, seat: Seat, cols: u16, rows: u16) -> Option<Chart> {
        self.game.chart(seat, &View { cols, rows, ..View::default() })
    }

    fn surroundings(&self, seat: Seat) -> Option<Surroundings> {
        Surroundings::of(&self.game, seat)
    }

    fn panel(&self, seat: Seat, cols: u16, rows: u16) -> Panel {
        self.game.panel(seat, &View { cols, rows, ..View::default() })
    }

    fn choice(&self, seat: Seat) -> Option<Choice> {
        self.game.choice(seat)
    }

    fn mood(&self, seat: Seat) -> Option<Mood> {
        self.game.mood(seat)
    }

    fn map(&self, seat: Seat, cols: u16, rows: u16, scene: &mut Scene) {
        scene.clear();
        self.game.map(seat, cols, rows, scene);
    }

    fn vitals(&self, seat: Seat) -> Vitals {
        self.game.vitals(seat)
    }

    fn facts(&self) -> Vec<Fact> {
        self.events.iter().filter_map(fact_of).collect()
    }

    #[cfg(feature = "programs")]
    fn events_json(&self, seat: Option<Seat>) -> String {
        let known = |event: &&G::Event| seat.is_none_or(|seat| event.perceived_by(seat));
        let events: Vec<&G::Event> = self.events.iter().filter(known).collect();
        serde_json::to_string(&events).unwrap_or_else(|_| "[]".to_owned())
    }

    fn said_to(&self, seat: Seat) -> Vec<Sentence> {
        if self.events.is_empty() {
            // What was set in a practice game, or is known from a snapshot.
            return self.said.clone();
        }
        let told = self.events.iter().filter(|event| event.perceived_by(seat)).map(sentence_of);
        told.filter(|sentence| !sentence.text.is_empty()).collect()
    }

    fn said(&self) -> &[Sentence] {
        &self.said
    }

    fn lines(&mut self) -> &mut Lines {
        &mut self.lines
    }

    fn next_chapter(&mut self, text: &str, players: String) {
        let chapter = Chapter::after(&self.header, text, self.commands(), self.state());
        self.header.chapter = Some(chapter);
        self.header.about.retain(|(name, _)| name != PLAYERS);
        self.header.about.push((PLAYERS.to_owned(), players));
        self.log.clear();
        self.skipped.clear();
        self.checkpointed = 0;
        self.lines = Lines::new(seal::START);
        self.lines.header(&self.header);
    }

    fn checkpoint(&mut self) {
        if self.commands() > self.checkpointed {
            self.checkpoint_now();
        }
    }

    fn state(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.game).expect("every state can be written")
    }

    fn copy(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(self.game.clone())
    }

    fn step(&self, index: usize) -> Option<(u8, String)> {
        let Some(at) = index.checked_sub(self.skipped.len()) else { return self.skipped.get(index).cloned() };
        self.log.get(at).map(|&(seat, order)| (seat.0, order.spelled(Self::grammar())))
    }
}

#[cfg(test)]
#[path = "live_tests.rs"]
mod tests;
