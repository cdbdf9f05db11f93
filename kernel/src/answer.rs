//! What a call gives back: the operation's output and what the kernel adds to it.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::notice::Notice;
use crate::stream::{Position, Version};

/// The argument that every operation takes: which members of the answer to give.
pub const FIELDS: &str = "fields";
/// Asks for all of them.
pub const ALL: &str = "*";

/// An output with the kernel's additions; one flat JSON object.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Answer<T> {
    /// What the operation answers.
    #[serde(flatten)]
    pub output: T,
    /// The version of the stream the call was about.
    pub version: Option<Version>,
    /// The end of the log when the answer was made: what it wrote is at or before it.
    #[serde(default)]
    pub position: Position,
    /// What others say to the calling agent; delivered with this answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inbox: Vec<Notice>,
    /// How many more are waiting.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inbox_waiting: u32,
    /// How many secrets were replaced before anything was stored.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redacted_secrets: u32,
    /// What tells it from other answers, where its version does not.
    #[serde(skip)]
    pub tag: Option<Tag>,
}

/// What tells an answer from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The tag.
    pub etag: String,
    /// Whether the caller has that very answer already.
    pub is_known: bool,
}

impl<T: DeserializeOwned> Answer<T> {
    /// Reads an answer. The text is read twice, for the output and for what is beside it: serde's own way with
    /// flattened fields would have a second reader for every type that an operation answers with.
    ///
    /// # Errors
    /// What is no answer of this operation.
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

#[cfg(feature = "host")]
impl<T> Answer<T> {
    /// What the kernel adds to the output, as JSON: an object, and never an empty one.
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

/// What the kernel adds to an output.
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

/// Whether a number is the default: it is left out of an answer then.
#[must_use]
pub fn is_zero(n: &u32) -> bool {
    *n == 0
}
