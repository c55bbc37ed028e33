//! The reader agrees with `serde_json` on what is JSON and what it says.

use super::*;
use crate::{Rng, Seed};
use alloc::string::ToString as _;
use alloc::vec;

fn same(ours: &JsonValue, theirs: &json::Value) -> bool {
    match (ours, theirs) {
        (JsonValue::Null, json::Value::Null) => true,
        (JsonValue::Truth(ours), json::Value::Bool(theirs)) => ours == theirs,
        (JsonValue::Text(ours), json::Value::String(theirs)) => ours == theirs,
        (JsonValue::Number(ours), json::Value::Number(theirs)) => {
            json::from_str::<json::Number>(ours).is_ok_and(|ours| ours == *theirs)
        }
        (JsonValue::List(ours), json::Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| same(&a.value, b))
        }
        (JsonValue::Object(_), json::Value::Object(theirs)) => {
            let ours = Json { at: 0, value: ours.clone() };
            theirs.iter().all(|(name, b)| ours.member(name).is_some_and(|a| same(&a.value, b)))
        }
        _ => false,
    }
}

fn check(text: &str) {
    let (ours, theirs) = (Json::read(text), json::from_str::<json::Value>(text));
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert!(same(&ours.value, theirs), "{text:?}: {ours:?}, {theirs}"),
        // A number that is too large for them is none of ours either: nobody asks for its value.
        (Ok(_), Err(error)) if error.to_string().contains("number out of range") => {}
        _ => assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: {ours:?}, {theirs:?}"),
    }
}

#[test]
fn what_is_json_and_what_it_says_is_what_serde_json_says() {
    let texts = [
        "null",
        " [1, -2.50e+3, true, false, null, \"a\\u00e9\\ud83d\\ude00\\/\\n\"] ",
        "{\"a\": {\"b\": []}, \"a\": 2}",
        "",
        "[1,]",
        "01",
        "1.",
        "-",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\x\"",
        "\"a\nb\"",
        "tru",
        "1 2",
        "{\"a\" 1}",
        "{1: 2}",
    ];
    texts.into_iter().for_each(check);
    check(&"[".repeat(500));
    let deep = |count: usize| "[".repeat(count) + &"]".repeat(count);
    check(&deep(127));
    check(&deep(129));
    // Pieces of JSON, put together by chance.
    let pieces = [
        "[", "]", "{", "}", ",", ":", "\"", "a", "\\", "u0041", "1", "-", ".", "e", "0", "true", " ", "é",
        "\n",
    ];
    let mut dice = Rng::stream(&Seed::from_text("json"), "texts", &[]);
    for _ in 0..200_000 {
        let count = dice.below(9, "count");
        let text: String =
            (0..count).map(|_| pieces[dice.below(pieces.len() as u32, "piece") as usize]).collect();
        check(&text);
    }
}

#[test]
fn texts_are_quoted_as_serde_json_does_and_come_back() {
    let mut texts: Vec<String> = (0..0x300).filter_map(char::from_u32).map(String::from).collect();
    texts.extend(["", "a \"b\" \\ c", "\u{2028}\u{feff}🦀", "line\nline\r\n\ttab"].map(String::from));
    for text in texts {
        let quoted = json_text(&text);
        assert_eq!(quoted, json::to_string(&text).unwrap());
        assert_eq!(Json::read(&quoted).unwrap().text(), Some(text.as_str()));
    }
}

#[test]
fn values_know_what_they_are_and_where() {
    let text = "{\n  \"a\": [7, true, \"x\"],\n  \"b\": 1.5\n}";
    let json = Json::read(text).unwrap();
    let list = json.member("a").unwrap().list().unwrap();
    assert_eq!((list[0].integer(), list[1].truth(), list[2].text()), (Some(7), Some(true), Some("x")));
    let number = json.member("b").unwrap();
    assert_eq!((number.integer(), json.member("c"), number.list()), (None, None, None));
    assert_eq!(number.wrong("no").place(text), (3, 8));
    assert_eq!(Json::read("[1,\n 2").unwrap_err().place("[1,\n 2"), (2, 3));
    assert_eq!(Json::read("[]").unwrap().value, JsonValue::List(vec![]));
}
