//! The tutor of a lesson: a framed strip above the board that says what to press, with the current keys.

use super::Play;
use super::ask::is_list;
use super::rewind::begun;
use crate::canvas::{Canvas, TEXT};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::inventory::letter_of;
use crate::screen::Go;
use console::{Front, Key, KeyTable, Meaning, wrap};
use helpers::{Deed, Tutor};
use kernel::{Carried, Until};
use ratatui_core::layout::Rect;
use session::{Entry, LESSON, Run, Session, VerbInfo};

/// Maximum rows of text in the strip.
const STRIP_ROWS: u16 = 3;
/// From this height on the strip has its full size.
const ROOMY: u16 = 20;

/// The tutor of an unfinished lesson, brought up to the state of the game.
pub(super) fn tutor_of(session: &dyn Session, entry: Option<&Entry>) -> Option<Tutor> {
    session::remark(&session.header().about, LESSON)?;
    let entry = entry?;
    let mut tutor = Tutor::new(entry.teaching.tutorial?, true);
    let log = session.log();
    if !log.is_empty() {
        let mut run = Run::default();
        run.header = session.header().clone();
        if let Ok(mut fresh) = begun(entry, &run, &session::Seating::OWNER) {
            tutor.catch_up(fresh.as_mut(), &log);
        }
    }
    (!tutor.is_done()).then_some(tutor)
}

/// What the keys of a command depend on.
pub(crate) struct Speller<'a> {
    pub(crate) table: &'a KeyTable,
    pub(crate) verbs: &'a [VerbInfo],
    pub(crate) phase: u8,
    pub(crate) unicode: bool,
    /// What is carried, and whether the list of it is open.
    pub(crate) carried: &'a [Carried],
    pub(crate) listing: bool,
}

impl Speller<'_> {
    /// The current keys of a command, such as `[a] [6]`.
    pub(crate) fn keys_of(&self, deed: &Deed) -> String {
        let mut keys = Vec::new();
        match deed {
            Deed::Front(word) => {
                let front = Front::ALL.into_iter().find(|front| front.word() == word);
                keys.extend(front.and_then(|front| self.table.front_key(front, self.phase)));
            }
            Deed::Travel(letters) => {
                keys.extend(self.table.front_key(Front::Travel, self.phase));
                keys.extend(letters.chars().map(Key::Char));
                // The exit is travelled to at once.
                keys.extend((letters != ">").then_some(Key::Enter));
            }
            Deed::Verb { verb, way, word } => {
                let info = &self.verbs[*verb];
                match self.keys_of_verb(*verb, word) {
                    Some(verb_keys) => keys = verb_keys,
                    // A verb without a key can always be typed.
                    None => return self.typed(info, way.as_ref().map(|way| way.short()), word),
                }
                keys.extend(way.and_then(|way| self.table.way_key(way)));
            }
        }
        if keys.is_empty() {
            return "(no key)".to_owned();
        }
        let shown: Vec<String> = keys.iter().map(|key| format!("[{}]", key.shown(self.unicode))).collect();
        let travels = if matches!(deed, Deed::Travel(_)) { " walks there" } else { "" };
        format!("{}{travels}", shown.join(" "))
    }

    /// The keys of a verb and of what follows it; `None` for a verb without a key.
    fn keys_of_verb(&self, verb: usize, word: &Option<String>) -> Option<Vec<Key>> {
        let info = &self.verbs[verb];
        // A thing is chosen in the inventory by its letter.
        let line = word.as_ref().map(|word| format!("{} {word}", info.words[0]));
        let letter = line.and_then(|line| letter_of(self.carried, &line)).map(Key::Char);
        if let Some(letter) = letter.filter(|_| self.listing) {
            return Some(vec![letter, Key::Enter]);
        }
        // The application lists what is carried itself.
        let list = is_list(info).then(|| self.table.front_key(Front::Inventory, self.phase)).flatten();
        let own = || self.table.keys_of(Meaning::Verb(verb), self.phase).next();
        let mut keys = vec![list.or_else(own)?];
        match (letter, word) {
            (Some(letter), _) => keys.push(letter),
            (None, Some(word)) => {
                keys.extend(word.chars().map(Key::Char));
                // Numbers above ten may have several digits, so Enter has to end them.
                let ends = matches!(info.follows, kernel::Follows::Number(_, last) if last > 10);
                keys.extend(ends.then_some(Key::Enter));
            }
            (None, None) => {}
        }
        Some(keys)
    }

    fn typed(&self, verb: &VerbInfo, way: Option<&str>, word: &Option<String>) -> String {
        let mut line = verb.words.first().copied().unwrap_or_default().to_owned();
        for more in way.map(str::to_ascii_lowercase).iter().chain(word) {
            line.push(' ');
            line.push_str(more);
        }
        let first = self.table.front_key(Front::Type, self.phase);
        let keys = first.into_iter().chain(line.chars().map(Key::Char)).chain([Key::Enter]);
        let shown: Vec<String> = keys.map(|key| format!("[{}]", key.shown(self.unicode))).collect();
        shown.join(" ")
    }
}

