//! The answer to a write into a session.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::Destination;
use crate::scratchpad::Outcome;
use crate::session::facts::Promotion;
use crate::session::gauges::Gauges;
use crate::session::key::SessionKey;
use crate::session::state::Session;
use crate::session::window;
use crate::workspace::settings::Settings;
use kernel::answer::is_zero;

/// What was written.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// Which session: what other calls take as `session`.
    pub session: SessionKey,
    /// The ids of the messages written, in the order of the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Arc<str>>,
    /// How many messages were taken away.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub removed: u32,
    /// How many messages it has now that are not folded.
    pub messages: u32,
    /// Memories and messages that became long-term memories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promoted: Vec<Promotion>,
    /// Where the memories went, and who reads them there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promoted_to: Vec<Destination>,
    /// What became of the calls of `updateWorkingMemory` in the messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scratchpads: Vec<Outcome>,
    /// What callers should do otherwise, and what was passed over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// How full it is.
    pub gauges: Option<Gauges>,
}

impl Written {
    /// What a session is after a write.
    #[must_use]
    pub fn of(session: &Session, settings: &Settings) -> Self {
        Self {
            session: session.key.clone(),
            messages: u32::try_from(session.messages.len()).unwrap_or(u32::MAX),
            gauges: Some(Gauges::of(session, window::of(session, settings), settings)),
            ..Self::default()
        }
    }
}
