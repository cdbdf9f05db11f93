//! Conditions on text fields of memories.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize, de};

use super::NOTHING;
use crate::crystal::decay::CrystalKind;
use crate::crystal::listed::YES;
use crate::crystal::record::Trust;
use kernel::error::{Error, Result};
use kernel::ports::index::TagTest;

/// Maximum number of values of an operator: each has a cost, whether a memory has it or not.
const MAX_VALUES: usize = 1_000;

/// Condition on a field, which may have several values. In JSON a string alone means `eq`. A field without a value
/// passes `ne` and `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Tag(Box<Operators>);

/// Operators of a [`Tag`]. All given operators must hold. Unknown operators are rejected, because ignoring one would
/// return more than requested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Operators {
    /// One of its values is this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eq: Option<String>,
    /// None of its values is this; also `not_eq`.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "not_eq")]
    pub ne: Option<String>,
    /// One of its values is one of these; also `in`, `in_`.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        alias = "in",
        alias = "in_"
    )]
    pub any: Option<Vec<String>>,
    /// All of these are among its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<String>>,
    /// None of its values is one of these; also `not_in`.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "not_in")]
    pub none: Option<Vec<String>>,
    /// One of its values begins with this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startswith: Option<String>,
}

impl Operators {
    /// Returns true if everything passes.
    fn is_empty(&self) -> bool {
        let lists = [&self.all, &self.none];
        let mut lists = lists.into_iter().flatten();
        self.eq.is_none()
            && self.ne.is_none()
            && self.any.is_none()
            && self.startswith.is_none()
            && lists.all(Vec::is_empty)
    }
}

impl From<Operators> for Tag {
    fn from(operators: Operators) -> Self {
        Self(Box::new(operators))
    }
}

impl Tag {
    /// Matches if one of the field's values is this.
    #[must_use]
    pub fn eq(value: impl Into<String>) -> Self {
        Self::from(Operators {
            eq: Some(value.into()),
            ..Operators::default()
        })
    }

    /// Matches if none of the field's values is this.
    #[must_use]
    pub fn not(value: impl Into<String>) -> Self {
        Self::from(Operators {
            ne: Some(value.into()),
            ..Operators::default()
        })
    }

    /// Matches if one of the field's values is one of these.
    #[must_use]
    pub fn any(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::from(Operators {
            any: Some(values.into_iter().map(Into::into).collect()),
            ..Operators::default()
        })
    }

    /// Adds the condition that this is among the field's values.
    #[must_use]
    pub fn and(mut self, value: impl Into<String>) -> Self {
        self.0.all.get_or_insert_default().push(value.into());
        self
    }

    /// Returns the values of which a field must have one, or `None` if it names none.
    #[must_use]
    pub fn only(&self) -> Option<Vec<String>> {
        let asked = &*self.0;
        match (&asked.eq, &asked.any) {
            (Some(value), _) => Some(vec![value.clone()]),
            (None, Some(values)) => Some(values.clone()),
            (None, None) => None,
        }
    }

    /// Rejects too many values, and values that this field never has: they would find nothing, or exclude nothing.
    pub(super) fn check(&self, field: &str) -> Result<()> {
        let asked = &*self.0;
        let lists = [
            ("any", &asked.any),
            ("all", &asked.all),
            ("none", &asked.none),
        ];
        let lists =
            lists.map(|(operator, values)| (operator, values.as_deref().unwrap_or_default()));
        for (operator, values) in lists {
            if values.len() > MAX_VALUES {
                let count = values.len();
                let why = format!(
                    "names {count} values: expected at most {MAX_VALUES}; search several times"
                );
                return Err(Error::field(format!("/filters/{field}/{operator}"), why));
            }
        }
        let known = field_values(field);
        if known.is_empty() {
            return Ok(());
        }
        let single = [("eq", &asked.eq), ("ne", &asked.ne)];
        let single = single.map(|(operator, value)| (operator, value.as_slice()));
        for (operator, values) in single.into_iter().chain(lists) {
            if let Some(odd) = values.iter().find(|value| !known.contains(&value.as_str())) {
                let known = known.join("`, `");
                let why = format!("`{odd}` is none of its values: `{known}`");
                return Err(Error::field(format!("/filters/{field}/{operator}"), why));
            }
        }
        Ok(())
    }

    pub(super) fn tests(&self, field: &'static str, tests: &mut Vec<(&'static str, TagTest)>) {
        let asked = &*self.0;
        let found = [
            asked.eq.clone().map(TagTest::Is),
            asked.ne.clone().map(|value| TagTest::None(vec![value])),
            asked.any.clone().map(TagTest::Any),
            asked.all.clone().map(TagTest::All),
            asked.none.clone().map(TagTest::None),
            asked.startswith.clone().map(TagTest::StartsWith),
        ];
        tests.extend(found.into_iter().flatten().map(|test| (field, test)));
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Tag;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or an object with eq, ne, any, all, none or startswith")
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<Tag, E> {
                Ok(Tag::eq(value))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Tag, A::Error> {
                let asked = Operators::deserialize(MapAccessDeserializer::new(map))?;
                if asked.is_empty() {
                    return Err(de::Error::custom(NOTHING));
                }
                Ok(Tag::from(asked))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for Tag {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TagFilter".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let operators = generator.subschema_for::<Operators>();
        json_schema!({
            "description": "What must be so of a field; a text alone means `eq`.",
            "anyOf": [{ "type": "string" }, operators],
        })
    }
}

/// Returns the values of a field with few values; empty if it can have any.
fn field_values(field: &str) -> Vec<&'static str> {
    match field {
        "kind" => CrystalKind::ALL.map(CrystalKind::name).into(),
        "trust" => Trust::ALL.map(Trust::name).into(),
        "pinned" | "frozen" => vec![YES],
        _ => Vec::new(),
    }
}
