//! The trait of screens: a screen paints itself, handles inputs and decides where to go next.

use crate::canvas::Canvas;
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::job::Job;
use crate::sound::Sound;
use console::Input;
use keeper::Opened;
use session::{Brief, Review, Run};
use std::path::PathBuf;
use std::time::Duration;

/// Where to go after an input.
pub(crate) enum Go {
    /// Stay.
    Stay,
    /// Open a screen above this one.
    Open(Box<dyn Screen>),
    /// Replace this screen.
    Replace(Box<dyn Screen>),
    /// Replace this screen and the one below.
    Supersede(Box<dyn Screen>),
    /// Go back to the screen below.
    Back,
    /// Go back with an answer.
    Answer(Answer),
    /// Run a job and go where it leads.
    Work(Box<dyn Job>),
    /// Stay, and deliver a result that was asked for.
    Found(Found),
    /// Go to the title screen and close everything else.
    Title,
    /// Leave the program.
    Quit,
}

/// The result of a job that a screen asked for.
pub(crate) enum Found {
    /// The brief of a game, with its puzzle.
    Brief(Result<Brief, String>),
    /// The coach is ready to give a hint.
    Hint,
    /// The coach is ready after being switched on.
    Coach,
    /// The coach's review of a finished game.
    Review(Review),
    /// The game before the command with this number, or why nothing was taken back.
    TakenBack(Box<Result<Opened, String>>, usize),
    /// The strategies of a game about to begin are ready.
    Studied(Box<Brief>),
}

impl Go {
    pub(crate) fn open(screen: impl Screen + 'static) -> Self {
        Self::Open(Box::new(screen))
    }

    pub(crate) fn replace(screen: impl Screen + 'static) -> Self {
        Self::Replace(Box::new(screen))
    }

    pub(crate) fn supersede(screen: impl Screen + 'static) -> Self {
        Self::Supersede(Box::new(screen))
    }

    /// Opens a message.
    pub(crate) fn notice(title: &str, what: String) -> Self {
        Self::open(Dialog::notice(title, &[what]))
    }
}

/// A screen.
pub(crate) trait Screen: Send {
    /// Paints the screen on the whole canvas, or on a part of it for an overlay.
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context);

    /// Handles one input.
    fn input(&mut self, input: &Input, context: &mut Context) -> Go;

    /// Handles the answer of a dialog opened by this screen.
    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        let _ = (answer, context);
        Go::Stay
    }

    /// Handles a result this screen asked for.
    fn found(&mut self, found: Found, context: &mut Context) -> Go {
        let _ = (found, context);
        Go::Stay
    }

    /// Called when the screen above is gone, to reload what it may have changed.
    fn uncovered(&mut self, context: &mut Context) {
        let _ = context;
    }

    /// Called when something happened elsewhere, such as another player's command in a shared game.
    fn news(&mut self, context: &Context) {
        let _ = context;
    }

    /// When the screen wants a tick.
    fn pace(&self, context: &Context) -> Option<Duration> {
        let _ = context;
        None
    }

    /// Whether the screen below stays visible.
    fn is_overlay(&self) -> bool {
        false
    }

    /// Whether arrows with Shift have a meaning of their own here.
    fn hears_shift(&self) -> bool {
        false
    }

    /// Called before the screen is dropped: closes and saves what is open.
    fn close(self: Box<Self>, context: &Context) {
        let _ = context;
    }

    /// Takes the sentences said since the last call, oldest first.
    fn heard(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Takes the sound of the last command.
    fn sound(&mut self) -> Option<Sound> {
        None
    }

    /// The run on the screen, and the number of commands shown; a number beyond the last command means its
    /// end.
    fn run(&self, context: &Context) -> Option<(Run, usize)> {
        let _ = context;
        None
    }

    /// The file of the game on the screen.
    fn kept_in(&self) -> Option<PathBuf> {
        None
    }
}
