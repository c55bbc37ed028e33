//! The application without a terminal: a stack of screens that take inputs and paint. It has no clock: a
//! screen that wants time to pass says how long, and the runner sends a tick.

use crate::Start;
use crate::canvas::{Canvas, TEXT};
use crate::context::Context;
use crate::job::Running;
use crate::play::Play;
use crate::reading::Reading;
use crate::replay::Theatre;
use crate::screen::{Go, Screen};
use crate::sound::Sound;
use crate::title::Title;
use crate::welcome::Welcome;
use console::{Input, Key, Theme};
use ratatui_core::buffer::Buffer;
use session::Run;
use std::path::PathBuf;
use std::time::Duration;

/// Terminals of this size or smaller get a single line that says so.
const TOO_SMALL: (u16, u16) = (20, 6);

/// The application without its terminal.
pub struct App {
    context: Context,
    screens: Vec<Box<dyn Screen>>,
    /// The job a screen waits for.
    running: Option<Running>,
    /// The last frame in words.
    reading: Reading,
    /// The run of the last game that was closed.
    closed: Option<PathBuf>,
}

/// The application can be moved to another thread.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<App>();
};

impl App {
    /// Creates the application with its first screen.
    #[must_use]
    pub fn new(context: Context, start: Start) -> Self {
        let mut app =
            Self { context, screens: Vec::new(), running: None, reading: Reading::default(), closed: None };
        if let Some(visit) = app.context.visit.as_ref().filter(|visit| visit.name.is_none()) {
            // A host does not let anybody play without a name.
            app.screens.push(Box::new(Welcome::new(&visit.login)));
            return app;
        }
        let first: Box<dyn Screen> = match start {
            Start::Title => Box::new(Title::new(&app.context)),
            Start::Game(opened) => Box::new(Play::new(opened, &app.context)),
            Start::Replay(run, at) => match Theatre::new(run, at, &app.context) {
                Ok(theatre) => {
                    app.go(theatre.opened());
                    return app;
                }
                Err(what) => {
                    app.screens.push(Box::new(Title::new(&app.context)));
                    Box::new(crate::dialog::Dialog::notice("This run cannot be shown", &[what]))
                }
            },
        };
        app.screens.push(first);
        app
    }

    /// Handles one input.
    pub fn input(&mut self, input: &Input) {
        if self.running.is_some() {
            return self.work(input);
        }
        let Some(screen) = self.screens.last_mut() else { return };
        let go = match input {
            Input::Key(key) if !screen.hears_shift() => {
                screen.input(&Input::Key(key.without_shift()), &mut self.context)
            }
            other => screen.input(other, &mut self.context),
        };
        self.go(go);
    }

    /// Something happened elsewhere: every screen takes in what concerns it.
    pub fn news(&mut self) {
        for screen in &mut self.screens {
            screen.news(&self.context);
        }
        // Questions that need an answer open at once.
        if self.running.is_none() && self.pace() == Some(Duration::ZERO) {
            self.input(&Input::Tick);
        }
    }

    /// Handles one key.
    pub fn key(&mut self, key: Key) {
        self.input(&Input::Key(key));
    }

    /// Handles an input while a job is running.
    fn work(&mut self, input: &Input) {
        let Some(mut running) = self.running.take() else { return };
        match input {
            Input::Key(Key::Esc) => {
                self.uncovered();
                return self.go(running.job.cancelled());
            }
            Input::Tick => {
                if let Some(go) = running.step(&self.context) {
                    self.go(go);
                    return running.ahead.iter().for_each(|input| self.input(input));
                }
            }
            other => running.keep(other),
        }
        self.running = Some(running);
    }

    fn go(&mut self, mut go: Go) {
        // An answer may open another screen; a longer chain than this would be a bug.
        for _ in 0..8 {
            go = match go {
                Go::Stay => return,
                Go::Open(screen) => {
                    self.screens.push(screen);
                    return;
                }
                Go::Replace(screen) => {
                    self.pop();
                    self.screens.push(screen);
                    return;
                }
                Go::Supersede(screen) => {
                    self.pop();
                    self.pop();
                    self.screens.push(screen);
                    return;
                }
                Go::Back => {
                    self.pop();
                    self.uncovered();
                    return;
                }
                Go::Answer(answer) => {
                    self.pop();
                    let Some(screen) = self.screens.last_mut() else { return };
                    screen.answer(answer, &mut self.context)
                }
                Go::Work(mut job) => match job.step(&self.context) {
                    Some(go) => go,
                    None => {
                        self.running = Some(Running::new(job));
                        return;
                    }
                },
                Go::Found(found) => {
                    let Some(screen) = self.screens.last_mut() else { return };
                    screen.found(found, &mut self.context)
                }
                Go::Title => {
                    while !self.screens.is_empty() {
                        self.pop();
                    }
                    self.screens.push(Box::new(Title::new(&self.context)));
                    return;
                }
                Go::Quit => {
                    self.close();
                    return;
                }
            };
        }
    }

