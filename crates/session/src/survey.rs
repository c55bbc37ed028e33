//! What a search of seeds can ask of a game, without knowing which game it is.

use kernel::{Asked, Finding, Options, SurveyField};
#[cfg(feature = "programs")]
use kernel::{Guide, Seed};

/// Answers about one floor of one seed: the text of the seed, the floor from 1, which fields, and where to write them.
pub type Answers = Box<dyn Fn(&str, u32, Asked, &mut [i64]) + Send>;

/// What can be asked, and who answers.
#[derive(Clone, Copy, Debug)]
pub struct Surveys {
    /// The fields, in the order of the help page.
    pub fields: &'static [SurveyField],
    /// How many floors can be asked about.
    pub floors: u32,
    /// Somebody who answers under these options; each thread takes one of its own.
    pub open: fn(&Options) -> Result<Answers, Vec<Finding>>,
}

#[cfg(feature = "programs")]
impl Surveys {
    pub(crate) const fn of<G: Guide>() -> Self {
        Self { fields: G::SURVEY.fields, floors: G::SURVEY.floors, open: open::<G> }
    }
}

#[cfg(feature = "programs")]
fn open<G: Guide>(options: &Options) -> Result<Answers, Vec<Finding>> {
    let prepared = G::prepare(options, None, &kernel::Policy::DENY);
    let setup = prepared.setup.ok_or(prepared.findings)?;
    let look = G::SURVEY.look;
    Ok(Box::new(move |seed, floor, asked, out| look(&setup, &Seed::from_text(seed), floor, asked, out)))
}
