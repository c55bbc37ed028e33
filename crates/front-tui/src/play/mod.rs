//! A game being played. Every command is on its way to the disk before the next frame is painted.

mod act;
mod assist;
mod cursor;
mod draw;
mod habits;
mod hint;
mod lesson;
mod rewind;
mod saving;
mod walk;

use crate::context::{Context, PUZZLE};
use crate::dialog::Dialog;
use crate::field::Field;
use crate::hints::Adviser;
use crate::input::Input;
use crate::log::Log;
use crate::screen::{Go, Screen};
use crate::stage::Stage;
use catalog::{Advice, Entry};
use console::{Front, Key, KeyTable, Meaning};
use helpers::Tutor;
use keeper::Opened;
use kernel::{Cue, Pos, Verdict};
use session::{Session, VerbInfo};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;
use walk::Walk;

pub(crate) use draw::draw_log;

/// How often a disk that refused is asked again while nothing else happens.
const RETRY: Duration = Duration::from_secs(2);

/// What the keys are for at the moment.
enum Mode {
    /// The game.
    Game,
    /// A cursor on the board; with `travel` its choice is walked to.
    Cursor { at: Pos, travel: bool },
    /// A command typed in words.
    Line(Field),
    /// Another file for the run.
    SaveTo(Field),
    /// The map from further away.
    Map,
    /// A direction to run in.
    Run,
}

/// What a dialog above the game is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Nothing,
    /// What to do after the end of the game.
    Over,
    /// Leaving although the disk refuses.
    Unkept,
    /// Whether to save elsewhere.
    Elsewhere,
    /// What to do after the end of a tutorial.
    Tutorial,
}

/// A game being played.
pub(crate) struct Play {
    /// The game; gone only after the screen was closed.
    opened: Option<Opened>,
    /// Where the page about it is left.
    home: keeper::Home,
    games: &'static [Entry],
    entry: Option<&'static Entry>,
    verbs: Vec<VerbInfo>,
    table: KeyTable,
    stage: Stage,
    log: Log,
    mode: Mode,
    /// The verb that still waits for its argument, and what it wants.
    pending: Option<(usize, String)>,
    /// Why the last input changed nothing; games that show sentences themselves show it.
    note: Option<String>,
    /// A word from the context, until the next key.
    toast: Option<String>,
    hover: Option<Pos>,
    /// Sentences still to be shown, beat by beat.
    beats: VecDeque<(String, Cue)>,
    /// Sentences the player should have read before anything else happens.
    story: Vec<String>,
    waits_for_key: bool,
    walk: Option<Walk>,
    /// Prizes an explorer has walked over.
    left_lying: Vec<Pos>,
    /// The places with a name that can be travelled to, while one is chosen.
    places: Vec<char>,
    /// Nothing was left to explore: the same key again walks to the way out.
    explored: bool,
    /// Why the disk does not take the journal.
    trouble: Option<String>,
    /// The sentence about that, until it has been shown with the offer to save elsewhere.
    offer: Option<String>,
    asked: Asked,
    over_shown: bool,
    /// True when the last command said more than that it was done.
    spoke: bool,
    /// True when the game knows ground to walk on; asked once in each phase, because a chart costs more than a frame.
    has_chart: bool,
    /// The phase it was asked in.
    charted: u8,
    /// True when the game has a map from further away.
    has_map: bool,
    /// True while the coach is switched on.
    coach: bool,
    /// What the coach says, and after how many commands.
    advice: Option<(usize, Advice)>,
    /// True when the run is known to be marked as assisted.
    assisted: bool,
    /// After how many commands this run began, if it began by taking one back.
    undone: Option<usize>,
    /// Who teaches, if this is a lesson that is not over.
    tutor: Option<Tutor>,
    /// Who advises somebody who is new.
    adviser: Adviser,
}

