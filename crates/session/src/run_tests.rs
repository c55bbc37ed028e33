//! Runs are parsed as they were written, and damage is reported at its line.

use super::*;
use crate::contract::{Brief, Session};
use crate::live::Live;
use crate::toy::Toy;
use kernel::Game;

pub(crate) fn a_run() -> String {
    let mut options = Options::default();
    options.set(Toy::ABOUT.options, "goal", "36").unwrap();
    let brief = Brief {
        seed: "ünï \"c\"\n\u{7}".into(),
        options,
        level: Some(Level { name: "a b.txt".into(), text: "one\r\n\n\"two\"\nend".into() }),
        about: vec![("world".into(), "My cave".into())],
        ..Brief::default()
    };
    let (live, _) = Live::<Toy>::start(&brief).unwrap();
    let mut live: Box<dyn Session> = Box::new(live);
    let mut text = String::new();
    for line in ["add 7", "roll", "add 0", "roll", "nonsense", "add 9 add 9 add 9"] {
        live.play_line(line);
        live.journal(&mut text);
    }
    live.checkpoint();
    live.journal(&mut text);
    text
}

#[test]
fn a_run_is_read_as_it_was_written() {
    let text = a_run();
    let parsed = Run::parse(text.as_bytes());
    assert_eq!(parsed.damage, None);
    assert_eq!(parsed.good_bytes, text.len());
    let run = parsed.run.unwrap();
    assert_eq!(run.header.seed, "ünï \"c\"\n\u{7}");
    assert_eq!(run.header.level.as_ref().unwrap().text, "one\r\n\n\"two\"\nend");
    assert_eq!(run.header.about, [("world".to_owned(), "My cave".to_owned())]);
    let steps: Vec<(u8, &str)> = run.steps.iter().map(|step| (step.seat, step.text.as_str())).collect();
    assert_eq!(steps, [(0, "add 7"), (1, "roll"), (0, "roll"), (1, "add 9"), (0, "add 9"), (1, "add 9")]);
    assert_eq!(run.endings[0].result, "won");
    assert_eq!(run.checkpoints.len(), 1);
}

#[test]
fn every_flipped_bit_is_found_and_what_comes_before_is_kept() {
    let text = a_run();
    let whole = Run::parse(text.as_bytes()).run.unwrap();
    for bit in 0..text.len() * 8 {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let parsed = Run::parse(&bytes);
        let damage = parsed.damage.unwrap_or_else(|| panic!("bit {bit} of byte {} was not found", bit / 8));
        let line_of_byte = 1 + text.as_bytes()[..bit / 8].iter().filter(|&&b| b == b'\n').count() as u32;
        assert!(
            damage.line <= line_of_byte && damage.line + 1 >= line_of_byte,
            "bit {bit}: line {}",
            damage.line
        );
        if let Some(run) = parsed.run {
            assert!(whole.steps.starts_with(&run.steps));
        }
    }
}

#[test]
fn every_truncation_keeps_what_is_there() {
    let text = a_run();
    let whole = Run::parse(text.as_bytes()).run.unwrap();
    for length in 0..text.len() {
        let parsed = Run::parse(&text.as_bytes()[..length]);
        let at_line_end = length > 0 && text.as_bytes()[length - 1] == b'\n';
        match parsed.run {
            Some(run) => {
                assert!(whole.steps.starts_with(&run.steps));
                assert_eq!(parsed.damage.map(|damage| damage.torn), (!at_line_end).then_some(true));
            }
            None => assert!(parsed.damage.is_some(), "{length} bytes"),
        }
    }
}

#[test]
fn lost_doubled_and_swapped_lines_are_found() {
    let text = a_run();
    let lines: Vec<&str> = text.lines().collect();
    for at in 1..lines.len() - 1 {
        let mut lost = lines.clone();
        lost.remove(at);
        let mut doubled = lines.clone();
        doubled.insert(at, lines[at]);
        let mut swapped = lines.clone();
        swapped.swap(at, at + 1);
        for changed in [lost, doubled, swapped] {
            let bytes = changed.join("\n") + "\n";
            assert!(Run::parse(bytes.as_bytes()).damage.is_some_and(|damage| !damage.torn), "line {at}");
        }
    }
}

#[test]
fn garbage_is_not_a_run() {
    for bytes in [&b"hello\n"[..], b"\n\n\n", b"\xff\xfe\n", b"undercroft run 1\n", b""] {
        let parsed = Run::parse(bytes);
        assert!(parsed.run.is_none());
        assert!(parsed.damage.is_some());
    }
}

#[test]
fn a_renamed_run_is_the_same_run() {
    let text = a_run();
    let mut run = Run::parse(text.as_bytes()).run.unwrap();
    for name in ["short", "über\n\"x\""] {
        let renamed = Run::parse(with_name(&text, name).as_bytes());
        assert_eq!(renamed.damage, None);
        let renamed = renamed.run.unwrap();
        run.header.about = vec![("world".into(), "My cave".into()), ("name".into(), name.into())];
        assert_eq!(renamed.header, run.header);
        let bare =
            |run: &Run| run.steps.iter().map(|step| (step.text.clone(), step.pulse)).collect::<Vec<_>>();
        assert_eq!(bare(&renamed), bare(&run));
        assert_eq!(renamed.checkpoints.len(), run.checkpoints.len());
        assert_eq!(with_name(&with_name(&text, "other"), name), with_name(&text, name));
    }
}
