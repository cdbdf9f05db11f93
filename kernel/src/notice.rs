//! Notices: messages from others that an agent receives with its next answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::stream::StreamId;
use crate::time::Time;

/// A message to an agent, delivered with the answer to any of its calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// Stream of the notice.
    pub stream: StreamId,
    /// Name of the notice in that stream, such as `N3`.
    pub id: String,
    /// `nudge`, `answer`, `approval`, `pause`, `resume`; or an action of others: `handed_in`, `completed`, `failed`,
    /// `blocked`, `waiting`, `given_back`, `lease_expired`, `lease_lost`, `reviewed`, `called_off`, `warning`.
    pub kind: String,
    /// Sender, as authenticated by Loci.
    pub from: Actor,
    /// `low`, `normal` or `urgent`.
    pub priority: String,
    /// Text of the message.
    pub message: String,
    /// Time of the message.
    pub at: Time,
    /// Grouping with other notices of its kind.
    #[serde(skip)]
    #[schemars(skip)]
    pub group: Option<Group>,
}

/// Texts for merging notices of one kind into one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Text for several: `tasks were handed in`.
    pub several: &'static str,
    /// Text of this one within the list: `T4 by dev-ada`.
    pub brief: String,
}
