//! JSON as plain values that know their place in the text. Types with derived readers are convenient, but each costs some
//! kilobytes of program, and the page is downloaded. What only programs on this machine read and write goes through
//! `serde_json`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// Lists and objects within each other, at the most.
const DEPTH_MAX: usize = 128;

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    /// Bytes of the text before it.
    pub at: usize,
    /// What it is.
    pub value: JsonValue,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum JsonValue {
    Null,
    Truth(bool),
    /// A number as it is written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// Members in the order of the text.
    Object(Vec<(String, Json)>),
}

/// What is wrong with a text or a value, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Bytes of the text before it.
    pub at: usize,
    /// What is wrong, without a full stop.
    pub what: String,
}

impl JsonError {
    /// Line and column, from 1. Columns count bytes.
    #[must_use]
    pub fn place(&self, text: &str) -> (u32, u32) {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        (line as u32 + 1, column as u32 + 1)
    }
}

impl Json {
    /// Reads a text that holds one value.
    ///
    /// # Errors
    /// The first place that is not JSON.
    pub fn read(text: &str) -> Result<Self, JsonError> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let value = reader.value()?;
        reader.blanks();
        if reader.at < text.len() { Err(reader.wrong("there is more after the value")) } else { Ok(value) }
    }

    /// The member of an object with this name; of several the last.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Self> {
        let JsonValue::Object(members) = &self.value else { return None };
        members.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// The values of a list.
    #[must_use]
    pub fn list(&self) -> Option<&[Self]> {
        if let JsonValue::List(values) = &self.value { Some(values) } else { None }
    }

    /// A text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let JsonValue::Text(text) = &self.value { Some(text) } else { None }
    }

    /// A whole number.
    #[must_use]
    pub fn integer(&self) -> Option<i64> {
        if let JsonValue::Number(number) = &self.value { number.parse().ok() } else { None }
    }

    /// True or false.
    #[must_use]
    pub const fn truth(&self) -> Option<bool> {
        if let JsonValue::Truth(truth) = self.value { Some(truth) } else { None }
    }

    /// This value is not what it should be.
    #[must_use]
    pub fn wrong(&self, what: &str) -> JsonError {
        JsonError { at: self.at, what: what.to_owned() }
    }
}

/// A text in quotes, as JSON writes it.
#[must_use]
pub fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string never fails.
            '\0'..='\u{1f}' => drop(write!(out, "\\u{:04x}", u32::from(letter))),
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> JsonError {
        JsonError { at: self.at, what: what.to_owned() }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Steps over a sign; false if another one stands there.
    fn take(&mut self, sign: u8) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self) -> Result<Json, JsonError> {
        self.blanks();
        let at = self.at;
        let word = |reader: &mut Self, word: &str, value| {
            let found = reader.text[reader.at..].starts_with(word);
            reader.at += if found { word.len() } else { 0 };
            if found { Ok(value) } else { Err(reader.wrong("this is no value")) }
        };
        let value = match self.peek() {
            Some(b'"') => JsonValue::Text(self.string()?),
            Some(b'[') => JsonValue::List(self.several(b']', Self::value)?),
            Some(b'{') => JsonValue::Object(self.several(b'}', Self::pair)?),
            Some(b't') => word(self, "true", JsonValue::Truth(true))?,
            Some(b'f') => word(self, "false", JsonValue::Truth(false))?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => word(self, "null", JsonValue::Null)?,
        };
        Ok(Json { at, value })
    }

    /// What stands between two brackets.
    fn several<T>(
        &mut self,
        end: u8,
        one: impl Fn(&mut Self) -> Result<T, JsonError>,
    ) -> Result<Vec<T>, JsonError> {
        self.at += 1;
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(self.wrong("it is nested too deeply"));
        }
        let mut found = Vec::new();
        self.blanks();
        if !self.take(end) {
            loop {
                found.push(one(self)?);
                self.blanks();
                if self.take(end) {
                    break;
                }
                if !self.take(b',') {
                    return Err(self.wrong("a comma or the end of the list is missing"));
                }
            }
        }
        self.depth -= 1;
        Ok(found)
    }

    fn pair(&mut self) -> Result<(String, Json), JsonError> {
        self.blanks();
        let name = self.string()?;
        self.blanks();
        if !self.take(b':') {
            return Err(self.wrong("a colon is missing"));
        }
        Ok((name, self.value()?))
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(self.wrong("a digit is missing")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<JsonValue, JsonError> {
        let start = self.at;
        self.take(b'-');
        // A nought stands alone before the point.
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(JsonValue::Number(self.text[start..self.at].to_owned()))
    }

    fn string(&mut self) -> Result<String, JsonError> {
        if !self.take(b'"') {
            return Err(self.wrong("a text in quotes is missing"));
        }
        let mut out = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                _ => return Err(self.wrong("a text does not end on its line")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let start = self.at;
        self.at += 2;
        let letter = match self.text.as_bytes().get(start + 1) {
            Some(b'"') => Some('"'),
            Some(b'\\') => Some('\\'),
            Some(b'/') => Some('/'),
            Some(b'b') => Some('\u{8}'),
            Some(b'f') => Some('\u{c}'),
            Some(b'n') => Some('\n'),
            Some(b'r') => Some('\r'),
            Some(b't') => Some('\t'),
            Some(b'u') => self.unicode(),
            _ => None,
        };
        letter.ok_or_else(|| JsonError { at: start, what: "an escape that JSON does not have".to_owned() })
    }

    /// Four hexadecimal digits, or eight for a character beyond the first 65,536.
    fn unicode(&mut self) -> Option<char> {
        let first = self.unit()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        (self.take(b'\\') && self.take(b'u')).then_some(())?;
        let second = self.unit().filter(|unit| (0xdc00..0xe000).contains(unit))?;
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00))
    }

    fn unit(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        digits.bytes().try_fold(0, |unit, digit| Some(unit * 16 + char::from(digit).to_digit(16)?))
    }
}

#[cfg(test)]
#[path = "json_tests.rs"]
mod tests;
