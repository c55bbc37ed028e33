//! The form for a new game: seed, name, level file and options, each explained, all optional.

mod cards;
mod draw;
mod programs;
mod rows;
mod watch;

use crate::campaign::CampaignMap;
use crate::canvas::{Canvas, DIM, column, hint};
use crate::context::{Context, PUZZLE, told};
use crate::dialog::{Answer, Dialog};
use crate::field::Field;
use crate::job;
use crate::ladder::LadderList;
use crate::menu::{Act, Menu};
use crate::screen::{Found, Go, Screen};
use console::sentence;
use console::{Input, Key, Paint};
use keeper::{OpenError, Save};
use kernel::{Finding, Ink, Kind, OptionSpec, Options, Severity};
use session::{Brief, Entry, Level, Seating};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Begin,
    /// An edition.
    Card(usize),
    Continue,
    Tutorial,
    Campaign,
    Ladder,
    /// Lets a bot or strategies play while the player watches.
    Watch,
    Gap,
    Seed,
    Name,
    Level,
    Puzzle,
    /// Whether it is a practice game.
    Practice,
    /// Shows or hides the options.
    More,
    /// The heading of the options below.
    Group(&'static str),
    Option(usize),
}

/// The form for a new game.
pub(crate) struct NewGame {
    entry: &'static Entry,
    options: &'static [OptionSpec],
    menu: Menu,
    rows: Vec<Row>,
    newest: Option<Save>,
    /// Whether level files can be named.
    levels: bool,
    /// Whether the options are visible.
    open: bool,
    seed: Field,
    name: Field,
    level: Field,
    /// The grade of the puzzle; 0 for none.
    puzzle: u32,
    /// Whether it is a practice game.
    practice: bool,
    values: Vec<Field>,
    /// Whether the selected field is being edited; Enter ends that.
    editing: bool,
    /// What is wrong with the values.
    problem: Option<String>,
    /// A brief that waits for an answer.
    waiting: Option<Brief>,
    /// Players chosen so far for the seats of a game to be watched.
    watchers: Vec<String>,
}

impl NewGame {
    pub(crate) fn new(entry: &'static Entry, context: &Context) -> Self {
        let options = entry.options;
        // The form begins with the options set in the data folder. Failing to write the template there is no
        // error: the file is optional.
        let _ = context.home.write_settings_template(entry);
        let (set, warnings) = context.home.properties(entry);
        let values = options.iter().map(|spec| Field::new(&set.get(options, spec.name))).collect();
        let mut form = Self {
            entry,
            options,
            menu: Menu::default(),
            rows: Vec::new(),
            newest: context.newest_open(Some(entry.id)),
            levels: entry.level.is_some() && context.environment.policy.level_paths,
            open: false,
            seed: Field::default(),
            name: Field::default(),
            level: Field::default(),
            puzzle: 0,
            practice: false,
            values,
            editing: false,
            problem: (!warnings.is_empty()).then(|| warnings.join(" ")),
            waiting: None,
            watchers: Vec::new(),
        };
        // Show the options if some are not at their defaults.
        form.open = form.options.iter().any(|spec| form.is_changed(spec)) || form.problem.is_some();
        form.lay_out();
        form
    }

    fn row(&self) -> Row {
        self.rows[self.menu.chosen.min(self.rows.len() - 1)]
    }

    /// The text field of the selected row, if it has one.
    fn field(&mut self) -> Option<&mut Field> {
        match self.row() {
            Row::Seed => Some(&mut self.seed),
            Row::Name => Some(&mut self.name),
            Row::Level => Some(&mut self.level),
            Row::Option(index) if is_typed(self.options[index].kind) => Some(&mut self.values[index]),
            _ => None,
        }
    }

    /// Steps the value of a switch, a choice or a number.
    fn change(&mut self, by: i32) {
        if let (Row::Puzzle, Some(puzzles)) = (self.row(), self.entry.attached.puzzles) {
            self.puzzle =
                (i64::from(self.puzzle) + i64::from(by)).rem_euclid(i64::from(puzzles.last) + 1) as u32;
        }
        self.practice ^= self.row() == Row::Practice;
        let Row::Option(index) = self.row() else { return };
        let now = self.values[index].text();
        let next = match self.options[index].kind {
            Kind::Switch => (if now == "on" { "off" } else { "on" }).to_owned(),
            Kind::Choice(words) | Kind::Preset { words, .. } => {
                let at = words.iter().position(|word| *word == now).unwrap_or(0) as i32;
                words[(at + by).rem_euclid(words.len() as i32) as usize].to_owned()
            }
            Kind::Whole(low, high) => {
                now.parse().unwrap_or(low).saturating_add(i64::from(by)).clamp(low, high).to_string()
            }
            Kind::Named(_) => match self.players(index) {
                players if players.is_empty() => return,
                players => {
                    let at = players.iter().position(|player| *player == now).unwrap_or(0) as i32;
                    players[(at + by).rem_euclid(players.len() as i32) as usize].to_owned()
                }
            },
            Kind::Decimal(..) | Kind::Text => return,
        };
        self.values[index] = Field::new(&next);
        if self.options[index].kind.is_preset() {
            self.apply_preset(index, &next);
        }
    }

