//! What a search may ask of crystals besides words, as JSON has it and as the index is asked.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{
    IntoDeserializer as _, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer,
};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_with::skip_serializing_none;

use crate::crystal::decay::{CrystalKind, Lifecycle, NEVER};
use crate::crystal::listed::{
    ARCHIVES_AT, CONSOLIDATED_UNTIL, EXPIRES_AT, RECALLED, UNTIL, VALID_FROM, VALID_TO, YES,
};
use crate::crystal::record::Trust;
use crate::crystal::when::Span;
use kernel::error::{Error, Result};
use kernel::ports::index::{Group, TagTest, TimeTest};
use kernel::time::Time;

macro_rules! filters {
    (tags { $( $(#[$tag_doc:meta])* $tag:ident, )+ } times { $( $(#[$time_doc:meta])* $time:ident, )+ }) => {
        /// What must be so of crystals; all that is given must hold together.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Filters {
            $( $(#[$tag_doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $tag: Option<Tag>, )+
            $( $(#[$time_doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $time: Option<Range>, )+
            /// The stages of life that are wanted, one or several; unless given a search leaves out what is
            /// archived or expired.
            #[serde(default, deserialize_with = "one_or_several", skip_serializing_if = "Vec::is_empty")]
            #[schemars(with = "OneOrSeveral")]
            pub lifecycle: Vec<Lifecycle>,
            /// Whether what is so no longer is wanted too, because another memory took its place or its time
            /// is over.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub superseded: Option<bool>,
            /// Only what was so at that time, also if it is so no longer.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub valid_at: Option<Time>,
            /// Whether a search finds what has faded too; for doors whose callers know of no stages.
            #[serde(skip)]
            pub faded: bool,
            /// Only what happened from the first moment to the second, or was written then where nobody said when
            /// it happened; for timelines.
            #[serde(skip)]
            pub happened: Option<Span>,
        }

        impl Filters {
            /// Refuses a moment that anything passes, and a value that no memory has.
            ///
            /// # Errors
            /// `invalid`, naming the field.
            pub fn check(&self) -> Result<()> {
                $( if let Some(tag) = &self.$tag { tag.check(stringify!($tag))?; } )+
                $( if self.$time.as_ref().is_some_and(Range::is_empty) {
                    return Err(Error::field(concat!("/filters/", stringify!($time)), NOTHING));
                } )+
                Ok(())
            }

            /// What the index is asked for all that is so of crystals at `now`, also of those that a search
            /// leaves out.
            #[must_use]
            pub fn tests(&self, now: Time) -> Tests {
                let mut tests = Tests::default();
                $( if let Some(tag) = &self.$tag { tag.tests(stringify!($tag), &mut tests.tags); } )+
                $( if let Some(range) = &self.$time { range.tests(stringify!($time), &mut tests.times); } )+
                tests.either = within(stages(&self.lifecycle, now), self.happened);
                if let Some(at) = self.valid_at {
                    tests.times.push((VALID_FROM, TimeTest::Begun(at)));
                    tests.times.push((VALID_TO, TimeTest::Open(at)));
                }
                tests
            }
        }
    };
}

impl Filters {
    /// What the index is asked for what a search finds at `now`: nothing that is archived, expired, so no
    /// longer, or not to be believed, unless such is asked for.
    #[must_use]
    pub fn current(&self, now: Time) -> Tests {
        let mut tests = self.tests(now);
        let with_ended = self.superseded == Some(true) || self.valid_at.is_some();
        if self.lifecycle.is_empty() && self.trust.is_none() && !with_ended && !self.faded {
            tests.times.push((UNTIL, TimeTest::Open(now)));
            return tests;
        }
        if self.lifecycle.is_empty() {
            tests.times.push((EXPIRES_AT, TimeTest::Open(now)));
            tests.times.push(if self.faded {
                // What another one took in has that moment.
                (ARCHIVES_AT, TimeTest::Ne(Time(0)))
            } else {
                (ARCHIVES_AT, TimeTest::Open(now))
            });
        }
        if !with_ended {
            tests.times.push((VALID_TO, TimeTest::Open(now)));
        }
        if self.trust.is_none() {
            let quarantined = Trust::Quarantined.name().to_owned();
            tests.tags.push(("trust", TagTest::None(vec![quarantined])));
        }
        tests
    }

    /// Whether it asks for anything at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let tests = self.tests(Time(0));
        tests.tags.is_empty()
            && tests.times.is_empty()
            && tests.either.is_empty()
            && self.superseded.is_none()
    }
}

/// What is so of crystals at one of these stages.
fn stages(wanted: &[Lifecycle], now: Time) -> Vec<Group> {
    if Lifecycle::ALL.iter().all(|stage| wanted.contains(stage)) {
        return Vec::new();
    }
    wanted.iter().map(|stage| stage_is(*stage, now)).collect()
}

/// These groups, each also with what is so of what happened in that time.
fn within(groups: Vec<Group>, happened: Option<Span>) -> Vec<Group> {
    let Some((from, to)) = happened else {
        return groups;
    };
    let during = |field| vec![(field, TimeTest::Gte(from)), (field, TimeTest::Lte(to))];
    let mut undated = during("created_at");
    undated.push(("event_date", TimeTest::Begun(Time(i64::MIN))));
    let groups = if groups.is_empty() {
        vec![Group::default()]
    } else {
        groups
    };
    let each = groups.into_iter().flat_map(|group| {
        [during("event_date"), undated.clone()].map(|then| {
            let mut group = group.clone();
            group.times.extend(then);
            group
        })
    });
    each.collect()
}

fn stage_is(stage: Lifecycle, now: Time) -> Group {
    let frozen = vec![YES.to_owned()];
    let thawed = ("frozen", TagTest::None(frozen.clone()));
    let lives = (EXPIRES_AT, TimeTest::Open(now));
    let stays = (ARCHIVES_AT, TimeTest::Open(now));
    let is_weak = (CONSOLIDATED_UNTIL, TimeTest::Begun(now));
    let (tags, times) = match stage {
        Lifecycle::Expired => (vec![], vec![(EXPIRES_AT, TimeTest::Lte(now))]),
        Lifecycle::Frozen => (vec![("frozen", TagTest::Any(frozen))], vec![lives]),
        Lifecycle::Archived => (vec![thawed], vec![lives, (ARCHIVES_AT, TimeTest::Lte(now))]),
        Lifecycle::Consolidated => (
            vec![thawed],
            vec![lives, stays, (CONSOLIDATED_UNTIL, TimeTest::Gt(now))],
        ),
        Lifecycle::Activated => (
            vec![thawed],
            vec![lives, stays, is_weak, (RECALLED, TimeTest::Lte(NEVER))],
        ),
        Lifecycle::Generated => (
            vec![thawed],
            vec![lives, stays, is_weak, (RECALLED, TimeTest::Open(NEVER))],
        ),
    };
    Group { tags, times }
}

/// A stage alone, or several in a list.
fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Lifecycle>, D::Error> {
    struct Either;
    impl<'de> Visitor<'de> for Either {
        type Value = Vec<Lifecycle>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a stage such as `archived`, or a list of stages")
        }
        fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
            let stage = Lifecycle::deserialize(value.into_deserializer())?;
            Ok(vec![stage])
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut stages = Vec::new();
            while let Some(stage) = list.next_element()? {
                stages.push(stage);
            }
            if stages.is_empty() {
                return Err(de::Error::custom(NOTHING));
            }
            Ok(stages)
        }
    }
    deserializer.deserialize_any(Either)
}

/// One or several stages, as the document of the API says it.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum OneOrSeveral {
    One(Lifecycle),
    Several(Vec<Lifecycle>),
}

/// The values of a field that has few; none where it may have any.
fn known(field: &str) -> Vec<&'static str> {
    match field {
        "kind" => CrystalKind::ALL.map(CrystalKind::name).into(),
        "trust" => Trust::ALL.map(Trust::name).into(),
        "pinned" | "frozen" => vec![YES],
        _ => Vec::new(),
    }
}

/// Why a filter is refused through which everything would pass: more would be found than was meant.
const NOTHING: &str = "asks for nothing: name an operator with a value, or leave the field out";

/// What the index is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tests {
    /// What must be so of fields.
    pub tags: Vec<(&'static str, TagTest)>,
    /// What must be so of moments.
    pub times: Vec<(&'static str, TimeTest)>,
    /// Groups of which one must hold; none are no condition.
    pub either: Vec<Group>,
}

filters! {
    tags {
        /// Their ids.
        id,
        /// The cores they are in.
        core,
        /// The namespaces they belong to.
        namespace,
        /// The users they are about.
        user_id,
        /// The sessions they are from.
        session_id,
        /// The agents they are from.
        agent,
        /// The workflows they are from.
        workflow,
        /// What they are about.
        topics,
        /// Who and what is named in them.
        entities,
        /// `semantic`, `episodic` or `message`.
        memory_type,
        /// Their hashes.
        memory_hash,
        /// How they were taken from messages.
        extraction_strategy,
        /// Whether memories have been taken from a message: `t` or `f`.
        discrete_memory_extracted,
        /// What they are about: `fact`, `preference`, `goal`, `pattern`, `insight`, `relationship`, `skill`,
        /// `episode`; of those that say so.
        kind,
        /// How far they are to be believed: `agent`, `human`, `imported` or `quarantined`; unless given a
        /// search leaves out what is quarantined.
        trust,
        /// `t` of what is pinned.
        pinned,
        /// `t` of what is frozen.
        frozen,
        /// The streams they were taken from, such as `session:chat-1`.
        source,
    }
    times {
        /// When they came to be.
        created_at,
        /// When they were changed last.
        updated_at,
        /// When they were recalled last.
        last_accessed,
        /// When what they tell of happened.
        event_date,
        /// When their time runs out.
        expires_at,
        /// From when on what they say is so.
        valid_from,
        /// From when on it is so no longer.
        valid_to,
        /// When they are archived if nobody recalls them until then.
        archives_at,
    }
}

/// What must be so of a field, which may have several values. In JSON a text alone means `eq`. A field
/// without any value passes `ne` and `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Tag(Box<Operators>);

/// The operators of a [`Tag`]; all that are given must hold together. One that nobody knows is refused,
/// because passing over it would find more than was asked for.
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
    /// Whether everything passes.
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
    /// One of its values is this.
    #[must_use]
    pub fn eq(value: impl Into<String>) -> Self {
        Self::from(Operators {
            eq: Some(value.into()),
            ..Operators::default()
        })
    }

    /// None of its values is this.
    #[must_use]
    pub fn not(value: impl Into<String>) -> Self {
        Self::from(Operators {
            ne: Some(value.into()),
            ..Operators::default()
        })
    }

    /// One of its values is one of these.
    #[must_use]
    pub fn any(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::from(Operators {
            any: Some(values.into_iter().map(Into::into).collect()),
            ..Operators::default()
        })
    }

    /// What this asks for, and this is among its values too.
    #[must_use]
    pub fn and(mut self, value: impl Into<String>) -> Self {
        self.0.all.get_or_insert_default().push(value.into());
        self
    }

    /// The values of which a field has to have one, where it names them.
    pub(super) fn only(&self) -> Option<Vec<String>> {
        let asked = &*self.0;
        match (&asked.eq, &asked.any) {
            (Some(value), _) => Some(vec![value.clone()]),
            (None, Some(values)) => Some(values.clone()),
            (None, None) => None,
        }
    }

    /// Refuses a value that this field never has: it would find nothing, or leave out nothing.
    fn check(&self, field: &str) -> Result<()> {
        let known = known(field);
        if known.is_empty() {
            return Ok(());
        }
        let asked = &*self.0;
        let single = [("eq", &asked.eq), ("ne", &asked.ne)];
        let single = single.map(|(operator, value)| (operator, value.as_slice()));
        let lists = [
            ("any", &asked.any),
            ("all", &asked.all),
            ("none", &asked.none),
        ];
        let lists =
            lists.map(|(operator, values)| (operator, values.as_deref().unwrap_or_default()));
        for (operator, values) in single.into_iter().chain(lists) {
            if let Some(odd) = values.iter().find(|value| !known.contains(&value.as_str())) {
                let known = known.join("`, `");
                let why = format!("`{odd}` is none of its values: `{known}`");
                return Err(Error::field(format!("/filters/{field}/{operator}"), why));
            }
        }
        Ok(())
    }

    fn tests(&self, field: &'static str, tests: &mut Vec<(&'static str, TagTest)>) {
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

/// What must be so of a moment.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Later than this.
    pub gt: Option<Time>,
    /// Earlier than this.
    pub lt: Option<Time>,
    /// This or later.
    pub gte: Option<Time>,
    /// This or earlier.
    pub lte: Option<Time>,
    /// Exactly this.
    pub eq: Option<Time>,
    /// Anything but this; also what has no such moment.
    pub ne: Option<Time>,
    /// From the first to the second, both included.
    pub between: Option<[Time; 2]>,
}

impl Range {
    /// Whether everything passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn tests(&self, field: &'static str, tests: &mut Vec<(&'static str, TimeTest)>) {
        let found = [
            self.gt.map(TimeTest::Gt),
            self.lt.map(TimeTest::Lt),
            self.gte.map(TimeTest::Gte),
            self.lte.map(TimeTest::Lte),
            self.eq.map(TimeTest::Eq),
            self.ne.map(TimeTest::Ne),
            self.between.map(|[from, _]| TimeTest::Gte(from)),
            self.between.map(|[_, to]| TimeTest::Lte(to)),
        ];
        tests.extend(found.into_iter().flatten().map(|test| (field, test)));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Filters;

    #[test]
    fn a_value_that_no_memory_has_is_refused() {
        for (filters, pointer) in [
            (json!({ "pinned": "true" }), "/filters/pinned/eq"),
            (json!({ "frozen": { "ne": "f" } }), "/filters/frozen/ne"),
            (
                json!({ "kind": { "any": ["fact", "Fact"] } }),
                "/filters/kind/any",
            ),
            (
                json!({ "trust": { "none": ["quarantine"] } }),
                "/filters/trust/none",
            ),
            (json!({ "trust": { "all": [""] } }), "/filters/trust/all"),
        ] {
            let error = read(filters.clone()).check().unwrap_err();
            assert_eq!(error.extra.fields[0].pointer, pointer, "{filters}");
        }
        for filters in [
            json!({ "pinned": "t", "frozen": { "ne": "t" } }),
            json!({ "kind": { "any": ["fact", "episode"] }, "trust": { "startswith": "qu" } }),
            json!({ "topics": "whatever", "memory_type": "odd", "id": { "none": ["x"] } }),
        ] {
            assert!(read(filters.clone()).check().is_ok(), "{filters}");
        }
    }

    fn read(filters: Value) -> Filters {
        serde_json::from_value(filters).unwrap()
    }
}
