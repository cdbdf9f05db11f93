//! The response with a context.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::TaskNo;
use crate::session::SessionKey;
use crate::session::blocks::{BlockName, Shown};
use crate::workflow::context::Omitted;
use kernel::answer::is_zero;
use kernel::id::Id;
use kernel::stream::{StreamId, Version};

/// Format of a context. The content is returned in one format only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContextFormat")]
pub enum Format {
    /// A single text, ready for a prompt.
    #[default]
    Text,
    /// Messages for a chat model: each block as one message with the role `developer`, the conversation as `user` and
    /// `assistant`.
    Messages,
    /// Separate blocks, each item with its source and the reason for it.
    Blocks,
}

/// A prompt made of every memory that applies.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContextGiven {
    /// Agent whose mind is included.
    pub agent: Option<String>,
    /// Session whose conversation is included.
    pub session: Option<SessionKey>,
    /// Id of the workflow.
    pub workflow: Option<Id>,
    /// Number of the task.
    pub task: Option<TaskNo>,
    /// Identifier of this prompt; pass it as `since`.
    pub etag: String,
    /// True if the prompt equals the one in `since`; then only `etag` and figures are returned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchanged: bool,
    /// The prompt as one text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The prompt as messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<PromptMessage>,
    /// The prompt block by block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Block>,
    /// Token count of the text, or of all message contents; never more than `budget`.
    pub tokens: u32,
    /// Maximum number of tokens.
    pub budget: u32,
    /// Encoding in which tokens are counted. For models with another encoding the counts are estimates.
    pub encoding: String,
    /// Number of leading tokens that equal those of the previous prompt for the same agent, session and task: the part
    /// that a provider's prompt cache can keep. Absent if no previous prompt is known.
    pub stable_prefix_tokens: Option<u32>,
    /// Content that was left out or cut, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
    /// Blocks that are pinned or dropped in the session's contexts with `session_block`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<BlockName, Shown>,
}

/// A message of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PromptMessage {
    /// `developer`, `user` or `assistant`.
    pub role: String,
    /// Content of the message.
    pub content: String,
}

/// A block of a context.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextBlock")]
pub struct Block {
    /// Position in the order of all blocks: rarely changing blocks come first, so that a provider's prompt cache keeps
    /// its prefix.
    pub slot: u32,
    /// Name, such as `decisions`.
    pub name: String,
    /// Title, such as `Decisions`.
    pub title: String,
    /// Text between its tags.
    pub text: String,
    /// Token count of the text.
    pub tokens: u32,
    /// Hash of the text.
    pub hash: String,
    /// Source streams, each with the version that the block shows.
    pub streams: Vec<Source>,
    /// Comparison with the previous prompt.
    pub since_last: Option<SinceLast>,
    /// Number of its tokens within the unchanged beginning of the prompt.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stable_tokens: u32,
    /// Items of the block.
    pub items: Vec<Item>,
}

/// Comparison of a block with the previous prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SinceLast {
    /// The block is unchanged.
    Same,
    /// The block has changed.
    Changed,
    /// The block was absent.
    New,
}

/// A stream at a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextSource")]
pub struct Source {
    /// The stream, such as `workflow:01J…`.
    pub stream: StreamId,
    /// Version at which the shown content last changed; 0 if unknown.
    pub version: Version,
}

impl From<(StreamId, Version)> for Source {
    fn from((stream, version): (StreamId, Version)) -> Self {
        Self { stream, version }
    }
}

/// An item of a block, with the reason for it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextPiece")]
pub struct Item {
    /// Source of the item: a name such as `D3`, or the id of a memory or a message.
    pub source: String,
    /// Source stream.
    pub from: Option<Source>,
    /// Position in the block, from 1.
    pub rank: u32,
    /// Reason why it is included.
    pub why: String,
    /// Token count of the item.
    pub tokens: u32,
    /// Number of tokens that were cut because the item exceeds its share.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cut: u32,
}
