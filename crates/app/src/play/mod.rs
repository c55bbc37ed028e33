//! A game being played. Every command is written to disk before the next frame is painted.

mod act;
mod again;
mod ask;
mod assist;
mod bar;
mod choose;
mod cursor;
mod draw;
mod focus;
mod guard;
mod habits;
mod hint;
mod lesson;
mod menus;
mod mode_help;
mod onward;
mod places;
mod rewind;
mod saving;
mod together;
mod walk;

use crate::context::Context;
use crate::dialog::Answer;
use crate::field::Field;
use crate::hints::Adviser;
use crate::log::Log;
use crate::panel::Side;
use crate::screen::{Found, Go, Screen};
use crate::sound::Sound;
use crate::stage::Stage;
use act::Beats;
use ask::{Where, Which};
use console::{Front, Input, Key, KeyTable, Meaning};
use cursor::Cursor;
use guard::Confirm;
use helpers::Tutor;
use helpers::fight::Fight;
use helpers::walker::Walker;
use keeper::Opened;
use kernel::{Cue, Pos};
use places::Places;
use session::{Advice, Entry, Run, Session, VerbInfo};
use std::mem::take;
use std::path::PathBuf;
use std::time::Duration;
use walk::Walk;

/// How often saving is retried after a failure, while nothing else happens.
const RETRY: Duration = Duration::from_secs(2);

/// What keys currently mean, with the state of that mode.
#[derive(Default)]
enum Mode {
    /// Playing.
    #[default]
    Game,
    /// Waiting for the character of a verb.
    Argument { verb: usize },
    /// Waiting for the direction of a verb.
    Where(Where),
    /// Waiting for the number of a verb.
    Which(Which),
    /// A cursor on the board.
    Cursor(Cursor),
    /// A list of named places.
    Places(Places),
    /// A command being typed.
    Line(Field),
    /// Another file for the run being typed.
    SaveTo(Field),
    /// The name of a save point being typed.
    Point(Field),
    /// The map.
    Map,
    /// Waiting for a direction to run in.
    Run,
    /// Nothing is left to explore: the same key again walks to the exit.
    Explored(Pos),
    /// A command the game warns of, waiting for confirmation.
    Confirm(Confirm),
    /// A walk in progress; any key stops it.
    Walk(Walk),
    /// Sentences shown beat by beat; any key shows the rest.
    Beats(Beats),
}

/// How a run is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    /// The player left the game.
    Left,
    /// It continues in a branch.
    Branched,
    /// It continues in a branch, and another run holds all of it.
    Superfluous,
}

