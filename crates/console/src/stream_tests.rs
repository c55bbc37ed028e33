//! Sequences from terminal documentation (xterm's control sequences, the Linux console, kitty), and random
//! bytes.

use super::*;
use Report::Input as In;
use kernel::{Rng, Seed};

fn read(bytes: &[u8]) -> Vec<Report> {
    let (mut stream, mut out) = (KeyStream::default(), Vec::new());
    stream.feed(bytes, &mut out);
    stream.flush(&mut out);
    out
}

fn keys(keys: &[Key]) -> Vec<Report> {
    keys.iter().map(|key| In(Input::Key(*key))).collect()
}

#[test]
fn every_sequence_is_parsed_as_its_key() {
    use Key::*;
    let table: &[(&[u8], &[Key])] = &[
        (b"aZ 9", &[Char('a'), Char('Z'), Char(' '), Char('9')]),
        ("ü€😀".as_bytes(), &[Char('ü'), Char('€'), Char('😀')]),
        (b"\r", &[Enter]),
        (b"\n", &[Enter]),
        (b"\t", &[Tab]),
        (b"\x7f\x08", &[Backspace, Backspace]),
        (b"\x1b", &[Esc]),
        (b"\x1b\x1b", &[Esc, Esc]),
        (b"\x1b\x1b[A", &[Esc, Up]),
        (b"\x1bx", &[Esc, Char('x')]),
        ("\u{1b}é".as_bytes(), &[Esc, Char('é')]),
        (b"\x1b[", &[Esc, Char('[')]),
        (b"\x1bO", &[Esc, Char('O')]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", &[Up, Down, Right, Left]),
        (b"\x1bOA\x1bOB\x1bOC\x1bOD", &[Up, Down, Right, Left]),
        (b"\x1b[1;2A\x1b[1;2B\x1b[1;2C\x1b[1;2D", &[ShiftUp, ShiftDown, ShiftRight, ShiftLeft]),
        (b"\x1bO2A", &[ShiftUp]),
        (b"\x1b[1;3A", &[Esc, Up]),
        (b"\x1b[1;4A", &[Esc, ShiftUp]),
        (b"\x1b[1;5A\x1b[1;9A", &[]),
        (
            b"\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~\x1bOH\x1bOF",
            &[Home, End, Home, End, Home, End, Home, End],
        ),
        (b"\x1b[2~\x1b[3~\x1b[5~\x1b[6~\x1b[3;2~", &[Insert, Delete, PageUp, PageDown, Delete]),
        (b"\x1bOP\x1bOQ\x1bOR\x1bOS", &[F(1), F(2), F(3), F(4)]),
        (b"\x1b[[A\x1b[[E", &[F(1), F(5)]),
        (b"\x1b[11~\x1b[15~\x1b[17~\x1b[21~\x1b[23~\x1b[24~", &[F(1), F(5), F(6), F(10), F(11), F(12)]),
        (b"\x1b[Z\x1b[1;2Z", &[BackTab, BackTab]),
        (b"\x1b[E\x1bOE\x1bOM", &[Middle, Middle, Enter]),
        // kitty, and xterm's modifyOtherKeys.
        (b"\x1b[97u\x1b[27u\x1b[13u\x1b[9;2u\x1b[127u", &[Char('a'), Esc, Enter, BackTab, Backspace]),
        (b"\x1b[97;3u\x1b[97;1:3u\x1b[57358u", &[Esc, Char('a')]),
        (b"\x1b[27;2;13~\x1b[27;5;97~", &[Enter]),
        // Not keys: unused control characters, reports, unknown and broken sequences, bytes that are not
        // UTF-8.
        (b"\x00\x01\x1c\x1f", &[]),
        (b"\x1b[?1;2c\x1b[>0;276;0c\x1b[12;40R\x1b[99~\x1b[5n", &[]),
        (b"\x1b[1;\x1b[A", &[Up]),
        (b"\x1b[1;\ra", &[Enter, Char('a')]),
        (b"\xff\xc3a\x80", &[Char('a')]),
        (b"\xe2\x82", &[]),
        (b"\xc2\x9b", &[]),
    ];
    for (bytes, wanted) in table {
        assert_eq!(read(bytes), keys(wanted), "{}", bytes.escape_ascii());
    }
    let mut long = b"\x1b[".to_vec();
    long.extend(b"1;".repeat(1000));
    long.extend(b"Ax");
    assert_eq!(read(&long), keys(&[Char('x')]), "a sequence without end is skipped to its end");
}

#[test]
fn mouse_paste_focus_and_control_keys_are_parsed() {
    assert_eq!(read(b"\x03\x1a\x0c"), [Report::Interrupt, Report::Suspend, Report::Repaint]);
    assert_eq!(read(b"\x15"), [Report::Input(Input::Clear)]);
    assert_eq!(read(b"\x1b[99;5u"), [Report::Interrupt]);
    assert_eq!(read(b"\x1b[I\x1b[O"), [Report::Focus(true), Report::Focus(false)]);
    let click = [In(Input::Click(9, 4))];
    assert_eq!(read(b"\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<2;10;5M"), click);
    assert_eq!(read(b"\x1b[M *%"), click, "the old way of mice");
    assert_eq!(read(b"\x1b[M#*%"), [], "a button let go");
    assert_eq!(read(b"\x1b[<35;1;1M\x1b[<32;2;3M"), [In(Input::Hover(0, 0)), In(Input::Hover(1, 2))]);
    assert_eq!(read(b"\x1b[<64;9;9M\x1b[<65;9;9M"), [In(Input::Wheel(-3)), In(Input::Wheel(3))]);
    assert_eq!(read(b"\x1b[<0;0;5M\x1b[<0;99999;5M\x1b[<0M"), []);
    let paste = |text: &str| In(Input::Paste(text.to_owned()));
    assert_eq!(read(b"\x1b[200~two\rlines\x1b[A\x1b\x1b[201~"), [paste("two\rlines\u{1b}[A\u{1b}")]);
    assert_eq!(read(b"\x1b[200~\x1b[201~x"), [paste(""), In(Input::Key(Key::Char('x')))]);
    let mut long = b"\x1b[200~".to_vec();
    long.resize(3 * PASTE_MAX, b'a');
    long.extend_from_slice(PASTE_END);
    assert_eq!(read(&long), [paste(&"a".repeat(PASTE_MAX))]);
}

#[test]
fn a_lone_esc_waits_for_the_callers_timeout() {
    let (mut stream, mut out) = (KeyStream::default(), Vec::new());
    stream.feed(b"\x1b", &mut out);
    assert!(stream.is_waiting() && out.is_empty());
    stream.feed(b"[A", &mut out);
    assert!(!stream.is_waiting());
    stream.feed(b"\x1b", &mut out);
    stream.flush(&mut out);
    stream.feed(b"[A", &mut out);
    assert_eq!(out, keys(&[Key::Up, Key::Esc, Key::Char('['), Key::Char('A')]));
}

/// Random bytes, with pieces that are likely to be meaningful.
fn noise(dice: &mut Rng) -> Vec<u8> {
    const PIECES: [&[u8]; 14] = [
        b"\x1b",
        b"\x1b[",
        b"\x1bO",
        b"[",
        b"M",
        b";",
        b"1",
        b"200~",
        b"\x1b[201~",
        b"A",
        b"<",
        b":3",
        b"u",
        b"\xe2\x82",
    ];
    let mut bytes = Vec::new();
    for _ in 0..dice.below(40, "noise") {
        match dice.below(3, "noise") {
            0 => bytes.push(dice.below(256, "noise") as u8),
            _ => bytes.extend_from_slice(PIECES[dice.below(PIECES.len() as u32, "noise") as usize]),
        }
    }
    bytes
}

#[test]
fn splitting_the_input_does_not_change_its_meaning() {
    let mut dice = Rng::stream(&Seed::from_text("bytes"), "stream", &[]);
    for _ in 0..3000 {
        let bytes = noise(&mut dice);
        let whole = read(&bytes);
        for report in &whole {
            if let In(Input::Key(Key::Char(letter))) = report {
                assert!(!letter.is_control(), "{}", bytes.escape_ascii());
            }
        }
        let (mut stream, mut out, mut rest) = (KeyStream::default(), Vec::new(), &bytes[..]);
        while !rest.is_empty() {
            let (piece, more) = rest.split_at(1 + dice.below(rest.len() as u32, "noise") as usize);
            stream.feed(piece, &mut out);
            assert!(stream.held.len() <= SEQUENCE_MAX);
            rest = more;
        }
        stream.flush(&mut out);
        assert_eq!(out, whole, "{}", bytes.escape_ascii());
    }
}

#[test]
fn a_sequence_split_anywhere_has_the_same_meaning() {
    for bytes in [
        &b"\x1b[1;2A"[..],
        b"\x1b[<0;10;5M",
        b"\x1b[200~a\x1b[201~",
        "ä€😀".as_bytes(),
        b"\x1bOP",
        b"\x1b[M *%",
    ] {
        for at in 0..=bytes.len() {
            let (mut stream, mut out) = (KeyStream::default(), Vec::new());
            stream.feed(&bytes[..at], &mut out);
            stream.feed(&bytes[at..], &mut out);
            assert_eq!(out, read(bytes), "{} cut at {at}", bytes.escape_ascii());
        }
    }
}