impl Play {
    pub(crate) fn new(opened: Opened, context: &Context) -> Self {
        let session = opened.session.as_ref();
        let verbs = session.verbs();
        let mut log = Log::default();
        let turn = session.commands();
        for finding in &opened.findings {
            let name = session.header().level.as_ref().map_or("level", |level| level.name.as_str());
            log.add(&crate::context::told(name, finding), Cue::Plain, turn, false);
        }
        for note in &opened.notes {
            log.add(note, Cue::Bad, turn, false);
        }
        for said in session.said() {
            log.add(said, Cue::Plain, turn, false);
        }
        let mut play = Self {
            home: context.home.clone(),
            games: context.games,
            entry: context.entry(session.id()),
            table: KeyTable::build(session.id(), &verbs, &context.settings),
            verbs,
            stage: Stage::default(),
            log,
            mode: Mode::Game,
            pending: None,
            note: None,
            toast: None,
            hover: None,
            beats: VecDeque::new(),
            story: Vec::new(),
            waits_for_key: false,
            walk: None,
            left_lying: Vec::new(),
            places: Vec::new(),
            explored: false,
            trouble: None,
            offer: None,
            asked: Asked::Nothing,
            over_shown: session.outcome().is_some(),
            spoke: false,
            has_chart: session.chart(80, 24).is_some(),
            charted: session.phase(),
            has_map: session.map(1, 1, &mut kernel::Scene::default()),
            coach: false,
            advice: None,
            assisted: false,
            undone: None,
            tutor: lesson::tutor_of(session, context.entry(session.id())),
            adviser: Adviser::new(context.entry(session.id()), &context.home),
            opened: Some(opened),
        };
        play.keep();
        play.advise(context);
        if let Some(note) = play.table.notes().first() {
            play.toast = Some(note.clone());
        }
        play
    }

    fn opened(&mut self) -> &mut Opened {
        self.opened.as_mut().expect("a screen is not used after it was closed")
    }

    fn session(&self) -> &dyn Session {
        self.opened.as_ref().expect("a screen is not used after it was closed").session.as_ref()
    }

    fn front(&mut self, front: Front, context: &Context) -> Go {
        // Looking and travelling are done when their cursor has gone.
        if !matches!(front, Front::Look | Front::Travel) {
            self.used(front);
        }
        match front {
            Front::Leave => return self.leave(),
            Front::Help => {
                let page = self.help(context);
                return Go::Open(Box::new(crate::help::Help::new("Help", page)));
            }
            Front::Messages => return Go::Open(Box::new(crate::messages::Messages::new(&self.log.said))),
            Front::Settings => return Go::Open(Box::new(crate::settings::SettingsScreen::new(context))),
            Front::Look => self.begin_cursor(false),
            Front::Travel => self.begin_cursor(true),
            Front::Explore => self.begin_explore(context),
            Front::Run => self.ask_where_to_run(),
            Front::Rest => self.begin_rest(context),
            Front::Repeat => {
                self.repeat(context);
                return self.after_beats(context);
            }
            Front::Rewind => return self.rewind(context),
            Front::Map if self.has_map => self.mode = Mode::Map,
            Front::Map => self.toast = Some("The board shows all there is to see.".to_owned()),
            Front::Undo => return self.undo(context),
            Front::Coach => self.switch_coach(),
            Front::Hint => self.hint(),
            Front::Type => self.mode = Mode::Line(Field::default()),
        }
        Go::Stay
    }

    fn help(&self, context: &Context) -> Vec<console::HelpRow> {
        let (pitch, options) = self.entry.map_or(("", &[][..]), |entry| (entry.pitch, (entry.options)()));
        let session = self.session();
        let unicode = context.look.is_unicode();
        let mut page = console::help_of_game(
            session.title(),
            pitch,
            &self.verbs,
            options,
            &self.table,
            &self.not_here(),
            session.phase(),
            unicode,
        );
        page.extend(self.entry.map_or_else(Vec::new, |entry| console::help_of_tables(&(entry.reference)())));
        page
    }

