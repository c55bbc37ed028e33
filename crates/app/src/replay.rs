//! The theatre: replays a run forwards and backwards, at any speed, and lets the player continue from any
//! command.

mod explain;
mod seek;

use crate::canvas::{Canvas, KeyHint, hint, inner};
use crate::context::{Context, Seats};
use crate::dialog::{Answer, Dialog};
use crate::field::Field;
use crate::job::{self, Job};
use crate::log::Log;
use crate::panel::Side;
use crate::play::Play;
use crate::screen::{Found, Go, Screen};
use crate::show::{self, Wish};
use crate::stage::Stage;
use console::{Input, Key, Paint};

use keeper::Opened;
use kernel::Roll;
use ratatui_core::layout::Rect;
use seek::Goal;
use session::{Entry, Moment, Run, Seating, Session, Snapshot};
use std::path::Path;
use std::time::Duration;

/// Speeds in commands per second.
const SPEEDS: [u32; 7] = [1, 2, 5, 10, 25, 100, 500];
/// Maximum number of frames per second.
const FRAMES: u32 = 50;
/// Number of commands between two snapshots kept for going back.
const STRIDE: usize = 200;

/// The replay of a run.
pub(crate) struct Theatre {
    run: Run,
    entry: &'static Entry,
    session: Box<dyn Session>,
    at: usize,
    stage: Stage,
    side: Side,
    log: Log,
    playing: bool,
    speed: usize,
    kept: Vec<(usize, Snapshot)>,
    /// The command number being typed.
    seeking: Option<Field>,
    problem: Option<String>,
    /// Transient notice, cleared on the next key press.
    toast: Option<String>,
    /// What is replayed: a saved run, or the game on the screen below.
    watched: Watched,
    /// The players for a game that continues from here: those of the game below, if there is one.
    seating: Seating,
    /// Whether every command is explained.
    explaining: bool,
    /// The last explanation, and the number of commands it is for.
    explained: Option<(usize, String)>,
    /// The rolls of the last command.
    rolls: Vec<Roll>,
    /// Where it is going, while it takes more than a frame.
    goal: Option<Goal>,
    bar: Rect,
}

/// A theatre on its way to its first position.
struct Opening(Option<Box<Theatre>>);

impl Job for Opening {
    fn title(&self) -> &str {
        "Opening the run"
    }

    fn step(&mut self, _: &Context) -> Option<Go> {
        self.0.as_mut()?.go_on();
        self.0.take_if(|theatre| theatre.goal.is_none()).map(|theatre| Go::Open(theatre))
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.0.as_ref().map(|theatre| (theatre.at, theatre.len()))
    }
}

/// What is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watched {
    /// A saved run.
    Run,
    /// The game on the screen below, saved in a file or not.
    Live { kept: bool },
}

/// Opens a run file in the theatre.
pub(crate) fn open_file(path: &Path, context: &Context) -> Go {
    let opened =
        context.home.read_run(path).map_err(|problem| problem.to_string()).and_then(|(run, damage, _)| {
            let mut theatre = Theatre::new(run, 0, context)?;
            theatre.problem = damage.filter(|damage| !damage.torn).map(|damage| {
                format!("Line {} of the file is damaged; what follows it is missing.", damage.line)
            });
            Ok(theatre)
        });
    match opened {
        Ok(theatre) => theatre.opened(),
        Err(what) => Go::notice("This run cannot be shown", what),
    }
}

impl Theatre {
    /// Creates a theatre that will show the state after `at` commands; [`Self::opened`] plays up to there.
    pub(crate) fn new(run: Run, at: usize, context: &Context) -> Result<Self, String> {
        let id = &run.header.game;
        let entry = context.entry(id).ok_or_else(|| format!("There is no game '{id}' here."))?;
        let seating = context.seating(Seats::new());
        let replayed = entry
            .replay(&run, 0, None, Some(session::listen), &seating)
            .map_err(|difference| difference.what)?;
        let mut theatre = Self {
            entry,
            session: replayed.session,
            at: 0,
            stage: Stage::default(),
            side: Side::default(),
            log: Log::default(),
            playing: at == 0 && !run.steps.is_empty(),
            speed: 2,
            kept: Vec::new(),
            seeking: None,
            problem: None,
            toast: None,
            watched: Watched::Run,
            seating,
            explaining: false,
            explained: None,
            rolls: Vec::new(),
            goal: Some(Goal::Turn(at)).filter(|_| at > 0),
            bar: Rect::default(),
            run,
        };
        theatre.tell();
        Ok(theatre)
    }

