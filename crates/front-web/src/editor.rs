//! The level editor's backend: levels are checked, opened for a try, solved in slices, and put into a link.

use crate::messages::list;
use app::json_text;
use keeper::Opened;
use records::challenge;
use session::{Brief, Coach, Entry, Level, Seating, Session, Work};

/// The seed for trying a level.
const SEED: &str = "try";
/// Maximum number of a game's questions that are answered automatically before the level is shown.
const QUESTIONS_MAX: usize = 4;

/// Unfinished work on a level.
#[derive(Default)]
pub(crate) struct Editor {
    solving: Option<Solving>,
}

struct Solving {
    coach: Coach,
    session: Box<dyn Session>,
    study: Option<Box<dyn Work<()>>>,
}

fn entry(games: &'static [Entry], game: &str) -> Result<&'static Entry, String> {
    let entry = session::find(games, game).filter(|entry| entry.level.is_some());
    entry.ok_or_else(|| "There are no levels of such a game here.".to_owned())
}

fn brief(text: String) -> Brief {
    let level = Some(Level { name: "level".to_owned(), text });
    Brief { seed: SEED.to_owned(), level, seating: Seating::default(), ..Brief::default() }
}

impl Editor {
    /// Checks a level; a line for each finding, or an empty text.
    pub(crate) fn check(games: &'static [Entry], game: &str, text: &str) -> Result<String, String> {
        let findings = (entry(games, game)?.check)(text);
        let lines: Vec<String> = findings
            .iter()
            .map(|finding| {
                let word = finding.severity.word();
                let hint = if finding.hint.is_empty() { String::new() } else { format!(" {}", finding.hint) };
                let what = format!("{}{hint}", finding.what);
                format!("{}:{}: {word}: {}", finding.line, finding.column, app::printable(&what))
            })
            .collect();
        Ok(lines.join("\n"))
    }

    /// Begins a game on a level, without saving it. Questions before the level is shown get their first
    /// answer.
    pub(crate) fn open(games: &'static [Entry], game: &str, text: String) -> Result<Opened, String> {
        let brief = brief(text);
        let opened = keeper::start_game(entry(games, game)?, &brief, None, false);
        let mut opened = opened.map_err(|problem| problem.to_string())?;
        for _ in 0..QUESTIONS_MAX {
            let Some(choice) = opened.session.choice(opened.session.to_move()) else { break };
            let Some(answer) = choice.answers.first() else { break };
            opened.session.play_line(&answer.line);
        }
        Ok(opened)
    }

    /// Begins to solve a level, with people on all seats.
    pub(crate) fn solve(&mut self, games: &'static [Entry], game: &str, text: String) -> Result<(), String> {
        self.solving = None;
        let entry = entry(games, game)?;
        let coach = entry.attached.coach.ok_or("There is no solver for this game.")?;
        let mut brief = brief(text);
        for seat in entry.attached.seats {
            brief.options.set(entry.options, seat.name, (seat.players)()[0])?;
        }
        let started = (entry.start)(&brief);
        let (session, _) = started.map_err(|_| "This level cannot be played yet.".to_owned())?;
        let study = (coach.study)(session.header());
        self.solving = Some(Solving { coach, session, study });
        Ok(())
    }

    /// Does the next slice of solving; returns two sentences once it is done.
    pub(crate) fn solve_on(&mut self) -> Result<Option<String>, String> {
        let Some(solving) = &mut self.solving else { return Err("Nothing is being solved.".to_owned()) };
        let done = solving.study.as_mut().map_or(Some(Ok(())), |study| study.step());
        let Some(done) = done else { return Ok(None) };
        let Solving { coach, session, .. } = self.solving.take().ok_or("Nothing is being solved.")?;
        done?;
        let advice = (coach.advise)(session.as_ref())?;
        // If all moves are equally good, none is named.
        let best = if advice.best.len() == advice.marks.len() {
            String::new()
        } else {
            format!(" Best first moves: {}.", advice.best.join(", "))
        };
        Ok(Some(format!("When both play perfectly, {}.{best}", advice.worth)))
    }

    /// The fragment of a link to an error-free level.
    pub(crate) fn link(games: &'static [Entry], game: &str, text: &str) -> Result<String, String> {
        let entry = entry(games, game)?;
        let findings = (entry.check)(text);
        if findings.iter().any(|finding| finding.severity.word() == "error") {
            return Err("This level has errors. Correct them first.".to_owned());
        }
        Ok(format!("play={}", challenge::level_link_of(entry, text)?))
    }

    /// Example levels, as a JSON list of names and texts.
    pub(crate) fn examples(games: &'static [Entry], game: &str) -> Result<String, String> {
        let examples = (entry(games, game)?.attached.examples)();
        Ok(list(examples.iter().map(|(name, text)| format!("[{},{}]", json_text(name), json_text(text)))))
    }
}
