//! A context as callers get it.

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

/// How a context is given: what is in it is there once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContextFormat")]
pub enum Format {
    /// As one text, ready for a prompt.
    #[default]
    Text,
    /// As messages for a chat model: each block one of the role `developer`, the conversation as `user` and
    /// `assistant`.
    Messages,
    /// Block by block, each item with its source and why it is there.
    Blocks,
}

/// One prompt made of every memory that applies.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContextGiven {
    /// The agent whose mind is in it.
    pub agent: Option<String>,
    /// The session whose conversation is in it.
    pub session: Option<SessionKey>,
    /// The workflow.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Option<TaskNo>,
    /// What identifies this prompt: `since` takes it.
    pub etag: String,
    /// Whether it is the one that `since` names; then only `etag` and figures are here.
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
    /// Its tokens: of the text, or of all contents of the messages; never more than `budget`.
    pub tokens: u32,
    /// How many tokens it may have.
    pub budget: u32,
    /// The encoding in which tokens are counted. In that of another model they are an estimate.
    pub encoding: String,
    /// How many tokens at its beginning are the same as when this was asked for last, by the same agent about the
    /// same session and task: what a provider's prompt cache can keep. Absent when nothing is known of a last time.
    pub stable_prefix_tokens: Option<u32>,
    /// What was left out or cut, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
    /// The blocks that are pinned or dropped in the session's contexts; `session_block` does it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<BlockName, Shown>,
}

/// A message of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PromptMessage {
    /// `developer`, `user` or `assistant`.
    pub role: String,
    /// What it says.
    pub content: String,
}

/// One block.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextBlock")]
pub struct Block {
    /// Its place in the order of all blocks: what changes rarely comes first, so that a provider's prompt cache keeps
    /// its prefix.
    pub slot: u32,
    /// What it is, such as `decisions`.
    pub name: String,
    /// Its title, such as `Decisions`.
    pub title: String,
    /// Its text, fenced.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
    /// A hash of its text.
    pub hash: String,
    /// The streams it is from, each with the version that it shows.
    pub streams: Vec<Source>,
    /// How it is to the one of the last time.
    pub since_last: Option<SinceLast>,
    /// How many of its tokens are part of the beginning that is the same as the last time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stable_tokens: u32,
    /// What it is made of.
    pub items: Vec<Item>,
}

/// How a block is to the one of the last time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SinceLast {
    /// It is the same.
    Same,
    /// It has changed.
    Changed,
    /// It was not there.
    New,
}

/// A stream at a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextSource")]
pub struct Source {
    /// The stream, such as `workflow:01J…`.
    pub stream: StreamId,
    /// The version at which what is shown of it last changed; 0 where that is not known.
    pub version: Version,
}

impl From<(StreamId, Version)> for Source {
    fn from((stream, version): (StreamId, Version)) -> Self {
        Self { stream, version }
    }
}

/// One item of a block, and why it is there.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextPiece")]
pub struct Item {
    /// What it is: the name of a thing such as `D3`, a memory's or a message's id.
    pub source: String,
    /// Where it is from.
    pub from: Option<Source>,
    /// Its place in the block, from 1.
    pub rank: u32,
    /// Why it is there.
    pub why: String,
    /// Its tokens.
    pub tokens: u32,
    /// How many more tokens it has: one that is longer than its share is cut there.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cut: u32,
}
