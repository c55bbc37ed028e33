//! A batch of games of one kind.

use super::frame::{Frame, Observation, Sizes};
use super::kept::{Kept, Saved, run_text, state_digest};
use super::log::Log;
use super::place::{ENDED, Place};
use super::{Autoreset, Batch, Plan, Shape};
use crate::{Brief, Run};
use kernel::{Extent, Finding, Game, Guide, Narrate, Rng, Scene, Seed, VerbKind, View};
use rayon_core::ThreadPool;
use std::iter;
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the next command while it is the turn of a seat that the program does not play. The seed is that of
/// the game.
pub type Mate<G> = Arc<dyn Fn(&G, &Seed) -> Option<<G as Game>::Command> + Send + Sync>;

/// Makes the players of the other seats for a game of this seed.
pub type Recruiter<G> = Arc<dyn Fn(&Seed) -> Result<Mate<G>, String> + Send + Sync>;

/// The players of the other seats.
pub enum Crew<G: Game> {
    /// The same in all games.
    Same(Mate<G>),
    /// Others for each seed.
    Each(Recruiter<G>),
}

impl<G: Game> Clone for Crew<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Same(mate) => Self::Same(mate.clone()),
            Self::Each(recruiter) => Self::Each(recruiter.clone()),
        }
    }
}

impl<G: Game> Crew<G> {
    /// Seats the players for a game of this seed. Those that are the same in all games stay.
    pub(super) fn seat(&self, seed: &Seed, mate: &mut Option<Mate<G>>) -> Result<(), String> {
        match self {
            Self::Same(same) => {
                mate.get_or_insert_with(|| same.clone());
            }
            Self::Each(recruiter) => *mate = Some(recruiter(seed)?),
        }
        Ok(())
    }
}

/// The number of seeds that are tried to find the size of the largest board.
const SEEDS_LOOKED_AT: u32 = 48;

/// The data that all games of a thread share. Each thread has its own: rules count references to their parts, and threads
/// that write the same counters wait for each other.
pub(super) struct Kit<G: Guide> {
    pub(super) plan: Plan,
    pub(super) brief: Brief,
    pub(super) setup: G::Setup,
    pub(super) deeds: Vec<G::Command>,
    /// The deeds of each phase, with their indices.
    pub(super) by_phase: [Vec<(u16, G::Command)>; 8],
    /// Columns and rows of the board.
    pub(super) board: (u16, u16),
    /// The index of the score among the gauges.
    pub(super) score: Option<usize>,
    pub(super) crew: Option<Crew<G>>,
}

/// Games of one kind, played together.
pub struct Games<G: Guide> {
    /// One for each thread.
    kits: Vec<Arc<Kit<G>>>,
    /// The number of games of a thread; the last may have fewer.
    each: usize,
    shape: Shape,
    sizes: Sizes,
    places: Vec<Place<G>>,
    helpers: Option<Helpers>,
}

/// The threads in addition to the caller's. They are kept from step to step: a new thread costs as much as a
/// hundred games.
struct Helpers {
    threads: ThreadPool,
    /// The process they belong to; a forked process has none of them.
    process: u32,
}

impl Helpers {
    fn new(threads: usize) -> Result<Self, String> {
        let pool = rayon_core::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("undercroft-{index}"))
            .build();
        let threads = pool.map_err(|error| format!("No threads can be had: {error}"))?;
        Ok(Self { threads, process: std::process::id() })
    }
}

