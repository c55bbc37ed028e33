//! What a search for seeds can ask of any game.

use kernel::{Asked, Finding, Options, SurveyField};
#[cfg(feature = "programs")]
use kernel::{Guide, Seed};

/// Computes fields of one floor of a seed: the seed's text, the floor from 1, the wanted fields, and the
/// values.
pub type Answers = Box<dyn Fn(&str, u32, Asked, &mut [i64]) + Send>;

/// The fields of a game, and how they are computed.
#[derive(Clone, Copy, Debug)]
pub struct Surveys {
    /// The fields, in the order of the help page.
    pub fields: &'static [SurveyField],
    /// The number of floors.
    pub floors: u32,
    /// Prepares the computation with these options; each thread needs its own.
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
