//! Laws of batches: incremental painting equals a full drawing, masks are exact, runs verify, threads change
//! nothing.

use catalog::GAMES;
use kernel::{Options, Rng, Seed};
use session::batch::{Autoreset, Batch, Frame, Plan};
use session::{Brief, Entry, Run, Seating, prove};

/// The output arrays of a batch.
#[derive(Clone, Debug, PartialEq)]
struct Memory {
    glyphs: Vec<u8>,
    inks: Vec<u8>,
    status: Vec<i32>,
    mask: Vec<i8>,
    rewards: Vec<f64>,
    flags: [Vec<bool>; 3],
}

impl Memory {
    fn of(batch: &dyn Batch) -> Self {
        let (shape, games) = (batch.shape(), batch.games());
        let cells = games * usize::from(shape.rows) * usize::from(shape.cols);
        Self {
            glyphs: vec![b'!'; cells],
            inks: vec![0; cells],
            status: vec![0; games * shape.gauges.len()],
            mask: vec![0; games * shape.words.len()],
            rewards: vec![0.0; games],
            flags: std::array::from_fn(|_| vec![false; games]),
        }
    }

    fn frame(&mut self) -> Frame<'_> {
        let [terminated, truncated, refused] = &mut self.flags;
        Frame {
            glyphs: &mut self.glyphs,
            inks: Some(&mut self.inks),
            status: &mut self.status,
            mask: &mut self.mask,
            rewards: &mut self.rewards,
            terminated,
            truncated,
            refused,
        }
    }

    fn observation(&self) -> (&[u8], &[u8], &[i32], &[i8]) {
        (&self.glyphs, &self.inks, &self.status, &self.mask)
    }
}

fn plan(entry: &Entry, options: &[(&str, &str)], games: usize) -> Plan {
    let mut set = Options::default();
    set.set_all(entry.options, options).expect("the options exist");
    let plan = Plan::of(Brief { options: set, ..Brief::default() });
    Plan { games, autoreset: Autoreset::NextStep, steps_max: Some(300), ..plan }
}

fn begin(entry: &Entry, plan: &Plan) -> (Box<dyn Batch>, Memory) {
    let mut batch = (entry.batch)(plan).expect("the game can be played");
    let mut memory = Memory::of(&*batch);
    for game in 0..plan.games {
        batch.reset(game, Some(&game.to_string()), &mut memory.frame()).expect("a new game");
    }
    (batch, memory)
}

/// Usually an allowed action, sometimes any.
fn choose(dice: &mut Rng, mask: &[i8]) -> i64 {
    let allowed: Vec<usize> = (0..mask.len()).filter(|&action| mask[action] == 1).collect();
    if allowed.is_empty() || dice.chance(1, 10, "any") {
        i64::from(dice.below(mask.len() as u32, "action"))
    } else {
        *dice.pick(&allowed, "action") as i64
    }
}

fn actions(dice: &mut Rng, memory: &Memory, games: usize) -> Vec<i64> {
    memory.mask.chunks(memory.mask.len() / games).map(|mask| choose(dice, mask)).collect()
}

/// Classic, and every option that changes what is seen or can be done.
fn variants(entry: &Entry) -> Vec<Vec<(&'static str, &'static str)>> {
    let mut all = vec![Vec::new()];
    let named = |name: &str| entry.options.iter().any(|spec| spec.name == name);
    if named("edition") {
        all.push(vec![("edition", "undercroft")]);
    }
    match entry.id {
        "boo" => all.push(vec![("fog", "on")]),
        "cave" => all.push(vec![("monsters", "roaming")]),
        "chambers" => all.push(vec![("inventory", "on"), ("gear", "on"), ("shop", "on")]),
        "pursuit" => all.extend([
            vec![("hero", "rogue"), ("monster", "human")],
            vec![("monster", "human")],
            vec![("monster", "random"), ("field", "fresh")],
            vec![("hero", "optimal"), ("monster", "human")],
        ]),
        _ => {}
    }
    all
}

#[test]
fn incremental_painting_equals_a_full_drawing() {
    for entry in GAMES {
        for options in variants(entry) {
            for window in [None, Some(11)] {
                let plan = Plan { window, ..plan(entry, &options, 2) };
                let (mut batch, mut memory) = begin(entry, &plan);
                let mut other = (entry.batch)(&plan).expect("the same game");
                let mut dice = Rng::stream(&Seed::from_text(entry.id), "batch", &[]);
                for step in 0..700 {
                    let actions = actions(&mut dice, &memory, 2);
                    batch.step(&actions, &mut memory.frame()).expect("a step");
                    let mut fresh = Memory::of(&*other);
                    for game in 0..2 {
                        let kept = batch.snapshot(game);
                        other.restore(game, &kept, &mut fresh.frame()).expect("the same game");
                    }
                    let what = format!("{} {options:?} {window:?} step {step}", entry.id);
                    assert_eq!(memory.observation(), fresh.observation(), "{what}");
                }
            }
        }
    }
}