impl<G: Guide> Games<G> {
    /// Starts a batch.
    ///
    /// # Errors
    /// The findings about the level, at least one of them an error, or why the other seats cannot be played.
    pub fn start(plan: &Plan, crew: Option<Crew<G>>) -> Result<Self, Vec<Finding>> {
        let level = plan.brief.level.as_ref().map(|level| level.text.as_str());
        let prepare = || G::prepare(&plan.brief.options, level, &plan.brief.seating.policy);
        let prepared = prepare();
        let Some(setup) = prepared.setup else { return Err(prepared.findings) };
        if let Some(crew) = &crew {
            crew.seat(&Seed::from_text(""), &mut None).map_err(|why| vec![Finding::error(0, 0, why)])?;
        }
        let game = G::start(&setup, &Seed::from_text(""));
        let board = largest_board::<G>(&setup);
        let (cols, rows) = plan.window.map_or(board, |side| (side, side));
        let deeds = G::grammar().deeds();
        let words = deeds.iter().map(|&deed| {
            let mut word = String::new();
            G::grammar().spell(deed, &mut word);
            word
        });
        let shape =
            Shape { rows, cols, words: words.collect(), gauges: G::ABOUT.gauges, seats: G::ABOUT.seats };
        let sizes = Sizes {
            cells: usize::from(cols) * usize::from(rows),
            gauges: G::ABOUT.gauges.len(),
            actions: deeds.len(),
        };
        if !is_room_for(plan.games, each_bytes::<G>(plan, sizes, board)) {
            return Err(vec![Finding::error(
                0,
                0,
                format!("There is not enough memory for {} games.", plan.games),
            )]);
        }
        let by_phase = std::array::from_fn(|phase| deeds_of_phase(&game, &deeds, phase as u8));
        let kit_of = |setup| {
            Arc::new(Kit {
                plan: plan.clone(),
                brief: plan.brief.clone(),
                by_phase: by_phase.clone(),
                setup,
                deeds: deeds.clone(),
                board,
                score: G::ABOUT.gauges.iter().position(|gauge| gauge.name == "score"),
                crew: crew.clone(),
            })
        };
        let each = plan.games.div_ceil(plan.threads.max(1)).max(1);
        let again = (1..plan.games.div_ceil(each)).map(|_| prepare().setup);
        let kits: Vec<_> = iter::once(Some(setup)).chain(again).flatten().map(kit_of).collect();
        let places = (0..plan.games).map(|game| Place::new(&kits[game / each])).collect();
        Ok(Self { kits, each, shape, sizes, places, helpers: None })
    }
}

/// Approximate size of a game in bytes, with its observation and inks.
fn each_bytes<G: Guide>(plan: &Plan, sizes: Sizes, (cols, rows): (u16, u16)) -> usize {
    let hidden = if plan.window.is_some() { 2 * usize::from(cols) * usize::from(rows) } else { 0 };
    size_of::<Place<G>>() + hidden + 2 * sizes.cells + 4 * sizes.gauges + sizes.actions
}

