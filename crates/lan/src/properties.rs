//! Properties of the message parsers for arbitrary lines. The fuzz target `lan` calls it with generated
//! lines, the test below with the kept seeds.

use crate::wire::{Said, Told, read_line};

/// Maximum length of a line in these tests.
const LINE_MAX: usize = 8 * 1024;

/// Lines of a guest and of a host: a parsed message, written again, parses to the same message.
pub(crate) fn lines(bytes: &[u8]) {
    let mut reader = bytes;
    while let Ok(Some(line)) = read_line(&mut reader, LINE_MAX) {
        assert!(line.len() <= LINE_MAX && !line.contains(&b'\n'));
        if let Some(said) = Said::read(&line) {
            let written = said.line();
            let again = Said::read(written.as_bytes()).map(|said| said.line());
            assert_eq!(again, Some(written));
        }
        if let Some(told) = Told::read(&line) {
            let written = told.line();
            let again = Told::read(written.as_bytes()).map(|told| told.line());
            assert_eq!(again, Some(written));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_seed_has_the_properties() {
        testkit::try_seeds("lan", &[], super::lines);
    }
}
