//! Decodes the bytes of a remote terminal into keys, mouse events, pasted text and focus changes. For SSH,
//! websockets and the like, where no library reads the terminal.
//!
//! It has no clock: only the time that follows an Esc tells whether it stands alone, so the caller measures
//! that time and calls [`KeyStream::flush`]. Bytes may arrive in pieces of any size and may be anything.

use crate::input::{Input, NOTCH, Report};
use crate::key::Key;

/// Maximum length of a sequence in bytes; longer ones are skipped to their end.
const SEQUENCE_MAX: usize = 32;
/// Maximum size of pasted text in bytes; the rest is dropped.
pub const PASTE_MAX: usize = 64 * 1024;

const ESC: u8 = 0x1b;
/// The end of pasted text.
const PASTE_END: &[u8] = b"\x1b[201~";

/// Modifier bits in terminal sequences.
const SHIFT: u32 = 1;
const ALT: u32 = 2;
const CTRL: u32 = 4;

/// A decoder of terminal input.
#[derive(Debug, Default)]
pub struct KeyStream {
    /// The bytes of an incomplete sequence.
    held: Vec<u8>,
    /// The text being pasted, and how many bytes of [`PASTE_END`] have arrived.
    paste: Option<(Vec<u8>, usize)>,
}

impl KeyStream {
    /// Decodes bytes and appends the reports to `out`.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<Report>) {
        for &byte in bytes {
            self.byte(byte, out);
        }
    }

    /// Whether held bytes might be complete: if none follow for a while, call [`Self::flush`].
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        !self.held.is_empty()
    }

    /// To be called when no bytes have followed for a while: a held Esc becomes the Esc key. Pasted text
    /// still waits for its end.
    pub fn flush(&mut self, out: &mut Vec<Report>) {
        match std::mem::take(&mut self.held).as_slice() {
            [ESC] => key(Key::Esc, out),
            // The only held sequences that a person can type.
            &[ESC, letter @ (b'[' | b'O')] => {
                key(Key::Esc, out);
                key(Key::Char(char::from(letter)), out);
            }
            _ => {}
        }
    }

    fn byte(&mut self, byte: u8, out: &mut Vec<Report>) {
        if let Some((text, ended)) = &mut self.paste {
            if byte == PASTE_END[*ended] {
                *ended += 1;
            } else {
                text.extend_from_slice(&PASTE_END[..*ended]);
                *ended = usize::from(byte == ESC);
                if *ended == 0 {
                    text.push(byte);
                }
                text.truncate(PASTE_MAX);
            }
            if *ended == PASTE_END.len()
                && let Some((text, _)) = self.paste.take()
            {
                out.push(Report::Input(Input::Paste(String::from_utf8_lossy(&text).into_owned())));
            }
            return;
        }
        if self.held.len() == SEQUENCE_MAX {
            self.held.pop();
        }
        self.held.push(byte);
        match *self.held.as_slice() {
            [ESC] => {}
            [ESC, b'['] | [ESC, b'O'] => {}
            [ESC, b'[', b'[', ..] if self.held.len() < 4 => {}
            [ESC, b'[', b'[', _] => self.done(out, |_, held, out| {
                if let letter @ b'A'..=b'E' = held[3] {
                    key(Key::F(letter - b'A' + 1), out);
                }
            }),
            [ESC, b'[', b'M', ..] if self.held.len() < 6 && byte >= 0x20 => {}
            [ESC, b'[', b'M', _, _, _] if byte >= 0x20 => {
                self.done(out, |_, held, out| {
                    let place = |byte: u8| u32::from(byte).saturating_sub(32);
                    mouse(place(held[3]), place(held[4]), place(held[5]), held[3] & 3 != 3, out);
                });
            }
            // Parameter bytes.
            [ESC, b'[', ..] if (0x20..0x40).contains(&byte) => {}
            [ESC, b'O', ..] if byte.is_ascii_digit() || byte == b';' => {}
            [ESC, b'[', ..] if (0x40..0x7f).contains(&byte) => self.done(out, Self::sequence),
            [ESC, b'O', ..] if (0x40..0x7f).contains(&byte) => self.done(out, |_, held, out| {
                let numbers = numbers(&held[2..held.len() - 1]);
                // Some terminals send the modifier alone, others after a 1.
                letter_key(byte, modifiers(numbers[1].max(numbers[0])), out);
            }),
            // Not a valid sequence: drop it and decode the byte by itself.
            [ESC, b'[' | b'O', ..] => self.again(byte, out),
            [ESC, _] => {
                key(Key::Esc, out);
                self.again(byte, out);
            }
            _ => self.character(byte, out),
        }
    }

    /// Handles a complete sequence.
    fn done(&mut self, out: &mut Vec<Report>, read: impl FnOnce(&mut Self, &[u8], &mut Vec<Report>)) {
        let held = std::mem::take(&mut self.held);
        if held.len() < SEQUENCE_MAX {
            read(self, &held, out);
        }
    }

    fn again(&mut self, byte: u8, out: &mut Vec<Report>) {
        self.held.clear();
        self.byte(byte, out);
    }

    /// A UTF-8 character or a control character. Invalid bytes are dropped.
    fn character(&mut self, byte: u8, out: &mut Vec<Report>) {
        match std::str::from_utf8(&self.held) {
            Ok(text) => {
                let letter = text.chars().next();
                self.held.clear();
                control_or_letter(letter, out);
            }
            Err(error) if error.error_len().is_none() => {}
            Err(_) if self.held.len() > 1 => self.again(byte, out),
            Err(_) => self.held.clear(),
        }
    }

    /// `ESC [ numbers letter`.
    fn sequence(&mut self, held: &[u8], out: &mut Vec<Report>) {
        let (parameters, last) = (&held[2..held.len() - 1], held[held.len() - 1]);
        if let Some(parameters) = parameters.strip_prefix(b"<") {
            let numbers = numbers(parameters);
            if matches!(last, b'M' | b'm') {
                mouse(numbers[0], numbers[1], numbers[2], last == b'M', out);
            }
            return;
        }
        if !parameters.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b':')) {
            return;
        }
        let numbers = numbers(parameters);
        let released =
            parameters.split(|byte| *byte == b';').nth(1).is_some_and(|part| part.ends_with(b":3"));
        if released {
            return;
        }
        match (last, numbers[0]) {
            (b'~', 200) => self.paste = Some((Vec::new(), 0)),
            (b'~', 27) => code_key(numbers[2], modifiers(numbers[1]), out),
            (b'~', number) => numbered_key(number, modifiers(numbers[1]), out),
            (b'u', code) => code_key(code, modifiers(numbers[1]), out),
            (b'I' | b'O', 0) => out.push(Report::Focus(last == b'I')),
            (b'Z', _) => pressed(Key::BackTab, modifiers(numbers[1]) & !SHIFT, out),
            (letter, 0 | 1) => letter_key(letter, modifiers(numbers[1]), out),
            _ => {}
        }
    }
}