    fn key(&mut self, key: Key, context: &Context) -> Go {
        self.toast = None;
        self.hover = None;
        if self.trouble.is_some() {
            self.keep();
        }
        if self.walk.take().is_some() {
            return Go::Stay;
        }
        if !self.beats.is_empty() || self.waits_for_key {
            // What must be read holds keys back; mere beats are cut short by the next command.
            let holds = self.waits_for_key || self.beats.iter().any(|(_, cue)| *cue == Cue::Pause);
            self.skip_beats();
            if holds || self.session().outcome().is_some() {
                return self.after_beats(context);
            }
        }
        let meaning = self.table.find(key, self.session().phase());
        if std::mem::take(&mut self.explored) && meaning == Some(Meaning::Front(Front::Explore)) {
            self.walk_to_exit(context);
            return self.after_beats(context);
        }
        match &mut self.mode {
            Mode::Cursor { travel, .. } => {
                let front = if *travel { Front::Travel } else { Front::Look };
                self.cursor_key(key, context);
                if matches!(self.mode, Mode::Game) {
                    self.used(front);
                }
                self.after_beats(context)
            }
            Mode::Line(field) => match key {
                Key::Esc => {
                    self.mode = Mode::Game;
                    Go::Stay
                }
                Key::Enter => {
                    let line = field.text();
                    self.mode = Mode::Game;
                    if self.session().leave_words().contains(&line.trim()) {
                        return self.leave();
                    }
                    self.type_line(&line, context);
                    self.after_beats(context)
                }
                other => {
                    field.input(&Input::Key(other.without_shift()));
                    Go::Stay
                }
            },
            Mode::SaveTo(_) => self.save_to_key(key, context),
            Mode::Map => {
                self.mode = Mode::Game;
                Go::Stay
            }
            Mode::Run => {
                self.run_key(key.without_shift(), context);
                self.after_beats(context)
            }
            Mode::Game => self.game_key(key, context),
        }
    }

    /// Where things lead once everything has been shown.
    fn after_beats(&mut self, context: &Context) -> Go {
        if !self.beats.is_empty() || self.waits_for_key {
            return Go::Stay;
        }
        if let Some(go) = self.offer_elsewhere().or_else(|| self.lesson_end(context)) {
            return go;
        }
        if self.over_shown || self.session().outcome().is_none() {
            return Go::Stay;
        }
        self.over_shown = true;
        if self.session().is_left() {
            return self.leave();
        }
        self.asked = Asked::Over;
        let review = self.review();
        Go::Open(Box::new(self.over_dialog(review)))
    }

    fn over_dialog(&self, review: Vec<String>) -> Dialog {
        let session = self.session();
        let mut lines: Vec<String> = session.said().to_vec();
        lines.push(String::new());
        if let Some(outcome) = session.outcome() {
            let commands = session.commands();
            let plural = if commands == 1 { "" } else { "s" };
            lines.push(format!("Score {} after {commands} command{plural}.", outcome.score));
        }
        lines.extend(review);
        lines.push(match self.opened.as_ref().and_then(Opened::path) {
            Some(path) => format!("Kept in {}", path.display()),
            None => "This game was not kept.".to_owned(),
        });
        let title = match session.outcome().map(|outcome| outcome.verdict) {
            Some(Verdict::Won) => "You have won",
            Some(Verdict::Died) => "You have died",
            Some(Verdict::Caught) => "Caught",
            Some(Verdict::Escaped) => "Escaped",
            Some(Verdict::Quit | Verdict::Ended) | None => "The game is over",
        };
        let choices =
            ["Look at the board", "Play again", "Same seed again", "Watch it", "How it went", "Title screen"];
        Dialog::ask(title, &lines, &choices).chosen(1)
    }

    /// Another game with the same context rules and level. With another seed a puzzle is followed by a new one, a solved
    /// one by a harder.
    fn again(&mut self, seed: String, context: &Context) -> Go {
        let mut header = self.session().header().clone();
        let Some(entry) = self.entry else { return Go::Stay };
        if self.tutor.is_some() {
            return crate::learn::begin(entry, context);
        }
        let solved = self.session().outcome().is_some_and(|outcome| outcome.verdict == Verdict::Escaped);
        let mut about: Vec<_> = header.about.iter().filter(|(key, _)| key == PUZZLE).cloned().collect();
        if let (Some(puzzles), Some((_, level)), true) =
            (entry.puzzles, about.first_mut(), seed != header.seed)
            && let Ok(number) = level.parse::<u32>()
        {
            let number = number.saturating_add(u32::from(solved)).clamp(1, puzzles.last);
            match (puzzles.make)(number, &seed) {
                Ok(puzzle) => (header.level, *level) = (Some(puzzle), number.to_string()),
                Err(what) => return Go::Open(Box::new(Dialog::notice("No new puzzle", &[what]))),
            }
        }
        about.extend((seed != header.seed).then(session::fresh_seed_kind));
        let kept = self.opened.as_ref().is_some_and(|opened| opened.path().is_some());
        let options = header.to_options((entry.options)()).unwrap_or_default();
        let brief = session::Brief { seed, options, level: header.level, about, seating: self.seating() };
        match context.start(entry, &brief, kept) {
            Ok(opened) => Go::Replace(Box::new(Self::new(opened, context))),
            Err(trouble) => Go::Open(Box::new(Dialog::notice("No new game", &[trouble.to_string()]))),
        }
    }

