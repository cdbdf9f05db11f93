//! What happened: the envelope every fact travels in, from the log to the browser.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::actor::{Actor, Door};
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;

/// One fact.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// The workspace it belongs to.
    pub workspace: String,
    /// Its stream.
    pub stream: StreamId,
    /// Its number in the stream, from 1.
    pub version: Version,
    /// Its place in the log.
    pub position: Position,
    /// When it happened.
    pub at: Time,
    /// Who made it happen.
    pub actor: Actor,
    /// Through which door.
    pub door: Door,
    /// In which request.
    pub request: String,
    /// What happened.
    pub kind: String,
    /// The number of the body's form.
    pub schema: u16,
    /// The particulars, as JSON.
    #[schemars(with = "serde_json::Value")]
    pub body: Box<RawValue>,
}

/// What a fold may know of a fact besides its body: everything but its place in the log, which is
/// not known yet while a decision is being made.
#[derive(Clone, Debug)]
pub struct Meta {
    /// The fact's number in its stream.
    pub version: Version,
    /// When it happened.
    pub at: Time,
    /// Who made it happen.
    pub actor: Actor,
}

impl Fact {
    /// What a fold may know of this fact.
    #[must_use]
    pub fn meta(&self) -> Meta {
        Meta {
            version: self.version,
            at: self.at,
            actor: self.actor.clone(),
        }
    }

    /// Whether this fact is about `thing`: its body names it, alone or in a list, or its kind begins
    /// with it, as `workflow_edited` does with `workflow`.
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
