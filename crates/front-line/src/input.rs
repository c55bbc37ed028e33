//! Reads lines from untrusted input: any bytes, any length, bounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// Maximum length of a line; the rest of a longer line is skipped.
const LINE_BYTES_MAX: usize = 64 * 1024;

/// A line reader.
pub struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// Reads lines from this input.
    pub fn new(input: R) -> Self {
        Self { reader: BufReader::with_capacity(256 * 1024, input), line: Vec::new() }
    }

    /// The next line without its end, with invalid UTF-8 replaced; `None` at the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<String>> {
        self.line.clear();
        let mut any = false;
        loop {
            let available = match self.reader.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                return Ok(any.then(|| self.text()));
            }
            any = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = LINE_BYTES_MAX.saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(self.text()));
            }
        }
    }

    /// Whether another complete line is already in the buffer.
    pub(crate) fn has_more(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    fn text(&self) -> String {
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        String::from_utf8_lossy(line).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_and_any_length_come_one_by_one() {
        let mut bytes = b"w\r\n\n\xff\xfe\0\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 200_000));
        bytes.extend_from_slice(b"\nlast");
        let mut lines = Lines::new(&bytes[..]);
        assert_eq!(lines.next().unwrap().as_deref(), Some("w"));
        assert_eq!(lines.next().unwrap().as_deref(), Some(""));
        assert_eq!(lines.next().unwrap().as_deref(), Some("\u{fffd}\u{fffd}\0"));
        assert_eq!(lines.next().unwrap().map(|line| line.len()), Some(LINE_BYTES_MAX));
        assert!(!lines.has_more());
        assert_eq!(lines.next().unwrap().as_deref(), Some("last"));
        assert_eq!(lines.next().unwrap(), None);
    }
}