    fn watch(&self, context: &Context) -> Go {
        let Some(path) = self.kept_in() else {
            return Go::Open(Box::new(Dialog::notice(
                "Nothing to show",
                &["This game was not kept.".to_owned()],
            )));
        };
        crate::replay::open_file(&path, context)
    }
}

impl Screen for Play {
    fn draw(&mut self, canvas: &mut crate::canvas::Canvas<'_>, context: &Context) {
        self.paint(canvas, context);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match input {
            Input::Key(key) => return self.key(*key, context),
            Input::Tick => {
                if self.trouble.is_some() {
                    self.keep();
                }
                if self.walk.is_some() {
                    self.walk_on(context);
                } else {
                    self.show_beats(true);
                }
                return self.after_beats(context);
            }
            Input::Paste(_) => {
                if let Mode::Line(field) | Mode::SaveTo(field) = &mut self.mode {
                    field.input(input);
                }
            }
            Input::Hover(x, y) => self.hover = self.stage.cell_at(*x, *y),
            Input::Click(x, y) => {
                self.click(*x, *y, context);
                return self.after_beats(context);
            }
            Input::Wheel(_) => {}
        }
        Go::Stay
    }

    fn answer(&mut self, choice: usize, context: &mut Context) -> Go {
        match (std::mem::replace(&mut self.asked, Asked::Nothing), choice) {
            (Asked::Over, 1) => self.again(context.fresh_seed(), context),
            (Asked::Over, 2) => self.again(self.session().header().seed.clone(), context),
            (Asked::Over, 3) => self.watch(context),
            (Asked::Tutorial, choice) => self.after_lesson(choice, context),
            (Asked::Over, 4) => match self.kept_in() {
                Some(path) => crate::morgue::open(&path, context),
                None => self.watch(context),
            },
            (Asked::Over, 5) => Go::Title,
            (Asked::Unkept, 1) => Go::Back,
            (Asked::Unkept, 2) | (Asked::Elsewhere, 1) => self.ask_where_to_save(),
            (Asked::Elsewhere, _) => self.after_beats(context),
            (Asked::Unkept, _) => {
                self.keep();
                Go::Stay
            }
            _ => Go::Stay,
        }
    }

    fn uncovered(&mut self, context: &mut Context) {
        let id = self.session().id();
        self.table = KeyTable::build(id, &self.verbs, &context.settings);
    }

    fn pace(&self, context: &Context) -> Option<Duration> {
        if self.waits_for_key {
            return None;
        }
        if self.walk.is_some() {
            return Some(context.settings.animation.step().unwrap_or_default());
        }
        if !self.beats.is_empty() {
            return Some(context.settings.animation.beat().unwrap_or_default());
        }
        self.trouble.as_ref().map(|_| RETRY)
    }

    fn close(&mut self) {
        if let Some(opened) = self.opened.take() {
            let path = opened.path().map(std::path::Path::to_owned);
            // What could not be kept was told already; there is nobody left to tell.
            let _ = opened.close();
            crate::morgue::leave(self.home.clone(), self.games, path);
        }
    }

    fn hears_shift(&self) -> bool {
        true
    }

    fn kept_in(&self) -> Option<PathBuf> {
        self.opened.as_ref().and_then(|opened| opened.path().map(std::path::Path::to_owned))
    }
}
