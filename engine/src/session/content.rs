//! The content of a message: a text, or parts as chat models exchange them.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::session::media::{part_text, without_data};
use exchange::reasoning::is_reasoning;

/// Content of a message: a text, or parts as chat models exchange them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a text, or a list of parts")]
#[schemars(rename = "MessageContent")]
pub enum Content {
    /// A text.
    Text(Arc<str>),
    /// Parts, each an object such as `{"type": "text", "text": "…"}`.
    Parts(#[schemars(with = "Vec<Value>")] Arc<Vec<Value>>),
}

impl Default for Content {
    fn default() -> Self {
        Self::Text("".into())
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

/// Text of a content that is only reasoning.
const REASONING: &str = "[reasoning]";

impl Content {
    /// Returns all readable content: texts of parts line by line, other parts as JSON, and placeholders for images,
    /// files and other data. Reasoning of a model is stored with the message, and is no part of its text.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => without_data(text),
            Self::Parts(parts) => {
                let texts = parts.iter().filter(|part| !is_reasoning(part));
                let texts: Vec<String> = texts.map(part_text).collect();
                if texts.is_empty() && !parts.is_empty() {
                    return Cow::Borrowed(REASONING);
                }
                Cow::Owned(texts.join("\n"))
            }
        }
    }

    /// Returns the content without the reasoning of a model; `None` if nothing is left.
    #[must_use]
    pub fn without_reasoning(&self) -> Option<Self> {
        let Self::Parts(parts) = self else {
            return Some(self.clone());
        };
        let answer = parts.iter().filter(|part| !is_reasoning(part));
        let answer: Vec<Value> = answer.cloned().collect();
        let is_any = !answer.is_empty() || parts.is_empty();
        is_any.then(|| Self::Parts(answer.into()))
    }

    /// Returns the parts; a text has none.
    #[must_use]
    pub fn parts(&self) -> &[Value] {
        match self {
            Self::Text(_) => &[],
            Self::Parts(parts) => parts,
        }
    }

    /// Returns true if the content has no text and no parts.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Parts(parts) => parts.is_empty(),
        }
    }
}
