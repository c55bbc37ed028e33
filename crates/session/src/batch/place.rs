//! One game of a batch.

use super::frame::{Frame, Observation};
use super::games::{Kit, Mate};
use super::log::Log;
use super::{Autoreset, Reward};
use kernel::{Canvas, Guide, Outcome, Painted, Pos, Seat, Seed, Verdict};
use std::sync::Arc;

/// The initial capacity of a game's log, which is reused by later games.
const LOG_ROOM: usize = 128;
/// Why a game cannot be played.
pub(super) const ENDED: &str = "The game has ended: reset it first.";
/// The most commands others may play in a row.
const MATE_MOST: usize = 100_000;

pub(super) struct Place<G: Guide> {
    pub(super) game: G,
    pub(super) mate: Option<Mate<G>>,
    pub(super) log: Log<G::Command>,
    pub(super) events: Vec<G::Event>,
    /// The seed of this game, as text and as key.
    pub(super) seed: Arc<str>,
    pub(super) dice: Seed,
    /// The last given seed, and the number of games since.
    base: String,
    episode: u32,
    steps: u32,
    score: i32,
    /// Whether the game must be reset before it is played.
    over: bool,
    refused: bool,
    painted: Painted,
    /// The whole board, if only a window of it is observed.
    board: Vec<u8>,
    board_inks: Vec<u8>,
    pub(super) last: Option<Box<Observation>>,
}

impl<G: Guide> Place<G> {
    pub(super) fn new(kit: &Kit<G>) -> Self {
        let cells = usize::from(kit.board.0) * usize::from(kit.board.1);
        let hidden = if kit.plan.window.is_some() { cells } else { 0 };
        Self {
            game: G::start(&kit.setup, &Seed::from_text("")),
            mate: None,
            log: Log::with_room(LOG_ROOM),
            events: Vec::new(),
            seed: Arc::from(""),
            dice: Seed::from_text(""),
            base: String::new(),
            episode: 0,
            steps: 0,
            score: 0,
            over: true,
            refused: false,
            painted: Painted::default(),
            board: vec![b' '; hidden],
            board_inks: vec![0; hidden],
            last: None,
        }
    }

    /// Starts a new game.
    pub(super) fn reset(&mut self, kit: &Kit<G>, seed: Option<&str>) -> Result<(), String> {
        match seed {
            Some(seed) => {
                seed.clone_into(&mut self.base);
                self.episode = 0;
                self.seed = Arc::from(seed);
            }
            None => {
                self.episode += 1;
                self.seed = format!("{}.{}", self.base, self.episode).into();
            }
        }
        self.dice = Seed::from_text(&self.seed);
        self.game = G::start(&kit.setup, &self.dice);
        if let Some(crew) = &kit.crew {
            crew.seat(&self.dice, &mut self.mate)?;
        }
        self.log.clear();
        self.events.clear();
        self.settle(kit);
        self.begin(kit);
        Ok(())
    }

    /// Continues from a state.
    pub(super) fn take_up(&mut self, kit: &Kit<G>, saved: &super::kept::Saved<G>) {
        self.game = saved.game.clone();
        self.seed = saved.seed.clone();
        self.dice = saved.dice.clone();
        self.mate.clone_from(&saved.mate);
        self.log.copy(&saved.log);
        self.events.clear();
        self.begin(kit);
    }

    /// True when the game must be reset before it can be played.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// What is counted from the beginning of an episode.
    fn begin(&mut self, kit: &Kit<G>) {
        self.steps = 0;
        self.refused = false;
        self.over = self.game.outcome().is_some();
        self.score = self.score_of(kit);
    }

    fn score_of(&self, kit: &Kit<G>) -> i32 {
        let mut numbers = [0; 32];
        let numbers = &mut numbers[..G::ABOUT.gauges.len()];
        self.game.gauges(self.game.to_move(), numbers);
        kit.score.map_or(0, |score| numbers[score])
    }

    /// Lets the other seats play until it is the program's turn.
    fn settle(&mut self, kit: &Kit<G>) {
        let Some(mate) = &self.mate else { return };
        for _ in 0..MATE_MOST {
            if self.game.outcome().is_some() {
                return;
            }
            let seat = self.game.to_move();
            let Some(command) = mate(&self.game, &self.dice) else { return };
            if self.game.act(seat, command, &mut self.events).is_err() {
                return;
            }
            self.log.push(&kit.deeds, seat, command);
        }
    }