    /// Opens the theatre once it has reached its position.
    pub(crate) fn opened(self) -> Go {
        Go::Work(Box::new(Opening(Some(Box::new(self)))))
    }

    /// The time line of the game below, at its present.
    pub(crate) fn of_live(run: Run, kept: bool, seats: Seats, context: &Context) -> Result<Self, String> {
        let mut theatre = Self::new(run, usize::MAX, context)?;
        theatre.watched = Watched::Live { kept };
        theatre.seating.seats = seats;
        Ok(theatre)
    }

    fn len(&self) -> usize {
        self.run.steps.len()
    }

    fn go_to(&mut self, to: usize) {
        self.go(Goal::Turn(to));
    }

    fn tell(&mut self) {
        self.log.begin();
        for said in self.session.told(self.session.said()) {
            self.log.add(said.shown(), said.cue, self.at, false);
        }
    }

    fn key(&mut self, key: Key, context: &Context) -> Go {
        self.toast = None;
        if let Some(field) = &mut self.seeking {
            match key {
                Key::Enter => {
                    let to = field.text().parse().unwrap_or(self.at);
                    self.seeking = None;
                    self.go_to(to);
                }
                Key::Esc => self.seeking = None,
                Key::Char('0'..='9') | Key::Backspace | Key::Delete => {
                    field.input(&Input::Key(key));
                }
                _ => {}
            }
            return Go::Stay;
        }
        match key {
            Key::Esc | Key::Char('q' | 'Q') => return Go::Back,
            Key::Char(' ') => {
                let play = !self.playing && self.len() > 0;
                if play && self.at == self.len() {
                    self.go_to(0);
                }
                self.playing = play;
            }
            Key::Right | Key::Char('l' | 'd' | '.') => self.go_to(self.at + 1),
            Key::Left | Key::Char('h' | 'a' | ',') => self.go_to(self.at.saturating_sub(1)),
            Key::PageDown => self.go_to(self.at + 20),
            Key::PageUp => self.go_to(self.at.saturating_sub(20)),
            Key::Home => self.go_to(0),
            Key::End => self.go_to(usize::MAX),
            Key::Up | Key::Char('+' | '=' | 'k' | 'w') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Key::Down | Key::Char('-' | 'j' | 's') => self.speed = self.speed.saturating_sub(1),
            Key::Char('n' | 'N') | Key::Tab => self.go(Goal::Sentence),
            Key::Char('f' | 'F') => self.go_to_moment(Moment::Fight),
            Key::Char('>' | 'e') => self.go_to_moment(Moment::Floor),
            Key::Char('x' | 'X') => self.go_to_moment(Moment::Death),
            Key::Char('g' | 'G' | ':') => self.seeking = Some(Field::default()),
            Key::Char(digit @ '0'..='9') => self.seeking = Some(Field::new(&digit.to_string())),
            Key::Char('i' | 'I') => return self.switch_explaining(),
            Key::Char('m' | 'M') => {
                return Go::open(crate::messages::Messages::new(&self.log.said));
            }
            Key::Char('b' | 'B') | Key::Enter => return self.ask_branch(),
            Key::Char('?') | Key::F(1) => {
                return Go::open(crate::help::Help::new("Watching a game", help(context.look.is_unicode())));
            }
            _ => {}
        }
        Go::Stay
    }

