//! Search filters on memories, as JSON and as conditions of an index query.

mod metadata;
mod range;
mod stages;
mod tag;

use std::fmt;

use schemars::JsonSchema;
use serde::de::{IntoDeserializer as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::crystal::decay::Lifecycle;
use crate::crystal::listed::{ARCHIVES_AT, EXPIRES_AT, UNTIL, VALID_FROM, VALID_TO};
use crate::crystal::record::Trust;
use crate::crystal::scope::MemoryScope;
use kernel::error::{Error, Result};
use kernel::ports::index::{Group, TagTest, TimeTest};
use kernel::time::Time;

pub use self::metadata::Metadata;
pub use self::range::Range;
use self::stages::{outside, stages, within};
pub use self::tag::{Operators, Tag};

macro_rules! filters {
    (tags { $( $(#[$tag_doc:meta])* $tag:ident, )+ } times { $( $(#[$time_doc:meta])* $time:ident, )+ }) => {
        /// Conditions on memories. All given conditions must hold.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Filters {
            $( $(#[$tag_doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $tag: Option<Tag>, )+
            $( $(#[$time_doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $time: Option<Range>, )+
            /// Conditions on metadata, by key.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub metadata: Option<Metadata>,
            /// Lifecycle stages, one or several. By default a search leaves out archived and expired memories.
            #[serde(default, deserialize_with = "one_or_several", skip_serializing_if = "Vec::is_empty")]
            #[schemars(with = "OneOrSeveral")]
            pub lifecycle: Vec<Lifecycle>,
            /// Include memories that no longer hold, because another memory replaced them or their validity ended.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub superseded: Option<bool>,
            /// Only memories that were valid at that time, even if they no longer are.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub valid_at: Option<Time>,
            /// True if a search also finds faded memories. For APIs whose callers know no stages.
            #[serde(skip)]
            pub faded: bool,
            /// Only events within this range, or memories written within it if they have no event date. For timelines.
            #[serde(skip)]
            pub happened: Option<Range>,
            /// Memories that may be found. For searches on behalf of a session, a task or an agent.
            #[serde(skip)]
            pub scope: Option<MemoryScope>,
        }

        impl Filters {
            /// Validates the filters. Rejects a condition that every memory passes and a value that no memory has.
            ///
            /// # Errors
            /// Returns `invalid` with the name of the field.
            pub fn check(&self) -> Result<()> {
                $( if let Some(tag) = &self.$tag { tag.check(stringify!($tag))?; } )+
                if let Some(metadata) = &self.metadata { metadata.check()?; }
                $( if self.$time.as_ref().is_some_and(Range::is_empty) {
                    return Err(Error::field(concat!("/filters/", stringify!($time)), NOTHING));
                } )+
                Ok(())
            }

            /// Returns the conditions for all memories that match at `now`, including those that a search leaves out.
            #[must_use]
            pub fn tests(&self, now: Time) -> Tests {
                let mut tests = Tests::default();
                $( if let Some(tag) = &self.$tag { tag.tests(stringify!($tag), &mut tests.tags); } )+
                if let Some(metadata) = &self.metadata { metadata.tests(&mut tests.tags); }
                $( if let Some(range) = &self.$time { tests.times.extend(range.tests(stringify!($time))); } )+
                tests.tags.extend(self.scope.iter().flat_map(MemoryScope::tests));
                tests.either = within(stages(&self.lifecycle, now), self.happened.as_ref());
                $( if let Some(not) = self.$time.as_ref().and_then(|range| range.ne) {
                    tests.either = outside(tests.either, stringify!($time), not);
                } )+
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
    /// Returns the conditions for the memories that a search finds at `now`. Leaves out archived, expired, outdated and
    /// quarantined memories unless the filters ask for them.
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
                // A merged memory has that time.
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

    /// Returns true if the filters contain no condition.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let tests = self.tests(Time(0));
        tests.tags.is_empty()
            && tests.times.is_empty()
            && tests.either.is_empty()
            && self.superseded.is_none()
    }
}

/// Reads one stage, or a list of stages.
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

/// Schema of one stage or a list of stages.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum OneOrSeveral {
    One(Lifecycle),
    Several(Vec<Lifecycle>),
}

/// Detail of the error for a filter that everything would pass: it would find more than was meant.
const NOTHING: &str = "asks for nothing: name an operator with a value, or leave the field out";

/// Conditions of an index query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tests {
    /// Conditions on fields.
    pub tags: Vec<(&'static str, TagTest)>,
    /// Conditions on times.
    pub times: Vec<(&'static str, TimeTest)>,
    /// Groups of conditions, one of which must hold. Empty means no condition.
    pub either: Vec<Group>,
}

filters! {
    tags {
        /// Memory ids.
        id,
        /// Cores that hold the memories.
        core,
        /// Namespaces of the memories.
        namespace,
        /// Users the memories are about.
        user_id,
        /// Sessions the memories are from.
        session_id,
        /// Agents the memories are from.
        agent,
        /// Workflows the memories are from.
        workflow,
        /// Topics of the memories.
        topics,
        /// People and things named in the memories.
        entities,
        /// Types: `semantic`, `episodic` or `message`.
        memory_type,
        /// Hashes of the memories.
        memory_hash,
        /// Strategies used to extract the memories from messages.
        extraction_strategy,
        /// Extraction state of messages: `t` if memories were extracted, else `f`.
        discrete_memory_extracted,
        /// Kinds: `fact`, `preference`, `goal`, `pattern`, `insight`, `relationship`, `skill`, `episode`. Matches only
        /// memories with a kind.
        kind,
        /// Trust levels: `agent`, `human`, `imported` or `quarantined`. By default a search leaves out quarantined
        /// memories.
        trust,
        /// Pinned memories: `t`.
        pinned,
        /// Frozen memories: `t`.
        frozen,
        /// Streams the memories were extracted from, such as `session:chat-1`.
        source,
    }
    times {
        /// Creation time.
        created_at,
        /// Time of the last change.
        updated_at,
        /// Time of the last recall.
        last_accessed,
        /// Time of the described event; a date alone is its local day.
        event_date,
        /// Expiry time; a date alone is the last day before it.
        expires_at,
        /// Start of validity.
        valid_from,
        /// End of validity; a date alone is the last valid day.
        valid_to,
        /// Time of archiving, unless the memory is recalled before.
        archives_at,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Filters, Time};

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

    #[test]
    fn an_operator_names_a_thousand_values_at_most() {
        let names = |count: usize| -> Vec<String> { (0..count).map(|n| n.to_string()).collect() };
        for (field, operator) in [("namespace", "any"), ("topics", "all"), ("kind", "none")] {
            let filters = json!({ field: { operator: names(1_001) } });
            let error = read(filters).check().unwrap_err();
            let refused = &error.extra.fields[0];
            assert_eq!(refused.pointer, format!("/filters/{field}/{operator}"));
            assert_eq!(
                refused.detail,
                "names 1001 values: expected at most 1000; search several times"
            );
        }
        let filters = json!({ "namespace": { "any": names(1_000) } });
        assert!(read(filters).check().is_ok());
    }

    #[test]
    fn a_stage_that_is_named_often_is_asked_for_once() {
        let filters = json!({ "lifecycle": vec!["archived"; 50_000] });
        assert_eq!(read(filters).tests(Time(0)).either.len(), 1);
    }

    fn read(filters: Value) -> Filters {
        serde_json::from_value(filters).unwrap()
    }
}
