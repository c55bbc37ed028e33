//! Any bytes at all from a remote terminal, in pieces of any size: the same reports, bounded, and no control character as a key.
//!
//! ```sh
//! cargo +nightly fuzz run keys -- -max_total_time=600 -malloc_limit_mb=64
//! ```
#![no_main]

use console::{Input, Key, KeyStream, PASTE_MAX, Report};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&size, bytes)) = bytes.split_first() else { return };
    let read = |size: usize| {
        let (mut stream, mut out) = (KeyStream::default(), Vec::new());
        bytes.chunks(size).for_each(|piece| stream.feed(piece, &mut out));
        stream.flush(&mut out);
        out
    };
    let whole = read(bytes.len().max(1));
    assert_eq!(read(usize::from(size).max(1)), whole, "pieces change nothing");
    for report in whole {
        match report {
            Report::Input(Input::Key(Key::Char(letter))) => assert!(!letter.is_control()),
            // A byte that is no text becomes a character of three.
            Report::Input(Input::Paste(text)) => assert!(text.len() <= 3 * PASTE_MAX),
            _ => {}
        }
    }
});
