//! Asks for what a verb still needs: a direction, with the possible ones highlighted on the board, a thing, a
//! number or a character.

use super::{Mode, Play};
use crate::context::Context;
use crate::field::Field;
use crate::inventory::Inventory;
use crate::screen::Go;
use console::capital;
use console::{Input, Key};
use kernel::{Carried, Dir, Follows, Pos, Sort, Stroke};
use session::{Outlook, VerbInfo};

/// Number of numbers tried to find out which are possible.
const NUMBERS_TRIED: u32 = 200;

/// A verb that waits for a direction.
pub(super) struct Where {
    pub(super) verb: usize,
    /// The directions that are possible now.
    pub(super) lit: Vec<Dir>,
}

/// A verb that waits for a number.
pub(super) struct Which {
    verb: usize,
    pub(super) field: Field,
    pub(super) question: String,
}

impl Play {
    /// Starts the command of a verb; asks for what it still needs.
    pub(super) fn begin_verb(&mut self, verb: usize, context: &Context) -> Go {
        let info = &self.verbs[verb];
        if let Some(deal) = info.way.and_then(|way| self.deal_ahead(way)) {
            return deal;
        }
        let here = info.phases & (1 << self.session().phase()) != 0;
        match info.follows {
            _ if is_list(info) && !self.panel().carried.is_empty() => {
                return self.front(console::Front::Inventory, context);
            }
            Follows::Direction if here => self.ask_where(verb),
            Follows::Number(first, last) if here => return self.ask_which(verb, first, last),
            Follows::Direction | Follows::Number(..) | Follows::Words(_) => {
                self.type_line(info.words[0], context);
            }
            Follows::Nothing | Follows::Character => {
                self.press(Stroke::Verb(verb), verb, context);
            }
        }
        self.after_beats(context)
    }

    fn outlook(&self, line: &str) -> Outlook {
        self.session().outlook(self.session().to_move(), line)
    }

    /// Asks for a direction. If none is possible, shows the game's reason.
    fn ask_where(&mut self, verb: usize) {
        let info = &self.verbs[verb];
        let (mut lit, mut reasons) = (Vec::new(), Vec::new());
        for (word, way) in info.ways {
            // A direction has several words.
            if lit.contains(way) {
                continue;
            }
            match self.outlook(&format!("{} {word}", info.words[0])) {
                Outlook::Fine | Outlook::Warned(_) => lit.push(*way),
                Outlook::Refused(why) => reasons.push(why),
                Outlook::Misread => {}
            }
        }
        reasons.dedup();
        self.toast = match (lit.is_empty(), reasons.as_slice()) {
            (false, _) => None,
            (true, [why]) => Some(why.clone()),
            (true, _) => Some(format!("{}: not possible in any direction from here.", capital(info.name))),
        };
        if !lit.is_empty() {
            self.mode = Mode::Where(Where { verb, lit });
        }
    }

    /// The question for a direction, and what answers it.
    pub(super) fn where_question(&self, asked: &Where, unicode: bool) -> (String, String) {
        let question = format!("{} where?", capital(self.verbs[asked.verb].name));
        let keys = asked.lit.iter().filter_map(|way| Some((self.table.way_key(*way)?, way)));
        let mut answers: Vec<String> =
            keys.map(|(key, way)| format!("{} {}", key.shown(unicode), way.long().to_lowercase())).collect();
        if asked.lit.len() == 1 {
            answers[0] = format!("Enter or {}", answers[0]);
        }
        answers.push("Esc back".to_owned());
        (question, answers.join("  "))
    }

    /// The cells of the board that answer the question.
    pub(super) fn lit_cells(&self) -> Vec<Pos> {
        let (Mode::Where(asked), Some(hero)) = (&self.mode, self.stage.start_of_cursor()) else {
            return Vec::new();
        };
        asked.lit.iter().map(|way| hero.step(*way)).collect()
    }

    pub(super) fn where_key(&mut self, asked: Where, key: Key, context: &Context) {
        let only = (key == Key::Enter && asked.lit.len() == 1).then(|| asked.lit[0]);
        match self.table.way(key).or(only) {
            _ if key == Key::Esc => {}
            Some(way) => self.answer_where(asked.verb, way, context),
            None => self.mode = Mode::Where(asked),
        }
    }

