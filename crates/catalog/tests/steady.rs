//! A step of a batch does not allocate: checked by a counting allocator.
#![allow(unsafe_code)] // An allocator is an unsafe trait; this one only counts and forwards to the system's.

use session::batch::{Autoreset, Frame, Plan};
use session::{Brief, Entry};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static MADE: AtomicUsize = AtomicUsize::new(0);
static HELD: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MADE.fetch_add(1, Ordering::Relaxed);
        HELD.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Maximum percentage of mid-game steps that may allocate: new ground, loot, a full repaint.
const SELDOM: [(&str, usize); 5] = [("cave", 2), ("chambers", 2), ("boo", 1), ("pursuit", 1), ("dungeon", 1)];

/// Maximum memory of a game, its painted picture included but not the commands of a long game.
const BYTES_MOST: usize = 16 << 10;
/// Memory of those commands: four bytes each, with room for 1,024.
const LOG_BYTES: usize = 4 << 10;

/// Plays random allowed actions; returns the number of mid-game steps, how many of them allocated, and the
/// bytes held.
fn play(entry: &Entry, games: usize, steps: usize) -> (usize, usize, usize) {
    let plan =
        Plan { games, autoreset: Autoreset::NextStep, steps_max: Some(1000), ..Plan::of(Brief::default()) };
    let before = HELD.load(Ordering::Relaxed);
    let mut batch = (entry.batch)(&plan).expect("the game can be played");
    let held = HELD.load(Ordering::Relaxed) - before;
    let (shape, actions) = (batch.shape().clone(), batch.shape().words.len());
    let mut glyphs = vec![0; games * usize::from(shape.rows) * usize::from(shape.cols)];
    let (mut status, mut mask) = (vec![0; games * shape.gauges.len()], vec![0; games * actions]);
    let (mut rewards, mut chosen) = (vec![0.0; games], vec![0; games]);
    let mut flags: [Vec<bool>; 3] = std::array::from_fn(|_| vec![false; games]);
    let own = HELD.load(Ordering::Relaxed);
    let (mut dice, mut quiet, mut loud) = (1u64, 0, 0);
    for step in 0..steps {
        let [terminated, truncated, refused] = &mut flags;
        let over = terminated.iter().chain(truncated.iter()).any(|over| *over);
        let mut frame = Frame {
            glyphs: &mut glyphs,
            inks: None,
            status: &mut status,
            mask: &mut mask,
            rewards: &mut rewards,
            terminated,
            truncated,
            refused,
        };
        for game in (0..games).filter(|_| step == 0) {
            batch.reset(game, Some(&game.to_string()), &mut frame).expect("a new game");
        }
        for (mask, action) in frame.mask.chunks(actions).zip(&mut chosen) {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let allowed = mask.iter().filter(|may| **may == 1).count().max(1);
            let wanted = (dice >> 33) as usize % allowed;
            *action = (0..actions).filter(|&action| mask[action] == 1).nth(wanted).unwrap_or(0) as i64;
        }
        let made = MADE.load(Ordering::Relaxed);
        batch.step(&chosen, &mut frame).expect("a step");
        if !over {
            quiet += 1;
            loud += usize::from(MADE.load(Ordering::Relaxed) > made);
        }
    }
    (quiet, loud, held + HELD.load(Ordering::Relaxed) - own)
}

#[test]
fn a_steady_step_rarely_allocates_and_a_game_is_small() {
    for (id, seldom) in SELDOM {
        let entry = catalog::find(id).expect("the game");
        let (steps, loud, alone) = play(entry, 1, 20_000);
        let (.., many) = play(entry, 17, 900);
        let each = many.saturating_sub(alone) / 16;
        println!("{id}: {loud} of {steps} steps made memory; {each} bytes a game");
        assert!(loud * 100 <= steps * seldom, "{id}: {loud} of {steps} steps made memory");
        assert!(each <= BYTES_MOST + LOG_BYTES, "{id}: a game holds {each} bytes");
    }
}
