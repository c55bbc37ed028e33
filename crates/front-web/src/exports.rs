//! The C functions called by the page: the only exports, and the only file of the crate with `unsafe`.
#![allow(unsafe_code, reason = "an exported function needs the attribute unsafe(no_mangle)")]

use crate::door::Door;
use std::cell::RefCell;

/// Maximum size of a request in bytes: an imported level or run, with room to spare.
const REQUEST_BYTES_MAX: usize = 64 * 1024 * 1024;

/// State between calls: the door, the request being written and the answer being read.
#[derive(Default)]
struct Desk {
    door: Option<Door>,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Allocates space for a request of this many bytes and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn undercroft_room(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request.clear();
        desk.request.resize(bytes.min(REQUEST_BYTES_MAX), 0);
        desk.request.as_mut_ptr()
    })
}

/// Handles the request; returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn undercroft_ask() -> usize {
    DESK.with_borrow_mut(|desk| {
        let request = std::mem::take(&mut desk.request);
        let door = desk.door.get_or_insert_with(Door::of_page);
        desk.answer = door.ask(&request);
        desk.answer.len()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn undercroft_answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// Draws the application at this size; returns the address of the cells, three words each.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn undercroft_draw(cols: u16, rows: u16) -> *const u32 {
    DESK.with_borrow_mut(|desk| {
        let door = desk.door.get_or_insert_with(Door::of_page);
        door.draw(cols, rows).as_ptr()
    })
}