/// A game being played.
pub(crate) struct Play {
    opened: Opened,
    entry: Option<&'static Entry>,
    verbs: Vec<VerbInfo>,
    table: KeyTable,
    stage: Stage,
    /// The panel and the effects of the last command.
    side: Side,
    log: Log,
    mode: Mode,
    /// A word from the context, until the next key.
    toast: Option<String>,
    hover: Option<Pos>,
    /// Walks on behalf of the player.
    walker: Walker,
    /// The automatic fight, if one is in progress.
    fight: Option<Fight>,
    /// Whether commands follow each other automatically, so that blows are not shown one by one.
    hurried: bool,
    /// The last key pressed.
    pressed: Option<Key>,
    /// Why the run cannot be saved.
    problem: Option<String>,
    /// The message about that, until it has been shown with the offer to save elsewhere.
    offer: Option<String>,
    over_shown: bool,
    /// The sound of the end.
    last_sound: Option<Sound>,
    /// Whether the game has a chart; queried once per phase, because a chart costs more than a frame.
    has_chart: bool,
    /// The phase of that query.
    charted: u8,
    /// Whether the game has a map.
    has_map: bool,
    /// Whether the coach is switched on.
    coach: bool,
    /// The coach's advice, and the number of commands it is for.
    advice: Option<(usize, Advice)>,
    /// Whether the run is marked as assisted.
    assisted: bool,
    /// The number of commands for which the coach's review stands among the messages.
    reviewed: Option<usize>,
    /// The number of commands at which this run began, if it began by taking one back.
    undone: Option<usize>,
    /// How the run will be closed.
    closing: Closing,
    /// The tutor of an unfinished lesson.
    tutor: Option<Tutor>,
    /// Gives hints to beginners.
    adviser: Adviser,
    /// The game's question, if it asks one.
    asked: choose::Asked,
    /// News from the other players of a shared game.
    company: together::Company,
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
        for said in session.told(session.said()) {
            log.add(said.shown(), Cue::Plain, turn, false);
        }
        let entry = context.entry(session.id());
        let tutor = lesson::tutor_of(session, entry);
        // Strategies may have moved already.
        let is_new = (0..turn).all(|index| {
            session.step(index).is_some_and(|(seat, _)| session.has_strategy(kernel::Seat(seat)))
        });
        let goal = session.panel(session.to_move(), 0, 0).goal;
        if is_new && tutor.is_none() && !goal.is_empty() {
            log.add(&goal, Cue::Plain, turn, false);
        }
        let mut play = Self {
            entry,
            table: KeyTable::build(session.id(), &verbs, &context.settings),
            verbs,
            stage: Stage::default(),
            side: Side::default(),
            log,
            mode: Mode::Game,
            toast: None,
            hover: None,
            walker: Walker::default(),
            fight: None,
            hurried: false,
            pressed: None,
            problem: None,
            offer: None,
            over_shown: session.outcome().is_some(),
            last_sound: None,
            has_chart: session.status().has_chart,
            charted: session.phase(),
            has_map: session.status().has_map,
            coach: false,
            advice: None,
            assisted: false,
            reviewed: None,
            undone: None,
            closing: Closing::Left,
            tutor,
            adviser: Adviser::new(entry, &context.home),
            asked: choose::Asked::default(),
            company: together::Company::default(),
            opened,
        };
        play.keep();
        play.advise(context);
        if let Some(note) = play.table.notes().first() {
            play.toast = Some(note.clone());
        }
        play
    }

    fn session(&self) -> &dyn Session {
        self.opened.session.as_ref()
    }

    fn front(&mut self, front: Front, context: &Context) -> Go {
        // Look and travel count as used when their cursor is gone.
        if !matches!(front, Front::Look | Front::Travel) {
            self.used(front);
        }
        if self.is_for_one(front) {
            return Go::Stay;
        }
        match front {
            Front::Leave => return self.leave(),
            Front::Help => {
                let page = self.help(context);
                return Go::open(crate::help::Help::new("Help", page));
            }
            Front::Messages => return Go::open(crate::messages::Messages::new(&self.log.said)),
            Front::Settings => return Go::open(crate::settings::SettingsScreen::new(context)),
            Front::Look => self.begin_cursor(false),
            Front::Travel => self.begin_travel(),
            Front::Explore => self.begin_explore(context),
            Front::Run => self.ask_where_to_run(),
            Front::Rest => self.begin_rest(context),
            Front::Fight => {
                self.begin_fight(None, context);
                return self.after_beats(context);
            }
            Front::Repeat => {
                self.repeat(context);
                return self.after_beats(context);
            }
            Front::Rewind => return self.rewind(context),
            Front::Map if self.has_map => self.mode = Mode::Map,
            Front::Map => self.toast = Some("The board shows all there is to see.".to_owned()),
            Front::Undo => return self.undo(context),
            Front::Coach => return self.switch_coach(),
            Front::Hint => return self.hint(),
            Front::Type => self.mode = Mode::Line(Field::default()),
            Front::Inventory => return self.open_inventory(context),
        }
        Go::Stay
    }

    fn key(&mut self, key: Key, context: &Context) -> Go {
        self.toast = None;
        self.hover = None;
        self.pressed = Some(key);
        if self.problem.is_some() {
            self.keep();
        }
        let meaning = self.table.find(key, self.session().phase());
        if let Some(help) = self.mode_help(key, meaning) {
            return help;
        }
        match take(&mut self.mode) {
            Mode::Game => return self.quiet_key(key, meaning, context),
            Mode::Explored(exit) if meaning == Some(Meaning::Front(Front::Explore)) => {
                self.walk_to_exit(exit, context);
            }
            Mode::Explored(_) => return self.game_key(key, meaning, context),
            Mode::Confirm(confirm) => {
                if !self.confirm(confirm, key, context) && key != Key::Esc {
                    return self.game_key(key, meaning, context);
                }
            }
            Mode::Walk(_) | Mode::Map => return Go::Stay,
            Mode::Beats(beats) => {
                // What must be read holds keys back; ordinary beats are cut short by the next command.
                let holds = beats.holds_keys();
                self.skip_beats(beats);
                if !holds && self.session().outcome().is_none() {
                    return self.game_key(key, meaning, context);
                }
            }
            Mode::Argument { verb } => self.argument_key(verb, key.without_shift(), context),
            Mode::Where(asked) => self.where_key(asked, key.without_shift(), context),
            Mode::Which(asked) => self.which_input(asked, &Input::Key(key.without_shift()), context),
            Mode::Places(places) => self.places_key(places, key, context),
            Mode::Cursor(cursor) => self.cursor_key(cursor, key, meaning, context),
            Mode::Run => self.run_key(key.without_shift(), context),
            Mode::Line(field) => {
                let Some(line) = self.field_key(field, key, Mode::Line) else { return Go::Stay };
                return self.play_typed(&line, context);
            }
            Mode::Point(field) => {
                let Some(name) = self.field_key(field, key, Mode::Point) else { return Go::Stay };
                self.set_point(&name);
            }
            Mode::SaveTo(field) => {
                let Some(text) = self.field_key(field, key, Mode::SaveTo) else { return Go::Stay };
                if !text.trim().is_empty() {
                    self.save_to(&text, context);
                }
            }
        }
        self.after_beats(context)
    }

    /// Handles a key in a text field; returns the text when it is done. Until then the mode stays.
    fn field_key(&mut self, mut field: Field, key: Key, mode: fn(Field) -> Mode) -> Option<String> {
        match key {
            Key::Esc => {}
            Key::Enter => return Some(field.text()),
            other => {
                field.input(&Input::Key(other.without_shift()));
                self.mode = mode(field);
            }
        }
        None
    }

    /// Where to go once everything has been shown.
    fn after_beats(&mut self, context: &Context) -> Go {
        if matches!(self.mode, Mode::Beats(_)) {
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
        self.last_sound = self.end_sound();
        self.end()
    }
}

