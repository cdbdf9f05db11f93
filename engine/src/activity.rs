//! What happened, as people and agents read it: in order, in words, in one workflow, one session or
//! everywhere. Stands above all memories, each of which has its own words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::activity::describe::describe;
use kernel::actor::{Actor, Door};
use kernel::error::{Error, Result};
use kernel::fact::Fact;
use kernel::stream::{Position, StreamId, Version};
use kernel::time::Time;

pub mod describe;
pub mod ops;

/// The kinds of facts that only say what was delivered to whom, who is at work, or what Loci brought a mind from
/// elsewhere: they wake nobody.
const RECEIPTS: [&str; 11] = [
    "notices_delivered",
    "agent_told",
    "crystals_recalled",
    "rulings_told",
    "job_taken",
    "job_renewed",
    "mind_looked",
    "mind_stirred",
    "mood_signalled",
    "search_missed",
    "webhook_delivered",
];

/// Whether a fact of that kind only says what was delivered or brought to whom, or who is at work.
#[must_use]
pub fn is_receipt(kind: &str) -> bool {
    RECEIPTS.contains(&kind)
}

/// One fact, as feeds show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Happening {
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
    /// The particulars.
    pub body: serde_json::Value,
    /// What happened, in a sentence.
    pub summary: String,
}

impl Happening {
    /// The fact as feeds show it.
    ///
    /// # Errors
    /// `internal` when its body is not JSON.
    pub fn of(fact: Fact) -> Result<Self> {
        let body = serde_json::from_str(fact.body.get()).map_err(|error| {
            Error::internal(format!("the fact at {} is odd: {error}", fact.position))
        })?;
        Ok(Self {
            summary: describe(&fact),
            workspace: fact.workspace,
            stream: fact.stream,
            version: fact.version,
            position: fact.position,
            at: fact.at,
            actor: fact.actor,
            door: fact.door,
            request: fact.request,
            kind: fact.kind,
            schema: fact.schema,
            body,
        })
    }
}
