//! The screen of challenges: the games of the day, the pentathlon with its total, and a field for codes.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::field::Field;
use crate::menu::{Act, Menu};
use crate::play::Play;
use crate::screen::{Go, Screen};
use console::{Input, Key, Paint};
use kernel::Ink;
use ratatui_core::layout::Rect;
use records::challenge::{Challenge, Code, Date, Kind, Standings, TryState, begin, objection};

#[derive(Clone, Debug)]
enum Row {
    Gap,
    Heading(String),
    Try(Challenge, TryState),
    Code,
}

/// The screen of challenges.
pub(crate) struct Challenges {
    day: Date,
    rows: Vec<Row>,
    menu: Menu,
    code: Field,
    /// Notes for the player, one sentence each.
    notes: Vec<String>,
    asked: Option<Challenge>,
}

impl Challenges {
    pub(crate) fn new(context: &Context) -> Self {
        let mut screen = Self {
            day: Date::of_seconds(context.now()),
            rows: Vec::new(),
            menu: Menu::at(1),
            code: Field::default(),
            notes: Vec::new(),
            asked: None,
        };
        screen.refresh(context);
        screen
    }

    fn refresh(&mut self, context: &Context) {
        self.rows.clear();
        self.notes.clear();
        self.day = Date::of_seconds(context.now());
        for kind in [Kind::Daily, Kind::Pentathlon] {
            self.list(context, kind, self.day);
        }
        self.rows.push(Row::Code);
    }

    fn list(&mut self, context: &Context, kind: Kind, day: Date) {
        match Standings::of(&context.home, kind, day) {
            Ok(table) => {
                self.rows.push(Row::Heading(match kind {
                    Kind::Daily => "The games of the day".to_owned(),
                    Kind::Pentathlon => {
                        let most = kind.points_max(context.games);
                        format!("The pentathlon of the day: {} of {most} points", table.total())
                    }
                }));
                self.notes = table.notes;
                self.rows.extend(
                    table.rows.into_iter().map(|(challenge, standing)| Row::Try(challenge, standing)),
                );
                self.rows.push(Row::Gap);
            }
            Err(what) => self.notes.push(what),
        }
    }

    fn row(&self) -> &Row {
        &self.rows[self.menu.chosen.min(self.rows.len() - 1)]
    }

    /// Resumes an open try; asks before anything else.
    fn pick(&mut self, context: &Context) -> Go {
        match self.row().clone() {
            Row::Try(challenge, TryState::Open { .. }) => self.begin(&challenge, context),
            Row::Try(challenge, _) => {
                self.asked = Some(challenge);
                match objection(&context.home, &challenge, self.day) {
                    Ok(None) => {
                        let lines = [
                            format!("This is your one scored try of the {}.", challenge.name()),
                            format!("Points: {}.", challenge.entry.contest.told),
                            "It can be left and continued.".to_owned(),
                        ];
                        Go::open(
                            Dialog::ask(
                                challenge.entry.title,
                                &lines,
                                &[("Not now", Answer::No), ("Begin", Answer::Yes)],
                            )
                            .chosen(1),
                        )
                    }
                    Ok(Some(why)) => {
                        let choices = [("Not now", Answer::No), ("Play without a score", Answer::Yes)];
                        Go::open(Dialog::ask(challenge.entry.title, &[why], &choices))
                    }
                    Err(what) => Go::notice("This cannot be played", what),
                }
            }
            Row::Code => self.play_code(context),
            Row::Gap | Row::Heading(_) => Go::Stay,
        }
    }

    fn begin(&self, challenge: &Challenge, context: &Context) -> Go {
        match begin(&context.home, challenge, self.day, false) {
            Ok(begun) => Go::open(Play::new(begun.opened, context)),
            Err(what) => Go::notice("This cannot be played", what),
        }
    }

    fn play_code(&mut self, context: &Context) -> Go {
        let text = self.code.text();
        if text.trim().is_empty() {
            return Go::Stay;
        }
        let started = Code::read(context.games, &text).and_then(|code| {
            let brief = code.to_brief()?;
            let mut opened =
                context.start(code.entry, &brief, true).map_err(|problem| problem.to_string())?;
            opened.notes.extend(code.notes);
            Ok(opened)
        });
        match started {
            Ok(opened) => {
                self.code = Field::default();
                Go::open(Play::new(opened, context))
            }
            Err(what) => Go::notice("No game by this code", what),
        }
    }