    fn ask_branch(&mut self) -> Go {
        self.playing = false;
        if self.watched != Watched::Run && self.at == self.len() {
            // From the present, continue the game itself.
            return Go::Back;
        }
        let lines = [
            format!("A new game begins with the first {} of these {} commands.", self.at, self.len()),
            "It is marked as a branch and does not count among the scores. This run stays as it is."
                .to_owned(),
        ];
        let watch = if self.watched == Watched::Run { "Go on watching" } else { "Back to the time line" };
        Go::open(Dialog::ask(
            "Play on from here?",
            &lines,
            &[(watch, Answer::No), ("Play on from here", Answer::Yes)],
        ))
    }

    fn hints(&self, unicode: bool) -> Vec<KeyHint> {
        let play = if self.playing { "pause" } else { "play" };
        let esc = if self.watched == Watched::Run { "back" } else { "to the present" };
        let mut hints = vec![
            hint("Esc", esc),
            hint("Space", play),
            hint(if unicode { "←→" } else { "Left/Right" }, "step"),
            hint("i", "explain"),
            hint("+-", "speed"),
        ];
        // Not every game has fights and floors to go to.
        let vitals = self.session.vitals(self.session.to_move());
        if vitals.number("hp").is_some() {
            hints.extend([hint("f", "fight"), hint("x", "death")]);
        }
        if vitals.number("floor").is_some() {
            hints.push(hint(">", "floor"));
        }
        hints.extend([
            hint("n", "next event"),
            hint("b", "play on"),
            hint("?", "help"),
            hint("0-9", "go to"),
            hint("m", "messages"),
        ]);
        hints
    }

    fn draw_bar(&mut self, canvas: &mut Canvas<'_>, rect: Rect) {
        if rect.is_empty() {
            return;
        }
        let lines = canvas.look.lines;
        let state = if self.playing { "playing" } else { "paused" };
        let left = format!(" {}/{} ", self.at, self.len());
        let right = format!(" {state}, {} a second ", SPEEDS[self.speed]);
        canvas.fill(rect, crate::canvas::TEXT);
        let from = canvas.text(rect.x, rect.y, rect.width, &left, crate::canvas::TITLE);
        let until = rect.right().saturating_sub(right.len() as u16);
        if until <= from + 4 {
            self.bar = Rect::default();
            return;
        }
        canvas.text(until, rect.y, right.len() as u16, &right, crate::canvas::DIM);
        self.bar = Rect { x: from, y: rect.y, width: until - from, height: 1 };
        let cells = usize::from(self.bar.width);
        let done = if self.len() == 0 { cells } else { self.at * cells / self.len() };
        for cell in 0..cells {
            let (glyph, paint) =
                if cell < done { (lines.full, crate::canvas::TITLE) } else { (lines.rest, Paint::Frame) };
            canvas.put(from + cell as u16, rect.y, glyph, paint);
        }
    }
}

fn help(unicode: bool) -> Vec<console::HelpRow> {
    let entry = |left: &str, right: &str| console::HelpRow::Entry(left.to_owned(), right.to_owned());
    let (left_right, up_down) = if unicode { ("← →", "↑ ↓") } else { ("Left Right", "Up Down") };
    vec![
        console::HelpRow::Heading("Watching a game".to_owned()),
        entry("Space", "Play or pause; at the end, begin again."),
        entry(&format!("{left_right} h l a d"), "One command back or forwards."),
        entry("PgUp PgDn", "Twenty commands back or forwards."),
        entry("Home End", "To the beginning or the end."),
        entry(&format!("{up_down} + -"), "Faster or slower."),
        entry(
            "i",
            "Explain every command: what the dice came to, and what the move was worth where the game has a coach.",
        ),
        entry("n Tab", "Forwards to where something was said."),
        entry("f", "Forwards to the next fight."),
        entry("> e", "Forwards to the next floor."),
        entry("x", "Forwards to the next death, or another end."),
        entry("0-9 g", "Type the number of a command and go there."),
        entry("b Enter", "Play on from here: a new game with the same beginning."),
        entry("m", "Read what was said, and search in it."),
        entry("Mouse", "A click on the bar goes there."),
        entry("Esc q", "Back."),
    ]
}

impl Screen for Theatre {
    fn run(&self, _: &Context) -> Option<(Run, usize)> {
        Some((self.run.clone(), self.at))
    }

