//! The response of a call: the operation's output and the members that the kernel adds.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::notice::Notice;
use crate::stream::{Position, Version};

/// Name of the argument, common to all operations, that selects members of the answer.
pub const FIELDS: &str = "fields";
/// Value of [`FIELDS`] that selects all members.
pub const ALL: &str = "*";

/// An output with the kernel's additions, as one flat JSON object.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Answer<T> {
    /// Output of the operation.
    #[serde(flatten)]
    pub output: T,
    /// Version of the stream that the call was about.
    pub version: Option<Version>,
    /// End of the log at the time of the answer: everything that the call wrote is at or before it.
    #[serde(default)]
    pub position: Position,
    /// Notices for the calling agent, delivered with this answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inbox: Vec<Notice>,
    /// Number of further notices that are waiting.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inbox_waiting: u32,
    /// Number of secrets that were replaced before anything was stored.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redacted_secrets: u32,
    /// Tag that identifies the answer, for operations whose version does not.
    #[serde(skip)]
    pub tag: Option<Tag>,
}

/// Entity tag of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Value of the tag.
    pub etag: String,
    /// True if the caller already has the answer with this tag.
    pub is_known: bool,
}

impl<T: DeserializeOwned> Answer<T> {
    /// Parses an answer. Reads the text twice, for the output and for the envelope: with serde's `flatten`, every
    /// output type would get a second deserializer.
    ///
    /// # Errors
    /// Returns an error if the text is not an answer of this operation.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        let beside: Envelope = crate::json::read(text)?;
        Ok(Self {
            output: crate::json::read(text)?,
            version: beside.version,
            position: beside.position,
            inbox: beside.inbox,
            inbox_waiting: beside.inbox_waiting,
            redacted_secrets: beside.redacted_secrets,
            tag: None,
        })
    }
}

impl<T> Answer<T> {
    /// Serializes the kernel's additions as a JSON object, which is never empty.
    pub(crate) fn envelope(&self) -> serde_json::Result<String> {
        serde_json::to_string(&Envelope {
            version: self.version,
            position: self.position,
            inbox: self.inbox.clone(),
            inbox_waiting: self.inbox_waiting,
            redacted_secrets: self.redacted_secrets,
        })
    }
}

/// Members that the kernel adds to an output.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Envelope {
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<Version>,
    position: Position,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inbox: Vec<Notice>,
    #[serde(skip_serializing_if = "is_zero")]
    inbox_waiting: u32,
    #[serde(skip_serializing_if = "is_zero")]
    redacted_secrets: u32,
}

/// Returns true for 0. Serialization omits such members.
#[must_use]
pub fn is_zero(n: &u32) -> bool {
    *n == 0
}