    /// One step; `frame` is the part of this game.
    pub(super) fn step(&mut self, kit: &Kit<G>, action: i64, frame: &mut Frame<'_>) -> Result<(), String> {
        (frame.rewards[0], frame.terminated[0], frame.truncated[0], frame.refused[0]) =
            (0.0, false, false, false);
        if self.over {
            if kit.plan.autoreset == Autoreset::Disabled {
                return Err(ENDED.to_owned());
            }
            self.reset(kit, None)?;
            self.show(kit, frame);
            return Ok(());
        }
        self.act(kit, action, frame);
        let outcome = self.game.outcome();
        self.steps += 1;
        frame.terminated[0] = outcome.is_some();
        frame.truncated[0] = kit.plan.steps_max.is_some_and(|most| self.steps >= most);
        self.over = frame.terminated[0] || frame.truncated[0];
        if self.over && kit.plan.autoreset == Autoreset::SameStep {
            self.last = Some(Box::new(self.observation(frame)));
            self.reset(kit, None)?;
            frame.refused[0] = false;
            self.show(kit, frame);
        }
        Ok(())
    }

    fn act(&mut self, kit: &Kit<G>, action: i64, frame: &mut Frame<'_>) {
        let action = usize::try_from(action).unwrap_or(usize::MAX);
        let Some(&command) = kit.deeds.get(action) else { return };
        let seat = self.game.to_move();
        // With an exact mask it is known whether the command would be refused.
        let known = kit.plan.exact && frame.mask[action] == 0;
        self.events.clear();
        self.refused = known || self.game.act(seat, command, &mut self.events).is_err();
        frame.refused[0] = self.refused;
        if self.refused {
            return;
        }
        self.log.push_deed(seat, action);
        self.settle(kit);
        let before = self.score;
        self.write(kit, frame);
        frame.rewards[0] = match kit.plan.reward {
            Reward::Score => f64::from(self.score) - f64::from(before),
            Reward::Outcome => self.game.outcome().map_or(0.0, |outcome| worth(&outcome, seat)),
        };
    }

    /// Writes everything.
    pub(super) fn show(&mut self, kit: &Kit<G>, frame: &mut Frame<'_>) {
        self.painted.forget();
        self.write(kit, frame);
    }

    /// Writes what has changed.
    fn write(&mut self, kit: &Kit<G>, frame: &mut Frame<'_>) {
        let seat = self.game.to_move();
        self.game.gauges(seat, frame.status);
        self.score = kit.score.map_or(0, |score| frame.status[score]);
        self.write_mask(kit, seat, frame.mask);
        match kit.plan.window {
            None => {
                let inks = frame.inks.as_deref_mut();
                let mut canvas = Canvas::new(kit.board, frame.glyphs, inks, &mut self.painted);
                self.game.paint(seat, &mut canvas);
                canvas.finish();
            }
            Some(side) => {
                let inks = frame.inks.is_some().then_some(&mut self.board_inks[..]);
                let mut canvas = Canvas::new(kit.board, &mut self.board, inks, &mut self.painted);
                self.game.paint(seat, &mut canvas);
                let focus = canvas.finish().unwrap_or(Pos::new(0, 0));
                crop(&self.board, kit.board, focus, side, frame.glyphs, b' ');
                if let Some(inks) = frame.inks.as_deref_mut() {
                    crop(&self.board_inks, kit.board, focus, side, inks, 0);
                }
            }
        }
    }

    fn write_mask(&self, kit: &Kit<G>, seat: Seat, mask: &mut [i8]) {
        mask.fill(0);
        if self.game.outcome().is_some() {
            return;
        }
        for &(action, deed) in &kit.by_phase[usize::from(self.game.phase() & 7)] {
            mask[usize::from(action)] = i8::from(!kit.plan.exact || self.game.may(seat, deed));
        }
    }

    fn observation(&self, frame: &Frame<'_>) -> Observation {
        Observation {
            glyphs: frame.glyphs.to_vec(),
            inks: frame.inks.as_ref().map(|inks| inks.to_vec()),
            status: frame.status.to_vec(),
            mask: frame.mask.to_vec(),
            verdict: self.game.outcome().map(|outcome| outcome.verdict.word()),
            refused: self.refused,
        }
    }
}

/// The value of an outcome for a seat. The second seat plays against the first.
fn worth(outcome: &Outcome, seat: Seat) -> f64 {
    let first = match outcome.verdict {
        Verdict::Won | Verdict::Escaped => 1.0,
        Verdict::Died | Verdict::Caught => -1.0,
        Verdict::Quit | Verdict::Ended => 0.0,
    };
    if seat == Seat(0) { first } else { -first }
}

/// Copies the square around a cell; cells beyond the board are blank.
fn crop(board: &[u8], (cols, rows): (u16, u16), focus: Pos, side: u16, out: &mut [u8], blank: u8) {
    let half = i32::from(side) / 2;
    let (left, top) = (focus.x - half, focus.y - half);
    out.fill(blank);
    let from = left.max(0);
    let to = (left + i32::from(side)).min(i32::from(cols));
    if from >= to {
        return;
    }
    for (y, row) in (top..).zip(out.chunks_exact_mut(usize::from(side))) {
        if (0..i32::from(rows)).contains(&y) {
            let start = y as usize * usize::from(cols);
            let cells = &board[start + from as usize..start + to as usize];
            row[(from - left) as usize..][..cells.len()].copy_from_slice(cells);
        }
    }
}
