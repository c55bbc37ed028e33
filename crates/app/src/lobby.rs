//! The lobby of a host: games to share with others, games for the boards, and the rooms that are open now.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::host::{RoomInfo, Wish};
use crate::menu::{Act, Menu};
use crate::play::Play;
use crate::screen::{Go, Screen};
use console::{Input, Key, cut};
use keeper::Opened;
use ratatui_core::layout::Rect;
use session::Entry;
use std::time::Duration;

/// What the lobby is for, in one sentence.
pub(crate) const ABOUT: &str = "Play with others, play for the boards, or watch.";
/// How often the list of rooms is read again.
const REFRESH: Duration = Duration::from_secs(5);
/// Columns of the name of a game.
const GAME_COLS: u16 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Gap,
    Heading(&'static str),
    Share,
    Compete,
    Daily,
    Room(usize),
}

/// What the answer to the dialog above is about.
#[derive(Clone, Debug)]
enum Asked {
    Share,
    Compete,
    Daily,
    /// Whether to join or to watch this room.
    Room(String),
}

/// The lobby.
pub(crate) struct Lobby {
    menu: Menu,
    rooms: Vec<RoomInfo>,
    rows: Vec<Row>,
    asked: Option<Asked>,
}

impl Lobby {
    pub(crate) fn new(context: &Context) -> Self {
        let mut lobby = Self { menu: Menu::default(), rooms: Vec::new(), rows: Vec::new(), asked: None };
        lobby.refresh(context);
        lobby
    }

    /// Reads the list of rooms again; the chosen room stays chosen.
    fn refresh(&mut self, context: &Context) {
        let chosen = match self.rows.get(self.menu.chosen) {
            Some(Row::Room(index)) => self.rooms.get(*index).map(|room| room.id.clone()),
            _ => None,
        };
        self.rooms = context.visit.as_ref().map_or_else(Vec::new, |visit| visit.host.rooms());
        self.rows = vec![Row::Share, Row::Compete, Row::Daily];
        for (heading, own) in [("Your open games", true), ("Being played now", false)] {
            let rooms: Vec<Row> =
                (0..self.rooms.len()).filter(|index| self.rooms[*index].own == own).map(Row::Room).collect();
            if !rooms.is_empty() {
                self.rows.extend([Row::Gap, Row::Heading(heading)]);
                self.rows.extend(rooms);
            }
        }
        let is_chosen = |row: &Row| match row {
            Row::Room(index) => Some(&self.rooms[*index].id) == chosen.as_ref(),
            _ => false,
        };
        match self.rows.iter().position(is_chosen) {
            Some(row) => self.menu.chosen = row,
            None if chosen.is_some() => self.menu.chosen = 0,
            None => {}
        }
    }

    fn pick(&mut self, context: &Context) -> Go {
        match self.rows.get(self.menu.chosen) {
            Some(Row::Share) => self.ask_which(Asked::Share, "Which game do you want to share?", context),
            Some(Row::Compete) => self.ask_which(Asked::Compete, "Which game do you want to play?", context),
            Some(Row::Daily) => self.ask_which(Asked::Daily, "Which game of today?", context),
            Some(Row::Room(index)) => self.ask_about(*index, context),
            Some(Row::Gap | Row::Heading(_)) | None => Go::Stay,
        }
    }

    /// Asks which game it is to be.
    fn ask_which(&mut self, asked: Asked, question: &str, context: &Context) -> Go {
        let fits = |entry: &&Entry| !matches!(asked, Asked::Share) || is_for_several(entry);
        let games: Vec<&Entry> = context.games.iter().filter(fits).collect();
        let mut choices: Vec<(char, &str, Answer)> = Vec::new();
        for (digit, entry) in ('1'..='9').zip(games) {
            choices.push((digit, entry.title, Answer::Line(entry.id.to_owned())));
        }
        choices.push(('b', "Back", Answer::No));
        let about = match asked {
            Asked::Share => "Others find it in their lobby and on the web, and can join at any time.",
            _ => {
                "The seed is drawn here and nobody knows it before the game is over. Nothing is taken back. The result is \
                 verified and put on the board."
            }
        };
        self.asked = Some(asked);
        Go::open(Dialog::menu(question, &[about.to_owned()], &choices))
    }

    /// An own game is played on; of others' one may be able to join it or only to watch.
    fn ask_about(&mut self, index: usize, context: &Context) -> Go {
        let Some(room) = self.rooms.get(index) else { return Go::Stay };
        if room.own {
            return enter(Wish::Join(room.id.clone()), context);
        }
        if !room.joinable {
            return enter(Wish::Watch(room.id.clone()), context);
        }
        self.asked = Some(Asked::Room(room.id.clone()));
        let title = context.entry(&room.game).map_or("This game", |entry| entry.title);
        let players = format!("Players: {}.", room.players.join(", "));
        let choices = [('j', "Join", Answer::Yes), ('w', "Watch", Answer::PlayOn), ('b', "Back", Answer::No)];
        Go::open(Dialog::menu(title, &[players], &choices))
    }

