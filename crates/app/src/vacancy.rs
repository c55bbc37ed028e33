//! Opens a saved game in which a program played a seat: asks who plays it now. The program itself is never
//! started from here.

use crate::canvas::Canvas;
use crate::context::{Context, Seats};
use crate::dialog::{Answer, Dialog};
use crate::job;
use crate::play::Play;
use crate::screen::{Go, Screen};
use console::Input;
use keeper::{Opened, Save};
use session::Vacancy;
use std::path::{Path, PathBuf};

/// Opens a saved game after asking about the seats of programs. `replace` puts it in place of the current
/// screen.
pub(crate) fn open_save(save: &Save, context: &Context, replace: bool) -> Go {
    let vacancies = context.entry(&save.game).map_or_else(Vec::new, |entry| entry.vacancies(&save.header));
    let place = if replace { Go::Replace } else { Go::Open };
    match Vacancies::new(save, vacancies) {
        Some(asking) => place(Box::new(asking)),
        None => open(&save.path, Vec::new(), [place, Go::Open], context),
    }
}

/// Opens a run: shows the game, or a message that it cannot be opened.
fn open(path: &Path, seats: Seats, [game, notice]: [fn(Box<dyn Screen>) -> Go; 2], context: &Context) -> Go {
    let then = move |opened: Result<Opened, String>, context: &Context| match opened {
        Ok(opened) => game(Box::new(Play::new(opened, context))),
        Err(what) => notice(Box::new(Dialog::notice("This game cannot be opened", &[what]))),
    };
    match context.home.opening(path, &context.seating(seats)) {
        Ok(opening) => job::make("Opening the game", Box::new(opening), then),
        Err(problem) => then(Err(problem.to_string()), context),
    }
}

/// Asks about one seat after the other, then opens the game.
struct Vacancies {
    path: PathBuf,
    /// The remaining seats, the next one last.
    left: Vec<Vacancy>,
    seats: Seats,
    dialog: Dialog,
}

impl Vacancies {
    /// `None` if there is nothing to ask.
    fn new(save: &Save, mut left: Vec<Vacancy>) -> Option<Self> {
        left.reverse();
        let dialog = question(left.last()?);
        Some(Self { path: save.path.clone(), left, seats: Vec::new(), dialog })
    }

    fn answered(&mut self, answer: Answer, context: &Context) -> Go {
        let Answer::Player(name) = answer else { return Go::Back };
        self.seats.extend(self.left.pop().map(|vacancy| (vacancy.seat, name.to_owned())));
        if let Some(next) = self.left.last() {
            self.dialog = question(next);
            return Go::Stay;
        }
        open(&self.path, std::mem::take(&mut self.seats), [Go::Replace, Go::Replace], context)
    }
}

fn question(vacancy: &Vacancy) -> Dialog {
    let lines = [format!(
        "The {0} was played by a program ('{1}'). It is not started again from here. Who plays the {0} now?",
        vacancy.name, vacancy.program
    )];
    let mut choices = vec![("Back", Answer::No)];
    choices.extend(vacancy.players.iter().map(|player| (*player, Answer::Player(player))));
    Dialog::ask("An empty seat", &lines, &choices).chosen(1)
}

impl Screen for Vacancies {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        self.dialog.draw(canvas, context);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match self.dialog.input(input, context) {
            Go::Answer(answer) => self.answered(answer, context),
            go => go,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