    /// Handles a click while a direction is asked for: a cell beside the hero answers, others do nothing.
    pub(super) fn where_click(&mut self, at: Option<Pos>, context: &Context) {
        let Mode::Where(Where { verb, .. }) = &self.mode else { return };
        let (verb, hero) = (*verb, self.stage.start_of_cursor());
        let way = at.zip(hero).and_then(|(at, hero)| Dir::from_delta(at.x - hero.x, at.y - hero.y));
        if let Some(way) = way {
            self.mode = Mode::Game;
            self.answer_where(verb, way, context);
        }
    }

    fn answer_where(&mut self, verb: usize, way: Dir, context: &Context) {
        let info = &self.verbs[verb];
        match info.ways.iter().find(|(_, other)| *other == way) {
            Some((word, _)) => self.type_line(&format!("{} {word}", info.words[0]), context),
            None => self.toast = Some(format!("{}: not in that direction.", capital(info.name))),
        }
    }

    /// Asks for a thing if the game lists them, else for a number.
    fn ask_which(&mut self, verb: usize, first: u32, last: u32) -> Go {
        let info = &self.verbs[verb];
        let name = capital(info.name);
        let question = format!("{name} which item?");
        let panel = self.panel();
        let carried = panel.carried.len() as u32;
        let trades = panel.in_view.iter().any(|sight| sight.sort == Sort::Friend && !sight.deeds.is_empty());
        let things = panel
            .carried
            .into_iter()
            .chain(panel.in_view.into_iter().flat_map(|sight| offered(sight, &name)));
        if let Some(list) = Inventory::which(&question, things.collect(), info.words, last <= 10) {
            return Go::open(list);
        }
        let upto = last.min(first.saturating_add(NUMBERS_TRIED));
        let line = |number: u32| format!("{} {number}", info.words[0]);
        let possible: Vec<u32> = (first..=upto)
            .filter(|&number| matches!(self.outlook(&line(number)), Outlook::Fine | Outlook::Warned(_)))
            .collect();
        match (possible.as_slice(), self.outlook(&line(first))) {
            // What is wrong with a single thing does not tell that no other would do.
            ([], Outlook::Refused(why))
                if carried > 0 && !trades && self.outlook(&line(1)) != Outlook::Refused(why.clone()) =>
            {
                self.toast = Some(format!("You carry nothing to {}.", info.name));
            }
            ([], Outlook::Refused(why)) => self.toast = Some(why),
            ([], _) => self.toast = Some(format!("{name}: not possible now.")),
            (numbers, _) => {
                let question = format!("{name} which number? ({})", spans(numbers));
                self.mode = Mode::Which(Which { verb, field: Field::default(), question });
            }
        }
        Go::Stay
    }

    pub(super) fn which_input(&mut self, mut asked: Which, input: &Input, context: &Context) {
        let Follows::Number(_, last) = self.verbs[asked.verb].follows else { return };
        match input {
            Input::Key(Key::Esc) => return,
            // With at most ten numbers, a single digit is enough.
            Input::Key(Key::Char(digit @ '0'..='9')) if last <= 10 => {
                self.opened.session.press(Stroke::Verb(asked.verb));
                self.press(Stroke::Char(*digit), asked.verb, context);
                return;
            }
            Input::Key(Key::Enter) if !asked.field.is_empty() => {
                let line = format!("{} {}", self.verbs[asked.verb].words[0], asked.field.text());
                return self.type_line(&line, context);
            }
            Input::Key(Key::Char(letter)) if !letter.is_ascii_digit() => {}
            other => {
                asked.field.input(other);
            }
        }
        self.mode = Mode::Which(asked);
    }

    /// The question for a verb that waits for a character.
    pub(super) fn character_question(&self, verb: usize) -> String {
        let info = &self.verbs[verb];
        match info.kind {
            kernel::VerbKind::Meta => format!("{} the game? Y does it.", capital(info.name)),
            _ => format!("{}: which character?", capital(info.name)),
        }
    }

