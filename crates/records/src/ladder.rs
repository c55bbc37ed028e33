//! Stars on the rungs of a ladder. Only records earn them.

use crate::book::Book;
use session::{Entry, Ladder, Rung};

impl Book {
    /// The most stars earned on each rung of a game's ladder. A game counts if it was played as the rung
    /// says: same seed and options, no level file, no help.
    #[must_use]
    pub fn stars(&self, entry: &Entry, ladder: &Ladder) -> Vec<(Rung, u32)> {
        let stars = |rung: &Rung| {
            let options = sorted(Ladder::options(entry, rung.seats).unwrap_or_default().iter());
            let on_it = self.records.iter().filter(|record| {
                let pairs = record.key.options.iter();
                record.game == entry.id
                    && record.seed == rung.seed
                    && record.key.level.is_none()
                    && sorted(pairs.map(|(name, value)| (name.as_str(), value.as_str()))) == options
            });
            on_it.map(|record| (ladder.stars)(rung, &record.played.result, record.played.score)).max()
        };
        let rung = |rung: Rung| (stars(&rung).unwrap_or(0), rung);
        (ladder.rungs)().into_iter().map(rung).map(|(stars, rung)| (rung, stars)).collect()
    }
}

fn sorted<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(String, String)> {
    let mut all: Vec<_> = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    kernel::sort(&mut all);
    all
}