impl Screen for Play {
    fn draw(&mut self, canvas: &mut crate::canvas::Canvas<'_>, context: &Context) {
        self.paint(canvas, context);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        if let Some(choice) = self.question()
            && let Some(go) = self.question_input(&choice, input, context)
        {
            return go;
        }
        match input {
            Input::Key(key) => return self.key(*key, context),
            Input::Tick => {
                if let Some(go) = self.parting() {
                    return go;
                }
                self.side.effects.tick();
                if self.problem.is_some() {
                    self.keep();
                }
                match take(&mut self.mode) {
                    Mode::Walk(walk) => self.walk_on(walk, context),
                    Mode::Beats(beats) if !beats.waits => self.show_beats(beats, true),
                    other => self.mode = other,
                }
                return self.after_beats(context);
            }
            Input::Paste(_) | Input::Clear => match &mut self.mode {
                Mode::Line(field) | Mode::SaveTo(field) | Mode::Point(field) => {
                    field.input(input);
                }
                Mode::Places(places) => places.paste(input),
                Mode::Which(asked) => {
                    asked.field.input(input);
                }
                _ => {}
            },
            Input::Hover(x, y) => self.hover = self.stage.cell_at(*x, *y),
            Input::Click(x, y) => return self.clicked((*x, *y), context),
            Input::Wheel(_) => {}
        }
        Go::Stay
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        self.side.listing = false;
        match answer {
            Answer::Onward => self.go_onward(context),
            Answer::Again => self.again(context.fresh_seed(), context),
            Answer::SameSeed => self.again(self.session().header().seed.clone(), context),
            Answer::HowItWent => match self.kept_in() {
                Some(path) => crate::morgue::open(&path, context),
                None => Go::notice("Nothing to show", "This game was not kept.".to_owned()),
            },
            Answer::NewGame => self
                .entry
                .map_or(Go::Stay, |entry| Go::replace(crate::new_game::NewGame::new(entry, context))),
            Answer::Tutorials => Go::replace(crate::learn::Learn::new(context)),
            Answer::Title => Go::Title,
            Answer::Leave => Go::Back,
            Answer::SaveElsewhere => {
                self.mode = Mode::SaveTo(Field::default());
                Go::Stay
            }
            Answer::PlayOn => self.after_beats(context),
            Answer::TryAgain => {
                self.keep();
                Go::Stay
            }
            other => self.menu_answer(other, context),
        }
    }

    fn found(&mut self, found: Found, context: &mut Context) -> Go {
        match found {
            Found::Review(review) => return self.reviewed(review),
            Found::TakenBack(opened, at) => return self.taken_back(*opened, at, context),
            found => self.coached(&found),
        }
        Go::Stay
    }

    fn uncovered(&mut self, context: &mut Context) {
        self.side.listing = false;
        let id = self.session().id();
        self.table = KeyTable::build(id, &self.verbs, &context.settings);
    }

    fn news(&mut self, _: &Context) {
        self.hear_others();
    }

    fn pace(&self, context: &Context) -> Option<Duration> {
        match &self.mode {
            _ if self.is_parting() => Some(Duration::ZERO),
            Mode::Beats(beats) if beats.waits => self.side.effects.pace(),
            Mode::Walk(_) => Some(context.animation().step().unwrap_or_default()),
            Mode::Beats(_) => Some(context.animation().beat().unwrap_or_default()),
            _ => self.side.effects.pace().or(self.problem.as_ref().map(|_| RETRY)),
        }
    }

    fn close(self: Box<Self>, context: &Context) {
        let (path, closing) = (self.kept_in(), self.closing);
        // A failure to save was reported already.
        let closed = self.opened.close();
        match closing {
            Closing::Left => crate::morgue::leave(path, context),
            // If it cannot be deleted, there is one run too many, and nothing is lost.
            Closing::Superfluous if closed.is_ok() => drop(path.map(|path| context.home.delete(&path))),
            Closing::Superfluous | Closing::Branched => {}
        }
    }

    fn hears_shift(&self) -> bool {
        true
    }

    fn run(&self, context: &Context) -> Option<(Run, usize)> {
        if self.room().is_some() {
            return None;
        }
        self.run_so_far(context).ok().map(|run| (run, usize::MAX))
    }

    fn heard(&mut self) -> Vec<String> {
        self.log.heard()
    }

    fn sound(&mut self) -> Option<Sound> {
        let command = self.side.sound.take();
        self.last_sound.take().or(command)
    }

    fn kept_in(&self) -> Option<PathBuf> {
        self.opened.path().map(std::path::Path::to_owned)
    }
}
