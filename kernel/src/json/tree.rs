//! Deserializes types from a JSON tree. Differs from `serde_json` in one point: it never reads a list as a struct. No
//! writer produces that, and it would be half of the code of each type.

use serde::Deserializer;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, Expected, IntoDeserializer,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// Parses a value from the whole of `text`.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    T::deserialize(Tree(serde_json::from_str(text)?))
}

struct Tree(Value);

impl IntoDeserializer<'_, Error> for Tree {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Returns the error for a value of the wrong type. Not generic, so that it is compiled once.
#[cold]
fn wrong(value: &Value, expected: &dyn Expected) -> Error {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(is) => Unexpected::Bool(*is),
        Value::Number(_) => Unexpected::Other("number"),
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, expected)
}

/// Visits a JSON number, for all numeric types.
fn number<'de, V: Visitor<'de>>(value: Value, visitor: V) -> Result<V::Value, Error> {
    match value {
        Value::Number(number) => number.deserialize_any(visitor),
        other => Err(wrong(&other, &visitor)),
    }
}

fn text<'de, V: Visitor<'de>>(value: Value, visitor: V) -> Result<V::Value, Error> {
    match value {
        Value::String(text) => visitor.visit_string(text),
        other => Err(wrong(&other, &visitor)),
    }
}

fn list<'de, V: Visitor<'de>>(value: Value, visitor: V) -> Result<V::Value, Error> {
    match value {
        Value::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter().map(Tree))),
        other => Err(wrong(&other, &visitor)),
    }
}

fn object<'de, V: Visitor<'de>>(value: Value, visitor: V) -> Result<V::Value, Error> {
    match value {
        Value::Object(fields) => {
            let fields = fields
                .into_iter()
                .map(|(name, value)| (Key(name), Tree(value)));
            visitor.visit_map(MapDeserializer::new(fields))
        }
        other => Err(wrong(&other, &visitor)),
    }
}

macro_rules! each {
    ($read:ident: $($method:ident)+) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
                $read(self.0, visitor)
            }
        )+
    };
}

impl<'de> Deserializer<'de> for Tree {
    type Error = Error;

    each!(number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128);
    each!(number: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128);
    each!(number: deserialize_f32 deserialize_f64);
    each!(text: deserialize_char deserialize_str deserialize_string deserialize_identifier);
    each!(list: deserialize_seq);
    each!(object: deserialize_map);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(is),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_string(text),
            value @ Value::Array(_) => list(value, visitor),
            value @ Value::Object(_) => object(value, visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(is) => visitor.visit_bool(is),
            other => Err(wrong(&other, &visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            other => Err(wrong(&other, &visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name.starts_with("$serde_json::") {
            // `RawValue`: the text is kept as written.
            return self.0.deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        list(self.0, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        list(self.0, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        object(self.0, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (name, value) = match self.0 {
            Value::String(name) => (name, None),
            Value::Object(fields) if fields.len() == 1 => match fields.into_iter().next() {
                Some((name, value)) => (name, Some(value)),
                None => return Err(Error::custom("expected a variant")),
            },
            other => return Err(wrong(&other, &visitor)),
        };
        visitor.visit_enum(Variant { name, value })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

/// An enum variant and its content.
struct Variant {
    name: String,
    value: Option<Value>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Content;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Content), Error> {
        Ok((seed.deserialize(Key(self.name))?, Content(self.value)))
    }
}

struct Content(Option<Value>);

impl Content {
    fn value(self) -> Result<Value, Error> {
        self.0
            .ok_or_else(|| Error::custom("expected what belongs to the variant"))
    }
}

impl<'de> VariantAccess<'de> for Content {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.0 {
            None | Some(Value::Null) => Ok(()),
            Some(value) => Err(wrong(&value, &"a variant without content")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(Tree(self.value()?))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        list(self.value()?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        object(self.value()?, visitor)
    }
}

/// Key of an object: a string, or a number or unit variant written as one.
struct Key(String);

impl IntoDeserializer<'_, Error> for Key {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! parsed {
    ($($method:ident)+) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
                match serde_json::from_str(&self.0) {
                    Ok(value @ Value::Number(_)) => number(value, visitor),
                    _ => visitor.visit_string(self.0),
                }
            }
        )+
    };
}

impl<'de> Deserializer<'de> for Key {
    type Error = Error;

    parsed!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128);
    parsed!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(Variant {
            name: self.0,
            value: None,
        })
    }

    forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Serialize};
    use serde_json::json;
    use serde_json::value::RawValue;

    use super::*;

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Plain {
        One,
        Two(u8),
        Pair(i8, String),
        Named { at: Option<i64> },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Tagged {
        Empty,
        Full { size: f64 },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u64),
        Text(String),
        List(Vec<Either>),
    }

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    struct No(u32);

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Inner {
        left: (u8, char),
        #[serde(default)]
        absent: Option<bool>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct All {
        plain: Vec<Plain>,
        tagged: Vec<Tagged>,
        either: Either,
        by_number: BTreeMap<No, String>,
        by_name: BTreeMap<Plain, u8>,
        big: u64,
        small: i64,
        real: f32,
        #[serde(flatten)]
        inner: Inner,
        unit: (),
        raw: Box<RawValue>,
        any: Value,
    }

    /// Every supported form of type is read as `serde_json` reads it.
    #[test]
    fn what_serde_writes_is_read_again() {
        let value = json!({
            "plain": ["one", {"two": 2}, {"pair": [-3, "\u{e4}\n"]}, {"named": {"at": null}}, {"named": {"at": 4}}],
            "tagged": [{"kind": "empty"}, {"size": 1.5, "kind": "full"}],
            "either": [1, "2", [3]],
            "by_number": {"7": "seven", "4294967295": "most"},
            "by_name": {"one": 1},
            "big": u64::MAX, "small": i64::MIN, "real": 2, "left": [1, "c"], "unit": null,
            "raw": {"b": 1, "a": [1.0, "x"]}, "any": {"deep": [null, true, {"er": 1e300}]},
            "unknown": {"is": ["left", "out"]},
        });
        let text = value.to_string();
        let (ours, theirs): (All, All) =
            (read(&text).unwrap(), serde_json::from_str(&text).unwrap());
        assert_eq!(
            serde_json::to_value(&ours).unwrap(),
            serde_json::to_value(&theirs).unwrap()
        );
        assert_eq!(ours.plain[2], Plain::Pair(-3, "\u{e4}\n".into()));
        assert_eq!(ours.by_number[&No(u32::MAX)], "most");
    }

    /// Input that `serde_json` rejects is rejected.
    #[test]
    fn what_does_not_fit_is_refused() {
        fn both<T: DeserializeOwned>(text: &str) {
            assert!(serde_json::from_str::<T>(text).is_err(), "{text}");
            assert!(read::<T>(text).is_err(), "{text}");
        }
        for text in [
            "",
            "{",
            "null",
            "[]",
            "{}",
            "1",
            r#"{"left": [1]}"#,
            r#"{"left": [1, "c"]} x"#,
        ] {
            both::<Inner>(text);
        }
        for text in [
            "null",
            "{}",
            r#""three""#,
            r#"{"two": 256}"#,
            r#"{"two": 1, "one": null}"#,
            r#""two""#,
        ] {
            both::<Plain>(text);
        }
        for text in ["-1", "1.5", r#""1""#, "null", "[1]", "true"] {
            both::<u64>(text);
        }
        both::<String>("1");
        both::<bool>("1");
        both::<BTreeMap<No, u8>>(r#"{"x": 1}"#);
        both::<Vec<u8>>("{}");
    }
}
