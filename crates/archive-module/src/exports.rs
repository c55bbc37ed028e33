//! The C functions of a module: its only exports besides its memory. This is the only file with `unsafe`.
#![allow(unsafe_code, reason = "an exported function needs the attribute unsafe(no_mangle)")]

use crate::{Player, Stepped};
use std::cell::RefCell;

// One game per module; with several features, the first of these.
#[cfg(feature = "boo")]
type Rules = game_boo::Boo;
#[cfg(all(feature = "cave", not(feature = "boo")))]
type Rules = game_cave::Cave;
#[cfg(all(feature = "chambers", not(any(feature = "boo", feature = "cave"))))]
type Rules = game_chambers::Chambers;
#[cfg(all(feature = "dungeon", not(any(feature = "boo", feature = "cave", feature = "chambers"))))]
type Rules = game_dungeon::Dungeon;
#[cfg(all(
    feature = "pursuit",
    not(any(feature = "boo", feature = "cave", feature = "chambers", feature = "dungeon"))
))]
type Rules = game_pursuit::Pursuit;

/// Maximum length of a run in bytes.
const RUN_BYTES_MAX: usize = 64 * 1024 * 1024;

#[derive(Default)]
struct Desk {
    run: Vec<u8>,
    player: Option<Player>,
    answer: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Allocates space for a run of this many bytes and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn archive_room(bytes: u32) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.run.clear();
        desk.run.resize((bytes as usize).min(RUN_BYTES_MAX), 0);
        desk.run.as_mut_ptr()
    })
}

/// Starts the game of that run. Returns 0, or 1 if it cannot be played; the answer then says why.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn archive_open() -> u32 {
    DESK.with_borrow_mut(|desk| {
        let run = std::mem::take(&mut desk.run);
        match Player::new::<Rules>(&run) {
            Ok(player) => {
                desk.player = Some(player);
                0
            }
            Err(what) => {
                desk.answer = what.into_bytes();
                1
            }
        }
    })
}

/// Plays the next command. Returns 0 if there is none, 1 if it was played, 2 if it differs; the answer then
/// says how.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn archive_step() -> u32 {
    DESK.with_borrow_mut(|desk| match desk.player.as_mut().map_or(Stepped::Ended, Player::step) {
        Stepped::Ended => 0,
        Stepped::Played => 1,
        Stepped::Differs(what) => {
            desk.answer = what.into_bytes();
            2
        }
    })
}

/// Prepares an answer and returns its length in bytes. 0: the current answer. 1: the game as text. 2: the
/// last command. 3: the vitals. 4: turns, score, `ended` or `open`, digest.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn archive_tell(what: u32) -> u32 {
    DESK.with_borrow_mut(|desk| {
        if let Some(player) = &desk.player {
            match what {
                1 => desk.answer = player.page(),
                2 => desk.answer = player.command().as_bytes().to_vec(),
                3 => desk.answer = player.vitals().into_bytes(),
                4 => desk.answer = player.verdict().into_bytes(),
                _ => {}
            }
        }
        u32::try_from(desk.answer.len()).unwrap_or(0)
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn archive_answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}