impl Play {
    /// Spells commands with the current keys.
    pub(super) fn speller(&self, unicode: bool) -> Speller<'_> {
        Speller {
            table: &self.table,
            verbs: &self.verbs,
            phase: self.session().phase(),
            unicode,
            carried: &self.side.panel.carried,
            listing: self.side.listing,
        }
    }

    /// Draws the strip and returns the rest of the area.
    pub(super) fn paint_lesson(&self, canvas: &mut Canvas<'_>, area: Rect) -> Rect {
        let Some(tutor) = self.tutor.as_ref().filter(|tutor| !tutor.is_done()) else { return area };
        let session = self.session();
        let unicode = canvas.look.is_unicode();
        let speller = self.speller(unicode);
        let text = tutor.tell(session, |deed| speller.keys_of(deed));
        let framed = area.height >= ROOMY / 2;
        let lines = wrap(&text, usize::from(area.width.saturating_sub(4)).max(1));
        let most =
            if area.height >= ROOMY { STRIP_ROWS.max(area.height / 5) } else { (area.height / 4).max(1) };
        let least = if area.height >= ROOMY { STRIP_ROWS } else { 1 };
        let rows = (lines.len() as u16).clamp(least.min(most), most);
        let strip = Rect { height: (rows + if framed { 2 } else { 0 }).min(area.height), ..area };
        let (at, total) = tutor.progress();
        let (done, open) = if unicode { ('✓', '·') } else { ('x', '.') };
        let ticks: String = tutor.ticks(session).iter().map(|tick| if *tick { done } else { open }).collect();
        let title = format!("Tutorial {at}/{total} {ticks}: [Tab] skips a step, [Esc] pauses");
        if framed {
            canvas.outline(strip, &title);
        }
        // The keys are at the end of the text, which is shown when room is short.
        let skip = lines.len().saturating_sub(usize::from(rows));
        let top = strip.y + u16::from(framed);
        for (line, y) in lines.iter().skip(skip).zip(top..top + rows) {
            canvas.text(strip.x + 2, y, strip.width.saturating_sub(4), line, TEXT);
        }
        Rect { y: strip.bottom(), height: area.height - strip.height, ..area }
    }

    /// Skips a step; false if there is none.
    pub(super) fn skip_step(&mut self) -> bool {
        match &mut self.tutor {
            Some(tutor) if !tutor.is_done() => {
                tutor.skip(self.opened.session.as_ref());
                true
            }
            _ => false,
        }
    }

    /// Reports every command that was carried out to the tutor.
    pub(super) fn tutor_hears(&mut self) {
        if let Some(tutor) = &mut self.tutor {
            tutor.hear(self.opened.session.as_ref());
        }
    }

    /// Reports the use of an application command.
    pub(super) fn used(&mut self, front: Front) {
        if let Some(tutor) = &mut self.tutor {
            tutor.hear_app(front.word(), self.opened.session.as_ref());
        }
        self.adviser.learn(|until| until == Until::Front(front.word()));
    }

    /// The box at the end of a lesson, once.
    pub(super) fn lesson_end(&mut self, context: &Context) -> Option<Go> {
        let tutor = self.tutor.take_if(|tutor| tutor.is_done())?;
        let session = self.session();
        let speller = self.speller(context.look.is_unicode());
        let told = tutor.tell(session, |deed| speller.keys_of(deed));
        let over = session.outcome().is_some();
        self.over_shown |= over;
        let stay = if over { "Look at the board" } else { "Play on here" };
        let choices = [
            (stay, Answer::No),
            ("A new game", Answer::NewGame),
            ("Another tutorial", Answer::Tutorials),
            ("Title screen", Answer::Title),
        ];
        Some(Go::open(Dialog::ask("Tutorial finished", &[told], &choices).chosen(usize::from(over))))
    }
}