    fn pop(&mut self) {
        if let Some(screen) = self.screens.pop() {
            self.closed = screen.kept_in().or_else(|| self.closed.take());
            screen.close(&self.context);
        }
    }

    fn uncovered(&mut self) {
        if let Some(screen) = self.screens.last_mut() {
            screen.uncovered(&mut self.context);
        }
    }

    /// Paints the whole screen, of any size.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let look = self.context.look.clone();
        self.reading = Reading::default();
        let mut canvas = Canvas { buffer, look: &look, reading: &mut self.reading };
        let area = canvas.area();
        if area.width <= TOO_SMALL.0 || area.height <= TOO_SMALL.1 {
            canvas.fill(area, TEXT);
            let said = format!("{}x{}: too small", area.width, area.height);
            canvas.text(area.x, area.y, area.width, &said, TEXT);
            return;
        }
        let base = self.screens.iter().rposition(|screen| !screen.is_overlay()).unwrap_or(0);
        for screen in &mut self.screens[base..] {
            screen.draw(&mut canvas, &self.context);
        }
        if let Some(running) = &self.running {
            running.draw(&mut canvas);
        }
        self.reading.read(buffer);
    }

    /// The last frame in words.
    #[must_use]
    pub const fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Takes the sentences said since the last call, oldest first.
    pub fn heard(&mut self) -> Vec<String> {
        self.screens.last_mut().map_or_else(Vec::new, |screen| screen.heard())
    }

    /// Takes the sound of the last change.
    pub fn sound(&mut self) -> Option<Sound> {
        self.screens.iter_mut().rev().find_map(|screen| screen.sound())
    }

    /// Sets the system's preferences: the theme for players who chose none, and reduced motion.
    pub fn prefer(&mut self, theme: Theme, still: bool) {
        (self.context.environment.theme, self.context.environment.still) = (theme, still);
        self.context.relook();
    }

    /// Switches between boards for tiles and for letters.
    pub fn set_tiles(&mut self, tiles: bool) {
        self.context.look.tiles = tiles;
    }

    /// When the screen wants a tick; `None` while it waits for the player.
    #[must_use]
    pub fn pace(&self) -> Option<Duration> {
        if self.running.is_some() {
            return Some(Duration::ZERO);
        }
        self.screens.last().and_then(|screen| screen.pace(&self.context))
    }

    /// Whether the player has left the application.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.screens.is_empty() && self.running.is_none()
    }

    /// Whether mouse input is wanted.
    #[must_use]
    pub fn hears_mouse(&self) -> bool {
        self.context.settings.mouse
    }

    /// Closes every game and leaves, on a signal or when the terminal is closed.
    pub fn close(&mut self) {
        self.running = None;
        while !self.screens.is_empty() {
            self.pop();
        }
    }

    /// What to tell the player after leaving: where the last game is saved, and how to continue it.
    #[must_use]
    pub fn farewell(&self) -> Option<String> {
        let save = self.context.home.save(self.closed.as_ref()?)?;
        let path = save.path.display();
        Some(match save.state {
            keeper::State::Ended(_) => {
                format!("Your game is kept in {path}. Watch it again with: undercroft replay {path}")
            }
            _ => format!("Go on with: undercroft continue. Your game is kept in {path}"),
        })
    }

    /// The run on the screen, and the number of commands shown.
    #[must_use]
    pub fn run_on_screen(&self) -> Option<(Run, usize)> {
        self.screens.iter().rev().find_map(|screen| screen.run(&self.context))
    }

    /// The file of the game on the screen, if it is saved.
    #[must_use]
    pub fn kept_in(&self) -> Option<PathBuf> {
        self.screens.iter().rev().find_map(|screen| screen.kept_in())
    }
}