    fn heard(&mut self) -> Vec<String> {
        self.log.heard()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let what = if self.watched == Watched::Run { "Watching" } else { "Time line of" };
        let title = format!("{what} {}", self.session.title());
        let dot = canvas.look.lines.dot;
        let right = format!("seed {} {dot} {}", self.run.header.seed, show::turn(self.session.as_ref()));
        let hints = self.hints(canvas.look.is_unicode());
        canvas.frame(&title, &right, &hints);
        let area = inner(canvas.area());
        let above = Rect { height: area.height.saturating_sub(1), ..area };
        let told = self.remark();
        let remark = told.as_deref().map(|told| (told, crate::canvas::TITLE));
        let seat = session::watched_seat(self.entry, &self.run.header);
        let parts = (&mut self.stage, &mut self.side, &self.log);
        show::draw(self.session.as_ref(), parts, canvas, above, Wish { remark, seat, ..Wish::default() });
        self.draw_bar(canvas, Rect { y: above.bottom(), height: area.height - above.height, ..area });
        if let Some(field) = &self.seeking {
            canvas.say("Go to command:", "Enter goes, Esc stays", Paint::BarKey);
            let screen = canvas.area();
            let rect =
                Rect { x: screen.x + 16, y: screen.bottom() - 1, width: screen.width.min(10), height: 1 };
            field.draw(canvas, rect.intersection(screen), true);
        } else if self.goal.is_some() {
            canvas.say("Playing on to there. Any key stops.", "", Paint::Bar);
        } else if let Some(problem) = &self.problem {
            canvas.say(problem, "", Paint::Alarm);
        } else if let Some(toast) = &self.toast {
            canvas.say(toast, "", Paint::Bar);
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match input {
            Input::Tick if self.goal.is_some() => self.go_on(),
            // It stays where it has come to.
            Input::Key(_) | Input::Click(..) if self.goal.is_some() => self.goal = None,
            Input::Key(key) => return self.key(*key, context),
            Input::Tick if self.playing => {
                let steps = (SPEEDS[self.speed] / FRAMES).max(1) as usize;
                let _ = (0..steps).all(|_| self.forward());
            }
            Input::Click(x, y) if self.bar.contains((*x, *y).into()) => {
                let cell = usize::from(x - self.bar.x);
                let last = usize::from(self.bar.width).saturating_sub(1).max(1);
                self.go_to(cell * self.len() / last);
            }
            Input::Wheel(by) if *by > 0 => self.go_to(self.at + 1),
            Input::Wheel(_) => self.go_to(self.at.saturating_sub(1)),
            _ => {}
        }
        Go::Stay
    }

    fn found(&mut self, _: Found, _: &mut Context) -> Go {
        // The coach has studied the game now, so explanations are made again.
        self.explained = None;
        Go::Stay
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        if answer != Answer::Yes {
            return Go::Stay;
        }
        let branch = match self.watched {
            Watched::Live { kept: false } => {
                context.branch_unkept(&self.run, self.at, self.seating.seats.clone())
            }
            Watched::Run | Watched::Live { kept: true } => {
                context.branch(&self.run, self.at, self.seating.seats.clone())
            }
        };
        let watched = self.watched;
        let then = move |opened: Result<Opened, String>, context: &Context| match (opened, watched) {
            (Ok(opened), Watched::Run) => Go::replace(Play::new(opened, context)),
            // The game that was rewound is closed; its run is kept.
            (Ok(opened), Watched::Live { .. }) => Go::supersede(Play::new(opened, context)),
            (Err(what), _) => Go::notice("No branch", what),
        };
        match branch {
            Ok(work) => job::make("Going back", work, then),
            Err(what) => then(Err(what), context),
        }
    }

    fn pace(&self, _: &Context) -> Option<Duration> {
        if self.goal.is_some() {
            return Some(Duration::ZERO);
        }
        self.playing.then(|| Duration::from_millis(u64::from(1000 / SPEEDS[self.speed].min(FRAMES))))
    }
}
