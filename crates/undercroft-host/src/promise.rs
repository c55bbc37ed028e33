//! Properties of the parser for websocket messages, for arbitrary text. The fuzz target `message` calls it
//! with generated texts, the test below with the kept seeds.

use crate::game::Plan;
use crate::wire::{self, Hello, Said, Want};
use serde_json::Value;
use session::Run;

/// A message is refused with a printable sentence, or its game can be started and has a valid run.
pub(crate) fn message(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Hello::read(text) {
        Ok((_, Want::New(new))) => match Plan::new(&new).and_then(Plan::start) {
            Ok(ready) => {
                let parsed = Run::parse(ready.run.as_bytes());
                assert!(parsed.damage.is_none() && parsed.run.is_some(), "{:?}", parsed.damage);
            }
            Err(why) => assert_clean(&wire::close(&why)),
        },
        Ok(_) => {}
        Err(why) => assert_clean(&wire::close(&why)),
    }
    if let Err(why) = Said::read(text) {
        assert_clean(&wire::error(why));
    }
    // Such messages contain names, reasons and sentences of others.
    assert_clean(&wire::error(text));
}

/// One JSON object without terminal control characters.
fn assert_clean(letter: &str) {
    assert!(!letter.contains(|character: char| character.is_control()), "{letter:?}");
    let read: Result<Value, _> = serde_json::from_str(letter);
    assert!(read.is_ok_and(|value| value.is_object()), "{letter}");
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_keeps_the_promise() {
        testkit::try_seeds("message", &[], super::message);
    }
}
