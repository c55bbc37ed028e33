//! What a screen is: it paints itself, takes inputs and says where they lead.

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

/// Where an input leads.
pub(crate) enum Go {
    /// Nowhere.
    Stay,
    /// To a screen above this one.
    Open(Box<dyn Screen>),
    /// To a screen in place of this one.
    Replace(Box<dyn Screen>),
    /// To a screen in place of this one and of the one below.
    Supersede(Box<dyn Screen>),
    /// Back to the screen below.
    Back,
    /// Back, with an answer.
    Answer(Answer),
    /// To wherever some work leads.
    Work(Box<dyn Job>),
    /// Nowhere, with something that was asked for.
    Found(Found),
    /// To the title screen, leaving everything else.
    Title,
    /// Out of the program.
    Quit,
}

/// Something a screen asked for, made by a job.
pub(crate) enum Found {
    /// What a game begins with, its puzzle made.
    Brief(Result<Brief, String>),
    /// The coach can answer, for a hint.
    Hint,
    /// The coach can answer, now that he was switched on.
    Coach,
    /// What the coach says about a game that is over.
    Review(Review),
    /// The game before the command with this number, or why nothing was taken back.
    TakenBack(Box<Result<Opened, String>>, usize),
    /// The players of a game about to begin can move.
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

    /// To something to read.
    pub(crate) fn notice(title: &str, what: String) -> Self {
        Self::open(Dialog::notice(title, &[what]))
    }
}

/// One screen.
pub(crate) trait Screen: Send {
    /// Paints itself over the whole canvas, or over a part of it if it is an overlay.
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context);

    /// Takes one input.
    fn input(&mut self, input: &Input, context: &mut Context) -> Go;

    /// Takes the answer of a dialog that was opened from here.
    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        let _ = (answer, context);
        Go::Stay
    }

    /// Takes what it asked for.
    fn found(&mut self, found: Found, context: &mut Context) -> Go {
        let _ = (found, context);
        Go::Stay
    }

    /// The screen above has gone; what it may have changed is read again.
    fn uncovered(&mut self, context: &mut Context) {
        let _ = context;
    }

    /// Something has come from elsewhere, such as what others did in a shared game.
    fn news(&mut self, context: &Context) {
        let _ = context;
    }

    /// After how long it wants a tick.
    fn pace(&self, context: &Context) -> Option<Duration> {
        let _ = context;
        None
    }

    /// True when the screen below shows through.
    fn is_overlay(&self) -> bool {
        false
    }

    /// True when an arrow with Shift means something else here than one without.
    fn hears_shift(&self) -> bool {
        false
    }

    /// Called before it goes away: whatever is open is closed and kept.
    fn close(self: Box<Self>, context: &Context) {
        let _ = context;
    }

    /// What was said since this was asked last, oldest first.
    fn heard(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What may be heard of the last command, once.
    fn sound(&mut self) -> Option<Sound> {
        None
    }

    /// The run it shows, and after how many commands; more than it has for its end.
    fn run(&self, context: &Context) -> Option<(Run, usize)> {
        let _ = context;
        None
    }

    /// Where the game it shows is kept.
    fn kept_in(&self) -> Option<PathBuf> {
        None
    }
}
