//! The response of a write to a session.

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

/// Result of a write.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// Key of the session; pass it as `session` in other calls.
    pub session: SessionKey,
    /// Ids of the written messages, in the order of the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Arc<str>>,
    /// Number of removed messages.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub removed: u32,
    /// Number of unfolded messages.
    pub messages: u32,
    /// Memories and messages that became long-term memories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promoted: Vec<Promotion>,
    /// Destinations of the memories, with their readers there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promoted_to: Vec<Destination>,
    /// Result of each call of `updateWorkingMemory` in the messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scratchpads: Vec<Outcome>,
    /// Advice for the caller, and skipped entries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Fill level of the session.
    pub gauges: Option<Gauges>,
}

impl Written {
    /// Builds the response from the state after a write.
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
