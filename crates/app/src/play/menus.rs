//! The menus during a game: the pause menu, the question before giving up, and the end.

use super::{Mode, Play};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::field::Field;
use crate::screen::Go;
use crate::sound::Sound;
use console::{Key, capital, sentence};
use kernel::{Follows, VerbKind, Verdict};
use session::Outlook;

impl Play {
    /// Opens the pause menu; for a finished game, its end menu.
    pub(super) fn pause(&mut self) -> Go {
        if self.session().outcome().is_some() {
            return self.end();
        }
        let leave = match (self.room(), self.opened.path()) {
            (Some(_), _) => "Leave the game; you can come back",
            (None, Some(_)) => "Save and leave",
            (None, None) => "Leave; it is not saved",
        };
        let mut choices = vec![
            ('c', "Continue".to_owned(), Answer::No),
            ('?', "Help".to_owned(), Answer::Help),
            ('=', "Settings".to_owned(), Answer::Settings),
        ];
        if self.session().commands() > 0 && self.room().is_none() {
            choices.push(('<', "Rewind to any turn".to_owned(), Answer::Rewind));
            if self.opened.path().is_some() {
                choices.push(('p', "Set a save point".to_owned(), Answer::SavePoint));
            }
        }
        if !self.session().adjustments().is_empty() {
            choices.push(('r', "Practice: set health and more".to_owned(), Answer::Practice));
        }
        choices.push(('q', leave.to_owned(), Answer::SaveAndLeave));
        if self.room().is_none() {
            choices.extend(self.ways_to_give_up());
        }
        let choices: Vec<(char, &str, Answer)> =
            choices.iter().map(|(key, label, answer)| (*key, label.as_str(), answer.clone())).collect();
        Go::open(Dialog::menu("Paused", &[], &choices))
    }

    /// The verbs that end the game or restart it; the last of them gives it up.
    fn ways_to_give_up(&self) -> Vec<(char, String, Answer)> {
        let (session, phase) = (self.session(), self.session().phase());
        let meta = (self.verbs.iter().enumerate())
            .filter(|(_, verb)| verb.kind == VerbKind::Meta && verb.phases & (1 << phase) != 0);
        let possible = |verb: &session::VerbInfo| {
            verb.follows != Follows::Nothing
                || !matches!(session.outlook(session.to_move(), verb.words[0]), Outlook::Refused(_))
        };
        let mut ways: Vec<_> = meta
            .filter(|(_, verb)| possible(verb))
            .map(|(index, verb)| {
                (verb.name.chars().next().unwrap_or('r'), capital(verb.name), Answer::GiveUp(index))
            })
            .collect();
        if let Some((key, label, _)) = ways.last_mut() {
            (*key, *label) = ('g', "Give up".to_owned());
        }
        ways
    }

    /// Asks before a verb that ends the game or begins another.
    pub(super) fn ask_to_give_up(&mut self, verb: usize) -> Go {
        let info = &self.verbs[verb];
        let title = format!("{} the game?", capital(info.name));
        let kept = if self.opened.path().is_some() {
            "What you have played stays among the saved games and can be rewound."
        } else {
            "This game is not saved."
        };
        let lines = [sentence(info.help), kept.to_owned()];
        // If the game itself asks for confirmation, this question answers it.
        let line = match info.follows {
            Follows::Character => format!("{} Y", info.words[0]),
            _ => info.words[0].to_owned(),
        };
        let yes = capital(info.name);
        let choices = [('n', "Play on", Answer::No), ('y', yes.as_str(), Answer::Line(line))];
        Go::open(Dialog::menu(&title, &lines, &choices))
    }

    /// Whether this verb is confirmed before it is carried out.
    pub(super) fn is_giving_up(&self, verb: usize) -> bool {
        let info = &self.verbs[verb];
        let session = self.session();
        info.kind == VerbKind::Meta
            && info.follows == Follows::Nothing
            && session.outcome().is_none()
            && session.commands() > 0
            && !matches!(session.outlook(session.to_move(), info.words[0]), Outlook::Refused(_))
    }

