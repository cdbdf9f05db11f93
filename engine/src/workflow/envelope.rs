//! Format in which facts are exchanged between servers: all fields of a fact except its position in a log.

use kernel::actor::{Actor, Door};
use kernel::fact::Fact;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Exported fact.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// Version in the workflow, from 1.
    pub version: Version,
    /// Time of the fact.
    pub at: Time,
    /// Actor of the fact.
    pub actor: Actor,
    /// Door through which the request came.
    pub door: Door,
    /// Id of the request.
    pub request: String,
    /// Kind of the fact.
    pub kind: String,
    /// Schema version of the body.
    pub schema: u16,
    /// Body of the fact.
    pub body: Box<RawValue>,
}

impl Envelope {
    /// Converts a fact for export.
    #[must_use]
    pub fn of(fact: Fact) -> Self {
        Self {
            version: fact.version,
            at: fact.at,
            actor: fact.actor,
            door: fact.door,
            request: fact.request,
            kind: fact.kind,
            schema: fact.schema,
            body: fact.body,
        }
    }

    /// Converts it back to a fact of a stream; the log assigns the position.
    #[must_use]
    pub fn fact(self, stream: &StreamId) -> Fact {
        Fact {
            workspace: String::new(),
            stream: stream.clone(),
            version: self.version,
            position: 0,
            at: self.at,
            actor: self.actor,
            door: self.door,
            request: self.request,
            kind: self.kind,
            schema: self.schema,
            body: self.body,
        }
    }
}