    /// The panel of the seat to move, for the visible part of the board.
    pub(super) fn panel(&self) -> kernel::Panel {
        let (cols, rows) = self.stage.asked();
        self.session().panel(self.session().to_move(), cols, rows)
    }

    /// Opens the inventory; a game without a list may have a command for it.
    pub(super) fn open_inventory(&mut self, context: &Context) -> Go {
        let carried = self.panel().carried;
        if !carried.is_empty() {
            self.side.listing = true;
            return Go::open(Inventory::new(carried));
        }
        let phase = self.session().phase();
        // A verb that asks for a thing's number does not list anything.
        let tells = |verb: &VerbInfo| !matches!(verb.follows, kernel::Follows::Number(..));
        let own =
            |verb: &VerbInfo| verb.keys.contains(&'i') && verb.phases & (1 << phase) != 0 && tells(verb);
        match self.verbs.iter().position(own) {
            Some(verb) => self.begin_verb(verb, context),
            None => {
                self.toast = Some("You carry nothing.".to_owned());
                Go::Stay
            }
        }
    }

    /// Plays a typed line: in the words of the game, or by the names on the help page.
    pub(super) fn play_typed(&mut self, line: &str, context: &Context) -> Go {
        let line = line.trim();
        if self.session().about().leave.contains(&line) {
            return self.leave();
        }
        if let Some(list) = self.verbs.iter().position(|verb| is_list(verb) && verb.words.contains(&line)) {
            return self.begin_verb(list, context);
        }
        if self.outlook(line) != Outlook::Misread {
            self.type_line(line, context);
            return self.after_beats(context);
        }
        let front = console::Front::ALL.into_iter().find(|front| front.word().eq_ignore_ascii_case(line));
        match (self.by_name(line), front) {
            (Some((verb, rest)), _) if rest.is_empty() => self.begin_verb(verb, context),
            (Some((verb, rest)), _) => {
                let info = &self.verbs[verb];
                let way = info.ways.iter().find(|(_, way)| way.long().eq_ignore_ascii_case(&rest));
                let rest = way.map_or(rest.as_str(), |(word, _)| word);
                self.type_line(&format!("{} {rest}", info.words[0]), context);
                self.after_beats(context)
            }
            (None, Some(front)) => self.front(front, context),
            (None, None) => {
                self.type_line(line, context);
                self.after_beats(context)
            }
        }
    }

    /// The verb whose name begins a line, and the rest of the line.
    fn by_name(&self, line: &str) -> Option<(usize, String)> {
        let phase = self.session().phase();
        let lower = line.to_lowercase();
        let named = self.verbs.iter().enumerate().filter(|(_, verb)| verb.phases & (1 << phase) != 0);
        let rest = named.filter_map(|(index, verb)| {
            let rest = lower.strip_prefix(&verb.name.to_lowercase())?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| (index, rest.trim().to_owned()))
        });
        rest.min_by_key(|(_, rest)| rest.len())
    }
}

/// Whether a verb lists what is carried, which the application shows on a screen of its own.
pub(super) fn is_list(verb: &VerbInfo) -> bool {
    verb.kind == kernel::VerbKind::Talk && verb.keys.contains(&'i')
}

/// What can be done with something in view, each deed as a row of its own: "Buy sword for 8" is the thing "sword
/// for 8", to be bought.
fn offered<'a>(sight: kernel::Sight, verb: &'a str) -> impl Iterator<Item = Carried> + 'a {
    let row = move |deed: kernel::Deed| {
        let thing = deed.label.strip_prefix(verb).map_or("", str::trim_start);
        let (name, label) = if thing.is_empty() { (&*deed.label, &*deed.label) } else { (thing, verb) };
        Carried {
            name: name.to_owned(),
            count: 1,
            worn: false,
            note: String::new(),
            deeds: vec![kernel::Deed::new(label.to_owned(), deed.line.clone())],
        }
    };
    sight.deeds.into_iter().map(row)
}

/// `1-4, 7`: sorted numbers with runs combined.
fn spans(numbers: &[u32]) -> String {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => spans.push((number, number)),
        }
    }
    let told = |&(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    spans.iter().map(told).collect::<Vec<_>>().join(", ")
}