    /// The end of a game: what happened, and everything that can follow, one key each.
    pub(super) fn end_menu(&self, review: Vec<String>) -> Dialog {
        let session = self.session();
        let told = session.told(session.said());
        let mut lines: Vec<String> = told.iter().map(|said| said.shown().to_owned()).collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if let Some(outcome) = session.outcome() {
            let commands = session.commands();
            let plural = if commands == 1 { "" } else { "s" };
            lines.push(format!("Score {} after {commands} command{plural}.", outcome.score));
        }
        lines.extend(review);
        lines.push(match self.opened.path() {
            Some(path) => format!("Kept in {}", path.display()),
            None if self.room().is_some() => "The game is saved with everybody who played it.".to_owned(),
            None => "This game was not kept.".to_owned(),
        });
        let title = match session.outcome().map(|outcome| outcome.verdict) {
            Some(Verdict::Won) => "You have won",
            Some(Verdict::Died) => "You have died",
            Some(Verdict::Caught) => "Caught",
            Some(Verdict::Escaped) => "Escaped",
            Some(Verdict::Quit | Verdict::Ended) | None => "The game is over",
        };
        if self.room().is_some() {
            let choices = [('b', "Look at the board", Answer::No), ('q', "Leave", Answer::Leave)];
            return Dialog::menu(title, &lines, &choices);
        }
        let onward = self.onward();
        let next = onward.as_ref().map(|onward| ('g', onward.label.as_str(), Answer::Onward));
        let choices = [
            ('n', "New game", Answer::Again),
            ('s', "Same seed again", Answer::SameSeed),
            ('u', "Take back the last command", Answer::TakeBack),
            ('<', "Rewind to any turn", Answer::Rewind),
            ('h', "How it went", Answer::HowItWent),
            ('o', "Other options", Answer::NewGame),
            ('b', "Look at the board", Answer::No),
            ('t', "Title screen", Answer::Title),
        ];
        let choices: Vec<_> = next.into_iter().chain(choices).collect();
        Dialog::menu(title, &lines, &choices).not_yet(self.pressed.filter(|key| *key != Key::Esc))
    }

    /// The sound of the end.
    pub(super) fn end_sound(&self) -> Option<Sound> {
        let (outcome, entry) = (self.session().outcome()?, self.entry?);
        let won = (entry.lore.reckon)(self.session().header()).wins.contains(&outcome.verdict.word());
        Some(if won { Sound::Win } else { Sound::Loss })
    }

    /// Handles the answers of these menus.
    pub(super) fn menu_answer(&mut self, answer: Answer, context: &Context) -> Go {
        match answer {
            Answer::Help => self.front(console::Front::Help, context),
            Answer::Settings => self.front(console::Front::Settings, context),
            Answer::Rewind => self.front(console::Front::Rewind, context),
            Answer::TakeBack => self.front(console::Front::Undo, context),
            Answer::SaveAndLeave => self.leave(),
            Answer::GiveUp(verb) => self.ask_to_give_up(verb),
            Answer::Line(line) => {
                let word = line.split_whitespace().next().unwrap_or_default();
                let gives_up =
                    |verb: &session::VerbInfo| verb.kind == VerbKind::Meta && verb.words[0] == word;
                // The player has confirmed the end already, so guards do not ask again.
                if self.verbs.iter().any(gives_up) {
                    self.play_unasked(&line, context);
                } else {
                    self.type_line(&line, context);
                }
                self.after_beats(context)
            }
            Answer::Practice => Go::open(crate::practice::Practice::new(self.session().adjustments())),
            Answer::SavePoint => {
                self.mode = Mode::Point(Field::default());
                Go::Stay
            }
            _ => Go::Stay,
        }
    }

    /// Adds a save point with this name.
    pub(super) fn set_point(&mut self, name: &str) {
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        self.opened.session.lines().point(name);
        self.keep();
        self.toast = Some(format!("Save point '{name}' is set."));
    }
}
