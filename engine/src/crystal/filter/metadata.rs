//! Filters on metadata: a condition for each key, with the operators of other fields.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

use super::tag::{Operators, Tag};
use crate::crystal::metadata::{METADATA, index_value, scalar};
use kernel::error::{Error, Result};
use kernel::ports::index::TagTest;

/// Maximum number of keys in one filter.
const MAX_TESTS: usize = 32;

/// Conditions by key; `a.b` is the member `b` of the object `a`. In JSON, a string, a number or a boolean alone means
/// `eq`. A list in the metadata passes if one of its values does.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Metadata(BTreeMap<String, Tag>);

impl Metadata {
    /// Rejects too many keys or values.
    pub(super) fn check(&self) -> Result<()> {
        if self.0.len() > MAX_TESTS {
            let detail = format!("names {} keys: expected at most {MAX_TESTS}", self.0.len());
            return Err(Error::field("/filters/metadata", detail));
        }
        let mut tags = self.0.iter();
        tags.try_for_each(|(key, tag)| tag.check(&format!("{METADATA}/{key}")))
    }

    pub(super) fn tests(&self, tests: &mut Vec<(&'static str, TagTest)>) {
        for (key, tag) in &self.0 {
            let mut of_key = Vec::new();
            tag.tests(METADATA, &mut of_key);
            let named = |value: String| index_value(key, &value);
            let all = |values: Vec<String>| values.into_iter().map(named).collect();
            tests.extend(of_key.into_iter().map(|(field, test)| {
                let test = match test {
                    TagTest::Is(value) => TagTest::Is(named(value)),
                    TagTest::Any(values) => TagTest::Any(all(values)),
                    TagTest::All(values) => TagTest::All(all(values)),
                    TagTest::None(values) => TagTest::None(all(values)),
                    TagTest::StartsWith(begin) => TagTest::StartsWith(named(begin)),
                    TagTest::AbsentOr(values) => TagTest::AbsentOr(all(values)),
                };
                (field, test)
            }));
        }
    }
}

impl<'de> Deserialize<'de> for Metadata {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = BTreeMap::<String, Value>::deserialize(deserializer)?;
        let tags = given.into_iter().map(|(key, value)| {
            let tag = Tag::deserialize(in_texts(value));
            tag.map(|tag| (key.clone(), tag))
                .map_err(|error| de::Error::custom(format!("{key}: {error}")))
        });
        tags.collect::<Result<_, _>>().map(Self)
    }
}

/// Converts the values of a condition to the strings that the index stores.
fn in_texts(value: Value) -> Value {
    match value {
        Value::Number(_) | Value::Bool(_) => scalar(&value).map_or(Value::Null, Value::String),
        Value::Array(list) => list.into_iter().map(in_texts).collect(),
        Value::Object(members) => {
            let members = members.into_iter();
            members
                .map(|(name, value)| (name, in_texts(value)))
                .collect()
        }
        other => other,
    }
}

impl JsonSchema for Metadata {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "MetadataFilter".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let operators = generator.subschema_for::<Operators>();
        json_schema!({
            "type": "object",
            "description": "Conditions by key; `a.b` is the member `b` of the object `a`. A value alone means `eq`. A list in the metadata passes if one of its values does.",
            "additionalProperties": {
                "anyOf": [{ "type": ["string", "number", "boolean"] }, operators],
            },
        })
    }
}
