//! Starting another game after this one.

use super::Play;
use crate::context::{Context, PUZZLE};
use crate::job;
use crate::screen::Go;
use kernel::Verdict;
use session::Brief;

impl Play {
    /// Starts another game with the same options and level. With another seed, a puzzle is followed by a new
    /// one, and a solved puzzle by a harder one.
    pub(super) fn again(&mut self, seed: String, context: &Context) -> Go {
        let header = self.session().header().clone();
        let Some(entry) = self.entry else { return Go::Stay };
        if self.tutor.is_some() {
            return crate::learn::begin(entry, context);
        }
        let solved = self.session().outcome().is_some_and(|outcome| outcome.verdict == Verdict::Escaped);
        let mut about: Vec<_> = header.about.iter().filter(|(key, _)| key == PUZZLE).cloned().collect();
        let is_new = seed != header.seed;
        let number = about.first().filter(|_| is_new).and_then(|(_, level)| level.parse::<u32>().ok());
        let puzzle = entry.attached.puzzles.zip(number).map(|(puzzles, number)| {
            (puzzles.make, number.saturating_add(u32::from(solved)).clamp(1, puzzles.last))
        });
        if let (Some((_, number)), Some((_, level))) = (puzzle, about.first_mut()) {
            *level = number.to_string();
        }
        about.extend(is_new.then(session::fresh_seed_kind));
        about.extend(session::is_practice(&header).then(session::practice_remark));
        let kept = self.opened.path().is_some();
        let options = header.to_options(entry.options).unwrap_or_default();
        let brief = Brief { seed, options, level: header.level, about, seating: self.seating() };
        let start = move |brief: Result<Brief, String>, context: &Context| match brief {
            Ok(brief) => {
                let begin = move |brief: &Brief, context: &Context| match context.start(entry, brief, kept) {
                    Ok(opened) => Go::replace(Self::new(opened, context)),
                    Err(problem) => Go::notice("No new game", problem.to_string()),
                };
                match entry.attached.study.and_then(|study| study(&brief)) {
                    Some(work) => {
                        job::make("The strategy thinks", work, move |_, context| begin(&brief, context))
                    }
                    None => begin(&brief, context),
                }
            }
            Err(what) => Go::notice("No new puzzle", what),
        };
        let Some((make, number)) = puzzle else { return start(Ok(brief), context) };
        let making = make(number, &brief.seed);
        let then = move |level: Result<session::Level, String>, context: &Context| {
            start(level.map(|level| Brief { level: Some(level), ..brief }), context)
        };
        job::make("Making the puzzle", making, then)
    }
}
