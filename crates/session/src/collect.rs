//! Events as plain data: what their derived `Serialize` says, collected without going through text.

use crate::contract::FactValue;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt;

/// The data of a value.
///
/// # Panics
/// If its `Serialize` refuses it, which derived ones do not.
pub(crate) fn collect(value: &(impl Serialize + ?Sized)) -> FactValue {
    match value.serialize(Collector) {
        Ok(data) => data,
        Err(never) => match never {},
    }
}

/// Nothing fails, so that no code for failures is made for every field of every event.
#[derive(Debug)]
pub(crate) enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl Error for Never {
    fn custom<T: fmt::Display>(what: T) -> Self {
        panic!("an event cannot be told as data: {what}");
    }
}

type Collected = Result<FactValue, Never>;

struct Collector;

/// A list or a tuple.
pub(crate) struct List(Vec<FactValue>);

/// A struct or a map, and the name of the next member of a map.
pub(crate) struct Fields(Vec<(String, FactValue)>, String);

impl List {
    fn add(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Never> {
        self.0.push(value.serialize(Collector)?);
        Ok(())
    }
}

impl Fields {
    fn add(&mut self, name: String, value: &(impl Serialize + ?Sized)) -> Result<(), Never> {
        self.0.push((name, value.serialize(Collector)?));
        Ok(())
    }
}

macro_rules! numbers {
    ($($name:ident: $kind:ty),*) => { $(
        fn $name(self, number: $kind) -> Collected {
            Ok(i64::try_from(number).map_or(FactValue::Nothing, FactValue::Number))
        }
    )* };
}

impl Serializer for Collector {
    type Ok = FactValue;
    type Error = Never;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    fn serialize_bool(self, truth: bool) -> Collected {
        Ok(FactValue::Truth(truth))
    }

    /// Rules have no fractions.
    fn serialize_f32(self, _: f32) -> Collected {
        Ok(FactValue::Nothing)
    }

    fn serialize_f64(self, _: f64) -> Collected {
        Ok(FactValue::Nothing)
    }

    fn serialize_char(self, letter: char) -> Collected {
        Ok(FactValue::Text(letter.into()))
    }

    fn serialize_str(self, text: &str) -> Collected {
        Ok(FactValue::Text(text.to_owned()))
    }

    fn serialize_bytes(self, _: &[u8]) -> Collected {
        Ok(FactValue::Nothing)
    }

    fn serialize_none(self) -> Collected {
        Ok(FactValue::Nothing)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Collected {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Collected {
        Ok(FactValue::Nothing)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Collected {
        Ok(FactValue::Nothing)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Collected {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Collected {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Collected {
        Ok(FactValue::Fields(vec![(variant.to_owned(), value.serialize(self)?)]))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List, Never> {
        Ok(List(Vec::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<List, Never> {
        Ok(List(Vec::new()))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List, Never> {
        Ok(List(Vec::new()))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<List, Never> {
        Ok(List(Vec::new()))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields, Never> {
        Ok(Fields(Vec::new(), String::new()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields, Never> {
        Ok(Fields(Vec::new(), String::new()))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields, Never> {
        Ok(Fields(Vec::new(), String::new()))
    }
}

macro_rules! lists {
    ($($name:ident: $method:ident),*) => { $(
        impl $name for List {
            type Ok = FactValue;
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.add(value)
            }

            fn end(self) -> Collected {
                Ok(FactValue::List(self.0))
            }
        }
    )* };
}

lists! {
    SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field
}

macro_rules! structs {
    ($($name:ident),*) => { $(
        impl $name for Fields {
            type Ok = FactValue;
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                self.add(name.to_owned(), value)
            }

            fn end(self) -> Collected {
                Ok(FactValue::Fields(self.0))
            }
        }
    )* };
}

structs! { SerializeStruct, SerializeStructVariant }

impl SerializeMap for Fields {
    type Ok = FactValue;
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Never> {
        self.1 = match name.serialize(Collector)? {
            FactValue::Text(name) => name,
            FactValue::Number(number) => number.to_string(),
            _ => String::new(),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        let name = std::mem::take(&mut self.1);
        self.add(name, value)
    }

    fn end(self) -> Collected {
        Ok(FactValue::Fields(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use serde_json::Value;
    use std::collections::BTreeMap;

    fn same(ours: &FactValue, theirs: &Value) -> bool {
        match (ours, theirs) {
            (FactValue::Nothing, Value::Null) => true,
            (FactValue::Truth(ours), Value::Bool(theirs)) => ours == theirs,
            (FactValue::Number(ours), Value::Number(theirs)) => theirs.as_i64() == Some(*ours),
            (FactValue::Text(ours), Value::String(theirs)) => ours == theirs,
            (FactValue::List(ours), Value::Array(theirs)) => {
                ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| same(a, b))
            }
            (FactValue::Fields(ours), Value::Object(theirs)) => {
                ours.len() == theirs.len()
                    && ours.iter().all(|(name, a)| theirs.get(name).is_some_and(|b| same(a, b)))
            }
            _ => false,
        }
    }

    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Event {
        Plain,
        Named {
            who: &'static str,
            by: i32,
            letter: char,
            so: bool,
            maybe: Option<u8>,
            list: Vec<Word>,
        },
        Nested {
            inner: Inner,
            pair: (u8, Word),
            map: BTreeMap<u8, i64>,
        },
        Flat {
            who: String,
            #[serde(flatten)]
            what: Inner,
        },
    }

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Word {
        OneWord,
        Other(u32),
    }

    #[derive(Serialize)]
    struct Inner {
        depth: u64,
        nothing: (),
    }

    #[test]
    fn the_data_are_those_that_serde_json_collects() {
        let inner = || Inner { depth: 3, nothing: () };
        let events = [
            Event::Plain,
            Event::Named {
                who: "é",
                by: -7,
                letter: 'x',
                so: true,
                maybe: None,
                list: vec![Word::OneWord, Word::Other(9)],
            },
            Event::Nested { inner: inner(), pair: (1, Word::OneWord), map: BTreeMap::from([(7, 1)]) },
            Event::Flat { who: "Ann".to_owned(), what: inner() },
        ];
        for event in events {
            let (ours, theirs) = (collect(&event), serde_json::to_value(&event).unwrap());
            assert!(same(&ours, &theirs), "{ours:?} is not {theirs}");
        }
    }
}