#[test]
fn a_board_in_bytes_shows_what_line_mode_prints() {
    for entry in GAMES {
        let (mut batch, mut memory) = begin(entry, &plan(entry, &[], 1));
        let mut dice = Rng::stream(&Seed::from_text(entry.id), "batch", &[]);
        for _ in 0..200 {
            let actions = actions(&mut dice, &memory, 1);
            batch.step(&actions, &mut memory.frame()).expect("a step");
            let cols = usize::from(batch.shape().cols);
            let rows = batch.rows(0);
            for row in memory.glyphs.chunks(cols) {
                let row = String::from_utf8_lossy(row).into_owned();
                // The cave and pursuit print blanks between their cells.
                let wide = |step: usize| rows.iter().any(|line| spaced(line, step) == row.trim_end());
                assert!(wide(1) || wide(2) || wide(3), "{}: {row:?} is not in {rows:#?}", entry.id);
            }
        }
    }
}

fn spaced(line: &str, step: usize) -> String {
    line.chars().step_by(step).collect::<String>().trim_end().to_owned()
}

#[test]
fn masks_match_exactly_what_is_accepted() {
    for entry in GAMES {
        for options in variants(entry) {
            let (mut batch, mut memory) = begin(entry, &plan(entry, &options, 1));
            let phased = Plan { exact: false, ..plan(entry, &options, 1) };
            let mut other = (entry.batch)(&phased).expect("the same game");
            let mut dice = Rng::stream(&Seed::from_text(entry.id), "masks", &[]);
            for step in 0..150 {
                let mut fresh = Memory::of(&*other);
                let kept = batch.snapshot(0);
                for action in 0..memory.mask.len() {
                    if batch.verdict(0).is_some() {
                        break;
                    }
                    other.restore(0, &kept, &mut fresh.frame()).expect("the same game");
                    assert!(
                        memory.mask[action] <= fresh.mask[action],
                        "the exact mask is a part of the other"
                    );
                    other.step(&[action as i64], &mut fresh.frame()).expect("a step");
                    let word = &batch.shape().words[action];
                    let what = format!("{} {options:?} step {step}: {word}", entry.id);
                    assert_eq!(memory.mask[action] == 0, fresh.flags[2][0], "{what}");
                    let same = other.digest(0) == kept.digest();
                    assert!(same || !fresh.flags[2][0], "{what}: a refusal changes nothing");
                }
                let actions = actions(&mut dice, &memory, 1);
                batch.step(&actions, &mut memory.frame()).expect("a step");
            }
        }
    }
}

#[test]
fn action_words_are_unique() {
    for entry in GAMES {
        let (batch, _) = begin(entry, &plan(entry, &[], 1));
        let mut words = batch.shape().words.clone();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), batch.shape().words.len(), "{}", entry.id);
    }
}

#[test]
fn runs_of_a_batch_verify_and_open() {
    for entry in GAMES {
        for options in variants(entry) {
            let (mut batch, mut memory) = begin(entry, &plan(entry, &options, 3));
            let mut dice = Rng::stream(&Seed::from_text(entry.id), "runs", &[]);
            for _ in 0..250 {
                let actions = actions(&mut dice, &memory, 3);
                batch.step(&actions, &mut memory.frame()).expect("a step");
            }
            for game in 0..3 {
                let text = batch.run_text(game);
                let parsed = Run::parse(text.as_bytes());
                let run = parsed.run.filter(|_| parsed.damage.is_none()).expect("a whole run");
                assert_eq!(run.checkpoints.last().map(|last| last.digest), Some(batch.digest(game)));
                let proved = prove(GAMES, &run, &Seating::default()).expect("the run verifies");
                assert_eq!(proved.session.digest(), batch.digest(game), "{} {options:?}", entry.id);
                let kept = batch.open(&run).expect("the run opens");
                assert_eq!(kept.digest(), batch.digest(game));
                assert_eq!(kept.run_text(), text);
            }
        }
    }
}

#[test]
fn runs_without_a_command_verify_and_open() {
    for entry in GAMES {
        let (batch, _) = begin(entry, &plan(entry, &[], 1));
        let run = Run::parse(batch.run_text(0).as_bytes()).run.expect("a run");
        let proved = prove(GAMES, &run, &Seating::default()).expect("the run verifies");
        assert_eq!(proved.session.digest(), batch.digest(0), "{}", entry.id);
        assert_eq!(batch.open(&run).expect("the run opens").digest(), batch.digest(0));
    }
}

#[test]
fn threads_change_nothing() {
    for entry in GAMES {
        for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
            let one = Plan { autoreset, ..plan(entry, &[], 7) };
            let (mut single, mut first) = begin(entry, &one);
            let (mut double, mut second) = begin(entry, &Plan { threads: 3, ..one });
            let mut dice = Rng::stream(&Seed::from_text(entry.id), "threads", &[]);
            for _ in 0..400 {
                let actions = actions(&mut dice, &first, 7);
                single.step(&actions, &mut first.frame()).expect("a step");
                double.step(&actions, &mut second.frame()).expect("a step");
                assert_eq!(first, second);
                for game in 0..7 {
                    assert_eq!(single.take_final(game), double.take_final(game));
                }
            }
        }
    }
}