    fn draw_room(room: &RoomInfo, canvas: &mut Canvas<'_>, row: Rect, chosen: bool, context: &Context) {
        let paint = canvas.pointer(row, chosen);
        let title = context.entry(&room.game).map_or(room.game.as_str(), |entry| entry.title);
        canvas.text(row.x + 3, row.y, GAME_COLS, title, paint(TEXT));
        let what = match (room.own, room.joinable) {
            (true, _) => "yours",
            (false, true) => "join or watch",
            (false, false) => "watch",
        };
        let plural = if room.commands == 1 { "" } else { "s" };
        let right = format!("{} command{plural}  {what}", room.commands);
        let at = row.right().saturating_sub(right.len() as u16 + 1);
        let from = row.x + 4 + GAME_COLS;
        let players =
            if room.players.is_empty() { "nobody at the moment".to_owned() } else { room.players.join(", ") };
        let cols = at.saturating_sub(from + 1);
        let unicode = canvas.look.is_unicode();
        canvas.text(from, row.y, cols, &cut(&players, usize::from(cols), unicode), paint(TEXT));
        canvas.text(at.max(from), row.y, row.right().saturating_sub(at.max(from)), &right, paint(DIM));
    }
}

/// True for a game that several people can play: they come and go, or it has several sides.
fn is_for_several(entry: &Entry) -> bool {
    entry.about.seats > 1 || (entry.verbs)().iter().any(|verb| verb.name == "join")
}

/// Enters a room, or says why not.
fn enter(wish: Wish, context: &Context) -> Go {
    let Some(visit) = &context.visit else { return Go::Stay };
    match visit.host.enter(wish) {
        Ok(session) => Go::open(Play::new(Opened::unkept(session), context)),
        Err(why) => Go::notice("That is not possible", why),
    }
}

impl Screen for Lobby {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let hints = [
            hint(canvas.look.up_down(), "choose"),
            hint("Enter", "open"),
            hint("r", "refresh"),
            hint("Esc", "back"),
        ];
        let name = context.visit.as_ref().and_then(|visit| visit.name.clone()).unwrap_or_default();
        let rect = column(canvas.frame("Lobby", &name, &hints), 92);
        let list = Rect { y: rect.y + 1, height: rect.height.saturating_sub(2), ..rect };
        let (rows, rooms) = (&self.rows, &self.rooms);
        self.menu.draw(canvas, list, rows.len(), |canvas, row, index, chosen| {
            let (name, more) = match rows[index] {
                Row::Gap => return,
                Row::Heading(text) => {
                    canvas.text(row.x + 1, row.y, row.width, text, TITLE);
                    return;
                }
                Row::Room(index) => return Self::draw_room(&rooms[index], canvas, row, chosen, context),
                Row::Share => ("Play together", "a new game that others can join"),
                Row::Compete => ("Play for the boards", "on a seed that nobody knows"),
                Row::Daily => ("Today's games", "the same for everybody; your first try counts"),
            };
            let paint = canvas.pointer(row, chosen);
            canvas.text(row.x + 3, row.y, row.width.saturating_sub(4), name, paint(TEXT));
            let from = row.x + 4 + GAME_COLS;
            canvas.text(from, row.y, row.right().saturating_sub(from), more, paint(DIM));
        });
        if rooms.is_empty() && list.bottom() < rect.bottom() + 1 {
            let y = (list.y + rows.len() as u16 + 1).min(rect.bottom().saturating_sub(1));
            canvas.text(rect.x + 3, y, rect.width.saturating_sub(4), "Nobody plays at the moment.", DIM);
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match input {
            Input::Tick | Input::Key(Key::Char('r' | 'R')) => {
                self.refresh(context);
                return Go::Stay;
            }
            _ => {}
        }
        let open: Vec<bool> =
            self.rows.iter().map(|row| !matches!(row, Row::Gap | Row::Heading(_))).collect();
        match self.menu.input(input, &open, false) {
            Act::Picked | Act::Change(1) => self.pick(context),
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        let Some(asked) = self.asked.take() else { return Go::Stay };
        let wish = match (asked, answer) {
            (Asked::Share, Answer::Line(game)) => Wish::Share { game },
            (Asked::Compete, Answer::Line(game)) => Wish::Compete { game, daily: false },
            (Asked::Daily, Answer::Line(game)) => Wish::Compete { game, daily: true },
            (Asked::Room(id), Answer::Yes) => Wish::Join(id),
            (Asked::Room(id), Answer::PlayOn) => Wish::Watch(id),
            _ => return Go::Stay,
        };
        enter(wish, context)
    }

    fn uncovered(&mut self, context: &mut Context) {
        self.refresh(context);
    }

    fn pace(&self, _: &Context) -> Option<Duration> {
        Some(REFRESH)
    }
}
