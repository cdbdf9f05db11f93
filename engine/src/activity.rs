//! The activity feed: facts of all memories, in order and with a sentence for each, for one workflow, one session or
//! the whole workspace.

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

/// Kinds of facts that only record deliveries, workers, or content that Loci brought to a mind: they wake no one.
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

/// Returns true if facts of this kind only record deliveries, workers, or content brought to a mind.
#[must_use]
pub fn is_receipt(kind: &str) -> bool {
    RECEIPTS.contains(&kind)
}

/// A fact as shown in feeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Happening {
    /// The workspace it belongs to.
    pub workspace: String,
    /// Stream of the fact.
    pub stream: StreamId,
    /// Version in the stream, from 1.
    pub version: Version,
    /// Position in the log.
    pub position: Position,
    /// Time of the fact.
    pub at: Time,
    /// Author of the fact.
    pub actor: Actor,
    /// Interface that the request came through.
    pub door: Door,
    /// Id of the request.
    pub request: String,
    /// Kind of the fact.
    pub kind: String,
    /// Schema number of the body.
    pub schema: u16,
    /// Body of the fact.
    pub body: serde_json::Value,
    /// Description of the fact.
    pub summary: String,
}

impl Happening {
    /// Converts a fact for feeds.
    ///
    /// # Errors
    /// Returns `internal` if its body is not JSON.
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
