//! A fact as it leaves a server and comes to another: what it says of itself, without its place in a log.

use kernel::actor::{Actor, Door};
use kernel::fact::Fact;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A fact on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// Its number in the workflow, from 1.
    pub version: Version,
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
    /// The particulars.
    pub body: Box<RawValue>,
}

impl Envelope {
    /// What leaves of a fact.
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

    /// The fact again, of a stream; the log says where it lies.
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