    /// The known names for a named option.
    fn players(&self, index: usize) -> Vec<&'static str> {
        let seat = self.entry.attached.seats.iter().find(|seat| seat.name == self.options[index].name);
        seat.map_or_else(Vec::new, |seat| (seat.players)())
    }

    /// Fills in the options set by a preset.
    fn apply_preset(&mut self, index: usize, word: &str) {
        let mut options = Options::default();
        let (Kind::Preset { sets, .. }, Ok(())) =
            (self.options[index].kind, options.set(self.options, self.options[index].name, word))
        else {
            return;
        };
        for (at, spec) in self.options.iter().enumerate() {
            if sets.iter().any(|(_, member, _)| *member == spec.name) {
                self.values[at] = Field::new(&options.get(self.options, spec.name));
            }
        }
    }

    fn brief(&self, context: &Context) -> Result<Brief, String> {
        let (mut options, mut seating) = (Options::default(), Seating::default());
        // Presets are skipped: their values are in the fields of the options they set.
        for (spec, value) in self.options.iter().zip(&self.values).filter(|(spec, _)| !spec.kind.is_preset())
        {
            self.entry.set_typed(spec.name, &value.text(), &mut options, &mut seating)?;
        }
        let level = match self.level.is_empty() {
            true => None,
            false => Some(read_level(&self.level.text(), context)?),
        };
        let seed = if self.seed.is_empty() { context.fresh_seed() } else { self.seed.text() };
        let name = self.name.text();
        let mut about =
            if name.trim().is_empty() { Vec::new() } else { vec![(session::NAME.to_owned(), name)] };
        about.extend(self.seed.is_empty().then(session::fresh_seed_kind));
        about.extend(self.practice.then(session::practice_remark));
        if let (1.., Some(puzzles)) = (self.puzzle, self.entry.attached.puzzles) {
            if level.is_some() {
                return Err("Choose a level file or a puzzle, not both.".to_owned());
            }
            about.push((PUZZLE.to_owned(), self.puzzle.to_string()));
            for (name, value) in puzzles.rules {
                let changed = |spec: &&OptionSpec| spec.name == *name && self.is_changed(spec);
                if !self.options.iter().any(|spec| changed(&spec)) {
                    options.set(self.options, name, value)?;
                }
            }
        }
        Ok(Brief { seed, options, level, about, seating })
    }

    fn is_changed(&self, spec: &OptionSpec) -> bool {
        let at = self.options.iter().position(|other| other.name == spec.name);
        at.is_some_and(|at| spec.canonical(spec.default).ok() != Some(self.values[at].text()))
    }

    fn begin(&mut self, context: &Context) -> Go {
        match (self.brief(context), self.puzzle, self.entry.attached.puzzles) {
            (Ok(brief), number @ 1.., Some(puzzles)) => {
                let making = (puzzles.make)(number, &brief.seed);
                job::make("Making the puzzle", making, |level, _| {
                    Go::Found(Found::Brief(level.map(|level| Brief { level: Some(level), ..brief })))
                })
            }
            (brief, ..) => self.begin_with(brief, context),
        }
    }

    fn begin_with(&mut self, brief: Result<Brief, String>, context: &Context) -> Go {
        let asked = brief.and_then(|brief| Ok((programs::ask(&brief.seating)?, brief)));
        match asked {
            Ok((None, brief)) => self.start(brief, context),
            Ok((Some(dialog), brief)) => {
                self.waiting = Some(brief);
                Go::open(dialog)
            }
            Err(what) => {
                self.problem = Some(what);
                Go::Stay
            }
        }
    }

    fn start(&mut self, mut brief: Brief, context: &Context) -> Go {
        brief.seating.policy = context.environment.policy;
        match self.entry.attached.study.and_then(|study| study(&brief)) {
            Some(work) => {
                let found = |_| Found::Studied(Box::new(brief));
                job::find("The strategy thinks", work, found, None)
            }
            None => self.started(brief, context),
        }
    }

    fn started(&mut self, brief: Brief, context: &Context) -> Go {
        match context.start(self.entry, &brief, true) {
            Ok(opened) => watch::play(opened, context),
            Err(OpenError::Level(findings)) => {
                let name = brief.level.as_ref().map_or("level", |level| level.name.as_str());
                Go::open(Dialog::notice("This level cannot be played", &worst(name, &findings)))
            }
            Err(problem) => {
                self.waiting = Some(brief);
                let lines = [problem.to_string(), "The game cannot be kept there.".to_owned()];
                Go::open(Dialog::ask(
                    "No file for this game",
                    &lines,
                    &[("Back", Answer::No), ("Play without keeping it", Answer::Unkept)],
                ))
            }
        }
    }

    fn pick(&mut self, context: &Context) -> Go {
        match (self.row(), &self.newest) {
            (Row::Card(card), _) => self.begin_card(card, context),
            (Row::Begin, _) => self.begin(context),
            (Row::Seed | Row::Name | Row::Level, _) => self.edit(),
            (Row::More, _) => {
                self.open = !self.open;
                self.lay_out();
                Go::Stay
            }
            (Row::Continue, Some(save)) => crate::vacancy::open_save(save, context, true),
            (Row::Tutorial, _) => crate::learn::begin(self.entry, context),
            (Row::Watch, _) => self.watch(context),
            (Row::Campaign, _) => match self.entry.attached.campaign {
                Some(campaign) => Go::open(CampaignMap::new(self.entry, campaign, context)),
                None => Go::Stay,
            },
            (Row::Ladder, _) => match self.entry.attached.ladder {
                Some(ladder) => Go::open(LadderList::new(self.entry, ladder, context)),
                None => Go::Stay,
            },
            (Row::Option(index), _) => match self.options[index].kind {
                Kind::Choice(_) | Kind::Preset { .. } | Kind::Named(_) if !self.editing => self.choose(index),
                Kind::Decimal(..) | Kind::Text | Kind::Named(_) | Kind::Whole(..) => self.edit(),
                Kind::Switch | Kind::Choice(_) | Kind::Preset { .. } => {
                    self.change(1);
                    Go::Stay
                }
            },
            (Row::Puzzle | Row::Practice, _) => {
                self.change(1);
                Go::Stay
            }
            _ => Go::Stay,
        }
    }

    /// Begins to edit the selected field, or ends editing and selects the row that starts the game.
    fn edit(&mut self) -> Go {
        if self.editing {
            self.menu.chosen = 0;
        }
        self.editing = !self.editing;
        Go::Stay
    }

    /// Offers the values of an option; a name without a known list is typed.
    fn choose(&mut self, index: usize) -> Go {
        let words = match self.options[index].kind {
            Kind::Choice(words) | Kind::Preset { words, .. } => words.to_vec(),
            _ => self.players(index),
        };
        if words.is_empty() {
            return self.edit();
        }
        let answers: Vec<(&str, Answer)> =
            words.iter().map(|word| (*word, Answer::Value((*word).to_owned()))).collect();
        let spec = &self.options[index];
        let now = Answer::Value(self.values[index].text());
        Go::open(Dialog::ask(draw::called(spec), &[sentence(spec.help)], &answers).standing_at(&now))
    }

    /// Sets the selected option.
    fn take(&mut self, value: &str) {
        let Row::Option(index) = self.row() else { return };
        self.values[index] = Field::new(value);
        if self.options[index].kind.is_preset() {
            self.apply_preset(index, value);
        }
    }
}

