//! Contents that are too large for a fact, addressed by their SHA-256.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::future::Fut;

/// The largest content that stays inside its fact, in bytes.
pub const INLINE_BYTES: usize = 64 * 1024;

/// How much of a content is kept at hand to be shown, in bytes.
pub const EXCERPT_BYTES: usize = 1_500;

/// The beginning of `content` up to a line's end.
#[must_use]
pub fn excerpt(content: &str) -> &str {
    if content.len() <= EXCERPT_BYTES {
        return content;
    }
    let mut end = EXCERPT_BYTES;
    while !content.is_char_boundary(end) {
        end -= 1;
    }
    content[..end]
        .rfind('\n')
        .map_or(&content[..end], |line| &content[..line])
}

/// A content: its text, or the address of the blob that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a text")]
pub enum Content {
    /// The text itself.
    Text(String),
    /// Where it is. Only Loci says so, after it has stored the text: nobody can send an address.
    #[serde(skip_deserializing)]
    Blob {
        /// The SHA-256 of the content in lower-case hexadecimal.
        sha256: String,
        /// The content's length in bytes.
        bytes: u64,
        /// The beginning of the content, for those who show it.
        excerpt: String,
    },
}

/// Blobs on a real thing.
pub trait Blobs: Send + Sync {
    /// Stores `bytes` durably under their SHA-256 and gives it. The same bytes again are no error. As long as they are
    /// not [`spare`](Self::spare)d, they are among the [`doomed`](Self::doomed): a crash before a fact refers to them
    /// must not leave them for ever.
    fn put(&self, bytes: Vec<u8>) -> Fut<'_, Result<String>>;
    /// The bytes of that SHA-256, `None` when there are none: also when what lies under the name has
    /// another one.
    fn get<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<Option<Vec<u8>>>>;
    /// Erases a blob, and the note that it is to be. A missing one is no error.
    fn remove<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<()>>;
    /// Notes durably that these are to be erased: whoever is broken off before that finds them again.
    fn doom<'a>(&'a self, blobs: &'a HashSet<String>) -> Fut<'a, Result<()>>;
    /// Those with such a note, and those that were put and not spared.
    fn doomed(&self) -> Fut<'_, Result<Vec<String>>>;
    /// Takes the note back: the blob stays.
    fn spare<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<()>>;
}
