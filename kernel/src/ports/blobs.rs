//! Port for contents that are too large for a fact, addressed by their SHA-256.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::future::Fut;

/// Maximum size of a content that stays in its fact, in bytes.
pub const INLINE_BYTES: usize = 64 * 1024;

/// Maximum size of the excerpt that is kept for display, in bytes.
pub const EXCERPT_BYTES: usize = 1_500;

/// Returns the beginning of `content`, at most [`EXCERPT_BYTES`], cut at the end of a line if possible.
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

/// A text, or the address of the blob that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a text")]
pub enum Content {
    /// The text itself.
    Text(String),
    /// Address of a stored text. Only set by Loci after it has stored the text; rejected in requests.
    #[serde(skip_deserializing)]
    Blob {
        /// SHA-256 of the content in lower-case hexadecimal.
        sha256: String,
        /// Length of the content in bytes.
        bytes: u64,
        /// Beginning of the content, for display.
        excerpt: String,
    },
}

/// Storage for blobs.
pub trait Blobs: Send + Sync {
    /// Stores `bytes` durably and returns their SHA-256. Storing the same bytes again is not an error.
    /// [`list_doomed`](Self::list_doomed) returns them until they are [`spare`](Self::spare)d, so a crash before a fact
    /// refers to them leaves no orphan.
    fn put(&self, bytes: Vec<u8>) -> Fut<'_, Result<String>>;
    /// Returns the bytes with that SHA-256; `None` if they are missing or the stored bytes have another hash.
    fn get<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<Option<Vec<u8>>>>;
    /// Erases a blob and its mark for erasure. A missing one is not an error. Returns false if another process may refer to
    /// it: blob and mark stay, and it has to be checked again.
    fn remove<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<bool>>;
    /// Durably marks blobs for erasure, so that an interrupted erasure can be resumed. References that were committed
    /// before are looked for afterwards; [`remove`](Self::remove) notices later ones.
    fn doom<'a>(&'a self, blobs: &'a HashSet<String>) -> Fut<'a, Result<()>>;
    /// Returns the blobs that are marked for erasure, and those that were put but not spared.
    fn list_doomed(&self) -> Fut<'_, Result<Vec<String>>>;
    /// Removes the mark for erasure: the blob stays.
    fn spare<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<()>>;
}
