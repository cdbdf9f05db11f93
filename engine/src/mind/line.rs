//! Lines of a document, and ids of the memories that dreams make of lines that fall out.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::mind::blocks::blocks;
use crate::mind::document::Document;

/// Returns a block without its list mark.
pub(crate) fn bare(block: &str) -> &str {
    block.trim_start_matches(['-', '*', '+', ' ']).trim()
}

/// Returns the id of the memory of a line: a hash of its text.
pub(crate) fn id(text: &str) -> String {
    let hash = Sha256::digest(text.trim().as_bytes());
    hash.iter()
        .take(10)
        .fold(String::from("line."), |mut id, byte| {
            // Writing to a string never fails.
            let _ = write!(id, "{byte:02x}");
            id
        })
}

/// Returns the ids that the lines of a document have as memories.
pub(crate) fn ids(text: &str) -> BTreeSet<String> {
    let document = Document::read(text);
    let sections = document.sections.iter().map(|(_, text)| text);
    let texts = sections.chain([&document.before]);
    texts
        .flat_map(|text| blocks(text))
        .map(|block| id(bare(&block)))
        .collect()
}
