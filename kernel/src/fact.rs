//! The fact: the envelope that carries an event from the log to the browser.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::actor::{Actor, Door};
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;

/// One fact: an immutable record of a change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// Workspace of the fact.
    pub workspace: String,
    /// Stream of the fact.
    pub stream: StreamId,
    /// Number of the fact in its stream, from 1.
    pub version: Version,
    /// Position in the log.
    pub position: Position,
    /// Time of the fact.
    pub at: Time,
    /// Actor who caused it.
    pub actor: Actor,
    /// Interface of the call that caused it.
    pub door: Door,
    /// Id of the request that caused it.
    pub request: String,
    /// Kind of the fact, such as `task_claimed`.
    pub kind: String,
    /// Schema number of the body.
    pub schema: u16,
    /// Details of the fact, as JSON.
    #[schemars(with = "serde_json::Value")]
    pub body: Box<RawValue>,
}

/// Metadata of a fact that a fold may use. Excludes the position in the log, which is unknown during a decision.
#[derive(Clone, Debug)]
pub struct Meta {
    /// Number of the fact in its stream.
    pub version: Version,
    /// Time of the fact.
    pub at: Time,
    /// Actor who caused it.
    pub actor: Actor,
}

impl Fact {
    /// Returns the metadata for a fold.
    #[must_use]
    pub fn meta(&self) -> Meta {
        Meta {
            version: self.version,
            at: self.at,
            actor: self.actor.clone(),
        }
    }

    /// Returns true if this fact is about `thing`: its body names it, alone or in a list, or its kind begins with it,
    /// as `workflow_edited` does with `workflow`.
    #[must_use]
    pub fn is_about(&self, thing: &str) -> bool {
        let mut words = self.kind.split('_');
        if words.next() == Some(thing) && words.next().is_some() {
            return true;
        }
        let Ok(body) = serde_json::from_str::<BTreeMap<String, Value>>(self.body.get()) else {
            return false;
        };
        body.values().any(|value| match value {
            Value::String(text) => text == thing,
            Value::Array(items) => items.iter().any(|item| item == thing),
            _ => false,
        })
    }
}