/// Whether an option's value is typed rather than stepped through.
const fn is_typed(kind: Kind) -> bool {
    matches!(kind, Kind::Decimal(..) | Kind::Text | Kind::Named(_))
}

/// The errors among the findings, as many as fit into a box.
fn worst(name: &str, findings: &[Finding]) -> Vec<String> {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    errors.take(8).map(|finding| told(name, finding)).collect()
}

/// Reads a level file.
fn read_level(text: &str, context: &Context) -> Result<Level, String> {
    let path = context.typed_path(text);
    let level = context.home.read_level(&path).map_err(|problem| match problem {
        OpenError::Level(findings) => worst(&path.display().to_string(), &findings).join(" "),
        problem => problem.to_string(),
    })?;
    if level.text.len() as u64 > u64::from(context.environment.policy.level_bytes) {
        return Err(format!("{}: too large for a level file", path.display()));
    }
    Ok(level)
}

impl Screen for NewGame {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let mut hints = vec![hint("Enter", "begin"), hint(canvas.look.up_down(), "choose")];
        let edit = hint("Enter", if self.editing { "done" } else { "edit" });
        match self.row() {
            Row::Option(index) => {
                let kind = self.options[index].kind;
                let listed = matches!(kind, Kind::Choice(_) | Kind::Preset { .. })
                    || (matches!(kind, Kind::Named(_)) && !self.editing);
                hints[0] = match kind {
                    _ if listed => hint("Enter", "list"),
                    Kind::Switch => hint("Enter", "change"),
                    _ => edit,
                };
                if is_typed(kind) {
                    hints.push(hint("letters", "type"));
                }
                if !matches!(kind, Kind::Decimal(..) | Kind::Text) {
                    hints.push(hint(canvas.look.left_right(), "change"));
                }
            }
            Row::Puzzle | Row::Practice => {
                hints[0] = hint("Enter", "change");
                hints.push(hint(canvas.look.left_right(), "change"));
            }
            Row::Continue => hints[0] = hint("Enter", "continue"),
            Row::Campaign => hints[0] = hint("Enter", "the map"),
            Row::Ladder => hints[0] = hint("Enter", "the ladder"),
            Row::Watch => hints[0] = hint("Enter", "watch"),
            Row::More => hints[0] = hint("Enter", if self.open { "hide them" } else { "show them" }),
            Row::Begin | Row::Card(_) | Row::Tutorial | Row::Gap | Row::Group(_) => {}
            Row::Seed | Row::Name | Row::Level => {
                hints[0] = edit;
                hints.push(hint("letters", "type"));
            }
        }
        if !self.menu.boxes.is_empty() && matches!(self.row(), Row::Card(_)) {
            hints.insert(1, hint(canvas.look.left_right(), "edition"));
        }
        hints.push(hint("Esc", "back"));
        let rect = canvas.frame(self.entry.title, "new game", &hints);
        let (rect, top) = self.draw_head(canvas, column(rect, 78));
        let problem = self.problem.iter().map(|problem| (problem.clone(), Paint::Ink(Ink::Bad)));
        let notes: Vec<_> = problem.chain([(self.help(), DIM)]).collect();
        let mut menu = std::mem::take(&mut self.menu);
        let count = self.rows.len();
        canvas.list_with_notes(&mut menu, (rect, top), count, &notes, |canvas, row, index, chosen| {
            self.draw_row(canvas, row, index, chosen);
        });
        self.menu = menu;
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        self.problem = None;
        if let Row::Option(index) = self.row()
            && matches!(self.options[index].kind, Kind::Whole(..))
            && let Input::Key(Key::Char('0'..='9' | '-') | Key::Backspace | Key::Delete) = input
        {
            self.values[index].input(input);
            self.editing = true;
            return Go::Stay;
        }
        // A name can be chosen with the arrows or typed.
        if let (Row::Option(index), Input::Key(key @ (Key::Left | Key::Right))) = (self.row(), input)
            && matches!(self.options[index].kind, Kind::Named(_))
        {
            self.change(if *key == Key::Right { 1 } else { -1 });
            return Go::Stay;
        }
        let typing = self.field().is_some();
        if typing
            && !matches!(
                input,
                Input::Key(Key::Up | Key::Down | Key::Tab | Key::BackTab | Key::Enter | Key::Esc)
            )
            && self.field().is_some_and(|field| field.input(input))
        {
            self.editing = true;
            return Go::Stay;
        }
        if self.card_key(input) {
            return Go::Stay;
        }
        let before = self.menu.chosen;
        let open: Vec<bool> = self.rows.iter().map(|row| !matches!(row, Row::Gap | Row::Group(_))).collect();
        let act = self.menu.input(input, &open, typing);
        self.editing &= self.menu.chosen == before;
        match act {
            Act::Picked if matches!(input, Input::Click(..)) && self.field().is_some() => Go::Stay,
            Act::Picked => self.pick(context),
            Act::Change(by) => {
                self.change(by);
                Go::Stay
            }
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved => Go::Stay,
        }
    }

    fn found(&mut self, found: Found, context: &mut Context) -> Go {
        match found {
            Found::Brief(brief) => self.begin_with(brief, context),
            Found::Studied(brief) => self.started(*brief, context),
            _ => Go::Stay,
        }
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        match &answer {
            Answer::Value(player) if self.row() == Row::Watch => return self.watch_with(player, context),
            Answer::Value(value) => {
                self.take(value);
                return Go::Stay;
            }
            _ => self.watchers.clear(),
        }
        match (self.waiting.take(), answer) {
            (Some(brief), Answer::Yes) => self.start(brief, context),
            (Some(brief), Answer::Unkept) => match context.start(self.entry, &brief, false) {
                Ok(opened) => watch::play(opened, context),
                Err(problem) => Go::notice("No new game", problem.to_string()),
            },
            _ => Go::Stay,
        }
    }
}