/// False if the memory cannot be allocated. Without this check, a batch that is far too large would abort the process
/// in a later allocation.
fn is_room_for(games: usize, each_bytes: usize) -> bool {
    games.checked_mul(each_bytes).is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// The deeds that are meant in a phase and not left without use by the options.
fn deeds_of_phase<G: Guide>(game: &G, deeds: &[G::Command], phase: u8) -> Vec<(u16, G::Command)> {
    let grammar = G::grammar();
    let meant = |deed: G::Command| {
        grammar.verbs.iter().any(|verb| {
            verb.kind == VerbKind::Deed
                && verb.phases & (1 << phase) != 0
                && verb.form.makes(deed)
                && game.offers(verb.name)
        })
    };
    (0..).zip(deeds.iter().copied()).filter(|(_, deed)| meant(*deed)).collect()
}

/// Columns and rows of the largest board.
fn largest_board<G: Guide>(setup: &G::Setup) -> (u16, u16) {
    let mut largest = (0, 0);
    for seed in 0..SEEDS_LOOKED_AT {
        let game = G::start(setup, &Seed::from_text(&seed.to_string()));
        let Extent { cols, rows } = game.extent(game.to_move(), &View::default());
        largest = (largest.0.max(cols), largest.1.max(rows));
    }
    largest
}

/// Plays one action in each game.
fn play<G: Guide>(
    kit: &Kit<G>,
    sizes: Sizes,
    places: &mut [Place<G>],
    actions: &[i64],
    mut frame: Frame<'_>,
) -> Result<(), String> {
    for (index, (place, &action)) in places.iter_mut().zip(actions).enumerate() {
        place.step(kit, action, &mut frame.part(index, 1, sizes))?;
    }
    Ok(())
}

impl<G: Guide> Games<G> {
    /// The data of a game's thread.
    fn kit(&self, game: usize) -> &Arc<Kit<G>> {
        &self.kits[game / self.each]
    }

    /// Shows a game after its state was replaced.
    fn take_up(&mut self, game: usize, frame: &mut Frame<'_>) {
        self.show(game, frame);
        (frame.terminated[game], frame.truncated[game]) = (self.places[game].is_over(), false);
    }
}

impl<G: Guide> Batch for Games<G> {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn games(&self) -> usize {
        self.places.len()
    }

    fn reset(&mut self, game: usize, seed: Option<&str>, frame: &mut Frame<'_>) -> Result<(), String> {
        self.places[game].reset(&self.kits[game / self.each], seed)?;
        self.take_up(game, frame);
        Ok(())
    }

    fn step(&mut self, actions: &[i64], frame: &mut Frame<'_>) -> Result<(), String> {
        let (games, sizes) = (self.places.len(), self.sizes);
        assert!(actions.len() == games && frame.fits(games, sizes), "the memory is that of the batch");
        let kits = &self.kits;
        // Checked before anything is played, so that a failed step changes nothing.
        if kits[0].plan.autoreset == Autoreset::Disabled {
            let over = frame.terminated.iter().zip(&*frame.truncated).position(|(ended, cut)| ended | cut);
            match over {
                Some(_) if games == 1 => return Err(ENDED.to_owned()),
                Some(game) => return Err(format!("Game {game} has ended: reset it first.")),
                None => {}
            }
        }
        let each = self.each;
        let mut rest = frame.part(0, games, sizes);
        let Some((own_kit, other_kits)) = kits.split_first().filter(|(_, others)| !others.is_empty()) else {
            return kits.first().map_or(Ok(()), |kit| play(kit, sizes, &mut self.places, actions, rest));
        };
        let helpers = match self.helpers.take().filter(|helpers| helpers.process == std::process::id()) {
            Some(helpers) => helpers,
            None => Helpers::new(other_kits.len())?,
        };
        let failed = Mutex::new(None);
        let (own, others) = self.places.split_at_mut(each);
        let (own_actions, other_actions) = actions.split_at(each);
        let (first, others_frame) = rest.split(each, sizes);
        rest = others_frame;
        let played = helpers.threads.in_place_scope(|scope| {
            let parts = others.chunks_mut(each).zip(other_actions.chunks(each)).zip(other_kits);
            for ((places, actions), kit) in parts {
                let kit: &Kit<G> = kit;
                let (part, others) = rest.split(places.len(), sizes);
                rest = others;
                scope.spawn(|_| {
                    if let Err(why) = play(kit, sizes, places, actions, part) {
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                    }
                });
            }
            play(own_kit, sizes, own, own_actions, first)
        });
        self.helpers = Some(helpers);
        played.and(failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err))
    }

    fn show(&mut self, game: usize, frame: &mut Frame<'_>) {
        assert!(frame.fits(self.places.len(), self.sizes), "the memory is that of the batch");
        self.places[game].show(&self.kits[game / self.each], &mut frame.part(game, 1, self.sizes));
    }

    fn take_final(&mut self, game: usize) -> Option<Box<Observation>> {
        self.places[game].last.take()
    }

    fn snapshot(&self, game: usize) -> Kept {
        let place = &self.places[game];
        Kept(Arc::new(Saved {
            kit: self.kit(game).clone(),
            game: place.game.clone(),
            seed: place.seed.clone(),
            dice: place.dice.clone(),
            log: place.log.clone(),
            mate: place.mate.clone(),
        }))
    }

    fn restore(&mut self, game: usize, kept: &Kept, frame: &mut Frame<'_>) -> Result<(), String> {
        let Some(saved) = kept.0.as_any().downcast_ref::<Saved<G>>() else {
            return Err(format!("This is a state of {}, not of {}.", kept.game(), G::ABOUT.id));
        };
        let kit = &self.kits[game / self.each];
        let (own, theirs) = (&kit.brief, &saved.kit.brief);
        let alike = Arc::ptr_eq(kit, &saved.kit)
            || (own.options.iter().eq(theirs.options.iter())
                && own.level.as_ref().map(|level| &level.text)
                    == theirs.level.as_ref().map(|level| &level.text));
        if !alike {
            return Err("The state belongs to a game with other options or another level.".to_owned());
        }
        self.places[game].take_up(kit, saved);
        self.take_up(game, frame);
        Ok(())
    }

    fn open(&self, run: &Run) -> Result<Kept, String> {
        if run.header.game != G::ABOUT.id || run.header.rules != G::ABOUT.rules {
            return Err(format!("The run is not one of {} by rules {}.", G::ABOUT.id, G::ABOUT.rules));
        }
        let kit = &self.kits[0];
        let dice = Seed::from_text(&run.header.seed);
        let mut game = G::start(&kit.setup, &dice);
        let (mut log, mut events) = (Log::with_room(run.steps.len()), Vec::new());
        for (number, step) in (1..).zip(&run.steps) {
            let wrong = |why: &str| format!("Command {number} of the run cannot be played: {why}");
            let commands =
                G::grammar().read(&step.text, game.phase()).map_err(|misread| wrong(&misread.0))?;
            for command in commands {
                events.clear();
                let seat = kernel::Seat(step.seat);
                game.act(seat, command, &mut events).map_err(|refused| wrong(&refused.0))?;
                log.push(&kit.deeds, seat, command);
            }
        }
        let seed: Arc<str> = run.header.seed.as_str().into();
        let mut mate = None;
        if let Some(crew) = &kit.crew {
            crew.seat(&dice, &mut mate)?;
        }
        Ok(Kept(Arc::new(Saved { kit: kit.clone(), game, seed, dice, log, mate })))
    }

    fn digest(&self, game: usize) -> u64 {
        state_digest(&self.places[game].game)
    }

    fn run_text(&self, game: usize) -> String {
        let place = &self.places[game];
        run_text(self.kit(game), &place.seed, &place.log)
    }

    fn commands(&self, game: usize) -> usize {
        self.places[game].log.len()
    }

    fn said(&self, game: usize) -> Vec<String> {
        let told = self.places[game].events.iter().map(|event| {
            let mut text = String::new();
            event.tell(&mut text);
            text
        });
        told.filter(|text| !text.is_empty()).collect()
    }

    fn seed(&self, game: usize) -> &str {
        &self.places[game].seed
    }

    fn verdict(&self, game: usize) -> Option<&'static str> {
        self.places[game].game.outcome().map(|outcome| outcome.verdict.word())
    }

    fn to_move(&self, game: usize) -> u8 {
        self.places[game].game.to_move().0
    }

    fn advise(&self, game: usize, dice: u64) -> Option<usize> {
        let game = &self.places[game].game;
        let mut dice = Rng::stream(&Seed::from_text("advice"), "advice", &[dice as i64]);
        let command = game.advise(game.to_move(), &mut dice)?;
        self.kits[0].deeds.iter().position(|deed| *deed == command)
    }

    fn rows(&self, game: usize) -> Vec<String> {
        let (place, said) = (&self.places[game], self.said(game).join(" "));
        let mut scene = Scene::default();
        place.game.draw(place.game.to_move(), &View { said: &said, ..View::default() }, &mut scene);
        scene.rows()
    }
}