/// The first three numbers between semicolons, without subparameters after colons; 0 if missing.
fn numbers(text: &[u8]) -> [u32; 3] {
    let mut found = [0u32; 3];
    for (number, part) in found.iter_mut().zip(text.split(|byte| *byte == b';')) {
        for digit in part.iter().take_while(|byte| byte.is_ascii_digit()) {
            *number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        }
    }
    found
}

/// Terminals send the sum of modifiers plus one.
const fn modifiers(number: u32) -> u32 {
    number.saturating_sub(1)
}

fn key(key: Key, out: &mut Vec<Report>) {
    out.push(Report::Input(Input::Key(key)));
}

/// Reports a key with modifiers: Alt is an Esc before it, and keys with Ctrl or other modifiers are ignored.
fn pressed(pressed: Key, modifiers: u32, out: &mut Vec<Report>) {
    if modifiers & !(SHIFT | ALT) != 0 {
        return;
    }
    if modifiers & ALT != 0 {
        key(Key::Esc, out);
    }
    key(if modifiers & SHIFT != 0 { pressed.with_shift() } else { pressed }, out);
}

fn letter_key(letter: u8, modifiers: u32, out: &mut Vec<Report>) {
    let key = match letter {
        b'A' => Key::Up,
        b'B' => Key::Down,
        b'C' => Key::Right,
        b'D' => Key::Left,
        b'E' => Key::Middle,
        b'F' => Key::End,
        b'H' => Key::Home,
        b'M' => Key::Enter,
        b'P'..=b'S' => Key::F(letter - b'P' + 1),
        _ => return,
    };
    pressed(key, modifiers, out);
}

fn numbered_key(number: u32, modifiers: u32, out: &mut Vec<Report>) {
    let key = match number {
        1 | 7 => Key::Home,
        2 => Key::Insert,
        3 => Key::Delete,
        4 | 8 => Key::End,
        5 => Key::PageUp,
        6 => Key::PageDown,
        11..=15 => Key::F(number as u8 - 10),
        17..=21 => Key::F(number as u8 - 11),
        23 | 24 => Key::F(number as u8 - 12),
        _ => return,
    };
    pressed(key, modifiers, out);
}

/// Reports a key given by the code point of its character.
fn code_key(code: u32, modifiers: u32, out: &mut Vec<Report>) {
    let letter = char::from_u32(code).filter(|letter| !('\u{e000}'..='\u{f8ff}').contains(letter));
    match letter {
        None => {}
        Some('\u{1b}') => pressed(Key::Esc, modifiers & !SHIFT, out),
        Some(letter @ 'a'..='z') if modifiers & CTRL != 0 => {
            control_or_letter(Some(char::from(letter as u8 & 0x1f)), out);
        }
        Some('\t') if modifiers & SHIFT != 0 => pressed(Key::BackTab, modifiers & !SHIFT, out),
        Some(letter) if modifiers & !(SHIFT | ALT) == 0 => {
            if modifiers & ALT != 0 {
                key(Key::Esc, out);
            }
            control_or_letter(Some(letter), out);
        }
        Some(_) => {}
    }
}

fn control_or_letter(letter: Option<char>, out: &mut Vec<Report>) {
    match letter {
        Some('\u{3}') => out.push(Report::Interrupt),
        Some('\u{1a}') => out.push(Report::Suspend),
        Some('\u{c}') => out.push(Report::Repaint),
        Some('\u{15}') => out.push(Report::Input(Input::Clear)),
        Some('\u{8}' | '\u{7f}') => key(Key::Backspace, out),
        Some('\t') => key(Key::Tab, out),
        Some('\r' | '\n') => key(Key::Enter, out),
        Some(letter) if !letter.is_control() => key(Key::Char(letter), out),
        _ => {}
    }
}

/// Reports a mouse event: buttons and modifiers are bits, positions are counted from 1.
fn mouse(buttons: u32, x: u32, y: u32, down: bool, out: &mut Vec<Report>) {
    let place = |number: u32| number.checked_sub(1).and_then(|number| u16::try_from(number).ok());
    let (Some(x), Some(y)) = (place(x), place(y)) else { return };
    out.push(Report::Input(match buttons & !0b1_1100 {
        64 => Input::Wheel(-NOTCH),
        65 => Input::Wheel(NOTCH),
        32..=35 => Input::Hover(x, y),
        0 if down => Input::Click(x, y),
        _ => return,
    }));
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