    /// Details about the selected row.
    fn detail(&self) -> String {
        match self.row() {
            Row::Try(challenge, standing) => {
                let code = challenge.code();
                match standing {
                    TryState::Void(why) => format!("Not counted: {why}. Code {code}"),
                    _ => format!("Code {code}"),
                }
            }
            Row::Code => "A code names a game, its options and its seed, as in boo-047D-21.".to_owned(),
            Row::Gap | Row::Heading(_) => String::new(),
        }
    }
}

/// The standing of a try in a few words.
fn stands(standing: &TryState) -> (String, Paint) {
    match standing {
        TryState::Waiting => ("not begun".to_owned(), DIM),
        TryState::Open { points, .. } => (format!("open, {points} points so far"), Paint::Ink(Ink::Good)),
        TryState::Ended { result, score, points } => {
            (format!("{result}, score {score}: {points} points"), TEXT)
        }
        TryState::Void(_) => ("not counted".to_owned(), Paint::Ink(Ink::Bad)),
    }
}

fn draw_row(canvas: &mut Canvas<'_>, rect: Rect, row: &Row, code: &Field, chosen: bool) {
    if let Row::Heading(text) = row {
        canvas.text(rect.x + 1, rect.y, rect.width.saturating_sub(2), text, TITLE);
        canvas.reading.heading();
        canvas.reading.columns(&[text]);
    }
    if matches!(row, Row::Gap | Row::Heading(_)) {
        return;
    }
    let paint = canvas.pointer(rect, chosen);
    let names = 24.min(rect.width / 2);
    match row {
        Row::Gap | Row::Heading(_) => {}
        Row::Try(challenge, standing) => {
            canvas.text(rect.x + 3, rect.y, names, challenge.entry.title, paint(TEXT));
            let (text, colour) = stands(standing);
            let at = rect.x + 4 + names;
            canvas.text(at, rect.y, rect.right().saturating_sub(at + 1), &text, paint(colour));
        }
        Row::Code => {
            canvas.text(rect.x + 3, rect.y, names, "Play a code", paint(TEXT));
            let at = rect.x + 4 + names;
            let room = Rect { x: at, width: rect.right().saturating_sub(at + 1), ..rect };
            code.draw(canvas, room, chosen);
        }
    }
}

impl Screen for Challenges {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let mut hints = vec![hint(canvas.look.up_down(), "choose"), hint("Enter", "play")];
        if matches!(self.row(), Row::Code) {
            hints.push(hint("letters", "type"));
        }
        hints.push(hint("Esc", "back"));
        let rect = column(canvas.frame("Challenges", &self.day.to_string(), &hints), 78);
        let mut notes: Vec<_> = self.notes.iter().map(|note| (note.clone(), Paint::Ink(Ink::Bad))).collect();
        notes.push((self.detail(), DIM));
        let top = rect.y + u16::from(rect.height > 18);
        let (rows, code) = (&self.rows, &self.code);
        canvas.list_with_notes(
            &mut self.menu,
            (rect, top),
            rows.len(),
            &notes,
            |canvas, rect, index, chosen| {
                draw_row(canvas, rect, &rows[index], code, chosen);
            },
        );
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        let typing = matches!(self.row(), Row::Code);
        let leads = [Key::Up, Key::Down, Key::Tab, Key::BackTab, Key::Enter, Key::Esc].map(Input::Key);
        if typing && !leads.contains(input) && self.code.input(input) {
            return Go::Stay;
        }
        let open: Vec<bool> = self.rows.iter().map(|row| matches!(row, Row::Try(..) | Row::Code)).collect();
        match self.menu.input(input, &open, typing) {
            Act::Picked if matches!(input, Input::Click(..)) && matches!(self.row(), Row::Code) => Go::Stay,
            Act::Picked => self.pick(context),
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        match self.asked.take().filter(|_| answer == Answer::Yes) {
            Some(challenge) => self.begin(&challenge, context),
            None => Go::Stay,
        }
    }

    fn uncovered(&mut self, context: &mut Context) {
        self.refresh(context);
    }
}
